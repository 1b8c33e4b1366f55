"""Declarations of a linked game under the keys that packs have for them, not those of the model."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields
from typing import Any

from rulewright.model.game import (
    Ability,
    FieldDecl,
    Kind,
    PartDecl,
    Setting,
    TableDecl,
    ZoneDecl,
)
from rulewright.packs.linking.spelling import SHAPE

_NOT_KEYS = frozenset({"span", "pick_spans", "id", "name"})
"""What every declaration has, and no pack writes as a key."""


def as_declared(item: Any) -> dict[str, Any]:
    """The keys of a declaration in their order, with what stands there; what is left out has no sense."""
    special = _SPECIAL.get(type(item))
    return _plain(item) if special is None else special(item)


def _plain(item: Any) -> dict[str, Any]:
    """The fields as they are called; an underline behind one is for Python's sake."""
    return {
        field.name.rstrip("_"): getattr(item, field.name)
        for field in fields(item)
        if field.name not in _NOT_KEYS
    }


def _zone(zone: ZoneDecl) -> dict[str, Any]:
    return {
        "of": zone.kind,
        "per": "seat" if zone.per_seat else None,
        "order": "stack" if zone.ordered else None,
        "visible": zone.visible,
        "grid": zone.grid,
        "size": zone.size,
        "from": zone.source,
        "discard": zone.discard,
        "reshuffle": zone.reshuffle,
    }


def _field(field: FieldDecl) -> dict[str, Any]:
    return {
        "type": _optional(field.type, field.optional),
        "start" if field.mutable else "default": field.start,
        "rolled": field.rolled,
        "provenance": field.provenance,
        "better": field.better,
    }


def _optional(type_: Any, optional: bool) -> str:
    return f"{'optional ' if optional else ''}{'shape' if type_ == SHAPE else type_}"


def _part(part: PartDecl) -> dict[str, Any]:
    return {"of": part.kind, "at": part.at}


def _kind(kind: Kind) -> dict[str, Any]:
    found = _plain(kind)
    found["parts"] = {part.name: part for part in kind.parts}
    found["shape"] = found.pop("shape_field") or kind.shape
    if kind.snap == 1:
        del found["snap"]  # as no pack writes it
    return found


def _table(table: TableDecl) -> dict[str, Any]:
    return {
        "by": table.by,
        "gives": _optional(table.gives, table.optional),
        "steps" if table.steps else "values": {str(key): value for key, value in table.rows.items()},
    }


def _setting(setting: Setting) -> dict[str, Any]:
    default: Any = setting.default if setting.by is None else {setting.by: dict(setting.cases)}
    kinds: dict[str, Any] = {"values": setting.symbols}
    if not setting.symbols:
        kinds = {"type": _optional(setting.type, setting.optional)}
    return {**kinds, "default": default, "says": setting.says}


def _ability(ability: Ability) -> dict[str, Any]:
    found = _plain(ability)
    head = {found.pop("sort"): found.pop("subject")}
    stage, amount = found.pop("stage"), found.pop("amount")
    return {**head, **({} if stage is None else {stage: amount}), **found}


_SPECIAL: Mapping[type, Callable[[Any], dict[str, Any]]] = {
    Ability: _ability,
    FieldDecl: _field,
    Kind: _kind,
    PartDecl: _part,
    Setting: _setting,
    TableDecl: _table,
    ZoneDecl: _zone,
}
