"""Entries by how often they are taken and what they bring: staples, sleepers, traps, and the rest."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from statistics import median

from rulewright_tools.lab.report.intervals import MARGIN, chart
from rulewright_tools.lab.report.markup import Html, tag
from rulewright_tools.lab.report.numbers import compact
from rulewright_tools.lab.report.scales import WIDTH, Scale, scale

HEIGHT, FOOT, LEFT = 300.0, 34.0, 30.0
MOST_LABELS = 14
GAP = 5.0  # between a whisker and its name
LETTER = 6.2  # width of one, for keeping labels apart
CORNERS = ("sleeper", "staple", "dead", "trap")


@dataclass(frozen=True, slots=True)
class Spot:
    """An entry: how often it is taken, in percent, with an interval, and what it brings."""

    name: str
    x: float
    low: float
    high: float
    y: float


def middle(spots: Sequence[Spot]) -> tuple[float, float]:
    """Where the quadrants meet: at the medians."""
    return median(spot.x for spot in spots), median(spot.y for spot in spots)


def corner(spot: Spot, centre: tuple[float, float]) -> str:
    return CORNERS[2 * (spot.y < centre[1]) + (spot.x >= centre[0])]


def quadrant(title: str, spots: Sequence[Spot], across: str, up: str) -> Html:
    """The chart; those farthest from the middle are named."""
    x = scale([0, *(spot.high for spot in spots)], LEFT, WIDTH - MARGIN)
    y = scale([0, *(spot.y for spot in spots)], HEIGHT - 4, 20.0)
    centre = middle(spots)
    parts = [*_axes(x, y, across, up), *_corners(x, y, centre)]
    parts += (_spot(spot, x, y) for spot in spots)
    parts += _labels(spots, centre, x, y)
    return chart(title, HEIGHT + FOOT, parts)


def _axes(x: Scale, y: Scale, across: str, up: str) -> Iterator[Html]:
    yield tag("line", x1=LEFT, x2=x.end, y1=HEIGHT, y2=HEIGHT, class_="axis")
    yield tag("line", x1=LEFT, x2=LEFT, y1=y.end, y2=HEIGHT, class_="axis")
    for tick in x.ticks():
        yield tag(
            "text", compact(round(tick, 9)), x=x(tick), y=HEIGHT + 16, text_anchor="middle", class_="tick"
        )
    for tick in y.ticks():
        yield tag(
            "text", compact(round(tick, 9)), x=LEFT - 5, y=y(tick) + 4, text_anchor="end", class_="tick"
        )
    yield tag("text", across, x=WIDTH / 2, y=HEIGHT + 30, text_anchor="middle", class_="unit")
    yield tag("text", up, x=0, y=11, class_="unit")


def _corners(x: Scale, y: Scale, centre: tuple[float, float]) -> Iterator[Html]:
    cx, cy = x(centre[0]), y(centre[1])
    yield tag("line", x1=cx, x2=cx, y1=y.end, y2=HEIGHT, class_="grid")
    yield tag("line", x1=LEFT, x2=x.end, y1=cy, y2=cy, class_="grid")
    for n, words in enumerate(CORNERS):
        right, low = n % 2 == 1, n >= 2
        yield tag(
            "text",
            words,
            x=x.end if right else LEFT + 5,
            y=HEIGHT - 6 if low else y.end + 10,
            text_anchor="end" if right else "start",
            class_="corner",
        )


def _spot(spot: Spot, x: Scale, y: Scale) -> Html:
    at = y(spot.y)
    name = f"{spot.name}: taken {spot.x:.1f} %, brings {spot.y:.2f}"
    whisker = tag("line", x1=x(spot.low), x2=x(spot.high), y1=at, y2=at, class_="whisker thin")
    point = tag("circle", cx=x(spot.x), cy=at, r=3.5, class_="point")
    return tag("g", tag("title", name), whisker, point, class_="plain")


def _labels(spots: Sequence[Spot], centre: tuple[float, float], x: Scale, y: Scale) -> Iterator[Html]:
    """Names of the spots farthest out that do not run into each other."""
    wide, tall = x.high - x.low, y.high - y.low

    def far(spot: Spot) -> tuple[float, str]:
        return -(((spot.x - centre[0]) / wide) ** 2 + ((spot.y - centre[1]) / tall) ** 2), spot.name

    taken: list[tuple[float, float, float, float]] = [
        (x(spot.low), y(spot.y) - 4, x(spot.high), y(spot.y) + 4) for spot in spots
    ]
    for spot in sorted(spots, key=far)[:MOST_LABELS]:
        width = LETTER * len(spot.name)
        right = x(spot.high) + GAP + width < WIDTH
        left = x(spot.high) + GAP if right else x(spot.low) - GAP - width
        box = left, y(spot.y) - 7, left + width, y(spot.y) + 7
        if left < LEFT or any(_meet(box, other) for other in taken):
            continue
        taken.append(box)
        anchor = "start" if right else "end"
        at = left if right else left + width
        yield tag("text", spot.name, x=at, y=y(spot.y) + 4, text_anchor=anchor, class_="name")


def _meet(one: tuple[float, ...], other: tuple[float, ...]) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]
