"""Values written as data, read by their type."""

from __future__ import annotations

from collections.abc import Mapping

from rulewright.dsl.scope import UnknownType
from rulewright.model.game import Players, Value
from rulewright.model.types import (
    BoolType,
    EntryType,
    EnumType,
    IntType,
    ListType,
    PairType,
    SeatType,
    TextType,
    Type,
)
from rulewright.packs.linking.names import Names
from rulewright.source.counted import counted
from rulewright.source.edits import Edit
from rulewright.source.records import record
from rulewright.source.scalars import OLD_TRUTH
from rulewright.source.tree import Branch, Scalar, Sequence


@record(frozen=True, slots=True)
class Literals:
    """Reads values; entries are looked up in the sections `entries.KIND`.

    Args:
        players: how many there may be, and so seats; None where that is not known.
    """

    names: Names
    enums: Mapping[str, tuple[str, ...]]
    players: Players | None

    def read(self, type_: Type, branch: Branch) -> Value:
        """The value; complains with R308 (R301 for an unknown entry) and gives None when it does not fit."""
        match type_:
            case UnknownType():
                return None
            case IntType(low, high):
                number = self._whole(branch, low, high)
                if number is not None:
                    return number
            case SeatType():
                seats = None if self.players is None else self.players.most
                number = self._whole(branch, 0, None if seats is None else seats - 1)
                if number is None:
                    self._refuse(branch, _seat(seats))
                return number
            case BoolType():
                if isinstance(branch, Scalar) and isinstance(branch.value, bool):
                    return branch.value
                if isinstance(branch, Scalar) and str(branch.value).casefold() in OLD_TRUTH:
                    return self._old_truth(branch)
            case TextType():
                if isinstance(branch, Scalar) and isinstance(branch.value, str):
                    return branch.value
            case EnumType(name):
                if isinstance(branch, Scalar):
                    return self._symbol(name, branch)
            case EntryType(kind):
                if isinstance(branch, Scalar):
                    return self._entry(kind, branch)
            case ListType(item):
                if isinstance(branch, Sequence):
                    return tuple(self.read(item, each) for each in branch.items)
            case PairType(first, second):
                if isinstance(branch, Sequence) and len(branch.items) == 2:
                    return (self.read(first, branch.items[0]), self.read(second, branch.items[1]))
        self._refuse(branch, _written(type_))
        return None

    def start(self, type_: Type, branch: Branch) -> Value:
        """As `read`, of what is there in every match: a seat is one that there is with the fewest players."""
        if not isinstance(type_, SeatType) or self.players is None:
            return self.read(type_, branch)
        fewest = self.players.least
        value = self._whole(branch, 0, fewest - 1)
        if value is None:
            few = fewest < self.players.most
            why = f", as there are no more with {counted(fewest, 'player')}" if few else ""
            self._refuse(branch, f"{_seat(fewest)}{why}")
        return value

    def _whole(self, branch: Branch, low: int | None, high: int | None) -> int | None:
        """The whole number that is written here, if it lies between these."""
        value = branch.value if isinstance(branch, Scalar) else None
        if not isinstance(value, int) or isinstance(value, bool):
            return None
        if (low is not None and value < low) or (high is not None and value > high):
            return None
        return value

    def _symbol(self, enum: str, branch: Scalar) -> Value:
        text, symbols = branch.text.text, self.enums[enum]
        if text in symbols:
            return text
        hint = self.names.problems.suggest(text, symbols)
        expected = f"a symbol of {enum}: {', '.join(symbols)}"
        self.names.problems.error(
            "R308", f"'{text}' does not fit", branch.span, expected=expected, hint=hint, unknown=text
        )
        return None

    def _entry(self, kind: str, branch: Scalar) -> Value:
        text = branch.text.text
        return text if self.names.known(f"entries.{kind}", kind, text, branch.span) else None

    def _old_truth(self, branch: Scalar) -> Value:
        written = branch.text.text
        meant = OLD_TRUTH[written.casefold()]
        self.names.problems.error(
            "R308",
            f"'{written}' does not fit",
            branch.span,
            expected="true or false",
            hint=f"write {meant}",
            fix=Edit(branch.span, meant),
        )
        return None

    def _refuse(self, branch: Branch, expected: str) -> None:
        found = f"'{branch.text.text}'" if isinstance(branch, Scalar) else "this"
        self.names.problems.error("R308", f"{found} does not fit", branch.span, expected=expected)


def _seat(seats: int | None) -> str:
    """How one of so many seats is written."""
    if seats is None:
        return "the number of a seat: 0, 1 …"
    return f"the number of a seat: 0{f' to {seats - 1}' if seats > 1 else ''}"


def _written(type_: Type) -> str:
    """How a value of a type is written in data, in words."""
    match type_:
        case IntType(low, high) if low is not None:
            return f"a whole number from {low} to {high}"
        case IntType():
            return "a whole number"
        case BoolType():
            return "true or false"
        case SeatType():
            return _seat(None)
        case EnumType(name):
            return f"a symbol of {name}"
        case EntryType(kind):
            return f"the id of an entry of {kind}"
        case ListType(item):
            return f"a list in brackets, each of it {_written(item)}"
        case PairType(first, second):
            return f"two in brackets: {_written(first)} and {_written(second)}"
    return str(type_)
