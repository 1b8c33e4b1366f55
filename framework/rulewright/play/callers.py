"""Where something went wrong, told by the verbs, abilities and steps that were running."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from rulewright.dsl.typed import Rules
from rulewright.dsl.visit import all_steps
from rulewright.source.text import EffectText, Span

MOST_TOLD = 3


def running(rules: Rules, places: Sequence[Span]) -> tuple[tuple[str, Span], ...]:
    """Places that go with a problem, innermost first: the one in which it happened, and its callers."""
    owners = tuple(_owners(rules)) if places else ()
    return tuple(
        (f"{'called from' if number else 'in'} {_owner(owners, place)}", place)
        for number, place in enumerate(places[:MOST_TOLD])
    )


def _owner(owners: Iterable[tuple[str, EffectText]], place: Span) -> str:
    for name, text in owners:
        if text.span.file is place.file and text.span.start <= place.start < text.span.end:
            return name
    return "here"


def _owners(rules: Rules) -> Iterator[tuple[str, EffectText]]:
    """Every text that runs, with what it belongs to; many cards may share the text of an ability."""
    for verb in rules.verbs.values():
        yield f"'{verb.name}'", verb.do.text
    for clause in rules.clauses:
        for part in (clause.body, clause.cost):
            if part is not None:
                yield f"ability '{clause.ability.id}'", part.text
    for step in all_steps(rules.flow):
        if step.do is not None:
            yield f"step '{step.path}'", step.do.text
