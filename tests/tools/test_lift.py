"""Knock-out lifts: worked by hand, and where it is known what an entry is worth."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

from rulewright.play.knockouts import Knockout
from rulewright.play.notebook import Notes
from rulewright.play.playout import Outcome
from rulewright_tools.lab.lifts import Lifts

stats = pytest.importorskip("scipy.stats")
Run = Callable[..., Result]


def outcome(number: int, *scores: int, takers: dict[str, set[int]] | None = None) -> Outcome:
    winners = tuple(seat for seat, score in enumerate(scores) if score == max(scores))
    takers = takers or {}
    taken = Counter({entry: len(seats) for entry, seats in takers.items()})
    notes = Notes(taken=taken, takers=takers)
    return Outcome(number, 0, 0, 9, scores, (), winners, None, None, None, notes=notes)


def test_lifts_by_hand() -> None:
    lifts = Lifts(2)
    lifts.add(outcome(0, 10, 8, takers={"gem": {0, 1}}))
    lifts.add(outcome(1, 5, 9, takers={"gem": {1}, "pebble": {0}}))
    lifts.add(outcome(2, 7, 7))
    assert lifts.wanted == [
        Knockout(0, 0, "gem"),
        Knockout(0, 1, "gem"),
        Knockout(1, 1, "gem"),
        Knockout(1, 0, "pebble"),
    ]
    without = {0: (4, 8), 1: (10, 6), 2: (5, 5), 3: (6, 9)}
    for number, knockout in enumerate(lifts.wanted):
        lifts.add_without(knockout, outcome(knockout.number, *without[number]))
    gem, pebble = lifts.data()
    assert (gem["entry"], gem["replayed"], pebble["entry"], pebble["replayed"]) == ("gem", 3, "pebble", 1)
    scores = [(6 + 2) / 2, 4 / 2, 0]  # by match, over both seats
    wins = [(1 + 0) / 2, (1 - 0.5) / 2, 0]
    for name, values in (("score", scores), ("wins", wins)):
        test = stats.ttest_1samp(values, 0)
        low, high = test.confidence_interval(0.95)
        assert gem[name]["lift"] == pytest.approx(sum(values) / 3)
        assert (gem[name]["low"], gem[name]["high"]) == pytest.approx((low, high), abs=1e-5)
        assert gem[name]["p"] == pytest.approx(test.pvalue, rel=1e-3)
        assert gem[name]["n"] == 3
    assert pebble["score"]["lift"] == pytest.approx(-0.5 / 3, abs=1e-6)
    both = stats.false_discovery_control([gem["score"]["p"], pebble["score"]["p"]])
    assert [gem["score"]["q"], pebble["score"]["q"]] == pytest.approx(both, rel=1e-3)


def test_the_lift_of_a_use_is_that_of_all_seats_by_their_uses() -> None:
    lifts = Lifts(2)
    played = [(2, 4), (1, 3), (0, 0), (3, 5), (1, 1), (2, 5)]
    for number, (gems, gained) in enumerate(played):
        base = outcome(number, 10, 8, takers={"gem": {0}} if gems else {})
        base.notes.used["gem"] = gems - bool(gems)  # it was taken once
        lifts.add(base)
        if gems:
            lifts.add_without(Knockout(number, 0, "gem"), outcome(number, 10 - gained, 8))
    (gem,) = lifts.data()
    assert gem["uses"] == 9 / 6
    assert gem["score"]["lift"] == 18 / 6 / 2  # per match and seat
    assert gem["score"]["per_use"]["lift"] == 18 / 9
    for end in ("low", "high"):
        apart = [gained - gem["score"]["per_use"][end] * used for used, gained in played]
        assert stats.ttest_1samp(apart, 0).pvalue == pytest.approx(0.05, rel=1e-4)


def test_an_entry_that_nobody_used_says_so(run: Run, folder: Path) -> None:
    (folder / "rare.yaml").write_text(
        "version: 0.1.0\nrequires: {marbles: any}\ncards: {marble: {black: {copies: 0, worth: 1}}}\n"
    )
    result = run("sim", "marbles+./rare.yaml", "-n", "3", "--lift", "black", "--json", "out.json")
    assert result.exit_code == 0, result.output
    (row,) = json.loads((folder / "out.json").read_text())["lifts"]
    assert (row["uses"], row["replayed"], row["score"]["per_use"]) == (0, 0, None)
    assert "never used by these bots" in result.stdout


def test_lifts_that_are_all_the_same_are_not_clear() -> None:
    lifts = Lifts(1, frozenset({"gem", "rock"}))
    for number in range(12):
        lifts.add(outcome(number, 5, takers={"gem": {0}}))
    for knockout in lifts.wanted:
        lifts.add_without(knockout, outcome(knockout.number, 3))
    gem, rock = (row["score"] for row in lifts.data())
    assert (gem["lift"], gem["low"], gem["high"], gem["clear"]) == (2, None, None, False)
    assert (rock["lift"], rock["low"], rock["high"]) == (0, 0, 0)  # nobody could use it: nothing was played


def test_a_match_that_was_not_played_again_is_not_counted() -> None:
    lifts = Lifts(1)
    for number in range(3):
        lifts.add(outcome(number, 5, takers={"gem": {0}}))
    for knockout in lifts.wanted[:2]:
        lifts.add_without(knockout, outcome(knockout.number, 3))
    (row,) = lifts.data()
    assert (row["score"]["lift"], row["score"]["n"]) == (2, 2)


def test_matches_behind_one_that_was_not_played_again_are_not_counted() -> None:
    """Those in which nobody used the entry are known at once: they alone would make it worth less."""
    lifts = Lifts(1)
    takers = [{"gem": {0}}, {"gem": {0}}, {"pebble": {0}}, {}, {"gem": {0}}]
    for number, taken in enumerate(takers):
        lifts.add(outcome(number, 5, takers=taken))
    for knockout in lifts.wanted[:2]:
        lifts.add_without(knockout, outcome(knockout.number, 3))
    found = {row["entry"]: (row["score"]["lift"], row["score"]["n"]) for row in lifts.data()}
    assert found == {"gem": (2, 2), "pebble": (0, 2)}


def test_an_entry_that_brings_points_has_a_lift(run: Run, folder: Path) -> None:
    words = ("sim", "marbles", "-n", "30", "--seed", "2", "--lift", "all")
    results = [run(*words, "--jobs", jobs, "--json", f"{jobs}.json") for jobs in ("1", "2")]
    assert results[0].exit_code == 0, results[0].output
    assert (folder / "1.json").read_bytes() == (folder / "2.json").read_bytes()
    data = json.loads((folder / "1.json").read_text())
    lifts = {row["entry"]: row["score"] for row in data["lifts"]}
    assert lifts["green"]["lift"] <= 0  # it is worth nothing, and takes the place of another
    assert max(lifts, key=lambda name: lifts[name]["lift"]) != "green"


@pytest.mark.parametrize(
    ("words", "says"),
    [(("--lift", "gren"), "did you mean 'green'?"), (("--lift", "all", "--policy", "greedy"), "looks ahead")],
)
def test_what_cannot_be_withheld_is_refused(run: Run, words: tuple[str, ...], says: str) -> None:
    result = run("sim", "marbles", "-n", "2", *words)
    assert result.exit_code == 2
    assert says in " ".join(result.output.split())
