"""The course of matches: turns without effect, chains of effects, drama, what comes into sight."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from itertools import pairwise
from math import sqrt
from typing import Any

from rulewright.play.playout import Outcome
from rulewright.play.tracing import Trace, leader
from rulewright_tools.lab.clusters import Share
from rulewright_tools.lab.quantiles import student95
from rulewright_tools.lab.summary import DIGITS, share_data


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
        """mean, its interval of 95 % (Student's t), and of how many matches."""
        if not self.n:
            return {"mean": None, "low": None, "high": None, "n": 0}
        mean = self.total / self.n
        low = high = None
        if self.n > 1:
            spread = max(0.0, self.squares - self.n * mean * mean) / (self.n - 1)
            half = student95(self.n - 1) * sqrt(spread / self.n)
            low, high = round(mean - half, DIGITS), round(mean + half, DIGITS)
        return {"mean": round(mean, DIGITS), "low": low, "high": high, "n": self.n}


@dataclass(slots=True)
class Course:
    """Traces of finished matches, added up."""

    matches: int = 0
    dead: Share = field(default_factory=Share)  # of all turns
    dead_at: dict[str, Share] = field(default_factory=dict)  # of the turns of a step
    chains: Share = field(default_factory=Share)  # its whole: the turns in which chains are counted
    tail: dict[int, Share] = field(default_factory=dict)  # of those: with so many effects or more
    deepest: tuple[int, int] | None = None  # the longest chain, less the number of its match
    combos: Means = field(default_factory=Means)
    drama: Means = field(default_factory=Means)
    settled: Means = field(default_factory=Means)
    seen: Counter[str] = field(default_factory=Counter)
    held: Counter[str] = field(default_factory=Counter)

    def add(self, outcome: Outcome, trace: Trace) -> None:
        self.matches += 1
        self.dead.add(sum(trace.dead.values()), sum(trace.turns.values()))
        for step, count in trace.turns.items():
            self.dead_at.setdefault(step, Share()).add(trace.dead[step], count)
        self._chains(trace.chains)
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

    def _chains(self, chains: Counter[int]) -> None:
        turns = sum(chains.values())
        self.chains.add(0, turns)
        for depth in range(1, max(chains, default=0) + 1):
            reached = sum(count for of, count in chains.items() if of >= depth)
            self.tail.setdefault(depth, Share()).add_part(reached, turns)

    def data(self) -> dict[str, Any]:
        """Parts of `metrics` of `sim --json`."""
        return {
            "dead_turns": {
                **self.dead.data(),
                "steps": [{"step": step, **share.data()} for step, share in self.dead_at.items()],
            },
            "combos": {
                **self.combos.data(),
                "max": max(self.tail, default=0) if self.chains.whole else None,
                "deepest_match": None if self.deepest is None else -self.deepest[1],
                "tail": [
                    {"at_least": depth, **share.over(self.chains).data()}
                    for depth, share in sorted(self.tail.items())
                ],
            },
            "drama": self.drama.data(),
            "settled_at": self.settled.data(),
        }

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
