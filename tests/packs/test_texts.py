"""Wording that packs declare: what may stand there, how overlays change it, and that no rule reads it."""

from __future__ import annotations

from pathlib import Path

import pytest
from tiny import CARDS, THINGS, doing, made

from rulewright.dsl.typed import Rules
from rulewright.packs.load import load
from rulewright.play.link import link
from rulewright.source.diagnostics import ContentError, Diagnostic

VERB = "verbs: {poke: {params: {what: card, n: int}, do: what.wounds += n}}"


def refused(folder: Path, texts: str) -> list[Diagnostic]:
    with pytest.raises(ContentError) as caught:
        made(folder, f"texts: {texts}\n{doing('stop', more=VERB)}")
    return caught.value.diagnostics


def worded(folder: Path, texts: str) -> Rules:
    return made(folder, f"texts: {texts}\n{doing('stop', more=VERB)}")


@pytest.mark.parametrize(
    ("texts", "unknown", "hint"),
    [
        ("{verbs: {pokee: 'poke {what}'}}", "pokee", "poke"),
        ("{verbs: {poke: 'poke {waht} {n time}'}}", "waht", "what"),
        ("{kinds: {cart: ticket}}", "cart", "card"),
        ("{fields: {card.wound: wound}}", "wound", "wounds"),
        ("{fields: {crad.wounds: wound}}", "crad", "card"),
        ("{names: {tint.redd: crimson}}", "redd", "red"),
        ("{zones: {hnad: hand}}", "hnad", "hand"),
        ("{tables: {grade: 'grade of {kee}'}}", "kee", "key"),
        ("{prompts: {bindin: before}}", "bindin", "binding"),
    ],
)
def test_a_name_that_is_none_is_told_with_what_it_is_near_to(
    texts: str, unknown: str, hint: str, tmp_path: Path
) -> None:
    (problem,) = refused(tmp_path / "tiny", texts)
    span = problem.span
    assert problem.code == "R301" and f"'{hint}'" in (problem.hint or "")
    assert unknown in span.file.text[span.start : span.end]


WORDS = "{names: {card.ruby: Ruby, tint.red: crimson}, kinds: {card: ticket}, fields: {card.worth: worth}}"


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ("worth: int", "worth: itn", "R302"),
        ("worth: int", "worth: [1]", "S203"),
        ("[red, green, blue]", "[red, 3]", "S203"),
        ("{worth: 3, twin: red}", "{worth: x}", "S203"),
        ("\ncard:", "\ncrad:", "S201"),
        ("{worth: 2}", "{worth: 2", "Y106"),
    ],
)
def test_what_only_follows_from_another_mistake_is_not_told(
    old: str, new: str, code: str, tmp_path: Path
) -> None:
    rules = f"texts: {WORDS}\n{doing('stop')}"
    with pytest.raises(ContentError) as caught:
        made(tmp_path / "tiny", rules, CARDS.replace(old, new), THINGS.replace(old, new))
    assert {problem.code for problem in caught.value.diagnostics} == {code}


def test_a_misspelt_name_is_told_beside_another_mistake(tmp_path: Path) -> None:
    rules = f"texts: {{names: {{card.rubi: Ruby, crad.ruby: Ruby}}}}\n{doing('stop')}"
    with pytest.raises(ContentError) as caught:
        made(tmp_path / "tiny", rules, CARDS, THINGS.replace("worth: int", "worth: itn"))
    told = {problem.message: problem.hint for problem in caught.value.diagnostics}
    assert set(told) == {
        "unknown type 'itn'",
        "unknown entry or symbol 'rubi'",
        "unknown kind or enum 'crad'",
    }
    assert "'ruby'" in (told["unknown entry or symbol 'rubi'"] or "")


def test_an_unknown_key_of_an_overlay_is_one_mistake(tmp_path: Path) -> None:
    overlay = tmp_path / "more.yaml"
    overlay.write_text("foo: 1\nrules: {texts: {fields: {die.value: pips}}}\n", "utf-8")
    with pytest.raises(ContentError) as caught:
        load(f"axia+{overlay}")
    assert [problem.code for problem in caught.value.diagnostics] == ["S201"]


@pytest.mark.parametrize("text", ["'poke {what'", "'poke what}'", "'poke {}'", "'a|b|c'", "'poke[ it]'"])
def test_a_wording_that_cannot_be_read(text: str, tmp_path: Path) -> None:
    (problem,) = refused(tmp_path / "tiny", f"{{verbs: {{poke: {text}}}}}")
    assert problem.code == "R314"


@pytest.mark.parametrize("texts", ["{verb: {poke: x}}", "{verbs: {poke: 3}}", "{fields: {wounds: x}}"])
def test_the_schema_knows_the_sections(texts: str, tmp_path: Path) -> None:
    assert {problem.code[0] for problem in refused(tmp_path / "tiny", texts)} == {"S"}


def test_wording_is_no_rule(tmp_path: Path) -> None:
    plain = worded(tmp_path / "plain", "{}")
    told = worded(tmp_path / "told", "{verbs: {poke: 'poke {what} {n time}'}, kinds: {card: ticket}}")
    assert told.game.texts == {"kinds": {"card": "ticket"}, "verbs": {"poke": "poke {what} {n time}"}}
    assert plain.game.content_hash == told.game.content_hash
    assert plain.game.entry_hashes == told.game.entry_hashes


def test_an_overlay_adds_words_and_changes_them(tmp_path: Path) -> None:
    overlay = tmp_path / "words.yaml"
    overlay.write_text(
        "rules: {texts: {verbs: {}, fields: {die.value: pips}}}\n"
        "patch: axia:texts/verbs/hit\nreplace: 'strike {space}'\n",
        "utf-8",
    )
    texts = load(f"axia+{overlay}").texts
    assert texts["verbs"]["hit"] == "strike {space}" and texts["fields"]["die.value"] == "pips"
    overlay.write_text("patch: axia:texts/fields/space.struck\nreplace: was hit\n", "utf-8")
    assert load(f"axia+{overlay}").texts["fields"]["space.struck"] == "was hit"


def test_words_that_stand_already_are_patched(tmp_path: Path) -> None:
    overlay = tmp_path / "words.yaml"
    overlay.write_text("rules: {texts: {verbs: {hit: 'strike {space}'}}}\n", "utf-8")
    with pytest.raises(ContentError) as caught:
        load(f"axia+{overlay}")
    (problem,) = caught.value.diagnostics
    assert problem.code == "R303" and "axia:texts/verbs/hit" in (problem.hint or "")


def test_what_is_renamed_keeps_its_words(tmp_path: Path) -> None:
    renames = {"verbs/defeat": "fell", "beast/king_lake": "pike", "kinds/space": "meadow"}
    overlay = tmp_path / "names.yaml"
    patches = [f"  - patch: axia:{path}\n    rename: {name}\n" for path, name in renames.items()]
    overlay.write_text("patches:\n" + "".join(patches), "utf-8")
    texts = link(f"axia+{overlay}").game.texts
    assert texts["verbs"]["fell"] == "defeat {meadow}"  # the parameter is called like the kind
    assert texts["names"]["beast.pike"] == "Lake King"
    assert texts["kinds"]["meadow"] == "beast" and texts["fields"]["meadow.struck"] == "has been hit"
