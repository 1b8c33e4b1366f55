"""Values and branches that make no difference: neutral numbers, things named twice, both ways the same."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rulewright.dsl import typed as t
from rulewright.dsl.alike import alike
from rulewright.dsl.analysis.constant import Constants
from rulewright.dsl.analysis.texts import Text, Texts
from rulewright.dsl.facts import constant
from rulewright.dsl.visit import walk
from rulewright.model.types import BoolType
from rulewright.source.diagnostics import Problems

CODE = "W914"
Found = tuple[t.Expr | t.Stmt, str, str]
"""Where nothing changes, why, and what to do about it."""

_LEAVE_OUT = "leave it out, or say what was meant"
_SETS = frozenset({"any", "all", "none", "distinct"})


def check_alike(texts: Texts, constants: Constants, problems: Problems) -> None:
    """Warn of what could be left out of a value or a branch without a difference."""
    sorts = (t.Arithmetic, t.Negate, t.BuiltIn, t.Map, t.Compare, t.Conditional, t.If, t.RepeatTimes)
    for text, node in texts.all_of(*sorts):
        for place, message, hint in _of(text, node, constants):
            problems.warning(CODE, message, text.at(place), hint=hint)
    for text, node in texts.all_of(t.Menu):
        _options(text, node, problems)


def _of(text: Text, node: object, constants: Constants) -> Iterator[Found]:
    match node:
        case t.Arithmetic():
            yield from _arithmetic(node)
        case t.Negate(of=t.Negate()):
            yield node, "two signs are none", "leave both out"
        case t.BuiltIn(name="max" | "min" as name, args=(t.ListOf(items=items), _)):
            yield from _extreme(name, items, constants)
        case t.BuiltIn(name="distinct", args=(of,)) if _is_distinct(of):
            yield of, "nothing stands in this list twice, so `distinct` changes nothing", "leave it out"
        case t.BuiltIn(name="ordered", args=(_, t.Map(var=var, value=value))) if not _looks_at(value, var):
            yield value, "this is the same for each of them, so their order stays", "say what of each counts"
        case t.BuiltIn(name=name, args=(t.ListOf(items=items),)) if name in _SETS:
            yield from _twice(items)
        case t.BuiltIn(name="union", args=(t.ListOf(items=items),)):
            yield from _twice(items)
        case t.Compare(right=t.ListOf(items=items)):
            yield from _twice(items)
        case t.BuiltIn(name="count" | "any" | "none" as name, args=(t.Map(value=value) as of,)):
            if isinstance(value, t.Local) and value.name == of.var:
                return  # told of the list itself
            if name == "count" or not isinstance(value.type, BoolType):
                hint = "leave out `each` and the value"
                if isinstance(value.type, BoolType):
                    hint = "say `where` to take those for which it is true"
                said = f"whatever this is, `{name}` asks how many things `{text.words(of.set)}` holds"
                yield value, said, hint
        case t.Map(var=var, value=t.Local(name=name) as value) if name == var:
            yield value, "each thing stands for itself already", "leave out `each` and the value"
        case t.Conditional(test=test, then=then, other=other):
            if text.words(then) == text.words(other) and alike(then, other):
                yield test, "both values are the same, so this makes no difference", _LEAVE_OUT
        case t.If(test=test, then=then, other=other):
            if (
                then
                and other
                and not isinstance(then[0], t.Stop)
                and _written(text, then) == _written(text, other)
            ):
                yield test, "both ways do the same, so this makes no difference", _LEAVE_OUT
        case t.RepeatTimes(times=times) if constant(times) == 1:
            yield times, "what is repeated once is done once without it", "say how often, or leave it out"


def _arithmetic(node: t.Arithmetic) -> Iterator[Found]:
    left, right = constant(node.left), constant(node.right)
    match node.op:
        case "+" | "-" if right == 0 or (left == 0 and node.op == "+"):
            place = node.right if right == 0 else node.left
            yield place, f"`{node.op}` nought changes nothing", "say how much, or leave it out"
        case "-" if left is None and alike(node.left, node.right):
            yield node, "this is always nought", "one of the two is probably meant to be something else"
        case "*" if 0 in (left, right):
            yield node, "this is always nought", "say how often, or leave it out"
        case "*" if 1 in (left, right):
            place = node.right if right == 1 else node.left
            yield place, "`*` one changes nothing", "say how often, or leave it out"
        case "//up" | "//down" if right == 1:
            yield node.right, "`/` one changes nothing", "say by how much, or leave it out"


def _extreme(name: str, items: Sequence[t.Expr], constants: Constants) -> Iterator[Found]:
    """Numbers of which another one is always as great, or as small."""
    left = list(items)
    for item in reversed(items):
        low, high = constants.bounds(item)
        for other in left:
            if other is item:
                continue
            least, most = constants.bounds(other)
            beaten = least >= high if name == "max" else most <= low
            if beaten or alike(item, other):
                what = "greater" if name == "max" else "less"
                yield item, f"this is never {what} than another one beside it", _LEAVE_OUT
                left = [each for each in left if each is not item]
                break


def _is_distinct(of: t.Expr) -> bool:
    match of:
        case t.Members() | t.Zone() | t.RangeOf():
            return True
        case t.Filter(set=inner) | t.BuiltIn(name="ordered" | "top", args=(inner, *_)):
            return _is_distinct(inner)
        case t.BuiltIn(name="distinct" | "union"):
            return True
    return False


def _looks_at(value: t.Expr, var: str) -> bool:
    return any(isinstance(node, t.Local) and node.name == var for node in walk(value))


def _twice(items: Sequence[t.Expr]) -> Iterator[Found]:
    for index, item in enumerate(items):
        if any(alike(item, other) for other in items[:index]):
            yield item, "this stands in the list twice", "leave one out, or say what was meant"


def _options(text: Text, menu: t.Menu, problems: Problems) -> None:
    """Options that differ in nothing but their names."""
    for index, branch in enumerate(menu.branches):
        for other in menu.branches[:index]:
            tests = branch.test, other.test
            likewise = tests == (None, None) or (None not in tests and alike(*tests))
            if likewise and _written(text, branch.body) == _written(text, other.body):
                message = f"'{branch.id}' does what '{other.id}' does"
                related = (("this one", text.at(other.body[0])),)
                hint = "leave one out, or say what it does otherwise"
                problems.warning(CODE, message, text.at(branch.body[0]), hint=hint, related=related)
                break


def _written(text: Text, block: Sequence[t.Stmt]) -> str:
    """What stands in a block; the same words mean the same at the same place."""
    return " ".join(text.text.text[block[0].start : block[-1].end].split()) if block else ""
