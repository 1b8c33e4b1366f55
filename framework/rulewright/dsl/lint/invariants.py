"""Invariants that cannot fail, whatever the rules do, so that they test nothing.

An invariant is there to be always true: that declared ranges keep it is no mistake. One that is true by what
a list is, that compares a thing with itself or that is about no thing says nothing.
"""

from __future__ import annotations

from rulewright.dsl import typed as t
from rulewright.dsl.alike import alike
from rulewright.dsl.analysis.constant import Constants
from rulewright.dsl.analysis.texts import Text, Texts
from rulewright.dsl.facts import constant, is_optional, nobody
from rulewright.model.types import BoolType
from rulewright.source.diagnostics import Problems

CODE = "W902"
_FLIPPED = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "==": "==", "!=": "!="}


def check_invariants(texts: Texts, constants: Constants, problems: Problems) -> None:
    """Warn of sides of invariants that are true whatever is the case."""
    for text, nodes in texts.each():
        if text.key.startswith("invariant/") and isinstance(text.roots[-1], t.Expr):
            constants.look_at(nodes)
            _tell(text, text.roots[-1], constants, problems)
    constants.look_at(())


def _tell(text: Text, test: t.Expr, constants: Constants, problems: Problems) -> None:
    if isinstance(test, t.Logic) and test.op == "and":
        _tell(text, test.left, constants, problems)
        _tell(text, test.right, constants, problems)
    elif _holds(test, constants):
        hint = "say what the rules might break, as `count(card) == 60`"
        problems.warning(CODE, "this is true whatever happens, so it tests nothing", text.at(test), hint=hint)


def _holds(test: t.Expr, constants: Constants) -> bool:
    match test:
        case t.Const():
            return bool(test.value)
        case t.Logic(op=op, left=left, right=right):
            sides = _holds(left, constants), _holds(right, constants)
            return all(sides) if op == "and" else any(sides)
        case t.Compare(op=op, left=left, right=right):
            if isinstance(left, t.Const):
                left, right, op = right, left, _FLIPPED.get(op, op)
            if alike(left, right):
                return op in ("==", "<=", ">=") and not is_optional(left) and not nobody(left)
            number = constant(right)
            counted = isinstance(left, t.BuiltIn) and left.name in ("count", "players")
            return counted and number is not None and _not_below(op, number)
        case t.BuiltIn(name="all", args=(t.Map(set=of, value=value),)) if isinstance(value.type, BoolType):
            return _is_empty(of, constants) or _holds(value, constants)
    return False


def _not_below(op: str, number: int) -> bool:
    """Whether any number from nought on compares so."""
    return (op == ">=" and number <= 0) or (op in (">", "!=") and number < 0)


def _is_empty(of: t.Expr, constants: Constants) -> bool:
    """Whether a `where` leaves nothing of a list."""
    return isinstance(of, t.Filter) and (constants.truth(of.test) is False or _is_empty(of.set, constants))
