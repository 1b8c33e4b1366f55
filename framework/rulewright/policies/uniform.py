"""Chooses every option with equal probability."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from rulewright.dsl.generate.sites import Site
from rulewright.engine import machine
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

    def decide(self, observation: Observation, decision: tuple[Any, ...], key: int) -> int:
        _, stop, _, options, uses, decline, _ = decision
        program = observation.program
        return chosen(program, program.sites[stop], options, uses, decline, key)


def _in_a_row(key: int) -> machine.Policy:
    random = Random(key).random

    def choose(
        m: Machine,
        site: Site,
        seat: int,
        options: Sequence[Any],
        uses: Sequence[Any],
        decline: bool,
        args: Any,
    ) -> int:
        return int(random() * (len(options) + decline + len(uses)))

    return choose


def _by_option(key: int) -> machine.Policy:
    def choose(
        m: Machine,
        site: Site,
        seat: int,
        options: Sequence[Any],
        uses: Sequence[Any],
        decline: bool,
        args: Any,
    ) -> int:
        at = occasion(key, m.s, site.name, seat)
        note(m.s, site.name, seat)
        return chosen(m.program, site, options, uses, decline, at)

    return choose
