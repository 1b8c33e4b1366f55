"""Goes through the typed tree."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import fields, is_dataclass

from rulewright.dsl import typed as t

_NODES = (t.Expr, t.Stmt, t.Pick, t.Prompt)
_PARTS: dict[type, tuple[str, ...] | None] = {}


def _parts(kind: type) -> tuple[str, ...] | None:
    """The fields of a node in which nodes may stand; None for what is no node."""
    if kind not in _PARTS:
        plain = ("start", "end", "type")
        named = tuple(f.name for f in fields(kind) if f.name not in plain) if is_dataclass(kind) else None
        _PARTS[kind] = named
    return _PARTS[kind]


def children(node: object) -> list[object]:
    """The nodes right under a node of the typed tree, in order."""
    found: list[object] = []
    for name in _parts(type(node)) or ():
        child = getattr(node, name)
        if isinstance(child, tuple):
            found += [item for item in child if _parts(type(item)) is not None]
        elif isinstance(child, _NODES):
            found.append(child)
    return found


def walk(node: object) -> Iterator[object]:
    """A node of the typed tree and all nodes under it, in order."""
    waiting = [node]
    while waiting:
        found = waiting.pop()
        yield found
        waiting += reversed(children(found))


def statements(node: object) -> Iterator[object]:
    """As `walk`, without the values: statements, and the picks and prompts in them."""
    waiting = [node]
    while waiting:
        found = waiting.pop()
        yield found
        waiting += reversed([child for child in children(found) if not isinstance(child, t.Expr)])


def all_steps(flow: Sequence[t.FlowStep]) -> list[t.FlowStep]:
    """Every step of a flow, each before those in it."""
    return [found for step in flow for found in (step, *all_steps(step.steps))]
