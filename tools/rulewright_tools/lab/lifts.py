"""Knock-out lift: what an entry is worth to a seat."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from math import inf
from typing import Any

from rulewright.play.knockouts import Knockout, touched
from rulewright.play.playout import Outcome
from rulewright_tools.lab.inference import FEWEST_PAIRS, Difference, benjamini_hochberg, paired
from rulewright_tools.lab.summary import DIGITS


@dataclass(slots=True)
class Lifts:
    """Matches of a run, and what became of them with an entry knocked out for a seat.

    A match is one observation: the mean over the seats of what each has more with the entry than without.
    """

    seats: int
    entries: frozenset[str] | None = None  # those that are wanted; None for all
    bases: dict[int, Outcome] = field(default_factory=dict)
    wanted: list[Knockout] = field(default_factory=list)
    gains: dict[str, dict[int, list[tuple[float, float]]]] = field(default_factory=dict)
    broken: dict[str, set[int]] = field(default_factory=lambda: defaultdict(set))
    left: set[Knockout] = field(default_factory=set)  # not played yet

    def add(self, base: Outcome) -> None:
        """A match as it was played; one that broke off says nothing."""
        if base.fault is not None:
            return
        self.bases[base.number] = base
        for knockout in touched(base):
            if self.entries is None or knockout.entry in self.entries:
                self.wanted.append(knockout)
                self.left.add(knockout)

    def add_without(self, knockout: Knockout, outcome: Outcome) -> None:
        """The same match, with an entry knocked out for a seat."""
        number, seat, entry = knockout.number, knockout.seat, knockout.entry
        self.left.discard(knockout)
        if outcome.fault is not None:
            self.broken[entry].add(number)
            return
        base = self.bases[number]
        gain = float(base.scores[seat] - outcome.scores[seat]), base.win_share(seat) - outcome.win_share(seat)
        self.gains.setdefault(entry, {}).setdefault(number, []).append(gain)

    def data(self) -> list[dict[str, Any]]:
        """By entry, those with the greatest lift first: `docs/json.md`."""
        names = {knockout.entry for knockout in self.wanted} | (self.entries or set())
        every = {entry: self._differences(entry) for entry in sorted(names)}
        found = {entry: both for entry, both in every.items() if both is not None}
        rows = []
        adjusted = [benjamini_hochberg([both[n].p for both in found.values()]) for n in range(2)]
        replayed = {entry: sum(len(each) for each in self.gains.get(entry, {}).values()) for entry in found}
        for place, (entry, (score, wins)) in enumerate(found.items()):
            rows.append(
                {
                    "entry": entry,
                    "replayed": replayed[entry],
                    "broken": len(self.broken[entry]),
                    "score": _row(score, adjusted[0][place]),
                    "wins": _row(wins, adjusted[1][place]) if self._competitive() else None,
                }
            )
        return sorted(rows, key=lambda row: (-row["score"]["lift"], row["entry"]))

    def _competitive(self) -> bool:
        return any(base.winners for base in self.bases.values())

    def _finished(self) -> list[int]:
        """Matches up to the first of which something is still to be played, the same for all entries: of
        those behind it the ones in which nobody used an entry are known already, and all are nothing."""
        first = min((each.number for each in self.left), default=inf)
        return [number for number in self.bases if number < first]

    def _differences(self, entry: str) -> tuple[Difference, Difference] | None:
        """Of the score and of wins, if there are matches enough; one in which no seat used the entry counts
        as nothing."""
        gains = self.gains.get(entry, {})
        counted = [number for number in self._finished() if number not in self.broken[entry]]
        per_match = [
            tuple(sum(gain[n] for gain in gains.get(number, ())) / self.seats for n in range(2))
            for number in counted
        ]
        if len(per_match) < 2:
            return None
        score, wins = (paired([gain[n] for gain in per_match], alike=not gains) for n in range(2))
        return score, wins


def _row(found: Difference, adjusted: float) -> dict[str, Any]:
    return {
        "lift": round(found.mean, DIGITS),
        **found.ends(),
        "n": found.n,
        "p": float(f"{found.p:.4g}"),
        "q": float(f"{adjusted:.4g}"),
        "clear": found.found_among_many(adjusted) and found.n >= FEWEST_PAIRS,
    }
