"""Mutants of a game judged and reported."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from rulewright.packs.scenarios import game_scenarios
from rulewright.packs.spec import resolve
from rulewright.play.link import link
from rulewright.play.mutation import Judged, judge_cards, judge_mutants
from rulewright.play.reasons import all_reasons
from rulewright.source.counted import counted
from rulewright.source.diagnostics import Problems
from rulewright_tools.failures import using

ENOUGH = 0.95
"""The share of mutants that the scenarios should notice."""
MOST_LISTED = 40  # of one sort
MOST_VALUES = 10  # of cards, of which there are many that say little of the scenarios


@dataclass(frozen=True, slots=True)
class Mutation:
    """What came of a game's mutants; `reasons` say why some change nothing, by their ids."""

    name: str
    effects: tuple[Judged, ...]
    cards: tuple[Judged, ...]
    reasons: dict[str, str]

    @property
    def noticed(self) -> int:
        return sum(judged.killer is not None for judged in self.effects)

    @property
    def enough(self) -> bool:
        return self.noticed >= ENOUGH * len(self.effects) and not self.failed

    @property
    def failed(self) -> list[Judged]:
        """The mutants that the engine itself could not play."""
        return [judged for judged in self.effects if judged.error is not None]


def run_mutants(spec: str, told: Callable[[int, int], None] | None = None) -> Mutation:
    """Judge every mutant of a game; raises `ContentError` if it, or its list of reasons, has mistakes."""
    problems = Problems()
    resolve(spec, problems)
    problems.check()
    with using(spec):
        rules = link(spec)
    files = game_scenarios(spec, problems)
    reasons = all_reasons(spec, problems, rules)
    problems.check()
    effects = judge_mutants(spec, files, told=told)
    return Mutation(rules.game.name, tuple(effects), tuple(judge_cards(rules)), reasons)


def mutation_words(found: Mutation) -> Iterator[str]:
    """The report: shares first, then every survivor with its place and, where one is stated, the reason."""
    total = len(found.effects)
    yield f"{found.name}: {found.noticed} of {total} mutants noticed ({_share(found.noticed, total)})"
    cards = sum(judged.killer is not None for judged in found.cards)
    share = _share(cards, len(found.cards))
    yield f"values of cards: {cards} of {len(found.cards)} changes noticed by an invariant ({share})"
    yield from _listed(
        "the engine itself failed on, a mistake of ours:", [f"{j.id}\n    {j.error}" for j in found.failed]
    )
    alive = [judged for judged in found.effects if judged.killer is None and judged.error is None]
    unknown = [judged for judged in alive if judged.id not in found.reasons]
    yield from _listed("nobody notices:", [_survivor(judged) for judged in unknown])
    explained = [
        f"{judged.id}\n    because {found.reasons[judged.id]}" for judged in alive if judged not in unknown
    ]
    yield from _listed("change nothing:", explained)
    unguarded = [j.id for j in found.cards if j.killer is None]
    yield from _listed("values of cards that no invariant guards:", unguarded, MOST_VALUES)
    gone = sorted(set(found.reasons) - {judged.id for judged in alive})
    yield from _listed("reasons for mutants that do not survive:", gone)


def _survivor(judged: Judged) -> str:
    reached = (
        counted(judged.tried, "scenario reaches it", "scenarios reach it")
        if judged.tried
        else "no scenario reaches it"
    )
    return f"{judged.id}\n    {judged.place} ({reached})"


def _listed(heading: str, lines: list[str], most: int = MOST_LISTED) -> Iterator[str]:
    if lines:
        yield ""
        yield heading
        yield from (f"  {line}" for line in lines[:most])
        if len(lines) > most:
            yield f"  and {len(lines) - most} more"


def _share(part: int, whole: int) -> str:
    return f"{100 * part / whole:.1f} %" if whole else "none"


def told_on_terminal(done: int, total: int) -> None:
    """How far it is, where a person can see it."""
    if sys.stderr.isatty():
        print(f"\r{done} of {total} mutants", end="\n" if done == total else "", file=sys.stderr, flush=True)
