"""Policies that a pack declares as data: the first rule that finds something to choose answers.

What no rule answers is left to chance. Where a game hides nothing the rules look at the match itself,
otherwise at an observation, so that they never see more than their seat does.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from rulewright.dsl import typed as t
from rulewright.dsl.generate.sites import Site
from rulewright.engine import machine
from rulewright.engine.decision import Decision
from rulewright.engine.machine import Machine
from rulewright.engine.observe import Observation, observe
from rulewright.engine.program import Program
from rulewright.model.types import ComponentType, ListType
from rulewright.policies.base import Policy
from rulewright.policies.noise import chosen, note, occasion
from rulewright.policies.uniform import Uniform

DECLINE = "decline"


class DataPolicy:
    """A declared policy, or only `entries`: policies for questions about components of an entry.

    A question is about the first component among its prompt's arguments. `otherwise` answers what no
    rule does.
    """

    def __init__(
        self,
        rules: t.Rules,
        name: str | None,
        entries: Mapping[tuple[str, str], str] | None = None,
        otherwise: Policy | None = None,
    ) -> None:
        self.rules = rules
        self.base = name
        self.otherwise = otherwise or Uniform()
        self.name = name or self.otherwise.name
        own = rules.policies[name].by if name is not None else {}
        self.by = {(kind, entry): policy for kind, each in own.items() for entry, policy in each.items()}
        self.by |= entries or {}
        self._bound: _Bound | None = None

    def inline(self, key: int) -> machine.Policy | None:
        inner = self.otherwise.inline(key)
        hides = any(zone.visible != "all" for zone in self.rules.game.zones.values())
        return None if inner is None else self._answering(key, inner, hides)

    def in_sample(self, key: int) -> machine.Policy:
        """As `inline`, in a position that was dealt anew: there is nothing to peek at."""
        inner = self.otherwise.inline(key)
        assert inner is not None, "it answers without looking ahead"
        return self._answering(key, inner, False)

    def _answering(self, key: int, inner: machine.Policy, hides: bool) -> machine.Policy:
        def choose(m: Machine, decision: Decision) -> int:
            at = occasion(key, m.s, decision.stop, decision.seat)
            note(m.s, decision.stop, decision.seat)
            if decision.answers == 1:
                return 0
            bound = self._for(m.program)
            index = None
            if bound.speaks(m.program.sites[decision.stop].prompt):
                index = bound.seen(m, decision) if hides else bound.decided(m, decision)
            if index is not None:
                return index
            if isinstance(self.otherwise, Uniform):
                return chosen(m.program, decision, at)
            return inner(m, decision)

        return choose

    def decide(self, observation: Observation, decision: Decision, key: int) -> int:
        program = observation.program
        m = Machine(program, observation.state, [None] * program.seats, None)
        index = self._for(program).decided(m, decision)
        return self.otherwise.decide(observation, decision, key) if index is None else index

    def _for(self, program: Program) -> _Bound:
        if self._bound is None or self._bound.program is not program:
            self._bound = _Bound(program, self.base, self.by)
        return self._bound


Text = Callable[..., Any]


@dataclass(slots=True)
class _Rule:
    """A rule with its texts as functions of the program."""

    rule: t.PolicyRule
    when: Text | None
    where: Text | None
    prefer: Text | None


class _Bound:
    """A policy made ready for one program."""

    def __init__(self, program: Program, name: str | None, by: Mapping[tuple[str, str], str]) -> None:
        self.program = program
        self.name = name
        self.known: dict[tuple[str | None, str | None], tuple[_Rule, ...]] = {}
        self.policies = {*by.values(), *([] if name is None else [name])}
        self.speaking: dict[str | None, bool] = {}
        self.about: dict[str, tuple[int, Sequence[str | None]]] = {}
        for prompt in program.game.prompts.values():
            for number, type_ in enumerate(prompt.params.values()):
                if isinstance(type_, ComponentType) and type_.kind in program.kinds:
                    entries = list(program.game.entries[program.game.kinds[type_.kind].bears or type_.kind])
                    of = program.kinds[type_.kind].entry
                    policies = [by.get((type_.kind, entries[e])) if e >= 0 else None for e in of]
                    self.about[prompt.name] = (number, policies)
                    break

    def speaks(self, prompt: str | None) -> bool:
        """Whether there can be a rule for a question, whatever it is about."""
        found = self.speaking.get(prompt)
        if found is None:
            found = any(self._rules(name, prompt) for name in self.policies)
            self.speaking[prompt] = found
        return found

    def seen(self, m: Machine, decision: Decision) -> int | None:
        """As `decided`, by what the seat can see of a running match."""
        m.s.open = (decision.standing(),)
        seen = observe(self.program, m.s, decision.seat).state
        m.s.open = ()
        return self.decided(Machine(self.program, seen, [None] * self.program.seats, None), seen.open[0])

    def _named(self, site: Site, args: tuple[Any, ...]) -> Iterator[str]:
        """The policies that are asked, in order."""
        if site.prompt is not None and site.prompt in self.about:
            number, policies = self.about[site.prompt]
            if own := policies[args[number]]:
                yield own
        if self.name is not None:
            yield self.name

    def decided(self, m: Machine, decision: Decision) -> int | None:
        """The index that the first fitting rule gives; None if there is none."""
        site, args = self.program.sites[decision.stop], decision.args
        for name in self._named(site, args):
            for rule in self._rules(name, site.prompt):
                found = self._offered(rule.rule, site, decision)
                if found and (rule.when is None or m.judged(rule.when, decision.seat, *args)):
                    index = _best(m, rule, site, found, decision)
                    if index is not None:
                        return index
        return None

    def _rules(self, name: str, prompt: str | None) -> tuple[_Rule, ...]:
        """The rules of a policy that can speak at a question, in order."""
        found = self.known.get((name, prompt))
        if found is None:
            found = self.known[name, prompt] = tuple(self._gathered(name, prompt))
        return found

    def _gathered(self, name: str, prompt: str | None) -> list[_Rule]:
        found: list[_Rule] = []
        text = self.program.functions.get
        for rule in self.program.rules.policies[name].rules:
            if rule.follow is not None:
                found += self._gathered(rule.follow, prompt)
            elif rule.prompt is None or rule.prompt == prompt:
                base = f"policy_{name}_{rule.id}"
                found.append(_Rule(rule, *(text(f"{base}_{key}") for key in ("when", "where", "prefer"))))
        return found

    def _offered(self, rule: t.PolicyRule, site: Site, decision: Decision) -> Sequence[int]:
        """The indices of what a rule would take."""
        options, decline = decision.options, decision.decline
        if not rule.pick:
            return range(len(options))
        found = []
        if site.kind == "menu":
            found = [i for i, option in enumerate(options) if site.branches[option] in rule.pick]
        if decline and DECLINE in rule.pick:
            found.append(len(options))
        clauses = self.program.rules.clauses
        first = len(options) + decline
        found += [
            first + i
            for i, (clause, _) in enumerate(decision.uses)
            if clauses[clause].ability.id in rule.pick
        ]
        return found


def _best(m: Machine, rule: _Rule, site: Site, found: Sequence[int], decision: Decision) -> int | None:
    """Of what a rule would take, what it takes; None if its texts look for other things."""
    seat, options, args = decision.seat, decision.options, decision.args
    if rule.rule.item is None:
        return found[0]
    if site.item is None or (ListType(site.item) if site.many else site.item) != rule.rule.item:
        return None
    if rule.where is not None:
        where = partial(m.judged, rule.where, seat)
        found = [i for i in found if i < len(options) and where(options[i], *args)]
    if rule.prefer is None or len(found) < 2:
        return found[0] if found else None
    prefer = partial(m.judged, rule.prefer, seat)
    return max((i for i in found if i < len(options)), key=lambda i: (prefer(options[i], *args), -i))
