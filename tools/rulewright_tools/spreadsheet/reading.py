"""From a table's file to what becomes of a pack, checked."""

from __future__ import annotations

from pathlib import Path

from rulewright.source.csv_table import read_table
from rulewright.source.diagnostics import Diagnostic, Problems
from rulewright_tools.files import check_own
from rulewright_tools.spreadsheet.importing import Import, plan_import
from rulewright_tools.spreadsheet.pack_files import card_files
from rulewright_tools.spreadsheet.trial import try_out


def read_import(spec: str, kind: str, source: str, *, remove: bool) -> tuple[Import, list[Diagnostic]]:
    """What the table in a file does to the last pack of a spec, and the errors that forbid it; if there are
    none, what is warned of in cells of the table.

    Raises:
        ContentError: the game is not in order, or has no such kind.
        click.BadParameter: the pack ships, and is not written to.
    """
    cards = card_files(spec)
    check_own(cards.place)
    cards.kind(kind)
    problems = Problems()
    table = read_table(Path(source), source, problems)
    if table is None:
        return Import(), problems.errors
    done = plan_import(cards, kind, table, remove=remove, problems=problems)
    if not problems.errors and done.files:
        path = cards.place.path
        problems.found += try_out(path, cards.before, done.files, done.rows)
    in_cells = [d for d in problems.found if d.severity == "warning" and d.span.file.name == source]
    found = problems.errors or in_cells
    return done, sorted(found, key=lambda d: (d.span.file.name, d.span.start, d.code))
