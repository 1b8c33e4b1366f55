"""The entries of each kind: templates laid under them, values read, what is missing noted."""

from __future__ import annotations

from collections.abc import Mapping as Lookup
from dataclasses import replace

from rulewright.model.game import Entry, FieldDecl, Kind, PartValue, Value
from rulewright.model.types import EntryType, TextType
from rulewright.packs.access import effect, mapping, number, pairs, word
from rulewright.packs.gather import Section
from rulewright.packs.linking.abilities import read_abilities
from rulewright.packs.linking.card_schema import provenance_names
from rulewright.packs.linking.fields import Linker, check_word
from rulewright.packs.linking.lacking import Lacking, tell_lacking
from rulewright.source.text import Span
from rulewright.source.tree import Branch, Mapping

MERGED = frozenset({"abilities", "provenance"})
"""Keys of a card whose mappings are joined with the template's; parts are too."""


MOST_LIKE = 32
"""Templates that a template may be like, one the next."""


def read_entries(
    sections: Lookup[str, Section],
    templates: Lookup[str, Section],
    kinds: Lookup[str, Kind],
    link: Linker,
    places: dict[str, Span],
) -> dict[str, dict[str, Entry]]:
    """Every kind's entries, sorted by id; where their words for people stand is added to `places`."""
    for section in templates.values():
        for branch, _ in section.values():
            read_abilities(_section(mapping(branch), "abilities"), link)
    found: dict[str, dict[str, Entry]] = {}
    for kind in kinds.values():
        section = sections.get(kind.name, {})
        found[kind.name] = {}
        lacking: list[Lacking] = []
        worded = [field.name for field in kind.fields.values() if isinstance(field.type, TextType)]
        for name in sorted(section):
            branch, span = section[name]
            check_word(name, span, link.problems)
            whole = _laid_over(kind, mapping(branch), templates.get(kind.name, {}), (), link)
            if whole is not None:
                found[kind.name][name] = _entry(name, kind, kinds, whole, span, link, lacking)
                said = {f"entries/{kind.name}/{name}/{each}": whole.items.get(each) for each in worded}
                places.update({key: branch.span for key, branch in said.items() if branch is not None})
        tell_lacking(kind, kinds, lacking, len(section), link.problems)
    return found


def check_templates(templates: Lookup[str, Section], kinds: Lookup[str, Kind], link: Linker) -> None:
    """Complain about templates whose chain of `like` is wrong, used or not."""
    for kind_name, section in templates.items():
        for name, (branch, _) in section.items():
            if _likes(name, section) == MOST_LIKE + 1:  # said once, not of all that are like it
                at = mapping(branch).items["like"].span
                message = f"'{name}' is like {MOST_LIKE + 1} templates, one the next"
                link.problems.error("R313", message, at, expected=f"at most {MOST_LIKE}")
            _laid_over(kinds[kind_name], mapping(branch), section, (name,), link)


def idle_templates(entries: Section, templates: Section) -> dict[str, Span]:
    """The templates of a kind that neither an entry nor another template is like."""
    wholes = (mapping(branch).items for branch, _ in (*entries.values(), *templates.values()))
    used = {word(items["like"]) for items in wholes if "like" in items}
    return {name: span for name, (_, span) in templates.items() if name not in used}


def _likes(name: str, templates: Section) -> int:
    """How many templates a template is like, one the next, as far as that matters."""
    seen = [name]
    while name in templates and "like" in (under := mapping(templates[name][0])).items:
        name = word(under.items["like"])
        if name in seen or len(seen) > MOST_LIKE + 2:
            break
        seen.append(name)
    return len(seen) - 1


def _section(under: Mapping, key: str) -> Section:
    return {name: (branch, span) for name, branch, span in pairs(under, key)}


def _laid_over(
    kind: Kind, under: Mapping, templates: Section, chain: tuple[str, ...], link: Linker
) -> Mapping | None:
    """The card with its templates laid under it; None if one of them cannot be."""
    if "like" not in under.items:
        return under
    at = under.items["like"]
    name = word(at)
    if len(chain) > MOST_LIKE + 1:
        return None
    if name in chain:
        circle = chain[chain.index(name) :]
        if name == min(circle):  # said once, not from each template of the circle
            listed = " -> ".join([*circle, name])
            link.problems.error("R305", f"templates are like each other in a circle: {listed}", at.span)
        return None
    if name not in templates:
        hint = None
        if link.names.has(f"entries.{kind.name}", name):
            hint = f"'{name}' is an entry, and none is like another: put what both say into a template"
        link.names.unknown(f"template of {kind.name}", name, at.span, templates, hint=hint)
        return None
    base = _laid_over(kind, mapping(templates[name][0]), templates, (*chain, name), link)
    return None if base is None else joined(base, under, MERGED | {part.name for part in kind.parts})


