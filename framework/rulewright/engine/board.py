"""Grids: what lies where, who is beside whom, and where a piece may go.

One primitive for cards snapped to a territory, polyominoes in a box and figures on a map: a piece
covers cells by a shape; snap, rotation and flip are data; legal positions come from tables built once.
Every grid function takes the state, the number of the zone instance and cells
(`row * columns + column`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from typing import Any, NoReturn, TypeVar

from rulewright.engine.missing import Missing
from rulewright.source.records import record

T = TypeVar("T")
Cells = tuple[tuple[int, int], ...]


@record(frozen=True, slots=True)
class Position:
    """A piece on a grid: the cell of its corner, quarter turns, flipped or not.

    `cells` are in the order of the shape's own cells, so that parts find theirs.
    """

    cell: int
    turn: int
    flip: bool
    cells: tuple[int, ...]
    mask: int


def orientations(shape: Cells, rotate: bool, flip: bool, ordered: bool) -> list[tuple[int, bool, Cells]]:
    """The distinct ways to hold a piece: (quarter turns clockwise, flipped, cells from the corner).

    With `ordered` two orientations that cover the same cells by other parts count as distinct.
    """
    found: list[tuple[int, bool, Cells]] = []
    seen: set[object] = set()
    for turn in range(4 if rotate else 1):
        for flipped in (False, True) if flip else (False,):
            cells = [(r, -c) for r, c in shape] if flipped else list(shape)
            for _ in range(turn):
                cells = [(c, -r) for r, c in cells]
            top, left = min(r for r, _ in cells), min(c for _, c in cells)
            moved = tuple((r - top, c - left) for r, c in cells)
            key: object = moved if ordered else frozenset(moved)
            if key not in seen:
                seen.add(key)
                found.append((turn, flipped, moved))
    return found


@cache
def positions(
    rows: int,
    columns: int,
    shape: Cells,
    snap: int = 1,
    rotate: bool = False,
    flip: bool = False,
    ordered: bool = False,
) -> tuple[Position, ...]:
    """Every position of a piece on an empty grid, by cell, then turn, then flip."""
    ways = orientations(shape, rotate, flip, ordered)
    found = []
    for row in range(0, rows, snap):
        for column in range(0, columns, snap):
            for turn, flipped, cells in ways:
                if all(row + r < rows and column + c < columns for r, c in cells):
                    covered = tuple((row + r) * columns + column + c for r, c in cells)
                    mask = sum(1 << cell for cell in covered)
                    found.append(Position(row * columns + column, turn, flipped, covered, mask))
    return tuple(found)


def corners_of(found: tuple[Position, ...]) -> dict[tuple[int, int, bool], int]:
    """The index of each position by its corner and how the piece is held; by (cell, -1, False) the first."""
    by_corner: dict[tuple[int, int, bool], int] = {}
    for index, position in enumerate(found):
        by_corner.setdefault((position.cell, -1, False), index)
        by_corner.setdefault((position.cell, position.turn, position.flip), index)
    return by_corner


def _for_pieces(
    moves: Sequence[Sequence[tuple[Position, ...]] | None], make: Callable[[tuple[Position, ...]], T]
) -> list[list[T] | None]:
    """Something made of the positions of every piece on every grid, once for those that share theirs."""
    made: dict[int, T] = {}
    found: list[list[T] | None] = []
    for pieces in moves:
        for each in pieces or ():
            if id(each) not in made:
                made[id(each)] = make(each)
        found.append(None if pieces is None else [made[id(each)] for each in pieces])
    return found


MOST_WAYS = 1_000
"""So many searches of a grid are kept."""


class OnGrid(dict[int, int]):
    """Each cell by itself; what lies on no grid has none."""

    def __missing__(self, cell: int) -> int:
        raise Missing("the cell of what lies on no grid")


class Table(tuple[tuple[int, ...], ...]):
    """Something per cell or line; there is none below 0."""

    __slots__ = ()

    def __getitem__(self, index: Any) -> tuple[int, ...]:  # type: ignore[override]  # never of slices
        if not 0 <= index < len(self):
            raise Missing(f"no cell or line {index}")
        found: tuple[int, ...] = super().__getitem__(index)
        return found


class Steps(dict[int, "Steps | int"]):
    """Steps between two cells, by the one and then the other; worked out when first asked for."""

    __slots__ = ("columns", "of", "size")

    def __init__(self, size: int, columns: int, of: int = -1) -> None:
        self.size, self.columns, self.of = size, columns, of

    def __missing__(self, cell: int) -> Steps | int:
        if not 0 <= cell < self.size:
            raise Missing("the cell of what lies on no grid")
        found: Steps | int
        if self.of < 0:
            found = Steps(self.size, self.columns, cell)
        else:
            (a, b), (c, d) = divmod(self.of, self.columns), divmod(cell, self.columns)
            found = abs(a - c) + abs(b - d)
        self[cell] = found
        return found


class Grid:
    """The tables of one grid zone."""

    def __init__(self, rows: int, columns: int) -> None:
        self.rows, self.columns = rows, columns
        size = rows * columns
        sides = ((-1, 0), (0, -1), (0, 1), (1, 0))
        self.neighbours = Table(self._near(cell, sides) for cell in range(size))
        eight = tuple((r, c) for r in (-1, 0, 1) for c in (-1, 0, 1) if (r, c) != (0, 0))
        self.around = Table(self._near(cell, eight) for cell in range(size))
        self.beside, self.about = tuple(self.neighbours), tuple(self.around)  # for cells known to be there
        corners = ((-1, -1), (-1, 1), (1, -1), (1, 1))
        self.corners = tuple(frozenset(self._near(cell, corners)) for cell in range(size))
        self.lines: dict[tuple[int, int], tuple[int, ...]] = {}
        self.shapes: dict[Any, tuple[int, ...]] = {}
        self.ways: dict[Any, list[int]] = {}
        self.row_cells = Table(tuple(range(r * columns, (r + 1) * columns)) for r in range(rows))
        self.column_cells = Table(tuple(range(c, size, columns)) for c in range(columns))
        self.apart: Any = Steps(size, columns)

    def between(self, a: int, b: int) -> tuple[int, ...]:
        """The cells between two on Bresenham's line, drawn from the left (then upper) end."""
        found = self.lines.get((a, b))
        if found is None:
            found = self.lines[a, b] = self._line(a, b)
        return found

    def _line(self, a: int, b: int) -> tuple[int, ...]:
        ends = sorted((cell % self.columns, cell // self.columns) for cell in (a, b))
        (x, y), (end_x, end_y) = ends
        dx, dy, down = end_x - x, abs(end_y - y), 1 if end_y > y else -1
        error, cells = dx - dy, []
        while (x, y) != (end_x, end_y):
            cells.append(y * self.columns + x)
            twice = 2 * error
            if twice > -dy:
                error, x = error - dy, x + 1
            if twice < dx:
                error, y = error + dx, y + down
        inner = cells[1:]
        return tuple(inner if ends[0] == (a % self.columns, a // self.columns) else reversed(inner))

    def steps(self, a: int, b: int, avoiding: Iterable[int], diagonals: bool) -> int:
        """Steps of the shortest way; the number of cells if there is none. Its ends may be avoided ones."""
        near = self.around if diagonals else self.neighbours
        key = (b, tuple(avoiding), diagonals)
        found = self.ways.get(key)
        if found is None:
            if len(self.ways) >= MOST_WAYS:
                self.ways.clear()
            found = self.ways[key] = self._ways(b, frozenset(key[1]), near)
        return 0 if a == b else min(found[cell] for cell in near[a]) + 1

    def _ways(self, b: int, avoiding: frozenset[int], near: Table) -> list[int]:
        none = self.rows * self.columns
        found = [none - 1] * none
        found[b] = 0
        ring = [b]
        while ring:
            outer = []
            for cell in ring:
                for other in near[cell]:
                    if found[other] == none - 1 and other not in avoiding and other != b:
                        found[other] = found[cell] + 1
                        outer.append(other)
            ring = outer
        return found

    def at(self, shape: Sequence[tuple[int, int]]) -> tuple[int, ...]:
        """The cells that a shape names."""
        key = tuple(shape)
        found = self.shapes.get(key)
        if found is None:
            for row, column in key:
                if not (0 <= row < self.rows and 0 <= column < self.columns):
                    raise Missing(f"cell {row},{column} of a grid of {self.rows} by {self.columns}")
            found = self.shapes[key] = tuple(row * self.columns + column for row, column in key)
        return found

    def _near(self, cell: int, steps: Iterable[tuple[int, int]]) -> tuple[int, ...]:
        row, column = divmod(cell, self.columns)
        return tuple(
            (row + r) * self.columns + column + c
            for r, c in steps
            if 0 <= row + r < self.rows and 0 <= column + c < self.columns
        )


@cache
def grid_of(rows: int, columns: int) -> Grid:
    return Grid(rows, columns)


class NoGrid:
    """Stands for a zone that is no grid: to ask it anything is fault G713."""

    __slots__ = ()

    def __getattr__(self, name: str) -> NoReturn:
        if name.startswith("__"):  # of copying and pickling, not of effect text
            raise AttributeError(name)
        raise Missing("what lies on no grid has no cell")


NO_GRID = NoGrid()


class Board:
    """The grids of a program by zone instance, and the positions of every piece on each."""

    def __init__(
        self,
        grids: Sequence[Grid | None],
        moves: Sequence[Sequence[tuple[Position, ...]] | None],
        spots: Sequence[str],
    ) -> None:
        self.grids: Sequence[Any] = [NO_GRID if grid is None else grid for grid in grids]
        self.moves = moves  # zone instance -> piece -> positions
        # zone instance -> piece -> (mask, placement) of each position, made when first asked for
        self.offers: list[dict[int, tuple[tuple[int, tuple[int, int, int]], ...]]] = [{} for _ in moves]
        self.corners = _for_pieces(moves, corners_of)
        self.spots = spots  # zone instance -> name of the state column of positions (for pieces)

    def _on(self, s: Any, z: int, cells: Iterable[int]) -> list[int]:
        lying = s.grids[z]
        return [x for x in (lying[cell] for cell in cells) if x >= 0]

    def parts(self, s: Any, z: int) -> list[int]:
        lying = s.grids[z]
        return list(s.zones[z]) if lying is None else [x for x in lying if x >= 0]

    def neighbours(self, s: Any, z: int, cell: int) -> list[int]:
        return [] if cell < 0 else self._on(s, z, self.grids[z].beside[cell])

    def around(self, s: Any, z: int, cell: int) -> list[int]:
        return [] if cell < 0 else self._on(s, z, self.grids[z].about[cell])

    def neighbours_cells(self, s: Any, z: int, cell: int) -> tuple[int, ...]:
        cells: tuple[int, ...] = self.grids[z].neighbours[cell]
        return cells

    def around_cells(self, s: Any, z: int, cell: int) -> tuple[int, ...]:
        cells: tuple[int, ...] = self.grids[z].around[cell]
        return cells

    def row_of(self, s: Any, z: int, cell: int) -> list[int]:
        grid = self.grids[z]
        return self._on(s, z, grid.row_cells[cell // grid.columns])

    def column_of(self, s: Any, z: int, cell: int) -> list[int]:
        grid = self.grids[z]
        return self._on(s, z, grid.column_cells[cell % grid.columns if cell >= 0 else cell])

    def row(self, s: Any, z: int, number: int) -> list[int]:
        return self._on(s, z, self.grids[z].row_cells[number])

    def column(self, s: Any, z: int, number: int) -> list[int]:
        return self._on(s, z, self.grids[z].column_cells[number])

    def same(self, z: int, other: int) -> int:
        """The zone instance in which two things lie; there is no way from one grid to another."""
        if z != other:
            raise Missing("two things that do not lie on one grid")
        return z

    def _apart(self, z: int, a: int, b: int) -> tuple[int, int]:
        if a < 0 or b < 0:
            raise Missing("the cell of what lies on no grid")
        columns = self.grids[z].columns
        return abs(a // columns - b // columns), abs(a % columns - b % columns)

    def diagonal(self, s: Any, z: int, a: int, b: int) -> bool:
        return a >= 0 and b in self.grids[z].corners[a]

    def distance(self, s: Any, z: int, a: int, b: int) -> int:
        steps: int = self.grids[z].apart[a][b]
        return steps

    def distance_round(self, s: Any, z: int, a: int, b: int) -> int:
        return max(self._apart(z, a, b))

    def opposite(self, s: Any, z: int, a: int, b: int, around: int) -> bool:
        if min(a, b, around) < 0:
            return False
        columns = self.grids[z].columns
        near = max(self._apart(z, a, around)) == 1
        row, column = divmod(around, columns)
        return near and divmod(b, columns) == (2 * row - a // columns, 2 * column - a % columns)

    def covered(self, s: Any, z: int) -> int:
        return int(s.masks[z]).bit_count()

    def cells(self, s: Any, z: int) -> range:
        grid = self.grids[z]
        return range(grid.rows * grid.columns)

    def cells_at(self, s: Any, z: int, shape: Sequence[tuple[int, int]]) -> tuple[int, ...]:
        found: tuple[int, ...] = self.grids[z].at(shape)
        return found

    def steps(self, s: Any, z: int, a: int, b: int, avoiding: Iterable[int], diagonals: bool) -> int:
        if a < 0 or b < 0:
            raise Missing("the cell of what lies on no grid")
        return int(self.grids[z].steps(a, b, avoiding, diagonals))

    def between(self, s: Any, z: int, a: int, b: int) -> tuple[int, ...]:
        if a < 0 or b < 0:
            raise Missing("the cell of what lies on no grid")
        found: tuple[int, ...] = self.grids[z].between(a, b)
        return found

    def free(self, s: Any, z: int, cell: int) -> bool:
        return not s.masks[z] >> cell & 1

    def placements(self, s: Any, pieces: Iterable[int], z: int) -> list[tuple[int, int, int]]:
        """Every legal position of each piece: `(piece, zone instance, position index)`."""
        taken, known = s.masks[z], self.offers[z]
        found: list[tuple[int, int, int]] = []
        for piece in pieces:
            if piece not in known:
                known[piece] = self._offers(z, piece)
            found += [placement for mask, placement in known[piece] if not taken & mask]
        return found

    def _offers(self, z: int, piece: int) -> tuple[tuple[int, tuple[int, int, int]], ...]:
        moves = self.moves[z]
        assert moves is not None
        return tuple((position.mask, (piece, z, index)) for index, position in enumerate(moves[piece]))
