"""Changes of a file's text at places in it, so that everything else stays as it was written."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from rulewright.source.text import Span


@dataclass(frozen=True, slots=True)
class Edit:
    """Other text in place of what stands at `span`; an empty span inserts."""

    span: Span
    text: str


def apply(text: str, edits: Iterable[Edit]) -> tuple[str, list[Edit]]:
    """The text with the edits made, and those that were: of two that touch, the first by place is made."""
    made: list[Edit] = []
    pieces: list[str] = []
    done = -1
    for edit in sorted(edits, key=lambda edit: (edit.span.start, edit.span.end)):
        if edit.span.start <= done and made:
            continue
        pieces += [text[max(done, 0) : edit.span.start], edit.text]
        done = edit.span.end
        made.append(edit)
    return "".join(pieces) + text[max(done, 0) :], made
