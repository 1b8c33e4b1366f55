"""The position that a scenario gives: cards made up for it, then components put where they are said to be."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from rulewright.engine.changes import move, place
from rulewright.engine.machine import Machine
from rulewright.model.game import Entry, FieldDecl, Game, Kind, PartValue, Value, ZoneDecl
from rulewright.model.types import ComponentType, ListType, Type
from rulewright.play.names import Names
from rulewright.play.scenario_words import NONE, Described, Words, items, text
from rulewright.source.diagnostics import Problems
from rulewright.source.text import Span
from rulewright.source.tree import Branch, Mapping, Scalar, Sequence

Cell = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Piece:
    """One component to be put on a grid; its parts' state by the number of the part."""

    zone: str
    seat: int
    at: Cell
    what: Described
    parts: tuple[Described, ...]
    span: Span


@dataclass(slots=True)
class Plan:
    """What of a position concerns grids, worked out before there is a program."""

    entries: list[Entry] = field(default_factory=list)  # made up, in the order in which they lie
    pieces: list[Piece] = field(default_factory=list)
    states: list[tuple[str, int, Cell, Branch]] = field(default_factory=list)


def sections(given: Mapping | None) -> Iterator[tuple[int, Mapping]]:
    """The shared position (seat -1) and that of each seat, in the order of seats."""
    if given is None:
        return
    yield -1, given
    seats = sorted((int(key[5:]), key) for key in given.items if key.startswith("seat "))
    for seat, key in seats:
        inner = given.items[key]
        assert isinstance(inner, Mapping)
        yield seat, inner


def grids(seat: int, section: Mapping, known: tuple[str, ...]) -> Iterator[tuple[str, Mapping, Span]]:
    """The grids of a section: shared ones stand under `grids`, a seat's among its own keys."""
    inner = section.items.get("grids") if seat < 0 else section
    if not isinstance(inner, Mapping):
        return
    for name, branch in inner.items.items():
        if (seat < 0 or name not in known) and isinstance(branch, Mapping):
            yield name, branch, inner.key_spans[name]


