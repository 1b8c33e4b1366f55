"""A generated module bound to its tables: everything a match of one game, with settings, runs on."""

from __future__ import annotations

import linecache
from collections import OrderedDict
from collections.abc import Callable, Container, Mapping, Sequence
from functools import partial
from hashlib import blake2b
from typing import Any, cast

from rulewright.dsl import typed as t
from rulewright.dsl.generate import Source, Switches, generate
from rulewright.dsl.generate.sites import Site, function_of
from rulewright.dsl.visit import all_steps
from rulewright.engine import lists
from rulewright.engine.changes import CHANGES, stops
from rulewright.engine.decision import Decision
from rulewright.engine.events import (
    Hearing,
    Hosted,
    Modifier,
    WindowGroup,
    actor,
    hear,
    hook_ended,
    modified,
    replacement,
    run_hook,
)
from rulewright.engine.layout import KindInfo, Layout
from rulewright.engine.machine import HOOK, Fault
from rulewright.engine.seats import seat_column, seat_rows, seat_steps
from rulewright.engine.secret import at_once
from rulewright.engine.walk import Walker
from rulewright.model.game import Value, all_settings, turns_with_windows, windows_in
from rulewright.model.types import ComponentType, Type

FILE_PREFIX = "<rules "
"""What the file names of generated modules begin with."""
MOST_KEPT = 64
_COMPILED: OrderedDict[str, Any] = OrderedDict()
"""Compiled modules by file name, which stands for their text; those used last are kept."""


