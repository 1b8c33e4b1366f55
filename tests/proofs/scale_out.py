"""The same matches by a pool of processes and by a Ray cluster of two workers: the same table, byte for byte.

    python tests/proofs/scale_out.py axia --games 1000 --pairs 100

The last figures stand in docs/proofs.md. Needs the extras `ray` and `lab`.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
from pathlib import Path
from time import perf_counter

WORKERS = ("--jobs", "2")
PLACES = {"two processes": (), "a cluster of two workers": ("--on", "ray")}


def said(words: tuple[str, ...], folder: Path) -> tuple[bytes, bytes, float]:
    """What a command prints, its JSON, and how many seconds it takes."""
    start = perf_counter()
    command = [sys.executable, "-m", "rulewright_tools", *words, "--json", "out.json"]
    done = subprocess.run(command, cwd=folder, stdout=subprocess.PIPE, check=True)
    return done.stdout, (folder / "out.json").read_bytes(), perf_counter() - start


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("spec", nargs="?", default="axia")
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--pairs", type=int, default=100)
    arguments = parser.parse_args()
    tweak = "requires: {axia: any}\npatch: axia:beast/ariak\nadjust: {score: 1}\n"
    runs = {
        f"{arguments.games} matches": ("sim", arguments.spec, "-n", str(arguments.games)),
        f"{arguments.pairs} pairs": ("compare", "axia", "axia+./tweak.yaml", "-n", str(arguments.pairs)),
    }
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "tweak.yaml").write_text(tweak, "utf-8")
        for what, words in runs.items():
            found = {place: said((*words, *WORKERS, *more), folder) for place, more in PLACES.items()}
            (table, data, pool), (other_table, other_data, cluster) = found.values()
            same = table == other_table and data == other_data
            print(
                f"{what}: {'the same' if same else 'NOT THE SAME'} ({len(table):,} bytes of table, "
                f"{len(data):,} of JSON); {pool:.1f} s by two processes, {cluster:.1f} s on the cluster",
                flush=True,
            )
            if not same:
                raise SystemExit(1)


if __name__ == "__main__":
    main()
