"""What of `katana` no single position shows: all ways to fill a box, and where chance puts the cards."""

from __future__ import annotations

from collections import Counter
from functools import cache

import pytest

from rulewright.engine.chance import KeyedChance
from rulewright.engine.machine import Machine
from rulewright.engine.program import Program
from rulewright.play.link import link

ROWS, COLUMNS, COPIES = 3, 5, 4
SHAPES = {
    "d2": "##",
    "i3": "###",
    "l3": "##/#.",
    "o4": "##/##",
    "t4": "###/.#.",
    "l4": "###/#..",
    "p5": "##/##/#.",
}


@cache
def program() -> Program:
    return Program(link("katana"), {}, 2)


def masks_by_hand(drawing: str) -> set[int]:
    """Every placement of a drawn shape in the box, as a set of bits, turned and flipped."""
    cells = [(r, c) for r, row in enumerate(drawing.split("/")) for c, sign in enumerate(row) if sign == "#"]
    found = set()
    for swap in (False, True):
        for down in (1, -1):
            for right in (1, -1):
                held = [(down * a, right * b) for a, b in ((c, r) if swap else (r, c) for r, c in cells)]
                for top in range(-ROWS, ROWS + 3):
                    for left in range(-COLUMNS, COLUMNS + 3):
                        moved = [(r + top, c + left) for r, c in held]
                        if all(0 <= r < ROWS and 0 <= c < COLUMNS for r, c in moved):
                            found.add(sum(1 << r * COLUMNS + c for r, c in moved))
    return found


def masks_of_the_pack() -> dict[str, set[int]]:
    """The same from the tables that the program has made of the cards."""
    p = program()
    box = next(z for z, zone in enumerate(p.zones) if zone.name == "box")
    found: dict[str, set[int]] = {}
    for piece, moves in enumerate(p.board.moves[box] or ()):
        masks = [position.mask for position in moves]
        assert len(set(masks)) == len(masks)
        found.setdefault(p.kinds["tile"].uids[piece].split("#")[0], set()).update(masks)
    return found


def tilings(masks: dict[str, set[int]]) -> Counter[tuple[str, ...]]:
    """How many exact fillings of the box each multiset of tiles has, with at most four copies of a kind."""
    full = (1 << ROWS * COLUMNS) - 1
    covering = [
        [(kind, mask) for kind, each in masks.items() for mask in each if mask >> cell & 1]
        for cell in range(ROWS * COLUMNS)
    ]
    found: Counter[tuple[str, ...]] = Counter()

    def fill(taken: int, kinds: tuple[str, ...]) -> None:
        if taken == full:
            found[tuple(sorted(kinds))] += 1
            return
        cell = (~taken & taken + 1).bit_length() - 1  # the first free one
        for kind, mask in covering[cell]:
            if not mask & taken and kinds.count(kind) < COPIES:
                fill(taken | mask, (*kinds, kind))

    fill(0, ())
    return found


@pytest.mark.parametrize(
    ("kind", "ways"), [("d2", 22), ("i3", 14), ("l3", 32), ("o4", 8), ("t4", 20), ("l4", 40), ("p5", 40)]
)
def test_each_tile_has_as_many_places_as_by_hand(kind: str, ways: int) -> None:
    by_hand = masks_by_hand(SHAPES[kind])
    assert masks_of_the_pack()[kind] == by_hand
    assert len(by_hand) == ways


def test_all_ways_to_fill_a_box() -> None:
    found = tilings(masks_of_the_pack())
    assert found == tilings({kind: masks_by_hand(drawing) for kind, drawing in SHAPES.items()})
    assert (sum(found.values()), len(found)) == (4188, 63)
    taking_part = Counter(kind for tiles in found for kind in set(tiles))
    assert taking_part == {"d2": 43, "i3": 37, "l3": 33, "o4": 17, "t4": 22, "l4": 28, "p5": 20}
    assert min(map(len, found)) == 4


def test_all_ways_to_fill_a_box_before_the_seventh_card_comes_in() -> None:
    found = tilings({kind: masks for kind, masks in masks_of_the_pack().items() if kind != "p5"})
    assert (sum(found.values()), len(found)) == (3186, 43)


def layout(seed: int) -> tuple[str, ...]:
    p = program()
    machine = Machine(p, p.new_state(), [None, None], KeyedChance(seed))
    machine.start()
    area = next(z for z, zone in enumerate(p.zones) if zone.name == "area")
    return tuple(p.kinds["training_card"].uids[card] for card in machine.s.grids[area])


def test_the_training_area_is_laid_by_chance() -> None:
    seen = [layout(seed) for seed in range(2000)]
    assert seen[7] == layout(7)
    assert all(len(set(cards)) == 6 and not any("train_5" in card for card in cards) for cards in seen)
    for place in range(6):
        counts = Counter(cards[place] for cards in seen)
        assert len(counts) == 6 and max(counts.values()) < 450  # 333 on average
    assert len(set(seen)) > 600  # of 720
