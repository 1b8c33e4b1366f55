"""The JSON Schema of a pack's `cards/*.yaml`, derived from its declared kinds."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rulewright.dsl.scope import UnknownType
from rulewright.model.game import FieldDecl, Kind
from rulewright.model.types import (
    BoolType,
    EnumType,
    IntType,
    ListType,
    PairType,
    SeatType,
    TextType,
    Type,
)

Schema = dict[str, Any]

_SHARED = ("id", "effect", "ability", "abilities", "provenance")
_BY_SIMPLE_TYPE: dict[type[Type], Schema] = {
    BoolType: {"type": "boolean"},
    TextType: {"type": "string"},
    SeatType: {"type": "integer", "minimum": 0},
}

_OF_ABILITIES = "after before instead_of modify window when do may uses prompt cost target".split()
_IN_ABILITIES = (
    "what a card does stands under `abilities`, each with an id: `abilities: {ID: {after: …, do: …}}`"
)
"""Said of keys of abilities that stand on the card itself."""

MOST_COPIES = 10_000


def card_schema(kinds: Mapping[str, Kind], enums: Mapping[str, tuple[str, ...]], rules: Schema) -> Schema:
    """The schema of card files; `rules` is the schema of rules/*.yaml, whose abilities it shares.

    Required fields are not among it: a template may give them.
    """
    definitions = {name: rules["$defs"][name] for name in _SHARED}
    for kind in kinds.values():
        definitions[f"kind_{kind.name}"] = _entry(kind, kinds, enums)
    entries = {
        name: {
            "description": f"The entries of kind {name}, by id.",
            "type": "object",
            "propertyNames": {"pattern": rules["$defs"]["id"]["pattern"]},
            "additionalProperties": {"$ref": f"#/$defs/kind_{name}"},
        }
        for name in kinds
    }
    templates = {
        "description": "What several entries have in common: templates by id for each kind, used by `like`.",
        "type": "object",
        "properties": entries,
        "additionalProperties": False,
    }
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "cards/*.yaml",
        **_closed("The entries of each kind, and templates for them.", {"templates": templates, **entries}),
        "x-hints": {
            key: f"`{key}` stands in rules/*.yaml"
            for key in rules.get("properties", ())
            if key not in entries
        },
        "$defs": definitions,
    }


def _closed(description: str, properties: Mapping[str, Schema]) -> Schema:
    return {
        "description": description,
        "type": "object",
        "properties": dict(properties),
        "additionalProperties": False,
    }


def _entry(kind: Kind, kinds: Mapping[str, Kind], enums: Mapping[str, tuple[str, ...]]) -> Schema:
    properties: dict[str, Schema] = {
        "like": {"description": "The template that gives what is left out.", "$ref": "#/$defs/id"},
        "abilities": {"$ref": "#/$defs/abilities"},
        "provenance": _provenance(kind, kinds),
    }
    if kind.starts_in is not None:
        properties["copies"] = {
            "description": "How many components there are; 1 when it is left out.",
            "type": "integer",
            "minimum": 0,
            "maximum": MOST_COPIES,
        }
    if kind.bears is not None:  # which is told at the kind, and not at each of its entries
        properties["bears"] = {"description": f"The {kind.bears} on it.", "$ref": "#/$defs/id"}
    properties |= {field.name: _field(field, enums) for field in kind.fields.values()}
    for formula in kind.formulas.values():
        properties[formula.name] = {"description": f"Gives {formula.gives}.", "$ref": "#/$defs/effect"}
    for part in kind.parts:
        if part.kind in kinds:
            properties[part.name] = _part(kinds[part.kind], enums)
    hints = {key: _IN_ABILITIES for key in _OF_ABILITIES if key not in properties}
    return {**_closed(f"An entry of kind {kind.name}.", properties), "x-hints": hints}


def _part(kind: Kind, enums: Mapping[str, tuple[str, ...]]) -> Schema:
    properties = {field.name: _field(field, enums) for field in kind.fields.values()}
    if kind.bears is not None:
        properties["bears"] = {"description": f"The {kind.bears} on it.", "$ref": "#/$defs/id"}
    return _closed(f"What is printed on this {kind.name}.", properties)


def _field(field: FieldDecl, enums: Mapping[str, tuple[str, ...]]) -> Schema:
    optional = "optional " if field.optional else ""
    return {"description": f"{optional}{field.type}", **_value(field.type, enums)}


def _value(type_: Type, enums: Mapping[str, tuple[str, ...]]) -> Schema:
    match type_:
        case UnknownType():
            return {}
        case IntType(low, high):
            return {"type": "integer"} | ({} if low is None else {"minimum": low, "maximum": high})
        case EnumType(name):
            return {"enum": list(enums[name])}
        case ListType(item):
            return {"type": "array", "items": _value(item, enums)}
        case PairType(first, second):
            halves = [_value(first, enums), _value(second, enums)]
            return {"type": "array", "prefixItems": halves, "minItems": 2, "maxItems": 2}
    return _BY_SIMPLE_TYPE.get(type(type_), {"$ref": "#/$defs/id"})


def provenance_names(kind: Kind, kinds: Mapping[str, Kind]) -> list[str]:
    """What of a card can have a provenance of its own."""
    names = {*kind.fields, *kind.formulas, "abilities", "copies"} | {part.name for part in kind.parts}
    for owner in [kind, *(kinds[part.kind] for part in kind.parts if part.kind in kinds)]:
        names |= {*owner.fields, *({"bears"} if owner.bears else ())}
    return sorted(names)


def _provenance(kind: Kind, kinds: Mapping[str, Kind]) -> Schema:
    each = {name: {"$ref": "#/$defs/provenance"} for name in provenance_names(kind, kinds)}
    return {
        "description": "Whether the rulebook prints it: one word for the whole card, or by field.",
        "if": {"type": "object"},
        "then": _closed("Provenance by field.", each),
        "else": {"$ref": "#/$defs/provenance"},
    }
