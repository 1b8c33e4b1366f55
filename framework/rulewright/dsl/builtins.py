"""The vocabulary that every pack has: built-in values and changes, with their types.

One table each, read by the checker, the generator, the walker and the reference. A pack may not
redefine these names.
"""

from __future__ import annotations

from collections.abc import Callable

from rulewright.dsl.scope import UNKNOWN, UnknownType, item_type
from rulewright.model.game import Game
from rulewright.model.types import (
    BOOL,
    INT,
    SEAT,
    BoolType,
    CellType,
    ComponentType,
    IntType,
    ListType,
    PairType,
    PlacementType,
    SeatType,
    Type,
    ZoneType,
)
from rulewright.source.records import record


@record(frozen=True, slots=True)
class Sort:
    """A class of types that an argument may have, with its name in words."""

    words: str
    accepts: Callable[[Type, Game], bool]


def _is_component(type_: Type, game: Game) -> bool:
    return isinstance(type_, ComponentType)


def _has_cell(type_: Type, game: Game) -> bool:
    """Parts and pieces without parts lie on cells; a whole with parts lies on several."""
    return isinstance(type_, ComponentType) and not game.kinds[type_.kind].parts


def _is_grid(type_: Type, game: Game) -> bool:
    return isinstance(type_, ZoneType) and game.zones[type_.zone].grid is not None


def _is_list_of(*inner: type[Type]) -> Callable[[Type, Game], bool]:
    def accepts(type_: Type, game: Game) -> bool:
        item = item_type(type_)
        return item is not None and isinstance(item, (*inner, UnknownType))

    return accepts


ANY_LIST = Sort("a list", lambda t, g: item_type(t) is not None)
INTS = Sort("a list of numbers", _is_list_of(IntType))
BOOLS = Sort("a list of yes-or-no values", _is_list_of(BoolType))
LISTS = Sort("a list of lists", _is_list_of(ListType, ZoneType))
COMPONENTS = Sort(
    "a component or a list of components",
    lambda t, g: _is_component(t, g) or _is_list_of(ComponentType)(t, g),
)
COMPONENT = Sort("a component", _is_component)
PLACED = Sort(
    "a cell, or one thing that lies on one", lambda t, g: _has_cell(t, g) or isinstance(t, CellType)
)
NUMBER = Sort("a number", lambda t, g: isinstance(t, IntType))
SEAT_SORT = Sort("a seat", lambda t, g: isinstance(t, SeatType))
ZONE = Sort("a zone", lambda t, g: isinstance(t, ZoneType))
GRID = Sort("a zone that is a grid", _is_grid)
PLACEMENT = Sort("a placement", lambda t, g: isinstance(t, PlacementType))
CELLS = Sort("a list of cells", _is_list_of(CellType))
CELL = Sort("a cell", lambda t, g: isinstance(t, CellType))
SHAPE = Sort("a shape", lambda t, g: t == ListType(PairType(INT, INT)))
TRUTH = Sort("true or false", lambda t, g: isinstance(t, BoolType))
TABLE = Sort("the name of a table", lambda t, g: False)
ANYTHING = Sort("a value", lambda t, g: True)


@record(frozen=True, slots=True)
class Param:
    name: str
    sort: Sort
    optional: bool = False


@record(frozen=True, slots=True)
class BuiltInDecl:
    """`gives` maps the argument types to the result's type."""

    name: str
    params: tuple[Param, ...]
    gives: Callable[[tuple[Type, ...], Game], Type]
    says: str
    non_empty: bool = False  # needs `empty=` unless the list is known to hold something


def _item(types: tuple[Type, ...], game: Game) -> Type:
    return item_type(types[0]) or UNKNOWN


def _same_list(types: tuple[Type, ...], game: Game) -> Type:
    return ListType(_item(types, game))


def _parts_of(types: tuple[Type, ...], game: Game) -> Type:
    zone = types[0]
    assert isinstance(zone, ZoneType)
    parts = game.kinds[zone.kind].parts
    return ListType(ComponentType(parts[0].kind if parts else zone.kind))


