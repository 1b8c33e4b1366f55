"""Two games compared by pairs of matches: what moved, what did not, what needs more."""

from __future__ import annotations

from array import array
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from math import ceil, nan
from typing import Any, TypeAlias

from rulewright.play.pairs import Pair
from rulewright.play.playout import Outcome
from rulewright_tools.lab.figures import (
    BEGINS,
    COUNTED,
    LENGTH,
    OFFERED,
    POINTS,
    SCORE,
    TAKEN,
    Figure,
    is_share,
    most_of,
    of_match,
    of_pair,
    wins_of,
)
from rulewright_tools.lab.header import header
from rulewright_tools.lab.histogram import histogram
from rulewright_tools.lab.inference import (
    Difference,
    Verdict,
    benjamini_hochberg,
    paired,
    pairs_missing,
    sequential,
    shares,
    variance_reduction,
    verdict,
    watched_half,
)
from rulewright_tools.prepare import Setup

Column: TypeAlias = "array[float]"  # ten thousand pairs have millions of values

DIGITS = 6
FEWEST = 50  # pairs before a sequential test is looked at
SCORE_BAND = 0.02  # of the mean score: what does not matter of points
WIN_BAND = 0.02  # of the share of wins
OTHER_BAND = 0.05  # of the first game's mean
ENTRY_BAND = 0.1  # of what an entry has itself
LEAST_ENTRY_BAND = 0.02  # points, times a match, or of the share of offers
LEAST_POINTS_BAND = 0.001  # of the mean score: what is the least of points of an entry
WORDS = {"moved": "moved", "nothing": "no effect that matters", "open": "need more matches"}


