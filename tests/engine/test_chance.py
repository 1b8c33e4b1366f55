"""What chance picks goes by ids: something added beside it changes no pick among the others."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tiny import CARDS, THINGS, doing, made

from rulewright.dsl.generate import Switches
from rulewright.engine.chance import KeyedChance
from rulewright.engine.machine import Machine
from rulewright.engine.program import Program
from rulewright.play.data import describe
from rulewright.play.names import Names

SEEDS = 40
GROWN = [
    # what is picked, then what is added: to the cards, to the things
    ("choose 1 gem in gem, at random", ("gem: {", "gem: {amber: {}, "), None),
    ("choose 1 tint in tint, at random", None, ("tint: [", "tint: [amber, ")),
    ("choose 1 card in deck, at random", ("card:\n", "card:\n  amber: {worth: 9}\n"), None),
    (
        "choose 1 pair in pairs(deck, with=tint), at random",
        ("card:\n", "card:\n  amber: {worth: 9}\n"),
        ("tint: [", "tint: [amber, "),
    ),
    ("choose 1 cell in cells(field), at random", None, ("grid: [2, 2]", "grid: [3, 5]")),
    (
        "choose 1 placement in placements(home, on=field), at random",
        ("pawn: {", "pawn: {a: {}, "),
        ("grid: [2, 2]", "grid: [3, 5]"),
    ),
]


def picks(folder: Path, text: str, cards: str, things: str, reference: bool) -> list[Any]:
    """What is picked by each of some seeds, by ids."""
    rules = made(folder, doing(f"{text} then clock += 1"), cards, things)
    program = Program(rules, {}, 2, Switches(log=True), reference=reference)
    names, found = Names(program), []
    for seed in range(SEEDS):
        m = Machine(program, program.new_state(), [None] * 2, KeyedChance(seed), [])
        m.start()
        assert m.log is not None
        item, (picked,) = next(entry[1:] for entry in m.log if entry[0] == "pick")
        found.append(describe(names, program.spelt.type(item), picked))
    return found


@pytest.mark.parametrize("reference", [False, True])
@pytest.mark.parametrize(("text", "card", "thing"), GROWN, ids=[case[0].split()[2] for case in GROWN])
def test_a_pick_changes_only_to_what_was_added(
    tmp_path: Path, text: str, card: Any, thing: Any, reference: bool
) -> None:
    before = picks(tmp_path / "before", text, CARDS, THINGS, reference)
    cards = CARDS if card is None else CARDS.replace(*card)
    things = THINGS if thing is None else THINGS.replace(*thing)
    assert (cards, things) != (CARDS, THINGS)
    after = picks(tmp_path / "after", text, cards, things, reference)
    known = {repr(value) for value in before}
    changed = [b for a, b in zip(before, after, strict=True) if a != b]
    assert len(known) > 1
    assert len(changed) < SEEDS
    assert not [value for value in changed if repr(value) in known], "a pick among the others changed"