def _pair(types: tuple[Type, ...], game: Game) -> Type:
    first = _item(types, game)
    second = item_type(types[1]) or UNKNOWN if len(types) > 1 and types[1] is not UNKNOWN else first
    return ListType(PairType(first, second))


def _near(types: tuple[Type, ...], game: Game) -> Type:
    return ListType(types[0])


def _placements(types: tuple[Type, ...], game: Game) -> Type:
    zone = types[1]
    return ListType(PlacementType(zone.zone if isinstance(zone, ZoneType) else ""))


def _cells(types: tuple[Type, ...], game: Game) -> Type:
    zone = types[0]
    return ListType(CellType(zone.zone if isinstance(zone, ZoneType) else ""))


def _flat(types: tuple[Type, ...], game: Game) -> Type:
    inner = item_type(_item(types, game))
    return ListType(inner or UNKNOWN)


def _const(type_: Type) -> Callable[[tuple[Type, ...], Game], Type]:
    return lambda types, game: type_


_B = BuiltInDecl
BUILT_INS: dict[str, BuiltInDecl] = {
    decl.name: decl
    for decl in (
        _B("count", (Param("of", ANY_LIST),), _const(INT), "how many things the list holds"),
        _B("sum", (Param("of", INTS),), _const(INT), "all numbers of the list added up; 0 for none"),
        _B(
            "max",
            (Param("of", INTS), Param("empty", NUMBER, True)),
            _const(INT),
            "the greatest number of the list",
            non_empty=True,
        ),
        _B(
            "min",
            (Param("of", INTS), Param("empty", NUMBER, True)),
            _const(INT),
            "the least number of the list",
            non_empty=True,
        ),
        _B(
            "any",
            (Param("of", ANY_LIST),),
            _const(BOOL),
            "whether the list holds anything, or any true value",
        ),
        _B("all", (Param("of", BOOLS),), _const(BOOL), "whether every value of the list is true"),
        _B(
            "none", (Param("of", ANY_LIST),), _const(BOOL), "whether the list holds nothing, or no true value"
        ),
        _B(
            "first",
            (Param("of", ANY_LIST),),
            _item,
            "the first thing of a list that holds something",
            non_empty=True,
        ),
        _B(
            "top",
            (Param("of", ANY_LIST), Param("n", NUMBER)),
            _same_list,
            "the first n things of a list, or all",
        ),
        _B("distinct", (Param("of", ANY_LIST),), _same_list, "the list with each value kept once"),
        _B(
            "ordered",
            (Param("of", ANY_LIST), Param("by", INTS)),
            _same_list,
            "the list by its numbers, one for each thing, the least first; equal ones stay as they are",
        ),
        _B("union", (Param("of", LISTS),), _flat, "several lists as one, each thing kept once"),
        _B(
            "pairs",
            (Param("of", ANY_LIST), Param("with", ANY_LIST, True)),
            _pair,
            "every ordered pair of two different things of a list, or of one thing from each of two lists",
        ),
        _B(
            "best_sets",
            (Param("of", INTS), Param("worth", TABLE)),
            _const(INT),
            "the most that sets of different numbers are worth, each number used once, "
            "by a table of set sizes",
        ),
        _B(
            "parts",
            (Param("of", ZONE),),
            _parts_of,
            "what lies on a grid, cell by cell: the parts of its components",
        ),
        _B("neighbours", (Param("of", PLACED),), _near, "what lies on the cells that share a side with it"),
        _B("around", (Param("of", PLACED),), _near, "what lies on the up to eight cells around it"),
        _B(
            "diagonal",
            (Param("a", PLACED), Param("b", PLACED)),
            _const(BOOL),
            "whether two cells touch at a corner only",
        ),
        _B(
            "distance",
            (Param("a", PLACED), Param("b", PLACED), Param("diagonals", TRUTH, True)),
            _const(INT),
            "steps between two cells; with diagonals=true a diagonal step counts as one",
        ),
        _B("row_of", (Param("of", PLACED),), _near, "what lies in its row"),
        _B("column_of", (Param("of", PLACED),), _near, "what lies in its column"),
        _B(
            "row",
            (Param("of", GRID), Param("n", NUMBER)),
            _parts_of,
            "what lies in the n-th row of a grid, from 0",
        ),
        _B(
            "column",
            (Param("of", GRID), Param("n", NUMBER)),
            _parts_of,
            "what lies in the n-th column, from 0",
        ),
        _B(
            "opposite",
            (Param("a", PLACED), Param("b", PLACED), Param("around", PLACED)),
            _const(BOOL),
            "whether a and b touch the third from exactly opposite sides",
        ),
        _B("covered", (Param("of", GRID),), _const(INT), "how many cells of a grid are covered"),
        _B(
            "placements",
            (Param("of", COMPONENTS), Param("on", GRID)),
            _placements,
            "every legal position of each of these pieces on a grid",
        ),
        _B(
            "cells",
            (Param("of", GRID), Param("at", SHAPE, True)),
            _cells,
            "all cells of a grid, row by row; or those that a shape names, in its order",
        ),
        _B(
            "steps",
            (
                Param("a", PLACED),
                Param("b", PLACED),
                Param("avoiding", CELLS, True),
                Param("diagonals", TRUTH, True),
            ),
            _const(INT),
            "steps of the shortest way between two cells that enters none of those avoided; "
            "as many as the grid has cells if there is none",
        ),
        _B(
            "between",
            (Param("a", PLACED), Param("b", PLACED)),
            _const(UNKNOWN),
            "the cells strictly between two others on the straight line, the same ones both ways",
        ),
        _B("cell_of", (Param("of", COMPONENT),), _const(UNKNOWN), "the cell on which something lies"),
        _B("free", (Param("cell", CELL),), _const(BOOL), "whether nothing lies on a cell of a shared grid"),
        _B(
            "clockwise",
            (Param("from", SEAT_SORT),),
            _const(ListType(SEAT)),
            "all seats in turn order from this one",
        ),
        _B(
            "snake",
            (Param("from", SEAT_SORT),),
            _const(ListType(SEAT)),
            "all seats in turn order from this one, then all again backwards",
        ),
        _B(
            "rivals",
            (Param("of", SEAT_SORT),),
            _const(ListType(SEAT)),
            "the other seats, clockwise from the left",
        ),
        _B("left_of", (Param("of", SEAT_SORT),), _const(SEAT), "the next seat clockwise"),
    )
}


