"""Figures of a comparison as rows: of charts, of tables, in sentences."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from rulewright_tools.lab.report.document import Document, Sentence
from rulewright_tools.lab.report.intervals import Mark, intervals
from rulewright_tools.lab.report.markup import Content, Html
from rulewright_tools.lab.report.numbers import between, number, scaled, signed
from rulewright_tools.lab.report.parts import Kind, figure, key, sign, table
from rulewright_tools.lab.words import in_unit, is_told, said, unit_of

Row = dict[str, Any]
MOST_LISTED = 200  # rows of a table: there is one for each figure of entries
MOST_SHOWN = 14  # rows of a chart: the table behind it has all

KINDS: dict[str, Kind] = {"moved": "moved", "no effect that matters": "nothing"}
KEY = key(
    ("moved", "moved"),
    ("nothing", "no effect that matters"),
    ("open", "needs more matches"),
    ("band", "too little to matter"),
)


def kind(row: Row) -> Kind:
    return KINDS.get(row["verdict"], "open")


def unit(row: Row) -> int:
    """By what its numbers are multiplied to be shown."""
    return unit_of(row["figure"])


def is_share(row: Row) -> bool:
    """Whether it is told in per cent."""
    return unit(row) == 100


def figure_name(row: Row) -> str:
    return str(row["figure"]).removeprefix("measure ")


def whole(document: Document) -> list[Row]:
    """Figures of a match, not of an entry."""
    return [row for row in document["figures"] if row["entry"] is None]


def of_points(rows: Iterable[Row]) -> list[Row]:
    return [row for row in rows if row["figure"] in ("score", "margin") or row["figure"].startswith("points")]


def of_wins(rows: Iterable[Row]) -> list[Row]:
    return [row for row in rows if row["figure"].startswith("wins")]


def of_length(rows: Iterable[Row]) -> list[Row]:
    return [row for row in rows if row["figure"] == "decisions" or row["figure"].startswith("measure")]


def name(row: Row) -> str:
    words = figure_name(row)
    return words if row["entry"] is None else f"{row['entry']}, {words}"


def _ends(row: Row, times: float) -> tuple[float | None, float | None]:
    return scaled(row["low"], times), scaled(row["high"], times)


def interval(row: Row, times: float) -> str:
    return f"{signed(row['delta'] * times)} ({between(*_ends(row, times), plus=True)})"


def rows_table(rows: Iterable[Row], label: str, first: str = "figure") -> Html:
    """All that is known of figures."""
    heads = (first, "verdict", "a", "b", "b less a", "from", "to", "band", "pairs")
    return table(heads, (_cells(row) for row in rows), text=(0, 1), label=label, most=MOST_LISTED)


def _cells(row: Row) -> Sequence[Content]:
    times = unit(row)
    words = f"{name(row)}, %" if is_share(row) else name(row)
    numbers = [number(row[side] * times) for side in "ab"]
    numbers += [signed(scaled(row[side], times)) for side in ("delta", "low", "high")]
    numbers += [f"±{number(row['band'] * times)}", f"{row['pairs']:,}"]
    return [words, sign(kind(row), said(row)), *numbers]


def differences(title: str, rows: Sequence[Row], axis: str, label: bool = True) -> Html:
    """A chart of differences that share a band, in their own unit."""
    marks = [
        Mark(
            name(row) if label else str(row["entry"]),
            row["delta"] * unit(row),
            *_ends(row, unit(row)),
            interval(row, unit(row)),
            kind(row),
        )
        for row in rows[:MOST_SHOWN]
    ]
    return intervals(title, marks, axis, band=max(row["band"] * unit(row) for row in rows))


def relative(title: str, rows: Sequence[Row], label: bool = True) -> Html | None:
    """A chart of differences in percent of the first game, where a band is a share of that."""
    shown = [row for row in rows if row["a"]][:MOST_SHOWN]
    if not shown:
        return None
    marks = []
    for row in shown:
        times = 100 / abs(row["a"])
        text = f"{number(row['a'])} → {number(row['b'])}"
        words = name(row) if label else str(row["entry"])
        marks.append(Mark(words, row["delta"] * times, *_ends(row, times), text, kind(row)))
    band = max(100 * row["band"] / abs(row["a"]) for row in shown)
    return intervals(title, marks, "change in % of a", band=band)


def with_table(title: str, chart: Html | None, rows: Sequence[Row], words: Content = None) -> Html:
    behind = rows_table(rows, title)
    return behind if chart is None else figure(title, chart, behind, words, KEY)


def sentence(subject: str, row: Row) -> Sentence:
    """What is known of a figure."""
    times = unit(row)
    unit_name = str(row["figure"])
    numbers = in_unit(unit_name, f"{number(row['a'] * times)} to {number(row['b'] * times)}")
    moved = in_unit(unit_name, signed(row["delta"] * times))
    told = f"{moved} ({between(*_ends(row, times), plus=True)})"
    band = f"±{number(row['band'] * times)}"
    match kind(row):
        case "moved":
            words = f"{subject} moved from {numbers}: {interval(row, times)}. Up to {band} would not matter."
        case "nothing":
            words = f"{subject} did not move by anything that matters: {told}, all within {band}."
        case _ if is_told(row):
            words = f"{subject} moves by {told}; whether that matters is open: {said(row)}."
        case _:
            words = f"It is open whether {subject[0].lower()}{subject[1:]} moves: {told}; "
            words += f"{said(row)}."
    return Sentence(kind(row), words)
