"""Where starting points go: folders and ids that are free, packs that may be written to."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from pathlib import Path

import click

from rulewright.packs.bundled import bundled_ids
from rulewright.packs.spec import Place, resolve
from rulewright.source.diagnostics import Problems
from rulewright_tools.exporting import FILES, MODELINE
from rulewright_tools.files import check_own

SCHEMAS = "schemas"
_WORD = re.compile(r"(?!(true|false|null|yes|no|on|off|y|n)$)[a-z][a-z0-9_]*")
"""No word that some readers of YAML take for a truth or for nothing."""


def check_id(word: str, what: str) -> None:
    """Refuse a word that is no id.

    Raises:
        click.BadParameter: with the nearest id, if there is one.
    """
    if _WORD.fullmatch(word):
        return
    near = re.sub(r"[^a-z0-9]+", "_", word.casefold()).strip("_")
    hint = f"; '{near}' would do" if _WORD.fullmatch(near) else ""
    letters = "lower-case letters, digits and _, a letter first, and is no yes or no"
    message = f"'{word}' is no id: it has {letters}{hint}"
    raise click.BadParameter(message, param_hint=what)


def new_folder(path: Path) -> str:
    """The id of the pack that is to come into a folder.

    Raises:
        click.BadParameter: the folder is not empty or lies in a pack, or its name cannot be the id of a
            new pack.
    """
    whole = path.resolve()
    id_ = whole.name
    check_id(id_, "FOLDER")
    if id_ in bundled_ids():
        message = f"a pack '{id_}' ships with Rulewright: choose another name"
        raise click.BadParameter(message, param_hint="FOLDER")
    if path.exists() and not (path.is_dir() and not any(path.iterdir())):
        raise click.BadParameter(f"'{path}' is there already: choose another name", param_hint="FOLDER")
    around = next((folder for folder in whole.parents if (folder / "pack.yaml").exists()), None)
    if around is not None:
        message = f"'{path}' would lie in the pack '{around.name}': choose a place outside it"
        raise click.BadParameter(message, param_hint="FOLDER")
    return id_


def pack_to_write(spec: str) -> Place:
    """The last pack of a spec, which must be a folder that does not ship.

    Raises:
        click.BadParameter: it is not.
    """
    place = resolve(spec, Problems())[-1]
    check_own(place)
    if place.path.is_file():
        message = f"'{place.path}' is an overlay in one file; new files need a pack that is a folder"
        raise click.BadParameter(message, param_hint="SPEC")
    return place


def refuse_files(paths: Iterable[Path]) -> None:
    """Refuse files that are there already.

    Raises:
        click.BadParameter: one is.
    """
    for path in paths:
        if path.exists():
            raise click.BadParameter(f"'{path}' is there already, and is not overwritten")


def with_schema(folder: Path, path: Path, text: str) -> str:
    """The text of a file of a pack with a first line by which editors find its schema.

    Schemas lie in the folder `schemas` of the pack, where `rulewright schema` is told to put them. Scenarios
    do not name theirs, as those of the packs that ship.
    """
    place, *others = path.relative_to(folder).parts
    name = next(name for name, files in FILES.items() if files.partition("/")[0] == place)
    return text if name == "scenario" else f"{MODELINE}{'../' * len(others)}{SCHEMAS}/{name}.json\n{text}"


def schema_command(spec: str, folder: Path) -> str:
    return f"schema {spec} --out {(folder / SCHEMAS).as_posix()}"


def in_words(texts: Mapping[Path, str], next_: Iterable[str]) -> str:
    """What was written, and the commands that come next."""
    lines = [f"written: {path.as_posix()}" for path in texts]
    return "\n".join([*lines, "next:", *(f"  rulewright {command}" for command in next_)])
