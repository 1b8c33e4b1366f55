"""A sweep as a table for a person: what moves the figure most comes first."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Any

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table

from rulewright.source.counted import counted
from rulewright_tools.failures import coloured
from rulewright_tools.lab.words import (
    NOT_COVERED,
    bend_says,
    farthest,
    name_of,
    signed,
    unit_of,
    verdict_after,
    with_interval,
)

HALF = 5  # characters of a bar to either side
UP, DOWN, MIDDLE = "█", "░", "│"
MOST_FAULTS = 10
MOST_REFUSED = 10


def print_sweep(data: dict[str, Any], interrupted: bool) -> None:
    """What was swept, the numbers by how much they move the figure, and what could not be moved."""
    console = Console(
        no_color=not coloured(sys.stdout), highlight=False, width=None if sys.stdout.isatty() else 160
    )
    figure = data["figure"]
    played = [row for row in data["numbers"] if figure in row["figures"]]
    for line in _head(data, interrupted):
        console.print(line, markup=False, soft_wrap=True)
    if played:
        console.print(_table(data, sorted(played, key=lambda row: _weight(row, figure))))
        for line in _foot(played, figure, data["step"]):
            console.print(line, markup=False, soft_wrap=True)
    for line in (*_refused(data), *_not_played(data), *_faults(data)):
        console.print(line, markup=False, soft_wrap=True)
    console.print(NOT_COVERED, markup=False, soft_wrap=True)


def _head(data: dict[str, Any], interrupted: bool) -> Iterator[str]:
    packs = " + ".join(f"{p['id']} {p['version']}" for p in data["packs"])
    seats = counted(data["players"], "player")
    bots = data["policies"][0] if len(set(data["policies"])) == 1 else ",".join(data["policies"])
    settings = "".join(f", {name}={value}" for name, value in data["settings"].items())
    stopped = "interrupted; " if interrupted else ""
    pairs = f"{stopped}{counted(data['counted'], 'pair')}, each a deal in all rotations"
    yield f"{packs}, {seats}{settings}, {bots}: {pairs}; seed {data['seed']}"
    count = len(data["numbers"])
    numbers = counted(count, "number")
    matches = data["matches"]
    yield (
        f"{numbers} by {data['step']} up and down: {counted(matches['base'], 'match', 'matches')} as it is, "
        f"{matches['variants']:,} of variants; {matches['untouched']:,} not played, as they never read it"
    )
    done = [row for row in data["numbers"] if row["done_with_after"] is not None]
    if done:
        those = "1 number surely does" if len(done) == 1 else f"{len(done)} numbers surely do"
        yield (
            f"{those} not matter after fewer pairs (it was looked after "
            f"{_listed(data['rounds'][:-1])}): {matches['saved']:,} matches saved"
        )
    if data["figure"] in data["base"]:
        value = data["base"][data["figure"]] * unit_of(data["figure"])
        yield f"{name_of(data['figure'])} as it is: {value:.2f}"


def _weight(row: dict[str, Any], figure: str) -> tuple[float, str]:
    return -farthest(row["figures"][figure]), row["address"]


def _table(data: dict[str, Any], rows: list[dict[str, Any]]) -> Table:
    figure, step = data["figure"], data["step"]
    unit = unit_of(figure)
    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    heads = ("number", "now", f"-{step}", "", f"+{step}", "a step (95 %)", "elasticity", "band at", "")
    for n, head in enumerate(heads):
        justify = "left" if head in ("number", "") else "right"
        # one of rich's words
        table.add_column(head, justify=justify, no_wrap=n > 0, overflow="fold")  # type: ignore[arg-type]
    ways = [row["figures"][figure][way] for row in rows for way in ("up", "down")]
    most = max((abs(way["delta"]) for way in ways if way is not None), default=0)
    for row in rows:
        found = row["figures"][figure]
        down, up = (None if found[way] is None else found[way]["delta"] for way in ("down", "up"))
        elasticity, at = found["elasticity"], found["moves_by_band"]
        table.add_row(
            row["address"].partition(":")[2],
            str(row["value"]),
            _delta(down, unit),
            _bar(down, up, most),
            _delta(up, unit),
            with_interval(found["slope"], found, unit=step * unit) if found["line"] else bend_says(found),
            "" if elasticity is None else signed(elasticity),
            "" if at is None else f"±{at:.1f}",
            verdict_after(row, found),
        )
    return table


def _listed(numbers: list[int]) -> str:
    *others, last = [f"{number:,}" for number in numbers]
    return f"{', '.join(others)} and {last}" if others else last


def _delta(delta: float | None, unit: float) -> str:
    return "–" if delta is None else signed(delta * unit)


def _bar(down: float | None, up: float | None, most: float) -> str:
    """How far the figure goes either way: `░` for less of the number, `█` for more."""
    cells = [" "] * HALF + [MIDDLE] + [" "] * HALF
    for delta, mark in ((down, DOWN), (up, UP)):
        length = round(HALF * abs(delta) / most) if delta and most else 0
        for n in range(1, length + 1):
            cells[HALF + (n if delta and delta > 0 else -n)] = mark
    return "".join(cells)


def _foot(rows: list[dict[str, Any]], figure: str, step: int) -> Iterator[str]:
    band = rows[0]["figures"][figure]["band"] * unit_of(figure)
    yield f"{DOWN} a step of {step} down, {UP} up; elasticity: per cent of the figure for one of the number"
    yield f"band at: how far the number goes until the figure moves by ±{band:.2f}, which does not matter yet"
    if not all(row["figures"][figure]["line"] for row in rows):
        yield "not a line: a step up is not a step down the other way round, so look at both ways"


def _refused(data: dict[str, Any]) -> Iterator[str]:
    found = [
        (row["address"].partition(":")[2], f"{sign}{data['step']}", row[way])
        for row in data["numbers"]
        for way, sign in (("up", "+"), ("down", "-"))
        if row[way]["state"] == "refused"
    ]
    if not found:
        return
    yield f"left out, as the game would not be valid: {len(found)}"
    for address, by, why in found[:MOST_REFUSED]:
        yield f"  {address} {by}: {why['code']} {why['message']}".rstrip()
    if len(found) > MOST_REFUSED:
        yield f"  and {len(found) - MOST_REFUSED} more"


def _not_played(data: dict[str, Any]) -> Iterator[str]:
    left = [
        f"{row['address'].partition(':')[2]} {sign}{data['step']}"
        for row in data["numbers"]
        for way, sign in (("up", "+"), ("down", "-"))
        if row[way]["state"] == "not played"
    ]
    if left:
        more = f" and {len(left) - MOST_REFUSED} more" if len(left) > MOST_REFUSED else ""
        yield f"not played, and nothing is said of them: {', '.join(left[:MOST_REFUSED])}{more}"


def _faults(data: dict[str, Any]) -> Iterator[str]:
    faults = data["faults"]
    if not faults:
        return
    matches = counted(len(faults), "match", "matches")
    yield f"{matches} broke off; pairs with one are not counted:"
    for fault in faults[:MOST_FAULTS]:
        saved = f", saved as {fault['replay']}" if fault["replay"] else ""
        what = f"{fault['code']} {fault['message']} ({fault['place']})"
        yield f"  {fault['of']}, pair {fault['match']}: {what}{saved}"
    if len(faults) > MOST_FAULTS:
        yield f"  and {len(faults) - MOST_FAULTS} more"
