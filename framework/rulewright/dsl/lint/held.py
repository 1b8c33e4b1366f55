"""What scenarios expect to hold: tests that are always the same test nothing.

There are many scenarios, so that only what is seen at once is looked at: comparisons, by their bounds.
"""

from __future__ import annotations

from collections.abc import Iterable

from rulewright.dsl import typed as t
from rulewright.dsl.alike import alike
from rulewright.dsl.analysis.constant import Constants
from rulewright.dsl.facts import is_optional, nobody
from rulewright.model.types import EnumType, IntType
from rulewright.source.diagnostics import Problems


def check_held(rules: t.Rules, held: Iterable[t.Formula], problems: Problems) -> None:
    """Warn of what a scenario expects to hold and always does, or never."""
    constants = Constants(rules)
    for formula in held:
        _tell(formula, formula.value, constants, problems)


def _tell(formula: t.Formula, test: t.Expr, constants: Constants, problems: Problems) -> None:
    """Tell of the comparisons in a test that are always the same."""
    match test:
        case t.Logic(left=left, right=right):
            _tell(formula, left, constants, problems)
            _tell(formula, right, constants, problems)
        case t.Not(of=of):
            _tell(formula, of, constants, problems)
        case t.Compare() | t.Const():
            truth = _always(test, constants)
            if truth is not None:
                message = f"this is always {'true' if truth else 'false'}"
                span = formula.text.at(test.start, test.end)
                problems.warning("W902", message, span, hint="leave it out, or test what was meant")


def _always(test: t.Compare | t.Const, constants: Constants) -> bool | None:
    """What a comparison always is, by the bounds of its sides."""
    if isinstance(test, t.Const):
        return bool(test.value)
    left, right, op = test.left, test.right, test.op
    if op in ("in", "not in") or any(is_optional(side) or nobody(side) for side in (left, right)):
        return None
    if alike(left, right):
        return op in ("==", "<=", ">=")
    if not isinstance(left.type, IntType | EnumType):
        return None
    (a, b), (c, d) = _bounds(left, constants), _bounds(right, constants)
    apart, equal = b < c or d < a, a == b == c == d
    always = {"==": equal, "!=": apart, "<": b < c, "<=": b <= c, ">": a > d, ">=": a >= d}
    never = {"==": apart, "!=": equal, "<": a >= d, "<=": a > d, ">": b <= c, ">=": b < c}
    return True if always[op] else False if never[op] else None


def _bounds(value: t.Expr, constants: Constants) -> tuple[float, float]:
    """As of `Constants`, but tests inside of lists are not looked at."""
    of = value.args[0] if isinstance(value, t.BuiltIn) and value.name == "count" else None
    if of is None:
        return constants.bounds(value)
    while isinstance(of, t.Filter | t.Map):
        of = of.set
    return 0, constants.most(of)
