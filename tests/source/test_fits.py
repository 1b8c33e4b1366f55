"""The quick test of a schema says the same as jsonschema, on what is right and on what is wrong."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import yaml

from rulewright.source.fits import quick_test

ROOT = Path(__file__).parents[2]
SCHEMAS = {path.stem: json.loads(path.read_text("utf-8")) for path in (ROOT / "schemas").glob("*.json")}
FOLDERS = {"rules": "rules", "scenarios": "scenario"}
FILES = [
    (FOLDERS.get(path.parent.name) or path.stem, path)
    for path in sorted([*(ROOT / "content").rglob("*.yaml"), *(ROOT / "tests").rglob("*.yaml")])
    if path.parent.name in FOLDERS or path.stem in SCHEMAS
]
WORTH = [None, True, 0, 1, -3, 1.5, "", "lower_snake", "No!", [], [1, 1], {}, {"is": "x"}, {"x": {"y": 1}}]


def places(value: Any) -> Iterator[tuple[Any, Any]]:
    """Every container with each of its keys."""
    for key in list(value) if isinstance(value, dict) else range(len(value)):
        yield value, key
        if isinstance(value[key], dict | list):
            yield from places(value[key])


def changed(value: Any, rng: random.Random) -> Any:
    """The value with one small thing otherwise."""
    value = copy.deepcopy(value)
    under, key = rng.choice(list(places(value)))
    how = rng.randrange(4)
    if how == 0:
        del under[key]
    elif how == 1:
        under[key] = rng.choice(WORTH)
    elif how == 2 and isinstance(under, dict):
        under[rng.choice(["like", "do", "values", "x", "Bad Key"])] = rng.choice(WORTH)
    elif isinstance(under, dict):
        under[f"{key}s"] = under.pop(key)
    else:
        under.append(under[key])
    return value


def test_every_schema_has_a_quick_test() -> None:
    assert {name for name, schema in SCHEMAS.items() if quick_test(schema) is None} == set()


@pytest.mark.parametrize("name", SCHEMAS)
def test_both_say_the_same(name: str) -> None:
    checker = jsonschema.Draft202012Validator.TYPE_CHECKER.redefine(
        "integer", lambda _, value: isinstance(value, int) and not isinstance(value, bool)
    )
    of = jsonschema.validators.extend(jsonschema.Draft202012Validator, type_checker=checker)
    slow, quick = of(SCHEMAS[name]), quick_test(SCHEMAS[name])
    assert quick is not None
    rng = random.Random(name)
    files = [path for kind, path in FILES if kind == name]
    said = []
    for path in rng.sample(files, min(len(files), 40)):
        value = yaml.safe_load(path.read_text("utf-8"))
        for tried in (value, *(changed(value, rng) for _ in range(15) if value)):
            said.append(quick(tried))
            assert said[-1] == slow.is_valid(tried), (path, tried)
    assert {True, False} <= set(said)


ODD = [
    ({"items": {"type": "integer"}, "prefixItems": [{"type": "string"}]}, ["a", 1], ["a", "b"]),
    ({"allOf": [{"minLength": 2}, {"maxLength": 3}]}, "ab", "abcd"),
    ({"anyOf": [{"type": "null"}, {"const": 1}]}, 1, True),
    ({"oneOf": [{"minimum": 1}, {"maximum": 2}]}, 3, 2),
    ({"not": {"type": ["string", "array"]}}, 1, "a"),
    ({"uniqueItems": True, "maxItems": 2}, [1, 2], [1, 1]),
    ({"maxProperties": 1, "dependentRequired": {"a": ["b"]}}, {"b": 1}, {"a": 1}),
    (
        {"properties": {"a": {"$ref": "#/$defs/x"}}, "$defs": {"x": {"items": {"$ref": "#/$defs/x"}}}},
        {},
        None,
    ),
]


@pytest.mark.parametrize(("schema", "good", "bad"), ODD)
def test_keywords_that_no_schema_of_ours_has(schema: dict[str, Any], good: Any, bad: Any) -> None:
    test = quick_test(schema)
    assert test is not None and test(good)
    assert bad is None or not test(bad)


def test_an_unknown_keyword_is_left_to_jsonschema() -> None:
    assert quick_test({"properties": {"a": {"contains": 1}}}) is None
    assert quick_test({"$ref": "other.json"}) is None
    assert quick_test({"enum": [1.5]}) is None
