"""Many matches: what only a check finds is reported and recorded."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from rulewright.play import playout
from rulewright.play.link import link
from rulewright.play.playout import Batch, Outcome, Plan
from rulewright.play.replay import reenact
from rulewright.play.replay_read import read_replays

FILES = {
    "pack.yaml": """
id: taken
version: 0.1.0
format: 1
kind: base
title: taken
players: {least: 1, most: 2, usual: 1}
""",
    "rulebook.yaml": "rules: {TA-01: {says: Made up.}}",
    "rules/play.yaml": """
kinds: {card: {starts_in: deck}}
zones: {deck: {of: card, visible: all}, hand: {of: card, per: seat, visible: owner}}
tables: {worth: {by: int, gives: int, values: {1: 1}}}
flow: {go: {turns: seats, do: 'choose 1 card in deck then move(it, to=my hand)'}}
scoring: {x: {points: worth(count(my hand)), says: x}}
outcomes: {winner: {most: {total: total}}}
""",
    "cards/cards.yaml": "card: {a: {copies: 3}}",
}


def taken(folder: Path, more: str = "") -> str:
    for name, text in FILES.items():
        (folder / name).parent.mkdir(exist_ok=True, parents=True)
        (folder / name).write_text(text + (more if name == "rules/play.yaml" else ""), "utf-8")
    return str(folder)


def only(spec: str, seats: int = 2, *, record: bool = False) -> Outcome:
    plan = Plan(spec, link(spec), {}, seats, ("uniform",) * seats, 1, record=record, checked=True)
    (outcome,) = Batch(plan)
    return outcome


@pytest.mark.parametrize("record", [False, True])
@pytest.mark.parametrize("seats", [1, 2])  # alone it is only seen at the end
def test_what_a_check_finds_is_reported_and_recorded(tmp_path: Path, seats: int, record: bool) -> None:
    spec = taken(tmp_path, "invariants: {none: {is: count(deck) == 3, says: none is taken}}")
    outcome = only(spec, seats, record=record)
    assert outcome.fault is not None and outcome.fault.code == "I801"
    assert "again" not in outcome.fault.message
    assert outcome.scores == ((1,) if seats == 1 else ())  # as things stood; `worth` has no row for nothing
    assert outcome.replay is not None
    assert json.loads(outcome.replay.splitlines()[-1])["code"] == "I801"


def test_a_fault_that_does_not_come_again_is_still_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = iter([True])

    def once(m: object) -> None:
        if next(found, False):
            raise playout.Fault("I801", "once")

    monkeypatch.setattr(playout, "check_everything", once)
    outcome = only(taken(tmp_path))
    assert outcome.fault is not None
    assert outcome.fault.message.startswith("once") and outcome.fault.message.endswith("to record it)")


def test_a_fault_in_scoring_is_one_of_the_match(tmp_path: Path) -> None:
    spec = taken(tmp_path)
    rules = tmp_path / "rules/play.yaml"
    rules.write_text(rules.read_text("utf-8").replace("{1: 1}", "{9: 1}"), "utf-8")
    outcome = only(spec)
    assert outcome.fault is not None and outcome.fault.code == "G713"


def test_a_record_of_what_a_check_found_plays_again(tmp_path: Path) -> None:
    spec = taken(tmp_path / "pack", "invariants: {none: {is: count(deck) == 3, says: none is taken}}")
    replay = tmp_path / "one.jsonl"
    replay.write_text(only(spec).replay or "", "utf-8")
    (read,) = read_replays(replay)
    again = reenact(read, link(spec))
    assert again.fault is not None and again.fault.code == "I801"


def test_a_static_invariant_that_cannot_be_judged_is_broken(tmp_path: Path) -> None:
    from rulewright.engine.program import Program
    from rulewright.play.invariants import check_static

    spec = taken(tmp_path, "invariants: {s: {is: worth(count(card)) == 1, says: static}}")
    (found,) = check_static(Program(link(spec), {}, 2))
    assert found.code == "I801" and "cannot be judged" in found.message


def test_every_fault_that_content_can_cause_says_what_was_expected_and_what_helps() -> None:
    for code in "G701 G702 G703 G704 G705 G706 G709 G712 G713 G714 G715 G720".split():
        shown = playout.fault_diagnostic(playout.Fault(code, "it happened"))
        assert shown.expected and shown.hint
