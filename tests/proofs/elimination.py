"""How often a sweep gives up what matters, and how much it saves where nothing does, in simulated sweeps.

    python tests/proofs/elimination.py --sweeps 400

Twenty numbers, both ways; the deviation of a pair is as great as the band, three quarters or half of it. The
last figures stand in docs/proofs.md. Needs the extra `lab`.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from random import Random

from rulewright_tools.lab.elimination import rounds, surely_nothing

WAYS = 40
Draw = Callable[[Random, float], float]
SPREADS: dict[str, Draw] = {  # of mean 0
    "normal": lambda random, sd: random.gauss(0, sd),
    "skewed": lambda random, sd: sd * (random.expovariate(1) - 1),
    "rare": lambda random, sd: sd * (5 * (random.random() < 0.1) - 0.5) / 1.5,
}


def swept(random: Random, draw: Draw, sd: float, mean: float, pairs: int) -> tuple[int, int]:
    """How many ways were given up, and how many pairs that saved; the band is 1."""
    looks = rounds(pairs)[:-1]
    lost = saved = 0
    for _ in range(WAYS):
        differences = [mean + draw(random, sd) for _ in range(looks[-1])]
        for look in looks:
            if surely_nothing(differences[:look], 1, WAYS * len(looks)):
                lost, saved = lost + 1, saved + pairs - look
                break
    return lost, saved


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sweeps", type=int, default=400)
    sweeps = parser.parse_args().sweeps
    for pairs in (100, 400):
        for name, draw in SPREADS.items():
            for sd in (1.0, 0.75, 0.5):
                random = Random(11)
                given_up = sum(swept(random, draw, sd, 1, pairs)[0] > 0 for _ in range(sweeps))
                few = max(1, sweeps // 20)
                saved = sum(swept(random, draw, sd, 0, pairs)[1] for _ in range(few))
                lost, spared = 100 * given_up / sweeps, 100 * saved / few / WAYS / pairs
                print(
                    f"{pairs} pairs, {name}, deviation {sd:g} bands: {lost:.1f} % of sweeps give up what "
                    f"matters; {spared:.0f} % of pairs are saved where nothing does",
                    flush=True,
                )


if __name__ == "__main__":
    main()
