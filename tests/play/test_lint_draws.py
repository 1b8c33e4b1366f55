"""What is drawn: more than there is, and from zones that have no order."""

from __future__ import annotations

from pathlib import Path

import pytest
from shells import Case, check, doing

DECK = "zones: {deck: {of: shell, visible: all, order: stack}}\n"
STALL = (
    "zones: {heap: {of: shell, visible: all}, "
    "stall: {of: shell, visible: all, size: 1, from: PILE, discard: beach}}\n"
)
CASES: dict[str, Case] = {
    "more than there is": (
        "W903",
        DECK + doing("move(beach, to=deck)\ndraw(deck, 3, to=my hand) # here"),
        DECK + doing("move(beach, to=deck)\ndraw(deck, 2, to=my hand)"),
    ),
    "more than there is at least": (
        "W903",
        DECK + doing("move(beach, to=deck)\ndraw(deck, 3 + tide, to=my hand) # here"),
        DECK.replace("stack", "stack, reshuffle: beach")
        + doing("move(beach, to=deck)\ndraw(deck, 3, to=beach)"),
    ),
    "no order": (
        "W920",
        doing("draw(my hand, 1, to=beach) # here"),
        doing("draw(beach, 1, to=my hand)"),
    ),
    "a market without an order behind it": (
        "W920",
        STALL.replace("PILE", "heap") + doing("move(beach, to=heap)\nreplace_all(stall) # here"),
        STALL.replace("PILE", "beach")
        + doing("move(heap, to=beach)\nreplace_all(stall)\nmove(what, to=heap)"),
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_a_draw_is_told_of_and_one_like_it_is_not(tmp_path: Path, case: str) -> None:
    code, bad, good = CASES[case]
    check(tmp_path, code, "rules/more.yaml", bad, good)
