"""One mistake in a file or a spec is one problem: the most useful one, with the likely way to mend it."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from told import Problem, problems_of

MOSS = Path(__file__).parents[1] / "docs" / "pack"
HEAD = "id: {}\nversion: 1.0.0\nformat: 1\ntitle: T\n"
MOSS_HEAD = HEAD.format("moss") + "players: {least: 1, most: 4, usual: 2}\n"
PACE = "settings:\n  pace: {values: [slow, quick], default: slow}\n"
THINGS = (MOSS / "rules" / "things.yaml").read_text("utf-8")
FLOW = (MOSS / "rules" / "flow.yaml").read_text("utf-8")
EAT = "verbs: {eat: {params: {c: charm}, do: stop}}\n"

# Spec and files, then for each problem: code, the words it is at, words of what is said.
MISTAKES: dict[str, tuple[str, dict[str, str], list[Problem]]] = {
    # patches
    "an unknown verb in an overlay of one file": (
        "./moss+./tweak.yaml",
        {"tweak.yaml": "patch: moss:charm/bell\nadjus: {cost: 1}\n"},
        [("S201", "adjus", "did you mean 'adjust'?")],
    ),
    "an unknown verb in a file of patches": (
        "./moss+./fen",
        {
            "fen/pack.yaml": HEAD.format("fen") + "kind: expansion\nrequires: {moss: any}\n",
            "fen/patches/a.yaml": "patch: moss:charm/bell\nincrease: {cost: 1}\n",
        },
        [("S201", "increase", "set, adjust, add|did you mean 'adjust'?")],
    ),
    "a key before the value of an address of a value": (
        "./moss+./tweak.yaml",
        {"tweak.yaml": "patch: moss:charm/bell/cost\nset: {cost: 4}\n"},
        [("P611", "cost", "there is no 'cost'|the value itself: write `set: 4`")],
    ),
    "a folder for the id of its pack": (
        "./boggy+./tweak.yaml",
        {
            "tweak.yaml": "patch: boggy:charm/bell\nset: {cost: 4}\n",
            "boggy/pack.yaml": HEAD.format("fen") + "kind: base\nplayers: {least: 1, most: 4, usual: 2}\n",
            "boggy/rules/a.yaml": "kinds: {charm: {fields: {cost: int}}}\n",
            "boggy/cards/a.yaml": "charm: {bell: {cost: 1}}\n",
        },
        [("P611", "boggy", "the name of a folder, and its pack has the id 'fen'")],
    ),
    "an address of an unknown entry": (
        "./moss+./tweak.yaml",
        {"tweak.yaml": "patch: moss:charm/bel/cost\nset: 4\n"},
        [("P611", "bel", "there is no 'bel' in 'charm'|one of bell, coin, kite|did you mean 'bell'?")],
    ),
    "an address of an unknown pack": (
        "./moss+./tweak.yaml",
        {"tweak.yaml": "patch: mos:charm/bell\nset: {cost: 4}\n"},
        [("P611", "mos", "not in this game|did you mean 'moss'?")],
    ),
    "an address without a pack": (
        "./moss+./tweak.yaml",
        {"tweak.yaml": "patch: charm/bell\nset: {cost: 4}\n"},
        [("S205", "charm/bell", "the id of the pack comes first")],
    ),
    "an address of an unknown step": (
        "./moss+./tweak.yaml",
        {"tweak.yaml": "patch: moss:flow/try_it/nope\nset: {if: true}\n"},
        [("P611", "nope", "there is no 'nope' in 'flow/try_it'")],
    ),
    "a symbol that an overlay adds, without a row": (
        "./moss+./tweak.yaml",
        {"tweak.yaml": "patch: moss:enums/colour\nadd: [pink]\n"},
        [("R306", "tint", "no row for pink|give it a row|added by 'tweak'")],
    ),
    "a symbol that an overlay takes away": (
        "./moss+./tweak.yaml",
        {"tweak.yaml": "patch: moss:enums/growth\nremove: [bloom]\n"},
        [
            ("T501", "bloom", "removed by 'tweak'"),
            ("T501", "bloom", "removed by 'tweak'"),
            ("R308", "bloom", "seed, sprout|removed by 'tweak'"),
        ],
    ),
    "a symbol of cards that an overlay takes away": (
        "./moss+./tweak.yaml",
        {"tweak.yaml": "patches: [{patch: moss:enums/colour, remove: [blue]}, "
                       "{patch: moss:tables/tint/values, remove: [blue]}]\n"},
        [
            ("S204", "blue", "one of red, green|removed by 'tweak'"),
            ("S204", "blue", "one of red, green|removed by 'tweak'"),
        ],
    ),
    # manifests
    "an unknown kind of pack": (
        "./moss",
        {"moss/pack.yaml": MOSS_HEAD + PACE + "kind: game\n"},
        [("S204", "game", "base, expansion")],
    ),
    "an unknown kind of pack with patches": (
        "./moss+./fen",
        {
            "fen/pack.yaml": HEAD.format("fen") + "kind: addon\nrequires: {moss: any}\n",
            "fen/patches/a.yaml": "patch: moss:charm/bell\nadjust: {cost: 1}\n",
        },
        [("S204", "addon", "base, expansion")],
    ),
    "a kind of pack that is left out": (
        "./moss",
        {"moss/pack.yaml": MOSS_HEAD + PACE},
        [("S202", "id", "key 'kind' is missing")],
    ),
    "a game that requires a pack": (
        "./moss",
        {"moss/pack.yaml": MOSS_HEAD + PACE + "kind: base\nrequires: {fen: any}\n"},
        [("R310", "requires", "a game of its own|`kind: expansion`")],
    ),
    "a number for a range of versions": (
        "./moss+./fen",
        {"fen/pack.yaml": HEAD.format("fen") + "kind: variant\nrequires: {moss: 1}\n"},
        [("S203", "1", "number 1 for 'moss'|a range of versions, such as '>=1.2 <2', or any|")],
    ),
    "a version for a range of versions": (
        "./moss+./fen",
        {"fen/pack.yaml": HEAD.format("fen") + "kind: variant\nrequires: {moss: 1.0.0}\n"},
        [("S205", "1.0.0", "a range of versions, such as '>=1.2 <2', or any")],
    ),
    "a number for an id": (
        "./moss+./fen",
        {"fen/pack.yaml": HEAD.format(5) + "kind: variant\nrequires: {moss: any}\n"},
        [("S203", "5", "number 5 for 'id'|a word in lower_snake|")],
    ),
    # specs
    "an expansion without its game": (
        "./fen",
        {"fen/pack.yaml": HEAD.format("fen") + "kind: expansion\nrequires: {moss: any}\n"},
        [("P602", "./fen", "'./moss+./fen'")],
    ),
    "an expansion that requires nothing, without a game": (
        "./fen",
        {"fen/pack.yaml": HEAD.format("fen") + "kind: variant\nrequires: {}\n"},
        [("P602", "./fen", "'GAME+./fen'")],
    ),
    "a game twice": ("./moss+./moss", {}, [("P607", "./moss", "'moss' is named twice")]),
    # how things are written
    "effect text in curly quotes": (
        "./moss",
        {"moss/rules/own.yaml": "verbs: {a: {do: “gain(1)”}}\n"},
        [("Y119", "“gain(1)”", "curly quotes|write straight ones: 'gain(1)'")],
    ),
    "effect text in curly quotes that a comma cuts": (
        "./moss",
        {"moss/rules/own.yaml": "verbs: {a: {do: “draw(deck, 1, to=my hand)”}}\n"},
        [("Y121", "“draw(deck, 1, to=my hand)”", "write straight ones: 'draw(deck, 1, to=my hand)'")],
    ),
    "words in curly quotes that a comma cuts": (
        "./moss",
        {"moss/rules/own.yaml": "prompts: {a: {says: “this, or that”}}\n"},
        [("Y121", "“this, or that”", "write straight ones: 'this, or that'")],
    ),
    "an item in curly quotes that a comma cuts": (
        "./moss",
        {"moss/rulebook.yaml": "rules: {MO-01: {says: One., rulings: [«this, or that», more]}}\n"},
        [("Y121", "«this, or that»", "write straight ones: 'this, or that'")],
    ),
    "words in curly quotes": ("./moss", {"moss/rules/own.yaml": "prompts: {a: {says: “this”}}\n"}, []),
    "curly quotes in a text of several lines": (
        "./moss",
        {"moss/rules/own.yaml": "verbs:\n  a:\n    do: |\n      “gain(1)”\n"},
        [("D406", "“", "are straight")],
    ),
    "a list of statements": (
        "./moss",
        {"moss/rules/own.yaml": "verbs: {a: {do: [draw(deck, 1, to=my hand), gain(1)]}}\n"},
        [("S203", "[draw(deck, 1, to=my hand), gain(1)]", "stand below each other after `|`")],
    ),
    "a call where a name is due": (
        "./moss",
        {"moss/rules/own.yaml": "policies: {p: {rules: {a: {at: which_patch, pick: [first(a, b)]}}}}\n"},
        [("S205", "first(a, b)", "lower_snake")],
    ),
    "an entry that is picked": (
        "./moss",
        {
            "moss/rules/own.yaml": (
                "policies: {wise: {rules: {a: {at: which_charm, pick: [bell]}}}}\n"
                "verbs: {a: {do: 'choose 1 charm in my hand, asking which_charm(1) then stop'}}\n"
            )
        },
        [("T501", "bell", "'bell' is never offered there|`where: it.entry == bell`")],
    ),
    "a pattern on a card about `it`": (
        "./moss",
        {
            "moss/rules/own.yaml": EAT,
            "moss/cards/own.yaml": (
                "charm: {a: {cost: 1, colour: red, abilities: {b: {after: eat(it), do: stop}}}}\n"
            ),
        },
        [("T507", "it", "there is no `it` here|there is `this`")],
    ),
    "a pattern that names an entry": (
        "./moss",
        {"moss/rules/own.yaml": f"{EAT}rules: {{a: {{after: eat(bell), do: stop}}}}\n"},
        [("T501", "bell", "`when: c.entry == bell`")],
    ),
    "a pattern with another name than that of the parameter": (
        "./moss",
        {"moss/rules/own.yaml": f"{EAT}rules: {{a: {{after: eat(thing), do: stop}}}}\n"},
        [("T501", "thing", "by the parameter's own name: `eat(c)`")],
    ),
    "a measure of what each seat has": (
        "./moss",
        {"moss/rules/own.yaml": "measures: {a: {is: count(kept)}}\n"},
        [("T501", "kept", "name the seat, as in `seats as who` and `who.kept`")],
    ),
    "a measure for each seat of what it has": (
        "./moss",
        {"moss/rules/own.yaml": "measures: {a: {each: seats as who, is: count(kept)}}\n"},
        [("T501", "kept", "`who.kept`")],
    ),
    # scoring
    "points of a field": (
        "./moss",
        {"moss/rules/own.yaml": "scoring: {a: {each: my kept as c, points: cost}}\n"},
        [("T501", "cost", "say what has it: `c.cost`")],
    ),
    "points of a field of nothing": (
        "./moss",
        {"moss/rules/own.yaml": "scoring: {a: {points: cost}}\n"},
        [("T501", "cost", "a field of 'charm': say of which, as in `sum(my hand each cost)`")],
    ),
    "a number to go through": (
        "./moss",
        {"moss/rules/own.yaml": "scoring: {a: {each: count(my kept), points: charm.cost}}\n"},
        [("T503", "count(my kept)", "this is a number|a list|`my kept`")],
    ),
    "a number to go through, in a loop": (
        "./moss",
        {"moss/rules/own.yaml": "verbs:\n  a:\n    do: |\n      for c in count(my kept):\n        gain(1)\n"},
        [("T503", "count(my kept)", "this is a number|a list|`my kept`")],
    ),
    # declarations
    "a kind in zones without a place to start in": (
        "./moss",
        {"moss/rules/things.yaml": THINGS.replace("    starts_in: deck\n", "")},
        [("R309", "charm", "zone 'deck' holds charm|'starts_in'")],
    ),
    "a size without a source": (
        "./moss",
        {
            "moss/rules/things.yaml": THINGS.replace("size: 2, from: deck", "size: 2"),
            "moss/rules/own.yaml": "verbs: {a: {do: refill(stall)}, b: {do: replace_all(stall)}}\n",
        },
        [("S210", "size", "key 'size' without 'from'|'size' together with 'from'|or remove 'size'")],
    ),
    "a source without a size": (
        "./moss",
        {
            "moss/rules/things.yaml": THINGS.replace("size: 2, from: deck", "from: deck"),
            "moss/rules/own.yaml": "verbs: {a: {do: refill(stall)}, b: {do: replace_all(stall)}}\n",
        },
        [("S210", "from", "key 'from' without 'size' in 'stall'|or remove 'from'")],
    ),
    "a market that discards nowhere": (
        "./moss",
        {
            "moss/rules/things.yaml": THINGS.replace("from: deck, discard: discard", "from: deck"),
            "moss/rules/own.yaml": "verbs: {a: {do: replace_all(stall)}, b: {do: replace_all(stall)}}\n",
        },
        [("T507", "replace_all(stall)", "goes nowhere|`discard: discard` at the zone 'stall'")],
    ),
    "dice that are not rolled": (
        "./moss",
        {
            "moss/rules/things.yaml": THINGS.replace("1..6, rolled: true", "1..6"),
            "moss/rules/own.yaml": "verbs: {a: {do: roll(cup)}, b: {do: roll(cup)}}\n",
        },
        [("T507", "roll(cup)", "'die' cannot be rolled|`face: {type: 1..6, rolled: true, start: 1}`")],
    ),
    "arguments the other way round": (
        "./moss",
        {
            "moss/rules/own.yaml": "values: {can_buy: {params: {c: charm, n: int}, is: c.cost > n}}\n"
            "verbs: {a: {do: 'if all(my hand as c each can_buy(3, c)) then stop'}}\n",
        },
        [("T504", "can_buy(3, c)", "the other way round|(c, n)|write `can_buy(c, 3)`")],
    ),
    "a pattern about `it`, and all of the ability": (
        "./moss",
        {"moss/rules/own.yaml": "rules: {a: {after: grow(it), when: can grow(it), do: grow(it)}}\n"},
        [("T507", "it", "there is no `it` here|it is called `patch`")],
    ),
    "a number for a grid": (
        "./moss",
        {"moss/rules/things.yaml": THINGS.replace("grid: [4, 4]", "grid: 4")},
        [("S203", "4", "rows and columns, such as [4, 6]||")],
    ),
    "a grid in one word": (
        "./moss",
        {"moss/rules/things.yaml": THINGS.replace("grid: [4, 4]", "grid: 4x4")},
        [("S203", "4x4", "rows and columns, such as [4, 6]|write [4, 4]")],
    ),
    "a grid of rows": (
        "./moss",
        {"moss/rules/things.yaml": THINGS.replace("grid: [4, 4]", "grid: [4]")},
        [("S208", "[4]", "1 item in 'grid'|rows and columns, such as [4, 6]")],
    ),
    "no rulings": (
        "./moss",
        {"moss/rulebook.yaml": "rules: {MO-01: {says: One., rulings: none}}\n"},
        [("S203", "none", "a list of texts|an empty list is written []")],
    ),
    "a zone of entries": (
        "./moss",
        {"moss/rules/own.yaml": "zones: {shelf: {of: plant, visible: all}}\n"},
        [("R309", "plant", "zone 'shelf' holds plant|'starts_in'")],
    ),
    "named values of a field": (
        "./moss",
        {"moss/rules/own.yaml": "kinds: {coin: {fields: {side: {type: enum, values: [up, down]}}}}\n"},
        [("S201", "values", "unknown key 'values' in 'side'|named values are an enum: declare it under")],
    ),
    "named values of a field without a type": (
        "./moss",
        {"moss/rules/own.yaml": "kinds: {coin: {fields: {side: {values: [up, down]}}}}\n"},
        [("S201", "values", "named values are an enum")],
    ),
    "the noun of a kind as a list": (
        "./moss",
        {"moss/rules/own.yaml": "texts: {kinds: {frog: [frog, frogs]}}\n"},
        [("S203", "[frog, frogs]", "a list for 'frog'|one of them and several, as in 'die|dice'|")],
    ),
    "the noun of a kind with a comma": (
        "./moss",
        {"moss/rules/own.yaml": "texts: {kinds: {frog: 'frog, frogs'}}\n"},
        [("R314", ",", "more than one noun|one of them and several, as in `die|dice`")],
    ),
    "the noun of a kind with a slash": (
        "./moss",
        {"moss/rules/own.yaml": "texts: {kinds: {frog: frog/frogs}}\n"},
        [("R314", "/", "more than one noun|one of them and several, as in `die|dice`")],
    ),
    "the name of an entry without its kind": (
        "./moss",
        {"moss/rules/own.yaml": "texts: {names: {bell: Old Bell}}\n"},
        [("S206", "bell", "key 'bell' in 'names'|what it belongs to and its id, such as card.pearl")],
    ),
    "a wording of a verb that cannot be read": (
        "./moss",
        {"moss/rules/own.yaml": "texts: {verbs: {grow: 'grow {patch'}}\n"},
        [("R314", "{", "a brace or bracket without the other|what is told to do, as in `hit {space}`")],
    ),
    "a list in braces": (
        "./moss",
        {"moss/rules/own.yaml": "enums: {way: {up, down, left}}\n"},
        [("Y115", "{up, down, left}", "the keys 'up', 'down', 'left'|in square brackets: [up, down, left]")],
    ),
    "two items in braces": (
        "./moss",
        {"moss/rules/own.yaml": "enums: {way: {up, down}}\n"},
        [("Y115", "{up, down}", "'up: down'|[up, down]")],
    ),
    "one item in braces": (
        "./moss",
        {"moss/rules/own.yaml": "enums: {way: {up}}\n"},
        [("Y115", "up", "the key 'up'|a list stands in square brackets, [up]|in quotes, '{up}'")],
    ),
    "a type of another language": (
        "./moss",
        {"moss/rules/own.yaml": "kinds: {coin: {fields: {worth: integer}}}\n"},
        [("R302", "integer", "int, bool, text, seat, a range such as 1..6|did you mean 'int'?")],
    ),
    "a type that is nothing like one": (
        "./moss",
        {"moss/rules/own.yaml": "kinds: {coin: {fields: {worth: xyzzy}}}\n"},
        [("R302", "xyzzy", "int, bool, text, seat, a range such as 1..6, or the name of an enum")],
    ),
    "a list without brackets": (
        "./moss",
        {"moss/rules/own.yaml": "enums:\n  way: up, down, left\n"},
        [("S203", "up, down, left", "a list|write [up, down, left]")],
    ),
    "a list in round brackets": (
        "./moss",
        {"moss/rules/own.yaml": "enums:\n  way: (up, down, left)\n"},
        [("S203", "(up, down, left)", "write [up, down, left]")],
    ),
    "a list with semicolons": (
        "./moss",
        {"moss/rules/own.yaml": "enums: {way: [up; down; left]}\n"},
        [("S205", "up; down; left", "between items stands a comma: up, down, left")],
    ),
    "a list without blanks behind its dashes": (
        "./moss",
        {"moss/rules/own.yaml": "enums:\n  way:\n    -up\n    -down\n"},
        [("S203", "-up\n    -down", "a blank stands behind each '-'")],
    ),
    "an item that is indented deeper": (
        "./moss",
        {"moss/rules/own.yaml": "enums:\n  way:\n    - up\n     - down\n"},
        [("S205", "up\n     - down", "start each '- ' in the same column")],
    ),
    "a list without brackets in braces": (
        "./moss",
        {"moss/rules/own.yaml": "enums: {way: up, down, left, right}\n"},
        [("Y115", "down", "[up, down, left, right]")],
    ),
    "a cell without brackets in braces": (
        "./moss",
        {"moss/rules/things.yaml": THINGS.replace("at: [0, 1]", "at: 0,1")},
        [("Y115", "1", "a list stands in square brackets: [0, 1]")],
    ),
    "two commas": (
        "./moss",
        {"moss/rules/own.yaml": "enums: {way: [up,, left]}\n"},
        [("Y106", ",", "nothing before ','|a value|remove it")],
    ),
    "a list of lines in braces": (
        "./moss",
        {"moss/rules/own.yaml": "enums: {way:\n  - up\n  - down\n}\n"},
        [("Y106", "-", "a list item ('- ') between brackets|as in [red, green]")],
    ),
    "a symbol that is a word of the language": (
        "./moss",
        {"moss/rules/own.yaml": "enums: {way: [up, each]}\n"},
        [("T517", "each", "'each' is a word of the effect language")],
    ),
    "a name of several words": (
        "./moss",
        {"moss/rules/own.yaml": "verbs: {Do It: {do: stop}}\n"},
        [("S206", "Do It", "a word in lower_snake|write do_it")],
    ),
    # mappings
    "a value without its key": (
        "./moss",
        {"moss/rules/own.yaml": "values: {two: 1 + 1}\n"},
        [("S203", "1 + 1", "a mapping with 'is'|write {is: 1 + 1}")],
    ),
    "a verb without its key, with a comma": (
        "./moss",
        {"moss/rules/own.yaml": "verbs:\n  a: draw(deck, 1, to=my hand)\n"},
        [("S203", "draw(deck, 1, to=my hand)", "write {do: 'draw(deck, 1, to=my hand)'}")],
    ),
    "a list of parameters": (
        "./moss",
        {"moss/rules/own.yaml": "verbs: {a: {params: [n], do: stop}}\n"},
        [("S203", "[n]", "a mapping: ids, and what each is|{n: …}")],
    ),
    "a zone that nobody sees": (
        "./moss",
        {"moss/rules/own.yaml": "zones: {shelf: {of: charm}}\n"},
        [("S202", "shelf", "'visible: ' with one of all, owner, none|who sees what lies there")],
    ),
    "scores": (
        "./moss",
        {"moss/rules/own.yaml": "scores: {a: {points: 3}}\n"},
        [("S201", "scores", "what is scored stands under `scoring`")],
    ),
    "an optional type of another language": (
        "./moss",
        {"moss/rules/own.yaml": "kinds: {coin: {fields: {worth: 'int?'}}}\n"},
        [("R302", "'int?'", "write `optional int`")],
    ),
    "yes for true": (
        "./moss",
        {"moss/rules/own.yaml": "rules: {a: {after: gain(1), when: yes, do: stop}}\n"},
        [("T501", "yes", "a test that is true or false|write true")],
    ),
    # what bears, and what is borne
    "a kind that bears itself": (
        "./moss",
        {"moss/rules/things.yaml": THINGS.replace("bears: plant", "bears: patch")},
        [("R309", "patch", "'patch' bears itself|a kind that exists as entries only")],
    ),
    "a kind that bears what has components": (
        "./moss",
        {"moss/rules/things.yaml": THINGS.replace("bears: plant", "bears: charm")},
        [("R309", "charm", "'patch' bears 'charm', of which there are components")],
    ),
    "a plural that is that of another kind": (
        "./moss",
        {
            "moss/rules/own.yaml": "kinds: {coin: {plural: patches, starts_in: box}}\n"
            "zones: {box: {of: coin, visible: all}}\n"
        },
        [("R304", "patches", "' are called")],
    ),
    "components that bear": (
        "./moss",
        {
            "moss/rules/own.yaml": "kinds: {ring: {bears: plant, starts_in: box}}\n"
            "zones: {box: {of: ring, visible: all}}\n",
            "moss/cards/own.yaml": "ring: {gold: {bears: fern}}\n",
        },
        [("R309", "plant", "only a part bears something|give 'ring' a part of a kind that bears plant")],
    ),
    # one slip
    "a result without `gives`": (
        "./moss",
        {"moss/rules/own.yaml": "verbs: {a: {do: result = 1}, b: {do: 'let x = a()\n\n      gain(x)'}}\n"},
        [("T507", "result = 1", "say `gives: int`")],
    ),
    "an owner that is a number": (
        "./moss",
        {
            "moss/rules/own.yaml": "kinds: {coin: {owner: whose, starts_in: box, "
            "state: {whose: {type: int, start: 0}}}}\nzones: {box: {of: coin, visible: all}}\n"
            "verbs: {a: {params: {c: coin}, do: c.whose = me}}\n",
        },
        [("R311", "whose", "type seat")],
    ),
    "the id of a rule in lower case": (
        "./moss",
        {
            "moss/rulebook.yaml": "rules: {mo-01: {says: One.}}\n",
            "moss/rules/own.yaml": "invariants: {a: {is: true, says: a, rules: [MO-01]}}\n",
        },
        [("S206", "mo-01", "the id of a rule, such as AB-12")],
    ),
    "a step without turns": (
        "./moss",
        {"moss/rules/flow.yaml": "flow: {a: {do: 'my coins += 1\n\n      gain(count(my hand))'}}\n"},
        [("T507", "my", "nobody acts in this step|`turns: seats`|the same here")],
    ),
    "one zone for all that was meant for each": (
        "./moss",
        {
            "moss/rules/own.yaml": "zones: {box: {of: charm, visible: all}}\n"
            "verbs: {a: {do: gain(count(my box))}, b: {do: gain(count(my box))}}\n"
        },
        [("T505", "box", "all share one 'box': write `box`, or say `per: seat`|the same here")],
    ),
    "a formula of a card that needs itself": (
        "./moss",
        {
            "moss/rules/own.yaml": "kinds: {coin: {starts_in: box, "
            "formulas: {worth: {gives: int, default: 1}}}}\n"
            "zones: {box: {of: coin, visible: all}}\n",
            "moss/cards/own.yaml": "coin: {a: {}, b: {worth: sum(box each worth)}}\n",
        },
        [("T512", "sum(box each worth)", "'coin/worth' needs itself")],
    ),
    "a lone number for what it costs": (
        "./moss",
        {"moss/rules/own.yaml": "verbs: {a: {do: 1}}\n"},
        [("D403", "1", "a value does nothing by itself: it is given to a verb, as in `pay(1)`")],
    ),
    # keys and names of other places
    "an ability on a card itself": (
        "./moss",
        {"moss/cards/own.yaml": "charm: {a: {cost: 1, colour: red, after: gain(n), do: pay(1)}}\n"},
        [("S201", "after", "what a card does stands under `abilities`")],
    ),
    "one ability": (
        "./moss",
        {"moss/cards/own.yaml": "charm: {a: {cost: 1, colour: red, ability: {}}}\n"},
        [("S201", "ability", "did you mean 'abilities'?")],
    ),
    "kinds in a card file": (
        "./moss",
        {"moss/cards/own.yaml": "kinds: {coin: {fields: {worth: int}}}\n"},
        [("S201", "kinds", "`kinds` stands in rules/*.yaml")],
    ),
    "what is subtracted": (
        "./moss",
        {"moss/rules/own.yaml": "rules: {a: {modify: price, subtract: 1}}\n"},
        [("S201", "subtract", "`add: -1`")],
    ),
    "nothing for an optional value": (
        "./moss",
        {"moss/cards/own.yaml": "charm: {a: {cost: 1, colour: red, twin: none}}\n"},
        [("S204", "none", "what is absent is left out: remove the key")],
    ),
    "null for an optional value": (
        "./moss",
        {"moss/cards/own.yaml": "charm: {a: {cost: 1, colour: red, twin: null}}\n"},
        [("S204", "null", "what is absent is left out: remove the key")],
    ),
    "a card like another": (
        "./moss",
        {"moss/cards/own.yaml": "charm: {a: {cost: 1, colour: red}, b: {like: a}}\n"},
        [("R301", "a", "'a' is an entry")],
    ),
    "the last word of a step": (
        "./moss",
        {
            "moss/rules/flow.yaml": "flow: {lap: {steps: {go: {turns: seats, do: gain(1)}}}}\n",
            "moss/rules/own.yaml": "windows: {w: {seat: turn.seat, during: go}}\n",
        },
        [("R301", "go", "named with those around it: `lap/go`")],
    ),
    "a step that is not repeated": (
        "./moss",
        {"moss/rules/own.yaml": "budgets: {b: {of: seat, limit: 1, per: try_it}}\n"},
        [("R301", "try_it", "'try_it' has no `times` or `until`")],
    ),
    "a bot for whole matches": (
        "./moss",
        {"moss/rules/own.yaml": "policies: {a: {by: {charm: {bell: greedy}}}, "
                                 "b: {rules: {x: {follow: uniform}}}}\n"},
        [("R301", "greedy", "`--policy greedy`"), ("R301", "uniform", "`--policy uniform`")],
    ),
    "another ending of a file": ("./moss", {"moss/rules/x.yml": "{}\n"}, [("P605", "", "call it x.yaml")]),
    "patches in a game of its own": (
        "./moss",
        {"moss/patches/x.yaml": "patch: moss:charm/bell\nset: {cost: 2}\n"},
        [("P605", "", "a game of its own is not patched")],
    ),
    "a file of a pack": ("./moss/rules/flow.yaml", {}, [("P602", "./moss/rules/flow.yaml", "'moss'")]),
    "packs in the wrong order": (
        "./fen+./moss",
        {"fen/pack.yaml": HEAD.format("fen") + "kind: variant\nrequires: {moss: any}\n"},
        [("P602", "./fen", "as in './moss+./fen'")],
    ),
    # more patches
    "a new ability by `set`": (
        "./moss+./tweak.yaml",
        {"tweak.yaml": "patch: moss:charm/bell\nset: {abilities: {bite: {after: gain(n), do: pay(1)}}}\n"},
        [("P611", "abilities", "what is new is made by `add`")],
    ),
    "a new row by `set`": (
        "./moss+./tweak.yaml",
        {"tweak.yaml": "patch: moss:tables/tint/values\nset: {pink: 3}\n"},
        [("P611", "pink", "what is new is made by `add`")],
    ),
    "an item of a list that is one value": (
        "./moss+./tweak.yaml",
        {"tweak.yaml": "patch: moss:zones/garden\nset: {grid: {0: 5}}\n"},
        [("P611", "0", "`set` 'zones/garden/grid' with all of it")],
    ),
    "`add` for `insert`": (
        "./moss+./tweak.yaml",
        {"tweak.yaml": "patch: moss:flow/try_it\nadd: {before: {x: {do: wind = 1}}}\n"},
        [("P613", "before", "`insert: {before: …}`")],
    ),
    "a number that is wrapped": (
        "./moss+./tweak.yaml",
        {"tweak.yaml": "patch: moss:charm/bell\nwrap: {cost: original + 1}\n"},
        [("P613", "original + 1", "no effect text|`adjust: {cost: 1}`")],
    ),
    "`original` with a slip": (
        "./moss+./tweak.yaml",
        {"tweak.yaml": "patch: moss:verbs/pay\nwrap:\n  do: |\n    orignal\n    gain(1)\n"},
        [("P613", "orignal", "did you mean `original`?")],
    ),
    "an address inside an effect text": (
        "./moss+./tweak.yaml",
        {"tweak.yaml": "patch: moss:verbs/pay/do/coins\nset: gain(1)\n"},
        [("P611", "coins", "in an effect text only numbers have addresses")],
    ),
    "a key before what is wrapped": (
        "./moss+./tweak.yaml",
        {"tweak.yaml": "patch: moss:verbs/pay/do\nwrap: {do: original}\n"},
        [("P611", "do", "write `wrap: original`")],
    ),
    "a word to adjust by": (
        "./moss+./tweak.yaml",
        {"tweak.yaml": "patch: moss:charm/bell\nadjust: {cost: two}\n"},
        [("P613", "two", "nothing to adjust by|a whole number such as +1 or -2")],
    ),
    # what cards do not say
    "a field that most cards do not say": (
        "./moss",
        {
            "moss/rules/own.yaml": "kinds: {coin: {fields: {side: text, worth: int}}}\n",
            "moss/cards/own.yaml": "coin:\n  a: {worth: 1}\n  b: {worth: 2, side: up}\n  c: {worth: 2}\n",
        },
        [("R306", "side", "2 of 3 entries of 'coin' do not say 'side': 'a', 'c'|`side: optional text`")],
    ),
    "a formula without a default": (
        "./moss",
        {
            "moss/rules/own.yaml": "kinds: {coin: {formulas: {worth: {gives: int}}}}\n",
            "moss/cards/own.yaml": "coin: {a: {}, b: {}}\n",
        },
        [("R306", "worth", "all 2 entries of 'coin'|`worth: {gives: int, default: …}`")],
    ),
    "a field of a part that most cards do not say": (
        "./moss",
        {
            "moss/rules/own.yaml": "kinds: {flag: {fields: {tall: int}}, coin: {starts_in: box, "
            "parts: {l: {of: flag, at: [0, 0]}, r: {of: flag, at: [0, 1]}}}}\n"
            "zones: {box: {of: coin, visible: all}}\n",
            "moss/cards/own.yaml": "coin: {a: {l: {}, r: {}}, b: {l: {tall: 1}, r: {}}}\n",
        },
        [("R306", "tall", "all 2 entries of 'coin'|`tall: optional int`")],
    ),
    "a field that one card does not say": (
        "./moss",
        {
            "moss/rules/own.yaml": "kinds: {coin: {fields: {side: text}}}\n",
            "moss/cards/own.yaml": "coin: {a: {}, b: {side: up}}\n",
        },
        [("R306", "a", "coin 'a' does not say 'side'")],
    ),
    # abilities
    "a field that is modified": (
        "./moss",
        {"moss/rules/own.yaml": "rules: {a: {modify: cost, add: 1}}\n"},
        [("R301", "cost", "one of price, growable|'cost' belongs to 'charm': what is modified is a value")],
    ),
    "state that is modified": (
        "./moss",
        {"moss/rules/own.yaml": "rules: {a: {modify: coins, add: 1}}\n"},
        [("R301", "coins", "'coins' is state, which an effect changes|`do: my coins = …`")],
    ),
    "a call that is modified": (
        "./moss",
        {"moss/rules/own.yaml": "rules: {a: {modify: price(card), add: 1}}\n"},
        [("S205", "price(card)", "write the name alone: price")],
    ),
    "a modifier that does something": (
        "./moss",
        {"moss/rules/own.yaml": "rules: {a: {modify: price, do: gain(1)}}\n"},
        [("R310", "do", "'do' does not go with 'modify'|`add: 1`|`after: …`")],
    ),
    "a modifier without an amount": (
        "./moss",
        {"moss/rules/own.yaml": "rules: {a: {modify: price}}\n"},
        [("R310", "a", "exactly one of 'set_to', 'add'")],
    ),
    "a trigger that adds": (
        "./moss",
        {"moss/rules/own.yaml": "rules: {a: {after: gain(1), add: 1}}\n"},
        [("R310", "add", "'add' does not go with 'after'|`modify: …`")],
    ),
    # what other declarations refer to
    "a step that is no mapping": (
        "./moss",
        {
            "moss/rules/flow.yaml": FLOW + "  storm: {steps: {blow: stop, calm: {do: stop}}}\n",
            "moss/rules/own.yaml": "windows: {charms: {seat: first_seat, during: storm/calm}}\n",
        },
        [("S203", "stop", "a mapping")],
    ),
    "a zone of a misspelt kind": (
        "./moss",
        {"moss/rules/things.yaml": THINGS.replace("deck: {of: charm", "deck: {of: chram")},
        [("R301", "chram", "did you mean 'charm'?")],
    ),
    "a budget of what is called otherwise": (
        "./moss",
        {
            "moss/rules/own.yaml": "budgets: {once: {of: player, limit: 1, per: match}}\n"
            "windows: {charms: {seat: first_seat, during: try_it, uses: once}}\n"
        },
        [("R301", "player", "did you mean 'seat'?")],
    ),
    "a verb called like a built-in change": (
        "./moss",
        {
            "moss/rules/own.yaml": "verbs: {draw: {params: {n: int}, do: my coins += n}}\n"
            "rules: {a: {after: gain(1), do: 'draw(deck, 1, to=my hand)'}}\n"
        },
        [("T517", "draw", "'draw' is built in")],
    ),
    "a value called like a built-in one": (
        "./moss",
        {"moss/rules/own.yaml": "values: {max: {params: {a: int}, is: a}, two: {is: 'max(1, 2)'}}\n"},
        [("T517", "max", "'max' is built in")],
    ),
    "a setting called like state": (
        "./moss",
        {
            "moss/pack.yaml": MOSS_HEAD + "kind: base\n" + PACE + "  wind: {type: bool, default: false}\n",
            "moss/rules/own.yaml": "rules: {a: {after: gain(1), do: wind += 1}, "
            "b: {after: gain(2), do: wind = 1}}\n",
        },
        [("R304", "wind", "'wind' is state of the game, and a setting has the same name|rename one")],
    ),
    "a setting called like a zone": (
        "./moss",
        {
            "moss/pack.yaml": MOSS_HEAD + "kind: base\n" + PACE + "  stall: {type: bool, default: false}\n",
            "moss/rules/own.yaml": "rules: {a: {after: gain(1), do: refill(stall)}}\n",
        },
        [("R304", "stall", "'stall' is a zone, and a setting has the same name|rename one of the two")],
    ),
    # names of the language
    "fields called like words of the language": (
        "./moss",
        {
            "moss/rules/own.yaml": "kinds:\n  coin:\n    fields: {each: {type: int, default: 1}}\n"
            "    derived: {let: 1}\nseat: {derived: {choose: 2}}\n"
        },
        [
            ("T517", "each", "'each' is a word of the effect language"),
            ("T517", "let", "'let' is a word of the effect language"),
            ("T517", "choose", "'choose' is a word of the effect language"),
        ],
    ),
    "a setting called like what abilities are used on": (
        "./moss",
        {"moss/pack.yaml": MOSS_HEAD + "kind: base\n" + PACE + "  target: {type: bool, default: false}\n"},
        [("T517", "target", "'target' is what an ability is used on|choose another name")],
    ),
    # abilities that wait for what is no event
    "an ability after a built-in change": (
        "./moss",
        {"moss/rules/own.yaml": "rules: {a: {before: shuffle(deck), do: gain(1)}}\n"},
        [("T501", "shuffle", "no events: put `shuffle(…)` into a verb, and say `before:` that")],
    ),
    "an ability after a value": (
        "./moss",
        {"moss/rules/own.yaml": "rules: {a: {after: price(card), do: gain(1)}}\n"},
        [("T501", "price", "'price' is a value: it is changed by `modify: price`")],
    ),
    "a verb that is modified": (
        "./moss",
        {"moss/rules/own.yaml": "rules: {a: {modify: gain, add: 1}}\n"},
        [("R301", "gain", "'gain' is a verb: what is done when it happens says `after: gain(…)`")],
    ),
    "a table that is modified": (
        "./moss",
        {"moss/rules/own.yaml": "rules: {a: {modify: prize, add: 1}}\n"},
        [("R301", "prize", "'prize' is a table, which nothing modifies")],
    ),
    # policies
    "a rule that follows an unknown word": (
        "./moss",
        {"moss/rules/own.yaml": "policies: {wise: {rules: {a: {at: which_charm(2), follow: cost}}}}\n"},
        [("R310", "follow", "'follow' alone|`prefer: …`")],
    ),
    "a rule that follows an unknown policy": (
        "./moss",
        {"moss/rules/own.yaml": "policies: {wise: {rules: {a: {follow: wsie}}}}\n"},
        [("R301", "wsie", "unknown policy")],
    ),
}  # fmt: skip


def found(spec: str, files: dict[str, str]) -> list[Problem]:
    """The problems of a spec: code, the words it is at, and all that is said."""
    shutil.copytree(MOSS, "moss")
    for name, text in files.items():
        Path(name).parent.mkdir(parents=True, exist_ok=True)
        Path(name).write_text(text, "utf-8")
    return problems_of(spec)


@pytest.mark.parametrize("name", MISTAKES)
def test_one_mistake_is_one_problem(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    spec, files, expected = MISTAKES[name]
    problems = found(spec, files)
    assert [problem[:2] for problem in problems] == [each[:2] for each in expected], problems
    for (*_, said), (*_, wanted) in zip(problems, expected, strict=True):
        assert [part for part in wanted.split("|") if part not in said] == [], said
