"""Luck share: how much of the scores hangs on the draws, and how much on what bots do by chance."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from rulewright.play.deals import Job
from rulewright.play.playout import Outcome, Plan
from rulewright_tools.lab.inference import ROUNDING
from rulewright_tools.lab.quantiles import student95
from rulewright_tools.lab.summary import DIGITS

FEWEST = 20  # matches before there is an interval


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

    def data(self) -> dict[str, Any]:
        """`luck` of `sim --json`: `docs/json.md`."""
        whole = [each for _, each in sorted(self.played.items()) if len(each) == self.times]
        scores = [[outcome.scores for _, outcome in sorted(each.items())] for each in whole]
        wins = [
            [_won(outcome) for _, outcome in sorted(each.items())]
            for each in whole
            if all(outcome.winners for outcome in each.values())
        ]
        return {"times": self.times, "score": _row(scores), "wins": _row(wins)}


def _won(outcome: Outcome) -> tuple[float, ...]:
    return tuple(outcome.win_share(seat) for seat in range(len(outcome.scores)))


def _row(values: Sequence[Sequence[Sequence[float]]]) -> dict[str, Any] | None:
    """The share, its interval of 95 % and the number of matches; None if there is nothing to explain.

    Args:
        values: by match, time and seat.
    """
    if len(values) < 2:
        return None
    share = shares(values)
    if share is None:
        return None
    ends = interval(values) if len(values) >= FEWEST else None
    low, high = (None, None) if ends is None else (round(end, DIGITS) for end in ends)
    return {"share": round(share, DIGITS), "low": low, "high": high, "n": len(values)}


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
    if between + within <= ROUNDING:
        return None
    return _share(between / within, times) if within > 0 else 1.0


def interval(values: Any) -> tuple[float, float] | None:
    """Of 95 %: the jackknife of log F over matches, F the ratio of both mean squares, with Student's t
    (J. N. Arvesen and T. H. Schmitz, Robust procedures for variance component problems using the jackknife,
    Biometrics 26, 1970). The interval of F's own distribution holds for normal scores and independent seats
    alone, and those of a match are neither.

    None where a match that is left out leaves nothing between or within the others.
    """
    import numpy as np

    x = np.asarray(values, dtype=float)
    n, times = x.shape[:2]
    means = x.mean(axis=1) - x.mean(axis=(0, 1))
    within = x.var(axis=1, ddof=1).mean(axis=1)
    totals, squares = means.sum(axis=0), (means**2).sum(axis=0)
    # of all but one match, for each of them
    between_left = times * ((squares - means**2 - (totals - means) ** 2 / (n - 1)) / (n - 2)).mean(axis=1)
    within_left = (within.sum() - within) / (n - 1)
    if min(between_left.min(), within_left.min()) <= ROUNDING:
        return None
    logs = np.log(between_left / within_left)
    error = float(np.sqrt((n - 1) * logs.var()))
    middle = float(np.log(times * means.var(axis=0, ddof=1).mean() / within.mean()))
    half = student95(n - 1) * error
    low, high = (_share(float(np.exp(end)), times) for end in (middle - half, middle + half))
    return low, high


def _share(ratio: float, times: int) -> float:
    """What lies between matches, by the ratio of the mean squares between and within them."""
    return max(0.0, (ratio - 1) / (ratio + times - 1))
