"""Where the content and the schemas that ship with Rulewright are found."""

from __future__ import annotations

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent.parent


def _root(name: str) -> Path:
    """The folder in the wheel, otherwise the one beside `framework/` in a checkout."""
    shipped = _PACKAGE / "_bundled" / name
    if shipped.is_dir():
        return shipped
    beside = _PACKAGE.parent.parent / name
    assert beside.is_dir(), f"neither {shipped} nor {beside} exists: this installation is not whole"
    return beside


def content_root() -> Path:
    """The folder that holds the bundled packs, one folder each."""
    return _root("content")


def schema_path(name: str) -> Path:
    """The schema file `name`: pack, rules, rulebook or scenario."""
    return _root("schemas") / f"{name}.json"


def bundled_ids() -> list[str]:
    """The ids of the bundled packs, sorted."""
    return sorted(folder.name for folder in content_root().iterdir() if (folder / "pack.yaml").is_file())
