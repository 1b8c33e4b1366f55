"""Each code has a wrong example, of which just its problems are told at their lines, and a right one.

They are those that `explain` shows; what is only told there is tested where the last list says.
"""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from rulewright.play.playout import Plan, play_one
from rulewright.source.codes import CODES
from rulewright.source.diagnostics import Diagnostic
from rulewright.source.examples import GAME, Example, examples
from rulewright_tools.checking import check
from rulewright_tools.explaining import as_page, in_words
from rulewright_tools.prepare import set_up
from rulewright_tools.spreadsheet.reading import read_import
from rulewright_tools.testing import run_tests

TESTS = Path(__file__).parents[1]
HARDLY_MEANT = "W9"
"""Warnings about the game itself, in which little happens, are none of an example."""
FLOW = f"{GAME}/rules/flow.yaml"
PACK = TESTS / "docs" / "pack"
TOLD = {  # what no text can show -> the test of it
    "Y101": "tools/test_fmt.py",
    "Y102": "source/test_reading.py",
    "Y103": "source/test_reading.py",
    "S211": "source/test_schema.py",
    "P623": "packs/test_attacks.py",
    "G708": "play/test_scenario.py",
    "G720": "tools/test_codes.py",
    "G721": "play/test_replay.py",
    "G722": "play/test_replay.py",
    "G723": "play/test_replay.py",
}
_EXPECTED = re.compile(r"# (?:error|warning|note): ([A-Z]\d{3})")


def laid(example: Example, folder: Path) -> list[tuple[str, int, str]]:
    """Write an example over the game; what it says is to be told: file, line, code."""
    shutil.copytree(PACK, folder / GAME)
    files = dict(example.files)
    if example.is_effect:
        text = "".join(f"      {line}\n" for line in example.text.splitlines())
        files["rules/flow.yaml"] = f"flow:\n  try_it:\n    turns: seats\n    do: |\n{text}"
    expected = []
    for name, text in files.items():
        path = folder / name if name.startswith("./") else folder / GAME / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode("utf-8"))
        shown = path.relative_to(folder).as_posix()
        for line, content in enumerate(text.splitlines(), 1):
            expected += [(shown, line, code) for code in _EXPECTED.findall(content)]
    return expected


def told(code: str, example: Example) -> list[tuple[str, int, str]]:
    """What is told of a game: by its check, then by its scenarios or, of faults, by a match that is played;
    of a table, by its import."""
    problems = list(check(example.spec).problems)
    if all(problem.severity != "error" for problem in problems):
        tested = run_tests(example.spec).suite
        problems += tested.diagnostics
        if code.startswith("G7") and not tested.outcomes:
            problems += played(example.spec)
    for name in example.files:
        if name.endswith(".csv"):
            path = Path(name)
            problems += read_import(example.spec, path.stem, path.as_posix(), remove=False)[1]
    own = {f"{GAME}/{name}" for name in example.files} | ({FLOW} if example.is_effect else set())
    return [
        (problem.span.file.name, problem.span.line, problem.code)
        for problem in problems
        if not problem.code.startswith(HARDLY_MEANT)
        or (code.startswith(HARDLY_MEANT) and problem.span.file.name in own)
    ]


def played(spec: str) -> list[Diagnostic]:
    """One match by chance, which is enough for whatever goes wrong at once."""
    ready = set_up(spec, None, (), "uniform")
    plan = Plan(spec, ready.rules, ready.settings, ready.seats, ready.policies, 1)
    fault = play_one(plan, ready.program, 0).fault
    return [] if fault is None else [fault]


@pytest.mark.parametrize("code", [code for code, pair in examples().items() if not pair.bad.told])
def test_the_wrong_example_has_just_its_problems(
    code: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    example = examples()[code].bad
    expected = laid(example, tmp_path) or [("<spec>", 1, code)]
    assert code in {each for _, _, each in expected}
    assert sorted(told(code, example)) == sorted(expected)


@pytest.mark.parametrize("code", [code for code, pair in examples().items() if not pair.good.told])
def test_the_right_example_has_none(code: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    example = examples()[code].good
    assert laid(example, tmp_path) == []
    assert told(code, example) == []


def test_every_code_has_its_examples() -> None:
    assert [*examples()] == [*CODES]
    only_told = {code for code, pair in examples().items() if pair.bad.told}
    assert only_told == {*TOLD}
    for code, path in TOLD.items():
        assert code in (TESTS / path).read_text(encoding="utf-8"), f"{code} is not in {path}"


def test_the_page_is_what_the_command_prints() -> None:
    """`rulewright explain --all > docs/codes.md` mends this."""
    page = (TESTS.parent / "docs" / "codes.md").read_text(encoding="utf-8")
    assert page == as_page() + "\n"


@pytest.mark.parametrize("code", CODES)
def test_each_code_can_be_explained(code: str) -> None:
    words = in_words(CODES[code])
    assert words.startswith(f"{code}: ")
    assert "\nwrong:\n" in words and "\nright:\n" in words
    assert CODES[code].explanation.endswith(".")
