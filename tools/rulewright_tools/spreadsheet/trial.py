"""A pack checked as it would be, before anything is written: in a copy of its folder."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from rulewright.packs.gather import shown_name
from rulewright.source.diagnostics import Diagnostic
from rulewright.source.edits import Edited
from rulewright.source.text import SourceFile, Span
from rulewright_tools.checking import check


def try_out(
    path: Path, before: str, files: Mapping[Path, Edited], rows: Mapping[tuple[SourceFile, int], Span]
) -> list[Diagnostic]:
    """What `check` would find of a game with these files, told at the places that the changes came from.

    Args:
        path: the folder of the last pack, or its file.
        before: the spec of the packs below it, with its last `+`.
        files: the new texts by path, all of them in the pack.
        rows: better places for some places of the files as they are.
    """
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder).resolve() / path.resolve().name
        if path.is_file():
            shutil.copyfile(path, copy)
        else:
            shutil.copytree(path, copy, symlinks=True, ignore=shutil.ignore_patterns(".*"))
        for file, new in files.items():
            target = copy if file == path else copy / file.relative_to(path)
            target.parent.mkdir(exist_ok=True)
            target.write_text(new.after.text, "utf-8", newline="")
        told = _Told(path, copy, files, rows)
        return [told.problem(problem) for problem in check(f"{before}{copy}").problems]


class _Told:
    """Problems of the copy, as problems of the pack or of the table."""

    def __init__(
        self,
        path: Path,
        copy: Path,
        files: Mapping[Path, Edited],
        rows: Mapping[tuple[SourceFile, int], Span],
    ) -> None:
        self.rows = rows
        at = copy.parent if path.is_file() else copy
        self.names = {
            shown_name(at, each): shown_name(path, path / each.relative_to(copy))
            if path.is_dir()
            else shown_name(path.parent, path)
            for each in ([copy] if copy.is_file() else copy.rglob("*.yaml"))
        }
        self.edited = {new.before.name: new for new in files.values()}

    def problem(self, problem: Diagnostic) -> Diagnostic:
        related = tuple((label, self.span(span)) for label, span in problem.related)
        return replace(problem, span=self.span(problem.span), related=related, fix=None)

    def span(self, span: Span) -> Span:
        name = self.names.get(span.file.name)
        if name is None:
            return span
        if name not in self.edited:
            return Span(SourceFile.of(name, span.file.text), span.start, span.end)
        origin = self.edited[name].origin(span)
        return self.rows.get((origin.file, origin.start), origin)
