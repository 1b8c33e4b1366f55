"""Best sets against every way to split, for tables that rise, flatten, and have gaps."""

from __future__ import annotations

from functools import cache
from itertools import combinations, product

import pytest

from rulewright.engine.lists import best_sets

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
