"""Chooses every option with equal probability."""

from __future__ import annotations

from random import Random

from rulewright.engine import machine
from rulewright.engine.decision import Decision
from rulewright.engine.machine import Machine
from rulewright.engine.observe import Observation
from rulewright.policies.noise import chosen, note, occasion


class Uniform:
    """With `paired`, a match that differs a little shares all other choices; without, choices are drawn in a
    row, which takes a tenth of the time."""

    name = "uniform"

    def __init__(self, paired: bool = False) -> None:
        self.paired = paired

    def inline(self, key: int) -> machine.Policy:
        return _by_option(key) if self.paired else _in_a_row(key)

    def in_sample(self, key: int) -> machine.Policy:
        """As `inline`: it looks at nothing."""
        return self.inline(key)

    def decide(self, observation: Observation, decision: Decision, key: int) -> int:
        return chosen(observation.program, decision, key)


def _in_a_row(key: int) -> machine.Policy:
    random = Random(key).random

    def choose(m: Machine, decision: Decision) -> int:
        # as `answers`, without a call
        return int(random() * (len(decision.options) + decision.decline + len(decision.uses)))

    return choose


def _by_option(key: int) -> machine.Policy:
    def choose(m: Machine, decision: Decision) -> int:
        at = occasion(key, m.s, decision.stop, decision.seat)
        note(m.s, decision.stop, decision.seat)
        return chosen(m.program, decision, at)

    return choose
