"""Seats that data name and that a match with fewer players does not have."""

from __future__ import annotations

from pathlib import Path

import pytest
from tiny import CARDS, THINGS, doing, made

from rulewright.engine.chance import KeyedChance
from rulewright.engine.machine import Fault, Machine
from rulewright.engine.program import Program

TABLES = (
    "tables:\n  giver: {by: int, gives: seat, values: [0, 1]}\n"
    "  later: {by: int, gives: seat, steps: {0: 0, 5: 1}}\n"
)
PRINTED = THINGS.replace("twin: optional tint}", "twin: optional tint, giver: {type: seat, default: 1}}")
OWNED = THINGS.replace("pawn: {starts_in", "pawn: {fields: {side: seat}, owner: side, starts_in")
TEXTS = [
    "giver(1 + clock).points += 1",
    "clock = giver(1 + clock).points",
    "for who in rivals(giver(1 + clock)) then who.points += 1",
    "move(deck, to=giver(1 + clock).hand)",
    "draw(deck, 1, to=giver(1 + clock).hand)",
    "choose 1 card in deck, chosen by giver(1 + clock):\n  clock += 1",
    "later(clock + 7).points += 1",
    "for c in top(deck, 1) then move(c, to=c.giver.hand)",
    "for p in top(home, 1):\n  p.owner.points += 1",
]


@pytest.mark.parametrize("reference", [False, True])
@pytest.mark.parametrize("text", TEXTS)
def test_a_seat_that_is_not_in_a_match_is_a_fault(tmp_path: Path, text: str, reference: bool) -> None:
    owned = "p.owner" in text
    cards = CARDS.replace("p: {copies: 2}", "p: {side: 1, copies: 2}") if owned else CARDS
    rules = made(tmp_path, doing(text, more=TABLES), cards, OWNED if owned else PRINTED)
    program = Program(rules, {}, 1, reference=reference)
    machine = Machine(program, program.new_state(), [lambda m, decision: 0], KeyedChance(1))
    with pytest.raises(Fault, match="a seat that this match does not have") as caught:
        machine.start()
    assert caught.value.code == "G713"


@pytest.mark.parametrize("text", [*TEXTS[:5], TEXTS[6]])
def test_a_seat_that_is_in_a_match_is_none(tmp_path: Path, text: str) -> None:
    program = Program(made(tmp_path, doing(text, more=TABLES)), {}, 2)
    Machine(program, program.new_state(), [lambda m, decision: 0] * 2, KeyedChance(1)).start()


def test_a_fault_never_tells_in_the_words_of_python(tmp_path: Path) -> None:
    text = "if any(my hand):\n  move(my hand, to=waste)\n  clock = first(my hand).worth"
    program = Program(made(tmp_path, doing(text, deal=True)), {}, 2)
    machine = Machine(program, program.new_state(), [lambda m, decision: 0] * 2, KeyedChance(1))
    with pytest.raises(Fault) as caught:
        machine.start()
    assert caught.value.message == "a value was asked for that does not exist"
