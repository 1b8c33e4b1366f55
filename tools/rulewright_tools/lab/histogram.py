"""How often a whole number came up, small enough for a report."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

MOST_BINS = 200


def histogram(counts: Mapping[int, int]) -> dict[str, Any]:
    """Numbers in bins of one width: `counts[i]` of them are from `from + i * width` up to the next bin.

    Args:
        counts: how often, by number. Bins are single numbers if these are not too far apart, otherwise as
            narrow as a round width lets them be.
    """
    if not counts:
        return {"from": None, "width": 1, "counts": []}
    width = _width(min(counts), max(counts))
    start = min(counts) // width * width
    bins = [0] * ((max(counts) - start) // width + 1)
    for number, count in counts.items():
        bins[(number - start) // width] += count
    return {"from": start, "width": width, "counts": bins}


def _width(least: int, most: int) -> int:
    """The first of 1, 2, 5, 10, 20, … with which few bins hold both: one bin more than the span needs where
    it does not begin with a bin."""
    power = 1
    while True:
        for step in (1, 2, 5):
            width = step * power
            if most // width - least // width < MOST_BINS:
                return width
        power *= 10
