"""Packs of an older content format written in the current one: what `fmt --migrate` does."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from rulewright.packs.migrations import CURRENT, Look, Migration, format_of, migrated, migrations
from rulewright.packs.stack import wrong_format
from rulewright.source.diagnostics import Problems
from rulewright.source.reader import parse_yaml, read_yaml
from rulewright.source.text import SourceFile
from rulewright.source.tree import Mapping
from rulewright_tools.forming import shown


@dataclass(slots=True)
class Migrated:
    """What was done to a pack: the steps, and what a person has to look at."""

    manifest: Path
    found: int
    steps: list[Migration]
    looks: list[Look] = field(default_factory=list)

    def words(self) -> list[str]:
        lines = [f"{shown(self.manifest)}: from format {self.found} to {CURRENT}"]
        lines += [f"  {step.name}: {step.says}" for step in self.steps]
        return lines + [f"  look at {look.span}: {look.says}" for look in self.looks]


def of_formats(files: Sequence[Path], problems: Problems) -> dict[Path, Migrated]:
    """Which files belong to a pack of an older format, and the steps for it; newer formats are noted."""
    found: dict[Path, Migrated] = {}
    for path in files:
        manifest = _manifest(path)
        tree = read_yaml(manifest, shown(manifest), Problems()) if manifest.is_file() else None
        number = format_of(tree) if tree is not None else None
        if tree is None or number is None:
            continue
        assert isinstance(number.value, int)
        if number.value < CURRENT:
            known = (one for one in found.values() if one.manifest == manifest)
            found[path] = next(known, None) or Migrated(manifest, number.value, migrations(number.value))
        elif path == manifest:
            wrong_format(tree, problems)
    return found


def migrated_by(path: Path, work: Migrated | None, problems: Problems) -> Callable[[str], str | None]:
    """What is done to the text of a file: all steps; it gives None if a text cannot be read."""

    def change(text: str) -> str | None:
        if work is None:
            return text
        for step in work.steps:
            file = SourceFile.of(shown(path), text)
            tree = parse_yaml(file, problems)
            if not isinstance(tree, Mapping):
                return None
            text, looks = migrated(step, path, file, tree)
            work.looks += looks
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
