"""What generated code and the walker do with lists: sets of options, pairs, best sets, tables."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import combinations, pairwise
from math import comb
from typing import Any

from rulewright.engine.missing import Missing

MOST_OPTIONS = 10_000

Key = Callable[[Any, Any], Any]


def unlike(s: Any, options: Sequence[Any], key: Key) -> Sequence[Any]:
    """The options with equal ones kept once, the first of each."""
    if len(options) < 2:
        return options
    seen: dict[Any, Any] = {}
    for option in options:
        seen.setdefault(key(s, option), option)
    return list(seen.values())


def unlike_placements(s: Any, options: Sequence[Any], key: Key) -> Sequence[Any]:
    """The same for placements, by the key of their pieces: these are few, and their places many."""
    if len({piece for piece, _, _ in options}) < 2:
        return options
    first: dict[Any, int] = {}
    named = {piece: first.setdefault(key(s, piece), piece) for piece, _, _ in options}
    seen: dict[Any, Any] = {}
    for option in options:
        piece, z, index = option
        seen.setdefault((named[piece], z, index), option)
    return list(seen.values())


def itself(s: Any, x: Any) -> Any:
    return x


def alike_pair(first: Key, second: Key) -> Key:
    return lambda s, pair: (first(s, pair[0]), second(s, pair[1]))


def subsets(
    m: Any,
    s: Any,
    things: Sequence[Any],
    least: int,
    most: int | None,
    key: Key | None,
    may: bool = False,
    must: bool = False,
) -> list[tuple[Any, ...]]:
    """Every set of `least` to `most` of the things; of interchangeable ones each multiset once.

    With fewer things than `least`, all of them; nothing to choose from is no choice. One that may be
    declined leaves out the empty set, one that must be made takes as many as it may. Ordered by size,
    then as the things are.
    """
    things = list(things)
    m.counted(least, 0)
    most = len(things) if most is None else m.counted(most, len(things))
    if not things:
        return []
    least = most if must else min(max(least, int(may)), most)
    if key is None:
        count = sum(comb(len(things), n) for n in range(least, most + 1))
        _bounded(m, count)
        return [picked for n in range(least, most + 1) for picked in combinations(things, n)]
    groups: dict[Any, list[Any]] = {}
    for thing in things:
        groups.setdefault(key(s, thing), []).append(thing)
    _bounded(m, _multisets([len(group) for group in groups.values()], least, most))
    found: list[tuple[Any, ...]] = [()]
    left = len(things)
    for group in groups.values():
        left -= len(group)  # what later groups can still bring
        found = [
            (*picked, *group[:n])
            for picked in found
            for n in range(max(0, least - len(picked) - left), min(len(group), most - len(picked)) + 1)
        ]
    if things == sorted(things):  # components by uid: their order is that of their numbers
        found.sort()
        return sorted(found, key=len)
    place = {x: at for at, x in enumerate(things)}
    return sorted(found, key=lambda picked: (len(picked), [place[x] for x in picked]))


def _multisets(sizes: Sequence[int], least: int, most: int) -> int:
    """How many ways there are to take `least` to `most` things from groups of interchangeable ones."""
    ways = [1] + [0] * most  # by how many are taken
    for size in sizes:
        ways = [sum(ways[max(0, n - size) : n + 1]) for n in range(most + 1)]
    return sum(ways[least:])


def _bounded(m: Any, count: int) -> None:
    if count > MOST_OPTIONS:
        m.fault("G703", f"a choice of sets with {count:,} options; at most {MOST_OPTIONS:,}")


def pairs(m: Any, things: Sequence[Any]) -> list[tuple[Any, Any]]:
    m.rounds_of_pairs(things)
    return [(a, b) for a in things for b in things if a != b]


def cross(m: Any, first: Sequence[Any], second: Sequence[Any]) -> list[tuple[Any, Any]]:
    m.rounds_of_pairs(first, second)
    return [(a, b) for a in first for b in second]


def distinct(things: Iterable[Any]) -> list[Any]:
    return list(dict.fromkeys(things))


def ordered(things: Sequence[Any], numbers: Sequence[int]) -> list[Any]:
    """The things by their numbers, of which there must be one for each."""
    if len(things) != len(numbers):
        raise Missing(f"a number for each: {len(numbers)} for {len(things)} things")
    return [things[i] for i in sorted(range(len(things)), key=numbers.__getitem__)]


def union(lists: Iterable[Iterable[Any]]) -> list[Any]:
    return list(dict.fromkeys(x for items in lists for x in items))


def step_of(steps: Sequence[tuple[int, Any]], key: int, optional: bool = False) -> Any:
    """The value of the greatest step not above `key`; below the first there is none."""
    if key < steps[0][0]:
        if optional:
            return None
        raise Missing(key)
    found = 0
    for number, (start, _) in enumerate(steps):
        if start > key:
            break
        found = number
    return steps[found][1]


def best_sets(numbers: Iterable[int | None], worth: Mapping[int, int]) -> int:
    """The most that sets of different numbers are worth.

    With a table of rising increments the layers are best (set j holds every number that occurs at least
    j times); otherwise all ways to split are searched.
    """
    counts: dict[int, int] = {}
    for number in numbers:
        if number is not None:
            counts[number] = counts.get(number, 0) + 1
    if not counts:
        return 0
    sizes = [sum(1 for c in counts.values() if c >= layer) for layer in range(1, max(counts.values()) + 1)]
    full = {0: 0, **worth}
    top = max(full)
    steps = [full[n + 1] - full[n] for n in range(top) if n in full and n + 1 in full]
    rising = len(steps) == top and steps[0] >= 0 and all(a <= b for a, b in pairwise(steps))
    if rising and sizes[0] <= top:
        return sum(full[size] for size in sizes)
    return _search_sets(tuple(sorted(counts.values(), reverse=True)), worth, {})


def _search_sets(counts: tuple[int, ...], worth: Mapping[int, int], known: dict[tuple[int, ...], int]) -> int:
    """Exact: the next set takes one each of the k most frequent numbers, for every size k."""
    counts = tuple(c for c in counts if c)
    if not counts:
        return 0
    if counts not in known:
        best = 0
        for size in range(1, len(counts) + 1):
            if size in worth:
                rest = tuple(sorted((c - (i < size) for i, c in enumerate(counts)), reverse=True))
                best = max(best, worth[size] + _search_sets(rest, worth, known))
        known[counts] = best
    return known[counts]


FUNCTIONS: dict[str, Callable[..., Any]] = {
    f.__name__: f
    for f in (
        unlike,
        unlike_placements,
        itself,
        alike_pair,
        subsets,
        pairs,
        cross,
        distinct,
        ordered,
        union,
        step_of,
        best_sets,
    )
}
