"""What a table changes in the card files of a pack; nothing is written here."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from rulewright.model.game import Kind
from rulewright.packs.gather import shown_name
from rulewright.source.csv_table import Table
from rulewright.source.diagnostics import Problems
from rulewright.source.edits import Edited, edited
from rulewright.source.rewrite import Change, Changes, New, changed, written
from rulewright.source.suggest import nearest
from rulewright.source.text import EffectText, SourceFile, Span
from rulewright.source.tree import Branch
from rulewright.source.tree import Mapping as Tree
from rulewright_tools.spreadsheet.columns import (
    ID,
    Column,
    branch_at,
    columns_of,
    is_changed,
    key_order,
    put_of,
)
from rulewright_tools.spreadsheet.pack_files import CardFile, CardFiles

OWN = "#"
"""Begins the names of columns that are the designer's own."""
MOST_LISTED = 10
_WORD = re.compile(r"[a-z][a-z0-9_]*")


@dataclass(slots=True)
class Import:
    """Files as they are to be, by path, and what was done to entries, by id.

    `rows` are places of ids in the pack, and the cells of the table that name them.
    """

    files: dict[Path, Edited] = field(default_factory=dict)
    changed: list[str] = field(default_factory=list)
    new: list[str] = field(default_factory=list)
    removed: list[str] = field(default_factory=list)
    rows: dict[tuple[SourceFile, int], Span] = field(default_factory=dict)


def plan_import(
    cards: CardFiles, kind_name: str, table: Table, *, remove: bool, problems: Problems
) -> Import:
    """What the card files become if each entry says what its row says.

    Args:
        remove: entries without a row go; otherwise they are a problem.
        problems: gets the mistakes of the table; the result means nothing if there is one.

    Raises:
        ContentError: R301 if there is no such kind.
    """
    return _Reader(cards, cards.kind(kind_name), table, problems).read(remove)


