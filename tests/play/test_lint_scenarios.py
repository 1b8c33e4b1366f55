"""Warnings about scenarios: two of one name, and what holds whatever is played."""

from __future__ import annotations

from pathlib import Path

import pytest
from shells import MANIFEST, OTHER, SCENARIO, places, told

from rulewright_tools.checking import check as check_spec


def test_two_scenarios_have_two_names(tmp_path: Path) -> None:
    again = SCENARIO.replace("a cone", "A   cone").replace("cone]", "fan]")
    found = told(tmp_path / "bad", {"scenarios/zwei.yaml": again})
    assert places(found) == [("W918", "scenarios/zwei.yaml", 1)]
    assert [span.file.name.rpartition("/")[2] for _, span in found[0].related] == ["taken.yaml"]
    assert told(tmp_path / "good", {"scenarios/zwei.yaml": OTHER}) == []


def test_a_scenario_of_another_pack_is_replaced_or_has_another_file(tmp_path: Path) -> None:
    assert told(tmp_path / "shells", {}) == []
    manifest = MANIFEST.replace("id: shells", "id: more").replace("base", "expansion")
    manifest = manifest.replace("players: {least: 2, most: 4, usual: 2}", "requires: {shells: any}")
    scenarios = tmp_path / "more" / "scenarios"
    scenarios.mkdir(parents=True)
    (tmp_path / "more" / "pack.yaml").write_text(manifest.lstrip(), "utf-8")
    (scenarios / "taken.yaml").write_text(OTHER.lstrip(), "utf-8")
    spec = f"{tmp_path / 'shells'}+{tmp_path / 'more'}"
    assert [(d.code, d.span.line) for d in check_spec(spec).problems] == [("W918", 1)]
    replacing = f"{manifest}replaces_scenarios: {{taken: a shell more is there}}\n"
    (tmp_path / "more" / "pack.yaml").write_text(replacing.lstrip(), "utf-8")
    assert check_spec(spec).problems == ()


@pytest.mark.parametrize(
    ("text", "columns"),
    [
        ("1 == 1", [11]),
        ("tide >= 0", [11]),
        ("tide == 3 and tide < 12", [25]),
        ("count(beach) == 3", [11]),
        ("tide == 3", []),
        ("count(beach) == 2 and tide < 9", []),
    ],
)
def test_what_holds_is_not_always_so(tmp_path: Path, text: str, columns: list[int]) -> None:
    told(tmp_path, {"scenarios/taken.yaml": f"{SCENARIO.rstrip()[:-1]}, \n  holds: [{text}]}}"})
    found = check_spec(str(tmp_path)).problems
    assert [(d.code, d.span.column) for d in found] == [("W902", column) for column in columns]


@pytest.mark.parametrize(
    ("more", "code"),
    [
        ("", "W908"),
        ("given: {zones: {beach: [crab]}}\n", None),
        ("given: {zones: {beach: [cone]}}\n", "W908"),
    ],
)
def test_what_a_scenario_makes_up_is_spoken_of(tmp_path: Path, more: str, code: str | None) -> None:
    made = f"{more}with:\n  shell:\n    crab: {{size: 1, tone: red, story: x, gain: 0, cost: 0}}\n"
    found = told(tmp_path, {"scenarios/taken.yaml": SCENARIO + made})
    assert [d.code for d in found] == ([] if code is None else [code])
