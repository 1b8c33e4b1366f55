"""The schemas themselves are sound, those that are derived from a pack's kinds too."""

from __future__ import annotations

import json
from pathlib import Path

import jsonschema
import pytest
from shipped import spec

from rulewright.packs.bundled import bundled_ids, schema_path
from rulewright.packs.linking.cards import derived_schema
from rulewright.packs.load import load

SCHEMAS = sorted(schema_path("pack").parent.glob("*.json"))


@pytest.mark.parametrize("path", SCHEMAS, ids=lambda path: path.stem)
def test_a_schema_is_sound(path: Path) -> None:
    jsonschema.Draft202012Validator.check_schema(json.loads(path.read_text(encoding="utf-8")))


@pytest.mark.parametrize("pack", bundled_ids())
def test_the_schema_of_cards_is_sound(pack: str) -> None:
    game = load(spec(pack))
    jsonschema.Draft202012Validator.check_schema(derived_schema(game.kinds, game.enums))
