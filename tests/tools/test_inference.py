"""The statistics of the lab: worked by hand, and against scipy and statsmodels."""

from __future__ import annotations

from math import isclose, log, sqrt
from random import Random

import pytest

pytest.importorskip("scipy")

from rulewright_tools.lab.inference import (
    FEWEST_ALIKE,
    Difference,
    benjamini_hochberg,
    paired,
    pairs_missing,
    ratio,
    sequential,
    variance_reduction,
    verdict,
    watched_half,
)
from rulewright_tools.lab.words import about


def normal(seed: int, n: int, mean: float = 0.0, sd: float = 1.0) -> list[float]:
    random = Random(seed)
    return [random.gauss(mean, sd) for _ in range(n)]


def test_an_interval_by_hand() -> None:
    found = paired([1, 2, 3, 4])  # mean 2.5, sd 1.29099, error 0.6455, t of 3 degrees 3.18245
    assert (found.n, found.mean) == (4, 2.5)
    assert isclose(found.sd, 1.2909944, rel_tol=1e-6)
    assert isclose(found.low, 2.5 - 3.1824463 * 0.6454972, rel_tol=1e-6)
    assert isclose(found.high, 2.5 + 3.1824463 * 0.6454972, rel_tol=1e-6)


@pytest.mark.parametrize(("seed", "n", "mean"), [(1, 5, 0.0), (2, 40, 0.5), (3, 400, 0.05), (4, 2, 3.0)])
def test_an_interval_is_that_of_scipy_and_statsmodels(seed: int, n: int, mean: float) -> None:
    from scipy import stats

    d = normal(seed, n, mean)
    found, reference = paired(d), stats.ttest_1samp(d, 0.0)
    interval = reference.confidence_interval(0.95)
    assert isclose(found.p, reference.pvalue, rel_tol=1e-9)
    assert isclose(found.low, interval.low, rel_tol=1e-9) and isclose(found.high, interval.high, rel_tol=1e-9)
    weightstats = pytest.importorskip("statsmodels.stats.weightstats")
    low, high = weightstats.DescrStatsW(d).tconfint_mean()
    assert isclose(found.low, low, rel_tol=1e-9) and isclose(found.high, high, rel_tol=1e-9)


@pytest.mark.parametrize("same", [0.0, 1.5])
def test_few_differences_that_are_all_the_same_tell_nothing(same: float) -> None:
    few = paired([same] * (FEWEST_ALIKE - 1))
    assert few == Difference(FEWEST_ALIKE - 1, same, 0.0, None, None, 1.0)
    assert verdict(few, 1.0) == "open" and not few.told and few.ends() == {"low": None, "high": None}
    assert pairs_missing(few, 1.0) == 1
    assert sequential(FEWEST_ALIKE - 1, same, 0.0, 1.0) == "open"
    many = paired([same] * FEWEST_ALIKE)
    assert (many.low, many.high, many.p) == (same, same, float(same == 0))
    assert verdict(many, 1.0) == sequential(FEWEST_ALIKE, same, 0.0, 1.0) != "open"


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_the_interval_of_a_ratio_ends_where_a_t_test_of_it_does(seed: int) -> None:
    from scipy import stats

    random = Random(seed)
    wholes = [random.choice((0, 1, 1, 2, 5)) for _ in range(30)]
    parts = [whole * random.gauss(1.5, 1) for whole in wholes]
    mean, low, high = ratio(parts, wholes)
    assert isclose(mean, sum(parts) / sum(wholes)) and low < mean < high
    for end in (low, high):
        apart = [part - end * whole for part, whole in zip(parts, wholes, strict=True)]
        assert isclose(stats.ttest_1samp(apart, 0).pvalue, 0.05, rel_tol=1e-6)


def test_a_ratio_by_hand() -> None:
    """Of wholes that are all 2 it is half the mean, and so are its ends."""
    half = 3.1824463 * 0.6454972 / 2
    found = ratio([1, 2, 3, 4], [2] * 4)
    assert found == pytest.approx((1.25, 1.25 - half, 1.25 + half), abs=1e-6)


def test_a_ratio_has_no_interval_where_hardly_anything_tells() -> None:
    assert ratio([3, 0, 0, 0], [2, 0, 0, 0]) == (1.5, None, None)  # one match alone
    assert ratio([1, 2, 4], [2, 4, 8]) == (0.5, None, None)  # all alike
    assert ratio([1] * FEWEST_ALIKE, [2] * FEWEST_ALIKE) == (0.5, 0.5, 0.5)


