"""The luck share: against the textbook analysis of variance, and where it is known."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result
from simulated_luck import SHARES, SPREADS, covered

from rulewright_tools.lab.lift_tables import luck_says
from rulewright_tools.lab.luck import _row, interval, shares

np = pytest.importorskip("numpy")
stats = pytest.importorskip("scipy.stats")
Run = Callable[..., Result]


def test_the_share_is_that_of_a_one_way_analysis() -> None:
    groups = [[3.0, 5.0, 4.0], [9.0, 8.0, 7.0], [1.0, 2.0, 6.0], [5.0, 5.0, 5.0]]
    within = sum(np.var(group, ddof=1) for group in groups) / 4
    between = stats.f_oneway(*groups).statistic * within
    drawn = (between - within) / 3
    assert shares([[(x,) for x in group] for group in groups]) == pytest.approx(drawn / (drawn + within))


def test_the_share_is_found_where_it_is_known() -> None:
    random = np.random.Generator(np.random.Philox(5))
    draws = random.normal(0, 3, (400, 1, 2))  # a variance of 9 by match, and one of 4 by time
    values = draws + random.normal(0, 2, (400, 4, 2))
    share = shares(values)
    low, high = interval(values) or (1, 0)
    assert share == pytest.approx(9 / 13, abs=0.04)
    assert low < 9 / 13 < high
    assert high - low < 0.1


@pytest.mark.parametrize(("values", "share"), [([[(1,), (1,)], [(4,), (4,)]], 1), ([[(1,), (1,)]] * 3, None)])
def test_the_bounds_of_the_share(values: list[list[tuple[int]]], share: float | None) -> None:
    assert shares(values) == share


def test_the_command_plays_on_the_same_draws(run: Run, folder: Path) -> None:
    words = ("sim", "marbles", "-n", "12", "--luck", "3", "--seed", "4")
    results = [run(*words, "--jobs", jobs, "--json", f"{jobs}.json") for jobs in ("1", "2")]
    assert results[0].exit_code == 0, results[0].output
    assert results[0].output == results[1].output
    assert (folder / "1.json").read_bytes() == (folder / "2.json").read_bytes()
    luck = json.loads((folder / "1.json").read_text())["luck"]
    assert (luck["times"], luck["score"]["n"]) == (3, 12)
    assert 0 <= luck["score"]["share"] <= 1
    assert luck["score"]["low"] is None is luck["score"]["high"]  # twelve matches are too few
    assert "(–) of the scores" in results[0].output
    assert "the rest is what these bots leave to chance, not skill; 12 matches" in results[0].output


def test_bots_that_leave_nothing_to_chance_tell_no_share() -> None:
    said = luck_says({"share": 1.0, "low": None, "high": None, "n": 30}, "of the scores")
    assert "leave nothing to chance" in said and "%" not in said


def test_the_interval_is_a_jackknife_worked_one_by_one() -> None:
    """Each match left out in turn; pseudo-values, their standard error and Student's t."""
    random = np.random.Generator(np.random.Philox(8))
    n, times = 25, 3
    values = random.normal(0, 2, (n, 1, 2)) + random.normal(0, 1, (n, times, 2))

    def log_ratio(x: object) -> float:
        share = shares(x)  # (F - 1) / (F + times - 1)
        assert share
        return float(np.log((1 + (times - 1) * share) / (1 - share)))

    whole = log_ratio(values)
    pseudo = [n * whole - (n - 1) * log_ratio(np.delete(values, i, axis=0)) for i in range(n)]
    half = stats.t.ppf(0.975, n - 1) * stats.sem(pseudo)
    ends = [(np.exp(end) - 1) / (np.exp(end) + times - 1) for end in (whole - half, whole + half)]
    assert interval(values) == pytest.approx(ends, rel=1e-4)


@pytest.mark.parametrize("spread", SPREADS)
@pytest.mark.parametrize("share", SHARES)
def test_the_interval_holds_the_share_about_as_often_as_it_says(share: float, spread: str) -> None:
    """Of 300 simulated runs, with seats that go against each other; figures of more in the proofs."""
    least = 0.92 if spread == "normal" else 0.89
    assert least <= covered(share, spread, 40, 3, 300, 2) <= 1


def test_the_interval_takes_few_matches_into_account() -> None:
    assert covered(0.3, "normal", 20, 2, 300, 3) >= 0.92


@pytest.mark.parametrize("varied", [0, 1])
def test_there_is_no_interval_where_hardly_a_match_varies(varied: int) -> None:
    values = [[(match,), (match + (match < varied),)] for match in range(30)]
    assert interval(values) is None
    found = _row(values)
    assert found is not None and (found["low"], found["high"]) == (None, None)


def test_twenty_matches_have_an_interval() -> None:
    random = np.random.Generator(np.random.Philox(6))
    values = (random.normal(0, 3, (20, 1, 2)) + random.normal(0, 2, (20, 3, 2))).tolist()
    found, few = _row(values), _row(values[:19])
    assert found is not None and 0 <= found["low"] <= found["share"] <= found["high"] <= 1
    assert few is not None and few["low"] is None
