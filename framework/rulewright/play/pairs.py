"""Matches of two games played in pairs that share every draw and all noise of policies.

A pair is one deal, played by each game in all rotations: every seat begins once, and every policy sits on
each seat once. Statistics take a pair as one observation. A match of the first game that never read what the
second has otherwise is one of the second too, and is not played again.
"""

from __future__ import annotations

import pickle
from collections.abc import Generator, Iterator
from dataclasses import replace
from time import perf_counter

from rulewright.engine.program import Program
from rulewright.engine.unread import trapped
from rulewright.play.chance import keyed
from rulewright.play.playout import WORTH_PROCESSES, Outcome, Plan, play_one
from rulewright.play.processes import Runner, stopped
from rulewright.source.records import record

PILOT = 10  # pairs that tell whether it pays to look out for untouched matches, and to share out the rest
PAYS = 0.1  # share of the matches that have to be untouched


@record(frozen=True, slots=True)
class Pair:
    """One deal: what came out by rotation, in the first game and in the second.

    `untouched` are the rotations whose match was not played a second time.
    """

    number: int
    first: tuple[Outcome, ...]
    second: tuple[Outcome, ...]
    untouched: frozenset[int]


@record(frozen=True, slots=True)
class Programs:
    first: Program
    second: Program
    trapped: Program | None


def rotations(plan: Plan, number: int) -> Iterator[Plan]:
    """The plan of each match that one game plays of a deal."""
    seats = plan.seats
    begins = plan.first_seat
    if begins is None:
        begins = keyed(plan.seeds(number)[0], "first_seat") % seats
    for turn in range(seats):
        policies = tuple(plan.policies[(seat - turn) % seats] for seat in range(seats))
        yield replace(plan, first_seat=(begins + turn) % seats, policies=policies)


def play_pair(first: Plan, second: Plan, programs: Programs, number: int) -> Pair:
    one, other, untouched = [], [], set()
    plans = zip(rotations(first, number), rotations(second, number), strict=True)
    for turn, (mine, yours) in enumerate(plans):
        outcome = None if programs.trapped is None else _untouched(mine, programs.trapped, number)
        if outcome is None:
            one.append(play_one(mine, programs.first, number))
            other.append(play_one(yours, programs.second, number))
        else:
            one.append(outcome)
            other.append(outcome)
            untouched.add(turn)
    return Pair(number, tuple(one), tuple(other), frozenset(untouched))


def _untouched(plan: Plan, program: Program, number: int) -> Outcome | None:
    """What comes out of a match that steps on no trap; None for one that does, in whatever way."""
    try:
        outcome = play_one(plan, program, number)
    except Exception:
        return None
    return None if outcome.fault is not None else outcome


class Pairs:
    """The pairs of two plans, in order. What comes out never depends on the runner.

    Both plans have the same seats, policies and first seat; they have the same seed unless chance itself is
    what is looked at. Closing the iteration early ends the work.
    """

    def __init__(self, first: Plan, second: Plan, runner: Runner | None = None) -> None:
        self.first = replace(first, paired=True)
        self.second = replace(second, paired=True)
        self.runner = runner

    def programs(self) -> Programs:
        first, second = self.first.program(), self.second.program()
        same = self.first.seed == self.second.seed and not self.first.reference
        return Programs(first, second, trapped(first, second) if same else None)

    def __iter__(self) -> Generator[Pair, None, None]:
        programs = self.programs()
        total = self.first.games
        began = perf_counter()
        untouched = 0
        for number in range(min(PILOT, total)):
            pair = play_pair(self.first, self.second, programs, number)
            untouched += len(pair.untouched)
            yield pair
        if untouched < PAYS * PILOT * self.first.seats:
            programs = replace(programs, trapped=None)
        left = total - PILOT
        if left <= 0:
            return
        runner = self.runner
        soon = (perf_counter() - began) / PILOT * left < WORTH_PROCESSES
        if runner is None or (soon and not runner.eager):
            for number in range(PILOT, total):
                yield play_pair(self.first, self.second, programs, number)
            return
        size = max(1, min(25, left // (8 * runner.workers)))
        tasks = [range(n, min(n + size, total)) for n in range(PILOT, total, size)]
        sent = pickle.dumps((self.first, self.second, programs.trapped is not None))
        yield from runner.run(_play, tasks, _prepare, (sent,))


_prepared: tuple[Plan, Plan, Programs] | None = None


def _prepare(pickled: bytes) -> None:
    """What a process does once."""
    global _prepared
    first, second, looked_out = pickle.loads(pickled)
    programs = Pairs(first, second).programs()
    _prepared = first, second, programs if looked_out else replace(programs, trapped=None)


def _play(numbers: range) -> list[Pair]:
    assert _prepared is not None
    return [play_pair(*_prepared, number) for number in numbers if not stopped()]
