"""One suite, two engines: the generated module and the reference walker play the same matches.

A third run answers every decision and draw of the generated module from outside, so that each of its
stops is left and taken up again.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from rulewright.dsl.check import check_game
from rulewright.dsl.generate import Switches
from rulewright.dsl.typed import Rules
from rulewright.engine.decision import Decision
from rulewright.engine.machine import Machine, Policy
from rulewright.engine.program import Program
from rulewright.model.game import Game, Value
from rulewright.packs.load import load, load_folder
from rulewright.source.diagnostics import Problems

Log = list[tuple[Any, ...]]


class Dice:
    """Chance from a seed; it notes who asked for a pick, as a real one may depend on it."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.asked: list[object] = []

    def shuffle(self, m: Machine, z: int, pile: Sequence[int]) -> list[int]:
        self.asked.append((z, m.s.place))
        return self.random.sample(list(pile), len(pile))

    def roll(self, m: Machine, kind: str, dice: Sequence[int]) -> list[int]:
        self.asked.append((kind, m.s.place))
        info = m.program.kinds[kind]
        return [self.random.randint(info.low, info.high) for _ in dice]

    def pick(self, m: Machine, owner: str, item: str, options: Sequence[Any], n: int) -> list[Any]:
        self.asked.append((owner, m.s.place))
        return self.random.sample(list(options), n)


def uniform(seed: int) -> Policy:
    chosen = random.Random(seed)

    def policy(m: Machine, decision: Decision) -> int:
        return chosen.randrange(decision.answers)

    return policy


def play(program: Program, seed: int) -> tuple[Log, Any, list[Any], list[object]]:
    """Log, final state, itemised scores, and what chance was asked."""
    log: Log = []
    dice = Dice(seed)
    state = program.new_state(seed % program.seats)
    m = Machine(program, state, [uniform(seed)] * program.seats, dice, log)
    m.start()
    assert m.s.done
    return log, m.s, scores(m), dice.asked


def scores(m: Machine) -> list[Any]:
    found = []
    for seat in range(m.program.seats):
        items: list[Any] = []
        found.append((m.program.functions["score"](m, seat, items), items))
    return found


def play_with_stops(program: Program, seed: int) -> tuple[Log, Any, list[Any], list[object]]:
    """The same match with nothing answered in the process, and a new copy of the state at every stop."""
    log: Log = []
    dice, policy = Dice(seed), uniform(seed)
    m = Machine(program, program.new_state(seed % program.seats), [None] * program.seats, None, log)
    m.start()
    while not m.s.done:
        m.s = m.s.copy()
        stop = m.s.open[0]
        match stop[0]:
            case "choose":
                m.choose(policy(m, stop))
            case "shuffle":
                m.resume(dice.shuffle(m, stop[1], stop[2]))
            case "roll":
                m.resume(dice.roll(m, stop[1], stop[2]))
            case "pick":
                m.resume(dice.pick(m, stop[1], stop[2], stop[3], stop[4]))
    return log, m.s, scores(m), dice.asked


def assert_equal_play(rules: Rules, settings: dict[str, Value], seats: int, games: int = 6) -> Log:
    """Both engines, and the generated one with and without stops; all logs, for a look at what happened."""
    generated = Program(rules, settings, seats, Switches(log=True))
    walked = Program(rules, settings, seats, reference=True)
    logs: Log = []
    for seed in range(games):
        log, state, points, asked = play(walked, seed)
        logs += log
        for other in (play(generated, seed), play_with_stops(generated, seed)):
            for number, (mine, theirs) in enumerate(zip(log, other[0], strict=False)):
                assert mine == theirs, (seed, number, log[max(0, number - 5) : number])
            assert len(log) == len(other[0])
            assert asked == other[3]
            different = {f: (getattr(state, f), getattr(other[1], f)) for f in generated.state_type.slots}
            unlike = {f: pair for f, pair in different.items() if pair[0] != pair[1]}
            assert generated.state_type.equal(state, other[1]), unlike
            assert points == other[2]
    return logs


def checked(game: Game) -> Rules:
    problems = Problems()
    rules = check_game(game, problems)
    problems.check()
    assert rules is not None
    return rules


