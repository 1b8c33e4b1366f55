"""What scenarios expect to hold: tests that are always the same test nothing."""

from __future__ import annotations

from collections.abc import Iterable

from rulewright.dsl import typed as t
from rulewright.dsl.lint.constant import Constants
from rulewright.source.diagnostics import Problems


def check_held(rules: t.Rules, held: Iterable[t.Formula], problems: Problems) -> None:
    """Warn of what a scenario expects to hold and always does, or never."""
    constants = Constants(rules)
    for formula in held:
        _tell(formula, formula.value, constants, problems)


def _tell(formula: t.Formula, test: t.Expr, constants: Constants, problems: Problems) -> bool:
    """Tell of the innermost parts of a test that are always the same; whether there are any."""
    match test:
        case t.Logic(left=left, right=right):
            inner = [_tell(formula, side, constants, problems) for side in (left, right)]
            if any(inner):
                return True
        case t.Not(of=of):
            return _tell(formula, of, constants, problems)
    truth = constants.truth(test)
    if truth is not None:
        message = f"this is always {'true' if truth else 'false'}"
        span = formula.text.at(test.start, test.end)
        problems.warning("W902", message, span, hint="leave it out, or test what was meant")
    return truth is not None
