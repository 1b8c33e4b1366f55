"""A policy decides by what its seat can see: with other hidden things, the same is handed to it.

The other hidden truth is made here, without `observe`: by exchanging components in the true state, and by
playing a second match in which hidden components were exchanged from the beginning.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from rulewright.dsl.check import check_game
from rulewright.engine.chance import KeyedChance, keyed, mix
from rulewright.engine.decision import Decision
from rulewright.engine.machine import Machine
from rulewright.engine.observe import Observation, observe, sample
from rulewright.engine.program import Program
from rulewright.packs.load import load, load_folder
from rulewright.play.link import link, link_game
from rulewright.play.playout import decide, play_out, policy_key
from rulewright.policies import POLICIES, Greedy, Policy, Search
from rulewright.policies.about import About
from rulewright.policies.data import DataPolicy
from rulewright.policies.noise import occasion
from rulewright.policies.without import Without
from rulewright.source.diagnostics import Problems


@pytest.fixture(scope="module")
def program() -> Program:
    rules = check_game(load("axia"), Problems())
    assert rules is not None
    return Program(rules, {}, 3)


class Spy:
    """Notes all that it is handed, and asks another policy."""

    name = "spy"

    def __init__(self, inner: Policy) -> None:
        self.inner = inner
        self.handed: list[Any] = []
        self.chosen: list[int] = []

    def inline(self, key: int) -> None:
        return None

    def decide(self, observation: Observation, decision: tuple[Any, ...], key: int) -> int:
        state = observation.state
        slots = observation.program.state_type.slots
        told = {slot: repr(getattr(state, slot)) for slot in slots}  # with the order of what is in dicts
        self.handed.append((observation.seat, told, repr(decision), key))
        self.chosen.append(self.inner.decide(observation, decision, key))
        return self.chosen[-1]


def cheap(name: str) -> Policy:
    """A policy with a small budget, if it takes one."""
    cheaper: dict[str, Policy] = {"greedy": Greedy(looks=12), "search": Search(2, looks=8)}
    return cheaper[name] if name in cheaper else POLICIES[name]()


def assert_same(one: Spy, other: Spy) -> None:
    for (_, told, decision, key), (_, told_other, decision_other, key_other) in zip(
        one.handed, other.handed, strict=True
    ):
        assert told == told_other
        assert decision == decision_other
        assert key == key_other
    assert one.chosen == other.chosen


# --- a shipped pack: hidden components exchanged in the true state -------------------------------


def exchanged(program: Program, state: Any, seat: int, key: int) -> Any:
    """The state with the hidden components of each kind in each other's places, each with all it says."""
    other = state.copy()
    for kind, info in program.kinds.items():
        hidden = [z for z in program.hidden[seat] if program.zones[z].kind == kind]
        if kind != info.whole or not hidden:
            continue
        here = [x for z in hidden for x in state.zones[z]]
        there = dict(zip(here, sorted(here, key=lambda x: mix(keyed(key, kind, x))), strict=True))
        for z in hidden:
            pile = [there[x] for x in state.zones[z]]
            other.zones[z] = pile if program.zones[z].ordered else sorted(pile)
            for x in pile:
                getattr(other, f"at_{kind}")[x] = z
        for column, per in program.columns_of[kind]:
            old, new = getattr(state, column), getattr(other, column)
            for x, y in there.items():
                new[y * per : (y + 1) * per] = old[x * per : (x + 1) * per]
    return other


