"""The course of matches: turns without effect, chains of effects, drama, what comes into sight."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from itertools import pairwise
from math import sqrt
from typing import Any

from rulewright.play.playout import Outcome
from rulewright.play.tracing import Trace, leader
from rulewright_tools.lab.summary import DIGITS, Z95, share_data


@dataclass(slots=True)
class Means:
    """Running sums of one number a match."""

    n: int = 0
    total: float = 0.0
    squares: float = 0.0

    def add(self, x: float) -> None:
        self.n += 1
        self.total += x
        self.squares += x * x

    def data(self) -> dict[str, Any]:
        """mean, its interval of 95 % (normal), and of how many matches."""
        if not self.n:
            return {"mean": None, "low": None, "high": None, "n": 0}
        mean = self.total / self.n
        low = high = None
        if self.n > 1:
            spread = max(0.0, self.squares - self.n * mean * mean) / (self.n - 1)
            half = Z95 * sqrt(spread / self.n)
            low, high = round(mean - half, DIGITS), round(mean + half, DIGITS)
        return {"mean": round(mean, DIGITS), "low": low, "high": high, "n": self.n}


@dataclass(slots=True)
class Course:
    """Traces of finished matches, added up."""

    matches: int = 0
    turns: Counter[str] = field(default_factory=Counter)
    dead: Counter[str] = field(default_factory=Counter)
    chains: Counter[int] = field(default_factory=Counter)
    deepest: tuple[int, int] | None = None  # the longest chain, less the number of its match
    combos: Means = field(default_factory=Means)
    drama: Means = field(default_factory=Means)
    settled: Means = field(default_factory=Means)
    seen: Counter[str] = field(default_factory=Counter)
    held: Counter[str] = field(default_factory=Counter)

    def add(self, outcome: Outcome, trace: Trace) -> None:
        self.matches += 1
        self.turns += trace.turns
        self.dead += trace.dead
        self.chains += trace.chains
        self.seen.update(trace.seen)
        self.held += trace.held
        if trace.chains:
            deepest = max(trace.chains), -outcome.number
            self.deepest = deepest if self.deepest is None else max(self.deepest, deepest)
            turns = sum(trace.chains.values())
            self.combos.add(sum(depth * count for depth, count in trace.chains.items()) / turns)
        if outcome.winners and len(outcome.scores) > 1 and trace.points:
            behind = (max(points) - max(points[seat] for seat in outcome.winners) for points in trace.points)
            self.drama.add(sum(behind) / len(trace.points))
            self.settled.add(_settled(trace.points))

    def data(self) -> dict[str, Any]:
        """Parts of `metrics` of `sim --json`."""
        turns = sum(self.chains.values())
        return {
            "dead_turns": {
                **_share(sum(self.dead.values()), sum(self.turns.values())),
                "steps": [
                    {"step": step, **_share(self.dead[step], count)} for step, count in self.turns.items()
                ],
            },
            "combos": {
                **self.combos.data(),
                "max": max(self.chains, default=None),
                "deepest_match": None if self.deepest is None else -self.deepest[1],
                "tail": [
                    {"at_least": depth, **_share(self._at_least(depth), turns)}
                    for depth in range(1, max(self.chains, default=0) + 1)
                ],
            },
            "drama": self.drama.data(),
            "settled_at": self.settled.data(),
        }

    def _at_least(self, depth: int) -> int:
        return sum(count for of, count in self.chains.items() if of >= depth)

    def entry(self, name: str) -> dict[str, Any]:
        """What is told of an entry."""
        held = round(self.held[name] / self.matches, DIGITS) if self.matches else None
        return {"seen": _share(self.seen[name], self.matches), "held": held}


def _share(part: int, whole: int) -> dict[str, Any]:
    return {**share_data({1: part}, whole), "n": whole}


def _settled(points: list[tuple[int, ...]]) -> float:
    """The part of the match after which nobody else got ahead; ties are passed over."""
    ahead = [(step, seat) for step, scores in enumerate(points) if (seat := leader(scores)) is not None]
    changes = [later[0] for earlier, later in pairwise(ahead) if earlier[1] != later[1]]
    return changes[-1] / len(points) if changes else 0.0
