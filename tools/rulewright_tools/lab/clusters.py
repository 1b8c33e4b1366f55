"""Shares of what matches are made of: turns, offers, seats.

Parts of one match go together, so that the match is the unit: the share is a ratio of sums, its variance that
of the ratio estimator (W. G. Cochran, Sampling Techniques, 3rd ed., section 6.4), and its interval Wilson's
for as many independent parts as would vary as much, with Student's t for the normal quantile.
"""

from __future__ import annotations

from dataclasses import dataclass

from rulewright_tools.lab.summary import DIGITS, Z95, wilson

# Student's t, two-sided 95 %, for 1 to 30 degrees of freedom.
_T95 = (
    12.7062, 4.3027, 3.1824, 2.7764, 2.5706, 2.4469, 2.3646, 2.3060, 2.2622, 2.2281,
    2.2010, 2.1788, 2.1604, 2.1448, 2.1314, 2.1199, 2.1098, 2.1009, 2.0930, 2.0860,
    2.0796, 2.0739, 2.0687, 2.0639, 2.0595, 2.0555, 2.0518, 2.0484, 2.0452, 2.0423,
)  # fmt: skip


def student95(freedom: int) -> float:
    """The half-width of an interval of 95 % in standard errors, for one or more degrees of freedom."""
    if freedom <= len(_T95):
        return _T95[freedom - 1]
    return Z95 + (Z95**3 + Z95) / (4 * freedom) + (5 * Z95**5 + 16 * Z95**3 + 3 * Z95) / (96 * freedom**2)


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
        if variance <= 1e-12 or alone <= 1e-12:
            free = float(m)  # all alike: what one match says is taken for one part
        return wilson(share, free * (Z95 / student95(m - 1)) ** 2)
