"""A ladder as a table for a person."""

from __future__ import annotations

import sys
from typing import Any

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table

from rulewright.source.counted import counted
from rulewright_tools.failures import coloured
from rulewright_tools.lab.inference import FEWEST_PAIRS
from rulewright_tools.lab.ladder import FEW
from rulewright_tools.lab.words import duel_says, with_interval

MOST_FAULTS = 10


def print_ladder(data: dict[str, Any], title: str, interrupted: bool) -> None:
    """Each duel with its intervals, and whether every rung is stronger than those it was set against."""
    width = None if sys.stdout.isatty() else 120
    console = Console(no_color=not coloured(sys.stdout), highlight=False, width=width)
    deals = counted(data["deals"], "deal")
    seats = "" if data["players"] == 1 else ", each with the rung on every seat"
    ended = "interrupted, " if interrupted else ""
    console.print(f"{title}: {ended}{deals}{seats}; seed {data['seed']}", markup=False, soft_wrap=True)
    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    heads = ("rung", "against", "matches", "wins (95 %)", "its score", "the others'", "difference (95 %)", "")
    for number, head in enumerate(heads):
        table.add_column(head, justify="left" if number in (0, 1, 7) else "right", no_wrap=number != 7)
    for duel in data["duels"]:
        table.add_row(*_row(duel))
    console.print(table)
    order = "every rung is stronger" if data["in_order"] else "not every rung has been told to be stronger"
    few = any(duel["verdict"] == FEW for duel in data["duels"])
    says = f"fewer than {FEWEST_PAIRS} deals: no verdict" if few else order
    console.print(says, markup=False, soft_wrap=True)
    if data["faults"]:
        console.print("matches that broke off; their deals are not counted above:")
        for fault in data["faults"][:MOST_FAULTS]:
            text = f"  {fault['rung']} against {fault['against']}, deal {fault['match']}: {fault['code']} "
            console.print(f"{text}{fault['message']} ({fault['place']})", markup=False, soft_wrap=True)


def _row(duel: dict[str, Any]) -> tuple[str, ...]:
    wins, score = duel["wins"], duel["score"]
    share = ""
    if wins:
        told = "–" if wins["low"] is None else f"{100 * wins['low']:.1f}–{100 * wins['high']:.1f}"
        share = f"{100 * wins['share']:.1f} % ({told})"
    scores = (f"{score['rung']:.2f}", f"{score['against']:.2f}") if score else ("", "")
    delta = with_interval(score["delta"], score) if score else ""
    return duel["rung"], duel["against"], str(duel["matches"]), share, *scores, delta, duel_says(duel)
