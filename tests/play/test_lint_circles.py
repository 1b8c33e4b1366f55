"""Events, values and loops that never end, whatever else there is that now and then ends them."""

from __future__ import annotations

from pathlib import Path

import pytest
from shells import OTHER, Case, check, doing, files_of, told

WHELK = (
    "{size: 1, tone: red, story: a shell, gain: 1, cost: 1, abilities: {x: {after: earn(n), do: earn(1)}}}"
)
LIMPET = "{size: 1, tone: red, story: a shell, gain: 1, cost: 1, abilities: {y: {REST}}}"
LUCK = "budgets: {luck: {of: seat, limit: 1, per: turn}}\n"


@pytest.mark.parametrize(
    ("rules", "limpet", "found"),
    [
        ("", "after: take(this), do: tide = 0", ["W904"]),
        ("", "instead_of: earn(n), do: tide = 0", ["W904"]),  # where that card does not lie
        ("", "instead_of: earn(n), may: true, uses: luck, do: tide = 0", ["W904"]),
        ("  z: {instead_of: earn(n), when: tide > 3, uses: luck, do: tide = 0}\n", "", ["W904"]),
        ("  z: {instead_of: earn(n), do: tide = 0}\n", "", ["W913"]),  # nothing is ever heard then
        ("  z: {instead_of: earn(n), may: true, do: tide = 0}\n", "", []),
        ("  z: {instead_of: earn(n), when: tide > 3, do: tide = 0}\n", "", []),
    ],
)
def test_only_what_takes_the_place_of_an_event_every_time_ends_a_circle(
    tmp_path: Path, rules: str, limpet: str, found: list[str]
) -> None:
    more = doing("tide = 1") + rules + (LUCK if "luck" in rules + limpet else "")
    cards = f"shell:\n  whelk: {WHELK}\n" + (
        f"  limpet: {LIMPET.replace('REST', limpet)}\n" if limpet else ""
    )
    named = OTHER.replace("play: [cone]", "given: {zones: {beach: [whelk, limpet]}}\nplay: [cone]")
    named = named if limpet else named.replace(", limpet", "")
    files = {"rules/more.yaml": more, "cards/more.yaml": cards, "scenarios/whelk.yaml": named}
    assert [d.code for d in told(tmp_path, files)] == found


CASES: dict[str, Case] = {
    "a number that only grows": (
        "W904",
        doing("repeat while my pearls > 0 then my pearls += 1 # here"),
        doing("repeat while my pearls > 0 then my pearls -= 1"),
    ),
    "a number that only shrinks": (
        "W904",
        doing("repeat while my pearls <= 0: # here\n  my pearls -= 1\n  tide = 0"),
        doing("repeat while my pearls <= 0:\n  my pearls -= 1\n  if tide > 3 then my pearls = 3"),
    ),
    "a number that may grow in what is called": (
        "W904",
        doing("repeat while my pearls < 3 then my pearls -= 2 # here"),
        doing("repeat while my pearls < 3:\n  my pearls -= 2\n  earn(4)"),
    ),
    "a number that goes both ways": (
        "W904",
        doing("repeat while my pearls > 0 then my pearls += 2 # here"),
        doing("repeat while my pearls > 0:\n  my pearls += 2\n  my pearls -= 3"),
    ),
    "an end before the first round": (
        "W902",
        "flow\n  more: {until: more == 0, do: first_seat.pearls += 1} # here\n",
        "flow\n  more: {until: more == 1, do: first_seat.pearls += 1}\n",
    ),
    "an end after more rounds than a match has": (
        "W904",
        "flow\n  more: {until: more > 99999 + tide, do: first_seat.pearls += 1} # here\n",
        "flow\n  more: {until: more > 9 + tide, do: first_seat.pearls += 1}\n",
    ),
    "an end that all players are": (
        "W902",
        "ends: count(seats) >= 1 # here\n",
        "ends: count(seats) >= 3\n",
    ),
    "an end that no players are": ("W902", "ends: count(rivals(first_seat)) < 1 # here\n", ""),
}


@pytest.mark.parametrize("case", CASES)
def test_what_never_ends_is_told_of_and_what_is_like_it_is_not(tmp_path: Path, case: str) -> None:
    code, bad, good = CASES[case]
    name, text = files_of(bad)
    check(tmp_path, code, name, text, files_of(good)[1] if good else good)
