"""Game specs: pack ids and paths joined by `+`, base first.

A `+` may also belong to a path: each part is as long as something exists under it. `PATH@REVISION` is a
part as it was at a revision of the git repository that it is in.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from rulewright.packs.bundled import bundled_ids, bundled_path
from rulewright.packs.files import is_archive
from rulewright.source.diagnostics import Problems
from rulewright.source.records import record
from rulewright.source.suggest import did_you_mean
from rulewright.source.text import SourceFile, Span

SPEC_FILE = "<spec>"
"""Where problems with a spec itself are placed."""


@record(frozen=True, slots=True)
class Place:
    """A part of a spec: the folder, or the file of an overlay, and where the spec names it."""

    path: Path
    span: Span


def resolve(spec: str, problems: Problems) -> list[Place]:
    """What a game spec names; what it does not find is noted at its place in the spec."""
    file = SourceFile.of(SPEC_FILE, spec)
    places: list[Place] = []
    start = 0
    for index, part in enumerate(_parts(spec)):
        span = Span(file, start, start + len(part))
        start += len(part) + 1
        if path := _path(part, span, index > 0, problems):
            places.append(Place(path, span))
    return places


def _parts(spec: str) -> Iterator[str]:
    """What stands between the `+` that join."""
    pieces = spec.split("+")
    while pieces:
        whole = (n for n in range(len(pieces), 1, -1) if Path("+".join(pieces[:n])).exists())
        n = next(whole, 1)
        yield "+".join(pieces[:n])
        del pieces[:n]


def _path(part: str, span: Span, overlay: bool, problems: Problems) -> Path | None:
    if part in bundled_ids():
        return bundled_path(part)
    path = Path(part)
    if is_archive(path):
        problems.error("P603", f"'{part}' is an archive", span, expected="a folder", hint="unpack it first")
        return None
    if part and (path / "pack.yaml").is_symlink():
        message = f"pack.yaml of '{part}' is a symbolic link"
        problems.error("P623", message, span, expected="the file itself", hint="copy it into the folder")
        return None
    if part and (path / "pack.yaml").is_file():
        return path
    if path.suffix == ".yaml" and path.is_file() and path.name != "pack.yaml":
        if overlay:
            return path
        message = f"'{part}' is a file, and so at most an overlay"
        way = f"put the game before it, as in 'GAME+{part}'"
        folder = next((above for above in path.parents if (above / "pack.yaml").is_file()), None)
        if folder is not None and path.parent != Path():
            way = f"name the folder of its pack: '{folder.as_posix()}'"
        problems.error("P602", message, span, hint=way)
        return None
    if part and path.is_dir():
        problems.error("P604", f"folder '{part}' has no pack.yaml", span)
        return None
    if part and path.exists() and not path.is_file():
        problems.error("Y101", "this is not a file", span, expected="a pack's folder or an overlay's file")
        return None
    where, at, revision = part.rpartition("@")
    if at and where and revision:
        return _path_at(where, revision, span, overlay, problems)
    hint = did_you_mean(part, [*bundled_ids(), *_packs_beside(part)])
    if part and (path.parent / "pack.yaml").is_file():
        hint = f"name the folder: '{path.parent.as_posix()}'"
    elif hint is None and len(span.file.text) > len(part):
        hint = f"there is no '{span.file.text}' either, if that was meant as one path"
    or_file = " or of an overlay's file" if overlay else ""
    expected = "a pack's id (" + ", ".join(bundled_ids()) + f") or the path of its folder{or_file}"
    problems.error("P601", f"unknown pack '{part}'", span, expected=expected, hint=hint)
    return None


def _path_at(where: str, revision: str, span: Span, overlay: bool, problems: Problems) -> Path | None:
    from rulewright.packs.revisions import NoRevision, at_revision  # runs git, and is seldom needed

    path = bundled_path(where) if where in bundled_ids() else Path(where)
    try:
        found = at_revision(path, revision)
    except NoRevision as why:
        hint = "`git log` lists the revisions; `PATH@REVISION` is a pack as it was at one"
        problems.error("P616", str(why), span, hint=hint)
        return None
    if found.is_file() and not overlay:
        problems.error(
            "P602",
            f"'{where}' is a file, and so at most an overlay",
            span,
            expected="a folder",
            hint=f"lay it over a game: GAME+{where}",
        )
        return None
    if found.is_dir() and not (found / "pack.yaml").is_file():
        problems.error("P604", f"'{where}' had no pack.yaml at '{revision}'", span)
        return None
    return found


def _packs_beside(part: str) -> list[str]:
    """The packs in the folder in which a path looks for one, spelt as that path is."""
    path = Path(part)
    lead = part.rstrip("/").removesuffix(path.name)
    return [lead + found.parent.name for found in sorted(path.parent.glob("*/pack.yaml"))]
