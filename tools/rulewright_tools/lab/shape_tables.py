"""How matches go and what becomes of entries, as tables for a person."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table


def print_shape(console: Console, data: dict[str, Any]) -> None:
    """The metrics of a run, from the JSON twin."""
    table = _table("how a match goes", "")
    for name, value in _rows(data):
        table.add_row(name, value)
    console.print(table)
    if data["entries"]:
        entries = _table(
            "entry", "seen, %", "offered", "taken (95 %)", "takers win (biased)", "used", "held", "points"
        )
        for row in data["entries"]:
            used = "" if not row["used"] else f"{row['used']:.2f}"
            points = "" if not row["points"] else f"{row['points']:.2f}"
            entries.add_row(
                row["entry"],
                "" if row["seen"]["share"] is None else f"{100 * row['seen']['share']:.0f}",
                f"{row['offered']:.2f}",
                _share(row["taken"]),
                _share(row["observed_wins"]),
                used,
                "" if not row["held"] else f"{row['held']:.2f}",
                points,
            )
        console.print(entries)


def _rows(data: dict[str, Any]) -> Iterator[tuple[str, str]]:
    options = data["options"]
    if data["questions"]:
        spread = (
            f"{options['mean']:.1f} (geometric {options['geometric_mean']:.1f}, at most {options['max']})"
        )
        yield "answers to a question", spread
        yield "questions with one answer", f"{100 * data['no_choice']:.1f} %"
    if _varies(data["margin"]):
        yield "lead of the first over the second", _numbers(data["margin"])
    if _varies(data["lead_changes"]):
        yield "changes of who is ahead", _numbers(data["lead_changes"])
        yield "no change in the second half (95 %)", _share(data["settled_by_half"])
    if data["half_time_leader_wins"]["share"] is not None:
        yield "who is ahead half-way wins (95 %)", _share(data["half_time_leader_wins"])
    if _spread(data["settled_at"]):
        yield "over when somebody got ahead for good, %", _mean(data["settled_at"], 100)
    if _spread(data["drama"]):
        yield "points that the winner was behind", _mean(data["drama"])
    yield from _dead(data["dead_turns"])
    combos = data["combos"]
    if combos["max"]:
        most = f", at most {combos['max']} in match {combos['deepest_match']}"
        yield "effects triggered in a turn", _mean(combos) + most


def _dead(data: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """By step, as there are steps in which no turn can change anything; of all only where that is one."""
    steps = data["steps"]
    if not data["n"]:
        return
    if len(steps) < 2:
        yield "turns that change nothing (95 %)", _share(data)
        return
    yield "turns that change nothing (95 %)", ""
    for step in steps:
        yield f"  in {step['step']}", _share(step)


def _varies(data: dict[str, Any]) -> bool:
    """Whether matches differ in a number: one that is the same in all of them says nothing of them."""
    return data["mean"] is not None and (data["sd"] is None or data["min"] != data["max"])


def _spread(data: dict[str, Any]) -> bool:
    """As `_varies`, of a mean with its interval."""
    return data["mean"] is not None and (data["low"] is None or data["low"] != data["high"])


def _table(*heads: str) -> Table:
    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    for number, head in enumerate(heads):
        table.add_column(head, justify="left" if number == 0 else "right", no_wrap=number > 0)
    return table


def _numbers(data: dict[str, Any]) -> str:
    spread = "" if data["sd"] is None else f" (sd {data['sd']:.2f}, {data['min']} to {data['max']})"
    return f"{data['mean']:.2f}{spread}"


def _mean(data: dict[str, Any], unit: int = 1) -> str:
    span = "" if data["low"] is None else f" ({data['low'] * unit:.2f}–{data['high'] * unit:.2f})"
    return f"{data['mean'] * unit:.2f}{span}"


def _share(data: dict[str, Any]) -> str:
    if data["share"] is None:
        return ""
    span = "" if data["low"] is None else f" ({100 * data['low']:.1f}–{100 * data['high']:.1f})"
    return f"{100 * data['share']:.1f} %{span}"
