"""Best sets against every way to split, for tables that rise, flatten, and have gaps."""

from __future__ import annotations

from functools import cache
from itertools import combinations, product
from typing import Any

import pytest

from rulewright.engine.lists import best_sets, subsets

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


class Quiet:
    """Counts as a machine does, and has no faults."""

    def counted(self, n: int, most: int) -> int:
        return min(n, most)


@pytest.mark.parametrize(("least", "most"), [(2, 2), (0, 2), (12, 14), (13, 13), (3, 1)])
@pytest.mark.parametrize("key", [None, lambda s, x: x, lambda s, x: x // 2, lambda s, x: x % 3])
def test_sets_are_those_of_all_sets_with_like_ones_once(least: int, most: int, key: Any) -> None:
    things = list(range(14))
    found = subsets(Quiet(), None, things, least, most, key)
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
