"""Whether a verb with `gives` has its result on every way through its text."""

from __future__ import annotations

from rulewright.dsl import typed as t


def gives_result(body: tuple[t.Stmt, ...]) -> bool:
    """Whether every way through the statements sets the result."""
    surely, unset = _ways(body)
    return surely and not unset


def _ways(body: tuple[t.Stmt, ...]) -> tuple[bool, bool]:
    """Whether every way to the end of a block sets the result, and whether a `stop` may come before."""
    unset = False
    for statement in body:
        match statement:
            case t.SetResult():
                return True, unset
            case t.Stop():
                return True, True
            case t.If(then=one, other=other) | t.Choose(body=one, other=other):
                ways = [_ways(one), _ways(other)]  # what chance picks has no `else`, so it is never sure
                sure = all(surely for surely, _ in ways)
            case t.Menu(branches=branches):
                ways = [_ways(branch.body) for branch in branches]
                offered = any(branch.test is None for branch in branches)
                sure = offered and not statement.may and all(surely for surely, _ in ways)
            case t.For(body=inner) | t.RepeatTimes(body=inner) | t.RepeatWhile(body=inner):
                ways, sure = [_ways(inner)], False
            case _:
                continue
        unset |= any(early for _, early in ways)
        if sure:
            return True, unset
    return False, unset