@pytest.mark.parametrize("name", sorted(POLICIES))
def test_the_choice_stays_the_same_with_other_hidden_things(program: Program, name: str) -> None:
    policy = cheap(name)
    changed = looked = 0
    for seed in range(3):
        machine = Machine(program, program.new_state(seed), [None] * 3, KeyedChance(seed))
        machine.start()
        while not machine.s.done:
            seat = machine.s.open[0][2]
            state = exchanged(program, machine.s, seat, keyed(seed, machine.decisions))
            changed += state.zones != machine.s.zones
            other = Machine(program, state, [None] * 3, KeyedChance(seed))
            other.decisions = machine.decisions
            spies = Spy(policy), Spy(policy)
            seen = observe(program, other.s, seat)
            key = occasion(policy_key(77, seat), seen.state, seen.state.open[0][1], seat)
            spies[1].decide(seen, seen.state.open[0], key)
            decide(machine, [spies[0]] * 3, 77, None)
            assert_same(*spies)
            looked += 1
    assert looked >= 500
    assert changed > looked / 2


def test_an_observation_is_equal_for_all_states_that_look_alike(program: Program) -> None:
    machine = Machine(program, program.new_state(0), [None] * 3, KeyedChance(8))
    machine.start()
    for number in range(120):
        seat = machine.s.open[0][2]
        seen = observe(program, machine.s, seat)
        other = observe(program, sample(seen, number), seat)
        assert program.state_type.equal(seen.state, other.state)
        machine.choose(number % max(1, len(machine.s.open[0][3])), seat)


def test_a_sample_agrees_with_everything_that_is_visible(program: Program) -> None:
    machine = Machine(program, program.new_state(1), [None] * 3, KeyedChance(4))
    machine.start()
    for number in range(100):
        seat = machine.s.open[0][2]
        dealt = sample(observe(program, machine.s, seat), number)
        hidden = set(program.hidden[seat])
        for zone in range(len(program.zones)):
            if zone in hidden:
                assert len(dealt.zones[zone]) == len(machine.s.zones[zone])
            else:
                assert dealt.zones[zone] == machine.s.zones[zone]
        machine.choose(0, seat)


# --- a tiny pack: the same match with other components from the beginning ------------------------

MANIFEST = (
    "id: veil\nversion: 1.0.0\nformat: 1\nkind: base\ntitle: Veils\nplayers: {least: 2, most: 2, usual: 2}\n"
)
RULES = """
kinds:
  die: {state: {value: {type: 1..6, rolled: true, start: 1}}, plural: dice, starts_in: sack}
  card: {state: {marks: {type: int, start: 0}, partner: optional card}, starts_in: deck}
zones:
  sack: {of: die, order: stack, visible: none}
  palm: {of: die, per: seat, visible: owner}
  deck: {of: card, order: stack, visible: none}
  hand: {of: card, per: seat, visible: owner}
  slot: {of: card, per: seat, visible: owner}
seat: {state: {bid: {type: int, start: 0}}}
game: {state: {named: optional card}}
prompts: {guess: {params: {what: card}}}
verbs:
  all_bet:
    do: |
      for who in seats:
        choose 1 number in 0..2, chosen by who then who.bid += it
  fetch:
    params: {from: card}
    gives: card
    do: |
      result = from
      all_bet()
flow:
  deal:
    do: |
      shuffle(sack)
      shuffle(deck)
      for who in seats:
        draw(sack, 3, to=who.palm)
        draw(deck, 4, to=who.hand)
  play:
    times: 2
    steps:
      turns:
        turns: clockwise(first_seat)
        steps:
          dice:
            do: |
              choose 2 dice in my palm, together:
                roll(it)
              all_bet()
              choose 1 die in my palm then roll(it)
              all_bet()
          cards:
            do: |
              choose 1 card in my hand:
                named = it
                let got = fetch(it)
                got.marks += 1
                for one in seats:
                  choose 1 number in 0..2, chosen by one, asking guess(got) then one.bid += it
                move(got, to=my slot)
              choose 1 card in my hand:
                all_bet()
                for one in my slot then it.partner = one
                all_bet()
      each:
        turns: first_seat.slot
        steps:
          mine: {do: all_bet()}
          twice: {do: 'for top_card in top(deck, 2) then all_bet()'}
      back: {do: 'for who in seats then move(who.slot, to=who.hand)'}
  secrets:
    at_once:
      seats: seats
      choose: {one: 1 card in my hand, two: '1 card in top(deck, 3)', three: 1 number in 0..2}
    do: |
      all_bet()
      one.marks += three
      two.marks += 1
      all_bet()
scoring: {bids: {points: my bid}}
outcomes: {winner: {most: {total: total}}}
"""
CARDS = "die: {white: {copies: 12}}\ncard:\n" + "".join(f"  c{n}: {{}}\n" for n in range(1, 13))
WATCHER = 1


