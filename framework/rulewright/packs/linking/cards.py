"""Card files: validated against the schema of the pack's own kinds, then read as entries."""

from __future__ import annotations

import json
from collections.abc import Iterable
from collections.abc import Mapping as Lookup
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from rulewright.model.game import Entry, Kind
from rulewright.packs.access import mapping
from rulewright.packs.bundled import schema_path
from rulewright.packs.gather import Section, merge_into
from rulewright.packs.linking.card_schema import Schema, card_schema
from rulewright.packs.linking.entries import check_templates, idle_templates, read_entries
from rulewright.packs.linking.fields import Linker
from rulewright.packs.pruning import valid_part
from rulewright.source.schema import load_schema
from rulewright.source.text import SourceFile, Span
from rulewright.source.tree import Mapping


@dataclass(slots=True)
class Cards:
    """Card files as read, and which packs files are of; names in those that fail are added to `lost`,
    where words on cards and templates that nothing is like stand to `places`: see `Game.places`."""

    files: list[Mapping]
    packs: Lookup[SourceFile, str] = field(default_factory=dict)
    lost: set[str] = field(default_factory=set)
    failed: bool = False
    places: dict[str, Span] = field(default_factory=dict)


def entry_names(files: Iterable[Mapping]) -> dict[str, dict[str, Span]]:
    """The section `entries.KIND` of names for each kind in card files, which need not be valid."""
    found: dict[str, dict[str, Span]] = {}
    for tree in files:
        for kind, branch in tree.items.items():
            if isinstance(branch, Mapping) and kind != "templates":
                found.setdefault(f"entries.{kind}", {}).update(branch.key_spans)
    return found


def derived_schema(kinds: Lookup[str, Kind], enums: Lookup[str, tuple[str, ...]]) -> Schema:
    """The schema of the cards of these kinds; the same kinds give the same object."""
    if not _last or _last[0] is not kinds or _last[1] is not enums:
        text = json.dumps(card_schema(kinds, enums, load_schema(schema_path("rules"))))
        _last[:] = kinds, enums, _kept(text)
    schema: Schema = _last[2]
    return schema


_last: list[Any] = []  # kinds, enums, schema: scenarios ask again and again for those of one game


@cache
def _kept(text: str) -> Schema:
    schema = json.loads(text)
    assert isinstance(schema, dict)
    return schema


def empty_entries(kinds: Lookup[str, Kind]) -> dict[str, dict[str, Entry]]:
    return {name: {} for name in kinds}


def link_cards(cards: Cards, kinds: Lookup[str, Kind], link: Linker) -> dict[str, dict[str, Entry]]:
    """The entries of every kind; files that fail the schema are noted and left out."""
    schema = derived_schema(kinds, link.literals.enums)
    sections: dict[str, Section] = {}
    templates: dict[str, Section] = {}
    for tree in cards.files:
        pruned = valid_part(tree, schema, link.problems, what="a card file", nested=("templates",))
        cards.lost |= pruned.names
        if pruned.tree is None:
            cards.failed = True
            continue
        for kind, branch in pruned.tree.items.items():
            if kind != "templates":
                merge_into(sections.setdefault(kind, {}), mapping(branch), link.problems, kind, cards.packs)
                continue
            for of, inner in mapping(branch).items.items():
                section, where = templates.setdefault(of, {}), f"templates/{of}"
                merge_into(section, mapping(inner), link.problems, where, cards.packs)
    check_templates(templates, kinds, link)
    for kind, section in templates.items():
        idle = idle_templates(sections.get(kind, {}), section)
        cards.places.update({f"templates/{kind}/{name}": span for name, span in idle.items()})
    return read_entries(sections, templates, kinds, link, cards.places)
