"""Katana Spirits written by hand in plain Python, as a yardstick for the framework's speed.

Rules and data are those of the pack with its default settings (2 to 5 players). Nothing of the framework is
used. Comments name the rulings that a reader of the rulebook alone would not expect.

A policy gets the seat and the options of one question and returns the index of its answer. Options are plain
values: words of a menu, the name of a tile, a placement (a mask of the 15 cells of the box), a slot of
the training area (0 to 5, row by row), an `Enemy`, a tuple of tiles. A question with one option is asked too.
"""

from __future__ import annotations

import argparse
import random
import statistics
import time
from collections import Counter
from collections.abc import Callable, Sequence
from itertools import combinations
from typing import NamedTuple, TypeVar

T = TypeVar("T")
Policy = Callable[[int, Sequence[object]], int]

ROWS, COLUMNS = 3, 5
SKULL = 4
DEDUCTION = (0, 1, 3, 5, 7)
ROUND_GUARD = 200
TRAINING, COMBAT = "training", "combat"
MINION, LIEUTENANT, BOSS = "minion", "lieutenant", "boss"
SYMBOLS = ("red", "green", "blue")
FIRST_SIZES = (2, 2, 3, 4, 4)
COPIES = 4
SHAPES = {
    "D2": ((0, 0), (0, 1)),
    "I3": ((0, 0), (0, 1), (0, 2)),
    "L3": ((0, 0), (0, 1), (1, 0)),
    "O4": ((0, 0), (0, 1), (1, 0), (1, 1)),
    "T4": ((0, 0), (0, 1), (0, 2), (1, 1)),
    "L4": ((0, 0), (0, 1), (0, 2), (1, 0)),
    "P5": ((0, 0), (0, 1), (1, 0), (1, 1), (2, 0)),
}
SIZE = {kind: len(cells) for kind, cells in SHAPES.items()}
SEVENTH = "P5"
SLOTS = [(row, column) for row in range(2) for column in range(3)]


class Enemy(NamedTuple):
    name: str
    tier: str
    symbol: str  # "" for the one that is any symbol
    requirement: int
    stars: int


# (requirement, stars, the fewest players with whom it is in the game), the same for each symbol
FACES = [
    *[(3, 1, 2)] * 2,
    *[(4, 2, 2)] * 2,
    (5, 2, 2),
    (6, 3, 2),
    (7, 3, 2),
    (5, 2, 4),
    (6, 3, 4),
    (4, 2, 5),
    (7, 3, 5),
]
SWAPPING = (3, 5)
UNDEAD = 7
TANUKI = Enemy("Fat Tanuki", LIEUTENANT, "blue", 8, 4)
SICKLES = Enemy("Duo Sickles", LIEUTENANT, "red", 9, 4)
GECKO = Enemy("Gecko Maru", LIEUTENANT, "green", 10, 4)
SASAKI = Enemy("Sasaki", BOSS, "blue", 12, 6)
MIYAMOTO = Enemy("Miyamoto", BOSS, "red", 13, 7)
CAT = Enemy("Cat Nemesis", BOSS, "", 14, 7)


class Score(NamedTuple):
    stars: int
    undead: int
    sets: int
    health: int

    @property
    def total(self) -> int:
        return sum(self)


class Result(NamedTuple):
    scores: list[int]
    decisions: int
    parts: list[Score]
    winners: list[int]


def placements(shape: Sequence[tuple[int, int]]) -> list[int]:
    """Every way to lay a shape in the box, turned and flipped, as masks."""
    masks = set()
    for flip in (1, -1):
        cells = [(row, flip * column) for row, column in shape]
        for _ in range(4):
            cells = [(column, -row) for row, column in cells]
            top, left = min(row for row, _ in cells), min(column for _, column in cells)
            held = [(row - top, column - left) for row, column in cells]
            for down in range(ROWS - max(row for row, _ in held)):
                for right in range(COLUMNS - max(column for _, column in held)):
                    masks.add(sum(1 << (row + down) * COLUMNS + column + right for row, column in held))
    return sorted(masks)


MASKS = {kind: placements(shape) for kind, shape in SHAPES.items()}


def slots_within(steps: int) -> list[list[int]]:
    return [
        [to for to, (r, c) in enumerate(SLOTS) if 1 <= abs(r - row) + abs(c - column) <= steps]
        for row, column in SLOTS
    ]


NEAR = {1: slots_within(1), 2: slots_within(2)}


