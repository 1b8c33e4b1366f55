"""Matches played for knock-out lifts: as they are, and again with an entry knocked out for a seat."""

from __future__ import annotations

from contextlib import closing
from typing import TYPE_CHECKING

from rulewright.play.knockouts import play_knockouts
from rulewright.play.playout import Batch, Plan
from rulewright.play.processes import Runner
from rulewright_tools.interrupts import whole
from rulewright_tools.progress import progress

if TYPE_CHECKING:
    from rulewright_tools.lab.lifts import Lifts

FEW = 50
"""Matches played again for which no processes are started."""


def play(plan: Plan, lifts: Lifts, runner: Runner | None, name: str) -> None:
    """The matches of a plan that is gated and notes choices; then `knock_out`."""
    with closing(iter(Batch(plan, runner))) as played, progress(played, plan.games, name) as watched:
        for outcome in watched:
            with whole():
                lifts.add(outcome)
    knock_out(plan, lifts, runner, name)


def knock_out(plan: Plan, lifts: Lifts, runner: Runner | None, name: str) -> None:
    """Play each match again without what did something for a seat in it."""
    few = runner is not None and not runner.eager and len(lifts.wanted) < FEW
    again = play_knockouts(plan, lifts.wanted, None if few else runner)
    with closing(again) as played, progress(played, len(lifts.wanted), name) as watched:
        for knockout, outcome in watched:
            with whole():
                lifts.add_without(knockout, outcome)
