"""Things on the grids of two seats: they do not touch, and there is no way from one to the other."""

from __future__ import annotations

from pathlib import Path

import pytest
from tiny import CARDS, both, doing, made

LAID = """
for who in seats:
  repeat 2 times:
    for spot in top(placements(top(bag, 1), on=who.mat), 1) then place(spot)
"""
TILES = CARDS.replace("b: {bears: bright}}", "b: {bears: bright}, copies: 4}")


@pytest.mark.parametrize(
    "value", ["distance(a, b)", "distance(a, b, diagonals=true)", "steps(a, b)", "count(between(a, b))"]
)
def test_there_is_no_way_from_one_grid_to_another(tmp_path: Path, value: str) -> None:
    loop = "for a in top(parts(my mat), 1):\n  for b in top(parts(MAT), 1) then clock = 1 + " + value
    own, other = (doing(LAID + loop.replace("MAT", mat)) for mat in ("my mat", "left_of(me).mat"))
    found = both(made(tmp_path / "own", own, TILES))
    assert (found.fault, found.clock) == (None, 1)
    assert both(made(tmp_path / "other", other, TILES)).fault == "G713"


@pytest.mark.parametrize(("test", "own"), [("diagonal(a, b)", 4), ("opposite(a, b, around=c)", 0)])
def test_things_on_two_grids_do_not_touch(tmp_path: Path, test: str, own: int) -> None:
    loop = (
        "for a in parts(my mat):\n  for b in parts(MAT):\n    for c in top(parts(my mat), 1):\n"
        f"      if {test} then clock += 1"
    )
    for mat, number in (("my mat", own), ("left_of(me).mat", 0)):
        found = both(made(tmp_path / mat, doing(LAID + loop.replace("MAT", mat)), TILES))
        assert (found.fault, found.clock) == (None, number)
