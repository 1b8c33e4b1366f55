"""What a pack measures, of a match and of those who take part in it."""

from __future__ import annotations

from math import sqrt
from typing import Any

from rulewright_tools.lab.quantiles import Z95
from rulewright_tools.lab.report.document import Document, Section
from rulewright_tools.lab.report.intervals import Mark, intervals
from rulewright_tools.lab.report.markup import Html
from rulewright_tools.lab.report.numbers import number
from rulewright_tools.lab.report.parts import figure, figures, key, table


def _body(document: Document) -> Html | None:
    found: dict[str, list[dict[str, Any]]] = {}
    for row in document.get("measures", ()):
        if row["mean"] is not None:
            found.setdefault(row["measure"], []).append(row)
    return figures(*(_measure(name, rows) for name, rows in found.items())) if found else None


def _measure(name: str, rows: list[dict[str, Any]]) -> Html:
    marks = []
    for row in rows:
        half = Z95 * (row["sd"] or 0) / sqrt(row["n"])
        mean = row["mean"]
        marks.append(Mark(row["entry"] or name, mean, mean - half, mean + half, number(mean)))
    behind = table(
        ("of", "mean", "sd", "least", "most"),
        (
            (
                row["entry"] or name,
                number(row["mean"]),
                number(row["sd"]),
                f"{row['min']:,}",
                f"{row['max']:,}",
            )
            for row in rows
        ),
        label=name,
    )
    shown = key(("dot", "mean"), ("thin", "its interval of 95 %"))
    return figure(name, intervals(name, marks, "a match", reference=0), behind, key=shown)


MEASURES = Section(
    "measures",
    "What the pack measures",
    _body,
    method=(
        (
            "mean of a measure",
            "over matches, and in each over what it is about; the interval takes matches as independent",
        ),
    ),
)
