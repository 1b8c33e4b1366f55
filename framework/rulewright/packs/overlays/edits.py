"""Changes of one mapping of a tree: each gives a new mapping, the old one stays as it is."""

from __future__ import annotations

from dataclasses import replace

from rulewright.source.text import Span
from rulewright.source.tree import Branch, Mapping


def with_key(
    under: Mapping, key: str, branch: Branch, span: Span, beside: tuple[str, str] | None = None
) -> Mapping:
    """With a branch at a key: in its place if the key is there, else last, or `before` or `after` another."""
    if key in under.items or beside is None:
        spans = {**under.key_spans}
        spans.setdefault(key, span)
        return replace(under, items={**under.items, key: branch}, key_spans=spans)
    items: dict[str, Branch] = {}
    for other, there in under.items.items():
        if beside == ("before", other):
            items[key] = branch
        items[other] = there
        if beside == ("after", other):
            items[key] = branch
    return replace(under, items=items, key_spans={**under.key_spans, key: span})


def without_key(under: Mapping, key: str) -> Mapping:
    """Without a key and what stands under it."""
    items = {name: branch for name, branch in under.items.items() if name != key}
    spans = {name: span for name, span in under.key_spans.items() if name != key}
    return replace(under, items=items, key_spans=spans)
