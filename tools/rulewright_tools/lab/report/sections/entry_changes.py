"""What moved of each entry in a comparison: a chart for each figure, and the table of all."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright_tools.lab.report.document import Document, Section, Sentence, is_comparison
from rulewright_tools.lab.report.markup import Html, joined
from rulewright_tools.lab.report.numbers import listed, signed
from rulewright_tools.lab.report.parts import figures, paragraph
from rulewright_tools.lab.report.sections.rows import (
    Row,
    differences,
    figure_name,
    kind,
    relative,
    unit,
    with_table,
)
from rulewright_tools.lab.words import in_unit, verdicts, weight

MOST_FAMILIES = 12  # figures that have a chart and a table
_AXES = {
    "points": "points a seat, b less a",
    "taken": "of 100 offers, b less a",
    "used": "times a match, b less a",
}
_TITLES = {
    "points": "Points that an entry brings",
    "taken": "How often it is taken",
    "used": "How often it is used",
}


def _rows(document: Document) -> list[Row]:
    if not is_comparison(document):
        return []
    return sorted((row for row in document["figures"] if row["entry"] is not None), key=weight)


def _body(document: Document) -> Html | None:
    rows = _rows(document)
    if not rows:
        return None
    families: dict[str, list[Row]] = {}
    for row in rows:
        families.setdefault(row["figure"], []).append(row)
    charts = [_family(name, families[name]) for name in sorted(families)[:MOST_FAMILIES]]
    told = paragraph(
        f"{len(rows)} figures of entries: {verdicts(rows)}. The charts show those that differ most."
    )
    return joined((told, figures(*charts)))


def _family(name: str, rows: list[Row]) -> Html:
    title = _TITLES.get(name, figure_name(rows[0]))
    chart = differences(title, rows, _AXES[name], False) if name in _AXES else relative(title, rows, False)
    return with_table(title, chart, rows)


def _sentences(document: Document) -> Iterator[Sentence]:
    """That a new entry is used more than before goes without saying, and so does what is gone."""
    alone = _of_one_game(document)
    rows = [row for row in _rows(document) if row["entry"] not in alone]
    which = "entry that both games have" if alone else "entry"
    moved: dict[str, list[Row]] = {}
    for row in rows:
        if kind(row) == "moved":
            moved.setdefault(row["entry"], []).append(row)
    if moved:
        named = [f"{entry} ({listed([_told(row) for row in told], 2)})" for entry, told in moved.items()]
        yield Sentence("moved", f"Of entries moved: {listed(named, 3)}.")
    elif rows:
        left = sum(kind(row) == "open" for row in rows)
        if left:
            words = f"No {which} is known to have moved; {left} of {len(rows)} figures need more matches."
            yield Sentence("open", words)
        else:
            yield Sentence("nothing", f"No {which} moved by anything that matters ({len(rows)} figures).")


def _of_one_game(document: Document) -> frozenset[str]:
    """The entries that are new, or gone."""
    return frozenset(
        change["entry"].rpartition("/")[2]
        for change in document.get("changes") or ()
        if change["field"] is None and None in (change["before"], change["after"])
    )


def _told(row: Row) -> str:
    how = "" if row["figure"] in ("taken", "used", "points") else f"{figure_name(row)} "
    return f"{how}{in_unit(row['figure'], signed(row['delta'] * unit(row)))}"


ENTRY_CHANGES = Section(
    "entry-changes",
    "What moved of each entry",
    _body,
    _sentences,
    (
        (
            "many entries",
            "corrected by Benjamini and Hochberg: on average no more than one in ten of those said to "
            "have moved has not",
        ),
        ("taken", "share of the questions in which an entry was offered beside something else"),
    ),
)
