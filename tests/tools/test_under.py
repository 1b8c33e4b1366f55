"""`replay --under`: what an edit does to recorded matches."""

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


def under(run: Run, played: str, text: str) -> list[str]:
    Path("tweak.yaml").write_text(text, encoding="utf-8")
    result = run("replay", played, "--under", "marbles+./tweak.yaml")
    assert (result.exit_code, result.stderr) == (0, "")
    return result.stdout.splitlines()


def test_the_same_content_plays_the_same(run: Run, played: str) -> None:
    lines = run("replay", played, "--under", "marbles").stdout.splitlines()
    assert lines[0].startswith("marbles 0.1.0, 2 seats: plays the same, ") and lines[1:] == [
        "  scores: the same"
    ]


def test_other_points_are_told_by_seat_and_line(run: Run, played: str) -> None:
    lines = under(run, played, "patch: marbles:marble/red\nadjust: {worth: +2}\n")
    assert "plays the same" in lines[0]
    assert lines[1:] != ["  scores: the same"] and all(
        "points (" in line or "won" in line for line in lines[1:]
    )


def test_the_first_decision_that_differs_is_told_with_both_sides(run: Run, played: str) -> None:
    lines = under(run, played, "patch: marbles:flow/lap/turn\nadjust: {do: {2: -1}}\n")
    assert "differs at decision 1: what was chosen cannot be chosen" in lines[0]
    text = "\n".join(lines)
    assert "recorded: seat" in text and "now:      seat" in text
    assert "options only recorded: " in text and "log since the last decision:" in text


def test_a_renamed_thing_is_no_difference(run: Run, played: str) -> None:
    text = "patches:\n" + "".join(
        f"  - {{patch: 'marbles:{path}', rename: {name}}}\n"
        for path, name in (("marble/red", "ruby"), ("settings/laps", "times_round"), ("zones/bowl", "dish"))
    )
    lines = under(run, played, text)
    assert "plays the same" in lines[0] and lines[1:] == ["  scores: the same"]
    run("sim", "marbles+./tweak.yaml", "-n", "1", "--seed", "3", "--record", "renamed.jsonl")
    lines = run("replay", "renamed.jsonl", "--under", "marbles").stdout.splitlines()
    assert "plays the same" in lines[0] and lines[1:] == ["  scores: the same"]


def test_content_that_is_gone_is_said_and_decisions_are_compared(run: Run, played: str, folder: Path) -> None:
    path = folder / "marbles" / "cards" / "marbles.yaml"
    path.write_text(path.read_text(encoding="utf-8").replace("worth: 1", "worth: 4", 1), encoding="utf-8")
    assert run("replay", played).exit_code == 1
    lines = run("replay", played, "--under", "marbles").stdout.splitlines()
    assert "plays the same" in lines[0] and "not at hand" in lines[1]


def test_a_match_that_broke_off(run: Run, folder: Path) -> None:
    run("sim", "marbles", "-n", "1", "--set", "ending=endless", "--record", "broken.jsonl")
    lines = run("replay", "broken.jsonl", "--under", "marbles").stdout.splitlines()
    assert lines[0].endswith("plays the same, 0 decisions")
    lines = under(run, "broken.jsonl", "patch: marbles:flow/lap/turn\nset: {do: stop}\n")
    assert lines[0].endswith("differs at the end: it does not break off any more")


def test_a_record_that_was_edited_is_refused_at_its_line(run: Run, played: str, folder: Path) -> None:
    path = folder / played
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace('"chose":{"pick":', '"chose":{"pack":', 1), encoding="utf-8")
    result = run("replay", played, "--under", "marbles")
    assert result.exit_code == 1 and "G723" in result.stderr and "match.jsonl:" in result.stderr
    path.write_text(text.replace('"seats":2', '"seats":9', 1), encoding="utf-8")
    assert "G721" in run("replay", played, "--under", "marbles").stderr


def test_what_cannot_be_is_refused(run: Run, played: str) -> None:
    assert "G722" in run("replay", played, "--under", "axia").stderr
    assert run("replay", played, "--under", "marbles", "--to", "1").exit_code == 2
    assert "P601" in run("replay", played, "--under", "no_such").stderr
