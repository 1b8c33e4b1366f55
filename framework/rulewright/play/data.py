"""Values as plain data that JSON can hold, for replays, and the way back."""

from __future__ import annotations

from typing import Any

from rulewright.model.types import (
    CellType,
    ComponentType,
    EntryType,
    EnumType,
    ListType,
    PairType,
    PlacementType,
    SeatType,
    Type,
)
from rulewright.play.names import Names, is_several


def describe(names: Names, type_: Type, raw: Any) -> Any:
    """A value as plain data: components by uid, symbols and entries by id, cells and seats marked as such."""
    if raw is None:
        return None
    if is_several(type_, raw):
        item = type_.item if isinstance(type_, ListType) else type_
        return [describe(names, item, each) for each in raw]
    match type_:
        case ComponentType(kind) if kind in names.program.kinds:
            return names.component(kind, raw)
        case EntryType(kind) | ComponentType(kind):
            return names.entries[kind][raw]
        case EnumType(name):
            return names.game.enums[name][raw]
        case CellType(zone):
            grid = names.program.board.grids[names.program.zone_base[zone]]
            return {"cell": list(divmod(raw, grid.columns))}
        case SeatType():
            return {"seat": raw}
        case PairType(first, second):
            return {"pair": [describe(names, first, raw[0]), describe(names, second, raw[1])]}
        case PlacementType():
            return _placement(names, raw)
    return raw


def _placement(names: Names, raw: tuple[int, int, int]) -> dict[str, Any]:
    piece, z, index = raw
    info = names.program.zones[z]
    position = names.program.board.moves[z][piece][index]  # type: ignore[index]  # z is a grid
    grid = names.program.board.grids[z]
    return {
        "place": names.component(info.kind, piece),
        "on": info.name if info.seat < 0 else [info.name, info.seat],
        "cell": list(divmod(position.cell, grid.columns)),
        "turn": position.turn,
        "flip": position.flip,
    }


def restore(names: Names, type_: Type, data: Any) -> Any:
    """The value that `describe` gave as this data.

    Raises:
        ValueError: the game has no such thing.
    """
    if data is None:
        return None
    if isinstance(data, list):
        item = type_.item if isinstance(type_, ListType) else type_
        return tuple(restore(names, item, each) for each in data)
    try:
        return _restore(names, type_, data)
    except (KeyError, IndexError, TypeError, AttributeError) as error:
        raise ValueError(f"{data!r} is no {type_}") from error


def _restore(names: Names, type_: Type, data: Any) -> Any:
    match type_:
        case ComponentType(kind) if kind in names.program.kinds:
            index = names.index(kind, data)
            if index is None:
                raise ValueError(f"there is no {kind} '{data}'")
            return index
        case EntryType(kind) | ComponentType(kind):
            return names.entries[kind].index(data)
        case EnumType(name):
            return names.game.enums[name].index(data)
        case CellType(zone):
            grid = names.program.board.grids[names.program.zone_base[zone]]
            row, column = data["cell"]
            return row * grid.columns + column
        case SeatType():
            return data["seat"]
        case PairType(first, second):
            return restore(names, first, data["pair"][0]), restore(names, second, data["pair"][1])
        case PlacementType():
            return _restore_placement(names, data)
    return data


def _restore_placement(names: Names, data: dict[str, Any]) -> tuple[int, int, int]:
    on = data["on"]
    name, seat = (on, 0) if isinstance(on, str) else on
    z = names.program.zone_base[name] + seat
    piece = names.index(names.program.zones[z].kind, data["place"])
    if piece is None:
        raise ValueError(f"there is no piece '{data['place']}'")
    row, column = data["cell"]
    index = names.spot(z, piece, f"{row},{column}", data["turn"], data["flip"])
    if index is None:
        raise ValueError(f"{data['place']} does not fit there")
    return piece, z, index
