"""The reference walker: runs the typed tree as it stands, to check the generated module against.

Slow and plain on purpose. State, changes, events, board and lists are those of the engine; only texts
are run in another way. Policies and chance must answer in the process: nothing here can stop and go on.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from rulewright.dsl import typed as t
from rulewright.dsl.generate.statements import Site
from rulewright.dsl.generate.values import walk
from rulewright.engine import lists
from rulewright.engine.changes import CHANGES
from rulewright.engine.events import hear, modified, replacement, run_hook
from rulewright.engine.secret import at_once
from rulewright.model.game import Game
from rulewright.model.types import (
    BOOL,
    CellType,
    ComponentType,
    EntryType,
    PairType,
    PlacementType,
    SeatType,
    Type,
)
from rulewright.source.text import EffectText

if TYPE_CHECKING:
    from rulewright.engine.machine import Machine
    from rulewright.engine.program import Program

Names = dict[str, Any]
Body = tuple[t.Stmt, ...]
Value = Callable[[t.Expr], Any]


visited: set[int] | None = None
"""Who wants to know which nodes are run puts a set here; it gets their identities."""


class _Stopped(Exception):
    """`stop`: the text that says so ends here."""


@dataclass(slots=True)
class Here:
    """Where a text runs: in which match and procedure, and what its locals are."""

    m: Machine
    names: Names
    procedure: str = ""

    @property
    def me(self) -> int:
        return int(self.names.get("me", -1))


class Values:
    """What values are worth."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.rules: t.Rules = program.rules
        self.game: Game = program.game

    def formula(self, m: Machine, formula: t.Formula, names: Mapping[str, Any]) -> Any:
        here = Here(m, dict(names))
        for let in formula.lets:
            here.names[let.var] = self.value(let.value, here)
        return self.value(formula.value, here)

    def called(self, here: Here, formula: t.Formula, args: Iterable[Any]) -> Any:
        """A formula that is called from another text: it sees its arguments and who acts."""
        return self.formula(here.m, formula, {"me": here.me, **dict(zip(formula.params, args, strict=True))})

    def table(self, name: str) -> Any:
        """A table that the program keeps: printed values by entry (E), by component (T), rows (TABLE)."""
        return self.program.functions[name]

    def instance(self, zone: t.Expr, here: Here) -> int:
        assert isinstance(zone, t.Zone)
        return self.program.zone_base[zone.name] + (
            0 if zone.seat is None else int(self.value(zone.seat, here))
        )

    def lying(self, s: Any, kind: str, x: int) -> int:
        """The zone instance in which a component lies, or the whole of a part."""
        info = self.program.kinds[kind]
        return int(getattr(s, info.at)[x // info.per_whole])

    def setting(self, name: str) -> Any:
        return self.program.raw(self.game.settings[name].type, self.program.settings[name])

    def how_many(self, e: t.Members) -> int:
        if e.what in ("seats", "enum"):
            return self.program.seats if e.what == "seats" else len(self.game.enums[e.name])
        return len(self.game.entries[e.name] if e.what == "entries" else self.program.kinds[e.name].uids)

    def value(self, e: t.Expr, here: Here) -> Any:
        if visited is not None:
            visited.add(id(e))
        return _VALUES[type(e)](self, e, here, lambda inner: self.value(inner, here))

    def with_(self, here: Here, var: str, x: Any, inner: t.Expr) -> Any:
        here.names[var] = x
        return self.value(inner, here)

    def arithmetic(self, e: t.Arithmetic, here: Here, v: Value) -> int:
        a, b = v(e.left), v(e.right)
        if e.op in _ARITHMETIC:
            return _ARITHMETIC[e.op](a, b)
        return int(a // b if e.op == "//down" else -(-a // b))

    def compare(self, e: t.Compare, here: Here, v: Value) -> bool:
        a, b = v(e.left), v(e.right)
        if e.op in _ORDER:
            return _ORDER[e.op](a, b)
        equal = a is not None and b is not None and bool(a == b)  # an absent value equals nothing
        return equal if e.op == "==" else not equal

    def table_row(self, e: t.TableCall, here: Here, v: Value) -> Any:
        rows, key = self.table(f"TABLE_{e.name}"), v(e.key)
        table = self.game.tables[e.name]
        if table.steps:
            return lists.step_of(rows, key)
        return rows.get(key) if table.optional else rows[key]

    def value_of(self, m: Machine, me: int, name: str, args: tuple[Any, ...]) -> Any:
        """A declared value: its base, what modifies it, then its own bounds."""
        value = self.rules.values[name]
        names = {"me": me, **dict(zip(value.params, args, strict=True))}
        result = self.formula(m, value.is_, names)
        if name in self.program.modifiers:
            result = modified(m, name, me, result, args)
        if value.at_least is not None:
            result = max(result, self.formula(m, value.at_least, names))
        if value.at_most is not None:
            result = min(result, self.formula(m, value.at_most, names))
        return result

    def own_formula(self, e: t.FormulaCall, here: Here, v: Value) -> Any:
        of = v(e.of)
        entry = self.program.kinds[e.of.type.kind].entry[of] if isinstance(e.of.type, ComponentType) else of
        own = (e.kind, list(self.game.entries[e.kind])[entry], e.formula)
        formula = self.rules.formulas.get(own) or self.rules.formulas[e.kind, "", e.formula]
        return self.called(here, formula, (of, *map(v, e.args)))

    def can(self, e: t.CanCall, here: Here, v: Value) -> Any:
        verb = self.rules.verbs[e.verb]
        assert verb.requires is not None
        names = dict(zip(verb.params, map(v, e.args), strict=True))
        return self.formula(here.m, verb.requires, {"me": here.me, **names})

    # --- built-in values -----------------------------------------------------------------------

    def built_in(self, e: t.BuiltIn, here: Here, v: Value) -> Any:
        given = [a for a in e.args if a.start != a.end]  # an argument left out has no width
        if e.name in _ON_BOARD:
            return self.on_board(e.name, given, here)
        args = [v(a) for a in given]
        match e.name:
            case "max" | "min":
                best = max if e.name == "max" else min
                return best(args[0]) if len(args) == 1 else best(args[0], default=args[1])
            case "any" | "none":
                truths = str(e.args[0].type) == f"list of {BOOL}"
                return (any(args[0]) if truths else len(args[0]) > 0) == (e.name == "any")
            case "pairs":
                return lists.pairs(args[0]) if len(args) == 1 else lists.cross(args[0], args[1])
            case "best_sets":
                return lists.best_sets(args[0], self.table(f"TABLE_{list(self.game.tables)[args[1]]}"))
            case "first_seat":
                return here.m.s.first_seat
            case "whole":
                assert isinstance(e.args[0].type, ComponentType)
                return args[0] // self.program.kinds[e.args[0].type.kind].per_whole
        return _BUILT_IN[e.name](self.program.seats, *args)

    def spot(self, e: t.Expr, here: Here) -> tuple[int, int]:
        """Zone instance and cell of a cell, or of what lies on one."""
        x = self.value(e, here)
        if isinstance(e.type, CellType):
            return self.program.zone_base[e.type.zone], x
        assert isinstance(e.type, ComponentType)
        return self.lying(here.m.s, e.type.kind, x), getattr(here.m.s, f"cell_{e.type.kind}")[x]

    def on_board(self, name: str, args: list[t.Expr], here: Here) -> Any:
        board, s = self.program.board, here.m.s
        if name in ("parts", "covered", "cells", "row", "column"):
            z = self.instance(args[0], here)
            per = len(self.game.kinds[self.program.zones[z].kind].parts)
            if name == "parts" and s.grids[z] is None and per:
                return [part for x in s.zones[z] for part in range(x * per, (x + 1) * per)]
            return getattr(board, name)(s, z, *(self.value(a, here) for a in args[1:]))
        if name == "placements":
            pieces = self.value(args[0], here)
            one = isinstance(args[0].type, ComponentType)
            return board.placements(s, (pieces,) if one else pieces, self.instance(args[1], here))
        if name == "distance":
            name = "distance_round" if len(args) == 3 and self.value(args[2], here) else name
            args = args[:2]
        spots = [self.spot(a, here) for a in args]
        z, cell = spots[0]
        grid = board.grids[z]
        if name == "cell_of":
            return cell
        if isinstance(args[0].type, CellType) and name in _NEAR:
            return _NEAR[name](grid, cell)
        return getattr(board, name)(s, z, *(c for _, c in spots))


_VALUES: dict[type[t.Expr], Callable[[Values, Any, Here, Value], Any]] = {
    t.Const: lambda w, e, here, v: e.value,
    t.Local: lambda w, e, here, v: here.names[e.name],
    t.FixedField: lambda w, e, here, v: w.table(f"{_letter(e.of)}_{e.kind}_{e.field}")[v(e.of)],
    t.StateField: lambda w, e, here, v: getattr(here.m.s, f"{e.kind}_{e.field}")[v(e.of)],
    t.SeatField: lambda w, e, here, v: getattr(here.m.s, f"seat_{e.field}")[v(e.of)],
    t.GameField: lambda w, e, here, v: getattr(here.m.s, f"game_{e.field}"),
    t.TurnField: lambda w, e, here, v: getattr(here.m.s, f"turn_{e.field}"),
    t.Counter: lambda w, e, here, v: getattr(here.m.s, f"count_{e.step}"),
    t.SettingValue: lambda w, e, here, v: w.setting(e.name),
    t.Derived: lambda w, e, here, v: w.called(
        here, w.rules.derived[e.kind, e.field], [v(e.of)] if e.of else []
    ),
    t.EntryOf: lambda w, e, here, v: w.program.kinds[e.kind].entry[v(e.of)],
    t.OwnerOf: lambda w, e, here, v: w.program.owner_of(here.m.s, e.kind, v(e.of)),
    t.Zone: lambda w, e, here, v: tuple(here.m.s.zones[w.instance(e, here)]),
    t.Members: lambda w, e, here, v: range(w.how_many(e)),
    t.ListOf: lambda w, e, here, v: tuple(v(item) for item in e.items),
    t.RangeOf: lambda w, e, here, v: range(v(e.low), v(e.high) + 1),
    t.Filter: lambda w, e, here, v: [x for x in v(e.set) if w.with_(here, e.var, x, e.test)],
    t.Map: lambda w, e, here, v: [w.with_(here, e.var, x, e.value) for x in v(e.set)],
    t.Arithmetic: Values.arithmetic,
    t.Negate: lambda w, e, here, v: -v(e.of),
    t.Compare: Values.compare,
    t.Not: lambda w, e, here, v: not v(e.of),
    t.Logic: lambda w, e, here, v: v(e.right) if v(e.left) == (e.op == "and") else v(e.left),
    t.Has: lambda w, e, here, v: v(e.of) >= 0 if isinstance(e.of, t.OwnerOf) else v(e.of) is not None,
    t.Conditional: lambda w, e, here, v: v(e.then if v(e.test) else e.other),
    t.BuiltIn: Values.built_in,
    t.ValueCall: lambda w, e, here, v: w.value_of(here.m, here.me, e.name, tuple(map(v, e.args))),
    t.TableCall: Values.table_row,
    t.FormulaCall: Values.own_formula,
    t.CanCall: Values.can,
    t.PairPart: lambda w, e, here, v: v(e.of)[int(e.index)],
}
_ARITHMETIC: dict[str, Callable[[int, int], int]] = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
}
_ORDER: dict[str, Callable[[Any, Any], bool]] = {
    "<": lambda a, b: bool(a < b),
    "<=": lambda a, b: bool(a <= b),
    ">": lambda a, b: bool(a > b),
    ">=": lambda a, b: bool(a >= b),
    "in": lambda a, b: a in b,
    "not in": lambda a, b: a not in b,
}
_BUILT_IN: dict[str, Callable[..., Any]] = {
    "count": lambda seats, of: len(of),
    "sum": lambda seats, of: sum(of),
    "all": lambda seats, of: all(of),
    "first": lambda seats, of: of[0],
    "top": lambda seats, of, n: of[: max(0, n)],
    "distinct": lambda seats, of: lists.distinct(of),
    "union": lambda seats, of: lists.union(of),
    "players": lambda seats: seats,
    "left_of": lambda seats, who: (who + 1) % seats,
    "clockwise": lambda seats, who: [(who + k) % seats for k in range(seats)],
    "rivals": lambda seats, who: [(who + k) % seats for k in range(1, seats)],
    "snake": lambda seats, who: [(who + k) % seats for k in (*range(seats), *range(seats - 1, -1, -1))],
}
_NEAR: dict[str, Callable[[Any, int], Sequence[int]]] = {  # of a cell: cells
    "neighbours": lambda grid, cell: grid.neighbours[cell],
    "around": lambda grid, cell: grid.around[cell],
    "row_of": lambda grid, cell: grid.row_cells[cell // grid.columns],
    "column_of": lambda grid, cell: grid.column_cells[cell % grid.columns],
}
_ON_BOARD = {
    *_NEAR,
    *"parts diagonal distance row column opposite covered placements cells cell_of free".split(),
}


def _letter(of: t.Expr) -> str:
    """Printed values are kept by entry (E) and by component (T)."""
    return "E" if isinstance(of.type, EntryType) else "T"


def _stops(body: Body) -> bool:
    return any(isinstance(node, t.Stop) for statement in body for node in walk(statement))


def _many(pick: t.Pick) -> bool:
    return pick.mode in ("each", "together")


def _name(path: str) -> str:
    return re.sub(r"\W", "_", path)


class Walker(Values):
    """Runs statements, and gives the functions that the engine asks for by name."""

    def __init__(self, program: Program) -> None:
        super().__init__(program)
        self.sites: dict[str, Site] = {}
        self.site_of: dict[tuple[str, int], Site] = {}
        self.made: list[t.Stmt] = []  # keeps nodes made here alive, as sites go by their ids
        self.end_window: dict[str, t.Stmt] = {}  # step -> the decision at the end of its turns
        self.rounds: dict[str, tuple[str, ...]] = {}  # step -> the repeated steps around it, itself included
        self.space: dict[str, Callable[..., Any]] = {}
        self.facts()
        self.verbs_and_clauses()
        for step in self.rules.flow:
            self.flow_step(step, ())
        self.space["match"] = lambda m, me, this: self.run_steps(m, self.rules.flow, me, this)

    # --- stops ---------------------------------------------------------------------------------

    def procedure(self, name: str, text: EffectText, body: Iterable[t.Stmt]) -> None:
        """Name every decision of a body."""
        for statement in body:
            for node in walk(statement):
                if isinstance(node, t.Choose):
                    pick = node.pick
                    self.site(name, node, "choose", pick.item, _many(pick), pick.prompt, (), text)
                elif isinstance(node, t.Menu):
                    branches = tuple(branch.id for branch in node.branches)
                    self.site(name, node, "menu", None, False, node.prompt, branches, text)

    def site(
        self,
        procedure: str,
        node: t.Stmt,
        kind: str,
        item: Type | None,
        many: bool,
        prompt: t.Prompt | None,
        branches: tuple[str, ...],
        text: EffectText | None,
    ) -> None:
        number = sum(1 for other, _ in self.site_of if other == procedure)
        asked = prompt.name if prompt else None
        site = Site(f"{procedure}:{number}", kind, item, many, asked, branches, text, node.start, node.end)
        self.sites[site.name] = self.site_of[procedure, id(node)] = site

    def offered(self, here: Here, seat: int, prompt: int, args: tuple[Any, ...]) -> Sequence[tuple[int, int]]:
        window = here.m.s.window
        return () if window < 0 else tuple(self.table("WINDOWS")[window](here.m, seat, prompt, args))

    def ask(
        self,
        here: Here,
        node: t.Stmt,
        seat: t.Expr | None,
        prompt: t.Prompt | None,
        options: Callable[[], Sequence[Any]],
        may: Callable[[], bool],
        otherwise: bool = False,
    ) -> Any:
        """What is chosen, or None. Abilities may be used first; then the options are read again.

        With `otherwise` there is an `else` to go on with: no options are then reason enough to decline,
        but while a window is open it is still asked.
        """
        m = here.m
        while True:
            found = options()
            who = here.me if seat is None else self.value(seat, here)
            args = () if prompt is None else tuple(self.value(a, here) for a in prompt.args)
            uses = self.offered(here, who, self.prompt_index(prompt), args)
            if not found and not (otherwise and m.s.window >= 0):
                return None
            declinable = may() or not found
            assert m.policies[who] is not None, f"the walker needs a policy for seat {who}"
            index = m.ask(self.site_of[here.procedure, id(node)], who, found, uses, declinable, args)
            if index < len(found):
                return found[index]
            if declinable and index == len(found):
                return None
            clause, this = uses[index - len(found) - declinable]
            self.table("USE")[clause](m, this)

    def prompt_index(self, prompt: t.Prompt | None) -> int:
        return -1 if prompt is None else list(self.game.prompts).index(prompt.name)

    def must(self, here: Here, prompt: t.Prompt | None) -> bool:
        """Whether the prompt forbids to decline now."""
        must = None if prompt is None else self.rules.musts.get(prompt.name)
        return must is not None and bool(self.formula(here.m, must, {}))

    # --- statements ----------------------------------------------------------------------------

    def text(self, here: Here, body: Body) -> None:
        """A whole text: `stop` ends it, and nothing else."""
        with suppress(_Stopped):
            self.block(here, body)

    def block(self, here: Here, body: Body) -> None:
        for statement in body:
            self.statement(here, statement)

    def statement(self, here: Here, node: t.Stmt) -> None:
        if visited is not None:
            visited.add(id(node))
        here.m.fuel -= 1
        if here.m.fuel < 0:
            here.m.run_out()
        match node:
            case t.Let():
                here.names[node.var] = self.value(node.value, here)
            case t.Set():
                self.set(here, node)
            case t.SetResult():
                here.names["result"] = self.value(node.value, here)
            case t.VerbCall():
                args = tuple(self.value(a, here) for a in node.args)
                result = self.verb(here.m, here.me, self.rules.verbs[node.verb], args)
                if node.var is not None:
                    here.names[node.var] = result
            case t.Primitive():
                assert not self.change(here, node), "the walker needs chance"
            case t.If():
                self.block(here, node.then if self.value(node.test, here) else node.other)
            case t.For():
                self.for_each(here, node.var, list(self.value(node.set, here)), node.body)
            case t.RepeatTimes():
                for _ in range(self.value(node.times, here)):
                    self.block(here, node.body)
            case t.RepeatWhile():
                while self.value(node.test, here):
                    self.block(here, node.body)
            case t.Choose():
                self.choose(here, node)
            case t.Menu():
                self.menu(here, node)
            case t.Stop():
                raise _Stopped
            case _:
                raise AssertionError(f"no statement: {node}")

    def for_each(self, here: Here, var: str, items: Iterable[Any], body: Body) -> None:
        for item in items:
            here.names[var] = item
            self.block(here, body)

    def set(self, here: Here, node: t.Set) -> None:
        new = self.value(node.value, here)
        if node.op != "=":
            old = self.value(node.place, here)
            new = old + new if node.op == "+=" else old - new
        s = here.m.s
        match node.place:
            case t.StateField(of=of, kind=kind, field=field):
                getattr(s, f"{kind}_{field}")[self.value(of, here)] = new
            case t.SeatField(of=of, field=field):
                getattr(s, f"seat_{field}")[self.value(of, here)] = new
            case t.GameField(field=field):
                setattr(s, f"game_{field}", new)
            case t.TurnField(field=field):
                setattr(s, f"turn_{field}", new)

    def change(self, here: Here, node: t.Primitive) -> int:
        m, args = here.m, node.args
        to = [self.instance(args[-1], here)] if isinstance(args[-1], t.Zone) else []
        what = self.value(args[0], here)
        kind = getattr(getattr(args[0].type, "item", args[0].type), "kind", "")
        single = isinstance(args[0].type, ComponentType)
        match node.name:
            case "move":
                return CHANGES["move" if single else "move_all"](m, kind, what, *to)
            case "draw":
                return CHANGES["draw"](m, self.instance(args[0], here), self.value(args[1], here), *to)
            case "roll":
                return CHANGES["roll"](m, kind, (what,) if single else what)
            case "place" if isinstance(args[0].type, PlacementType):
                return CHANGES["place"](m, what)
            case "place":
                assert isinstance(args[1].type, CellType)
                z = self.program.zone_base[args[1].type.zone]
                return CHANGES["place_on"](m, kind, what, z, self.value(args[1], here))
            case "replace":
                return CHANGES["replace"](m, kind, what, self.value(args[1], here), *to)
        return CHANGES[node.name](m, *to)  # shuffle, refill, replace_all

    # --- choices -------------------------------------------------------------------------------

    def alike(self, type_: Type) -> lists.Key | None:
        """What tells which options are the same; None if all differ."""
        match type_:
            case ComponentType(kind) if self.game.kinds[kind].alike is not None:
                return lambda s, x: self.looks(s, kind, x)
            case PlacementType(zone) if (
                piece := self.alike(ComponentType(self.game.zones[zone].kind))
            ) is not None:
                return lambda s, placement: (piece(s, placement[0]), *placement[1:])
            case PairType(a, b) if self.alike(a) or self.alike(b):
                return lists.alike_pair(self.alike(a) or lists.itself, self.alike(b) or lists.itself)
        return None

    def looks(self, s: Any, kind: str, x: int) -> tuple[Any, ...]:
        decl, info = self.game.kinds[kind], self.program.kinds[kind]
        found = [self.lying(s, kind, x)]
        if any(zone.grid is not None and zone.kind == info.whole for zone in self.game.zones.values()):
            found.append(
                getattr(s, f"{'spot' if kind == info.whole else 'cell'}_{kind}")[x]
            )  # none are alike there
        for field in decl.alike or ():
            if field == "entry":
                found.append(info.entry[x])
            else:
                state = field in decl.state
                found.append((getattr(s, f"{kind}_{field}") if state else self.table(f"T_{kind}_{field}"))[x])
        return tuple(found)

    def options(
        self, here: Here, pick: t.Pick, without: Sequence[Any] = (), may: bool = False
    ) -> Sequence[Any]:
        s, key = here.m.s, self.alike(pick.item)
        things = [x for x in self.value(pick.set, here) if x not in without]
        if not _many(pick):
            return things if key is None else lists.unlike(s, things, key)
        least = 0 if pick.least is None else self.value(pick.least, here)
        most = None if pick.most is None else self.value(pick.most, here)
        must = self.must(here, pick.prompt)
        sets = lists.subsets(here.m, s, things, least, most, key, may, must)
        return [x for x in sets if pick.having is None or self.with_(here, pick.var, x, pick.having)]

    def choose(self, here: Here, node: t.Choose) -> None:
        pick = node.pick
        if pick.mode == "random":
            self.draw_lots(here, node)
        elif pick.mode == "stepwise":
            self.one_at_a_time(here, node)
        else:
            may = lambda: node.may and not self.must(here, pick.prompt)  # noqa: E731
            options = lambda: self.options(here, pick, may=node.may)  # noqa: E731
            picked = self.ask(here, node, pick.seat, pick.prompt, options, may, bool(node.other))
            if picked is None or (_many(pick) and not picked):
                self.block(here, node.other)
            else:
                self.for_each(here, pick.var, picked if pick.mode == "each" else (picked,), node.body)

    def one_at_a_time(self, here: Here, node: t.Choose) -> None:
        pick = node.pick
        seen: list[Any] = []
        least = 0 if pick.least is None else self.value(pick.least, here)
        most = None if pick.most is None else self.value(pick.most, here)

        def may() -> bool:
            return (len(seen) >= least or (node.may and not seen)) and not self.must(here, pick.prompt)

        while most is None or len(seen) < most:
            picked = self.ask(here, node, pick.seat, pick.prompt, lambda: self.options(here, pick, seen), may)
            if picked is None:
                break
            seen.append(picked)
            self.for_each(here, pick.var, (picked,), node.body)
        if not seen:
            self.block(here, node.other)

    def draw_lots(self, here: Here, node: t.Choose) -> None:
        m, pick = here.m, node.pick
        things = self.value(pick.set, here)
        most = None if pick.most is None else self.value(pick.most, here)
        assert m.chance is not None, "the walker needs chance"
        picked = (m.pick(here.procedure, str(pick.item), things, most) or ()) if things else ()
        self.for_each(here, pick.var, picked, node.body)  # nobody was asked, so that `else` means nothing

    def menu(self, here: Here, node: t.Menu) -> None:
        def options() -> list[int]:
            return [i for i, b in enumerate(node.branches) if b.test is None or self.value(b.test, here)]

        may = lambda: node.may and not self.must(here, node.prompt)  # noqa: E731
        picked = self.ask(here, node, node.seat, node.prompt, options, may)
        if picked is not None:
            self.block(here, node.branches[picked].body)

    # --- verbs and abilities -------------------------------------------------------------------

    def procedure_of(self, verb: t.Verb) -> str:
        events = [c.event for c in self.rules.clauses if c.ability.sort == "after"]
        heard = any(event is not None and event.verb == verb.name for event in events)
        return f"{'body' if heard and _stops(verb.do.body) else 'verb'}/{verb.name}"

    def verb(self, m: Machine, me: int, verb: t.Verb, args: tuple[Any, ...]) -> Any:
        """Before-hooks; then a replacement, or the verb itself and its after-hooks. Gives the result."""
        if verb.requires is not None:
            given = {"me": me, **dict(zip(verb.params, args, strict=True))}
            if not self.formula(m, verb.requires, given):
                m.not_now(verb.name)
        self.hooks(m, me, "before", verb, args)
        hearing = self.program.functions.get(f"HEAR_instead_of_{verb.name}")
        found = None if hearing is None else replacement(m, hearing, me, args)
        if found is not None:
            m.s.replacing = (*m.s.replacing, found)
            run_hook(m, me, found, args)
            m.s.replacing = m.s.replacing[:-1]
            if m.ret:  # otherwise it was declined
                return None
        if m.log is not None:
            m.log.append(("event", verb.name, me, *args))
        here = Here(m, {"me": me, **dict(zip(verb.params, args, strict=True))}, self.procedure_of(verb))
        self.text(here, verb.do.body)
        self.hooks(m, me, "after", verb, args)
        return here.names.get("result")

    def hooks(self, m: Machine, me: int, stage: str, verb: t.Verb, args: tuple[Any, ...]) -> None:
        hearing = self.program.functions.get(f"HEAR_{stage}_{verb.name}")
        for heard in () if hearing is None else tuple(hear(m, hearing, me, args)):
            assert not run_hook(m, me, heard, args)

    def spend(self, s: Any, budget: str | None, me: int, this: int) -> None:
        if budget is not None:
            getattr(s, f"budget_{budget}")[me if self.game.budgets[budget].of == "seat" else this] += 1

    def fits(
        self, here: Here, clause: t.Clause, pattern: tuple[t.Expr | None, ...], given: Sequence[Any]
    ) -> bool:
        """Whether a clause waits for this event or prompt, its budget lasts and its `when` is true."""
        if any(e is not None and x != self.value(e, here) for e, x in zip(pattern, given, strict=True)):
            return False
        budget = clause.ability.uses
        if budget is not None:
            holder = here.me if self.game.budgets[budget].of == "seat" else here.names["this"]
            if not self.program.budget_left(here.m, budget, holder):
                return False
        return clause.when is None or bool(self.formula(here.m, clause.when, here.names))

    def clause_functions(self, i: int, clause: t.Clause) -> None:
        space, sort = self.space, clause.ability.sort
        names = ("me", "this", *clause.params)
        if sort == "modify":
            assert clause.amount is not None
            if clause.when is not None:
                space[f"when_{i}"] = self.pure(clause.when, names)
            space[f"amount_{i}"] = self.pure(clause.amount, (*names, "so_far_0"))
            return
        assert clause.body is not None
        text = clause.body.text
        if sort == "window":
            then = self.rules.window_thens.get(str(clause.ability.subject))
            target = None
            if clause.target is not None and clause.target_text is not None:
                target = t.Choose(0, len(clause.target_text.text), False, clause.target, clause.body.body, ())
                self.procedure(f"use/{clause.id}", clause.target_text, (target,))
            for part in (clause.cost, None if target else clause.body, then):
                if part is not None:
                    self.procedure(f"use/{clause.id}", part.text, part.body)
            space[f"available_{i}"] = lambda m, *given: self.available(clause, m, *given)
            space[f"use_{i}"] = lambda m, me, this: self.use(clause, target, m, me, this)
            space[f"use_{i}"].__name__ = f"use_{i}"
            return
        event = clause.event
        assert event is not None
        branch = t.MenuBranch(clause.ability.id, None, clause.body.body)
        asked = t.Menu(0, len(text.text), True, None, None, (branch,))
        self.procedure(f"hook/{clause.id}", text, (asked,) if clause.ability.may else clause.body.body)

        def here(m: Machine, args: tuple[Any, ...]) -> Here:
            return Here(m, dict(zip(names, args, strict=True)), f"hook/{clause.id}")

        space[f"applies_{i}"] = lambda m, *args: self.fits(here(m, args), clause, event.args, args[2:])
        space[f"hook_{i}"] = lambda m, *args: self.hook(clause, asked, here(m, args))

    def hook(self, clause: t.Clause, asked: t.Menu, here: Here) -> int:
        assert clause.body is not None
        if clause.ability.may and self.ask(here, asked, None, None, lambda: (0,), lambda: True) is None:
            here.m.ret = False
            return 0
        me, this = here.me, here.names["this"]
        if here.m.log is not None:
            here.m.log.append(("ability", clause.id, me, this))
        self.spend(here.m.s, clause.ability.uses, me, this)
        self.text(here, clause.body.body)
        here.m.ret = True
        return 0

    def available(
        self, clause: t.Clause, m: Machine, me: int, this: int, prompt: int, args: tuple[Any, ...]
    ) -> bool:
        here = Here(m, {"me": me, "this": this})
        asked = clause.prompt
        if asked is not None and prompt != list(self.game.prompts).index(asked.prompt):
            return False
        if not self.fits(here, clause, asked.args if asked else (), args if asked else ()):
            return False
        for paid in clause.cost.body if clause.cost is not None else ():
            if isinstance(paid, t.VerbCall):
                verb, given = self.rules.verbs[paid.verb], [self.value(a, here) for a in paid.args]
                names = {"me": me, **dict(zip(verb.params, given, strict=True))}
                if verb.requires is not None and not self.formula(m, verb.requires, names):
                    return False
        if clause.target is None:
            return True
        least = 1 if clause.target.least is None else self.value(clause.target.least, here)
        return len(self.value(clause.target.set, here)) >= least

    def use(self, clause: t.Clause, target: t.Choose | None, m: Machine, me: int, this: int) -> int:
        assert clause.body is not None
        window = self.game.windows[str(clause.ability.subject)]
        here = Here(m, {"me": me, "this": this}, f"use/{clause.id}")
        if m.log is not None:
            m.log.append(("ability", clause.id, me, this))
        self.spend(m.s, window.uses, me, this)
        self.spend(m.s, clause.ability.uses, me, this)
        self.text(here, () if clause.cost is None else clause.cost.body)
        self.text(here, clause.body.body if target is None else (target,))
        then = self.rules.window_thens.get(window.name)
        if then is not None:
            self.text(Here(m, {"me": me, "this": this}, here.procedure), then.body)
        return 0

    # --- flow ----------------------------------------------------------------------------------

    def flow_step(self, step: t.FlowStep, rounds: tuple[str, ...]) -> None:
        """The functions of a step and of those in it."""
        if step.times is not None or step.until is not None:
            rounds = (*rounds, f"count_{step.step.id}")
        self.rounds[step.path] = rounds
        for child in step.steps:
            self.flow_step(child, rounds if step.turns is None else (*rounds, f"nth_{_name(step.path)}"))
        name = _name(step.path)
        if step.do is not None:
            self.procedure(self.procedure_of_step(step), step.do.text, step.do.body)
        if step.turns is not None:
            self.made.append(t.Stop(0, 0))
            self.end_window[step.path] = self.made[-1]
            self.site(f"turn/{step.path}", self.made[-1], "window", None, False, None, (), None)
            self.space[f"turn_{name}"] = lambda m, me, this: self.turn(m, step, me, this)
        earlier: list[str] = ["me"]
        for i, (pick, text) in enumerate(zip(step.picks, step.pick_texts, strict=True)):
            self.made.append(t.Stop(0, len(text.text)))
            secret = (f"secret/{step.path}/{i}", self.made[-1], "secret")
            self.site(*secret, pick.item, _many(pick), pick.prompt, (), text)
            self.space[f"options_{name}_{i}"] = self.secret_options(pick, tuple(earlier))
            earlier.append(pick.var)
        self.space[f"do_{name}"] = lambda m, me, *answers: self.do(m, step, me, -1, answers)
        self.space[f"step_{name}"] = lambda m, me, this: self.whole_step(m, step, me, this)

    def procedure_of_step(self, step: t.FlowStep) -> str:
        own = step.picks or (step.do is not None and _stops(step.do.body))
        return f"{'do' if own else 'turn' if step.turns else 'step'}/{step.path}"

    def secret_options(self, pick: t.Pick, names: tuple[str, ...]) -> Callable[..., Sequence[Any]]:
        return lambda m, *given: self.options(Here(m, dict(zip(names, given, strict=True))), pick)

    def place(self, m: Machine, step: t.FlowStep, *turn: int) -> None:
        m.s.place = (step.path, *(getattr(m.s, column) for column in self.rounds[step.path]), *turn)
        m.s.drawn = {}

    def run_steps(self, m: Machine, steps: Sequence[t.FlowStep], me: int, this: int) -> int:
        for step in steps:
            if step.turns is None:
                self.place(m, step)
            self.whole_step(m, step, me, this)
            if m.s.over:
                break
        return 0

    def whole_step(self, m: Machine, step: t.FlowStep, me: int, this: int) -> int:
        if step.if_ is not None and not self.flow_value(m, step.if_, me, this):
            return 0
        if m.log is not None:
            m.log.append(("step", step.path))
        if step.times is None and step.until is None:
            self.once(m, step, me, this)
            return 0
        s, count = m.s, f"count_{step.step.id}"
        setattr(s, count, 0)
        while not s.over:
            done = getattr(s, count)
            if step.times is not None and done >= self.flow_value(m, step.times, me, this):
                break
            if step.until is not None and done and self.flow_value(m, step.until, me, this):
                break
            setattr(s, count, done + 1)
            if m.log is not None:
                m.log.append(("round", step.path, done + 1))
            for budget in self.game.budgets.values():
                if budget.per == step.step.id:
                    column = getattr(s, f"budget_{budget.name}")
                    setattr(s, f"budget_{budget.name}", [0] * len(column))
            self.place(m, step)
            self.once(m, step, me, this)
            self.look_for_the_end(m)
        return 0

    def look_for_the_end(self, m: Machine) -> bool:
        """After each turn and each round."""
        if self.rules.ends is not None and not m.s.over:
            m.s.over = bool(self.formula(m, self.rules.ends, {}))
        return bool(m.s.over)

    def flow_value(self, m: Machine, formula: t.Formula, me: int, this: int) -> Any:
        return self.formula(m, formula, {"me": me, "this": this})

    def once(self, m: Machine, step: t.FlowStep, me: int, this: int) -> None:
        if step.turns is not None:
            self.turns(m, step, me, this)
        elif step.picks:
            self.together(m, step, me, this)
        else:
            self.do(m, step, me, this, ())

    def do(self, m: Machine, step: t.FlowStep, me: int, this: int, answers: tuple[Any, ...]) -> int:
        if step.do is None:
            return self.run_steps(m, step.steps, me, this)
        names = {"me": me, "this": this, **dict(zip(step.do.params, answers, strict=True))}
        self.text(Here(m, names, self.procedure_of_step(step)), step.do.body)
        return 0

    def turns(self, m: Machine, step: t.FlowStep, me: int, this: int) -> None:
        assert step.turns is not None
        for number, who in enumerate(tuple(self.flow_value(m, step.turns, me, this)), 1):
            self.place(m, step, number)
            if step.steps:
                setattr(m.s, f"nth_{_name(step.path)}", number)
            seat, one = who, -1
            if not isinstance(step.turn_of, SeatType):
                assert isinstance(step.turn_of, ComponentType)
                seat, one = self.program.owner_of(m.s, step.turn_of.kind, who), who
            self.table(f"start_turn_{_name(step.path)}")(m, seat, one)
            self.turn(m, step, seat, one)
            if self.look_for_the_end(m):
                return
        if any(window.during == step.path for window in self.game.windows.values()):
            m.s.window = -1

    def turn(self, m: Machine, step: t.FlowStep, me: int, this: int) -> int:
        """One turn; at its end the abilities of its window once more, until that is declined."""
        self.do(m, step, me, this, ())
        if m.s.over or not any(w.during == step.path and w.at_end for w in self.game.windows.values()):
            return 0
        here = Here(m, {"me": me}, f"turn/{step.path}")
        while uses := self.offered(here, me, -1, ()):
            assert m.policies[me] is not None, f"the walker needs a policy for seat {me}"
            site = self.site_of[here.procedure, id(self.end_window[step.path])]
            index = m.ask(site, me, (), uses, True, ())
            if index == 0:
                break
            clause, bearer = uses[index - 1]
            self.table("USE")[clause](m, bearer)
        return 0

    def together(self, m: Machine, step: t.FlowStep, me: int, this: int) -> None:
        assert step.seats is not None
        seats = tuple(self.flow_value(m, step.seats, me, this))
        m.s.secret = {}
        assert not at_once(m, step.path, seats), "the walker needs a policy for each seat"
        for seat in seats if step.do is not None else ():
            answers = m.s.secret.get(seat, ())
            if len(answers) == len(step.picks):
                self.do(m, step, seat, -1, answers)
        m.s.secret = {}

    # --- functions by name ---------------------------------------------------------------------

    def pure(self, formula: t.Formula, names: tuple[str, ...] = ()) -> Callable[..., Any]:
        return lambda m, *args: self.formula(m, formula, dict(zip(names, args, strict=True)))

    def named(
        self, prefix: str, formulas: Mapping[str, t.Formula | None], names: tuple[str, ...] = ()
    ) -> None:
        for name, formula in formulas.items():
            if formula is not None:
                self.space[f"{prefix}{name}"] = self.pure(formula, names)

    def facts(self) -> None:
        """Everything that is only read."""
        rules, me = self.rules, self.rules.uses_me
        for kind in self.game.kinds.values():
            if kind.alike is not None:
                self.space[f"alike_{kind.name}"] = self.alike(ComponentType(kind.name))  # type: ignore[assignment]
        for (owner, name), formula in rules.derived.items():
            self.space[f"d_{owner}_{name}"] = self.pure(formula, formula.params)
        for (owner, entry, name), formula in rules.formulas.items():
            given = ("me",) if f"formula/{owner}/{name}" in me else ()
            function = f"f_{owner}_{name}_{entry or 'default_'}"
            self.space[function] = self.pure(formula, (*given, *formula.params))
        for name in rules.values:
            self.space[f"v_{name}"] = self.value_function(name, f"value/{name}" in me)
        self.named("size_", rules.zone_sizes)
        self.named("window_seat_", rules.window_seats)
        self.named("limit_", rules.budget_limits)
        self.named("invariant_", rules.invariants)
        self.named("refusal_", rules.refusals)
        self.named("", {"outlook": rules.outlook}, ("me",))
        for result in rules.outcomes:
            self.named("outcome_", {result.id: result.when})
            self.named(f"most_{result.id}_", result.most, ("me", "total"))
            self.named("rank_", {result.id: result.rank}, ("me", "total"))
        self.space["score"] = self.score

    def value_function(self, name: str, seated: bool) -> Callable[..., Any]:
        if seated:
            return lambda m, me, *args: self.value_of(m, me, name, args)
        return lambda m, *args: self.value_of(m, -1, name, args)

    def score(self, m: Machine, me: int, out: list[tuple[Any, ...]] | None = None) -> int:
        total = 0
        for number, line in enumerate(self.rules.scoring):
            items = (-1,) if line.set is None else self.formula(m, line.set, {"me": me})
            for item in items:
                points = self.formula(m, line.points, {"me": me, **({line.var: item} if line.var else {})})
                total += points
                if out is not None:
                    out.append((number, item, points))
        return total

    def verbs_and_clauses(self) -> None:
        for verb in self.rules.verbs.values():
            self.procedure(self.procedure_of(verb), verb.do.text, verb.do.body)
            self.named("can_", {verb.name: verb.requires}, ("me", *verb.params))
            self.space[f"verb_{verb.name}"] = self.verb_function(verb)
        for i, clause in enumerate(self.rules.clauses):
            self.clause_functions(i, clause)

    def verb_function(self, verb: t.Verb) -> Callable[..., int]:
        def run(m: Machine, me: int, *args: Any) -> int:
            m.ret = self.verb(m, me, verb, args)
            return 0

        return run
