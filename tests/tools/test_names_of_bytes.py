"""Names of files that are no UTF-8: shown with escapes, and kept as what they are."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

Run = Callable[..., Result]

NAME = os.fsdecode(b"m\xff")
pytestmark = pytest.mark.skipif(
    not sys.platform.startswith("linux"), reason="elsewhere file systems refuse such names"
)


def test_a_match_of_such_a_pack_is_played_again(run: Run, folder: Path) -> None:
    (folder / "marbles").rename(folder / NAME)
    played = run("sim", NAME, "-n", "2", "--record", "m.jsonl", "--json", "m.json")
    assert played.exit_code == 0
    assert json.loads((folder / "m.json").read_text(encoding="utf-8"))["spec"] == NAME
    assert "as recorded" in run("replay", "m.jsonl").stdout
    assert run("compare", NAME, NAME, "-n", "2", "--json", "c.json").exit_code == 0
    json.loads((folder / "c.json").read_text(encoding="utf-8"))


def test_problems_in_such_a_file_are_told_in_all_forms(run: Run, folder: Path) -> None:
    (folder / "marbles/cards" / f"{NAME}.yaml").write_text("marble: {white: {wroth: 1}}\n", encoding="utf-8")
    for form in ("text", "json", "github", "sarif"):
        result = run("check", "marbles", "--format", form)
        assert result.exit_code == 1
        if form == "sarif":
            (found,) = json.loads(result.stdout)["runs"][0]["results"]
            place = found["locations"][0]["physicalLocation"]["artifactLocation"]
            assert place == {"uri": "marbles/cards/m%FF.yaml"}
