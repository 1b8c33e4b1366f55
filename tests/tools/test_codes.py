"""Exit codes: 0 fine, 1 problems found, 2 wrong usage; every problem in words, at its place."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

Run = Callable[..., Result]


def replace(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")


@pytest.mark.parametrize(
    "words",
    [
        ("check", "marbles"),
        ("test", "marbles"),
        ("test", "marbles", "--coverage"),
        ("test", "marbles", "--reference"),
        ("show", "marbles"),
        ("show", "marbles", "blue"),
        ("show", "marbles", "marbles:marble/blue"),
        ("show", "marbles", "--program"),
        ("sim", "marbles", "-n", "2"),
        ("sim", "marbles", "-n", "2", "--set", "laps=2", "--set", "shiny=true", "--set", "spread=[3,4]"),
        ("sim", "marbles", "-n", "2", "--players", "1", "--set", "shiny=true"),
        ("sim", "marbles", "-n", "2", "--policy", "greedy,uniform", "--first", "1"),
        ("--version",),
        ("--help",),
    ],
)
def test_what_is_fine_exits_with_0(run: Run, words: tuple[str, ...]) -> None:
    result = run(*words)
    assert (result.exit_code, result.stderr) == (0, "")


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("chekc", "marbles"), "did you mean 'check'?"),
        (("check",), "Missing argument"),
        (("check", "marbles", "--strict"), "No such option"),
        (("sim", "marbles"), "Missing option '-n'"),
        (("sim", "marbles", "-n", "0"), "0 is not in the range"),
        (("sim", "marbles", "-n", "1", "--report", "x"), "No such option"),
        (("test", "marbles", "--coverage", "--reference"), "--coverage watches"),
        (("sim", "marbles", "-n", "1", "--set", "lap=2"), "did you mean 'laps'?"),
        (("sim", "marbles", "-n", "1", "--set", "ending=nevr"), "did you mean 'never'?"),
        (("sim", "marbles", "-n", "1", "--set", "laps=six"), "laps is a whole number"),
        (("sim", "marbles", "-n", "1", "--set", "laps=6"), "laps is 1 to 5, not 6"),
        (("sim", "marbles", "-n", "1", "--set", "shiny=yes"), "there are: true, false"),
        (("sim", "marbles", "-n", "1", "--set", "laps"), "'laps' is not NAME=VALUE"),
        (("sim", "marbles", "-n", "1", "--set", "laps=1", "--set", "laps=2"), "given twice"),
        (("sim", "marbles", "-n", "1", "--policy", "unifrom"), "did you mean 'uniform'?"),
        (("sim", "marbles", "-n", "1", "--policy", "uniform,greedy,greedy"), "3 policies for 2 seats"),
        (("sim", "marbles", "-n", "1", "--first", "2"), "neither a seat (0 to 1) nor random"),
        (("sim", "marbles", "-n", "1", "--players", "4"), "for 1 to 3 players, not 4"),
        (("sim", "marbles", "-n", "1", "--players", "1"), "alone it must be shiny"),
        (("sim", "marbles", "-n", "1", "--json", "no/such/file.json"), "cannot write"),
        (("show", "marbles", "blue", "--program"), "leave out the ID"),
        (("sim", "marbles", "-n", "1", "--policy", "greedy", "--reference"), "never stops"),
    ],
)
def test_wrong_usage_exits_with_2(run: Run, words: tuple[str, ...], says: str) -> None:
    result = run(*words)
    assert result.exit_code == 2
    assert says in " ".join(result.stderr.split())


@pytest.mark.parametrize("command", [("check",), ("test",), ("show",), ("sim", "-n", "1"), ("bench",)])
def test_an_unknown_pack_is_a_problem_at_the_argument(run: Run, command: tuple[str, ...]) -> None:
    result = run(*command, "marblse")
    assert result.exit_code == 1
    assert "<spec>:1:1: error[P601]: unknown pack 'marblse'" in result.output


@pytest.mark.parametrize(
    ("file", "old", "new", "places"),
    [
        (
            "rules/play.yaml",
            "kinds:",
            "kinds: [",
            ["marbles/rules/play.yaml:3:3: error[Y106]", "1:8: '[' open"],
        ),
        ("cards/cubes.yaml", "cube:", "cube: {}\ncube:", ["marbles/cards/cubes.yaml:2:1: error[Y110]"]),
        (
            "rules/play.yaml",
            "roll(tray)",
            "roll(trya)",
            ["play.yaml:25:16: error[T501]", "'tray'"],
        ),
        (
            "scenarios/a_marble_is_taken.yaml",
            "expect:",
            "expets:",
            ["error[S201]", "mean 'expect'?"],
        ),
        ("scenarios/a_marble_is_taken.yaml", "[MA-1]", "[MA-7]", ["error[I803]: unknown rule 'MA-7'"]),
        ("rules/play.yaml", "all_there:", "small: {is: count(marble) == 1}\n  all_there:", ["error[I801]"]),
    ],
)
def test_check_finds_each_mistake(
    run: Run, folder: Path, file: str, old: str, new: str, places: list[str]
) -> None:
    replace(folder / "marbles" / file, old, new)
    result = run("check", "marbles")
    assert result.exit_code == 1
    for place in places:
        assert place in result.stdout
    assert "\x1b" not in result.output


def test_a_failing_scenario_is_shown_at_its_line(run: Run, folder: Path) -> None:
    replace(folder / "marbles/scenarios/a_marble_is_taken.yaml", "marbles: 2", "marbles: 3")
    result = run("test", "marbles")
    assert result.exit_code == 1
    assert "FAILED a marble of the bowl goes to the pouch" in result.stdout
    assert "marbles/scenarios/a_marble_is_taken.yaml:8:" in result.stdout
    assert "1 scenario, 0 passed, 1 failed" in result.stdout


def test_coverage_says_what_nothing_reaches(run: Run) -> None:
    lines = run("test", "marbles", "--coverage").stdout.splitlines()
    assert lines[0] == "rules covered: 1 of 2"
    assert "entries reached: 3 of 4" in lines
    assert "scoring lines reached: 2 of 2" in lines
    assert "  MA-2: Nothing says how this is tested.  (marbles/rulebook.yaml:3:3)" in lines
    assert "  marble/green  (marbles/cards/marbles.yaml:4:3)" in lines
    assert "  marble/blue/glow  (marbles/cards/marbles.yaml:2:43)" in lines
    assert any(line.startswith("  repeat while true then my glow += 1  (") for line in lines)


def test_a_match_that_breaks_off_is_counted_apart_and_kept(run: Run, folder: Path) -> None:
    result = run("sim", "marbles", "-n", "2", "--set", "ending=endless")
    assert result.exit_code == 1
    assert "2 of 2 matches broke off" in result.stdout
    assert "marbles/rules/play.yaml:24:13: error[G701]" in result.stderr
    again = run("replay", "fault_marbles_0_1.jsonl")
    assert again.exit_code == 1
    assert "then the match broke off" in again.stdout
    assert "marbles/rules/play.yaml:24:13: error[G701]" in again.stderr


@pytest.mark.slow
def test_a_match_without_an_end_breaks_off_too(run: Run) -> None:
    result = run("sim", "marbles", "-n", "1", "--set", "ending=never")
    assert result.exit_code == 1
    assert "G720 the match has not ended after 20,000 decisions" in " ".join(result.stdout.split())


def test_a_mistake_of_ours_is_no_traceback(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    import rulewright_tools.checking

    def broken(spec: str) -> None:
        raise AssertionError("this cannot be")

    monkeypatch.setattr(rulewright_tools.checking, "check", broken)
    result = run("check", "marbles")
    assert result.exit_code == 1
    assert "internal error: AssertionError: this cannot be" in result.stderr


@pytest.mark.parametrize(("words", "code"), [("check marbles", 0), ("check x", 1), ("sim marbles", 2)])
def test_the_command_in_a_process_of_its_own_exits_alike(folder: Path, words: str, code: int) -> None:
    command = [sys.executable, "-m", "rulewright_tools", *words.split()]
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == code
    assert "Traceback" not in done.stdout + done.stderr
