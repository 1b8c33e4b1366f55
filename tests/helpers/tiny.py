"""A tiny game for tests: its rules are given, and it is played by the generated module and the walker."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from rulewright.dsl.check import check_game
from rulewright.dsl.generate import Switches
from rulewright.dsl.typed import Rules
from rulewright.engine.chance import KeyedChance
from rulewright.engine.decision import Decision
from rulewright.engine.machine import Fault, Machine
from rulewright.engine.program import Program
from rulewright.packs.load import load_folder
from rulewright.source.diagnostics import ContentError, Problems

MANIFEST = """
id: tiny
version: 0.1.0
format: 1
kind: base
title: tiny
players: {least: 1, most: 2, usual: 2}
settings: {harsh: {type: bool, default: false, says: no declining}}
"""
THINGS = """
enums: {tint: [red, green, blue]}
kinds:
  card:
    fields: {worth: int, twin: optional tint}
    state: {wounds: {type: int, start: 0}}
    live_in: [hand]
    starts_in: deck
  die: {state: {value: {type: 1..1000000, rolled: true, start: 1}}, plural: dice, starts_in: cup}
  gem: {formulas: {shine: {gives: int, default: 1}, glow: {params: {n: int}, gives: int, default: n}}}
  spot: {bears: gem}
  tile: {parts: {a: {of: spot, at: [0, 0]}, b: {of: spot, at: [0, 1]}}, starts_in: bag}
  pawn: {starts_in: home}
zones:
  deck: {of: card, order: stack, visible: all}
  waste: {of: card, order: stack, visible: all}
  hand: {of: card, per: seat, visible: owner}
  cup: {of: die, visible: all}
  bag: {of: tile, visible: all}
  mat: {of: tile, per: seat, visible: all, grid: [3, 3]}
  home: {of: pawn, visible: all}
  field: {of: pawn, visible: all, grid: [2, 2]}
seat: {state: {points: {type: int, start: 0}, flags: {type: int, start: 0}}}
game: {state: {clock: {type: int, start: 0}, level: {type: 0..3, start: 0}}}
prompts: {binding: {must: true}}
tables:
  grade: {by: int, gives: int, values: [0, 1, 4]}
  rising: {by: int, gives: int, steps: {2: 3, 4: 8}}
  hint: {by: int, gives: optional int, steps: {2: 3, 4: 8}}
  omen: {by: int, gives: optional int, values: {1: 5}}
"""
CARDS = """
card:
  ruby: {worth: 3, twin: red}
  jade: {worth: 2}
  opal: {worth: 1, twin: green}
die: {d: {copies: 2}}
gem: {dull: {}, bright: {shine: 7}}
tile: {pair: {a: {bears: dull}, b: {bears: bright}}}
pawn: {p: {copies: 2}}
"""
DEAL = "deal: {do: 'for who in seats where it == first_seat then draw(deck, 3, to=who.hand)'}"


def made(folder: Path, rules: str, cards: str = CARDS, things: str = THINGS) -> Rules:
    """A tiny game with these rules; ContentError if they are refused."""
    folder.mkdir(exist_ok=True)
    for name, text in {
        "pack.yaml": MANIFEST,
        "rulebook.yaml": "rules: {TI-01: {says: Made up.}}\n",
        "rules/things.yaml": things,
        "rules/game.yaml": rules,
        "cards/cards.yaml": cards,
    }.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text, "utf-8")
    problems = Problems()
    found = check_game(load_folder(folder), problems)
    problems.check()
    assert found is not None
    return found


def doing(text: str, *, deal: bool = False, more: str = "") -> str:
    """Rules of which seat 0 does this text in its turn, and before it is dealt three cards."""
    block = "\n".join(f"      {line}" for line in text.strip("\n").splitlines())
    dealt = f"  {DEAL}\n" if deal else ""
    return f"{more}\nflow:\n{dealt}  go:\n    turns: seats where it == first_seat\n    do: |\n{block}\n"


def codes(folder: Path, rules: str, cards: str = CARDS) -> set[str]:
    with pytest.raises(ContentError) as caught:
        made(folder, rules, cards)
    return {d.code for d in caught.value.diagnostics}


@dataclass
class Asked:
    """A question: how many options, the sizes of those that are sets, what else could be answered."""

    options: int
    sizes: list[int]
    decline: bool
    uses: int


@dataclass
class Played:
    log: list[tuple[Any, ...]] = field(default_factory=list)
    asked: list[Asked] = field(default_factory=list)
    state: dict[str, Any] = field(default_factory=dict)
    fault: str | None = None

    def of(self, sort: str) -> list[str]:
        return [entry[1] for entry in self.log if entry[0] == sort]

    @property
    def points(self) -> int:
        return self.state["seat_points"][0]

    @property
    def flags(self) -> int:
        return self.state["seat_flags"][0]

    @property
    def clock(self) -> int:
        return self.state["game_clock"]


Answer = int | str  # an option by its number; `decline`; `use`


def run(rules: Rules, answers: Sequence[Answer], reference: bool, outside: bool) -> Played:
    program = Program(rules, {}, 2, Switches(log=True), reference=reference)
    found, left = Played(), list(answers)

    def policy(m: Machine, decision: Decision) -> int:
        _, stop, _, options, uses, decline, _ = decision
        sizes = [len(each) for each in options] if program.sites[stop].many else []
        found.asked.append(Asked(len(options), sizes, bool(decline), len(uses)))
        answer = left.pop(0)
        if answer == "decline":
            assert decline, "this cannot be declined"
            return len(options)
        if answer == "use":
            return len(options) + decline
        assert isinstance(answer, int) and answer < len(options)
        return answer

    m = Machine(program, program.new_state(), [None if outside else policy] * 2, KeyedChance(1), found.log)
    try:
        m.start()
        while not m.s.done:
            m.choose(policy(m, m.s.open[0]))
    except Fault as fault:
        found.fault = fault.code
    else:
        assert left == [], "answers are left"
    slots = set(program.state_type.slots) - {"frames", "open"}
    found.state = {slot: getattr(m.s, slot) for slot in slots}
    return found


def both(rules: Rules, answers: Sequence[Answer] = ()) -> Played:
    """What happens; the same in the walker, the generated module, and that with answers from outside."""
    walked = run(rules, answers, True, False)
    for outside in (False, True):
        generated = run(rules, answers, False, outside)
        assert generated.asked == walked.asked
        assert generated.fault == walked.fault
        if walked.fault is None:
            assert generated.log == walked.log
            assert generated.state == walked.state
    return walked
