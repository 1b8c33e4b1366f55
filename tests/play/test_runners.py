"""Runners: what plays the matches never changes what comes out."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Generator, Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, TypeVar

import pytest

from rulewright.play.link import link
from rulewright.play.pairs import Pairs
from rulewright.play.playout import Batch, Plan
from rulewright.play.processes import Processes, Runner

T = TypeVar("T")
R = TypeVar("R")
MARBLES = Path(__file__).parents[1] / "tools/packs/marbles"


@dataclass
class Elsewhere:
    """Sends all that a runner sends as a cluster would, and does the tasks of a handful backwards."""

    workers: int = 3
    eager: bool = True
    tasks: int = 0

    def run(
        self,
        work: Callable[[T], list[R]],
        tasks: Iterable[T],
        prepare: Callable[..., None],
        args: tuple[Any, ...],
    ) -> Generator[R, None, None]:
        prepare(*pickle.loads(pickle.dumps(args)))
        waiting = [pickle.dumps((work, task)) for task in tasks]
        self.tasks += len(waiting)
        for start in range(0, len(waiting), 4):
            done: dict[int, list[R]] = {}
            for n in reversed(range(start, min(start + 4, len(waiting)))):
                sent, task = pickle.loads(waiting[n])
                done[n] = pickle.loads(pickle.dumps(sent(task)))
            for n in sorted(done):
                yield from done[n]


def plan(games: int, **more: Any) -> Plan:
    return Plan(str(MARBLES), link(str(MARBLES)), {}, 2, ("uniform",) * 2, games, **more)


@pytest.mark.parametrize("runner", [Elsewhere(), Elsewhere(workers=1), Processes(2)])
def test_matches_are_the_same_whatever_plays_them(runner: Runner) -> None:
    run = plan(60, seed=4)
    assert list(Batch(run, runner)) == list(Batch(run))


def test_pairs_are_the_same_whatever_plays_them() -> None:
    run, runner = plan(40, seed=4), Elsewhere()
    other = replace(run, seed=5)
    assert list(Pairs(run, other, runner)) == list(Pairs(run, other))
    assert runner.tasks > 1


def test_a_runner_that_does_not_pay_is_not_used() -> None:
    runner = Elsewhere(eager=False)
    run = plan(30)
    assert list(Batch(run, runner)) == list(Batch(run))
    assert len(list(Pairs(run, run, runner))) == 30
    assert runner.tasks == 0
