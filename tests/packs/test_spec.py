"""Game specs."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from rulewright.packs import bundled
from rulewright.packs.load import load
from rulewright.packs.spec import resolve
from rulewright.source.diagnostics import ContentError, Problems

COINS = Path(__file__).parent / "coins"


@pytest.fixture(autouse=True)
def shipped(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Two packs ship, so that the tests don't hang on the real ones."""
    for name in ("harbour", "hills"):
        (tmp_path / "shipped" / name).mkdir(parents=True)
        (tmp_path / "shipped" / name / "pack.yaml").write_text(f"id: {name}\n", encoding="utf-8")
    monkeypatch.setattr(bundled, "content_root", lambda: tmp_path / "shipped")
    (tmp_path / "empty").mkdir()
    monkeypatch.chdir(tmp_path)


def test_a_pack_is_found_by_id_and_by_path() -> None:
    problems = Problems()
    assert [place.path.name for place in resolve("harbour", problems)] == ["harbour"]
    assert [place.path for place in resolve(str(COINS), problems)] == [COINS]
    assert problems.found == []


@pytest.mark.parametrize(
    ("spec", "code", "column"),
    [
        ("harbuor", "P601", 1),
        ("", "P601", 1),
        ("harbour+hlils", "P601", 9),
        ("harbour.zip", "P603", 1),
        ("my/harbour.tar.gz", "P603", 1),
        ("empty", "P604", 1),
    ],
)
def test_what_is_no_pack_is_refused_at_its_place(spec: str, code: str, column: int) -> None:
    with pytest.raises(ContentError) as caught:
        load(spec)
    assert [(d.code, d.span.column) for d in caught.value.diagnostics] == [(code, column)]


@pytest.mark.parametrize("name", ["c++", "+", "harbour+hills", "a+b/c+d"])
def test_a_plus_may_belong_to_a_path(name: str) -> None:
    shutil.copytree(COINS, name)
    problems = Problems()
    assert [place.path for place in resolve(name, problems)] == [Path(name)]
    found = resolve(f"{name}+hills", problems)
    assert [(place.path.name, place.span.column) for place in found] == [
        (Path(name).name, 1),
        ("hills", len(name) + 2),
    ]
    assert problems.found == []


def test_a_path_with_a_plus_that_does_not_exist_is_told_whole() -> None:
    problems = Problems()
    resolve("games/c++/poker", problems)
    assert problems.found[0].hint == "there is no 'games/c++/poker' either, if that was meant as one path"


def test_a_misspelt_id_gets_a_suggestion() -> None:
    problems = Problems()
    resolve("harbuor", problems)
    assert problems.found[0].hint == "did you mean 'harbour'?"


@pytest.mark.parametrize(
    ("spec", "hint"),
    [
        ("./shipped/hlils", "did you mean './shipped/hills'?"),
        ("shipped/hlils/", "did you mean 'shipped/hills'?"),
        ("hlils", "did you mean 'hills'?"),
        ("shipped/hills/pack.yaml", "name the folder: 'shipped/hills'"),
        ("shipped/hills/cards", "name the folder: 'shipped/hills'"),
        ("valleys", None),
    ],
)
def test_a_path_that_is_no_pack_gets_a_suggestion_too(spec: str, hint: str | None) -> None:
    problems = Problems()
    resolve(spec, problems)
    assert (problems.found[0].code, problems.found[0].hint) == ("P601", hint)


def test_the_schemas_ship() -> None:
    for name in ("pack", "rules", "rulebook", "scenario"):
        assert bundled.schema_path(name).is_file()
