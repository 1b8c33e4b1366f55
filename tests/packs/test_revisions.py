"""Packs as they were at a git revision."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from rulewright.packs.load import lay, load
from rulewright.packs.overlays.origin import changes
from rulewright.source.diagnostics import ContentError

HERE = Path(__file__).parent
pytestmark = pytest.mark.skipif(shutil.which("git") is None, reason="there is no git")


def git(*words: str) -> str:
    known = ["-c", "user.name=a", "-c", "user.email=a@b", "-c", "init.defaultBranch=trunk"]
    return subprocess.run(["git", *known, *words], check=True, capture_output=True, text=True).stdout


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A repository with two revisions of the coins in games/coins, and a tweak that changed too."""
    shutil.copytree(HERE / "coins", tmp_path / "games" / "coins")
    monkeypatch.chdir(tmp_path)
    git("init", "-q")
    Path("tweak.yaml").write_text("patch: coins:face/lion\nset: {pips: 5}\n", encoding="utf-8")
    git("add", ".")
    git("commit", "-qm", "one")
    cards = Path("games/coins/cards/coins.yaml")
    cards.write_text(cards.read_text(encoding="utf-8").replace("pips: 3", "pips: 4"), encoding="utf-8")
    Path("tweak.yaml").write_text("patch: coins:face/lion\nset: {pips: 6}\n", encoding="utf-8")
    git("commit", "-qam", "two")
    cards.write_text(cards.read_text(encoding="utf-8").replace("pips: 4", "pips: 9"), encoding="utf-8")
    return tmp_path


def pips(spec: str) -> object:
    return load(spec).entries["face"]["lion"].values["pips"]


def test_a_part_of_a_spec_can_be_of_a_revision() -> None:
    before = git("status", "--porcelain")
    assert [pips(spec) for spec in ("games/coins", "games/coins@HEAD", "./games/coins@HEAD~1")] == [9, 4, 3]
    assert pips("games/coins+./tweak.yaml@HEAD~1") == 5 and pips("games/coins@HEAD~1+./tweak.yaml") == 6
    with_tweak = lay("games/coins+./tweak.yaml@HEAD~1")
    assert [layer.manifest.id for layer in with_tweak.stack.layers] == ["coins", "tweak"]
    assert pips(f"games/coins@{git('rev-parse', 'HEAD~1').strip()}") == 3
    assert git("status", "--porcelain") == before


def test_what_differs_between_revisions_is_told_at_its_place() -> None:
    (change,) = changes(lay("games/coins@HEAD~1"), lay("games/coins@HEAD"))
    assert (change.entry, change.field, change.before, change.after) == ("face/lion", "pips", "3", "4")
    assert str(change.place) == "coins@HEAD/cards/coins.yaml:6:28"


def test_a_pack_that_is_gone_can_still_be_read() -> None:
    shutil.rmtree("games")
    assert pips("games/coins@HEAD") == 4


def test_a_folder_of_that_name_goes_first(folder: Path) -> None:
    shutil.copytree(folder / "games" / "coins", folder / "coins@HEAD")
    assert pips("./coins@HEAD") == 9


@pytest.mark.parametrize(
    ("spec", "code", "says"),
    [
        ("games/coins@no_such", "P616", "there is no revision 'no_such'"),
        ("games/coins@--help", "P616", "there is no revision '--help'"),
        ("games/silver@HEAD", "P616", "there is no pack 'games/silver' at that revision"),
        ("games@HEAD", "P604", "'games' had no pack.yaml at 'HEAD'"),
        ("tweak.yaml@HEAD", "P602", "'tweak.yaml' is a file, and so at most an overlay"),
        ("coin@HEAD@", "P601", "unknown pack 'coin@HEAD@'"),
    ],
)
def test_what_cannot_be_read_is_told_at_its_place(spec: str, code: str, says: str) -> None:
    with pytest.raises(ContentError) as caught:
        load(spec)
    (problem,) = caught.value.diagnostics
    assert (problem.code, problem.message, str(problem.span)) == (code, says, "<spec>:1:1")


def test_outside_of_a_repository_and_without_git(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.rmtree(".git")
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path.parent))
    with pytest.raises(ContentError, match="is in no git repository"):
        load("games/coins@HEAD")
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(ContentError, match="the program `git` is not found"):
        load("games/coins@HEAD")
