"""Declared fields and state: type, default, starting value."""

from __future__ import annotations

from typing import Literal

from rulewright.dsl.keywords import RESERVED
from rulewright.dsl.scope import UNKNOWN
from rulewright.model.game import FieldDecl, Value
from rulewright.model.types import (
    BoolType,
    CellType,
    ComponentType,
    IntType,
    ListType,
    PairType,
    PlacementType,
    Type,
)
from rulewright.packs.access import effects, flag, maybe_word, word
from rulewright.packs.gather import Section
from rulewright.packs.linking.literals import Literals
from rulewright.packs.linking.names import Names
from rulewright.packs.linking.spelling import Spelling
from rulewright.source.diagnostics import Problems
from rulewright.source.records import record
from rulewright.source.text import EffectText, Span
from rulewright.source.tree import Branch, Mapping


@record(frozen=True, slots=True)
class Linker:
    """What every declaration is read with."""

    problems: Problems
    names: Names
    spelling: Spelling
    literals: Literals

    def type(self, branch: Branch) -> Type:
        return self.spelling.parse(word(branch), branch.span)

    def params(self, under: Mapping) -> dict[str, Type]:
        """Parameters in written order."""
        if "params" not in under.items:
            return {}
        inner = under.items["params"]
        assert isinstance(inner, Mapping)
        return {name: self.type(branch) for name, branch in inner.items.items()}

    def effects(self, under: Mapping, key: str) -> dict[str, EffectText]:
        return effects(under, key, self.problems)


def check_word(name: str, span: Span, problems: Problems) -> None:
    """Refuse a name that is a word of the effect language, in which it could not be said."""
    if name in RESERVED:
        message = f"'{name}' is a word of the effect language"
        problems.error("T517", message, span, hint="choose another name")


def fixed_fields(section: Section, link: Linker) -> dict[str, FieldDecl]:
    """Fields fixed on the card, from their short or long form."""
    return {name: _fixed(name, branch, span, link) for name, (branch, span) in section.items()}


def state_fields(section: Section, link: Linker, *, of_things: bool = False) -> dict[str, FieldDecl]:
    """State, with a starting value unless it is optional; only that of things is rolled, one of each."""
    found = {name: _state(name, branch, span, link) for name, (branch, span) in section.items()}
    ranged = (d for d in found.values() if isinstance(d.type, IntType) and d.type.low is not None)
    rolled = [decl for decl in ranged if decl.rolled]  # of others it is told that they cannot be
    for decl in rolled[of_things:]:
        message = f"'{decl.name}' is rolled, as '{rolled[0].name}' is"
        expected = "one state of a kind that is rolled"
        if not of_things:
            message, expected = f"'{decl.name}' is rolled and is of no thing", "state of a kind"
        link.problems.error("R311", message, decl.span, expected=expected)
    return found


def _spelt(branch: Branch) -> Branch:
    return branch.items["type"] if isinstance(branch, Mapping) else branch


def _fixed(name: str, branch: Branch, span: Span, link: Linker) -> FieldDecl:
    spelt = _spelt(branch)
    type_, optional = link.spelling.parse_optional(word(spelt), spelt.span)
    if component := _component_in(type_):
        link.problems.error(
            "R311",
            f"field '{name}' cannot name a component: a card is printed before the game",
            spelt.span,
            hint=f"write 'entry of {component}', or move it to 'state'",
        )
        type_ = UNKNOWN
    default: Value = None
    provenance = None
    has_default = isinstance(branch, Mapping) and "default" in branch.items
    if isinstance(branch, Mapping):
        provenance = maybe_word(branch, "provenance")
        if has_default:
            default = link.literals.read(type_, branch.items["default"])
    better = better_with(branch, type_, link)
    return FieldDecl(name, type_, optional, False, default, has_default, False, provenance, span, better)


def better_with(branch: Branch, type_: Type, link: Linker) -> Literal["more", "less"] | None:
    """Of which a card is better for having it, as a field or formula says."""
    if not isinstance(branch, Mapping) or "better" not in branch.items:
        return None
    if not isinstance(type_, IntType) and type_ != UNKNOWN:
        message = f"of {type_} there is neither more nor less"
        link.problems.error("R311", message, branch.items["better"].span, expected="a number")
    return "less" if word(branch.items["better"]) == "less" else "more"


def _component_in(type_: Type) -> str | None:
    match type_:
        case ComponentType(kind):
            return kind
        case CellType(zone) | PlacementType(zone):
            return zone
        case ListType(item):
            return _component_in(item)
        case PairType(first, second):
            return _component_in(first) or _component_in(second)
    return None


def _state(name: str, branch: Branch, span: Span, link: Linker) -> FieldDecl:
    spelt = _spelt(branch)
    type_, optional = link.spelling.parse_optional(word(spelt), spelt.span)
    if word(spelt).removeprefix("optional ") in ("text", "shape"):
        link.problems.error(
            "R311", f"state '{name}' cannot be {word(spelt)}", spelt.span, hint="write it under 'fields'"
        )
        type_ = UNKNOWN
    rolled = isinstance(branch, Mapping) and flag(branch, "rolled")
    ranged = isinstance(type_, IntType) and type_.low is not None
    if rolled and not ranged and type_ != UNKNOWN:
        link.problems.error(
            "R311", f"'{name}' is rolled but is {type_}", spelt.span, expected="a range such as 1..6"
        )
    if isinstance(branch, Mapping) and "start" in branch.items:
        start = link.literals.start(type_, branch.items["start"])
        return FieldDecl(name, type_, optional, True, start, True, rolled, None, span)
    if not optional and not isinstance(type_, BoolType) and type_ != UNKNOWN:
        message = f"state '{name}' has no start"
        link.problems.error("R307", message, span, expected="start: …, or an optional type")
    implied = isinstance(type_, BoolType) and not optional
    return FieldDecl(name, type_, optional, True, False if implied else None, implied, rolled, None, span)
