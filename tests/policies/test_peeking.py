"""A policy decides by what its seat can see: dealing the rest anew changes nothing."""

from __future__ import annotations

import pytest

from rulewright.dsl.check import check_game
from rulewright.engine.chance import KeyedChance, keyed
from rulewright.engine.machine import Machine
from rulewright.engine.observe import hidden_zones, observe, sample
from rulewright.engine.program import Program
from rulewright.packs.load import load
from rulewright.policies import POLICIES, Greedy
from rulewright.source.diagnostics import Problems


@pytest.fixture(scope="module")
def program() -> Program:
    rules = check_game(load("axia"), Problems())
    assert rules is not None
    return Program(rules, {}, 3)


@pytest.mark.parametrize("name", sorted(POLICIES))
def test_the_choice_stays_the_same_when_hidden_things_are_dealt_anew(program: Program, name: str) -> None:
    policy = POLICIES[name]() if name != "greedy" else Greedy(looks=12)
    looked = changed = 0
    for seed in range(3):
        machine = Machine(program, program.new_state(seed), [None] * 3, KeyedChance(seed))
        machine.start()
        number = 0
        while not machine.s.done:
            number += 1
            decision = machine.s.open[0]
            seat, key = decision[2], keyed(77, seed, number)
            seen = observe(program, machine.s, seat)
            other = sample(seen, keyed(seed, "re-deal", number))
            changed += other.zones != machine.s.zones
            choice = policy.decide(seen, seen.state.open[0], key)
            again = observe(program, other, seat)
            assert policy.decide(again, again.state.open[0], key) == choice
            looked += 1
            machine.choose(choice, seat)
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
        hidden = set(hidden_zones(program, seat))
        for zone in range(len(program.zones)):
            if zone in hidden:
                assert len(dealt.zones[zone]) == len(machine.s.zones[zone])
            else:
                assert dealt.zones[zone] == machine.s.zones[zone]
        machine.choose(0, seat)
