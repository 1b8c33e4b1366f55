"""`check` finds what a scenario or the list of mutants says of things that the game does not have."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

Run = Callable[..., Result]

SCENARIO = """\
scenario: one
rules: [MA-1]
settings: {laps: 2}
given: {zones: {bowl: [blue]}, seat 0: {state: {glow: 1}}}
draws: [{roll: [3, 4]}, {shuffle: bag, order: [red]}]
run: lap/turn
seat: 0
play: [blue]
expect:
  zones: {bowl: {excludes: [red]}, tray: ['face=3', '4']}
  seat 0: {zones: {pouch: [blue]}, state: {glow: 1}, score: {marbles: 2}, holds: [my glow == 1]}
  counters: {lap: 1}
  holds: [count(bag) > 1]
  events: [take blue]
  turns: {lap/turn: [0]}
  rounds: {lap: 0}
  steps: [lap/turn]
  decision: {seat: 0, prompt: pick}
"""

WRONG = [
    ("draws: [{roll: [3, 4]}, {shuffle: bag, order: [red]}]", "draws: {roll: [3, 4]}", "expected: a list"),
    ("MA-1", "MA-9", "unknown rule 'MA-9'"),
    ("rules: [MA-1]", "rules: [MA-1]\nplayers: 9007199254740992", "number 9007199254740992 for 'players'"),
    ("settings: {laps", "settings: {lap", "unknown setting 'lap'"),
    ("laps: 2", "laps: 9", "'9' does not fit the setting"),
    ("{bowl: [blue]}", "{bowle: [blue]}", "unknown zone 'bowle'"),
    ("{bowl: [blue]}", "{bowl: [blue 7]}", "one.yaml:4:29: error[I803]"),
    ("{bowl: [blue]}", "{bowl: [bleu]}", "unknown marble 'bleu'"),
    ("{bowl: [blue]}", "{bowl: [blue shiny]}", "unknown word 'shiny'"),
    ("{bowl: [blue]}", "{bowl: {only: [blue], rest: tray}}", "unknown zone for marbles 'tray'"),
    ("{glow: 1}}}\ndraws", "{glaw: 1}}}\ndraws", "unknown state 'glaw'"),
    ("{glow: 1}}}\ndraws", "{glow: blue}}}\ndraws", "'blue' does not fit"),
    ("seat 0: {state", "seat 5: {state", "there is no seat 5"),
    ("shuffle: bag", "shuffle: bog", "unknown zone 'bog'"),
    ("order: [red]", "order: [rad]", "unknown word 'rad'"),
    ("run: lap/turn", "run: lap/trun", "unknown step 'lap/trun'"),
    ("\nseat: 0", "\nseat: 7", "there is no seat 7"),
    ("\nseat: 0", "\nseat: 0\nthis: blue", "this step has no turns of components"),
    ("excludes: [red]", "excludes: [rot]", "unknown word 'rot'"),
    ("face=3", "fase=3", "unknown word 'fase=3'"),
    ("pouch: [blue]", "puoch: [blue]", "unknown zone of a seat 'puoch'"),
    ("score: {marbles", "score: {marble", "unknown line of the scoring 'marble'"),
    ("my glow == 1", "my glaw == 1", "has no field 'glaw'"),
    ("my glow == 1", "my glow", "this is a number"),
    ("counters: {lap", "counters: {turn", "unknown repeated step 'turn'"),
    ("count(bag) > 1", "count(bag) >", "the text ends after `>`"),
    ("count(bag) > 1", "my glow > 1", "there is no `me` here"),
    ("take blue", "tak blue", "unknown verb 'tak'"),
    ("{lap/turn: [0]}", "{lap/turns: [0]}", "unknown step 'lap/turns'"),
    ("rounds: {lap", "rounds: {lop", "unknown repeated step 'lop'"),
    ("steps: [lap/turn]", "steps: [lap/torn]", "unknown step 'lap/torn'"),
    ("prompt: pick", "prompt: pik", "unknown prompt 'pik'"),
    ("decision: {seat: 0, prompt: pick}", "fails: G799", "unknown fault 'G799'"),
    ("decision: {seat: 0, prompt: pick}", "result: {rank: novice}", "unknown rank 'novice'"),
    ("run: lap", "with: {marble: {pink: {}}}\nrun: lap", "marble 'pink' does not say 'worth'"),
]


def checked(run: Run, folder: Path, text: str) -> Result:
    (folder / "marbles/scenarios/one.yaml").write_text(text, encoding="utf-8")
    return run("check", "marbles")


def test_a_scenario_that_says_nothing_wrong_is_fine(run: Run, folder: Path) -> None:
    result = checked(run, folder, SCENARIO)
    assert (result.exit_code, "2 scenarios" in result.stdout) == (0, True), result.stdout


@pytest.mark.parametrize(("old", "new", "says"), WRONG, ids=[new for _, new, _ in WRONG])
def test_what_there_is_no_such_thing_of_is_told(
    run: Run, folder: Path, old: str, new: str, says: str
) -> None:
    assert SCENARIO.count(old) == 1
    result = checked(run, folder, SCENARIO.replace(old, new))
    assert result.exit_code == 1
    assert result.stdout.count("error[") == 1 and says in result.stdout, result.stdout
    assert "marbles/scenarios/one.yaml:" in result.stdout


def test_what_means_nothing_beside_a_refusal_is_told(run: Run, folder: Path) -> None:
    result = checked(run, folder, "scenario: one\nplay: [red]\nexpect: {refused: never}\n")
    assert result.exit_code == 1
    assert "unknown refusal 'never'" in result.stdout
    assert "error[I808]: this means nothing beside 'refused'" in result.stdout


@pytest.mark.parametrize("expected", ["errors: [R306]", "refused: never"])
def test_a_whole_match_beside_what_is_never_played_is_one_mistake(
    run: Run, folder: Path, expected: str
) -> None:
    result = checked(run, folder, SCENARIO.replace("expect:", f"expect:\n  {expected}", 1))
    assert result.stdout.count("error[I808]") == 1, result.stdout
    assert result.stdout.count(": nor does this") >= 3
    assert result.stdout.count("error[") == 1 + (expected == "refused: never")


def test_mistakes_that_entries_are_to_have_are_compared(run: Run, folder: Path) -> None:
    text = "scenario: one\nwith: {marble: {pink: {}}}\nexpect: {errors: [R306]}\n"
    assert checked(run, folder, text).exit_code == 0
    wrong = checked(run, folder, text.replace("R306", "S204"))
    assert "error[I802]: mistakes are R306" in wrong.stdout
    unknown = checked(run, folder, text.replace("R306", "R999"))
    assert "R999" in unknown.stdout and unknown.exit_code == 1


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("change_nothing: {'verbs/take: removed `move(marble, to=my pouch)`': why}\n", None),
        (
            "change_nothing: {'verbs/tak: removed `move(marble, to=my pouch)`': why}\n",
            "warning[I803]",
        ),
        ("change_notin: {}\n", "error[S201]"),
        ("change_nothing: [\n", "error[Y106]"),
    ],
)
def test_the_list_of_mutants_is_read(run: Run, folder: Path, text: str, says: str | None) -> None:
    (folder / "marbles/mutants.yaml").write_text(text, encoding="utf-8")
    result = run("check", "marbles")
    assert result.exit_code == (1 if says is not None and "error" in says else 0), result.stdout
    assert says is None or says in result.stdout