def written(folder: Path, manifest: str, rules: str, cards: str) -> None:
    for name, text in (("pack.yaml", manifest), ("rules/game.yaml", rules), ("cards/all.yaml", cards)):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")


@pytest.fixture(scope="module")
def veil(tmp_path_factory: pytest.TempPathFactory) -> Program:
    folder = Path(tmp_path_factory.mktemp("pack")) / "veil"
    written(folder, MANIFEST, RULES, CARDS)
    return Program(link_game(load_folder(folder)), {}, 2)


class Exchanged(KeyedChance):
    """Chance that draws one component wherever that of another match draws another."""

    def __init__(self, seed: int, other: Mapping[str, Mapping[int, int]]) -> None:
        super().__init__(seed)
        self.other = other
        self.back = {kind: {y: x for x, y in to.items()} for kind, to in other.items()}

    def shuffle(self, m: Machine, z: int, pile: Sequence[int]) -> Sequence[int]:
        kind = m.program.zones[z].kind
        first = [self.back[kind][x] for x in pile]
        return [self.other[kind][x] for x in super().shuffle(m, z, first)]

    def roll(self, m: Machine, kind: str, dice: Sequence[int]) -> Sequence[int]:
        values = []
        for x in dice:
            k = self._count(m, "roll", kind, x)
            value = keyed(self.seed, repr(m.s.place[:1]), m.decisions, self.back[kind][x], k) % 6 + 1
            values.append(value)
        return values


def hidden_throughout(program: Program, seed: int) -> dict[str, list[int]]:
    """Components of each kind that the watching seat never sees in a match."""
    found = {kind: set(range(len(info.uids))) for kind, info in program.kinds.items()}
    for m in match(program, seed, None, {}, Spy(POLICIES["uniform"]())):
        hidden = set(program.hidden[WATCHER])
        for z, zone in enumerate(program.zones):
            if z not in hidden:
                found[zone.kind] -= set(m.s.zones[z])
    return {kind: sorted(things) for kind, things in found.items()}


def match(program: Program, seed: int, other: Any, rival: dict[int, Any], spy: Spy) -> Any:
    """Play a match, stop by stop. What the rival picks is noted in `rival`, or taken from there."""
    kinds = program.kinds
    renaming = other or {kind: {x: x for x in range(len(info.uids))} for kind, info in kinds.items()}
    m = Machine(program, program.new_state(), [None] * 2, Exchanged(seed, renaming))
    m.start()
    while not m.s.done:
        yield m
        _, name, seat, options, _, _, _ = m.s.open[0]
        if seat == WATCHER:
            decide(m, [spy, spy], seed, None)
            continue
        site = program.sites[name]
        of = renaming.get(str(site.item), {})
        if other is None:
            index = keyed(seed, m.decisions) % len(options)
            rival[m.decisions] = options[index]
        else:
            wanted = rival[m.decisions]
            there = tuple(sorted(of.get(x, x) for x in wanted)) if site.many else of.get(wanted, wanted)
            index = [tuple(sorted(o)) if site.many else o for o in options].index(there)
        m.choose(index, seat)


