"""Files, and places in them."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable
from dataclasses import field
from pathlib import Path

from rulewright.source.records import record

_LINE_END = re.compile(r"\r\n|\r|\n")


@record(frozen=True, slots=True, eq=False)
class SourceFile:
    """A file as read: decoded text with one BOM stripped, line ends as written.

    `name` is what a person is shown (relative, forward slashes); `path` is where it lies, if it was read.
    """

    name: str
    text: str
    line_starts: tuple[int, ...] = field(repr=False, default=())
    path: Path | None = None

    @staticmethod
    def of(name: str, text: str, path: Path | None = None) -> SourceFile:
        return SourceFile(name, text, (0, *(match.end() for match in _LINE_END.finditer(text))), path)

    def line_column(self, offset: int) -> tuple[int, int]:
        """Line and column from 1; columns count characters."""
        line = bisect_right(self.line_starts, offset)
        return line, offset - self.line_starts[line - 1] + 1

    def line_text(self, line: int) -> str:
        start = self.line_starts[line - 1]
        end = self.line_starts[line] if line < len(self.line_starts) else len(self.text)
        return self.text[start:end].rstrip("\r\n")


@record(frozen=True, slots=True)
class Span:
    """Characters `start` to `end` (exclusive) of a file."""

    file: SourceFile
    start: int
    end: int

    @property
    def line(self) -> int:
        return self.file.line_column(self.start)[0]

    @property
    def column(self) -> int:
        return self.file.line_column(self.start)[1]

    def __str__(self) -> str:
        line, column = self.file.line_column(self.start)
        return f"{self.file.name}:{line}:{column}"


NOWHERE = Span(SourceFile.of("<built in>", ""), 0, 0)


@record(frozen=True, slots=True, eq=False)
class EffectText:
    """Effect text as written in one YAML scalar, able to say where each character stands in the file."""

    text: str
    span: Span  # of the whole scalar
    locate: Callable[[int], int] = field(repr=False)  # offset in `text` -> offset in the file

    def at(self, start: int, end: int) -> Span:
        """The place of characters `start` to `end` of the text."""
        first = self.locate(start)
        last = self.locate(end - 1) + 1 if end > start else first
        return Span(self.span.file, first, max(first, last))


def plain_text(text: str, name: str = "<text>") -> EffectText:
    """Effect text that stands alone, as in documentation and tests."""
    file = SourceFile.of(name, text)
    return EffectText(text, Span(file, 0, len(text)), lambda offset: offset)
