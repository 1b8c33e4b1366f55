"""How often a match comes to see an entry, or a family, before and after: played, and by counting cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from math import comb
from typing import Any

from rulewright.engine.program import Program
from rulewright.play.pairs import Pair
from rulewright.play.playout import Outcome
from rulewright_tools.lab.inference import paired
from rulewright_tools.lab.proportions import Family, Name, families
from rulewright_tools.lab.summary import DIGITS, share_data


@dataclass(slots=True)
class Sightings:
    """Of one game: in how many matches each family came into sight, and by pair in what share of them."""

    program: Program
    families: dict[Name, Family] = field(init=False)
    matches: int = 0
    seen: Counter[Name] = field(default_factory=Counter)
    shares: dict[Name, dict[int, float]] = field(default_factory=dict)  # by pair; 0 is left out
    components: Counter[str] = field(default_factory=Counter)  # in sight, of all matches, by kind

    def __post_init__(self) -> None:
        self.families = families(self.program)

    def add(self, number: int, outcomes: Iterable[Outcome]) -> None:
        outcomes = tuple(outcomes)
        here: Counter[Name] = Counter()
        for outcome in outcomes:
            assert outcome.notes is not None and outcome.notes.trace is not None
            sighted = outcome.notes.trace.sighted
            self.matches += 1
            for kind, components in sighted.items():
                self.components[kind] += len(components)
            here.update(
                name
                for name, family in self.families.items()
                if not family.wholes.isdisjoint(sighted[self._whole(name)])
            )
        self.seen += here
        for name, count in here.items():
            self.shares.setdefault(name, {})[number] = count / len(outcomes)

    def _whole(self, name: Name) -> str:
        return self.program.kinds[name[0]].whole

    def data(self, name: Name) -> dict[str, Any] | None:
        """What is told of a family; None if the game has none of it."""
        family = self.families.get(name)
        if family is None:
            return None
        return {
            "cards": len(family.wholes),
            "of": len(self.program.kinds[self._whole(name)].uids),
            "seen": {**share_data({1: self.seen[name]}, self.matches), "n": self.matches},
            "exact": self._exact(name, family),
        }

    def _exact(self, name: Name, family: Family) -> float | None:
        """The same by counting, of a deck of which as many cards are turned up as in the mean match."""
        whole = self._whole(name)
        starts = self.program.game.kinds[whole].starts_in
        zone = None if starts is None else self.program.game.zones[starts]
        if zone is None or zone.visible != "none" or not self.matches:
            return None
        total = len(self.program.kinds[whole].uids)
        return round(at_least_one(total, len(family.wholes), self.components[whole] / self.matches), DIGITS)


def at_least_one(total: int, of: int, drawn: float) -> float:
    """The chance of at least one of some cards among those drawn without replacement (hypergeometric).

    Args:
        drawn: how many; between whole numbers the chance is taken in proportion.
    """
    low = int(drawn)
    part = drawn - low
    none = [comb(total - of, n) / comb(total, n) if n <= total else 0.0 for n in (low, low + 1)]
    return 1 - (none[0] * (1 - part) + none[1] * part)


class Dilution:
    """Pairs of a comparison as they come in."""

    def __init__(self, first: Program, second: Program) -> None:
        self.sides = Sightings(first), Sightings(second)
        self.pairs: list[int] = []

    def add(self, pair: Pair) -> None:
        """Count a pair; one with a match that broke off says nothing."""
        if any(outcome.fault for outcome in (*pair.first, *pair.second)):
            return
        self.pairs.append(pair.number)
        for side, outcomes in zip(self.sides, (pair.first, pair.second), strict=True):
            side.add(pair.number, outcomes)

    def data(self) -> list[dict[str, Any]]:
        """Families that some matches see and others do not, or of one game only: `docs/json.md`."""
        names = sorted({*self.sides[0].families, *self.sides[1].families})
        rows = [self._row(name) for name in names] if len(self.pairs) > 1 else []
        return [row for row in rows if row["a"] is None or row["b"] is None or row["delta"] is not None]

    def _row(self, name: Name) -> dict[str, Any]:
        a, b = (side.data(name) for side in self.sides)
        found = None
        if a is not None and b is not None and {a["seen"]["share"], b["seen"]["share"]} not in ({0}, {1}):
            one, other = (side.shares.get(name, {}) for side in self.sides)
            difference = paired([other.get(n, 0.0) - one.get(n, 0.0) for n in self.pairs], most=1)
            found = {"mean": round(difference.mean, DIGITS), **difference.ends(), "n": difference.n}
        return {"kind": name[0], "field": name[1] or None, "value": name[2], "a": a, "b": b, "delta": found}