@pytest.mark.parametrize("name", sorted(POLICIES))
@pytest.mark.parametrize("seed", range(6))
def test_a_match_with_other_hidden_components_is_the_same_to_a_policy(
    veil: Program, name: str, seed: int
) -> None:
    rival: dict[int, Any] = {}
    spies = []
    unseen = hidden_throughout(veil, seed)
    assert all(len(things) >= 3 for things in unseen.values())
    for key in (None, 1, 2):
        renaming = None
        if key is not None:
            renaming = {
                kind: {x: x for x in range(len(info.uids))}
                | dict(zip(unseen[kind], sorted(unseen[kind], key=lambda x: mix(keyed(key, x))), strict=True))
                for kind, info in veil.kinds.items()
            }
        spy = Spy(cheap(name))
        for _ in match(veil, seed, renaming, rival, spy):
            pass
        spies.append(spy)
    assert len(spies[0].handed) > 30
    assert_same(spies[0], spies[1])
    assert_same(spies[0], spies[2])


def test_uniform_needs_nothing_but_the_number_of_answers() -> None:
    nothing: Any = None
    answer = POLICIES["uniform"]().inline(1)
    assert answer is not None
    asked = Decision("choose", nothing, 0, [object()] * 2, [(0, 0)], True, nothing)
    assert {answer(nothing, asked) for _ in range(60)} == set(range(4))


def test_no_other_policy_answers_in_the_process_where_something_is_hidden(veil: Program) -> None:
    assert any(zone.visible != "all" for zone in veil.zones)
    for name in set(POLICIES) - {"uniform"}:
        assert POLICIES[name]().inline(1) is None


class First:
    """Takes the first answer: what is left to it depends on nothing."""

    name = "first"

    def inline(self, key: int) -> Any:
        return lambda *question: 0

    def decide(self, observation: Observation, decision: tuple[Any, ...], key: int) -> int:
        return 0


class FromOutside(DataPolicy):
    """Is handed an observation at every stop."""

    def inline(self, key: int) -> None:
        return None


@pytest.mark.parametrize("seed", range(3))
def test_a_data_policy_that_answers_in_the_process_goes_by_the_observation(seed: int) -> None:
    axia = link("axia")
    program = Program(axia, seats=2)
    assert any(zone.visible != "all" for zone in program.zones)
    played = [
        play_out(program, [kind(axia, "hunter", otherwise=First())] * 2, seed)
        for kind in (DataPolicy, FromOutside)
    ]
    assert played[0] == played[1]


GOODS = "good: {tea: {copies: 20, price: 1}, cake: {copies: 20, price: 2}}\n"
BLIND = """
kinds:
  good: {fields: {price: int}, starts_in: store}
zones:
  store: {of: good, order: stack, visible: SEEN}
  shelf: {of: good, per: seat, visible: all}
flow:
  open: {do: shuffle(store)}
  day:
    times: 5
    turns: seats
    do: choose 1 good in store then move(it, to=my shelf)
scoring: {goods: {each: my shelf as g, points: g.price}}
"""


def sold(folder: Path, seen: str) -> list[str]:
    """What a seat without tea picked in eight matches."""
    written(folder, MANIFEST.replace("veil", "blind"), BLIND.replace("SEEN", seen), GOODS)
    program = Program(link_game(load_folder(folder)), {}, 2)
    found = []
    for seed in range(8):
        policies = [Without(POLICIES["uniform"](), About(program), "tea"), POLICIES["uniform"]()]
        m = Machine(program, program.new_state(seed), [p.inline(seed) for p in policies], KeyedChance(seed))
        m.start()
        found += [program.kinds["good"].uids[x] for x in m.s.zones[program.zone_base["shelf"]]]
    return found


def test_what_a_seat_cannot_see_is_not_withheld_from_it(tmp_path: Path) -> None:
    """Of what it cannot see it does not know that it is tea."""
    assert not any(good.startswith("tea") for good in sold(tmp_path / "blind", "all"))
    blind = sold(tmp_path / "blind", "none")
    assert 10 < sum(good.startswith("tea") for good in blind) < 30
