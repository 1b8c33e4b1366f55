"""Checks the steps of a game's flow."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from rulewright.dsl import nodes as n
from rulewright.dsl import typed as t
from rulewright.dsl.describe import describe_type
from rulewright.dsl.scope import UNKNOWN, Names, Scope, UnknownType, Variable, item_type
from rulewright.model.game import Step
from rulewright.model.types import BOOL, INT, SEAT, ComponentType, ListType, SeatType, Type

if TYPE_CHECKING:
    from rulewright.dsl.check import GameChecker


class FlowChecker:
    def __init__(self, whole: GameChecker) -> None:
        self.whole = whole

    def all(self) -> tuple[t.FlowStep, ...]:
        flow = self.whole.game.flow
        return tuple(self._step(step, id_, Scope(Names(), {})) for id_, step in flow.items())

    def _step(self, step: Step, path: str, scope: Scope) -> t.FlowStep:
        if_ = self.whole.optional(step.if_, f"step/{path}", scope, BOOL)
        times = self.whole.optional(step.times, f"step/{path}", scope, INT)
        if times is not None:
            self.whole.checker(times.text, f"step/{path}").check_count(times.value, 1)
        turns, turn_of, inner = None, None, scope
        if step.turns is not None:
            turns = self.whole.formula(step.turns, f"step/{path}", scope, (), None)
            turn_of = item_type(turns.value.type) if turns is not None else UNKNOWN
            if turns is not None and not isinstance(turn_of, SeatType | ComponentType | UnknownType):
                found = describe_type(turns.value.type)
                self.whole.problems.error(
                    "T503", f"this is {found}", step.turns.span, expected="a list of seats or components"
                )
            inner = self._turn_scope(scope, turn_of)
        seats, picks, pick_texts = None, [], []
        body_params: list[str] = []
        if step.at_once is not None:
            seats = self.whole.formula(step.at_once.seats, f"step/{path}", scope, (), ListType(SEAT))
            inner = replace(scope, me=True)
            for name, text in step.at_once.choose.items():
                tree = self.whole.parse(text, "target")
                if isinstance(tree, n.Head):
                    checker = self.whole.checker(text, f"step/{path}")
                    pick, inner = checker.pick(tree, inner, name)
                    checker.check_secret(pick, tree)
                    picks.append(pick)
                    pick_texts.append(text)
                    body_params.append(pick.var)
                else:
                    inner, _ = inner.bind(name, UNKNOWN)
        do = None if step.do is None else self.whole.body(step.do, f"step/{path}", inner, tuple(body_params))
        steps = tuple(self._step(child, f"{path}/{id_}", inner) for id_, child in step.steps.items())
        until = self.whole.optional(step.until, f"step/{path}", scope, BOOL)
        guard = self.whole.optional(step.guard, f"step/{path}", scope, INT)
        if guard is not None:
            self.whole.check_least(guard, 1)
        ends = (if_, times, until, guard)
        return t.FlowStep(
            path, step, *ends, turns, turn_of, seats, tuple(picks), tuple(pick_texts), do, steps
        )

    def _turn_scope(self, scope: Scope, turn_of: Type | None) -> Scope:
        if isinstance(turn_of, ComponentType | UnknownType):
            return replace(scope, me=True, this=Variable("this", turn_of))
        return replace(scope, me=True)


def counters(flow: Mapping[str, Step]) -> Iterator[str]:
    for id_, step in flow.items():
        if step.times is not None or step.until is not None:
            yield id_
        yield from counters(step.steps)
