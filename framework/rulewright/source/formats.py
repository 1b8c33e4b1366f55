"""Problems for other programs: JSON, GitHub's workflow commands, SARIF 2.1.0."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from rulewright.source.codes import CODES
from rulewright.source.diagnostics import Diagnostic
from rulewright.source.edits import Edit
from rulewright.source.text import Span

FORMAT = "rulewright.problems"
_GITHUB = {"error": "error", "warning": "warning", "note": "notice"}


def as_data(problem: Diagnostic) -> dict[str, Any]:
    """A problem as plain data: lines and columns from 1, `end_column` is the first column after it."""
    return {
        "code": problem.code,
        "severity": problem.severity,
        "message": problem.message,
        **_place(problem.span),
        "expected": problem.expected,
        "hint": problem.hint,
        "related": [{"message": label, **_place(span)} for label, span in problem.related],
        "fix": None if problem.fix is None else {**_place(problem.fix.span), "text": problem.fix.text},
    }


def in_json(problems: Sequence[Diagnostic]) -> str:
    """One object with `problems` in order and how many there are of each severity."""
    counts = {s: sum(p.severity == s for p in problems) for s in _GITHUB}
    found = {"format": FORMAT, "version": 1, "problems": [as_data(p) for p in problems], "counts": counts}
    return json.dumps(found, ensure_ascii=False, indent=2)


def in_github(problems: Sequence[Diagnostic]) -> str:
    """A workflow command a line; GitHub itself shows ten of a kind for a step."""
    return "\n".join(_command(problem) for problem in problems)


def in_sarif(problems: Sequence[Diagnostic], version: str) -> str:
    """One run with the codes that occur as its rules; columns count code points."""
    used = sorted({problem.code for problem in problems})
    rules = [
        {
            "id": code,
            "name": "".join(word.capitalize() for word in CODES[code].title.replace("-", " ").split()),
            "shortDescription": {"text": CODES[code].title},
            "fullDescription": {"text": CODES[code].explanation},
        }
        for code in used
    ]
    run = {
        "tool": {"driver": {"name": "rulewright", "version": version, "rules": rules}},
        "columnKind": "unicodeCodePoints",
        "results": [_result(problem, used.index(problem.code)) for problem in problems],
    }
    log = {"$schema": "https://json.schemastore.org/sarif-2.1.0.json", "version": "2.1.0", "runs": [run]}
    return json.dumps(log, ensure_ascii=False, indent=2)


def _place(span: Span) -> dict[str, Any]:
    line, column = span.file.line_column(span.start)
    end_line, end_column = span.file.line_column(max(span.start, span.end))
    return {
        "file": span.file.name,
        "line": line,
        "column": column,
        "end_line": end_line,
        "end_column": end_column,
    }


def _said(problem: Diagnostic) -> str:
    """The message with what was expected and what would help."""
    more = [f"expected: {problem.expected}"] if problem.expected else []
    more += [f"hint: {problem.hint}"] if problem.hint else []
    return "; ".join([problem.message, *more])


def _command(problem: Diagnostic) -> str:
    at = _place(problem.span)
    same_line = at["line"] == at["end_line"]
    properties = {
        "file": at["file"],
        "line": at["line"],
        "endLine": at["end_line"],
        "col": at["column"],
        **({"endColumn": at["end_column"]} if same_line else {}),
        "title": f"{problem.code} {CODES[problem.code].title}",
    }
    listed = ",".join(f"{name}={_escaped(str(value), ':,')}" for name, value in properties.items())
    return f"::{_GITHUB[problem.severity]} {listed}::{_escaped(_said(problem))}"


def _escaped(text: str, more: str = "") -> str:
    return "".join(f"%{ord(sign):02X}" if sign in "%\r\n" + more else sign for sign in text)


def _result(problem: Diagnostic, rule: int) -> dict[str, Any]:
    related = [{"message": {"text": label}, **_location(span)} for label, span in problem.related]
    return {
        "ruleId": problem.code,
        "ruleIndex": rule,
        "level": problem.severity,
        "message": {"text": _said(problem)},
        "locations": [_location(problem.span)],
        **({"relatedLocations": related} if related else {}),
        **({"fixes": [_sarif_fix(problem.fix)]} if problem.fix is not None else {}),
    }


def _sarif_fix(fix: Edit) -> dict[str, Any]:
    place = _location(fix.span)["physicalLocation"]
    replacement = {"deletedRegion": place["region"], "insertedContent": {"text": fix.text}}
    change = {"artifactLocation": place["artifactLocation"], "replacements": [replacement]}
    return {"artifactChanges": [change]}


def _location(span: Span) -> dict[str, Any]:
    at = _place(span)
    region = {
        "startLine": at["line"],
        "startColumn": at["column"],
        "endLine": at["end_line"],
        "endColumn": at["end_column"],
    }
    return {"physicalLocation": {"artifactLocation": {"uri": _uri(at["file"])}, "region": region}}


def _uri(name: str) -> str:
    from urllib.parse import quote

    return quote(name, errors="surrogateescape")  # the bytes of a name need not be UTF-8
