"""Matches played again with one seat that may not use one entry, on the same draws and noise.

Only those need be played in which the seat used it: in all others it answers as before.
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
    """Match `number` of a plan, in which `seat` may not use `entry`."""

    number: int
    seat: int
    entry: str


def touched(outcome: Outcome) -> Iterator[Knockout]:
    """What can change a match whose choices were noted: each entry, and each seat that took or used it."""
    notes = outcome.notes
    assert notes is not None
    for entry in sorted({*notes.takers, *notes.users}):
        for seat in sorted(notes.takers.get(entry, set()) | notes.users.get(entry, set())):
            yield Knockout(outcome.number, seat, entry)


def play_knockouts(
    plan: Plan, wanted: Sequence[Knockout], runner: Runner | None, program: Program | None = None
) -> Generator[tuple[Knockout, Outcome], None, None]:
    """What comes out, in order; it never depends on the runner.

    The plan is `paired`, and its policies answer in the process. Closing the iteration early ends the work.

    Args:
        program: of the plan, if it is at hand.
    """
    plan = replace(plan, paired=True, noted="", sources=False, record=False)
    if runner is None:
        here = plan.program() if program is None else program
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
