"""Proportions and dilution: against counting by hand and the hypergeometric distribution."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

from rulewright.engine.program import Program
from rulewright.play.link import link
from rulewright_tools.lab.dilution import at_least_one
from rulewright_tools.lab.proportions import families, proportions

stats = pytest.importorskip("scipy.stats")
Run = Callable[..., Result]


@pytest.mark.parametrize(("total", "of", "drawn"), [(60, 4, 10), (18, 6, 3), (5, 1, 5), (7, 0, 3), (9, 3, 0)])
def test_the_chance_of_at_least_one_is_hypergeometric(total: int, of: int, drawn: int) -> None:
    assert at_least_one(total, of, drawn) == pytest.approx(stats.hypergeom.sf(0, total, of, drawn))


def test_between_whole_numbers_it_is_in_proportion() -> None:
    low, high = (at_least_one(20, 4, n) for n in (5, 6))
    assert at_least_one(20, 4, 5.25) == pytest.approx(0.75 * low + 0.25 * high)


def test_families_are_the_copies_and_what_cards_print() -> None:
    program = Program(link("axia"), {}, 2)
    found = families(program)
    assert len(found["space", "", "ariak"].members) == 14
    assert len(found["space", "region", "temple"].members) == 28
    assert len(found["space", "type", "acolyte"].members) == 35  # printed on the beast that the space bears
    assert len(found["space", "region", "temple"].wholes) <= 28
    assert len(found["die", "sort", "magic"].wholes) == 4
    assert proportions(program, program) == []


def test_an_overlay_changes_proportions_and_what_is_seen(run: Run, folder: Path) -> None:
    shutil.copytree(folder / "marbles", folder / "more")
    cards = folder / "more/cards/marbles.yaml"
    cards.write_text(cards.read_text("utf-8").replace("red: {copies: 6", "red: {copies: 2"), "utf-8")
    rules = folder / "more/rules/play.yaml"
    rules.write_text(rules.read_text("utf-8").replace("== 18, says", "== 14, says"), "utf-8")
    common = ("compare", "marbles", "./more", "-n", "6", "--dilution")
    results = [run(*common, "--jobs", jobs, "--json", f"{jobs}.json") for jobs in ("1", "2")]
    assert results[0].exit_code == 0, results[0].output
    assert (folder / "1.json").read_bytes() == (folder / "2.json").read_bytes()
    data = json.loads((folder / "1.json").read_text())
    rows = {row["value"]: row for row in data["proportions"]}
    assert {name: (row["a"]["count"], row["b"]["count"]) for name, row in rows.items()} == {
        "blue": (6, 6),
        "green": (6, 6),
        "red": (6, 2),
    }
    assert rows["red"]["b"] == {"count": 2, "of": 14, "share": round(2 / 14, 6)}
    for row in data["dilution"]:
        for side in "ab":
            assert row[side]["seen"]["n"] == 12
            assert 0 < row[side]["exact"] <= 1
