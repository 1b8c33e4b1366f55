"""Raw values of a running match and the words that people write for them, both ways.

Everything that is shown to a person or written by one goes through here: the answers and expectations
of scenarios, the options in a terminal, the lines of a log.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from rulewright.dsl.generate.sites import Site
from rulewright.engine.decision import Decision
from rulewright.engine.machine import Machine
from rulewright.engine.program import Program
from rulewright.model.game import FieldDecl
from rulewright.model.types import (
    BoolType,
    CellType,
    ComponentType,
    EntryType,
    EnumType,
    ListType,
    PairType,
    PlacementType,
    SeatType,
    Type,
    ZoneType,
)

Written = str | list["Written"]
"""How an author writes an option: words, or a list for several at once."""

_NUMBER = re.compile(r"0|[1-9][0-9]*")
_CELL = re.compile(r"\d+,\d+")


def is_number(word: str) -> bool:
    """Whether a word is a number as authors write it: ASCII digits without zeros in front."""
    return _NUMBER.fullmatch(word) is not None


def tokens(written: str) -> list[str]:
    """The words of a text; `seat 1` and `turn 2` are one word each."""
    found: list[str] = []
    for word in written.split():
        if found and found[-1] in ("seat", "turn") and is_number(word):
            found[-1] = f"{found[-1]} {word}"
        else:
            found.append(word)
    return found


class Names:
    """Names the values of one program, given a state: what a thing is called depends on where it lies."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.game = program.game
        self.entries = {kind: tuple(entries) for kind, entries in self.game.entries.items()}
        self._known: dict[str, dict[str, int]] = {}

    # --- single things -------------------------------------------------------------------------

    def component(self, kind: str, index: int) -> str:
        """The uid of a component, or of a part: `coin#2`, `big.head`."""
        return self.program.kinds[kind].uids[index]

    def index(self, kind: str, uid: str) -> int | None:
        """The component or part of that uid."""
        if kind not in self._known:
            self._known[kind] = {uid: i for i, uid in enumerate(self.program.kinds[kind].uids)}
        return self._known[kind].get(uid)

    def zone(self, kind: str, index: int, s: Any) -> int:
        """The zone instance in which a component or part is."""
        info = self.program.kinds[kind]
        return int(getattr(s, info.at)[index // info.per_whole])

    def cells(self, kind: str, index: int, s: Any) -> tuple[int, ...]:
        """The cells a part lies on or a piece covers, its corner first; none if it is on no grid."""
        z = self.zone(kind, index, s)
        if s.grids[z] is None:
            return ()
        info = self.program.kinds[kind]
        spot = getattr(s, f"spot_{info.whole}")[index // info.per_whole]
        # z is a grid
        position = self.program.board.moves[z][index // info.per_whole][spot]  # type: ignore[index]
        if info.per_whole > 1 or kind != info.whole:
            return (position.cells[index % info.per_whole],)
        return (position.cell, *(cell for cell in position.cells if cell != position.cell))

    def cell(self, zone: int, cell: int) -> str:
        """`row,column` of a cell of a zone instance."""
        grid = self.program.board.grids[zone]
        return f"{cell // grid.columns},{cell % grid.columns}"

    def thing(self, kind: str, index: int, s: Any, seat: int = -1) -> str:
        """`row,column` of what lies on a grid, otherwise the uid; on the grid of a seat other than `seat`
        it begins with that seat."""
        cells = self.cells(kind, index, s)
        if not cells:
            return self.component(kind, index)
        z = self.zone(kind, index, s)
        return self._of_seat(z, seat) + self.cell(z, cells[0])

    def _of_seat(self, zone: int, seat: int) -> str:
        owner = self.program.owner[zone]
        return f"seat {owner} " if owner >= 0 and owner != seat else ""

    def zone_name(self, zone: int) -> str:
        """`market`, or `seat 1 hand`."""
        info = self.program.zones[zone]
        return info.name if info.seat < 0 else f"seat {info.seat} {info.name}"

    # --- words that hold of a component --------------------------------------------------------

    def words(self, kind: str, index: int, s: Any, *, derived: bool = False) -> frozenset[str]:
        """Every word that is true of a component or part: its uid and entry (and those of the whole), its
        cells, its owner, and its own fields and state, as value and as `field=value`.

        Args:
            derived: also derived fields that are true or false; costs more.
        """
        info = self.program.kinds[kind]
        whole = index // info.per_whole
        found = {info.uids[index], self.program.kinds[info.whole].uids[whole]}
        found.add(self.program.components[info.whole][whole].id)
        borne = self.game.kinds[kind].bears
        if borne is not None and info.entry[index] >= 0:
            found.add(self.entries[borne][info.entry[index]])
        z = self.zone(kind, index, s)
        found |= {self.cell(z, cell) for cell in self.cells(kind, index, s)}
        if self.program.owner[z] >= 0:
            found.add(f"seat {self.program.owner[z]}")
        for field, value in self.values(kind, index, s):
            found |= self._field_words(field, value)
        if derived:
            found |= self._derived_words(kind, index, s)
        return frozenset(found)

    def values(self, kind: str, index: int, s: Any) -> Iterator[tuple[FieldDecl, Any]]:
        """The printed fields of a component's own, and its state, raw."""
        decl = self.game.kinds[kind]
        for field in decl.fields.values():
            yield field, self.program.functions[f"T_{kind}_{field.name}"][index]
        for field in decl.state.values():
            yield field, getattr(s, f"{kind}_{field.name}")[index]

    def _field_words(self, field: FieldDecl, value: Any) -> set[str]:
        if value is None:
            return {f"{field.name}=none"}
        if isinstance(field.type, BoolType):
            return {field.name, f"{field.name}=true"} if value else {f"{field.name}=false"}
        if isinstance(field.type, ListType | PairType) or isinstance(value, tuple):
            return set()
        text = self.value(field.type, value)
        return {text, f"{field.name}={text}"}

    def _derived_words(self, kind: str, index: int, s: Any) -> set[str]:
        probe = Machine(self.program, s, [None] * self.program.seats, None)
        found = set()
        for name in self.game.kinds[kind].derived:
            formula = self.program.rules.derived[kind, name]
            needs_seat = f"derived/{kind}/{name}" in self.program.rules.uses_me
            if isinstance(formula.value.type, BoolType) and not needs_seat:
                true = probe.fact(f"d_{kind}_{name}", index)
                found |= {name, f"{name}=true"} if true else {f"{name}=false"}
        return found

    def portrait(self, kind: str, index: int, s: Any) -> str:
        """What can be seen of a component or part, in words: `fox red 3 tired`."""
        info = self.program.kinds[kind]
        borne = self.game.kinds[kind].bears
        entry = self.program.components[info.whole][index // info.per_whole].id
        if borne is not None and info.entry[index] >= 0:
            entry = self.entries[borne][info.entry[index]]
        shown = [entry]
        for field, value in self.values(kind, index, s):
            if isinstance(field.type, BoolType):
                shown += [field.name] if value else []
            elif value is not None and not isinstance(value, tuple):
                shown.append(self.value(field.type, value))
        return " ".join(shown)

    # --- values as text ------------------------------------------------------------------------

    def value(self, type_: Type, raw: Any, s: Any = None, seat: int = -1) -> str:
        """A value as text. Without a state components go by uid."""
        if raw is None:
            return "none"
        if is_several(type_, raw):
            item = type_.item if isinstance(type_, ListType) else type_
            return f"[{', '.join(self.value(item, each, s, seat) for each in raw)}]"
        match type_:
            case ComponentType(kind) if kind in self.program.kinds:
                return self.component(kind, raw) if s is None else self.thing(kind, raw, s, seat)
            case EntryType(kind) | ComponentType(kind):
                return self.entries[kind][int(raw)]
            case EnumType(name):
                return self.game.enums[name][int(raw)]
            case CellType(zone):
                return self.cell(self.program.zone_base[zone], raw)
            case SeatType():
                return f"seat {raw}"
            case PairType(first, second):
                return f"{self.value(first, raw[0], s, seat)} & {self.value(second, raw[1], s, seat)}"
            case PlacementType():
                return self.placement(raw, seat)
            case BoolType():
                return "true" if raw else "false"
        return str(raw)

    def placement(self, raw: tuple[int, int, int], seat: int = -1) -> str:
        """`bar at 1,0 turn 1 flip`."""
        piece, z, index = raw
        position = self.program.board.moves[z][piece][index]  # type: ignore[index]  # z is a grid
        turned = f" turn {position.turn}" if position.turn else ""
        flipped = " flip" if position.flip else ""
        uid = self.component(self.program.zones[z].kind, piece)
        return f"{uid} at {self._of_seat(z, seat)}{self.cell(z, position.cell)}{turned}{flipped}"

    def short(self, type_: Type, raw: Any, s: Any, seat: int = -1) -> str:
        """As `value`, but components whose copies are alike go by their entry and what tells them apart."""
        if is_several(type_, raw):
            item = type_.item if isinstance(type_, ListType) else type_
            return f"[{', '.join(self.short(item, each, s, seat) for each in raw)}]"
        match type_:
            case ComponentType(kind) if kind in self.program.kinds and not self.cells(kind, raw, s):
                return self._alike(kind, raw, s)
            case PairType(first, second):
                return f"{self.short(first, raw[0], s, seat)} & {self.short(second, raw[1], s, seat)}"
            case PlacementType(zone):
                kind = self.game.zones[zone].kind
                _, _, place = self.placement(raw, seat).partition(" at ")
                return f"{self._alike(kind, raw[0], s)} at {place}"
        return self.value(type_, raw, s, seat)

    def _alike(self, kind: str, index: int, s: Any) -> str:
        decl = self.game.kinds[kind]
        if decl.alike is None or "entry" not in decl.alike:
            return self.component(kind, index)
        info = self.program.kinds[kind]
        words = [self.program.components[info.whole][index // info.per_whole].id]
        for field, value in self.values(kind, index, s):
            if field.mutable and field.name in decl.alike and value is not None:
                words.append(self.value(field.type, value))
        return " ".join(words)

    # --- options -------------------------------------------------------------------------------

    def option(self, site: Site, value: Any, s: Any, seat: int = -1) -> str:
        """What a person is shown for an option of a stop."""
        if site.kind == "menu":
            return str(site.branches[value])
        assert site.item is not None
        return self.short(site.item, value, s, seat)

    def use(self, clause: int, this: int, s: Any, seat: int = -1) -> str:
        """`use lamp shine`: an ability that is offered."""
        kind = self.program.hosts[clause]
        ability = self.program.rules.clauses[clause].ability.id
        if kind is None:
            return f"use {ability}"
        return f"use {self.short(ComponentType(kind), this, s, seat)} {ability}"

    def answers(self, decision: Decision, s: Any) -> list[str]:
        """The labels of everything that an open decision can be answered with, in the order of indices."""
        site, seat = self.program.sites[decision.stop], decision.seat
        found = [self.option(site, option, s, seat) for option in decision.options]
        found += ["decline"] if decision.decline else []
        return found + [self.use(clause, this, s, seat) for clause, this in decision.uses]

    def find(self, decision: Decision, s: Any, written: Written) -> list[int]:
        """The indices of the answers that `written` can mean; those whose label it is go before others."""
        site, options, uses = self.program.sites[decision.stop], decision.options, decision.uses
        labels = self.answers(decision, s)
        if isinstance(written, str):
            exact = [i for i, label in enumerate(labels) if label == written]
            if exact:
                return exact
        found = [i for i, option in enumerate(options) if self.matches(site, option, s, written)]
        offered = enumerate(uses, len(options) + decision.decline)
        return found + [i for i, (clause, this) in offered if self.matches_use(clause, this, s, written)]

    def matches(self, site: Site, option: Any, s: Any, written: Written) -> bool:
        """Whether an author who writes `written` can mean this option."""
        if site.kind == "menu":
            return written == str(site.branches[option])
        assert site.item is not None
        if site.many:
            wanted = [written] if isinstance(written, str) else written
            return self.paired(site.item, option, s, wanted)
        return self.fits(site.item, option, s, written)

    def matches_use(self, clause: int, this: int, s: Any, written: Written) -> bool:
        if not isinstance(written, str) or not written.startswith("use "):
            return False
        kind = self.program.hosts[clause]
        words = {self.program.rules.clauses[clause].ability.id}
        if kind is not None:
            words |= self.words(kind, this, s)
        return words.issuperset(tokens(written)[1:])

    def paired(self, type_: Type, things: Sequence[Any], s: Any, wanted: Sequence[Written]) -> bool:
        """Whether the things and what is written can be paired off, one to one."""
        if len(things) != len(wanted):
            return False
        rows = [[self.fits(type_, thing, s, each) for thing in things] for each in wanted]
        return pair_off(rows) is None

    def fits(self, type_: Type, raw: Any, s: Any, written: Written) -> bool:
        """Whether `written` can mean this value."""
        if is_several(type_, raw):
            item = type_.item if isinstance(type_, ListType) else type_
            return self.paired(item, raw, s, [written] if isinstance(written, str) else written)
        if not isinstance(written, str):
            return False
        match type_:
            case ComponentType(kind) if kind in self.program.kinds:
                return bool(written) and self.words(kind, raw, s).issuperset(tokens(written))
            case PairType(first, second):
                return any(
                    self.fits(first, raw[0], s, written[: found.start()])
                    and self.fits(second, raw[1], s, written[found.end() :])
                    for found in re.finditer(" & ", written)
                )
            case PlacementType(zone):
                piece, at, place = written.rpartition(" at ")
                of = ComponentType(self.game.zones[zone].kind)
                return bool(at) and self.fits(of, raw[0], s, piece) and self._fits_place(raw, place)
            case SeatType():
                return written in (f"seat {raw}", str(raw))
        return written == self.value(type_, raw, s)

    def _fits_place(self, raw: tuple[int, int, int], place: str) -> bool:
        piece, z, index = raw
        words = tokens(place)
        moves = self.program.board.moves[z]
        assert moves is not None
        owner = f"seat {self.program.owner[z]}"
        where = [word for word in words if _CELL.fullmatch(word)]
        turn = next((int(word[5:]) for word in words if word.startswith("turn ")), 0)
        known = {owner, "flip", f"turn {turn}", *where}
        if len(where) != 1 or not known.issuperset(words):
            return False
        return self.spot(z, piece, where[0], turn, "flip" in words) == index

    def spot(self, z: int, piece: int, where: str, turn: int, flip: bool) -> int | None:
        """The position of a piece held so with its corner there; the number of one that covers the same."""
        grid, moves = self.program.board.grids[z], self.program.board.moves[z]
        assert moves is not None
        kind = self.game.kinds[self.program.zones[z].kind]
        row, column = (int(number) for number in where.split(","))
        shape = self.program.shape(kind, self.program.components[kind.name][piece])
        cells = [(r, -c) for r, c in shape] if flip else list(shape)
        for _ in range(turn % 4):
            cells = [(c, -r) for r, c in cells]
        top, left = min(r for r, _ in cells), min(c for _, c in cells)
        covered = [(row + r - top) * grid.columns + column + c - left for r, c in cells]
        if any(not 0 <= column + c - left < grid.columns for _, c in cells):
            return None
        for index, position in enumerate(moves[piece]):
            same = list(position.cells) == covered if kind.parts else set(position.cells) == set(covered)
            if same:
                return index
        return None


def spelt(written: Written) -> str:
    """What an author wrote, on one line."""
    return written if isinstance(written, str) else f"[{', '.join(map(spelt, written))}]"


def is_several(type_: Type, raw: Any) -> bool:
    """Whether a value is a list of its type, as the picks of several at once are."""
    if isinstance(type_, ListType | ZoneType):
        return True
    if not isinstance(raw, tuple | list):
        return False
    if isinstance(type_, PairType):
        of_one = isinstance(type_.first, PairType | PlacementType)
        return len(raw) != 2 or (isinstance(raw[0], tuple) and not of_one)
    return not isinstance(type_, PlacementType) or not raw or isinstance(raw[0], tuple)


def pair_off(rows: Sequence[Sequence[bool]]) -> int | None:
    """Give each row a column of its own where it is true: None, or the first row for which there is none."""
    taken: dict[int, int] = {}  # column -> row

    def give(row: int, seen: set[int]) -> bool:
        for column, fits in enumerate(rows[row]):
            if fits and column not in seen:
                seen.add(column)
                if column not in taken or give(taken[column], seen):
                    taken[column] = row
                    return True
        return False

    for row in range(len(rows)):
        if not give(row, set()):
            return row
    return None