PACK = """
id: made_up
version: 0.1.0
format: 1
kind: base
title: made up
players: {least: 1, most: 3, usual: 2}
settings: {harsh: {type: bool, default: false, says: no declining}}
"""
PIECES = """
enums: {tint: [red, green, blue]}
kinds:
  card:
    fields: {tint: tint, worth: int, mark: optional int}
    state: {wounds: {type: int, start: 0}, hidden: bool}
    alike: [entry, wounds, hidden]
    live_in: [hand, table]
    formulas: {bonus: {gives: int, default: 0}}
    starts_in: deck
  die: {state: {value: {type: 1..6, rolled: true, start: 1}}, alike: [value], plural: dice, starts_in: cup}
zones:
  deck: {of: card, order: stack, visible: none, reshuffle: waste}
  waste: {of: card, order: stack, visible: all}
  hand: {of: card, per: seat, visible: owner}
  table: {of: card, visible: all}
  cup: {of: die, visible: all}
seat:
  state: {points: {type: int, start: 0}, flags: {type: int, start: 0}}
  derived: {reds: hand where tint == red}
game: {state: {clock: {type: int, start: 0}}}
scoring:
  points: {points: my points, says: points, rules: [MU-01]}
  cards:
    each: my hand as card where card.worth > 0
    points: card.worth - card.wounds + card.bonus
    says: hand
    rules: [MU-01]
outcomes: {winner: {most: {total: total}}}
"""
CARDS = """
card:
  ruby: {tint: red, worth: 3, mark: 1, copies: 4}
  jade: {tint: green, worth: 2, copies: 4}
  opal: {tint: blue, worth: 1, mark: 2, copies: 4}
die: {d: {copies: 3}}
"""
DEAL = """
  deal:
    do: |
      shuffle(deck)
      for who in seats then draw(deck, 3, to=who.hand)
"""


def made_up(folder: Path, rules: str, cards: str = CARDS) -> Rules:
    (folder / "rules").mkdir()
    (folder / "cards").mkdir()
    (folder / "pack.yaml").write_text(PACK)
    (folder / "rulebook.yaml").write_text("rules: {MU-01: {says: Made up.}}\n")
    (folder / "rules" / "pieces.yaml").write_text(PIECES)
    (folder / "rules" / "game.yaml").write_text(rules)
    (folder / "cards" / "cards.yaml").write_text(cards)
    return checked(load_folder(folder))


def seen(logs: Log, sort: str) -> set[Any]:
    """The names of what of one sort was noted."""
    return {entry[1] for entry in logs if entry[0] == sort}


@pytest.fixture(scope="module")
def axia() -> Rules:
    return checked(load("axia"))


SETTINGS: list[dict[str, Value]] = [
    {},
    {"setup": "first_game"},
    {"setup": "prioritize", "explore_regions": True},
    {"explore_regions": True, "effect_targets_optional": False},
    {"refill_last_round": False, "diagonal_item_reach": "any"},
]


@pytest.mark.parametrize("settings", SETTINGS, ids=lambda s: "-".join(s) or "usual")
@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_axia(axia: Rules, settings: dict[str, Value], seats: int) -> None:
    if seats == 1 and settings.get("setup") == "prioritize":
        pytest.skip("the draft needs a neighbour")
    logs = assert_equal_play(axia, settings, seats)
    assert {"hit", "strike", "defeat", "spend"} <= seen(logs, "event")


MADE_UP = Path(__file__).parents[1] / "packs"


PLAYABLE = sorted(p.name for p in MADE_UP.iterdir() if (p / "pack.yaml").exists() and p.name != "coins")


@pytest.mark.parametrize("name", PLAYABLE)
def test_packs_of_the_tests(name: str) -> None:
    rules = checked(load_folder(MADE_UP / name))
    for seats in range(rules.game.players.least, rules.game.players.most + 1):
        assert_equal_play(rules, {}, seats)


