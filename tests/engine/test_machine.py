"""The machine: faults and whose they are, answers from outside, depth, and what is kept."""

from __future__ import annotations

import linecache
from pathlib import Path
from typing import Any

import pytest

from rulewright.dsl.check import check_game
from rulewright.dsl.generate import Switches
from rulewright.dsl.typed import Rules
from rulewright.engine import program as program_module
from rulewright.engine.chance import KeyedChance
from rulewright.engine.decision import Decision
from rulewright.engine.machine import Fault, IllegalChoice, Machine
from rulewright.engine.program import Program
from rulewright.packs.load import load_folder
from rulewright.source.diagnostics import Problems

MANIFEST = """
id: tiny
version: 0.1.0
format: 1
kind: base
title: tiny
players: {least: 1, most: 4, usual: 2}
"""
KINDS = """
kinds:
  card: {starts_in: deck, live_in: [table]}
  die: {state: {value: {type: 1..6, rolled: true, start: 1}}, plural: dice, starts_in: cup}
zones:
  deck: {of: card, order: stack, visible: all}
  table: {of: card, visible: all}
  hand: {of: card, per: seat, visible: owner}
  cup: {of: die, visible: all}
game: {state: {n: {type: int, start: 0}}}
seat: {state: {luck: {type: int, start: 0}}}
tables: {worth: {by: int, gives: int, values: {9: 1}}}
"""
CARDS = "{card: {a: {copies: 3}}, die: {d: {copies: 2}}}"
BOTH = pytest.mark.parametrize("reference", [False, True], ids=["generated", "reference"])


def made(folder: Path, rules: str, cards: str = CARDS, *, kinds: str = KINDS, id: str = "tiny") -> Rules:
    for name, text in {
        "pack.yaml": MANIFEST.replace("id: tiny", f"id: {id}"),
        "rulebook.yaml": "rules: {TI-01: {says: Made up.}}\n",
        "rules/things.yaml": kinds,
        "rules/game.yaml": rules,
        "cards/cards.yaml": cards,
    }.items():
        (folder / name).parent.mkdir(exist_ok=True, parents=True)
        (folder / name).write_text(text, "utf-8")
    problems = Problems()
    found = check_game(load_folder(folder), problems)
    problems.check()
    assert found is not None
    return found


def first(m: Machine, decision: Decision) -> int:
    return 0


def machine(rules: Rules, *, reference: bool = False, policy: Any = first, chance: bool = True) -> Machine:
    program = Program(rules, {}, 2, Switches(log=True), reference=reference)
    return Machine(program, program.new_state(), [policy] * 2, KeyedChance(1) if chance else None, [])


def fault(m: Machine) -> str:
    with pytest.raises(Fault) as caught:
        m.start()
        while not m.s.done:
            m.choose(0)
    return caught.value.code


# --- nobody acts -----------------------------------------------------------------------------

POKE = """
verbs: {poke: {params: {k: int}, do: n += k}}
flow: {lay: {do: 'draw(deck, 1, to=table)'}, go: {do: poke(1)}}
"""


@BOTH
@pytest.mark.parametrize("sort", ["before", "after", "instead_of"])
def test_an_ability_that_nobody_has_cannot_use_me(tmp_path: Path, reference: bool, sort: str) -> None:
    ability = "{card: {a: {copies: 3, abilities: {x: {%s: poke(k), do: my luck += 1}}}}, die: {d: {}}}"
    kinds = KINDS.replace("live_in: [table]", "live_in: [table, hand]")  # where somebody might have it
    assert fault(machine(made(tmp_path, POKE, ability % sort, kinds=kinds), reference=reference)) == "G709"


@BOTH
def test_one_that_uses_no_seat_works_for_nobody(tmp_path: Path, reference: bool) -> None:
    cards = "{card: {a: {copies: 3, abilities: {x: {after: poke(k), do: n += 10}}}}, die: {d: {}}}"
    m = machine(made(tmp_path, POKE, cards), reference=reference)
    m.start()
    assert m.s.game_n == 11


@BOTH
@pytest.mark.parametrize("inner", ["do: my luck += 10", "steps: {a: {do: my luck += 1}}"])
def test_a_turn_that_nobody_has_cannot_use_me(tmp_path: Path, reference: bool, inner: str) -> None:
    rules = f"flow: {{go: {{turns: cup, {inner}}}}}"
    m = machine(made(tmp_path, rules), reference=reference)
    assert fault(m) == "G709"
    assert m.s.seat_luck == [0, 0]


