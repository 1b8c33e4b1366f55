"""How numbers are spread: quantiles of a histogram, outlines of several on one axis, shares up to a point."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import lcm
from typing import Any

from rulewright_tools.lab.report.intervals import MARGIN, chart
from rulewright_tools.lab.report.markup import Html, tag
from rulewright_tools.lab.report.numbers import compact, percent
from rulewright_tools.lab.report.scales import WIDTH, Scale, round_up

HEIGHT, FOOT = 150.0, 34.0
TOP = 16.0
MOST_BINS = 40  # of an outline: more are jagged
QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)


@dataclass(frozen=True, slots=True)
class Spread:
    """How often numbers came up, as a histogram of the JSON document says it."""

    start: int
    width: int
    counts: tuple[int, ...]

    @property
    def total(self) -> int:
        return sum(self.counts)

    @property
    def end(self) -> int:
        """Where the last bin ends."""
        return self.start + self.width * len(self.counts)

    def quantile(self, part: float) -> int:
        """The number up to which this part of all lie; of a wide bin where it begins."""
        wanted, seen = part * self.total, 0
        for n, found in enumerate(self.counts):
            seen += found
            if seen >= wanted - 1e-9:
                return self.start + n * self.width
        return self.start

    def share(self, low: int, high: int) -> float:
        """Of all numbers those in bins that begin from `low` to below `high`."""
        inside = (found for n, found in enumerate(self.counts) if low <= self.start + n * self.width < high)
        return sum(inside) / self.total


def read(data: Mapping[str, Any] | None) -> Spread | None:
    """A histogram of the document; None if there is none, or nothing in it."""
    if not data or not any(data.get("counts", ())):
        return None
    return Spread(data["from"], data["width"], tuple(data["counts"]))


def together(spreads: Sequence[Spread]) -> Spread | None:
    """Several histograms as one, in the narrowest bins that each of theirs fits into whole."""
    if not spreads:
        return None
    width = lcm(*(spread.width for spread in spreads))
    start = min(spread.start for spread in spreads) // width * width
    counts = [0] * ((max(spread.end for spread in spreads) - 1 - start) // width + 1)
    for spread in spreads:
        for n, found in enumerate(spread.counts):
            counts[(spread.start + n * spread.width - start) // width] += found
    return Spread(start, width, tuple(counts))


def bins(spreads: Sequence[Spread]) -> list[tuple[int, int]]:
    """From where to below where: few, alike for all, and none of theirs lies in two."""
    low, high = min(spread.start for spread in spreads), max(spread.end for spread in spreads)
    whole = lcm(*(spread.width for spread in spreads))
    width = lcm(whole, max(whole, int(round_up(max(1.0, (high - low) / MOST_BINS)))))
    first = low // width * width
    return [(start, start + width) for start in range(first, high, width)]


def outlines(title: str, spreads: Mapping[str, Spread], unit: str) -> Html:
    """Histograms laid over each other. The keys are their classes in the style; the last lies on top."""
    found = bins(list(spreads.values()))
    x = Scale(found[0][0] - 0.5, found[-1][1] - 0.5, MARGIN, WIDTH - MARGIN)
    heights = {name: [spread.share(*part) for part in found] for name, spread in spreads.items()}
    most = max(max(shares) for shares in heights.values())
    y = Scale(0, most, HEIGHT, TOP)
    parts = list(_axis(x, unit))
    for name, shares in heights.items():
        parts.append(tag("path", d=_steps(found, shares, x, y), class_=f"outline {name}"))
        middle = x(spreads[name].quantile(0.5))
        parts.append(tag("line", x1=middle, x2=middle, y1=TOP - 4, y2=HEIGHT, class_=f"median {name}"))
    return chart(title, HEIGHT + FOOT, parts)


def _steps(found: Sequence[tuple[int, int]], shares: Sequence[float], x: Scale, y: Scale) -> str:
    path = f"M{x(found[0][0] - 0.5):.1f} {y(0):.1f}"
    for (_, end), share in zip(found, shares, strict=True):
        path += f"V{y(share):.1f}H{x(end - 0.5):.1f}"
    return f"{path}V{y(0):.1f}"


def _axis(x: Scale, unit: str) -> Iterator[Html]:
    yield tag("line", x1=x.start, x2=x.end, y1=HEIGHT, y2=HEIGHT, class_="axis")
    for tick in x.ticks(8):
        yield tag("line", x1=x(tick), x2=x(tick), y1=HEIGHT, y2=HEIGHT + 4, class_="axis")
        anchor = "start" if x(tick) < 12 else "end" if x(tick) > WIDTH - 12 else "middle"
        words = compact(round(tick, 9))
        yield tag("text", words, x=x(tick), y=HEIGHT + 16, text_anchor=anchor, class_="tick")
    yield tag("text", unit, x=WIDTH / 2, y=HEIGHT + 30, text_anchor="middle", class_="unit")


def shares_up_to(title: str, points: Sequence[tuple[float, float]], unit: str, mark: float) -> Html:
    """What share lies up to each number, with a line at one of them.

    Args:
        points: number and share up to it, both in percent and rising.
    """
    left = MARGIN + 30
    x, y = Scale(0, 100, left, WIDTH - MARGIN), Scale(0, 100, HEIGHT, TOP)
    parts = list(_axis(x, unit))
    for level in (25, 50, 75, 100):
        parts.append(tag("line", x1=left, x2=x.end, y1=y(level), y2=y(level), class_="grid"))
        parts.append(tag("text", f"{level} %", x=left - 6, y=y(level) + 4, text_anchor="end", class_="tick"))
    path = f"M{x(0):.1f} {y(0):.1f}" + "".join(f"H{x(part):.1f}V{y(share):.1f}" for part, share in points)
    parts.append(tag("path", d=path, class_="outline b open"))
    parts.append(tag("line", x1=x(mark), x2=x(mark), y1=TOP, y2=HEIGHT, class_="zero"))
    return chart(title, HEIGHT + FOOT, parts)


def rows(spreads: Mapping[str, Spread]) -> list[list[str]]:
    """The table behind outlines: a row for each bin, a column for each histogram."""
    return [
        [_bin(part), *(percent(spread.share(*part)) for spread in spreads.values())]
        for part in bins(list(spreads.values()))
    ]


def _bin(part: tuple[int, int]) -> str:
    low, high = part
    return compact(low) if high - low == 1 else f"{compact(low)} to {compact(high - 1)}"
