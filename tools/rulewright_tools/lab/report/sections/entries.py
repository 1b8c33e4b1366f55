"""What becomes of each entry in a run: offered, taken, used, and what it brings."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rulewright_tools.lab.report.document import Document, Section, Sentence
from rulewright_tools.lab.report.intervals import Mark, intervals
from rulewright_tools.lab.report.markup import Content, Html, joined, tag
from rulewright_tools.lab.report.numbers import listed, number, percent
from rulewright_tools.lab.report.parts import figure, figures, folded, key, paragraph, table
from rulewright_tools.lab.report.quadrant import Spot, corner, middle, quadrant

ENOUGH = 200  # times that an entry was offered before anything is said of it
SELDOM, ALWAYS = 0.01, 0.95  # of the times that it was offered
FEWEST_SPOTS = 4
_MORE = {"seen": "seen in % of matches", "held": "held at the end"}
MOST_SHOWN = 10

Row = dict[str, Any]


def _rows(document: Document) -> list[Row]:
    found: list[Row] = document.get("metrics", {}).get("entries", [])
    return found


def _body(document: Document) -> Html | None:
    rows = _rows(document)
    if not rows:
        return None
    more = [heading for heading in _MORE if any(heading in row for row in rows)]
    heads = ["entry", "offered a match", "taken, %", "from", "to", "takers win, % (biased)", "used", "points"]
    heads += [_MORE[heading] for heading in more]
    whole = table(heads, (_cells(row, more) for row in rows), label="What becomes of each entry")
    charts = figures(_quadrant(rows), _bring(rows))
    return joined((_extremes(document), charts, folded(f"All {len(rows)} entries", whole)))


def _cells(row: Row, more: list[str]) -> list[Content]:
    taken, wins = row["taken"], row["observed_wins"]
    return [
        row["entry"],
        number(row["offered"]) if row["offered"] else "",
        *("" if taken[key] is None else number(100 * taken[key], 1) for key in ("share", "low", "high")),
        "" if wins["share"] is None else tag("span", number(100 * wins["share"], 1), class_="pale"),
        number(row["used"]) if row["used"] else "",
        number(row["points"]) if row["points"] else "",
        *(_more(row.get(heading)) for heading in more),
    ]


def _more(value: Any) -> str:
    """A share in percent, or a number."""
    if isinstance(value, dict):
        value = None if value["share"] is None else 100 * value["share"]
    return number(value, 1) if value else ""


def _quadrant(rows: list[Row]) -> Html | None:
    spots = [
        Spot(
            row["entry"],
            100 * row["taken"]["share"],
            100 * row["taken"]["low"],
            100 * row["taken"]["high"],
            row["points"],
        )
        for row in rows
        if row["taken"]["low"] is not None and row["points"]
    ]
    if len(spots) < FEWEST_SPOTS:
        return None
    centre = middle(spots)
    behind = table(
        ("entry", "taken, %", "from", "to", "points", "corner"),
        (
            (s.name, number(s.x, 1), number(s.low, 1), number(s.high, 1), number(s.y), corner(s, centre))
            for s in spots
        ),
        text=(0, 5),
        label="Taken and brings",
    )
    chart = quadrant("Taken and brings", spots, "taken, of 100 times that it was offered", "points of a seat")
    said = "How often an entry is taken when it can be, and the points that its copies bring a seat."
    shown = key(("dot", "an entry"), ("thin", "interval of 95 %"), ("ref", "the middle of all entries"))
    return figure("Taken and brings", chart, behind, said, shown)


def _bring(rows: list[Row]) -> Html | None:
    """Those that bring the most points."""
    found = sorted((row for row in rows if row["points"]), key=lambda row: (-row["points"], row["entry"]))
    if not found:
        return None
    title = "Entries that bring the most points"
    marks = [
        Mark(row["entry"], row["points"], row["points"], row["points"], number(row["points"]))
        for row in found[:MOST_SHOWN]
    ]
    behind = table(("entry", "points"), ((row["entry"], number(row["points"])) for row in found), label=title)
    return figure(title, intervals(title, marks, "points of a seat", reference=0), behind)


def _offered(document: Document, row: Row) -> float:
    return float(row["offered"] or 0) * float(document["finished"])


def _extremes(document: Document) -> Html | None:
    seldom, always = _seldom(document), _always(document)
    lines = []
    if seldom:
        lines.append(
            paragraph(f"Taken in less than {percent(SELDOM, 0)} of the offers: {', '.join(seldom)}.")
        )
    if always:
        lines.append(
            paragraph(f"Taken in more than {percent(ALWAYS, 0)} of the offers: {', '.join(always)}.")
        )
    return joined(lines) if lines else None


def _enough(document: Document, row: Row) -> bool:
    """Whether it was offered often enough, and in more than one match, to say how often it is taken."""
    return row["taken"]["low"] is not None and _offered(document, row) >= ENOUGH


def _seldom(document: Document) -> list[str]:
    return [
        row["entry"] for row in _rows(document) if _enough(document, row) and row["taken"]["high"] <= SELDOM
    ]


def _always(document: Document) -> list[str]:
    return [
        row["entry"] for row in _rows(document) if _enough(document, row) and row["taken"]["low"] >= ALWAYS
    ]


def _sentences(document: Document) -> Iterator[Sentence]:
    seldom, always = _seldom(document), _always(document)
    if seldom:
        yield Sentence("moved", f"Hardly ever taken when offered: {listed(seldom)}.", "stands out")
    if always:
        yield Sentence("moved", f"Almost always taken when offered: {listed(always)}.", "stands out")
    if _rows(document) and not seldom and not always:
        few = [row for row in _rows(document) if 0 < _offered(document, row) < ENOUGH]
        if few:
            return
        yield Sentence("nothing", "No entry is taken always or never.", "nothing stands out")


ENTRIES = Section(
    "entries",
    "Entries",
    _body,
    _sentences,
    (
        ("offered", "questions of a match in which an entry was among several answers"),
        ("taken", "share of those in which it was the answer, with the interval of Wilson"),
        (
            "takers win",
            "biased: who is ahead can afford more, who plays longer takes more; compare a game without it",
        ),
        (
            "points",
            "what the copies of an entry brought a seat by the lines of the scoring; not what it enabled",
        ),
    ),
)
