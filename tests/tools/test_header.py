"""The command of a document plays the same matches again, whatever it was told."""

from __future__ import annotations

import json
import shlex
import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import Result

from rulewright_tools.lab.header import header, number_word, run_words
from rulewright_tools.prepare import set_up

Run = Callable[..., Result]


def test_all_that_decides_a_run_is_in_its_words(folder: Path) -> None:
    setup = set_up("marbles", 3, ("shiny=true",), "uniform")
    setup = replace(setup, entries={("marble", "blue"): "keen"}, settings={"laps": (1, None, False)})
    found = json.loads(json.dumps(header("sim", setup, 7, 2)))
    assert found["entry_policies"] == {"blue": "keen"}
    assert run_words(found) == [
        *("--players", "3", "--policy", "uniform,blue=keen"),
        *("--set", "laps=[1,none,false]", "--first", "2", "--seed", "7"),
    ]
    mixed = {**found, "settings": {}, "policies": ["a", "b", "a"], "first": "random"}
    assert run_words(mixed) == ["--players", "3", "--policy", "a,b,a,blue=keen", "--seed", "7"]
    assert [number_word(x) for x in (2.0, 1.23456789, 3)] == ["2", "1.23456789", "3"]


def test_a_proposal_says_how_it_was_found(run: Run, folder: Path) -> None:
    pytest.importorskip("optuna")
    shutil.copytree(Path(__file__).parent / "packs/kiosk", folder / "my kiosk" / "kiosk")
    words = ("tune", "my kiosk/kiosk", "--touch", "good/cake/price=1..9", "--target", "points by goods<=3")
    more = ("-n", "4", "--first", "1", "--trials", "6", "--seed", "5", "--budget", "900.5")
    shown = run(*words, *more, "--json", "one.json", "--out", "cheap.yaml").stdout
    _, _, command = Path("cheap.yaml").read_text().splitlines()[0].partition(": rulewright ")
    again = shlex.split(command)
    Path("cheap.yaml").unlink()  # what is there is not written over
    assert run(*again, "--json", "two.json", "--out", "cheap.yaml").exit_code == 0
    assert (folder / "one.json").read_bytes() == (folder / "two.json").read_bytes()
    compare = next(line for line in shown.splitlines() if line.startswith("  rulewright compare"))
    assert "'my kiosk/kiosk'" in compare and "--first 1" in compare
    assert run(*shlex.split(compare)[1:], "-n", "2").exit_code == 0