HOOKS = """
prompts: {victim: {says: whom, params: {n: int}, must: harsh}, guard: {says: guard}}
budgets:
  guard: {of: seat, limit: if clock > 2 then 2 else 1, per: turn}
  bark: {of: card, limit: 1, per: night}
verbs:
  hurt: {params: {card: card, n: int}, requires: card.wounds < 3, do: card.wounds += n}
  bury:
    params: {card: card}
    do: |
      if card.wounds < 2 then stop
      move(card, to=waste)
      my points += 1
  toll: {do: clock += 1}
rules:
  grow: {after: bury(card), when: clock < 6, do: 'draw(deck, 1, to=my hand)'}
  count: {before: 'hurt(card, n)', when: n > 1, do: toll()}
  halve: {instead_of: hurt(card), when: harsh and card.wounds == 2, do: 'hurt(card, 1)'}
  chime: {before: toll(), do: my flags += 1}
flow:
  deal: {do: 'for who in seats then draw(deck, 3, to=who.hand)'}
  night:
    until: clock > 8 or night >= 4
    steps:
      go:
        turns: clockwise(first_seat)
        do: |
          let held = my hand
          may choose 1 card in held where can hurt(it, night), asking victim(night):
            hurt(it, night)
            if can hurt(it, 1) then hurt(it, 1)
            bury(it)
          else:
            for rival in rivals(me):
              choose 1 card in rival.hand where can hurt(it, 2), chosen by rival then hurt(it, 2)
          for c in held where wounds == 0 then my points += 1
ends: count(deck) < 2
"""
HOOK_CARDS = """
card:
  ruby:
    tint: red
    worth: 3
    copies: 4
    abilities:
      bark:
        after: hurt(this)
        may: true
        uses: bark
        when: n < 3
        do: choose 1 card in my hand where it != this and can hurt(it, 1) then hurt(it, 1)
      watch:
        before: bury(card)
        when: card != this and card.owner == me
        may: true
        uses: guard
        do: card.wounds -= 1
  jade:
    tint: green
    worth: 2
    copies: 4
    abilities:
      duck: {instead_of: hurt(this), when: not this.hidden, do: this.hidden = true}
      shift:
        instead_of: hurt(card)
        when: card.tint == blue and card.owner == me and can hurt(this, n)
        do: hurt(this, n)
  opal:
    tint: blue
    worth: 1
    copies: 4
    bonus: count(my hand where tint == blue)
    abilities:
      wail:
        after: hurt(card, n=2)
        do: |
          roll(cup)
          my points += count(cup where value > 4)
die: {d: {copies: 3}}
"""


@pytest.mark.parametrize("harsh", [False, True])
@pytest.mark.parametrize("seats", [1, 2, 3])
def test_hooks_before_after_and_instead(tmp_path: Path, seats: int, harsh: bool) -> None:
    rules = made_up(tmp_path, HOOKS, HOOK_CARDS)
    logs = assert_equal_play(rules, {"harsh": harsh}, seats, 20)
    if seats == 3 and not harsh:
        cards = {f"card/{id_}" for id_ in ("jade/duck", "jade/shift", "ruby/bark", "opal/wail")}
        assert {*cards, "rules/count", "rules/chime"} <= seen(logs, "ability")


MODIFIED = """
values:
  price: {params: {card: card, who: seat}, is: card.worth * 2, at_least: 0 - 1, at_most: 3 * who.flags + 4}
  shown: {params: {card: card}, is: not card.hidden}
  limit: {is: 2, at_least: 1}
rules:
  all: {modify: price, add: 1, group: one}
  more: {modify: price, when: card.worth > 1, add: 2, group: one}
  less: {modify: price, when: who.points > 3, add: 0 - 2}
  worse: {modify: price, when: who.points > 4, add: 0 - 3, group: two}
  worst: {modify: price, when: who.points > 5, add: 0 - 4, group: two}
  twice: {modify: price, when: clock > 1, multiply: 2}
  halved: {modify: price, when: clock > 2, change_to: so_far / 2 rounded up}
  floor: {modify: price, when: clock > 3, at_least: 3}
  higher: {modify: price, when: clock > 3, at_least: 5}
  roof: {modify: price, when: clock == 5, at_most: 4}
  set: {modify: shown, when: clock == 2, set_to: true}
  wide: {modify: limit, when: clock > 3, add: 1}
tables:
  grade: {by: int, gives: int, steps: {-99: 1, 4: 2, 9: 5}}
  by_tint: {by: tint, gives: int, values: {red: 5, green: 3, blue: 1}}
flow:
  deal: {do: 'for who in seats then draw(deck, 3, to=who.hand)'}
  day:
    times: 6
    steps:
      tick: {do: clock += 1}
      go:
        turns: seats
        do: |
          for c in my hand where shown(it):
            my points += grade(price(c, me)) - by_tint(c.tint) / 2 rounded down
          choose up to (limit) cards in my hand, one at a time:
            it.hidden = not it.hidden
            my flags += 1
"""
MODIFIED_CARDS = """
card:
  ruby: {tint: red, worth: 3, copies: 4, abilities: {own: {modify: price, when: who == me, add: 3}}}
  jade: {tint: green, worth: 2, copies: 4, abilities: {cap: {modify: price, when: card == this, set_to: 2}}}
  opal: {tint: blue, worth: 1, copies: 4, abilities: {cheap: {modify: price, when: who != me, at_most: 6}}}
die: {d: {copies: 3}}
"""


