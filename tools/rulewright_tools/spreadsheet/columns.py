"""The columns of a kind, what the cell of an entry says, and what a cell puts into a card file."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from rulewright.model.game import FieldDecl, Kind
from rulewright.model.types import BoolType, ListType, PairType, TextType
from rulewright.source.diagnostics import Problems
from rulewright.source.reader import parse_yaml
from rulewright.source.rewrite import Put
from rulewright.source.scalars import Refused, read_plain
from rulewright.source.text import EffectText, SourceFile, Span
from rulewright.source.tree import Branch, Scalar
from rulewright.source.tree import Mapping as Tree
from rulewright.source.yaml_text import dedented

ID = "id"
_FORMULA_SIGNS = frozenset("=+-@'")
"""What a spreadsheet may take for more than text at the start of a cell; a `'` before it says it is text."""
_NUMBER = re.compile(r"-?\d+")

Sort = Literal["word", "flag", "text", "data"]
"""How a cell is read: as it looks, as true or false, as text whatever it looks like, or as YAML."""


@dataclass(frozen=True, slots=True)
class Column:
    """A key of an entry, or a key of one of its parts."""

    path: tuple[str, ...]
    sort: Sort

    @property
    def name(self) -> str:
        return ".".join(self.path)


def columns_of(kind: Kind, kinds: Mapping[str, Kind]) -> list[Column]:
    """Everything that an entry of a kind can say, in the order in which cards say it."""
    found = [Column(("like",), "word"), *_fields(kind, ())]
    found += [Column((formula,), "word") for formula in kind.formulas]
    for part in kind.parts:
        found += _fields(kinds[part.kind], (part.name,))
    if kind.starts_in is not None:
        found.append(Column(("copies",), "word"))
    return [*found, Column(("provenance",), "data"), Column(("abilities",), "data")]


def _fields(kind: Kind, under: tuple[str, ...]) -> Iterator[Column]:
    if kind.bears is not None:
        yield Column((*under, "bears"), "word")
    for field in kind.fields.values():
        yield Column((*under, field.name), _sort(field))


def _sort(field: FieldDecl) -> Sort:
    match field.type:
        case BoolType():
            return "flag"
        case TextType():
            return "text"
        case ListType() | PairType():
            return "data"
    return "word"


def key_order(columns: list[Column]) -> list[str]:
    """Keys of entries and parts in the order of columns."""
    return list(dict.fromkeys(key for column in columns for key in column.path))


def branch_at(entry: Tree, column: Column) -> Branch | None:
    """What an entry itself writes in a column."""
    branch: Branch = entry
    for key in column.path:
        if not isinstance(branch, Tree) or key not in branch.items:
            return None
        branch = branch.items[key]
    return branch


def cell_of(branch: Branch | None) -> str:
    """The cell for what is written; empty if nothing is."""
    if branch is None:
        return ""
    text = _said(branch)
    if not text.strip() or (text[0] in _FORMULA_SIGNS and not _NUMBER.fullmatch(text)):
        return f"'{text}"
    return text


def _said(branch: Branch) -> str:
    if isinstance(branch, Scalar):
        return branch.text.text.rstrip("\n")
    span = branch.span
    return dedented(span.file.text[span.start : span.end], span.column)


def is_changed(column: Column, branch: Branch | None, cell: EffectText) -> bool:
    """Whether a cell says something else than what is written; spreadsheets write TRUE for true."""
    given = _given(column, cell)
    if branch is None or given is None:
        return branch is not None or given is not None
    old, new = _said(branch), given.text
    if column.sort != "text":
        old = old.strip()
    return old.casefold() != new.casefold() if column.sort == "flag" else old != new


def put_of(column: Column, cell: EffectText, problems: Problems) -> Put | None:
    """What a cell puts there: nothing if it is empty, or cannot be read as YAML, which is noted."""
    given = _given(column, cell)
    if given is None:
        return None
    if column.sort == "data":
        return _yaml(given, problems)
    if column.sort == "text":
        return Put(given.text, "text", given)
    if isinstance(number := read_plain(given.text), Refused):
        span = given.at(0, len(given.text))
        problems.error(number.code, number.message, span, hint=number.hint)
        return None
    is_flag = column.sort == "flag" and given.text.casefold() in ("true", "false")
    return Put(given.text.casefold() if is_flag else given.text, "word", given)


def _given(column: Column, cell: EffectText) -> EffectText | None:
    """The text of a cell without what only spreadsheets need; None for an empty one."""
    text = cell.text
    if not text.strip():
        return None
    start = 1 if text.startswith("'") else 0
    kept = text[start:].rstrip("\n")
    if column.sort != "text":
        start += len(kept) - len(kept.lstrip())
        kept = kept.strip()
    return EffectText(kept, cell.span, _Behind(cell, start))


def _yaml(given: EffectText, problems: Problems) -> Put | None:
    file = SourceFile.of(given.span.file.name, given.text)
    found = Problems()
    branch = parse_yaml(file, found)
    for problem in found.found:
        span = given.at(problem.span.start, problem.span.end)
        problems.error(problem.code, problem.message, span, expected=problem.expected, hint=problem.hint)
    if branch is None:
        return None
    if isinstance(branch, Scalar):
        return Put(given.text, "word", given)
    return Put(given.text, "flow" if _first(branch.span) in "{[" else "block", given)


def _first(span: Span) -> str:
    return span.file.text[span.start]


@dataclass(frozen=True, slots=True)
class _Behind:
    """Places of a text that begins some characters behind the start of a cell."""

    cell: EffectText
    start: int

    def __call__(self, offset: int) -> int:
        return self.cell.locate(self.start + offset)
