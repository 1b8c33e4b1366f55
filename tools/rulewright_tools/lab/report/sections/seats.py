"""Who wins: seats, and whoever begins."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rulewright_tools.lab.report.document import Document, Section, Sentence, is_decided, is_simulation
from rulewright_tools.lab.report.intervals import Mark, intervals
from rulewright_tools.lab.report.markup import Html, joined
from rulewright_tools.lab.report.numbers import between, number, percent
from rulewright_tools.lab.report.parts import figure, figures, key, note, table
from rulewright_tools.lab.words import about

WORTH_SEEING = 0.02  # of matches: what a run should be able to tell
Z95 = 1.959964


def mark(label: str, share: dict[str, Any]) -> Mark:
    """A share with its interval, as a row of a chart."""
    low, high = 100 * share["low"], 100 * share["high"]
    text = f"{percent(share['share'])} ({between(low, high, 1)})"
    return Mark(label, 100 * share["share"], low, high, text)


def shares(
    title: str, marks: list[Mark], unit: str, even: float | None = None, said: str | None = None
) -> Html:
    """Shares with their intervals, and a line where they would be even."""
    rows = [(m.label, number(m.mid, 1), number(m.low, 1), number(m.high, 1)) for m in marks]
    behind = table(("share of", "%", "from", "to"), rows, label=title)
    items = [("dot", "share"), ("thin", "holds the true share in 95 of 100 such runs")]
    if even is not None:
        items.append(("ref", f"even: {number(even, 1)} %"))
    return figure(title, intervals(title, marks, unit, reference=even), behind, said, key(*items))


def _wins(document: Document) -> list[tuple[str, dict[str, Any]]]:
    alike = len(set(document["policies"])) == 1
    return [
        (f"seat {seat['seat']}" + ("" if alike else f", {seat['policy']}"), seat["wins"])
        for seat in document["seats"]
    ]


def _body(document: Document) -> Html | None:
    if not is_simulation(document) or document["first_seat_wins"]["share"] is None:
        return None
    even = 100 / document["players"]
    found = [mark(name, share) for name, share in _wins(document)]
    begins = mark("whoever begins", document["first_seat_wins"])
    words = note(f"Victories that were shared: {document['shared_victories']:,}.")
    if is_decided(document):
        results = [
            mark(f"seat {seat['seat']} {result}", seat[result])
            for seat in document["seats"]
            for result in ("won", "drawn", "lost")
        ]
        return joined((figures(shares("Won, drawn, lost", [*results, begins], "of 100 matches")), words))
    won = shares("Matches won", [*found, begins], "of 100 matches", even if document["players"] > 1 else None)
    return joined((figures(won), words))


def _sentences(document: Document) -> Iterator[Sentence]:
    if not is_simulation(document) or document["first_seat_wins"]["share"] is None:
        return
    even = 1 / document["players"]
    named = _wins(document)
    if is_decided(document) or len(set(document["policies"])) > 1:
        told = ", ".join(f"{name} {percent(share['share'])}" for name, share in named)
        yield Sentence("plain", f"Matches won: {told}.")
        return
    off = [f"{name} ({percent(s['share'])})" for name, s in named if not s["low"] <= even <= s["high"]]
    if off:
        yield Sentence(
            "moved", f"Seats are not even: {' and '.join(off)} where {percent(even)} would be.", "stands out"
        )
    else:
        yield from _even(document, even)
    first = document["first_seat_wins"]
    told = f"{percent(first['share'])} ({between(100 * first['low'], 100 * first['high'], 1)})"
    if not first["low"] <= even <= first["high"]:
        better = "an advantage" if first["share"] > even else "a disadvantage"
        yield Sentence("moved", f"To begin is {better}: whoever does wins {told} of matches.", "stands out")


def _even(document: Document, even: float) -> Iterator[Sentence]:
    """That no seat is seen to be better off, if there are enough matches to say so."""
    played: int = document["finished"]
    needed = int(even * (1 - even) * (Z95 / WORTH_SEEING) ** 2) + 1
    known = f"No seat is seen to win more than its {percent(even)}"
    if needed <= played:
        yield Sentence("nothing", f"{known}, told to {percent(WORTH_SEEING, 0)}.", "even")
    else:
        more = f"{about(needed - played):,} more matches"
        yield Sentence("open", f"{known}, but to tell it to {percent(WORTH_SEEING, 0)} needs about {more}.")


SEATS = Section(
    "seats",
    "Who wins",
    _body,
    _sentences,
    (("matches won", "a victory that k seats share is 1/k for each; the interval is Wilson's, of 95 %"),),
)
