"""Guesses what a misspelt name was meant to be."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import lru_cache

MOST_SHOWN = 3
MOST_PER_RUN = 200
"""Guesses of one run: each looks through all names, so that thousands of unknown ones would take minutes."""


def did_you_mean(name: str, candidates: Iterable[str]) -> str | None:
    """The hint "did you mean 'hand'?" with the nearest candidates, or none rather than a wrong one.

    Slips change at most a third of the letters, or one; case, `-` or `_` and the order of words don't count.
    """
    near = nearest(name, candidates)
    if not near:
        return None
    quoted = [f"'{candidate}'" for candidate in near]
    if len(quoted) == 1:
        return f"did you mean {quoted[0]}?"
    return f"did you mean {', '.join(quoted[:-1])} or {quoted[-1]}?"


def nearest(name: str, candidates: Iterable[str]) -> list[str]:
    """The candidates with the fewest slips, at most three by name; those with the same letters win."""
    wanted = _normalised(name)
    words, letters = sorted(wanted.split("_")), Counter(wanted)
    limit = max(1, len(wanted) // 3)
    by_length = _by_length(frozenset(candidates))
    best: list[str] = []
    near = (
        each
        for size in range(len(wanted) - limit, len(wanted) + limit + 1)
        for each in by_length.get(size, ())
    )
    for candidate, other in sorted(near):
        if candidate == name or abs(len(other) - len(wanted)) > limit:
            continue
        found = 0 if words == sorted(other.split("_")) else _at_most(wanted, letters, other, limit)
        if found > limit or found >= max(len(wanted), len(other)):
            continue
        if found < limit:
            best.clear()
            limit = found
        best.append(candidate)
    swapped = [candidate for candidate in best if sorted(_normalised(candidate)) == sorted(wanted)]
    return (swapped or best)[:MOST_SHOWN]


@lru_cache(maxsize=32)
def _by_length(candidates: frozenset[str]) -> dict[int, list[tuple[str, str]]]:
    """(name, normalised) of each candidate by its length: the same names are searched again and again."""
    found: dict[int, list[tuple[str, str]]] = {}
    for candidate in candidates:
        other = _normalised(candidate)
        found.setdefault(len(other), []).append((candidate, other))
    return found


def _at_most(wanted: str, letters: Counter[str], other: str, limit: int) -> int:
    """The distance, or more than `limit` at once where too many letters are missing on one side."""
    missing = sum((letters - Counter(other)).values())
    if max(missing, missing + len(other) - len(wanted)) > limit:
        return limit + 1
    return _distance(wanted, other, limit)


def _normalised(name: str) -> str:
    return name.casefold().replace("-", "_").replace(" ", "_")


def _distance(left: str, right: str, limit: int) -> int:
    """Optimal string alignment: insertions, deletions, changes and swaps of neighbours."""
    before: list[int] = []
    row = list(range(len(right) + 1))
    for i, a in enumerate(left, 1):
        current = [i]
        for j, b in enumerate(right, 1):
            cost = min(row[j] + 1, current[j - 1] + 1, row[j - 1] + (a != b))
            if i > 1 and j > 1 and a == right[j - 2] and left[i - 2] == b:
                cost = min(cost, before[j - 2] + 1)
            current.append(cost)
        if min(current) > limit + 1:
            return limit + 1
        before, row = row, current
    return row[-1]
