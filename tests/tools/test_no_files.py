"""Pipes and folders where a file is due: told as such, never waited for."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

Run = Callable[..., Result]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes with names")
def test_a_pipe_is_no_overlay(run: Run, folder: Path) -> None:
    os.mkfifo(folder / "pipe.yaml")
    for spec, column in (("marbles+./pipe.yaml", 9), ("pipe.yaml", 1)):
        result = run("check", spec)
        assert result.exit_code == 1
        assert f"<spec>:1:{column}: error[Y101]: this is not a file\n" in result.stdout


@pytest.mark.parametrize("place", ["rules/d.yaml", "cards/d.yaml", "scenarios/d.yaml", "mutants.yaml"])
@pytest.mark.parametrize("make", ["mkdir", "mkfifo"])
def test_what_is_no_file_is_not_counted_as_one(run: Run, folder: Path, place: str, make: str) -> None:
    if not hasattr(os, make):
        pytest.skip("there are no pipes with names")
    getattr(os, make)(folder / "marbles" / place)
    result = run("check", "marbles")
    assert result.exit_code == 1
    assert f"marbles/{place}:1:1: error[Y101]: this is not a file\n" in result.stdout
    assert result.stdout.splitlines()[-1].startswith("marbles: 1 error (1 pack, 6 files")