class Program(Layout):
    """A game made ready to play: for given settings, number of seats and switches.

    `settings` are values as data (symbols as text); a missing one has its default. With `reference` the
    texts are walked, not compiled: slow, always with a log, and only for play with policies and chance.
    `source` is that of another program, if only what cards print differs. `bound` is handed the names of the
    generated module before anything refers to them.
    """

    def __init__(
        self,
        rules: t.Rules,
        settings: Mapping[str, Value] | None = None,
        seats: int | None = None,
        switches: Switches | None = None,
        reference: bool = False,
        source: Source | None = None,
        bound: Callable[[dict[str, Any]], None] | None = None,
    ) -> None:
        super().__init__(rules, seats)
        self.settings: dict[str, Value] = all_settings(self.game, settings or {})
        raw = {name: self.raw(self.game.settings[name].type, value) for name, value in self.settings.items()}
        self.walker = Walker(self) if reference else None
        self.source: Source = (
            source or generate(rules, raw, self.seats, switches)
            if self.walker is None
            else Source("", self.walker.sites, {}, {}, (), Switches(log=True))
        )
        self.sites: Mapping[str, Site] = self.source.sites
        self.noise: dict[str, Any] = {}  # by stop: what policies have worked out for it
        self._bind(bound)

    # --- binding -------------------------------------------------------------------------------

    def _bind(self, bound: Callable[[dict[str, Any]], None] | None) -> None:
        space: dict[str, Any] = {**CHANGES, **lists.FUNCTIONS}
        space.update(
            board=self.board,
            CELL=self.cells,
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
            space["SITE_" + function_of(site.name)] = site
        self.filename, code = _compiled(self.source.text)
        exec(code, space)
        if self.walker is not None:
            space.update(self.walker.space)
        if bound is not None:
            bound(space)
        self.functions: dict[str, Any] = space
        changes = stops(name for name, info in self.kinds.items() if info.rolled)
        self.continuations: dict[str, Callable[..., int]] = {
            **{name: function for name, (function, _) in changes.items()},
            HOOK: hook_ended,
            **{name: space[f] for name, f in self.source.continuations.items()},
        }
        self.frame_types: dict[str, tuple[Type, ...]] = {
            **{name: types for name, (_, types) in changes.items()},
            HOOK: (),
            **self.source.frames,
        }
        self._bind_clauses(space)
        self._bind_flow(space)

    def _bind_tables(self, space: dict[str, Any]) -> None:
        game = self.game
        for table in game.tables.values():
            if table.steps:
                steps = tuple(sorted((int(k), self.raw(table.gives, v)) for k, v in table.rows.items()))
                space[f"TABLE_{table.name}"] = seat_steps(table.gives, steps, self.seats)
            else:
                rows = {self.raw(table.by, k): self.raw(table.gives, v) for k, v in table.rows.items()}
                space[f"TABLE_{table.name}"] = seat_rows(table.gives, rows, self.seats)
        for kind in game.kinds.values():
            space[f"ENTRIES_{kind.name}"] = range(len(game.entries[kind.name]))
            for field in kind.fields.values():
                space[f"E_{kind.name}_{field.name}"] = tuple(
                    self.raw(field.type, e.values.get(field.name)) for e in game.entries[kind.name].values()
                )
        for info in self.kinds.values():
            self._bind_kind(info, space)
        for kind in game.kinds.values():
            bearers = [kind.name, *(each.name for each in game.kinds.values() if each.bears == kind.name)]
            for field in kind.fields.values():
                names = [f"E_{kind.name}_{field.name}", *(f"T_{name}_{field.name}" for name in bearers)]
                for name in names:
                    if name in space:
                        space[name] = seat_column(field.type, space[name], self.seats)

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
        self.needs_me = [self._needs_me(clause) for clause in clauses]
        self.values_of_me = {name for name in self.rules.values if f"value/{name}" in self.rules.uses_me}
        self.hooks = cast(list[Callable[..., int]], [space.get(f"hook_{i}") for i in range(len(clauses))])
        self.applies: list[Any] = [space.get(f"applies_{i}") for i in range(len(clauses))]
        self.available: list[Any] = [space.get(f"available_{i}") for i in range(len(clauses))]
        self.whens: list[Any] = [space.get(f"when_{i}") for i in range(len(clauses))]
        self.amounts: list[Any] = [space.get(f"amount_{i}") for i in range(len(clauses))]
        space["USE"] = [
            partial(self._use, i, f) if (f := space.get(f"use_{i}")) else None for i in range(len(clauses))
        ]
        space["WINDOWS"] = self._windows()
        for (stage, verb), hearing in self._hearings().items():
            space[f"HEAR_{stage}_{verb}"] = hearing
        self.modifiers: dict[str, list[Modifier]] = {}
        for i, clause in enumerate(clauses):
            if clause.ability.sort == "modify":
                entry = self._entry_index(clause.kind, clause.entry)
                assert isinstance(clause.ability.subject, str) and clause.ability.stage is not None
                modifier = Modifier(
                    i,
                    clause.host,
                    entry,
                    clause.ability.stage,
                    clause.ability.group,
                    () if clause.host is None else self._bearing(clause.host, {entry}),
                )
                self.modifiers.setdefault(clause.ability.subject, []).append(modifier)
        self.quiet = {value: found for value in self.modifiers if (found := self._hosts_of(value))}
        for kind, formula in {(k, f) for k, _, f in self.rules.formulas}:
            space[f"F_{kind}_{formula}"] = [
                space.get(f"f_{kind}_{formula}_{entry}") or space.get(f"f_{kind}_{formula}_default_")
                for entry in self.game.entries[kind]
            ]
        for info in self.kinds.values():
            info.alike = space.get(f"alike_{info.name}")

    def _hosts_of(self, value: str) -> tuple[str, frozenset[int], tuple[int, ...]] | None:
        """What all modifiers of a value stand on: the column of places, those where they work, components.

        As long as none of these lies there, the value is what it is without them. None if a modifier
        works everywhere, or if they stand on several kinds.
        """
        found = self.modifiers[value]
        kinds = {modifier.host for modifier in found}
        kind = next(iter(kinds))
        if len(kinds) > 1 or kind is None:
            return None
        info = self.kinds[kind]
        if info.live is None:
            return None
        wholes = {x // info.per_whole for modifier in found for x in modifier.components}
        return info.at, info.live, tuple(sorted(wholes))

    def _needs_me(self, clause: t.Clause) -> bool:
        """Whether something of a clause cannot run without a seat."""
        budget = clause.ability.uses
        of_seat = budget is not None and self.game.budgets[budget].of == "seat"
        return clause.id in self.rules.uses_me or of_seat

    def _bearing(self, kind: str, entries: Container[int]) -> tuple[int, ...]:
        """The components or parts of a kind that are copies of some entries, or bear them."""
        return tuple(x for x, entry in enumerate(self.kinds[kind].entry) if entry in entries)

    def _use(self, clause: int, function: Any, m: Any, this: int) -> int:
        """Run an activated ability for the owner of its component, or for the seat that was offered it."""
        acting = self.window_seat(m, str(self.rules.clauses[clause].ability.subject))
        result: int = function(m, actor(m, clause, this, acting), this)
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
            Hosted(
                kind,
                {e: tuple(found) for e, found in entries.items()},
                argument,
                self._bearing(kind, entries),
            )
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
        groups = []
        for step in turns_with_windows(self.game):
            windows = []
            for window in windows_in(self.game, step):
                indices = [
                    i
                    for i, c in enumerate(self.rules.clauses)
                    if c.ability.sort == "window" and c.ability.subject == window.name
                ]
                windows.append((window.name, window.uses, tuple(self._hosted(indices, None))))
            kinds = {hosted.kind for _, _, hosts in windows for hosted in hosts}
            zones = tuple(
                tuple(z for kind in sorted(kinds) for z in self.kinds[kind].live_of_seat[seat])
                for seat in range(self.seats)
            )
            groups.append(WindowGroup(tuple(windows), zones))
        return groups

    def _bind_flow(self, space: dict[str, Any]) -> None:
        self.secrets: dict[str, list[tuple[Site, Any]]] = {}
        steps = turns_with_windows(self.game)
        for step in all_steps(self.rules.flow):
            name = function_of(step.path)
            if step.turns is not None:
                window = steps.index(step.path) if step.path in steps else -1
                per_turn = [b.name for b in self.game.budgets.values() if b.per == "turn"]
                needs = self._turn_needs_me(step)
                space[f"start_turn_{name}"] = self._turn_start(step, needs, window, per_turn)
            if step.picks:
                sites = [site for site in self.sites.values() if site.name.startswith(f"secret/{step.path}/")]
                sites.sort(key=lambda site: int(site.name.rsplit("/", 1)[1].partition(":")[0]))
                self.secrets[step.path] = [
                    (site, space[f"options_{name}_{i}"]) for i, site in enumerate(sites)
                ]

    def _turn_needs_me(self, step: t.FlowStep) -> bool:
        """Whether a turn of a step cannot be taken without a seat; steps with seats of their own can."""
        if step.turns is not None and f"step/{step.path}" in self.rules.uses_me:
            return True
        return any(
            f"step/{child.path}" in self.rules.uses_me or self._turn_needs_me(child)
            for child in step.steps
            if child.turns is None and child.seats is None
        )

    def _turn_start(
        self, step: t.FlowStep, needs_me: bool, window: int, budgets: list[str]
    ) -> Callable[[Any, int, int], None]:
        """What begins a turn of a step."""
        path = step.path
        turns = [] if step.step.turns is None else [step.step.turns.span]
        starts = tuple(self.turn_starts.items())
        left = tuple((f"budget_{name}", len(self.starts[f"budget_{name}"])) for name in budgets)

        def start(m: Any, seat: int, this: int) -> None:
            s = m.s
            if seat < 0 and needs_me:
                raise Fault("G709", f"nobody owns what has the turn in '{path}'", m.places() or turns)
            s.turn_seat = seat
            for name, value in starts:
                setattr(s, name, value)
            for name, size in left:
                setattr(s, name, [0] * size)
            s.window = window
            if m.log is not None:
                m.log.append(("turn", path, seat, this))

        return start

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

    def chosen(self, decision: Decision, index: int) -> tuple[Any, ...]:
        """What was chosen, for the log: (prompt, what, …)."""
        site = self.sites[decision.stop]
        prompt = site.prompt or ""
        if index < len(decision.options):
            option = decision.options[index]
            if site.kind == "menu":
                return (prompt, "branch", site.branches[option])
            return (prompt, "pick", str(site.item), option)
        use = decision.use(index)
        if use is None:
            return (prompt, "decline")
        clause, this = use
        return (prompt, "use", self.rules.clauses[clause].id, this)


def _this_argument(args: Sequence[t.Expr | None]) -> int | None:
    for index, arg in enumerate(args):
        if isinstance(arg, t.Local) and arg.name == "this" and isinstance(arg.type, ComponentType):
            return index
    return None


def _compiled(text: str) -> tuple[str, Any]:
    """The file name of a generated module, and its code; its lines are there for tracebacks."""
    filename = f"{FILE_PREFIX}{blake2b(text.encode(), digest_size=12).hexdigest()}>"
    code = _COMPILED.get(filename)
    if code is None:
        code = _COMPILED[filename] = compile(text, filename, "exec")
        linecache.cache[filename] = (len(text), None, text.splitlines(True), filename)
        while len(_COMPILED) > MOST_KEPT:
            linecache.cache.pop(_COMPILED.popitem(last=False)[0], None)
    _COMPILED.move_to_end(filename)
    return filename, code
