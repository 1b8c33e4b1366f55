"""Statistics of paired comparisons: intervals, many tests at once, tests that may be watched.

Needs the extra `lab`; nothing else imports numpy or scipy.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, log, sqrt
from typing import Any, Literal

ALPHA = 0.05
BETA = 0.2
BENT = (1.959964 + 0.841621) ** 2  # 80 % power, two-sided 5 %: (z of 0.975 + z of 0.8) squared
Verdict = Literal["moved", "nothing", "open"]


@dataclass(frozen=True, slots=True)
class Difference:
    """What pairs say about a difference: `mean`, its interval of 95 %, the deviation of a pair, the
    two-sided p of no difference at all."""

    n: int
    mean: float
    sd: float
    low: float
    high: float
    p: float


def paired(differences: Any) -> Difference:
    """By Student's t. A difference that is the same in every pair is known exactly.

    Args:
        differences: one per pair, at least two.
    """
    import numpy as np
    from scipy import special

    d = np.asarray(differences, dtype=float)
    n, mean = len(d), float(d.mean())
    sd = float(d.std(ddof=1))
    if sd <= 1e-12 * max(1.0, abs(mean)):
        return Difference(n, mean, 0.0, mean, mean, 1.0 if mean == 0 else 0.0)
    error = sd / sqrt(n)
    half = float(special.stdtrit(n - 1, 1 - ALPHA / 2)) * error
    p = 2 * float(special.stdtr(n - 1, -abs(mean) / error))
    return Difference(n, mean, sd, mean - half, mean + half, p)


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
    if significant is None:
        significant = found.low > 0 or found.high < 0
    if significant and abs(found.mean) > band:
        return "moved"
    return "nothing" if -band <= found.low and found.high <= band else "open"


def pairs_needed(found: Difference, band: float) -> int:
    """About how many pairs tell: enough to see a difference of the band, or to tell it from the band's edge
    if it lies near; a hundred times as many as there are at most."""
    if found.sd == 0:
        return found.n
    least = band if abs(found.mean) <= band / 2 else max(abs(abs(found.mean) - band), band / 4)
    if least <= 0:
        return found.n * 100
    return min(found.n * 100, int(BENT * (found.sd / least) ** 2) + 1)


def sequential(n: int, mean: float, sd: float, band: float) -> Verdict:
    """A sequential probability ratio test of no difference against one of the band, up or down.

    It may be asked as often as wanted: with no difference it says `moved` in at most about 5 % of all runs,
    with one of the band `nothing` in at most about 20 %.
    """
    if n < 2:
        return "open"
    if sd == 0:
        return "nothing" if mean == 0 else "moved"
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
