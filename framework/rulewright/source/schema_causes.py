"""Which mistakes against a schema are an author's, and which only follow from them."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from rulewright.source.diagnostics import Diagnostic
from rulewright.source.records import record

Path = tuple[str | int, ...]
"""Keys and numbers of items, from the root."""


@record(frozen=True, slots=True)
class Mistake:
    """A problem of the value at a path from the root, or of a key there: which one is `unknown`, with what
    it probably `meant`, which is `missing`, or which is not of the `form` of keys."""

    diagnostic: Diagnostic
    path: Path
    unknown: str | None = None
    meant: str | None = None
    missing: str | None = None
    form: str | None = None


def causes(mistakes: list[Mistake]) -> list[Diagnostic]:
    """The problems without those that only follow from others."""
    wrong_sort = {m.path for m in mistakes if m.diagnostic.code == "S203"}
    around_wrong = {path[:length] for path in wrong_sort for length in range(len(path))}
    unclear = {(*m.path, m.form) for m in mistakes if m.form is not None}
    misspelt = {(m.path, m.meant) for m in mistakes if m.meant is not None}
    mixed_up = _mixed_up(mistakes)
    found = []
    told: set[tuple[Path, str]] = set()
    for mistake in mistakes:
        path, code = mistake.path, mistake.diagnostic.code
        follows = (
            (code == "S208" and path in around_wrong)
            or (code not in ("S203", "S201", "S202", "S206") and path in wrong_sort)
            or any(path[:length] in unclear for length in range(1, len(path) + 1))
            or (mistake.missing is not None and ((path, mistake.missing) in misspelt or path in mixed_up))
        )
        if not follows:
            meant = mixed_up.get(path) if mistake.unknown is not None else None
            hint = mistake.diagnostic.hint
            if mistake.unknown is not None and mistake.meant is None and hint is not None:
                if (path, hint) in told:  # the same is wrong with both
                    continue
                told.add((path, hint))
            if hint is None and meant is not None:
                hint = f"'{meant}' is missing: is it meant?"
            found.append(replace(mistake.diagnostic, hint=hint))
    return found


def _mixed_up(mistakes: list[Mistake]) -> dict[Path, str]:
    """Mappings with a single unknown key, which looks like nothing there is, and a single missing one."""
    unknown = Counter(m.path for m in mistakes if m.unknown is not None)
    missing = Counter(m.path for m in mistakes if m.missing is not None)
    single = {m.path for m in mistakes if m.unknown and m.meant is None and unknown[m.path] == 1}
    return {m.path: m.missing for m in mistakes if m.missing and m.path in single and missing[m.path] == 1}
