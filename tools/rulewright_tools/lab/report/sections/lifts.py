"""What an entry is worth to a seat: matches played again in which the seat could not choose it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from rulewright_tools.lab.report.document import Document, Section, Sentence
from rulewright_tools.lab.report.intervals import Mark, intervals
from rulewright_tools.lab.report.markup import Content, Html, joined
from rulewright_tools.lab.report.numbers import between, listed, scaled, signed
from rulewright_tools.lab.report.parts import Kind, figure, figures, folded, key, paragraph, sign, table
from rulewright_tools.lab.report.quadrant import Spot, quadrant

MOST_SHOWN = 16
FEWEST_SPOTS = 4
_KEY = key(("moved", "clear"), ("open", "not clear yet"))

Row = dict[str, Any]


def _rows(document: Document) -> list[Row]:
    found: list[Row] = document.get("lifts") or []
    return found


def _body(document: Document) -> Html | None:
    rows = _rows(document)
    if not rows:
        return None
    clear = sum(row["score"]["clear"] for row in rows)
    unused = [row["entry"] for row in rows if _unused(row)]
    never = f" Never used by these bots: {listed(unused, 12)}." if unused else ""
    told = paragraph(
        f"Of {len(rows)} entries {clear} have a lift that is clear. The charts show those that differ most."
        f"{never}"
    )
    charts = (
        _chart(
            "Points of a seat with the entry",
            rows,
            "score",
            1,
            "points, less those without it",
        ),
        _chart(
            "Wins of a seat with the entry",
            rows,
            "wins",
            100,
            "of 100 matches, less those without it",
        ),
        _taken(document, rows),
    )
    return joined((told, figures(*charts), folded(f"All {len(rows)} entries", _table(rows), printed=True)))


def _chart(title: str, rows: Sequence[Row], part: str, times: int, axis: str) -> Html | None:
    """Those that are clear first, then those with the greatest lift."""
    told = [row for row in rows if row[part] is not None]
    told.sort(key=lambda row: (not row[part]["clear"], -abs(row[part]["lift"]), row["entry"]))
    shown = sorted(told[:MOST_SHOWN], key=lambda row: (-row[part]["lift"], row["entry"]))
    if not shown:
        return None
    chart = intervals(title, [_mark(row, part, times) for row in shown], axis, reference=0)
    return figure(title, chart, None, key=_KEY)


def _mark(row: Row, part: str, times: int) -> Mark:
    lift = row[part]["lift"] * times
    low, high = (scaled(row[part][side], times) for side in ("low", "high"))
    text = f"{signed(lift)} ({between(low, high, plus=True)})"
    return Mark(row["entry"], lift, low, high, text, _kind(row[part]))


def _unused(row: Row) -> bool:
    return not row["replayed"] and not row["broken"]


def _kind(found: Row) -> Kind:
    return "moved" if found["clear"] else "open"


def _taken(document: Document, rows: Sequence[Row]) -> Html | None:
    """How often an entry is taken, and what it is worth."""
    taken = {row["entry"]: row["taken"] for row in document.get("metrics", {}).get("entries", ())}
    spots = []
    for row in rows:
        share = taken.get(row["entry"])
        if share is not None and share["share"] is not None:
            x, low, high = (100 * share[side] for side in ("share", "low", "high"))
            spots.append(Spot(row["entry"], x, low, high, row["score"]["lift"]))
    if len(spots) < FEWEST_SPOTS:
        return None
    title = "Taken and worth"
    chart = quadrant(title, spots, "taken, of 100 times that it was offered", "lift, points")
    said = "How often an entry is taken when it can be, and what it is worth to the seat."
    shown = key(("dot", "an entry"), ("thin", "interval of 95 %"), ("ref", "the middle of all entries"))
    return figure(title, chart, None, said, shown)


def _table(rows: Sequence[Row]) -> Html:
    heads = (
        "entry",
        "points",
        "lift",
        "from",
        "to",
        "wins",
        "lift of wins, %",
        "from",
        "to",
        "uses a match",
        "lift per use",
        "from",
        "to",
        "matches",
    )
    return table(heads, (_cells(row) for row in rows), (0, 1, 5), "Lift by entry")


def _cells(row: Row) -> list[Content]:
    found: list[Content] = [row["entry"]]
    for part, times in (("score", 1), ("wins", 100)):
        if row[part] is None:
            found += ["", "", "", ""]
            continue
        told = "clear" if row[part]["clear"] else "never used by these bots" if _unused(row) else "not clear"
        found.append(sign(_kind(row[part]), told))
        found += [signed(scaled(row[part][side], times)) for side in ("lift", "low", "high")]
    use = row["score"]["per_use"]
    per_use = ["", "", ""] if use is None else [signed(use[side]) for side in ("lift", "low", "high")]
    return [*found, f"{row['uses']:.2f}", *per_use, f"{row['score']['n']:,}"]


def _sentences(document: Document) -> Iterator[Sentence]:
    rows = _rows(document)
    if not rows:
        return
    clear = [row for row in rows if row["score"]["clear"]]
    clear.sort(key=lambda row: (-abs(row["score"]["lift"]), row["entry"]))
    if clear:
        told = listed([f"{row['entry']} ({signed(row['score']['lift'])})" for row in clear])
        yield Sentence("moved", f"Worth most to a seat, in points: {told}.", "knock-out lift")
    else:
        words = f"Of none of {len(rows)} entries it is clear yet what they are worth to a seat."
        yield Sentence("open", words)


LIFTS = Section(
    "lifts",
    "What an entry is worth",
    _body,
    _sentences,
    (
        (
            "lift",
            "what a seat has more than in the same match with the entry knocked out for it, the draws "
            "shared; it counts what the entry does and enables, and what the seat does instead",
        ),
        (
            "per use",
            "what all seats have more together, divided by how often they chose the entry or what it can do",
        ),
        (
            "clear",
            "told from no effect after a correction for many entries: on average no more than one in ten of "
            "those called clear has none",
        ),
    ),
)
