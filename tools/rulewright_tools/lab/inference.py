"""Statistics of paired comparisons: intervals, many tests at once, tests that may be watched.

Needs the extra `lab`; nothing else imports numpy or scipy.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, inf, log, sqrt
from typing import Any, Literal, TypeAlias

from rulewright_tools.lab.quantiles import Z80, Z95
from rulewright_tools.lab.summary import DIGITS

ALPHA = 0.05
BETA = 0.2
ROUNDING = 1e-12  # what is no deviation but the rounding of its sums
BENT = (Z95 + Z80) ** 2  # 80 % power, two-sided 5 %
FALSE_DISCOVERIES = 0.1  # share that is accepted among many tests that are said to have found something
FEWEST_ALIKE = 300  # pairs that all differ by the same before that is taken for what all pairs do
MOST_MISSING = 1_000_000  # pairs that are said to be needed: of more nobody needs the number
FEWEST_PAIRS = 10  # before anything is said to have moved: of fewer, Student's t says too much
Verdict = Literal["moved", "nothing", "open"]
Shares: TypeAlias = tuple[Sequence[float], Sequence[float]]


@dataclass(frozen=True, slots=True)
class Difference:
    """What pairs say about a difference: `mean`, its interval of 95 % (None if it cannot be told), the
    deviation of a pair, the two-sided p of no difference at all."""

    n: int
    mean: float
    sd: float
    low: float | None
    high: float | None
    p: float

    @property
    def told(self) -> bool:
        """Whether the interval does not contain 0."""
        return self.low is not None and self.high is not None and (self.low > 0 or self.high < 0)

    def ends(self, times: float = 1) -> dict[str, float | None]:
        """The interval for a JSON twin."""
        both = {"low": self.low, "high": self.high}
        return {name: None if end is None else round(end * times, DIGITS) for name, end in both.items()}

    def found_among_many(self, q: float) -> bool:
        """Whether it is told from nothing, also when it is one of many tests.

        Args:
            q: the p after the correction for them.
        """
        return q <= FALSE_DISCOVERIES and self.p <= ALPHA


def paired(differences: Any, alike: bool = False, alpha: float = ALPHA, most: float = inf) -> Difference:
    """By Student's t. Few differences that are all the same say nothing of how others are spread: then
    there is no interval, and p is 1.

    Args:
        differences: one per pair, at least two.
        alike: that the pairs are the same by the way that they were made, so that nothing is left to chance.
        alpha: that the interval may leave the true difference out, 5 % if left out.
        most: that a difference can be, such as 1 of shares: the interval ends there.
    """
    import numpy as np

    d = np.asarray(differences, dtype=float)
    return _student(len(d), float(d.mean()), float(d.std(ddof=1)), alike, alpha, most)


def _student(n: int, mean: float, sd: float, alike: bool, alpha: float, most: float) -> Difference:
    """What `paired` says, from the number of differences, their mean and their deviation."""
    from scipy import special

    if sd <= ROUNDING * max(1.0, abs(mean)):
        if not alike and n < FEWEST_ALIKE:
            return Difference(n, mean, 0.0, None, None, 1.0)
        return Difference(n, mean, 0.0, mean, mean, 1.0 if mean == 0 else 0.0)
    error = sd / sqrt(n)
    half = float(special.stdtrit(n - 1, 1 - alpha / 2)) * error
    p = 2 * float(special.stdtr(n - 1, -abs(mean) / error))
    return Difference(n, mean, sd, max(-most, mean - half), min(most, mean + half), p)


def ratio(parts: Sequence[float], wholes: Sequence[float]) -> tuple[float, float | None, float | None]:
    """The sum of the parts for one of the wholes, and its interval of 95 % by Fieller's theorem: all ratios r
    for which part - r * whole is not told from nothing. No interval where the wholes themselves are not, or
    where the few that there are go by one ratio.

    Args:
        parts, wholes: of each match, at least two; the wholes are no less than 0, and not all 0.
    """
    import numpy as np
    from scipy import special

    x, y = np.asarray(parts, dtype=float), np.asarray(wholes, dtype=float)
    n, mean = len(x), float(x.sum() / y.sum())
    if float((x - mean * y).std()) <= ROUNDING * max(1.0, abs(mean)):
        return (mean, mean, mean) if n >= FEWEST_ALIKE else (mean, None, None)
    (xx, xy), (_, yy) = np.cov(x, y) * float(special.stdtrit(n - 1, 1 - ALPHA / 2)) ** 2 / n
    square = float(y.mean()) ** 2 - float(yy)
    middle = float(x.mean() * y.mean() - xy)
    root = middle * middle - square * (float(x.mean()) ** 2 - float(xx))
    if square <= 0 or root < 0:
        return mean, None, None
    return mean, (middle - sqrt(root)) / square, (middle + sqrt(root)) / square


def shares(first: Shares, second: Shares, alike: bool = False) -> tuple[float, float, Difference] | None:
    """The sum of the parts for one of the wholes in both games of a comparison, and their difference.

    What a pair says is that of the ratio estimator (W. G. Cochran, Sampling Techniques, 3rd ed., sections 6.4
    and 6.10), told by leaving the pair out (the jackknife), as few pairs with many wholes would else look
    surer than they are. For the same reason only so many pairs count as have wholes in the game with fewer of
    those. None if that is less than two.

    Args:
        first, second: parts and wholes, of each pair.
        alike: as in `paired`.
    """
    import numpy as np

    x, y = (np.asarray(side, dtype=float) for side in (first, second))
    n = int(min((side[1] > 0).sum() for side in (x, y)))
    if n < 2:
        return None
    told = (x[1] > 0) | (y[1] > 0)
    a, b = (float(side[0].sum() / side[1].sum()) for side in (x, y))
    one, other = (_left_out(side[:, told], mean) for side, mean in ((x, a), (y, b)))
    sd = float((other - one).std(ddof=1)) * sqrt(n / int(told.sum()))
    return a, b, _student(n, b - a, sd, alike, ALPHA, 1)


def _left_out(side: Any, mean: float) -> Any:
    """By pair how far a ratio of sums moves without it, times the number of pairs."""
    parts, wholes = side
    return (parts - mean * wholes) / wholes.mean() / (1 - wholes / wholes.sum())


def variance_reduction(first: Any, second: Any) -> float | None:
    """By how much fewer matches do than with independent draws: (var a + var b) / var (b - a).

    None if all pairs differ by the same.
    """
    import numpy as np

    a, b = np.asarray(first, dtype=float), np.asarray(second, dtype=float)
    spread = float((b - a).var(ddof=1))
    return None if spread == 0 else float(a.var(ddof=1) + b.var(ddof=1)) / spread


def benjamini_hochberg(p: Sequence[float]) -> list[float]:
    """Of each test the least share of false discoveries at which it still counts, in the order given."""
    order = sorted(range(len(p)), key=lambda i: p[i], reverse=True)
    adjusted = [1.0] * len(p)
    least = 1.0
    for behind, i in enumerate(order):
        least = min(least, p[i] * len(p) / (len(p) - behind))
        adjusted[i] = least
    return adjusted


def verdict(found: Difference, band: float, significant: bool | None = None) -> Verdict:
    """Moved: told from nothing, and outside the band. Nothing: the interval lies in the band.

    Args:
        band: how much does not matter, in the figure's unit.
        significant: after a correction for many tests; by the interval if left out.
    """
    if found.low is None or found.high is None:
        return "open"
    if significant is None:
        significant = found.told
    if significant and abs(found.mean) > band and found.n >= FEWEST_PAIRS:
        return "moved"
    return "nothing" if -band <= found.low and found.high <= band else "open"


def pairs_missing(found: Difference, band: float) -> int:
    """About how many more pairs are needed where the verdict is open, at most a million.

    As many as see a difference of just the band in 80 of 100 runs, at 5 %. It goes by the deviation of a pair
    alone: with the difference that was found it would be another number in every run. If there are as many
    already, the difference lies near the edge of the band, and it takes as many again. What is told
    from nothing only wants for pairs to be believed.
    """
    if found.sd == 0:
        return max(1, FEWEST_ALIKE - found.n)
    if found.n < FEWEST_PAIRS and found.told and abs(found.mean) > band:
        return FEWEST_PAIRS - found.n
    needed = BENT * (found.sd / band) ** 2 if band > 0 else MOST_MISSING
    return int(min(MOST_MISSING, max(needed - found.n, FEWEST_PAIRS - found.n, found.n)))


def sequential(n: int, mean: float, sd: float, band: float) -> Verdict:
    """A sequential probability ratio test of no difference against one of the band, up or down.

    It may be asked as often as wanted: with no difference it says `moved` in at most about 5 % of all runs,
    with one of the band `nothing` in at most about 20 %.
    """
    if n < 2:
        return "open"
    if sd <= sqrt(ROUNDING) * abs(mean):  # it is the root of a difference of great sums
        return "open" if n < FEWEST_ALIKE else "nothing" if mean == 0 else "moved"
    scale = band / sd**2
    up, down = (scale * (sign * n * mean) - n * band * scale / 2 for sign in (1, -1))
    top = max(up, down)
    ratio = top + log((exp(up - top) + exp(down - top)) / 2)
    if ratio >= log((1 - BETA) / ALPHA):
        return "moved"
    return "nothing" if ratio <= log(BETA / (1 - ALPHA)) else "open"


def watched_half(n: int, sd: float, planned: int) -> float:
    """Half the width of an interval that holds at every n at once (a normal mixture), so that it may be
    watched; narrowest about `planned`."""
    rho = (-2 * log(ALPHA) + log(-2 * log(ALPHA) + 1)) / planned
    return sd * sqrt((n * rho + 1) / (n * n * rho) * log((n * rho + 1) / ALPHA**2))
