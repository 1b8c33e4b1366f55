"""Guesses what a misspelt name was meant to be."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from rulewright.source.synonyms import MEANT

MOST_SHOWN = 3
MOST_PER_RUN = 100
"""Guesses of one run: each looks through all names, so that thousands of unknown ones would take minutes."""


def did_you_mean(name: str, candidates: Iterable[str]) -> str | None:
    """The hint "did you mean 'hand'?" with the nearest candidates, or none rather than a wrong one.

    A candidate is near if there are few slips, or if the name is a declared synonym of it.

    Slips change at most a third of the letters, or one; case, `-` or `_` and the order of words don't count.
    """
    near = nearest(name, candidates)
    if not near:
        return None
    quoted = [f"'{candidate}'" for candidate in near]
    if len(quoted) == 1:
        return f"did you mean {quoted[0]}?"
    return f"did you mean {', '.join(quoted[:-1])} or {quoted[-1]}?"


def one_slip_from(name: str, candidates: Iterable[str]) -> str | None:
    """The only candidate that a single slip makes the name of, or none."""
    near = nearest(name, candidates)
    return near[0] if len(near) == 1 and _distance(_normalised(name), _normalised(near[0]), 1) <= 1 else None


def nearest(name: str, candidates: Iterable[str]) -> list[str]:
    """The candidates with the fewest slips, at most three by name; those with the same letters win.

    If there are none, those for which people write such a word.
    """
    found = _nearest(name, candidates := frozenset(candidates))
    meant = MEANT.get(_normalised(name), ()) if not found else ()
    return found or [candidate for candidate in meant if candidate in candidates]


def _nearest(name: str, candidates: frozenset[str]) -> list[str]:
    wanted = _normalised(name)
    words, letters = sorted(wanted.split("_")), _letters(wanted)
    limit = max(1, len(wanted) // 3)
    by_length = _by_length(candidates)
    near: list[tuple[int, str, str]] = []  # what the slips are at least, the candidate, its letters
    for size in range(len(wanted) - limit, len(wanted) + limit + 1):
        for candidate, other, has in by_length.get(size, ()):
            least = max((letters & ~has).bit_count(), (has & ~letters).bit_count(), abs(size - len(wanted)))
            if least <= limit and candidate != name:
                near.append((least, candidate, other))
    best: list[str] = []
    for least, candidate, other in sorted(near):
        if least > limit:
            break
        found = 0 if words == sorted(other.split("_")) else _distance(wanted, other, limit)
        if found > limit or found >= max(len(wanted), len(other)):
            continue
        if found < limit:
            best.clear()
            limit = found
        best.append(candidate)
    swapped = [candidate for candidate in best if sorted(_normalised(candidate)) == sorted(wanted)]
    return sorted(swapped or best)[:MOST_SHOWN]


@lru_cache(maxsize=32)
def _by_length(candidates: frozenset[str]) -> dict[int, list[tuple[str, str, int]]]:
    """(name, normalised, letters) of each candidate by its length: the same names are searched many times."""
    found: dict[int, list[tuple[str, str, int]]] = {}
    for candidate in candidates:
        other = _normalised(candidate)
        found.setdefault(len(other), []).append((candidate, other, _letters(other)))
    return found


def _letters(text: str) -> int:
    """Which letters occur, as bits; each slip brings or takes at most one."""
    bits = 0
    for letter in text:
        bits |= 1 << (ord(letter) & 63)
    return bits


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