@pytest.mark.parametrize("seats", [1, 2, 3])
def test_modified_values(tmp_path: Path, seats: int) -> None:
    assert_equal_play(made_up(tmp_path, MODIFIED, MODIFIED_CARDS), {}, seats, 10)


CHOICES = """
prompts: {pay: {says: pay, must: harsh}, spare: {says: spare}}
verbs:
  tested:
    params: {n: int}
    gives: int
    do: |
      result = 0
      repeat (n) times:
        roll(top(cup, 2))
        if count(cup where value == 6) > 1 then stop
      result = count(cup where value > 3)
  discard: {params: {cards: list of card}, do: 'move(cards, to=waste)'}
flow:
DEAL
  round:
    times: 3
    steps:
      trade:
        turns: snake(first_seat)
        do: |
          let a = tested(round)
          my points += a
          let b = tested(1)
          my points += b
          choose any number of cards in my hand as x, together, having sum(x each worth) in 3..5, asking pay:
            discard(x)
            draw(deck, count(x), to=my hand)
          else:
            my points -= 1
          may choose 2 cards in my hand, asking pay:
            move(it, to=table)
            let d = count(table)
            if d > 3 then draw(deck, 1, to=my hand)
          may choose up to 2 cards in table where not hidden, one at a time, asking pay:
            move(it, to=my hand)
            it.wounds += 1
          else:
            my points += 2
          choose 2 cards in table, at random:
            move(it, to=waste)
            may choose 1 card in my hand then it.hidden = true
          choose 1 card in my reds, at random:
            it.wounds += 1
          choose one, asking spare:
            option draw if any(deck) then draw(deck, 1, to=my hand)
            option swap if any(my hand) and any(table):
              choose 1 pair in pairs(my hand, table) where first.tint != second.tint:
                replace(it.first, by=it.second, to=waste)
            option pass:
              my flags += 1
              stop
          may choose one:
            option more if my flags > 1 then my points += sum(top(1..6 as n where n > 2, 1) as x each x * 2)
            option less then my points -= 1
          repeat while my flags > 2:
            my flags -= 2
            roll(cup)
            my points += max(cup each value, empty=0) - min(cup each value, empty=0)
      pass_on:
        at_once:
          seats: clockwise(first_seat)
          choose:
            a: 1 card in my hand
            b: 1 card in my hand where it != a
        do: |
          move(a, to=left_of(me).hand)
          if b.hidden then stop
          move(b, to=table)
""".replace("DEAL", DEAL.strip("\n"))


@pytest.mark.parametrize("harsh", [False, True])
@pytest.mark.parametrize("seats", [1, 2, 3])
def test_choices_loops_and_results(tmp_path: Path, seats: int, harsh: bool) -> None:
    assert_equal_play(made_up(tmp_path, CHOICES), {"harsh": harsh}, seats, 20)


