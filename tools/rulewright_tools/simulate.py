"""A run of many matches, counted and written down."""

from __future__ import annotations

from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rulewright.play.deals import play_jobs
from rulewright.play.playout import Batch, Outcome, Plan
from rulewright.play.processes import Runner
from rulewright_tools.interrupts import whole
from rulewright_tools.lab.shape import Shape
from rulewright_tools.lab.summary import Tally
from rulewright_tools.lab.tidy import Tidy
from rulewright_tools.lifting import knock_out
from rulewright_tools.outputs import written
from rulewright_tools.prepare import Setup
from rulewright_tools.progress import progress
from rulewright_tools.records import Records

if TYPE_CHECKING:
    from rulewright_tools.lab.lifts import Lifts
    from rulewright_tools.lab.luck import Luck


@dataclass(frozen=True, slots=True)
class Request:
    """What is to be played and told of it.

    `lift` has the entries that are knocked out for each seat in turn as its matches are played again: all if
    it is empty. `luck` is how often each match is played with other noise of the bots.
    """

    games: int
    seed: int
    first: int | None = None
    record: str | None = None
    reference: bool = False
    tables: bool = False
    metrics: bool = False
    checked: bool = False
    lift: frozenset[str] | None = None
    luck: int | None = None

    def plan(self, setup: Setup) -> Plan:
        return Plan(
            setup.spec,
            setup.rules,
            setup.settings,
            setup.seats,
            setup.policies,
            self.games,
            self.seed,
            self.first,
            self.record is not None,
            self.reference,
            entries=setup.entries,
            sources=self.tables or self.metrics,
            noted="all" if self.metrics else "" if self.lift is None else "choices",
            checked=self.checked,
            paired=self.lift is not None or self.luck is not None,
            gated=self.lift is not None,
        )


@dataclass(frozen=True, slots=True)
class Ran:
    """What a run came to."""

    request: Request
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

    def data(self) -> dict[str, Any]:
        """The JSON twin: `docs/json.md`."""
        asked = self.request
        found = self.tally.data(asked.games, asked.seed, asked.first)
        if self.shape is not None:
            found["metrics"] = self.shape.data()
        if self.lifts is not None:
            found["lift"] = sorted(asked.lift) if asked.lift else "all"
            found["lifts"] = self.lifts.data()
        if self.luck is not None:
            found["luck"] = self.luck.data()
        return found


def run(setup: Setup, asked: Request, runner: Runner | None) -> Ran:
    """Play, count and write down. Ctrl-C ends the run after the matches that are finished."""
    plan = asked.plan(setup)
    name = setup.rules.game.id
    ran = Ran(
        asked,
        Tally(setup),
        Tidy(setup) if asked.tables else None,
        Shape(setup) if asked.metrics else None,
        None if asked.lift is None else _lifts(setup, asked.lift),
        None if asked.luck is None else _luck(plan, asked.luck),
        Records(asked.record),
        False,
    )
    batch = Batch(plan, runner, None if asked.metrics or plan.gated else setup.program)
    try:
        with closing(iter(batch)) as outcomes, progress(outcomes, asked.games, name) as watched:
            for outcome in watched:
                with whole():
                    ran.add(outcome, f"fault_{name}_{asked.seed}_{outcome.number}")
        if ran.lifts is not None:
            knock_out(plan, ran.lifts, runner, name)
        if ran.luck is not None:
            _play_otherwise(ran.luck, runner, name)
    except KeyboardInterrupt:
        return replace(ran, interrupted=True)
    return ran


def _lifts(setup: Setup, entries: frozenset[str]) -> Lifts:
    from rulewright_tools.lab.lifts import Lifts

    return Lifts(setup.seats, entries or None)


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
