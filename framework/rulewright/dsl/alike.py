"""Whether two values, or statements, are written alike, but for the names that values make themselves."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields

from rulewright.dsl import typed as t

_LEFT_OUT = frozenset({"start", "end", "type"})
_NODES = (t.Expr, t.Stmt, t.Pick, t.Prompt, t.MenuBranch)
_KEPT: dict[type, tuple[str, ...]] = {}


def alike(left: object, right: object, names: Mapping[str, str] = {}) -> bool:  # never written
    """Whether two are worth, or do, the same at one moment, as far as that can be read off them.

    Args:
        names: what a name that is made in `left` is called in `right`.
    """
    if type(left) is not type(right):
        return False
    if isinstance(left, tuple) and isinstance(right, tuple):
        return len(left) == len(right) and all(alike(a, b, names) for a, b in zip(left, right, strict=True))
    if isinstance(left, t.Local) and isinstance(right, t.Local):
        return names.get(left.name, left.name) == right.name
    if not isinstance(left, _NODES):
        return left == right
    if isinstance(left, t.Filter | t.Map) and isinstance(right, t.Filter | t.Map):
        inside = {**names, left.var: right.var}
        mine, other = _inner(left), _inner(right)
        return alike(left.set, right.set, names) and alike(mine, other, inside)
    kept = _KEPT.get(type(left))
    if kept is None:
        kept = _KEPT[type(left)] = tuple(s.name for s in fields(left) if s.name not in _LEFT_OUT)
    return all(alike(getattr(left, name), getattr(right, name), names) for name in kept)


def _inner(of: t.Filter | t.Map) -> t.Expr:
    return of.test if isinstance(of, t.Filter) else of.value
