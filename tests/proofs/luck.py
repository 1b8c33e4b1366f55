"""How often the interval of the luck share holds the true one, in simulated runs.

    PYTHONPATH=tests/helpers python tests/proofs/luck.py --runs 2000

Needs the extra `lab`. The last figures stand in docs/proofs.md.
"""

from __future__ import annotations

import argparse

from simulated_luck import SHARES, SPREADS, covered


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=2000)
    runs = parser.parse_args().runs
    print("matches  times  scores        " + "".join(f"  share {share:.2f}" for share in SHARES))
    for matches in (20, 50, 200):
        for times in (2, 5):
            for spread in SPREADS:
                found = [covered(share, spread, matches, times, runs, 7) for share in SHARES]
                told = "".join(f"  {100 * each:8.1f} %" for each in found)
                print(f"{matches:7}  {times:5}  {spread:12}{told}", flush=True)


if __name__ == "__main__":
    main()
