"""What a value is worth whatever happens: truths, bounds of numbers, lists that are always empty."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields

from rulewright.dsl import typed as t
from rulewright.dsl.facts import is_optional, nobody
from rulewright.model.types import BoolType, EnumType, IntType

Bounds = tuple[float, float]
Said = tuple[t.Expr, bool]
"""A test, and whether it is known to be true or false."""

MOST_TESTS = 40
"""Tests joined by `and` or `or` that are held against each other."""
_ANY: Bounds = (float("-inf"), float("inf"))
_LEFT_OUT = frozenset({"start", "end", "type"})
_FLIPPED = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "==": "==", "!=": "!="}
_DENIED = {"<": ">=", "<=": ">", ">": "<=", ">=": "<", "==": "!=", "!=": "==", "in": "not in", "not in": "in"}


def same(left: object, right: object) -> bool:
    """Whether two values are written alike, so that they are worth the same at one moment."""
    if type(left) is not type(right):
        return False
    if isinstance(left, tuple) and isinstance(right, tuple):
        return len(left) == len(right) and all(map(same, left, right))
    if not isinstance(left, t.Expr):
        return left == right
    names = [spec.name for spec in fields(left) if spec.name not in _LEFT_OUT]
    return all(same(getattr(left, name), getattr(right, name)) for name in names)


class Constants:
    """Judges values of one game.

    Args:
        never_filled: zones in which nothing ever lies.
        only_refilled: those with a `size` that nothing else fills.
    """

    def __init__(
        self,
        rules: t.Rules,
        never_filled: frozenset[str] = frozenset(),
        only_refilled: frozenset[str] = frozenset(),
    ) -> None:
        self.rules = rules
        self.game = rules.game
        self.never_filled = never_filled
        self.only_refilled = only_refilled
        self.not_begun: str | None = None  # a repeated step that is not, so that its rounds count 0
        self.found_empty: set[str] = set()  # zones of which it was said that nothing ever lies there
        self.empty_derived: dict[tuple[str, str], bool] = {}
        self.copies: dict[str, float] = {}

    # --- truths --------------------------------------------------------------------------------

    def truth(self, test: t.Expr, given: Sequence[Said] = ()) -> bool | None:
        """What a test always is, where all that is `given` holds; None if it may be either."""
        if isinstance(test, t.Const):
            return bool(test.value) if isinstance(test.type, BoolType) else None
        if isinstance(test, t.BuiltIn) and test.name in ("any", "none", "all"):
            return (test.name != "any") if self.empty(test.args[0]) else None
        if self.cannot_be([*given, (test, True)]):
            return False
        return True if self.cannot_be([*given, (test, False)]) else None

    def cannot_be(self, said: Sequence[Said]) -> bool:
        """Whether tests cannot all be as they are said to be."""
        atoms: list[Said] = []
        for test, holds in said:
            self._split(test, holds, atoms)
        if any(isinstance(test, t.Const) and bool(test.value) != holds for test, holds in atoms):
            return True
        if len(atoms) > MOST_TESTS:
            return False
        known: list[_About] = []
        for index, (test, holds) in enumerate(atoms):
            if any(holds != other and same(test, each) for each, other in atoms[:index]):
                return True
            if isinstance(test, t.Compare) and not self._note(test, holds, known):
                return True
        return False

    def _split(self, test: t.Expr, holds: bool, into: list[Said]) -> None:
        match test:
            case t.Not(of=of):
                self._split(of, not holds, into)
            case t.Logic(op=op, left=left, right=right) if (op == "and") == holds:
                self._split(left, holds, into)
                self._split(right, holds, into)
            case t.Logic(left=left, right=right):
                whole = {self.truth(left), self.truth(right)}
                if whole == {not holds}:
                    into.append((t.Const(test.type, test.start, test.end, not holds), holds))
                else:
                    into.append((test, holds))
            case _:
                into.append((test, holds))

    def _note(self, test: t.Compare, holds: bool, known: list[_About]) -> bool:
        """Take a comparison into account; False if it cannot be with those before."""
        op = test.op if holds else _DENIED[test.op]
        left, right = test.left, test.right
        if same(left, right) and not is_optional(left) and not nobody(left):
            return op in ("==", "<=", ">=")
        if isinstance(right, t.Members) and right.what == "enum":
            return op == "in" or is_optional(left)
        if isinstance(right, t.RangeOf):
            first, last = self.bounds(right.low), self.bounds(right.high)
            if op == "in":
                return self._about(left, known).within(first[0], last[1])
            value = self.bounds(left)
            return not (value[0] >= first[1] and value[1] <= last[0])
        if op not in _FLIPPED:
            return not (op == "in" and self.empty(right))
        fixed = isinstance(left, t.Const)
        if fixed:
            left, right, op = right, left, _FLIPPED[op]
        if not isinstance(left.type, IntType | EnumType):
            return _unequal(left, right, op) if isinstance(right, t.Const) else True
        low, high = self.bounds(right)
        about = self._about(left, known)
        match op:
            case "==":
                return about.within(low, high)
            case "!=":
                return low != high or about.without(low)
            case "<" | "<=":
                return about.within(_ANY[0], high - (op == "<"))
        return about.within(low + (op == ">"), _ANY[1])

    def _about(self, value: t.Expr, known: list[_About]) -> _About:
        for about in known:
            if same(about.value, value):
                return about
        absent = is_optional(value)
        known.append(_About(value, *self.bounds(value), absent))
        return known[-1]

    # --- numbers -------------------------------------------------------------------------------

    def bounds(self, value: t.Expr) -> Bounds:
        """Between what numbers it lies; of a symbol its place in the order of its enum."""
        match value:
            case t.Const(value=number):
                return number, number
            case t.BuiltIn(name="count", args=(of,)):
                return 0, self.most(of)
            case t.BuiltIn(name="players"):
                return self.game.players.least, self.game.players.most
            case t.Counter(step=step):
                return 0, 0 if step == self.not_begun else _ANY[1]
            case t.Negate(of=of):
                low, high = self.bounds(of)
                return -high, -low
            case t.Arithmetic(op="+" | "-" as op, left=left, right=right):
                a, b = self.bounds(left), self.bounds(right)
                return (a[0] + b[0], a[1] + b[1]) if op == "+" else (a[0] - b[1], a[1] - b[0])
            case t.Arithmetic(op="*", left=left, right=right):
                return _product(self.bounds(left), self.bounds(right))
            case t.Conditional(then=then, other=other):
                a, b = self.bounds(then), self.bounds(other)
                return min(a[0], b[0]), max(a[1], b[1])
        match value.type:
            case IntType(int(low), int(high)):
                return low, high
            case EnumType(name):
                return 0, len(self.game.enums[name]) - 1
        return _ANY

    # --- lists ---------------------------------------------------------------------------------

    def most(self, value: t.Expr) -> float:
        """As many things as a list can ever hold."""
        if self.empty(value):
            return 0
        match value:
            case t.RangeOf(low=low, high=high):
                return self.bounds(high)[1] - self.bounds(low)[0] + 1
            case t.Filter(set=of) | t.Map(set=of):
                return self.most(of)
            case t.ListOf(items=items):
                return len(items)
            case t.Zone(name=name) if name in self.only_refilled:
                size = max(self.bounds(self.rules.zone_sizes[name].value)[1], 0)
                return min(size, self._copies(self.game.zones[name].kind))
            case t.Zone(name=name):
                return self._copies(self.game.zones[name].kind)
            case t.Members(what="components", name=name):
                return self._copies(name)
            case t.Members(what="enum", name=name):
                return len(self.game.enums[name])
            case t.Members(what="entries", name=name):
                return len(self.game.entries[name])
            case t.Members(what="seats"):
                return self.game.players.most
            case t.Conditional(then=then, other=other):
                return max(self.most(then), self.most(other))
            case t.BuiltIn(name="top", args=(of, most)):
                return min(self.most(of), self.bounds(most)[1])
            case t.BuiltIn(name="distinct" | "ordered", args=(of, *_)):
                return self.most(of)
            case t.BuiltIn(name="union", args=(t.ListOf(items=items),)):
                return sum(map(self.most, items))
        return _ANY[1]

    def _copies(self, kind: str) -> float:
        """How many components of a kind there are; not known of parts, and before there are cards."""
        if kind not in self.copies:
            self.copies[kind] = sum(entry.copies for entry in self.game.entries[kind].values()) or _ANY[1]
        return self.copies[kind]

    def empty(self, value: t.Expr) -> bool:
        """Whether a list never holds anything."""
        match value:
            case t.RangeOf(low=low, high=high):
                return self.bounds(low)[0] > self.bounds(high)[1]
            case t.Filter(set=of, test=test):
                return self.empty(of) or self.truth(test) is False
            case t.Map(set=of):
                return self.empty(of)
            case t.Zone(name=name):
                if name in self.never_filled:
                    self.found_empty.add(name)
                return name in self.never_filled
            case t.Members(what="entries", name=name):
                return not self.game.entries[name]
            case t.Conditional(then=then, other=other):
                return self.empty(then) and self.empty(other)
            case t.BuiltIn(name="top", args=(of, most)):
                return self.empty(of) or self.bounds(most)[1] <= 0
            case t.BuiltIn(name="distinct" | "ordered" | "parts" | "placements", args=(of, *_)):
                return self.empty(of)
            case t.BuiltIn(name="union", args=(t.ListOf(items=items),)):
                return all(map(self.empty, items))
            case t.BuiltIn(name="pairs", args=(of, other)):
                return self.empty(of) or (other.start != other.end and self.empty(other))
            case t.Derived(kind=kind, field=name):
                if (kind, name) not in self.empty_derived:
                    self.empty_derived[kind, name] = self.empty(self.rules.derived[kind, name].value)
                return self.empty_derived[kind, name]
        return False


class _About:
    """What is known of one number or symbol: bounds, what it is not, whether it may be absent."""

    def __init__(self, value: t.Expr, low: float, high: float, absent: bool) -> None:
        self.value = value
        self.low = low
        self.high = high
        self.absent = absent
        self.excluded: set[float] = set()

    def within(self, low: float, high: float) -> bool:
        self.low, self.high = max(self.low, low), min(self.high, high)
        self.absent = False
        return self._possible()

    def without(self, number: float) -> bool:
        self.excluded.add(number)
        return self._possible()

    def _possible(self) -> bool:
        if self.absent:
            return True
        few = self.high - self.low < 64
        if few and all(n in self.excluded for n in range(int(self.low), int(self.high) + 1)):
            return False
        return self.low <= self.high


def _product(a: Bounds, b: Bounds) -> Bounds:
    """Bounds of a product; nought times whatever is nought."""
    each = [0 if 0 in (x, y) else x * y for x in a for y in b]
    return min(each), max(each)


def _unequal(left: t.Expr, right: t.Const, op: str) -> bool:
    """Of things that are no numbers only what is written out is judged."""
    if not isinstance(left, t.Const):
        return True
    return (left.value == right.value) == (op == "==")
