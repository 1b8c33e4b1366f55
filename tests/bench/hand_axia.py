"""AXIA: Slayer Combo written by hand in plain Python, as a yardstick for the framework's speed.

Rules and data are those of the pack with its default settings (setup `choose`, 1 to 4 players). Nothing of
the framework is used. Comments name the rulings that a reader of the rulebook alone would not expect.

A policy gets the seat and the options of one question and returns the index of its answer. Options are plain
values: a `Die`, an `Item` (play it, then be asked again), a `Card`, the position of a space (0 to 35, row by
row), a number, a pair (card, place), a pair of positions, `DECK`, `SPEND` (no target for the die) or `None`
(decline, stop, end the turn). A question with one option is asked too.
"""

from __future__ import annotations

import argparse
import random
import statistics
import time
from collections import Counter
from collections.abc import Callable, Sequence
from typing import NamedTuple, TypeVar

T = TypeVar("T")
Policy = Callable[[int, Sequence[object]], int]

ROUNDS = 8
UNHARMED, WOUNDED, DEFEATED = 0, 1, 2
PHYSICAL, MAGIC = "P", "M"
FOREST, DESERT, MOUNTAIN, LAKE, TEMPLE = "FDMLT"
MAIN_REGIONS = (FOREST, DESERT, MOUNTAIN, LAKE)
DECK = "deck"
SPEND = -1

MAGICAL = {"KF", "KD", "KM", "KL", "TG", "RY", "CO", "FO", "TS"}
NUMERALS = {"A1": 1, "A2": 2, "A3": 3, "A4": 4, "A5": 5, "A6": 6}
ACOLYTE_SETS = (0, 3, 7, 13, 23, 35, 50)
RANKS = ((201, "Legend"), (151, "Elite"), (111, "Slayer"), (81, "Novice"), (0, "Apprentice"))

# Cards T01 to T60, spaces NW NE SW SE: region letter, beast code, number (`-`: any hit is critical).
TERRITORY_TEXT = """
FSF1 FSL- DRK2 DCA5 / FCA3 MSF1 MSL6 FRK- / LSL3 FA22 LSF4 FSM6 / MRK4 DSL3 MCA- DSF5
LCA2 LRK6 DSM2 DA24 / LRU3 MA33 MSM6 LRK1 / FRK2 DKD3 FRU2 MKM1 / FSF3 LA35 FKF5 DRU-
FTS2 FTO4 LSM3 MRU5 / DRK4 FAR4 MTS6 DSF- / LKL5 DTS4 FA4- DTO6 / LSF6 DA41 MRK6 DAR-
FSM1 DRU2 MTO1 MSF3 / FRU4 MAR3 MA42 LTS2 / MRU- DRK6 MSM1 LTO3 / LA44 DZO- LAR6 FRK4
LSL- LRU5 MRK1 FCO3 / LRK3 DSM4 MSD1 LCO6 / DCO4 FSD- FRK6 FZO5 / MCO5 FA65 FSL6 FKF2
FA14 LSD4 FRK6 FFO6 / DKD6 DSD4 DRK1 FRU1 / DSL2 DFO2 DA66 MRK3 / DA23 LZO4 DRK1 DSD6
MZO2 MKM4 FSD2 MA6- / MSL5 MRK3 DRU6 MFO4 / LKL2 MA25 MRU4 MSM5 / FKF4 LA61 LSL2 LRK5
LA26 DKD2 LRK5 LFO6 / LRK- LSM2 LRU2 MKM6 / DSF6 MTS5 FRK1 LKL4 / DRK3 LTS1 FSF2 MCA1
FTS1 FCA4 TRU- DAR6 / FAR3 MRK5 TTS3 FA31 / TRK- FSM- LSF5 FRU3 / TTG6 DCA6 FRK3 DTS3
MSF2 TCO1 DSM3 DA32 / LCA3 DRU1 DRK5 TA53 / MA34 FRY4 MAR2 TZO5 / MRU6 TRK2 MSM- DRY5
MRK- MRY6 TRU2 LAR5 / LA43 FSF4 TTG2 LSM4 / TA2- LRU4 DSD3 LRK2 / TA62 LSD3 MZO1 LRY1
DAR1 TRU6 FTO5 FZO4 / MSD- FAR5 FA56 TTO5 / FFO5 LZO3 FSL5 TAR2 / DTO- TRY2 DZO6 FRK5
DA5- DSL1 TA45 MTO2 / DFO1 LTO4 TTS4 DRK- / TRU1 MAR4 FA13 MA51 / TRK1 MFO3 DA15 MSL4
LAR- TTG1 MA16 MRK2 / FSD1 LA52 LSL1 TZO6 / LRK4 DSD5 LFO5 TA11 / LSD5 TA54 LA1- MRU3
DRU5 MSD2 TFO1 LRK6 / FRU- LKL3 TAR1 MRK4 / TTG3 FRK- LRU1 DKD1 / TA36 DRK2 MKM5 FKF3
"""


