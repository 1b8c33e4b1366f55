"""Overlays over the coins pack: what is laid over what, what patches do, what is refused."""

from __future__ import annotations

import itertools
import json
import re
import shutil
from pathlib import Path

import pytest

from rulewright.model.game import Game
from rulewright.packs.bundled import schema_path
from rulewright.packs.gather import NESTED, SINGLE
from rulewright.packs.load import lay, load
from rulewright.packs.overlays.addresses import SECTIONS
from rulewright.packs.overlays.origin import changes
from rulewright.packs.scenarios import game_scenarios
from rulewright.packs.spec import resolve
from rulewright.packs.stack import Stack, read_stack
from rulewright.play.link import link
from rulewright.source.diagnostics import ContentError, Problems

HERE = Path(__file__).parent
CASES = sorted((HERE / "overlay_cases").glob("*.case"))
_EXPECTED = re.compile(r"# error: ([A-Z]\d{3})")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The working directory, with the pack `coins` in it."""
    shutil.copytree(HERE / "coins", tmp_path / "coins")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def write(files: dict[str, str]) -> None:
    for name, text in files.items():
        Path(name).parent.mkdir(parents=True, exist_ok=True)
        Path(name).write_text(text, encoding="utf-8")


def manifest(id_: str, kind: str = "expansion", more: str = "requires: {coins: any}") -> str:
    return f"id: {id_}\nversion: 1.0.0\nformat: 1\nkind: {kind}\ntitle: {id_}\n{more}\n"


def tweaked(text: str) -> Game:
    """The coins with one file laid over them."""
    write({"tweak.yaml": text})
    return load("./coins+./tweak.yaml")


def refused(spec: str) -> list[tuple[str, int, str]]:
    with pytest.raises(ContentError) as caught:
        load(spec)
    return [(d.span.file.name, d.span.line, d.code) for d in caught.value.diagnostics]


def stack(spec: str) -> Stack:
    problems = Problems()
    found = read_stack(resolve(spec, problems), problems)
    problems.check()
    return found


# --- cases -------------------------------------------------------------------------------------


@pytest.mark.parametrize("case", CASES, ids=lambda path: path.stem)
def test_exactly_the_expected_problems_are_found(case: Path) -> None:
    pieces = re.split(r"^--- (.+)\n", case.read_text(encoding="utf-8"), flags=re.MULTILINE)
    files = dict(zip(pieces[1::2], pieces[2::2], strict=True))
    write(files)
    parts = sorted({Path(name).parts[0] for name in files if not name.startswith("coins/")})
    expected = [
        (name, line, code)
        for name, text in files.items()
        for line, content in enumerate(text.splitlines(), 1)
        for code in _EXPECTED.findall(content)
    ]
    assert sorted(refused("+".join(["./coins", *(f"./{part}" for part in parts)]))) == sorted(expected)


def test_an_overlay_changes_the_players_of_the_game_by_a_patch() -> None:
    players = "players: {least: 2, most: 6, usual: 5}\n"
    patch = "patches: [{patch: 'coins:face/lion', set: {metal: silver}}]\n"
    write({"more/pack.yaml": manifest("more") + players, "more/patches/p.yaml": patch})
    with pytest.raises(ContentError) as caught:
        load("./coins+./more")
    (problem,) = caught.value.diagnostics
    assert (str(problem.span), problem.code) == ("more/pack.yaml:7:1", "R310")
    assert problem.hint == "write `patch: coins:players` with `set` in `patches/`"


@pytest.mark.parametrize("text", ["", "id: my_tweak\n"])
def test_a_file_that_says_no_id_is_called_as_one(text: str) -> None:
    write({"My-Tweak.yaml": f"{text}patch: coins:face/lion\nset: {{metal: gold}}\n"})
    if text:
        assert load("./coins+./My-Tweak.yaml")
        return
    with pytest.raises(ContentError) as caught:
        load("./coins+./My-Tweak.yaml")
    (problem,) = caught.value.diagnostics
    assert (str(problem.span), problem.code) == ("My-Tweak.yaml:1:1", "S205")
    assert problem.hint == "call it my_tweak.yaml, or write `id: my_tweak` in it"


# --- the order ---------------------------------------------------------------------------------


def test_the_order_is_that_of_dependencies_then_kinds_then_ids() -> None:
    write(
        {
            "zinc/pack.yaml": manifest("zinc"),
            "alloy/pack.yaml": manifest("alloy", more="requires: {coins: any}\noptional: {zinc: any}"),
            "early/pack.yaml": manifest("early", "variant"),
            "tin/pack.yaml": manifest("tin", more="requires: {coins: '>=0.1 <2', early: any}"),
            "fair.yaml": "patch: coins:face/lion\nset: {pips: 4}\n",
        }
    )
    names = ["./zinc", "./alloy", "./early", "./tin", "./fair.yaml"]
    for order in itertools.permutations(names):
        layers = stack("+".join(["./coins", *order])).layers
        assert [layer.manifest.id for layer in layers] == ["coins", "zinc", "alloy", "fair", "early", "tin"]
        assert [layer.why for layer in layers] == [
            "the game itself",
            "after coins, which it requires (any)",
            "after zinc, which it knows of (any)",
            "after alloy: expansion comes before balance",
            "after fair: balance comes before variant",
            "after early, which it requires (any)",
        ]


@pytest.mark.parametrize(
    ("range_", "fits"),
    [
        ("any", True),
        (">=0.1", True),
        (">=0.1 <0.2", True),
        ("=0.1.0", True),
        (">0.1", False),
        ("<=0.0.9", False),
        (">=0.2 <1", False),
    ],
)
def test_a_range_of_versions(range_: str, fits: bool) -> None:
    write({"more/pack.yaml": manifest("more", more=f"requires: {{coins: '{range_}'}}")})
    if fits:
        stack("./coins+./more")
    else:
        assert refused("./coins+./more") == [("more/pack.yaml", 6, "P608")]


def test_an_overlay_needs_a_game_before_it() -> None:
    write({"more/pack.yaml": manifest("more")})
    assert refused("./more+./coins")[0] == ("<spec>", 1, "P602")
    assert ("<spec>", 1, "P602") in refused("./more")
    write({"tweak.yaml": "patch: coins:face/lion\nset: {pips: 4}\n"})
    assert refused("./tweak.yaml") == [("<spec>", 1, "P602")]


def test_a_pack_is_named_once() -> None:
    write({"more/pack.yaml": manifest("more"), "other/pack.yaml": manifest("more")})
    assert refused("./coins+./more+./other") == [("<spec>", 1, "P607")]
    assert refused("./coins+./more+more") == [("<spec>", 1, "P607")]


# --- adding ------------------------------------------------------------------------------------


def test_a_folder_adds_declarations_of_every_sort() -> None:
    write(
        {
            "more/pack.yaml": manifest("more")
            + "settings: {fast: {type: bool, default: false}}\n"
            + "refuse: {never: {when: fast and goal == long, says: no}}\n",
            "more/rulebook.yaml": "rules: {MO-01: {says: There is more.}}\n",
            "more/rules/more.yaml": "verbs: {spin: {params: {side: side}, do: side.polished = true}}\n"
            "scoring: {extra: {points: '1', rules: [MO-01, CO-01]}}\n",
            "more/cards/more.yaml": "face: {owl: {like: plain, pips: 9}}\n"
            "coin: {tiny: {head: {bears: owl}, tail: {bears: owl}}}\n",
        }
    )
    game = load("./coins+./more")
    assert {"fast"} <= set(game.settings) and {"spin", "polish"} <= set(game.verbs)
    assert game.entries["face"]["owl"].values["pips"] == 9
    assert list(game.scoring) == ["shiny", "extra"]
    assert game.content_hash != load("./coins").content_hash


def test_one_file_can_hold_all_of_it() -> None:
    game = tweaked(
        """
