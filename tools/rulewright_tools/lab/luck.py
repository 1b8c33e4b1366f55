"""Luck share: how much of the scores hangs on the draws, and how much on what bots do by chance."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from rulewright.play.deals import Job
from rulewright.play.playout import Outcome, Plan
from rulewright_tools.lab.summary import DIGITS

FEWEST = 20  # matches before there is an interval: of fewer, resampling makes it far too narrow
RESAMPLED = 2000  # times, for the interval


@dataclass(slots=True)
class Luck:
    """Each match of a run, played `times` with the same draws and other noise of the bots.

    The share is 1 of bots that leave nothing to chance.
    """

    plan: Plan
    times: int
    played: dict[int, dict[int, Outcome]] = field(default_factory=dict)  # match, how-many-eth time

    def add(self, outcome: Outcome, time: int = 0) -> None:
        if outcome.fault is None:
            self.played.setdefault(outcome.number, {})[time] = outcome

    def jobs(self) -> Iterator[Job]:
        """All times but the first, of the matches that came to an end; the number of a job is the time."""
        matches = [(number, 0) for number in self.played]
        plain = replace(self.plan, noted="", sources=False, record=False)
        for time in range(1, self.times):
            yield Job(time, replace(plain, noise=time), matches)

    def data(self, seed: int) -> dict[str, Any]:
        """`luck` of `sim --json`: `docs/json.md`."""
        whole = [each for _, each in sorted(self.played.items()) if len(each) == self.times]
        scores = [[outcome.scores for _, outcome in sorted(each.items())] for each in whole]
        wins = [
            [_won(outcome) for _, outcome in sorted(each.items())]
            for each in whole
            if all(outcome.winners for outcome in each.values())
        ]
        return {"times": self.times, "score": _row(scores, seed), "wins": _row(wins, seed)}


def _won(outcome: Outcome) -> tuple[float, ...]:
    return tuple(outcome.win_share(seat) for seat in range(len(outcome.scores)))


def _row(values: Sequence[Sequence[Sequence[float]]], seed: int) -> dict[str, Any] | None:
    """The share, its interval of 95 % and the number of matches; None if there is nothing to explain.

    Args:
        values: by match, time and seat.
    """
    if len(values) < 2:
        return None
    share = shares(values)
    if share is None:
        return None
    low, high = interval(values, seed) if len(values) >= FEWEST else (None, None)
    ends = {name: None if end is None else round(end, DIGITS) for name, end in (("low", low), ("high", high))}
    return {"share": round(share, DIGITS), **ends, "n": len(values)}


def shares(values: Any) -> float | None:
    """The part of the variance that lies between matches: one-way analysis of variance with random effects,
    seats pooled. None if all values are the same.

    Args:
        values: shape (matches, times, seats), at least two of the first two.
    """
    import numpy as np

    x = np.asarray(values, dtype=float)
    times = x.shape[1]
    between = float((times * x.mean(axis=1).var(axis=0, ddof=1)).mean())
    within = float(x.var(axis=1, ddof=1).mean())
    drawn = max(0.0, (between - within) / times)
    return None if drawn + within <= 0 else drawn / (drawn + within)


def interval(values: Any, seed: int) -> tuple[float, float]:
    """Of 95 %, by the percentiles of matches that are drawn anew with replacement."""
    import numpy as np

    x = np.asarray(values, dtype=float)
    random = np.random.Generator(np.random.Philox(abs(seed)))
    found = [shares(x[random.integers(0, len(x), len(x))]) for _ in range(RESAMPLED)]
    told = [share for share in found if share is not None] or [1.0]
    return float(np.percentile(told, 2.5)), float(np.percentile(told, 97.5))
