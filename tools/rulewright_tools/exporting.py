"""The schemas of a game's files for editors: what `schema` writes."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import click

from rulewright.packs.bundled import schema_path
from rulewright.packs.linking.cards import derived_schema
from rulewright.packs.load import load
from rulewright.packs.spec import resolve
from rulewright.source.diagnostics import Problems
from rulewright.source.schema import load_schema
from rulewright_tools.failures import using
from rulewright_tools.files import writing

FILES = {
    "pack": "pack.yaml",
    "rulebook": "rulebook.yaml",
    "rules": "rules/*.yaml",
    "cards": "cards/*.yaml",
    "scenario": "scenarios/*.yaml",
    "patches": "patches/*.yaml",
    "mutants": "mutants.yaml",
}
"""The files of a pack's folder that each schema is for."""

MODELINE = "# yaml-language-server: $schema="
"""Begins the comment by which a file names its schema to the YAML extension of VS Code."""


def schemas(spec: str) -> dict[str, dict[str, Any]]:
    """The schemas of a game's files by name, that of an overlay in one file among them.

    Raises:
        UnusableGame: the game has mistakes.
    """
    with using(spec):
        game = load(spec)
    found = {name: load_schema(schema_path(name)) for name in [*FILES, "overlay"] if name != "cards"}
    return {**found, "cards": derived_schema(game.kinds, game.enums)}


def write_schemas(spec: str, out: Path) -> list[Path]:
    """Write each schema into a folder as NAME.json, also where one of these was written before.

    Raises:
        click.BadParameter: something else has such a name, or the folder cannot be written to; nothing is
            written.
    """
    found = {out / f"{name}.json": schema for name, schema in sorted(schemas(spec).items())}
    for path, schema in found.items():
        if os.path.lexists(path) and not _is_older(path, schema):
            message = (
                f"'{path.as_posix()}' is there already, and is none of these schemas; name another folder"
            )
            raise click.BadParameter(message, param_hint="--out")
    with writing(out.as_posix(), "--out"):
        out.mkdir(parents=True, exist_ok=True)
    for path, schema in found.items():
        with writing(path.as_posix(), "--out"):
            path.write_text(as_text(schema), encoding="utf-8", newline="\n")
    return [*found]


def _is_older(path: Path, schema: dict[str, Any]) -> bool:
    """Whether a file is what was once written in this place: a schema of the same title."""
    try:
        there = json.loads(path.read_bytes()) if path.is_file() else None
    except (ValueError, RecursionError):
        return False
    return isinstance(there, dict) and all(there.get(key) == schema[key] for key in ("$schema", "title"))


def as_text(schema: dict[str, Any]) -> str:
    return json.dumps(schema, ensure_ascii=False, indent=2) + "\n"


def settings_lines(spec: str, out: Path) -> list[str]:
    """Two lines for `.vscode/settings.json`, with paths from the working directory."""
    folders = [place.path for place in resolve(spec, Problems()) if place.path.is_dir()]
    globs = {
        _shown(out / f"{name}.json", "./"): [_shown(folder / files) for folder in folders]
        for name, files in FILES.items()
    }
    return [f'"yaml.schemas": {json.dumps(globs)},', '"yaml.yamlVersion": "1.2"']


def _shown(path: Path, lead: str = "") -> str:
    """As VS Code wants it: from the folder that is open, after `lead`, if the path lies in it."""
    whole, here = Path(os.path.abspath(path)), Path.cwd()
    return lead + whole.relative_to(here).as_posix() if whole.is_relative_to(here) else whole.as_posix()
