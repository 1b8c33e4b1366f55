"""Matches played again in which one entry is knocked out for one seat, on the same draws and noise.

It is not offered to the seat (`policies.without`), what its components do by themselves is not done for the
seat, and nothing that the score books to it counts (`play.gated`); the components stay where they are. Only
those matches need be played in which one of this makes a difference: in all others the seat answers as it
did.
"""

from __future__ import annotations

import pickle
from collections.abc import Generator, Iterator, Sequence
from dataclasses import replace

from rulewright.engine.program import Program
from rulewright.play.playout import Outcome, Plan, play_one
from rulewright.play.processes import Runner, stopped
from rulewright.source.records import record

MOST_TOGETHER = 20  # matches in a task


@record(frozen=True, slots=True)
class Knockout:
    """Match `number` of a plan, in which `entry` is knocked out for `seat`."""

    number: int
    seat: int
    entry: str


def touched(outcome: Outcome) -> Iterator[Knockout]:
    """What can change a match of a gated plan whose choices were noted."""
    notes = outcome.notes
    assert notes is not None
    for entry in sorted({*notes.takers, *notes.doers}):
        for seat in sorted(notes.takers.get(entry, set()) | notes.doers.get(entry, set())):
            yield Knockout(outcome.number, seat, entry)


def play_knockouts(
    plan: Plan, wanted: Sequence[Knockout], runner: Runner | None
) -> Generator[tuple[Knockout, Outcome], None, None]:
    """What comes out, in order; it never depends on the runner.

    The plan's policies answer in the process. Closing the iteration early ends the work.
    """
    plan = replace(plan, paired=True, gated=True, noted="", sources=False, record=False)
    if runner is None:
        here = plan.program()
        for knockout in wanted:
            yield knockout, _played(plan, here, knockout)
        return
    tasks = [wanted[start : start + MOST_TOGETHER] for start in range(0, len(wanted), MOST_TOGETHER)]
    yield from runner.run(_play, tasks, _prepare, (pickle.dumps(plan),))


def _played(plan: Plan, program: Program, knockout: Knockout) -> Outcome:
    return play_one(plan, program, knockout.number, (knockout.seat, knockout.entry))


_prepared: tuple[Plan, Program] | None = None


def _prepare(pickled: bytes) -> None:
    """What a worker does once."""
    global _prepared
    plan: Plan = pickle.loads(pickled)
    _prepared = plan, plan.program()


def _play(wanted: Sequence[Knockout]) -> list[tuple[Knockout, Outcome]]:
    assert _prepared is not None
    return [(each, _played(*_prepared, each)) for each in wanted if not stopped()]
