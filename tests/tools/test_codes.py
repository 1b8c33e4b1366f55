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
        ("test", "marbles", "-k", "bowl"),
        ("test", "marbles", "-k", "no such", "-k", "ma-1"),
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
        (("check", "marbles", "--stric"), "No such option"),
        (("sim", "marbles"), "Missing option '-n'"),
        (("sim", "marbles", "-n", "0"), "0 is too small; expected: a whole number, 1 or more"),
        (("sim", "marbles", "-n", "1", "--repot", "x"), "No such option"),
        (("test", "marbles", "--coverage", "--reference"), "--coverage watches"),
        (("test", "marbles", "-k", "bowl", "--coverage"), "--coverage is about all scenarios together"),
        (("test", "marbles", "-k", "bowl", "--mutate"), "--mutate is about all scenarios together"),
        (("test", "marbles", "-k", ""), "leave it out to run all"),
        (("test", "marbles", "-k", "MA-2"), "no scenario of marbles has 'MA-2' in its name"),
        (("test", "marbles", "-k", "MA-2"), "MA-2 is a rule that no scenario cites"),
        (("test", "marbles", "-k", "MA-11"), "cites it as a rule; did you mean 'MA-1'?"),
        (("test", "marbles", "-k", "x", "-k", "y"), "no scenario of marbles has 'x' or 'y' in its name"),
        (("sim", "marbles", "-n", "1", "--set", "lap=2"), "did you mean 'laps'?"),
        (("sim", "marbles", "-n", "1", "--set", "ending=nevr"), "did you mean 'never'?"),
        (("sim", "marbles", "-n", "1", "--set", "laps=six"), "laps is a whole number"),
        (("sim", "marbles", "-n", "1", "--set", "laps=6"), "laps is 1 to 5, not 6"),
        (("sim", "marbles", "-n", "1", "--set", "spread=[3,9007199254740993]"), "at most 9007199254740992"),
        (("sim", "marbles", "-n", "1", "--set", f"laps={'9' * 5000}"), "laps is 1 to 5"),
        (("sim", "marbles", "-n", "1", "--set", "shiny=yes"), "there are: true, false"),
        (("sim", "marbles", "-n", "1", "--set", "laps"), "'laps' is not NAME=VALUE"),
        (("sim", "marbles", "-n", "1", "--set", "laps=1", "--set", "laps=2"), "given twice"),
        (("sim", "marbles", "-n", "1", "--policy", "unifrom"), "did you mean 'uniform'?"),
        (("sim", "marbles", "-n", "1", "--policy", "uniform,greedy,greedy"), "3 policies for 2 seats"),
        (
            ("sim", "marbles", "-n", "1", "--policy", "red=uniform"),
            "behind '=' stands a policy that the pack",
        ),
        (("sim", "marbles", "-n", "1", "--policy", "0=uniform"), "before '=' stands an entry that has comp"),
        (("sim", "marbles", "-n", "1", "--first", "2"), "neither a seat (0 to 1) nor random"),
        (("sim", "marbles", "-n", "1", "--players", "4"), "for 1 to 3 players, not 4"),
        (("sim", "marbles", "-n", "1", "--players", "1"), "alone it must be shiny"),
        (("sim", "marbles", "-n", "1", "--json", "no/such/file.json"), "cannot write"),
        (("sim", "marbles", "-n", "1", "--json", ""), "cannot write '': it has no name"),
        (("sim", "marbles", "-n", "1", "--record", ""), "cannot write '': it has no name"),
        (
            ("sim", "marbles", "-n", "1", "--record", "no/such/file.jsonl"),
            "cannot write 'no/such/file.jsonl'",
        ),
        (("sim", "marbles", "-n", "1", "--record", "LICENSE"), "a file has this name"),
        (("show", "marbles", "blue", "--program"), "leave out the ID"),
        (("sim", "marbles", "-n", "1", "--policy", "greedy", "--reference"), "never stops"),
    ],
)
def test_wrong_usage_exits_with_2(run: Run, words: tuple[str, ...], says: str) -> None:
    Path("LICENSE").write_text("this is kept", encoding="utf-8")
    result = run(*words)
    assert Path("LICENSE").read_text(encoding="utf-8") == "this is kept"
    assert result.exit_code == 2
    assert says in " ".join(result.stderr.split())


@pytest.mark.parametrize("command", [("check",), ("test",), ("show",), ("sim", "-n", "1"), ("bench",)])
def test_an_unknown_pack_is_a_problem_at_the_argument(run: Run, command: tuple[str, ...]) -> None:
    result = run(*command, "marblse")
    assert result.exit_code == 1
    assert "<spec>:1:1: error[P601]: unknown pack 'marblse'" in result.output


@pytest.mark.parametrize(
    ("words", "hint"),
    [
        (("check", "marblse"), "did you mean 'marbles'?"),
        (("sim", "axai", "-n", "1"), "did you mean 'axia'?"),
        (("show", "marbles", "bleu"), "did you mean 'blue'?"),
        (("explain", "I8011"), "did you mean 'I801'?"),
        (("explain", "t501", "nothing"), "'rulewright explain --all' lists them"),
        (("show", "marbles", "verbs/tkae"), "did you mean 'verbs/take'?"),
        (("show", "marbles", "something"), "'rulewright show marbles' lists what there is"),
    ],
)
def test_an_unknown_name_is_told_what_was_meant(run: Run, words: tuple[str, ...], hint: str) -> None:
    result = run(*words)
    assert result.exit_code == 1
    assert f"  hint: {hint}\n" in result.output


