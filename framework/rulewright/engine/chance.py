"""Keyed randomness: draws as a pure function of (seed, stream, owner, structural place, k-th draw there).

Never of a running count; and whatever is drawn has a number of its own by its ids, never by where it stands
in a list. So an added card, a changed effect or another number leaves all other draws as they were, and
comparisons are paired.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b
from typing import TYPE_CHECKING, Any

from rulewright.model.types import (
    CellType,
    ComponentType,
    EntryType,
    EnumType,
    ListType,
    PairType,
    PlacementType,
    Type,
    ZoneType,
)

if TYPE_CHECKING:
    from rulewright.engine.machine import Machine
    from rulewright.engine.program import Program

_MASK = (1 << 64) - 1


def mix(x: int) -> int:
    """Scramble 64 bits (the finaliser of splitmix64)."""
    x = ((x ^ (x >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
    x = ((x ^ (x >> 27)) * 0x94D049BB133111EB) & _MASK
    return x ^ (x >> 31)


def keyed(seed: int, *parts: object) -> int:
    """64 bits that depend on the seed and on every part."""
    return int.from_bytes(blake2b(repr((seed, *parts)).encode(), digest_size=8).digest(), "big")


class KeyedChance:
    """Chance as a pure function of a seed and the place in the game; it keeps nothing."""

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def _count(self, m: Machine, *what: object) -> int:
        """How often the same was drawn in this place before."""
        drawn = m.s.drawn
        k: int = drawn.get(what, 0)
        drawn[what] = k + 1
        return k

    def _key(self, m: Machine, stream: str, owner: str, k: int) -> int:
        return keyed(self.seed, stream, owner, m.s.place, k)

    def shuffle(self, m: Machine, z: int, pile: Sequence[int]) -> Sequence[int]:
        zone = m.program.zones[z]
        owner = f"{zone.name}/{zone.seat}"
        base = self._key(m, "shuffle", owner, self._count(m, "shuffle", owner))
        hashes = m.program.kinds[zone.kind].hashes
        return sorted(pile, key=lambda x: mix(base ^ hashes[x]))

    def roll(self, m: Machine, kind: str, dice: Sequence[int]) -> Sequence[int]:
        """Each die counts its own rolls, so that one rolled more or less leaves the others alone."""
        info = m.program.kinds[kind]
        sides = info.high - info.low + 1
        bases: dict[int, int] = {}
        values = []
        for x in dice:
            k = self._count(m, "roll", kind, x)
            if k not in bases:
                bases[k] = self._key(m, "roll", kind, k)
            values.append(info.low + (mix(bases[k] ^ info.hashes[x]) * sides >> 64))
        return values

    def pick(self, m: Machine, owner: str, item: str, options: Sequence[Any], n: int) -> Sequence[Any]:
        """`n` of the options, in random order; each has its number, whatever else is there."""
        base = self._key(m, "pick", owner, self._count(m, "pick", owner))
        type_ = m.program.spelt.type(item)
        return sorted(options, key=lambda option: mix(base ^ identity(m.program, type_, option)))[:n]


def identity(program: Program, type_: Type, value: Any) -> int:
    """64 bits for a value by the ids in it: entries, symbols, uids, rows and columns, as its type says."""
    match type_:
        case ComponentType(kind) if kind in program.kinds:
            of_uid: int = program.kinds[kind].hashes[value]
            return of_uid
        case ComponentType(kind) | EntryType(kind):
            return keyed(0, list(program.game.entries[kind])[value])
        case EnumType(name):
            return keyed(0, program.game.enums[name][value])
        case CellType(zone):
            return keyed(0, *_cell(program, program.zone_base[zone], value))
        case PlacementType():
            piece, z, index = value
            info, position = program.zones[z], program.board.moves[z][piece][index]
            placed = identity(program, ComponentType(info.kind), piece), info.name, info.seat
            return keyed(0, *placed, *_cell(program, z, position.cell), position.turn, position.flip)
        case PairType(first, second):
            return keyed(0, identity(program, first, value[0]), identity(program, second, value[1]))
        case ListType(item):
            return keyed(0, *(identity(program, item, each) for each in value))
        case ZoneType(kind=kind):
            return keyed(0, *(identity(program, ComponentType(kind), each) for each in value))
    return keyed(0, value)


def _cell(program: Program, z: int, cell: int) -> tuple[int, int]:
    """Row and column of a cell, which stay as they are on a wider grid."""
    columns: int = program.board.grids[z].columns
    return divmod(cell, columns)
