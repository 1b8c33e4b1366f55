"""Quantiles that intervals and the matches needed for them go by."""

from __future__ import annotations

Z95 = 1.959964  # of the normal distribution, for intervals of 95 %
Z80 = 0.841621  # of the same, below which 80 % lie: for a power of 80 %

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