requires: {coins: any}
settings: {fast: {type: bool, default: false}}
rules: {prompts: {why: {}}}
cards: {face: {owl: {like: plain}}}
patches:
  - {patch: 'coins:face/lion', set: {pips: 4}}
"""
    )
    assert "fast" in game.settings and "why" in game.prompts and "owl" in game.entries["face"]
    assert game.entries["face"]["lion"].values["pips"] == 4


def test_a_declared_id_is_told_with_its_place_and_the_way_to_change_it() -> None:
    write({"more/pack.yaml": manifest("more"), "more/cards/c.yaml": "face: {lion: {like: plain}}\n"})
    with pytest.raises(ContentError) as caught:
        load("./coins+./more")
    (problem,) = caught.value.diagnostics
    assert problem.code == "R303" and problem.related[0][1].file.name == "coins/cards/coins.yaml"
    assert problem.hint is not None and "'patch: coins:face/lion'" in problem.hint


# --- patching ----------------------------------------------------------------------------------


def test_set_goes_leaf_by_leaf() -> None:
    game = tweaked(
        "patch: coins:face/lion\nexpect: {pips: 3, metal: gold}\n"
        "set: {pips: 4, abilities: {buy: {when: my luck > 1}}}\n"
    )
    lion = game.entries["face"]["lion"]
    assert lion.values["pips"] == 4
    buy = lion.abilities["buy"]
    assert buy.when is not None and (buy.when.text, str(buy.when.span)) == ("my luck > 1", "tweak.yaml:3:40")
    assert buy.do is not None and buy.do.span.file.name == "coins/cards/coins.yaml"


@pytest.mark.parametrize(
    ("patch", "asked", "becomes"),
    [
        ("coins:settings/goal, set: {default: long}", "settings.goal.default", "long"),
        (
            "coins:settings/goal, add: {values: [eternal]}",
            "settings.goal.symbols",
            ("short", "long", "eternal"),
        ),
        (
            "coins:settings/goal/values/long, insert: {before: [middle]}",
            "settings.goal.symbols",
            ("short", "middle", "long"),
        ),
        ("coins:enums/metal, add: [tin]", "enums.metal", None),
        ("coins:enums/metal/silver, insert: {after: [tin, zinc]}", "enums.metal", None),
        ("coins:tables/by_count, set: {values: {2: 4}}", "tables.by_count.rows.2", 4),
        ("coins:tables/by_count, adjust: {values: {1: +2}}", "tables.by_count.rows.1", 3),
        ("coins:tables/by_count, add: {values: {3: 6, 4: 9}}", "tables.by_count.rows.4", 9),
        ("coins:tables/by_metal, adjust: {values: {gold: -1}}", "tables.by_metal.rows.gold", 4),
        ("coins:values/price, adjust: {is: +1}", "values.price.is_.text", "2"),
        ("coins:rules/haggle, adjust: {when: {1: -1}}", "rules.haggle.when.text", "my luck > 2"),
        ("coins:rules/haggle, set: {when: {1: 7}}", "rules.haggle.when.text", "my luck > 7"),
        (
            "coins:verbs/polish, set: {requires: not side.polished}",
            "verbs.polish.requires.text",
            "not side.polished",
        ),
        ("coins:flow/round/buy, set: {do: refill(spent)}", "flow.round.steps.buy.do.text", "refill(spent)"),
        (
            "coins:flow/round/buy/do, wrap: 'if my luck > 0 then original'",
            "flow.round.steps.buy.do.text",
            "if my luck > 0 then refill(row)",
        ),
        ("coins:values/price, wrap: {is: original + original * 2}", "values.price.is_.text", "(1) + (1) * 2"),
        ("coins:kinds/side, add: {live_in: [row]}", "kinds.side.live_in", ("tray", "row")),
        ("coins:kinds/side, add: {state: {bent: bool}}", "kinds.side.state.bent.has_start", True),
        ("coins:kinds/coin, remove: [alike]", "kinds.coin.alike", None),
        ("coins:kinds/coin, remove: {alike: [entry]}", "kinds.coin.alike", ()),
        ("coins:zones/tray, set: {grid: [5, 4]}", "zones.tray.grid", (5, 4)),
        ("coins:ends, set: none(row)", "ends.text", "none(row)"),
        ("coins:players, set: {most: 4}", "players.most", 4),
        ("coins:game/derived, add: {some: count(row)}", "game_derived.some.text", "count(row)"),
        ("coins:game/derived/left, replace: count(row)", "game_derived.left.text", "count(row)"),
        ("coins:face, set: {lion: {pips: 5}, moth: {pips: 6}}", "entries.face.moth.values.pips", 6),
        ("coins:templates/face/plain, set: {metal: silver}", "entries.face.moth.values.metal", "silver"),
        ("coins:scoring/shiny, add: {rules: [CO-02]}", "scoring.shiny.rules", ("CO-01", "CO-02")),
        ("coins:stamp/corner, set: {cells: [[0, 0]]}", "entries.stamp.corner.values.cells", ((0, 0),)),
        ("coins:coin/big, adjust: {copies: -1}", "entries.coin.big.copies", 2),
        ("coins:policies/bold, add: {says: brave}", "policies.bold.says", "brave"),
        (
            "coins:policies/bold/rules/lazy, set: {when: round > 1}",
            "policies.bold.rules.lazy.when.text",
            "round > 1",
        ),
        (
            "coins:policies/bold/rules/lazy, add: {pick: [heads]}",
            "policies.bold.rules.lazy.pick",
            ("decline", "heads"),
        ),
        ("coins:measures/left_over, set: {is: count(row)}", "measures.left_over.is_.text", "count(row)"),
    ],
)
def test_each_verb(patch: str, asked: str, becomes: object) -> None:
    target, _, verb = patch.partition(", ")
    write(
        {
            "coins/rules/more.yaml": "measures: {left_over: {is: count(purse)}}\n"
            "policies: {bold: {rules: {lazy: {pick: [decline]}}}}\n"
        }
    )
    more = ""
    if "enums/metal" in target:  # the tables by metal need a row for each
        more = "  - {patch: 'coins:tables/by_metal', add: {values: {tin: 1, zinc: 2}}}\n"
        becomes = (
            ("copper", "silver", "gold", "tin")
            if "[tin]" in verb
            else ("copper", "silver", "tin", "zinc", "gold")
        )
        more = more.replace(", zinc: 2", "") if "[tin]" in verb else more
    game = tweaked(f"patches:\n  - {{patch: '{target}', {verb}}}\n{more}")
    value: object = game
    for name in asked.split("."):
        value = (
            value.get(name, value.get(int(name)) if name.isdecimal() else None)
            if hasattr(value, "get")
            else getattr(value, name)
        )
    assert value == becomes


def test_whatever_rules_files_declare_has_an_address() -> None:
    declared = json.loads(schema_path("rules").read_text(encoding="utf-8"))["properties"]
    assert {*declared} == {*SECTIONS, *SINGLE, *NESTED} - {"settings", "refuse", "rulebook"}


BOTS = """
policies:
  calm: {rules: {keep: {pick: [decline]}, take: {at: pick, prefer: it.copies}}}
  hasty: {by: {coin: {big: calm}}, rules: {first: {at: pick, pick: [one, two]}}}
