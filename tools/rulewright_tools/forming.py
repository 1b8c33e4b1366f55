"""Files of packs in the one way to write them: what `fmt` does, a file at a time."""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from textwrap import dedent

import click

from rulewright.dsl.format import format_text
from rulewright.packs.bundled import bundled_ids, bundled_path
from rulewright.packs.effect_places import effect_places
from rulewright.packs.overlays.texts import ORIGINAL, wraps
from rulewright.source.diagnostics import Problems
from rulewright.source.layout import comments, is_rewritten, laid_out
from rulewright.source.reader import parse_yaml, read_file
from rulewright.source.text import SourceFile
from rulewright.source.tree import Branch, Mapping, Plain, Scalar
from rulewright.source.tree import Sequence as Listed
from rulewright_tools.files import writing
from rulewright_tools.replacing import replace_files


@dataclass(frozen=True, slots=True)
class Formed:
    """A file as it is written, and as it is to be."""

    path: Path
    before: str
    after: str

    @property
    def changed(self) -> bool:
        return self.before != self.after

    def diff(self) -> str:
        name = shown(self.path)
        before, after = (text.splitlines(keepends=True) for text in (self.before, self.after))
        lines = difflib.unified_diff(before, after, name, f"{name}, formed")
        return "".join(line if line.endswith("\n") else line + "\n" for line in lines)


def write_formed(files: Iterable[Formed]) -> None:
    """Write files as they are to be, all or none.

    Raises:
        click.BadParameter: one cannot be written.
    """
    with writing(None, "PATH…"):
        replace_files({file.path: file.after.encode("utf-8") for file in files})


def shown(path: Path) -> str:
    return path.as_posix()


def refuse_ids(paths: Sequence[Path]) -> None:
    """Refuse what is no path and names a pack that ships: it is written so already, and not written to.

    Raises:
        click.BadParameter: says where the pack lies.
    """
    for path in paths:
        if not path.exists() and str(path) in bundled_ids():
            message = f"'{path}' is a pack that ships, and is not written to; expected: a file or a folder"
            message += f"; a copy of '{shown(bundled_path(str(path)))}' can be formed"
            raise click.BadParameter(message, param_hint="PATH…")


def yaml_files(paths: Sequence[Path]) -> Iterator[Path]:
    """The YAML files that are named, or that lie below a folder that is; hidden folders are left out."""
    for path in paths:
        if not path.is_dir():
            yield path
            continue
        for found in sorted(path.rglob("*.yaml")):
            if not any(part.startswith(".") for part in found.relative_to(path).parts):
                yield found


def form(
    path: Path, problems: Problems, change: Callable[[str], str | None] = lambda text: text
) -> Formed | None:
    """A file in the one way to write it; None if it cannot be read, which is noted.

    Args:
        change: what is done to its text before that; None if it cannot be done, which is noted.
    """
    read = read_file(path, shown(path), problems)
    if read is None:
        return None
    text = change(read.text.replace("\r\n", "\n").replace("\r", "\n"))
    after = None if text is None else formed_text(path, text, problems)
    return None if after is None else Formed(path, path.read_bytes().decode("utf-8"), after)


def formed_text(path: Path, text: str, problems: Problems) -> str | None:
    """The text of a file, which says the same as before: the same values, effects and comments."""
    file = SourceFile.of(shown(path), text)
    tree = parse_yaml(file, problems)
    if tree is None or not isinstance(tree, Mapping):
        return None if tree is None else text
    places = effect_places(path, tree)
    texts = {
        scalar.span.start: formed_effect(scalar.text.text) if is_rewritten(scalar) else scalar.text.text
        for scalar in places
    }
    after = laid_out(file, tree, texts)
    _assert_same(path, file, tree, places, SourceFile.of(file.name, after), [*texts.values()])
    return after


def formed_effect(text: str) -> str:
    """An effect text in the one way to write it, also one that a patch wraps around another.

    It begins at the margin, whatever number behind `|` has kept blanks before its lines.
    """
    text = dedent(text)
    if not wraps(text):
        return format_text(text)
    called = f"{ORIGINAL}()"  # so that it can be a statement, as it is once the old text stands there
    return format_text(re.sub(rf"\b{ORIGINAL}\b", called, text)).replace(called, ORIGINAL)


def _assert_same(
    path: Path, file: SourceFile, tree: Mapping, places: list[Scalar], formed: SourceFile, texts: list[str]
) -> None:
    again = parse_yaml(formed, Problems())
    assert isinstance(again, Mapping), f"{file.name} would not be YAML any more"
    new = effect_places(path, again)
    assert [scalar.text.text.rstrip() for scalar in new] == [text.rstrip() for text in texts], file.name
    assert _values(tree, places) == _values(again, new), f"{file.name} would say something else"
    said = [[found[0].rstrip() for found in comments(one.text)] for one in (file, formed)]
    assert said[0] == said[1], f"{file.name} would have other comments"


def _values(tree: Branch, places: list[Scalar]) -> Plain:
    """The values of a file but its effect texts."""
    effects = {scalar.span.start for scalar in places}

    def values(branch: Branch) -> Plain:
        if isinstance(branch, Mapping):
            return {key: values(item) for key, item in branch.items.items()}
        if isinstance(branch, Listed):
            return [values(item) for item in branch.items]
        return "effect" if branch.span.start in effects else branch.value

    return values(tree)
