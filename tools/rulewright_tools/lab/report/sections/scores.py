"""How scores are spread: by seat, or in both games of a comparison."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rulewright_tools.lab.report.document import (
    Document,
    Section,
    Sentence,
    is_comparison,
    is_decided,
    is_simulation,
)
from rulewright_tools.lab.report.intervals import Mark, intervals
from rulewright_tools.lab.report.markup import Html, joined
from rulewright_tools.lab.report.numbers import number
from rulewright_tools.lab.report.parts import figure, figures, key, table
from rulewright_tools.lab.report.sections.seats import mark, shares
from rulewright_tools.lab.report.sections.sources import sources
from rulewright_tools.lab.report.spread import QUANTILES, Spread, outlines, read, rows, together
from rulewright_tools.lab.summary import wilson

BEFORE_AFTER = key(("line a", "a; its middle: the dashed line"), ("line b", "b; its middle: the full line"))


def spreads(document: Document, wanted: str) -> dict[str, Spread]:
    """Histograms of a figure: by game, by seat, or of all under `all`."""
    found: dict[str, Spread] = {}
    for part in document.get("histograms", ()):
        spread = read(part)
        if part["figure"] == wanted and spread is not None:
            seat = part.get("seat")
            found[part.get("game") or ("all" if seat is None else f"seat {seat}")] = spread
    return found


def both(title: str, found: Mapping[str, Spread], unit: str) -> Html:
    """Outlines of a figure in both games."""
    behind = table(("from", *found), rows(found), label=title)
    return figure(title, outlines(title, found, unit), behind, key=BEFORE_AFTER)


def one(title: str, spread: Spread, unit: str, said: str | None = None) -> Html:
    """The outline of a figure."""
    behind = table(("from", "share"), rows({"b": spread}), label=title)
    return figure(title, outlines(title, {"b": spread}, unit), behind, said)


def quantiles(title: str, found: Mapping[str, Spread], unit: str) -> Html:
    """Middle, half and nine tenths of each, a row each."""
    five = {name: [spread.quantile(part) for part in QUANTILES] for name, spread in found.items()}
    marks = [
        Mark(name, middle, low, high, f"{middle} ({first} to {last})", inner=(first, last))
        for name, (low, first, middle, last, high) in five.items()
    ]
    heads = ("of", *(f"{100 * part:g} % up to" for part in QUANTILES), "numbers")
    behind = table(
        heads,
        ([name, *(number(q, 0) for q in five[name]), f"{found[name].total:,}"] for name in found),
        label=title,
    )
    shown = key(("dot", "middle"), ("thick", "the middle half"), ("thin", "nine tenths"))
    return figure(title, intervals(title, marks, unit), behind, key=shown)


def _body(document: Document) -> Html | None:
    found = spreads(document, "score")
    if not found or is_decided(document):
        return _ranks(document)
    if is_comparison(document):
        names = {f"game {side}": spread for side, spread in found.items()}
        return figures(
            both("Scores", found, "points of a seat"),
            quantiles("Score by game", names, "points of a seat"),
            sources(document),
        )
    every = together(list(found.values()))
    assert every is not None
    charts = figures(
        one("Scores of all seats", every, "points of a seat"),
        quantiles("Score by seat", found, "points of a seat"),
        sources(document),
    )
    return joined((charts, _ranks(document)))


def _ranks(document: Document) -> Html | None:
    """Of a lone player: in which grade matches ended."""
    ranks = document.get("ranks")
    if not ranks:
        return None
    total = sum(ranks.values())
    marks = []
    for rank, found in ranks.items():
        low, high = wilson(found / total, total)
        marks.append(mark(rank, {"share": found / total, "low": low, "high": high}))
    return figures(shares("Grades", marks, "of 100 matches"))


def _sentences(document: Document) -> Iterator[Sentence]:
    if not is_simulation(document) or is_decided(document):
        return
    every = together(list(spreads(document, "score").values()))
    if every is not None:
        mean = number(document["score"]["mean"], 1)
        half = f"{every.quantile(0.25)} to {every.quantile(0.75)}"
        yield Sentence("plain", f"A seat scores {mean} points on average; half of all scores are {half}.")


SCORES = Section(
    "scores",
    "Scores, and where they come from",
    _body,
    _sentences,
    (("middle half", "from the score that a quarter of all reach or stay below to that of three quarters"),),
)
