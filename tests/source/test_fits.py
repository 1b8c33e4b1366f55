"""What jsonschema-rs lets pass at once, jsonschema would: on what is right and on what is wrong."""

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

from rulewright.source.schema import _fits

ROOT = Path(__file__).parents[2]
SCHEMAS = {path.stem: json.loads(path.read_text("utf-8")) for path in (ROOT / "schemas").glob("*.json")}
FOLDERS = {"rules": "rules", "scenarios": "scenario", "patches": "patches", "content": "overlay"}
FILES = [
    (FOLDERS.get(path.parent.name) or path.stem, path)
    for path in sorted([*(ROOT / "content").rglob("*.yaml"), *(ROOT / "tests").rglob("*.yaml")])
    if path.parent.name in FOLDERS or path.stem in SCHEMAS
]
WORTH = [None, True, 0, 1, -3, "", "lower_snake", "No!", [], [1, 1], {}, {"is": "x"}, {"x": {"y": 1}}]


def as_text_keys(value: Any) -> Any:
    """As our reader has it: keys are text."""
    if isinstance(value, list):
        return [as_text_keys(item) for item in value]
    return {str(k): as_text_keys(v) for k, v in value.items()} if isinstance(value, dict) else value


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


@pytest.mark.parametrize("name", SCHEMAS)
def test_both_say_the_same(name: str) -> None:
    checker = jsonschema.Draft202012Validator.TYPE_CHECKER.redefine(
        "integer", lambda _, value: isinstance(value, int) and not isinstance(value, bool)
    )
    of = jsonschema.validators.extend(jsonschema.Draft202012Validator, type_checker=checker)
    slow = of(SCHEMAS[name])
    rng = random.Random(name)
    files = [path for kind, path in FILES if kind == name]
    said = []
    for path in rng.sample(files, min(len(files), 40)):
        value = as_text_keys(yaml.safe_load(path.read_text("utf-8")))
        for tried in (value, *(changed(value, rng) for _ in range(15) if value)):
            said.append(_fits(tried, SCHEMAS[name]))
            assert said[-1] == slow.is_valid(tried), (path, tried)
    assert {True, False} <= set(said)


@pytest.mark.parametrize(("value", "fits"), [(1, True), (1.0, False), (True, False), ("1", False)])
def test_only_whole_numbers_written_as_such_are_integers(value: Any, fits: bool) -> None:
    assert _fits({"a": [value]}, INTEGERS) == fits


INTEGERS = {"properties": {"a": {"items": {"type": "integer"}}}}
