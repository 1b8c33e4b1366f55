"""Look-up tables."""

from __future__ import annotations

import re

from rulewright.dsl.scope import UNKNOWN
from rulewright.model.game import TableDecl, Value
from rulewright.model.types import EnumType, IntType, Type
from rulewright.packs.access import mapping, word
from rulewright.packs.gather import Section
from rulewright.packs.linking.fields import Linker
from rulewright.source.text import Span
from rulewright.source.tree import Branch, Mapping, Sequence

MOST_ROWS = 10_000
MOST_LISTED = 10
_WHOLE = re.compile(r"^(0|-?[1-9][0-9]{0,17})$")


def read_tables(section: Section, link: Linker) -> dict[str, TableDecl]:
    found = (_table(name, mapping(branch), span, link) for name, (branch, span) in section.items())
    return {table.name: table for table in found if table}


def _table(name: str, under: Mapping, span: Span, link: Linker) -> TableDecl | None:
    by = link.type(under.items["by"])
    spelt = under.items["gives"]
    gives, optional = link.spelling.parse_optional(word(spelt), spelt.span)
    if ("values" in under.items) == ("steps" in under.items):
        link.problems.error(
            "R310", f"table '{name}' needs its rows once", span, expected="exactly one of 'values', 'steps'"
        )
        return None
    if by == UNKNOWN:
        return TableDecl(name, by, gives, {}, "steps" in under.items, optional, span)
    if not isinstance(by, IntType | EnumType):
        link.problems.error(
            "R311",
            f"a table cannot be asked with {by}",
            under.items["by"].span,
            expected="int, a range or an enum",
        )
        return None
    steps = "steps" in under.items
    branch = under.items["steps" if steps else "values"]
    rows = _rows(by, gives, branch, link)
    if not steps and not optional:
        misread = len(mapping(branch).items) - len(rows) if isinstance(branch, Mapping) else 0
        _check_complete(name, by, rows, branch, span, link, misread)
    return TableDecl(name, by, gives, rows, steps, optional, span)


def _rows(by: IntType | EnumType, gives: Type, branch: Branch, link: Linker) -> dict[int | str, Value]:
    if isinstance(branch, Sequence):
        if isinstance(by, EnumType):
            link.problems.error(
                "R310", f"a list has no key for {by}", branch.span, expected="a mapping from symbol to value"
            )
            return {}
        return {index: link.literals.read(gives, item) for index, item in enumerate(branch.items)}
    rows: dict[int | str, Value] = {}
    inner = mapping(branch)
    for text, item in inner.items.items():
        key = _key(by, text, inner.key_spans[text], link)
        if key is not None:
            rows[key] = link.literals.read(gives, item)
    if isinstance(by, IntType):
        return dict(sorted(rows.items(), key=lambda row: int(row[0])))
    return rows


def _key(by: IntType | EnumType, text: str, span: Span, link: Linker) -> int | str | None:
    if isinstance(by, EnumType):
        symbols = link.literals.enums[by.name]
        if text not in symbols:
            link.names.unknown(f"symbol of {by.name}", text, span, symbols)
            return None
        return text
    value = int(text) if _WHOLE.match(text) else None
    if value is None or (by.low is not None and by.high is not None and not by.low <= value <= by.high):
        link.problems.error("R308", f"key '{text}' does not fit", span, expected=str(by))
        return None
    return value


def _check_complete(
    name: str,
    by: IntType | EnumType,
    rows: dict[int | str, Value],
    branch: Branch,
    span: Span,
    link: Linker,
    misread: int,
) -> None:
    """Every symbol of an enum and every number of a range needs its row; one of those `misread` may be it."""
    keys: list[int | str] = []
    if isinstance(by, EnumType):
        keys = [*link.literals.enums[by.name]]
    elif by.low is not None and by.high is not None:
        if by.high - by.low >= MOST_ROWS:
            hint = "write `by: int`, or `steps`, which need no row for every number"
            link.problems.error("R306", f"table '{name}' cannot have a row for each of {by}", span, hint=hint)
            return
        keys = [*range(by.low, by.high + 1)]
    missing = [str(key) for key in keys if key not in rows]
    if len(missing) <= misread:
        return
    added = link.problems.changes_of(missing)
    missing[MOST_LISTED:] = [f"{len(missing) - MOST_LISTED:,} more"] if len(missing) > MOST_LISTED else []
    if missing and not (isinstance(branch, Sequence) and isinstance(by, EnumType)):
        hint = "give it a row, or write 'gives: optional …' if nothing is due there"
        message = f"table '{name}' has no row for {', '.join(missing)}"
        link.problems.error("R306", message, span, hint=hint, related=added)