measures: {luck: {is: 3, says: how lucky}}
"""


def test_policies_and_measures_are_patched_like_everything_else() -> None:
    write({"coins/rules/bots.yaml": BOTS})
    game = tweaked(
        """
patches:
  - {patch: 'coins:policies/calm', set: {says: waits}, add: {rules: {last: {follow: hasty}}}}
  - {patch: 'coins:policies/calm/rules/take', insert: {before: {win: {at: pick}}}}
  - {patch: 'coins:policies/hasty', add: {by: {coin: {small: calm}}}}
  - {patch: 'coins:policies/hasty/rules/first', add: {pick: [three]}, remove: {pick: [one]}}
  - {patch: 'coins:measures/luck', adjust: {is: {1: +1}}}
"""
    )
    calm, hasty = game.policies["calm"], game.policies["hasty"]
    assert (calm.says, list(calm.rules)) == ("waits", ["keep", "win", "take", "last"])
    assert hasty.by == {"coin": {"big": "calm", "small": "calm"}}
    assert hasty.rules["first"].pick == ("two", "three")
    assert game.measures["luck"].is_.text == "4"


def test_a_rule_of_a_policy_is_no_key_to_be_set() -> None:
    tweak = "patch: coins:policies/calm\nset: {rules: {x: {}}}\n"
    write({"coins/rules/bots.yaml": BOTS, "tweak.yaml": tweak})
    assert refused("./coins+./tweak.yaml") == [("tweak.yaml", 2, "P611")]


def test_insert_puts_steps_and_lines_where_they_belong() -> None:
    game = tweaked(
        """
