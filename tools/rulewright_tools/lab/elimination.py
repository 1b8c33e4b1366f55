"""Successive elimination: what surely does not matter is not played any further.

After each round, of twice as many pairs as the one before, a variant is done with if an interval of its
difference lies in the band of what does not matter. The confidence is corrected (Bonferroni) for all variants
and all looks, so that in at least 95 of 100 sweeps nothing is given up that matters.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from math import log
from statistics import fmean

from rulewright.play.deals import Match
from rulewright.play.playout import Outcome, Plan
from rulewright_tools.lab.compare import band_of, primary
from rulewright_tools.lab.figures import SCORE, Figure, figures_of
from rulewright_tools.lab.inference import ALPHA, FEWEST_PAIRS, paired

FEWEST = 20  # pairs before the first look


def rounds(pairs: int) -> list[int]:
    """After how many pairs it is looked; the last are all."""
    found = [pairs]
    while found[0] // 2 >= FEWEST:
        found.insert(0, found[0] // 2)
    return found


def surely_nothing(differences: Iterable[float], band: float, tests: int) -> bool:
    """Whether a mean difference lies in the band, with the confidence that so many tests take together.

    Student's interval, and at both ends what the farthest pair is off times ln(1/alpha)/n, as empirical
    Bernstein bounds have it: of skewed differences Student's t alone gives up too many, as it does not see
    what is rare. For that reason it is not said either if less than ten pairs differ at all.
    """
    found = list(differences)
    if 0 < sum(difference != 0 for difference in found) < FEWEST_PAIRS or len(found) < FEWEST_PAIRS:
        return False
    alpha = ALPHA / tests
    told = paired(found, alpha=alpha)
    if told.low is None or told.high is None:
        return False
    unseen = max(abs(difference - told.mean) for difference in found) * log(1 / alpha) / len(found)
    return -band <= told.low - unseen and told.high + unseen <= band


class Elimination:
    """What the game as it is came to, to hold variants against."""

    def __init__(self, base: Mapping[Match, Outcome], plan: Plan, figure: Figure | None, ways: int) -> None:
        """Without a figure it is about the primary one.

        Args:
            ways: how many variants there are.
        """
        self.base, self.plan = base, plan
        self.pairs = figures_of(base, plan)
        whole = [number for number, pair in enumerate(self.pairs) if pair is not None]
        self.tests = ways * (len(rounds(plan.games)) - 1)
        self.figure, self.band = figure, 0.0
        if whole:
            turns = range(plan.seats)
            self.figure = figure or primary(tuple(base[whole[0], turn] for turn in turns))
            self.band = band_of(self.figure, self._mean(self.figure), self._mean(SCORE))

    def _mean(self, figure: Figure) -> float:
        values = [pair[figure] for pair in self.pairs if pair is not None and figure in pair]
        return fmean(values) if values else 0.0

    def is_done_with(self, outcomes: Mapping[Match, Outcome], deals: int) -> bool:
        """Whether a variant surely does not matter.

        Args:
            outcomes: its matches of the first deals, but for those that are the game's own.
        """
        figure = self.figure
        if figure is None:
            return False
        there = figures_of({**self.base, **outcomes}, replace(self.plan, games=deals))
        both = zip(self.pairs[:deals], there, strict=True)
        differences = [
            b[figure] - a[figure]
            for a, b in both
            if a is not None and b is not None and figure in a and figure in b
        ]
        return surely_nothing(differences, self.band, self.tests)
