"""The types that fields, parameters and effect text are checked against."""

from __future__ import annotations

from rulewright.source.records import record


@record(frozen=True, slots=True)
class Type:
    """Base of all types; `str(type)` is the spelling an author would use."""


@record(frozen=True, slots=True)
class IntType(Type):
    """A whole number; `low` and `high` bound a declared range such as `1..6`."""

    low: int | None = None
    high: int | None = None

    def __str__(self) -> str:
        return "int" if self.low is None else f"{self.low}..{self.high}"


WHOLE = 2**53
"""Whole numbers lie within this on both sides of nought."""


def bounds(type_: IntType) -> tuple[int, int]:
    """What numbers state of this type may hold."""
    low = -WHOLE if type_.low is None else type_.low
    return low, WHOLE if type_.high is None else type_.high


@record(frozen=True, slots=True)
class BoolType(Type):
    def __str__(self) -> str:
        return "bool"


@record(frozen=True, slots=True)
class TextType(Type):
    """Words for display; no effect text can read them."""

    def __str__(self) -> str:
        return "text"


@record(frozen=True, slots=True)
class SeatType(Type):
    def __str__(self) -> str:
        return "seat"


@record(frozen=True, slots=True)
class EnumType(Type):
    """One symbol of a declared enum; at run time its index in the declared order."""

    name: str

    def __str__(self) -> str:
        return self.name


@record(frozen=True, slots=True)
class EntryType(Type):
    """The card as printed; at run time its index among the entries of its kind, sorted by id."""

    kind: str

    def __str__(self) -> str:
        return f"entry of {self.kind}"


@record(frozen=True, slots=True)
class ComponentType(Type):
    """A thing with a uid (a component, or a part of one); at run time its index within its kind."""

    kind: str

    def __str__(self) -> str:
        return self.kind


@record(frozen=True, slots=True)
class CellType(Type):
    """A cell of a grid zone; at run time `row * columns + column`."""

    zone: str

    def __str__(self) -> str:
        return f"cell of {self.zone}"


@record(frozen=True, slots=True)
class PlacementType(Type):
    """A piece in a legal position of a grid zone; at run time `(piece, position index)`."""

    zone: str

    def __str__(self) -> str:
        return f"placement on {self.zone}"


@record(frozen=True, slots=True)
class PairType(Type):
    first: Type
    second: Type

    def __str__(self) -> str:
        return f"pair of {self.first} and {self.second}"


@record(frozen=True, slots=True)
class ListType(Type):
    item: Type

    def __str__(self) -> str:
        return f"list of {self.item}"


@record(frozen=True, slots=True)
class ZoneType(Type):
    """A zone itself, as the target of a move; where a list is due it is the list of its components."""

    zone: str
    kind: str

    def __str__(self) -> str:
        return f"zone of {self.kind}"


INT = IntType()
BOOL = BoolType()
TEXT = TextType()
SEAT = SeatType()
