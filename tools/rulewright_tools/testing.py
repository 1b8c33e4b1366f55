"""The scenarios of a game run and reported."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path

import click

from rulewright.model.game import Game
from rulewright.packs.scenarios import game_scenarios
from rulewright.play.link import link
from rulewright.play.scenario import Outcome
from rulewright.play.suite import SuiteResult, run_suite
from rulewright.source.counted import counted
from rulewright.source.diagnostics import Problems
from rulewright.source.suggest import did_you_mean
from rulewright_tools.coverage import Lines, Part, coverage, watched
from rulewright_tools.failures import using

MOST_LISTED = 40  # of one sort that nothing reaches


@dataclass(frozen=True, slots=True)
class Tested:
    """What the tests of a game came to; `parts` are empty unless coverage was asked for."""

    name: str
    suite: SuiteResult
    parts: tuple[Part, ...]


def run_tests(
    spec: str, *, with_coverage: bool = False, reference: bool = False, words: Sequence[str] = ()
) -> Tested:
    """Run the scenarios of a game, or those that match one of the words.

    Raises:
        ContentError: the game cannot be linked.
        click.BadParameter: nothing matches the words.
    """
    problems = Problems()
    files = game_scenarios(spec, problems)
    problems.check()
    with using(spec):
        rules = link(spec)
    with watched() if with_coverage else nullcontext(Lines()) as lines:
        suite = run_suite(rules, files, reference=reference, words=words)
    if words and not suite.outcomes and not suite.problems:
        raise _no_match(rules.game, words, files)
    parts = tuple(coverage(rules, suite, lines)) if with_coverage else ()
    return Tested(rules.game.name, suite, parts)


def _no_match(game: Game, words: Sequence[str], files: Sequence[Path]) -> click.BadParameter:
    """Why nothing is run: a rule that no scenario cites, or a word that is in no name."""
    listed = " or ".join(f"'{word}'" for word in words)
    message = f"no scenario of {game.id} has {listed} in its name or cites it as a rule"
    names = [path.stem for path in files]
    known = [word for word in words if word in game.rulebook]
    if known:
        message += f"; {known[0]} is a rule that no scenario cites"
    elif hint := did_you_mean(words[0], [*game.rulebook, *names]):
        message += f"; {hint}"
    return click.BadParameter(message, param_hint="-k")


def failed_words(outcome: Outcome) -> str:
    """The heading of a scenario that failed."""
    return f"FAILED {outcome.scenario.title} ({outcome.scenario.id})"


def in_words(tested: Tested) -> str:
    suite = tested.suite
    failed, ran = len(suite.failed), len(suite.outcomes)
    of = f" of {ran + suite.left_out:,}" if suite.left_out else ""
    words = [f"{counted(ran, 'scenario')}{of}, {ran - failed} passed"]
    words += [f"{failed} failed"] if failed else []
    words += [f"{counted(len(suite.broken), 'invariant')} not true"] if suite.broken else []
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
