"""A ladder of policies: who plays whom, and what the intervals say."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import variance

import pytest
from click.testing import Result

from rulewright.play.playout import Outcome
from rulewright.policies import usual_policy
from rulewright_tools.lab.ladder import FEW, Duel, Ladder, usual_rungs
from rulewright_tools.lab.summary import wilson
from rulewright_tools.prepare import set_up

pytest.importorskip("scipy")
Run = Callable[..., Result]


def outcome(*scores: int) -> Outcome:
    winners = tuple(seat for seat, score in enumerate(scores) if score == max(scores))
    return Outcome(0, 0, 0, 9, scores, (), winners, None, None, None)


def filled(deals: Iterator[list[tuple[int, ...]]] | list[list[tuple[int, ...]]], seats: int) -> Duel:
    duel = Duel("strong", "weak", seats)
    for number, turns in enumerate(deals):
        for turn, scores in enumerate(turns):
            duel.add(number, turn, outcome(*scores))
    return duel


def test_a_duel_by_hand() -> None:
    # the rung sits on seat 0, then on seat 1: it wins one, shares one; then it wins both
    data = filled([[(5, 3), (4, 4)], [(6, 2), (1, 7)]], 2).data()
    assert (data["deals"], data["matches"]) == (2, 4)
    assert data["wins"]["share"] == (1 + 0.5 + 1 + 1) / 4
    assert data["wins"]["even"] == 0.5
    assert (data["score"]["rung"], data["score"]["against"]) == (5.5, 2.5)
    # deals differ by 1 and 5: mean 3, sd sqrt(8), t of one degree of freedom
    assert data["score"]["delta"] == 3
    assert data["score"]["high"] - 3 == pytest.approx(12.7062047 * 8**0.5 / 2**0.5, rel=1e-6)
    assert (data["primary"], data["verdict"], data["more_deals"]) == ("score", FEW, None)
    # its shares of the deals are 0.75 and 1
    assert data["wins"]["n"] == 2
    # Wilson's interval of so many parts that vary as much: 0.109 of 0.0078, with that t
    parts = 0.875 * 0.125 / (0.125**2 * 2 / 2) * (1.959964 / 12.7062) ** 2
    assert (data["wins"]["low"], data["wins"]["high"]) == pytest.approx(wilson(0.875, parts), abs=1e-6)


def test_the_rotations_of_a_deal_are_one_observation() -> None:
    shares = [1.0, 0.5] * 10
    data = filled([[(1, 0), (0, 1)], [(1, 0), (1, 0)]] * 10, 2).data()
    parts = 0.75 * 0.25 / (variance(shares) / 20) * (1.959964 / 2.0930) ** 2
    assert (data["wins"]["low"], data["wins"]["high"]) == pytest.approx(wilson(0.75, parts), abs=1e-6)
    assert (data["primary"], data["verdict"]) == ("wins", "stronger")  # there is no more to score


def test_few_deals_that_are_all_the_same_tell_nothing() -> None:
    data = filled([[(5, 3), (3, 5)]] * 2, 2).data()
    assert (data["wins"]["share"], data["wins"]["high"], data["score"]["low"]) == (1, 1, None)
    assert 0 < data["wins"]["low"] < 0.1
    assert (data["verdict"], data["more_deals"]) == (FEW, None)
    alike = filled([[(5, 3), (3, 5)]] * 12, 2).data()
    assert (alike["verdict"], alike["more_deals"]) == ("not told apart", 288)  # of scores that are all alike
    assert filled([[(5, 3), (3, 5)]] * 300, 2).data()["verdict"] == "stronger"


def test_few_deals_have_no_verdict() -> None:
    nine, ten = (filled(([[(5, 3), (3, 5)], [(6, 3), (2, 5)]] * 5)[:n], 2).data() for n in (9, 10))
    assert nine["score"]["low"] > 0 and (nine["verdict"], nine["more_deals"]) == (FEW, None)
    assert (ten["verdict"], ten["more_deals"]) == ("stronger", None)


def test_how_many_more_deals_an_open_duel_takes() -> None:
    """Deals differ by 1 and by -1: their variance is 20/19."""
    data = filled([[(5, 3), (4, 4)], [(3, 5), (4, 4)]] * 10, 2).data()
    assert (data["verdict"], data["score"]["delta"]) == ("not told apart", 0)
    assert data["more_deals"] == int(7.849 * 20 / 19 / (0.02 * 4) ** 2) - 20


def test_rungs_that_play_alike_are_said_to() -> None:
    same = filled([[(1000, 1001), (1000, 1000)], [(1001, 1000), (1000, 1000)]] * 10, 2).data()
    assert (same["verdict"], same["more_deals"]) == ("no difference that matters", None)


def test_it_is_stronger_when_an_interval_leaves_an_equal_out() -> None:
    assert filled([[(5, 3), (3, 5)], [(6, 3), (2, 5)]] * 5, 2).data()["verdict"] == "stronger"
    assert filled([[(3, 5), (5, 3)], [(3, 6), (5, 2)]] * 5, 2).data()["verdict"] == "weaker"


def test_of_three_seats_a_third_is_even() -> None:
    data = filled([[(5, 3, 1), (3, 5, 1), (4, 0, 2)]] * 2, 3).data()
    assert data["wins"]["share"] == pytest.approx(2 / 3)
    assert data["wins"]["even"] == pytest.approx(1 / 3)
    assert filled([[(5, 3, 1), (3, 5, 1), (4, 0, 2)]], 3).data()["score"] is None  # one deal has no spread


def test_a_lone_player_is_compared_with_itself() -> None:
    data = filled([[(9,), (4,)], [(8,), (4,)], [(9,), (5,)]] * 4, 1).data()
    assert (data["matches"], data["wins"]) == (24, None)
    assert data["score"]["delta"] == pytest.approx(13 / 3)
    assert data["verdict"] == "stronger"


def test_rungs_play_the_one_below_and_the_lowest() -> None:
    ladder = Ladder(set_up("katana", 2, (), None), ("uniform", "brawler", "greedy"), 3, 0, None)
    pairs = [(duel.rung, duel.against) for duel in ladder.duels]
    assert pairs == [("brawler", "uniform"), ("greedy", "brawler"), ("greedy", "uniform")]
    jobs = list(ladder.jobs())
    assert [job.plan.policies for job in jobs] == pairs
    assert ladder.matches == sum(len(job.matches) for job in jobs) == 18


def test_the_usual_rungs_have_the_policy_of_the_pack(folder: Path) -> None:
    rules = set_up("katana", 2, (), None).rules
    assert usual_policy(rules) == "brawler"
    assert usual_rungs(rules)[:3] == ("uniform", "brawler", "greedy")
    assert usual_rungs(set_up("marbles", 2, (), None).rules)[:2] == ("uniform", "greedy")


def test_the_command_gives_the_same_for_any_number_of_processes(run: Run, folder: Path) -> None:
    common = ("ladder", "marbles", "-n", "4", "--policy", "uniform,greedy,search:2", "--seed", "3")
    results = [run(*common, "--jobs", jobs, "--json", f"{jobs}.json") for jobs in ("1", "2")]
    assert results[0].exit_code == 0, results[0].output
    assert "its score   the others'" in results[0].output
    assert "fewer than 10 deals" in results[0].output and "more deals" not in results[0].output
    assert results[0].output == results[1].output
    assert (folder / "1.json").read_bytes() == (folder / "2.json").read_bytes()
    data = json.loads((folder / "1.json").read_text())
    assert data["rungs"] == ["uniform", "greedy", "search:2"]
    assert [duel["matches"] for duel in data["duels"]] == [8, 8, 8]


@pytest.mark.parametrize("rungs", ["uniform", "uniform,uniform", "greedy:0,uniform", "uniform:3,greedy"])
def test_what_is_no_ladder_is_refused(run: Run, rungs: str) -> None:
    result = run("ladder", "marbles", "-n", "2", "--policy", rungs)
    assert result.exit_code == 2
    assert "--policy" in result.output


def test_matches_that_break_off_are_kept_apart(run: Run, folder: Path) -> None:
    result = run("ladder", "marbles", "-n", "2", "--policy", "uniform,greedy:1", "--set", "ending=endless")
    assert result.exit_code == 1
    assert "G701" in result.output


@pytest.mark.parametrize("spec", ["axia", "katana"])
def test_the_bots_that_ship_beat_chance(run: Run, folder: Path, spec: str) -> None:
    own = usual_policy(set_up(spec, 2, (), None).rules)
    words = ("--players", "2", "-n", "4", "--policy", f"uniform,{own},greedy:30", "--json", "out.json")
    assert run("ladder", spec, *words).exit_code == 0
    data = json.loads((folder / "out.json").read_text())
    assert all(duel["score"]["low"] > 0 for duel in data["duels"] if duel["against"] == "uniform")
    assert {duel["verdict"] for duel in data["duels"]} == {FEW}