@dataclass(slots=True)
class Comparison:
    """Pairs as they come in, and what they add up to."""

    first: Setup
    second: Setup
    tolerance: float | None = None  # of the primary figure, in its unit
    pairs: int = 0  # that are counted
    matches: int = 0  # of both games, in those
    played: int = 0
    alike: int = 0  # pairs whose figures are all the same
    columns: dict[Figure, tuple[Column, Column]] = field(default_factory=dict)  # of both games, by pair
    faults: list[tuple[str, Outcome]] = field(default_factory=list)
    counts: dict[tuple[str, str], Counter[int]] = field(default_factory=dict)  # by figure and game
    differs: tuple[int, int] | None = None  # the first pair and rotation that differ
    sums: tuple[float, float] = (0.0, 0.0)  # of the primary figure's differences, and their squares
    _primary: Figure | None = None

    def add(self, pair: Pair) -> None:
        """Count a pair; one with a match that broke off is kept apart."""
        seats = self.first.seats
        broken = [("a", o) for o in pair.first if o.fault] + [("b", o) for o in pair.second if o.fault]
        if broken:
            self.faults += broken
            return
        if self.differs is None:
            turns = (turn for turn in range(seats) if not _same(pair.first[turn], pair.second[turn]))
            turn = next(turns, None)
            self.differs = None if turn is None else (pair.number, turn)
        a, b = (
            of_pair(of_match(outcome, setup.rules.game.scoring) for outcome in outcomes)
            for setup, outcomes in ((self.first, pair.first), (self.second, pair.second))
        )
        self._store(a, b)
        self._count("a", pair.first)
        self._count("b", pair.second)
        self.pairs += 1
        self.matches += 2 * seats
        self.played += 2 * seats - len(pair.untouched)
        self.alike += a == b
        if self._primary is None:
            self._primary = primary(pair.first)
        delta = b[self._primary] - a[self._primary]
        self.sums = self.sums[0] + delta, self.sums[1] + delta * delta

    def _count(self, game: str, outcomes: Iterable[Outcome]) -> None:
        scores = self.counts.setdefault(("score", game), Counter())
        lengths = self.counts.setdefault(("decisions", game), Counter())
        for outcome in outcomes:
            scores.update(outcome.scores)
            lengths[outcome.decisions] += 1

    # --- while it runs ---

    def decided(self) -> bool:
        """Whether the sequential test of the primary figure has come to an end."""
        n = self.pairs
        if self.tolerance is None or n < FEWEST:
            return False
        return self._sequential() != "open"

    def _sequential(self) -> Verdict:
        """What the sequential test of the primary figure says by now."""
        n, (total, squares) = self.pairs, self.sums
        assert self.tolerance is not None
        spread = max(0.0, (squares - total * total / n) / (n - 1)) ** 0.5
        return sequential(n, total / n, spread, self.tolerance)

    # --- at the end ---

    def data(self, planned: int, seed: int, first: int | None) -> dict[str, Any]:
        """The JSON twin: `docs/json.md`."""
        figures = self._figures() if self.pairs > 1 else []
        return {
            **header("compare", self.first, seed, first, other=self.second),
            "pairs": planned,
            "until_sure": self.tolerance,
            "counted": self.pairs,
            "matches": self.matches,
            "untouched": self.matches - self.played,
            "alike": self.alike,
            "variance_reduction": self._reduction(),
            "figures": figures,
            "histograms": [
                {"figure": figure, "game": game, **histogram(counts)}
                for (figure, game), counts in sorted(self.counts.items())
            ],
            "faults": [
                {
                    "game": game,
                    "match": outcome.number,
                    "first_seat": outcome.first_seat,
                    "code": outcome.fault.code,
                    "message": outcome.fault.message,
                    "place": str(outcome.fault.span),
                }
                for game, outcome in self.faults
                if outcome.fault is not None
            ],
        }

    def _store(self, a: dict[Figure, float], b: dict[Figure, float]) -> None:
        for figure in {**a, **b}:
            sides = self.columns.setdefault(figure, (array("d"), array("d")))
            for side, row in zip(sides, (a, b), strict=True):
                _fill(figure, side, self.pairs)
                side.append(row.get(figure, _unsaid(figure)))

    def _columns(self) -> dict[Figure, tuple[Column, Column]]:
        """By figure, its values in the first and in the second game, pair by pair."""
        for figure, sides in self.columns.items():
            for side in sides:
                _fill(figure, side, self.pairs)
        return self.columns

    def _reduction(self) -> float | None:
        if self.pairs < 2 or self._primary is None:
            return None
        found = variance_reduction(*self._columns()[self._primary])
        return None if found is None else round(found, DIGITS)

    def _figures(self) -> list[dict[str, Any]]:
        """What each figure came to: those of the match first, then those of entries."""
        columns = self._columns()
        untouched = 2 * self.played == self.matches  # then the matches of both games are the same ones
        told = {figure: _told(figure, columns, untouched) for figure in columns if figure.family != OFFERED}
        means = {figure: (each[0], each[1]) for figure, each in told.items() if each is not None}
        found: dict[Figure, tuple[Difference, float]] = {}
        for figure, each in told.items():
            if each is None:
                continue
            difference = each[2]
            if figure == self._primary and self.tolerance is not None:
                difference = _watched(difference)
            found[figure] = difference, self._band(figure, means)
        adjusted = _adjusted([figure for figure in found if figure != self._primary], found)
        return [
            self._row(figure, means[figure], *found[figure], adjusted.get(figure))
            for figure in sorted(found, key=self._place)
        ]

    def _place(self, figure: Figure) -> tuple[Any, ...]:
        """Figures of the match first, the primary one before all, seats before who begins; those of entries
        by name, as a match says them in no order: the same rows whatever process played it."""
        if figure.entry:
            return True, figure.family, figure.entry
        names = [known for known in self.columns if not known.entry and known != BEGINS]
        if figure != BEGINS:
            return False, figure != self._primary, names.index(figure)
        seats = [n for n, known in enumerate(names) if known.family.startswith("wins of seat")]
        return False, True, max(seats) + 0.5

    def _band(self, figure: Figure, means: dict[Figure, tuple[float, float]]) -> float:
        """How much of a figure does not matter, in its unit."""
        if figure == self._primary and self.tolerance is not None:
            return self.tolerance
        a, b = means[figure]
        return band_of(figure, a or b if figure.entry else a, means[SCORE][0])

    def _row(
        self,
        figure: Figure,
        means: tuple[float, float],
        found: Difference,
        band: float,
        adjusted: float | None,
    ) -> dict[str, Any]:
        significant = None if adjusted is None else found.found_among_many(adjusted)
        word = verdict(found, band, significant)
        if figure == self._primary and self.decided():
            word = self._sequential()
        more = None
        if word == "open":
            # a figure that not all pairs tell of takes more of them
            more = ceil(pairs_missing(found, band) * self.pairs / found.n) * 2 * self.first.seats
        return {
            "figure": figure.family,
            "entry": figure.entry or None,
            "primary": figure == self._primary,
            "a": round(means[0], DIGITS),
            "b": round(means[1], DIGITS),
            "delta": round(found.mean, DIGITS),
            **found.ends(),
            "sd": round(found.sd, DIGITS),
            "pairs": found.n,
            "p": float(f"{found.p:.4g}"),
            "q": None if adjusted is None else float(f"{adjusted:.4g}"),
            "band": round(band, DIGITS),
            "verdict": WORDS[word],
            "more_matches": more,
        }


