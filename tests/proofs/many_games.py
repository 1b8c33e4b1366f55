"""Plays many checked games by hand: after every decision all components and invariants are looked at.

    python tests/proofs/many_games.py axia --uniform 1000 --greedy 20

The last figures stand in docs/proofs.md.
"""

from __future__ import annotations

import argparse
import os
import statistics
from collections.abc import Sequence
from time import perf_counter

from rulewright.play.link import link
from rulewright.play.playout import Batch, Outcome, Plan
from rulewright.play.processes import Processes


def play(plan: Plan) -> None:
    """Play the matches of a plan and print what came out; ends with exit code 1 if any had a fault."""
    start = perf_counter()
    outcomes: Sequence[Outcome] = list(Batch(plan, Processes(os.cpu_count() or 1)))
    faults = [outcome.fault for outcome in outcomes if outcome.fault is not None]
    if faults:
        first = faults[0]
        raise SystemExit(f"{len(faults)} faults, the first: {first.code} {first.message} ({first.span})")
    scores = [score for outcome in outcomes for score in outcome.scores]
    decisions = statistics.mean(outcome.decisions for outcome in outcomes)
    print(
        f"{plan.policies[0]:8} {plan.seats} players: {plan.games} games, mean {statistics.mean(scores):.2f}, "
        f"sd {statistics.stdev(scores):.2f}, {decisions:.1f} decisions each, {perf_counter() - start:.0f} s",
        flush=True,
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("spec")
    parser.add_argument("--uniform", type=int, default=1000)
    parser.add_argument("--greedy", type=int, default=20)
    arguments = parser.parse_args()
    rules = link(arguments.spec)
    for policy, count in (("uniform", arguments.uniform), ("greedy", arguments.greedy)):
        for seats in range(rules.game.players.least, rules.game.players.most + 1):
            play(Plan(arguments.spec, rules, {}, seats, (policy,) * seats, count, seed=1, checked=True))


if __name__ == "__main__":
    main()
