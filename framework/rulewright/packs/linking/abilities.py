"""Abilities: triggered, activated and static clauses."""

from __future__ import annotations

from typing import Literal, cast

from rulewright.dsl.builtins import PRIMITIVES
from rulewright.dsl.keywords import DECLINE
from rulewright.model.game import Ability
from rulewright.packs.access import effect, flag, mapping, maybe_effect, maybe_word, word
from rulewright.packs.gather import Section
from rulewright.packs.linking.fields import Linker
from rulewright.source.text import Span
from rulewright.source.tree import Mapping

STAGES = ("set_to", "add", "multiply", "change_to", "at_least", "at_most")
_TRIGGERED = frozenset({"when", "may", "uses", "do"})
_KEYS = {
    "after": _TRIGGERED,
    "before": _TRIGGERED,
    "instead_of": _TRIGGERED,
    "window": frozenset({"prompt", "when", "target", "cost", "uses", "do"}),
    "modify": frozenset({"when", "group", *STAGES}),
}
"""The key that makes an ability one of its sort, and the keys that go with it."""

_REFERS = {"window": ("windows", "window"), "modify": ("values", "value")}


def read_abilities(section: Section, link: Linker) -> dict[str, Ability]:
    """Abilities by id, sorted; those whose keys do not go together are noted and left out."""
    found = (_ability(name, mapping(section[name][0]), section[name][1], link) for name in sorted(section))
    return {ability.id: ability for ability in found if ability}


def _ability(name: str, under: Mapping, span: Span, link: Linker) -> Ability | None:
    heads = [key for key in _KEYS if key in under.items]
    if len(heads) != 1:
        _refuse(
            f"ability '{name}' has {_listed(heads)}", span, f"exactly one of {_listed(list(_KEYS))}", link
        )
        return None
    head = heads[0]
    stray = [key for key in under.items if key != head and key not in _KEYS[head]]
    for key in stray:
        expected = _listed(sorted(_KEYS[head]))
        _refuse(f"'{key}' does not go with '{head}'", under.key_spans[key], expected, link, _meant(key, head))
    if stray:
        return None
    stages = [key for key in STAGES if key in under.items]
    if head == "modify" and len(stages) != 1:
        _refuse(
            f"ability '{name}' has {_listed(stages)}", span, f"exactly one of {_listed(list(STAGES))}", link
        )
        return None
    if head != "modify" and "do" not in under.items:
        _refuse(f"ability '{name}' does nothing", span, "do", link)
        return None
    _check_references(head, under, link)
    if name == DECLINE and flag(under, "may"):
        message = f"'{DECLINE}' is what who does not choose answers"
        link.problems.error("T517", message, span, hint="choose another name")
    return _built(name, head, stages[0] if stages else None, under, span, link)


def _built(name: str, head: str, stage: str | None, under: Mapping, span: Span, link: Linker) -> Ability:
    problems, subject = link.problems, under.items[head]
    return Ability(
        id=name,
        sort=cast(Literal["before", "after", "instead_of", "modify", "window"], head),
        subject=word(subject) if head in _REFERS else effect(subject, problems),
        when=maybe_effect(under, "when", problems),
        do=maybe_effect(under, "do", problems),
        target=maybe_effect(under, "target", problems),
        prompt=maybe_effect(under, "prompt", problems),
        cost=maybe_effect(under, "cost", problems),
        may=flag(under, "may"),
        uses=maybe_word(under, "uses"),
        stage=stage,
        amount=effect(under.items[stage], problems) if stage else None,
        group=maybe_word(under, "group"),
        span=span,
    )


def _check_references(head: str, under: Mapping, link: Linker) -> None:
    if head in _REFERS:
        section, what = _REFERS[head]
        name = word(under.items[head])
        hint = _no_value(name, link) if head == "modify" else None
        link.names.known(section, what, name, under.items[head].span, hint)
    if "uses" in under.items:
        link.names.known("budgets", "budget", word(under.items["uses"]), under.items["uses"].span)


def _no_value(name: str, link: Linker) -> str | None:
    """What there is of a name that is to be modified and is no value."""
    if link.names.has("verbs", name):
        return f"'{name}' is a verb: what is done when it happens says `after: {name}(…)`"
    if name in PRIMITIVES:
        return f"'{name}' is a built-in change, which nothing modifies"
    if link.names.has("tables", name):
        return f"'{name}' is a table, which nothing modifies: read it in a value, and modify that"
    if name in link.names.owners:
        kind = link.names.owners[name]
        value = f"values: {{{name}_of: {{params: {{{kind[0]}: {kind}}}, is: {kind[0]}.{name}}}}}"
        return (
            f"'{name}' belongs to '{kind}': what is modified is a value, as in `{value}`, where that is read"
        )
    section = next((each for each in _NOT_MODIFIED if link.names.has(each, name)), None)
    return None if section is None else _NOT_MODIFIED[section].format(name)


_STATE = "'{0}' is state, which an effect changes, as in `after: …` with `do: {0} = …`"
_DERIVED = "'{0}' is derived: write it as a value under `values:`, read that, and modify it"
_NOT_MODIFIED = {
    "game.state": _STATE,
    "turn.state": _STATE.replace("do: ", "do: turn."),
    "seat.state": _STATE.replace("do: ", "do: my "),
    "game.derived": _DERIVED,
    "seat.derived": _DERIVED,
    "zones": "'{0}' is a zone, and only values are modified",
    "kinds": "'{0}' is a kind, and only values are modified",
    "settings": "'{0}' is a setting, and only values are modified: read it in a value",
}
"""What is said of a name that is to be modified, by the section that it stands in."""


def _meant(key: str, head: str) -> str | None:
    """What an ability with this key may have been meant to be."""
    if head == "modify" and key in _TRIGGERED:
        return "a value is changed by an amount, as in `add: 1`; what does something says `after: …` instead"
    return "a value is changed by `modify: …` instead" if key in STAGES else None


def _listed(words: list[str]) -> str:
    return ", ".join(f"'{word}'" for word in words) if words else "none"


def _refuse(message: str, span: Span, expected: str, link: Linker, hint: str | None = None) -> None:
    link.problems.error("R310", message, span, expected=expected, hint=hint)
