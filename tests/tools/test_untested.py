"""Entries that no scenario names: by the names that they have, also those that an overlay gave them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

CARDS = "marble:\n  opal: {worth: 4, abilities: {glow: {after: take(this), do: my glow += 1}}}\n"
KIND = "kinds:\n  marble: {fields: {worth: int}, starts_in: bag, alike: [entry]}\n"
LIVING = KIND.replace("alike", "live_in: [pouch], alike")


@pytest.fixture
def opal(folder: Path) -> Path:
    """The pack with a marble that does something, and an overlay that renames it."""
    (folder / "marbles" / "cards" / "opal.yaml").write_text(CARDS, "utf-8")
    rules = folder / "marbles" / "rules" / "play.yaml"
    rules.write_text(rules.read_text("utf-8").replace(KIND, LIVING).replace("== 18", "== 19"), "utf-8")
    (folder / "tweak.yaml").write_text("patch: marbles:marble/opal\nrename: pearl\n", "utf-8")
    return folder


def test_a_renamed_entry_is_told_by_its_new_name_and_who_gave_it(
    opal: Path, run: Callable[..., Result]
) -> None:
    said = run("check", "./marbles+./tweak.yaml").output
    assert "note[W910]: no scenario names marble 'pearl'" in said
    assert "  tweak.yaml:2:9: renamed by 'tweak'" in said


def test_a_scenario_with_the_old_name_tests_it(opal: Path, run: Callable[..., Result]) -> None:
    scenario = "scenario: opal\nrun: fill\nexpect: {zones: {bag: {includes: [opal]}}}\n"
    (opal / "marbles" / "scenarios" / "opal.yaml").write_text(scenario, "utf-8")
    assert "W910" not in run("check", "./marbles").output
    assert "W910" not in run("check", "./marbles+./tweak.yaml").output
