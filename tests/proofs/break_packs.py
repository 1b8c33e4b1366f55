"""Breaks the packs that ship in every way a hand or a disk does, and looks at what `check` says.

    python tests/proofs/break_packs.py --damaged 20000 --processes 500 --typos 2000

Each broken pack must end with no problem or with placed ones, in under 5 seconds. Of words misspelt by one
letter, structural keys and names in use, each must be caught on its line, unless what stands there then is
another name that means something. The last figures stand in docs/proofs.md.
"""

from __future__ import annotations

import argparse
import random
import subprocess
import sys
import tempfile
import traceback
from collections import Counter
from pathlib import Path
from time import perf_counter, process_time

from breaking import (
    SLOWEST,
    Unfit,
    check_broken,
    copied,
    damage,
    known_words,
    misspell,
    words_in_use,
)

from rulewright.packs.bundled import bundled_path

PACKS = ("axia", "katana", "axiom")


def damaged(folders: list[Path], count: int, seed: int) -> int:
    """Break and check in this process; the number that ended otherwise than they may."""
    kinds: Counter[str] = Counter()
    refused = bad = 0
    slowest = 0.0
    for number in range(count):
        chance = random.Random(f"{seed}/{number}")
        folder = folders[number % len(folders)]
        broken = damage(folder, chance)
        kinds[broken.what] += 1
        start = process_time()
        try:
            refused += any(problem.severity == "error" for problem in check_broken(folder, broken))
        except (Unfit, Exception) as error:
            bad += 1
            name = broken.path.relative_to(folder.parent).as_posix()
            print(f"{seed}/{number}: {broken.what} in {name}: {type(error).__name__}: {error}", flush=True)
            if not isinstance(error, Unfit):
                traceback.print_exc(limit=-3)
        slowest = max(slowest, process_time() - start)
    listed = ", ".join(f"{number:,} {what}" for what, number in sorted(kinds.items()))
    print(f"{count:,} damaged: {refused:,} with errors, {bad} not as they may end; slowest {slowest:.1f} s")
    print(f"  {listed}")
    return bad


def processes(folders: list[Path], count: int, seed: int) -> int:
    """Break and check by the command, as whole processes."""
    ends: Counter[int] = Counter()
    bad = 0
    slowest = 0.0
    for number in range(count):
        chance = random.Random(f"process/{seed}/{number}")
        folder = folders[number % len(folders)]
        broken = damage(folder, chance)
        original = broken.path.read_bytes()
        broken.path.write_bytes(broken.data)
        start = perf_counter()
        command = [sys.executable, "-m", "rulewright_tools", "check", str(folder)]
        try:
            done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=12 * SLOWEST)
            ends[done.returncode] += 1
            said = done.stdout + done.stderr
            placed = done.returncode == 0 or (done.returncode == 1 and ".yaml:" in said)
            if "Traceback" in said or "internal error" in said or not placed:
                bad += 1
                print(f"process/{seed}/{number}: {broken.what} in {broken.path.name}: {said[-500:]}")
        except subprocess.TimeoutExpired:
            bad += 1
            print(f"process/{seed}/{number}: {broken.what} in {broken.path.name} did not end")
        finally:
            broken.path.write_bytes(original)
        slowest = max(slowest, perf_counter() - start)
    print(f"{count:,} as processes: ends {dict(ends)}, {bad} not as they may; slowest {slowest:.1f} s")
    return bad


def typos(folders: list[Path], count: int, seed: int) -> int:
    """Words misspelt by one letter: all are caught, all on their line."""
    words = {folder: words_in_use(folder) for folder in folders}
    known = {folder: known_words(folder) for folder in folders}
    caught = legal = missed = elsewhere = 0
    for number in range(count):
        chance = random.Random(f"typo/{seed}/{number}")
        folder = folders[number % len(folders)]
        word = chance.choice(words[folder])
        broken, new = misspell(word, chance)
        errors = [p for p in check_broken(folder, broken) if p.severity == "error"]
        where = f"{word.path.relative_to(folder.parent).as_posix()}:{word.line}: '{word.word}' as '{new}'"
        if not errors and new in known[folder]:
            legal += 1
        elif not errors:
            missed += 1
            print(f"typo/{seed}/{number}: missed at {where}")
        elif not any(_is_at(problem.span, word) for problem in errors):
            if new in known[folder]:
                legal += 1
                continue
            elsewhere += 1
            first = errors[0]
            print(f"typo/{seed}/{number}: told elsewhere, {where}: {first.span} {first.code} {first.message}")
        else:
            caught += 1
    judged = max(1, count - legal)
    print(
        f"{count:,} typos: {legal:,} give another name that is known; of the other {judged:,} are caught on "
        f"their line {100 * caught / judged:.2f} %, elsewhere {elsewhere}, not at all {missed}"
    )
    return missed + elsewhere


def _is_at(span: object, word: object) -> bool:
    return span.line == word.line and Path(span.file.name).name == word.path.name  # type: ignore[attr-defined]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--damaged", type=int, default=20_000)
    parser.add_argument("--processes", type=int, default=500)
    parser.add_argument("--typos", type=int, default=2_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--packs", nargs="*", default=PACKS)
    arguments = parser.parse_args()
    bad = 0
    with tempfile.TemporaryDirectory() as under:
        folders = [copied(bundled_path(pack), Path(under)) for pack in arguments.packs]
        start = perf_counter()
        bad += damaged(folders, arguments.damaged, arguments.seed)
        bad += typos(folders, arguments.typos, arguments.seed)
        bad += processes(folders, arguments.processes, arguments.seed)
        print(f"{perf_counter() - start:.0f} s{_memory()}")
    raise SystemExit(1 if bad else 0)


def _memory() -> str:
    try:
        import resource
    except ImportError:  # not on this system
        return ""
    own = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    children = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    return f", at most {own // 1024} MB here and {children // 1024} MB in a process"


if __name__ == "__main__":
    main()
