"""Mistakes put right where nothing else can be meant: what `check --fix` does."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rulewright.packs.spec import resolve
from rulewright.source.diagnostics import Diagnostic, Problems
from rulewright.source.edits import Edit, apart, edited
from rulewright.source.text import SourceFile
from rulewright_tools.checking import check
from rulewright_tools.files import check_place
from rulewright_tools.replacing import replace_text

MOST_ROUNDS = 10
"""Of fixes that others hide, as those of a file that cannot be read yet."""


def fixed(specs: Sequence[str]) -> Iterator[str]:
    """Write the fixes of all problems of some games, and say of each what it did, in a line.

    Raises:
        click.BadParameter: a pack is named as it was at a revision; nothing is written.
    """
    for spec in specs:
        for place in resolve(spec, Problems()):
            check_place(place)
    for _ in range(MOST_ROUNDS):
        problems = [problem for spec in specs for problem in check(spec).problems if problem.fix is not None]
        done = [line for file in _files(problems) for line in _fix(file, problems)]
        yield from done
        if not done:
            return


def _files(problems: Sequence[Diagnostic]) -> list[SourceFile]:
    """The files in which something is to be fixed, each once though it may have been read several times."""
    return [*{p.fix.span.file.path: p.fix.span.file for p in problems if p.fix is not None}.values()]


def _fix(file: SourceFile, problems: Sequence[Diagnostic]) -> Iterator[str]:
    if file.path is None:
        return
    by_place: dict[tuple[int, int], tuple[Edit, str]] = {}
    for problem in problems:
        if problem.fix is not None and problem.fix.span.file.path == file.path:
            place = (problem.fix.span.start, problem.fix.span.end)
            by_place.setdefault(place, (problem.fix, problem.code))
    made = apart(edit for edit, _ in by_place.values())
    if not replace_text(file, edited(file, made).after.text):
        return
    for edit in made:
        _, code = by_place[edit.span.start, edit.span.end]
        old = file.text[edit.span.start : edit.span.end]
        became = f"became {edit.text!r}" if edit.text else "is gone"
        yield f"fixed {edit.span}: {code}: {old!r} {became}"
