"""Tables as spreadsheets save them, with cells that know their places."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from rulewright.source.diagnostics import Problems
from rulewright.source.reader import read_file
from rulewright.source.records import record
from rulewright.source.text import EffectText, SourceFile, Span

_QUOTED = re.compile(r'"((?:[^"]|"")*)"')
_DOUBLED = "a double quote in a cell is doubled"
_SEPARATOR = re.compile(r'"?sep=.?"?', re.IGNORECASE)
"""With this line some programs tell others what stands between cells."""
_BREAK = re.compile(r"\r\n|\r|\n")


@record(frozen=True, slots=True, eq=False)
class Table:
    """The first row, and all others but empty ones; each has as many cells as the first."""

    file: SourceFile
    header: tuple[EffectText, ...]
    rows: tuple[tuple[EffectText, ...], ...]


def read_table(path: Path, name: str, problems: Problems) -> Table | None:
    """The table in a file (UTF-8, with or without a byte order mark); none if it has any mistake."""
    own = Problems()
    file = read_file(path, name, own)
    tab = next((d for d in own.found if d.code == "Y105" and d.span.line == 1), None)
    if tab is not None:
        hint = "save the table as CSV, not as text with tabs"
        problems.error("C901", "a tab between cells", tab.span, expected="commas or semicolons", hint=hint)
        return None
    problems.found += own.found
    return None if file is None else parse_table(file, problems)


def parse_table(file: SourceFile, problems: Problems) -> Table | None:
    """As `read_table`. What separates cells is told by the first line: a semicolon if it has one."""
    before = len(problems.errors)
    first = file.line_text(1)
    if _SEPARATOR.fullmatch(first):
        message, hint = f"'{first}' is no row of names", "remove this line: the next one tells the separator"
        problems.error("C901", message, Span(file, 0, len(first)), expected="the names of columns", hint=hint)
        return None
    separator = ";" if ";" in first else ","
    header, *rows = list(_rows(file, separator, problems)) or [()]
    if not any(cell.text for cell in header):
        problems.error(
            "C901", "the table has no first row", Span(file, 0, 0), expected="the names of columns"
        )
        return None
    found = []
    for row in rows:
        for cell in row[len(header) :]:
            if cell.text:
                message = "this row has more cells than the first"
                problems.error("C901", message, cell.span, hint="put text with separators into double quotes")
                break
        end = Span(file, row[-1].span.end, row[-1].span.end)
        missing = (EffectText("", end, _At(end.start)) for _ in header[len(row) :])
        if any(cell.text.strip() for cell in row):
            found.append((*row[: len(header)], *missing))
    return None if len(problems.errors) > before else Table(file, tuple(header), tuple(found))


def format_table(rows: Iterable[Sequence[str]], separator: str) -> str:
    """Rows as text, by RFC 4180; line breaks inside of cells are plain newlines."""
    file = io.StringIO()
    csv.writer(file, delimiter=separator, lineterminator="\r\n").writerows(rows)
    return file.getvalue()


def _rows(file: SourceFile, separator: str, problems: Problems) -> Iterator[tuple[EffectText, ...]]:
    text, at = file.text, 0
    bare = re.compile(rf"[^{separator}\r\n]*")
    row: list[EffectText] = []
    while at < len(text) or row:
        found = _QUOTED.match(text, at)
        if text[at : at + 1] == '"' and found is None:
            message = "this double quote has no other"
            problems.error("C901", message, Span(file, at, at + 1), hint=_DOUBLED)
            return
        if found is None:
            found = bare.match(text, at)
            assert found is not None
            row.append(EffectText(found[0], Span(file, at, found.end()), _Bare(at)))
        else:
            row.append(EffectText(_cooked(found[1]), Span(file, at, found.end()), _Quoted(at + 1, found[1])))
        at = found.end()
        if text[at : at + 1] == separator:
            at += 1
            continue
        ended = _BREAK.match(text, at)
        if ended is None and at < len(text):
            message = "text behind a cell in double quotes"
            problems.error("C901", message, Span(file, at, at + 1), hint=_DOUBLED)
            return
        yield tuple(row)
        row = []
        at = ended.end() if ended else at


def _cooked(raw: str) -> str:
    return _BREAK.sub("\n", raw.replace('""', '"'))


@record(frozen=True, slots=True)
class _At:
    place: int

    def __call__(self, offset: int) -> int:
        return self.place


@record(frozen=True, slots=True)
class _Bare:
    start: int

    def __call__(self, offset: int) -> int:
        return self.start + offset


@record(frozen=True, slots=True)
class _Quoted:
    """Where a character of a cell in quotes stands: doubled quotes and long line breaks are one each."""

    start: int
    raw: str

    def __call__(self, offset: int) -> int:
        signs = re.compile(r'""|\r\n|[\s\S]').finditer(self.raw)
        for _ in range(offset):
            next(signs, None)
        found = next(signs, None)
        return self.start + (found.start() if found else len(self.raw))
