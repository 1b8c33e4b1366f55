"""What the entries that differ between two games are worth in each."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rulewright_tools.lab.inference import FEWEST_PAIRS
from rulewright_tools.lab.lift_tables import change_says
from rulewright_tools.lab.report.document import Document, Section, Sentence
from rulewright_tools.lab.report.markup import Content, Html
from rulewright_tools.lab.report.numbers import between, listed, number, scaled, signed
from rulewright_tools.lab.report.parts import Kind, figure, figures, sign, table
from rulewright_tools.lab.report.sections.rows import KEY, Row, differences, kind

MOST_TOLD = 2  # entries, in a sentence
_TITLE = "Points of a seat with the entry, less those without"
_HEADS = ("entry", "verdict", "a", "from", "to", "b", "from", "to", "b less a", "from", "to", "band")


def _body(document: Document) -> Html | None:
    rows = document.get("lift_changes")
    if not rows:
        return None
    behind = table(_HEADS, (_cells(row) for row in rows), (0, 1), _TITLE)
    told = [row | {"figure": "lift"} for row in rows if row["delta"] is not None]
    if not told:
        return behind
    told.sort(key=lambda row: (-abs(row["delta"]), row["entry"]))
    chart = differences(_TITLE, told, "lift in points, b less a", False)
    return figures(figure(_TITLE, chart, behind, key=KEY))


def _cells(row: Row) -> list[Content]:
    found: list[Content] = [row["entry"], sign(kind(row), change_says(row))]
    for side in (row["a"], row["b"], row | {"lift": row["delta"]}):
        found += _ends(side)
    return [*found, "" if row["band"] is None else f"±{number(row['band'])}"]


def _ends(found: dict[str, Any] | None) -> list[Content]:
    if found is None:
        return ["", "", ""]
    return [signed(scaled(found[name], 1)) for name in ("lift", "low", "high")]


def _sentences(document: Document) -> Iterator[Sentence]:
    rows = [row for row in document.get("lift_changes") or () if _is_used(row)]
    rows.sort(key=lambda row: (-max(abs(row[side]["lift"]) for side in row["in"]), row["entry"]))
    for row in rows:
        if row["verdict"] == "moved":
            lifts = f"{signed(row['a']['lift'])} to {signed(row['b']['lift'])} points a match"
            yield Sentence("moved", f"What {row['entry']} is worth to a seat moved from {lifts}.")
    new = [row for row in rows if row["in"] == "b"]
    if new:
        worth = [f"{row['entry']} {_points(row['b'])}" for row in new]
        known: Kind = "moved" if any(_is_clear(row["b"]) for row in new) else "open"
        yield Sentence(known, f"What is new is worth to a seat: {listed(worth, 3)}.", "knock-out lift")
    left = [row for row in rows if row["in"] == "ab" and row["verdict"] not in (None, "moved")]
    if left:
        told = [
            f"{row['entry']} {_points(row['b'])}, b less a {_points(row | {'lift': row['delta']})}: "
            f"{change_says(row)}"
            for row in left[:MOST_TOLD]
        ]
        known = "open" if any(kind(row) == "open" for row in left[:MOST_TOLD]) else "nothing"
        words = f"What differs is worth to a seat in b: {'; '.join(told)}."
        yield Sentence(known, words, "knock-out lift")


def _is_used(row: Row) -> bool:
    sides = [row[side] for side in row["in"]]
    return None not in sides and any(side["replayed"] for side in sides)


def _is_clear(side: dict[str, Any]) -> bool:
    low, high = side["low"], side["high"]
    return low is not None and side["n"] >= FEWEST_PAIRS and (low > 0 or high < 0)


def _points(side: dict[str, Any]) -> str:
    """A lift and its interval."""
    return f"{signed(side['lift'])} points ({between(side['low'], side['high'], plus=True)})"


LIFT_CHANGES = Section(
    "lift-changes",
    "What the entries that differ are worth",
    _body,
    _sentences,
    (
        (
            "lift of what differs",
            "what a seat has more than in the same match with the entry knocked out for it, in each game: of "
            "the first rotation of each pair",
        ),
    ),
)
