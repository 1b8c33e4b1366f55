"""Pairs of matches: one deal in all rotations, shared draws, and nothing that is no difference counts."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from rulewright.packs.load import load_folder
from rulewright.play.link import link, link_game
from rulewright.play.pairs import Pairs, rotations
from rulewright.play.playout import Plan
from rulewright.play.processes import Processes

MARBLES = Path(__file__).parents[1] / "tools/packs/marbles"
COUNT = 12


def plan(folder: Path, seats: int = 2, seed: int = 1, **settings: bool) -> Plan:
    rules = link_game(load_folder(folder))
    return Plan(str(folder), rules, settings, seats, ("uniform",) * seats, COUNT, seed, sources=True)


def edited(folder: Path, file: str, old: str, new: str) -> Path:
    """A copy of the pack with something else in a file."""
    shutil.copytree(MARBLES, folder)
    text = (folder / file).read_text("utf-8")
    assert old in text
    (folder / file).write_text(text.replace(old, new), "utf-8")
    return folder


def test_every_seat_begins_once_and_every_policy_sits_everywhere() -> None:
    one = replace(plan(MARBLES, 3), policies=("uniform", "greedy", "uniform"))
    turns = list(rotations(one, 0))
    assert sorted(turn.first_seat or 0 for turn in turns) == [0, 1, 2]
    assert sorted(turn.policies.index("greedy") for turn in turns) == [0, 1, 2]
    fixed = list(rotations(replace(one, first_seat=2), 5))
    assert [turn.first_seat for turn in fixed] == [2, 0, 1]
    assert fixed[0].policies == one.policies


EDITS = {
    "nothing": ("pack.yaml", "Marbles", "Marbles"),
    "a display text": ("rules/play.yaml", "what the marbles are worth", "the marbles"),
    "a title": ("pack.yaml", "Marbles: a bag", "A bag"),
    "a comment": ("rules/play.yaml", "scoring:", "# worth is in the cards\n\nscoring:  # at the end"),
    "the order of entries": (
        "cards/marbles.yaml",
        "  red: {copies: 6, worth: 1}\n  green: {copies: 6, worth: 0}",
        "  green: {copies: 6, worth: 0}\n  red: {copies: 6, worth: 1}",
    ),
    "the order of sections": (
        "rules/play.yaml",
        "seat:\n  state: {glow: {type: int, start: 0}}\nprompts:\n  pick: {says: which marble}\n",
        "prompts:\n  pick: {says: which marble}\nseat:\n  state: {glow: {type: int, start: 0}}\n",
    ),
    "an entry of no copies": ("cards/marbles.yaml", "  red:", "  amber: {copies: 0, worth: 9}\n  red:"),
    "a policy that nobody is": (
        "rules/play.yaml",
        "outcomes:",
        "policies: {calm: {rules: {none: {at: pick, pick: [decline]}}}}\noutcomes:",
    ),
}


@pytest.mark.parametrize("edit", EDITS)
def test_what_is_no_difference_differs_by_exactly_nothing(tmp_path: Path, edit: str) -> None:
    other = edited(tmp_path / "marbles", *EDITS[edit])
    for pair in Pairs(plan(MARBLES), plan(other)):
        assert pair.first == pair.second
    if edit == "the order of entries":  # another file may hold them too
        (other / "cards/marbles.yaml").rename(other / "cards/zz_glass.yaml")
        assert all(pair.first == pair.second for pair in Pairs(plan(MARBLES), plan(other)))


@pytest.mark.parametrize("edit", ["nothing", "a display text", "a comment", "the order of entries"])
def test_what_is_no_difference_is_not_played_again(tmp_path: Path, edit: str) -> None:
    other = edited(tmp_path / "marbles", *EDITS[edit])
    assert all(len(pair.untouched) == 2 for pair in Pairs(plan(MARBLES), plan(other)))


def test_what_is_told_untouched_would_have_come_out_the_same(tmp_path: Path) -> None:
    other = edited(tmp_path / "marbles", "cards/marbles.yaml", "worth: 2", "worth: 3")
    first, second = plan(MARBLES), plan(other)

    class Plain(Pairs):
        def programs(self):  # type: ignore[no-untyped-def]  # a stand-in
            return replace(super().programs(), trapped=None)

    looked_out, plain = list(Pairs(first, second)), list(Plain(first, second))
    assert [(p.first, p.second) for p in looked_out] == [(p.first, p.second) for p in plain]
    assert 0 < sum(len(pair.untouched) for pair in looked_out) < 2 * COUNT


BESIDE = """
requires: {axia: any}
patch: axia:beast/ariak
set: {score: 3}
cards: {item: {rope: {vp: 1, copies: 0}}}
"""


@pytest.mark.parametrize("bot", ["hunter", "greedy"])
def test_a_shipped_game_beside_an_entry_of_no_copies_differs_by_nothing(tmp_path: Path, bot: str) -> None:
    (tmp_path / "beside.yaml").write_text(BESIDE, "utf-8")
    specs = ("axia", f"axia+{tmp_path / 'beside.yaml'}")
    count = 4 if bot == "hunter" else 1
    one, other = (Plan(spec, link(spec), {}, 2, (bot,) * 2, count, 7, sources=True) for spec in specs)
    assert list(other.rules.game.entries["item"]) != list(one.rules.game.entries["item"])
    assert all(pair.first == pair.second for pair in Pairs(one, other))


def test_the_number_of_processes_makes_no_difference(tmp_path: Path) -> None:
    other = edited(tmp_path / "marbles", "cards/marbles.yaml", "worth: 2", "worth: 3")
    one, several = (list(Pairs(plan(MARBLES), plan(other), runner)) for runner in (None, Processes(2)))
    assert one == several


def test_other_seeds_share_nothing() -> None:
    pairs = list(Pairs(plan(MARBLES), plan(MARBLES, seed=2)))
    assert sum(pair.first == pair.second for pair in pairs) < COUNT / 2
    assert not any(pair.untouched for pair in pairs)
