"""What a section is, and what several of them read of the document."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from rulewright.source.counted import counted
from rulewright_tools.lab import header
from rulewright_tools.lab.report.markup import Html
from rulewright_tools.lab.report.parts import Kind

Document: TypeAlias = Mapping[str, Any]
_COUNTED = {"sim": "games", "compare": "pairs", "sweep": "pairs", "ladder": "deals"}  # what `-n` was


@dataclass(frozen=True, slots=True)
class Sentence:
    """A finding in plain words, for the head of the page; `sort` says in a word or two what sort it is of."""

    kind: Kind
    words: str
    sort: str | None = None


@dataclass(frozen=True, slots=True)
class Section:
    """A part of the page; `body` is None where the document says nothing for it.

    `method` says of each number in one line what it means and in which way it misleads.
    """

    id: str
    title: str
    body: Callable[[Document], Html | None]
    sentences: Callable[[Document], Iterable[Sentence]] = lambda _: ()
    method: tuple[tuple[str, str], ...] = ()


def kind_of(document: Document) -> str:
    """The command whose document it is: `sim`, `compare`, `sweep`, `ladder`."""
    return str(document["format"]).removeprefix("rulewright.")


def is_simulation(document: Document) -> bool:
    return kind_of(document) == "sim"


def is_comparison(document: Document) -> bool:
    return kind_of(document) == "compare"


def matches_of(document: Document) -> int:
    """Matches that are counted."""
    match kind_of(document):
        case "sim":
            return int(document["finished"])
        case "compare":
            return int(document["matches"])
        case "sweep":
            return int(document["matches"]["base"] + document["matches"]["variants"])
        case "ladder":
            return sum(duel["matches"] for duel in document["duels"])
    return 0


def packs(game: Document) -> str:
    return " + ".join(f"{pack['id']} {pack['version']}" for pack in game["packs"])


def seats(document: Document) -> str:
    return counted(document["players"], "player")


def bots(document: Document) -> str:
    """Who decides, as `--policy` is told."""
    return ", ".join(header.bots(document))


def command(document: Document) -> str:
    """What to type to get the same document and report."""
    kind = kind_of(document)
    words = ["rulewright", kind]
    words += [document[side]["spec"] for side in "ab"] if kind == "compare" else [document["spec"]]
    words += [number["address"].partition(":")[2] for number in document.get("numbers", ())]
    words += ["-n", str(document[_COUNTED.get(kind, "games")]), *header.run_words(document)]
    lift = document.get("lift")
    if lift is not None:
        words += ["--lift", lift if isinstance(lift, str) else ",".join(lift)]
    if document.get("lift_changes") is not None:
        words.append("--lift")
    if document.get("luck") is not None:
        words += ["--luck", str(document["luck"]["times"])]
    if document.get("dilution") is not None:
        words.append("--dilution")
    for option in ("until_sure", "step", "figure", "budget"):
        value = document.get(option)
        if value is not None:
            words += [
                f"--{option.replace('_', '-')}",
                value if option == "figure" else header.number_word(value),
            ]
    return shlex.join([*words, "--report", "report.html"])


def is_decided(document: Document) -> bool:
    """Whether matches are won or lost rather than scored: nobody has more than one point."""
    if is_comparison(document):
        return any(row["primary"] and row["figure"] != "score" for row in document["figures"])
    return bool(document["first_seat_wins"]["share"] is not None and document["score"]["max"] <= 1)
