"""Knock-out lift: what an entry is worth to a seat."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from math import inf
from typing import Any

from rulewright.play.knockouts import Knockout, touched
from rulewright.play.playout import Outcome
from rulewright_tools.lab.inference import FEWEST_PAIRS, Difference, benjamini_hochberg, paired, ratio
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
        every = {entry: self.per_match(entry) for entry in sorted(names)}
        told = {entry: gains for entry, gains in every.items() if len(gains) > 1}
        found = {entry: self._differences(entry, gains) for entry, gains in told.items()}
        adjusted = [benjamini_hochberg([both[n].p for both in found.values()]) for n in range(2)]
        rows = []
        for place, (entry, differences) in enumerate(found.items()):
            uses = [float(self.uses(number, entry)) for number in told[entry]]
            score, wins = (
                _row(difference, adjusted[n][place])
                | {"per_use": _per_use([gain[n] * self.seats for gain in told[entry].values()], uses)}
                for n, difference in enumerate(differences)
            )
            rows.append(
                {
                    "entry": entry,
                    "replayed": self.replayed(entry),
                    "broken": len(self.broken[entry]),
                    "uses": round(sum(uses) / len(uses), DIGITS),
                    "score": score,
                    "wins": wins if self._competitive() else None,
                }
            )
        return sorted(rows, key=lambda row: (-row["score"]["lift"], row["entry"]))

    def _competitive(self) -> bool:
        return any(base.winners for base in self.bases.values())

    def uses(self, number: int, entry: str) -> int:
        """How often the seats chose an entry, or an ability of it, in a match as it was played."""
        notes = self.bases[number].notes
        assert notes is not None
        return notes.taken[entry] + notes.used[entry]

    def replayed(self, entry: str) -> int:
        """How often a match was played again without it."""
        return sum(len(each) for each in self.gains.get(entry, {}).values())

    def mean_score(self) -> float:
        """Of a seat, over the matches as they were played."""
        scores = [score for base in self.bases.values() for score in base.scores]
        return sum(scores) / len(scores) if scores else 0.0

    def per_match(self, entry: str) -> dict[int, tuple[float, float]]:
        """By match what a seat has more of the score and of the wins with an entry than without it. One in
        which no seat used it counts as nothing."""
        gains = self.gains.get(entry, {})
        return {
            number: (
                sum(gain for gain, _ in gains.get(number, ())) / self.seats,
                sum(gain for _, gain in gains.get(number, ())) / self.seats,
            )
            for number in self._finished()
            if number not in self.broken[entry]
        }

    def _finished(self) -> list[int]:
        """Matches up to the first of which something is still to be played, the same for all entries: of
        those behind it the ones in which nobody used an entry are known already, and all are nothing."""
        first = min((each.number for each in self.left), default=inf)
        return [number for number in self.bases if number < first]

    def _differences(self, entry: str, gains: Mapping[int, tuple[float, float]]) -> tuple[Difference, ...]:
        """Of the score and of wins."""
        alike = not self.gains.get(entry)
        return tuple(paired([gain[n] for gain in gains.values()], alike, most=(inf, 1)[n]) for n in range(2))


def _row(found: Difference, adjusted: float) -> dict[str, Any]:
    return {
        "lift": round(found.mean, DIGITS),
        **found.ends(),
        "n": found.n,
        "p": float(f"{found.p:.4g}"),
        "q": float(f"{adjusted:.4g}"),
        "clear": found.found_among_many(adjusted) and found.n >= FEWEST_PAIRS,
    }


def _per_use(gains: list[float], uses: list[float]) -> dict[str, Any] | None:
    """What all seats have more together for one use; None if there was none."""
    if not any(uses):
        return None
    names = zip(("lift", "low", "high"), ratio(gains, uses), strict=True)
    return {name: None if x is None else round(x, DIGITS) for name, x in names}
