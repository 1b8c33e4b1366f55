"""Where everything of a game is: zones and components by number, grids, the columns of the state."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any

from rulewright.dsl import typed as t
from rulewright.dsl.generate.sites import function_of
from rulewright.dsl.hazards import SHORT
from rulewright.dsl.visit import all_steps
from rulewright.engine.board import NO_GRID, Board, Cells, Grid, OnGrid, Position, grid_of, positions
from rulewright.engine.seats import seat_column
from rulewright.engine.state import StateType
from rulewright.model.game import Entry, FieldDecl, Game, Kind, Value
from rulewright.model.spelling import Spelt
from rulewright.model.types import SEAT, BoolType, ComponentType, EntryType, EnumType, Type
from rulewright.source.records import record

WORK = 100_000_000
"""Rounds of loops inside values that may pass between two decisions: seconds."""


@dataclass(slots=True)
class KindInfo:
    """One component kind or part kind at run time."""

    name: str
    whole: str  # the component kind (itself, or whose part it is)
    per_whole: int  # parts per component; 1 for a component itself
    at: str  # state column of zone instances, over `whole`
    spot: str  # that of positions on a grid, over the kind itself
    cell: str  # that of cells
    entry: tuple[int, ...]  # per component or part: the entry it is a copy of, or bears
    uids: tuple[str, ...]
    hashes: tuple[int, ...]  # of the uids
    part_kind: str | None
    parts: int
    rolled: str  # state column of its rolled value, or ''
    low: int
    high: int
    live: frozenset[int] | None  # zone instances in which its abilities work; None: all
    live_of_seat: tuple[tuple[int, ...], ...]
    alike: Callable[[Any, int], Any] | None
    owned: str | tuple[int, ...] | None  # whose each one in a shared zone is: a state column, or fixed seats


@record(frozen=True, slots=True)
class ZoneInfo:
    """One zone instance."""

    name: str
    seat: int  # -1 for a shared zone
    kind: str
    ordered: bool
    visible: str
    source: int
    discard: int
    reshuffle: int

    def seen_by(self, seat: int) -> bool:
        """Whether a seat can see what lies in it."""
        return self.visible == "all" or (self.visible == "owner" and self.seat == seat)


class Layout:
    """The tables of a game for a number of seats, before anything is compiled."""

    def __init__(self, rules: t.Rules, seats: int | None) -> None:
        self.rules = rules
        self.game: Game = rules.game
        self.seats = self.game.players.usual if seats is None else seats
        self.spelt = Spelt(self.game)
        self._zones()
        self._kinds()
        self._boards()
        self.place_kinds: dict[str, tuple[str | None, ...]] = {}  # step -> of what kind each part is a turn
        self.turn_names: dict[str, str | None] = {}  # state field with the turn of a step -> of what kind
        self._state_type()
        self.rounds = WORK // self._longest()

    def _longest(self) -> int:
        """How long a list that is not counted can be: of all components of a kind, all cells, numbers."""
        grids = [zone.grid[0] * zone.grid[1] for zone in self.game.zones.values() if zone.grid]
        return max([SHORT, *(len(info.entry) for info in self.kinds.values()), *grids])

    # --- values as data ------------------------------------------------------------------------

    def raw(self, type_: Type, value: Value) -> Any:
        """A value as the program holds it: symbols and entries by index."""
        if value is None:
            return None
        if isinstance(value, tuple):
            item = getattr(type_, "item", type_)
            return tuple(self.raw(item, v) for v in value)
        if isinstance(type_, EnumType):
            return self.game.enums[type_.name].index(str(value))
        if isinstance(type_, EntryType):
            return list(self.game.entries[type_.kind]).index(str(value))
        if isinstance(type_, ComponentType):
            return self.kinds[type_.kind].uids.index(str(value))
        return value

    # --- layout --------------------------------------------------------------------------------

    def _zones(self) -> None:
        self.zone_base: dict[str, int] = {}
        zones: list[tuple[str, int]] = []
        for decl in self.game.zones.values():
            self.zone_base[decl.name] = len(zones)
            zones += [(decl.name, seat) for seat in (range(self.seats) if decl.per_seat else (-1,))]

        def instance(name: str | None, seat: int) -> int:
            if name is None:
                return -1
            return self.zone_base[name] + (seat if self.game.zones[name].per_seat else 0)

        self.zones = []
        for name, seat in zones:
            decl = self.game.zones[name]
            links = (
                instance(decl.source, seat),
                instance(decl.discard, seat),
                instance(decl.reshuffle, seat),
            )
            self.zones.append(ZoneInfo(name, seat, decl.kind, decl.ordered, decl.visible, *links))
        self.owner = tuple(zone.seat for zone in self.zones)
        self.hidden = [  # per seat: the zones into which it cannot see
            [number for number, zone in enumerate(self.zones) if not zone.seen_by(seat)]
            for seat in range(self.seats)
        ]
        self.zones_of: dict[str, list[int]] = {}
        for number, zone in enumerate(self.zones):
            self.zones_of.setdefault(zone.kind, []).append(number)

    def _components(self, kind: Kind) -> list[Entry]:
        """The entry of each component of a kind, in canonical order: by entry id, then copy."""
        return [entry for entry in self.game.entries[kind.name].values() for _ in range(entry.copies)]

    def _kinds(self) -> None:
        self.kinds: dict[str, KindInfo] = {}
        self.components: dict[str, list[Entry]] = {}
        for kind in self.game.kinds.values():
            if kind.starts_in is None:
                continue
            components = self.components[kind.name] = self._components(kind)
            uids: list[str] = []
            for entry in self.game.entries[kind.name].values():
                several = entry.copies > 1
                uids += [f"{entry.id}#{n + 1}" if several else entry.id for n in range(entry.copies)]
            index = {id_: i for i, id_ in enumerate(self.game.entries[kind.name])}
            self._kind_info(
                kind, kind.name, 1, tuple(index[e.id] for e in components), tuple(uids), components
            )
            if kind.parts:
                part = self.game.kinds[kind.parts[0].kind]
                borne = {id_: i for i, id_ in enumerate(self.game.entries.get(part.bears or "", {}))}
                entries = tuple(
                    borne.get(e.parts[p.name].bears or "", -1) for e in components for p in kind.parts
                )
                part_uids = tuple(f"{uid}.{p.name}" for uid in uids for p in kind.parts)
                self._kind_info(part, kind.name, len(kind.parts), entries, part_uids, components)

    def _kind_info(
        self,
        kind: Kind,
        whole: str,
        per: int,
        entry: tuple[int, ...],
        uids: tuple[str, ...],
        components: list[Entry],
    ) -> None:
        rolled = next((f for f in kind.state.values() if f.rolled), None)
        live: frozenset[int] | None = None
        if kind.live_in:
            live = frozenset(n for n, zone in enumerate(self.zones) if zone.name in kind.live_in)
        owner = self.game.kinds[whole].owner
        owned: str | tuple[int, ...] | None = None
        if owner is not None and owner in self.game.kinds[whole].fields:
            owned = seat_column(
                SEAT, tuple(int(str(entry.values[owner])) for entry in components), self.seats
            )
        elif owner is not None:
            owned = f"{whole}_{owner}"
        places = [n for n in self.zones_of.get(whole, ()) if live is None or n in live]
        live_of_seat = tuple(
            tuple(n for n in places if self.owner[n] in (seat, -1)) for seat in range(self.seats)
        )
        self.kinds[kind.name] = KindInfo(
            kind.name,
            whole,
            per,
            f"at_{whole}",
            f"spot_{kind.name}",
            f"cell_{kind.name}",
            entry,
            uids,
            tuple(_hash(uid if "#" in uid else _first_copy(uid)) for uid in uids),
            kind.parts[0].kind if kind.parts else None,
            len(kind.parts),
            f"{kind.name}_{rolled.name}" if rolled else "",
            getattr(rolled.type, "low", None) or 0 if rolled else 0,
            getattr(rolled.type, "high", None) or 0 if rolled else 0,
            live,
            live_of_seat,
            None,
            owned,
        )

    def _boards(self) -> None:
        grids: list[Grid | None] = []
        moves: list[tuple[tuple[Position, ...], ...] | None] = []
        for zone in self.zones:
            decl = self.game.zones[zone.name]
            if decl.grid is None:
                grids.append(None)
                moves.append(None)
                continue
            rows, columns = decl.grid
            grids.append(grid_of(rows, columns))
            kind = self.game.kinds[zone.kind]
            pieces = []
            for entry in self.components[kind.name]:
                shape = self.shape(kind, entry)
                ordered = bool(kind.parts)
                pieces.append(positions(rows, columns, shape, kind.snap, kind.rotate, kind.flip, ordered))
            moves.append(tuple(pieces))
        self.board = Board(grids, moves, [f"spot_{zone.kind}" for zone in self.zones])
        sizes = [zone.grid[0] * zone.grid[1] for zone in self.game.zones.values() if zone.grid]
        self.cells = OnGrid((cell, cell) for cell in range(max(sizes, default=0)))

    def shape(self, kind: Kind, entry: Entry) -> Cells:
        """The cells a piece covers, from its corner."""
        if kind.parts:
            return tuple(part.at for part in kind.parts)
        if kind.shape_field is not None:
            # a shape is a list of cells
            return tuple(tuple(cell) for cell in entry.values[kind.shape_field])  # type: ignore[union-attr, arg-type]
        return kind.shape or ((0, 0),)

    # --- state ---------------------------------------------------------------------------------

    def _on_grids(self) -> set[str]:
        return {zone.kind for zone in self.game.zones.values() if zone.grid is not None}

    def _state_type(self) -> None:
        game = self.game
        self.starts: dict[str, Any] = {}
        columns: list[str] = []
        for kind in self.kinds.values():
            decl = game.kinds[kind.name]
            size = len(kind.uids)
            if kind.name == kind.whole:
                columns.append(f"at_{kind.name}")
            if kind.whole in self._on_grids():
                if kind.name == kind.whole:
                    columns.append(f"spot_{kind.name}")
                    self.starts[f"spot_{kind.name}"] = [-1] * size
                columns.append(f"cell_{kind.name}")
                self.starts[f"cell_{kind.name}"] = [-1] * size
            for field in decl.state.values():
                columns.append(f"{kind.name}_{field.name}")
                self.starts[f"{kind.name}_{field.name}"] = [self._start(field)] * size
        for field in game.seat_state.values():
            columns.append(f"seat_{field.name}")
            self.starts[f"seat_{field.name}"] = [self._start(field)] * self.seats
        for budget in game.budgets.values():
            size = self.seats if budget.of == "seat" else len(self.kinds[budget.of].uids)
            columns.append(f"budget_{budget.name}")
            self.starts[f"budget_{budget.name}"] = [0] * size
        scalars = [f"game_{f}" for f in game.game_state] + [f"turn_{f}" for f in game.turn_state]
        for field in game.game_state.values():
            self.starts[f"game_{field.name}"] = self._start(field)
        for field in game.turn_state.values():
            self.starts[f"turn_{field.name}"] = self._start(field)
        self.turn_starts = {f"turn_{f.name}": self._start(f) for f in game.turn_state.values()}
        self._turns(self.rules.flow, ())
        for name in self.turn_names:
            scalars.append(name)
            self.starts[name] = 0
        for name in _counters(self.rules.flow):
            scalars.append(f"count_{name}")
            self.starts[f"count_{name}"] = 0
        self.state_type = StateType(f"State_{game.id}", scalars, columns)
        self._references()

    def _turns(self, steps: Sequence[t.FlowStep], around: tuple[str | None, ...]) -> None:
        """What the parts of a structural place after its step are: turns of a kind of component, or not."""
        for step in steps:
            kind = step.turn_of.kind if isinstance(step.turn_of, ComponentType) else None
            parts = around if step.times is None and step.until is None else (*around, None)
            inner = parts if step.turns is None else (*parts, kind)
            self.place_kinds[step.path] = inner
            if step.turns is not None and step.steps:
                self.turn_names[f"nth_{function_of(step.path)}"] = kind
            self._turns(step.steps, inner)

    def _references(self) -> None:
        """Which columns belong to the components of a kind, and which fields name components."""
        game = self.game
        self.columns_of: dict[str, list[tuple[str, int]]] = {}  # column, parts per component
        self.references: list[tuple[str, ComponentType]] = []
        for kind in self.components:
            columns: list[tuple[str, int]] = []
            for info in self.kinds.values():
                if info.whole == kind:
                    columns += [(f"{info.name}_{f}", info.per_whole) for f in game.kinds[info.name].state]
                    budgets = [b.name for b in game.budgets.values() if b.of == info.name]
                    columns += [(f"budget_{name}", info.per_whole) for name in budgets]
            self.columns_of[kind] = columns
        for info in self.kinds.values():
            for field in game.kinds[info.name].state.values():
                if isinstance(field.type, ComponentType):
                    self.references.append((f"{info.name}_{field.name}", field.type))
        for prefix, fields in (
            ("seat", game.seat_state),
            ("game", game.game_state),
            ("turn", game.turn_state),
        ):
            for field in fields.values():
                if isinstance(field.type, ComponentType):
                    self.references.append((f"{prefix}_{field.name}", field.type))

    def _start(self, field: FieldDecl) -> Any:
        if field.start is None and isinstance(field.type, BoolType) and not field.optional:
            return False
        return self.raw(field.type, field.start)

    def new_state(self, first_seat: int = 0) -> Any:
        """Everything where it starts, nothing shuffled."""
        s = self.state_type.new()
        s.frames, s.open, s.place, s.drawn, s.asked = [], (), ("start",), {}, {}
        s.over, s.done, s.window, s.secret, s.replacing = False, False, -1, {}, ()
        s.first_seat = s.turn_seat = first_seat
        s.zones = [[] for _ in self.zones]
        s.grids = [None if g is NO_GRID else [-1] * (g.rows * g.columns) for g in self.board.grids]
        s.masks = [0] * len(self.zones)
        for name, value in self.starts.items():
            setattr(s, name, list(value) if isinstance(value, list) else value)
        for kind, components in self.components.items():
            starts_in = self.game.kinds[kind].starts_in
            assert starts_in is not None
            z = self.zone_base[starts_in]
            s.zones[z] = list(range(len(components)))
            setattr(s, f"at_{kind}", [z] * len(components))
        return s


def _counters(flow: Sequence[t.FlowStep]) -> list[str]:
    return [s.step.id for s in all_steps(flow) if s.times is not None or s.until is not None]


def _first_copy(uid: str) -> str:
    """`rut` or `rut.nw` with its copy named, so that another copy beside it changes nothing."""
    entry, dot, part = uid.partition(".")
    return f"{entry}#1{dot}{part}"


def _hash(uid: str) -> int:
    return int.from_bytes(blake2b(uid.encode(), digest_size=8).digest(), "big")
