"""A generated module bound to its tables: everything a match of one game, with settings, runs on."""

from __future__ import annotations

import linecache
import zlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from hashlib import blake2b
from typing import Any, cast

from rulewright.dsl import typed as t
from rulewright.dsl.generate import Source, Switches, generate
from rulewright.dsl.generate.flow import function_of
from rulewright.dsl.generate.statements import Site
from rulewright.engine import lists
from rulewright.engine.board import Board, Cells, Grid, Position, positions
from rulewright.engine.changes import CHANGES, CONTINUATIONS
from rulewright.engine.events import (
    Hearing,
    Hosted,
    Modifier,
    WindowGroup,
    hear,
    modified,
    replacement,
    run_hook,
)
from rulewright.engine.secret import at_once
from rulewright.engine.state import StateType
from rulewright.engine.walk import Walker
from rulewright.model.game import Entry, FieldDecl, Game, Kind, Value
from rulewright.model.types import BoolType, ComponentType, EntryType, EnumType, Type

_COMPILED: dict[str, Any] = {}


@dataclass(slots=True)
class KindInfo:
    """One component kind or part kind at run time."""

    name: str
    whole: str  # the component kind (itself, or whose part it is)
    per_whole: int  # parts per component; 1 for a component itself
    at: str  # state column of zone instances, over `whole`
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


@dataclass(frozen=True, slots=True)
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