FLOW = """
kinds:
  tile: {fields: {cells: shape}, shape: cells, rotate: true, flip: true, alike: [entry], starts_in: bag}
  pawn: {live_in: [field], state: {steps: {type: int, start: 0}}, starts_in: home}
zones:
  bag: {of: tile, visible: all}
  spoilt: {of: tile, visible: all}
  mat: {of: tile, per: seat, visible: all, grid: [3, 3]}
  home: {of: pawn, visible: all}
  field: {of: pawn, visible: all, grid: [3, 4]}
  own: {of: pawn, per: seat, visible: all}
turn: {state: {moved: {type: int, start: 0}, lucky: bool}}
prompts: {aim: {says: aim, params: {n: int, tint: tint}}, other: {says: other}}
budgets: {magic: {of: seat, limit: 1, per: turn}, charge: {of: card, limit: 2, per: hour}}
windows:
  spells: {seat: turn.seat, during: hour/act, at_end: true, uses: magic, then: 'move(this, to=waste)'}
  tricks: {seat: turn.seat, during: hour/act}
verbs:
  mend:
    params: {card: card}
    do: |
      if card.wounds == 0 then stop
      card.wounds -= 1
flow:
DEAL
  setup:
    if: |
      let n = count(home)
      n > 0
    do: |
      for p in home:
        choose 1 cell in cells(field) where free(it), at random then place(p, at=it)
      for who in seats:
        choose 1 pawn in field, at random then move(it, to=who.own)
  hour:
    until: |
      let n = count(bag)
      n == 0 or hour >= 4
    steps:
      act:
        turns: clockwise(first_seat)
        do: |
          let n = count(my hand)
          choose 1 card in my hand as card, asking aim(n, card_tint()):
            card.wounds += 1
            mend(card)
            if card.wounds > 1 then stop
          else:
            my points -= 1
          may choose up to 2 cards in table, one at a time:
            move(it, to=my hand)
          choose 1 placement in placements(bag, on=my mat), asking other:
            place(it)
            my points += covered(my mat)
      swap:
        if: hour == 2
        turns: seats
        steps:
          out:
            do: |
              choose 1 tile in my mat as old:
                for new in bag where entry == old.entry then replace(old, by=new, to=spoilt)
          tick: {do: clock += 1}
      walk:
        turns: own_pawns
        do: |
          this.steps += 1
          turn.moved += this.steps
          my points += turn.moved
          if turn.lucky then stop
          turn.lucky = true
      stray:
        times: 2
        do: |
          clock += 1
          for p in field:
            choose 1 cell in around(cell_of(p)) where free(it), at random:
              move(p, to=home)
              place(p, at=it)
          if clock > 6 then stop
          clock += 1
  last:
    times: 1
    steps: {bell: {do: clock += 10}}
  after: {do: clock += 100}
ends: clock > 12
values:
  card_tint: {is: if clock > 1 then tint.red else tint.blue}
  own_pawns: {is: 'union(seats as who each who.own)'}
""".replace("DEAL", DEAL.strip("\n"))
FLOW_CARDS = """
card:
  ruby:
    tint: red
    worth: 3
    copies: 4
    abilities:
      flash: {window: spells, prompt: aim(tint=red), uses: charge, do: my points += 10}
      burn:
        window: spells
        target: 1 card in my hand where wounds > 0
        cost: my points -= 1
        do: mend(target)
  jade:
    tint: green
    worth: 2
    copies: 4
    abilities:
      lend:
        window: tricks
        uses: charge
        when: any(table)
        do: choose 1 card in table then move(it, to=my hand)
      toss:
        window: spells
        target: up to 2 cards in my hand where it != this
        do: |
          if target.wounds > 2 then stop
          move(target, to=table)
  opal:
    tint: blue
    worth: 1
    copies: 4
    abilities:
      hide: {window: tricks, prompt: other(), when: not this.hidden, do: this.hidden = true}
      pair: {window: spells, target: '2 cards in my hand where it != this', do: target.wounds += 1}
die: {d: {copies: 3}}
tile:
  bar: {cells: [[0, 0], [0, 1], [0, 2]], copies: 2}
  hook: {cells: [[0, 0], [1, 0], [1, 1]], copies: 2}
  dot: {cells: [[0, 0]], copies: 3}
pawn: {p: {copies: 5}}
"""


@pytest.mark.parametrize("seats", [1, 2, 3])
def test_flow_windows_and_boards(tmp_path: Path, seats: int) -> None:
    logs = assert_equal_play(made_up(tmp_path, FLOW, FLOW_CARDS), {}, seats, 20)
    used = ("ruby/flash", "ruby/burn", "jade/lend", "jade/toss", "opal/hide", "opal/pair")
    assert {f"card/{id_}" for id_ in used} <= seen(logs, "ability")


RESULTS = """
verbs:
  once:
    gives: int
    do: |
      roll(cup)
      result = count(cup where value > 2)
  twice:
    gives: int
    do: |
      result = 70
      let n = once()
      my flags += n
rules:
  echo:
    after: once()
    do: |
      my flags += 1
      if my flags > 3 then stop
      let n = fixed()
      my flags += n
flow:
  go:
    turns: seats
    do: |
      let a = twice()
      my points += a
      let b = once()
      my points += b
"""


