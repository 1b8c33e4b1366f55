"""Warnings are allowed by a comment with a reason; comments that allow nothing are told, errors stay."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

Run = Callable[..., Result]

FINE = {
    "behind": "  MA-1: {says: no}  # rulewright: allow Y123 because it is what the card says\n",
    "above": "  # rulewright: allow Y123 because it is so\n\n  # the first\n  MA-1: {says: no}\n",
    "with another": "  MA-1: {says: no}  # rulewright: allow Y123, Y123 because it is so\n",
    "behind another": "  MA-1:\n    says: no  # indeed  # rulewright: allow Y123 because so\n",
}
BOTH = ["error[Y124]", "warning[Y123]"]
WRONG = {
    "no reason": ("  MA-1: {says: no}  # rulewright: allow Y123\n", BOTH),
    "an empty reason": ("  MA-1: {says: no}  # rulewright: allow Y123 because \n", BOTH),
    "another word": ("  MA-1: {says: no}  # rulewright: ignore Y123 because so\n", BOTH),
    "no such code": ("  MA-1: {says: 'no'}  # rulewright: allow Y999 because so\n", BOTH[:1]),
    "another line": (
        "  # rulewright: allow Y123 because so\n  MA-1: {says: 'no'}\n  MA-3: {says: no}\n",
        ["warning[Y125]", "warning[Y123]"],
    ),
    "an error": (
        "  MA-1: {says: 1}  # rulewright: allow S203 because so\n",
        ["error[S203]"],
    ),
}


def checked(run: Run, folder: Path, lines: str) -> Result:
    path = folder / "marbles/rulebook.yaml"
    path.write_text(f"rules:\n{lines}  MA-2: {{says: More marbles.}}\n", encoding="utf-8", newline="\n")
    return run("check", "marbles")


def told(result: Result) -> list[str]:
    """What is told of how the files are written, not of what the game leaves unused."""
    return re.findall(r"(?:error|warning)\[[^W]...\]", result.stdout)


@pytest.mark.parametrize("name", FINE)
def test_what_is_allowed_is_not_told_but_counted(run: Run, folder: Path, name: str) -> None:
    result = checked(run, folder, FINE[name])
    assert result.exit_code == 0
    assert told(result) == []
    assert result.stdout.endswith(", 1 scenario, 1 allowed)\n")


@pytest.mark.parametrize("name", WRONG)
def test_what_allows_nothing_is_told(run: Run, folder: Path, name: str) -> None:
    lines, expected = WRONG[name]
    result = checked(run, folder, lines)
    assert sorted(told(result)) == sorted(expected)
    assert "allowed)" not in result.stdout


def test_a_comment_that_is_not_needed_is_taken_away(run: Run, folder: Path) -> None:
    checked(
        run,
        folder,
        "  # rulewright: allow Y123 because so\n  MA-1: {says: One.}  # rulewright: allow Y123 because so\n",
    )
    result = run("check", "marbles", "--fix")
    assert result.exit_code == 0
    text = (folder / "marbles/rulebook.yaml").read_text(encoding="utf-8")
    assert text == "rules:\n  MA-1: {says: One.}\n  MA-2: {says: More marbles.}\n"


def test_a_game_may_allow_what_an_overlay_puts_right(run: Run, folder: Path) -> None:
    (folder / "more.yaml").write_text("patch: marbles:marble/blue\nset: {worth: 3}\n", encoding="utf-8")
    checked(run, folder, "  MA-1: {says: One.}  # rulewright: allow Y123 because so\n")
    assert told(run("check", "marbles+more.yaml")) == []
    assert told(run("check", "marbles")) == ["warning[Y125]"]