def band_of(figure: Figure, mean: float, score: float) -> float:
    """How much of a figure does not matter, in its unit.

    Args:
        mean, score: of the figure and of the score, in the game that others are compared with; of an entry
            that this game has not, the figure in the other.
    """
    if figure.entry:
        least = LEAST_POINTS_BAND * abs(score) if figure.family == POINTS else 0.0
        return max(ENTRY_BAND * abs(mean), LEAST_ENTRY_BAND, least)
    if is_share(figure.family):
        return WIN_BAND
    if figure == LENGTH or figure.family.startswith("measure"):
        return OTHER_BAND * abs(mean)
    return SCORE_BAND * abs(score)


def _watched(found: Difference) -> Difference:
    """With an interval that holds although it was looked at all the time."""
    if found.low is None:
        return found
    half = watched_half(found.n, found.sd, 2 * FEWEST)
    return Difference(found.n, found.mean, found.sd, found.mean - half, found.mean + half, found.p)


def _unsaid(figure: Figure) -> float:
    """What a pair counts for that says nothing of a figure."""
    return 0.0 if figure.family in COUNTED else nan


def _fill(figure: Figure, side: Column, pairs: int) -> None:
    """For the pairs up to here that said nothing."""
    side.extend([_unsaid(figure)] * (pairs - len(side)))


def primary(outcomes: tuple[Outcome, ...]) -> Figure:
    """The figure that a comparison is about: the score, or who wins where that is all there is to score."""
    if all(outcome.winners and sorted(outcome.scores)[-1] <= 1 for outcome in outcomes):
        return wins_of(0)
    return SCORE


def _same(one: Outcome, other: Outcome) -> bool:
    """Whether two matches came to the same in everything that is counted."""
    if one is other:
        return True
    names = ("decisions", "scores", "lines", "winners", "rank", "measures", "sources", "notes")
    return all(getattr(one, name) == getattr(other, name) for name in names)


def _told(
    figure: Figure, columns: dict[Figure, tuple[Column, Column]], alike: bool
) -> tuple[float, float, Difference] | None:
    """A figure in both games, and the difference; None if less than two pairs tell of it."""
    if figure.family == TAKEN:
        taken, offered = columns[figure], columns[Figure(OFFERED, figure.entry)]
        return shares((taken[0], offered[0]), (taken[1], offered[1]), alike)
    both = [(x, y) for x, y in zip(*columns[figure], strict=True) if x == x and y == y]
    if len(both) < 2:
        return None
    a, b = (sum(side) / len(both) for side in zip(*both, strict=True))
    return a, b, paired([y - x for x, y in both], alike, most=most_of(figure))


def _adjusted(
    figures: Iterable[Figure], found: dict[Figure, tuple[Difference, float]]
) -> dict[Figure, float]:
    """Corrected for many tests: the figures of a match are one family, the entries of one figure another."""
    families: dict[str, list[Figure]] = defaultdict(list)
    for figure in figures:
        families[figure.family if figure.entry else ""].append(figure)
    return dict(_corrected(found, families.values()))


def _corrected(
    found: dict[Figure, tuple[Difference, float]], families: Iterable[list[Figure]]
) -> Iterator[tuple[Figure, float]]:
    for family in families:
        yield from zip(family, benjamini_hochberg([found[figure][0].p for figure in family]), strict=True)
