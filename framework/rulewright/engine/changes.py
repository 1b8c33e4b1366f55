"""The built-in changes of the state. Each keeps every component in exactly one place.

A change that asks chance may stop: it pushes a frame of its own and returns 1, as generated code does.
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Callable, Iterable
from functools import partial
from typing import TYPE_CHECKING, Any

from rulewright.model.types import INT, ComponentType, ListType, Type

if TYPE_CHECKING:
    from rulewright.engine.board import Position
    from rulewright.engine.machine import Machine

Placement = tuple[int, int, int]


def _lift(m: Machine, s: Any, kind: str, x: int, z: int) -> None:
    """Take a piece off its grid."""
    info = m.program.kinds[kind]
    spot = getattr(s, info.spot)
    position = m.program.board.moves[z][x][spot[x]]  # type: ignore[index]  # z is a grid
    lying = s.grids[z]
    for cell in position.cells:
        lying[cell] = -1
    s.masks[z] &= ~position.mask
    spot[x] = -1
    if info.part_kind is None:
        getattr(s, info.cell)[x] = -1
    else:
        column = getattr(s, f"cell_{info.part_kind}")
        for part in range(x * info.parts, (x + 1) * info.parts):
            column[part] = -1


def _leave(m: Machine, s: Any, kind: str, x: int) -> int:
    """Take a component out of where it lies; gives that zone instance."""
    source: int = getattr(s, m.program.kinds[kind].at)[x]
    s.zones[source].remove(x)
    if s.grids[source] is not None:
        _lift(m, s, kind, x, source)
    return source


def _enter(m: Machine, s: Any, kind: str, x: int, z: int) -> None:
    """Put a component that lies nowhere into a zone: on top of an ordered one, by uid otherwise."""
    if m.program.zones[z].ordered:
        s.zones[z].insert(0, x)
    else:
        insort(s.zones[z], x)
    getattr(s, m.program.kinds[kind].at)[x] = z


def move(m: Machine, kind: str, x: int, to: int) -> int:
    s, program = m.s, m.program  # `_leave` and `_enter` in one: no change is made more often
    at, zones = getattr(s, program.kinds[kind].at), s.zones
    source = at[x]
    zones[source].remove(x)
    if s.grids[source] is not None:
        _lift(m, s, kind, x, source)
    if program.zones[to].ordered:
        zones[to].insert(0, x)
    else:
        insort(zones[to], x)
    at[x] = to
    if m.log is not None:
        m.log.append(("move", kind, x, source, to))
    return 0


def move_all(m: Machine, kind: str, what: Iterable[int], to: int) -> int:
    for x in list(what):
        move(m, kind, x, to)
    return 0


def place(m: Machine, placement: Placement) -> int:
    """Put a piece into a position of a grid; the cells it covers must be free."""
    x, z, index = placement
    s = m.s
    zone = m.program.zones[z]
    kind = zone.kind
    source: int = getattr(s, m.program.kinds[kind].at)[x]
    if source == z and not zone.ordered:
        _lift(m, s, kind, x, z)
    else:
        _leave(m, s, kind, x)
        _enter(m, s, kind, x, z)
    _cover(m, s, kind, x, z, index)
    if m.log is not None:
        m.log.append(("place", kind, x, source, z, index))
    return 0


def _cover(m: Machine, s: Any, kind: str, x: int, z: int, index: int) -> None:
    info = m.program.kinds[kind]
    position = m.program.board.moves[z][x][index]  # type: ignore[index]  # z is a grid
    if s.masks[z] & position.mask:
        m.fault("G705", "a piece was put where another lies")
    s.masks[z] |= position.mask
    getattr(s, info.spot)[x] = index
    lying = s.grids[z]
    if info.part_kind is None:
        getattr(s, info.cell)[x] = position.cell
        for cell in position.cells:
            lying[cell] = x
        return
    column = getattr(s, f"cell_{info.part_kind}")
    for offset, cell in enumerate(position.cells):
        lying[cell] = x * info.parts + offset
        column[x * info.parts + offset] = cell


def place_on(m: Machine, kind: str, x: int, z: int, cell: int) -> int:
    """Put a piece with its corner on a cell of a shared grid, as it is held."""
    board, info = m.program.board, m.program.kinds[kind]
    turn, flip = -1, False
    if getattr(m.s, info.at)[x] == z and (spot := getattr(m.s, info.spot)[x]) >= 0:
        held = board.moves[z][x][spot]  # type: ignore[index]  # z is a grid
        turn, flip = held.turn, held.flip
    index = board.corners[z][x].get((cell, turn, flip))  # type: ignore[index]  # z is a grid
    if index is None:
        m.fault("G705", "a piece does not fit on that cell")
    return place(m, (x, z, index))


def replace(m: Machine, kind: str, x: int, by: int, to: int) -> int:
    """Put `by` in the very place of `x`, which goes to another zone."""
    if x == by:
        return 0
    s = m.s
    at = getattr(s, m.program.kinds[kind].at)
    z: int = at[x]
    spot = _spot_for(m, kind, x, by, z) if s.grids[z] is not None else -1
    source = _leave(m, s, kind, by)
    index = s.zones[z].index(x)
    _leave(m, s, kind, x)
    if m.program.zones[z].ordered:
        s.zones[z].insert(index, by)
    else:
        insort(s.zones[z], by)
    at[by] = z
    if spot >= 0:
        _cover(m, s, kind, by, z, spot)
    _enter(m, s, kind, x, to)
    if m.log is not None:
        m.log.append(("move", kind, x, z, to))
        m.log.append(("move", kind, by, source, z))
    return 0


def _spot_for(m: Machine, kind: str, x: int, by: int, z: int) -> int:
    """The position in which `by` lies as `x` does now, with its corner on the same cell."""
    spot = getattr(m.s, m.program.kinds[kind].spot)[x]
    moves = m.program.board.moves[z]
    assert moves is not None
    if spot < 0 or moves[x] is moves[by]:
        return int(spot)
    old = moves[x][spot]
    for index, position in enumerate(moves[by]):
        if position.cell == old.cell and _held_alike(position, old):
            return index
    m.fault("G705", "a piece does not fit where the other lies")


def _held_alike(a: Position, b: Position) -> bool:
    return (a.turn, a.flip) == (b.turn, b.flip)


# --- changes that ask chance -------------------------------------------------------------------


def shuffle(m: Machine, z: int) -> int:
    """Bring a zone into an order that chance gives; one without `order` keeps the one that it always has."""
    pile = m.s.zones[z]
    if len(pile) < 2 or not m.program.zones[z].ordered:
        return 0
    if m.chance is None:
        m.s.open = (("shuffle", z, tuple(pile)),)
        m.s.frames.append(("shuffle", z))
        return 1
    return shuffled(m, z, m.chance.shuffle(m, z, pile))


def shuffled(m: Machine, z: int, order: Iterable[int]) -> int:
    m.s.zones[z] = list(order)
    if m.log is not None:
        m.log.append(("shuffle", z, tuple(m.s.zones[z])))
    return 0


def _wanted(m: Machine, z: int) -> int:
    """Make sure there is something to take from a zone, if its discard can give it: 1 if stopped."""
    s = m.s
    reshuffle = m.program.zones[z].reshuffle
    if s.zones[z] or reshuffle < 0 or not s.zones[reshuffle]:
        return 0
    move_all(m, m.program.zones[z].kind, s.zones[reshuffle], z)
    return shuffle(m, z)


def draw(m: Machine, z: int, n: int, to: int) -> int:
    """Take n from the top of a zone, or what there is."""
    s = m.s
    m.counted(n, n)
    while n > 0:
        m.spend()  # what is drawn may come back
        if _wanted(m, z):
            s.frames.append(("draw", z, n, to))
            return 1
        if not s.zones[z]:
            return 0
        move(m, m.program.zones[z].kind, s.zones[z][0], to)
        n -= 1
    return 0


def refill(m: Machine, z: int) -> int:
    """Fill a market up to its size from its source."""
    info = m.program.zones[z]
    missing = m.program.size(m, z) - len(m.s.zones[z])
    return draw(m, info.source, missing, z) if missing > 0 else 0


def replace_all(m: Machine, z: int) -> int:
    """Discard what lies in a market, then fill it again."""
    info = m.program.zones[z]
    move_all(m, info.kind, m.s.zones[z], info.discard)
    return refill(m, z)


def roll(m: Machine, kind: str, what: Iterable[int]) -> int:
    """Give each die a random value of its range."""
    dice = tuple(what)
    if not dice:
        return 0
    if m.chance is None:
        m.s.open = (("roll", kind, dice),)
        m.s.frames.append((f"roll/{kind}", dice))
        return 1
    return rolled(m, kind, dice, m.chance.roll(m, kind, dice))


def rolled(m: Machine, kind: str, dice: tuple[int, ...], values: Iterable[int]) -> int:
    column = getattr(m.s, m.program.kinds[kind].rolled)
    for x, value in zip(dice, values, strict=True):
        column[x] = value
        if m.log is not None:
            m.log.append(("roll", kind, x, value))
    return 0


def _answered_shuffle(m: Machine, z: int) -> int:
    return shuffled(m, z, m.answer)


def _answered_roll(kind: str, m: Machine, dice: tuple[int, ...]) -> int:
    return rolled(m, kind, dice, m.answer)


CHANGES: dict[str, Callable[..., int]] = {
    f.__name__: f
    for f in (move, move_all, place, place_on, replace, shuffle, draw, refill, replace_all, roll)
}


def stops(kinds: Iterable[str]) -> dict[str, tuple[Callable[..., int], tuple[Type, ...]]]:
    """Where changes stop: what goes on there, and the types of what the frame holds besides its name.

    `kinds` are those of the components: one of dice has a stop of its own, so that its frame has its type.
    """
    found: dict[str, tuple[Callable[..., int], tuple[Type, ...]]] = {
        "shuffle": (_answered_shuffle, (INT,)),
        "draw": (draw, (INT, INT, INT)),
    }
    for kind in kinds:
        found[f"roll/{kind}"] = (partial(_answered_roll, kind), (ListType(ComponentType(kind)),))
    return found
