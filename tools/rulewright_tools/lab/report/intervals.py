"""Points with whiskers, a row each, on a shared axis: of estimates, of differences, of spreads."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rulewright_tools.lab.report.markup import Html, tag
from rulewright_tools.lab.report.numbers import compact
from rulewright_tools.lab.report.parts import Kind
from rulewright_tools.lab.report.scales import WIDTH, Scale, scale

ROW = 38.0
TEXT, LINE = 12.0, 24.0  # in a row, from its top: the base of its words, and the whisker
FOOT = 34.0
MARGIN = 8.0
LONGEST = 30  # letters of a label
CLIP = 3.0  # a whisker may be this many times as long as the farthest point is away; the rest is cut off


@dataclass(frozen=True, slots=True)
class Mark:
    """A row: a point with its whisker (None for none), and what is written above it. `inner` is drawn thick,
    `before` is hollow."""

    label: str
    mid: float
    low: float | None
    high: float | None
    text: str
    kind: Kind = "plain"
    inner: tuple[float, float] | None = None
    before: float | None = None


def intervals(
    title: str,
    marks: Sequence[Mark],
    unit: str,
    *,
    band: float | None = None,
    reference: float | None = None,
    bounds: tuple[float, float] | None = None,
) -> Html:
    """The chart.

    Args:
        band: a band of what does not matter, this far to both sides of nothing.
        reference: a line at a number.
        bounds: of the axis; found from the marks if left out.
    """
    x = _scale(marks, band, reference, bounds)
    bottom = ROW * len(marks)
    parts: list[Html] = []
    parts += _grid(x, bottom, unit)
    line = 0.0 if band is not None else reference
    for n, mark in enumerate(marks):
        parts += _behind(x, ROW * n, band, line)
        parts.append(_row(mark, x, ROW * n))
    return chart(title, bottom + FOOT, parts)


def chart(title: str, height: float, parts: Sequence[Html]) -> Html:
    """An SVG image with a name; as wide as there is room."""
    box = f"0 0 {WIDTH:.0f} {height:.0f}"
    return tag("svg", tag("title", title), *parts, viewBox=box, role="img", class_="chart")


def _scale(
    marks: Sequence[Mark], band: float | None, reference: float | None, bounds: tuple[float, float] | None
) -> Scale:
    start, end = MARGIN, WIDTH - MARGIN
    if bounds is not None:
        return Scale(*bounds, start, end)
    points = [point for mark in marks for point in (mark.mid, mark.before) if point is not None]
    points += [line for line in (reference, band, None if band is None else -band) if line is not None]
    ends = [point for mark in marks for point in (mark.low, mark.high) if point is not None]
    if band is None:
        return scale([*points, *ends], start, end)
    far = CLIP * max(abs(point) for point in points) or 1.0
    return scale([*points, *(min(far, max(-far, point)) for point in ends)], start, end)


def _grid(x: Scale, bottom: float, unit: str) -> Iterator[Html]:
    yield tag("line", x1=x.start, x2=x.end, y1=bottom, y2=bottom, class_="axis")
    for tick in x.ticks():
        yield tag("line", x1=x(tick), x2=x(tick), y1=bottom, y2=bottom + 4, class_="axis")
        words = compact(round(tick, 9) + 0.0)
        anchor = "start" if x(tick) < 12 else "end" if x(tick) > WIDTH - 12 else "middle"
        yield tag("text", words, x=x(tick), y=bottom + 16, text_anchor=anchor, class_="tick")
    yield tag("text", unit, x=WIDTH / 2, y=bottom + 30, text_anchor="middle", class_="unit")


def _behind(x: Scale, top: float, band: float | None, line: float | None) -> Iterator[Html]:
    """The band and the line of a row: only where its whisker is, not behind its words."""
    if band is not None:
        width = x(band) - x(-band)
        yield tag("rect", x=x(-band), y=top + LINE - 7, width=width, height=14, class_="band")
    yield tag("line", x1=x.start, x2=x.end, y1=top + LINE, y2=top + LINE, class_="grid")
    if line is not None:
        yield tag("line", x1=x(line), x2=x(line), y1=top + LINE - 7, y2=top + LINE + 7, class_="zero")


def _row(mark: Mark, x: Scale, top: float) -> Html:
    y = top + LINE
    label = mark.label if len(mark.label) <= LONGEST else f"{mark.label[: LONGEST - 1]}…"
    parts = [
        tag("title", f"{mark.label}: {mark.text}"),
        tag("text", label, x=0, y=top + TEXT, class_="label"),
        tag("text", mark.text, x=WIDTH, y=top + TEXT, text_anchor="end", class_="value"),
    ]
    if mark.low is not None and mark.high is not None:
        parts.append(tag("line", x1=x(mark.low), x2=x(mark.high), y1=y, y2=y, class_="whisker"))
        parts += (*_end(mark.low, x, y), *_end(mark.high, x, y))
    if mark.inner is not None:
        low, high = (x(point) for point in mark.inner)
        parts.append(tag("rect", x=low, y=y - 4, width=max(1.0, high - low), height=8, class_="inner"))
    if mark.before is not None:
        parts.append(tag("circle", cx=x(mark.before), cy=y, r=4, class_="before"))
    parts.append(_point(mark.kind, x(mark.mid), y))
    return tag("g", *parts, class_=mark.kind)


def _end(point: float, x: Scale, y: float) -> Iterator[Html]:
    """The end of a whisker: a stroke, or an arrow where it goes on."""
    at = x(point)
    if point < x.low - 1e-9 or point > x.high + 1e-9:
        back = 5 if point < x.low else -5
        yield tag(
            "path",
            d=f"M{at + back:.1f} {y - 4:.1f}L{at:.1f} {y:.1f}L{at + back:.1f} {y + 4:.1f}",
            class_="end",
        )
    else:
        yield tag("line", x1=at, x2=at, y1=y - 3, y2=y + 3, class_="end")


def _point(kind: Kind, at: float, y: float) -> Html:
    if kind in ("moved", "fault"):
        path = f"M{at:.1f} {y - 6:.1f}l6 6l-6 6l-6 -6z"
        return tag("path", d=path, class_="point")
    return tag("circle", cx=at, cy=y, r=4, class_="point")
