"""Checks a made-up pack of many entries, each with an effect of its own, as a whole process.

    python tests/bench/many_entries.py 1000 2000 4000 10000 --rounds 3

A line for each number of entries: the least of the rounds by the clock and by the work done, and the memory.
The last figures stand in docs/proofs.md.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
from pathlib import Path
from time import perf_counter

IN_A_FILE = 500
MANIFEST = """
id: many
version: 0.1.0
format: 1
kind: base
title: Many cards
players: {least: 2, most: 4, usual: 2}
"""
RULES = """
enums: {suit: [sun, moon, star]}
kinds:
  card:
    fields: {suit: suit, cost: int, rival: optional entry of card}
    formulas: {worth: {gives: int, default: 0}}
    live_in: [row]
    starts_in: deck
zones:
  deck: {of: card, order: stack, visible: none}
  hand: {of: card, per: seat, visible: owner}
  row: {of: card, per: seat, visible: all}
seat: {state: {coins: {type: int, start: 0}}}
verbs:
  play: {params: {card: card}, do: 'move(card, to=my row)'}
  earn: {params: {n: int}, do: my coins += n}
flow:
  deal:
    do: |
      shuffle(deck)
      for who in seats then draw(deck, 5, to=who.hand)
  round:
    times: 5
    steps:
      turn:
        turns: seats
        do: |
          may choose 1 card in my hand where cost <= my coins:
            play(it)
          else:
            earn(1)
scoring:
  cards: {each: my row where not has rival or suit != rival.suit, points: it.worth, says: worth of cards}
"""
EFFECTS = (
    "earn({n})",
    "if my coins > {n} then earn(count(my row where suit == {suit}))",
    "for other in my row where cost > {n} then earn(1)",
    "choose up to 1 card in my hand where suit == {suit} then play(it)",
    "earn(sum(my row where suit == {suit} each cost) / {m} rounded down)",
)


def write_pack(folder: Path, entries: int) -> Path:
    """A pack of so many cards, each with an ability and a formula that no other has."""
    (folder / "rules").mkdir(parents=True)
    (folder / "cards").mkdir()
    (folder / "pack.yaml").write_text(MANIFEST.lstrip("\n"), encoding="utf-8")
    (folder / "rules" / "game.yaml").write_text(RULES.lstrip("\n"), encoding="utf-8")
    for first in range(0, entries, IN_A_FILE):
        lines = ["card:"]
        for number in range(first, min(first + IN_A_FILE, entries)):
            suit = ("sun", "moon", "star")[number % 3]
            effect = EFFECTS[number % len(EFFECTS)].format(n=number + 1, m=number + 2, suit=suit)
            lines += [
                f"  card_{number:05}:",
                f"    suit: {suit}",
                f"    cost: {number % 9}",
                f"    rival: card_{(number * 7 + 1) % entries:05}",
                f"    worth: {number % 7 + 1} + count(my row where cost == {number % 9})",
                f"    abilities: {{deed: {{after: play(this), do: '{effect}'}}}}",
            ]
        path = folder / "cards" / f"cards_{first:05}.yaml"
        path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return folder


def check(folder: Path) -> tuple[float, float, int]:
    """Seconds by the clock, seconds of work and megabytes of one check."""
    import resource

    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    start = perf_counter()
    command = [sys.executable, "-m", "rulewright_tools", "check", str(folder)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    took = perf_counter() - start
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode != 0 or "no problems" not in done.stdout:
        raise SystemExit(done.stdout[-2000:] + done.stderr[-2000:])
    work = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return took, work, after.ru_maxrss // 1024


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("entries", type=int, nargs="*", default=[1000, 2000, 4000, 10_000])
    parser.add_argument("--rounds", type=int, default=3)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as under:
        folders = {n: write_pack(Path(under) / str(n), n) for n in arguments.entries}
        found: dict[int, list[tuple[float, float, int]]] = {n: [] for n in folders}
        for _ in range(arguments.rounds):
            for entries, folder in folders.items():
                found[entries].append(check(folder))
        for entries, runs in found.items():
            clock, work, memory = (min(column) for column in zip(*runs, strict=True))
            print(f"{entries:6,} entries: {clock:.2f} s, {work:.2f} s of work, {memory} MB", flush=True)


if __name__ == "__main__":
    main()
