"""A policy that is not offered one entry: answers about it are withheld as long as there is another.

What chance decides hangs on each answer by itself, and the rules of a pack take the first or the best, so it
answers as before wherever it would not have taken the entry.
"""

from __future__ import annotations

from rulewright.engine import machine
from rulewright.engine.decision import Decision
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

        def choose(m: Machine, decision: Decision) -> int:
            _, stop, seat, options, uses, decline, _ = decision
            site = m.program.sites[stop]
            kept = [
                i for i, option in enumerate(options) if entry not in about.option(m.s, site, seat, option)
            ]
            used = [i for i, use in enumerate(uses) if about.use(use) != entry]
            left = decision._replace(options=[options[i] for i in kept], uses=[uses[i] for i in used])
            if left.answers in (0, decision.answers):
                return inner(m, decision)
            index = inner(m, left)
            places = [
                *kept,
                *([len(options)] if decline else []),
                *(len(options) + decline + i for i in used),
            ]
            return places[index]

        return choose

    def decide(self, observation: Observation, decision: Decision, key: int) -> int:
        raise AssertionError("it answers in the process")
