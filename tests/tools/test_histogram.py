"""Numbers in bins: none is lost, and there are never many bins."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

from rulewright_tools.lab.histogram import MOST_BINS, histogram

Run = Callable[..., Result]


def test_a_few_numbers_are_told_one_by_one() -> None:
    assert histogram(Counter([3, 5, 5])) == {"from": 3, "width": 1, "counts": [1, 0, 2]}
    assert histogram(Counter([-2, 0])) == {"from": -2, "width": 1, "counts": [1, 0, 1]}
    assert histogram({}) == {"from": None, "width": 1, "counts": []}


@pytest.mark.parametrize(
    "numbers", [range(200), range(201), range(4, 1003), range(-7, 1000), [3, 123_456], [-1, 10**12]]
)
def test_many_numbers_share_bins_of_a_round_width(numbers: range) -> None:
    found = histogram(Counter(numbers))
    assert len(found["counts"]) <= MOST_BINS and sum(found["counts"]) == len(numbers)
    assert found["from"] <= min(numbers) < found["from"] + found["width"]
    assert str(found["width"]).rstrip("0") in ("1", "2", "5")


def test_a_run_says_how_often_each_score_came_up(run: Run, folder: Path) -> None:
    words = ("sim", "marbles", "-n", "12", "--metrics")
    for jobs in ("1", "2"):
        assert run(*words, "--jobs", jobs, "--json", f"{jobs}.json").exit_code == 0
    assert (folder / "1.json").read_bytes() == (folder / "2.json").read_bytes()
    data = json.loads((folder / "1.json").read_text())
    found = {(part["figure"], part["seat"]): part for part in data["histograms"]}
    assert set(found) == {("decisions", None), ("score", 0), ("score", 1)}
    for seat in data["seats"]:
        part = found["score", seat["seat"]]
        assert (part["from"], sum(part["counts"])) == (seat["score"]["min"], 12)
        total = sum((part["from"] + n) * count for n, count in enumerate(part["counts"]))
        assert total / 12 == pytest.approx(seat["score"]["mean"])
    metrics = data["metrics"]
    assert sum(metrics["lead_changes_histogram"]["counts"]) == 12
    assert sum(metrics["last_change_histogram"]["counts"]) == 12
    assert sum(step["questions"] for step in metrics["steps"]) * 12 == pytest.approx(metrics["questions"])
    assert metrics["steps"] and all(step["options"] >= 1 for step in metrics["steps"])


def test_a_comparison_says_what_differs_and_how_scores_are_spread(run: Run, folder: Path) -> None:
    pytest.importorskip("scipy")
    (folder / "tweak.yaml").write_text(
        "version: 0.1.0\nrequires: {marbles: any}\npatch: marbles:marble/blue\nset: {worth: 4}\n"
    )
    assert run("compare", "marbles", "marbles+./tweak.yaml", "-n", "5", "--json", "c.json").exit_code == 0
    data = json.loads((folder / "c.json").read_text())
    assert data["changes"] == [
        {
            "entry": "marble/blue",
            "field": "worth",
            "before": "2",
            "after": "4",
            "pack": "tweak",
            "place": "tweak.yaml:4:14",
        }
    ]
    counted = {(part["figure"], part["game"]): sum(part["counts"]) for part in data["histograms"]}
    assert counted == {("score", "a"): 20, ("score", "b"): 20, ("decisions", "a"): 10, ("decisions", "b"): 10}
