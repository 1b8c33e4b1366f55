"""Changes of a file's text at places in it: everything else stays, and each character knows its origin."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import field

from rulewright.source.records import record
from rulewright.source.text import EffectText, SourceFile, Span

_OPENING = re.compile(r"^\s*(\|[^\n]*\n|['\"])")
"""What stands before a text of several lines, or one in quotes."""


@record(frozen=True, slots=True)
class Edit:
    """Other text in place of what stands at `span`; an empty span inserts. Lines end with a plain newline.

    Args:
        origin: the text, in another file, for the sake of which it is written; it stands in `text`, perhaps
            quoted or indented, from `skip` on.
    """

    span: Span
    text: str
    origin: EffectText | None = None
    skip: int = 0


@record(frozen=True, slots=True, eq=False)
class Edited:
    """A file before and after. Line ends are those of the file as it was."""

    before: SourceFile
    after: SourceFile
    pieces: tuple[tuple[int, int | Edit], ...] = field(repr=False)
    """Where each piece starts now, and where it started before or which new one it is."""

    def origin(self, span: Span) -> Span:
        """The place of something in the file as it is now: in the text it came from, or in the old file."""
        first = self._origin(span.start)
        last = self._origin(max(span.end - 1, span.start))
        if first.file is not last.file or last.start < first.start or span.end <= span.start:
            return first
        return Span(first.file, first.start, last.end)

    def _origin(self, offset: int) -> Span:
        start, piece = self.pieces[max(0, bisect_right(self.pieces, offset, key=lambda each: each[0]) - 1)]
        if isinstance(piece, int):
            at = piece + offset - start
            return Span(self.before, at, min(at + 1, len(self.before.text)))
        if piece.origin is None:
            return Span(self.before, piece.span.start, piece.span.start)
        return _within(piece, piece.origin, self.after.text[start:offset])


def apart(edits: Iterable[Edit]) -> list[Edit]:
    """Those that can be made together: of two that touch, the first by place."""
    made: list[Edit] = []
    for edit in sorted(edits, key=_place):
        if not made or edit.span.start > made[-1].span.end:
            made.append(edit)
    return made


def edited(file: SourceFile, edits: Iterable[Edit]) -> Edited:
    """The file with edits made, which do not overlap; those at one place in the order in which they come."""
    newline = "\r\n" if "\r\n" in file.text else "\n"
    parts: list[str] = []
    pieces: list[tuple[int, int | Edit]] = []
    length = at = 0

    def put(text: str, piece: int | Edit) -> None:
        nonlocal length
        if text:
            pieces.append((length, piece))
            parts.append(text)
            length += len(text)

    for edit in sorted(edits, key=_place):
        assert edit.span.start >= at, (file.name, edit)
        put(file.text[at : edit.span.start], at)
        put(edit.text.replace("\n", newline), edit)
        at = edit.span.end
    put(file.text[at:], at)
    return Edited(file, SourceFile.of(file.name, "".join(parts)), tuple(pieces) or ((0, 0),))


def _place(edit: Edit) -> tuple[int, int]:
    return edit.span.start, edit.span.end


def _within(piece: Edit, origin: EffectText, before: str) -> Span:
    """The character of the origin that stands behind what was written before it.

    Quoting and indentation change white space and double the quotes; all else stands there in order.
    """
    written = _OPENING.sub("", before.replace("\r\n", "\n")[piece.skip :]).replace("''", "'")
    count = sum(not sign.isspace() for sign in written)
    for offset, sign in enumerate(origin.text):
        if not sign.isspace():
            if count <= 0:
                return origin.at(offset, offset + 1)
            count -= 1
    return origin.at(0, len(origin.text)) if count > 0 else origin.at(0, 0)
