"""Files of the packs that ship name their schema to editors, and the schemas of cards are up to date.

Scenarios are left to the settings of an editor (`.vscode/settings.json`): they are many and short.
"""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from shipped import spec

from rulewright.packs.bundled import content_root, schema_path
from rulewright_tools.exporting import FILES, MODELINE, as_text, schemas
from rulewright_tools.forming import yaml_files

CONTENT, SCHEMAS = content_root(), schema_path("pack").parent
ROOT = CONTENT.parent
BY_PLACE = {files.partition("/")[0]: name for name, files in FILES.items()}
PATHS = [path for path in yaml_files([CONTENT]) if path.parent.name != "scenarios"]
WITH_CARDS = sorted({path.parent.parent.name for path in PATHS if path.parent.name == "cards"})


def schema_of(path: Path) -> Path:
    parts = path.relative_to(CONTENT).parts
    if len(parts) == 1:
        return SCHEMAS / "overlay.json"
    name = BY_PLACE[parts[1]]
    return SCHEMAS / "cards" / f"{parts[0]}.json" if name == "cards" else SCHEMAS / f"{name}.json"


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.relative_to(CONTENT).as_posix())
def test_each_file_begins_with_its_schema(path: Path) -> None:
    schema = schema_of(path)
    assert schema.is_file()
    wanted = MODELINE + Path(os.path.relpath(schema, path.parent)).as_posix()
    assert path.read_text(encoding="utf-8").split("\n", 1)[0] == wanted


@pytest.mark.parametrize("pack", WITH_CARDS)
def test_the_schema_of_cards_is_that_of_the_game(pack: str) -> None:
    """`rulewright schema SPEC --out DIR` writes it anew; its cards.json goes to `schemas/cards/PACK.json`."""
    written = (SCHEMAS / "cards" / f"{pack}.json").read_text(encoding="utf-8")
    assert written == as_text(schemas(spec(pack))["cards"])


def test_the_settings_of_this_folder_know_the_scenarios() -> None:
    settings = json.loads((ROOT / ".vscode" / "settings.json").read_text(encoding="utf-8"))
    assert settings == {
        "yaml.schemas": {"./schemas/scenario.json": ["content/*/scenarios/*.yaml"]},
        "yaml.yamlVersion": "1.2",
    }