def test_a_result_is_that_of_its_own_verb(tmp_path: Path) -> None:
    rules = RESULTS.replace("verbs:", "verbs:\n  fixed: {gives: int, do: result = 100}", 1)
    assert_equal_play(made_up(tmp_path, rules), {}, 2, 10)


BOARDS = """
kinds:
  spot: {fields: {worth: int}, state: {lit: bool}, derived: {bright: lit and worth > 1}}
  tile: {parts: {a: {of: spot, at: [0, 0]}, b: {of: spot, at: [0, 1]}}, rotate: true, starts_in: bag}
  pawn: {starts_in: home}
zones:
  bag: {of: tile, order: stack, visible: all}
  rack: {of: tile, per: seat, visible: all}
  mat: {of: tile, per: seat, visible: all, grid: [3, 4]}
  home: {of: pawn, visible: all}
  field: {of: pawn, visible: all, grid: [4, 4]}
verbs: {light: {params: {spot: spot}, requires: not spot.lit, do: spot.lit = true}}
values:
  by_king: {is: clock > 1}
  far: {params: {a: pawn, b: pawn}, is: 'distance(a, b, diagonals=by_king)'}
  in_line:
    params: {p: pawn}
    is: count(row_of(cell_of(p)) where free(it)) + 10 * count(column_of(cell_of(p)))
flow:
  deal:
    do: |
      for who in seats then draw(bag, 3, to=who.rack)
      for p in home:
        choose 1 cell in cells(field) where free(it), at random then place(p, at=it)
  day:
    times: 3
    steps:
      go:
        turns: snake(first_seat)
        do: |
          clock += 1
          for x in parts(my rack) where can light(it) then light(x)
          choose 1 placement in placements(my rack, on=my mat):
            place(it)
          may choose 1 spot in parts(my mat) as spot where not spot.bright:
            for near in neighbours(spot) where not lit then light(near)
            my points += (if spot.whole.owner == me then 1 else 2) + sum(row_of(spot) each worth)
            my points -= sum(around(spot) each worth)
            my points += count(column(my mat, 1)) + count(row(my mat, 0) where bright)
          choose 1 pair in pairs(field) where far(first, second) > 1:
            my points += far(it.first, it.second) + in_line(it.first)
            if diagonal(it.first, it.second) then my points += 100
            choose 1 pawn in field as p where opposite(it.first, it.second, around=p) then my points += 1000
          my points += count(top(my rack, max((0, 2 - clock)))) + covered(my mat)
          my points += -7 / 2 rounded up - -7 / 2 rounded down
          my points += if all(my rack as t each t.owner == me) then 3 else 4
          my points += count(distinct(parts(my mat) each worth)) + count(left_of(me).rack)
          my points += count(rivals(me) where it in (first_seat, left_of(me)))
          my points += best_sets(parts(my mat) each worth, worth=sets)
tables: {sets: {by: int, gives: int, values: [0, 1, 4, 9]}}
"""
BOARD_CARDS = (
    CARDS
    + """
tile:
  one: {a: {worth: 1}, b: {worth: 2}, copies: 6}
  two: {a: {worth: 3}, b: {worth: 1}, copies: 6}
pawn: {p: {copies: 5}}
"""
)


@pytest.mark.parametrize("seats", [1, 2, 3])
def test_boards_and_lists(tmp_path: Path, seats: int) -> None:
    assert_equal_play(made_up(tmp_path, BOARDS, BOARD_CARDS), {}, seats, 20)


