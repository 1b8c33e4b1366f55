"""Figures of the course of matches, worked by hand."""

from __future__ import annotations

from collections import Counter

import pytest

from rulewright.play.playout import Outcome
from rulewright.play.tracing import Trace
from rulewright_tools.lab.course import Course, Means
from rulewright_tools.lab.shape_tables import _rows
from rulewright_tools.lab.summary import wilson


def outcome(number: int, *scores: int) -> Outcome:
    winners = tuple(seat for seat, score in enumerate(scores) if score == max(scores))
    return Outcome(number, 0, 0, 9, scores, (), winners, None, None, None)


def filled() -> Course:
    course = Course()
    first = Trace(
        points=[(0, 0), (3, 1), (3, 5), (6, 5)],  # seat 0, then 1, then 0 for good in the last of four steps
        turns=Counter({"go": 3, "buy": 1}),
        dead=Counter({"go": 1, "buy": 1}),
        chains=Counter({0: 2, 1: 1, 4: 1}),
        seen={"gem"},
        held=Counter({"gem": 2}),
    )
    second = Trace(points=[(0, 2), (1, 2)], turns=Counter({"go": 2}), chains=Counter({0: 2}))
    course.add(outcome(0, 6, 5), first)
    course.add(outcome(1, 1, 2), second)
    return course


def test_turns_that_change_nothing() -> None:
    dead = filled().data()["dead_turns"]
    assert (dead["share"], dead["n"]) == (round(2 / 6, 6), 6)
    # 2 of 4 turns and 0 of 2 vary as 4.5 independent turns would; Student's t of two matches is 12.7062.
    expected = wilson(2 / 6, 4.5 * (1.959964 / 12.7062) ** 2)
    assert (dead["low"], dead["high"]) == pytest.approx(expected, abs=1e-5)
    assert [(step["step"], step["share"], step["n"]) for step in dead["steps"]] == [
        ("go", 0.2, 5),
        ("buy", 1, 1),
    ]


def test_a_number_that_is_the_same_in_all_matches_has_no_line() -> None:
    same = {"mean": 0.0, "sd": 0.0, "min": 0, "max": 0, "low": 0.0, "high": 0.0, "share": None, "n": 9}
    course = filled().data()
    data = {
        **course,
        "options": {},
        "questions": 0,
        **dict.fromkeys(("margin", "lead_changes", "half_time_leader_wins", "settled_at", "drama"), same),
    }
    assert [line for line, _ in _rows(data)] == [
        "turns that change nothing (95 %)",
        "  in go",
        "  in buy",
        "effects triggered in a turn",
    ]
    varied = {**data, "drama": {**same, "high": 1.0}}
    assert "points that the winner was behind" in [line for line, _ in _rows(varied)]


def test_effects_triggered_in_a_turn() -> None:
    combos = filled().data()["combos"]
    assert combos["mean"] == (5 / 4 + 0) / 2  # of matches
    assert (combos["max"], combos["deepest_match"]) == (4, 0)
    assert [(step["at_least"], step["share"]) for step in combos["tail"]] == [
        (1, round(2 / 6, 6)),
        (2, round(1 / 6, 6)),
        (3, round(1 / 6, 6)),
        (4, round(1 / 6, 6)),
    ]


def test_drama_and_when_it_was_settled() -> None:
    data = filled().data()
    assert data["drama"]["mean"] == (2 / 4 + 0) / 2
    assert data["settled_at"]["mean"] == (3 / 4 + 0) / 2
    assert data["settled_at"]["n"] == 2


def test_what_came_into_sight_and_stayed_in_hands() -> None:
    entry = filled().entry("gem")
    assert (entry["seen"]["share"], entry["seen"]["n"], entry["held"]) == (0.5, 2, 1)


def test_means_have_the_interval_of_student() -> None:
    stats = pytest.importorskip("scipy.stats")
    values = [1.0, 2.5, 4.0, 0.5]
    means = Means()
    for value in values:
        means.add(value)
    low, high = stats.t.interval(0.95, len(values) - 1, loc=2.0, scale=stats.sem(values))
    assert (means.data()["low"], means.data()["high"]) == pytest.approx((low, high), abs=1e-4)
    assert Means().data()["mean"] is None
