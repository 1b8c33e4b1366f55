"""Statements and modifiers that change nothing, whatever is the case."""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.dsl import typed as t
from rulewright.dsl.alike import alike
from rulewright.dsl.analysis.constant import Constants
from rulewright.dsl.analysis.texts import Texts
from rulewright.dsl.facts import constant
from rulewright.source.diagnostics import Problems

CODE = "W914"
_NEUTRAL = {"add": 0, "multiply": 1}


def check_idle(texts: Texts, constants: Constants, problems: Problems) -> None:
    """Warn of what is done in vain: `x += 0`, the shuffle of a zone without an order, `add: 0`."""
    for text, node in texts.all_of(t.Set, t.Primitive):
        if (why := _why(node, constants)) is not None:
            message, hint = why
            problems.warning(CODE, message, text.at(node), hint=hint)
    for value in texts.rules.values.values():
        _bounds(value, constants, problems)
    for line in texts.rules.scoring:
        if constant(line.points.value) == 0:
            span = line.points.text.at(line.points.value.start, line.points.value.end)
            problems.warning(CODE, "this line adds nought", span, hint="say how many, or leave it out")
    _lines(texts.rules.scoring, problems)
    _clashes(texts, problems)
    told = set()
    for clause in texts.rules.clauses:
        amount = clause.amount
        if amount is None or clause.ability.span in told:
            continue
        told.add(clause.ability.span)
        if (
            _keeps(clause.ability.stage or "", amount.value)
            or _is_so(clause, texts.rules)
            or _is_bound(clause, constants)
        ):
            span = amount.text.at(amount.value.start, amount.value.end)
            hint = "say another amount, or remove it"
            problems.warning(CODE, f"'{clause.ability.subject}' stays as it is", span, hint=hint)


def _bounds(value: t.Value, constants: Constants, problems: Problems) -> None:
    """Bounds that contradict each other, or that are always reached.

    A value that is a plain number is there to be changed.
    """
    least, most = value.at_least, value.at_most
    if (
        least is not None
        and most is not None
        and constants.bounds(least.value)[0] > constants.bounds(most.value)[1]
    ):
        related = (("this one", most.text.at(most.value.start, most.value.end)),)
        message = f"'at_most' is always below it, so '{value.name}' is that whatever it would be"
        span = least.text.at(least.value.start, least.value.end)
        problems.warning(CODE, message, span, hint="exchange the two, or remove one", related=related)
        return
    if value.name in constants.modified or isinstance(value.is_.value, t.Const):
        return
    low, high = constants.of_formula(f"value {value.name}", value.is_)
    for key, bound in (("at_least", least), ("at_most", most)):
        if bound is None:
            continue
        limit = constants.bounds(bound.value)
        if (high <= limit[0]) if key == "at_least" else (low >= limit[1]):
            message = f"'is' is never on the other side of it, so '{value.name}' is always '{key}'"
            span = bound.text.at(bound.value.start, bound.value.end)
            problems.warning(
                CODE, message, span, hint=f"see `is` and '{key}': one of them says something else"
            )


def _lines(lines: Sequence[t.Line], problems: Problems) -> None:
    """Two lines of the scoring that count the same."""
    before: dict[tuple[str, ...], t.Line] = {}
    for line in lines:
        texts = (line.set.text if line.set is not None else None), line.points.text
        words = tuple(" ".join(text.text.split()) if text is not None else "" for text in texts)
        first = before.setdefault(words, line)
        if first is not line and constant(line.points.value) != 0:
            related = (("this one", first.points.text.at(first.points.value.start, first.points.value.end)),)
            span = line.points.text.at(line.points.value.start, line.points.value.end)
            message = f"'{line.id}' counts once more what '{first.id}' counts"
            problems.warning(CODE, message, span, hint="remove one, or say what it counts", related=related)


def _why(node: object, constants: Constants) -> tuple[str, str] | None:
    """Why a statement changes nothing, and what to do about it; None if it may change something."""
    match node:
        case t.Set(op="=", place=place, value=value) if alike(place, value):
            return "this sets it to what it is", "say what it should become, or leave it out"
        case t.Set(op="+=" | "-=", value=value) if constant(value) == 0:
            return "this adds nought", "say how much, or leave it out"
        case t.Primitive(name="draw", args=(_, number, _)) if constant(number) == 0:
            return "this draws nothing", "say how many, or leave it out"
        case t.Primitive(name="draw", args=(source, _, to)) if alike(source, to):
            return "what is drawn comes back to where it lay", "say where it goes, or leave it out"
        case t.Primitive(name="shuffle", args=(t.Zone(name=name),)):
            if not constants.game.zones[name].ordered:
                hint = f"give '{name}' an `order: stack`, or leave it out"
                return f"'{name}' has no order, so there is nothing to shuffle", hint
        case t.Primitive(name="move", args=(t.Zone(name=name) as what, to, *_)) if alike(what, to):
            zone = constants.game.zones[name]
            if not zone.ordered and zone.grid is None:
                return "all of this lies there already", "say where it goes, or leave it out"
        case t.Primitive(name="replace", args=(what, by, *_)) if alike(what, by):
            return "this replaces a thing by itself", "say what takes its place"
        case t.Primitive(name="move" | "roll", args=(what, *_)) if constants.empty(what):
            return "this list never holds anything", "see what the list is made of"
    return None


def _keeps(stage: str, amount: t.Expr) -> bool:
    """Whether an amount leaves every number as it was."""
    if stage in _NEUTRAL:
        return constant(amount) == _NEUTRAL[stage]
    return stage == "change_to" and isinstance(amount, t.Local) and amount.name.startswith("so_far_")


def _is_so(clause: t.Clause, rules: t.Rules) -> bool:
    """Whether `set_to` says the number that the value has by itself."""
    value = rules.values.get(str(clause.ability.subject))
    if clause.ability.stage != "set_to" or value is None or clause.amount is None:
        return False
    return isinstance(value.is_.value, t.Const) and alike(value.is_.value, clause.amount.value)


def _is_bound(clause: t.Clause, constants: Constants) -> bool:
    """Whether a bound is one that the value has by itself."""
    value, stage = constants.rules.values.get(str(clause.ability.subject)), clause.ability.stage
    if value is None or clause.amount is None:
        return False
    low, high = constants.bounds(clause.amount.value)
    if stage == "at_least" and value.at_least is not None:
        return high <= constants.bounds(value.at_least.value)[0]
    return (
        stage == "at_most" and value.at_most is not None and low >= constants.bounds(value.at_most.value)[1]
    )


def _clashes(texts: Texts, problems: Problems) -> None:
    """Tell of rules that always set a value to different numbers, which is a fault when it is asked for."""
    first: dict[str, t.Clause] = {}
    for clause in texts.rules.clauses:
        ability, amount = clause.ability, clause.amount
        always = clause.host is None and ability.when is None and ability.group is None
        if ability.stage != "set_to" or not always or amount is None or not isinstance(amount.value, t.Const):
            continue
        other = first.setdefault(str(ability.subject), clause)
        assert other.amount is not None
        if not alike(other.amount.value, amount.value):
            span = amount.text.at(amount.value.start, amount.value.end)
            message = (
                f"'{other.ability.id}' sets '{ability.subject}' to another value, always as this one does"
            )
            related = (("this one", other.ability.span),)
            hint = "give both a `when`, so that they never apply at once"
            problems.error("T515", message, span, hint=hint, related=related)
