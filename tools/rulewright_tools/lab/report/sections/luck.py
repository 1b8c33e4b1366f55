"""How much of the scores, and of who wins, hangs on the draws."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rulewright_tools.lab.report.document import Document, Section, Sentence
from rulewright_tools.lab.report.markup import Html
from rulewright_tools.lab.report.numbers import between, percent, scaled
from rulewright_tools.lab.report.parts import figures, paragraph
from rulewright_tools.lab.report.sections.seats import mark, shares

_WORDS = {"score": "the scores", "wins": "who wins"}


def _told(document: Document) -> list[tuple[str, dict[str, Any]]]:
    luck = document.get("luck") or {}
    return [(words, luck[part]) for part, words in _WORDS.items() if luck.get(part) is not None]


def _body(document: Document) -> Html | None:
    found = _told(document)
    if not found:
        return None
    said = f"Each match played {document['luck']['times']} times on the same dice and shuffles."
    if all(share["share"] == 1 for _, share in found):
        return paragraph(f"{said} All came out the same: these bots leave nothing to chance.")
    marks = [mark(words, share) for words, share in found]
    return figures(shares("What hangs on the draws", marks, "% of the variance", said=said))


def _sentences(document: Document) -> Iterator[Sentence]:
    told = [
        f"{percent(share['share'], 0)} "
        f"({between(scaled(share['low'], 100), scaled(share['high'], 100), 0)}) of {words}"
        for words, share in _told(document)
        if share["share"] < 1
    ]
    if told:
        rest = "the rest is what these bots leave to chance, not skill"
        yield Sentence("plain", f"On the draws hang {' and '.join(told)}; {rest}.")


LUCK = Section(
    "luck",
    "Luck",
    _body,
    _sentences,
    (
        (
            "luck",
            "the part of the variance that lies between matches rather than between plays of the same draws; "
            "the rest is what bots leave to chance, not skill: where they leave nothing to it, none is told",
        ),
    ),
)
