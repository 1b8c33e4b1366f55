"""Statistics of many matches. Sums are exact: the same matches give the same digits anywhere."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import sqrt
from typing import Any, TypeAlias

from rulewright.play.playout import Outcome
from rulewright_tools.lab.figures import measured
from rulewright_tools.lab.header import header
from rulewright_tools.lab.histogram import histogram
from rulewright_tools.lab.quantiles import Z95
from rulewright_tools.prepare import Setup

Exact: TypeAlias = "int | Fraction"

DIGITS = 6


@dataclass(slots=True)
class Numbers:
    """Running sums of whole numbers, or of fractions."""

    n: int = 0
    total: Exact = 0
    squares: Exact = 0
    least: Exact | None = None
    most: Exact | None = None

    def add(self, x: Exact) -> None:
        self.n += 1
        self.total += x
        self.squares += x * x
        self.least = x if self.least is None else min(self.least, x)
        self.most = x if self.most is None else max(self.most, x)

    def data(self) -> dict[str, Any]:
        """mean, sd (of a sample), min, max; null where there are too few."""
        mean = round(float(self.total / self.n), DIGITS) if self.n else None
        sd = None
        if self.n > 1:
            sd = round(sqrt((self.n * self.squares - self.total**2) / (self.n * (self.n - 1))), DIGITS)
        return {"mean": mean, "sd": sd, "min": _number(self.least), "max": _number(self.most)}


def _number(x: Exact | None) -> int | float | None:
    return x if x is None or isinstance(x, int) else int(x) if x.denominator == 1 else round(float(x), DIGITS)


def wilson(share: float, n: float) -> tuple[float, float]:
    """The 95 % interval of a share seen in n matches."""
    centre = share + Z95 * Z95 / (2 * n)
    half = Z95 * sqrt(share * (1 - share) / n + Z95 * Z95 / (4 * n * n))
    bottom = 1 + Z95 * Z95 / n
    return max(0.0, (centre - half) / bottom), min(1.0, (centre + half) / bottom)


def share_data(parts: dict[int, int], n: int) -> dict[str, Any]:
    """A win share: a victory that k seats share is 1/k for each. `parts` are victories by k."""
    if not n:
        return {"share": None, "low": None, "high": None}
    share = sum(count / k for k, count in sorted(parts.items())) / n
    low, high = wilson(share, n)
    return {"share": round(share, DIGITS), "low": round(low, DIGITS), "high": round(high, DIGITS)}


@dataclass(slots=True)
class Tally:
    """What the outcomes of a run add up to; faults are kept apart from the statistics."""

    setup: Setup
    finished: int = 0
    competitive: int = 0  # matches with winners
    shared: int = 0
    results: list[Counter[str]] = field(init=False)  # per seat: won alone, drawn (shared), lost
    measures: dict[tuple[str, str | None], Numbers] = field(default_factory=dict)
    scores: list[Numbers] = field(init=False)
    every: Numbers = field(default_factory=Numbers)
    lines: list[list[Numbers]] = field(init=False)  # seat, scoring line
    wins: list[Counter[int]] = field(init=False)
    first: Counter[int] = field(default_factory=Counter)
    length: Numbers = field(default_factory=Numbers)
    counts: dict[tuple[str, int | None], Counter[int]] = field(default_factory=dict)  # by figure and seat
    ranks: Counter[str] = field(default_factory=Counter)
    faults: list[dict[str, Any]] = field(default_factory=list)

    def __post_init__(self) -> None:
        seats = range(self.setup.seats)
        self.scores = [Numbers() for _ in seats]
        self.lines = [[Numbers() for _ in self.setup.rules.game.scoring] for _ in seats]
        self.wins = [Counter() for _ in seats]
        self.results = [Counter() for _ in seats]

    def add(self, outcome: Outcome) -> None:
        if outcome.fault is not None:
            fault = outcome.fault
            self.faults.append(
                {
                    "match": outcome.number,
                    "seed": outcome.seed,
                    "first_seat": outcome.first_seat,
                    "decisions": outcome.decisions,
                    "scores": list(outcome.scores),
                    "code": fault.code,
                    "message": fault.message,
                    "place": str(fault.span),
                }
            )
            return
        self.finished += 1
        self.length.add(outcome.decisions)
        self._count("decisions", None, outcome.decisions)
        for seat, points in enumerate(outcome.scores):
            self.scores[seat].add(points)
            self.every.add(points)
            self._count("score", seat, points)
            for number, part in enumerate(outcome.lines[seat]):
                self.lines[seat][number].add(part)
        for key, value in measured(outcome).items():
            self.measures.setdefault(key, Numbers()).add(value)
        if outcome.rank is not None:
            self.ranks[outcome.rank] += 1
        if outcome.winners:
            self.competitive += 1
            self.shared += len(outcome.winners) > 1
            for seat, results in enumerate(self.results):
                won = "drawn" if len(outcome.winners) > 1 else "won"
                results[won if seat in outcome.winners else "lost"] += 1
            for seat in outcome.winners:
                self.wins[seat][len(outcome.winners)] += 1
            if outcome.first_seat in outcome.winners:
                self.first[len(outcome.winners)] += 1

    def _count(self, figure: str, seat: int | None, number: int) -> None:
        self.counts.setdefault((figure, seat), Counter())[number] += 1

    def rank_names(self) -> Sequence[str]:
        """The grades that occurred, in the pack's order."""
        enums = self.setup.rules.game.enums.values()
        order = {symbol: n for symbols in enums for n, symbol in enumerate(symbols)}
        return sorted(self.ranks, key=lambda rank: (order.get(rank, 0), rank))

    def data(self, games: int, seed: int, first: int | None) -> dict[str, Any]:
        """The JSON twin of the table: `docs/json.md`."""
        setup = self.setup
        names = list(setup.rules.game.scoring)
        return {
            **header("sim", setup, seed, first, settings=setup.program.settings),
            "games": games,
            "finished": self.finished,
            "with_winners": self.competitive,
            "score": self.every.data(),
            "seats": [
                {
                    "seat": seat,
                    "policy": setup.policies[seat],
                    "score": self.scores[seat].data(),
                    "wins": share_data(self.wins[seat], self.competitive),
                    **{
                        name: share_data({1: self.results[seat][name]}, self.competitive)
                        for name in ("won", "drawn", "lost")
                    },
                    "lines": {name: part.data() for name, part in zip(names, self.lines[seat], strict=True)},
                }
                for seat in range(setup.seats)
            ],
            "first_seat_wins": share_data(self.first, self.competitive),
            "shared_victories": self.shared,
            "decisions": self.length.data(),
            "measures": [
                {"measure": name, "entry": entry, "n": of.n, **of.data()}
                for (name, entry), of in sorted(
                    self.measures.items(), key=lambda each: (each[0][0], each[0][1] or "")
                )
            ],
            "ranks": {rank: self.ranks[rank] for rank in self.rank_names()},
            "histograms": [
                {"figure": figure, "seat": seat, **histogram(counts)}
                for (figure, seat), counts in self.counts.items()
            ],
            "faults": self.faults,
        }
