"""The coins pack, linked: what the model holds, and that layout makes no difference."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from rulewright.model.game import Game
from rulewright.model.types import INT, ComponentType, EntryType, EnumType
from rulewright.packs.gather import Gathered, gather_pack
from rulewright.packs.load import load_folder, with_entries
from rulewright.source.diagnostics import ContentError, Problems
from rulewright.source.reader import parse_yaml
from rulewright.source.text import SourceFile
from rulewright.source.tree import Mapping

COINS = Path(__file__).parent / "coins"


@pytest.fixture(scope="module")
def coins() -> Game:
    return load_folder(COINS)


def tree(text: str) -> Mapping:
    problems = Problems()
    branch = parse_yaml(SourceFile.of("more.yaml", text), problems)
    problems.check()
    assert isinstance(branch, Mapping)
    return branch


def test_a_template_gives_what_the_card_leaves_out(coins: Game) -> None:
    lion = coins.entries["face"]["lion"]
    assert lion.values == {"metal": "gold", "pips": 3, "mirror": None}
    assert sorted(lion.abilities) == ["buy", "shine"]
    assert lion.formulas["worth"].text == "2"
    assert lion.provenance == {
        "metal": "reconstructed",
        "pips": "printed",
        "worth": "printed",
        "abilities": "printed",
    }


def test_parts_carry_entries_and_fields_of_their_own(coins: Game) -> None:
    big = coins.entries["coin"]["big"]
    assert (big.copies, big.parts["head"].bears) == (3, "lion")
    assert big.parts["tail"].values == {"lucky": False, "year": 1700}
    assert big.provenance["tail.year"] == "reconstructed"
    assert big.provenance["tail.bears"] == "printed"


def test_a_kinds_name_is_a_component_only_if_it_has_components(coins: Game) -> None:
    assert coins.seat_state["best"].type == ComponentType("coin")
    assert coins.verbs["polish"].params == {"side": ComponentType("side")}
    assert coins.kinds["face"].fields["mirror"].type == EntryType("face")


def test_a_setting_with_names_is_an_enum(coins: Game) -> None:
    assert coins.settings["goal"].type == EnumType("setting_goal")
    assert coins.enums["setting_goal"] == ("short", "long")
    assert coins.settings["lucky"].default == (1, 6)


def test_pieces_know_their_cells(coins: Game) -> None:
    assert coins.kinds["coin"].shape == ((0, 0), (0, 1))
    assert coins.kinds["stamp"].shape_field == "cells"
    assert coins.entries["stamp"]["corner"].values["cells"] == ((0, 0), (0, 1), (1, 0))


def test_tables_have_a_row_for_each_key(coins: Game) -> None:
    assert coins.tables["by_metal"].rows == {"copper": 1, "silver": 2, "gold": 5}
    assert coins.tables["by_count"].rows == {0: 0, 1: 1, 2: 3}
    assert coins.tables["title"].rows == {0: "copper", 10: "silver", 20: "gold"}
    assert coins.tables["by_count"].gives == INT


def test_names_and_order_of_files_and_comments_make_no_difference(coins: Game, tmp_path: Path) -> None:
    folder = tmp_path / "other"
    shutil.copytree(COINS, folder)
    (folder / "rules" / "things.yaml").rename(folder / "rules" / "a.yaml")
    cards = folder / "cards" / "coins.yaml"
    text = cards.read_text(encoding="utf-8")
    where = text.index("die:")
    (folder / "cards" / "a.yaml").write_text("# moved\n" + text[where:], encoding="utf-8")
    cards.write_text(text[:where].replace("  moth: {like: plain}\n", "") + "\n", encoding="utf-8")
    (folder / "cards" / "b.yaml").write_text("face:\n  moth: {like: plain}\n", encoding="utf-8")
    again = load_folder(folder)
    assert again.content_hash == coins.content_hash
    assert [*again.entries["face"]] == ["lion", "moon", "moth"]


def test_one_changed_number_changes_the_hash_of_that_entry_only(coins: Game, tmp_path: Path) -> None:
    folder = tmp_path / "coins"
    shutil.copytree(COINS, folder)
    cards = folder / "cards" / "coins.yaml"
    cards.write_text(cards.read_text(encoding="utf-8").replace("pips: 3", "pips: 4"), encoding="utf-8")
    again = load_folder(folder)
    assert again.content_hash != coins.content_hash
    changed = [name for name, hash_ in again.entry_hashes.items() if hash_ != coins.entry_hashes[name]]
    assert changed == ["face/lion"]


def test_the_order_of_scoring_lines_counts(coins: Game, tmp_path: Path) -> None:
    hashes = []
    for name, lines in (
        ("a", "one: {points: 1}, two: {points: 2}"),
        ("b", "two: {points: 2}, one: {points: 1}"),
    ):
        folder = tmp_path / name
        shutil.copytree(COINS, folder)
        play = folder / "rules" / "play.yaml"
        text = play.read_text(encoding="utf-8").replace("scoring:\n", f"scoring: {{{lines}}}\nx:\n")
        play.write_text(text.replace(text[text.index("x:") : text.index("outlook")], ""), encoding="utf-8")
        hashes.append(load_folder(folder).content_hash)
    assert hashes[0] != hashes[1]


def test_more_entries_come_after_those_that_have_their_numbers(coins: Game) -> None:
    problems = Problems()
    text = (
        "templates: {face: {odd: {metal: gold}}}\n"
        "face: {mole: {like: odd, mirror: lion}}\n"
        "coin: {thin: {head: {bears: mole}, tail: {bears: moth}}}\n"
    )
    more = with_entries(coins, tree(text), problems)
    assert problems.found == []
    assert [*more.entries["face"]] == ["lion", "moon", "moth", "mole"]
    assert more.content_hash != coins.content_hash
    assert more.entry_hashes["face/lion"] == coins.entry_hashes["face/lion"]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("face: {lion: {metal: gold}}", "R303"),
        ("face: {mole: {metal: gold, mirror: loin}}", "R301"),
        ("face: {mole: {}}", "R306"),
        ("face: {mole: {metal: golt}}", "S204"),
        ("face: {mole: {metal: gold, abilities: {a: {window: shopp, do: polish(this)}}}}", "R301"),
    ],
)
def test_more_entries_are_checked_as_cards_are(coins: Game, text: str, code: str) -> None:
    problems = Problems()
    assert with_entries(coins, tree(text + "\n"), problems) is coins
    assert [problem.code for problem in problems.found] == [code]


def test_a_file_in_place_of_a_folder_is_refused(tmp_path: Path) -> None:
    folder = tmp_path / "coins"
    shutil.copytree(COINS, folder)
    (folder / "scenarios").write_text("scenario: none\n", encoding="utf-8")
    with pytest.raises(ContentError) as caught:
        load_folder(folder)
    assert [(d.code, d.span.file.name) for d in caught.value.diagnostics] == [("P605", "coins/scenarios")]


def test_tables_and_texts_among_what_is_read_are_warned_of(tmp_path: Path) -> None:
    shutil.copytree(COINS, tmp_path / "coins")
    for name in ("cards/more.csv", "rules/more.txt", "cards/lion.png", "rules/README.md", "notes.txt"):
        (tmp_path / "coins" / name).write_text("id,pips\n", "utf-8")
    problems = Problems()
    gather_pack(Gathered(), "coins", tmp_path / "coins", None, problems)
    found = {d.span.file.name: (d.code, d.severity, d.hint) for d in problems.found}
    assert {name: said[:2] for name, said in found.items()} == {
        "coins/cards/more.csv": ("P605", "warning"),
        "coins/rules/more.txt": ("P605", "warning"),
    }
    assert "rulewright import" in str(found["coins/cards/more.csv"][2])
