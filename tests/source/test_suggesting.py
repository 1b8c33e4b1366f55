"""Guesses stay cheap however much is misspelt: work is counted, not time."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from rulewright.source import suggest
from rulewright.source.diagnostics import Problems
from rulewright.source.synonyms import MEANT

NAMES = [f"{a}{b}_{c}" for a in ("hand", "deck", "pile", "market") for b in "abcdefgh" for c in range(100)]


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> Callable[[], dict[str, int]]:
    """How often names were compared, letter by letter, and how often a set of candidates was prepared."""
    calls = {"distance": 0, "prepared": 0}
    distance, prepared = suggest._distance, suggest._by_length

    def comparing(left: str, right: str, limit: int) -> int:
        calls["distance"] += 1
        return distance(left, right, limit)

    monkeypatch.setattr(suggest, "_distance", comparing)
    before = prepared.cache_info().misses
    return lambda: {**calls, "prepared": prepared.cache_info().misses - before}


def test_many_unknown_names_cost_as_much_as_a_few(counted: Callable[[], dict[str, int]]) -> None:
    problems = Problems()
    hints = [problems.suggest(f"{name[:3]}x{name[3:]}", NAMES) for name in NAMES]
    assert all(hints[: suggest.MOST_PER_RUN])
    assert not any(hints[suggest.MOST_PER_RUN :])
    assert counted()["prepared"] <= 1
    assert counted()["distance"] < suggest.MOST_PER_RUN * len(NAMES) / 10


def test_letters_that_cannot_match_are_not_compared(counted: Callable[[], dict[str, int]]) -> None:
    assert suggest.nearest("zzzzzz", NAMES) == []
    assert counted()["distance"] == 0


def test_a_new_run_has_its_own_suggestions() -> None:
    first, second = Problems(), Problems()
    for _ in range(suggest.MOST_PER_RUN + 1):
        first.suggest("hnad", ["hand"])
    assert first.suggest("hnad", ["hand"]) is None
    assert second.suggest("hnad", ["hand"]) == "did you mean 'hand'?"


@pytest.mark.parametrize(
    ("written", "legal", "meant"),
    [
        ("effect", ["do", "when", "after"], ["do"]),
        ("Effects", ["do"], ["do"]),
        ("condition", ["do", "when", "if"], ["if", "when"]),
        ("victory_points", ["points", "says"], ["points"]),
        ("effect", ["when"], []),
        ("count", ["copies", "cost"], ["copies"]),
        ("deal", ["draw", "deals"], ["deals"]),
    ],
)
def test_declared_synonyms_are_known(written: str, legal: list[str], meant: list[str]) -> None:
    assert sorted(suggest.nearest(written, legal)) == meant
    assert suggest.one_slip_from(written, ["do"]) is None


def test_a_synonym_is_none_of_itself() -> None:
    assert [name for word, names in MEANT.items() for name in names if word == name] == []
    assert all(names for names in MEANT.values())
