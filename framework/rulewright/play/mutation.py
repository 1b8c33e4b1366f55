"""Runs the scenarios of a pack against its mutants: which small mistakes would nobody notice?

Mutants are played by the walker, which needs no generated code and can tell which nodes of the tree a
scenario reaches: only those scenarios are run that reach what was changed, those that reach least first.
The mistake is made in the rules as they are with the scenario's own entries.
"""

from __future__ import annotations

import gc
import os
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path

from rulewright.dsl.typed import Rules
from rulewright.engine import walk
from rulewright.engine.program import Program
from rulewright.play.invariants import check_static
from rulewright.play.link import link
from rulewright.play.mutate import Mutant, card_mutants, mutants
from rulewright.play.processes import Processes, stopped
from rulewright.play.scenario import Scenario, run_changed
from rulewright.play.scenario_program import GROWING
from rulewright.play.scenario_read import Reading, read_content
from rulewright.play.suite import read_suite
from rulewright.source.diagnostics import Problems
from rulewright.source.records import record
from rulewright.source.text import Span

MOST_STEPS = 2_000
"""What may pass without a decision: a mutant that never ends is noticed sooner so. Scenarios of the pack
itself that need more are left out."""
CHECK = "check"
"""Who notices a mutant that reads what is absent: it could not be written."""
TASK = 8
"""Mutants per task of a worker."""


@record(frozen=True, slots=True)
class Judged:
    """A mutant and the scenario that notices it, or `CHECK`; None for a survivor. `tried` scenarios reach it.

    `error` is an error of the engine over which a scenario fell: nobody knows whether it would notice.
    """

    id: str
    place: Span
    killer: str | None
    tried: int
    error: str | None = None


@record(frozen=True, slots=True, eq=False)
class _Ready:
    """A scenario that was read, and the ids of the mutants that it reaches."""

    scenario: Scenario
    reading: Reading
    mutants: frozenset[str]

    def passes(self, rules: Rules) -> bool:
        return run_changed(rules, self.scenario, self.reading, most_steps=MOST_STEPS).passed

    def changed(self, mutant: Mutant, known: dict[tuple[int, ...], Rules]) -> Rules:
        """The rules with a mistake in them. Many scenarios share trees: those changed already are `known`."""
        rules = self.reading.rules
        if not mutant.targets:
            return mutant.change(rules)
        trees = tuple(id(getattr(rules, name)) for name in GROWING)
        if trees not in known:
            known[trees] = mutant.change(rules)
        return replace(known[trees], game=rules.game)


@dataclass(slots=True)
class _Bench:
    """What judging needs: the mutants of the pack, and the scenarios, those that reach least first."""

    mutants: list[Mutant]
    scenarios: list[_Ready]

    @staticmethod
    def of(spec: str, files: Sequence[Path]) -> _Bench:
        rules = link(spec)
        own = list(mutants(rules))
        passed: list[tuple[int, str, _Ready]] = []
        for scenario in read_suite(files)[0]:
            reading = read_content(rules, scenario, Problems())
            if reading is None:
                continue
            walk.visited = found = set[int]()
            outcome = run_changed(reading.rules, scenario, reading, most_steps=MOST_STEPS)
            walk.visited = None
            if outcome.passed:
                reached = frozenset(m.id for m in own if not m.targets or m.targets & found)
                passed.append((len(found), str(scenario.path), _Ready(scenario, reading, reached)))
        return _Bench(own, [ready for _, _, ready in sorted(passed, key=lambda item: item[:2])])

    def judge(self, index: int, sharp: Sequence[_Ready] = ()) -> Judged:
        """Judge one mutant. Those scenarios are tried first that noticed its neighbours: they are `sharp`."""
        mutant = self.mutants[index]
        changed: dict[tuple[int, ...], Rules] = {}  # by the identity of the trees before
        tried = 0
        for ready in (*sharp, *(ready for ready in self.scenarios if ready not in sharp)):
            if mutant.id not in ready.mutants:
                continue
            tried += 1
            try:
                passed = ready.passes(ready.changed(mutant, changed))
            except Exception as error:  # a mutant may break anything: the rest is judged all the same
                if mutant.guards and "NoneType" in str(error):
                    return Judged(mutant.id, mutant.place, CHECK, tried)
                failed = f"{type(error).__name__}: {error} (in {ready.scenario.id})"
                return Judged(mutant.id, mutant.place, None, tried, failed)
            if not passed:
                return Judged(mutant.id, mutant.place, ready.scenario.id, tried)
        return Judged(mutant.id, mutant.place, None, tried)


_bench: _Bench | None = None


def _begin(spec: str, files: Sequence[str]) -> None:
    global _bench
    _bench = _Bench.of(spec, [Path(file) for file in files])
    gc.freeze()  # it stays to the end: no collection need look at it


def _task(indices: Sequence[int]) -> list[Judged]:
    """Judge mutants that stand together. What is sharp is found anew in each task, so that the report is
    the same for any number of processes."""
    assert _bench is not None
    found: list[Judged] = []
    sharp: list[_Ready] = []
    for index in indices:
        if stopped():
            break
        found.append(_bench.judge(index, sharp))
        killers = [ready for ready in _bench.scenarios if ready.scenario.id == found[-1].killer]
        sharp = [*killers, *(ready for ready in sharp if ready not in killers)]
    return found


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
    with closing(Processes(workers).run(_task, tasks, _begin, known)) as results:
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
        broken = check_static(Program(mutant.change(rules), source=source))
        found.append(Judged(mutant.id, mutant.place, broken[0].message if broken else None, 1))
    return found