@record(frozen=True, slots=True)
class PrimitiveDecl:
    name: str
    params: tuple[Param, ...]
    says: str
    draws: bool = False  # asks chance


_P = PrimitiveDecl
PRIMITIVES: dict[str, PrimitiveDecl] = {
    decl.name: decl
    for decl in (
        _P(
            "move",
            (Param("what", COMPONENTS), Param("to", ZONE)),
            "put a component, or each of a list, into a zone",
        ),
        _P(
            "draw",
            (Param("from", ZONE), Param("n", NUMBER), Param("to", ZONE)),
            "take n from the top of a zone, or all of it; an empty one is reshuffled if it says from where",
            draws=True,
        ),
        _P("shuffle", (Param("zone", ZONE),), "bring a zone into a random order", draws=True),
        _P("refill", (Param("zone", ZONE),), "fill a market up to its size from its source", draws=True),
        _P(
            "replace_all",
            (Param("zone", ZONE),),
            "discard what lies in a market and fill it again",
            draws=True,
        ),
        _P(
            "roll",
            (Param("what", COMPONENTS),),
            "roll dice: each gets a random value of its range",
            draws=True,
        ),
        _P(
            "place",
            (
                Param(
                    "what",
                    Sort("a placement or a piece", lambda t, g: isinstance(t, PlacementType | ComponentType)),
                ),
                Param("at", CELL, True),
            ),
            "put a piece into a legal position of a grid, or on a cell of a shared grid",
        ),
        _P(
            "replace",
            (Param("what", COMPONENT), Param("by", COMPONENT), Param("to", ZONE)),
            "put one component in the very place of another, which goes to a zone",
        ),
    )
}

READS_BOARD = frozenset(
    "parts neighbours around diagonal distance row_of column_of row column "
    "opposite covered placements cell_of between steps free".split()
)
"""What reads where things lie on a grid, or which positions there are for them."""
