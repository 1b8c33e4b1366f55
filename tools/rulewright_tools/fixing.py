"""Mistakes put right where nothing else can be meant: what `check --fix` does."""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from rulewright.packs.spec import resolve
from rulewright.source.diagnostics import Diagnostic, Problems
from rulewright.source.edits import Edit, Edited, apart, edited
from rulewright.source.text import SourceFile, Span
from rulewright_tools.checking import check
from rulewright_tools.files import check_place, writing
from rulewright_tools.replacing import replace_text

MOST_ROUNDS = 10
"""Of fixes that others hide, as those of a file that cannot be read yet."""


def fixed(specs: Sequence[str]) -> Iterator[str]:
    """Write the fixes of all problems of some games, and say of each what it did, in a line.

    A fix after which as much is wrong at its place as before is taken back.

    Raises:
        click.BadParameter: a pack is named as it was at a revision; nothing is written.
    """
    for spec in specs:
        for place in resolve(spec, Problems()):
            check_place(place)
    problems = _problems(specs)
    vain: set[_Fix] = set()
    for _ in range(MOST_ROUNDS):
        tried = [fixes for file in _files(problems) if (fixes := _fixes(file, problems, vain))]
        written = [(fixes, now) for fixes in tried if (now := _write(fixes)) is not None]
        if not written:
            return
        after = _problems(specs)
        taken_back = False
        for fixes, now in written:
            useless = {fix for fix in fixes if not _mends(fix.edit, now, problems, after)}
            if useless:
                vain |= useless
                taken_back = True
                kept = edited(now.before, [fix.edit for fix in fixes if fix not in useless])
                replace_text(replace(now.after, path=now.before.path), kept.after.text)
            yield from (fix.told for fix in fixes if fix not in useless)
        problems = _problems(specs) if taken_back else after


def _problems(specs: Sequence[str]) -> list[Diagnostic]:
    return [problem for spec in specs for problem in check(spec).problems]


def _files(problems: Sequence[Diagnostic]) -> list[SourceFile]:
    """The files in which something is to be fixed, each once though it may have been read several times."""
    return [*{p.fix.span.file.path: p.fix.span.file for p in problems if p.fix is not None}.values()]


@dataclass(frozen=True, slots=True)
class _Fix:
    """One that is tried; two are the same if they do the same in the same line."""

    edit: Edit = field(compare=False)
    path: Path
    line: int
    old: str
    new: str
    code: str

    @property
    def told(self) -> str:
        became = f"became {self.new!r}" if self.new else "is gone"
        return f"fixed {self.edit.span}: {self.code}: {self.old!r} {became}"


def _fixes(file: SourceFile, problems: Sequence[Diagnostic], vain: Container[_Fix]) -> list[_Fix]:
    """The fixes of one file that can be made together, without those that were in vain."""
    if file.path is None:
        return []
    by_place: dict[tuple[int, int], _Fix] = {}
    for problem in problems:
        edit = problem.fix
        if edit is not None and edit.span.file.path == file.path:
            place = (edit.span.start, edit.span.end)
            fix = _Fix(edit, file.path, edit.span.line, file.text[slice(*place)], edit.text, problem.code)
            if fix not in vain:
                by_place.setdefault(place, fix)
    return [by_place[edit.span.start, edit.span.end] for edit in apart(fix.edit for fix in by_place.values())]


def _write(fixes: Sequence[_Fix]) -> Edited | None:
    """The file with all of them, which it is from now on; None if somebody else wrote to it meanwhile."""
    file = fixes[0].edit.span.file
    now = edited(file, [fix.edit for fix in fixes])
    with writing(file.name, "SPEC…"):
        return now if replace_text(file, now.after.text) else None


def _mends(edit: Edit, now: Edited, before: Sequence[Diagnostic], after: Sequence[Diagnostic]) -> bool:
    """Whether there are fewer problems at the place of a fix than before it."""
    path, end = now.before.path, max(edit.span.end, edit.span.start + 1)

    def inside(span: Span) -> bool:
        return edit.span.start <= span.start < end and span.end <= end

    found = sum(p.span.file.path == path and (p.fix == edit or inside(p.span)) for p in before)
    left = sum(p.span.file.path == path and inside(now.origin(p.span)) for p in after)
    return left < found
