"""What a value is worth whatever happens: truths, bounds of numbers, lists that are always empty."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import fields, replace
from typing import Any

from rulewright.dsl import typed as t
from rulewright.dsl.alike import alike
from rulewright.dsl.analysis.bounds import Sizes
from rulewright.dsl.analysis.intervals import ANY, Bounds
from rulewright.dsl.facts import is_optional, nobody
from rulewright.model.types import INT, BoolType, ComponentType, EntryType, EnumType, IntType, ListType

Said = tuple[t.Expr, bool]
"""A test, and whether it is known to be true or false."""

MOST_TESTS = 40
"""Tests joined by `and` or `or` that are held against each other."""
FEW = 64
"""Numbers of a range that are gone through one by one."""
_FLIPPED = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "==": "==", "!=": "!="}
_SIGNS = {op: {*op} for op in ("<", "<=", ">", ">=")} | {"==": {"="}, "!=": {"<", ">"}}
_DENIED = {"<": ">=", "<=": ">", ">": "<=", ">=": "<", "==": "!=", "!=": "==", "in": "not in", "not in": "in"}


class Constants(Sizes):
    """Judges values of one game; arguments as those of `Sizes`."""

    def __init__(
        self,
        rules: t.Rules,
        never_filled: frozenset[str] = frozenset(),
        only_refilled: frozenset[str] = frozenset(),
    ) -> None:
        super().__init__(rules, never_filled, only_refilled)
        self.truths: dict[int, tuple[t.Expr, bool | None]] = {}  # by id: the node is kept alive

    @contextmanager
    def knowing(self, given: Mapping[str, Bounds]) -> Iterator[None]:
        """For a while, look at another text, of which bounds of parameters are known."""
        kept = self.truths, self.given, self.locals, self.entry, self.inside
        self.given, self.truths = given, {}
        self.look_at(())
        yield
        self.truths, self.given, self.locals, self.entry, self.inside = kept

    @contextmanager
    def within_rounds(self, step: str, most: int) -> Iterator[None]:
        """For a while, a repeated step has at most so many rounds."""
        known = self._rounds(step)
        self.rounds[step] = most
        yield
        self.rounds[step] = known

    # --- truths --------------------------------------------------------------------------------

    def truth(self, test: t.Expr, given: Sequence[Said] = ()) -> bool | None:
        """What a test always is, where all that is `given` holds; None if it may be either."""
        if isinstance(test, t.Const):
            return bool(test.value) if isinstance(test.type, BoolType) else None
        if not given:
            known = self.truths.get(id(test))
            if known is None:
                known = self.truths[id(test)] = test, self._truth(test, ())
            return known[1]
        return self._truth(test, given)

    def _truth(self, test: t.Expr, given: Sequence[Said]) -> bool | None:
        if self.cannot_be([*given, (test, True)]):
            return False
        return True if self.cannot_be([*given, (test, False)]) else None

    def cannot_be(self, said: Sequence[Said]) -> bool:
        """Whether tests cannot all be as they are said to be."""
        atoms: list[Said] = []
        for test, holds in said:
            self._split(test, holds, atoms)
        if any(self._single(test) is (not holds) for test, holds in atoms):
            return True
        if len(atoms) > MOST_TESTS:
            return False
        known: list[_About] = []
        if len(atoms) > 1 and _contradict(atoms):
            return True
        for index, (test, holds) in enumerate(atoms):
            if any(holds != other and alike(test, each) for each, other in atoms[:index]):
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
            case t.BuiltIn(name="any" | "none" as name, args=(of,)) if not _of_tests(of):
                into.append((_counted(test, of), holds == (name == "any")))
            case t.BuiltIn(name="none", args=args):
                into.append((t.BuiltIn(test.type, test.start, test.end, "any", args), not holds))
            case _:
                into.append((test, holds))

    def _single(self, test: t.Expr) -> bool | None:
        """What a test that is no comparison always is, looked at by itself."""
        match test:
            case t.Const(value=value):
                return bool(value)
            case t.CanCall(verb=verb, args=args):
                return self.can(verb, args)
            case t.FixedField() if isinstance(test.type, BoolType):
                low, high = self.bounds(test)
                return bool(low) if low == high else None
            case t.BuiltIn(name="any" | "all" as name, args=(of,)):
                if self.empty(of):
                    return name == "all"
                found = {self.truth(each) for each in _tests_in(of)}
                if (name == "any") in found and (isinstance(of, t.ListOf) or self.filled(of)):
                    return name == "any"
                return None if found != {name == "all"} else name == "all"
        return None

    def can(self, name: str, args: Sequence[t.Expr]) -> bool | None:
        """Whether a verb can be done with these arguments, if that is always the same."""
        verb = self.rules.verbs[name]
        if verb.requires is None or verb.requires.lets:
            return True if verb.requires is None else None
        consts = {
            name: arg for name, arg in zip(verb.do.params, args, strict=True) if isinstance(arg, t.Const)
        }
        if not consts:
            return None  # what it requires is judged where it stands
        with self.knowing({}):
            return self.truth(put(verb.requires.value, consts))

    def _note(self, test: t.Compare, holds: bool, known: list[_About]) -> bool:
        """Take a comparison into account; False if it cannot be with those before."""
        op = test.op if holds else _DENIED[test.op]
        left, right = test.left, test.right
        if alike(left, right) and not is_optional(left) and not nobody(left):
            return op in ("==", "<=", ">=")
        if isinstance(right, t.Members) and _all_of(right, left):
            return op == "in" or is_optional(left)
        if isinstance(right, t.RangeOf):
            first, last = self.bounds(right.low), self.bounds(right.high)
            if op == "in":
                return self._about(left, known).within(first[0], last[1])
            value = self.bounds(left)
            return not (value[0] >= first[1] and value[1] <= last[0])
        if isinstance(right, t.ListOf) and all(isinstance(item, t.Const) for item in right.items):
            return self._among(left, op, right, known)
        if op not in _FLIPPED:
            return not (op == "in" and self.empty(right))
        fixed = isinstance(left, t.Const)
        if fixed:
            left, right, op = right, left, _FLIPPED[op]
        if not isinstance(left.type, IntType | EnumType | EntryType):
            return _unequal(left, right, op) if isinstance(right, t.Const) else True
        if self._past_the_last(left, op, right):
            return False
        low, high = self.bounds(right)
        about = self._about(left, known)
        match op:
            case "==":
                return about.within(low, high)
            case "!=":
                return low != high or about.without(low)
            case "<" | "<=":
                return about.within(ANY[0], high - (op == "<"))
        return about.within(low + (op == ">"), ANY[1])

    def _past_the_last(self, left: t.Expr, op: str, right: t.Expr) -> bool:
        """Whether a round is greater than the setting that says how many there are."""
        if op == "<":
            left, right, op = right, left, ">"
        if op != ">" or not isinstance(left, t.Counter) or not isinstance(right, t.SettingValue):
            return False
        times = self.times_of(left.step)
        return times is not None and alike(times, right)

    def _among(self, left: t.Expr, op: str, right: t.ListOf, known: list[_About]) -> bool:
        """Take into account that a value is one of those that are written out, or none of them."""
        if not isinstance(left.type, IntType | EnumType | EntryType):
            return True
        numbers = {self.bounds(item)[0] for item in right.items}
        about = self._about(left, known)
        if op == "not in":
            about.excluded |= numbers
            return about.possible()
        low, high = max(about.low, min(numbers)), min(about.high, max(numbers))
        if high - low < FEW:
            about.excluded |= {n for n in range(int(low), int(high) + 1) if n not in numbers}
        return about.within(min(numbers), max(numbers))

    def _about(self, value: t.Expr, known: list[_About]) -> _About:
        for about in known:
            if alike(about.value, value):
                return about
        absent = is_optional(value)
        known.append(_About(value, *self.bounds(value), absent))
        return known[-1]


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
        return self.possible()

    def without(self, number: float) -> bool:
        self.excluded.add(number)
        return self.possible()

    def possible(self) -> bool:
        if self.absent:
            return True
        few = self.high - self.low < FEW
        if few and all(n in self.excluded for n in range(int(self.low), int(self.high) + 1)):
            return False
        return self.low <= self.high


def _unequal(left: t.Expr, right: t.Const, op: str) -> bool:
    """Of things that are no numbers only what is written out is judged."""
    if not isinstance(left, t.Const):
        return True
    return (left.value == right.value) == (op == "==")


def put(node: Any, consts: Mapping[str, t.Const]) -> Any:
    """A value with some of its names replaced by what they are."""
    if isinstance(node, t.Local) and node.name in consts:
        return consts[node.name]
    if not isinstance(node, t.Expr) or not consts:
        return node
    changed = {}
    for name in (spec.name for spec in fields(node)):
        child = getattr(node, name)
        if isinstance(child, t.Expr):
            changed[name] = put(child, consts)
        elif isinstance(child, tuple):
            changed[name] = tuple(put(item, consts) for item in child)
    return replace(node, **changed) if changed else node


def _contradict(atoms: Sequence[Said]) -> bool:
    """Whether two of these compare the same values, of which none is written out, and cannot both hold."""
    compared: list[tuple[t.Compare, set[str]]] = []
    for test, holds in atoms:
        if not isinstance(test, t.Compare) or test.op not in _SIGNS or isinstance(test.right, t.Const):
            continue
        signs = _SIGNS[test.op if holds else _DENIED[test.op]]
        turned = _SIGNS[_FLIPPED[test.op if holds else _DENIED[test.op]]]
        for other, others in compared:
            if alike(test.left, other.left) and alike(test.right, other.right) and not signs & others:
                return True
            if alike(test.left, other.right) and alike(test.right, other.left) and not turned & others:
                return True
        compared.append((test, signs))
    return False


def _of_tests(of: t.Expr) -> bool:
    """Whether a list holds what is true or false, so that `any` asks for one that is true."""
    return isinstance(of.type, ListType) and isinstance(of.type.item, BoolType)


def _tests_in(of: t.Expr) -> Sequence[t.Expr]:
    """The tests that a list of true and false is made of, where they stand in it."""
    match of:
        case t.ListOf(items=items):
            return items
        case t.Map(value=value):
            return (value,)
    return ()


def _counted(test: t.Expr, of: t.Expr) -> t.Compare:
    """`any(of)` as a comparison, so that it is held against others about the number of things."""
    number = t.BuiltIn(INT, test.start, test.end, "count", (of,))
    return t.Compare(test.type, test.start, test.end, ">=", number, _one(test), False)


def _one(at: t.Expr) -> t.Const:
    return t.Const(INT, at.start, at.end, 1)


def _all_of(members: t.Members, one: t.Expr) -> bool:
    """Whether the members are all that a value of this type can be."""
    match members.what, one.type:
        case "enum", _:
            return True
        case "components", ComponentType(kind=kind):
            return kind == members.name
        case "seats", _:
            return not nobody(one)
    return False
