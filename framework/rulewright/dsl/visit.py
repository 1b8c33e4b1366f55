"""Goes through the typed tree."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import fields, is_dataclass

from rulewright.dsl import typed as t


def children(node: object) -> Iterator[object]:
    """The nodes right under a node of the typed tree, in order."""
    if not is_dataclass(node):
        return
    for spec in fields(node):
        child = getattr(node, spec.name)
        if isinstance(child, tuple):
            yield from (item for item in child if is_dataclass(item))
        elif isinstance(child, t.Expr | t.Stmt | t.Pick | t.Prompt):
            yield child


def walk(node: object) -> Iterator[object]:
    """A node of the typed tree and all nodes under it, in order."""
    yield node
    for child in children(node):
        yield from walk(child)


def all_steps(flow: Sequence[t.FlowStep]) -> list[t.FlowStep]:
    """Every step of a flow, each before those in it."""
    return [found for step in flow for found in (step, *all_steps(step.steps))]
