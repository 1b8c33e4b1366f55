"""Built-in values to Python: counts and tests of lists, boards, seats."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from rulewright.dsl import typed as t
from rulewright.dsl.builtins import READS_BOARD
from rulewright.dsl.facts import apart
from rulewright.model.types import CellType, ComponentType, EntryType, ZoneType

if TYPE_CHECKING:
    from rulewright.dsl.generate.values import Env, ValueWriter

_BOARD = READS_BOARD | {"cells"}
TOUCH = frozenset({"diagonal", "opposite"})
"""Whether things touch: never, if they lie on different grids."""
TWO = frozenset({*TOUCH, "distance", "steps", "between"})
"""What is between two things on one grid."""


def kind_of(expr: t.Expr) -> str:
    type_ = expr.type
    assert isinstance(type_, ComponentType | EntryType)
    return type_.kind


def built_in(w: ValueWriter, expr: t.BuiltIn, env: Env) -> str:
    special = _SPECIAL.get(expr.name)
    if special is not None:
        return special(w, expr, env)
    if expr.name in _BOARD:
        return _board(w, expr, env)
    return f"{expr.name}({', '.join(w.value(a, env) for a in expr.args)})"


def _sized(w: ValueWriter, expr: t.BuiltIn, env: Env) -> str:
    of = expr.args[0]
    if expr.name == "count":
        _, _, tests, _ = w.parts(of, env)
        return f"len({w.comprehension(of, env, '1' if tests else None)})"
    truths = str(of.type) == "list of bool"
    if expr.name == "all":
        return f"(not {w.comprehension(of, env, '1', negate=True)})"
    if truths:
        v, source, tests, found = w.parts(of, env)
        kept = f"[1 for {v} in {source} if {' and '.join([*tests, f'({found})'])}]"
    else:
        _, _, tests, _ = w.parts(of, env)
        kept = w.comprehension(of, env, "1" if tests else None)
    return f"(not {kept})" if expr.name == "none" else f"bool({kept})"


def _extreme(w: ValueWriter, expr: t.BuiltIn, env: Env) -> str:
    inner = w.comprehension(expr.args[0], env)
    empty = expr.args[1]
    if empty.start == empty.end:
        return f"{expr.name}({inner})"
    return f"{expr.name}({inner}, default={w.value(empty, env)})"


def _best_sets(w: ValueWriter, expr: t.BuiltIn, env: Env) -> str:
    table = list(w.game.tables)[int(expr.args[1].value)]  # type: ignore[attr-defined]  # a constant
    return f"best_sets({w.value(expr.args[0], env)}, TABLE_{table})"


def _pairs(w: ValueWriter, expr: t.BuiltIn, env: Env) -> str:
    first = w.value(expr.args[0], env)
    other = expr.args[1]
    if other.start == other.end:
        return f"pairs(m, {first})"
    return f"cross(m, {first}, {w.value(other, env)})"


def _spot(w: ValueWriter, expr: t.Expr, env: Env) -> tuple[str, str]:
    """Zone instance and cell of something placed."""
    of = w.value(expr, env)
    if isinstance(expr.type, CellType):
        return str(w.zone_base(expr.type.zone)), of
    kind = kind_of(expr)
    return w.at(kind, of), f"s.cell_{kind}[{of}]"


def _board(w: ValueWriter, expr: t.BuiltIn, env: Env) -> str:
    name = expr.name
    if name in ("row", "column", "covered", "cells", "parts"):
        zone = expr.args[0]
        assert isinstance(zone, t.Zone)
        rest = [w.value(a, env) for a in expr.args[1:] if a.start != a.end]
        grid = w.game.zones[zone.name].grid
        if name == "cells" and rest:
            name = "cells_at"
        elif name == "cells" and grid is not None:
            return f"range({grid[0] * grid[1]})"
        per = len(w.game.kinds[w.game.zones[zone.name].kind].parts)
        if name == "parts" and per and grid is None:
            x, part = w.fresh("c"), w.fresh("c")
            lying = f"s.zones[{w.zone_id(zone, env)}]"
            return f"[{part} for {x} in {lying} for {part} in range({x} * {per}, ({x} + 1) * {per})]"
        return f"board.{name}({', '.join(['s', w.zone_id(zone, env), *rest])})"
    if name == "placements":
        of, zone = expr.args
        assert isinstance(zone, t.Zone)
        pieces = w.value(of, env)
        if not isinstance(of.type, ZoneType) and isinstance(of.type, ComponentType):
            pieces = f"({pieces},)"
        return f"board.placements(s, {pieces}, {w.zone_id(zone, env)})"
    spots = [_spot(w, a, env) for a in (expr.args[:2] if name in ("distance", "steps") else expr.args)]
    if name == "cell_of":
        cell = spots[0][1]
        return cell if isinstance(expr.args[0].type, CellType) else f"CELL[{cell}]"
    things = [a for a in expr.args if a.start != a.end]
    if name in TWO and apart(w.game, things):
        grids = [z for (z, _), a in zip(spots, expr.args, strict=False) if isinstance(a.type, ComponentType)]
        if name in TOUCH:
            where = ", ".join((spots[0][0], *(cell for _, cell in spots)))
            return f"({' == '.join(grids)} and board.{name}(s, {where}))"
        spots[0] = (f"board.same({', '.join(grids)})", spots[0][1])
    if name == "steps":
        given = [w.value(a, env) if a.start != a.end else None for a in expr.args[2:]]
        rest = [spots[0][1], spots[1][1], given[0] or "()", given[1] or "False"]
        return f"board.steps(s, {spots[0][0]}, {', '.join(rest)})"
    if name == "distance":
        last = expr.args[2]
        if last.start != last.end and not isinstance(last, t.Const):
            name = f"distance_round if {w.tight(last, env)} else board.distance"
        elif last.start != last.end and last.value:  # type: ignore[attr-defined]  # a constant
            name = "distance_round"
    if name in ("neighbours", "around") and isinstance(expr.args[0].type, CellType):
        name = f"{name}_cells"
    cells = [cell for _, cell in spots]
    if name == "distance":
        return f"board.grids[{spots[0][0]}].apart[{cells[0]}][{cells[1]}]"
    if name in ("row_of", "column_of") and isinstance(expr.args[0].type, CellType):
        grid = w.game.zones[expr.args[0].type.zone].grid
        assert grid is not None
        line = f"({cells[0]}) // {grid[1]}" if name == "row_of" else f"({cells[0]}) % {grid[1]}"
        return f"board.grids[{spots[0][0]}].{name.removesuffix('_of')}_cells[{line}]"
    if " " in name:
        return f"(board.{name})({', '.join(['s', spots[0][0], *cells])})"
    return f"board.{name}({', '.join(['s', spots[0][0], *cells])})"


def _seat_fact(w: ValueWriter, expr: t.BuiltIn, env: Env) -> str:
    args = [w.tight(a, env) for a in expr.args]
    if expr.name == "players":
        return str(w.seats)
    if expr.name == "first_seat":
        return "s.first_seat"
    if expr.name == "left_of":
        return f"(({args[0]} + 1) % {w.seats})"
    return f"{expr.name.upper()}[{args[0]}]"


def _whole(w: ValueWriter, expr: t.BuiltIn, env: Env) -> str:
    return f"W_{kind_of(expr.args[0])}[{w.value(expr.args[0], env)}]"


def _cell_line(w: ValueWriter, expr: t.BuiltIn, env: Env) -> str:
    """The number of the row or column of a cell."""
    type_ = expr.args[0].type
    grid = w.game.zones[type_.zone].grid if isinstance(type_, CellType) else None
    assert grid is not None
    return f"({w.tight(expr.args[0], env)} {'//' if expr.name == 'cell_row' else '%'} {grid[1]})"


def _ordered(w: ValueWriter, expr: t.BuiltIn, env: Env) -> str:
    of, by = (w.comprehension(a, env) for a in expr.args)
    return f"ordered({of}, {by})"


def _union(w: ValueWriter, expr: t.BuiltIn, env: Env) -> str:
    """A written list is used up at once, so that zones in it need not be copied.

    Nothing lies in two zones, so that of different ones no thing comes twice.
    """
    of = expr.args[0]
    if isinstance(of, t.ListOf):
        zones = [_zone_filtered(item) for item in of.items]
        if None not in zones and len(set(zones)) == len(zones):
            return f"[{', '.join(f'*{w.comprehension(item, env)}' for item in of.items)}]"
    lists = w.written_list(of, env, w.value) if isinstance(of, t.ListOf) else w.comprehension(of, env)
    return f"union({lists})"


def _zone_filtered(expr: t.Expr) -> str | None:
    """The zone of which a list is a part."""
    while isinstance(expr, t.Filter):
        expr = expr.set
    return expr.name if isinstance(expr, t.Zone) else None


def _plain_list(w: ValueWriter, expr: t.BuiltIn, env: Env) -> str:
    of = w.comprehension(expr.args[0], env)
    if expr.name == "first":
        return f"{of}[0]"
    if expr.name == "top":
        return f"{of}[:{w.count(expr.args[1], env)}]"
    return f"{expr.name}({of})"


_SPECIAL: dict[str, Callable[[ValueWriter, t.BuiltIn, Env], str]] = {
    "count": _sized,
    "any": _sized,
    "all": _sized,
    "none": _sized,
    "max": _extreme,
    "min": _extreme,
    "best_sets": _best_sets,
    "pairs": _pairs,
    "players": _seat_fact,
    "first_seat": _seat_fact,
    "left_of": _seat_fact,
    "clockwise": _seat_fact,
    "snake": _seat_fact,
    "rivals": _seat_fact,
    "whole": _whole,
    "cell_row": _cell_line,
    "cell_column": _cell_line,
    "ordered": _ordered,
    "sum": _plain_list,
    "first": _plain_list,
    "top": _plain_list,
    "distinct": _plain_list,
    "union": _union,
}
