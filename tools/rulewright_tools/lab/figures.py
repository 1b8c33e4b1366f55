"""What a match says, as numbers that can be compared: by figure, and by entry where it is about one."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import inf

from rulewright.dsl.typed import Rules
from rulewright.play.deals import Match
from rulewright.play.playout import Outcome, Plan
from rulewright_tools.options import unknown


@dataclass(frozen=True, slots=True, order=True)
class Figure:
    """A number of a match: `family` says which, `entry` of what."""

    family: str
    entry: str = ""


SCORE = Figure("score")
MARGIN = Figure("margin")
LENGTH = Figure("decisions")
BEGINS = Figure("wins of who begins")
POINTS = "points"  # of an entry, all scoring lines together
TAKEN = "taken"  # of an entry: of a match how often, of a comparison the share of OFFERED
OFFERED = "offered"  # questions in which an entry was offered beside something else
USED = "used"  # abilities of an entry, times a match
COUNTED = (POINTS, TAKEN, OFFERED, USED)  # what a match does not say of these is nothing


def wins_of(seat: int) -> Figure:
    return Figure(f"wins of seat {seat}")


def of_match(outcome: Outcome, lines: Iterable[str]) -> dict[Figure, float]:
    """The figures of a finished match. Means over seats; points that an entry did not bring are left out."""
    seats = len(outcome.scores)
    found = {SCORE: sum(outcome.scores) / seats, LENGTH: float(outcome.decisions)}
    if seats > 1:
        best, second = sorted(outcome.scores, reverse=True)[:2]
        found[MARGIN] = float(best - second)
    for seat in range(seats) if outcome.winners else ():
        won = found[wins_of(seat)] = outcome.win_share(seat)
        if seat == outcome.first_seat:
            found[BEGINS] = won
    for number, line in enumerate(lines):
        found[Figure(f"points by {line}")] = sum(own[number] for own in outcome.lines) / seats
    for (name, entry), value in measured(outcome).items():
        found[Figure(f"measure {name}", entry or "")] = float(value)
    for _, _, entry, points in outcome.sources:
        figure = Figure(POINTS, entry)
        found[figure] = found.get(figure, 0) + points / seats
    notes = outcome.notes
    if notes is not None:
        for entry, count in notes.offered.items():
            found |= {Figure(TAKEN, entry): float(notes.taken[entry]), Figure(OFFERED, entry): float(count)}
        found |= {Figure(USED, entry): float(count) for entry, count in notes.used.items()}
    return found


def is_share(family: str) -> bool:
    """Whether a figure is a share of matches or of offers, which tables tell in per cent."""
    return family.startswith("wins") or family == TAKEN


def most_of(figure: Figure) -> float:
    """How much two values of a figure can differ at most."""
    return 1.0 if is_share(figure.family) else inf


def known_figures(rules: Rules, seats: int) -> list[Figure]:
    """The figures that matches of a game may have, those of entries left out but where it measures them."""
    found = [SCORE, LENGTH, *([MARGIN] if seats > 1 else [])]
    if rules.outcomes:
        found += [*(wins_of(seat) for seat in range(seats)), BEGINS]
    found += [Figure(f"points by {line.id}") for line in rules.scoring]
    return found + [Figure(f"measure {line.id}") for line in rules.measures]


def read_figure(text: str, known: Iterable[Figure], option: str = "--figure") -> Figure:
    """A figure by the name that tables give it, with or without its unit.

    Raises:
        click.BadParameter: there is no such figure.
    """
    names = {figure.family.removeprefix("measure "): figure for figure in known}
    name = text.strip().removesuffix(", %").removeprefix("measure ")
    if name not in names:
        raise unknown("figure", name, names, option)
    return names[name]


def measured(outcome: Outcome) -> Mapping[tuple[str, str | None], Fraction]:
    """By measure and entry its value in a match: the mean over what it is about, such as copies."""
    values: dict[tuple[str, str | None], list[int]] = defaultdict(list)
    for name, entry, value in outcome.measures:
        values[name, entry].append(value)
    return {key: Fraction(sum(found), len(found)) for key, found in values.items()}


def of_pair(matches: Iterable[dict[Figure, float]]) -> dict[Figure, float]:
    """The mean over the matches of one game in a pair. What no match says is left out."""
    values: dict[Figure, list[float]] = defaultdict(list)
    count = 0
    for match in matches:
        count += 1
        for figure, value in match.items():
            values[figure].append(value)
    return {
        figure: sum(found) / (count if figure.family in COUNTED else len(found))
        for figure, found in values.items()
    }


Pairs = list[dict[Figure, float] | None]
"""By deal its figures; None where a match broke off or is missing."""


def figures_of(outcomes: Mapping[Match, Outcome], plan: Plan) -> Pairs:
    """By deal the figures of its matches together."""
    lines = plan.rules.game.scoring
    found: Pairs = []
    for number in range(plan.games):
        matches = [outcomes.get((number, turn)) for turn in range(plan.seats)]
        whole = [match for match in matches if match is not None and match.fault is None]
        found.append(of_pair(of_match(o, lines) for o in whole) if len(whole) == plan.seats else None)
    return found
