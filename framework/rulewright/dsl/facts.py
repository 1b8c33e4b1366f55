"""Which values may be absent or empty, and what a test says about that where it is true."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count

from rulewright.dsl import typed as t
from rulewright.model.game import Game
from rulewright.model.types import ComponentType, IntType

ANYTHING = "anything"
"""The fact that any optional field may be known to be present."""
_others = count()


def constant(expr: t.Expr) -> int | None:
    """The number that is written here, if it is one, or that comes of those that are written."""
    match expr:
        case t.Const(type=IntType(), value=int(value)):
            return value
        case t.Negate(of=of):
            number = constant(of)
            return None if number is None else -number
        case t.Arithmetic(op="+" | "-" | "*" as op, left=left, right=right):
            first, second = constant(left), constant(right)
            if first is None or second is None:
                return None
            return first + second if op == "+" else first - second if op == "-" else first * second
    return None


def apart(game: Game, args: Sequence[t.Expr]) -> bool:
    """Whether two things of these may lie on different grids, such as those of two seats."""
    kinds = {arg.type.kind for arg in args if isinstance(arg.type, ComponentType)}
    wholes = {kind.name for kind in game.kinds.values() if kinds & {kind.name, *(p.kind for p in kind.parts)}}
    grids = [zone for zone in game.zones.values() if zone.kind in wholes and zone.grid]
    things = sum(isinstance(arg.type, ComponentType) for arg in args)
    return things > 1 and (len(grids) > 1 or any(zone.per_seat for zone in grids))


def never_negative(expr: t.Expr) -> bool:
    """Whether a number is plainly nought or more."""
    match expr:
        case t.Const(value=value):
            return value >= 0
        case t.Counter() | t.BuiltIn(name="count" | "players"):
            return True
        case t.Arithmetic(op="+", left=left, right=right):
            return never_negative(left) and never_negative(right)
    return isinstance(expr.type, IntType) and expr.type.low is not None and expr.type.low >= 0


def is_optional(expr: t.Expr) -> bool:
    match expr:
        case (
            t.FixedField()
            | t.StateField()
            | t.SeatField()
            | t.GameField()
            | t.TurnField()
            | t.OwnerOf()
            | t.TableCall()
            | t.SettingValue()
        ):
            return expr.optional
    return False


def nobody(expr: t.Expr) -> bool:
    """Whether it is a seat that may be nobody, which is told by a number below 0."""
    return isinstance(expr, t.OwnerOf) or (isinstance(expr, t.TurnField) and expr.field == "seat")


def fact(expr: t.Expr) -> str:
    """A path that names an optional field: `it_0.number`."""
    match expr:
        case (
            t.FixedField(of=of, field=name) | t.StateField(of=of, field=name) | t.SeatField(of=of, field=name)
        ):
            return f"{fact(of)}.{name}"
        case t.GameField(field=name):
            return f"game.{name}"
        case t.TurnField(field=name):
            return f"turn.{name}"
        case t.SettingValue(name=name):
            return f"setting.{name}"
        case t.Local(name=name):
            return name
        case t.EntryOf(of=of):
            return f"{fact(of)}.entry"
        case t.PairPart(of=of, index=index):
            return f"{fact(of)}.{index}"
        case t.OwnerOf(of=of):
            return f"{fact(of)}.owner"
        case t.TableCall(name=name, key=key):
            return f"{name}({fact(key)})"
        case t.Const(value=value):
            return str(value)
        case t.Zone(name=name, seat=seat):
            return f"zone.{name}.{fact(seat) if seat is not None else ''}"
    return f"?{next(_others)}"  # never the same twice: nothing is known of it


def facts_if(test: t.Expr, holds: bool) -> frozenset[str]:
    """Which optional fields are known to be present when a test is true (or false)."""
    match test:
        case t.Has(of=t.Const()):  # a problem is known of what is tested: it may be anything
            return frozenset({ANYTHING})
        case t.Has(of=of):
            return frozenset({fact(of)}) if holds else frozenset()
        case t.BuiltIn(name="any", args=(of,)) if holds:
            return frozenset({f"any:{fact(of)}"})
        case t.BuiltIn(name="none", args=(of,)) if not holds:
            return frozenset({f"any:{fact(of)}"})
        case t.Not(of=of):
            return facts_if(of, not holds)
        case t.Logic(op=op, left=left, right=right):
            if (op == "and") == holds:
                return facts_if(left, holds) | facts_if(right, holds)
            return facts_if(left, holds) & facts_if(right, holds)
        case t.Compare(op="==", left=left, right=right) if holds:
            return frozenset(fact(side) for side in (left, right) if is_optional(side))
    return frozenset()


def source_of(of: t.Expr) -> t.Expr:
    """The list from which another one is picked and worked out; the value itself if it is none of those."""
    while isinstance(of, t.Filter | t.Map):
        of = of.set
    return of


def known_non_empty(expr: t.Expr) -> bool:
    match expr:
        case t.Members(what=what):
            return what != "components"
        case t.ListOf(items=items):
            return bool(items)
        case t.RangeOf(low=t.Const(value=low), high=t.Const(value=high)):
            return low <= high
        case t.Map(set=of):
            return known_non_empty(of)
        case t.BuiltIn(name="clockwise" | "snake"):
            return True
        case t.BuiltIn(name="cells", args=(_, t.Const())):  # all of a grid, which has some
            return True
    return False