def test_at_a_turn_that_nobody_has_no_window_is_open(tmp_path: Path) -> None:
    rules = "windows: {w: {seat: turn.seat, during: go, at_end: true}}\nflow: {go: {turns: cup, do: n += 1}}"
    kinds = KINDS.replace("live_in: [table]", "live_in: [hand]")
    cards = "{card: {a: {abilities: {x: {window: w, do: n += 100}}}}, die: {d: {copies: 2}}}"
    deal = rules.replace("flow: {", "flow: {deal: {turns: seats, do: 'draw(deck, 1, to=my hand)'}, ")
    m = machine(made(tmp_path, deal, cards, kinds=kinds))
    m.start()
    assert m.s.game_n == 2


# --- whose error it is -----------------------------------------------------------------------


def test_what_a_policy_does_wrong_is_not_the_content(tmp_path: Path) -> None:
    def broken(*_: Any) -> int:
        return {}["x"]  # type: ignore[no-any-return]  # fails on purpose

    rules = made(tmp_path, "flow: {go: {turns: seats, do: choose 1 card in deck then n += 1}}")
    with pytest.raises(KeyError):
        machine(rules, policy=broken).start()


@BOTH
def test_facts_fault_as_running_text_does(tmp_path: Path, reference: bool) -> None:
    rules = (
        "flow: {go: {do: n += 1}}\nscoring: {x: {points: worth(n), says: x}}\n"
        "outcomes: {w: {most: {t: total}}}"
    )
    m = machine(made(tmp_path, rules), reference=reference)
    m.start()
    with pytest.raises(Fault) as caught:
        m.fact("score", 0)
    assert caught.value.code == "G713"
    assert bool(caught.value.places) != reference


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("choose (n - 1) cards in deck, at random then n += 1", "G714"),
        ("choose up to (n - 1) cards in deck then n += 1", "G714"),
        ("choose (n - 1) cards in deck then n += 1", "G714"),
        ("draw(deck, n - 1, to=table)", "G714"),
        ("choose up to (n - 1) cards in deck, one at a time then n += 1", "G714"),
        ("repeat (n - 1) times then n += 1", "G714"),
        ("n = count(top(deck, n - 1))", "G714"),
        ("n = worth(n)", "G713"),
        ("n = 1 / n rounded down", "G704"),
    ],
)
@BOTH
def test_faults_of_texts(tmp_path: Path, text: str, code: str, reference: bool) -> None:
    rules = f"flow:\n  go:\n    turns: seats\n    do: {text}\n"
    assert fault(machine(made(tmp_path, rules), reference=reference)) == code


# --- pieces ----------------------------------------------------------------------------------

PIECES = """
kinds:
  piece: {fields: {cells: shape}, shape: cells, starts_in: bag, rotate: true}
zones:
  bag: {of: piece, visible: all}
  field: {of: piece, visible: all, grid: [4, 4]}
game: {state: {n: {type: int, start: 0}}}
"""
SHAPES = """
piece:
  big: {cells: [[0, 0], [0, 1], [0, 2]]}
  dot: {cells: [[0, 0]]}
  pair: {cells: [[0, 0], [0, 1]]}
"""


def pieces(folder: Path, text: str) -> Machine:
    block = "\n".join(f"      {line}" for line in text.strip().splitlines())
    return machine(made(folder, f"flow:\n  go:\n    do: |\n{block}\n", SHAPES, kinds=PIECES))


def test_another_shape_takes_the_same_cell(tmp_path: Path) -> None:
    m = pieces(
        tmp_path,
        """
for q in (bag where entry == big):
  for c in top(cells(field), 5) then n += 1
  choose 1 placement in placements(q, on=field), at random then place(it)
for q in (field as f where f.entry == big):
  for r in (bag where entry == pair) then replace(q, by=r, to=bag)
""",
    )
    moves = m.program.board.moves[1]
    assert moves is not None
    m.start()
    placed = next(entry[-1] for entry in m.log or () if entry[0] == "place")
    old, new = moves[0][placed], moves[2][m.s.spot_piece[2]]
    assert (new.cell, new.turn, new.flip) == (old.cell, old.turn, old.flip)


def test_a_shape_that_cannot_lie_so_is_a_fault(tmp_path: Path) -> None:
    m = pieces(tmp_path, "for q in (field as f where f.entry == big) then replace(q, by=q, to=bag)")
    moves = m.program.board.moves[1]
    assert moves is not None
    m.program.functions["place"](m, (1, 1, 15))  # the dot in the last corner
    with pytest.raises(Fault) as caught:
        m.program.functions["replace"](m, "piece", 1, 0, 0)
    assert caught.value.code == "G705"


