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


def _texts(pack: Path) -> dict[str, bytes]:
    return {path.as_posix(): path.read_bytes() for path in sorted(pack.rglob("*")) if path.is_file()}


def test_a_pack_is_migrated_whole_or_not_at_all(run: Run, old: Path) -> None:
    cards = old / "marbles" / "cards" / "old.yaml"
    twice = OLD_CARDS.replace("count: 2", "copies: 1, count: 2")
    cards.write_text(twice, encoding="utf-8", newline="\n")
    (old / "fine.yaml").write_text("format: 0\npatch:  marbles:title\n", encoding="utf-8")
    before = _texts(old / "marbles")
    for more in ((), ("--check",)):
        result = run("fmt", "--migrate", "marbles", "fine.yaml", *more)
        assert result.exit_code == 1
        assert _texts(old / "marbles") == before
        assert "formed marbles" not in result.stdout
        assert "marbles/pack.yaml: left in format 0, with all files of the pack\n" in result.stdout
        assert "marbles/cards/old.yaml:6:34: error[" in result.stderr
        assert "    clear: {like: many, copies: 1, count: 2}\n" in result.stderr
        if not more:
            assert (old / "fine.yaml").read_text(encoding="utf-8").startswith("format: 1\n")
    cards.write_text(OLD_CARDS, encoding="utf-8", newline="\n")
    assert run("fmt", "--migrate", "marbles").exit_code == 0
    assert cards.read_text(encoding="utf-8") == NEW_CARDS


def test_a_part_of_a_pack_is_not_migrated(run: Run, old: Path) -> None:
    before = _texts(old / "marbles")
    for part in ("marbles/pack.yaml", "marbles/cards"):
        result = run("fmt", "--migrate", part)
        assert result.exit_code == 2
        assert "'marbles' is migrated as a whole: name the folder, not files in it" in result.stderr
    assert _texts(old / "marbles") == before


def test_what_cannot_be_written_leaves_all_as_it_was(
    run: Run, old: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = _texts(old / "marbles")
    write = Path.write_bytes

    def full(path: Path, data: bytes) -> int:
        if path.name == ".pack.yaml.part":
            raise OSError(28, "No space left on device", str(path))
        return write(path, data)

    monkeypatch.setattr(Path, "write_bytes", full)
    assert run("fmt", "--migrate", "marbles").exit_code == 1
    assert _texts(old / "marbles") == before


def test_a_format_that_never_was_is_refused(run: Run, folder: Path) -> None:
    pack = folder / "marbles" / "pack.yaml"
    pack.write_text(pack.read_text(encoding="utf-8").replace("format: 1", "format: -1"), encoding="utf-8")
    for words in (("check", "marbles"), ("fmt", "--migrate", "marbles")):
        result = run(*words)
        assert result.exit_code == 1
        assert "error[P620]: the pack is written in content format -1" in result.output
        assert "hint" not in result.output
    assert "format: -1" in pack.read_text(encoding="utf-8")