class Space(NamedTuple):
    region: str
    beast: str
    number: int  # 0: none is printed
    magical: bool
    sort: str  # "magical", "acolyte", "rakya" or ""


Card = tuple[Space, ...]


class Item(NamedTuple):
    kind: str
    region: str
    vp: int


class Pattern(NamedTuple):
    kind: str
    linked: bool
    what: str  # region letters or a sort of beast
    vp: int


class ScoringCard(NamedTuple):
    row: Pattern
    column: Pattern


class Die:
    __slots__ = ("kind", "value")

    def __init__(self, kind: str, value: int) -> None:
        self.kind = kind
        self.value = value


class Score(NamedTuple):
    rows: int
    columns: int
    beasts: int
    acolytes: int
    items: int

    @property
    def total(self) -> int:
        return sum(self)


class Result(NamedTuple):
    scores: list[int]
    decisions: int
    parts: list[Score]
    winners: list[int]  # none in solo mode
    rank: str | None  # solo mode only


def read_space(text: str) -> Space:
    region, beast, number = text[0], text[1:3], text[3]
    magical = beast in MAGICAL
    sort = "magical" if magical else "acolyte" if beast in NUMERALS else "rakya" if beast == "RK" else ""
    return Space(region, beast, 0 if number == "-" else int(number), magical, sort)


def make_patterns() -> list[Pattern]:
    sorts = ("magical", "acolyte", "rakya")
    return [
        *(Pattern("placed_region", True, region, 2) for region in MAIN_REGIONS),
        Pattern("placed_region", True, TEMPLE, 3),
        *(Pattern("placed_region", False, pair, 1) for pair in ("FD", "FM", "FL", "DM", "DL", "ML")),
        *(Pattern("defeated_region", True, region, 3) for region in MAIN_REGIONS),
        *(Pattern("defeated_region", False, region, 2) for region in MAIN_REGIONS),
        *(Pattern("placed_sort", True, sort, vp) for sort, vp in zip(sorts, (2, 3, 3), strict=True)),
        *(Pattern("defeated_sort", True, sort, 4) for sort in sorts),
        *(Pattern("defeated_sort", False, sort, 2) for sort in sorts),
        Pattern("defeated", True, "", 1),
        Pattern("defeated", False, "", 1),
        Pattern("frequent", True, "", 2),
        Pattern("frequent", False, "", 1),
    ]


TERRITORY = [
    tuple(read_space(word) for word in card.split())
    for line in TERRITORY_TEXT.split("\n")
    for card in line.split("/")
    if card
]
PATTERNS = make_patterns()
SCORING = [ScoringCard(PATTERNS[k], PATTERNS[(k + 16) % 32]) for k in range(32)]
ITEMS = [
    *[Item("I1", "", 2)] * 4,
    *[Item("I2", region, 1) for region in MAIN_REGIONS for _ in range(2)],
    *[Item("I3", "", 3)] * 4,
    *[Item("I4", "", 3)] * 4,
    *[Item("I5", "", 2)] * 4,
]


