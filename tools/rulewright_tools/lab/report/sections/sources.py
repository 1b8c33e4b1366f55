"""Where points come from: the lines of the scoring, by seat or in both games."""

from __future__ import annotations

from rulewright_tools.lab.report.document import Document, is_comparison, is_decided
from rulewright_tools.lab.report.intervals import Mark, intervals
from rulewright_tools.lab.report.markup import Html
from rulewright_tools.lab.report.numbers import number, percent
from rulewright_tools.lab.report.parts import figure, key, table
from rulewright_tools.lab.report.sections.rows import kind, whole


def sources(document: Document) -> Html | None:
    """The chart, of a game that is scored."""
    if is_decided(document):
        return None
    return _before_after(document) if is_comparison(document) else _by_seat(document)


def _before_after(document: Document) -> Html | None:
    lines = [row for row in whole(document) if row["figure"].startswith("points by ")]
    if not lines:
        return None
    total = {side: sum(row[side] for row in lines) for side in "ab"}
    marks, rows = [], []
    for row in lines:
        name = row["figure"].removeprefix("points by ")
        low, high = sorted((row["a"], row["b"]))
        text = f"{number(row['a'])} → {number(row['b'])}"
        marks.append(Mark(name, row["b"], low, high, text, kind(row), before=row["a"]))
        shares = [percent(row[side] / total[side]) if total[side] else None for side in "ab"]
        rows.append((name, number(row["a"]), shares[0], number(row["b"]), shares[1]))
    behind = table(("line", "a", "share of a", "b", "share of b"), rows, label="Points by line")
    chart = intervals("Points by line", marks, "points of a seat", reference=0)
    shown = key(("before", "a"), ("nothing", "b"), ("moved", "b, where it moved"), ("open", "b, still open"))
    return figure("Points by line of the scoring", chart, behind, key=shown)


def _by_seat(document: Document) -> Html | None:
    seats = document["seats"]
    lines = list(seats[0]["lines"])
    if not lines or not document["finished"]:
        return None
    marks, rows = [], []
    every = document["score"]["mean"]
    for line in lines:
        means = [seat["lines"][line]["mean"] for seat in seats]
        mean = sum(means) / len(means)
        share = percent(mean / every) if every else ""
        marks.append(Mark(line, mean, min(means), max(means), f"{number(mean)}, {share}"))
        spread = max((seat["lines"][line]["sd"] or 0 for seat in seats), default=0)
        most = max(seat["lines"][line]["max"] for seat in seats)
        rows.append((line, *(number(m) for m in means), number(spread), f"{most:,}", share))
    heads = ("line", *(f"seat {seat['seat']}" for seat in seats), "sd", "most", "share")
    behind = table(heads, rows, label="Points by line and seat")
    chart = intervals("Points by line", marks, "points of a seat", reference=0)
    shown = key(("dot", "mean of all seats"), ("thin", "from the lowest to the highest seat"))
    return figure("Points by line of the scoring", chart, behind, key=shown)
