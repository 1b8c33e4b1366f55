"""Shares of parts of matches: the match is the unit."""

from __future__ import annotations

from random import Random

import pytest
from scipy import stats

from rulewright_tools.lab.clusters import Share, mean_share
from rulewright_tools.lab.quantiles import student95
from rulewright_tools.lab.summary import wilson


def of(*matches: tuple[float, int]) -> Share:
    share = Share()
    for part, whole in matches:
        share.add(part, whole)
    return share


@pytest.mark.parametrize("freedom", [1, 2, 7, 30, 31, 60, 500])
def test_quantiles_are_those_of_student(freedom: int) -> None:
    assert student95(freedom) == pytest.approx(stats.t.ppf(0.975, freedom), rel=1e-4)


def test_one_match_has_a_share_and_no_interval() -> None:
    assert of((3, 4)).data() == {"share": 0.75, "low": None, "high": None, "n": 4}
    assert of().data() == {"share": None, "low": None, "high": None, "n": 0}


def test_parts_that_go_together_count_as_one() -> None:
    """Ten matches of twenty turns, all dead or none: as sure as ten observations, not as two hundred."""
    found = of(*[(20, 20), (0, 20)] * 5).data()
    assert (found["share"], found["n"]) == (0.5, 200)
    low, high = wilson(0.5, 9 * (1.959964 / 2.2622) ** 2)
    assert (found["low"], found["high"]) == (pytest.approx(low, abs=1e-3), pytest.approx(high, abs=1e-3))


def test_shares_that_are_all_alike_leave_room() -> None:
    found = of(*[(0, 50)] * 20).data()
    assert (found["share"], found["low"]) == (0.0, 0.0)
    assert found["high"] is not None and 0.1 < found["high"] < 0.25


def test_a_tail_is_of_all_matches() -> None:
    base, deep = of((0, 4), (0, 6)), Share()
    deep.add_part(3, 6)
    assert deep.over(base).data() == of((0, 4), (3, 6)).data()


def test_intervals_hold_the_truth_as_often_as_they_say() -> None:
    """Turns of a match share what makes them dead: 95 of 100 intervals, within four standard errors."""
    random = Random(7)
    held = 0
    for _ in range(400):
        matches = []
        for _ in range(40):
            chance = random.choice((0.1, 0.3))
            turns = random.randint(5, 15)
            matches.append((sum(random.random() < chance for _ in range(turns)), turns))
        found = of(*matches).data()
        assert found["low"] is not None and found["high"] is not None
        held += found["low"] <= 0.2 <= found["high"]
    assert held >= 400 * 0.95 - 4 * (400 * 0.95 * 0.05) ** 0.5


def test_the_mean_of_shares_by_hand() -> None:
    """Mean 0.625, variance 0.0625 of 4: 0.234 / 0.0156 = 15 parts, less for t of three degrees."""
    found = mean_share([0.5, 1.0, 0.5, 0.5])
    assert found == pytest.approx((0.625, *wilson(0.625, 15 * (1.959964 / 3.1824) ** 2)))


def test_shares_that_are_alike_count_as_one_part_each() -> None:
    assert mean_share([1.0] * 9) == pytest.approx((1, *wilson(1, 9 * (1.959964 / 2.3060) ** 2)))
    assert mean_share([0.5] * 9) == pytest.approx((0.5, *wilson(0.5, 9 * (1.959964 / 2.3060) ** 2)))


@pytest.mark.parametrize("chance", [0.5, 0.8, 0.97])
@pytest.mark.parametrize("apart", [True, False])
def test_mean_shares_hold_the_truth_as_often_as_they_say(chance: float, apart: bool) -> None:
    """Deals of two matches that go their own ways, or against each other."""
    random = Random(9)
    held = 0
    for _ in range(400):
        shares = []
        for _ in range(20):
            one = random.random()
            other = random.random() if apart else 1 - one
            shares.append(((one < chance) + (other < chance)) / 2)
        _, low, high = mean_share(shares)
        held += 0 <= low <= chance <= high <= 1
    assert held >= 400 * 0.95 - 4 * (400 * 0.95 * 0.05) ** 0.5
