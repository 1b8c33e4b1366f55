"""Who calls whom: circles, and how long chains of calls are; each in one walk over the calls."""

from __future__ import annotations

from collections.abc import Collection, Mapping

Calls = Mapping[str, Collection[str]]


def reaching(calls: Calls, seeds: Collection[str]) -> frozenset[str]:
    """All callables from which one of the seeds can be reached, the seeds among them."""
    callers: dict[str, list[str]] = {}
    for caller, callees in calls.items():
        for callee in callees:
            callers.setdefault(callee, []).append(caller)
    reached, waiting = set(seeds), list(seeds)
    while waiting:
        for caller in callers.get(waiting.pop(), ()):
            if caller not in reached:
                reached.add(caller)
                waiting.append(caller)
    return frozenset(reached)


def circles_and_lengths(calls: Calls) -> tuple[list[list[str]], dict[str, int]]:
    """The circles of callables that call each other or themselves, and the longest chain from each other one.

    A chain of one calls nothing; circles count for nothing in it.
    """
    numbers: dict[str, int] = {}
    lowest: dict[str, int] = {}
    open_: list[str] = []
    settled: set[str] = set()
    circles: list[list[str]] = []
    lengths: dict[str, int] = {}
    for start in sorted(calls):
        walk = [] if start in numbers else [(start, iter(sorted(calls[start])))]
        while walk:
            key, callees = walk[-1]
            if key not in numbers:
                numbers[key] = lowest[key] = len(numbers)
                open_.append(key)
            for callee in callees:
                if callee not in numbers:
                    walk.append((callee, iter(sorted(calls.get(callee, ())))))
                    break
                if callee not in settled:
                    lowest[key] = min(lowest[key], numbers[callee])
            else:
                walk.pop()
                if walk:
                    above = walk[-1][0]
                    lowest[above] = min(lowest[above], lowest[key])
                if lowest[key] == numbers[key]:
                    _settle(key, calls, open_, settled, circles, lengths)
    return circles, lengths


def _settle(
    key: str,
    calls: Calls,
    open_: list[str],
    settled: set[str],
    circles: list[list[str]],
    lengths: dict[str, int],
) -> None:
    """Those that call each other in a circle through `key`, or `key` alone, are known now."""
    together = open_[open_.index(key) :] if open_[-1] != key else [key]
    del open_[len(open_) - len(together) :]
    settled.update(together)
    if len(together) > 1 or key in calls.get(key, ()):
        circles.append(sorted(together))
    else:
        lengths[key] = 1 + max((lengths.get(callee, 0) for callee in calls.get(key, ())), default=0)
