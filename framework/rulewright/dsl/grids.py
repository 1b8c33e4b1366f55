"""What stands in one call and has to do with a grid: whether it belongs there, and together."""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.dsl import nodes as n
from rulewright.dsl import typed as t
from rulewright.dsl.builtins import CELLS, COMPONENT, PLACED, READS_BOARD, Param
from rulewright.dsl.describe import describe_type
from rulewright.dsl.facts import constant
from rulewright.dsl.scope import UNKNOWN, UnknownType, item_type
from rulewright.dsl.value_names import NameChecker
from rulewright.model.types import CellType, ComponentType, PlacementType, Type, ZoneType

_ONE_GRID = frozenset({"cell_of", "between"})
"""What gives cells, of which each is one of one grid."""


class GridChecker(NameChecker):
    """Checks arguments against the grids on which things can lie."""

    def check_grids(self, name: str, params: Sequence[Param], args: Sequence[t.Expr]) -> bool:
        """Whether all that is asked for its place lies on a grid, and all of it on the same; or problems."""
        if name not in READS_BOARD:
            return True
        if name == "placements":
            return self._check_pieces(args[0], args[1].type)
        if name == "parts":
            return self._check_parts(args[0])
        if name in ("row", "column"):
            self._check_line(name, args[0], args[1])
        placed = [
            (param, arg)
            for param, arg in zip(params, args, strict=True)
            if (param.sort in (PLACED, CELLS) or name == "cell_of") and not isinstance(arg.type, UnknownType)
        ]
        things = [arg for param, arg in placed if param.sort in (PLACED, COMPONENT)]
        first = things[0] if things else None
        return first is None or (
            all(self._check_lies(name, arg) for arg in things)
            and all(self._check_same(first, arg) for _, arg in placed[1:])
        )

    def cell_type(self, type_: Type) -> Type:
        """The type of the cells on which a thing lies."""
        grids = self._grids_of(type_)
        return CellType(grids[0]) if grids else UNKNOWN

    def shared_grid(self, type_: Type) -> bool:
        """Whether cells of this type belong to a grid that all seats share."""
        return isinstance(type_, CellType) and not self.game.zones[type_.zone].per_seat

    def check_place(self, args: Sequence[t.Expr], node: n.CallStatement) -> None:
        """A placement says where; a piece needs a cell of a grid that all share and that holds its kind."""
        placement = isinstance(args[0].type, PlacementType)
        if placement and len(args) > 1:
            self.bad("T504", "a placement already says where", node, expected="(what)")
        elif not placement and len(args) == 1:
            self.bad("T504", "'place' lacks 'at'", node, expected="a placement, or a piece and a cell")
        elif not placement and not self.shared_grid(args[1].type):
            self.bad(
                "T507", "each seat has such a grid of its own", node, hint="choose one of `placements(…)`"
            )
        elif not placement and isinstance(args[1].type, CellType):
            zone = args[1].type.zone
            self._check_pieces(args[0], ZoneType(zone, self.game.zones[zone].kind))

    def check_replaced(self, what: t.Expr, by: t.Expr) -> bool:
        """Only a thing of the same kind takes the place of another; a problem for any other."""
        if not isinstance(what.type, ComponentType) or what.type == by.type:
            return True
        expected = f"{describe_type(what.type)}, as what it replaces"
        self.bad("T503", f"this is {describe_type(by.type)}", by, expected=expected)
        return False

    def _grids_of(self, type_: Type) -> list[str]:
        """The grids on which something of this type, or each of a list, may lie."""
        type_ = item_type(type_) or type_
        if isinstance(type_, CellType):
            return [type_.zone]
        kind = type_.kind if isinstance(type_, ComponentType) else ""
        kind = self.part_kinds.get(kind, kind)
        return [zone.name for zone in self.game.zones.values() if zone.kind == kind and zone.grid]

    def _check_lies(self, name: str, of: t.Expr) -> bool:
        grids = self._grids_of(of.type)
        if not grids:
            message = f"{describe_type(of.type)} never lies on a grid"
            self.bad("T507", message, of, expected="a thing of a zone with `grid`")
        elif len(grids) > 1 and name in _ONE_GRID:
            message = f"{describe_type(of.type)} may lie on {_either(grids)}, and a cell is one of one grid"
            self.bad("T507", message, of, expected="a thing that only lies on one grid")
            return False
        return bool(grids)

    def _check_same(self, first: t.Expr, other: t.Expr) -> bool:
        grids, others = self._grids_of(first.type), self._grids_of(other.type)
        if not set(grids).isdisjoint(others):
            return True
        message = f"this is {describe_type(other.type)}"
        if isinstance(other.type, ComponentType):
            message += f", which lies on {_either(others)}"
        self.bad("T503", message, other, expected=f"what is on {_either(grids)}, as the other is")
        return False

    def _check_pieces(self, of: t.Expr, grid: Type) -> bool:
        """Pieces have positions on a grid that holds their kind only."""
        found = item_type(of.type) or of.type
        if not isinstance(found, ComponentType) or not isinstance(grid, ZoneType) or found.kind == grid.kind:
            return True
        whole = self.part_kinds.get(found.kind) == grid.kind
        hint = f"a piece is put there as a whole: `whole` of {describe_type(found)}" if whole else None
        message = f"this is {describe_type(of.type)}, and '{grid.zone}' holds {grid.kind}"
        self.bad("T503", message, of, expected=describe_type(ComponentType(grid.kind)), hint=hint)
        return False

    def _check_parts(self, of: t.Expr) -> bool:
        zone = self.game.zones[of.type.zone] if isinstance(of.type, ZoneType) else None
        if zone is None or zone.grid is not None or self.game.kinds[zone.kind].parts:
            return True
        message = f"'{zone.name}' is no grid, and {describe_type(ComponentType(zone.kind))} has no parts"
        hint = f"the list of what lies there is `{self.spelling(n.Node(of.start, of.end))}` itself"
        self.bad("T503", message, of, expected="a grid, or a zone of what has parts", hint=hint)
        return False

    def _check_line(self, name: str, of: t.Expr, number: t.Expr) -> None:
        """A row or column that is written out is one of the grid."""
        grid = self.game.zones[of.type.zone].grid if isinstance(of.type, ZoneType) else None
        written = constant(number)
        if grid is None or written is None:
            return
        last = grid[name == "column"] - 1
        if not 0 <= written <= last:
            self.bad("T518", f"there is no {name} {written}", number, expected=f"0 to {last}")


def _either(grids: Sequence[str]) -> str:
    return " or ".join(f"'{grid}'" for grid in grids)
