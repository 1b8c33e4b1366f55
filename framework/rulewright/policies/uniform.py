"""Chooses every option with equal probability."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from rulewright.engine import machine
from rulewright.engine.chance import mix
from rulewright.engine.machine import Machine
from rulewright.engine.observe import Observation


class Uniform:
    name = "uniform"

    def inline(self, key: int) -> machine.Policy:
        random = Random(key).random

        def choose(
            m: Machine,
            site: Any,
            seat: int,
            options: Sequence[Any],
            uses: Sequence[Any],
            decline: bool,
            args: Any,
        ) -> int:
            return int(random() * (len(options) + decline + len(uses)))

        return choose

    def decide(self, observation: Observation, decision: tuple[Any, ...], key: int) -> int:
        _, _, _, options, uses, decline, _ = decision
        count = len(options) + int(decline) + len(uses)
        return mix(key) * count >> 64