MIXED = """
prompts:
  ask:
    says: ask
    params: {n: int, c: card}
    must: |
      let n = clock
      n > 2 and harsh
budgets:
  once:
    of: seat
    per: turn
    limit: |
      let n = clock
      n
  per_card: {of: card, limit: if clock > 1 then 1 else 2, per: day}
windows: {w: {seat: turn.seat, during: day/go, at_end: true, uses: once}}
verbs:
  nothing: {do: my flags += 1}
  rush:
    params: {card: card, big: bool, to: list of card}
    do: |
      if card.hidden then stop
      choose 1 card in to, at random then it.wounds += 1
      if big then stop
      card.hidden = true
      my points += count(to)
      move(to, to=waste)
      my points -= count(to)
  give: {params: {n: int}, gives: list of card, do: 'result = my hand'}
rules:
  after_nothing: {after: nothing(), may: true, do: my points += 1}
  big: {after: 'rush(card, big=not (clock > 1))', do: my points += 5}
  same: {after: 'rush(card, big=clock > 1 and card.wounds == 0)', uses: once, do: my points += 7}
  list:
    before: rush(card)
    when: |
      let n = count(to)
      n > 0
    do: move(to, to=table)
flow:
DEAL
  day:
    times: |
      let n = 2
      n + 1
    steps:
      go:
        turns: |
          let order = clockwise(first_seat)
          order
        do: |
          clock += 1
          let before = count(my hand)
          nothing()
          for c in my hand where mark_of(it) > 0:
            choose one, asking ask(before, c):
              option rush then rush(c, clock > 3, my hand)
              option several if any(my reds):
                choose up to 2 cards in my hand:
                  nothing()
                  it.wounds += 1
                  if it.wounds > 2 then stop
                  repeat 2 times:
                    may choose 1 card in my hand as other where other != it, asking ask(1, c):
                      other.wounds += 1
                    else:
                      my points += 1
              option some:
                may choose up to 2 cards in my hand, one at a time:
                  move(it, to=table)
                else:
                  my points += 50
          let got = give(2)
          draw(deck, before, to=my hand)
          my points += count(got)
      swap:
        at_once:
          seats: rivals(first_seat)
          choose:
            these: any number of cards in my hand, together, having count(these) != 2
            those: 1 card in table
        do: |
          choose 1 card in these, at random:
            it.hidden = not it.hidden
          if count(these) > 2 then stop
          move(these, to=table)
          may choose one:
            option a then move(those, to=my hand)
            option b if count(these) > 0 then nothing()
values:
  mark_of: {params: {c: card}, is: if has c.mark then c.mark else 0}
ends: |
  let n = count(deck)
  n < 1
""".replace("DEAL", DEAL.strip("\n"))
MIXED_CARDS = """
card:
  ruby:
    tint: red
    worth: 3
    mark: 1
    copies: 5
    abilities:
      a: {window: w, prompt: ask(n=3), target: 2 cards in my hand where not hidden, do: target.hidden = true}
  jade:
    tint: green
    worth: 2
    copies: 5
    abilities: {b: {window: w, uses: per_card, cost: if my points > 9 then stop, do: nothing()}}
  opal:
    tint: blue
    worth: 1
    mark: 2
    copies: 5
    abilities:
      c: {instead_of: rush(card), when: card.worth > 1, do: nothing()}
      d: {window: w, prompt: ask(c=this), do: my points += 3}
die: {d: {copies: 3}}
"""


@pytest.mark.parametrize("harsh", [False, True])
@pytest.mark.parametrize("seats", [1, 2, 3])
def test_names_everywhere_and_texts_that_stop(tmp_path: Path, seats: int, harsh: bool) -> None:
    assert_equal_play(made_up(tmp_path, MIXED, MIXED_CARDS), {"harsh": harsh}, seats, 20)


MUST = """
prompts: {p: {says: p, must: clock > 2}}
windows: {w: {seat: turn.seat, during: go}}
flow:
  deal: {do: 'for who in seats then draw(deck, 4, to=who.hand)'}
  go:
    turns: snake(first_seat)
    do: |
      may choose up to 3 cards in my hand, one at a time, asking p:
        it.wounds += 1
        my points += 1
"""
MUST_CARDS = """
card: {ruby: {tint: red, worth: 3, copies: 12, abilities: {a: {window: w, when: clock < 4, do: clock += 1}}}}
die: {d: {copies: 3}}
"""


def test_whether_to_decline_is_read_anew_after_an_ability(tmp_path: Path) -> None:
    assert_equal_play(made_up(tmp_path, MUST, MUST_CARDS), {}, 2, 20)


def test_the_walker_says_what_it_lacks(axia: Rules) -> None:
    program = Program(axia, {}, 2, reference=True)
    with pytest.raises(AssertionError, match="chance"):
        Machine(program, program.new_state(), [uniform(1)] * 2, None).start()
    with pytest.raises(AssertionError, match="policy"):
        Machine(program, program.new_state(), [None] * 2, Dice(1)).start()
