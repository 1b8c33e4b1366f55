"""The entries of a kind as a table: a row an entry, a column for everything that it can say."""

from __future__ import annotations

from rulewright.source.csv_table import format_table
from rulewright_tools.spreadsheet.columns import ID, branch_at, cell_of, columns_of
from rulewright_tools.spreadsheet.pack_files import CardFiles


def table_of(cards: CardFiles, kind_name: str, separator: str = ",") -> str:
    """The table of a kind: what each entry itself says, as it is written.

    Raises:
        ContentError: R301 if there is no such kind.
    """
    columns = columns_of(cards.kind(kind_name), cards.game.kinds)
    rows = [[ID, *(column.name for column in columns)]]
    for id_, (_, entry, _) in cards.entries(kind_name).items():
        rows.append([id_, *(cell_of(branch_at(entry, column)) for column in columns)])
    return format_table(rows, separator)
