"""Best sets against every way to split, for tables that rise, flatten, and have gaps; sets in order."""

from __future__ import annotations

from functools import cache
from itertools import combinations, permutations, product
from typing import Any

import pytest

from rulewright.engine.board import grid_of
from rulewright.engine.lists import best_sets, subsets, unlike, unlike_placements
from rulewright.engine.missing import Missing

RISING = {0: 0, 1: 3, 2: 7, 3: 13, 4: 23}
FLAT = {0: 0, 1: 5, 2: 9, 3: 12}
NO_ROW_0 = {1: 5, 2: 6, 3: 8}
GAPS = {0: 0, 2: 3, 4: 9}


def every_way(counts: tuple[int, ...], worth: dict[int, int]) -> int:
    """The best of all ways to take sets of different numbers, or to stop."""

    @cache
    def best(left: tuple[int, ...]) -> int:
        found = 0
        kinds = [i for i, c in enumerate(left) if c]
        for size in range(1, len(kinds) + 1):
            if size in worth:
                for taken in combinations(kinds, size):
                    rest = tuple(c - (i in taken) for i, c in enumerate(left))
                    found = max(found, worth[size] + best(rest))
        return found

    return best(counts)


@pytest.mark.parametrize("worth", [RISING, FLAT, NO_ROW_0, GAPS], ids=["rising", "flat", "no row 0", "gaps"])
def test_best_sets_are_the_best_of_all_ways(worth: dict[int, int]) -> None:
    for counts in product(range(3), repeat=4):
        numbers = [i for i, c in enumerate(counts) for _ in range(c)]
        assert best_sets(numbers, worth) == every_way(counts, worth), counts


def test_placements_of_equal_pieces_are_kept_once_by_the_keys_of_the_pieces() -> None:
    def sort_of(s: object, piece: int) -> int:
        return piece // 3

    def in_full(s: object, placement: tuple[int, int, int]) -> tuple[int, int, int]:
        piece, z, index = placement
        return sort_of(s, piece), z, index

    found = [(piece, 7, index) for piece in (4, 3, 5, 0, 1) for index in range(piece % 2, 4)]
    for options in (found, found[::-1], found[:4], sorted(found, key=lambda option: option[2]), []):
        assert unlike_placements(None, options, sort_of) == unlike(None, options, in_full)


class Counter:
    """A machine as far as sets ask it anything."""

    def counted(self, n: int, most: int) -> int:
        return min(n, most)


@pytest.mark.parametrize("alike", [False, True])
def test_sets_come_by_size_and_then_as_the_things_are(alike: bool) -> None:
    machine: Any = Counter()
    for things in permutations((1, 2, 4, 5)):
        key = (lambda s, x: x // 2) if alike else (lambda s, x: x)
        found = subsets(machine, None, things, 0, 3, key)
        assert found == sorted(found, key=lambda picked: (len(picked), [things.index(x) for x in picked]))
        sorts = [tuple(sorted(key(None, x) for x in picked)) for picked in found]
        every = (picked for n in range(4) for picked in combinations(things, n))
        assert len(set(sorts)) == len(sorts)
        assert set(sorts) == {tuple(sorted(key(None, x) for x in picked)) for picked in every}


def test_steps_between_all_cells_and_from_nowhere() -> None:
    steps = grid_of(3, 4).apart
    for a, b in product(range(12), repeat=2):
        assert steps[a][b] == abs(a // 4 - b // 4) + abs(a % 4 - b % 4)
    for a, b in ((-1, 0), (0, -1), (12, 0), (0, 12)):
        with pytest.raises(Missing):
            steps[a][b]


@pytest.mark.parametrize(("least", "most"), [(2, 2), (0, 2), (12, 14), (13, 13), (3, 1)])
@pytest.mark.parametrize("key", [None, lambda s, x: x, lambda s, x: x // 2, lambda s, x: x % 3])
def test_sets_are_those_of_all_sets_with_like_ones_once(least: int, most: int, key: Any) -> None:
    things = list(range(14))
    found = subsets(Counter(), None, things, least, most, key)
    look = key or (lambda s, x: x)
    every = {
        tuple(sorted(look(None, x) for x in picked))
        for n in range(min(least, most), most + 1)
        for picked in combinations(things, n)
    }
    assert len(found) == len(every)
    assert {tuple(sorted(look(None, x) for x in picked)) for picked in found} == every


def test_sets_that_cost_points_are_left_out() -> None:
    assert best_sets([1], {1: -1, 2: 5}) == 0
    assert best_sets([1, 2], {1: -1, 2: 5}) == 5
