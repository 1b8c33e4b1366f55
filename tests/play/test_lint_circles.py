"""Events, values and loops that never end, whatever else there is that now and then ends them."""

from __future__ import annotations

from pathlib import Path

import pytest
from shells import SCENARIO, doing, told

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
    named = SCENARIO.replace("play: [cone]", "given: {zones: {beach: [whelk, limpet]}}\nplay: [cone]")
    named = named if limpet else named.replace(", limpet", "")
    files = {"rules/more.yaml": more, "cards/more.yaml": cards, "scenarios/whelk.yaml": named}
    assert [d.code for d in told(tmp_path, files)] == found
