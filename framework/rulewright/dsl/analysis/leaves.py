"""The single values that declarations and cards hold, with their types."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rulewright.model.game import Entry, FieldDecl, Kind, Value
from rulewright.model.types import ListType, PairType, Type

Leaf = tuple[Type, Value]


def leaves(type_: Type, value: Value) -> Iterator[Leaf]:
    """A value, or those in it if it is a list or a pair."""
    match type_:
        case ListType(item) if isinstance(value, tuple):
            for each in value:
                yield from leaves(item, each)
        case PairType(first, second) if isinstance(value, tuple) and len(value) == 2:
            yield from leaves(first, value[0])
            yield from leaves(second, value[1])
        case _:
            yield type_, value


def printed(kinds: Mapping[str, Kind], entry: Entry) -> Iterator[Leaf]:
    """What an entry and its parts say in their fields."""
    kind = kinds[entry.kind]
    yield from _fields(kind.fields, entry.values)
    for part in kind.parts:
        if (there := entry.parts.get(part.name)) is not None:
            yield from _fields(kinds[part.kind].fields, there.values)


def _fields(fields: Mapping[str, FieldDecl], values: Mapping[str, Value]) -> Iterator[Leaf]:
    for name, decl in fields.items():
        yield from leaves(decl.type, values.get(name))
