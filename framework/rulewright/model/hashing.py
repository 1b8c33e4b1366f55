"""Hashes of what a game is made of, told apart from how its files are laid out."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from functools import cache
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from rulewright.model.types import Type
from rulewright.source.text import EffectText

if TYPE_CHECKING:
    from rulewright.model.game import Game

_ORDERED = frozenset({"params", "steps", "choose", "most"})
_ORDERED_SECTIONS = frozenset({"flow", "scoring", "outcomes"})
_LEFT_OUT = frozenset(
    {"span", "waived", "overlays", "former", "policies", "measures", "better", "texts", "places"}
)
"""Places, where things come from, and what changes no rule."""
_WHOLE = frozenset({"id", "version", "title", "players", "ends", "outlook"})  # sections that are one thing


@cache
def _names(type_: type) -> tuple[str, ...]:
    return tuple(field.name for field in fields(type_) if field.name not in _LEFT_OUT)


def canonical(value: Any, ordered: bool = False) -> Any:
    """Plain data without places; mappings whose order means something become lists of pairs."""
    if isinstance(value, EffectText):
        return value.text
    if isinstance(value, Type):
        return f"{type(value).__name__} {value}"
    if is_dataclass(value) and not isinstance(value, type):
        return {name: canonical(getattr(value, name), name in _ORDERED) for name in _names(type(value))}
    if isinstance(value, Mapping):
        if ordered:
            return [[str(key), canonical(item)] for key, item in value.items()]
        return {str(key): canonical(item) for key, item in value.items()}
    if isinstance(value, tuple | list):
        return [canonical(item) for item in value]
    return value


def _digest(plain: Any) -> str:
    text = json.dumps(plain, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return sha256(text.encode("utf-8")).hexdigest()


def entry_hashes(game: Game) -> dict[str, str]:
    """A hash each by `kind/id` for entries and `section/id` for the rest, sorted."""
    each: dict[str, str] = {}
    for section in (field.name for field in fields(game) if field.name not in _LEFT_OUT):
        value = getattr(game, section)
        if section == "entries":
            for kind, entries in value.items():
                each |= {f"{kind}/{name}": _digest(canonical(entry)) for name, entry in entries.items()}
        elif section in _WHOLE:
            each[section] = _digest(canonical(value))
        else:
            each |= {f"{section}/{name}": _digest(canonical(item)) for name, item in value.items()}
    return dict(sorted(each.items()))


def content_hash(game: Game) -> str:
    """The hash of the whole: of everything in it, and of the order where that means something."""
    order = {section: [*getattr(game, section)] for section in sorted(_ORDERED_SECTIONS)}
    return _digest([game.entry_hashes, order])
