"""Every slot of every frame has a type: what is renamed, hidden or shown in a state goes by it."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from shipped import games, overlays
from tiny import DEAL, THINGS, made

from rulewright.dsl.generate import Switches
from rulewright.dsl.typed import Rules
from rulewright.engine.chance import KeyedChance
from rulewright.engine.machine import HOOK, Machine
from rulewright.engine.program import Program
from rulewright.model.types import BoolType, ComponentType, IntType, ListType, SeatType, Type
from rulewright.packs.load import load_folder
from rulewright.play.link import link, link_game

MADE = sorted(
    path.parent for path in Path(__file__).parents[1].glob("*/*/pack.yaml") if path.parent.name != "coins"
)
COUNTER = re.compile(r"(i|n|h|turn|left|most|least)\d+")
"""What the generator counts with; `this` is -1 where nothing has the turn."""

KEPT = f"""
verbs:
  peek:
    params: {{c: card}}
    gives: card
    do: |
      result = c
      choose 1 seat in seats then it.points += 1
rules: {{heard: {{after: peek(c), do: 'choose 1 seat in seats then it.flags += 1'}}}}
flow:
  {DEAL}
  each_card:
    if: any(first_seat.hand)
    turns: first_seat.hand
    steps:
      look:
        do: |
          choose 1 seat in seats, chosen by first_seat then clock += 1
          let c = peek(this)
          for d in deck:
            choose up to 2 cards in first_seat.hand, together, chosen by first_seat:
              clock += 1
          c.wounds += 1
"""


def rules_of(what: str | Path, folder: Path) -> Rules:
    if what == "tiny":
        return made(folder, KEPT)
    return link_game(load_folder(what)) if isinstance(what, Path) else link(what)


def locals_of(program: Program, stop: str) -> list[str]:
    code = program.continuations[stop].__code__
    return list(code.co_varnames[1 : code.co_argcount])


@pytest.mark.parametrize("what", ["tiny", *games(), *overlays(), *MADE], ids=str)
def test_every_slot_of_a_frame_has_its_type(what: str | Path, tmp_path: Path) -> None:
    program = Program(rules_of(what, tmp_path), {}, None, Switches(log=True))
    for stop, types in program.source.frames.items():
        names = locals_of(program, stop)
        assert len(names) == len(types)
        for name, type_ in zip(names, types, strict=True):
            assert isinstance(type_, Type), (stop, name)
            if COUNTER.fullmatch(name):
                assert type_ == IntType(), (stop, name)
    assert set(program.frame_types) == set(program.continuations)


def fits(program: Program, value: Any, type_: Type) -> bool:
    if value is None:
        return True
    match type_:
        case ComponentType(kind):
            return -1 <= value < len(program.kinds[kind].uids)
        case ListType(item):
            return isinstance(value, tuple) and all(fits(program, each, item) for each in value)
        case SeatType():
            return -1 <= value < program.seats
        case IntType() | BoolType():
            return isinstance(value, int)
    return True


def test_what_frames_hold_is_of_its_type(tmp_path: Path) -> None:
    program = Program(made(tmp_path, KEPT, things=THINGS), {}, 2)
    m = Machine(program, program.new_state(), [None] * 2, KeyedChance(1))
    m.start()
    held: dict[str, set[Type]] = {}
    number = 0
    while not m.s.done:
        number += 1
        for frame in m.s.frames:
            if frame[0] not in program.source.frames:
                assert frame == (HOOK,)
                continue
            for name, value, type_ in zip(
                locals_of(program, frame[0]), frame[1:], program.frame_types[frame[0]], strict=True
            ):
                assert fits(program, value, type_), (frame, name)
                held.setdefault(name, set()).add(type_)
        m.choose(number % len(m.s.open[0][3]), m.s.open[0][2])
    assert held["result_"] == {ComponentType("card")}
    assert ComponentType("card") in held["this"]
