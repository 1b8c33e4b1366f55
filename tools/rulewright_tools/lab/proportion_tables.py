"""What two games consist of, and what of it comes into sight, as tables for a person."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table

from rulewright_tools.lab.words import with_interval

MOST_ROWS = 12


def print_proportions(console: Console, rows: list[dict[str, Any]]) -> None:
    """The families whose numbers differ, those whose shares differ most first."""
    differ = [row for row in rows if row["a"]["count"] != row["b"]["count"]]
    if not differ:
        return
    shown = sorted(differ, key=lambda row: (-abs(_share(row, "b") - _share(row, "a")), *_name(row)))
    table = _table("what there is", "a", "share", "b", "share")
    for row in shown[:MOST_ROWS]:
        table.add_row(" ".join(_name(row)), *_counts(row))
    console.print(table)
    if len(shown) > MOST_ROWS:
        console.print(f"and {len(shown) - MOST_ROWS} more numbers that differ")


def print_dilution(console: Console, rows: list[dict[str, Any]]) -> None:
    """The families that are seen more or less often, those most first."""
    shown = sorted(rows, key=lambda row: (-abs(_delta(row)), *_name(row)))[:MOST_ROWS]
    table = _table("seen in a match, %", "cards a", "a (exact)", "cards b", "b (exact)", "delta (95 %)")
    for row in shown:
        table.add_row(" ".join(_name(row)), *_seen(row["a"]), *_seen(row["b"]), _span(row["delta"]))
    if shown:
        console.print(table)


def _table(*heads: str) -> Table:
    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    for number, head in enumerate(heads):
        table.add_column(head, justify="right" if number else "left", no_wrap=number > 0)
    return table


def _name(row: dict[str, Any]) -> tuple[str, ...]:
    return (row["kind"], *([row["field"]] if row["field"] else []), row["value"])


def _share(row: dict[str, Any], side: str) -> float:
    return float(row[side]["share"] or 0)


def _counts(row: dict[str, Any]) -> Iterator[str]:
    for side in "ab":
        yield f"{row[side]['count']} of {row[side]['of']}"
        yield f"{100 * _share(row, side):.1f} %"


def _delta(row: dict[str, Any]) -> float:
    a, b = ((row[side] or {"seen": {"share": 0}})["seen"]["share"] or 0 for side in "ab")
    return float(b - a)


def _seen(side: dict[str, Any] | None) -> tuple[str, str]:
    if side is None:
        return "", ""
    exact = "" if side["exact"] is None else f" ({100 * side['exact']:.1f})"
    return f"{side['cards']} of {side['of']}", f"{100 * (side['seen']['share'] or 0):.1f}{exact}"


def _span(found: dict[str, Any] | None) -> str:
    if found is None:
        return "new or gone"
    return with_interval(found["mean"], found, lambda x: f"{x:+.1f}", 100)
