"""Words of a scenario about fields, components and zones, read against the game."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from rulewright.model.game import FieldDecl, Game, Kind, Value, ZoneDecl
from rulewright.model.types import (
    BoolType,
    ComponentType,
    EntryType,
    EnumType,
    IntType,
    ListType,
    SeatType,
    Type,
    bounds,
)
from rulewright.play.names import is_number, tokens
from rulewright.source.counted import one_of
from rulewright.source.diagnostics import Problems
from rulewright.source.text import Span
from rulewright.source.tree import Branch, Scalar, Sequence

NONE = "none"


def text(branch: Branch) -> str:
    """A scalar as text, whatever YAML makes of it."""
    assert isinstance(branch, Scalar), branch
    return branch.text.text


def _place_of(word: str, whole: Span) -> Span:
    """Where a word stands in a text of several."""
    written = whole.file.text[whole.start : whole.end]
    found = re.search(rf"(?<![\w=#]){re.escape(word)}(?![\w=])", written)
    return Span(whole.file, whole.start + found.start(), whole.start + found.end()) if found else whole


def items(branch: Branch | None) -> tuple[Branch, ...]:
    """The items of a list, or the one thing itself."""
    if branch is None:
        return ()
    return branch.items if isinstance(branch, Sequence) else (branch,)


@dataclass(slots=True)
class Described:
    """Words about a component or part: its entry, if named, and values of its fields as data."""

    entry: str | None = None
    uid: str | None = None
    turn: int = 0
    flip: bool = False
    fields: dict[str, Value] = field(default_factory=dict)


class Words:
    """Reads words; complaints go to `problems` with I803."""

    def __init__(self, game: Game, problems: Problems, seats: int | None = None) -> None:
        """`seats`: how many there are, if that is known."""
        self.game = game
        self.problems = problems
        self.seats = seats
        self._vocabulary: dict[str, frozenset[str]] = {}

    def unknown(self, what: str, name: str, span: Span, known: Iterable[str]) -> None:
        names = frozenset(known)
        message, hint = f"unknown {what} '{name}'", self.problems.suggest(name, names)
        self.problems.error("I803", message, span, expected=one_of(names), hint=hint, unknown=name)

    # --- zones ---------------------------------------------------------------------------------

    def zone(self, name: str, span: Span, *, per_seat: bool, grid: bool = False) -> ZoneDecl | None:
        """The zone of that name, of a seat or shared; `grid` asks for one with a grid."""
        fitting = {
            zone.name: zone
            for zone in self.game.zones.values()
            if zone.per_seat == per_seat and (zone.grid is not None or not grid)
        }
        if name not in fitting:
            what = ("grid" if grid else "zone") + (" of a seat" if per_seat else "")
            self.unknown(what, name, span, fitting)
        return fitting.get(name)

    # --- seats ---------------------------------------------------------------------------------

    def seat(self, seat: int, seats: int | None, span: Span) -> bool:
        """Whether there is such a seat; any if it is not known how many there are."""
        if seats is None or seat < seats:
            return True
        self.problems.error("I803", f"there is no seat {seat}", span, expected=f"seat 0 to {seats - 1}")
        return False

    # --- values --------------------------------------------------------------------------------

    def value(self, type_: Type, word: str) -> tuple[Value] | None:
        """The value that a word is of this type, in a tuple; None if it is none."""
        match type_:
            case EnumType(name):
                return (word,) if word in self.game.enums[name] else None
            case EntryType(kind):
                return (word,) if word in self.game.entries[kind] else None
            case ComponentType(kind) if self.game.kinds[kind].starts_in is not None:
                return self._uid(kind, word)
            case BoolType():
                return (word == "true",) if word in ("true", "false") else None
            case SeatType():
                number = word.removeprefix("seat ")
                fits = is_number(number) and (self.seats is None or int(number) < self.seats)
                return (int(number),) if fits else None
            case IntType():
                low, high = bounds(type_)
                fits = is_number(word.removeprefix("-")) and low <= int(word) <= high
                return (int(word),) if fits else None
        return None

    def state(self, decl: FieldDecl, branch: Branch) -> tuple[Value] | None:
        """The value of a state field as data, in a tuple; None with a problem if it is none."""
        if decl.optional and isinstance(branch, Scalar) and text(branch) == NONE:
            return (None,)
        read = self._typed(decl.type, branch)
        if read is None:
            found = f"'{text(branch)}'" if isinstance(branch, Scalar) else "this"
            self.problems.error("I803", f"{found} does not fit", branch.span, expected=self._due(decl.type))
        return read

    def _due(self, type_: Type) -> str:
        match type_:
            case SeatType() if self.seats is not None:
                return f"a seat from 0 to {self.seats - 1}"
            case IntType(None):
                return "a whole number, at most 2^53"
        return str(type_)

    def _typed(self, type_: Type, branch: Branch) -> tuple[Value] | None:
        if isinstance(type_, ListType):
            if not isinstance(branch, Sequence):
                return None
            read = [self._typed(type_.item, item) for item in branch.items]
            return None if None in read else (tuple(each[0] for each in read if each is not None),)
        if not isinstance(branch, Scalar):
            return None
        if isinstance(type_, ComponentType):
            return (text(branch),) if self.is_uid(type_.kind, text(branch)) else None
        return self.value(type_, text(branch))

    def _uid(self, kind: str, word: str) -> tuple[Value] | None:
        """A component by its entry (its first copy) or as `entry#copy`."""
        id_, hash_, number = word.partition("#")
        entry = self.game.entries[kind].get(id_)
        if entry is None or (hash_ and not (is_number(number) and 1 <= int(number) <= entry.copies)):
            return None
        return (f"{id_}#{number or 1}" if entry.copies > 1 else id_,)

    # --- components ----------------------------------------------------------------------------

    def is_uid(self, kind: str, word: str) -> bool:
        """Whether a component or part of the kind is called so: `magic#2`, `t01.nw`."""
        word, dot, part = word.partition(".")
        if not dot:
            return word in self._uids(kind)
        wholes = (k for k in self.game.kinds.values() if any(p.kind == kind for p in k.parts))
        return any(word in self._uids(k.name) and part in {p.name for p in k.parts} for k in wholes)

    def _uids(self, kind: str) -> set[str]:
        entries = self.game.entries.get(kind, {}).values()
        several = {f"{e.id}#{number + 1}" for e in entries if e.copies > 1 for number in range(e.copies)}
        return several | {e.id for e in entries if e.copies == 1}

    def words(self, branch: Branch) -> list[str]:
        """The words about one thing; one that is there twice says nothing more and is refused."""
        found = tokens(text(branch))
        said = ["turn" if word.startswith("turn ") else word for word in found]
        for word in dict.fromkeys(word for word in said if said.count(word) > 1):
            self.problems.error("I808", f"'{word}' is said twice", branch.span)
        return list(dict.fromkeys(found))

    def component(self, kind: Kind, branch: Branch) -> Described | None:
        """`coin#2 3`: an entry or copy of a kind, and its state."""
        found = Described()
        rest: list[str] = []
        entries = self.game.entries[kind.name]
        for word in self.words(branch):
            id_, _, number = word.partition("#")
            if found.entry is None and id_ in entries and (not number or is_number(number)):
                copies = entries[id_].copies
                if number and not 1 <= int(number) <= copies:
                    self.problems.error("I803", f"there are {copies} of '{id_}'", branch.span)
                    return None
                found.entry, found.uid = id_, (word if copies > 1 else id_) if number else None
            elif kind.rotate and word.startswith("turn ") and is_number(word[5:]):
                found.turn = int(word[5:])
            elif kind.flip and word == "flip":
                found.flip = True
            else:
                rest.append(word)
        if found.entry is None:
            self.unknown(kind.name, text(branch), branch.span, entries)
            return None
        return found if self.fields(rest, kind.state, found, branch.span) else None

    def known_of(self, kind: str, word: str, span: Span) -> bool:
        """Whether a word can hold of a component or part of the kind, in whatever state; complains if not."""
        known = self.vocabulary(kind)
        if word in known or word.partition("=")[0] in known or word.startswith("seat "):
            return True
        if all(is_number(part.removeprefix("-")) for part in word.split(",")):
            return True
        self.unknown("word", word, span, known)
        return False

    def vocabulary(self, kind: str) -> frozenset[str]:
        """Every word but numbers and cells that can hold of a component or part, and its fields' names."""
        if kind not in self._vocabulary:
            decl, kinds = self.game.kinds[kind], self.game.kinds
            whole = next((k.name for k in kinds.values() if any(p.kind == kind for p in k.parts)), kind)
            found = {*self._uids(whole), *self.game.entries[whole], *decl.derived}
            found |= {
                f"{uid}.{p.name}" for uid in self._uids(whole) for p in kinds[whole].parts if p.kind == kind
            }
            found |= set(self.game.entries.get(decl.bears or "", ()))
            for field in (*decl.fields.values(), *decl.state.values()):
                found.add(field.name)
                if isinstance(field.type, EnumType):
                    found |= set(self.game.enums[field.type.name])
                elif isinstance(field.type, EntryType):
                    found |= set(self.game.entries[field.type.kind])
            self._vocabulary[kind] = frozenset(found)
        return self._vocabulary[kind]

    def names_piece(self, kind: Kind, branch: Branch) -> bool:
        return any(word.partition("#")[0] in self.game.entries[kind.name] for word in tokens(text(branch)))

    def part(self, kind: Kind, branch: Branch) -> Described | None:
        """`fox red 3 tired`: what a part bears, its own fields and its state; must say what it bears."""
        found = Described()
        rest: list[str] = []
        borne = self.game.entries.get(kind.bears or "", {})
        for word in self.words(branch):
            if found.entry is None and word in borne:
                found.entry = word
            else:
                rest.append(word)
        if not self.fields(rest, {**kind.fields, **kind.state}, found, branch.span, borne):
            return None
        if kind.bears is not None and found.entry is None:
            self.problems.error("I808", f"'{text(branch)}' names no {kind.bears}", branch.span)
            return None
        for decl in kind.fields.values():
            if decl.name not in found.fields and not decl.optional and not decl.has_start:
                self.problems.error("I808", f"'{text(branch)}' does not say {decl.name}", branch.span)
                return None
        return found

    def fields(
        self,
        words: Iterable[str],
        decls: Mapping[str, FieldDecl],
        into: Described,
        span: Span,
        entries: Iterable[str] = (),
    ) -> bool:
        """Give each word to the one field that can take it; whether all went well."""
        good, whole = True, span
        for word in words:
            span = _place_of(word, whole)
            found = self._taking(word, decls)
            if len(found) == 1:
                (name, value) = found[0]
                if into.fields.setdefault(name, value) != value:
                    good = False
                    message = f"'{word}' is not the only word for {name}"
                    self.problems.error("I808", message, span, hint="a thing has one value of each field")
                continue
            good = False
            if found:
                hint = f"write {found[0][0]}={word} or {found[1][0]}={word}"
                message = f"'{word}' can be {' or '.join(name for name, _ in found)}"
                self.problems.error("I803", message, span, hint=hint)
            elif (due := self._due_of(word, decls)) is not None:
                self.problems.error("I803", f"'{word}' does not fit", span, expected=due)
            else:
                self.unknown("word", word, span, {*entries, *self._spoken(decls)})
        return good

    def _due_of(self, word: str, decls: Mapping[str, FieldDecl]) -> str | None:
        """What the field may be that a word is for, which it does not fit: the one it names, or a number."""
        name, equals, _ = word.partition("=")
        if equals:
            return f"{name}=… of type {self._due(decls[name].type)}" if name in decls else None
        ranges = [decl for decl in decls.values() if isinstance(decl.type, IntType)]
        if not ranges or not is_number(word.removeprefix("-")):
            return None
        return " or ".join(f"{decl.name} of {self._due(decl.type)}" for decl in ranges)

    def _taking(self, word: str, decls: Mapping[str, FieldDecl]) -> list[tuple[str, Value]]:
        name, equals, value = word.partition("=")
        if equals:
            decl = decls.get(name)
            if decl is None:
                return []
            if value == NONE and decl.optional:
                return [(name, None)]
            read = self.value(decl.type, value)
            return [] if read is None else [(name, read[0])]
        found: list[tuple[str, Value]] = []
        for decl in decls.values():
            if isinstance(decl.type, BoolType):
                found += [(decl.name, True)] if word == decl.name else []
            elif (read := self.value(decl.type, word)) is not None:
                found.append((decl.name, read[0]))
        return found

    def _spoken(self, decls: Mapping[str, FieldDecl]) -> set[str]:
        found: set[str] = set()
        for decl in decls.values():
            if isinstance(decl.type, EnumType):
                found |= set(self.game.enums[decl.type.name])
            elif isinstance(decl.type, BoolType):
                found.add(decl.name)
        return found

    def plain(self, branch: Branch) -> Any:
        """Words as they are written: a text, or a list of them."""
        if isinstance(branch, Sequence):
            return [self.plain(item) for item in branch.items]
        return text(branch)
