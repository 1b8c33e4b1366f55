"""A file that fails its schema without the declarations that have the mistakes: the others still count."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from rulewright.source.diagnostics import Problems
from rulewright.source.schema import validate
from rulewright.source.text import Span
from rulewright.source.tree import Branch, Mapping, Scalar, Sequence


@dataclass(frozen=True, slots=True)
class Pruned:
    """What is left (None: nothing can be relied on), and which names and sections may have been lost."""

    tree: Mapping | None
    names: frozenset[str] = frozenset()
    sections: frozenset[str] = frozenset()


def valid_part(
    tree: Mapping, schema: dict[str, Any], problems: Problems, *, what: str, nested: Iterable[str]
) -> Pruned:
    """Report every mistake against the schema, and leave out the declarations in which they are.

    Args:
        what: as for `validate`.
        nested: sections whose declarations stand one level deeper.
    """
    before = len(problems.found)
    if validate(tree, schema, problems, what=what):
        return Pruned(tree)
    places = [d.span for d in problems.found[before:]]
    names: set[str] = set()
    sections: set[str] = set()
    left = _without(tree, places, 1, frozenset(nested), names, sections)
    if not validate(left, schema, Problems(), what=what):
        return Pruned(None, frozenset(all_words(tree)), frozenset(tree.items))
    return Pruned(left, frozenset(names), frozenset(sections))


def _without(
    under: Mapping,
    places: list[Span],
    depth: int,
    nested: frozenset[str],
    names: set[str],
    sections: set[str],
) -> Mapping:
    """Leave out what has a mistake: a declaration, or a whole section if the mistake is in no declaration."""
    items: dict[str, Branch] = {}
    for key, branch in under.items.items():
        at = under.key_spans[key]
        inside = [place for place in places if _stands_in(place, at) or _is_of(place, branch)]
        if not inside:
            items[key] = branch
            continue
        if depth == 1:
            sections.add(key)
        if depth < 2 and isinstance(branch, Mapping) and not any(_stands_in(place, at) for place in inside):
            items[key] = _without(branch, inside, depth + (key not in nested), nested, names, sections)
        else:
            names |= {key, *all_words(branch)}
    return replace(under, items=items)


def _stands_in(place: Span, span: Span) -> bool:
    return place.file is span.file and span.start <= place.start < max(span.end, span.start + 1)


def _is_of(place: Span, branch: Branch) -> bool:
    """Whether a place is in a tree, parts of which may stand in other files."""
    if _stands_in(place, branch.span):
        return True
    if isinstance(branch, Mapping):
        return any(_stands_in(place, span) for span in branch.key_spans.values()) or any(
            _is_of(place, item) for item in branch.items.values()
        )
    return isinstance(branch, Sequence) and any(_is_of(place, item) for item in branch.items)


def all_words(branch: Branch) -> set[str]:
    """Every key and listed word of a tree: names that may have been declared there."""
    if isinstance(branch, Scalar):
        return set()
    if isinstance(branch, Sequence):
        words = {item.text.text for item in branch.items if isinstance(item, Scalar)}
        return words.union(*(all_words(item) for item in branch.items))
    return set(branch.items).union(*(all_words(item) for item in branch.items.values()))
