"""What of the position that a scenario gives lies on grids, and the cards that are made up for it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from rulewright.model.game import Entry, Game, Kind, PartValue, Value, ZoneDecl
from rulewright.play.scenario_words import Described, Words
from rulewright.source.diagnostics import Problems
from rulewright.source.records import record
from rulewright.source.text import Span
from rulewright.source.tree import Branch, Mapping

Cell = tuple[int, int]


@record(frozen=True, slots=True)
class Piece:
    """One component to be put on a grid; its parts' state by the number of the part."""

    zone: str
    seat: int
    at: Cell
    what: Described
    parts: tuple[Described, ...]
    span: Span


@dataclass(slots=True)
class Plan:
    """What of a position concerns grids, worked out before there is a program."""

    entries: list[Entry] = field(default_factory=list)  # made up, in the order in which they lie
    pieces: list[Piece] = field(default_factory=list)
    states: list[tuple[str, int, Cell, Branch]] = field(default_factory=list)


def sections(given: Mapping | None) -> Iterator[tuple[int, Mapping]]:
    """The shared position (seat -1) and that of each seat, in the order of seats."""
    if given is None:
        return
    yield -1, given
    seats = sorted((int(key[5:]), key) for key in given.items if key.startswith("seat "))
    for seat, key in seats:
        inner = given.items[key]
        assert isinstance(inner, Mapping)
        yield seat, inner


def grids(seat: int, section: Mapping, known: tuple[str, ...]) -> Iterator[tuple[str, Mapping, Span]]:
    """The grids of a section: shared ones stand under `grids`, a seat's among its own keys."""
    inner = section.items.get("grids") if seat < 0 else section
    if not isinstance(inner, Mapping):
        return
    for name, branch in inner.items.items():
        if (seat < 0 or name not in known) and isinstance(branch, Mapping):
            yield name, branch, inner.key_spans[name]


