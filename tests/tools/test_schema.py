"""`schema` writes a schema for each sort of file, and the settings that make an editor use them."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import jsonschema
from click.testing import Result

from rulewright.source.diagnostics import Problems
from rulewright.source.reader import read_yaml
from rulewright.source.tree import plain
from rulewright_tools.exporting import FILES

Run = Callable[..., Result]


def test_each_sort_of_file_has_its_schema(run: Run, folder: Path) -> None:
    result = run("schema", "marbles", "--out", "for/editors")
    assert result.exit_code == 0
    count, schemas, version = result.stdout.splitlines()
    assert count == "8 schemas written to for/editors; settings for VS Code:"
    settings = json.loads(f"{{{schemas}{version}}}")
    assert settings["yaml.yamlVersion"] == "1.2"
    for path, (files,) in settings["yaml.schemas"].items():
        schema = json.loads((folder / path).read_text(encoding="utf-8"))
        assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"
        check = jsonschema.Draft202012Validator(schema)
        check.check_schema(schema)
        assert files in {f"marbles/{pattern}" for pattern in FILES.values()}
        for found in folder.glob(files):
            tree = read_yaml(found, found.name, Problems())
            assert tree is not None
            check.validate(plain(tree))
            # a mapping
            assert not check.is_valid({**dict(plain(tree)), "more_of_it": {}})  # type: ignore[call-overload]


def test_cards_have_the_fields_of_their_kinds(run: Run, folder: Path) -> None:
    assert run("schema", "marbles", "--out", "out").exit_code == 0
    check = jsonschema.Draft202012Validator(
        json.loads((folder / "out/cards.json").read_text(encoding="utf-8"))
    )
    assert check.is_valid({"marble": {"white": {"worth": 1, "copies": 2}}})
    assert not check.is_valid({"marble": {"white": {"worth": "much"}}})
    assert not check.is_valid({"marble": {"white": {"wroth": 1}}})


def test_a_game_with_mistakes_has_no_schemas(run: Run, folder: Path) -> None:
    (folder / "marbles/rules/more.yaml").write_text("kinds: {cup: 1}\n", encoding="utf-8")
    result = run("schema", "marbles", "--out", "out")
    assert result.exit_code == 1
    assert "see 'rulewright check marbles'" in result.stderr
    assert not (folder / "out").exists()


def test_only_older_schemas_are_overwritten(run: Run, folder: Path) -> None:
    assert run("schema", "marbles", "--out", "out").exit_code == 0
    cards = folder / "out" / "cards.json"
    older = cards.read_text(encoding="utf-8")
    cards.write_text(older.replace("worth", "value"), encoding="utf-8")
    assert run("schema", "marbles", "--out", "out").exit_code == 0
    assert cards.read_text(encoding="utf-8") == older
    foreign = '{"$schema": "https://json-schema.org/draft/2020-12/schema", "title": "my own"}'
    for text in ("{}", "not JSON", "\xff", "[]", foreign):
        (folder / "mine").mkdir(exist_ok=True)
        mine = folder / "mine" / "rules.json"
        mine.write_text(text, encoding="latin-1")
        result = run("schema", "marbles", "--out", "mine")
        assert result.exit_code == 2
        assert "'mine/rules.json' is there already, and is none of these schemas" in result.stderr
        assert [path.name for path in (folder / "mine").iterdir()] == ["rules.json"]
        assert mine.read_text(encoding="latin-1") == text


def test_a_folder_without_a_name_is_refused(run: Run, folder: Path) -> None:
    result = run("schema", "marbles", "--out", "")
    assert result.exit_code == 2 and "it has no name" in result.stderr
    assert not [*folder.glob("*.json")]
