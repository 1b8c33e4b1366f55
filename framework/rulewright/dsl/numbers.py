"""The whole numbers written out in effect text: each has an address, its place in the order of the text."""

from __future__ import annotations

import re

from rulewright.source.records import record

_WORDS = re.compile(r"#[^\n]*|[a-z_][a-z0-9_]*|(?P<number>[0-9]+)", re.IGNORECASE)


@record(frozen=True, slots=True)
class Number:
    """A number at characters `start` to `end` (exclusive) of a text."""

    value: int
    start: int
    end: int


def numbers(text: str) -> list[Number]:
    """The numbers of an effect text in order, those in names and comments not among them."""
    return [
        Number(int(found[0]), found.start(), found.end())
        for found in _WORDS.finditer(text)
        if found["number"] is not None
    ]


def has_word(text: str, word: str) -> bool:
    """Whether a word stands in a text outside of comments."""
    return any(found[0] == word for found in _WORDS.finditer(text))
