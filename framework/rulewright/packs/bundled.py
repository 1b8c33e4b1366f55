"""Where the content and the schemas that ship with Rulewright are found."""

from __future__ import annotations

from functools import cache
from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent.parent


@cache
def _root(name: str) -> Path:
    """The folder in the wheel, otherwise the one beside `framework/` in a checkout."""
    shipped = _PACKAGE / "_bundled" / name
    if shipped.is_dir():
        return shipped
    beside = _PACKAGE.parent.parent / name
    assert beside.is_dir(), f"neither {shipped} nor {beside} exists: this installation is not whole"
    return beside


def content_root() -> Path:
    """The folder that holds the bundled packs, a folder or file each."""
    return _root("content")


def schema_path(name: str) -> Path:
    """The schema file `name`: pack, rules, rulebook or scenario."""
    return _root("schemas") / f"{name}.json"


def bundled_path(id_: str) -> Path:
    """The folder of a bundled pack, or the file of an overlay that is one."""
    folder = content_root() / id_
    return folder if folder.is_dir() else folder.with_name(f"{id_}.yaml")


def bundled_ids() -> list[str]:
    """The ids of the bundled packs, sorted."""
    root = content_root()
    folders = [folder.name for folder in root.iterdir() if (folder / "pack.yaml").is_file()]
    return sorted([*folders, *(file.stem for file in root.glob("*.yaml"))])
