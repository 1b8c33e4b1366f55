"""`fmt --migrate`: a pack of an older content format comes to the current one; comments and layout stay."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

from rulewright.packs.bundled import schema_path
from rulewright.packs.migrations import CURRENT, MIGRATIONS

Run = Callable[..., Result]

OLD_CARDS = """\
# what was drafted first
templates:
  marble:
    many: {worth: 1, count: 3}      # of each
marble:
  clear: {like: many, count: 2}
"""
NEW_CARDS = OLD_CARDS.replace("count:", "copies:")


@pytest.fixture
def old(folder: Path) -> Path:
    """The marbles in format 0."""
    pack = folder / "marbles" / "pack.yaml"
    pack.write_text(pack.read_text(encoding="utf-8").replace("format: 1", "format: 0"), encoding="utf-8")
    (folder / "marbles" / "cards" / "old.yaml").write_text(OLD_CARDS, encoding="utf-8", newline="\n")
    return folder


def test_an_older_format_is_told_and_migrated(run: Run, old: Path) -> None:
    told = run("check", "marbles")
    assert told.exit_code == 1
    assert "marbles/pack.yaml:3:9: error[P620]: the pack is written in content format 0" in told.stdout
    assert "hint: run 'rulewright fmt --migrate' on its folder" in told.stdout
    assert "1 error" in told.stdout
    result = run("fmt", "--migrate", "marbles")
    assert result.exit_code == 0
    assert "marbles/pack.yaml: from format 0 to 1\n  count_is_copies: `count` of a card" in result.stdout
    assert (old / "marbles/cards/old.yaml").read_text(encoding="utf-8") == NEW_CARDS
    assert run("check", "marbles").exit_code == 0
    assert run("fmt", "--migrate", "marbles").stdout == "0 files formed, 7 as they should be\n"


def test_a_check_of_a_migration_writes_nothing(run: Run, old: Path) -> None:
    result = run("fmt", "--migrate", "--check", "marbles")
    assert result.exit_code == 1
    changed = (
        "-    many: {worth: 1, count: 3}      # of each\n+    many: {worth: 1, copies: 3}      # of each\n"
    )
    assert changed in result.stdout
    assert (old / "marbles/cards/old.yaml").read_text(encoding="utf-8") == OLD_CARDS


def test_what_a_person_has_to_look_at_is_told(run: Run, folder: Path) -> None:
    text = "format: 0\npatch: marbles:marble/blue\nset: {count: 2}\n"
    (folder / "more.yaml").write_text(text, encoding="utf-8")
    assert "more.yaml:1:9: error[P620]" in run("check", "marbles+more.yaml").stdout
    result = run("fmt", "--migrate", "more.yaml")
    assert "  look at more.yaml:3:7: `count` is called `copies` now if this is a card's\n" in result.stdout
    assert (folder / "more.yaml").read_text(encoding="utf-8") == text.replace("format: 0", "format: 1")


def test_a_newer_format_is_told_at_its_place(run: Run, folder: Path) -> None:
    pack = folder / "marbles" / "pack.yaml"
    pack.write_text(pack.read_text(encoding="utf-8").replace("format: 1", "format: 9"), encoding="utf-8")
    for words in (("check", "marbles"), ("fmt", "--migrate", "marbles")):
        result = run(*words)
        assert result.exit_code == 1
        assert "marbles/pack.yaml:3:9: error[P620]: the pack is written in content format 9" in result.output
        assert "hint: a newer Rulewright can read it" in result.output


def test_each_bump_has_one_named_step() -> None:
    assert [(step.before, step.after) for step in MIGRATIONS] == [(n, n + 1) for n in range(CURRENT)]
    assert len({step.name for step in MIGRATIONS}) == len(MIGRATIONS)
    for name in ("pack", "overlay"):
        schema = json.loads(schema_path(name).read_text(encoding="utf-8"))
        assert schema["properties"]["format"]["const"] == CURRENT
