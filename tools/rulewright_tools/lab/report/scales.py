"""From numbers to places in a chart, and the numbers that an axis shows."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

WIDTH = 400.0  # of every chart, in its own units: a phone shows them almost one to one


@dataclass(frozen=True, slots=True)
class Scale:
    """Numbers from `low` to `high` lie from `start` to `end`; others lie at the nearer end."""

    low: float
    high: float
    start: float
    end: float

    def __call__(self, x: float) -> float:
        part = (x - self.low) / (self.high - self.low)
        return self.start + min(1.0, max(0.0, part)) * (self.end - self.start)

    def ticks(self, most: int = 6) -> list[float]:
        """Round numbers on the scale."""
        step = round_up((self.high - self.low) / most)
        first = math.ceil(self.low / step - 1e-9)
        last = math.floor(self.high / step + 1e-9)
        return [n * step for n in range(first, last + 1)]


def scale(numbers: Iterable[float], start: float, end: float) -> Scale:
    """One that holds all of the numbers, with a little air."""
    found = list(numbers)
    low, high = (min(found), max(found)) if found else (0.0, 1.0)
    if high - low < 1e-9:
        low, high = low - 1, high + 1
    air = 0.03 * (high - low)
    return Scale(low - air, high + air, start, end)


def round_up(x: float) -> float:
    """The least of 1, 2, 5, 10, 20, … that is not less, also below 1."""
    power = 10.0 ** math.floor(math.log10(x))
    return next(step * power for step in (1, 2, 5, 10) if step * power >= x * (1 - 1e-9))
