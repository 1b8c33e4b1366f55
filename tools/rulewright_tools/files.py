"""Files that a command writes into a pack: new ones, or new texts of those that are there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import click

from rulewright.packs.bundled import bundled_ids, bundled_path
from rulewright.packs.spec import Place, resolve
from rulewright.source.diagnostics import Problems
from rulewright.source.edits import Edited
from rulewright_tools.replacing import replace_text
from rulewright_tools.streams import NOT_WRITTEN


def check_own(place: Place) -> None:
    """Refuse to write into a pack that ships, named by its id, or that is not named by where it lies.

    Raises:
        click.BadParameter: it is such a pack.
    """
    named = _named_by(place)
    if named in bundled_ids():
        message = (
            f"'{named}' ships with Rulewright and is not written to: lay an expansion over it "
            f"(rulewright new expansion {named} NAME), or name a copy of its folder"
        )
        raise click.BadParameter(message, param_hint="SPEC")
    check_place(place)


def check_place(place: Place) -> None:
    """Refuse to write into a pack as it was at a revision: what is read of it is a copy.

    Raises:
        click.BadParameter: it is named as such.
    """
    named = _named_by(place)
    if named not in bundled_ids() and not Path(named).exists():
        message = f"'{named}' is no place to write to: name the folder or file of the pack"
        raise click.BadParameter(message, param_hint="SPEC")


def _named_by(place: Place) -> str:
    """The part of a spec that names it."""
    return place.span.file.text[place.span.start : place.span.end]


def check_outside(spec: str, target: str, option: str, done: str) -> None:
    """Refuse to write what comes of a game into its packs, or into one that ships.

    Args:
        spec: one that can be resolved.
        done: what the command does with the game: "played".

    Raises:
        click.BadParameter: the target is a pack's file or folder, or lies in it.
    """
    path = Path(target).resolve()
    for place in resolve(spec, Problems()):
        if path.is_relative_to(place.path.resolve()):
            message = f"'{target}' is in the pack that is {done}; name a place outside {place.path}"
            raise click.BadParameter(message, param_hint=option)
    for id_ in bundled_ids():
        if path.is_relative_to(bundled_path(id_).resolve()):
            message = f"'{target}' is in the pack '{id_}', which ships with Rulewright; name another place"
            raise click.BadParameter(message, param_hint=option)


def write_edited(files: Mapping[Path, Edited]) -> None:
    """Give files the texts that they are to have; those that are not there yet come into being.

    Raises:
        click.BadParameter: a file cannot be written.
        OSError: with the name of the file in the middle of which writing failed.
        click.ClickException: a file was changed by somebody else since it was read; it is left as it is.
    """
    write_new({path: new.after.text for path, new in files.items() if new.before.path is None})
    for path, new in files.items():
        if new.before.path is None:
            continue
        with writing(path.as_posix(), "SPEC"):
            if not replace_text(new.before, new.after.text):
                raise click.ClickException(f"'{path}' was changed meanwhile, and is left as it is")


def write_new(texts: Mapping[Path, str], argument: str = "SPEC") -> None:
    """Write files that are not there yet, all or none, and the folders they need.

    Args:
        argument: what of the command line tells where.

    Raises:
        click.BadParameter: a file is there, or cannot be written.
        OSError: with the name of the file in the middle of which writing failed.
    """
    done: list[Path] = []
    try:
        for path, text in texts.items():
            with writing(path.as_posix(), argument):
                path.parent.mkdir(parents=True, exist_ok=True)
                with path.open("x", encoding="utf-8", newline="\n") as file:
                    done.append(path)
                    file.write(text)
    except (OSError, click.BadParameter):
        for path in done:
            path.unlink(missing_ok=True)
        raise


def write_table(path: Path, text: str) -> None:
    """Write a table with a mark by which spreadsheets see that it is UTF-8; raises as `writing` does."""
    with writing(str(path), "--csv"):
        path.write_text(text, "utf-8-sig", newline="")


@contextmanager
def writing(target: str | None, argument: str, instead: str = "name a folder") -> Iterator[None]:
    """In the block something is written where the command line says.

    Args:
        target: a file or folder, by the name that it was given; None if errors name it.
        argument: the option or argument that gave it.
        instead: what to do where a file has the name of a folder.

    Raises:
        click.BadParameter: that is no place to write to.
        OSError: with its name, if writing failed in the middle of it, as on a device that is full.
    """
    try:
        yield
    except OSError as error:
        name = str(error.filename) if target is None else target
        if error.errno in NOT_WRITTEN:
            raise OSError(error.errno, error.strerror, name) from None
        reason = (error.strerror or str(error)).lower()
        if name == "":
            reason = "it has no name"
        elif isinstance(error, FileExistsError):
            reason = f"a file has this name; {instead}"
        raise click.BadParameter(f"cannot write '{name}': {reason}", param_hint=argument) from None