def test_a_piece_keeps_its_turn_where_it_lies_already(tmp_path: Path) -> None:
    m = pieces(tmp_path, "n = 1")
    moves = m.program.board.moves[1]
    assert moves is not None
    m.program.functions["place"](m, (0, 1, next(i for i, p in enumerate(moves[0]) if p.turn == 1)))
    m.program.functions["place_on"](m, "piece", 0, 1, 5)
    position = moves[0][m.s.spot_piece[0]]
    assert (position.cell, position.turn) == (5, 1)


def test_in_a_pile_the_place_is_that_after_the_other_has_left(tmp_path: Path) -> None:
    m = machine(made(tmp_path, "flow: {go: {do: n += 1}}"))
    deck, table = m.program.zone_base["deck"], m.program.zone_base["table"]
    m.program.functions["replace"](m, "card", 2, 0, table)  # of 0 1 2: 0 goes where 2 is
    assert (m.s.zones[deck], m.s.zones[table]) == ([1, 0], [2])


# --- depth -----------------------------------------------------------------------------------

CHAIN = """
card:
  a:
    abilities:
      x:
        after: hit(k)
        when: k > 1
        do: |
          choose 1 card in table:
            hit(k - 1)
            n += 1
die: {d: {}}
"""


@pytest.mark.parametrize("tail", [False, True])
@pytest.mark.parametrize("outside", [False, True])
def test_abilities_are_counted_alike_stopped_or_not(tmp_path: Path, tail: bool, outside: bool) -> None:
    cards = CHAIN.replace("            n += 1\n", "") if tail else CHAIN
    for times, deep in ((201, False), (251, False), (252, True)):
        rules = (
            "verbs: {hit: {params: {k: int}, do: n += 1}}\nflow:\n  lay: {do: 'draw(deck, 1, to=table)'}\n"
            f"  go: {{turns: seats where it == first_seat, do: hit({times})}}\n"
        )
        m = machine(made(tmp_path / str(times), rules, cards), policy=None if outside else first)
        if deep:
            assert fault(m) == "G702"
            continue
        m.start()
        while not m.s.done:
            m.choose(0)
        assert m.s.game_n == times + (0 if tail else times - 1)


# --- answers ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "good", "bad"),
    [
        ("shuffle(deck)", [2, 0, 1], [[0, 0], [0, 1, 3], [0, 1, 1], 0, None]),
        ("roll(cup)", [1, 6], [[1], [0, 1], [7, 1], [True, 1], ["a", 1]]),
        ("choose 2 cards in deck, at random then n += 1", [2, 0], [[0], [0, 0], [0, 5]]),
    ],
)
def test_what_cannot_be_drawn_is_refused(tmp_path: Path, text: str, good: Any, bad: list[Any]) -> None:
    m = machine(made(tmp_path, f"flow: {{go: {{do: '{text}'}}}}"), chance=False)
    m.start()
    for answer in bad:
        with pytest.raises(IllegalChoice):
            m.resume(answer)
    m.resume(good)
    assert m.s.done
    with pytest.raises(IllegalChoice):
        m.resume(good)


@pytest.mark.parametrize("index", [-1, 3])
@pytest.mark.parametrize("secret", [False, True])
def test_a_policy_answers_with_an_option(tmp_path: Path, index: int, secret: bool) -> None:
    rules = "flow: {go: {turns: seats, do: choose 1 card in deck then n += 1}}"
    if secret:
        rules = "flow: {go: {at_once: {seats: seats, choose: {c: 1 card in deck}}, do: n += 1}}"
    with pytest.raises(IllegalChoice):
        machine(made(tmp_path, rules), policy=lambda *_: index).start()


# --- compiled code ---------------------------------------------------------------------------


def test_code_is_kept_by_its_text_and_not_for_ever(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(program_module, "MOST_KEPT", 2)
    names = []
    for number, id in ((1, "one"), (1, "two"), (2, "one"), (3, "one")):
        rules = made(tmp_path / f"{id}{number}", f"flow: {{go: {{do: n += worth(n + {number})}}}}", id=id)
        m = machine(rules)
        names.append(m.program.filename)
        with pytest.raises(Fault) as caught:
            m.start()
        assert caught.value.places
    assert names[0] == names[1]
    assert names[0] not in linecache.cache
    assert names[2] in linecache.cache and names[3] in linecache.cache
