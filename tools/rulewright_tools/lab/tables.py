"""The result of a run as tables for a person."""

from __future__ import annotations

import sys
from typing import Any

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table

from rulewright.source.counted import counted
from rulewright_tools.failures import coloured
from rulewright_tools.lab.lift_tables import print_lifts, print_luck
from rulewright_tools.lab.shape_tables import print_shape


def print_run(data: dict[str, Any], title: str) -> None:
    """Scores and wins by seat, points by scoring line, length; from the JSON twin."""
    colour = coloured(sys.stdout)
    console = Console(no_color=not colour, highlight=False, width=None if sys.stdout.isatty() else 132)
    console.print(f"{title}: {_played(data)}, seed {data['seed']}")
    if data["finished"]:
        console.print(_seats(data))
        if data["seats"][0]["lines"]:
            console.print(_lines(data))
        if _is_decided(data):
            console.print(_results(data))
        if data["measures"]:
            console.print(_measures(data))
        if data["ranks"]:
            console.print(_ranks(data))
        console.print(_length(data))
        if "metrics" in data:
            print_shape(console, data["metrics"])
        if "luck" in data:
            print_luck(console, data["luck"])
        if "lifts" in data:
            print_lifts(console, data["lifts"])
    if data["faults"]:
        _faults(console, data)


def _played(data: dict[str, Any]) -> str:
    """How many matches are counted; of how many if the run was interrupted."""
    finished, games = data["finished"], data["games"]
    if finished + len(data["faults"]) < games:
        return f"interrupted, {finished:,} of {counted(games, 'match', 'matches')}"
    return counted(finished, "match", "matches")


def _table(*heads: str) -> Table:
    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    for number, head in enumerate(heads):
        table.add_column(head, justify="left" if number == 0 else "right", no_wrap=number > 0)
    return table


def _seats(data: dict[str, Any]) -> Table:
    wins = any(seat["wins"]["share"] is not None for seat in data["seats"])
    table = _table("seat", "policy", "score", "sd", "min", "max", *(["wins (95 %)"] if wins else []))
    for seat in data["seats"]:
        row = [str(seat["seat"]), seat["policy"], *_numbers(seat["score"])]
        table.add_row(*row, *([_share(seat["wins"])] if wins else []))
    if len(data["seats"]) > 1:
        table.add_row("all", "", *_numbers(data["score"]), *([""] if wins else []))
    return table


def _is_decided(data: dict[str, Any]) -> bool:
    """Whether matches are won or lost rather than scored: nobody has more than one point."""
    return data["first_seat_wins"]["share"] is not None and data["score"]["max"] <= 1


def _results(data: dict[str, Any]) -> Table:
    """How often each seat won alone, shared it, lost."""
    table = _table("seat", "won (95 %)", "drawn", "lost")
    for seat in data["seats"]:
        table.add_row(str(seat["seat"]), *(_share(seat[name]) for name in ("won", "drawn", "lost")))
    return table


def _measures(data: dict[str, Any]) -> Table:
    table = _table("measure", "of", "mean", "sd", "min", "max")
    for part in data["measures"]:
        table.add_row(part["measure"], part["entry"] or "", *_numbers(part))
    return table


def _lines(data: dict[str, Any]) -> Table:
    table = _table("points by line", *(f"seat {seat['seat']}" for seat in data["seats"]), "sd", "min", "max")
    for name in data["seats"][0]["lines"]:
        parts = [seat["lines"][name] for seat in data["seats"]]
        spread = max((part["sd"] for part in parts if part["sd"] is not None), default=None)
        least, most = min(part["min"] for part in parts), max(part["max"] for part in parts)
        table.add_row(
            name, *(f"{part['mean']:.2f}" for part in parts), _number(spread), str(least), str(most)
        )
    return table


def _ranks(data: dict[str, Any]) -> Table:
    table = _table("rank", "matches", "share")
    for rank, count in data["ranks"].items():
        table.add_row(rank, str(count), f"{100 * count / data['finished']:.1f} %")
    return table


def _length(data: dict[str, Any]) -> str:
    length = data["decisions"]
    spread = f"sd {_number(length['sd'])}, {length['min']} to {length['max']}"
    sentence = f"{length['mean']:,.1f} decisions a match ({spread})"
    if data["first_seat_wins"]["share"] is not None:
        shared = counted(data["shared_victories"], "victory", "victories")
        sentence += f"; the first seat wins {_share(data['first_seat_wins'])}; {shared} shared"
    return sentence


def _faults(console: Console, data: dict[str, Any]) -> None:
    faults = data["faults"]
    console.print(f"{len(faults)} of {data['games']} matches broke off and are not counted above:")
    for fault in faults[:10]:
        saved = f", saved as {fault['replay']}" if fault["replay"] else ""
        stood = f", at {' : '.join(map(str, fault['scores']))}" if fault["scores"] else ""
        text = (
            f"  match {fault['match']}: {fault['code']} {fault['message']} ({fault['place']}){stood}{saved}"
        )
        console.print(text, markup=False, soft_wrap=True)
    if len(faults) > 10:
        console.print(f"  and {len(faults) - 10} more")


def _numbers(data: dict[str, Any]) -> list[str]:
    return [f"{data['mean']:.2f}", _number(data["sd"]), str(data["min"]), str(data["max"])]


def _number(x: float | None) -> str:
    return "–" if x is None else f"{x:.2f}"


def _share(data: dict[str, Any]) -> str:
    if data["share"] is None:
        return "–"
    return f"{100 * data['share']:.1f} % ({100 * data['low']:.1f}–{100 * data['high']:.1f})"
