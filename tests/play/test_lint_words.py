"""Words for people: which numbers they may name, and where it is told that one is wrong."""

from __future__ import annotations

from pathlib import Path

import pytest
from shells import MANIFEST, told

from rulewright.source.text import Span

RULES = """
values: {tide_line: {is: 'if tide > 6 then 1 else 0'}}
tables: {worth: {by: int, gives: int, values: {1: 10, 2: 20, 3: 30, 4: 40, 5: 50, 6: 60}}}
verbs:
  crush:
    params: {what: shell}
    requires: what.entry != fan or tide < 9
    do: |
      if what.entry == fan then earn(tide_line) else earn(worth(what.size))
"""
CONCH = """
shell:
  conch:
    {size: 3, tone: red, gain: 5, cost: 5, copies: 4, story: 'WORDS', EFFECT}
"""
CRUSHES = "abilities: {a: {after: take(this), do: crush(this)}}"


def told_of(folder: Path, words: str, effect: str) -> list[str]:
    cards = CONCH.replace("WORDS", words).replace(", EFFECT", f", {effect}" if effect else "")
    found = told(folder, {"rules/more.yaml": RULES, "cards/more.yaml": cards})
    return [_under_the_caret(d.span) for d in found if d.code == "W912"]


def _under_the_caret(span: Span) -> str:
    return span.file.text[span.start : span.end]


@pytest.mark.parametrize(
    "words",
    [
        "6 is in a value that is called",
        "9 is in what a called verb requires",
        "40 stands in a table",
        "the fan (2) is named by a called verb",
        "there are 4 of 6, of size 3",
        "12 stands nowhere",
        "crush 12 of 13",
    ],
)
def test_words_name_numbers_of_the_effect_and_all_that_it_calls(tmp_path: Path, words: str) -> None:
    wrong = [each for each in words.split() if each in ("12", "13")]
    assert told_of(tmp_path, words, CRUSHES) == wrong


def test_words_on_a_card_without_an_effect_belong_to_none(tmp_path: Path) -> None:
    assert told_of(tmp_path, "never beside a 12 or a 13", "") == []


def test_all_that_are_like_a_template_have_its_effect(tmp_path: Path) -> None:
    effect = "{after: take(this), do: earn(7)}"
    cards = (
        f"templates: {{shell: {{rich: {{abilities: {{a: {effect}}}, tone: red, story: 'earn 7, or 8'}}}}}}\n"
        "shell:\n  conch: {like: rich, size: 3, gain: 1, cost: 1}\n"
        "  whelk: {like: rich, size: 3, gain: 2, cost: 2, story: earn 7}\n"
    )
    found = [d for d in told(tmp_path, {"cards/more.yaml": cards}) if d.code == "W912"]
    assert [(d.span.line, _under_the_caret(d.span)) for d in found] == [(1, "8")]


@pytest.mark.parametrize(
    ("file", "rules"),
    [
        ("rules/more.yaml", "measures: {m: {is: 'count(beach) * 3', says: beach by 12}}"),
        ("pack.yaml", f"{MANIFEST.lstrip()}refuse: {{r: {{when: players == 2, says: not for 12}}}}"),
        ("rules/more.yaml", "invariants: {i: {is: tide <= 3, says: never above 12}}"),
    ],
)
def test_it_is_told_where_the_number_stands(tmp_path: Path, file: str, rules: str) -> None:
    found = [d for d in told(tmp_path, {file: rules}) if d.code == "W912"]
    assert [(d.span.start, _under_the_caret(d.span)) for d in found] == [(rules.index("12"), "12")]