def test_pairs_that_are_alike_by_the_way_they_were_made_are_known() -> None:
    assert paired([0.0] * 2, alike=True) == Difference(2, 0.0, 0.0, 0.0, 0.0, 1.0)


def test_of_few_pairs_nothing_is_said_to_have_moved() -> None:
    assert verdict(Difference(9, 3.0, 1.0, 2.0, 4.0, 0.001), 1.0, significant=True) == "open"
    assert verdict(Difference(10, 3.0, 1.0, 2.0, 4.0, 0.001), 1.0, significant=True) == "moved"
    assert pairs_missing(Difference(3, 9.0, 1.0, 6.5, 11.5, 0.004), 1.0) == 7


def test_what_is_found_among_many_is_told_by_its_own_interval_too() -> None:
    found = Difference(100, 3.0, 15.0, -0.1, 6.1, 0.06)
    assert not found.found_among_many(0.08) and not found.told
    assert Difference(100, 3.0, 15.0, 0.1, 5.9, 0.04).found_among_many(0.08)
    assert not Difference(100, 3.0, 15.0, 0.1, 5.9, 0.04).found_among_many(0.2)


def test_many_tests_by_hand() -> None:
    # 4 tests: 0.01·4/1, 0.02·4/2, 0.03·4/3, 0.5·4/4, each no more than that of a greater p
    assert benjamini_hochberg([0.03, 0.5, 0.01, 0.02]) == pytest.approx([0.04, 0.5, 0.04, 0.04])
    assert benjamini_hochberg([]) == []


@pytest.mark.parametrize("seed", range(4))
def test_many_tests_are_those_of_scipy_and_statsmodels(seed: int) -> None:
    from scipy import stats

    random = Random(seed)
    p = [random.random() ** 3 for _ in range(30)] + [0.0, 1.0, 0.2, 0.2]
    assert benjamini_hochberg(p) == pytest.approx(list(stats.false_discovery_control(p)))
    multitest = pytest.importorskip("statsmodels.stats.multitest")
    assert benjamini_hochberg(p) == pytest.approx(list(multitest.multipletests(p, method="fdr_bh")[1]))


def test_variance_reduction() -> None:
    # by hand: var a = 1, var b = 1 (1, 2, 3 each), b - a = 1, -1, 0: variance 1
    assert variance_reduction([1, 2, 3], [2, 1, 3]) == pytest.approx(2.0)
    assert variance_reduction([1, 2, 3], [2, 3, 4]) is None
    shared, one, other = normal(1, 9000), normal(2, 9000, sd=0.5), normal(3, 9000, sd=0.5)
    a = [x + y for x, y in zip(shared, one, strict=True)]
    b = [x + y for x, y in zip(shared, other, strict=True)]
    assert variance_reduction(a, b) == pytest.approx(1.25 * 2 / 0.5, rel=0.05)


@pytest.mark.parametrize(
    ("low", "high", "band", "says"),
    [
        (2.0, 4.0, 1.0, "moved"),
        (-4.0, -2.0, 1.0, "moved"),
        (0.2, 0.8, 1.0, "nothing"),  # told from nothing, but it does not matter
        (-0.5, 0.5, 1.0, "nothing"),
        (-0.5, 2.0, 1.0, "open"),
        (0.2, 1.6, 1.0, "open"),
        (0.0, 0.0, 0.0, "nothing"),
    ],
)
def test_the_three_verdicts(low: float, high: float, band: float, says: str) -> None:
    found = Difference(100, (low + high) / 2, 1.0, low, high, 0.01)
    assert verdict(found, band) == says


def test_among_many_tests_the_corrected_one_counts() -> None:
    found = Difference(100, 3.0, 1.0, 2.0, 4.0, 0.04)
    assert verdict(found, 1.0, significant=False) == "open"
    assert verdict(found, 1.0, significant=True) == "moved"


