"""Runs whose luck share is known, and how often its interval holds it."""

from __future__ import annotations

from math import sqrt
from typing import Any

from rulewright_tools.lab.luck import interval

SHARES = (0.0, 0.05, 0.3, 0.7, 0.95)
SPREADS = ("normal", "heavy tails", "skewed")
AGAINST = 0.8  # how much what one seat gains is lost by the other


def covered(share: float, spread: str, matches: int, times: int, runs: int, seed: int) -> float:
    """The part of all runs with an interval in which it holds the share."""
    import numpy as np

    random = np.random.Generator(np.random.Philox(seed))
    found = [interval(_values(random, share, spread, matches, times)) for _ in range(runs)]
    told = [ends for ends in found if ends is not None]
    return sum(low <= share <= high for low, high in told) / len(told)


def _values(random: Any, share: float, spread: str, matches: int, times: int) -> Any:
    """By match, time and seat (of two): what the draws bring and what the bots do by chance, added."""
    drawn, done = (_two_seats(_spread(random, spread, (matches, n, 2))) for n in (1, times))
    return sqrt(share) * drawn + sqrt(1 - share) * done


def _spread(random: Any, spread: str, shape: tuple[int, ...]) -> Any:
    """Of mean 0 and variance 1."""
    if spread == "heavy tails":  # a fifth moment there is none of
        return random.standard_t(5, shape) / sqrt(5 / 3)
    if spread == "skewed":
        return random.exponential(size=shape) - 1
    return random.normal(size=shape)


def _two_seats(values: Any) -> Any:
    """The same, with seats that go against each other."""
    values[..., 1] = sqrt(1 - AGAINST**2) * values[..., 1] - AGAINST * values[..., 0]
    return values
