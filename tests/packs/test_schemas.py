"""The schemas themselves are sound, those that are derived from a pack's kinds too."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from shipped import spec

from rulewright.packs.bundled import bundled_ids, schema_path
from rulewright.packs.linking.cards import derived_schema
from rulewright.packs.load import load
from rulewright.source.schema_hints import FORMS
from rulewright.source.schema_words import KEYS

SCHEMAS = sorted(schema_path("pack").parent.glob("*.json"))


@pytest.mark.parametrize("path", SCHEMAS, ids=lambda path: path.stem)
def test_a_schema_is_sound(path: Path) -> None:
    jsonschema.Draft202012Validator.check_schema(json.loads(path.read_text(encoding="utf-8")))


@pytest.mark.parametrize("pack", bundled_ids())
def test_the_schema_of_cards_is_sound(pack: str) -> None:
    game = load(spec(pack))
    jsonschema.Draft202012Validator.check_schema(derived_schema(game.kinds, game.enums))


def _parts(schema: Any) -> Iterator[dict[str, Any]]:
    if isinstance(schema, dict):
        yield schema
    if isinstance(schema, dict | list):
        for part in schema.values() if isinstance(schema, dict) else schema:
            yield from _parts(part)


def test_every_form_of_a_text_or_key_has_words_and_an_example() -> None:
    """A regular expression tells no author what is expected."""
    derived = [derived_schema(load(pack).kinds, load(pack).enums) for pack in bundled_ids()[:1]]
    schemas = [json.loads(path.read_text(encoding="utf-8")) for path in SCHEMAS]
    parts = [part for schema in [*schemas, *derived] for part in _parts(schema)]
    patterns = [part for part in parts if isinstance(part.get("pattern"), str)]
    assert [p for p in patterns if "title" not in p and p["pattern"] not in FORMS] == []
    keys = [key for part in parts for key in part.get("patternProperties", ()) if isinstance(key, str)]
    assert [key for key in keys if key not in KEYS] == []
    for pattern, words in FORMS.items():
        example = words.partition("such as ")[2]
        assert re.search(pattern, example), words
    assert not any(set("^$\\") & set(words) for words in (*FORMS.values(), *KEYS.values()))
