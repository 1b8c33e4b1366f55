"""A policy that is not offered one entry: answers about it are withheld as long as there is another.

What chance decides hangs on each answer by itself, and the rules of a pack take the first or the best, so it
answers as before wherever it would not have taken the entry.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rulewright.dsl.generate.sites import Site
from rulewright.engine import machine
from rulewright.engine.machine import Machine
from rulewright.engine.observe import Observation
from rulewright.policies.about import About
from rulewright.policies.base import Policy


class Without:
    """`inner` answers in the process (`Policy.inline`); one that looks ahead does so to what is withheld."""

    def __init__(self, inner: Policy, about: About, entry: str) -> None:
        self.inner = inner
        self.about = about
        self.entry = entry
        self.name = inner.name

    def inline(self, key: int) -> machine.Policy | None:
        inner = self.inner.inline(key)
        if inner is None:
            raise ValueError(f"{self.name} does not answer in the process")
        entry, about = self.entry, self.about

        def choose(
            m: Machine,
            site: Site,
            seat: int,
            options: Sequence[Any],
            uses: Sequence[Any],
            decline: bool,
            args: tuple[Any, ...],
        ) -> int:
            kept = [
                i for i, option in enumerate(options) if entry not in about.option(m.s, site, seat, option)
            ]
            used = [i for i, use in enumerate(uses) if about.use(use) != entry]
            count = len(kept) + decline + len(used)
            if count in (0, len(options) + decline + len(uses)):
                return inner(m, site, seat, options, uses, decline, args)
            left = [options[i] for i in kept]
            index = inner(m, site, seat, left, [uses[i] for i in used], decline, args)
            places = [
                *kept,
                *([len(options)] if decline else []),
                *(len(options) + decline + i for i in used),
            ]
            return places[index]

        return choose

    def decide(self, observation: Observation, decision: tuple[Any, ...], key: int) -> int:
        raise AssertionError("it answers in the process")
