"""A position in words: what lies in each zone, and the state of seats and the game."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import Any

from rulewright.engine.decision import Decision
from rulewright.engine.machine import Machine
from rulewright.model.types import BoolType
from rulewright.play.names import Names


def position_lines(m: Machine, *, reveal: bool) -> Iterator[str]:
    """A line for the game, one for each seat, and one for each zone with what lies in it, top first.

    Args:
        reveal: also say what lies in zones that the seats that are asked (all, if none is) do not see;
            otherwise only how much it is.
    """
    names, program, s = Names(m.program), m.program, m.s
    game = program.game
    state = [f"{k} {names.value(d.type, getattr(s, f'game_{k}'), s)}" for k, d in game.game_state.items()]
    if state:
        yield f"game: {', '.join(state)}"
    for seat in range(program.seats):
        kept = [
            f"{k} {names.value(d.type, getattr(s, f'seat_{k}')[seat], s)}" for k, d in game.seat_state.items()
        ]
        if kept:
            yield f"seat {seat}: {', '.join(kept)}"
    asked = {what.seat for what in s.open if isinstance(what, Decision)} or set(range(program.seats))
    for z, zone in enumerate(program.zones):
        pile = s.zones[z]
        if reveal or not all(z in program.hidden[seat] for seat in asked):
            yield f"{names.zone_name(z)}: {_held(names, zone.kind, pile, s) if pile else 'nothing'}"
        else:
            yield f"{names.zone_name(z)}: {len(pile)}"


def _held(names: Names, kind: str, pile: Any, s: Any) -> str:
    told = [_thing(names, kind, x, s) for x in pile]
    groups = [(word, len(list(same))) for word, same in groupby(told)]
    return ", ".join(word if number == 1 else f"{word} ×{number}" for word, number in groups)


def _thing(names: Names, kind: str, x: int, s: Any) -> str:
    """`fox wounds=2 at 0,1 (0,2: tired)`: its entry, the state that is not as at first, cells and parts."""
    program = names.program
    info = program.kinds[kind]
    words = [program.components[kind][x].id, *_state(names, kind, x, s)]
    cells = names.cells(kind, x, s)
    if cells:
        words += ["at", names.cell(names.zone(kind, x, s), cells[0])]
    if info.part_kind is not None:
        for part in range(x * info.parts, (x + 1) * info.parts):
            if notes := _state(names, info.part_kind, part, s):
                words.append(f"({names.thing(info.part_kind, part, s)}: {' '.join(notes)})")
    return " ".join(words)


def _state(names: Names, kind: str, x: int, s: Any) -> list[str]:
    found = []
    for decl in names.game.kinds[kind].state.values():
        column = f"{kind}_{decl.name}"
        raw = getattr(s, column)[x]
        if raw != names.program.starts[column][x] or decl.rolled:
            if isinstance(decl.type, BoolType):
                found.append(decl.name if raw else f"{decl.name}=false")
            else:
                found.append(f"{decl.name}={names.value(decl.type, raw, s)}")
    return found
