"""The reference walker: runs the typed tree as it stands, to check the generated module against.

Slow and plain on purpose. State, changes, events, board and lists are those of the engine; only texts
are run in another way. Policies and chance must answer in the process: nothing here can stop and go on.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from rulewright.dsl import typed as t
from rulewright.engine.walk_flow import Flow
from rulewright.engine.walk_values import Here
from rulewright.model.types import ComponentType

if TYPE_CHECKING:
    from rulewright.engine.machine import Machine
    from rulewright.engine.program import Program


visited: set[int] | None = None
"""Who wants to know which nodes are run puts a set here; it gets their identities."""


class Walker(Flow):
    """Gives the functions that the engine asks for by name."""

    def __init__(self, program: Program) -> None:
        super().__init__(program)
        self.facts()
        self.verbs_and_clauses()
        for step in self.rules.flow:
            self.flow_step(step, ())
        self.space["match"] = lambda m, me, this: self.run_steps(m, self.rules.flow, me, this)

    def value(self, e: t.Expr, here: Here) -> Any:
        if visited is not None:
            visited.add(id(e))
        return super().value(e, here)

    def statement(self, here: Here, node: t.Stmt) -> None:
        if visited is not None:
            visited.add(id(node))
        super().statement(here, node)

    def named(
        self, prefix: str, formulas: Mapping[str, t.Formula | None], names: tuple[str, ...] = ()
    ) -> None:
        for name, formula in formulas.items():
            if formula is not None:
                self.space[f"{prefix}{name}"] = self.pure(formula, names)

    def facts(self) -> None:
        """Everything that is only read."""
        rules, me = self.rules, self.rules.uses_me
        for kind in self.game.kinds.values():
            if kind.alike is not None:
                # callables among callables
                self.space[f"alike_{kind.name}"] = self.alike(ComponentType(kind.name))  # type: ignore[assignment]
        for (owner, name), formula in rules.derived.items():
            self.space[f"d_{owner}_{name}"] = self.pure(formula, formula.params)
        for (owner, entry, name), formula in rules.formulas.items():
            given = ("me",) if f"formula/{owner}/{name}" in me else ()
            function = f"f_{owner}_{name}_{entry or 'default_'}"
            self.space[function] = self.pure(formula, (*given, *formula.params))
        for name in rules.values:
            self.space[f"v_{name}"] = self.value_function(name, f"value/{name}" in me)
        self.named("size_", rules.zone_sizes)
        self.named("window_seat_", rules.window_seats)
        self.named("limit_", rules.budget_limits)
        self.named("invariant_", rules.invariants)
        self.named("refusal_", rules.refusals)
        for policy in rules.policies.values():
            for rule in policy.rules:
                for what, each in (("when", rule.when), ("where", rule.where), ("prefer", rule.prefer)):
                    if each is not None:
                        name = f"policy_{policy.name}_{rule.id}_{what}"
                        self.space[name] = self.pure(each, ("me", *each.params))
        self.named("", {"outlook": rules.outlook}, ("me",))
        for result in rules.outcomes:
            self.named("outcome_", {result.id: result.when})
            self.named(f"most_{result.id}_", result.most, ("me", "total"))
            self.named("rank_", {result.id: result.rank}, ("me", "total"))
        self.space["score"] = self.score
        self.space["measures"] = lambda m, out: self.lines(m, self.rules.measures, {}, out)

    def value_function(self, name: str, seated: bool) -> Callable[..., Any]:
        if seated:
            return lambda m, me, *args: self.value_of(m, me, name, args)
        return lambda m, *args: self.value_of(m, -1, name, args)

    def score(self, m: Machine, me: int, out: list[tuple[Any, ...]] | None = None) -> int:
        return self.lines(m, self.rules.scoring, {"me": me}, out)

    def lines(
        self,
        m: Machine,
        lines: Sequence[t.Line],
        names: Mapping[str, int],
        out: list[tuple[Any, ...]] | None,
    ) -> int:
        total = 0
        for number, line in enumerate(lines):
            items = (-1,) if line.set is None else self.formula(m, line.set, names)
            for item in items:
                points = self.formula(m, line.points, {**names, **({line.var: item} if line.var else {})})
                total += points
                if out is not None:
                    out.append((number, item, points))
        return total

    def verbs_and_clauses(self) -> None:
        for verb in self.rules.verbs.values():
            self.procedure(self.procedure_of(verb), verb.do.text, verb.do.body)
            self.named("can_", {verb.name: verb.requires}, ("me", *verb.params))
            self.space[f"verb_{verb.name}"] = self.verb_function(verb)
        for i, clause in enumerate(self.rules.clauses):
            self.clause_functions(i, clause)

    def verb_function(self, verb: t.Verb) -> Callable[..., int]:
        def run(m: Machine, me: int, *args: Any) -> int:
            m.ret = self.verb(m, me, verb, args)
            return 0

        return run
