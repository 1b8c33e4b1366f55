"""The texts of cards, made of their effects: some as they are, and all by their form."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from shipped import games, overlays

from rulewright.dsl.english.read import English
from rulewright.dsl.english.texts import Texts
from rulewright.play.link import link

TESTS = Path(__file__).parents[1]
_NO_GAME = {"coins"}  # a pack with mistakes


def folders() -> list[str]:
    found = sorted({path.parent for path in TESTS.rglob("pack.yaml")})
    return [str(path.relative_to(TESTS)) for path in found if path.name not in _NO_GAME]


@cache
def english(spec: str) -> English:
    return English(link(spec))


def card(spec: str, kind: str, entry: str) -> str:
    reader = english(spec)
    return reader.card(reader.game.entries[kind][entry])


SNAPSHOTS = [
    ("axia", "beast", "foga"),
    ("axia", "beast", "king_lake"),
    ("axia", "beast", "cadra"),
    ("axia", "beast", "zorak"),
    ("axia", "item", "item_i3"),
    ("axia", "item", "item_i4"),
    ("axia", "scoring_card", "c21"),
    ("axia+axia_swamp", "item", "item_i6"),
    ("axia+axia_storm", "item", "item_i7"),
    ("katana", "enemy", "sasaki"),
    ("katana", "enemy", "duo_sickles"),
    ("katana", "full_training_card", "full_training"),
    ("katana+katana_ronin", "enemy", "hireling_red"),
    ("katana+katana_ronin", "enemy", "lone_ronin"),
    ("axiom", "status", "prone"),
    ("axiom", "status", "blinded"),
    ("axiom", "item", "field_kit"),
    ("axiom+axiom_frost", "status", "chilled"),
]


@cache
def snapshots() -> dict[str, str]:
    found = {}
    for block in Path(__file__).with_name("card_texts.txt").read_text("utf-8").split("\n\n")[1:]:
        head, _, text = block.strip("\n").partition("\n")
        found[head] = text
    return found


@pytest.mark.parametrize(("spec", "kind", "entry"), SNAPSHOTS)
def test_a_card_reads_like_a_card(spec: str, kind: str, entry: str) -> None:
    assert card(spec, kind, entry) == snapshots()[f"{spec} {kind}/{entry}"]


def texts(spec: str) -> Iterator[tuple[str, str]]:
    """Every sentence of a game with what it is of."""
    reader = english(spec)
    for entries in reader.game.entries.values():
        for entry in entries.values():
            yield from ((entry.id, line) for line in reader.card(entry).split("\n") if line)
    for clause in reader.rules.clauses:
        if clause.kind is None:
            yield from ((clause.id, line.text) for line in reader.clause(clause))
    readings = Texts(reader)
    for text in readings.all():
        yield from ((text.text, line.text) for line in readings.lines(text))


@pytest.mark.parametrize("spec", [*games(), *overlays(), *folders()])
def test_everything_reads_as_sentences(spec: str) -> None:
    game = spec if spec.split("+")[0] in games() else str(TESTS / spec)
    wrong = [
        (where, line)
        for where, line in texts(game)
        if not re.match(r'[(]?[A-Z0-9]|"[a-z]', line)
        or not line.endswith((".", ":"))
        or re.search(r"[{}_\[\]]|  |\b(an?|the) (an?|the)\b|\bof of\b|\bNone\b", line)
    ]
    assert wrong == []


@pytest.mark.parametrize("spec", games())
def test_every_card_has_a_name(spec: str) -> None:
    reader = english(spec)
    for entries in reader.game.entries.values():
        for entry in entries.values():
            assert re.fullmatch(r"[A-Z0-9][^_{}]*", reader.words.title(entry))


def test_another_number_is_another_text(tmp_path: Path) -> None:
    tweak = tmp_path / "tweak.yaml"
    tweak.write_text("patch: axia:beast/foga/abilities/flare\nadjust: {do: {1: +1}}\n", "utf-8")
    before, after = card("axia", "beast", "foga"), card(f"axia+{tweak}", "beast", "foga")
    assert before != after and before.replace("up to 2", "up to 3") == after


def test_another_effect_is_another_text(tmp_path: Path) -> None:
    tweak = tmp_path / "tweak.yaml"
    tweak.write_text(
        "patch: axia:templates/beast/king/score\nreplace: 2 * count(my spaces where magical)\n", "utf-8"
    )
    assert card(f"axia+{tweak}", "beast", "king_lake") == "Scores 2 VP for each of your magical beasts."


def test_another_setting_is_another_text() -> None:
    rules = link("axia")
    entry = rules.game.entries["beast"]["torcha"]
    assert "you may hit" in English(rules).card(entry)
    assert "you may" not in English(rules, {"effect_targets_optional": False}).card(entry)


def test_another_language_of_a_pack(tmp_path: Path) -> None:
    words = tmp_path / "words.yaml"
    words.write_text(
        "kind: locale\nrequires: {axia: any}\npatches:\n"
        "  - patch: axia:texts/verbs/hit\n    replace: 'strike {space}'\n"
        "  - patch: axia:texts\n    add: {verbs: {}, fields: {item.vp: worth}}\n",
        "utf-8",
    )
    changed = link(f"axia+{words}")
    text = English(changed).card(changed.game.entries["beast"]["torcha"])
    assert text == "When you defeat this beast, you may strike one of your magical undefeated beasts."
    assert changed.game.content_hash == link("axia").game.content_hash
