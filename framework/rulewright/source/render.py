"""A problem as text for a terminal or a log."""

from __future__ import annotations

import unicodedata

from rulewright.source.diagnostics import Diagnostic
from rulewright.source.text import Span

LINE_WIDTH = 100  # columns of the source line that are shown
_NEAR = 2 * LINE_WIDTH  # characters beside a place that are looked at: a line may have a million
_MARGIN = "    "
_TAB = 4

_STYLES = {"error": "1;31", "warning": "1;33", "note": "1;36", "place": "1", "help": "36"}


def render(diagnostic: Diagnostic, colour: bool = False) -> str:
    """The problem with its source line, without a line end after it; no control characters get through."""
    place = _paint(_clean(str(diagnostic.span)), "place", colour)
    kind = _paint(f"{diagnostic.severity}[{diagnostic.code}]", diagnostic.severity, colour)
    lines = [f"{place}: {kind}: {_clean(diagnostic.message)}"]
    lines += _excerpt(diagnostic.span, diagnostic.severity, colour)
    if diagnostic.expected is not None:
        lines.append(f"  {_paint('expected:', 'help', colour)} {_clean(diagnostic.expected)}")
    if diagnostic.hint is not None:
        lines.append(f"  {_paint('hint:', 'help', colour)} {_clean(diagnostic.hint)}")
    lines += [f"  {_clean(str(span))}: {_clean(label)}" for label, span in diagnostic.related]
    return "\n".join(lines)


def _excerpt(span: Span, severity: str, colour: bool) -> list[str]:
    """The first line of the span with carets below, cut to the width around them."""
    line, column = span.file.line_column(span.start)
    text = span.file.line_text(line)
    if not text.strip():
        return []
    cut = max(0, column - 1 - _NEAR)
    text, column = text[cut : cut + 2 * _NEAR], column - cut
    shown = [_glyph(character) for character in text]
    first = min(column - 1, len(shown))
    last = min(max(first + span.end - span.start, first + 1), max(len(shown), first + 1))
    indent = min(len(text) - len(text.lstrip()), first)
    start, end = _window([_width(glyph) for glyph in shown], indent, first, last)
    lead = "…" if start > indent or cut else ""
    tail = "…" if end < len(shown) else ""
    before = _width(lead) + sum(map(_width, shown[start:first]))
    under = max(1, sum(map(_width, shown[first : min(last, end)])))
    return [
        _MARGIN + lead + "".join(shown[start:end]) + tail,
        _MARGIN + " " * before + _paint("^" * under, severity, colour),
    ]


def _window(widths: list[int], indent: int, first: int, last: int) -> tuple[int, int]:
    """Which characters to show: from the indentation on if that fits, otherwise around the caret."""
    start = indent
    if sum(widths[indent : min(last, len(widths))]) > LINE_WIDTH:
        room = LINE_WIDTH // 2
        start = first
        while start > indent and room >= widths[start - 1]:
            start -= 1
            room -= widths[start]
    end = start
    room = LINE_WIDTH
    while end < len(widths) and room >= widths[end]:
        room -= widths[end]
        end += 1
    return start, end


def _glyph(character: str) -> str:
    if character == "\t":
        return " " * _TAB
    return character if _is_safe(character) else f"\\u{ord(character):04x}"


def _is_safe(character: str) -> bool:
    return unicodedata.category(character) not in {"Cc", "Cf", "Cs", "Zl", "Zp"}


def _clean(text: str) -> str:
    """One line without characters that steer a terminal."""
    return "".join(_glyph(character) for character in text.replace("\n", " "))


def _width(glyphs: str) -> int:
    """Terminal columns: two for wide characters, none for combining ones."""
    return sum(
        0 if unicodedata.combining(glyph) else 2 if unicodedata.east_asian_width(glyph) in "WF" else 1
        for glyph in glyphs
    )


def _paint(text: str, style: str, colour: bool) -> str:
    return f"\x1b[{_STYLES[style]}m{text}\x1b[0m" if colour else text
