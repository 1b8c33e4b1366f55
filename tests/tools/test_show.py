"""`show` prints what each effect says, and the texts of cards; nothing else pays for that."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

from rulewright.packs.bundled import schema_path
from rulewright.packs.load import load
from rulewright_tools.as_declared import as_declared

Run = Callable[..., Result]


def test_an_ability_is_shown_with_its_sentence(run: Run) -> None:
    told = run("show", "axia", "foga").stdout
    assert "      = When you defeat this beast, you may hit up to 2 undefeated beasts next to it," in told


def test_each_effect_of_a_declaration_is_shown_with_what_it_says(run: Run) -> None:
    told = run("show", "axia", "verbs/defeat").stdout.splitlines()
    at = told.index("  requires: not space.defeated")
    assert told[at + 1] == "    = The beast is undefeated."
    at = told.index("  do: space.condition = slain")
    assert told[at + 1] == "    = The beast becomes slain."


def test_a_rule_of_the_game_is_read_as_a_whole(run: Run) -> None:
    told = run("show", "axiom", "rules/shield").stdout
    assert "  = Add 1 to the Defense of a combatant that has a shield up." in told


def test_the_text_of_a_card_alone(run: Run) -> None:
    told = run("show", "katana", "sasaki", "--text").stdout
    assert told == "Sasaki\nWhen you win this enemy, each rival gives up one of their tiles.\n"


def test_the_texts_of_all_cards(run: Run) -> None:
    cards = run("show", "katana", "--text").stdout.split("\n\n")
    assert len(cards) == 25 and cards[0].startswith("Cat Nemesis\n")


def test_a_card_without_effects_has_no_text(run: Run) -> None:
    assert run("show", "axia", "t01", "--text").stdout == "T01\nNothing but what is printed in its fields.\n"


def test_text_is_of_cards(run: Run) -> None:
    failed = run("show", "axia", "verbs/hit", "--text")
    assert failed.exit_code == 2 and "no card" in failed.stderr


def test_effects_and_texts_as_data(run: Run) -> None:
    data = json.loads(run("show", "axia", "beast/king_lake", "--json").stdout)
    assert (data["format"], data["version"], data["spec"]) == ("rulewright.show", 1, "axia")
    (thing,) = data["things"]
    assert (thing["id"], thing["name"]) == ("beast/king_lake", "Lake King")
    assert thing["text"] == "Scores 1 VP for each of your defeated beasts in the lake."
    assert thing["effects"] == [
        {
            "key": "score",
            "text": "count(my spaces where defeated and region == this.home)",
            "reads": [thing["text"]],
        }
    ]


@pytest.mark.parametrize("words", [("--text", "--program"), ("--json",), ("foga", "--json", "--origin")])
def test_wrong_ways_to_ask(words: tuple[str, ...], run: Run) -> None:
    assert run("show", "axia", *words).exit_code == 2


def test_effects_with_mistakes_are_shown_without_sentences(run: Run, folder: Path) -> None:
    path = folder / "marbles" / "rules"
    file = next(file for file in sorted(path.glob("*.yaml")) if "verbs:" in file.read_text("utf-8"))
    file.write_text(
        file.read_text("utf-8").replace("verbs:", "verbs:\n  wrong: {do: nonsense()}", 1), "utf-8"
    )
    told = run("show", "./marbles", "verbs/wrong")
    assert told.exit_code == 0 and "do: nonsense()" in told.stdout and "=" not in told.stdout


def test_nothing_but_show_reads_effects_back() -> None:
    code = (
        "import sys\nfrom rulewright_tools.cli import cli\n"
        "cli(['check', 'axia'], standalone_mode=False)\n"
        "print([name for name in sys.modules if name.startswith('rulewright.dsl.english.')])\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "['rulewright.dsl.english.patterns']"


SHOWN = "kinds zones tables values verbs prompts windows budgets scoring outcomes invariants".split()
NOTHING: tuple[Any, ...] = (None, False, (), {}, "")


def _properties(schema: Any, rules: dict[str, Any]) -> set[str]:
    """The keys that a declaration may have."""
    if "$ref" in schema:
        return _properties(rules["$defs"][schema["$ref"].rpartition("/")[2]], rules)
    return {*schema.get("properties", ()), *_properties(schema.get("then", {}), rules)} if schema else set()


@pytest.mark.parametrize("pack", ["axia", "katana", "axiom", "liars_dice"])
def test_declarations_are_shown_under_the_keys_that_packs_have(pack: str) -> None:
    game = load(pack)
    rules = json.loads(schema_path("rules").read_text("utf-8"))
    sections = {name: part for name, part in rules["properties"].items() if isinstance(part, dict)}
    wrong = set()
    for section in SHOWN:
        keys = _properties(sections[section]["additionalProperties"], rules)
        for item in getattr(game, section).values():
            shown = {key for key, value in as_declared(item).items() if value not in NOTHING}
            wrong |= {f"{section}: {key}" for key in shown - keys}
    keys = _properties(rules["$defs"]["field"], rules)
    for kind in game.kinds.values():
        wrong |= {key for field in kind.fields.values() for key in as_declared(field)} - {"rolled", *keys}
    assert wrong == set()
