"""A comparison as a table for a person."""

from __future__ import annotations

import sys
from typing import Any

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table

from rulewright.source.counted import counted
from rulewright_tools.failures import coloured
from rulewright_tools.lab.lift_tables import print_lift_changes
from rulewright_tools.lab.proportion_tables import print_dilution, print_proportions
from rulewright_tools.lab.words import (
    NOT_COVERED,
    bots_say,
    name_of,
    said,
    unit_of,
    verdicts,
    weight,
    with_interval,
)

MOST_ENTRIES = 12
MOST_FAULTS = 10


def print_comparison(data: dict[str, Any], parting: dict[str, Any] | None, interrupted: bool = False) -> None:
    """What was compared, the figures of a match, those of entries, and where the two part."""
    console = Console(
        no_color=not coloured(sys.stdout), highlight=False, width=None if sys.stdout.isatty() else 132
    )
    for line in _head(data, interrupted):
        console.print(line, markup=False, soft_wrap=True)
    whole = [row for row in data["figures"] if row["entry"] is None]
    if whole:
        console.print(_table("figure", whole, [name_of(row["figure"]) for row in whole]))
    entries = [row for row in data["figures"] if row["entry"] is not None]
    if entries:
        shown = sorted(entries, key=weight)[:MOST_ENTRIES]
        console.print(
            _table("by entry", shown, [f"{row['entry']}, {name_of(row['figure'])}" for row in shown])
        )
        if len(shown) < len(entries):
            console.print(_rest(entries, shown), markup=False, soft_wrap=True)
    if data["lift_changes"] is not None:
        print_lift_changes(console, data["lift_changes"])
    print_proportions(console, data["proportions"])
    print_dilution(console, data["dilution"] or [])
    if parting is not None:
        for line in _parting(parting):
            console.print(line, markup=False, soft_wrap=True)
    console.print(NOT_COVERED, markup=False, soft_wrap=True)
    if data["faults"]:
        _faults(console, data)


def _head(data: dict[str, Any], interrupted: bool) -> list[str]:
    a, b = (" + ".join(f"{p['id']} {p['version']}" for p in data[side]["packs"]) for side in "ab")
    seats = counted(data["players"], "player")
    bots = data["policies"][0] if len(set(data["policies"])) == 1 else ",".join(data["policies"])
    settings = "".join(f", {name}={value}" for name, value in data["settings"].items())
    pairs = counted(data["counted"], "pair")
    if data["counted"] + len({f["match"] for f in data["faults"]}) < data["pairs"]:
        pairs = f"{'interrupted, ' if interrupted else ''}{pairs} of {data['pairs']:,}"
    changes = len(data["changes"])
    lines = [f"a: {a}", f"b: {b} ({counted(changes, 'difference')})"]
    lines.append(f"{seats}{settings}, {bots}: {pairs}, each a deal in all rotations; seed {data['seed']}")
    lines += bots_say(data)
    lines.append(
        f"{counted(data['matches'], 'match', 'matches')}, {data['untouched']:,} of them not played, "
        "as they never read what differs; "
        f"{counted(data['alike'], 'pair')} came out alike"
    )
    if data["until_sure"] is not None:
        lines.append(
            f"until it is sure whether the first figure moves by {data['until_sure']:g} or not at all; its "
            "interval may be watched, and is wider for that"
        )
    reduction = data["variance_reduction"]
    if reduction is not None:
        lines.append(f"the shared draws do the work of {reduction:.1f} times as many matches")
    return lines


def _table(head: str, rows: list[dict[str, Any]], names: list[str]) -> Table:
    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    for number, title in enumerate((head, "a", "b", "delta (95 %)", "band", "")):
        justify = "left" if number in (0, 5) else "right"
        # one of rich's words
        table.add_column(title, justify=justify, no_wrap=number != 5)  # type: ignore[arg-type]
    for name, row in zip(names, rows, strict=True):
        unit = unit_of(row["figure"])
        numbers = [f"{row[key] * unit:.2f}" for key in ("a", "b")]
        band = f"±{row['band'] * unit:.2f}"
        table.add_row(name, *numbers, with_interval(row["delta"], row, unit=unit), band, said(row))
    return table


def _rest(entries: list[dict[str, Any]], shown: list[dict[str, Any]]) -> str:
    listed = verdicts(row for row in entries if row not in shown)
    return f"and {counted(len(entries) - len(shown), 'more figure')} of entries: {listed}"


def _parting(data: dict[str, Any]) -> list[str]:
    a, b = (" : ".join(map(str, scores or ["no end"])) for scores in data["scores"])
    lines = [f"the first match that differs (pair {data['pair']}, seat {data['first_seat']} begins):"]
    if data["a"] is None and data["b"] is None:
        lines.append(f"  all {data['shared_moves']} moves are the same")
    else:
        lines += [f"    {move}" for move in data["before"]]
        lines += [f"  {side} {data[side] or '     the match has ended'}" for side in "ab"]
    lines.append(f"  it ends {a} in a, {b} in b")
    return lines


def _faults(console: Console, data: dict[str, Any]) -> None:
    faults = data["faults"]
    matches = counted(len(faults), "match", "matches")
    console.print(f"{matches} broke off; pairs with one are not counted above:")
    for fault in faults[:MOST_FAULTS]:
        saved = f", saved as {fault['replay']}" if fault["replay"] else ""
        text = f"  {fault['game']}, pair {fault['match']}: {fault['code']} {fault['message']}"
        text = f"{text} ({fault['place']}){saved}"
        console.print(text, markup=False, soft_wrap=True)
    if len(faults) > MOST_FAULTS:
        console.print(f"  and {len(faults) - MOST_FAULTS} more")
