"""At any decision a match can be written to JSON, read by another process, and plays on to the same log."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from rulewright.dsl.check import check_game
from rulewright.dsl.generate import Switches
from rulewright.engine.chance import KeyedChance, keyed
from rulewright.engine.machine import Machine
from rulewright.engine.program import Program
from rulewright.packs.load import load
from rulewright.source.diagnostics import Problems


def program(seats: int) -> Program:
    rules = check_game(load("axia"), Problems())
    assert rules is not None
    return Program(rules, {}, seats, Switches(log=True))


def play_on(machine: Machine, seed: int, answered: int, until: int | None = None) -> int:
    """Answer uniformly by keys until the end, or for so many decisions; gives how many were answered."""
    while not machine.s.done and (until is None or answered < until):
        decision = machine.s.open[0]
        machine.choose(keyed(seed, "choice", answered) % decision.answers, decision.seat)
        answered += 1
    return answered


def finish(seats: int, cases: list[dict[str, Any]]) -> list[Any]:
    """What another process does: read each state, play on, report the log and the final state."""
    made = program(seats)
    found = []
    for case in cases:
        machine = Machine(
            made, made.state_type.from_json(case["state"]), [None] * seats, KeyedChance(case["seed"]), []
        )
        play_on(machine, case["seed"], case["answered"])
        found.append([repr(machine.log), made.state_type.to_json(machine.s)])
    return found


@pytest.mark.parametrize("seats", [2, 4])
def test_a_copy_in_another_process_plays_on_to_the_same_log(seats: int) -> None:
    made = program(seats)
    cases: list[dict[str, Any]] = []
    expected: list[list[str]] = []
    deep = 0
    for seed in range(5):
        for at in (3, 41, 77, 96, 110):
            machine = Machine(made, made.new_state(), [None] * seats, KeyedChance(seed), [])
            machine.start()
            answered = play_on(machine, seed, 0, at + 13 * seed)
            deep += len(machine.s.frames) >= 2
            cases.append({"state": made.state_type.to_json(machine.s), "seed": seed, "answered": answered})
            machine.log = []
            play_on(machine, seed, answered)
            expected.append([repr(machine.log), made.state_type.to_json(machine.s)])
    assert deep >= 0.3 * len(cases)
    code = (
        "import json, sys; from test_copies import finish; print(json.dumps(finish(*json.load(sys.stdin))))"
    )
    ran = subprocess.run(
        [sys.executable, "-c", code],
        input=json.dumps([seats, cases]),
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join([str(Path(__file__).parent), *sys.path])},
    )
    assert json.loads(ran.stdout) == expected


def test_a_copy_shares_nothing_with_the_original() -> None:
    made = program(3)
    machine = Machine(made, made.new_state(), [None] * 3, KeyedChance(5), [])
    machine.start()
    play_on(machine, 5, 0, 60)
    before = made.state_type.to_json(machine.s)
    copy = Machine(made, machine.s.copy(), [None] * 3, KeyedChance(5), [])
    play_on(copy, 9, 60)
    assert made.state_type.to_json(machine.s) == before