class Spirit:
    """A player."""

    def __init__(self, seat: int) -> None:
        self.seat = seat
        self.box: list[tuple[str, int]] = []  # (kind, mask)
        self.outside: str | None = None
        self.kept: list[str] = []
        self.health = 0
        self.last = TRAINING
        self.won: list[Enemy] = []
        self.minions = 0
        self.lieutenants = 0

    @property
    def covered(self) -> int:
        return sum(mask for _, mask in self.box)

    def room(self, kind: str) -> list[int]:
        covered = self.covered
        return [mask for mask in MASKS[kind] if not mask & covered]

    def tiles(self) -> list[str]:
        outside = [self.outside] if self.outside else []
        return [kind for kind, _ in self.box] + outside + self.kept

    def strength(self) -> int:
        return strength(self.tiles())

    def can_pay(self) -> bool:
        return self.health < SKULL

    def lose(self) -> None:
        self.health = min(SKULL, self.health + 1)

    def gather(self) -> None:
        self.kept = self.tiles()
        self.box = []
        self.outside = None

    def may_fight(self, foe: Enemy) -> bool:
        if foe.tier == LIEUTENANT:
            return self.minions >= 2 * (self.lieutenants + 1) and foe not in self.won
        return foe.tier == MINION or self.lieutenants >= 2


def strength(tiles: Sequence[str]) -> int:
    return sum(SIZE[kind] for kind in tiles)


class Match:
    def __init__(self, players: int, seed: int, policy: Policy, start: int | None = None) -> None:
        if not 2 <= players <= 5:
            raise ValueError(f"2 to 5 players, not {players}")
        self.rng = random.Random(seed)
        self.policy = policy
        self.decisions = 0
        self.players = players
        self.spirits = [Spirit(seat) for seat in range(players)]
        self.start = self.rng.randrange(players) if start is None else start
        self.supply = dict.fromkeys(SHAPES, COPIES)
        self.area = self.shuffled([kind for kind in SHAPES if kind != SEVENTH])
        self.aside: str | None = SEVENTH
        self.token = 0
        self.bosses = self.shuffled([SASAKI, MIYAMOTO, CAT])[:2]
        self.stacks = dict.fromkeys((TANUKI, SICKLES, GECKO), players)
        self.deck = self.shuffled(
            [
                Enemy(f"{symbol} {number}", MINION, symbol, requirement, stars)
                for symbol in SYMBOLS
                for number, (requirement, stars, least) in enumerate(FACES)
                if players >= least
            ]
        )
        self.row: list[Enemy | None] = [self.deck.pop() for _ in range(3)]

    def shuffled(self, things: Sequence[T]) -> list[T]:
        return self.rng.sample(things, len(things))

    def ask(self, who: Spirit, options: Sequence[T]) -> T:
        self.decisions += 1
        return options[self.policy(who.seat, options)]

    def clockwise(self, seat: int) -> list[Spirit]:
        return [self.spirits[(seat + k) % self.players] for k in range(self.players)]

    # Flow

    def play(self) -> Result:
        order = self.clockwise(self.start)
        for who, size in zip(order, FIRST_SIZES, strict=False):
            kind = self.ask(who, [k for k, copies in self.supply.items() if copies and SIZE[k] == size])
            self.take(who, kind)
        for _ in range(ROUND_GUARD):
            for who in order:
                self.take_turn(who)
            if not self.bosses or not self.deck:  # with the deck empty the row may still be full
                return self.result()
        raise RuntimeError("the match does not end")

    def take(self, who: Spirit, kind: str) -> None:
        """Inside the box; kept tiles never return there."""
        mask = self.ask(who, who.room(kind))
        self.supply[kind] -= 1
        who.box.append((kind, mask))

    def take_turn(self, who: Spirit) -> None:
        targets = self.targets(who) if who.health < SKULL else []
        action = self.ask(who, [TRAINING, COMBAT] if targets else [TRAINING])
        if action == TRAINING:
            self.train(who)
        else:
            self.fight(who, targets)

    # Training

    def train(self, who: Spirit) -> None:
        if who.last == COMBAT:
            self.give_back(who.kept)
            who.kept = []
            who.lose()
        who.last = TRAINING
        self.walk(who)
        self.practise(who, self.area[self.token])

    def walk(self, who: Spirit) -> None:
        steps = 2 if SICKLES in who.won else 1
        slots = list(NEAR[steps][self.token])
        if who.can_pay():
            slots.append(self.token)
        slot = self.ask(who, slots)
        if slot == self.token:
            who.health += 1
        self.token = slot

    def practise(self, who: Spirit, kind: str) -> None:
        free = who.health < SKULL and self.supply[kind] > 0
        fits = free and bool(who.room(kind))
        options = []
        if fits:
            options.append("take")
        if free and not who.outside:
            options.append("outside")
        if who.health:
            options.append("rest")
        if not fits and not who.health:  # nobody is made to pay for the place outside
            options.append("skip")
        choice = self.ask(who, options)
        if choice == "take":
            self.take(who, kind)
        elif choice == "outside":
            who.health += 1
            self.supply[kind] -= 1
            who.outside = kind
        elif choice == "rest":
            who.health = max(0, who.health - (2 if TANUKI in who.won else 1))

    def give_back(self, tiles: Sequence[str]) -> None:
        for kind in tiles:
            self.supply[kind] += 1

    # Combat

    def targets(self, who: Spirit) -> list[Enemy]:
        power = who.strength()
        stacks = [foe for foe, cards in self.stacks.items() if cards]
        row = [foe for foe in self.row if foe]
        return [
            foe for foe in (*self.bosses, *stacks, *row) if foe.requirement <= power and who.may_fight(foe)
        ]

    def fight(self, who: Spirit, targets: Sequence[Enemy]) -> None:
        who.gather()
        who.last = COMBAT
        foe = self.ask(who, targets)
        tiles = sorted(who.kept)
        enough = {
            used
            for n in range(1, len(tiles) + 1)
            for used in combinations(tiles, n)
            if strength(used) >= foe.requirement
        }
        used = self.ask(who, sorted(enough))
        self.give_back(used)
        for kind in used:
            who.kept.remove(kind)
        self.claim(who, foe)
        if strength(used) > foe.requirement:
            who.lose()
        # What the enemy does at once comes before its space is filled again.
        if foe.tier == MINION:
            if foe.requirement in SWAPPING and self.aside:
                self.bring_in(who)
            self.row[self.row.index(None)] = self.deck.pop() if self.deck else None
        elif foe == MIYAMOTO:
            for rival in self.clockwise(who.seat)[1:]:
                rival.lose()
        elif foe == SASAKI:
            for rival in self.clockwise(who.seat)[1:]:
                self.discard(rival)

    def claim(self, who: Spirit, foe: Enemy) -> None:
        who.won.append(foe)
        if foe.tier == MINION:
            who.minions += 1
            self.row[self.row.index(foe)] = None
        elif foe.tier == LIEUTENANT:
            who.lieutenants += 1
            self.stacks[foe] -= 1
        else:
            self.bosses.remove(foe)

    def bring_in(self, who: Spirit) -> None:
        """The seventh card replaces any but the one under the token, once in a match."""
        assert self.aside
        slot = self.ask(who, [slot for slot in range(6) if slot != self.token])
        self.area[slot] = self.aside
        self.aside = None

    def discard(self, who: Spirit) -> None:
        """One tile, from anywhere; equal ones are told apart in the box only."""
        options: list[tuple[str, int]] = list(who.box)
        if who.outside:
            options.append((who.outside, -1))
        options += [(kind, -2) for kind in sorted(set(who.kept))]
        if not options:
            return
        kind, place = choice = self.ask(who, options)
        if place >= 0:
            who.box.remove(choice)
        elif place == -1:
            who.outside = None
        else:
            who.kept.remove(kind)
        self.supply[kind] += 1

    # The end

    def result(self) -> Result:
        parts = [score(who) for who in self.spirits]
        keys = [(part.total, who.minions) for part, who in zip(parts, self.spirits, strict=True)]
        winners = [seat for seat, key in enumerate(keys) if key == max(keys)]
        return Result([part.total for part in parts], self.decisions, parts, winners)


