"""What an overlay does to the mix: how many there are of what, and how often a match comes to see it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from rulewright_tools.lab.report.document import Document, Section, Sentence
from rulewright_tools.lab.report.intervals import Mark, intervals
from rulewright_tools.lab.report.markup import Content, Html
from rulewright_tools.lab.report.numbers import BLANK, listed, number, scaled, signed
from rulewright_tools.lab.report.parts import figure, figures, key, table

MOST_SHOWN = 14
MOST_CHARTS = 5

Row = dict[str, Any]


def _body(document: Document) -> Html | None:
    families: dict[tuple[str, str], list[Row]] = {}
    for row in document.get("proportions") or ():
        families.setdefault((row["kind"], row["field"] or ""), []).append(row)
    ordered = sorted(families.items(), key=lambda part: (part[0][1] == "", -_most(part[1]), part[0]))
    charts = [_mix(" ".join(filter(None, name)), rows) for name, rows in ordered[:MOST_CHARTS]]
    seen = document.get("dilution")
    if seen:
        charts.append(_sight(seen))
    return figures(*charts) if charts else None


def _name(row: Row) -> str:
    return " ".join(filter(None, (row["kind"], row["field"], row["value"])))


def _change(row: Row) -> float:
    return float((row["b"]["share"] or 0) - (row["a"]["share"] or 0))


def _most(rows: Sequence[Row]) -> float:
    return max(abs(_change(row)) for row in rows)


def _mix(title: str, rows: list[Row]) -> Html:
    """The shares of a family in both games; those that change most."""
    told = sorted(rows, key=lambda row: (-abs(_change(row)), row["value"]))
    marks = []
    for row in told[:MOST_SHOWN]:
        a, b = (100 * (row[side]["share"] or 0) for side in "ab")
        marks.append(Mark(row["value"], b, min(a, b), max(a, b), _from_to(a, b), before=a))
    behind = table(
        ("value", "a", "of", "a, %", "b", "of", "b, %", "b less a"),
        (
            (row["value"], *_counts(row["a"]), *_counts(row["b"]), signed(100 * _change(row), 1))
            for row in told
        ),
        label=title,
    )
    chart = intervals(title, marks, "% of all there are", reference=0)
    return figure(f"How many: {title}", chart, behind, key=key(("before", "a"), ("dot", "b")))


def _from_to(a: float, b: float) -> str:
    return f"{number(a, 1)} → {number(b, 1)}{BLANK}%"


def _counts(side: Row) -> tuple[str, ...]:
    return f"{side['count']:,}", f"{side['of']:,}", number(100 * (side["share"] or 0), 1)


def _sight(rows: Sequence[Row]) -> Html:
    """How often a match comes to see a family; those that change most, then those that are new or gone."""
    told = sorted(rows, key=lambda row: (row["delta"] is None, -abs(_delta(row)), _name(row)))
    marks = [_seen(row) for row in told[:MOST_SHOWN]]
    sides = (f"{side}, {column}" for side in "ab" for column in ("cards", "of", "seen, %", "exact, %"))
    heads = ("what", *sides, "b less a", "from", "to")
    title = "How often a match comes to see it"
    behind = table(heads, (_cells(row) for row in told), label=title)
    chart = intervals(title, marks, "of 100 matches")
    shown = key(("before", "a"), ("dot", "b"), ("thin", "its interval of 95 %"))
    return figure(title, chart, behind, key=shown)


def _delta(row: Row) -> float:
    return 0.0 if row["delta"] is None else float(row["delta"]["mean"])


def _seen(row: Row) -> Mark:
    a, b = (None if row[side] is None else 100 * row[side]["seen"]["share"] for side in "ab")
    side = row["b"] or row["a"]
    mid, low, high = (100 * side["seen"][part] for part in ("share", "low", "high"))
    text = _from_to(a, b) if a is not None and b is not None else f"{number(mid, 1)}{BLANK}%, "
    text += "" if row["a"] and row["b"] else "new" if row["a"] is None else "gone"
    return Mark(_name(row), mid, low, high, text, before=a if b is not None else None)


def _cells(row: Row) -> list[Content]:
    found: list[Content] = [_name(row)]
    for side in "ab":
        game = row[side]
        if game is None:
            found += ["", "", "", ""]
            continue
        exact = "" if game["exact"] is None else number(100 * game["exact"], 1)
        found += [f"{game['cards']:,}", f"{game['of']:,}", number(100 * game["seen"]["share"], 1), exact]
    delta = row["delta"]
    ends = ("mean", "low", "high")
    return [*found, *("" if delta is None else signed(scaled(delta[end], 100), 1) for end in ends)]


def _sentences(document: Document) -> Iterator[Sentence]:
    """Both are known by counting, new entries and what cards print alike."""
    told = []
    rows = document.get("proportions") or ()
    if rows:
        most = min(rows, key=lambda row: (-abs(_change(row)), _name(row)))
        a, b = (100 * (most[side]["share"] or 0) for side in "ab")
        told.append(f"The mix shifts most in {_name(most)}: {_from_to(a, b)} of all there are.")
    exact = [
        (row["b"]["exact"] - row["a"]["exact"], row)
        for row in document.get("dilution") or ()
        if all(row[side] is not None and row[side]["exact"] is not None for side in "ab")
    ]
    rarer = sorted((part for part in exact if part[0] < 0), key=lambda part: (part[0], _name(part[1])))
    if rarer:
        named = [
            f"{_name(row)} ({_from_to(100 * row['a']['exact'], 100 * row['b']['exact'])})" for _, row in rarer
        ]
        told.append(
            f"By counting, not by what was played, a match comes to see less often: {listed(named, 3)}."
        )
    if told:
        yield Sentence("plain", " ".join(told), "counted")


PROPORTIONS = Section(
    "proportions",
    "The mix, and what comes into sight",
    _body,
    _sentences,
    (
        ("share of all", "counted, not measured: how many there are in the box"),
        (
            "seen",
            "matches in which somebody could see a copy; each interval is for itself",
        ),
        ("exact", "by counting, where the cards begin in a deck that is shuffled"),
    ),
)
