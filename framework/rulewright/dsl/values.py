"""Checks values: gives every node its type. Names and calls are looked up in modules of their own."""

from __future__ import annotations

import re
from collections.abc import Callable

from rulewright.dsl import nodes as n
from rulewright.dsl import typed as t
from rulewright.dsl.builtins import BUILT_INS, PRIMITIVES
from rulewright.dsl.describe import describe_type
from rulewright.dsl.facts import constant, facts_if, is_optional, nobody, source_of
from rulewright.dsl.hints import as_entry_of
from rulewright.dsl.scope import LIST, UNKNOWN, Scope, UnknownType, common, fits, item_type
from rulewright.dsl.value_calls import CallChecker
from rulewright.dsl.value_names import NOTHING
from rulewright.model.types import (
    BOOL,
    INT,
    BoolType,
    ComponentType,
    EnumType,
    IntType,
    ListType,
    Type,
    ZoneType,
)
from rulewright.source.diagnostics import Problems

_ORDER = ("<", "<=", ">", ">=")


class ValueChecker(CallChecker):
    """Checks the values of one text; problems are placed in that text."""

    def test(self, node: n.Node, scope: Scope) -> t.Expr:
        found = self._check(node, scope, BOOL)
        if isinstance(source_of(found).type, UnknownType):
            return self.nothing(node)
        if not isinstance(found.type, BoolType):
            hint = self.hidden(node, scope) or self._as_test(node, found)
            self.bad(
                "T503",
                f"this is {describe_type(found.type)}",
                node,
                expected="a test that is true or false",
                hint=hint,
            )
        return found

    # --- dispatch ------------------------------------------------------------------------------

    def _check(self, node: n.Node, scope: Scope, expected: Type | None) -> t.Expr:
        handler: Callable[..., t.Expr] = _HANDLERS[type(node)]
        found = handler(self, node, scope, expected)
        return self.nothing(node) if self.missing.kinds and self.missing.doubtful(found.type) else found

    def number(self, node: n.Number, scope: Scope, expected: Type | None) -> t.Expr:
        return t.Const(INT, node.start, node.end, node.value)

    def truth(self, node: n.Truth, scope: Scope, expected: Type | None) -> t.Expr:
        return t.Const(BOOL, node.start, node.end, node.value)

    def items(self, node: n.Items, scope: Scope, expected: Type | None) -> t.Expr:
        want = item_type(expected) if expected is not None else None
        parts: list[t.Expr] = []
        type_: Type = want or UNKNOWN
        for item in node.items:
            part = self._check(item, scope, want if not isinstance(want, UnknownType) else None)
            if not fits(part.type, want):
                inner = item_type(part.type) is not None
                hint = "ask each list by itself: `x in a or x in b`" if inner else None
                message = f"this is {describe_type(part.type)}"
                return self.bad("T503", message, item, expected=describe_type(want), hint=hint)
            part = self.present(part, item, scope)
            found = part.type
            if isinstance(found, ZoneType):
                found = ListType(ComponentType(found.kind))
            merged = common(type_, found)
            if merged is None:
                return self.bad(
                    "T503", f"this is {describe_type(part.type)}", item, expected=describe_type(type_)
                )
            type_ = merged
            want = want or found
            parts.append(part)
        return t.ListOf(ListType(type_), node.start, node.end, tuple(parts))

    def negate(self, node: n.Negate, scope: Scope, expected: Type | None) -> t.Expr:
        return t.Negate(INT, node.start, node.end, self._need(node.of, scope, INT))

    def arithmetic(self, node: n.Arithmetic, scope: Scope, expected: Type | None) -> t.Expr:
        if (joined := self._hyphened(node, scope)) is not None:
            return joined
        before = len(self.problems.found)
        left = self._need(node.left, scope, INT)
        if isinstance(left.type, UnknownType) and node.op == "+" and isinstance(node.right, n.Number):
            words = self.spelling(node.left)
            if len(self.problems.found) > before and self.problems.found[-1].message == "this is a seat":
                self.rehint(before, f"the seat next to it is `left_of({words})`")
        right = self._need(node.right, scope, INT)
        if isinstance(left.type, UnknownType) or isinstance(right.type, UnknownType):
            return self.nothing(node)
        op = node.op if node.op != "/" else f"//{node.rounded}"
        if node.op == "/" and constant(right) == 0:
            return self.bad(
                "T518", "nothing can be divided by 0", node.right, expected="a number other than 0"
            )
        return t.Arithmetic(INT, node.start, node.end, op, left, right)

    def _hyphened(self, node: n.Arithmetic, scope: Scope) -> t.Expr | None:
        """`best-face` where a name is `best_face`."""
        words = self.text.text[node.start : node.end]
        if node.op != "-" or not isinstance(node.left, n.Name) or "-" not in words or " " in words:
            return None
        if not isinstance(node.right, n.Name | n.Call) or self._readings(node.left, scope, None):
            return None
        name = f"{node.left.id}_{node.right.id}"
        game, whole = self.game, n.Name(node.start, node.end, name)
        if name in (*game.verbs, *game.values, *game.tables, *BUILT_INS) or self._readings(
            whole, scope, None
        ):
            hint = f"a name has no `-`: `{name}`"
            return self.bad("T501", f"unknown name '{words.split('-')[0]}'", node, hint=hint)
        return None

    def range(self, node: n.Range, scope: Scope, expected: Type | None) -> t.Expr:
        low, high = self._need(node.low, scope, INT), self._need(node.high, scope, INT)
        return t.RangeOf(ListType(INT), node.start, node.end, low, high)

    def compare(self, node: n.Compare, scope: Scope, expected: Type | None) -> t.Expr:
        if node.op in ("in", "not in"):
            before = len(self.problems.found)
            left = self._operand(node.left, node.right, scope)
            if isinstance(left.type, UnknownType) and isinstance(node.left, n.Name):
                of, _ = self._muted(node.right, scope)
                item, words = item_type(of.type) or UNKNOWN, self.spelling(node.right)
                self.rehint(before, as_entry_of(words, node.left.id, item, self.game, in_list=True))
            if _is_list(left.type):
                return self._lists_compared(node.left)
            right = self._check(node.right, scope, ListType(left.type))
            if item_type(right.type) is None:
                single = self.text.text[node.right.end : node.right.end + 1] == ")"
                hint = "one value in parentheses is that value: compare with `==`" if single else None
                return self.bad(
                    "T503", f"this is {describe_type(right.type)}", node.right, expected="a list", hint=hint
                )
            if not fits(right.type, ListType(left.type)):
                return self.wrong_type(node.right, right.type, describe_type(ListType(left.type)))
            return t.Compare(BOOL, node.start, node.end, node.op, left, right, False)
        for side in (node.left, node.right):
            if isinstance(side, n.Name) and side.id in NOTHING and not self._readings(side, scope, None):
                return self._compared_with_nothing(node, side, scope)
        before = len(self.problems.found)
        left = self._operand(node.left, node.right, scope)
        right = self._check(node.right, scope, left.type)
        if len(self.problems.found) > before:
            self._entry_compared(node, left.type, right.type, before)
        if isinstance(left.type, UnknownType) or isinstance(right.type, UnknownType):
            return t.Compare(BOOL, node.start, node.end, node.op, left, right, False)
        if _is_list(left.type) and _is_list(right.type):
            return self._lists_compared(node)
        if common(left.type, right.type) is None:
            hint = self._as_number(node.left) if isinstance(right.type, IntType) else None
            return self.wrong_type(node.right, right.type, describe_type(left.type), hint)
        if node.op in _ORDER:
            self.present(left, node.left, scope)
            self.present(right, node.right, scope)
            if not isinstance(left.type, IntType | EnumType):
                return self.wrong_type(node.left, left.type, "a number")
        absent = all(is_optional(side) or nobody(side) for side in (left, right))
        return t.Compare(BOOL, node.start, node.end, node.op, left, right, absent)

    def _entry_compared(self, node: n.Compare, left: Type, right: Type, before: int) -> None:
        """`this == crab` where the entry of a thing is meant."""
        for side, other, type_ in ((node.left, node.right, right), (node.right, node.left, left)):
            if isinstance(side, n.Name):
                words = self.spelling(other)
                self.rehint(before, as_entry_of(words, side.id, type_, self.game, in_list=False))

    def _as_test(self, node: n.Node, found: t.Expr) -> str | None:
        """How something that is neither true nor false is made a test."""
        words = self.spelling(node)
        if is_optional(found):
            return f"whether it is there: `has {words}`"
        if item_type(found.type) is not None:
            return "say `any(…)` to ask whether a list holds something"
        if isinstance(found.type, EnumType):
            return f"compare it, as in `{words} == {self.game.enums[found.type.name][0]}`"
        return "compare it, as in `count(x) > 0`" if isinstance(found.type, IntType) else None

    def _as_number(self, node: n.Node) -> str | None:
        """How many there are, where a number is compared with whether there are any."""
        if not isinstance(node, n.Call) or node.id not in ("any", "all", "none") or len(node.args) != 1:
            return None
        return f"how many there are is `count({self.spelling(node.args[0].value)})`"

    def _compared_with_nothing(self, node: n.Compare, side: n.Name, scope: Scope) -> t.Expr:
        """`x == none`: there is no such value, and what is meant depends on what `x` is."""
        other = node.right if side is node.left else node.left
        found, words = self._check(other, scope, None), self.spelling(other)
        if isinstance(found.type, UnknownType):
            return self.nothing(node)  # a problem is known of it
        if _is_list(found.type):
            hint = f"whether a list is empty: `{'none' if node.op == '==' else 'any'}({words})`"
        elif is_optional(found):
            hint = f"whether it is there: `{'not ' if node.op == '==' else ''}has {words}`"
        else:
            hint = f"`{words}` is never absent, so there is nothing to ask; only what is `optional` may be"
        message = f"nothing can be compared with '{side.id}'"
        return self.bad("T501", message, side, expected=describe_type(found.type), hint=hint)

    def _lists_compared(self, node: n.Node) -> t.Expr:
        hint = "compare `count(…)` or test `x in list`"
        return self.bad("T503", "lists cannot be compared", node, hint=hint)

    def _operand(self, node: n.Node, other: n.Node, scope: Scope, expected: Type | None = None) -> t.Expr:
        """The first of two values that go together; a bare symbol takes its meaning from the second."""
        if expected is None and isinstance(node, n.Name) and not self._readings(node, scope, None):
            right, wrong = self._muted(other, scope)
            if wrong and isinstance(other, n.Name | n.Items) and isinstance(right.type, UnknownType):
                return self._check(node, scope, None)  # neither means anything by itself
            return self._check(node, scope, item_type(right.type) or right.type)
        return self.value(node, scope, expected)

    def _muted(self, node: n.Node, scope: Scope, expected: Type | None = None) -> tuple[t.Expr, bool]:
        """What is written here, and whether something is wrong with it, without a word about that."""
        mute = Problems()
        mute.suggestions_left = 0
        keep, self.problems = self.problems, mute
        found = self.value(node, scope, expected)
        self.problems = keep
        return found, bool(mute.found)

    def not_(self, node: n.Not, scope: Scope, expected: Type | None) -> t.Expr:
        return t.Not(BOOL, node.start, node.end, self.test(node.of, scope))

    def logic(self, node: n.Logic, scope: Scope, expected: Type | None) -> t.Expr:
        before = len(self.problems.found)
        left = self.test(node.left, scope)
        known = facts_if(left, node.op == "and")
        right = self.test(node.right, scope.knowing(known))
        if len(self.problems.found) > before:
            self._alternatives(node, scope, before)
        return t.Logic(BOOL, node.start, node.end, node.op, left, right)

    def _alternatives(self, node: n.Logic, scope: Scope, before: int) -> None:
        """`x == a or b`: only the first was compared. Said once, with how to compare all."""
        bare: list[n.Node] = []
        first: n.Node = node
        while isinstance(first, n.Logic) and isinstance(first.right, n.Name | n.Number | n.Dot):
            bare.insert(0, first.right)
            first = first.left
        new = self.problems.found[before:]
        if not bare or not isinstance(first, n.Compare) or first.op not in ("==", "!="):
            return
        if not new or {d.span for d in new} != {self.text.at(each.start, each.end) for each in bare}:
            return
        of, _ = self._muted(first.left, scope)
        if any(self._muted(each, scope, of.type)[1] for each in bare):
            return
        words, all_ = self.spelling(first.left), (first.right, *bare)
        listed = ", ".join(self.spelling(each) for each in all_)
        way = "in" if first.op == "==" else "not in"
        hint = f"each test is written in full: `… {node.op} {words} {first.op} {self.spelling(bare[0])}`"
        del self.problems.found[before + 1 :]
        self.rehint(before, f"{hint}, or `{words} {way} ({listed})`")

    def has(self, node: n.Has, scope: Scope, expected: Type | None) -> t.Expr:
        of = self._check(node.of, scope, None)
        if not is_optional(of) and not isinstance(of.type, UnknownType):
            spelling = self.text.text[node.of.start : node.of.end]
            return self.bad(
                "T506", f"'{spelling}' is never absent", node, hint="only optional fields need `has`"
            )
        return t.Has(BOOL, node.start, node.end, of)

    def can(self, node: n.Can, scope: Scope, expected: Type | None) -> t.Expr:
        verb = self.game.verbs.get(node.call.id)
        if verb is None:
            return self._unknown_can(node.call)
        if verb.requires is None:
            before = len(self.problems.found)
            hint = f"it can always be done; say when not by `requires: …` at the verb '{verb.name}'"
            self.bad("T507", f"'{verb.name}' has no `requires`", node, hint=hint)
            self.problems.once(("requires", verb.name), before)
            return self.nothing(node)
        args = self.verb_arguments(node.call, verb, scope)
        self.use(f"requires/{verb.name}", scope, node)
        return t.CanCall(BOOL, node.start, node.end, verb.name, args)

    def _unknown_can(self, call: n.Call) -> t.Expr:
        """Complain that what is called after `can` is no verb."""
        name, words = call.id, self.spelling(call)
        hint = None
        if name in self.game.values or name in BUILT_INS:
            hint = f"'{name}' is a value: write `{words}` without `can`"
        elif name in PRIMITIVES:
            hint = "built-in changes have no `requires`: test what they need, as in `any(deck)`"
        return self.unknown_verb(call, [v.name for v in self.game.verbs.values() if v.requires], hint)

    def if_value(self, node: n.IfValue, scope: Scope, expected: Type | None) -> t.Expr:
        test = self.test(node.test, scope)
        yes, no = scope.knowing(facts_if(test, True)), scope.knowing(facts_if(test, False))
        then = self.present(self._operand(node.then, node.other, yes, expected), node.then, yes)
        other = self._need(node.other, no, expected or then.type)
        type_ = common(then.type, other.type)
        if type_ is None:
            return self.wrong_type(node.other, other.type, describe_type(then.type))
        return t.Conditional(type_, node.start, node.end, test, then, other)

    # --- sets ----------------------------------------------------------------------------------

    def set_of(self, node: n.Node, scope: Scope, expected: Type | None = None) -> tuple[t.Expr, Type]:
        found = self.value(node, scope, expected or LIST)
        item = item_type(found.type)
        if item is None:
            self.wrong_type(node, found.type, "a list")
            return found, UNKNOWN
        return found, item

    def where(self, node: n.Where, scope: Scope, expected: Type | None) -> t.Expr:
        of, item = self.set_of(node.of, scope)
        if node.name is not None and node.name in scope.variables:
            made = re.compile(rf"\bas\s+({node.name})\b").search(self.text.text, node.of.end)
            where = n.Node(*made.span(1)) if made is not None else node
            hint = "choose another name; names never change"
            self.bad("T511", f"'{node.name}' has been named before", where, hint=hint)
        if node.test is None:
            return of
        inner, var = self.inside(node.name, item, scope)
        inner = inner.knowing(self.facts_of_filter(of, var))
        return t.Filter(ListType(item), node.start, node.end, of, var, self.test(node.test, inner))

    def each(self, node: n.Each, scope: Scope, expected: Type | None) -> t.Expr:
        name = node.of.name if isinstance(node.of, n.Where) else None
        of = self._check(node.of, scope, LIST)
        item = item_type(of.type)
        if item is None:
            return self.wrong_type(node.of, of.type, "a list", self.hidden(node.of, scope))
        inner, var = self.inside(name, item, scope)
        inner = inner.knowing(self.facts_of_filter(of, var))
        want = item_type(expected) if expected is not None else None
        value = self._need(node.value, inner, None if isinstance(want, UnknownType) else want)
        return t.Map(ListType(value.type), node.start, node.end, of, var, value)

    def inside(self, name: str | None, item: Type, scope: Scope) -> tuple[Scope, str]:
        if name is None:
            return scope.bind_it(item, candidate=True)
        return scope.bind(name, item)

    def facts_of_filter(self, of: t.Expr, var: str) -> frozenset[str]:
        found: frozenset[str] = frozenset()
        while isinstance(of, t.Filter):
            inner = facts_if(of.test, True)
            found |= {f"{var}{f[len(of.var) :]}" for f in inner if f.startswith(f"{of.var}.")}
            of = of.set
        return found


def _is_list(type_: Type) -> bool:
    return item_type(type_) is not None and not isinstance(type_, UnknownType)


_HANDLERS: dict[type[n.Node], Callable[..., t.Expr]] = {
    n.Number: ValueChecker.number,
    n.Truth: ValueChecker.truth,
    n.Name: ValueChecker.name,
    n.Dot: ValueChecker.dot,
    n.Call: ValueChecker.call,
    n.Items: ValueChecker.items,
    n.Negate: ValueChecker.negate,
    n.Arithmetic: ValueChecker.arithmetic,
    n.Range: ValueChecker.range,
    n.Compare: ValueChecker.compare,
    n.Not: ValueChecker.not_,
    n.Logic: ValueChecker.logic,
    n.Has: ValueChecker.has,
    n.Can: ValueChecker.can,
    n.Where: ValueChecker.where,
    n.Each: ValueChecker.each,
    n.IfValue: ValueChecker.if_value,
}
