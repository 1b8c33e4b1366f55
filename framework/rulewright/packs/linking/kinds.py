"""Kinds of cards and pieces, and the zones that hold them."""

from __future__ import annotations

from collections.abc import Mapping as Lookup
from typing import Literal, cast

from rulewright.dsl.scope import UNKNOWN, UnknownType
from rulewright.model.game import FormulaDecl, Kind, PartDecl, ZoneDecl
from rulewright.model.types import SeatType
from rulewright.packs.access import (
    cell,
    effect,
    flag,
    mapping,
    maybe_effect,
    maybe_word,
    number,
    pairs,
    sequence,
    word,
    words,
)
from rulewright.packs.gather import Section
from rulewright.packs.linking.fields import Linker, better_with, fixed_fields, state_fields
from rulewright.packs.linking.spelling import SHAPE
from rulewright.source.text import Span
from rulewright.source.tree import Branch, Mapping, Sequence

RESERVED = frozenset("like copies abilities provenance bears entry owner whole zone position cell".split())
"""Words that mean something on every card or thing, so that no field can have their name."""


def read_kinds(section: Section, link: Linker) -> dict[str, Kind]:
    return {name: _kind(name, mapping(branch), span, link) for name, (branch, span) in section.items()}


def _section(under: Mapping, key: str) -> Section:
    return {name: (branch, span) for name, branch, span in pairs(under, key)}


def _kind(name: str, under: Mapping, span: Span, link: Linker) -> Kind:
    _check_members(name, under, link)
    parts = tuple(_part(part, mapping(branch)) for part, branch, _ in pairs(under, "parts"))
    _check_cells(under, link)
    shape, shape_field = _shape(under, parts)
    fields = fixed_fields(_section(under, "fields"), link)
    return Kind(
        name=name,
        plural=maybe_word(under, "plural") or f"{name}s",
        fields=fields,
        state=state_fields(_section(under, "state"), link, of_things=True),
        derived=link.effects(under, "derived"),
        formulas=_formulas(under, link),
        bears=maybe_word(under, "bears"),
        parts=parts,
        shape=shape,
        shape_field=shape_field,
        snap=number(under, "snap", 1),
        rotate=flag(under, "rotate"),
        flip=flag(under, "flip"),
        alike=tuple(text for text, _ in words(under, "alike")) if "alike" in under.items else None,
        live_in=tuple(text for text, _ in words(under, "live_in")),
        starts_in=maybe_word(under, "starts_in"),
        owner=maybe_word(under, "owner"),
        span=span,
    )


def _check_cells(under: Mapping, link: Linker) -> None:
    """Parts that say where they lie lie on cells of their own."""
    taken: dict[tuple[int, int], str] = {}
    for name, branch, span in pairs(under, "parts"):
        at = mapping(branch).items.get("at")
        if at is not None and taken.setdefault(cell(at), name) != name:
            message = f"part '{name}' lies on the cell of '{taken[cell(at)]}'"
            link.problems.error("R309", message, span, expected="a cell of its own")


def _part(name: str, under: Mapping) -> PartDecl:
    return PartDecl(name, word(under.items["of"]), cell(under.items["at"]) if "at" in under.items else (0, 0))


def _shape(
    under: Mapping, parts: tuple[PartDecl, ...]
) -> tuple[tuple[tuple[int, int], ...] | None, str | None]:
    """The cells of the piece (its parts' cells when it does not say), or the field that gives them."""
    branch = under.items.get("shape")
    if isinstance(branch, Sequence):
        return tuple(sorted(cell(item) for item in sequence(branch))), None
    if branch is not None:
        return None, word(branch)
    cells = sorted({part.at for part in parts})
    return (tuple(cells) if cells else None), None


def _formulas(under: Mapping, link: Linker) -> dict[str, FormulaDecl]:
    found = {}
    for name, branch, span in pairs(under, "formulas"):
        inner = mapping(branch)
        default = maybe_effect(inner, "default", link.problems)
        gives = link.type(inner.items["gives"])
        better = better_with(inner, gives, link)
        found[name] = FormulaDecl(name, link.params(inner), gives, default, span, better)
    return found


