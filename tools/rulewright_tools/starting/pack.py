"""A new game: the pack in the folder beside this file, under another name."""

from __future__ import annotations

from pathlib import Path

from rulewright_tools.starting.places import with_schema

TEMPLATE = Path(__file__).parent / "my_game"
"""A pack as any other, which is checked and tested as such."""


def pack_files(folder: Path, id_: str) -> dict[Path, str]:
    """The files of a small game that can be played, by their paths."""
    title = _title(id_)
    found = {}
    for path in sorted(TEMPLATE.rglob("*.yaml"), key=_order):
        text = path.read_text("utf-8").replace(f"title: {_title(TEMPLATE.name)}", f"title: {title}")
        new = folder / path.relative_to(TEMPLATE)
        found[new] = with_schema(folder, new, text.replace(TEMPLATE.name, id_))
    return found


def _title(id_: str) -> str:
    return id_.replace("_", " ").capitalize()


def _order(path: Path) -> tuple[int, str]:
    """The manifest first, then files before folders."""
    return len(path.relative_to(TEMPLATE).parts), path.as_posix()
