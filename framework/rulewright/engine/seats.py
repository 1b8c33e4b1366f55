"""Seats that are printed in data, of which a match with fewer players does not have all."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NoReturn

from rulewright.engine.missing import Missing
from rulewright.model.types import SEAT, ListType, PairType, SeatType, Type


class SeatColumn(tuple[Any, ...]):
    """Values by number; to read one that names a seat which is not there is fault G713."""

    gone: frozenset[int]

    def __getitem__(self, index: Any) -> Any:  # never of slices
        if index in self.gone:
            _not_there()
        return super().__getitem__(index)

    def like(self, values: Iterable[Any]) -> SeatColumn:
        """Other values at the same places."""
        return _column(values, self.gone)


class SeatRows(dict[Any, Any]):
    """Rows by key; to read one that gives a seat which is not there is fault G713."""

    gone: frozenset[Any]

    def __getitem__(self, key: Any) -> Any:
        if key in self.gone:
            _not_there()
        return super().__getitem__(key)

    def get(self, key: Any, default: Any = None) -> Any:
        if key in self.gone:
            _not_there()
        return super().get(key, default)


def seat_column(type_: Type, values: tuple[Any, ...], seats: int) -> tuple[Any, ...]:
    """Values of a type as a column of a match of so many seats."""
    if not _holds_seat(type_):
        return values
    gone = frozenset(i for i, value in enumerate(values) if not _there(type_, value, seats))
    return _column(values, gone) if gone else values


def seat_rows(type_: Type, found: dict[Any, Any], seats: int) -> dict[Any, Any]:
    """Rows by key, as `seat_column`."""
    gone = frozenset(key for key, value in found.items() if not _there(type_, value, seats))
    if not gone:
        return found
    made = SeatRows(found)
    made.gone = gone
    return made


def seat_steps(type_: Type, found: tuple[tuple[int, Any], ...], seats: int) -> tuple[tuple[int, Any], ...]:
    """The steps of a table, as `seat_column`."""
    gone = frozenset(i for i, (_, value) in enumerate(found) if not _there(type_, value, seats))
    return _column(found, gone) if gone else found


def _column(values: Iterable[Any], gone: frozenset[int]) -> SeatColumn:
    made = SeatColumn(values)
    made.gone = gone
    return made


def _holds_seat(type_: Type) -> bool:
    match type_:
        case ListType(item):
            return _holds_seat(item)
        case PairType(first, second):
            return _holds_seat(first) or _holds_seat(second)
    return type_ == SEAT


def _there(type_: Type, value: Any, seats: int) -> bool:
    match type_:
        case SeatType():
            return value is None or value < seats
        case ListType(item):
            return value is None or all(_there(item, each, seats) for each in value)
        case PairType(first, second):
            return value is None or (_there(first, value[0], seats) and _there(second, value[1], seats))
    return True


def _not_there() -> NoReturn:
    raise Missing("a seat that this match does not have")