class Program:
    """A game made ready to play: for given settings, number of seats and switches.

    `settings` are values as data (symbols as text); a missing one has its default. With `reference` the
    texts are walked, not compiled: slow, always with a log, and only for play with policies and chance.
    `source` is that of another program, if only what cards print differs.
    """

    def __init__(
        self,
        rules: t.Rules,
        settings: Mapping[str, Value] | None = None,
        seats: int | None = None,
        switches: Switches | None = None,
        reference: bool = False,
        source: Source | None = None,
    ) -> None:
        self.rules = rules
        self.game: Game = rules.game
        self.seats = self.game.players.usual if seats is None else seats
        self.settings: dict[str, Value] = {
            **{s.name: s.default for s in self.game.settings.values()},
            **(settings or {}),
        }
        raw = {name: self.raw(self.game.settings[name].type, value) for name, value in self.settings.items()}
        self.walker = Walker(self) if reference else None
        self.source: Source = (
            source or generate(rules, raw, self.seats, switches)
            if self.walker is None
            else Source("", self.walker.sites, {}, {}, (), Switches(log=True))
        )
        self.sites: Mapping[str, Site] = self.source.sites
        self.frame_types = self.source.frames
        self._zones()
        self._kinds()
        self._boards()
        self._state_type()
        self._bind()

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
            for number, entry in enumerate(components):
                copy = (
                    1 + sum(1 for other in components[:number] if other is entry) if entry.copies > 1 else 1
                )
                uids.append(f"{entry.id}#{copy}" if entry.copies > 1 else entry.id)
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
            owned = tuple(int(str(entry.values[owner])) for entry in components)
        elif owner is not None:
            owned = f"{whole}_{owner}"
        places = [n for n in self.zones_of.get(whole, ()) if live is None or n in live]
        live_of_seat = tuple(
            tuple(n for n in places if self.owner[n] == seat or (owner is not None and self.owner[n] < 0))
            for seat in range(self.seats)
        )
        self.kinds[kind.name] = KindInfo(
            kind.name,
            whole,
            per,
            f"at_{whole}",
            entry,
            uids,
            tuple(int.from_bytes(blake2b(uid.encode(), digest_size=8).digest(), "big") for uid in uids),
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
        known: dict[tuple[int, int, str, Cells], tuple[Position, ...]] = {}
        for zone in self.zones:
            decl = self.game.zones[zone.name]
            if decl.grid is None:
                grids.append(None)
                moves.append(None)
                continue
            rows, columns = decl.grid
            grids.append(Grid(rows, columns))
            kind = self.game.kinds[zone.kind]
            pieces = []
            for entry in self.components[kind.name]:
                shape = self.shape(kind, entry)
                key = (rows, columns, kind.name, shape)
                if key not in known:
                    known[key] = positions(
                        rows,
                        columns,
                        shape,
                        snap=kind.snap,
                        rotate=kind.rotate,
                        flip=kind.flip,
                        ordered=bool(kind.parts),
                    )
                pieces.append(known[key])
            moves.append(tuple(pieces))
        self.board = Board(grids, moves, [f"spot_{zone.kind}" for zone in self.zones])

    def shape(self, kind: Kind, entry: Entry) -> Cells:
        """The cells a piece covers, from its corner."""
        if kind.parts:
            return tuple(part.at for part in kind.parts)
        if kind.shape_field is not None:
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
        for step in _steps(self.rules.flow):
            if step.turns is not None and step.steps:
                name = f"nth_{function_of(step.path)}"
                scalars.append(name)
                self.starts[name] = 0
        for name in _counters(self.rules.flow):
            scalars.append(f"count_{name}")
            self.starts[f"count_{name}"] = 0
        self.state_type = StateType(f"State_{game.id}", scalars, columns)
        self._references()

    def _references(self) -> None:
        """Which columns belong to the components of a kind, and which fields name components."""
        game = self.game
        self.columns_of: dict[str, list[str]] = {}
        self.references: list[tuple[str, Type]] = []
        for kind in self.components:
            budgets = [f"budget_{b.name}" for b in game.budgets.values() if b.of == kind]
            state = [f"{kind}_{field}" for field in game.kinds[kind].state]
            self.columns_of[kind] = [f"at_{kind}", *state, *budgets]
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
        s.frames, s.open, s.place, s.drawn = [], (), ("start",), {}
        s.over, s.done, s.window, s.secret, s.replacing = False, False, -1, {}, ()
        s.first_seat = s.turn_seat = first_seat
        s.zones = [[] for _ in self.zones]
        s.grids = [None if g is None else [-1] * (g.rows * g.columns) for g in self.board.grids]
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

    # --- binding -------------------------------------------------------------------------------

    def _bind(self) -> None:
        space: dict[str, Any] = {**CHANGES, **lists.FUNCTIONS}
        space.update(
            board=self.board,
            hear=hear,
            run_hook=run_hook,
            replacement=replacement,
            modified=modified,
            at_once=at_once,
            OWNER=self.owner,
            owner_of=self.owner_of,
        )
        seats = range(self.seats)
        clockwise = [tuple((s + k) % self.seats for k in seats) for s in seats]
        space["CLOCKWISE"] = tuple(clockwise)
        space["SNAKE"] = tuple((*order, *reversed(order)) for order in clockwise)
        space["RIVALS"] = tuple(order[1:] for order in clockwise)
        self._bind_tables(space)
        for site in self.sites.values():
            space["SITE_" + "".join(c if c.isalnum() or c == "_" else "_" for c in site.name)] = site
        self.filename = f"<rules of {self.game.id} {zlib.crc32(self.source.text.encode()):08x}>"
        code = _COMPILED.get(self.source.text)
        if code is None:
            code = _COMPILED[self.source.text] = compile(self.source.text, self.filename, "exec")
        linecache.cache[self.filename] = (
            len(self.source.text),
            None,
            self.source.text.splitlines(True),
            self.filename,
        )
        exec(code, space)
        if self.walker is not None:
            space.update(self.walker.space)
        self.functions: dict[str, Any] = space
        self.continuations = {
            **CONTINUATIONS,
            **{name: space[f] for name, f in self.source.continuations.items()},
        }
        self._bind_clauses(space)
        self._bind_flow(space)

    def _bind_tables(self, space: dict[str, Any]) -> None:
        game = self.game
        for table in game.tables.values():
            if table.steps:
                rows: Any = tuple(sorted((int(k), self.raw(table.gives, v)) for k, v in table.rows.items()))
            else:
                rows = {self.raw(table.by, k): self.raw(table.gives, v) for k, v in table.rows.items()}
            space[f"TABLE_{table.name}"] = rows
        for kind in game.kinds.values():
            for field in kind.fields.values():
                space[f"E_{kind.name}_{field.name}"] = tuple(
                    self.raw(field.type, e.values.get(field.name)) for e in game.entries[kind.name].values()
                )
        for info in self.kinds.values():
            self._bind_kind(info, space)

    def _bind_kind(self, info: KindInfo, space: dict[str, Any]) -> None:
        game, name = self.game, info.name
        decl = game.kinds[name]
        space[f"N_{name}"] = info.entry
        borne = decl.bears
        if borne is not None:
            for field in game.kinds[borne].fields.values():
                values = space[f"E_{borne}_{field.name}"]
                space[f"T_{name}_{field.name}"] = tuple(values[e] if e >= 0 else None for e in info.entry)
        if info.per_whole == 1 and name == info.whole:
            for field in decl.fields.values():
                values = space[f"E_{name}_{field.name}"]
                space[f"T_{name}_{field.name}"] = tuple(values[e] for e in info.entry)
            return
        space[f"W_{name}"] = tuple(i // info.per_whole for i in range(len(info.entry)))
        parts = game.kinds[info.whole].parts
        for field in decl.fields.values():
            space[f"T_{name}_{field.name}"] = tuple(
                self.raw(field.type, e.parts[p.name].values.get(field.name))
                for e in self.components[info.whole]
                for p in parts
            )

    def _bind_clauses(self, space: dict[str, Any]) -> None:
        clauses = self.rules.clauses
        self.hosts = [c.host for c in clauses]
        self.hooks = cast(list[Callable[..., int]], [space.get(f"hook_{i}") for i in range(len(clauses))])
        self.applies: list[Any] = [space.get(f"applies_{i}") for i in range(len(clauses))]
        self.available: list[Any] = [space.get(f"available_{i}") for i in range(len(clauses))]
        space["USE"] = [
            partial(self._use, f) if (f := space.get(f"use_{i}")) else None for i in range(len(clauses))
        ]
        space["WINDOWS"] = self._windows()
        for (stage, verb), hearing in self._hearings().items():
            space[f"HEAR_{stage}_{verb}"] = hearing
        self.modifiers: dict[str, list[Modifier]] = {}
        for i, clause in enumerate(clauses):
            if clause.ability.sort == "modify":
                entry = self._entry_index(clause.kind, clause.entry)
                assert isinstance(clause.ability.subject, str) and clause.ability.stage is not None
                modifier = Modifier(i, clause.host, entry, clause.ability.stage, clause.ability.group)
                self.modifiers.setdefault(clause.ability.subject, []).append(modifier)
        for kind, formula in {(k, f) for k, _, f in self.rules.formulas}:
            space[f"F_{kind}_{formula}"] = [
                space.get(f"f_{kind}_{formula}_{entry}") or space.get(f"f_{kind}_{formula}_default_")
                for entry in self.game.entries[kind]
            ]
        for info in self.kinds.values():
            info.alike = space.get(f"alike_{info.name}")

    def _use(self, function: Any, m: Any, this: int) -> int:
        """Run an activated ability for the owner of its component."""
        host = function.__name__.rsplit("_", 1)[1]
        info = self.kinds[self.hosts[int(host)] or ""]
        result: int = function(m, self.owner_of(m.s, info.name, this), this)
        return result

    def _entry_index(self, kind: str | None, entry: str | None) -> int:
        return -1 if kind is None or entry is None else list(self.game.entries[kind]).index(entry)

    def _hosted(self, indices: Sequence[int], argument: int | None) -> list[Hosted]:
        """Clauses by host kind and entry."""
        by_kind: dict[str, dict[int, list[int]]] = {}
        for i in indices:
            clause = self.rules.clauses[i]
            assert clause.host is not None
            entry = self._entry_index(clause.kind, clause.entry)
            by_kind.setdefault(clause.host, {}).setdefault(entry, []).append(i)
        return [
            Hosted(kind, {e: tuple(found) for e, found in entries.items()}, argument)
            for kind, entries in by_kind.items()
        ]

    def _hearings(self) -> dict[tuple[str, str], Hearing]:
        grouped: dict[tuple[str, str], list[int]] = {}
        for i, clause in enumerate(self.rules.clauses):
            if clause.event is not None:
                grouped.setdefault((clause.ability.sort, clause.event.verb), []).append(i)
        found = {}
        for key, indices in grouped.items():
            hearing = Hearing(own=tuple(i for i in indices if self.rules.clauses[i].host is None))
            direct: dict[int, list[int]] = {}
            listening = []
            for i in indices:
                clause = self.rules.clauses[i]
                if clause.host is None or clause.event is None:
                    continue
                position = _this_argument(clause.event.args)
                if position is None:
                    listening.append(i)
                else:
                    direct.setdefault(position, []).append(i)
            for position, group in direct.items():
                hearing.direct += self._hosted(group, position)
            hearing.listeners = self._hosted(listening, None)
            found[key] = hearing
        return found

    def _windows(self) -> list[WindowGroup]:
        steps = sorted({w.during for w in self.game.windows.values()})
        groups = []
        for step in steps:
            windows = []
            for window in self.game.windows.values():
                if window.during == step:
                    indices = [
                        i
                        for i, c in enumerate(self.rules.clauses)
                        if c.ability.sort == "window" and c.ability.subject == window.name
                    ]
                    windows.append((window.name, window.uses, tuple(self._hosted(indices, None))))
            groups.append(WindowGroup(tuple(windows)))
        return groups

    def _bind_flow(self, space: dict[str, Any]) -> None:
        self.secrets: dict[str, list[tuple[Site, Any]]] = {}
        steps = sorted({w.during for w in self.game.windows.values()})
        for step in _steps(self.rules.flow):
            name = "".join(c if c.isalnum() or c == "_" else "_" for c in step.path)
            if step.turns is not None:
                window = steps.index(step.path) if step.path in steps else -1
                per_turn = [b.name for b in self.game.budgets.values() if b.per == "turn"]
                space[f"start_turn_{name}"] = partial(self._start_turn, step.path, window, per_turn)
            if step.picks:
                sites = [site for site in self.sites.values() if site.name.startswith(f"secret/{step.path}/")]
                sites.sort(key=lambda site: int(site.name.rsplit("/", 1)[1].partition(":")[0]))
                self.secrets[step.path] = [
                    (site, space[f"options_{name}_{i}"]) for i, site in enumerate(sites)
                ]

    def _start_turn(self, path: str, window: int, budgets: list[str], m: Any, seat: int, this: int) -> None:
        s = m.s
        s.turn_seat = seat
        for name, value in self.turn_starts.items():
            setattr(s, name, value)
        for name in budgets:
            setattr(s, f"budget_{name}", [0] * len(self.starts[f"budget_{name}"]))
        s.window = window
        if m.log is not None:
            m.log.append(("turn", path, seat, this))

    # --- asked by the engine -------------------------------------------------------------------

    def owner_of(self, s: Any, kind: str, x: int) -> int:
        """The seat of the zone in which a component or part lies; in a shared one its own `owner`, or -1."""
        info = self.kinds[kind]
        x //= info.per_whole
        seat: int = self.owner[getattr(s, info.at)[x]]
        if seat >= 0 or info.owned is None:
            return seat
        seats: Sequence[int] = getattr(s, info.owned) if isinstance(info.owned, str) else info.owned
        return seats[x]

    def size(self, m: Any, z: int) -> int:
        result: int = self.functions[f"size_{self.zones[z].name}"](m)
        return result

    def window_seat(self, m: Any, name: str) -> int:
        result: int = self.functions[f"window_seat_{name}"](m)
        return result

    def budget_left(self, m: Any, budget: str, holder: int) -> bool:
        return bool(getattr(m.s, f"budget_{budget}")[holder] < self.functions[f"limit_{budget}"](m))

    def modifier_applies(self, m: Any, clause: int, me: int, this: int, args: tuple[Any, ...]) -> bool:
        when = self.functions.get(f"when_{clause}")
        return when is None or bool(when(m, me, this, *args))

    def amounts(self, m: Any, clause: int, me: int, this: int, args: tuple[Any, ...], so_far: Any) -> Any:
        return self.functions[f"amount_{clause}"](m, me, this, *args, so_far)

    def chosen(
        self, site: Site, options: Sequence[Any], uses: Sequence[Any], decline: bool, index: int
    ) -> tuple[Any, ...]:
        """What was chosen, for the log: (prompt, what, …)."""
        prompt = site.prompt or ""
        if index < len(options):
            if site.kind == "menu":
                return (prompt, "branch", site.branches[options[index]])
            return (prompt, "pick", str(site.item), options[index])
        if decline and index == len(options):
            return (prompt, "decline")
        clause, this = uses[index - len(options) - decline]
        return (prompt, "use", self.rules.clauses[clause].id, this)


def _this_argument(args: Sequence[t.Expr | None]) -> int | None:
    for index, arg in enumerate(args):
        if isinstance(arg, t.Local) and arg.name == "this" and isinstance(arg.type, ComponentType):
            return index
    return None


def _steps(flow: Sequence[t.FlowStep]) -> list[t.FlowStep]:
    return [found for step in flow for found in (step, *_steps(step.steps))]


def _counters(flow: Sequence[t.FlowStep]) -> list[str]:
    return [s.step.id for s in _steps(flow) if s.times is not None or s.until is not None]