def joined(base: Mapping, over: Mapping, deep: frozenset[str] | set[str]) -> Mapping:
    """A card laid over its template: what it says wins, key by key in the mappings of `deep`."""
    items: dict[str, Branch] = {**base.items}
    spans = {**base.key_spans, **over.key_spans}
    for key, branch in over.items.items():
        below = items.get(key)
        if key in deep and isinstance(below, Mapping) and isinstance(branch, Mapping):
            branch = joined(below, branch, frozenset())
        items[key] = branch
    items.pop("like", None)
    return replace(over, items=items, key_spans=spans)


def _entry(
    name: str,
    kind: Kind,
    kinds: Lookup[str, Kind],
    under: Mapping,
    span: Span,
    link: Linker,
    lacking: list[Lacking],
) -> Entry:
    missing: list[str] = []
    values = _values(kind, under, "", missing, link)
    parts = {}
    for part in kind.parts:
        if part.name not in under.items:
            missing.append(part.name)
        elif part.kind in kinds:
            parts[part.name] = _part(
                kinds[part.kind], mapping(under.items[part.name]), part.name, missing, link
            )
    formulas = {}
    for formula in kind.formulas.values():
        if formula.name in under.items:
            formulas[formula.name] = effect(under.items[formula.name], link.problems)
        elif formula.default is None:
            missing.append(formula.name)
    if missing:
        lacking.append(Lacking(name, span, missing))
    return Entry(
        id=name,
        kind=kind.name,
        values=values,
        parts=parts,
        copies=number(under, "copies", 1),
        abilities=read_abilities(_section(under, "abilities"), link),
        formulas=formulas,
        provenance=_provenance(kind, kinds, under),
        span=span,
    )


def _values(kind: Kind, under: Mapping, where: str, missing: list[str], link: Linker) -> dict[str, Value]:
    return {field.name: _value(field, under, where, missing, link) for field in kind.fields.values()}


def _value(field: FieldDecl, under: Mapping, where: str, missing: list[str], link: Linker) -> Value:
    if field.name in under.items:
        return link.literals.read(field.type, under.items[field.name])
    if not field.has_start and not field.optional:
        missing.append(where + field.name)
    return field.start


def _borne(kind: str, under: Mapping, part: str, missing: list[str], link: Linker) -> str | None:
    if "bears" not in under.items:
        missing.append(f"{part}.bears")
        return None
    value = link.literals.read(EntryType(kind), under.items["bears"])
    return value if isinstance(value, str) else None


def _part(kind: Kind, under: Mapping, name: str, missing: list[str], link: Linker) -> PartValue:
    bears = None if kind.bears is None else _borne(kind.bears, under, name, missing, link)
    return PartValue(bears, _values(kind, under, f"{name}.", missing, link))


def _provenance(kind: Kind, kinds: Lookup[str, Kind], under: Mapping) -> dict[str, str]:
    """Provenance by field, `PART.FIELD` on a part: the card's word, else the kind's, else printed."""
    said = under.items.get("provenance")
    whole = word(said) if said is not None and not isinstance(said, Mapping) else None
    each = {key: word(branch) for key, branch in said.items.items()} if isinstance(said, Mapping) else {}
    found: dict[str, str] = {}
    for name in provenance_names(kind, kinds):
        if name in under.items:
            declared = kind.fields[name].provenance if name in kind.fields else None
            found[name] = each.get(name) or whole or declared or "printed"
    for part in kind.parts:
        inner = under.items.get(part.name)
        if not isinstance(inner, Mapping) or part.kind not in kinds:
            continue
        fields = kinds[part.kind].fields
        for name in inner.items:
            declared = fields[name].provenance if name in fields else None
            by_card = each.get(name) or each.get(part.name) or whole
            found[f"{part.name}.{name}"] = by_card or declared or "printed"
        found.pop(part.name, None)
    return found
