"""Warnings about what is declared and never looked at, and about numbers of players that are left out."""

from __future__ import annotations

from pathlib import Path

import pytest
from shells import OTHER, Case, check, doing, files_of, places, told

MARKET = "{of: shell, visible: all, size: 2, from: beach, discard: beach}"
CONCH = "{size: 1, tone: red, story: x, gain: 0, cost: 0, abilities: {a: {after: take(this), do: earn(1)}}}"
BY_PLAYERS = "tables:\n  opening: {by: int, gives: int, values: {2: 1, 3: 2}}\n"
GRADES = (
    "scoring\nenums: {grade: [low, high]}\n"
    "tables: {grades: {by: int, gives: grade, steps: {0: low, 9: high}}}\noutcomes:\n"
)
RAFTS = (
    "kinds:\n  raft: # here\n    flip: true\n    starts_in: dock\nzones:\n  dock: {of: raft, visible: all}\n"
)
WINDOW = "windows: {w: {seat: turn.seat, during: turns}}\nrules:\n  use:\n    window: w\n"
BID = "flow\n  bid:\n    at_once:\n      seats: seats\n      choose:\n        mine: 1 shell in beach # here\n"

CASES: dict[str, Case] = {
    "no end for two": (
        "W919",
        "scoring\noutcomes:\n  winner: {when: players > 2, most: {total: total}} # here\n",
        "scoring\noutcomes:\n  winner: {when: tide > 2, most: {total: total}}\n",
    ),
    "a grade where several play": (
        "W919",
        f"{GRADES}  grade: {{rank: grades(total)}} # here\n",
        f"{GRADES}  grade: {{when: tide > 3, rank: grades(total)}}\n  most: {{most: {{total: total}}}}\n",
    ),
    "no row for four": (
        "W919",
        BY_PLAYERS + doing("earn(opening(players)) # here"),
        BY_PLAYERS + doing("if players < 4 and tide > 2 then earn(opening(players))"),
    ),
    "a row for five": (
        "W919",
        "tables:\n  opening:\n    by: int\n    gives: int\n    values:\n      2: 1\n      3: 2\n      4: 2\n"
        "      5: 3 # here\n" + doing("earn(opening(players))"),
        BY_PLAYERS.replace("3: 2", "3: 2, 4: 3, 5: 3") + doing("earn(opening(players) + opening(tide))"),
    ),
    "a tie that nothing breaks": (
        "W914",
        "scoring\noutcomes:\n  w:\n    most:\n      total: total\n      tide: tide # here\n",
        "scoring\noutcomes:\n  w:\n    most:\n      total: total\n      pearls: my pearls\n",
    ),
    "a tie that was compared before": (
        "W914",
        "scoring\noutcomes:\n  w:\n    most:\n      total: total\n      again: total # here\n",
        "scoring\noutcomes:\n  w:\n    most:\n      total: total\n      again: -total\n",
    ),
    "a group of one": (
        "W914",
        "values: {v: {is: 1}}\nrules:\n  up: {modify: v, add: tide, group: g} # here\n"
        "  r: {after: take(what), do: earn(v)}\n",
        "values: {v: {is: 1}}\nrules:\n  up: {modify: v, add: tide, group: g}\n"
        "  more: {modify: v, add: 2, group: g}\n  r: {after: take(what), do: earn(v)}\n",
    ),
    "a market that nothing fills": (
        "W907",
        f"zones:\n  shelf: {MARKET} # here\n" + doing("move(what, to=shelf)"),
        f"zones:\n  shelf: {MARKET}\n" + doing("refill(shelf)\nreplace_all(shelf)"),
    ),
    "a market that nothing renews": (
        "W907",
        f"zones:\n  shelf: {MARKET} # here\n" + doing("refill(shelf)"),
        f"zones:\n  shelf: {MARKET}\n" + doing("replace_all(shelf)"),
    ),
    "a pile that nothing is drawn from": (
        "W907",
        "zones:\n  pile: {of: shell, visible: all, order: stack, reshuffle: beach} # here\n"
        + doing("move(what, to=pile)"),
        "zones:\n  pile: {of: shell, visible: all, order: stack, reshuffle: beach}\n"
        + doing("draw(pile, 1, to=my hand)"),
    ),
    "a piece that lies on no grid": (
        "W907",
        RAFTS,
        RAFTS.replace(" # here", "")
        + "  lake: {of: raft, visible: all, grid: [2, 2]}\n"
        + doing("choose 1 placement in placements(dock, on=lake) then place(it)"),
    ),
    "a question that cannot be declined anyway": (
        "W907",
        "prompts:\n  which:\n    must: tide > 3 # here\n"
        + doing("choose 1 shell in beach, asking which then earn(it.size)"),
        "prompts:\n  which:\n    must: tide > 3\n"
        + doing("choose up to 2 shells in beach, asking which then earn(it.size)"),
    ),
    "a secret that nobody looks at": (
        "W907",
        BID + "    do: earn(1)\n",
        BID.replace(" # here", "") + "    do: take(mine)\n",
    ),
}
TEMPLATES: dict[str, Case] = {
    "a template that nothing is like": (
        "W907",
        "templates:\n  shell:\n    grey: {size: 1}\n    dull: {like: grey} # here\n",
        "templates:\n  shell:\n    grey: {size: 1}\n    dull: {like: grey, story: x}\n"
        "shell: {conch: {like: dull, tone: red, gain: 0, cost: 0}}\n",
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_a_text_is_told_of_and_one_like_it_is_not(tmp_path: Path, case: str) -> None:
    code, bad, good = CASES[case]
    name, bad = files_of(bad)
    check(tmp_path, code, name, bad, files_of(good)[1])


@pytest.mark.parametrize("case", TEMPLATES)
def test_a_template_is_told_of_and_one_like_it_is_not(tmp_path: Path, case: str) -> None:
    code, bad, good = TEMPLATES[case]
    check(tmp_path, code, "cards/more.yaml", bad, good)


def test_a_target_that_nothing_is_done_with_is_told(tmp_path: Path) -> None:
    window = {"rules/more.yaml": "windows: {w: {seat: turn.seat, during: turns}}\n"}
    crab = "shell:\n  crab:\n    like: grey\n    abilities:\n      pinch:\n        window: w\n"
    target = f"templates: {{shell: {{grey: {CONCH}}}}}\n{crab}        target: 1 shell in beach\n        do: "
    named = {"scenarios/pinch.yaml": OTHER.replace("a cone", "a crab")}
    found = told(tmp_path / "bad", {**window, **named, "cards/more.yaml": f"{target}earn(2)\n"})
    assert places(found) == [("W907", "cards/more.yaml", 8)]
    assert told(tmp_path / "good", {**window, **named, "cards/more.yaml": f"{target}take(target)\n"}) == []
