"""What is traced of a match, worked by hand on tiny games."""

from __future__ import annotations

from pathlib import Path

import pytest
from tiny import made

from rulewright.dsl.generate import Switches
from rulewright.engine.program import Program
from rulewright.play.notebook import Notebook
from rulewright.play.playout import play_out
from rulewright.play.tracing import Trace, leader
from rulewright.policies import Uniform

END = "scoring: {p: {points: my points}}\noutcomes: {o: {most: {t: total}}}\n"
FLOW = """
flow:
  deal: {do: 'for who in seats then draw(deck, 1, to=who.hand)'}
  lap:
    times: 2
    steps:
      go:
        turns: seats
        do: |
          choose 1 number in 1..1:
            if lap == 1 and first_seat == me then my points += 3
"""


def traced(folder: Path, rules: str, cards: str | None = None) -> Trace:
    game = made(folder, rules) if cards is None else made(folder, rules, cards)
    program = Program(game, {}, 2, Switches(log=True))
    notebook = Notebook(program, True)
    assert play_out(program, [Uniform(True)] * 2, 1, 0, notebook=notebook).result is not None
    assert notebook.notes.trace is not None
    return notebook.notes.trace


def test_turns_that_change_nothing_are_told(tmp_path: Path) -> None:
    trace = traced(tmp_path / "tiny", FLOW + END)
    assert trace.turns == {"lap/go": 4}
    assert trace.dead == {"lap/go": 3}  # only the first seat's first turn brings points


def test_scores_are_noted_where_a_step_begins(tmp_path: Path) -> None:
    trace = traced(tmp_path / "tiny", FLOW + END)
    assert trace.points == [(0, 0), (3, 0), (3, 0), (3, 0)]


def test_by_the_outlook_more_turns_change_something(tmp_path: Path) -> None:
    rules = FLOW.replace("my points += 3", "my flags += 1") + END
    assert traced(tmp_path / "a", rules).dead == {"lap/go": 4}
    assert traced(tmp_path / "b", rules + "outlook: my flags\n").dead == {"lap/go": 3}


def test_what_lies_in_sight_and_in_hands(tmp_path: Path) -> None:
    trace = traced(tmp_path / "tiny", FLOW + END)
    assert {"ruby", "jade", "opal"} <= trace.seen  # the deck is open
    assert sum(trace.held.values()) == 2


def test_triggered_abilities_are_counted_by_turn(tmp_path: Path) -> None:
    rules = (
        "verbs:\n  ring: {do: clock += 1}\n  echo: {do: clock += 1}\n"
        "flow:\n  deal: {do: 'draw(deck, 3, to=first_seat.hand)'}\n"
        "  go:\n    turns: seats\n    do: |\n      choose 1 number in 1..1:\n"
        "        if me == first_seat then ring()\n"
    )
    cards = (
        "card:\n  ruby: {worth: 3, abilities: {hear: {after: ring, do: echo()}}}\n"
        "  jade: {worth: 2, abilities: {again: {after: echo, do: my points += 1}}}\n"
        "gem: {dull: {}}\ndie: {d: {}}\ntile: {pair: {a: {bears: dull}, b: {bears: dull}}}\npawn: {p: {}}\n"
    )
    trace = traced(tmp_path / "tiny", rules + END, cards)
    assert trace.chains == {2: 1, 0: 1}


@pytest.mark.parametrize(("scores", "seat"), [((3, 1), 0), ((1, 3, 2), 1), ((2, 2, 1), None), ((5,), 0)])
def test_who_is_ahead_alone(scores: tuple[int, ...], seat: int | None) -> None:
    assert leader(scores) == seat
