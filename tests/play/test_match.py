"""How a match ends: by the first outcome that applies, whatever the others would say."""

from __future__ import annotations

from pathlib import Path

import pytest
from tiny import codes, doing, made

from rulewright.engine.chance import KeyedChance
from rulewright.engine.machine import Machine
from rulewright.engine.program import Program
from rulewright.play.match import Result, result

SCORING = "scoring: {p: {points: my points}}\n"
AHEAD = "my flags += 5\nleft_of(me).points += 9\nclock = 1"


def ended(folder: Path, outcomes: str) -> Result:
    rules = made(folder, SCORING + outcomes + doing(AHEAD))
    program = Program(rules, {}, 2)
    machine = Machine(program, program.new_state(), [None] * 2, KeyedChance(1))
    machine.start()
    return result(machine)


BY_FLAGS = "by_flags: {when: 'clock == WHEN', most: {flags: my flags}}"
BY_POINTS = "by_points: {most: {points: my points}}"


@pytest.mark.parametrize(
    ("when", "winners", "breakers"),
    [(1, (0,), ({"flags": 5}, {"flags": 0})), (2, (1,), ({"points": 0}, {"points": 9}))],
)
def test_the_first_outcome_that_applies_tells_the_winners(
    tmp_path: Path, when: int, winners: tuple[int, ...], breakers: tuple[dict[str, int], ...]
) -> None:
    found = ended(tmp_path, f"outcomes: {{{BY_FLAGS.replace('WHEN', str(when))}, {BY_POINTS}}}\n")
    assert found.winners == winners
    assert found.breakers == breakers


def test_where_seats_are_ranked_nobody_wins(tmp_path: Path) -> None:
    grades = "enums: {rank: [low, high]}\n"
    grades += "tables: {grades: {by: int, gives: rank, steps: {0: low, 1: high}}}\n"
    outcomes = f"outcomes: {{alone: {{when: clock == 1, rank: grades(total)}}, {BY_POINTS}}}\n"
    found = ended(tmp_path, grades + outcomes)
    assert (found.rank, found.winners, found.breakers) == ("low", (), ({}, {}))


def test_no_outcome_may_apply(tmp_path: Path) -> None:
    found = ended(tmp_path, f"outcomes: {{{BY_FLAGS.replace('WHEN', '7')}}}\n")
    assert (found.rank, found.winners, found.breakers) == (None, (), ({}, {}))


def test_an_outcome_behind_one_that_always_applies_is_a_mistake(tmp_path: Path) -> None:
    outcomes = f"outcomes: {{{BY_POINTS}, {BY_FLAGS.replace('WHEN', '1')}}}\n"
    assert codes(tmp_path, SCORING + outcomes + doing(AHEAD)) == {"R310"}