class Planner:
    """Reads the grids of a position and makes up the cards around single parts."""

    def __init__(self, game: Game, words: Words, problems: Problems) -> None:
        self.game = game
        self.words = words
        self.problems = problems
        self.plan = Plan()

    def read(self, given: Mapping | None) -> Plan:
        for seat, section in sections(given):
            for name, branch, span in grids(seat, section, ("zones", "state")):
                zone = self.words.zone(name, span, per_seat=seat >= 0, grid=True)
                if zone is not None:
                    self._grid(zone, seat, branch)
        return self.plan

    def _grid(self, zone: ZoneDecl, seat: int, branch: Mapping) -> None:
        kind = self.game.kinds[zone.kind]
        said = self._by_cell(zone, branch)
        pieces = {at: b for at, b in said.items() if self._is_piece(kind, b)}
        covered: set[Cell] = set()
        for at, item in pieces.items():
            what = self.words.component(kind, item)
            if what is not None:
                self.plan.pieces.append(Piece(zone.name, seat, at, what, (), item.span))
            covered |= {(at[0] + r, at[1] + c) for r, c in _shape(kind)}
        exact = {_cell(key) for key in branch.items if "," in key and "*" not in key}
        parts: dict[Cell, Branch] = {}
        for at, item in said.items():
            if at in pieces:
                continue
            if at not in covered:
                parts[at] = item
            elif at in exact:
                message = f"{at[0]},{at[1]} is part of a card that lies there"
                self.problems.error("I808", message, item.span, hint="write it under `states`")
        self._make_up(zone, kind, seat, parts, branch.items.get("fill"), covered)
        states = branch.items.get("states")
        if isinstance(states, Mapping):
            self.plan.states += [(zone.name, seat, _cell(key), b) for key, b in states.items.items()]

    def _is_piece(self, kind: Kind, branch: Branch) -> bool:
        return not kind.parts or self.words.names_piece(kind, branch)

    def _by_cell(self, zone: ZoneDecl, branch: Mapping) -> dict[Cell, Branch]:
        """What is said of each cell: of the cell itself, else of its row or column, else everywhere."""
        assert zone.grid is not None
        rows, columns = zone.grid
        found: dict[Cell, tuple[int, Branch]] = {}
        for key, item in branch.items.items():
            if key in ("fill", "states"):
                continue
            cells = cells_of(key, rows, columns)
            if not cells:
                self.problems.error("I803", f"{zone.name} has no cell {key}", branch.key_spans[key])
            rank = 0 if key == "everywhere" else 2 - key.count("*")
            for at in cells:
                before = found.get(at)
                if before is not None and before[0] == rank == 1:
                    message = f"{at[0]},{at[1]} is in a row and in a column that are given"
                    self.problems.error("I808", message, branch.key_spans[key], hint="give the cell itself")
                if before is None or rank > before[0]:
                    found[at] = (rank, item)
        return {at: item for at, (_, item) in sorted(found.items())}

    # --- made-up cards -------------------------------------------------------------------------

    def _make_up(
        self,
        zone: ZoneDecl,
        kind: Kind,
        seat: int,
        parts: dict[Cell, Branch],
        fill: Branch | None,
        taken: set[Cell],
    ) -> None:
        """Cards around the single parts; `taken` are the cells of real ones."""
        done: set[Cell] = set()
        read: dict[Span, Described | None] = {}

        def described(part: Kind, item: Branch) -> Described | None:
            if item.span not in read:
                read[item.span] = self.words.part(part, item)
            return read[item.span]

        for at, item in parts.items():
            if at in done:
                continue
            corner = self._corner(zone, kind, at, taken)
            if corner is None:
                self.problems.error("I808", f"no {kind.name} fits around {at[0]},{at[1]}", item.span)
                continue
            cells = [(corner[0] + r, corner[1] + c) for r, c in _shape(kind)]
            done |= set(cells)
            taken |= set(cells)
            found: list[Described] = []
            for cell, part in zip(cells, kind.parts, strict=True):
                branch = parts.get(cell, fill)
                if branch is None:
                    message = f"the card around {at[0]},{at[1]} has nothing on {cell[0]},{cell[1]}"
                    self.problems.error("I808", message, item.span, hint="give it, or `fill` for all such")
                    break
                what = described(self.game.kinds[part.kind], branch)
                if what is None:
                    break
                found.append(what)
            else:
                self._card(zone, kind, seat, corner, found, item.span)

    def _corner(self, zone: ZoneDecl, kind: Kind, at: Cell, taken: set[Cell]) -> Cell | None:
        """Where a card can lie that has a part on the cell: its first part, if nothing speaks against it."""
        assert zone.grid is not None
        rows, columns = zone.grid
        for row, column in [(at[0] - r, at[1] - c) for r, c in _shape(kind)]:
            cells = {(row + r, column + c) for r, c in _shape(kind)}
            inside = all(0 <= r < rows and 0 <= c < columns for r, c in cells)
            if row % kind.snap == 0 and column % kind.snap == 0 and inside and not cells & taken:
                return row, column
        return None

    def _card(
        self, zone: ZoneDecl, kind: Kind, seat: int, corner: Cell, parts: list[Described], span: Span
    ) -> None:
        """`~` sorts behind every id and is in none, so that no other component gets another number."""
        where = f"{zone.name}_{corner[0]}_{corner[1]}"
        id_ = f"~{where}" if seat < 0 else f"~{where}_seat_{seat}"
        values = {
            part.name: PartValue(what.entry, _given(self.game.kinds[part.kind], what))
            for part, what in zip(kind.parts, parts, strict=True)
        }
        own = _blank(self.game, kind)
        self.plan.entries.append(Entry(id_, kind.name, own, values, 1, {}, {}, {}, span))
        self.plan.pieces.append(Piece(zone.name, seat, corner, Described(id_, id_), tuple(parts), span))


