"""Checks a tree against a JSON schema and says each mistake once, where it is, in people's words."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import jsonschema_rs

from rulewright.source.diagnostics import Diagnostic, Problems
from rulewright.source.schema_causes import Mistake, causes
from rulewright.source.schema_words import words
from rulewright.source.tree import Branch, Plain, plain

MOST_MISTAKES = 4_000
"""Mistakes of one file that are looked for."""
_known: dict[str, Any] = {}
# By identity; the schema is kept with it, so that the identity stays its own.
_quick: dict[int, tuple[dict[str, Any], jsonschema_rs.Draft202012Validator]] = {}


def validate(branch: Branch, schema: dict[str, Any], problems: Problems, *, what: str) -> bool:
    """Report every mistake against the schema; whether there was none.

    Args:
        what: what the branch is, with its article, as "a card".
    """
    value = plain(branch)
    if _fits(value, schema):
        return True
    from rulewright.source.schema_errors import schema_errors  # takes long to load, and is seldom needed

    found: list[Mistake] = []
    for error in schema_errors(value, schema, _known.get):
        found += words(error, branch, what)
        if len(found) >= MOST_MISTAKES:
            found.append(_and_more(found[-1], what))
            break
    shown: set[tuple[str, int, str]] = set()
    told = sorted(causes(found), key=_place)
    _forget_commas(told, problems)
    for diagnostic in told:
        identity = (diagnostic.code, diagnostic.span.start, diagnostic.message)
        if identity not in shown:
            shown.add(identity)
            problems.add(_with_gone(diagnostic, problems))
    return not found


def _with_gone(diagnostic: Diagnostic, problems: Problems) -> Diagnostic:
    """A value or key that does not fit any more, with who took it away."""
    span = diagnostic.span
    gone = problems.gone.get(span.file.text[span.start : span.end].strip("'\""))
    if gone is None or diagnostic.code not in ("S201", "S204"):
        return diagnostic
    related = (*diagnostic.related, (gone.said, gone.span))
    return replace(diagnostic, hint=gone.hint or diagnostic.hint, related=related)


def _forget_commas(told: list[Diagnostic], problems: Problems) -> None:
    """That a comma cuts a text is no problem where no such text may stand."""
    places = [d.span for d in told if d.code in ("S203", "S204", "S205")]
    problems.found = [
        d
        for d in problems.found
        if d.code != "Y121"
        or not any(
            at.file is d.span.file and at.start <= d.span.start and d.span.end <= at.end for at in places
        )
    ]


def _and_more(last: Mistake, what: str) -> Mistake:
    message = f"more than {MOST_MISTAKES:,} mistakes in {what}; others are not looked for"
    return Mistake(Diagnostic("S211", message, last.diagnostic.span, hint="mend the ones before"), ())


def _fits(value: Plain, schema: dict[str, Any]) -> bool:
    """Whether there is nothing to say: most files are in order, and this is told quickly."""
    kept = _quick.get(id(schema))
    if kept is None:
        made = jsonschema_rs.Draft202012Validator(schema, retriever=_retrieve)
        kept = _quick[id(schema)] = (schema, made)
    return kept[1].is_valid(value) and not _has_float(value)


def _retrieve(uri: str) -> Any:
    """Schemas that were loaded, never the network."""
    name = uri.rsplit("/", 1)[-1]
    return _known[uri] if uri in _known else _known[name]


def _has_float(value: Plain) -> bool:
    """For the standard 1.0 is an integer; here nothing is."""
    if isinstance(value, dict | list):
        return any(map(_has_float, value.values() if isinstance(value, dict) else value))
    return isinstance(value, float)


def _place(diagnostic: Diagnostic) -> tuple[int, str]:
    return diagnostic.span.start, diagnostic.code


@cache
def load_schema(path: Path) -> dict[str, Any]:
    """The schema of a file. The other schemas of its folder can be referred to by file name or `$id`."""
    for sibling in sorted(path.parent.glob("*.json")):
        contents = json.loads(sibling.read_text(encoding="utf-8"))
        _known[sibling.name] = contents
        if isinstance(contents, dict) and "$id" in contents:
            _known[contents["$id"]] = contents
    loaded = json.loads(path.read_text(encoding="utf-8"))
    assert isinstance(loaded, dict), path.name
    return loaded
