"""A folder to work in and a way to call the command."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from rulewright_tools.cli import cli

PACKS = Path(__file__).parent / "packs"
Run = Callable[..., Result]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The working directory, with the pack `marbles` in it."""
    monkeypatch.chdir(tmp_path)
    shutil.copytree(PACKS / "marbles", tmp_path / "marbles")
    return tmp_path


@pytest.fixture
def run(folder: Path) -> Run:
    """Call the command in this process: its exit code and what it says."""

    def call(*words: str) -> Result:
        result = CliRunner().invoke(cli, list(words), prog_name="rulewright")
        assert "Traceback" not in result.output
        assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
        return result

    return call
