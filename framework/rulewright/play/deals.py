"""The deals of one game in many variants: the game itself is played once, a variant only where it can differ.

The matches are those of `pairs`: each deal in all rotations, every draw and all noise of policies shared. As
the game is played, each match notes which variants it read something of (`engine.unread`). One that read
nothing of a variant is a match of it too.
"""

from __future__ import annotations

import pickle
from collections.abc import Generator, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import islice
from time import perf_counter

from rulewright.engine.program import Program
from rulewright.engine.unread import Differences, Reads, noting
from rulewright.play.pairs import rotations
from rulewright.play.playout import WORTH_PROCESSES, Outcome, Plan, play_one
from rulewright.play.processes import Runner, stopped
from rulewright.source.records import record

MOST_TOGETHER = 10  # matches in a task
Match = tuple[int, int]
"""A deal's number and the rotation in it, both from 0."""


@record(frozen=True, slots=True)
class Dealt:
    """A match that was played: of which game, and by their numbers the variants that it read."""

    game: int
    match: Match
    outcome: Outcome
    read: frozenset[int] = frozenset()


@record(frozen=True, slots=True)
class Job:
    """Matches to play of one game; `game` is a number by which they are told apart."""

    game: int
    plan: Plan
    matches: Sequence[Match]
    variants: tuple[Differences | None, ...] = ()


def all_matches(plan: Plan) -> list[Match]:
    """Those of all deals of a plan, in order."""
    return [(number, turn) for number in range(plan.games) for turn in range(plan.seats)]


def play_jobs(jobs: Iterable[Job], runner: Runner | None) -> Generator[Dealt, None, None]:
    """The matches of all jobs in order; what comes out never depends on the runner.

    Jobs are taken as they are needed. A runner that is not eager gets what is left after a while. Closing
    the iteration early ends the work.
    """
    tasks = (task for job in jobs for task in _tasks(job))
    began = perf_counter()
    while runner is None or not (runner.eager or perf_counter() - began > WORTH_PROCESSES):
        task = next(tasks, None)
        if task is None:
            return
        yield from _played(task)
    yield from runner.run(_play, tasks, _prepare, ())


_Task = tuple[int, bytes, Sequence[Match]]


def _tasks(job: Job) -> Iterator[_Task]:
    """A game travels linked, so that no file changed meanwhile can matter."""
    sent = pickle.dumps((replace(job.plan, paired=True), job.variants))
    for start in range(0, len(job.matches), MOST_TOGETHER):
        yield job.game, sent, job.matches[start : start + MOST_TOGETHER]


_kept: dict[bytes, tuple[Plan, Program, Reads]] = {}
"""The games that this process played last."""
MOST_KEPT = 4


def _prepare() -> None:
    _kept.clear()


def _play(task: _Task) -> list[Dealt]:
    return list(_played(task))


def _played(task: _Task) -> Generator[Dealt, None, None]:
    game, sent, matches = task
    plan, program, reads = _game(sent)
    for number, turn in matches:
        if stopped():
            return
        rotated = next(islice(rotations(plan, number), turn, None))
        reads.seen.clear()
        outcome = play_one(rotated, program, number)
        yield Dealt(game, (number, turn), outcome, frozenset(reads.seen))


def _game(sent: bytes) -> tuple[Plan, Program, Reads]:
    if sent not in _kept:
        if len(_kept) >= MOST_KEPT:
            del _kept[next(iter(_kept))]
        plan, variants = pickle.loads(sent)
        program = plan.program()
        _kept[sent] = plan, *(noting(program, variants) if variants else (program, Reads()))
    return _kept[sent]
