"""Effect texts changed by patches: another number in one, or new text around the old."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import replace

from rulewright.dsl.numbers import Number, has_word, numbers
from rulewright.source.records import record
from rulewright.source.text import EffectText, Span
from rulewright.source.tree import Scalar

ORIGINAL = "original"
"""The word that stands for the old text in what is wrapped around it."""

STATEMENTS = frozenset({"do", "then"})
"""Keys whose effect text is statements; that of all others is a value."""

MOST_LISTED = 20  # numbers of a text in messages

_WORD = re.compile(r"#[^\n]*|\boriginal\b")


@record(frozen=True, slots=True)
class _Located:
    """Offsets in a text made of pieces: each starts at `starts`, and is located from `sources` on.

    A source is a text and an offset in it, and whether it is one place (a replaced word) or runs on.
    """

    starts: tuple[int, ...]
    sources: tuple[tuple[EffectText, int, bool], ...]

    def __call__(self, offset: int) -> int:
        at = max(0, bisect_right(self.starts, offset) - 1)
        text, begin, runs = self.sources[at]
        return text.locate(begin + (offset - self.starts[at] if runs else 0))


@record(frozen=True, slots=True)
class _At:
    """All of a text stands at one place."""

    place: int

    def __call__(self, offset: int) -> int:
        return self.place


def written(value: int | str, span: Span) -> Scalar:
    """A number or word as if it had been written at a place."""
    return Scalar(value, EffectText(str(value), span, _At(span.start)), span, "plain")


def with_edits(scalar: Scalar, edits: Sequence[tuple[int, int, str]]) -> Scalar:
    """A text with something else in place of the characters from start to end of each edit, in order.

    Its places are those of the old text.
    """
    old = scalar.text
    pieces: list[str] = []
    starts: list[int] = []
    sources: list[tuple[EffectText, int, bool]] = []
    length = done = 0
    for start, end, new in edits:
        for text, begin, runs in ((old.text[done:start], done, True), (new, start, False)):
            pieces.append(text)
            starts.append(length)
            sources.append((old, begin, runs))
            length += len(text)
        done = end
    pieces.append(old.text[done:])
    starts.append(length)
    sources.append((old, done, True))
    made = "".join(pieces)
    return replace(
        scalar, value=made, text=EffectText(made, scalar.span, _Located(tuple(starts), tuple(sources)))
    )


def with_literal(scalar: Scalar, number: Number, value: int) -> Scalar:
    """A text with another number in place of one of its own, which is not below nought."""
    assert value >= 0, value  # a minus sign would be an operator
    return with_edits(scalar, [(number.start, number.end, str(value))])


def listed_numbers(text: str) -> str:
    """The numbers of a text, each behind its own number: `1: 2, 2: 4`; nothing if it has none."""
    there = [f"{n}: {number.value}" for n, number in enumerate(numbers(text), 1)]
    return ", ".join(there[:MOST_LISTED]) + (", …" if len(there) > MOST_LISTED else "")


def wraps(text: str) -> bool:
    """Whether the word for the old text stands in a text."""
    return has_word(text, ORIGINAL)


def wrapped(around: Scalar, old: Scalar, statements: bool) -> Scalar | None:
    """The text `around` with the old text for each `original` in it; its places are those of `around`.

    None if an old text of several statements would have to stand within a line.
    """
    outer, inner = around.text.text, old.text.text.rstrip()
    edits: list[tuple[int, int, str]] = []
    for found in _WORD.finditer(outer):
        if found[0] != ORIGINAL:
            continue
        put = _fitted(outer, found, inner) if statements else _in_parentheses(inner)
        if put is None:
            return None
        edits.append((found.start(), found.end(), put))
    return with_edits(around, edits)


def _in_parentheses(inner: str) -> str:
    return f"({inner}\n)" if "\n" in inner or "#" in inner else f"({inner})"


def _fitted(text: str, found: re.Match[str], inner: str) -> str | None:
    """Statements indented like the line that they replace; one alone may stand behind `then`."""
    line = text[text.rfind("\n", 0, found.start()) + 1 : found.start()]
    if not line.strip():
        return inner.replace("\n", "\n" + line)
    return inner if "\n" not in inner and "#" not in inner else None
