"""Every name that packs declare, with the addresses at which they do."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.packs.gather import Gathered
from rulewright.packs.overlays.addresses import Path, declarations, get
from rulewright.packs.overlays.lists import holds_ids, strategy
from rulewright.source.tree import Branch, Mapping, Scalar, Sequence

_LOCAL = frozenset({"params", "choose"})
"""Names in these are known in the texts of one declaration only."""

_ROWS = "values"  # the keys there are symbols that are declared elsewhere


def every_id(found: Gathered) -> dict[str, list[Path]]:
    """The addresses at which each name is declared."""
    ids: dict[str, list[Path]] = {}
    for head in declarations(found):
        branch = get(found, head)
        if branch is not None:
            for path in ids_in(head, branch, found):
                ids.setdefault(path[-1], []).append(path)
    return ids


def ids_in(head: Path, branch: Branch, found: Gathered) -> Iterator[Path]:
    """The addresses of a declaration and of all that it declares itself."""
    if head[0] == "texts":
        return  # what is worded there is declared elsewhere
    if len(head) > 1:
        yield head
    yield from _below(head, branch, found)


def is_local(path: Path) -> bool:
    """Whether a name means something in the texts of its declaration only."""
    return len(path) > 2 and path[-2] in _LOCAL


def _below(path: Path, branch: Branch, found: Gathered) -> Iterator[Path]:
    if isinstance(branch, Mapping):
        ids = holds_ids(path) and path[-1] != _ROWS
        for key, item in branch.items.items():
            if ids:
                yield (*path, key)
            yield from _below((*path, key), item, found)
    elif isinstance(branch, Sequence) and _declares(path, found):
        yield from ((*path, item.text.text) for item in branch.items if isinstance(item, Scalar))


def _declares(path: Path, found: Gathered) -> bool:
    """Whether the items of a list are names of its own: symbols of an enum, values of a setting."""
    return path[0] in ("enums", "settings") and strategy(path, found.section("kinds")) == "sequence"