class Planner:
    """Reads the grids of a position and makes up the cards around single parts."""

    def __init__(self, game: Game, words: Words, problems: Problems) -> None:
        self.game = game
        self.words = words
        self.problems = problems
        self.plan = Plan()

    def read(self, given: Mapping | None) -> Plan:
        for seat, section in sections(given):
            for name, branch, span in grids(seat, section, ("zones", "state")):
                zone = self.words.zone(name, span, per_seat=seat >= 0, grid=True)
                if zone is not None:
                    self._grid(zone, seat, branch)
        return self.plan

    def _grid(self, zone: ZoneDecl, seat: int, branch: Mapping) -> None:
        kind = self.game.kinds[zone.kind]
        said = self._by_cell(zone, branch)
        pieces = {at: b for at, b in said.items() if self._is_piece(kind, b)}
        covered: set[Cell] = set()
        for at, item in pieces.items():
            what = self.words.component(kind, item)
            if what is not None:
                self.plan.pieces.append(Piece(zone.name, seat, at, what, (), item.span))
            covered |= {(at[0] + r, at[1] + c) for r, c in _shape(kind)}
        exact = {cell_of(key) for key in branch.items if "," in key and "*" not in key}
        parts: dict[Cell, Branch] = {}
        for at, item in said.items():
            if at in pieces:
                continue
            if at not in covered:
                parts[at] = item
            elif at in exact:
                message = f"{at[0]},{at[1]} is part of a card that lies there"
                self.problems.error("I808", message, item.span, hint="write it under `states`")
        self._make_up(zone, kind, seat, parts, branch.items.get("fill"), covered)
        states = branch.items.get("states")
        if isinstance(states, Mapping):
            self.plan.states += [(zone.name, seat, cell_of(key), b) for key, b in states.items.items()]

    def _is_piece(self, kind: Kind, branch: Branch) -> bool:
        return not kind.parts or self.words.names_piece(kind, branch)

    def _by_cell(self, zone: ZoneDecl, branch: Mapping) -> dict[Cell, Branch]:
        """What is said of each cell: of the cell itself, else of its row or column, else everywhere."""
        assert zone.grid is not None
        rows, columns = zone.grid
        found: dict[Cell, tuple[int, Branch]] = {}
        for key, item in branch.items.items():
            if key in ("fill", "states"):
                continue
            cells = cells_of(key, rows, columns)
            if not cells:
                self.problems.error(
                    "I803",
                    f"{zone.name} has no cell {key}",
                    branch.key_spans[key],
                    expected=f"rows 0 to {rows - 1}, columns 0 to {columns - 1}",
                )
            rank = 0 if key == "everywhere" else 2 - key.count("*")
            for at in cells:
                before = found.get(at)
                if before is not None and before[0] == rank == 1:
                    message = f"{at[0]},{at[1]} is in a row and in a column that are given"
                    self.problems.error("I808", message, branch.key_spans[key], hint="give the cell itself")
                if before is None or rank > before[0]:
                    found[at] = (rank, item)
        return {at: item for at, (_, item) in sorted(found.items())}

    # --- made-up cards -------------------------------------------------------------------------

    def _make_up(
        self,
        zone: ZoneDecl,
        kind: Kind,
        seat: int,
        parts: dict[Cell, Branch],
        fill: Branch | None,
        taken: set[Cell],
    ) -> None:
        """Cards around the single parts; `taken` are the cells of real ones."""
        done: set[Cell] = set()
        read: dict[Span, Described | None] = {}

        def described(part: Kind, item: Branch) -> Described | None:
            if item.span not in read:
                read[item.span] = self.words.part(part, item)
            return read[item.span]

        for at, item in parts.items():
            if at in done:
                continue
            corner = self._corner(zone, kind, at, taken)
            if corner is None:
                self.problems.error("I808", f"no {kind.name} fits around {at[0]},{at[1]}", item.span)
                continue
            cells = [(corner[0] + r, corner[1] + c) for r, c in _shape(kind)]
            done |= set(cells)
            taken |= set(cells)
            found: list[Described] = []
            for cell, part in zip(cells, kind.parts, strict=True):
                branch = parts.get(cell, fill)
                if branch is None:
                    message = f"the card around {at[0]},{at[1]} has nothing on {cell[0]},{cell[1]}"
                    self.problems.error("I808", message, item.span, hint="give it, or `fill` for all such")
                    break
                what = described(self.game.kinds[part.kind], branch)
                if what is None:
                    break
                found.append(what)
            else:
                self._card(zone, kind, seat, corner, found, item.span)

    def _corner(self, zone: ZoneDecl, kind: Kind, at: Cell, taken: set[Cell]) -> Cell | None:
        """Where a card can lie that has a part on the cell: its first part, if nothing speaks against it."""
        assert zone.grid is not None
        rows, columns = zone.grid
        for row, column in [(at[0] - r, at[1] - c) for r, c in _shape(kind)]:
            cells = {(row + r, column + c) for r, c in _shape(kind)}
            inside = all(0 <= r < rows and 0 <= c < columns for r, c in cells)
            if row % kind.snap == 0 and column % kind.snap == 0 and inside and not cells & taken:
                return row, column
        return None

    def _card(
        self, zone: ZoneDecl, kind: Kind, seat: int, corner: Cell, parts: list[Described], span: Span
    ) -> None:
        """`~` sorts behind every id and is in none, so that no other component gets another number."""
        where = f"{zone.name}_{corner[0]}_{corner[1]}"
        id_ = f"~{where}" if seat < 0 else f"~{where}_seat_{seat}"
        values = {
            part.name: PartValue(what.entry, _given(self.game.kinds[part.kind], what))
            for part, what in zip(kind.parts, parts, strict=True)
        }
        own = _blank(self.game, kind)
        self.plan.entries.append(Entry(id_, kind.name, own, values, 1, {}, {}, {}, span))
        self.plan.pieces.append(Piece(zone.name, seat, corner, Described(id_, id_), tuple(parts), span))


def _given(kind: Kind, what: Described) -> dict[str, Value]:
    return {f.name: what.fields.get(f.name, f.start) for f in kind.fields.values()}


def _blank(game: Game, kind: Kind) -> dict[str, Value]:
    """Fields of a made-up card itself: absent or the default, otherwise as on the first card of the kind."""
    first = next(iter(game.entries[kind.name].values()), None)
    return {
        f.name: f.start if f.optional or f.has_start or first is None else first.values[f.name]
        for f in kind.fields.values()
    }


def _shape(kind: Kind) -> tuple[Cell, ...]:
    return tuple(part.at for part in kind.parts) if kind.parts else ((0, 0),)


def cells_of(key: str, rows: int, columns: int) -> list[Cell]:
    """The cells that `2,3`, `2,*`, `*,3` or `everywhere` means; none if there is no such cell."""
    row, column = ("*", "*") if key == "everywhere" else key.split(",")
    return [
        (r, c) for r in range(rows) if row in ("*", str(r)) for c in range(columns) if column in ("*", str(c))
    ]


def cell_of(key: str) -> Cell:
    """The cell that `2,3` means."""
    row, column = key.split(",")
    return int(row), int(column)


def with_made_up(game: Game, plan: Plan) -> Game:
    """The game with the cards that were made up."""
    if not plan.entries:
        return game
    more: dict[str, dict[str, Entry]] = {}
    for entry in plan.entries:
        more.setdefault(entry.kind, {})[entry.id] = entry
    return game.with_more(more)
