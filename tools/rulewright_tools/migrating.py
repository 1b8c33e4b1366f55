"""Packs of an older content format written in the current one: what `fmt --migrate` does."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import click

from rulewright.packs.migrations import CURRENT, Look, Migration, format_of, migrated, migrations
from rulewright.packs.stack import wrong_format
from rulewright.source.diagnostics import Problems
from rulewright.source.edits import Edited
from rulewright.source.reader import parse_yaml, read_yaml
from rulewright.source.text import SourceFile, Span
from rulewright.source.tree import Mapping
from rulewright_tools.forming import Formed, form, shown, yaml_files


@dataclass(slots=True)
class Migrated:
    """What is done to a pack: the steps, and what a person has to look at.

    `failed` is whether a file of it cannot be read before or after; then none of them is to be written.
    """

    manifest: Path
    found: int
    steps: list[Migration]
    looks: list[Look] = field(default_factory=list)
    failed: bool = False

    def words(self) -> list[str]:
        if self.failed:
            return [f"{shown(self.manifest)}: left in format {self.found}, with all files of the pack"]
        lines = [f"{shown(self.manifest)}: from format {self.found} to {CURRENT}"]
        lines += [f"  {step.name}: {step.says}" for step in self.steps]
        return lines + [f"  look at {look.span}: {look.says}" for look in self.looks]


def of_formats(files: Sequence[Path], problems: Problems) -> dict[Path, Migrated]:
    """Which files belong to a pack of an older format, and the steps for it; other formats are noted.

    Raises:
        click.BadParameter: not all files of such a pack are among them.
    """
    found: dict[Path, Migrated] = {}
    for path in files:
        manifest = _manifest(path)
        tree = read_yaml(manifest, shown(manifest), Problems()) if manifest.is_file() else None
        number = format_of(tree) if tree is not None else None
        if tree is None or number is None:
            continue
        assert isinstance(number.value, int)
        if 0 <= number.value < CURRENT:
            known = (one for one in found.values() if one.manifest == manifest)
            found[path] = next(known, None) or Migrated(manifest, number.value, migrations(number.value))
        elif path == manifest:
            wrong_format(tree, problems)
    for manifest in {work.manifest for work in found.values()}:
        _check_whole(manifest, files)
    return found


def _check_whole(manifest: Path, files: Sequence[Path]) -> None:
    """A manifest of the new format would hide that a file which is not named is still of the old one."""
    if manifest.name != "pack.yaml":
        return
    named = {path.resolve() for path in files}
    for path in yaml_files([manifest.parent]):
        if _manifest(path) == manifest and path.resolve() not in named:
            message = f"'{shown(manifest.parent)}' is migrated as a whole: name the folder, not files in it"
            raise click.BadParameter(message, param_hint="PATH…")


def form_migrated(path: Path, work: Migrated | None, problems: Problems) -> Formed | None:
    """A file as `form` gives it, after the steps for its pack; problems are placed in the file as it is."""
    if work is None:
        return form(path, problems)
    found = Problems()
    done: list[Edited] = []
    formed = form(path, found, _migrated_by(path, work, found, done))
    work.failed |= formed is None
    for problem in found.found:
        related = tuple((label, _as_it_is(span, done)) for label, span in problem.related)
        problems.found.append(replace(problem, span=_as_it_is(problem.span, done), related=related, fix=None))
    return formed


def _as_it_is(span: Span, done: Sequence[Edited]) -> Span:
    """Where something in a text between two steps, or after all, stands in the file as it is."""
    for edited in reversed(done):
        if span.file.text == edited.after.text:
            span = edited.origin(span)
    return span


def _migrated_by(
    path: Path, work: Migrated, problems: Problems, done: list[Edited]
) -> Callable[[str], str | None]:
    """All steps for the text of a file, which come into `done`; None if a text cannot be read."""

    def change(text: str) -> str | None:
        for step in work.steps:
            file = SourceFile.of(shown(path), text)
            tree = parse_yaml(file, problems)
            if not isinstance(tree, Mapping):
                return None
            edited, looks = migrated(step, path, file, tree)
            work.looks += [Look(_as_it_is(look.span, done), look.says) for look in looks]
            done.append(edited)
            text = edited.after.text
        return text

    return change


def _manifest(path: Path) -> Path:
    """The pack.yaml of a file's pack; the file itself if it is one, or an overlay of one file."""
    if path.name in ("rulebook.yaml", "mutants.yaml"):
        return path.with_name("pack.yaml")
    above = path.parent.parent / "pack.yaml"
    return (
        above if path.parent.name in ("rules", "cards", "scenarios", "patches") and above.is_file() else path
    )
