"""The figures of a comparison: points on one axis, wins on another, lengths in percent."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from rulewright_tools.lab.report.document import Document, Section, Sentence, is_comparison
from rulewright_tools.lab.report.markup import Html
from rulewright_tools.lab.report.numbers import listed, signed
from rulewright_tools.lab.report.parts import figures
from rulewright_tools.lab.report.sections.rows import (
    Row,
    differences,
    figure_name,
    kind,
    of_length,
    of_points,
    of_wins,
    relative,
    sentence,
    whole,
    with_table,
)
from rulewright_tools.lab.words import in_unit, is_told

_SUBJECTS = {"score": "The score", "decisions": "The length of a match", "margin": "The lead of the first"}


def _body(document: Document) -> Html | None:
    if not is_comparison(document) or not document["figures"]:
        return None
    rows = whole(document)
    points, wins, lengths = of_points(rows), of_wins(rows), of_length(rows)
    return figures(
        with_table("Points a seat", differences("Points a seat", points, "points, b less a"), points)
        if points
        else None,
        with_table("Wins", differences("Wins", wins, "of 100 matches, b less a"), wins) if wins else None,
        with_table("How long, and what the pack measures", relative("Lengths", lengths), lengths)
        if lengths
        else None,
    )


def _sentences(document: Document) -> Iterator[Sentence]:
    if not is_comparison(document) or not document["figures"]:
        return
    rows = whole(document)
    first = next(row for row in rows if row["primary"])
    found = sentence(_subject(first["figure"]), first)
    yield replace(found, words=f"{found.words}{_stopped(document, first)}")
    lines = [row for row in rows if row["figure"].startswith("points by")]
    moved = [
        f"{figure_name(row)[len('points by ') :]} ({in_unit('points', signed(row['delta']))})"
        for row in lines
        if kind(row) == "moved"
    ]
    if moved:
        yield Sentence("moved", f"Points come from elsewhere: {listed(moved)}.")
    for row in rows:
        if row["figure"] == "decisions":
            yield sentence(_subject("decisions"), row)
    begins = next((row for row in rows if row["figure"] == "wins of who begins"), None)
    if begins is not None:
        yield sentence("The share of matches won by whoever begins", begins)


def _stopped(document: Document, row: Row) -> str:
    """Why no more pairs were played, where a test was to tell."""
    if document["until_sure"] is None:
        return ""
    pairs = f"{document['counted']:,} of at most {document['pairs']:,} pairs"
    if kind(row) == "open":
        return f" Not sure yet after {pairs}."
    words = f" That was sure after {pairs}, so that no more were played."
    if kind(row) == "moved" and not is_told(row):
        words += " The interval is wider than the test, as it may be watched."
    return words


def _subject(figure: str) -> str:
    if figure.startswith("wins of seat"):
        return f"The share of matches won by {figure[len('wins of ') :]}"
    return _SUBJECTS.get(figure, figure)


OVERVIEW = Section(
    "figures",
    "What moved",
    _body,
    _sentences,
    (
        (
            "a pair",
            "one deal, played by both games with every seat and every bot in every place: one observation",
        ),
        ("b less a", "the mean over pairs, and the interval that holds the true one in 95 of 100 such runs"),
        (
            "band",
            "how much does not matter: of a match 2 % of the mean score, 2 of 100 matches, 5 % of a length, "
            "and of the first figure what --until-sure says; of an entry a tenth of what it has",
        ),
        (
            "moved",
            "the interval does not contain 0, and the difference is greater than the band; of all figures "
            "but the first also after a correction for looking at many",
        ),
        (
            "needs more matches",
            "neither known to have moved nor known not to matter; the number is an estimate",
        ),
    ),
)