def positions_at(row: int, column: int, steps: Sequence[tuple[int, int]]) -> list[int]:
    around = [(row + down, column + right) for down, right in steps]
    return [r * 6 + c for r, c in around if 0 <= r < 6 and 0 <= c < 6]


BESIDE = [positions_at(*divmod(at, 6), ((-1, 0), (0, 1), (1, 0), (0, -1))) for at in range(36)]
DIAGONAL = [positions_at(*divmod(at, 6), ((-1, -1), (-1, 1), (1, 1), (1, -1))) for at in range(36)]
CELLS = [positions_at(2 * (n // 3), 2 * (n % 3), ((0, 0), (0, 1), (1, 0), (1, 1))) for n in range(9)]
LINES = [[line * 6 + k for k in range(6)] for line in range(6)]
LINES += [[k * 6 + line for k in range(6)] for line in range(6)]
# Slots 0 to 2 stand beside the rows, 3 to 5 above the columns; each is linked to two lines.
LINKED = [(LINES[2 * slot], LINES[2 * slot + 1]) for slot in range(6)]


class Slayer:
    def __init__(self, seat: int) -> None:
        self.seat = seat
        self.hand: list[Card] = []
        self.items: list[Item] = []
        self.slots: list[ScoringCard | None] = [None] * 6
        self.free_cells = list(range(9))
        self.spaces: list[Space | None] = [None] * 36
        self.state = [UNHARMED] * 36
        self.live: list[tuple[int, Space]] = []  # placed and not defeated
        self.item_played = False
        self.next_die_is_magic = False
        self.chosen: Die | None = None  # between its choice and its hit

    def place(self, card: Card, cell: int) -> None:
        self.hand.remove(card)
        self.free_cells.remove(cell)
        for at, space in zip(CELLS[cell], card, strict=True):
            self.spaces[at] = space
            self.live.append((at, space))

    def reached(self, kind: str) -> list[int]:
        """Where a die of this kind can hit."""
        if kind == MAGIC or self.next_die_is_magic:
            return [at for at, _ in self.live]
        return self.live_normal()

    def live_normal(self) -> list[int]:
        return [at for at, space in self.live if not space.magical]

    def live_magical(self) -> list[int]:
        return [at for at, space in self.live if space.magical]

    def live_in(self, region: str) -> list[int]:
        return [at for at, space in self.live if space.region == region]

    def live_pairs(self) -> list[tuple[int, int]]:
        normal = self.live_normal()
        return [(first, second) for first in normal for second in DIAGONAL[first] if second in normal]


class Match:
    def __init__(self, players: int, seed: int, policy: Policy, start: int | None = None) -> None:
        if not 1 <= players <= 4:
            raise ValueError(f"1 to 4 players, not {players}")
        self.rng = random.Random(seed)
        self.policy = policy
        self.decisions = 0
        self.players = players
        self.slayers = [Slayer(seat) for seat in range(players)]
        self.start = self.rng.randrange(players) if start is None else start
        self.deck = self.shuffled(TERRITORY)
        self.discard: list[Card] = []
        self.row: list[Card] = []
        self.item_deck = self.shuffled(ITEMS)
        self.pool: list[Die] = []

    def shuffled(self, cards: Sequence[T]) -> list[T]:
        return self.rng.sample(cards, len(cards))

    def ask(self, who: Slayer, options: Sequence[T]) -> T:
        self.decisions += 1
        return options[self.policy(who.seat, options)]

    # Flow

    def play(self) -> Result:
        self.set_up_scoring()
        self.set_up_territory()
        for _ in range(ROUNDS):
            self.play_round()
        return self.result()

    def set_up_scoring(self) -> None:
        box = self.shuffled(SCORING)
        batches, dealt = (3, 3) if self.players == 1 else (2, 4)
        for _ in range(batches):
            for who in self.slayers:
                cards = [box.pop() for _ in range(dealt)]
                for _ in range(dealt - 1):
                    free = [slot for slot in range(6) if who.slots[slot] is None]
                    card, slot = self.ask(who, [(card, slot) for card in cards for slot in free])
                    cards.remove(card)
                    who.slots[slot] = card

    def set_up_territory(self) -> None:
        for who in self.slayers:
            who.hand = [self.deck.pop() for _ in range(4)]
        self.place_cards()
        self.reveal_row()

    def play_round(self) -> None:
        clockwise = [self.slayers[(self.start + k) % self.players] for k in range(self.players)]
        kinds = [PHYSICAL] * (self.players + 1) + [MAGIC] * self.players
        self.pool = [Die(kind, self.rng.randint(1, 6)) for kind in kinds]
        self.place_cards()
        self.refill(clockwise)
        for who in clockwise + clockwise[::-1]:
            self.take_turn(who)
        self.start = (self.start + 1) % self.players

    def place_cards(self) -> None:
        """All choose at once, then all is placed."""
        choices = [
            self.ask(who, [(card, cell) for card in who.hand for cell in who.free_cells])
            for who in self.slayers
        ]
        for who, (card, cell) in zip(self.slayers, choices, strict=True):
            who.place(card, cell)

    def draw_territory(self) -> Card | None:
        if not self.deck:
            self.deck = self.shuffled(self.discard)
            self.discard = []
        return self.deck.pop() if self.deck else None

    def reveal_row(self) -> None:
        for _ in range(2 if self.players == 1 else 3):
            card = self.draw_territory()
            if card is not None:
                self.row.append(card)

    def refill(self, clockwise: Sequence[Slayer]) -> None:
        row_taken = False
        for who in clockwise:
            options: list[Card | str] = [*self.row]
            if self.deck or self.discard:
                options.append(DECK)
            choice = self.ask(who, options)
            if isinstance(choice, str):
                card = self.draw_territory()
                assert card is not None
                who.hand.append(card)
                continue
            row_taken = True
            who.hand.append(choice)
            at = self.row.index(choice)
            new = self.draw_territory()
            self.row[at : at + 1] = [] if new is None else [new]
        if not row_taken:
            self.discard += self.row
            self.row = []
            self.reveal_row()

    def take_turn(self, who: Slayer) -> None:
        who.item_played = False
        who.next_die_is_magic = False
        die = self.pick(who, self.distinct_dice, optional=False, die_kind=self.pool_kind())
        assert die is not None
        self.pool.remove(die)
        who.chosen = die
        # With no target the die is spent without a hit; items can be played at that question too.
        at = self.pick(who, lambda: who.reached(die.kind) or [SPEND], optional=False, die_kind=die.kind)
        assert at is not None
        who.chosen = None
        if at != SPEND:
            self.strike(who, at, die.value)
        items = self.playable(who, None)
        if items:
            item = self.ask(who, [None, *items])
            if item is not None:
                self.play_item(who, item)

    # Questions at which items can be played

    def pick(
        self, who: Slayer, legal: Callable[[], list[T]], optional: bool = True, die_kind: str | None = None
    ) -> T | None:
        """Ask for one of the legal picks, which are read again after an item.

        Args:
            die_kind: what the die in question is, where the question is about a die.
        Returns:
            None if it was declined or nothing was legal (then nothing was asked).
        """
        while picks := legal():
            options: list[T | Item | None] = [*picks]
            if optional:
                options.append(None)
            if who.items and not who.item_played:
                options += self.playable(who, die_kind)
            choice = self.ask(who, options)
            if not isinstance(choice, Item):
                return choice
            self.play_item(who, choice)
        return None

    def distinct_dice(self) -> list[Die]:
        return list({(die.kind, die.value): die for die in self.pool}.values())

    def pool_kind(self) -> str:
        return PHYSICAL if any(die.kind == PHYSICAL for die in self.pool) else MAGIC

    # Hits

    def strike(self, who: Slayer, at: int, value: int) -> None:
        """A hit with a die or the copy of one."""
        who.next_die_is_magic = False
        space = who.spaces[at]
        assert space is not None
        if space.number == value:
            self.defeat(who, at)
        else:
            self.hit(who, at)

    def hit(self, who: Slayer, at: int) -> None:
        space = who.spaces[at]
        assert space is not None
        if who.state[at] == WOUNDED or not space.number:
            self.defeat(who, at)
        else:
            who.state[at] = WOUNDED

    def defeat(self, who: Slayer, at: int) -> None:
        space = who.spaces[at]
        assert space is not None
        who.state[at] = DEFEATED
        who.live.remove((at, space))
        effect = EFFECTS.get(space.beast)
        if effect:
            effect(self, who, at)

    # Beasts

    def may_hit(self, who: Slayer, legal: Callable[[], list[int]]) -> None:
        target = self.pick(who, legal)
        if target is not None:
            self.hit(who, target)

    def may_defeat(self, who: Slayer, legal: Callable[[], list[int]]) -> None:
        target = self.pick(who, legal)
        if target is not None:
            self.defeat(who, target)

    def sentinel(self, who: Slayer, at: int) -> None:
        space = who.spaces[at]
        assert space is not None
        region = space.beast[1]
        self.may_hit(who, lambda: who.live_in(region))

    def zorak(self, who: Slayer, at: int) -> None:
        die = self.pick(who, self.distinct_dice, die_kind=self.pool_kind())
        if die is None:
            return
        kind, value = die.kind, die.value  # the copy stays as it is if the die is changed now
        target = self.pick(who, lambda: who.reached(kind), die_kind=kind)
        if target is not None:
            self.strike(who, target, value)

    def rut(self, who: Slayer, at: int) -> None:
        if self.item_deck:
            who.items.append(self.item_deck.pop())

    def foga(self, who: Slayer, at: int) -> None:
        left = [spot for spot in BESIDE[at] if who.spaces[spot] is not None]
        for _ in range(2):
            target = self.pick(who, lambda: [spot for spot in left if who.state[spot] != DEFEATED])
            if target is None:
                return
            left.remove(target)
            self.hit(who, target)

    def cadra(self, who: Slayer, at: int) -> None:
        row, column = divmod(at, 6)
        self.may_defeat(
            who, lambda: [spot for spot in who.live_magical() if spot // 6 == row or spot % 6 == column]
        )

    def temple_sentinel(self, who: Slayer, at: int) -> None:
        self.may_defeat(who, lambda: who.live_in(TEMPLE))

    def torcha(self, who: Slayer, at: int) -> None:
        self.may_hit(who, who.live_magical)

    def rakya(self, who: Slayer, at: int) -> None:
        self.may_hit(who, who.live_normal)

    # Items

    def playable(self, who: Slayer, die_kind: str | None) -> list[Item]:
        if who.item_played:
            return []
        return [item for item in dict.fromkeys(who.items) if self.can_play(who, item, die_kind)]

    def can_play(self, who: Slayer, item: Item, die_kind: str | None) -> bool:
        if item.kind == "I1":
            return any(not space.magical for _, space in who.live)
        if item.kind == "I2":
            return any(space.region == item.region for _, space in who.live)
        if item.kind == "I3":
            return die_kind == PHYSICAL
        if item.kind == "I5":
            return bool(who.live_pairs())
        return True  # I4: the pool is never empty

    def play_item(self, who: Slayer, item: Item) -> None:
        """The targets of a played item cannot be declined, and no second item can be played meanwhile."""
        who.items.remove(item)
        who.item_played = True
        if item.kind == "I1":
            self.defeat(who, self.ask(who, who.live_normal()))
        elif item.kind == "I2":
            self.defeat(who, self.ask(who, who.live_in(item.region)))
        elif item.kind == "I3":
            who.next_die_is_magic = True
        elif item.kind == "I4":
            dice = self.distinct_dice()
            if who.chosen is not None:
                dice.append(who.chosen)
            die = self.ask(who, dice)
            die.value = self.ask(who, [1, 2, 3, 4, 5, 6])
        else:
            first, second = self.ask(who, who.live_pairs())
            self.hit(who, first)
            if who.state[second] != DEFEATED:
                self.hit(who, second)

    # The end

    def result(self) -> Result:
        parts = [score(who) for who in self.slayers]
        scores = [part.total for part in parts]
        if self.players == 1:
            rank = next(name for least, name in RANKS if scores[0] >= least)
            return Result(scores, self.decisions, parts, [], rank)
        keys = []
        for who, total in zip(self.slayers, scores, strict=True):
            defeated = defeated_spaces(who)
            keys.append((total, len(defeated), sum(space.sort == "rakya" for space in defeated)))
        winners = [seat for seat, key in enumerate(keys) if key == max(keys)]
        return Result(scores, self.decisions, parts, winners, None)


EFFECTS: dict[str, Callable[[Match, Slayer, int], None]] = {
    **dict.fromkeys(("SF", "SD", "SM", "SL"), Match.sentinel),
    "ZO": Match.zorak,
    "RU": Match.rut,
    "FO": Match.foga,
    "CA": Match.cadra,
    "TS": Match.temple_sentinel,
    "TO": Match.torcha,
    "RK": Match.rakya,
}


def defeated_spaces(who: Slayer) -> list[Space]:
    return [space for at, space in enumerate(who.spaces) if space and who.state[at] == DEFEATED]


def score(who: Slayer) -> Score:
    """Also right in mid-game: empty spaces count for nothing, and a line with one is not hit."""
    return Score(
        rows=sum(slot_points(who, slot) for slot in (0, 1, 2)),
        columns=sum(slot_points(who, slot) for slot in (3, 4, 5)),
        beasts=beast_points(who),
        acolytes=acolyte_points(who),
        items=sum(item.vp for item in who.items),
    )


def slot_points(who: Slayer, slot: int) -> int:
    card = who.slots[slot]
    if card is None or not any(all(who.state[at] != UNHARMED for at in line) for line in LINKED[slot]):
        return 0
    pattern = card.row if slot < 3 else card.column
    first, second = LINKED[slot]
    reach = first + second if pattern.linked else range(36)
    spaces = [
        space
        for at in reach
        if (space := who.spaces[at])
        and (not pattern.kind.startswith("defeated") or who.state[at] == DEFEATED)
    ]
    if pattern.kind in ("placed_region", "defeated_region"):
        amount = sum(space.region in pattern.what for space in spaces)
    elif pattern.kind in ("placed_sort", "defeated_sort"):
        amount = sum(space.sort == pattern.what for space in spaces)
    elif pattern.kind == "defeated":
        amount = len(spaces)
    else:
        amount = max(Counter(space.region for space in spaces).values())
    return pattern.vp * amount


def beast_points(who: Slayer) -> int:
    defeated = defeated_spaces(who)
    points = 0
    for space in defeated:
        beast = space.beast
        if beast == "AR":
            points += 3
        elif beast in ("KF", "KD", "KM", "KL"):
            points += sum(other.region == beast[1] for other in defeated)
        elif beast == "TG":
            points += 2 * sum(other.region == TEMPLE for other in defeated)
        elif beast == "RY":
            points += 2 * sum(other.sort == "rakya" for other in defeated)
        elif beast == "CO":
            points += sum(other.magical for other in defeated)
        elif beast == "A6":  # any state counts
            points += sum(other.sort == "acolyte" for other in who.spaces if other)
    return points


def acolyte_points(who: Slayer) -> int:
    """Set j holds every numeral defeated at least j times; the rising table makes this the best split."""
    copies = Counter(NUMERALS[space.beast] for space in defeated_spaces(who) if space.sort == "acolyte")
    layers = range(1, max(copies.values(), default=0) + 1)
    return sum(ACOLYTE_SETS[sum(n >= layer for n in copies.values())] for layer in layers)


def play(players: int, seed: int, policy: Policy) -> Result:
    """Play one match to its end."""
    return Match(players, seed, policy).play()


def uniform(seed: int) -> Policy:
    rng = random.Random(seed)
    return lambda seat, options: int(rng.random() * len(options))


def main() -> None:
    parser = argparse.ArgumentParser(description="Uniform matches of hand-written AXIA: scores and speed.")
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
