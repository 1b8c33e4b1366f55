"""`check --fix`: what is certain to be meant is written, comments and layout stay, the rest is told."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

Run = Callable[..., Result]

# What stands in a file, and what becomes of it; {} is where the file is cut in two.
FIXES = {
    "a number with zeros": ("worth: 007", "worth: 7", "Y116"),
    "a negative one": ("worth: -01", "worth: -1", "Y116"),
    "digits in groups": ("worth: 1_000", "worth: 1000", "S203"),
    "a number in quotes": ("worth: '2'", "worth: 2", "S203"),
    "a slip in a key": ("wroth: 2", "worth: 2", "S201"),
    "a slip in a key in quotes": ("'worht': 2", "worth: 2", "S201"),
    "text in double quotes": ('worth: 1, abilities: {a: {after: take(this), do: "my glow += 1"}}',
                              "worth: 1, abilities: {a: {after: take(this), do: 'my glow += 1'}}", "Y119"),
    "a comma in a text": ("worth: 1, abilities: {a: {after: take(this), do: move(this, to=bowl)}}",
                          "worth: 1, abilities: {a: {after: take(this), do: 'move(this, to=bowl)'}}", "Y121"),
    "curly quotes": ("worth: 1, abilities: {a: {after: take(this), do: “my glow += 1”}}",
                     "worth: 1, abilities: {a: {after: take(this), do: 'my glow += 1'}}", "Y119"),
    "a comma in curly quotes": ("worth: 1, abilities: {a: {after: take(this), do: ‘move(this, to=bowl)’}}",
                                "worth: 1, abilities: {a: {after: take(this), do: 'move(this, to=bowl)'}}",
                                "Y121"),
    "signs of other languages": (
        "worth: 1, abilities: {a: {after: take(this), when: shiny&&!shiny, do: my glow += 1}}",
        "worth: 1, abilities: {a: {after: take(this), when: shiny and not shiny, do: my glow += 1}}", "D406"),
    "one sign for a test": (
        "worth: 1, abilities: {a: {after: take(this), when: my glow = 1, do: my glow == 2}}",
        "worth: 1, abilities: {a: {after: take(this), when: my glow == 1, do: my glow = 2}}", "D408"),
    "a forbidden sign": ("worth: \u200e1", "worth: 1", "Y104"),
    "a tab": ("worth:\t1", "worth: 1", "Y105"),
}  # fmt: skip


@pytest.mark.parametrize("name", FIXES)
def test_what_is_certain_is_written(run: Run, folder: Path, name: str) -> None:
    wrong, right, code = FIXES[name]
    path = folder / "marbles/cards/more.yaml"
    around = "# of glass\nmarble:\n  white: { {} }    # spaces, and a comment\n"
    path.write_bytes(around.replace("{}", wrong).encode("utf-8"))
    told = run("check", "marbles", "--format", "json")
    fixes = [p["fix"] for p in json.loads(told.stdout)["problems"] if p["code"] == code]
    assert {fix["line"] for fix in fixes} == {3}
    result = run("check", "marbles", "--fix")
    assert result.exit_code == 0, result.stdout
    assert f": {code}: " in result.stdout.splitlines()[0]
    assert result.stdout.startswith("fixed marbles/cards/more.yaml:3:")
    assert path.read_bytes().decode("utf-8") == around.replace("{}", right)


@pytest.mark.parametrize(
    ("wrong", "right"),
    [
        ("says: Charms and more: two are on show", "says: 'Charms and more: two are on show'"),
        ("says: It's all here: two", 'says: "It\'s all here: two"'),
        ("says: * all of them", "says: '* all of them'"),
        ("says: @ two", "says: '@ two'"),
        ("says: Draw: two cards, then stop", "says: 'Draw: two cards, then stop'"),
        ("says: Draw: 2 {cards} - now", "says: 'Draw: 2 {cards} - now'"),
        ("says: one: two", None),
        ("says: All of it: two # and more", None),
        ("says: {a b: c: d}", None),
    ],
)
def test_words_for_people_get_their_quotes(run: Run, folder: Path, wrong: str, right: str | None) -> None:
    path = folder / "marbles/rulebook.yaml"
    around = "rules:\n  MA-1:\n    {}\n    rulings: []\n  MA-2: {{says: More.}}\n"
    path.write_text(around.format(wrong), encoding="utf-8", newline="\n")
    result = run("check", "marbles", "--fix")
    assert result.exit_code == (1 if right is None else 0)
    assert path.read_text(encoding="utf-8") == around.format(wrong if right is None else right)


def test_where_all_indentation_is_tabs_each_becomes_two_spaces(run: Run, folder: Path) -> None:
    path = folder / "marbles/cards/more.yaml"
    lines = "".join(f"\tw{n}:\n\t\tworth: 1 # one\n" for n in range(30))
    path.write_text(f"marble:\n{lines}", encoding="utf-8", newline="\n")
    assert run("check", "marbles", "--fix").exit_code == 0
    assert path.read_text(encoding="utf-8") == "marble:\n" + lines.replace("\t", "  ")


def test_tabs_among_spaces_may_be_of_any_width(run: Run, folder: Path) -> None:
    path = folder / "marbles/cards/more.yaml"
    text = "marble:\n  white:\n\t\tworth: 1\n"
    path.write_text(text, encoding="utf-8", newline="\n")
    result = run("check", "marbles", "--fix")
    assert "hint: use as many spaces as" in result.stdout and "fixed" not in result.stdout
    assert path.read_text(encoding="utf-8") == text


def test_truth_values_of_older_yaml_become_those_of_today(run: Run, folder: Path) -> None:
    path = folder / "marbles/pack.yaml"
    text = path.read_text(encoding="utf-8").replace("default: false", "default: no", 1)
    assert "default: no" in text
    path.write_text(text, encoding="utf-8")
    rules = folder / "marbles/rules/play.yaml"
    text = rules.read_text(encoding="utf-8").replace("visible: all", "visible: al", 1)
    rules.write_text(text.replace("rolled: true", "rolled: on"), encoding="utf-8")
    result = run("check", "marbles", "--fix")
    assert result.exit_code == 0
    assert result.stdout.splitlines()[:3] == [
        "fixed marbles/pack.yaml:10:32: R308: 'no' became 'false'",
        "fixed marbles/rules/play.yaml:3:45: S203: 'on' became 'true'",
        "fixed marbles/rules/play.yaml:6:31: S204: 'al' became 'all'",
    ]


def test_what_other_programs_read_otherwise_is_put_in_quotes(run: Run, folder: Path) -> None:
    path = folder / "marbles/rulebook.yaml"
    lines = [
        b"\xef\xbb\xbfrules:",
        b"  MA-1: {says: no}",
        b"  MA-2: {says: 12:30}",
        b"  MA-3: {says: fine}",
        b"",
    ]
    path.write_bytes(b"\r\n".join(lines))
    told = run("check", "marbles")
    assert told.exit_code == 0
    assert told.stdout.count("warning[Y123]") == 2
    result = run("check", "marbles", "--fix")
    assert result.stdout.splitlines()[0] == "fixed marbles/rulebook.yaml:2:16: Y123: 'no' became \"'no'\""
    assert path.read_bytes() == (
        b"\xef\xbb\xbfrules:\r\n  MA-1: {says: 'no'}\r\n  MA-2: {says: '12:30'}\r\n  MA-3: {says: fine}\r\n"
    )
    assert "warning[Y" not in result.stdout


def test_what_may_mean_two_things_is_only_told(run: Run, folder: Path) -> None:
    path = folder / "marbles/cards/more.yaml"
    text = "marble:\n  white: {wrt: 1}\n  black: {worth: x1}\n"
    path.write_text(text, encoding="utf-8", newline="\n")
    result = run("check", "marbles", "--fix")
    assert result.exit_code == 1
    assert "fixed" not in result.stdout
    assert path.read_text(encoding="utf-8") == text


@pytest.mark.parametrize(
    "text",
    [
        "marble:\n  white:\n    worth: 1\n    abilities:\n      a:\n        after: take(this)\n"
        "        do: Draw: two cards, then stop\n",  # in quotes it is no effect text either
        "marble:\n  white: {worth: 1, abilities: {a: {after: take(this), do: [move(this, to=bowl)]}}}\n",
    ],
)
def test_what_stays_wrong_is_not_written(run: Run, folder: Path, text: str) -> None:
    path = folder / "marbles/cards/more.yaml"
    path.write_text(text, encoding="utf-8", newline="\n")
    told = run("check", "marbles")
    result = run("check", "marbles", "--fix")
    assert result.exit_code == 1
    assert result.stdout == told.stdout and told.stdout.count("error[") == 1
    assert path.read_text(encoding="utf-8") == text


def test_what_is_written_stays_when_another_fix_is_taken_back(run: Run, folder: Path) -> None:
    path = folder / "marbles/cards/more.yaml"
    around = (
        "marble:\n  white:\n    {}\n    abilities:\n      a:\n        after: take(this)\n"
        "        do: >\n          Stop: now\n"
    )
    path.write_text(around.format("wroth: 1"), encoding="utf-8", newline="\n")
    result = run("check", "marbles", "--fix")
    assert "'wroth' became 'worth'" in result.stdout
    assert path.read_text(encoding="utf-8").startswith(around.format("worth: 1").partition("do:")[0])


def test_sarif_holds_the_fix(run: Run, folder: Path) -> None:
    (folder / "marbles/cards/more.yaml").write_text("marble:\n  white: {worth: 007}\n", encoding="utf-8")
    (result,) = json.loads(run("check", "marbles", "--format", "sarif").stdout)["runs"][0]["results"]
    (change,) = result["fixes"][0]["artifactChanges"]
    assert change["artifactLocation"]["uri"] == "marbles/cards/more.yaml"
    assert change["replacements"] == [
        {
            "deletedRegion": {"startLine": 2, "startColumn": 18, "endLine": 2, "endColumn": 21},
            "insertedContent": {"text": "7"},
        }
    ]


@pytest.mark.skipif(shutil.which("git") is None, reason="there is no git")
@pytest.mark.parametrize("more", [(), ("--watch",)])
def test_what_was_at_a_revision_is_not_fixed(run: Run, folder: Path, more: tuple[str, ...]) -> None:
    cards = folder / "marbles/cards/more.yaml"
    cards.write_text("marble:\n  white: {worth: 007}\n", encoding="utf-8")
    for words in ("init -q", "add .", "-c user.name=a -c user.email=a@b commit -qm one"):
        subprocess.run(["git", *words.split()], check=True, cwd=folder)
    result = run("check", "marbles", "marbles@HEAD", "--fix", *more)
    assert result.exit_code == 2
    assert "'marbles@HEAD' is no place to write to" in result.stderr
    assert "fixed" not in result.output and "007" in cards.read_text(encoding="utf-8")
    assert run("check", "axia", "--fix").exit_code == 0
