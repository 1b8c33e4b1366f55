"""Files that a command writes into a pack: new ones, or new texts of those that are there."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import click

from rulewright.packs.bundled import bundled_ids
from rulewright.packs.spec import Place

_MARK = b"\xef\xbb\xbf"


def refuse_bundled(place: Place) -> None:
    """Refuse to write into a pack that ships, named by its id.

    Raises:
        click.BadParameter: it is one.
    """
    named = place.span.file.text[place.span.start : place.span.end]
    if named in bundled_ids():
        message = (
            f"'{named}' ships with Rulewright and is not written to: lay an expansion over it "
            f"(rulewright new expansion {named} NAME), or name a copy of its folder"
        )
        raise click.BadParameter(message, param_hint="SPEC")


def write_all(texts: Mapping[Path, str]) -> None:
    """Give files new texts, all or none: a file is whole at any time. A byte order mark stays.

    Raises:
        OSError: with the name of the file that cannot be written; then none is changed.
    """
    ready: list[tuple[Path, Path]] = []
    try:
        for path, text in texts.items():
            target = path.resolve()
            beside = target.with_name(f".{target.name}.new")
            with _named(path):
                target.parent.mkdir(exist_ok=True)
                ready.append((path, beside))
                marked = target.exists() and target.read_bytes().startswith(_MARK)
                beside.write_bytes((_MARK if marked else b"") + text.encode())
                if target.exists():
                    shutil.copymode(target, beside)
        for path, beside in ready:
            with _named(path):
                os.replace(beside, path.resolve())
    finally:
        for _, beside in ready:
            beside.unlink(missing_ok=True)


def write_new(texts: Mapping[Path, str]) -> None:
    """Write files that are not there yet, and the folders they need.

    Raises:
        FileExistsError: one of them is there; nothing is written.
        OSError: with the name of the file that cannot be written.
    """
    for path in texts:
        if path.exists():
            raise FileExistsError(17, "there is such a file already", path.as_posix())
    for path, text in texts.items():
        with _named(path):
            path.parent.mkdir(parents=True, exist_ok=True)
            with path.open("x", encoding="utf-8", newline="\n") as file:
                file.write(text)


@contextmanager
def _named(path: Path) -> Iterator[None]:
    """An error of the system tells the file by the name that it was given."""
    try:
        yield
    except OSError as error:
        raise OSError(error.errno, error.strerror, path.as_posix()) from None
