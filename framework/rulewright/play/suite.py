"""All scenarios of a pack, and its invariants."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from rulewright.dsl.generate import Switches
from rulewright.dsl.typed import Rules
from rulewright.engine.program import Program
from rulewright.play.invariants import check_static
from rulewright.play.scenario import Outcome, Scenario, read_scenario, run_scenario, scenario_files
from rulewright.source.diagnostics import Diagnostic, Problems


@dataclass(slots=True)
class SuiteResult:
    """What the tests of a pack came to.

    `problems` are files that are no scenarios, `broken` the static invariants that do not hold;
    `left_out` scenarios matched no word that was asked for.
    """

    outcomes: list[Outcome] = field(default_factory=list)
    problems: list[Diagnostic] = field(default_factory=list)
    broken: list[Diagnostic] = field(default_factory=list)
    left_out: int = 0

    @property
    def passed(self) -> bool:
        return not (self.problems or self.broken or self.failed)

    @property
    def failed(self) -> list[Outcome]:
        return [outcome for outcome in self.outcomes if not outcome.passed]

    @property
    def diagnostics(self) -> list[Diagnostic]:
        """Everything that is wrong: unreadable files, invariants, then differences by scenario."""
        return [*self.problems, *self.broken, *(d for outcome in self.outcomes for d in outcome.differences)]


def read_suite(paths: Iterable[Path]) -> tuple[list[Scenario], list[Diagnostic]]:
    """The scenarios of files, and of the `scenarios` of folders, with the problems of those that are none."""
    found, problems = [], Problems()
    for path in paths:
        for file in scenario_files(path) if path.is_dir() else [path]:
            scenario = read_scenario(file, problems)
            if scenario is not None:
                found.append(scenario)
    return found, problems.found


def run_suite(
    rules: Rules,
    paths: Path | Sequence[Path],
    *,
    reference: bool = False,
    switches: Switches | None = None,
    words: Sequence[str] = (),
) -> SuiteResult:
    """Run scenarios against checked rules, and check the invariants that read no state.

    Args:
        paths: scenario files, or packs' folders.
        reference: as in `run_scenario`.
        words: run only scenarios that match one of them (`Scenario.matches`), unless there are none.
    """
    scenarios, problems = read_suite([paths] if isinstance(paths, Path) else paths)
    wanted = [s for s in scenarios if not words or any(s.matches(word) for word in words)]
    outcomes = [run_scenario(rules, s, reference=reference, switches=switches) for s in wanted]
    return SuiteResult(outcomes, problems, check_static(Program(rules)), len(scenarios) - len(wanted))
