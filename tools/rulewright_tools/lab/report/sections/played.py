"""What was played or compared, and the command that does it again."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.source.counted import counted
from rulewright_tools.lab.header import settings_of
from rulewright_tools.lab.report.document import (
    Document,
    Section,
    Sentence,
    bots,
    command,
    is_comparison,
    kind_of,
    matches_of,
    packs,
    seats,
)
from rulewright_tools.lab.report.markup import Content, Html, joined, tag
from rulewright_tools.lab.report.numbers import NONE, number
from rulewright_tools.lab.report.parts import folded, matches, pairs, table
from rulewright_tools.lab.words import bots_say

MOST_OPEN = 12  # changes that are shown without being asked for


def _body(document: Document) -> Html:
    facts = (_compared if is_comparison(document) else _played)(document)
    again = tag("pre", tag("code", command(document)), tabindex="0")
    return joined((pairs(facts, "facts"), _changes(document), tag("h3", "To do it again"), again))


def _played(document: Document) -> Iterator[tuple[Content, ...]]:
    yield "Game", packs(document), _hash(document)
    match kind_of(document):
        case "sim":
            yield "Matches", f"{document['finished']:,} of {document['games']:,} came to an end"
        case "sweep":
            numbers = counted(len(document["numbers"]), "number")
            yield "Moved", f"{numbers}, each by {document['step']} up and down, all else as it is"
            found = document["matches"]
            yield "Matches", f"{found['base']:,} of the game as it is, {found['variants']:,} of variants"
            yield "Not played", f"{matches(found['untouched'])} that never read the number"
        case "ladder":
            words = "each with the rung on every seat" if document["players"] > 1 else "one match of each"
            yield "Matches", f"{matches_of(document):,}; {document['deals']:,} deals of a duel, {words}"
    yield from _match(document)


def _compared(document: Document) -> Iterator[tuple[Content, ...]]:
    for side in "ab":
        yield f"Game {side}", packs(document[side]), _hash(document[side])
    pairs = (
        f"{document['counted']:,} of {document['pairs']:,} pairs, each a deal in all rotations of the seats"
    )
    yield "Matches", f"{document['matches']:,}: {pairs}"
    yield "Not played twice", f"{matches(document['untouched'])} that never read what differs"
    yield "Alike", f"{counted(document['alike'], 'pair')} with all figures the same"
    factor = document["variance_reduction"]
    if factor is not None:
        yield "Shared draws", f"do the work of {number(factor, 1)} times as many matches"
    if document["until_sure"] is not None:
        yield (
            "Stopping",
            f"as soon as it is sure whether the first figure moves by {document['until_sure']:g}",
        )
    yield from _match(document)


def _match(document: Document) -> Iterator[tuple[Content, ...]]:
    yield "Players", seats(document)
    yield "Bots", _bots(document)
    yield "Who begins", _who_begins(document)
    if document["settings"]:
        yield "Settings", ", ".join(settings_of(document))
    yield "Seed", str(document["seed"])
    yield "Played with", f"Rulewright {document['engine']}"


def _who_begins(document: Document) -> str:
    first = document["first"]
    if kind_of(document) != "sim" and document["players"] > 1:
        return "every seat once in each deal"
    return "by the seed, match by match" if first == "random" else f"seat {first}"


def _bots(document: Document) -> Content:
    said = bots_say(document) if is_comparison(document) else []
    return "; ".join([bots(document), *said])


def _hash(game: Document) -> Html:
    """All packs of a game have one hash, of everything together."""
    return tag("code", game["packs"][0]["content"], class_="hash")


def _changes(document: Document) -> Html | None:
    changes = document.get("changes")
    if changes is None:
        return None
    title = tag("h3", f"What differs: {counted(len(changes), 'difference')}")
    if not changes:
        return title
    rows = [
        (
            change["entry"],
            change["field"] or "",
            NONE if change["before"] is None else change["before"],
            NONE if change["after"] is None else change["after"],
            change["pack"] or "",
        )
        for change in changes
    ]
    shown = table(("entry", "field", "before", "after", "by"), rows, range(5), "What differs")
    found = tag("div", shown, class_="differs")
    return joined(
        (title, found if len(changes) <= MOST_OPEN else folded("All differences", found, printed=True))
    )


def _sentences(document: Document) -> Iterator[Sentence]:
    """What keeps the rest from saying much."""
    if kind_of(document) not in ("sim", "compare"):
        return
    compared = is_comparison(document)
    came, asked = ("counted", "pairs") if compared else ("finished", "games")
    if document[came] < (2 if compared else 1):
        yield Sentence("open", f"Too few {asked} came to an end to say anything.")
    broken = len({fault["match"] for fault in document["faults"]})
    if document[came] + broken < document[asked] and document.get("until_sure") is None:
        words = f"The run was interrupted: {document[came]:,} of {document[asked]:,} {asked} are counted."
        yield Sentence("open", words, "interrupted")


PLAYED = Section("played", "What was played", _body, _sentences)