patches:
  - patch: coins:flow/round/lay
    insert:
      before: {tidy: {do: shuffle(spent)}, mix: {do: shuffle(purse)}}
      after: {rest: {do: refill(row)}}
  - {patch: 'coins:scoring/shiny', insert: {before: {first: {points: '1'}}}}
  - {patch: 'coins:flow/round', insert: {before: {start: {do: shuffle(purse)}}}}
"""
    )
    assert list(game.flow["round"].steps) == ["buy", "tidy", "mix", "lay", "rest"]
    assert list(game.flow) == ["start", "round"] and list(game.scoring) == ["first", "shiny"]


def test_an_entry_can_be_removed_or_replaced() -> None:
    game = tweaked(
        """
patches:
  - {patch: 'coins:coin/small', remove: true}
  - {patch: 'coins:face/moon', replace: {metal: gold, pips: 1}}
"""
    )
    assert list(game.entries["coin"]) == ["big"]
    moon = game.entries["face"]["moon"]
    assert (
        moon.values == {"metal": "gold", "pips": 1, "mirror": None}
        and moon.span.file.name == "coins/cards/coins.yaml"
    )


def test_who_refers_to_what_was_removed_is_told_who_removed_it() -> None:
    write({"tweak.yaml": "patch: coins:face/lion\nremove: true\n"})
    with pytest.raises(ContentError) as caught:
        load("./coins+./tweak.yaml")
    places = {
        (str(d.span), d.code, *((said, str(at)) for said, at in d.related)) for d in caught.value.diagnostics
    }
    removed = ("removed by 'tweak'", "tweak.yaml:2:1")
    assert ("coins/cards/coins.yaml:8:33", "R301", removed) in places


def test_effect_text_that_uses_what_was_removed_is_told_who_removed_it() -> None:
    write(
        {
            "coins/rules/more.yaml": "verbs:\n  shine:\n    params: {side: side}\n    do: polish(side)\n",
            "tweak.yaml": "patches:\n- {patch: 'coins:verbs/polish', remove: true}\n"
            "- {patch: 'coins:seat/state/luck', remove: true}\n",
        }
    )
    with pytest.raises(ContentError) as caught:
        link("./coins+./tweak.yaml")
    told = {(d.code, d.message, said, str(at)) for d in caught.value.diagnostics for said, at in d.related}
    assert ("T501", "unknown verb 'polish'", "removed by 'tweak'", "tweak.yaml:2:33") in told
    assert ("T505", "a seat has no field 'luck'", "removed by 'tweak'", "tweak.yaml:3:36") in told


def test_what_a_card_has_from_its_template_is_told_where_it_comes_from() -> None:
    write({"tweak.yaml": "patch: coins:face/moth\nset: {abilities: {shine: {do: my luck += 2}}}\n"})
    with pytest.raises(ContentError) as caught:
        load("./coins+./tweak.yaml")
    (problem,) = caught.value.diagnostics
    assert problem.hint == "it comes from 'templates/face/plain/abilities': patch that, or `add` it here"


def test_an_unknown_key_that_is_set_may_be_meant_for_one_that_is_there() -> None:
    write(
        {
            "tweak.yaml": "patches:\n  - {patch: 'coins:face/lion', set: {pipz: 4}}\n"
            "  - {patch: 'coins:values/price', set: {at_leest: 1}}\n"
        }
    )
    with pytest.raises(ContentError) as caught:
        load("./coins+./tweak.yaml")
    told = {(d.code, d.span.line, d.hint, d.fix) for d in caught.value.diagnostics}
    assert told == {("S201", 2, "did you mean 'pips'?", None), ("S201", 3, "did you mean 'at_least'?", None)}
    assert all(
        word in (d.expected or "")
        for d, word in zip(caught.value.diagnostics, ("pips", "at_least"), strict=True)
    )


def test_wrapped_statements_keep_their_indentation() -> None:
    write(
        {
            "coins/rules/more.yaml": "verbs:\n  both:\n    params: {side: side}\n    do: |\n"
            "      polish(side)\n      if my luck > 1:\n        my luck = 0\n"
        }
    )
    game = tweaked("patch: coins:verbs/both/do\nwrap: |\n  if my luck > 0:\n    original\n    my luck += 1\n")
    assert game.verbs["both"].do.text == (
        "if my luck > 0:\n  polish(side)\n  if my luck > 1:\n    my luck = 0\n  my luck += 1\n"
    )


def test_what_an_optional_pack_would_be_patched_with_is_left_out_without_it() -> None:
    write(
        {
            "more/pack.yaml": manifest("more", more="requires: {coins: any}\noptional: {extra: any}"),
            "more/patches/p.yaml": "patch: extra:face/owl\nset: {pips: 1}\n",
            "extra/pack.yaml": manifest("extra"),
            "extra/cards/c.yaml": "face: {owl: {like: plain}}\n",
        }
    )
    assert "owl" not in load("./coins+./more").entries["face"]
    assert load("./coins+./more+./extra").entries["face"]["owl"].values["pips"] == 1


def test_expect_looks_at_what_the_author_could_see() -> None:
    write(
        {
            "one/pack.yaml": manifest("one"),
            "one/patches/p.yaml": "patch: coins:face/lion\nexpect: {pips: 3}\nadjust: {pips: +1}\n",
            "two/pack.yaml": manifest("two"),
            "two/patches/p.yaml": "patch: coins:face/lion\nexpect: {pips: 3}\nadjust: {pips: +2}\n",
            "fair.yaml": "patch: coins:face/lion\nexpect: {pips: 6}\nset: {pips: 5}\n",
        }
    )
    assert load("./coins+./two+./one").entries["face"]["lion"].values["pips"] == 6
    assert load("./coins+./two+./one+./fair.yaml").entries["face"]["lion"].values["pips"] == 5
    assert refused("./coins+./one+./fair.yaml") == [("fair.yaml", 2, "P612")]


def test_a_number_that_is_not_the_one_meant_is_told_with_those_of_its_text() -> None:
    write({"coins/rules/odds.yaml": "values: {odds: {is: 2 + 4}, none: {is: all(face each true)}}\n"})
    write(
        {
            "tweak.yaml": "patches:\n"
            "  - {patch: 'coins:values/odds', adjust: {is: {11: +1}}}\n"
            "  - {patch: 'coins:values/odds', adjust: {is: +1}}\n"
            "  - {patch: 'coins:values/odds', expect: {is: {2: 3}}, set: {is: {2: 4}}}\n"
            "  - {patch: 'coins:values/odds/is/3', set: 1}\n"
            "  - {patch: 'coins:values/none', adjust: {is: {1: +1}}}\n"
        }
    )
    with pytest.raises(ContentError) as caught:
        load("./coins+./tweak.yaml")
    told = {d.span.line: (d.code, d.expected, d.hint) for d in caught.value.diagnostics}
    assert told == {
        2: ("P611", None, "its numbers are 1: 2, 2: 4"),
        3: ("P613", "one of its numbers (1: 2, 2: 4)", None),
        4: (
            "P612",
            "4",
            "it was changed since this was written, or misread, or another number is meant (1: 2, 2: 4): "
            "look at the patch again, then at this line",
        ),
        5: ("P611", None, "its numbers are 1: 2, 2: 4"),
        6: ("P611", None, "it has no numbers"),
    }


def test_a_locale_changes_words_and_nothing_else() -> None:
    write(
        {
            "coins/rules/signs.yaml": "kinds: {sign: {fields: {motto: optional text}}}\n",
            "coins/cards/signs.yaml": "sign: {gate: {motto: welcome}, wall: {}}\n",
            "polish.yaml": """
