"""What in a value may go wrong while a match runs, and which of its loops lie inside each other."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.dsl import typed as t
from rulewright.dsl.facts import never_negative
from rulewright.dsl.visit import children, walk
from rulewright.model.types import IntType

MOST_NODES = 2_000
"""A formula that is larger, with all that it calls, is called and never put in the place of a call."""
SHORT = 100
"""Numbers in a range that is never too long."""
_MAY_LACK = frozenset(
    "first row column row_of column_of distance cell_of around neighbours opposite placements cross".split()
)
"""Built-in values that may not exist, or that are too much, for what they are given."""


def may_fail(expr: t.Expr) -> bool:
    """Whether the value itself, not one that it calls, can be a fault."""
    return any(_fails(node) for node in walk(expr))


def is_short(span: t.RangeOf) -> bool:
    """Whether a range is written with two numbers that are not far apart: it need not be counted."""
    low, high = span.low, span.high
    return isinstance(low, t.Const) and isinstance(high, t.Const) and high.value - low.value < SHORT


def _fails(node: object) -> bool:
    match node:
        case t.Arithmetic(op="+" | "-"):
            return False
        case t.Arithmetic(op="*", left=left, right=right):
            return not isinstance(left, t.Const) and not isinstance(right, t.Const)
        case t.Arithmetic(right=right):
            return not (isinstance(right, t.Const) and right.value)
        case t.BuiltIn(name="max" | "min", args=(_, empty)):
            return empty.start == empty.end
        case t.BuiltIn(name="top", args=(_, n)):
            return not never_negative(n)
        case t.BuiltIn(name=name):
            return name in _MAY_LACK
        case t.RangeOf():
            return not is_short(node)
        case t.TableCall(key=key, optional=optional):
            return isinstance(key.type, IntType) and not optional
    return False


class Hazards:
    """What the values of a game can do through all that they call: fail, and loop inside of loops.

    A loop by itself ends soon: it is no longer than there are components, and ranges are counted. Only
    loops inside each other can take for ever; the rounds of the outer ones are counted while they run.
    """

    def __init__(self, rules: t.Rules) -> None:
        self.rules = rules
        self._modifiers: dict[str, list[t.Clause]] = {}  # by the value
        for clause in rules.clauses:
            if clause.ability.sort == "modify":
                self._modifiers.setdefault(str(clause.ability.subject), []).append(clause)
        self._depths: dict[int, tuple[t.Expr, int]] = {}  # by id: the node is kept alive
        self._running: set[int] = set()
        self._sizes: dict[int, tuple[t.Formula, int]] = {}  # by id: the node is kept alive
        self._failing: dict[int, tuple[t.Expr, bool]] = {}  # by id: the node is kept alive

    def can_fail(self, expr: t.Expr) -> bool:
        """Whether a value can be a fault, by itself or by what it calls."""
        known = self._failing.get(id(expr))
        if known is None:
            self._failing[id(expr)] = (expr, True)  # until it is known
            called = (value for node in walk(expr) for value in self._called(node))
            found = may_fail(expr) or any(map(self.can_fail, called))
            known = self._failing[id(expr)] = (expr, found)
        return known[1]

    def size(self, formula: t.Formula) -> int:
        """How many nodes a formula has with all that it calls put in its place, up to a bound."""
        known = self._sizes.get(id(formula))
        if known is None:
            self._sizes[id(formula)] = (formula, MOST_NODES)  # until it is known
            nodes = [node for root in (*formula.lets, formula.value) for node in walk(root)]
            called = (each for node in nodes for each in self._formulas(node) if each is not None)
            total = len(nodes)
            for each in called:
                total += self.size(each)
                if total >= MOST_NODES:
                    break
            known = self._sizes[id(formula)] = (formula, min(total, MOST_NODES))
        return known[1]

    def nested(self, loop: t.Filter | t.Map) -> bool:
        """Whether what is looked at for each thing has loops of its own."""
        return self.depth(loop.test if isinstance(loop, t.Filter) else loop.value) > 0

    def counted(self, expr: t.Expr) -> bool:
        """Whether rounds of a loop of the value itself are counted."""
        return any(isinstance(node, t.Filter | t.Map) and self.nested(node) for node in walk(expr))

    def depth(self, expr: t.Expr) -> int:
        """How many loops run inside each other: 0, 1 or 2, which stands for more."""
        known = self._depths.get(id(expr))
        if known is None:
            if id(expr) in self._running:
                return 2
            self._running.add(id(expr))
            known = self._depths[id(expr)] = (expr, min(2, self._depth(expr)))
            self._running.discard(id(expr))
        return known[1]

    def _depth(self, expr: t.Expr) -> int:
        inner = max((self.depth(child) for child in children(expr) if isinstance(child, t.Expr)), default=0)
        match expr:
            case t.Filter(test=each) | t.Map(value=each):
                return max(inner, 1 + self.depth(each))
            case t.BuiltIn(name="pairs"):
                return 2
            case t.Compare(left=left, right=t.RangeOf(low=low, high=high)):  # no number is gone through
                return max(self.depth(each) for each in (left, low, high))
            case t.RangeOf():
                return max(inner, 1)
        through = isinstance(expr, t.ValueCall) and expr.name in self._modifiers  # all of them: a loop too
        return max(inner, through + max(map(self.depth, self._called(expr)), default=0))

    def _called(self, node: object) -> Iterator[t.Expr]:
        """The values that a node calls."""
        for formula in self._formulas(node):
            if formula is not None:
                yield from (line.value for line in formula.lets)
                yield formula.value

    def _formulas(self, node: object) -> Iterator[t.Formula | None]:
        rules = self.rules
        match node:
            case t.Derived(kind=kind, field=field):
                yield rules.derived[kind, field]
            case t.ValueCall(name=name):
                value = rules.values[name]
                yield from (value.is_, value.at_least, value.at_most)
                for clause in self._modifiers.get(name, ()):
                    yield from (clause.when, clause.amount)
            case t.FormulaCall(kind=kind, formula=name):
                yield from (f for (k, _, n), f in rules.formulas.items() if (k, n) == (kind, name))
            case t.CanCall(verb=verb):
                yield rules.verbs[verb].requires
