"""The nouns of effect text: what stands after a count, as `spaces` in `choose 2 spaces in …`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from typing import Any

from rulewright.dsl import nodes as n
from rulewright.dsl.parse import parse
from rulewright.source.diagnostics import Problems
from rulewright.source.text import plain_text


def nouns(text: str) -> list[tuple[str, int]]:
    """Each noun of a text of any sort with its offset; none of a text that does not parse."""
    tree = parse(plain_text(text), "effect", Problems()) or parse(plain_text(text), "target", Problems())
    return [] if tree is None else [(head.noun, head.noun_start) for head in _heads(tree)]


def _heads(item: Any) -> Iterator[n.Head]:
    if isinstance(item, tuple):
        for part in item:
            yield from _heads(part)
    elif isinstance(item, n.Node):
        if isinstance(item, n.Head):
            yield item
        for field in fields(item):
            yield from _heads(getattr(item, field.name))
