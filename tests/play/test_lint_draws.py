"""What is drawn: more than there is, from zones without an order, and in an order that no chance made."""

from __future__ import annotations

from pathlib import Path

import pytest
from shells import Case, check, doing, told

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


STACK = """
kinds:
  sheet: {starts_in: pile}
  die: {state: {face: {type: 1..6, rolled: true, start: 1}}, starts_in: cup}
zones:
  pile: {of: sheet, order: stack, visible: none}
  spent: {of: sheet, order: stack, visible: all}
  fold: {of: sheet, visible: all, size: 1, from: pile}
  cup: {of: die, visible: all}
"""
SHEETS = "sheet: {map: {}, note: {}}\ndie: {red: {}}\n"
DEALT = "draw(pile, 1, to=spent)"


def lines_told(folder: Path, text: str, rules: str = STACK, cards: str = SHEETS) -> list[str]:
    """The lines with a draw that chance has no part in."""
    found = told(folder, {"rules/more.yaml": rules.lstrip() + doing(text), "cards/more.yaml": cards})
    return [d.span.file.line_text(d.span.line).strip() for d in found if d.code == "W920"]


@pytest.mark.parametrize(
    "text",
    [
        DEALT,
        "refill(fold)",
        "move(top(pile, 1), to=spent)",
        "if any(pile) then move(first(pile), to=spent)",
        f"move(spent, to=pile)\n{DEALT}",
        f"for one in spent then move(one, to=pile)\n{DEALT}",
        f"roll(cup)\n{DEALT}",
        f"shuffle(spent)\n{DEALT}",
    ],
)
def test_a_hidden_stack_that_nothing_shuffles_is_told_of(tmp_path: Path, text: str) -> None:
    assert lines_told(tmp_path, text) == [text.splitlines()[-1]]


@pytest.mark.parametrize(
    "text",
    [
        f"shuffle(pile)\n{DEALT}",
        "draw(pile, count(pile), to=spent)",
        "draw(pile, 2, to=spent)",
        f"choose 1 sheet in pile, at random then move(it, to=spent)\n{DEALT}",
        f"choose 1 sheet in spent then move(it, to=pile)\n{DEALT}",
        f"shuffle(spent)\nmove(spent, to=pile)\n{DEALT}",
        f"roll(cup)\nif any(cup where face > 2) then move(spent, to=pile)\n{DEALT}",
    ],
)
def test_where_chance_or_a_choice_has_a_part_nothing_is_said(tmp_path: Path, text: str) -> None:
    assert lines_told(tmp_path, text) == []


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("pile: {of: sheet, order: stack, visible: none}", "pile: {of: sheet, order: stack, visible: all}"),
        ("order: stack, visible: none}", "order: stack, visible: none, reshuffle: spent}"),
        ("starts_in: pile", "starts_in: spent"),
    ],
)
def test_an_open_stack_or_one_that_is_filled_otherwise_is_right(tmp_path: Path, old: str, new: str) -> None:
    assert old in STACK and lines_told(tmp_path, DEALT, STACK.replace(old, new)) == []


def test_things_that_are_alike_need_no_shuffle(tmp_path: Path) -> None:
    assert lines_told(tmp_path, DEALT, cards="sheet: {map: {copies: 4}}\ndie: {red: {}}\n") == []


def test_a_stack_is_told_of_once_first_where_play_draws_from_it(tmp_path: Path) -> None:
    flow = "flow:\n  deal: {do: 'draw(pile, 1, to=spent)'}\n  turns: {turns: seats, do: tide += 1}\n"
    rules = STACK.lstrip() + doing(DEALT)
    found = told(tmp_path, {"rules/more.yaml": rules, "cards/more.yaml": SHEETS, "rules/play.yaml": flow})
    spans = [d.span for d in found if d.code == "W920"]
    assert [(span.file.name.rpartition("/")[2], span.line) for span in spans] == [("play.yaml", 2)]
