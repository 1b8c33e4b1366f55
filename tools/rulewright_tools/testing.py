"""The scenarios of a game run and reported."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import nullcontext
from dataclasses import dataclass

from rulewright.packs.spec import resolve
from rulewright.play.link import link
from rulewright.play.scenario import Outcome
from rulewright.play.suite import SuiteResult, run_suite
from rulewright.source.diagnostics import Problems
from rulewright_tools.coverage import Lines, Part, coverage, watched
from rulewright_tools.failures import using

MOST_LISTED = 40  # of one sort that nothing reaches


@dataclass(frozen=True, slots=True)
class Tested:
    """What the tests of a game came to; `parts` are empty unless coverage was asked for."""

    name: str
    suite: SuiteResult
    parts: tuple[Part, ...]


def run_tests(spec: str, *, with_coverage: bool = False, reference: bool = False) -> Tested:
    """Run every scenario of a game; raises `ContentError` if it cannot be linked."""
    problems = Problems()
    folders = resolve(spec, problems)
    problems.check()
    with using(spec):
        rules = link(spec)
    with watched() if with_coverage else nullcontext(Lines()) as lines:
        suite = run_suite(rules, folders, reference=reference)
    parts = tuple(coverage(rules, suite, lines)) if with_coverage else ()
    return Tested(f"{rules.game.id} {rules.game.version}", suite, parts)


def failed_words(outcome: Outcome) -> str:
    """The heading of a scenario that failed."""
    return f"FAILED {outcome.scenario.title} ({outcome.scenario.id})"


def in_words(tested: Tested) -> str:
    suite = tested.suite
    failed, ran = len(suite.failed), len(suite.outcomes)
    noun = "scenario" if ran == 1 else "scenarios"
    words = [f"{ran} {noun}, {ran - failed} passed"]
    words += [f"{failed} failed"] if failed else []
    words += [f"{len(suite.broken)} invariants not true"] if suite.broken else []
    files = len({problem.span.file.name for problem in suite.problems})
    words += [f"{files} that cannot be read"] if files else []
    return f"{tested.name}: {', '.join(words)}"


def coverage_words(parts: tuple[Part, ...]) -> Iterator[str]:
    """How much is reached, then what is not."""
    for part in parts:
        verb = "covered" if part.name == "rules" else "reached"
        yield f"{part.name} {verb}: {part.reached} of {part.total}"
    for part in parts:
        if part.missed:
            yield ""
            yield f"{part.name} that nothing reaches:"
            for name, span in part.missed[:MOST_LISTED]:
                yield f"  {name}" + ("" if span is None else f"  ({span})")
            if len(part.missed) > MOST_LISTED:
                yield f"  and {len(part.missed) - MOST_LISTED} more"