def score(who: Spirit) -> Score:
    counts = Counter(foe.symbol for foe in who.won)
    wild = counts[""]
    undead = [foe for foe in who.won if foe.tier == MINION and foe.requirement == UNDEAD]
    sets = 0
    if GECKO in who.won:
        # The wild card is bound anew for each bonus; here to the scarcest symbol.
        fewest, *others = sorted(counts[symbol] for symbol in SYMBOLS)
        sets = min(fewest + wild, *others)
    return Score(
        stars=sum(foe.stars for foe in who.won),
        undead=sum((counts[foe.symbol] + wild) // 3 for foe in undead),
        sets=2 * sets,
        health=-DEDUCTION[who.health],
    )


def play(players: int, seed: int, policy: Policy) -> Result:
    """Play one match to its end."""
    return Match(players, seed, policy).play()


def uniform(seed: int) -> Policy:
    rng = random.Random(seed)
    return lambda seat, options: int(rng.random() * len(options))


def main() -> None:
    parser = argparse.ArgumentParser(
        description="Uniform matches of hand-written Katana Spirits: scores and speed."
    )
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    policy = uniform(given.seed)
    began = time.process_time()
    results = [play(given.players, given.seed + n, policy) for n in range(given.games)]
    cpu_s = time.process_time() - began
    scores = [points for result in results for points in result.scores]
    decisions = sum(result.decisions for result in results)
    print(f"{given.games} matches of {given.players}: mean {statistics.mean(scores):.2f} points", end=", ")
    print(f"sd {statistics.pstdev(scores):.2f}, {decisions / given.games:.1f} decisions a match", end=", ")
    print(f"{given.games / cpu_s:.0f} matches/s, {decisions / cpu_s:.0f} decisions/s (CPU)")


if __name__ == "__main__":
    main()
