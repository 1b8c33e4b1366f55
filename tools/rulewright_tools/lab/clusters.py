"""Shares of what matches are made of: turns, offers, seats.

Parts of one match go together, so that the match is the unit: the share is a ratio of sums, its variance that
of the ratio estimator (W. G. Cochran, Sampling Techniques, 3rd ed., section 6.4), and its interval Wilson's
for as many independent parts as would vary as much, with Student's t for the normal quantile.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean, variance

from rulewright_tools.lab.inference import ROUNDING
from rulewright_tools.lab.quantiles import Z95, student95
from rulewright_tools.lab.summary import DIGITS, wilson


@dataclass(slots=True)
class Share:
    """Sums over matches of x of n parts each; matches without such parts are none of it."""

    matches: int = 0
    part: float = 0.0
    whole: int = 0
    parts_squared: float = 0.0
    both: float = 0.0
    wholes_squared: int = 0

    def add(self, part: float, whole: int) -> None:
        """`part` of the `whole` parts of a match."""
        if whole:
            self.matches += 1
            self.whole += whole
            self.wholes_squared += whole * whole
            self.add_part(part, whole)

    def add_part(self, part: float, whole: int) -> None:
        """As `add`, where the whole has been counted already."""
        self.part += part
        self.parts_squared += part * part
        self.both += part * whole

    def over(self, base: Share) -> Share:
        """What was added by `add_part`, of all matches of another share."""
        return Share(base.matches, self.part, base.whole, self.parts_squared, self.both, base.wholes_squared)

    def data(self) -> dict[str, float | None]:
        """share, its interval of 95 % (none from a single match), and n, how many parts there were."""
        if not self.whole:
            return {"share": None, "low": None, "high": None, "n": 0}
        share = self.part / self.whole
        low, high = self._interval(share) if self.matches > 1 else (None, None)
        ends = {
            key: None if end is None else round(end, DIGITS) for key, end in (("low", low), ("high", high))
        }
        return {"share": round(share, DIGITS), **ends, "n": self.whole}

    def _interval(self, share: float) -> tuple[float, float]:
        m = self.matches
        spread = self.parts_squared - 2 * share * self.both + share * share * self.wholes_squared
        variance = max(0.0, spread) * m / (m - 1) / self.whole**2
        alone = share * (1 - share)  # the variance of one independent part
        free = alone / variance if variance > alone / self.whole else float(self.whole)
        if min(variance, alone) <= ROUNDING:
            free = float(m)  # all alike: what one match says is taken for one part
        return wilson(share, free * (Z95 / student95(m - 1)) ** 2)


def mean_share(shares: Sequence[float]) -> tuple[float, float, float]:
    """The mean of shares, one of each of two or more deals, and its interval of 95 %, which lies in 0 to 1.

    Wilson's, for as many independent parts as would vary as much, with Student's t for the normal quantile;
    shares that are all alike count as one part each.
    """
    n, mean = len(shares), fmean(shares)
    spread, alone = variance(shares, mean) / n, mean * (1 - mean)
    free = alone / spread if min(spread, alone) > ROUNDING else n
    return mean, *wilson(mean, free * (Z95 / student95(n - 1)) ** 2)
