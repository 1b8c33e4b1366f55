"""The typed tree read back: a sentence for every construct, with and without wording of the pack."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from rulewright.dsl import typed as t
from rulewright.dsl.builtins import BUILT_INS, PRIMITIVES
from rulewright.dsl.check import GameChecker
from rulewright.dsl.english.patterns import Group, Malformed, Place, read_patterns
from rulewright.dsl.english.read import English
from rulewright.dsl.english.words import a, agree, denied, listed, third, whose
from rulewright.dsl.scope import Names, Scope
from rulewright.dsl.visit import walk
from rulewright.packs.load import load_folder
from rulewright.play.link import link_game
from rulewright.source.diagnostics import Problems
from rulewright.source.text import plain_text

PACK = Path(__file__).parents[1] / "docs" / "pack"

WORDED: Mapping[str, Mapping[str, str]] = {
    "kinds": {"seat": "gardener", "die": "bone"},
    "names": {"colour.red": "crimson", "charm.bell": "the Bell"},
    "fields": {
        "seat.coins": "coin|coins",
        "seat.favourite": "likes {value}|likes anything but {value}",
        "patch.ripe": "is ripe|is unripe",
        "patch.stage": "is a {value}",
        "charm.colour": "is {value}",
        "game.calm": "the air is calm|there is wind",
        "game.wind": "strength of the wind",
        "turn.watered": "the garden has been watered|the garden is dry",
    },
    "zones": {"kept": "charms", "stall": "on the stall"},
    "values": {"price": "{card} costs {value coin}|the price of {card}", "growable": "{patch} can grow"},
    "tables": {"prize": "prize for {key} of a kind"},
    "verbs": {"grow": "let {patch} grow", "gain": "gain {n coin}", "pay": "pay {n coin}"},
}


@cache
def moss() -> t.Rules:
    return link_game(load_folder(PACK))


def english(texts: Mapping[str, Mapping[str, str]]) -> English:
    return English(replace(moss(), game=replace(moss().game, texts=texts)))


def checked(text: str, sort: str) -> t.Body | t.Formula:
    problems = Problems()
    checker = GameChecker.of(moss(), problems)
    scope = Scope(Names(), {}, me=True)
    found = (
        checker.body(plain_text(text), "test", scope, ())
        if sort == "effect"
        else checker.formula(plain_text(text), "test", scope, (), None)
    )
    problems.check()
    assert found is not None
    return found


def read(text: str, sort: str, texts: Mapping[str, Mapping[str, str]] | None = None) -> str:
    found, reader = checked(text, sort), english(texts or {})
    lines = reader.effect(found, {}) if isinstance(found, t.Body) else reader.value(found, {})
    return "\n".join("  " * line.depth + line.text for line in lines)


TABLE = Path(__file__).with_name("english.txt")


@cache
def table() -> dict[str, dict[str, str]]:
    """Sections of texts and what they say."""
    found: dict[str, dict[str, str]] = {}
    for block in TABLE.read_text("utf-8").split("\n\n")[1:]:
        lines = block.strip("\n").splitlines()
        if lines[0].startswith("## "):
            section = found.setdefault(lines[0][3:], {})
            continue
        text = "\n".join(line for line in lines if not line.startswith("= "))
        section[text] = "\n".join(line[2:] for line in lines if line.startswith("= "))
    return found


CASES = [(section, text) for section, texts in table().items() for text in texts]


@pytest.mark.parametrize(("section", "text"), CASES)
def test_what_a_text_says(section: str, text: str) -> None:
    words = WORDED if section.startswith("worded") else {}
    sort = "effect" if section.endswith("effects") else "value"
    assert read(text, sort, words) == table()[section][text]


def nodes() -> Iterator[object]:
    for section, sort in (("effects", "effect"), ("values", "value")):
        for text in table()[section]:
            found = checked(text, sort)
            parts = found.body if isinstance(found, t.Body) else (*found.lets, found.value)
            yield from (node for part in parts for node in walk(part))
    for verb in moss().verbs.values():
        yield from (node for part in verb.do.body for node in walk(part))


def test_every_sort_of_node_is_in_the_tables() -> None:
    seen = {type(node).__name__ for node in nodes()}
    sorts = (*t.Expr.__subclasses__(), *t.Stmt.__subclasses__())
    every = {sort.__name__ for sort in sorts if sort.__module__ == t.__name__}
    # which round it is, and a result that is set, are read in what ships
    assert every - seen <= {"Counter"}


def test_every_built_in_is_in_the_tables() -> None:
    called = {node.name for node in nodes() if isinstance(node, t.BuiltIn | t.Primitive)}
    assert {*BUILT_INS, *PRIMITIVES} <= called


def test_an_effect_is_read_the_same_twice() -> None:
    reader = english(WORDED)
    found = checked("for p in my patches where not ripe then grow(p)", "effect")
    assert isinstance(found, t.Body)
    assert reader.effect(found, {}) == reader.effect(found, {})


def test_the_forms_of_words() -> None:
    assert [a(noun) for noun in ("beast", "item", "hour", "unit", "8")] == [
        "a beast",
        "an item",
        "an hour",
        "a unit",
        "an 8",
    ]
    assert listed(["a", "b", "c"]) == "a, b and c" and listed([], "or") == ""
    assert [whose(noun) for noun in ("beast", "players")] == ["beast's", "players'"]
    assert [agree(verb, True) for verb in ("is red", "has a hat", "carries it", "lies there", "can fly")] == [
        "are red",
        "have a hat",
        "carry it",
        "lie there",
        "can fly",
    ]
    assert [denied(verb) for verb in ("is red", "has a hat", "can fly", "reaches it", "does not fly")] == [
        "is not red",
        "has no hat",
        "cannot fly",
        "does not reach it",
        "flies",
    ]
    assert [third(verb) for verb in ("give up a card", "carry it", "wash", "go")] == [
        "gives up a card",
        "carries it",
        "washes",
        "goes",
    ]


def test_a_pattern_in_parts() -> None:
    (pattern,) = read_patterns("{who} draws {n die|dice}[ from {pile's} top]")
    assert pattern.subject is not None and pattern.subject.name == "who"
    places = [part for part in pattern.places if isinstance(part, Place)]
    assert [(p.name, p.possessive, p.one, p.many) for p in places] == [
        ("who", False, "", ""),
        ("n", False, "die", "dice"),
        ("pile", True, "", ""),
    ]
    assert isinstance(pattern.parts[-1], Group)
    assert len(read_patterns("is {value}|is not {value}")) == 2
    assert read_patterns("{n city}")[0].places[0].many == "cities"


@pytest.mark.parametrize(
    "text", ["hit {space", "hit space}", "{}", "{Space}", "a|b|c", "|a", "[x]", "[{a}", "{a}]"]
)
def test_a_pattern_that_cannot_be_read(text: str) -> None:
    with pytest.raises(Malformed):
        read_patterns(text)
