"""Whether it stays open who wins."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import accumulate
from typing import Any

from rulewright_tools.lab.report.document import Document, Section, Sentence
from rulewright_tools.lab.report.markup import Html, tag
from rulewright_tools.lab.report.numbers import between, number, percent
from rulewright_tools.lab.report.parts import figure, figures, pairs, table
from rulewright_tools.lab.report.sections.scores import one
from rulewright_tools.lab.report.sections.seats import mark, shares
from rulewright_tools.lab.report.spread import Spread, read, shares_up_to


def _body(document: Document) -> Html | None:
    metrics = document.get("metrics", {})
    if metrics.get("lead_changes", {}).get("mean") is None:
        return None
    changes, settled = (read(metrics.get(f"{name}_histogram")) for name in ("lead_changes", "last_change"))
    told = metrics["lead_changes"]
    said = (
        f"{number(told['mean'])} a match; the lead at the end is {number(metrics['margin']['mean'])} points."
    )
    marks = [
        mark(words, metrics[name])
        for name, words in (
            ("settled_by_half", "no change in the second half"),
            ("half_time_leader_wins", "who is ahead half-way wins"),
        )
        if metrics[name]["share"] is not None
    ]
    if changes is not None and len(changes.counts) == 1:  # the same in all matches
        changes = settled = None
    return figures(
        None if changes is None else one("Changes of who is ahead", changes, "changes in a match", said),
        None if settled is None else _settled(settled),
        shares("Decided by half-time?", marks, "of 100 matches") if marks else None,
        _behind(metrics),
    )


def _behind(metrics: dict[str, Any]) -> Html | None:
    """When somebody got ahead for good, and how far the winner was behind until then."""
    facts = []
    for name, words, times in (
        ("settled_at", "somebody is ahead for good, % of a match", 100),
        ("drama", "points that the later winner is behind", 1),
    ):
        part = metrics.get(name, {})
        if part.get("mean") is not None and (part["low"] is None or part["low"] != part["high"]):
            low, high = (None if part[side] is None else times * part[side] for side in ("low", "high"))
            facts.append((words, f"{number(times * part['mean'])} ({between(low, high)})"))
    return tag("div", tag("h3", "On the mean of matches"), pairs(facts)) if facts else None


def _settled(spread: Spread) -> Html:
    """Up to which part of the match the lead had changed for the last time."""
    parts = 20
    counts = [0] * parts
    for n, found in enumerate(spread.counts):
        counts[spread.start + n] += found
    points = [(100 * n / parts, 100 * sofar / spread.total) for n, sofar in enumerate(accumulate(counts), 1)]
    title = "When the lead changes for the last time"
    behind = table(
        ("part of the match, %", "settled, %"), ((number(x, 0), number(y, 1)) for x, y in points), label=title
    )
    chart = shares_up_to(title, points, "part of the match that is over, %", 50)
    return figure(title, chart, behind, "Of 100 matches those in which it does not change any more.")


def _sentences(document: Document) -> Iterator[Sentence]:
    leader: dict[str, Any] = document.get("metrics", {}).get("half_time_leader_wins", {})
    if leader.get("share") is not None:
        told = f"{percent(leader['share'], 0)} ({between(100 * leader['low'], 100 * leader['high'], 0)})"
        yield Sentence("plain", f"Whoever is ahead half-way wins {told} of matches.")


TENSION = Section(
    "tension",
    "Tension",
    _body,
    _sentences,
    (
        (
            "who is ahead",
            "by the score if the match ended there, looked at when a new step begins; ties passed over",
        ),
        ("drama", "points that the later winner is behind, in the mean over the steps of a match"),
        ("ahead half-way wins", "near 100 %: the rest is a formality; near an even share: the first half is"),
    ),
)
