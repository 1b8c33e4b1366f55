"""Shapes on grids against counts made here without the engine: polyominoes, orientations, placements."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import pytest

from rulewright.engine.board import orientations, positions

Cell = tuple[int, int]
Shape = frozenset[Cell]


def normal(cells: Iterator[Cell] | Shape) -> Shape:
    """Moved into the upper left corner."""
    found = list(cells)
    top, left = min(r for r, _ in found), min(c for _, c in found)
    return frozenset((r - top, c - left) for r, c in found)


def turned(shape: Shape) -> Shape:
    return normal((c, -r) for r, c in shape)


def mirrored(shape: Shape) -> Shape:
    return normal((r, -c) for r, c in shape)


def turns(shape: Shape) -> frozenset[Shape]:
    """The shape in its up to four quarter turns."""
    found = [shape]
    for _ in range(3):
        found.append(turned(found[-1]))
    return frozenset(found)


@cache
def fixed(n: int) -> frozenset[Shape]:
    """All n-ominoes that differ by more than their place: each is a smaller one with a cell more."""
    if n == 1:
        return frozenset({frozenset({(0, 0)})})
    grown = set()
    for smaller in fixed(n - 1):
        for r, c in smaller:
            for cell in ((r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)):
                if cell not in smaller:
                    grown.add(normal(smaller | {cell}))
    return frozenset(grown)


@cache
def one_sided(n: int) -> frozenset[frozenset[Shape]]:
    return frozenset(turns(shape) for shape in fixed(n))


@cache
def free(n: int) -> frozenset[frozenset[Shape]]:
    return frozenset(turns(shape) | turns(mirrored(shape)) for shape in fixed(n))


def one_of(alike: frozenset[Shape]) -> tuple[Cell, ...]:
    return tuple(sorted(min(alike, key=sorted)))


def by_hand(rows: int, columns: int, ways: frozenset[Shape]) -> set[frozenset[Cell]]:
    """Every set of cells that one of these shapes covers somewhere on the grid."""
    return {
        frozenset((r + down, c + right) for r, c in way)
        for way in ways
        for down in range(rows)
        for right in range(columns)
        if all(r + down < rows and c + right < columns for r, c in way)
    }


@pytest.mark.parametrize(
    ("n", "counts"),
    [(1, (1, 1, 1)), (2, (2, 1, 1)), (3, (6, 2, 2)), (4, (19, 7, 5)), (5, (63, 18, 12)), (6, (216, 60, 35))],
)
def test_orientations_make_all_polyominoes(n: int, counts: tuple[int, int, int]) -> None:
    assert (len(fixed(n)), len(one_sided(n)), len(free(n))) == counts
    for rotate, flip, classes in ((True, True, free(n)), (True, False, one_sided(n))):
        for alike in classes:
            held = orientations(one_of(alike), rotate, flip, ordered=False)
            assert len(held) == len(alike)
            assert {frozenset(cells) for _, _, cells in held} == alike
    for shape in fixed(n):
        cells = tuple(sorted(shape))
        assert [frozenset(c) for _, _, c in orientations(cells, False, False, ordered=False)] == [shape]
        mirror = {shape, mirrored(shape)}
        assert {frozenset(c) for _, _, c in orientations(cells, False, True, ordered=False)} == mirror


@pytest.mark.parametrize("n", range(1, 7))
def test_the_same_shapes_are_told_alike_from_any_of_their_forms(n: int) -> None:
    for alike in free(n):
        for shape in alike:
            held = orientations(tuple(sorted(shape)), True, True, ordered=False)
            assert {frozenset(cells) for _, _, cells in held} == alike


@pytest.mark.parametrize(("rows", "columns"), [(3, 5), (6, 6)])
@pytest.mark.parametrize("number", range(12))
def test_placements_of_each_free_pentomino(rows: int, columns: int, number: int) -> None:
    alike = sorted(free(5), key=lambda ways: sorted(map(sorted, ways)))[number]
    wanted = by_hand(rows, columns, alike)
    found = positions(rows, columns, one_of(alike), rotate=True, flip=True)
    covered = {frozenset(divmod(cell, columns) for cell in position.cells) for position in found}
    assert covered == wanted and len(found) == len(wanted)
    for position in found:
        assert position.mask == sum(1 << cell for cell in position.cells)
        assert position.cell == min(c // columns for c in position.cells) * columns + min(
            c % columns for c in position.cells
        )


def test_twelve_pentominoes_in_a_box_and_on_a_square() -> None:
    def total(rows: int, columns: int, flip: bool) -> int:
        return sum(len(positions(rows, columns, one_of(p), rotate=True, flip=flip)) for p in free(5))

    ways = {(r, c): sum(len(by_hand(r, c, p)) for p in free(5)) for r, c in ((3, 5), (6, 6))}
    assert (total(3, 5, True), total(6, 6, True)) == (ways[3, 5], ways[6, 6])
    assert total(6, 6, False) < total(6, 6, True)


def test_snap_keeps_corners_on_every_second_row_and_column() -> None:
    found = positions(6, 6, ((0, 0), (0, 1), (1, 0), (1, 1)), snap=2)
    assert [position.cell for position in found] == [0, 2, 4, 12, 14, 16, 24, 26, 28]
