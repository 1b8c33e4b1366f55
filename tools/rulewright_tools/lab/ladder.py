"""Policies from weak to strong: each plays the one below it and the lowest, on all seats of a deal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from statistics import fmean
from typing import Any, TypeAlias

from rulewright.dsl.typed import Rules
from rulewright.play.deals import Dealt, Job, all_matches
from rulewright.play.playout import Outcome, Plan
from rulewright.policies import usual_policy
from rulewright_tools.lab.clusters import mean_share
from rulewright_tools.lab.compare import SCORE_BAND, WIN_BAND, primary
from rulewright_tools.lab.figures import SCORE
from rulewright_tools.lab.header import header
from rulewright_tools.lab.inference import FEWEST_PAIRS, Difference, paired, pairs_missing
from rulewright_tools.lab.summary import DIGITS
from rulewright_tools.prepare import Setup

OPEN = "not told apart"
FEW = "no verdict"  # of fewer than ten deals
Judged: TypeAlias = "tuple[str, int | None]"  # the verdict, and how many more deals it takes if it is open


def usual_rungs(rules: Rules) -> tuple[str, ...]:
    """From the floor up: chance, the pack's own policy, what looks ahead, what plays out."""
    own = usual_policy(rules)
    return ("uniform", *([] if own == "uniform" else [own]), "greedy", "search")


@dataclass(slots=True)
class Duel:
    """One rung in one seat against another in all others: by deal, what came out in each rotation.

    A lone player's duel is two matches of a deal, one of each rung.
    """

    rung: str
    against: str
    seats: int
    broken: set[int] = field(default_factory=set)  # deals in which a match broke off
    outcomes: dict[int, dict[int, Outcome]] = field(default_factory=dict)  # deal, turn (or side)

    def add(self, deal: int, turn: int, outcome: Outcome) -> None:
        if outcome.fault is not None:
            self.broken.add(deal)
        self.outcomes.setdefault(deal, {})[turn] = outcome

    def data(self) -> dict[str, Any]:
        """Of the deals that came to an end."""
        sides = 2 if self.seats == 1 else self.seats
        deals = [
            turns
            for deal, turns in sorted(self.outcomes.items())
            if deal not in self.broken and len(turns) == sides
        ]
        both = [self._scores(turns) for turns in deals]
        wins = self._wins(deals)
        score, by_score = _score(both)
        by_wins = wins is not None and all(primary(tuple(turns.values())) != SCORE for turns in deals)
        word, more = wins[1] if by_wins and wins is not None else by_score
        return {
            "rung": self.rung,
            "against": self.against,
            "deals": len(deals),
            "matches": len(deals) * sides,
            "wins": None if wins is None else wins[0],
            "score": score,
            "primary": "wins" if by_wins else "score",
            "verdict": word,
            "more_deals": more,
        }

    def _scores(self, turns: dict[int, Outcome]) -> tuple[float, float]:
        """The mean score of the rung and that of the others, in one deal."""
        if self.seats == 1:
            return float(turns[0].scores[0]), float(turns[1].scores[0])
        own = [outcome.scores[turn] for turn, outcome in turns.items()]
        others = [sum(outcome.scores) - outcome.scores[turn] for turn, outcome in turns.items()]
        return sum(own) / len(own), sum(others) / len(others) / (self.seats - 1)

    def _wins(self, deals: Sequence[dict[int, Outcome]]) -> tuple[dict[str, Any], Judged] | None:
        """The share of the matches that the rung won, beside what an equal would, and what that says; None
        where nobody wins.

        A deal is one observation: its matches share their draws.
        """
        shares = [share for turns in deals if (share := _won(turns)) is not None]
        if self.seats == 1 or len(shares) < 2:
            return None
        even = 1 / self.seats
        mean, low, high = mean_share(shares)
        numbers = zip(("share", "low", "high"), (mean, low, high), strict=True)
        told = {name: round(x, DIGITS) for name, x in numbers}
        found = replace(paired([share - even for share in shares]), low=low - even, high=high - even)
        return {**told, "n": len(shares), "even": round(even, DIGITS)}, _judge(found, WIN_BAND)


