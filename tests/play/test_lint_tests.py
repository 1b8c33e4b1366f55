"""Tests that are always the same, and sides of tests that say nothing: each beside one that is meant."""

from __future__ import annotations

from pathlib import Path

import pytest
from shells import Case, check, doing, files_of, told, when

HALF = "values: {half: {is: tide / 2 rounded down}}\n"
MORE = "values: {more: {is: tide + 1, at_most: 8}}\n"
TABLE = "tables: {worth: {by: 0..9, gives: int, values: [0, 1, 1, 2, 2, 3, 3, 4, 4, 5]}}\n"
PAWNS = (
    "kinds: {pawn: {starts_in: box}}\n"
    "zones: {pond: {of: pawn, visible: all, grid: [3, 4]}, box: {of: pawn, visible: all}}\n"
)
PUT = "\nfor p in box:\n  for spot in top(cells(pond), 1) then place(p, at=spot)"
TESTS: dict[str, Case] = {
    "the round of a step": (
        "W902",
        "flow\n  more: {times: 5, do: if more > 5 then tide += 1} # here\n",
        "flow\n  more: {times: 5, do: if more > 4 then tide += 1}\n",
    ),
    "the first round": (
        "W902",
        "flow\n  more: {times: 5, do: if more >= 1 then tide += 1} # here\n",
        "flow\n  more: {times: 5, steps: {again: {if: more > 1, do: tide += 1}}}\n",
    ),
    "a round of a step around it": (
        "W902",
        "flow\n  more: {times: 5, steps: {again: {if: more > 0, do: tide += 1}}} # here\n",
        "flow\n  more: {times: more + 5, do: tide += 1}\n",
    ),
    "a round up to its guard": (
        "W902",
        "flow\n  more: {until: tide > 3, guard: 5, do: if more < 6 then tide += 1} # here\n",
        "flow\n  more: {until: tide > 3, guard: 5, do: if more < 5 then tide += 1}\n",
    ),
    "what a table gives": (
        "W902",
        TABLE + doing("if worth(tide) > 5 then earn(2) # here"),
        TABLE + doing("if worth(tide) > 4 then earn(2)"),
    ),
    "a name for a number": (
        "W902",
        doing("let n = tide + 1\nif n > 10 then earn(2) # here"),
        doing("let n = tide + 1\nif n > 9 then earn(2)"),
    ),
    "a number that is chosen": (
        "W902",
        doing("choose 1 number in 1..3:\n  if it > 3 then earn(2) # here"),
        doing("choose 1 number in 1..3:\n  if it > 2 then earn(2)"),
    ),
    "a number of a loop": (
        "W902",
        doing("for n in (1, tide, 3):\n  if n < 0 then earn(n) # here"),
        doing("for n in (1, tide, 3):\n  if n < 1 then earn(n)"),
    ),
    "a division": ("W902", HALF + when("half > 4"), HALF + when("half > 3")),
    "a value with a bound": ("W902", MORE + when("more > 8"), MORE + when("more > 7")),
    "a value that is a plain number": (
        "W902",
        "values: {v: {is: 3}}\n" + when("min((v, 2)) > 2"),
        "values: {v: {is: 3}}\n" + when("v > 2"),
    ),
    "a derived value": (
        "W902",
        "game: {derived: {low: tide - 1}}\n" + when("low > 8"),
        "game: {derived: {low: tide - 1}}\n" + when("low > 7"),
    ),
    "the greatest of several": (
        "W902",
        when("max(beach each size, empty=0) > 6"),
        when("max(beach each size, empty=0) > 5"),
    ),
    "a sum of what is never below nought": (
        "W902",
        when("sum(beach each size) < 0"),
        when("sum(beach each size - 2) < 0"),
    ),
    "others than one": ("W902", when("count(rivals(turn.seat)) > 3"), when("count(rivals(turn.seat)) > 2")),
    "the row of a cell": (
        "W902",
        PAWNS + doing("earn(count(cells(pond) where row > 2)) # here" + PUT),
        PAWNS + doing("earn(count(cells(pond) where column > 2))" + PUT),
    ),
    "one of several, none of which it can be": ("W902", when("tide in (10, 11)"), when("tide in (9, 11)")),
    "one of all that there are": ("W902", when("what.tone in (red, green)"), when("what.size in (1, 2)")),
    "one of all things": ("W902", when("what in shell"), when("what in beach")),
    "a list that always holds something": ("W902", when("any(tone)"), when("any(beach)")),
    "a test of each that is always true": (
        "W902",
        when("all(beach each size > 0)"),
        when("all(beach each size > 1)"),
    ),
    "two entries at once": (
        "W902",
        when("what.entry == cone and what.entry == fan"),
        when("what.entry == cone or what.entry == fan"),
    ),
    "more and less than something": (
        "W902",
        when("tide < count(beach) and tide > count(beach)"),
        when("tide < count(beach) or tide > count(beach)"),
    ),
    "something and nothing": (
        "W902",
        when("any(beach) and count(beach) == 0"),
        when("any(beach) and count(beach) < 2"),
    ),
    "a list asked twice": (
        "W902",
        doing("if any(beach):\n  earn(2)\nelse if any(beach): # here\n  earn(3)"),
        doing("if any(beach):\n  earn(2)\nelse if any(my hand):\n  earn(3)"),
    ),
    "asked around it": (
        "W902",
        doing("if tide > 3:\n  if tide > 2 then earn(2) # here"),
        doing("if tide > 3:\n  tide -= 1\n  if tide > 3 then earn(2)"),
    ),
    "asked by `when`": (
        "W902",
        "rules: {x: {after: earn(n), when: tide > 3, do: if tide < 3 then tide = 0}} # here\n",
        "rules: {x: {after: earn(n), when: tide > 3, do: if tide > 4 then tide = 0}}\n",
    ),
    "asked by the pattern": (
        "W902",
        "rules: {x: {after: earn(n=1), do: if n == 1 then tide = 0}} # here\n",
        "rules: {x: {after: earn(n), do: if n == 1 then tide = 0}}\n",
    ),
    "asked by `requires`": (
        "W902",
        "verbs: {pay: {requires: tide > 0, do: if tide > 0 then tide -= 1}} # here\n" + doing("pay()"),
        "verbs: {pay: {requires: tide > 0, do: if tide > 1 then tide -= 1}}\n" + doing("pay()"),
    ),
    "asked before `stop`": (
        "W902",
        doing("if tide < 3 then stop\nif tide < 2 then earn(2) # here"),
        doing("if tide < 3 then stop\nif tide < 4 then earn(2)"),
    ),
    "said twice": ("W902", when("tide > 3 and tide > 3"), when("tide > 3 and any(beach)")),
    "said by another side": ("W902", when("tide > 3 or tide > 5"), when("tide > 3 or any(beach)")),
    "said twice in a value": (
        "W902",
        doing("what.turned = tide > 3 and not what.turned and tide > 3 # here"),
        doing("what.turned = tide > 3 and not what.turned"),
    ),
    "denied twice": ("W914", when("not not what.turned"), when("not what.turned")),
}


@pytest.mark.parametrize("case", TESTS)
def test_a_test_that_says_nothing_is_told_of(tmp_path: Path, case: str) -> None:
    code, bad, good = TESTS[case]
    name, bad = files_of(bad)
    check(tmp_path, code, name, bad, files_of(good)[1])


@pytest.mark.parametrize(
    "test",
    [
        "any(beach) and first(beach).size > 2",  # asked so that the rest can be asked
        "count(beach) == 2 and any(beach) and first(beach).size > 2",
        "any(beach each turned) or none(my hand each turned)",
        "all(beach each size > 3)",
        "what.owner == me or what.owner == turn.seat",
        "tide / 2 rounded up > 4",
        "sum(beach each size) > 3",
    ],
)
def test_a_test_that_may_be_either_is_not_told_of(tmp_path: Path, test: str) -> None:
    assert told(tmp_path, {"rules/more.yaml": doing(f"if {test} then earn(2)")}) == []
