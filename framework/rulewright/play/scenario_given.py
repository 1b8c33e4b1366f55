"""The position that a scenario gives, put into a new state: components where they are said to be."""

from __future__ import annotations

from collections.abc import Iterator
from collections.abc import Mapping as Lookup
from typing import Any

from rulewright.engine.changes import move, place
from rulewright.engine.machine import Machine
from rulewright.model.game import FieldDecl, Value
from rulewright.model.types import ComponentType, ListType, Type
from rulewright.play.names import Names
from rulewright.play.scenario_plan import Cell, Piece, Plan, sections
from rulewright.play.scenario_position import InZone, counters, put, rest_zone, states, zones_of
from rulewright.play.scenario_words import Described, Words
from rulewright.source.diagnostics import Problems
from rulewright.source.tree import Branch, Mapping, Scalar


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
        lists = list(zones_of(self.words, given))
        wanted = [each for where in lists for each in put(self.words, where)]
        pieces = [(piece, self.words.game.zones[piece.zone].kind) for piece in plan.pieces]
        exact = [each for each in wanted if each.what.uid is not None]
        loose = [each for each in wanted if each.what.uid is None]
        found: dict[int, int] = {}  # id of what is said -> component
        for piece, kind in pieces:
            if piece.what.uid is not None:
                self._choose(kind, piece.what, found)
        for each in (*exact, *loose):
            self._choose(each.where.zone.kind, each.what, found)
        for piece, kind in pieces:
            if piece.what.uid is None:
                self._choose(kind, piece.what, found)
        for each in reversed(wanted):
            if id(each.what) in found:
                kind, x = each.where.zone.kind, found[id(each.what)]
                move(self.m, kind, x, self._zone(each.where))
                self._state(kind, x, each.what)
        for where in lists:
            self._rest(where, {found.get(id(each.what)) for each in wanted if each.where is where})
        for piece, kind in pieces:
            if id(piece.what) in found:
                self._piece(piece, kind, found[id(piece.what)])
        for zone, seat, at, branch in plan.states:
            self._part_state(zone, seat, at, branch)
        self._values(given)

    def _instance(self, zone: str, seat: int) -> int:
        return self.names.program.zone_base[zone] + max(seat, 0)

    def _zone(self, where: InZone) -> int:
        return self._instance(where.zone.name, where.seat)

    # --- zones ---------------------------------------------------------------------------------

    def _rest(self, where: InZone, kept: set[int | None]) -> None:
        """`only`: what is not named goes below what lies in another zone."""
        s = self.m.s
        decl = rest_zone(self.words, where) if isinstance(where.branch, Mapping) else None
        if decl is None:
            return
        z = self._zone(where)
        to = self._instance(decl.name, where.seat if decl.per_seat else -1)
        for x in [x for x in s.zones[z] if x not in kept]:
            s.zones[z].remove(x)
            s.zones[to].append(x)
            getattr(s, f"at_{where.zone.kind}")[x] = to
        if not decl.ordered:
            s.zones[to].sort()

    def _choose(self, kind: str, what: Described, found: dict[int, int]) -> None:
        """Take a component of the entry that nothing else of the position is."""
        used = self.used.setdefault(kind, set())
        components = self.names.program.components[kind]
        if what.uid is not None:
            x = self.names.index(kind, what.uid)
            free = [] if x is None or x in used else [x]
        else:
            free = [x for x, entry in enumerate(components) if entry.id == what.entry and x not in used]
        assert free, what  # no more are named than there are: see `check_copies`
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
        position = self.names.program.board.moves[z][x][index]  # type: ignore[index]  # z is a grid
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
        inside = at[0] < grid.rows and at[1] < grid.columns
        x = self.m.s.grids[z][at[0] * grid.columns + at[1]] if inside else -1
        if x < 0:
            self.problems.error("I808", f"nothing lies on {at[0]},{at[1]}", branch.span)
            return
        info = self.names.program.kinds[self.names.program.zones[z].kind]
        kind = info.part_kind or info.name
        what = Described()
        if self.words.fields(self.words.words(branch), self.words.game.kinds[kind].state, what, branch.span):
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
            for name, branch in counters(self.words, section.items.get("counters")):
                assert isinstance(branch, Scalar)
                setattr(s, f"count_{name}", branch.value)

    def turn(self, given: Mapping | None) -> None:
        """The state of the turn that has begun."""
        if given is not None:
            for decl, raw in self.read_all(given, "turn", self.words.game.turn_state):
                setattr(self.m.s, f"turn_{decl.name}", raw)

    def read_all(
        self, section: Mapping, key: str, decls: Lookup[str, FieldDecl]
    ) -> Iterator[tuple[FieldDecl, Any]]:
        """The raw values of the state that is written under a key."""
        for decl, value in states(self.words, section, key, decls):
            yield decl, None if value is None else self._raw(decl.type, value)

    def _raw(self, type_: Type, value: Value) -> Any:
        if isinstance(type_, ListType) and isinstance(value, tuple):
            return tuple(self._raw(type_.item, each) for each in value)
        if isinstance(type_, ComponentType) and type_.kind in self.names.program.kinds:
            return self.names.index(type_.kind, str(value))
        return self.names.program.raw(type_, value)
