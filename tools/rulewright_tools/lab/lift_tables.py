"""Knock-out lifts and the luck share for a person."""

from __future__ import annotations

from typing import Any

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table

from rulewright.source.counted import counted
from rulewright_tools.lab.words import said, with_interval

MOST_ENTRIES = 20


def print_lifts(console: Console, rows: list[dict[str, Any]]) -> None:
    """What is clear first, and of that the greatest; from the JSON twin."""
    if not rows:
        console.print("no seat used any of these entries where it had another answer")
        return
    wins = any(row["wins"] is not None for row in rows)
    heads = (
        "lift of an entry",
        "score (95 %)",
        *(["wins (95 %)"] if wins else []),
        "uses",
        "score per use (95 %)",
        "",
    )
    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    for number, head in enumerate(heads):
        table.add_column(head, justify="left" if number in (0, len(heads) - 1) else "right", no_wrap=True)
    shown = sorted(rows, key=_weight)[:MOST_ENTRIES]
    for row in sorted(shown, key=lambda row: (-row["score"]["lift"], row["entry"])):
        cells = [_span(row["score"], 1)]
        if wins:
            cells.append("" if row["wins"] is None else _span(row["wins"], 100))
        table.add_row(row["entry"], *cells, f"{row['uses']:.2f}", _per_use(row), _says(row))
    console.print(table)
    if len(shown) < len(rows):
        console.print(f"and {len(rows) - len(shown)} more entries that are not clear, or less")


def print_lift_changes(console: Console, rows: list[dict[str, Any]]) -> None:
    """What the entries that differ are worth in two games; from the JSON twin of a comparison."""
    if not rows:
        console.print("no entry differs, so that --lift has nothing to tell")
        return
    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    heads = ("knock-out lift", "a (95 %)", "b (95 %)", "delta (95 %)", "band", "")
    for number, head in enumerate(heads):
        justify = "left" if number in (0, len(heads) - 1) else "right"
        # one of rich's words
        table.add_column(head, justify=justify, no_wrap=number < len(heads) - 1)  # type: ignore[arg-type]
    shown = sorted(rows, key=_change_weight)[:MOST_ENTRIES]
    for row in shown:
        delta = "–" if row["delta"] is None else with_interval(row["delta"], row)
        band = "" if row["band"] is None else f"±{row['band']:.2f}"
        table.add_row(row["entry"], _lift_in(row["a"]), _lift_in(row["b"]), delta, band, change_says(row))
    console.print(table)
    if len(shown) < len(rows):
        console.print(f"and {len(rows) - len(shown)} more entries that differ")


def _lift_in(side: dict[str, Any] | None) -> str:
    return "–" if side is None else with_interval(side["lift"], side)


def change_says(row: dict[str, Any]) -> str:
    """The verdict; of an entry that one game has not, or that no bot used, that."""
    sides = [row[side] for side in row["in"]]
    if None in sides:
        return "not played"
    if not any(side["replayed"] for side in sides):
        return "never used by these bots"
    return {"a": "gone in b", "b": "new in b"}.get(row["in"]) or said(row)


def _change_weight(row: dict[str, Any]) -> tuple[Any, ...]:
    sides = [abs(side["lift"]) for side in (row["a"], row["b"]) if side is not None]
    return row["verdict"] != "moved", -abs(row["delta"] or 0), -max(sides, default=0), row["entry"]


def print_luck(console: Console, data: dict[str, Any]) -> None:
    """How much of the scores, and of who wins, hangs on the draws; from the JSON twin."""
    for name, what in (("score", "of the scores"), ("wins", "of who wins")):
        found = data[name]
        if found is not None:
            played = f"{counted(found['n'], 'match', 'matches')}, {data['times']} times each"
            console.print(f"luck: {luck_says(found, what)}; {played}", markup=False, soft_wrap=True)


def luck_says(found: dict[str, Any], what: str) -> str:
    """How much hangs on the draws, and what the rest is: none of it is skill."""
    if found["share"] == 1:
        return f"these bots leave nothing to chance, so that no share {what} can be told from the draws"
    span = "–" if found["low"] is None else f"{100 * found['low']:.1f}–{100 * found['high']:.1f}"
    told = f"{100 * found['share']:.1f} % ({span}) {what} hangs on the draws"
    return f"{told}; the rest is what these bots leave to chance, not skill"


def _weight(row: dict[str, Any]) -> tuple[Any, ...]:
    return not _clear(row), -abs(row["score"]["lift"]), row["entry"]


def _clear(row: dict[str, Any]) -> str:
    figures = [name for name in ("score", "wins") if row[name] is not None and row[name]["clear"]]
    return f"clear: {' and '.join(figures)}" if figures else ""


def _says(row: dict[str, Any]) -> str:
    return _clear(row) if row["replayed"] or row["broken"] else "never used by these bots"


def _per_use(row: dict[str, Any]) -> str:
    found = row["score"]["per_use"]
    return "–" if found is None else with_interval(found["lift"], found)


def _span(found: dict[str, Any], unit: int) -> str:
    return with_interval(found["lift"], found, unit=unit)
