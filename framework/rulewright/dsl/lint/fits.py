"""What never fits where it is to lie: pieces on grids, things in markets."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import cast

from rulewright.dsl import typed as t
from rulewright.dsl.analysis.constant import Constants
from rulewright.model.game import Entry, Kind, ZoneDecl
from rulewright.source.diagnostics import Problems
from rulewright.source.text import Span

CODE = "W921"
_Cells = Sequence[tuple[int, int]]


def check_fits(rules: t.Rules, constants: Constants, problems: Problems) -> None:
    """Warn of pieces that are larger than their grids, and of markets for more or less than there is."""
    for kind in rules.game.kinds.values():
        grids = [
            zone for zone in rules.game.zones.values() if zone.kind == kind.name and zone.grid is not None
        ]
        entries = [entry for entry in rules.game.entries[kind.name].values() if entry.copies]
        if kind.starts_in is not None and entries:
            for message, span, hint in _pieces(kind, entries, grids):
                problems.warning(CODE, message, span, hint=hint, related=(("the piece", kind.span),))
    for name, size in rules.zone_sizes.items():
        _market(rules.game.zones[name], size, constants, problems)


def _pieces(kind: Kind, entries: list[Entry], grids: list[ZoneDecl]) -> Iterator[tuple[str, Span, str]]:
    sizes = {entry.id: _extent(_cells(kind, entry)) for entry in entries}
    fitting: set[str] = set()
    for zone in grids:
        assert zone.grid is not None
        rows, columns = zone.grid
        here = {id_ for id_, size in sizes.items() if _fits(size, rows, columns, kind.rotate)}
        fitting |= here
        if not here:
            high, wide = min(sizes.values())
            message = f"no {kind.name} fits on '{zone.name}': it has {rows} rows and {columns} columns"
            hint = (
                f"the smallest needs {high} rows and {wide} columns: see `grid`, and the cells of the piece"
            )
            yield message, zone.span, hint
    if fitting:
        for entry in entries:
            if entry.id not in fitting:
                high, wide = sizes[entry.id]
                message = f"'{entry.id}' fits on no grid: it needs {high} rows and {wide} columns"
                yield message, entry.span, "see its cells, and the `grid` that it is to lie on"


def _cells(kind: Kind, entry: Entry) -> _Cells:
    if kind.parts:
        return [part.at for part in kind.parts]
    if kind.shape_field is not None:
        return cast(_Cells, entry.values.get(kind.shape_field) or ())  # a field of cells, as is checked
    return kind.shape or ((0, 0),)


def _extent(cells: _Cells) -> tuple[int, int]:
    rows, columns = [row for row, _ in cells] or [0], [column for _, column in cells] or [0]
    return max(rows) - min(rows) + 1, max(columns) - min(columns) + 1


def _fits(size: tuple[int, int], rows: int, columns: int, turned: bool) -> bool:
    high, wide = size
    return (high <= rows and wide <= columns) or (turned and wide <= rows and high <= columns)


def _market(zone: ZoneDecl, size: t.Formula, constants: Constants, problems: Problems) -> None:
    """A market for more than there is, or in which more lies at the start than ever should."""
    game = constants.game
    kind = game.kinds[zone.kind]
    copies = sum(entry.copies for entry in game.entries[kind.name].values())
    least, most = constants.bounds(size.value)
    if copies and least > copies:
        message = f"'{zone.name}' is never full: there are only {copies} {kind.plural}"
        span = size.text.at(size.value.start, size.value.end)
        problems.warning(CODE, message, span, hint=f"say a `size` of {copies} or less")
    if kind.starts_in == zone.name and copies > most:
        message = f"{copies} {kind.plural} start in '{zone.name}', whose `size` is {most:.0f}"
        hint = f"let them start in '{zone.source}', from which it is filled"
        problems.warning(CODE, message, game.places.get(f"kinds/{kind.name}/starts_in", kind.span), hint=hint)