def _given(kind: Kind, what: Described) -> dict[str, Value]:
    return {f.name: what.fields.get(f.name, f.start) for f in kind.fields.values()}


def _blank(game: Game, kind: Kind) -> dict[str, Value]:
    """Fields of a made-up card itself: absent or the default, otherwise as on the first card of the kind."""
    first = next(iter(game.entries[kind.name].values()), None)
    return {
        f.name: f.start if f.optional or f.has_start or first is None else first.values[f.name]
        for f in kind.fields.values()
    }


def _shape(kind: Kind) -> tuple[Cell, ...]:
    return tuple(part.at for part in kind.parts) if kind.parts else ((0, 0),)


def cells_of(key: str, rows: int, columns: int) -> list[Cell]:
    """The cells that `2,3`, `2,*`, `*,3` or `everywhere` means; none if there is no such cell."""
    row, column = ("*", "*") if key == "everywhere" else key.split(",")
    return [
        (r, c) for r in range(rows) if row in ("*", str(r)) for c in range(columns) if column in ("*", str(c))
    ]


def _cell(key: str) -> Cell:
    row, column = key.split(",")
    return int(row), int(column)


def with_made_up(game: Game, plan: Plan) -> Game:
    """The game with the cards that were made up."""
    if not plan.entries:
        return game
    more: dict[str, dict[str, Entry]] = {}
    for entry in plan.entries:
        more.setdefault(entry.kind, {})[entry.id] = entry
    joined = {k: dict(sorted({**entries, **more.get(k, {})}.items())) for k, entries in game.entries.items()}
    return replace(game, entries=joined)


