"""What values are worth to the reference walker."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from rulewright.dsl import typed as t
from rulewright.dsl.facts import apart, nobody
from rulewright.dsl.generate.built_ins import TOUCH, TWO
from rulewright.dsl.hazards import Hazards, is_short
from rulewright.engine import lists
from rulewright.engine.events import modified
from rulewright.engine.missing import Missing
from rulewright.model.game import Game
from rulewright.model.types import BOOL, CellType, ComponentType, EntryType

if TYPE_CHECKING:
    from rulewright.engine.machine import Machine
    from rulewright.engine.program import Program

Names = dict[str, Any]
Value = Callable[[t.Expr], Any]


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
        self.hazards = Hazards(self.rules)

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
        return _VALUES[type(e)](self, e, here, partial(self.value, here=here))

    def with_(self, here: Here, var: str, x: Any, inner: t.Expr) -> Any:
        here.names[var] = x
        return self.value(inner, here)

    def each(self, loop: t.Filter | t.Map, here: Here) -> Sequence[Any]:
        """What a loop goes through; with loops inside its rounds are counted."""
        things: Sequence[Any] = self.value(loop.set, here)
        return here.m.rounds(things) if self.hazards.nested(loop) else things

    def span(self, e: t.RangeOf, here: Here, low: int, high: int) -> range:
        return range(low, high + 1) if is_short(e) else here.m.span(low, high)

    def arithmetic(self, e: t.Arithmetic, here: Here, v: Value) -> int:
        a, b = v(e.left), v(e.right)
        if e.op == "*":
            grown = not isinstance(e.left, t.Const) and not isinstance(e.right, t.Const)
            return here.m.product(a, b) if grown else int(a * b)
        if e.op in _ARITHMETIC:
            return _ARITHMETIC[e.op](a, b)
        if b == 0:
            here.m.fault("G704", "division by zero")
        return int(a // b if e.op == "//down" else -(-a // b))

    def compared(self, e: t.Expr, here: Here) -> Any:
        """A side of a comparison: nobody, whose turn it may be, is no seat's equal."""
        return here.m.s.turn_seat if isinstance(e, t.TurnField) and e.field == "seat" else self.value(e, here)

    def compare(self, e: t.Compare, here: Here, v: Value) -> bool:
        a = self.compared(e.left, here)
        if isinstance(e.right, t.RangeOf):  # is looked into, not gone through
            return bool(v(e.right.low) <= a <= v(e.right.high)) == (e.op == "in")
        b = self.compared(e.right, here)
        if e.op in _ORDER:
            return _ORDER[e.op](a, b)
        if nobody(e.left) and a < 0:
            a = None
        equal = a is not None and b is not None and bool(a == b)  # an absent value equals nothing
        return equal if e.op == "==" else not equal

    def table_row(self, e: t.TableCall, here: Here, v: Value) -> Any:
        rows, key = self.table(f"TABLE_{e.name}"), v(e.key)
        table = self.game.tables[e.name]
        if table.steps:
            return lists.step_of(rows, key, table.optional)
        if key not in rows and not table.optional:
            raise Missing(key)
        return rows.get(key)

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
            case "top":
                return args[0][: here.m.none_or_more(args[1])]
            case "pairs":
                return lists.pairs(here.m, *args) if len(args) == 1 else lists.cross(here.m, *args)
            case "best_sets":
                return lists.best_sets(args[0], self.table(f"TABLE_{list(self.game.tables)[args[1]]}"))
            case "cell_row" | "cell_column":
                assert isinstance(e.args[0].type, CellType)
                columns = self.program.board.grids[self.program.zone_base[e.args[0].type.zone]].columns
                return args[0] // columns if e.name == "cell_row" else args[0] % columns
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
            if name == "cells" and len(args) > 1:
                name = "cells_at"
            return getattr(board, name)(s, z, *(self.value(a, here) for a in args[1:]))
        if name == "placements":
            pieces = self.value(args[0], here)
            one = isinstance(args[0].type, ComponentType)
            return board.placements(s, (pieces,) if one else pieces, self.instance(args[1], here))
        things = [self.spot(a, here)[0] for a in args if isinstance(a.type, ComponentType)]
        if name in TWO and apart(self.game, args):
            if name in TOUCH and len(set(things)) > 1:
                return False
            board.same(things[0], things[1])
        if name == "steps":
            rest = [self.value(a, here) for a in args[2:]]
            spots = [self.spot(a, here) for a in args[:2]]
            if len(rest) == 1:
                rest = [(), *rest] if args[2].type == BOOL else [*rest, False]
            z = spots[0][0]
            return board.steps(s, z, spots[0][1], spots[1][1], *(rest or [(), False]))
        if name == "distance":
            name = "distance_round" if len(args) == 3 and self.value(args[2], here) else name
            args = args[:2]
        spots = [self.spot(a, here) for a in args]
        z, cell = spots[0]
        grid = board.grids[z]
        if name == "cell_of":
            return self.program.cells[cell]
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
    t.TurnField: lambda w, e, here, v: (
        here.m.seat_of_turn() if e.field == "seat" else getattr(here.m.s, f"turn_{e.field}")
    ),
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
    t.RangeOf: lambda w, e, here, v: w.span(e, here, v(e.low), v(e.high)),
    t.Filter: lambda w, e, here, v: [x for x in w.each(e, here) if w.with_(here, e.var, x, e.test)],
    t.Map: lambda w, e, here, v: [w.with_(here, e.var, x, e.value) for x in w.each(e, here)],
    t.Arithmetic: Values.arithmetic,
    t.Negate: lambda w, e, here, v: -v(e.of),
    t.Compare: Values.compare,
    t.Not: lambda w, e, here, v: not v(e.of),
    t.Logic: lambda w, e, here, v: left if (left := v(e.left)) != (e.op == "and") else v(e.right),
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
    "first": lambda seats, of: _first(of),
    "distinct": lambda seats, of: lists.distinct(of),
    "ordered": lambda seats, of, by: lists.ordered(of, by),
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
    *"parts diagonal distance row column opposite covered placements".split(),
    *"cells cell_of between steps free".split(),
}


def _first(of: Sequence[Any]) -> Any:
    if not of:
        raise Missing("the first of none")
    return of[0]


def _letter(of: t.Expr) -> str:
    """Printed values are kept by entry (E) and by component (T)."""
    return "E" if isinstance(of.type, EntryType) else "T"
