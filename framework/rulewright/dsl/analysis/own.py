"""The entry in whose own words a text stands, so that what is printed on it is known there."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator

from rulewright.dsl import typed as t
from rulewright.dsl.analysis.intervals import Bounds
from rulewright.dsl.analysis.texts import Text, sides
from rulewright.model.game import Entry, Game
from rulewright.model.types import ComponentType, EntryType, EnumType, ListType, ZoneType
from rulewright.source.text import EffectText

_Place = tuple[str, int]


class Own:
    """Finds whose words a text is. What several entries have from a template is nobody's."""

    def __init__(self, game: Game) -> None:
        self.entries: dict[_Place, Entry | None] = {}
        starts: dict[str, list[tuple[int, str, str]]] = {}
        for of_kind in game.entries.values():
            for entry in of_kind.values():
                starts.setdefault(entry.span.file.name, []).append((entry.span.start, entry.kind, entry.id))
        for found in starts.values():
            found.sort()
        for of_kind in game.entries.values():
            for entry in of_kind.values():
                for text in _texts(entry):
                    place = text.span.file.name, text.span.start
                    there = starts.get(text.span.file.name, [])
                    before = bisect_right(there, (text.span.start, "", "")) - 1
                    mine = before >= 0 and there[before][1:] == (entry.kind, entry.id)
                    self.entries[place] = entry if mine and place not in self.entries else None

    def entry(self, text: Text) -> Entry | None:
        return self.entries.get((text.text.span.file.name, text.text.span.start))


def _texts(entry: Entry) -> Iterator[EffectText]:
    yield from entry.formulas.values()
    for ability in entry.abilities.values():
        for text in (ability.when, ability.do, ability.cost, ability.target, ability.amount):
            if text is not None:
                yield text


def printed(game: Game, entry: Entry, value: t.Expr) -> Bounds | None:
    """What a field of `this`, or its entry, is in a text of an entry; None if that is not known."""
    match value:
        case t.EntryOf(of=t.Local(name="this"), kind=kind) if kind == entry.kind:
            number = list(game.entries[kind]).index(entry.id)
            return number, number
        case t.FixedField(of=of, kind=kind, field=field) if kind == entry.kind and _is_this(of):
            found = entry.values.get(field)
            match value.type, found:
                case EnumType(name), str(symbol):
                    found = game.enums[name].index(symbol)
                case EntryType(of_kind), str(id_):
                    found = list(game.entries[of_kind]).index(id_)
            return (found, found) if isinstance(found, int) else None
    return None


def _is_this(of: t.Expr) -> bool:
    if isinstance(of, t.EntryOf):
        of = of.of
    return isinstance(of, t.Local) and of.name == "this"


def most_printed(game: Game, of: t.Expr, var: str, test: t.Expr) -> float:
    """As many components as there are of the entries for which a test may be true, by their entry or symbols.

    Args:
        of: the list that is gone through.
        var: the name that each of it has in the test.
    """
    item = of.type.item if isinstance(of.type, ListType) else of.type
    kind = item.kind if isinstance(item, ComponentType | ZoneType) else ""
    if kind not in game.kinds or game.kinds[kind].starts_in is None:
        return float("inf")
    wanted = [side for side in sides(test) if isinstance(side, t.Compare) and side.op == "=="]
    found = float("inf")
    for side in wanted:
        for value, other in ((side.left, side.right), (side.right, side.left)):
            if isinstance(other, t.Const) and isinstance(value, t.EntryOf | t.FixedField):
                found = min(found, _copies_like(game, kind, var, value, other))
    return found


def _copies_like(game: Game, kind: str, var: str, value: t.EntryOf | t.FixedField, wanted: t.Const) -> float:
    whose = value.of.of if isinstance(value.of, t.EntryOf) else value.of
    if value.kind != kind or not isinstance(whose, t.Local) or whose.name != var:
        return float("inf")
    entries = game.entries[kind]
    if isinstance(value, t.EntryOf):
        return sum(e.copies for number, e in enumerate(entries.values()) if number == wanted.value)
    if not isinstance(value.type, EnumType):
        return float("inf")  # a number that is printed is there to be changed
    symbol = game.enums[value.type.name][int(wanted.value)]
    return sum(entry.copies for entry in entries.values() if entry.values.get(value.field) == symbol)
