"""What comparisons are worth, measured: false alarms, power, and what the shared draws save.

    python tests/proofs/comparisons.py calibration katana --runs 2000 --pairs 10
    python tests/proofs/comparisons.py power --pool 2000
    python tests/proofs/comparisons.py variance --pairs 400

All with the packs' own bots. The last figures stand in docs/proofs.md. Needs the extra `lab`.
"""

from __future__ import annotations

import argparse
import os
import tempfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from time import perf_counter

from rulewright.play.link import link
from rulewright.play.pairs import Pair, Pairs
from rulewright.play.playout import Plan
from rulewright.play.processes import Processes
from rulewright.policies import usual_policy
from rulewright_tools.lab.figures import SCORE, of_match, of_pair
from rulewright_tools.lab.inference import paired, variance_reduction

TWEAK = "version: 0.1.0\nrequires: {axia: any}\n"
PLANTED = TWEAK + "patch: axia:beast/ariak\nadjust: {score: 1}\n"
EXPANSION = "id: {id}\nversion: 0.1.0\nformat: 1\nkind: expansion\ntitle: Cards\nrequires: {{axia: any}}\n"
CARDS = (
    "nw: {bears: rakya, region: desert}, ne: {bears: ariak, region: forest, number: 4}",
    "nw: {bears: rut, region: lake, number: 2}, ne: {bears: torcha, region: mountain, number: 5}",
    "nw: {bears: foga, region: mountain, number: 1}, ne: {bears: rakya, region: lake, number: 3}",
)
REST = "sw: {bears: sentinel_forest, region: forest}, se: {bears: king_lake, region: lake, number: 6}"


def plan(spec: str, pairs: int, seed: int) -> Plan:
    rules = link(spec)
    seats = rules.game.players.least
    seats = max(seats, 2)
    return Plan(spec, rules, {}, seats, (usual_policy(rules),) * seats, pairs, seed)


def scores(pair: Pair, lines: list[str]) -> tuple[float, float]:
    """The mean score of a pair in both games."""
    one, other = (of_pair(of_match(o, lines) for o in side)[SCORE] for side in (pair.first, pair.second))
    return one, other


def played(first: Plan, second: Plan) -> Iterator[tuple[float, float]]:
    lines = list(first.rules.game.scoring)
    for pair in Pairs(first, second, Processes(os.cpu_count() or 1)):
        yield scores(pair, lines)


def calibration(spec: str, runs: int, pairs: int) -> None:
    """The same game on other seeds: how many runs find a difference at 5 %."""
    start = perf_counter()
    first = plan(spec, runs * pairs, 101)
    values = played(first, replace(first, seed=202))
    found = 0
    for number in range(1, runs + 1):
        difference = paired([b - a for a, b in (next(values) for _ in range(pairs))])
        found += difference.low > 0 or difference.high < 0
        if number % 100 == 0 or number == runs:
            print(
                f"{spec}: {found} of {number} runs of {pairs} pairs find a difference "
                f"({100 * found / number:.1f} %), {perf_counter() - start:.0f} s",
                flush=True,
            )


def power(pool: int, runs: int = 2000, size: int = 400) -> None:
    """One point more for a common beast: how many runs, drawn from one pool of pairs, find it."""
    start = perf_counter()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "planted.yaml"
        path.write_text(PLANTED, "utf-8")
        deltas = [b - a for a, b in played(plan("axia", pool, 5), plan(f"axia+{path}", pool, 5))]
    random = Random(1)
    seen = 0
    for _ in range(runs):
        found = paired(random.choices(deltas, k=size))
        seen += found.low > 0
    whole = paired(deltas)
    print(
        f"axia, one point more: {whole.mean:+.2f} ({whole.low:+.2f} to {whole.high:+.2f}) of {pool} pairs; "
        f"found in {100 * seen / runs:.1f} % of {runs} runs of {size} pairs, {perf_counter() - start:.0f} s",
        flush=True,
    )


def expansion(folder: Path, count: int) -> Path:
    """A pack that adds some cards."""
    (folder / "cards").mkdir(parents=True)
    (folder / "pack.yaml").write_text(EXPANSION.format(id=folder.name), "utf-8")
    cards = "".join(f"  x{n}: {{{card}, {REST}}}\n" for n, card in enumerate(CARDS[:count]))
    (folder / "cards/more.yaml").write_text(f"territory_card:\n{cards}", "utf-8")
    return folder


def variance(pairs: int) -> None:
    """How many times as many matches independent draws would need."""
    with tempfile.TemporaryDirectory() as folder:
        number = Path(folder) / "number.yaml"
        number.write_text(PLANTED, "utf-8")
        specs = {
            "one number": f"axia+{number}",
            "one card": f"axia+{expansion(Path(folder) / 'one', 1)}",
            "three cards": f"axia+{expansion(Path(folder) / 'three', 3)}",
            "an expansion of eight": "axia+axia_swamp",
        }
        first = plan("axia", pairs, 9)
        for name, spec in specs.items():
            start = perf_counter()
            both = list(played(first, plan(spec, pairs, 9)))
            factor = variance_reduction([a for a, _ in both], [b for _, b in both])
            found = paired([b - a for a, b in both])
            print(
                f"axia, {name}: variance of the score divided by {factor:.2f}; "
                f"{found.mean:+.2f} ({found.low:+.2f} to {found.high:+.2f}), {pairs} pairs, "
                f"{perf_counter() - start:.0f} s",
                flush=True,
            )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=("calibration", "power", "variance"))
    parser.add_argument("spec", nargs="?", default="katana")
    parser.add_argument("--runs", type=int, default=2000)
    parser.add_argument("--pairs", type=int, default=10)
    parser.add_argument("--pool", type=int, default=2000)
    arguments = parser.parse_args()
    if arguments.what == "calibration":
        calibration(arguments.spec, arguments.runs, arguments.pairs)
    elif arguments.what == "power":
        power(arguments.pool)
    else:
        variance(arguments.pairs)


if __name__ == "__main__":
    main()