def _won(turns: dict[int, Outcome]) -> float | None:
    """The share of a deal's matches with winners that the rung won."""
    won = [outcome.win_share(turn) for turn, outcome in turns.items() if outcome.winners]
    return sum(won) / len(won) if won else None


def _score(both: Sequence[tuple[float, float]]) -> tuple[dict[str, Any] | None, Judged]:
    """The scores of both, and what their difference says."""
    if len(both) < 2:
        return None, (FEW, None)
    found = paired([own - others for own, others in both])
    means = [fmean(side) for side in zip(*both, strict=True)]
    numbers = zip(("rung", "against"), means, strict=True)
    data = {
        **{name: round(mean, DIGITS) for name, mean in numbers},
        "delta": round(found.mean, DIGITS),
        **found.ends(),
        "n": found.n,
    }
    return data, _judge(found, SCORE_BAND * abs(fmean(means)))


def _judge(found: Difference, band: float) -> Judged:
    """By whether the interval leaves an equal out; of less than ten deals nothing is said. Where it is open,
    about how many more deals it takes.

    Args:
        band: how much does not matter.
    """
    if found.n < FEWEST_PAIRS:
        return FEW, None
    if found.low is not None and found.high is not None:
        if found.told:
            return ("stronger" if found.low > 0 else "weaker"), None
        if -band <= found.low and found.high <= band:
            return "no difference that matters", None
    return OPEN, pairs_missing(found, band)


@dataclass(slots=True)
class Ladder:
    """All duels of a ladder, as matches come in."""

    setup: Setup
    rungs: tuple[str, ...]
    deals: int
    seed: int
    first: int | None
    duels: list[Duel] = field(init=False)
    faults: list[dict[str, Any]] = field(default_factory=list)

    def __post_init__(self) -> None:
        below = [(high, low) for low, high in zip(self.rungs, self.rungs[1:], strict=False)]
        floor = [(rung, self.rungs[0]) for rung in self.rungs[2:]]
        self.duels = [Duel(rung, against, self.setup.seats) for rung, against in below + floor]

    def jobs(self) -> Iterator[Job]:
        """The matches of all duels; the number of a job tells the duel, and of a lone player the side."""
        for number, duel in enumerate(self.duels):
            if self.setup.seats == 1:
                for side, name in enumerate((duel.rung, duel.against)):
                    plan = self._plan((name,))
                    yield Job(2 * number + side, plan, all_matches(plan))
            else:
                plan = self._plan((duel.rung, *[duel.against] * (self.setup.seats - 1)))
                yield Job(number, plan, all_matches(plan))

    @property
    def matches(self) -> int:
        return len(self.duels) * self.deals * max(2, self.setup.seats)

    def _plan(self, policies: tuple[str, ...]) -> Plan:
        setup = self.setup
        return Plan(
            setup.spec, setup.rules, setup.settings, setup.seats, policies, self.deals, self.seed, self.first
        )

    def add(self, dealt: Dealt) -> Duel:
        """Count a match; its duel."""
        deal, turn = dealt.match
        alone = self.setup.seats == 1
        duel = self.duels[dealt.game // 2 if alone else dealt.game]
        outcome = dealt.outcome
        duel.add(deal, dealt.game % 2 if alone else turn, outcome)
        if outcome.fault is not None:
            self.faults.append(
                {
                    "rung": duel.rung,
                    "against": duel.against,
                    "match": deal,
                    "first_seat": outcome.first_seat,
                    "code": outcome.fault.code,
                    "message": outcome.fault.message,
                    "place": str(outcome.fault.span),
                }
            )
        return duel

    def data(self) -> dict[str, Any]:
        """`ladder --json`: `docs/json.md`."""
        setup = self.setup
        duels = [duel.data() for duel in self.duels]
        head = header("ladder", setup, self.seed, self.first, settings=setup.program.settings)
        del head["policies"]  # its rungs are, in turn
        return {
            **head,
            "deals": self.deals,
            "rungs": list(self.rungs),
            "duels": duels,
            "in_order": all(duel["verdict"] == "stronger" for duel in duels),
            "faults": self.faults,
        }
