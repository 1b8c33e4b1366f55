"""Matches that broke off: why, where, and the replay of each."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rulewright_tools.lab.report.document import Document, Section, Sentence, matches_of
from rulewright_tools.lab.report.markup import Content, Html, joined, tag
from rulewright_tools.lab.report.numbers import number
from rulewright_tools.lab.report.parts import matches, paragraph, table

_OF = ("game", "of", "rung", "against")  # of what a fault is, beside the number of its match


def _body(document: Document) -> Html | None:
    faults = document["faults"]
    if not faults:
        played = matches_of(document)
        most = (
            f" With none in {matches(played)}, the true share is below {_most(played)} % (95 % confidence)."
            if played
            else ""
        )
        return paragraph(f"No match broke off.{most}")
    rows = [
        (
            ", ".join([*(str(fault[key]) for key in _OF if key in fault), str(fault["match"])]),
            fault["code"],
            fault["message"],
            fault["place"],
            _replay(fault),
        )
        for fault in faults
    ]
    heads = ("match", "code", "what happened", "place", "replay")
    words = paragraph(f"{matches(len(faults))} broke off and are in no other number of this report.")
    return joined((words, table(heads, rows, range(5), "Matches that broke off")))


def _most(played: int) -> str:
    """The share, in percent, at which none in so many matches has a chance of 5 %."""
    return number(100 * (1 - 0.05 ** (1 / played)), 1)


def _replay(fault: dict[str, Any]) -> Content:
    path = fault.get("replay")
    return "" if path is None else tag("code", path)


def _sentences(document: Document) -> Iterator[Sentence]:
    faults = document["faults"]
    if faults:
        codes = ", ".join(sorted({fault["code"] for fault in faults}))
        yield Sentence("fault", f"{matches(len(faults))} broke off ({codes}).")


FAULTS = Section(
    "faults",
    "Matches that broke off",
    _body,
    _sentences,
    (
        (
            "no match broke off",
            "with a greater share than the one that is named, less than one such run in 20 would have none",
        ),
    ),
)
