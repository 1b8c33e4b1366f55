"""Whose a component is where its zone does not say: the `owner` of its kind."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from rulewright.dsl.check import check_game
from rulewright.engine.decision import Decision
from rulewright.engine.machine import Fault, Machine
from rulewright.engine.program import Program
from rulewright.packs.load import load_folder
from rulewright.source.diagnostics import ContentError, Problems

PATROL = Path(__file__).parents[1] / "packs" / "patrol"


def first(m: Machine, decision: Decision) -> int:
    return 0


def program(folder: Path, *, reference: bool = False) -> Program:
    problems = Problems()
    rules = check_game(load_folder(folder), problems)
    problems.check()
    assert rules is not None
    return Program(rules, seats=2, reference=reference)


def patrol(to: Path, changes: dict[str, str], *, printed: bool = True) -> Path:
    """The pack `patrol` with words of its kinds changed; unless `printed`, cards say no side."""
    shutil.copytree(PATROL, to)
    yard = to / "rules" / "yard.yaml"
    text = yard.read_text("utf-8")
    for old, new in changes.items():
        assert old in text
        text = text.replace(old, new)
    yard.write_text(text, "utf-8")
    if not printed:
        cards = to / "cards" / "figures.yaml"
        cards.write_text(re.sub(r", side: \d", "", cards.read_text("utf-8")), "utf-8")
    return to


@pytest.fixture
def by_state(tmp_path: Path) -> Path:
    state = "state:\n      side: {type: seat, start: 1}\n"
    changes = {"fields: {side: seat}": "fields: {}", "state:\n": state}
    return patrol(tmp_path / "patrol", changes, printed=False)


def test_a_printed_seat_owns_what_lies_in_a_shared_zone() -> None:
    made = program(PATROL)
    s = made.new_state()
    assert [made.owner_of(s, "figure", x) for x in range(3)] == [0, 1, 1]


def test_the_owner_may_change(by_state: Path) -> None:
    made = program(by_state)
    s = made.new_state()
    assert [made.owner_of(s, "figure", x) for x in range(3)] == [1, 1, 1]
    s.figure_side[2] = 0
    assert made.owner_of(s, "figure", 2) == 0


@pytest.mark.parametrize("reference", [False, True], ids=["generated", "reference"])
def test_the_owner_has_the_turn_of_the_component(by_state: Path, reference: bool) -> None:
    made = program(by_state, reference=reference)
    s = made.new_state()
    s.figure_side[:] = [1, 0, 1]
    asked: list[int] = []

    def policy(m: Machine, decision: Decision) -> int:
        asked.append(decision.seat)
        return 2  # stay

    m = Machine(made, s, [policy, policy], None)
    for x in range(3):
        made.functions["place"](m, (x, made.zone_base["yard"], x * 10))
    m.start("step_watch_moves")
    assert asked == [1, 0, 1]


def test_a_choice_of_what_nobody_owns_is_a_fault(tmp_path: Path) -> None:
    folder = patrol(tmp_path / "patrol", {"    owner: side ": "    # "})
    made = program(folder)
    m = Machine(made, made.new_state(), [first, first], None)
    made.functions["place"](m, (0, made.zone_base["yard"], 0))
    with pytest.raises(Fault) as caught:
        m.start("step_watch_moves")
    assert caught.value.code == "G709"


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"owner: side ": "owner: sidee "}, "R301"),
        ({"owner: side ": "owner: sneaks "}, "R311"),
        ({"{side: seat}": "{side: optional seat}"}, "R311"),
    ],
    ids=["unknown", "no seat", "optional"],
)
def test_an_owner_is_a_seat_that_is_always_there(tmp_path: Path, changes: dict[str, str], code: str) -> None:
    with pytest.raises(ContentError) as caught:
        load_folder(patrol(tmp_path / "patrol", changes))
    assert code in {d.code for d in caught.value.diagnostics}
