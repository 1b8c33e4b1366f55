"""How many levels a value has where all that it calls is put in place in it: Python nests only so many."""

from __future__ import annotations

from collections.abc import Callable

from rulewright.dsl import typed as t
from rulewright.dsl.visit import children

MOST_LEVELS = 60
"""Of what is put in place; what is higher stays a function, where the count begins anew."""


class Heights:
    """`apart` tells of a formula whether it is a function whatever its height."""

    def __init__(self, rules: t.Rules, apart: Callable[[t.Formula], bool]) -> None:
        self.rules = rules
        self.apart = apart
        self._known: dict[int, tuple[object, int]] = {}  # by id: the node is kept alive

    def of(self, node: object) -> int:
        """The levels of a value of the typed tree."""
        known = self._known.get(id(node))
        if known is None:
            levels = max((self.of(child) for child in children(node)), default=0)
            called = self._called(node)
            if called is not None and not self.apart(called):
                levels += self.of(called.value)  # its arguments come to stand in it
            known = self._known[id(node)] = (node, 1 + levels)
        return known[1]

    def _called(self, node: object) -> t.Formula | None:
        match node:
            case t.Derived(kind=kind, field=field):
                return self.rules.derived[kind, field]
            case t.ValueCall(name=name):
                return self.rules.values[name].is_
            case t.CanCall(verb=verb):
                return self.rules.verbs[verb].requires
        return None
