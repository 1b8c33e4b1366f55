"""Who wins: seats, and whoever begins."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import erfc, exp, gamma, sqrt
from typing import Any

from rulewright_tools.lab.quantiles import Z95
from rulewright_tools.lab.report.document import Document, Section, Sentence, is_decided, is_simulation
from rulewright_tools.lab.report.intervals import Mark, intervals
from rulewright_tools.lab.report.markup import Html, joined
from rulewright_tools.lab.report.numbers import between, listed, number, percent, scaled
from rulewright_tools.lab.report.parts import figure, figures, key, note, table
from rulewright_tools.lab.words import about

WORTH_SEEING = 0.02  # of matches: what a run should be able to tell
ALPHA = 0.05


def mark(label: str, share: dict[str, Any]) -> Mark:
    """A share with its interval, as a row of a chart."""
    low, high = scaled(share["low"], 100), scaled(share["high"], 100)
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
    first = document["first_seat_wins"]
    played = document.get("with_winners", document["finished"])
    by_seat, by_begin = holm(
        uneven([share["share"] for _, share in named], played),
        uneven([first["share"], 1 - first["share"]], played, [even, 1 - even]),
    )
    if by_seat <= ALPHA:
        off = [f"{name} ({percent(share['share'])})" for name, share in named]
        yield Sentence(
            "moved", f"Seats are not even: {listed(off)} where {percent(even)} would be.", "stands out"
        )
    else:
        yield from _even(played, even)
    told = f"{percent(first['share'])} ({between(100 * first['low'], 100 * first['high'], 1)})"
    if by_begin <= ALPHA:
        better = "an advantage" if first["share"] > even else "a disadvantage"
        yield Sentence("moved", f"To begin is {better}: whoever does wins {told} of matches.", "stands out")


def uneven(shares: Sequence[float], played: int, expected: Sequence[float] | None = None) -> float:
    """The p of no difference, by Pearson's chi-square; a shared victory makes it rather too great.

    Args:
        shares: of all matches; their sum is 1.
        played: matches.
        expected: shares without a difference; even ones if left out.
    """
    wanted = expected or [1 / len(shares)] * len(shares)
    if len(shares) < 2 or min(wanted) <= 0:  # a lone player
        return 1.0
    x = played * sum((share - even) ** 2 / even for share, even in zip(shares, wanted, strict=True))
    return _beyond(x / 2, len(shares) - 1)


def _beyond(half: float, freedom: int) -> float:
    """The chance that a chi-square of so many degrees of freedom is greater than twice `half`."""
    found = exp(-half) if freedom % 2 == 0 else erfc(sqrt(half))
    for degrees in range(2 - freedom % 2, freedom, 2):
        found += half ** (degrees / 2) * exp(-half) / gamma(degrees / 2 + 1)
    return found


def holm(one: float, other: float) -> tuple[float, float]:
    """Two p corrected for each other."""
    least = min(1.0, 2 * min(one, other))
    return (least, max(least, other)) if one <= other else (max(least, one), least)


def _even(played: int, even: float) -> Iterator[Sentence]:
    """That no seat is seen to be better off, if there are enough matches to say so."""
    needed = int(even * (1 - even) * (Z95 / WORTH_SEEING) ** 2) + 1
    known = f"No seat is seen to win more than its {percent(even)}"
    if needed <= played:
        yield Sentence("nothing", f"{known}, told to {percent(WORTH_SEEING, 0)}.", "even")
    else:
        more = f"{about(needed - played)} more matches"
        yield Sentence("open", f"{known}, but to tell it to {percent(WORTH_SEEING, 0)} needs {more}.")


SEATS = Section(
    "seats",
    "Who wins",
    _body,
    _sentences,
    (("matches won", "a victory that k seats share is 1/k for each; the interval is Wilson's, of 95 %"),),
)
