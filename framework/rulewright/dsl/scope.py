"""What names mean at one point of an effect text, and when one type can stand for another."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from rulewright.model.types import (
    CellType,
    ComponentType,
    EntryType,
    IntType,
    ListType,
    PairType,
    Type,
    ZoneType,
)
from rulewright.source.records import record


@record(frozen=True, slots=True)
class UnknownType(Type):
    """The type of a text that already has a problem: fits everywhere, so that it is reported once."""

    def __str__(self) -> str:
        return "unknown"


UNKNOWN = UnknownType()
LIST = ListType(UNKNOWN)
"""Expected where any list will do."""


def fits(found: Type, expected: Type | None) -> bool:
    """Whether a value of type `found` may stand where `expected` is due."""
    if expected is None or found == expected or UNKNOWN in (found, expected):
        return True
    match found, expected:
        case IntType(), IntType():
            return True
        case ZoneType(kind=kind), ListType(item):
            return fits(ComponentType(kind), item)
        case ListType(item=a), ListType(item=b):
            return fits(a, b)
        case PairType(a, b), PairType(c, d):
            return fits(a, c) and fits(b, d)
        case CellType(), CellType():
            return True
    return False


def item_type(type_: Type) -> Type | None:
    """What a list of this type holds; None if it is no list."""
    match type_:
        case ListType(item):
            return item
        case ZoneType(kind=kind):
            return ComponentType(kind)
        case UnknownType():
            return UNKNOWN
    return None


def common(a: Type, b: Type) -> Type | None:
    """The type of a value that is one or the other; None if they do not agree."""
    if isinstance(a, IntType) and isinstance(b, IntType):
        return a if a == b else IntType()
    if fits(a, b):
        return b if isinstance(a, UnknownType | ZoneType) else a
    return b if fits(b, a) else None


def entry_kind(type_: Type) -> str | None:
    return type_.kind if isinstance(type_, EntryType | ComponentType) else None


@record(frozen=True, slots=True)
class Variable:
    """A local: its unique name in the procedure and its type."""

    local: str
    type: Type


class Names:
    """Unique local names of one procedure."""

    def __init__(self) -> None:
        self.used: dict[str, int] = {}

    def new(self, name: str) -> str:
        count = self.used.get(name, 0)
        self.used[name] = count + 1
        return f"{name}_{count}"


@record(frozen=True, slots=True)
class Scope:
    """Immutable: each nested construct derives its own.

    `candidate` is the unnamed thing whose fields are bare names (inside `where` and `each` without
    `as`); `facts` are paths of optional fields known to be present.
    """

    names: Names
    variables: Mapping[str, Variable]
    candidate: Variable | None = None
    it: Variable | None = None
    this: Variable | None = None
    me: bool = False
    total: bool = False  # the score `total` can be read
    facts: frozenset[str] = frozenset()

    def bind(self, name: str, type_: Type) -> tuple[Scope, str]:
        local = self.names.new(name)
        return replace(self, variables={**self.variables, name: Variable(local, type_)}), local

    def bind_it(self, type_: Type, *, candidate: bool) -> tuple[Scope, str]:
        local = self.names.new("it")
        variable = Variable(local, type_)
        return replace(self, it=variable, candidate=variable if candidate else self.candidate), local

    def knowing(self, facts: frozenset[str]) -> Scope:
        return self if facts <= self.facts else replace(self, facts=self.facts | facts)
