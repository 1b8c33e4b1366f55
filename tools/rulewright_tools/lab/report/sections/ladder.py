"""Whether playing better pays: policies from weak to strong, each against those below."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rulewright_tools.lab.inference import FEWEST_PAIRS
from rulewright_tools.lab.ladder import FEW
from rulewright_tools.lab.report.document import Document, Section, Sentence
from rulewright_tools.lab.report.intervals import Mark, intervals
from rulewright_tools.lab.report.markup import Content, Html
from rulewright_tools.lab.report.numbers import between, listed, number, percent, scaled, signed
from rulewright_tools.lab.report.parts import Kind, figure, figures, key, sign, table
from rulewright_tools.lab.words import duel_says

KINDS: dict[str, Kind] = {
    "stronger": "moved",
    "weaker": "fault",
    "no difference that matters": "nothing",
}

Duel = dict[str, Any]


def _body(document: Document) -> Html | None:
    duels = document.get("duels")
    if not duels:
        return None
    return figures(_wins(duels), _scores(duels))


def _name(duel: Duel) -> str:
    return f"{duel['rung']} against {duel['against']}"


def _kind(duel: Duel) -> Kind:
    return KINDS.get(duel["verdict"], "open")


def _key(*more: tuple[str, str]) -> Html:
    words = (
        ("moved", "stronger"),
        ("nothing", "no difference that matters"),
        ("open", "not told apart yet, or too few deals for a verdict"),
        ("fault", "weaker"),
    )
    return key(*words, *more)


def _wins(duels: list[Duel]) -> Html | None:
    shown = [duel for duel in duels if duel["wins"] is not None]
    if not shown:
        return None
    marks, rows = [], []
    for duel in shown:
        share = 100 * duel["wins"]["share"]
        low, high = (scaled(duel["wins"][part], 100) for part in ("low", "high"))
        text = f"{percent(duel['wins']['share'])} ({between(low, high, 1)})"
        marks.append(Mark(_name(duel), share, low, high, text, _kind(duel)))
        rows.append([*_head(duel), *(number(x, 1) for x in (share, low, high)), f"{duel['wins']['n']:,}"])
    even = 100 * shown[0]["wins"]["even"]
    heads = ("rung", "against", "verdict", "wins, %", "from", "to", "deals")
    behind = table(heads, rows, (0, 1, 2), "Wins")
    chart = intervals("Wins of the rung", marks, "of 100 matches", reference=even)
    shown_key = _key(("ref", f"equals: {number(even, 1)} %"))
    return figure("Matches that the rung wins", chart, behind, key=shown_key)


def _scores(duels: list[Duel]) -> Html | None:
    shown = [duel for duel in duels if duel["score"] is not None]
    if not shown:
        return None
    marks, rows = [], []
    for duel in shown:
        found = duel["score"]
        text = f"{signed(found['delta'])} ({between(found['low'], found['high'], plus=True)})"
        marks.append(Mark(_name(duel), found["delta"], found["low"], found["high"], text, _kind(duel)))
        sides = [number(found[side]) for side in ("rung", "against")]
        rows.append([*_head(duel), *sides, *(signed(found[x]) for x in ("delta", "low", "high"))])
    heads = ("rung", "against", "verdict", "its score", "the others'", "difference", "from", "to")
    chart = intervals("Score over the others", marks, "points of a seat", reference=0)
    return figure("Points over the others", chart, table(heads, rows, (0, 1, 2), "Scores"), key=_key())


def _head(duel: Duel) -> list[Content]:
    return [duel["rung"], duel["against"], sign(_kind(duel), duel_says(duel))]


def _sentences(document: Document) -> Iterator[Sentence]:
    duels = document.get("duels")
    if not duels:
        return
    if document["in_order"]:
        yield Sentence("moved", "Playing better pays: every rung is stronger than those below.", "in order")
        return
    weaker = [_name(duel) for duel in duels if duel["verdict"] == "weaker"]
    if weaker:
        yield Sentence("fault", f"Not in order: {listed(weaker)} is weaker.", "out of order")
    alike = [_name(duel) for duel in duels if _kind(duel) == "nothing"]
    if alike:
        yield Sentence("nothing", f"No difference that matters: {listed(alike)}.")
    few = [_name(duel) for duel in duels if duel["verdict"] == FEW]
    if few:
        yield Sentence("open", f"Fewer than {FEWEST_PAIRS} deals: no verdict on {listed(few)}.")
    left = [_name(duel) for duel in duels if _kind(duel) == "open" and duel["verdict"] != FEW]
    if left:
        yield Sentence("open", f"Not told apart yet: {listed(left)}.")


LADDER = Section(
    "ladder",
    "Whether playing better pays",
    _body,
    _sentences,
    (
        ("rung", "a policy; it plays the one below it and the lowest, one of it against all others of those"),
        ("equals", "what the rung would win if it played as the others do"),
    ),
)
