"""The entry in whose own words a text stands, so that what is printed on it is known there."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator

from rulewright.dsl import typed as t
from rulewright.dsl.lint.intervals import Bounds
from rulewright.dsl.lint.texts import Text
from rulewright.model.game import Entry, Game
from rulewright.model.types import EntryType, EnumType
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
