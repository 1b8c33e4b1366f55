"""The wording in the page on packs is that of the pack that it is taken from, and reads as the page says."""

from __future__ import annotations

import re
from pathlib import Path

from rulewright.dsl.english.read import English
from rulewright.packs.access import mapping, word
from rulewright.play.link import link
from rulewright.source.diagnostics import Problems
from rulewright.source.reader import parse_yaml
from rulewright.source.text import SourceFile

PAGE = (Path(__file__).parents[2] / "docs" / "packs.md").read_text("utf-8")


def test_the_wording_of_the_page_ships() -> None:
    block = re.search(r"^```yaml\n(texts:\n.*?)^```", PAGE, re.M | re.S)
    assert block is not None
    tree = parse_yaml(SourceFile.of("packs.md", block[1]), Problems())
    texts = link("axia").game.texts
    for section, inner in mapping(mapping(tree).items["texts"]).items.items():
        assert {key: word(text) for key, text in mapping(inner).items.items()}.items() <= texts[
            section
        ].items()


def test_the_sentence_of_the_page_is_on_a_card() -> None:
    sentence = re.search(r'reads "You (may hit one of your undefeated beasts\s+in the forest\.)"', PAGE)
    assert sentence is not None
    rules = link("axia")
    text = English(rules).card(rules.game.entries["beast"]["sentinel_forest"])
    assert text.endswith(f"you {' '.join(sentence[1].split())}")
