"""Packs that are refused: the coins pack with the files of a case laid over it.

A case holds files, each after a line `--- PATH`; `# error: CODE` stands on the line where it is expected.
"""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from rulewright.packs.load import load_folder
from rulewright.source.codes import CODES
from rulewright.source.diagnostics import ContentError

HERE = Path(__file__).parent
CASES = sorted((HERE / "cases").glob("*.case"))
_EXPECTED = re.compile(r"# error: ([A-Z]\d{3})")
OF_OVERLAYS = sorted((HERE / "overlay_cases").glob("*.case"))  # in test_overlays.py
_TESTED_ELSEWHERE = {  # there, in test_spec.py, test_attacks.py and test_idle_patches.py
    *("P601", "P602", "P603", "P604", "P607", "P616", "P618", "P622", "P623"),
}


def case_files(text: str) -> dict[str, str]:
    pieces = re.split(r"^--- (.+)\n", text, flags=re.MULTILINE)
    return dict(zip(pieces[1::2], pieces[2::2], strict=True))


@pytest.mark.parametrize("case", CASES, ids=lambda path: path.stem)
def test_exactly_the_expected_problems_are_found(case: Path, tmp_path: Path) -> None:
    folder = tmp_path / "coins"
    shutil.copytree(HERE / "coins", folder)
    expected = []
    for name, text in case_files(case.read_text(encoding="utf-8")).items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
        for line, content in enumerate(text.splitlines(), 1):
            expected += [(f"coins/{name}", line, code) for code in _EXPECTED.findall(content)]
    with pytest.raises(ContentError) as caught:
        load_folder(folder)
    found = [(d.span.file.name, d.span.line, d.code) for d in caught.value.diagnostics]
    if case.stem.startswith("an_unreadable"):
        found = [problem for problem in found if not problem[2].startswith("Y")]
    assert sorted(found) == sorted(expected)


def test_every_code_has_a_case() -> None:
    text = "".join(case.read_text(encoding="utf-8") for case in [*CASES, *OF_OVERLAYS])
    ours = {code for code in CODES if code[:2] in ("R3", "P6")} - _TESTED_ELSEWHERE
    assert ours - set(_EXPECTED.findall(text)) == set()


def test_a_duplicate_names_both_places(tmp_path: Path) -> None:
    folder = tmp_path / "coins"
    shutil.copytree(HERE / "coins", folder)
    (folder / "rules" / "more.yaml").write_text("prompts: {pick: {}}\n", encoding="utf-8")
    with pytest.raises(ContentError) as caught:
        load_folder(folder)
    (problem,) = caught.value.diagnostics
    places = sorted([problem.span.file.name, *(span.file.name for _, span in problem.related)])
    assert places == ["coins/rules/more.yaml", "coins/rules/play.yaml"]