kind: locale
requires: {coins: any}
patches:
  - {patch: 'coins:title', set: Monety}
  - {patch: 'coins:prompts/pick', expect: {says: which coin}, set: {says: która moneta}}
  - {patch: 'coins:sign/gate', set: {motto: witaj}}
  - {patch: 'coins:sign/wall', add: {motto: mur}}
  - {patch: 'coins:rulebook/CO-01', set: {says: 'Monety są liczone.'}, add: {rulings: [zawsze]}}
""",
        }
    )
    plain, game = load("./coins"), load("./coins+./polish.yaml")
    assert (game.title, game.prompts["pick"].says) == ("Monety", "która moneta")
    assert [game.entries["sign"][id_].values["motto"] for id_ in ("gate", "wall")] == ["witaj", "mur"]
    assert game.rulebook["CO-01"].says == "Monety są liczone."
    assert game.verbs["polish"].do.text == plain.verbs["polish"].do.text


def test_a_clause_can_be_expected_by_its_hash() -> None:
    tweaked("patch: coins:verbs/polish\nexpect: {do: hash 22e7ec63}\nset: {do: side.polished = false}\n")


# --- collisions --------------------------------------------------------------------------------

SETS = "patch: coins:face/lion\nset: {pips: %d}\n"


def two(first: str, second: str, of_second: str = "") -> None:
    write(
        {
            "one/pack.yaml": manifest("one"),
            "one/patches/p.yaml": first,
            "two/pack.yaml": manifest("two", more=f"requires: {{coins: any}}\n{of_second}"),
            "two/patches/p.yaml": second,
        }
    )


def test_a_collision_tells_both_values_both_places_and_the_ways_out() -> None:
    two(SETS % 5, SETS % 6)
    with pytest.raises(ContentError) as caught:
        load("./coins+./two+./one")
    (problem,) = caught.value.diagnostics
    assert problem.message == (
        "two packs collide at 'face/lion/pips': 'one' sets it to 5, 'two' sets it to 6"
    )
    places = [str(problem.span), *(str(span) for _, span in problem.related)]
    assert places == ["two/patches/p.yaml:2:13", "one/patches/p.yaml:2:13"]
    assert problem.hint is not None and "`optional`" in problem.hint and "bridge" in problem.hint


def test_a_pack_that_knows_of_the_other_has_the_last_word() -> None:
    two(SETS % 5, SETS % 6, "optional: {one: any}\n")
    assert load("./coins+./two+./one").entries["face"]["lion"].values["pips"] == 6


def test_a_later_kind_has_the_last_word() -> None:
    two(SETS % 5, SETS % 5)
    write({"fair.yaml": SETS % 7})
    assert load("./coins+./fair.yaml+./two+./one").entries["face"]["lion"].values["pips"] == 7


def test_a_bridge_settles_a_collision() -> None:
    two(SETS % 5, SETS % 6)
    write(
        {
            "bridge/pack.yaml": manifest("bridge", "bridge", "requires: {coins: any, one: any, two: any}"),
            "bridge/patches/p.yaml": SETS % 8,
        }
    )
    assert load("./coins+./two+./one+./bridge").entries["face"]["lion"].values["pips"] == 8


ONE_ADDRESS = {
    "set": "set: {pips: 5}",
    "other set": "set: {pips: 6}",
    "adjust": "adjust: {pips: +1}",
    "remove": "remove: [pips]",
    "remove all": "remove: true",
    "replace": "replace: {metal: gold}",
}
TOGETHER = {("set", "set"), ("adjust", "adjust"), ("remove", "remove"), ("remove all", "remove all")}
TOGETHER |= {("replace", "replace"), ("other set", "other set")}
TOGETHER |= {("remove", "remove all"), ("remove all", "remove")}


@pytest.mark.parametrize("pair", [*itertools.product(ONE_ADDRESS, repeat=2)], ids="-".join)
def test_pairs_of_deeds(pair: tuple[str, str]) -> None:
    """On a card that nothing refers to, so that nothing else can be wrong."""
    write({"coins/cards/more.yaml": "face: {fox: {metal: gold, pips: 3}}\n"})
    first, second = (f"patch: coins:face/fox\n{ONE_ADDRESS[name]}\n" for name in pair)
    two(first, second)
    if pair in TOGETHER:
        load("./coins+./one+./two")
    else:
        assert {code for _, _, code in refused("./coins+./one+./two")} == {"P614"}


def test_scenarios_of_other_packs_can_be_replaced() -> None:
    write(
        {
            "coins/scenarios/a.yaml": "scenario: a\n",
            "coins/scenarios/b.yaml": "scenario: b\n",
            "more/pack.yaml": manifest("more") + "replaces_scenarios: {b: it is otherwise, c: a mistake}\n",
            "more/scenarios/b.yaml": "scenario: b\n",
        }
    )
    problems = Problems()
    files = game_scenarios("./coins+./more", problems)
    assert [path.as_posix() for path in files] == ["coins/scenarios/a.yaml", "more/scenarios/b.yaml"]
    assert [(d.code, d.message) for d in problems.found] == [("R301", "unknown scenario 'c'")]


@pytest.mark.parametrize(
    "text", ["patch: coins:face/lion\n", "kind: variant\n", "kind: variant\nrules: {}\n"]
)
def test_an_overlay_that_does_nothing_is_told_with_all_that_it_could_do(text: str) -> None:
    with pytest.raises(ContentError) as caught:
        tweaked(text)
    (problem,) = caught.value.diagnostics
    assert (str(problem.span), problem.code) == (f"tweak.yaml:1:{8 if 'patch' in text else 1}", "P613")
    assert problem.message.endswith("does nothing here") and problem.expected is not None
    assert {"`set`", "`adjust`", "`rename`"} <= {word.strip(",;") for word in problem.expected.split()}


BLAMED = {
    "patch: coins:players\nset: {least: 9}\n": ("P606", "set by 'tweak'", 2),
    "patch: coins:zones/row\nremove: [of]\n": ("S202", "removed by 'tweak'", 2),
    "patch: coins:coin/small\nremove: [tail]\n": ("R306", "removed by 'tweak'", 2),
    "patch: coins:coin/small\nreplace: {}\n": ("R306", "replaced by 'tweak'", 2),
}


@pytest.mark.parametrize("text", BLAMED)
def test_a_mistake_that_shows_at_the_base_is_told_with_who_made_it(text: str) -> None:
    code, said, line = BLAMED[text]
    with pytest.raises(ContentError) as caught:
        tweaked(text)
    found = [d for d in caught.value.diagnostics if d.code == code]
    assert found and all(d.span.file.name.startswith("coins/") for d in found)
    for problem in found:
        assert [(word, str(at).split(":")[:2]) for word, at in problem.related] == [
            (said, ["tweak.yaml", str(line)])
        ]


def test_the_last_changes_of_what_a_problem_names_are_told() -> None:
    adjusts = "".join(f"  - {{patch: 'coins:face/lion', add: {{w{n}: 1}}}}\n" for n in range(5))
    with pytest.raises(ContentError) as caught:
        tweaked(f"patches:\n{adjusts}  - {{patch: 'coins:coin/small', remove: [tail]}}\n")
    (problem,) = [d for d in caught.value.diagnostics if d.code == "R306"]
    assert [said for said, _ in problem.related] == ["removed by 'tweak'"]


@pytest.mark.parametrize("deed", ["set: {pips: 4}", "adjust: {pips: +1}"])
def test_what_is_not_as_expected_is_shown_where_it_was_written_last(deed: str) -> None:
    expects = "optional: {aa: any}\npatch: coins:face/lion\nexpect: {pips: 3}\nset: {pips: 5}\n"
    write({"aa.yaml": f"patch: coins:face/lion\n{deed}\n", "bb.yaml": expects})
    with pytest.raises(ContentError) as caught:
        load("./coins+./aa.yaml+./bb.yaml")
    (problem,) = caught.value.diagnostics
    assert problem.code == "P612"
    assert [(said, str(at).rsplit(":", 1)[0]) for said, at in problem.related] == [
        ("written here", "aa.yaml:2")
    ]


@pytest.mark.parametrize("verb", ["set", "expect", "adjust", "remove"])
def test_of_the_keys_that_lead_to_nothing_the_first_is_told(verb: str) -> None:
    value = "true" if verb == "remove" else "1"
    with pytest.raises(ContentError) as caught:
        tweaked(f"patch: coins:coin/big\n{verb}:\n  tial:\n    year:\n      deep: {value}\n")
    (problem,) = caught.value.diagnostics
    assert (problem.code, problem.span.line) == ("P611", 3)
    assert (problem.expected, problem.hint) == ("one of head, tail, copies", "did you mean 'tail'?")


def test_an_id_that_is_not_there_is_told_with_those_that_are() -> None:
    with pytest.raises(ContentError) as caught:
        tweaked("patch: coins:face/qqqq\nset: {pips: 1}\n")
    assert [d.expected for d in caught.value.diagnostics] == ["one of lion, moth, moon"]


def test_what_another_template_gives_is_told_with_who_chose_it() -> None:
    write({"tweak.yaml": "patch: coins:face/lion\nset: {like: plain}\n"})
    found = [*changes(lay("./coins"), lay("./coins+./tweak.yaml"))]
    assert [(c.field, c.before, c.after, c.who, str(c.place)) for c in found] == [
        ("metal", "gold", "copper", "tweak", "tweak.yaml:2:13"),
        ("provenance/metal", "reconstructed", None, "tweak", "tweak.yaml:2:13"),
    ]
