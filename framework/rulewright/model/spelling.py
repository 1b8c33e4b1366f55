"""Types from their spelling, as log entries and replays carry them: the way back from `str(type)`."""

from __future__ import annotations

import re
from functools import cache

from rulewright.model.game import Game
from rulewright.model.types import (
    BOOL,
    INT,
    SEAT,
    TEXT,
    CellType,
    ComponentType,
    EntryType,
    EnumType,
    IntType,
    ListType,
    PairType,
    PlacementType,
    Type,
    ZoneType,
)

_RANGE = re.compile(r"(-?\d+)\.\.(-?\d+)")
_SIMPLE: dict[str, Type] = {"int": INT, "bool": BOOL, "seat": SEAT, "text": TEXT}
_OF = {"entry of ": EntryType, "cell of ": CellType, "placement on ": PlacementType}


def type_of(game: Game, text: str) -> Type:
    """The type that is spelt `text`.

    Raises:
        ValueError: nothing of this game is spelt so.
    """
    if text in _SIMPLE:
        return _SIMPLE[text]
    if text in game.enums:
        return EnumType(text)
    if text in game.kinds:
        return ComponentType(text)
    if found := _RANGE.fullmatch(text):
        return IntType(int(found[1]), int(found[2]))
    for word, made in _OF.items():
        if text.startswith(word):
            return made(text.removeprefix(word))
    word, _, rest = text.partition(" of ")
    if word == "list":
        return ListType(type_of(game, rest))
    if word == "zone":
        return ZoneType("", rest)
    if word == "pair":
        return _pair(game, rest)
    raise ValueError(f"{game.id} has no type '{text}'")


def _pair(game: Game, text: str) -> Type:
    """Halves may be pairs themselves, so every `and` is tried."""
    for found in re.finditer(" and ", text):
        try:
            return PairType(type_of(game, text[: found.start()]), type_of(game, text[found.end() :]))
        except ValueError:
            continue
    raise ValueError(f"{game.id} has no type 'pair of {text}'")


class Spelt:
    """`type_of` for one game, kept."""

    def __init__(self, game: Game) -> None:
        self.type = cache(lambda text: type_of(game, text))