class _Reader:
    def __init__(self, cards: CardFiles, kind: Kind, table: Table, problems: Problems) -> None:
        self.kind = kind
        self.cards = cards
        self.table = table
        self.problems = problems
        self.columns = columns_of(kind, cards.game.kinds)
        self.known = cards.entries(kind.name)
        self.done = Import()

    def read(self, remove: bool) -> Import:
        header = self.header()
        if header is None:
            return self.done
        rows = self.rows(header.pop(ID)[1])
        by_file: dict[Path, dict[str, Change]] = {}
        for id_, (cell, row) in rows.items():
            cells = {column: row[index] for column, index in header.values() if column is not None}
            if id_ in self.known:
                file, entry, span = self.known[id_]
                self.done.rows[span.file, span.start] = cell.span
                if changes := self.changes(entry, cells):
                    by_file.setdefault(file.path, {})[id_] = changes
                    self.done.changed.append(id_)
            else:
                path = self.path_of_new()
                by_file.setdefault(path, {})[id_] = New(self.nested(Tree({}, {}, cell.span), cells), cell)
                self.done.new.append(id_)
        gone = [id_ for id_ in self.known if id_ not in rows]
        if not remove and len(gone) > len(self.table.rows) - len(
            rows
        ):  # each bad row may be one that is gone
            self.refuse_gone(gone, rows)
        for id_ in gone:
            by_file.setdefault(self.known[id_][0].path, {})[id_] = None
            self.done.removed.append(id_)
        if not self.problems.errors:
            self.done.files = {path: self.edited(path, changes) for path, changes in by_file.items()}
        return self.done

    # --- the table -----------------------------------------------------------------------------

    def header(self) -> dict[str, tuple[Column | None, int]] | None:
        """Each named column with its number; the one of ids apart. None if there are mistakes."""
        known: dict[str, Column | None] = {ID: None, **{column.name: column for column in self.columns}}
        found: dict[str, tuple[Column | None, int]] = {}
        before = len(self.problems.errors)
        for index, cell in enumerate(self.table.header):
            name = cell.text.strip()
            if name.startswith(OWN) or (not name and not any(row[index].text for row in self.table.rows)):
                continue
            if name not in known:
                message = f"unknown column '{name}'" if name else "a column without a name"
                expected = f"one of {', '.join(known)}"
                hint = self._meant(name, known)
                self.problems.error("C902", message, cell.span, expected=expected, hint=hint)
            elif name in found:
                related = (("the other", self.table.header[found[name][1]].span),)
                self.problems.error("C902", f"column '{name}' is there twice", cell.span, related=related)
            else:
                found[name] = known[name], index
        if ID not in found and len(self.problems.errors) == before:
            span = self.table.header[0].span
            self.problems.error("C902", "no column has the ids", span, expected=f"a column '{ID}'")
        return found if len(self.problems.errors) == before else None

    def _meant(self, name: str, known: Mapping[str, Column | None]) -> str:
        if "," in name:
            return "the first line has commas and semicolons: separate all cells by the same sign"
        if near := self.problems.suggest(name, known):
            return near
        if ID not in (cell.text.strip() for cell in self.table.header):
            return f"the column with the ids is called '{ID}'"
        return f"a column of your own is called '{OWN}{name}'"

    def rows(self, number: int) -> dict[str, tuple[EffectText, tuple[EffectText, ...]]]:
        """The rows by id, in their order; rows with mistakes are noted and left out."""
        found: dict[str, tuple[EffectText, tuple[EffectText, ...]]] = {}
        left = set(self.known).difference(row[number].text.strip() for row in self.table.rows)
        only = f"'{next(iter(left))}' has no row: may it be this one?" if len(left) == 1 else None
        for row in self.table.rows:
            cell = row[number]
            id_ = cell.text.strip()
            if id_ in found:
                related = (("the other", found[id_][0].span),)
                message, expected = f"'{id_}' has two rows", "each id once"
                self.problems.error("C903", message, cell.span, expected=expected, hint=only, related=related)
            elif not _WORD.fullmatch(id_):
                message = f"'{id_}' is no id" if id_ else "this row has no id"
                expected = "lower-case letters, digits and _, a letter first"
                hint = self.problems.suggest(id_, left) or only
                self.problems.error("C903", message, cell.span, expected=expected, hint=hint)
            else:
                found[id_] = cell, row
        return found

    def refuse_gone(self, gone: list[str], rows: Mapping[str, tuple[EffectText, object]]) -> None:
        """Complain at the new ids that are nearly those without a row, and once about all others."""
        for id_, (cell, _) in rows.items():
            if id_ not in self.known and len(near := nearest(id_, gone)) == 1:
                gone = [each for each in gone if each != near[0]]
                hint = f"did you mean '{near[0]}'? If it has a new name, '--remove' takes the old one out"
                self.problems.error("C904", f"'{near[0]}' has no row, but '{id_}' has", cell.span, hint=hint)
        if gone:
            self._refuse_all(gone)

    def _refuse_all(self, gone: list[str]) -> None:
        listed = ", ".join(f"'{id_}'" for id_ in gone[:MOST_LISTED])
        more = f" and {len(gone) - MOST_LISTED} more" if len(gone) > MOST_LISTED else ""
        verb = "has no row" if len(gone) == 1 else "have no row"
        span = self.table.header[0].span
        hint = "'--remove' takes them out of the pack"
        self.problems.error("C904", f"{listed}{more} {verb}", span, expected="a row each", hint=hint)

    # --- the files -----------------------------------------------------------------------------

    def changes(self, entry: Tree, cells: Mapping[Column, EffectText]) -> Changes:
        """What becomes of an entry: only what its row says otherwise."""
        differ = {c: cell for c, cell in cells.items() if is_changed(c, branch_at(entry, c), cell)}
        return self.nested(entry, differ)

    def nested(self, entry: Tree, cells: Mapping[Column, EffectText]) -> dict[str, Change]:
        """Cells as changes of an entry; a part that comes to say something comes into being."""
        found: dict[str, Change] = {}
        parts: dict[str, dict[str, Change]] = {}
        for column, cell in sorted(cells.items(), key=lambda each: self.columns.index(each[0])):
            put = put_of(column, cell, self.problems)
            if len(column.path) == 1:
                found[column.path[0]] = put
            else:
                part, key = column.path
                parts.setdefault(part, {})[key] = put
                found.setdefault(part, None)
        for part, inner in parts.items():
            below = entry.items.get(part)
            if isinstance(below, Tree):
                stays = any(inner.get(key, below) is not None for key in (*below.items, *inner))
                found[part] = inner if stays else None
            elif new := {key: put for key, put in inner.items() if put is not None}:
                found[part] = New(new)
        return found

    def path_of_new(self) -> Path:
        """The file with most entries of the kind, of equals the last; one of its name if there is none."""
        holders = [file for file in self.cards.files if file.entries(self.kind.name) is not None]
        if holders:
            return max(reversed(holders), key=lambda file: len(self.of(file))).path
        place = self.cards.place.path
        return place if place.is_file() else place / "cards" / f"{self.kind.name}.yaml"

    def of(self, file: CardFile) -> Mapping[str, Any]:
        entries = file.entries(self.kind.name)
        return {} if entries is None else entries.items

    def edited(self, path: Path, entries: dict[str, Change]) -> Edited:
        place = self.cards.place.path
        file = next((file for file in self.cards.files if file.path == path), None)
        if file is None:
            empty = SourceFile.of(shown_name(place, path), "")
            return edited(empty, written({self.kind.name: New(entries, roomy=True)}))
        changes: Changes = {self.kind.name: entries}
        for key in reversed(file.above):
            changes = {key: changes}
        return edited(file.tree.span.file, changed(file.tree, _grown(file.tree, changes), self.order()))

    def order(self) -> list[str]:
        return key_order(self.columns)


def _grown(tree: Tree, changes: Changes) -> dict[str, Change]:
    """The changes, with a new mapping wherever they change one that is not there."""
    return dict(_each(tree.items, changes))


def _each(items: Mapping[str, Branch], changes: Changes) -> Iterator[tuple[str, Change]]:
    for key, change in changes.items():
        below = items.get(key)
        if not isinstance(change, Mapping):
            yield key, change
        elif isinstance(below, Tree):
            yield key, _grown(below, change)
        else:
            yield key, New(dict(_each({}, change)), roomy=True)