@pytest.mark.parametrize(
    "words", [("test",), ("show",), ("show", "--program"), ("sim", "-n", "1"), ("bench",), ("replay",)]
)
def test_a_game_with_mistakes_shows_the_first_ones_to_whoever_uses_it(
    run: Run, folder: Path, words: tuple[str, ...]
) -> None:
    assert run("sim", "marbles", "-n", "1", "--record", "match.jsonl").exit_code == 0
    with (folder / "marbles/cards/marbles.yaml").open("a", encoding="utf-8") as file:
        file.writelines(f"  b{n}: {{colour: red}}\n" for n in range(5))
    result = run(*words, "match.jsonl" if words == ("replay",) else "marbles")
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr.count("error[S201]: unknown key 'colour'") == 3
    assert result.stderr.endswith("\n\nmarbles: 5 problems; see 'rulewright check marbles'\n")
    assert run("check", "marbles").stdout.count("error[S201]") == 5


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


def test_warnings_do_not_fail_a_check_unless_it_is_strict(run: Run, folder: Path) -> None:
    result = run("check", "marbles")
    assert result.exit_code == 0
    assert "marbles/rules/play.yaml:3:18: warning[W907]: state 'face' is never read" in result.stdout
    assert "marbles 0.1.0: 4 warnings and 1 note (" in result.stdout
    assert run("check", "marbles", "--strict").exit_code == 1


def test_notes_never_fail_a_check(run: Run, folder: Path) -> None:
    replace(folder / "marbles/rules/play.yaml", "roll(tray)", "if any(tray where face > 1) then roll(tray)")
    spread = "  spread: {type: list of int, default: [1, 2], says: what nothing reads}\n"
    replace(folder / "marbles/pack.yaml", spread, "")
    replace(folder / "marbles/rules/play.yaml", "repeat while true then my glow += 1", "my glow += 1")
    replace(folder / "marbles/rules/play.yaml", "when: players > 1, ", "")
    result = run("check", "marbles", "--strict")
    assert result.stdout.count("warning[") == 0 and result.stdout.count("note[W909]") == 1
    assert result.exit_code == 0


def test_where_there_are_errors_nothing_is_said_of_what_is_hardly_meant(run: Run, folder: Path) -> None:
    replace(folder / "marbles/rules/play.yaml", "roll(tray)", "roll(trya)")
    result = run("check", "marbles")
    assert "warning[" not in result.stdout and "note[" not in result.stdout


def test_a_failing_scenario_is_shown_at_its_line(run: Run, folder: Path) -> None:
    replace(folder / "marbles/scenarios/a_marble_is_taken.yaml", "marbles: 2", "marbles: 3")
    result = run("test", "marbles")
    assert result.exit_code == 1
    assert "FAILED a marble of the bowl goes to the pouch" in result.stdout
    assert "marbles/scenarios/a_marble_is_taken.yaml:8:" in result.stdout
    assert "1 scenario, 0 passed, 1 failed" in result.stdout


def test_a_word_picks_scenarios_by_name_or_rule(run: Run, folder: Path) -> None:
    scenarios = folder / "marbles/scenarios"
    text = (scenarios / "a_marble_is_taken.yaml").read_text(encoding="utf-8")
    other = text.replace("a marble of the bowl goes to the pouch", "Blue is worth 2").replace("MA-1", "MA-2")
    (scenarios / "blue.yaml").write_text(other, encoding="utf-8")
    for words, ran in (
        (("pouch",), 1),
        (("blue is",), 1),
        (("MA-2",), 1),
        (("MA",), 1),
        (("taken", "ma-2"), 2),
    ):
        result = run("test", "marbles", *(part for word in words for part in ("-k", word)))
        left = "scenario of 2" if ran == 1 else "scenarios"
        assert f"marbles 0.1.0: {ran} {left}, {ran} passed\n" == result.stdout


def test_mutants_wait_until_everything_passes(run: Run, folder: Path) -> None:
    replace(folder / "marbles/scenarios/a_marble_is_taken.yaml", "marbles: 2", "marbles: 3")
    result = run("test", "marbles", "--mutate")
    assert result.exit_code == 1
    assert result.stdout.endswith("1 scenario, 0 passed, 1 failed\nmutants are tried once all this passes\n")


def test_show_names_the_folder_to_copy(run: Run) -> None:
    assert run("show", "marbles").stdout.splitlines()[1] == "folder: marbles"
    assert Path(run("show", "axia").stdout.splitlines()[1].removeprefix("folder: ")).is_dir()


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


@pytest.mark.parametrize("record", [(), ("--record", "kept")])
def test_a_replay_that_cannot_be_written_costs_nothing_else(
    run: Run, folder: Path, record: tuple[str, ...]
) -> None:
    name = "kept/match_000000.jsonl" if record else "fault_marbles_0_0.jsonl"
    (folder / name).mkdir(parents=True)
    result = run("sim", "marbles", "-n", "2", "--set", "ending=endless", *record)
    assert result.exit_code == 1
    assert "2 of 2 matches broke off" in result.stdout
    assert "saved as" not in result.stdout
    lines = result.stderr.splitlines()
    assert "error[G701]" in lines[0]
    assert lines[-1].startswith(f"Error: the replays could not be written: '{name}': ")


def test_a_recording_that_fails_is_told_though_all_went_well(run: Run, folder: Path) -> None:
    (folder / "kept/match_000001.jsonl").mkdir(parents=True)
    result = run("sim", "marbles", "-n", "3", "--record", "kept")
    assert result.exit_code == 1
    assert "marbles 0.1.0, 2 players: 3 matches" in result.stdout
    assert result.stderr.startswith("Error: the replays could not be written: 'kept/match_000001.jsonl': ")
    assert [path.name for path in (folder / "kept").glob("*") if path.is_file()] == ["match_000000.jsonl"]


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
