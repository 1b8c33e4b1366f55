"""Types in words, for complaints."""

from __future__ import annotations

from rulewright.dsl.scope import UnknownType
from rulewright.model.types import BoolType, IntType, ListType, Type, ZoneType


def describe_type(type_: Type | None) -> str:
    """A type in words, with an article."""
    match type_:
        case None:
            return "a value"
        case IntType():
            return "a number"
        case BoolType():
            return "a test that is true or false"
        case ListType(item):
            return "a list" if isinstance(item, UnknownType) else f"a list of {item}"
        case ZoneType(kind=kind):
            return f"a zone of {kind}"
        case _:
            return _plain(type_)


def _plain(type_: Type) -> str:
    words = str(type_)
    return f"{'an' if words[0] in 'aeiou' else 'a'} {words}"
