"""What things are called: by the patterns of the packs, otherwise by words made of their ids."""

from __future__ import annotations

from functools import cached_property

from rulewright.dsl.english.patterns import Pattern, read_patterns, several
from rulewright.dsl.english.phrases import IT, THEY, Phrase
from rulewright.dsl.english.words import begins_with_preposition, capital, plain, title
from rulewright.model.game import Entry, Game
from rulewright.model.types import (
    BoolType,
    CellType,
    ComponentType,
    EntryType,
    EnumType,
    IntType,
    ListType,
    PairType,
    PlacementType,
    SeatType,
    Type,
    ZoneType,
)

Noun = tuple[str, str]
"""One and many."""


class Wording:
    """The words of one game."""

    def __init__(self, game: Game) -> None:
        self.game = game

    def patterns(self, section: str, key: str) -> tuple[Pattern, ...]:
        """The declared forms of something; none if it has no wording."""
        text = self.game.texts.get(section, {}).get(key)
        return () if text is None else read_patterns(text)

    def words(self, section: str, key: str) -> list[str]:
        """Declared forms without parameters."""
        return ["".join(map(str, pattern.parts)) for pattern in self.patterns(section, key)]

    # --- nouns ---------------------------------------------------------------------------------

    def noun(self, type_: Type) -> Noun:
        """What things of a type are called."""
        match type_:
            case ComponentType(kind) | EntryType(kind):
                return self.kind(kind)
            case EnumType(name):
                return plain(name.removeprefix("setting_")), several(plain(name.removeprefix("setting_")))
            case SeatType():
                return self._pair("kinds", "seat", ("player", "players"))
            case CellType():
                return "square", "squares"
            case PlacementType():
                return "position", "positions"
            case PairType(first, second):
                one, many = self.noun(first)
                other = self.noun(second)[0]
                return (
                    (f"pair of {many}", f"pairs of {many}")
                    if first == second
                    else (
                        f"pair of {one} and {other}",
                        f"pairs of {one} and {other}",
                    )
                )
            case IntType():
                return "number", "numbers"
            case BoolType():
                return "answer", "answers"
            case ZoneType(kind=kind):
                return f"set of {self.kind(kind)[1]}", f"sets of {self.kind(kind)[1]}"
            case ListType(item):
                return f"set of {self.noun(item)[1]}", f"sets of {self.noun(item)[1]}"
        return "thing", "things"

    def kind(self, kind: str) -> Noun:
        return self._pair("kinds", kind, (plain(kind), plain(self.game.kinds[kind].plural)))

    def pronoun(self, type_: Type) -> Phrase:
        return THEY if isinstance(type_, SeatType) else IT

    def _pair(self, section: str, key: str, otherwise: Noun) -> Noun:
        found = self.words(section, key)
        return otherwise if not found else (found[0], found[1] if len(found) > 1 else several(found[0]))

    def name(self, owner: str, id_: str) -> str:
        """What an entry or a symbol is called."""
        found = self.words("names", f"{owner}.{id_}")
        return found[0] if found else title(id_) if owner in self.game.entries else plain(id_)

    def title(self, entry: Entry) -> str:
        """The name of a card, with a capital."""
        return capital(self.name(entry.kind, entry.id))

    def const(self, type_: Type, value: int | bool) -> str:
        """A symbol, entry or number."""
        match type_:
            case EnumType(name):
                return self.name(name, self.game.enums[name][int(value)])
            case EntryType(kind):
                return self.name(kind, self._ids[kind][int(value)])
            case SeatType():
                return f"{self.noun(type_)[0]} {int(value) + 1}"
        return ("true" if value else "false") if isinstance(value, bool) else str(value)

    @cached_property
    def _ids(self) -> dict[str, list[str]]:
        return {kind: list(entries) for kind, entries in self.game.entries.items()}

    # --- fields and zones ----------------------------------------------------------------------

    def field_says(self, owner: str, name: str) -> tuple[Pattern, ...]:
        """What a field says of a thing if it is worded so: the forms with `{value}`."""
        found = self.patterns("fields", f"{owner}.{name}")
        return found if any(pattern.places for pattern in found) else ()

    def gives_noun(self, owner: str, name: str) -> bool:
        """Whether a field is worded as what the thing is called: with `{value}` alone."""
        forms = self.field_says(owner, name)
        return len(forms) == 1 and forms[0].parts == forms[0].places and forms[0].subject is not None

    def symbol_noun(self, enum: str, symbol: str) -> Noun:
        """What things with such a symbol are called."""
        return self._pair("names", f"{enum}.{symbol}", (plain(symbol), several(plain(symbol))))

    def field(self, owner: str, name: str) -> str:
        """The noun of a field."""
        return self.counted(owner, name)[1] if self.is_counted(owner, name) else self._field(owner, name)

    def _field(self, owner: str, name: str) -> str:
        found = [] if self.field_says(owner, name) else self.words("fields", f"{owner}.{name}")
        return found[0] if found else plain(name)

    def is_counted(self, owner: str, name: str) -> bool:
        """Whether a number is of things with a noun of their own, such as coins."""
        return not self.field_says(owner, name) and len(self.words("fields", f"{owner}.{name}")) == 2

    def counted(self, owner: str, name: str) -> Noun:
        found = self.words("fields", f"{owner}.{name}")
        return found[0], found[1]

    def zone(self, name: str) -> tuple[str, str]:
        """The preposition and the noun of a zone."""
        found = self.words("zones", name)
        text = found[0] if found else plain(name)
        if begins_with_preposition(text):
            preposition, _, noun = text.partition(" ")
            return preposition, noun
        return "in", text

    def measure(self, value: str) -> Pattern | None:
        """The form of a number that is worded as a clause: `{a} is {value square} from {b}`."""
        for form in self.patterns("values", value)[:1]:
            if form.subject is not None and any(place.name == "value" for place in form.places):
                return form
        return None

    def has_preposition(self, name: str) -> bool:
        """Whether the wording of a zone says where things in it are: `on the map`, `in play`."""
        return any(map(begins_with_preposition, self.words("zones", name)))