def _check_members(kind: str, under: Mapping, link: Linker) -> None:
    """Fields, state, derived values, formulas and parts share one set of names."""
    seen: dict[str, Span] = {}
    for key in ("fields", "state", "derived", "formulas", "parts"):
        for name, _, span in pairs(under, key):
            if name in RESERVED:
                link.problems.error(
                    "R304", f"'{name}' has a meaning of its own on every card", span, expected="another name"
                )
            elif name in seen:
                related = (("the other", seen[name]),)
                link.problems.error(
                    "R304", f"'{name}' is declared twice in kind '{kind}'", span, related=related
                )
            seen.setdefault(name, span)


def check_kind(
    kind: Kind, under: Mapping, kinds: dict[str, Kind], zones: dict[str, ZoneDecl], link: Linker
) -> None:
    """Complain about what a kind refers to."""
    names = link.names
    if kind.bears is not None and names.known("kinds", "kind", kind.bears, under.items["bears"].span):
        _check_borne(kind, under.items["bears"], kinds, link)
    for part, branch, _ in pairs(under, "parts"):
        of = mapping(branch).items["of"]
        if names.known("kinds", "kind", word(of), of.span) and word(of) in kinds:
            _check_part(part, kinds[word(of)], of, link)
    if "plural" in under.items:
        _check_plural(kind, under.items["plural"], kinds, link)
    for text, span in words(under, "live_in"):
        if names.known("zones", "zone", text, span) and text in zones:
            _check_home(kind, zones[text], span, kinds, link)
    if kind.starts_in is not None:
        _check_start(kind, under.items["starts_in"], zones, link)
    for text, span in words(under, "alike"):
        members = {"entry", *kind.fields, *kind.state}
        if text not in members:
            names.unknown("field", text, span, members)
    if kind.shape_field is not None:
        _check_shape_field(kind, under.items["shape"], link)
    if kind.owner is not None:
        _check_owner(kind, under.items["owner"], link)
    in_use = {part.kind for other in kinds.values() for part in other.parts}
    in_use |= {zone.kind for zone in zones.values()}  # which `check_held` tells
    if kind.starts_in is None and kind.name not in in_use and (kind.state or kind.parts or kind.bears):
        message = f"kind '{kind.name}' has state, parts or a borne entry but no components"
        names.unfit("R309", message, kind.span, hint="give it 'starts_in', or make it a part of a kind")


def _check_plural(kind: Kind, at: Branch, kinds: dict[str, Kind], link: Linker) -> None:
    """No two kinds are called alike; of two that are by their own words, the later is told."""
    before = True
    for other in kinds.values():
        before = before and other.name != kind.name
        alike = other.plural == kind.plural and (before or other.plural == f"{other.name}s")
        if other.name != kind.name and (alike or other.name == kind.plural):
            message = f"'{kind.plural}' is what things of kind '{other.name}' are called"
            link.problems.error("R304", message, at.span, related=(("the other", other.span),))


def bears_no_entries(kind: Kind, kinds: Lookup[str, Kind]) -> bool:
    """Whether a kind bears what has components or is a part, of which no entry can be borne."""
    borne = kinds.get(kind.bears or "")
    if borne is None:
        return False
    parts = {part.kind for other in kinds.values() for part in other.parts}
    return borne.name == kind.name or borne.starts_in is not None or borne.name in parts


def _check_borne(kind: Kind, at: Branch, kinds: dict[str, Kind], link: Linker) -> None:
    if kind.starts_in is not None:
        message = f"'{kind.name}' has components, and only a part bears something"
        hint = f"give '{kind.name}' a part of a kind that bears {kind.bears}"
        link.names.unfit("R309", message, at.span, expected="a kind without 'starts_in'", hint=hint)
    elif bears_no_entries(kind, kinds):
        message = f"'{kind.name}' bears '{kind.bears}', of which there are components or parts"
        if kind.bears == kind.name:
            message = f"'{kind.name}' bears itself"
        expected = "a kind that exists as entries only"
        link.names.unfit("R309", message, at.span, expected=expected)


