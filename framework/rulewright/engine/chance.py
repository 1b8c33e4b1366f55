"""Keyed randomness: draws as a pure function of (seed, stream, owner, structural place, k-th draw there).

Never of a running count; and each component has a number of its own by its uid. So an added card, a
changed effect or another number leaves all other draws as they were, and comparisons are paired.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rulewright.engine.machine import Machine

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
        """`n` of the options, in random order; each component has its number, whatever else is there."""
        base = self._key(m, "pick", owner, self._count(m, "pick", owner))
        info = m.program.kinds.get(item)

        def number(option: Any) -> int:
            return mix(base ^ (info.hashes[option] if info is not None else keyed(0, option)))

        return sorted(options, key=number)[:n]
