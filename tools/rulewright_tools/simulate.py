"""A run of many matches, counted and written down."""

from __future__ import annotations

from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from rulewright.play.deals import play_jobs
from rulewright.play.knockouts import play_knockouts
from rulewright.play.playout import Batch, Outcome, Plan
from rulewright.play.processes import Runner
from rulewright_tools.interrupts import whole
from rulewright_tools.lab.shape import Shape
from rulewright_tools.lab.summary import Tally
from rulewright_tools.lab.tidy import Tidy
from rulewright_tools.outputs import written
from rulewright_tools.prepare import Setup
from rulewright_tools.progress import progress
from rulewright_tools.records import Records

if TYPE_CHECKING:
    from rulewright_tools.lab.lifts import Lifts
    from rulewright_tools.lab.luck import Luck

FEW = 50
"""Matches played again for which no processes are started."""


@dataclass(frozen=True, slots=True)
class Ran:
    """What a run came to."""

    tally: Tally
    tidy: Tidy | None
    shape: Shape | None
    lifts: Lifts | None
    luck: Luck | None
    records: Records
    interrupted: bool

    def add(self, outcome: Outcome, fault_name: str) -> None:
        """Count a match and write it down.

        Args:
            fault_name: what its file is called, without an ending, if it is kept for its fault alone.
        """
        self.tally.add(outcome)
        if self.tidy is not None:
            self.tidy.add(outcome)
        if self.shape is not None:
            self.shape.add(outcome)
        if self.lifts is not None:
            self.lifts.add(outcome)
        if self.luck is not None:
            self.luck.add(outcome)
        path = self.records.keep(outcome, fault_name)
        if outcome.fault is not None:
            self.tally.faults[-1]["replay"] = path


def run(
    setup: Setup,
    games: int,
    seed: int,
    first: int | None,
    runner: Runner | None,
    record: str | None,
    reference: bool,
    tables: bool = False,
    metrics: bool = False,
    checked: bool = False,
    lift: frozenset[str] | None = None,
    luck: int | None = None,
) -> Ran:
    """Play, count and write down. Ctrl-C ends the run after the matches that are finished.

    Args:
        lift: entries that are knocked out, a seat at a time, as matches are played again; all if empty.
        luck: how often each match is played with other noise of the bots.
    """
    plan = Plan(
        setup.spec,
        setup.rules,
        setup.settings,
        setup.seats,
        setup.policies,
        games,
        seed,
        first,
        record is not None,
        reference,
        entries=setup.entries,
        sources=tables or metrics,
        noted="all" if metrics else "" if lift is None else "choices",
        checked=checked,
        paired=lift is not None or luck is not None,
        gated=lift is not None,
    )
    name = setup.rules.game.id
    ran = Ran(
        Tally(setup),
        Tidy(setup) if tables else None,
        Shape(setup) if metrics else None,
        None if lift is None else _lifts(setup, lift),
        None if luck is None else _luck(plan, luck),
        Records(record),
        False,
    )
    batch = Batch(plan, runner, None if metrics or plan.gated else setup.program)
    try:
        with closing(iter(batch)) as outcomes, progress(outcomes, games, name) as watched:
            for outcome in watched:
                with whole():
                    ran.add(outcome, f"fault_{name}_{seed}_{outcome.number}")
        if ran.lifts is not None:
            _play_again(plan, ran.lifts, runner, name)
        if ran.luck is not None:
            _play_otherwise(ran.luck, runner, name)
    except KeyboardInterrupt:
        return replace(ran, interrupted=True)
    return ran


def _lifts(setup: Setup, entries: frozenset[str]) -> Lifts:
    from rulewright_tools.lab.lifts import Lifts

    return Lifts(setup.seats, entries or None)


def _play_again(plan: Plan, lifts: Lifts, runner: Runner | None, name: str) -> None:
    """Play each match again without what did something for a seat in it."""
    few = runner is not None and not runner.eager and len(lifts.wanted) < FEW
    again = play_knockouts(plan, lifts.wanted, None if few else runner)
    with closing(again) as played, progress(played, len(lifts.wanted), name) as watched:
        for knockout, outcome in watched:
            with whole():
                lifts.add_without(knockout, outcome)


def _luck(plan: Plan, times: int) -> Luck:
    from rulewright_tools.lab.luck import Luck

    return Luck(plan, times)


def _play_otherwise(luck: Luck, runner: Runner | None, name: str) -> None:
    """Play each match on the same draws with other noise of the bots."""
    total = (luck.times - 1) * len(luck.played)
    with closing(play_jobs(luck.jobs(), runner)) as played, progress(played, total, name) as watched:
        for dealt in watched:
            with whole():
                luck.add(dealt.outcome, dealt.game)


def write_tables(ran: Ran, folder: str | None) -> bool:
    """Whether the tidy tables are kept, if they are to be."""
    tidy = ran.tidy
    return folder is None or tidy is None or written("the tables", lambda: tidy.write(Path(folder)))
