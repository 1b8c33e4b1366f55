"""The lines of a YAML text at the columns where they belong: two blanks a level."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import count

import yaml

STEP = 2


def reindented(text: str, tokens: list[yaml.Token]) -> str:
    """The text with every line at its column, lists deeper than their key, and one empty line at a time."""
    found = _Columns(text)
    for token in tokens:
        found.look_at(token)
    lines = [found.moved(number, line) for number, line in enumerate(found.lines)]
    kept: list[str] = []
    for number, line in enumerate(lines):
        if line or number in found.verbatim or (kept and kept[-1]):
            kept.append(line)
    return "\n".join(kept).rstrip("\n ") + "\n"


@dataclass(slots=True)
class _Introducer:
    """A `:` or `-` that a value follows: its line, the column of its key or dash, and where that goes."""

    line: int
    was: int
    now: int
    is_dash: bool


@dataclass(slots=True)
class _Columns:
    """Where the first word of each line belongs, and how far the lines go that continue it."""

    text: str
    lines: list[str] = field(init=False)
    starts: dict[int, int] = field(default_factory=dict)  # line -> column of a key, dash or value
    shifts: dict[int, int] = field(default_factory=dict)  # lines of text after | or >
    inside: set[int] = field(default_factory=set)  # lines that continue a word or braces
    below: dict[int, int] = field(default_factory=dict)  # last line of such a text -> its new column
    verbatim: set[int] = field(default_factory=set)  # lines whose blanks mean something
    stack: list[tuple[bool, int, int]] = field(default_factory=list)  # is a list; its column, and the new one
    introducer: _Introducer = field(default_factory=lambda: _Introducer(-1, 0, -STEP, False))
    flow: list[int] = field(default_factory=list)  # first lines of open braces

    def __post_init__(self) -> None:
        self.lines = self.text.split("\n")

    def look_at(self, token: yaml.Token) -> None:
        line, column = token.start_mark.line, token.start_mark.column
        match token:
            case yaml.FlowMappingStartToken() | yaml.FlowSequenceStartToken():
                self._value(line, column)
                self.flow.append(line)
            case yaml.FlowMappingEndToken() | yaml.FlowSequenceEndToken():
                self.inside |= {*range(self.flow.pop() + 1, token.end_mark.line + 1)}
            case yaml.ScalarToken():
                self._scalar(token)
            case yaml.DocumentStartToken() | yaml.DocumentEndToken():
                self.starts[line] = 0
            case _ if self.flow:
                return
            case yaml.BlockMappingStartToken() | yaml.BlockSequenceStartToken():
                is_list = isinstance(token, yaml.BlockSequenceStartToken)
                self.stack.append((is_list, column, self._column(line, column)))
            case yaml.BlockEndToken():
                self.stack.pop()
            case yaml.KeyToken():
                self._start(line, column, self.stack[-1][2])
            case yaml.ValueToken():
                _, was, now = self.stack[-1]
                self.introducer = _Introducer(line, was, now, False)
            case yaml.BlockEntryToken():
                is_list, _, now = self.stack[-1]
                now += 0 if is_list else STEP  # a list at the column of its key goes deeper
                self._start(line, column, now)
                self.introducer = _Introducer(line, column, now, True)

    def _column(self, line: int, column: int) -> int:
        """The new column of what follows the introducer."""
        if self.introducer.is_dash and self.introducer.line == line:
            return self.introducer.now + column - self.introducer.was
        return self.introducer.now + STEP

    def _start(self, line: int, column: int, now: int) -> None:
        if not self.lines[line][:column].strip():
            self.starts.setdefault(line, now)

    def _value(self, line: int, column: int) -> None:
        if not self.flow:
            self._start(line, column, self.introducer.now + STEP)

    def _scalar(self, token: yaml.ScalarToken) -> None:
        first, last = token.start_mark.line, token.end_mark.line
        self._value(first, token.start_mark.column)
        if token.style not in ("|", ">"):
            self.inside |= {*range(first + 1, last + 1)}
            self.verbatim |= {*range(first + 1, last + 1)}
            return
        below = [*range(first + 1, last + (1 if token.end_mark.column else 0))]
        header = self.lines[first][token.start_mark.column :].partition("#")[0]
        while below and not self.lines[below[-1]].strip() and "+" not in header:
            below.pop()
        depths = [_indent(self.lines[n]) for n in below if self.lines[n].strip()]
        shift = self.introducer.now - self.introducer.was
        if depths and not any(sign.isdigit() for sign in header):
            shift = self.introducer.now + STEP - depths[0]
        self.shifts |= dict.fromkeys(below, shift)
        self.below[below[-1] if below else first] = shift + (depths[0] if depths else 0)
        self.verbatim |= {*below}

    def moved(self, number: int, line: str) -> str:
        if number in self.shifts:
            return _shifted(line, self.shifts[number])
        if number in self.starts:
            return " " * self.starts[number] + line.strip()
        if number in self.inside:
            owner = next(n for n in count(number - 1, -1) if n in self.starts)
            shifted = _shifted(line, self._shift(owner))
            return shifted if number in self.verbatim else shifted.rstrip()
        if not line.strip():
            return ""
        column = _indent(line) + self._of_comment(number, _indent(line))
        return " " * max(min(column, self._below_text(number) - 1), 0) + line.strip()

    def _below_text(self, number: int) -> int:
        """The column from which on a comment would be part of the text after | or > above it."""
        for above in range(number - 1, -1, -1):
            if above in self.below:
                return self.below[above]
            if above in self.starts:
                break
        return len(self.lines[number]) + STEP * len(self.lines)

    def _shift(self, number: int) -> int:
        return self.starts[number] - _indent(self.lines[number])

    def _of_comment(self, number: int, column: int) -> int:
        """How far a comment moves: as what follows it at its column, or as what stands above it there."""
        below = next((n for n in range(number, len(self.lines)) if n in self.starts), None)
        if below is not None and _indent(self.lines[below]) == column:
            return self._shift(below)
        above = (n for n in range(number - 1, -1, -1) if n in self.starts)
        for other in above:
            if _indent(self.lines[other]) <= column:
                return self._shift(other)
        return self._shift(below) if below is not None else -column


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip(" "))


def _shifted(line: str, by: int) -> str:
    if not line.strip():
        return "" if by else line
    return " " * by + line if by >= 0 else line[min(-by, _indent(line)) :]
