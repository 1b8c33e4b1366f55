"""Pages to follow step by step: every file is written, every command run, and what they print is compared.

A YAML or CSV block stands below a line with the path of the file that it is. The lines of an `sh` block are
commands, which end with the exit code that the block names (`sh exit 1`) or 0; a `text` block behind it is
what they print together, but for empty lines and blanks at the ends of lines.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from click.testing import CliRunner

from rulewright.packs.bundled import content_root
from rulewright_tools.cli import cli
from rulewright_tools.exporting import MODELINE

DOCS = Path(__file__).parents[2] / "docs"
PAGES = ["authoring.md", "balance.md", "combat.md", "new-game.md", "replay.md", "sim.md", "tutorial.md"]
_FENCE = re.compile(r"(?:^`([^`\n]+)`\n)?^```([^`\n]*)\n(.*?)^```$", re.M | re.S)


@dataclass(frozen=True)
class Block:
    """A fenced block: the path in the line above it, the words behind the fence, and its line on the page."""

    path: str | None
    info: str
    text: str
    line: int


def blocks(page: str) -> Iterator[Block]:
    text = (DOCS / page).read_text("utf-8")
    for match in _FENCE.finditer(text):
        yield Block(match[1], match[2], match[3], text.count("\n", 0, match.start(3)))


def printed(text: str) -> list[str]:
    return [line.rstrip() for line in text.splitlines() if line.strip()]


def run(block: Block) -> str:
    """What the commands of a block print; each must end as the block says."""
    expected = int(block.info.removeprefix("sh").removeprefix(" exit") or 0)
    said = ""
    for line in block.text.splitlines():
        command, *words = shlex.split(line)
        assert command == "rulewright", f"line {block.line}: only our own command is run"
        result = CliRunner().invoke(cli, words, prog_name="rulewright")
        assert result.exit_code == expected, f"line {block.line}: {line}\n{result.output}"
        said += result.output
    return said


@pytest.mark.parametrize("page", PAGES)
def test_a_page_can_be_followed(page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    if page in ("balance.md", "combat.md", "sim.md"):  # they need the extra `lab`
        pytest.importorskip("scipy")
    said = None
    for block in blocks(page):
        where = f"{page}, line {block.line}"
        match block.info.split():
            case ["yaml" | "csv"]:
                assert block.path is not None, f"{where}: of which file is this?"
                path = tmp_path / block.path
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(block.text, "utf-8")
            case ["sh", *_]:
                said = run(block)
            case ["text"]:
                assert said is not None, f"{where}: nothing was run before"
                assert printed(block.text) == printed(said), f"{where}: what is printed is\n{said}"
            case _:
                pytest.fail(f"{where}: a block of another sort")


def test_the_new_game_is_the_pack_that_ships() -> None:
    written = {block.path: block.text for block in blocks("new-game.md") if block.path is not None}
    shipped = content_root() / "liars_dice"
    files = {
        path.relative_to(shipped.parent).as_posix(): re.sub(
            rf"^{re.escape(MODELINE)}.*\n", "", path.read_text("utf-8")
        )
        for path in shipped.rglob("*.yaml")
    }
    assert files == written


@pytest.mark.parametrize("page", [path.name for path in sorted(DOCS.glob("*.md"))])
def test_links_between_pages_lead_somewhere(page: str) -> None:
    text = (DOCS / page).read_text("utf-8")
    for target in re.findall(r"\]\(([^)#:]*)(?:#[^)]*)?\)", text):
        assert not target or (DOCS / target).is_file(), target


def test_the_front_page_links_every_page() -> None:
    linked = set(re.findall(r"\]\(docs/([a-z-]+\.md)", (DOCS.parent / "README.md").read_text("utf-8")))
    assert linked == {path.name for path in DOCS.glob("*.md")}
