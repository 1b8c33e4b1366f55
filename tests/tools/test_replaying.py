"""`replay`: the position after a decision, and all that happened."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

Run = Callable[..., Result]


@pytest.fixture
def played(run: Run, folder: Path) -> str:
    assert run("sim", "marbles", "-n", "1", "--seed", "3", "--record", "match.jsonl").exit_code == 0
    return "match.jsonl"


def test_the_position_says_what_lies_where(run: Run, played: str) -> None:
    lines = run("replay", played, "--to", "1").stdout.splitlines()
    (bag,) = (line for line in lines if line.startswith("bag: "))
    assert bag.removeprefix("bag: ").isdigit()
    assert any(line.startswith("seat 0: glow ") for line in lines)
    (bowl,) = (line for line in lines if line.startswith("bowl: "))
    assert not bowl.removeprefix("bowl: ").isdigit()
    (tray,) = (line for line in lines if line.startswith("tray: "))
    assert "face=" in tray


def test_what_is_hidden_is_shown_when_asked(run: Run, played: str) -> None:
    lines = run("replay", played, "--to", "1", "--reveal").stdout.splitlines()
    (bag,) = (line for line in lines if line.startswith("bag: "))
    assert not bag.removeprefix("bag: ").isdigit()


def test_the_log_says_which_things_come_up(run: Run, played: str) -> None:
    lines = run("replay", played, "--log").stdout.splitlines()
    assert any(line.startswith("move ") and line.endswith(": bag -> bowl") for line in lines)
    assert lines[-1].startswith("marbles 0.1.0, 2 seats: as recorded")


@pytest.mark.parametrize("words", [("--reveal",), ("--log", "--under", "marbles")])
def test_what_does_not_go_together_is_refused(run: Run, played: str, words: tuple[str, ...]) -> None:
    assert run("replay", played, *words).exit_code == 2


def test_a_position_behind_the_last_decision_is_refused(run: Run, played: str) -> None:
    last = run("replay", played).stdout.partition("as recorded, ")[2].partition(" decisions")[0]
    assert run("replay", played, "--to", last).exit_code == 0
    done = run("replay", played, "--to", str(int(last) + 1))
    assert done.exit_code == 2
    assert f"the match has {last} decisions" in done.stderr
