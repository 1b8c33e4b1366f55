"""From one content format to the next: named rules that change the text of packs, so that comments stay.

A bump of the format raises `CURRENT`, and adds a `Migration` with an example in its test. There has been none
since packs were first released with format 1; format 0 was never released and shows how one is written.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from rulewright.source.edits import Edit, Edited, apart, edited
from rulewright.source.records import record
from rulewright.source.text import SourceFile, Span
from rulewright.source.tree import Branch, Mapping, Scalar, Sequence

CURRENT = 1
"""The content format that this version reads."""


@record(frozen=True, slots=True)
class Look:
    """A place that a person has to look at after a migration, and why."""

    span: Span
    says: str


Change = Edit | Look


@record(frozen=True, slots=True)
class Migration:
    """One step of the format. `change` finds what to do in a file, given its path and its tree."""

    name: str
    before: int
    after: int
    says: str
    change: Callable[[Path, Mapping], Iterable[Change]]


def migrations(found: int) -> list[Migration]:
    """The steps from a format to the current one, in order."""
    return [step for step in MIGRATIONS if step.before >= found]


def migrated(step: Migration, path: Path, file: SourceFile, tree: Mapping) -> tuple[Edited, list[Look]]:
    """A file before and after a step, and what to look at in it."""
    edits = []
    looks = []
    for change in step.change(path, tree):
        if isinstance(change, Edit):
            edits.append(change)
        else:
            looks.append(change)
    number = format_of(tree)
    if number is not None:
        edits.append(Edit(number.span, str(step.after)))
    return edited(file, apart(edits)), looks


def format_of(tree: Mapping) -> Scalar | None:
    """Where a manifest, or an overlay of one file, says its format; None if it says none."""
    found = tree.items.get("format")
    is_number = (
        isinstance(found, Scalar) and isinstance(found.value, int) and not isinstance(found.value, bool)
    )
    return found if isinstance(found, Scalar) and is_number else None


def _count_is_copies(path: Path, tree: Mapping) -> Iterator[Change]:
    """`count` is built into the effect language, so that a field of that name could not be read."""
    if path.parent.name == "cards":
        yield from _renamed(_entries(tree), "count", "copies")
    elif path.parent.name == "patches" or "patch" in tree.items or "patches" in tree.items:
        for span in _keys(tree, "count"):
            yield Look(span, "`count` is called `copies` now if this is a card's")


def _entries(tree: Mapping) -> Iterator[Mapping]:
    """The entries and templates of a card file."""
    for kind, entries in tree.items.items():
        if not isinstance(entries, Mapping):
            continue
        if kind == "templates":
            yield from _entries(entries)
        else:
            yield from (entry for entry in entries.items.values() if isinstance(entry, Mapping))


def _renamed(under: Iterable[Mapping], old: str, new: str) -> Iterator[Edit]:
    for mapping in under:
        if old in mapping.items:
            yield Edit(mapping.key_spans[old], new)


def _keys(branch: Branch, name: str) -> Iterator[Span]:
    """Where a key stands, however deep."""
    if isinstance(branch, Mapping):
        for key, item in branch.items.items():
            if key == name:
                yield branch.key_spans[key]
            yield from _keys(item, name)
    elif isinstance(branch, Sequence):
        for item in branch.items:
            yield from _keys(item, name)


MIGRATIONS = (Migration("count_is_copies", 0, 1, "`count` of a card is called `copies`", _count_is_copies),)
