"""Whose a random pick is: the declaration it stands in and its number there, in the author's order.

So no other declaration, and nothing about how a text comes to be run, changes what it picks.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rulewright.dsl import typed as t
from rulewright.dsl.visit import statements

Texts = Iterator[tuple[str, Sequence[object]]]


def draw_owners(rules: t.Rules) -> dict[int, str]:
    """By the id of each random pick of the rules, which are to be kept alive: its owner."""
    owners: dict[int, str] = {}
    for name, body in _texts(rules):
        picks = (node for part in body for node in statements(part) if isinstance(node, t.Pick))
        for number, pick in enumerate(pick for pick in picks if pick.mode == "random"):
            owners[id(pick)] = f"{name}:{number}"
    return owners


def _texts(rules: t.Rules) -> Texts:
    for verb in rules.verbs.values():
        yield f"verb/{verb.name}", verb.do.body
    for clause in rules.clauses:
        yield f"{clause.id}/cost", () if clause.cost is None else clause.cost.body
        yield f"{clause.id}/target", () if clause.target is None else (clause.target,)
        yield clause.id, () if clause.body is None else clause.body.body
    for name, then in rules.window_thens.items():
        yield f"window/{name}", then.body
    yield from _steps(rules.flow)


def _steps(steps: Sequence[t.FlowStep]) -> Texts:
    for step in steps:
        yield f"step/{step.path}", () if step.do is None else step.do.body
        yield from _steps(step.steps)
