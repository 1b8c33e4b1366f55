"""Rows, columns and cells that no grid has where they are asked for."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from rulewright_tools.checking import check

PACK = Path(__file__).parents[1] / "docs" / "pack"
MAP = "kinds: {map: {fields: {reeds: shape}}}\nzones: {lake: {of: frog, visible: all, grid: [4, 4]}}\n"
READ = "for m in map then wind = count(cells(pond, at=m.reeds))"
EITHER = f"{READ}\nfor m in map then wind += count(cells(lake, at=m.reeds))"


def told(folder: Path, step: str, cells: str = "[[0, 0]]") -> list[tuple[str, str, int]]:
    shutil.copytree(PACK, folder / "moss")
    lines = "".join(f"      {line}\n" for line in step.splitlines())
    flow = f"flow:\n  try_it:\n    turns: seats\n    do: |\n{lines}"
    cards = f"map:\n  marsh: {{reeds: {cells}}}\n"
    for name, text in {"rules/flow": flow, "rules/more": MAP, "cards/more": cards}.items():
        (folder / "moss" / f"{name}.yaml").write_text(text, "utf-8")
    found = [d for d in check(str(folder / "moss")).problems if d.code == "T518"]
    return [(d.message, d.expected or "", d.span.line) for d in found]


@pytest.mark.parametrize(
    ("step", "found"),
    [
        (
            "for n in 4..6 then wind = count(row(my garden, n))",
            [("this is 4 to 6, which a row of 'garden' never is", "0 to 3", 5)],
        ),
        ("for n in 3..6 then wind = count(row(my garden, n))", []),
        (
            "for c in cells(pond) then wind = count(column(my garden, c.row - 3))",
            [("this is -3 to -1, which a column of 'garden' never is", "0 to 3", 5)],
        ),
    ],
)
def test_a_line_that_a_grid_never_has_is_told(
    tmp_path: Path, step: str, found: list[tuple[str, str, int]]
) -> None:
    assert told(tmp_path, step) == found


@pytest.mark.parametrize(
    ("step", "cells", "found"),
    [
        (READ, "[[0, 0], [2, 2]]", 0),
        (READ, "[]", 0),
        (READ, "[[0, 0], [3, 2]]", 1),
        (READ, "[[0, -1]]", 1),
        (EITHER, "[[3, 2]]", 0),  # one of the two may be meant for each card
        (EITHER, "[[4, 2]]", 1),
    ],
)
def test_cells_on_a_card_that_a_grid_does_not_have_are_told(
    tmp_path: Path, step: str, cells: str, found: int
) -> None:
    problems = told(tmp_path, step, cells)
    assert len(problems) == found
    if found:
        message, expected, line = problems[0]
        assert "'reeds' of 'marsh' names the cell" in message
        assert (expected, line) == ("a row of 0 to 2 and a column of 0 to 2", 2)
