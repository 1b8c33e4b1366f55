"""Abilities that wait for an event which takes their component to where they do not work."""

from __future__ import annotations

from rulewright.dsl import typed as t
from rulewright.dsl.visit import walk
from rulewright.source.diagnostics import Problems


def check_hearing(rules: t.Rules, problems: Problems) -> None:
    """Warn of `after: drop(this)` where `drop` ends with moving its argument out of `live_in`.

    Only where that is sure: the move is the last that the verb does, and always done. What an overlay or
    template says for many cards is told once.
    """
    told = set()
    for clause in rules.clauses:
        if clause.ability.sort != "after" or clause.event is None or clause.host is None:
            continue
        live = rules.game.kinds[clause.host].live_in
        for number, arg in enumerate(clause.event.args):
            if not live or not isinstance(arg, t.Local) or arg.name != "this":
                continue
            verb = rules.verbs[clause.event.verb]
            to = moved_to(verb, verb.do.params[number])
            if to is None or to in live or clause.ability.span in told:
                continue
            told.add(clause.ability.span)
            message = (
                f"this is never done: after '{verb.name}' it lies in {to}, where its abilities do not work"
            )
            hint = f"wait with `before`, or put {to} into `live_in`"
            problems.warning("W913", message, clause.ability.span, hint=hint)


def moved_to(verb: t.Verb, param: str) -> str | None:
    """The zone into which the last statement of a verb always moves an argument; None if that is not sure."""
    body = verb.do.body
    if not body or any(isinstance(node, t.Stop) for statement in body for node in walk(statement)):
        return None
    match body[-1]:
        case t.Primitive(name="move", args=(t.Local(name=name), t.Zone(name=zone))) if name == param:
            return zone
    return None
