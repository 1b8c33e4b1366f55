"""What is known to hold where a test is asked: what an ability waits for, and the tests around it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from rulewright.dsl import typed as t
from rulewright.dsl.analysis.constant import Said
from rulewright.dsl.visit import all_steps
from rulewright.model.types import BOOL

Known = tuple[tuple[Said, ...], t.Expr | None]
"""What holds, and the last test of it that stands in the same text."""


def known_at(rules: t.Rules) -> Mapping[int, Known]:
    """By the identity of an `if`, statement or value, what holds as long as nothing was done since."""
    found: dict[int, Known] = {}
    heard = {c.event.verb for c in rules.clauses if c.event is not None and c.ability.sort != "after"}
    for clause in rules.clauses:
        if clause.cost is not None or clause.target is not None or clause.ability.may:
            continue  # much can happen in between
        given = tuple(_waited_for(clause))
        if clause.body is not None:
            _spread(clause.body.body, given, None, found)
        if clause.amount is not None:
            _value(clause.amount.value, given, None, found)
    for name, verb in rules.verbs.items():
        given = () if name in heard else tuple(_formula(verb.requires))
        _spread(verb.do.body, given, None, found)
    for step in all_steps(rules.flow):
        if step.do is not None:
            once = step.turns is None and step.times is None and step.until is None
            _spread(step.do.body, tuple(_formula(step.if_)) if once else (), None, found)
    return found


def _waited_for(clause: t.Clause) -> Iterable[Said]:
    if clause.event is not None:
        for param, arg in zip(clause.params, clause.event.args, strict=True):
            if isinstance(arg, t.Const):
                local = t.Local(arg.type, arg.start, arg.end, param)
                yield t.Compare(BOOL, arg.start, arg.end, "==", local, arg, False), True
    yield from _formula(clause.when)


def _formula(formula: t.Formula | None) -> Iterable[Said]:
    if formula is not None and not formula.lets:
        yield formula.value, True


def _spread(
    block: Sequence[t.Stmt], given: tuple[Said, ...], last: t.Expr | None, found: dict[int, Known]
) -> None:
    """Note what holds at the statements of a block, up to the first that changes something."""
    for statement in block:
        match statement:
            case t.If(test=test, then=then, other=other):
                if given:
                    found[id(statement)] = given, last
                _spread(then, (*given, (test, True)), test, found)
                _spread(other, (*given, (test, False)), test, found)
                if all(map(_is_pure, (*then, *other))):
                    if then and isinstance(then[-1], t.Stop) and not other:
                        given, last = (*given, (test, False)), test
                    continue
                _later(block[block.index(statement) + 1 :], found)
                return
            case t.Let(value=value):
                _value(value, given, last, found)
            case t.Set(value=value):
                _value(value, given, last, found)
                _later(block[block.index(statement) + 1 :], found)
                return
            case _:
                _inside(statement, found)
                _later(block[block.index(statement) + 1 :], found)
                return


def _later(block: Sequence[t.Stmt], found: dict[int, Known]) -> None:
    """Go on behind a statement that may have changed what held."""
    if block:
        _spread(block, (), None, found)


def _inside(statement: t.Stmt, found: dict[int, Known]) -> None:
    match statement:
        case t.For(body=body) | t.RepeatTimes(body=body):
            _spread(body, (), None, found)
        case t.RepeatWhile(test=test, body=body):
            _spread(body, ((test, True),), test, found)
        case t.Choose(body=body, other=other):
            _spread(body, (), None, found)
            _spread(other, (), None, found)
        case t.Menu(branches=branches):
            for branch in branches:
                _spread(branch.body, (), None, found)


def _value(value: t.Expr, given: tuple[Said, ...], last: t.Expr | None, found: dict[int, Known]) -> None:
    while isinstance(value, t.Conditional):
        if given:
            found[id(value)] = given, last
        _value(value.then, (*given, (value.test, True)), value.test, found)
        given, last, value = (*given, (value.test, False)), value.test, value.other


def _is_pure(statement: t.Stmt) -> bool:
    return isinstance(statement, t.Let | t.Stop)
