"""What is hidden stays hidden: rolled dice in a cup, secret answers, and state of cards that nobody sees."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.engine.chance import KeyedChance, keyed
from rulewright.engine.machine import Machine
from rulewright.engine.observe import observe, sample
from rulewright.engine.program import Program
from rulewright.packs.load import load_folder
from rulewright.play.link import link_game
from rulewright.policies import Greedy

MANIFEST = (
    "id: cup\nversion: 1.0.0\nformat: 1\nkind: base\ntitle: Cups\nplayers: {least: 2, most: 3, usual: 2}\n"
)
RULES = """
kinds:
  die: {state: {value: {type: 1..6, rolled: true, start: 1}}, plural: dice, starts_in: box}
  card: {fields: {worth: int}, state: {marked: bool}, starts_in: deck}
zones:
  box: {of: die, visible: all}
  cup: {of: die, per: seat, visible: owner}
  deck: {of: card, order: stack, visible: none}
  hand: {of: card, per: seat, visible: owner}
  shown: {of: card, per: seat, visible: all}
seat: {state: {bid: {type: int, start: 0}}}
flow:
  deal:
    turns: clockwise(first_seat)
    do: |
      move(top(box, 2), to=my cup)
      roll(my cup)
      draw(deck, 3, to=my hand)
      for one in top(my hand, 1) then one.marked = true
  bids: {turns: clockwise(first_seat), do: choose 1 number in 0..3 then my bid = it}
  show:
    at_once: {seats: seats, choose: {one: 1 card in my hand}}
    do: |
      move(one, to=my shown)
      choose 1 number in 1..2 then my bid += it
  last: {turns: clockwise(first_seat), do: choose 1 number in 0..1 then my bid += it}
scoring: {cards: {each: my shown as one, points: one.worth}}
outcomes: {winner: {most: {total: total}}}
"""
CARDS = "die: {white: {copies: 6}}\ncard:\n" + "".join(f"  c{n}: {{worth: {n}}}\n" for n in range(1, 10))


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Program:
    folder = Path(tmp_path_factory.mktemp("pack")) / "cup"
    for name, text in (("pack.yaml", MANIFEST), ("rules/game.yaml", RULES), ("cards/all.yaml", CARDS)):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    return Program(link_game(load_folder(folder)), {}, 2)


def begun(program: Program, seed: int, answers: int = 0) -> Machine:
    machine = Machine(program, program.new_state(), [None] * 2, KeyedChance(seed))
    machine.start()
    for _ in range(answers):
        machine.choose(0, machine.s.open[0][2])
    return machine


def test_dice_in_the_cup_of_another_are_rolled_anew(program: Program) -> None:
    machine = begun(program, 3)
    other = program.zone_base["cup"] + 1
    seen = observe(program, machine.s, 0)
    rolled = {tuple(sample(seen, key).die_value[x] for x in machine.s.zones[other]) for key in range(40)}
    assert len(rolled) > 10
    for seed in range(20):  # whatever they really show, the observation is the same
        values = begun(program, seed).s.die_value
        changed = machine.s.copy()
        for x in machine.s.zones[other]:
            changed.die_value[x] = values[x]
        assert program.state_type.equal(observe(program, changed, 0).state, seen.state)


def test_marks_on_cards_of_another_hand_are_not_seen(program: Program) -> None:
    machine = begun(program, 5)
    assert sum(machine.s.card_marked) == 2
    assert sum(observe(program, machine.s, 0).state.card_marked) == 1


def test_secret_answers_are_hidden_until_all_are_in(program: Program) -> None:
    machine = begun(program, 7, answers=2)
    assert len(machine.s.open) == 2
    machine.choose(1, 1)
    assert observe(program, machine.s, 0).state.secret == {}
    machine.choose(0, 0)
    after = observe(program, machine.s, 1)
    assert len(after.state.secret) == 2
    again = Machine(program, sample(after, 1), [None] * 2, KeyedChance(1))
    assert not again.s.done


def test_a_sample_plays_on_through_a_reveal_to_the_end(program: Program) -> None:
    for seed in range(10):
        machine = begun(program, seed, answers=2)
        machine.choose(2, 0)
        machine.choose(2, 1)
        seat = machine.s.open[0][2]
        copy = Machine(
            program, sample(observe(program, machine.s, seat), seed), [None] * 2, KeyedChance(seed)
        )
        turns = 0
        while not copy.s.done:
            copy.choose(0, copy.s.open[0][2])
            turns += 1
        assert turns == 4


def test_greedy_looks_past_a_secret_choice(program: Program) -> None:
    machine = begun(program, 11, answers=2)
    hand = [program.kinds["card"].entry[x] for x in machine.s.zones[program.zone_base["hand"]]]
    seen = observe(program, machine.s, 0)
    index = Greedy().decide(seen, seen.state.open[0], keyed(1))
    assert index == hand.index(max(hand))
