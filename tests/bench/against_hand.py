"""Interpreted games against a game written by hand: games per second in turns of one interleaved run.

    python tests/bench/against_hand.py axia katana --rounds 11

Only the ratio means anything: machines are noisy. The last figures stand in docs/proofs.md.
"""

from __future__ import annotations

import argparse
import statistics
from collections.abc import Callable
from time import process_time

import hand_axia
import hand_katana

from rulewright.engine.chance import KeyedChance, keyed
from rulewright.engine.machine import Machine
from rulewright.engine.program import Program
from rulewright.play.link import link
from rulewright.play.match import score
from rulewright.policies import Uniform

SEATS = {"axia": (1, 2, 4), "katana": (2, 3, 4, 5)}


def interpreted(program: Program) -> Callable[[int], object]:
    """Plays the match of a seed with uniform policies in the process, and scores it."""
    uniform = Uniform()

    def play(seed: int) -> object:
        seats = program.seats
        policies = [uniform.inline(keyed(seed, seat)) for seat in range(seats)]
        machine = Machine(program, program.new_state(seed % seats), policies, KeyedChance(seed))
        machine.start()
        return score(machine)

    return play


def by_hand(spec: str, seats: int) -> Callable[[int], object]:
    if spec == "axia":
        return lambda seed: hand_axia.play(seats, seed, hand_axia.uniform(seed))
    return lambda seed: hand_katana.play(seats, seed, hand_katana.uniform(seed))


def seconds(play: Callable[[int], object], seeds: range) -> float:
    start = process_time()
    for seed in seeds:
        play(seed)
    return process_time() - start


def compare(spec: str, rounds: int, games: int) -> None:
    """Print, for each number of players, how fast the interpreted game is."""
    rules = link(spec)
    for seats in SEATS[spec]:
        ours, theirs = interpreted(Program(rules, {}, seats)), by_hand(spec, seats)
        seconds(ours, range(5)), seconds(theirs, range(5))
        ratios, speeds = [], []
        for number in range(rounds):
            seeds = range(number * games, (number + 1) * games)
            own = seconds(ours, seeds)
            ratios.append(seconds(theirs, seeds) / own)
            speeds.append(games / own)
        print(
            f"{spec}, {seats} players: {statistics.median(ratios):.2f} of the hand-written game's speed "
            f"({min(ratios):.2f} to {max(ratios):.2f}); {statistics.median(speeds):.0f} games/s"
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("specs", nargs="*", metavar="SPEC", help=f"of {', '.join(SEATS)}; all if left out")
    parser.add_argument("--rounds", type=int, default=11)
    parser.add_argument("--games", type=int, default=40, help="per round and side")
    arguments = parser.parse_args()
    for spec in arguments.specs or SEATS:
        compare(spec, arguments.rounds, arguments.games)


if __name__ == "__main__":
    main()
