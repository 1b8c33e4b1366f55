"""Which numbers of a game move what: one at a time, up and down."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from rulewright_tools.lab.report.document import Document, Section, Sentence
from rulewright_tools.lab.report.intervals import Mark, intervals
from rulewright_tools.lab.report.markup import Content, Html, joined
from rulewright_tools.lab.report.numbers import between, listed, number, scaled, signed
from rulewright_tools.lab.report.parts import Kind, figure, figures, key, paragraph, sign, table
from rulewright_tools.lab.words import bend_says, farthest, in_unit, unit_of, verdict_after

MOST_SHOWN = 20
MOST_FIGURES = 6
KINDS: dict[str, Kind] = {"moved": "moved", "no effect that matters": "nothing", "never read": "plain"}
NEVER = "never read"
_KEY = key(
    ("before", "a step down"),
    ("moved", "a step up; the figure moves"),
    ("nothing", "no effect that matters"),
    ("open", "needs more matches"),
    ("band", "too little to matter"),
)

Row = dict[str, Any]


def _body(document: Document) -> Html | None:
    numbers = document.get("numbers")
    if not numbers or document.get("figure") is None:
        return None
    first = document["figure"]
    others = [name for name in document["base"] if name != first and not name.startswith("points by")]
    charts = [_chart(document, name) for name in [first, *others][:MOST_FIGURES]]
    return joined((figures(*charts), _refused(numbers)))


def _rows(document: Document, name: str) -> list[tuple[str, Row, Row]]:
    """Address, number and figure of those that were moved; what moves it most comes first."""
    found = [
        (row["address"].partition(":")[2], row, row["figures"][name])
        for row in document["numbers"]
        if name in row["figures"]
    ]
    return sorted(found, key=lambda part: (-farthest(part[2]), part[0]))


def _unit(name: str) -> int:
    return unit_of(name)


def _kind(found: Row) -> Kind:
    return KINDS.get(found["verdict"], "open")


def _chart(document: Document, name: str) -> Html | None:
    rows = _rows(document, name)
    if not rows:
        return None
    times, step = _unit(name), document["step"]
    marks = [_mark(address, found, times) for address, _, found in rows[:MOST_SHOWN]]
    title = f"{name[0].upper()}{name[1:]}, which is {number(document['base'][name] * times)}"
    axis = "of 100 matches, difference" if times > 1 else "difference"
    chart = intervals(title, marks, axis, band=rows[0][2]["band"] * times)
    return figure(title, chart, _behind(rows, times, step, title), key=_KEY)


def _mark(address: str, found: Row, times: float) -> Mark:
    """From what a step down does to what one up does."""
    down, up = (None if found[way] is None else found[way]["delta"] * times for way in ("down", "up"))
    ends = [delta for delta in (down, up) if delta is not None]
    text = " / ".join("–" if delta is None else signed(delta) for delta in (down, up))
    before = down if up is not None else None
    return Mark(address, ends[-1], min(ends), max(ends), text, _kind(found), before=before)


def _behind(rows: Sequence[tuple[str, Row, Row]], times: float, step: int, title: str) -> Html:
    moved = (signed(-step, 0), signed(step, 0), "a step", "from", "to", "elasticity", "band at")
    heads = ("number", "verdict", "now", *moved, "matches that read it")
    return table(heads, (_cells(*row, times, step) for row in rows), text=(0, 1), label=title)


def _cells(address: str, row: Row, found: Row, times: float, step: int) -> list[Content]:
    ways = ["" if found[way] is None else signed(found[way]["delta"] * times) for way in ("down", "up")]
    slope = [signed(scaled(found[side], step * times)) for side in ("slope", "low", "high")]
    if not found["line"]:
        slope = [bend_says(found), "", ""]
    at, elastic = found["moves_by_band"], found["elasticity"]
    return [
        address,
        sign(_kind(found), verdict_after(row, found)),
        f"{row['value']:,}",
        *ways,
        *slope,
        "" if elastic is None else signed(elastic),
        "" if at is None else f"±{number(at, 1)}",
        "" if row["matches_reading"] is None else f"{row['matches_reading']:,}",
    ]


def _refused(numbers: Sequence[Row]) -> Html | None:
    told = [
        f"{row['address'].partition(':')[2]} {way} ({row[way]['code']})"
        for row in numbers
        for way in ("up", "down")
        if row[way]["state"] == "refused"
    ]
    return paragraph(f"Left out, as the game would not be valid: {', '.join(told)}.") if told else None


def _sentences(document: Document) -> Iterator[Sentence]:
    name = document.get("figure")
    if name is None or not document.get("numbers"):
        return
    rows, times, step = _rows(document, name), _unit(name), document["step"]
    moved = [(address, found) for address, _, found in rows if _kind(found) == "moved"]
    if moved:
        address, most = moved[0]
        way = max((way for way in ("up", "down") if most[way]), key=lambda way: abs(most[way]["delta"]))
        low, high = (scaled(most[way][end], times) for end in ("low", "high"))
        told = f"{in_unit(name, signed(most[way]['delta'] * times))} ({between(low, high, plus=True)})"
        yield Sentence("moved", f"{address} moves the {name} the most: {told} by a step of {step} {way}.")
    if len(moved) > 1:
        named = listed([address for address, _ in moved[1:]])
        yield Sentence("moved", f"The {name} moves with {named} as well.")
    left = sum(_kind(found) == "open" for _, _, found in rows)
    if left:
        yield Sentence("open", f"Of {left} of {len(rows)} numbers it is open whether they move the {name}.")
    still = [address for address, _, found in rows if _kind(found) == "nothing"]
    if still:
        yield Sentence("nothing", f"The {name} does not hang on {listed(still)} by anything that matters.")
    never = [address for address, _, found in rows if found["verdict"] == NEVER]
    if never:
        yield Sentence("plain", f"No match ever read {listed(never)}.", "never read")


TORNADO = Section(
    "sensitivity",
    "Which numbers move what",
    _body,
    _sentences,
    (
        ("a step", "by how much a figure moves with a step of the number: half of the way from down to up"),
        (
            "after so many pairs",
            "a number that surely does not matter is played no further; of its other figures less is known",
        ),
        ("elasticity", "per cent of the figure for one per cent of the number"),
        ("band at", "how far the number goes until the figure moves by more than does not matter"),
        (
            "one at a time",
            "what works together is not seen; verdicts are corrected for looking at many",
        ),
    ),
)
