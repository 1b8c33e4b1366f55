"""Warnings and notes that an author allows by a comment: `# rulewright: allow W905 because …`.

A comment behind something is about its line, one on a line of its own about the next line that has words.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from rulewright.source.codes import CODES
from rulewright.source.diagnostics import Diagnostic, Problems
from rulewright.source.edits import Edit
from rulewright.source.records import record
from rulewright.source.suggest import did_you_mean
from rulewright.source.text import SourceFile, Span

MARK = "# rulewright:"
FORM = f"{MARK} allow CODE because …"

_COMMENT = re.compile(rf"(?:^|(?<=[ \n])){re.escape(MARK)}[^\r\n]*", re.MULTILINE)
_WORDS = re.compile(rf"{re.escape(MARK)} +allow +([^ ,]+(?:(?:,| +and) +[^ ,]+)*) +because +\S.*")


@record(frozen=True, slots=True)
class Allowance:
    """A code that is allowed in a line of a file; `span` is the comment that says so."""

    code: str
    line: int
    span: Span
    is_alone: bool  # the only code of its comment


def allowances(file: SourceFile, problems: Problems) -> Iterator[Allowance]:
    """What the comments of a file allow; a comment that is not understood is an error."""
    for found in _COMMENT.finditer(file.text):
        span = Span(file, found.start(), found.start() + len(found[0].rstrip()))
        words = _WORDS.fullmatch(found[0].rstrip())
        if words is None:
            problems.error("Y124", "this comment allows nothing", span, expected=FORM)
            continue
        codes = re.split(r",? +and +|, +", words[1])
        for code in codes:
            if code in CODES:
                yield Allowance(code, _line(file, span), span, len(codes) == 1)
            else:
                problems.error("Y124", f"there is no code '{code}'", span, hint=did_you_mean(code, CODES))


def _line(file: SourceFile, span: Span) -> int:
    """The line that a comment is about."""
    line, column = file.line_column(span.start)
    if file.line_text(line)[: column - 1].strip():
        return line
    for below in range(line + 1, len(file.line_starts) + 1):
        text = file.line_text(below).strip()
        if text and not text.startswith("#"):
            return below
    return line


def without_allowed(
    found: Iterable[Diagnostic], allowed: Iterable[Allowance]
) -> tuple[list[Diagnostic], list[Allowance]]:
    """The problems that are not allowed, and the allowances that allowed some; an error never is."""
    by_place = {(one.span.file.name, one.line, one.code): one for one in allowed}
    left: list[Diagnostic] = []
    used: list[Allowance] = []
    for problem in found:
        one = by_place.get((problem.span.file.name, problem.span.line, problem.code))
        if one is None or problem.severity == "error":
            left.append(problem)
        else:
            used.append(one)
    return left, used


def unused(allowed: Iterable[Allowance], used: Iterable[Allowance]) -> Iterator[Diagnostic]:
    """A warning for each allowance of nothing."""
    needed = {(one.span.file.name, one.line, one.code) for one in used}
    for one in allowed:
        if (one.span.file.name, one.line, one.code) not in needed:
            fix = Edit(_whole(one.span), "") if one.is_alone else None
            message = f"no {one.code} here that could be allowed"
            hint = "remove the comment; an error cannot be allowed"
            yield Diagnostic("Y125", message, one.span, hint=hint, severity="warning", fix=fix)


def _whole(span: Span) -> Span:
    """A comment with the blanks before it, and with its line if nothing else stands there."""
    text = span.file.text
    start = span.start
    while start > 0 and text[start - 1] == " ":
        start -= 1
    if start > 0 and text[start - 1] != "\n":
        return Span(span.file, start, span.end)
    return Span(span.file, start, min(text.find("\n", span.end) + 1 or len(text), len(text)))
