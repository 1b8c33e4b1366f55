"""Breaks the packs that ship in every way a hand or a disk does, and looks at what `check` says.

    python tests/proofs/break_packs.py --damaged 20000 --processes 500 --typos 2000 --kept totals.json

Each broken pack must end with no problem or with placed ones, in under 5 seconds of work. Of words misspelt
by one letter, structural keys and names in use, each must be caught on its line, unless what stands there
then is another name that means something. With `--kept` the totals are written into a file now and then, and
a run that finds it goes on from there. The last figures stand in docs/proofs.md.
"""

from __future__ import annotations

import argparse
import json
import random
import subprocess
import sys
import tempfile
import traceback
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from time import process_time

from breaking import (
    SLOWEST,
    Unfit,
    Word,
    check_broken,
    copied,
    damage,
    known_words,
    misspell,
    words_in_use,
)

from rulewright.packs.bundled import bundled_path
from rulewright.source.text import Span

PACKS = ("axia", "katana", "axiom")
OFTEN = 200
"""After so many the totals are kept."""


@dataclass
class Totals:
    """What came of the broken packs so far: how many `done` of each part, `counts` by part and end."""

    done: Counter[str] = field(default_factory=Counter)
    once: Counter[str] = field(default_factory=Counter)  # by part: a single problem is told
    counts: Counter[str] = field(default_factory=Counter)
    slowest: dict[str, float] = field(default_factory=dict)  # seconds
    megabytes: int = 0

    @classmethod
    def read(cls, path: Path | None) -> Totals:
        if path is None or not path.exists():
            return cls()
        kept = json.loads(path.read_text(encoding="utf-8"))
        counters = (Counter(kept[name]) for name in ("done", "once", "counts"))
        return cls(*counters, kept["slowest"], kept["megabytes"])

    def write(self, path: Path | None) -> None:
        self.megabytes = max(self.megabytes, _megabytes())
        if path is not None:
            path.write_text(json.dumps(vars(self), indent=1), encoding="utf-8")

    def end(self, part: str, what: str, took: float, problems: int = 0) -> None:
        self.done[part] += 1
        self.once[part] += problems == 1
        self.counts[f"{part}: {what}"] += 1
        self.slowest[part] = max(self.slowest.get(part, 0.0), took)

    def bad(self) -> int:
        return sum(number for what, number in self.counts.items() if what.endswith(BAD))

    def said(self) -> str:
        lines = []
        for part, number in self.done.items():
            own = {
                what.split(": ", 1)[1]: n for what, n in sorted(self.counts.items()) if what.startswith(part)
            }
            ends = ", ".join(f"{n:,} {what}" for what, n in own.items())
            once = f", {self.once[part]:,} with a single problem" if self.once[part] else ""
            lines.append(f"{number:,} {part}: {ends}{once}; slowest {self.slowest[part]:.1f} s")
        return "\n".join([*lines, f"at most {self.megabytes} MB"])


BAD = ("not as it may end", "told elsewhere", "missed")


def damaged(folders: list[Path], number: int, seed: int, totals: Totals) -> None:
    """Break and check in this process."""
    chance = random.Random(f"{seed}/{number}")
    folder = folders[number % len(folders)]
    broken = damage(folder, chance)
    start, wrong = process_time(), 0
    try:
        wrong = sum(problem.severity == "error" for problem in check_broken(folder, broken))
        end = "with errors" if wrong else "legal"
    except Exception as error:
        end = BAD[0]
        name = broken.path.relative_to(folder.parent).as_posix()
        print(f"{seed}/{number}: {broken.what} in {name}: {type(error).__name__}: {error}", flush=True)
        if not isinstance(error, Unfit):
            traceback.print_exc(limit=-3)
    totals.end("damaged", end, process_time() - start, wrong)


def process(folders: list[Path], number: int, seed: int, totals: Totals) -> None:
    """Break and check by the command, as a whole process."""
    chance = random.Random(f"process/{seed}/{number}")
    folder = folders[number % len(folders)]
    broken = damage(folder, chance)
    original = broken.path.read_bytes()
    broken.path.write_bytes(broken.data)
    command = [sys.executable, "-m", "rulewright_tools", "check", str(folder)]
    start = _work_of_children()
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=12 * SLOWEST)
        said = done.stdout + done.stderr
        placed = done.returncode == 0 or (done.returncode == 1 and ".yaml:" in said)
        good = placed and "Traceback" not in said and "internal error" not in said
        end = f"exit {done.returncode}" if good else BAD[0]
    except subprocess.TimeoutExpired:
        end, said = BAD[0], "did not end"
    finally:
        broken.path.write_bytes(original)
    if end in BAD:
        print(f"process/{seed}/{number}: {broken.what} in {broken.path.name}: {said[-500:]}", flush=True)
    totals.end("processes", end, _work_of_children() - start)


class Typos:
    """Words misspelt by one letter: all are caught, all on their line."""

    def __init__(self, folders: list[Path]) -> None:
        self.words = {folder: words_in_use(folder) for folder in folders}
        self.known = {folder: known_words(folder) for folder in folders}

    def one(self, folders: list[Path], number: int, seed: int, totals: Totals) -> None:
        chance = random.Random(f"typo/{seed}/{number}")
        folder = folders[number % len(folders)]
        word = chance.choice(self.words[folder])
        broken, new = misspell(word, chance)
        start = process_time()
        errors = [p for p in check_broken(folder, broken) if p.severity == "error"]
        if any(_is_at(problem.span, word) for problem in errors):
            end = "caught on their line"
        elif new in self.known[folder]:
            end = "another name that is known"
        else:
            end = "told elsewhere" if errors else "missed"
            where = f"{word.path.relative_to(folder.parent).as_posix()}:{word.line}: '{word.word}' as '{new}'"
            first = f": {errors[0].span} {errors[0].code} {errors[0].message}" if errors else ""
            print(f"typo/{seed}/{number}: {end}, {where}{first}", flush=True)
        totals.end("typos", end, process_time() - start, len(errors))


def _is_at(span: Span, word: Word) -> bool:
    return span.line == word.line and Path(span.file.name).name == word.path.name


def _work_of_children() -> float:
    """Seconds of work of the processes that have ended."""
    import resource

    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _megabytes() -> int:
    """What this process and those it started have used at most."""
    import resource

    users = (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
    return max(resource.getrusage(user).ru_maxrss for user in users) // 1024


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--damaged", type=int, default=20_000)
    parser.add_argument("--processes", type=int, default=500)
    parser.add_argument("--typos", type=int, default=2_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--packs", nargs="*", default=PACKS)
    parser.add_argument("--kept", type=Path)
    arguments = parser.parse_args()
    totals = Totals.read(arguments.kept)
    with tempfile.TemporaryDirectory() as under:
        folders = [copied(bundled_path(pack), Path(under)) for pack in arguments.packs]
        parts = (
            ("damaged", arguments.damaged, damaged),
            ("typos", arguments.typos, Typos(folders).one),
            ("processes", arguments.processes, process),
        )
        for part, count, one in parts:
            for number in range(totals.done[part], count):
                one(folders, number, arguments.seed, totals)
                if number % OFTEN == 0:
                    totals.write(arguments.kept)
        totals.write(arguments.kept)
    print(totals.said())
    raise SystemExit(1 if totals.bad() else 0)


if __name__ == "__main__":
    main()