def _check_part(part: str, kind: Kind, of: Branch, link: Linker) -> None:
    if kind.starts_in is not None or kind.parts:
        message = f"part '{part}' is of kind '{kind.name}', which has components or parts of its own"
        link.names.unfit("R309", message, of.span, expected="a kind without 'starts_in' and 'parts'")


def _check_home(kind: Kind, zone: ZoneDecl, at: Span, kinds: dict[str, Kind], link: Linker) -> None:
    """Things of a kind lie in zones of it, parts in those of what they are a part of."""
    held = {kind.name, *(k.name for k in kinds.values() if any(p.kind == kind.name for p in k.parts))}
    if zone.kind not in held and link.names.has("kinds", zone.kind):
        message = f"'{kind.name}' is to live in '{zone.name}', which holds {zone.kind}"
        fitting = " or ".join(sorted(held))
        link.names.unfit("R309", message, at, expected=f"a zone of {fitting}")


def _check_start(kind: Kind, at: Branch, zones: dict[str, ZoneDecl], link: Linker) -> None:
    name = word(at)
    if not link.names.known("zones", "zone", name, at.span) or name not in zones:
        return
    zone = zones[name]
    if zone.kind != kind.name and link.names.has("kinds", zone.kind):
        message = f"'{kind.name}' starts in zone '{name}', which holds {zone.kind}"
        link.names.unfit("R309", message, at.span, expected=f"a zone of {kind.name}")
    elif zone.per_seat:
        message = f"'{kind.name}' starts in zone '{name}', of which each seat has one"
        link.names.unfit("R309", message, at.span, expected="a shared zone")
    elif zone.grid is not None:
        message = f"'{kind.name}' starts in '{name}', which is a grid, where a thing has a place"
        hint = "let it start in another zone, and `place` it from there"
        link.names.unfit("R309", message, at.span, expected="a zone without `grid`", hint=hint)


def _check_shape_field(kind: Kind, at: Branch, link: Linker) -> None:
    name = word(at)
    if name not in kind.fields:
        link.names.unknown("field", name, at.span, kind.fields)
    elif kind.fields[name].type not in (SHAPE, UNKNOWN):
        link.names.unfit(
            "R311", f"field '{name}' is {kind.fields[name].type}", at.span, expected="type shape"
        )


def _check_owner(kind: Kind, at: Branch, link: Linker) -> None:
    """A component can have an owner of its own: a field or state that is always there and is a seat."""
    name = word(at)
    members = {**kind.fields, **kind.state}
    if name not in members:
        link.names.unknown("field", name, at.span, members)
    elif members[name].optional or not isinstance(members[name].type, SeatType | UnknownType):
        optional = "optional " if members[name].optional else ""
        found = f"field '{name}' is {optional}{members[name].type}"
        link.names.unfit("R311", found, at.span, expected="type seat")
    elif kind.starts_in is None:
        link.names.unfit(
            "R309",
            f"'{kind.name}' has no components that could be owned",
            at.span,
            hint="give it a 'starts_in', or remove 'owner'",
        )


def read_zones(section: Section, link: Linker) -> dict[str, ZoneDecl]:
    return {name: _zone(name, mapping(branch), span, link) for name, (branch, span) in section.items()}


def _zone(name: str, under: Mapping, span: Span, link: Linker) -> ZoneDecl:
    visible = cast(Literal["all", "owner", "none"], word(under.items["visible"]))
    return ZoneDecl(
        name=name,
        kind=word(under.items["of"]),
        per_seat="per" in under.items,
        visible=visible,
        ordered="order" in under.items,
        grid=cell(under.items["grid"]) if "grid" in under.items else None,
        size=effect(under.items["size"], link.problems) if "size" in under.items else None,
        source=maybe_word(under, "from"),
        discard=maybe_word(under, "discard"),
        reshuffle=maybe_word(under, "reshuffle"),
        span=span,
    )