def test_how_many_more_pairs_are_needed() -> None:
    # (1.96 + 0.8416)² = 7.849: 785 pairs for a tenth of the deviation, 196 for a fifth; 100 are there
    assert pairs_missing(Difference(100, 0.0, 10.0, -2, 2, 1.0), 1.0) == 684
    assert pairs_missing(Difference(100, 0.0, 5.0, -1, 1, 1.0), 1.0) == 100
    near = Difference(300, 0.9, 5.0, 0.3, 1.5, 0.01)  # the edge of the band: as many again
    assert pairs_missing(near, 1.0) == 300
    assert pairs_missing(Difference(5, 0.0, 1.0, -1, 1, 1.0), 10.0) == 5
    assert pairs_missing(Difference(5, 0.0, 1.0, -1, 1, 1.0), 0.0) == 1_000_000 - 5


def test_how_many_are_needed_does_not_hang_on_what_was_found() -> None:
    """Of 100 pairs in each of 200 runs, near the edge of the band: never half or twice as many."""
    random = Random(3)
    runs = [paired([random.gauss(0.9, 10) for _ in range(100)]) for _ in range(200)]
    needed = [pairs_missing(found, 1.0) for found in runs]
    assert 684 / 2 < min(needed) <= max(needed) < 684 * 2


def test_how_many_pairs_are_needed_as_statsmodels_says() -> None:
    power = pytest.importorskip("statsmodels.stats.power")
    n = power.NormalIndPower().solve_power(effect_size=0.1, alpha=0.05, power=0.8, ratio=0)
    assert pairs_missing(Difference(100, 0.0, 10.0, -2, 2, 1.0), 1.0) + 100 == pytest.approx(n, rel=0.01)


@pytest.mark.parametrize(
    ("number", "pairs", "says"),
    [
        (684, 100, "about 690"),
        (684, 99, "about 700"),
        (1176, 99, "about 1,500"),
        (12, 99, "about 15"),
        (4, 99, "about 4"),
        (100_000, 400, "about 100,000"),
        (100_001, 400, "more than 100,000"),
    ],
)
def test_how_many_are_told_is_rounded(number: int, pairs: int, says: str) -> None:
    assert about(number, pairs) == says


def test_a_difference_of_shares_is_no_more_than_one() -> None:
    found = paired([1.0, -0.5, 0.5], most=1)
    assert (found.low, found.high) == (-1, 1)


def test_the_sequential_test_by_hand() -> None:
    # mean 1, band 1, sd 1: each pair adds 1 - 1/2 to the log of the ratio, less log 2 for either side;
    # the bounds are log 16 = 2.77 and log(0.2 / 0.95) = -1.56
    assert sequential(6, 1.0, 1.0, 1.0) == "open"  # 3 - 0.69 = 2.31
    assert sequential(7, 1.0, 1.0, 1.0) == "moved"  # 3.5 - 0.69 = 2.81
    assert sequential(7, -1.0, 1.0, 1.0) == "moved"
    assert sequential(3, 0.0, 1.0, 1.0) == "open"  # -1.5: both sides are as likely
    assert sequential(4, 0.0, 1.0, 1.0) == "nothing"
    assert sequential(1, 9.0, 0.0, 1.0) == "open"
    assert log(0.95 / 0.05) < log(0.8 / 0.05) + 1


def test_the_sequential_test_keeps_its_word() -> None:
    """No difference: at most about 5 % `moved` however often it is looked at; one of the band: power."""

    def run(seed: int, mean: float) -> str:
        random = Random(seed)
        n, total, squares = 0, 0.0, 0.0
        while n < 1500:
            for _ in range(25):
                x = random.gauss(mean, 5.0)
                n, total, squares = n + 1, total + x, squares + x * x
            said = sequential(n, total / n, sqrt((squares - total * total / n) / (n - 1)), 1.0)
            if n >= 50 and said != "open":
                return said
        return "open"

    nothing = [run(seed, 0.0) for seed in range(300)]
    moved = [run(10_000 + seed, 1.0) for seed in range(300)]
    assert nothing.count("moved") <= 24  # 8 %: 5 % and two deviations
    assert moved.count("moved") >= 230


def test_an_interval_that_may_be_watched_holds_all_the_time() -> None:
    missed = 0
    for seed in range(200):
        random = Random(seed)
        n, total = 0, 0.0
        for _ in range(60):
            for _ in range(25):
                n, total = n + 1, total + random.gauss(0.0, 2.0)
            if n >= 50 and abs(total / n) > watched_half(n, 2.0, 500):
                missed += 1
                break
    assert missed <= 14  # at most 5 %: 10, and a deviation of 3
    assert watched_half(500, 1.0, 500) > 1.96 / sqrt(500)
