"""A file that fails its schema without the declarations that have the mistakes: the others still count."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from rulewright.source.diagnostics import Problems
from rulewright.source.records import record
from rulewright.source.schema import validate
from rulewright.source.text import SourceFile, Span
from rulewright.source.tree import Branch, Mapping, Scalar, Sequence


@record(frozen=True, slots=True)
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
    if any(d.code == "S211" for d in problems.found[before:]):  # not all mistakes are known
        return Pruned(None, frozenset(all_words(tree)), frozenset(tree.items))
    places = _Places(d.span for d in problems.found[before:])
    names: set[str] = set()
    sections: set[str] = set()
    left = _without(tree, places, 1, frozenset(nested), names, sections)
    if not validate(left, schema, Problems(), what=what):
        return Pruned(None, frozenset(all_words(tree)), frozenset(tree.items))
    return Pruned(left, frozenset(names), frozenset(sections))


class _Places:
    """Where mistakes are, by file, so that thousands of them are looked up as fast as one."""

    def __init__(self, spans: Iterable[Span]) -> None:
        self._starts: dict[SourceFile, list[int]] = {}
        for span in spans:
            self._starts.setdefault(span.file, []).append(span.start)
        for starts in self._starts.values():
            starts.sort()

    def hit(self, span: Span) -> bool:
        """Whether one is in a span."""
        starts = self._starts.get(span.file, [])
        at = bisect_left(starts, span.start)
        return at < len(starts) and starts[at] < max(span.end, span.start + 1)

    def are_in(self, branch: Branch) -> bool:
        """Whether one is in a tree, parts of which may stand in other files."""
        if self.hit(branch.span):
            return True
        if isinstance(branch, Mapping):
            return any(map(self.hit, branch.key_spans.values())) or any(
                map(self.are_in, branch.items.values())
            )
        return isinstance(branch, Sequence) and any(map(self.are_in, branch.items))


def _without(
    under: Mapping,
    places: _Places,
    depth: int,
    nested: frozenset[str],
    names: set[str],
    sections: set[str],
) -> Mapping:
    """Leave out what has a mistake: a declaration, or a whole section if the mistake is in no declaration."""
    items: dict[str, Branch] = {}
    for key, branch in under.items.items():
        at_key = places.hit(under.key_spans[key])
        if not at_key and not places.are_in(branch):
            items[key] = branch
            continue
        if depth == 1:
            sections.add(key)
        if depth < 2 and isinstance(branch, Mapping) and not at_key:
            items[key] = _without(branch, places, depth + (key not in nested), nested, names, sections)
        else:
            names |= {key, *all_words(branch)}
    return replace(under, items=items)


def all_words(branch: Branch) -> set[str]:
    """Every key and listed word of a tree: names that may have been declared there."""
    if isinstance(branch, Scalar):
        return set()
    if isinstance(branch, Sequence):
        words = {item.text.text for item in branch.items if isinstance(item, Scalar)}
        return words.union(*(all_words(item) for item in branch.items))
    return set(branch.items).union(*(all_words(item) for item in branch.items.values()))