def check_held(kinds: dict[str, Kind], zones: dict[str, ZoneDecl], section: Section, link: Linker) -> None:
    """Complain once about each kind that lies in zones and has no components.

    Args:
        section: the zones as written.
    """
    for kind in kinds.values():
        holding = [zone for zone in zones.values() if zone.kind == kind.name]
        if kind.starts_in is None and holding:
            first, *others = sorted(holding, key=lambda zone: (zone.span.file.name, zone.span.start))
            start = next((zone.name for zone in (first, *others) if not zone.per_seat), "ZONE")
            message = f"zone '{first.name}' holds {kind.name}, which has no components"
            hint = f"give the kind '{kind.name}' a 'starts_in', as in `starts_in: {start}`"
            related = tuple((f"so does '{zone.name}'", zone.span) for zone in others)
            at = mapping(section[first.name][0]).items["of"].span
            link.names.unfit("R309", message, at, hint=hint, related=related)


def check_zone(zone: ZoneDecl, under: Mapping, zones: dict[str, ZoneDecl], link: Linker) -> None:
    """Complain about what a zone refers to."""
    of = under.items["of"]
    link.names.known("kinds", "kind", zone.kind, of.span)
    for key in _OTHERS:
        at = under.items.get(key)
        if at is None or not link.names.known("zones", "zone", word(at), at.span) or word(at) not in zones:
            continue
        _check_other(zone, key, zones[word(at)], at.span, link)
    _check_market(zone, under, link)
    if zone.grid is not None and zone.visible != "all":
        message = f"what lies on the grid '{zone.name}' is hidden"
        hint = "write 'visible: all'; what is hidden is dealt anew, and that has no place on a grid"
        link.problems.error("R309", message, under.items["visible"].span, hint=hint)
    if zone.visible == "owner" and not zone.per_seat:
        link.problems.error(
            "R310",
            f"zone '{zone.name}' is shared and has no owner",
            under.items["visible"].span,
            hint="write 'per: seat'",
        )


_OTHERS = ("from", "discard", "reshuffle")
"""Keys of a zone that name another one."""


def _check_other(zone: ZoneDecl, key: str, other: ZoneDecl, at: Span, link: Linker) -> None:
    """The other zone holds the same kind, is one to a shared zone, and takes what is put there."""
    if other.name == zone.name:
        message = f"zone '{zone.name}' is its own '{key}'"
        link.problems.error("R309", message, at, expected=f"another zone of {zone.kind}")
    elif other.kind != zone.kind:
        if all(link.names.has("kinds", each.kind) for each in (zone, other)):
            message = f"zone '{zone.name}' holds {zone.kind}, but '{other.name}' holds {other.kind}"
            link.names.unfit("R309", message, at, expected=f"a zone of {zone.kind}")
    elif other.per_seat and not zone.per_seat:
        message = f"zone '{zone.name}' is shared, but of '{other.name}' each seat has one"
        hint = f"name a shared zone, or give '{zone.name}' a `per: seat` too"
        link.names.unfit("R309", message, at, expected="a shared zone", hint=hint)
    elif other.grid is not None and key == "discard":
        message = f"'{other.name}' is a grid, where a thing has a place"
        link.names.unfit("R309", message, at, expected="a zone without `grid`")


def _check_market(zone: ZoneDecl, under: Mapping, link: Linker) -> None:
    """A grid, where a thing has a place, is not filled; what is drawn from has an order."""
    if zone.grid is not None:
        for key in ("size", "reshuffle"):
            if key in under.items:
                message = f"'{zone.name}' is a grid, where a thing has a place, so nothing fills it"
                hint = f"leave out '{key}'; `place` puts a piece on a grid"
                link.problems.error("R310", message, under.key_spans[key], expected="no grid", hint=hint)
        if "order" in under.items:
            message = f"'{zone.name}' is a grid, where a thing has a place, and so no order"
            hint = "leave out 'order'"
            link.problems.error("R310", message, under.key_spans["order"], expected="no grid", hint=hint)
    elif zone.reshuffle is not None and not zone.ordered:
        message = f"'{zone.reshuffle}' is shuffled into '{zone.name}', which has no order"
        hint = "write `order: stack`, so that it is drawn from the top"
        link.problems.error(
            "R310", message, under.key_spans["reshuffle"], expected="'order' beside it", hint=hint
        )
