"""Runs the scenarios of a pack against its mutants: which small mistakes would nobody notice?

Mutants are played by the walker, which needs no generated code and can tell which nodes of the tree a
scenario reaches: only those scenarios are run that reach what was changed, those that reach least first.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from rulewright.dsl.typed import Rules
from rulewright.engine import walk
from rulewright.engine.program import Program
from rulewright.play.invariants import check_static
from rulewright.play.link import link
from rulewright.play.mutate import Mutant, card_mutants, mutants
from rulewright.play.processes import in_processes, stopped
from rulewright.play.scenario import Scenario, run_scenario
from rulewright.play.suite import read_suite
from rulewright.source.text import Span

TASK = 8
"""Mutants per task of a worker."""


@dataclass(frozen=True, slots=True)
class Judged:
    """A mutant and the scenario that notices it; None for a survivor. `tried` scenarios reach it.

    `error` is an error of the engine over which a scenario fell: nobody knows whether it would notice.
    """

    id: str
    place: Span
    killer: str | None
    tried: int
    error: str | None = None


@dataclass(slots=True)
class _Bench:
    """What judging needs: the scenarios, smallest first, and the nodes that each reaches."""

    rules: Rules
    scenarios: list[Scenario]
    reached: list[frozenset[int]]
    mutants: list[Mutant]

    @staticmethod
    def of(spec: str, files: Sequence[Path]) -> _Bench:
        rules = link(spec)
        scenarios, _ = read_suite(files)
        passed: list[tuple[int, str, Scenario, frozenset[int]]] = []
        for scenario in scenarios:
            walk.visited = found = set[int]()
            outcome = run_scenario(rules, scenario, reference=True)
            if outcome.passed:
                passed.append((len(found), str(scenario.path), scenario, frozenset(found)))
        walk.visited = None
        passed.sort(key=lambda item: item[:2])
        return _Bench(rules, [s for _, _, s, _ in passed], [f for _, _, _, f in passed], list(mutants(rules)))

    def judge(self, index: int) -> Judged:
        mutant = self.mutants[index]
        rules = mutant.make()
        tried = 0
        for scenario, reached in zip(self.scenarios, self.reached, strict=True):
            if mutant.targets and not mutant.targets & reached:
                continue
            tried += 1
            try:
                passed = run_scenario(rules, scenario, reference=True).passed
            except Exception as error:  # a mutant may break anything: the rest is judged all the same
                failed = f"{type(error).__name__}: {error} (in {scenario.path.stem})"
                return Judged(mutant.id, mutant.place, None, tried, failed)
            if not passed:
                return Judged(mutant.id, mutant.place, scenario.path.stem, tried)
        return Judged(mutant.id, mutant.place, None, tried)


_bench: _Bench | None = None


def _begin(spec: str, files: Sequence[str]) -> None:
    global _bench
    _bench = _Bench.of(spec, [Path(file) for file in files])


def _task(indices: Sequence[int]) -> list[Judged]:
    assert _bench is not None
    return [_bench.judge(index) for index in indices if not stopped()]


def judge_mutants(
    spec: str,
    files: Sequence[Path],
    *,
    jobs: int | None = None,
    only: str = "",
    told: Callable[[int, int], None] | None = None,
) -> list[Judged]:
    """Judge every mutant of a game (whose id contains `only`), in order, by the scenarios in `files`.

    `told` hears how many are done and how many there are.
    """
    rules = link(spec)
    wanted = [index for index, mutant in enumerate(mutants(rules)) if only in mutant.id]
    tasks = [wanted[start : start + TASK] for start in range(0, len(wanted), TASK)]
    found: list[Judged] = []
    workers = min(jobs or os.cpu_count() or 1, max(1, len(tasks)))
    known = (spec, [str(file) for file in files])
    with closing(in_processes(_task, tasks, workers, _begin, known)) as results:
        for judged in results:
            found.append(judged)
            if told is not None:
                told(len(found), len(wanted))
    return found


def judge_cards(rules: Rules) -> list[Judged]:
    """Judge every changed value of a card by the declared invariants that read no state."""
    source = Program(rules).source
    found = []
    for mutant in card_mutants(rules):
        broken = check_static(Program(mutant.make(), source=source))
        found.append(Judged(mutant.id, mutant.place, broken[0].message if broken else None, 1))
    return found