class Setter:
    """Puts a new state into the position that is given."""

    def __init__(self, machine: Machine, names: Names, words: Words, problems: Problems) -> None:
        self.m = machine
        self.names = names
        self.words = words
        self.problems = problems
        self.used: dict[str, set[int]] = {}

    def apply(self, given: Mapping | None, plan: Plan) -> None:
        """All but the state of the turn, which begins later."""
        lists = list(self._lists(given))
        wanted = self._listed(lists)
        pieces = [(piece, self.words.game.zones[piece.zone].kind) for piece in plan.pieces]
        exact = [w for w in wanted if w[2].uid is not None]
        loose = [w for w in wanted if w[2].uid is None]
        found: dict[int, int] = {}  # id of what is said -> component
        for piece, kind in pieces:
            if piece.what.uid is not None:
                self._choose(kind, piece.what, piece.span, found)
        for _, kind, what, span in (*exact, *loose):
            self._choose(kind, what, span, found)
        for piece, kind in pieces:
            if piece.what.uid is None:
                self._choose(kind, piece.what, piece.span, found)
        for z, kind, what, _ in reversed(wanted):
            if id(what) in found:
                move(self.m, kind, found[id(what)], z)
                self._state(kind, found[id(what)], what)
        self._rest(lists, {(z, found.get(id(what))) for z, _, what, _ in wanted})
        for piece, kind in pieces:
            if id(piece.what) in found:
                self._piece(piece, kind, found[id(piece.what)])
        for zone, seat, at, branch in plan.states:
            self._part_state(zone, seat, at, branch)
        self._values(given)

    def _instance(self, zone: str, seat: int) -> int:
        return self.names.program.zone_base[zone] + max(seat, 0)

    # --- zones ---------------------------------------------------------------------------------

    def _lists(self, given: Mapping | None) -> Iterator[tuple[ZoneDecl, int, Branch]]:
        """Each zone that is given: its declaration, its instance, what is written."""
        for seat, section in sections(given):
            inner = section.items.get("zones")
            if not isinstance(inner, Mapping):
                continue
            for name, branch in inner.items.items():
                zone = self.words.zone(name, inner.key_spans[name], per_seat=seat >= 0)
                if zone is None:
                    continue
                if zone.grid is not None:
                    hint = "say what lies where: '0,0': …"
                    self.problems.error("I808", f"{name} is a grid", inner.key_spans[name], hint=hint)
                    continue
                yield zone, self._instance(name, seat), branch

    def _listed(self, lists: list[tuple[ZoneDecl, int, Branch]]) -> list[tuple[int, str, Described, Span]]:
        found = []
        for zone, z, branch in lists:
            named = branch.items["only"] if isinstance(branch, Mapping) else branch
            for item in items(named):
                what = self.words.component(self.words.game.kinds[zone.kind], item)
                if what is not None:
                    found.append((z, zone.kind, what, item.span))
        return found

    def _rest(self, lists: list[tuple[ZoneDecl, int, Branch]], kept: set[tuple[int, int | None]]) -> None:
        """`only`: what is not named goes below what lies in another zone."""
        s = self.m.s
        for zone, z, branch in lists:
            if not isinstance(branch, Mapping):
                continue
            seat = self.names.program.zones[z].seat
            decl = self._rest_zone(zone, seat, branch.items["rest"])
            if decl is None:
                continue
            to = self._instance(decl.name, seat if decl.per_seat else -1)
            for x in [x for x in s.zones[z] if (z, x) not in kept]:
                s.zones[z].remove(x)
                s.zones[to].append(x)
                getattr(s, f"at_{zone.kind}")[x] = to
            if not decl.ordered:
                s.zones[to].sort()

    def _rest_zone(self, zone: ZoneDecl, seat: int, branch: Branch) -> ZoneDecl | None:
        fitting = {
            decl.name: decl
            for decl in self.words.game.zones.values()
            if decl.kind == zone.kind and decl.grid is None and (seat >= 0 or not decl.per_seat)
        }
        if text(branch) not in fitting:
            what = f"zone for {self.words.game.kinds[zone.kind].plural}"
            self.words.unknown(what, text(branch), branch.span, fitting)
        return fitting.get(text(branch))

    def _choose(self, kind: str, what: Described, span: Span, found: dict[int, int]) -> None:
        """Take a component of the entry that nothing else of the position is."""
        used = self.used.setdefault(kind, set())
        components = self.names.program.components[kind]
        if what.uid is not None:
            x = self.names.index(kind, what.uid)
            free = [] if x is None or x in used else [x]
        else:
            free = [x for x, entry in enumerate(components) if entry.id == what.entry and x not in used]
        if not free:
            name = what.uid or what.entry
            copies = sum(1 for entry in components if entry.id == what.entry)
            times = "only once" if copies == 1 or what.uid else f"only {copies} times"
            self.problems.error("I808", f"'{name}' exists {times}", span)
            return
        used.add(free[0])
        found[id(what)] = free[0]

    # --- grids ---------------------------------------------------------------------------------

    def _piece(self, piece: Piece, kind: str, x: int) -> None:
        z = self._instance(piece.zone, piece.seat)
        where = f"{piece.at[0]},{piece.at[1]}"
        index = self.names.spot(z, x, where, piece.what.turn, piece.what.flip)
        if index is None:
            name = piece.what.uid or piece.what.entry
            self.problems.error("I808", f"'{name}' does not fit with its corner on {where}", piece.span)
            return
        position = self.names.program.board.moves[z][x][index]  # type: ignore[index]
        if self.m.s.masks[z] & position.mask:
            self.problems.error("I808", f"something else lies where the piece at {where} would", piece.span)
            return
        place(self.m, (x, z, index))
        self._state(kind, x, piece.what)
        info = self.names.program.kinds[kind]
        for number, part in enumerate(piece.parts):
            assert info.part_kind is not None
            self._state(info.part_kind, x * info.parts + number, part)

    def _part_state(self, zone: str, seat: int, at: Cell, branch: Branch) -> None:
        z = self._instance(zone, seat)
        grid = self.names.program.board.grids[z]
        assert grid is not None
        inside = at[0] < grid.rows and at[1] < grid.columns
        x = self.m.s.grids[z][at[0] * grid.columns + at[1]] if inside else -1
        if x < 0:
            self.problems.error("I808", f"nothing lies on {at[0]},{at[1]}", branch.span)
            return
        info = self.names.program.kinds[self.names.program.zones[z].kind]
        kind = info.part_kind or info.name
        what = Described()
        if self.words.fields(text(branch).split(), self.words.game.kinds[kind].state, what, branch.span):
            self._state(kind, x, what)

    # --- state ---------------------------------------------------------------------------------

    def _state(self, kind: str, x: int, what: Described) -> None:
        for decl in self.words.game.kinds[kind].state.values():
            if decl.name in what.fields:
                column = getattr(self.m.s, f"{kind}_{decl.name}")
                column[x] = self.names.program.raw(decl.type, what.fields[decl.name])

    def _values(self, given: Mapping | None) -> None:
        game, s = self.words.game, self.m.s
        for seat, section in sections(given):
            if seat >= 0:
                for decl, raw in self.read_all(section, "state", game.seat_state):
                    getattr(s, f"seat_{decl.name}")[seat] = raw
                continue
            for decl, raw in self.read_all(section, "game", game.game_state):
                setattr(s, f"game_{decl.name}", raw)
            counters = section.items.get("counters")
            for name, branch in counters.items.items() if isinstance(counters, Mapping) else ():
                assert isinstance(counters, Mapping) and isinstance(branch, Scalar)
                if hasattr(s, f"count_{name}"):
                    setattr(s, f"count_{name}", branch.value)
                else:
                    self.words.unknown("repeated step", name, counters.key_spans[name], self.counters())

    def counters(self) -> list[str]:
        scalars = self.names.program.state_type.scalars
        return [name.removeprefix("count_") for name in scalars if name.startswith("count_")]

    def turn(self, given: Mapping | None) -> None:
        """The state of the turn that has begun."""
        if given is not None:
            for decl, raw in self.read_all(given, "turn", self.words.game.turn_state):
                setattr(self.m.s, f"turn_{decl.name}", raw)

    def read_all(self, section: Mapping, key: str, decls: Any) -> Iterator[tuple[FieldDecl, Any]]:
        """The raw values of the state that is written under a key."""
        inner = section.items.get(key)
        if not isinstance(inner, Mapping):
            return
        for name, branch in inner.items.items():
            if name not in decls:
                self.words.unknown("state", name, inner.key_spans[name], decls)
                continue
            read = self.value(decls[name], branch)
            if read is not None:
                yield decls[name], read[0]

    def value(self, decl: FieldDecl, branch: Branch) -> tuple[Any] | None:
        """The raw value of a state field, in a tuple; None with a problem if it is none."""
        if decl.optional and isinstance(branch, Scalar) and text(branch) == NONE:
            return (None,)
        read = self._value(decl.type, branch)
        if read is None:
            found = f"'{text(branch)}'" if isinstance(branch, Scalar) else "this"
            self.problems.error("I803", f"{found} does not fit", branch.span, expected=str(decl.type))
        return read

    def _value(self, type_: Type, branch: Branch) -> tuple[Any] | None:
        if isinstance(type_, ListType):
            if not isinstance(branch, Sequence):
                return None
            read = [self._value(type_.item, item) for item in branch.items]
            return None if None in read else (tuple(each[0] for each in read if each is not None),)
        if not isinstance(branch, Scalar):
            return None
        if isinstance(type_, ComponentType) and type_.kind in self.names.program.kinds:
            x = self.names.index(type_.kind, text(branch))
            return None if x is None else (x,)
        found = self.words.value(type_, text(branch))
        return None if found is None else (self.names.program.raw(type_, found[0]),)
