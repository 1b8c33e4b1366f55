"""One mistake in an effect text is one problem, told where it is: what follows from it is not told too."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from told import Problem, problems_of

PACK = Path(__file__).parents[1] / "docs" / "pack"

# Effect text; then for each problem: code, the words it is at, words of what is said.
MISTAKES: dict[str, list[Problem]] = {
    # arguments
    "draw(deck, 1, too=my hand)": [("T504", "too=my hand", "no parameter 'too'|did you mean 'to'?")],
    "draw(deck, 1, x=my hand)": [("T504", "x=my hand", "no parameter 'x'|(from, n, to)")],
    "grow(patc=first(my patches))": [("T504", "patc=first(my patches)", "did you mean 'patch'?")],
    "wind = price(crd=first(my hand))": [("T504", "crd=first(my hand)", "did you mean 'card'?")],
    "wind = max(cup each face, emty=0)": [("T504", "emty=0", "did you mean 'empty'?")],
    "draw(deck)": [("T504", "draw(deck)", "lacks 'n' and 'to'|(from, n, to)")],
    "draw(deck, m=1)": [("T504", "m=1", "no parameter 'm'|(from, n, to)")],
    "pay(1, 2)": [("T504", "2", "'pay' takes 1 argument|(n)")],
    "for f in frog then place(f, att=first(cells(pond)))": [
        ("T504", "att=first(cells(pond))", "did you mean 'at'?")
    ],
    # a call that is asked for and then made is one mistake
    "choose 1 charm in my hand where can grow(it) then grow(it)": [("T503", "it", "a charm|a patch")],
    "if can pay() then pay()": [("T504", "pay()", "lacks 'n'|(n)")],
    "if can payy(1) then payy(1)": [("T501", "payy", "did you mean 'pay'?")],
    "if can gain(1) then gain(1)\nif can gain(2) then gain(2)": [
        ("T507", "can gain(1)", "has no `requires`|can always be done|`requires: …` at the verb 'gain'")
    ],
    "if can growable(first(my patches)) then stop": [
        ("T501", "growable", "is a value: write `growable(first(my patches))` without `can`")
    ],
    "if can_pay(1) then pay(1)": [("T501", "can_pay", "`can pay(1)`")],
    "if can shuffle(deck) then shuffle(deck)": [("T501", "shuffle", "built-in changes have no `requires`")],
    "pay(1)\npay(calm, 2)": [("T504", "2", "takes 1 argument|(n)")],
    "draw(1, deck, to=my hand)": [
        ("T504", "draw(1, deck, to=my hand)", "the other way round|write `draw(deck, 1, to=my hand)`")
    ],
    "wind = count(union(my hand, my kept))": [("T504", "my kept", "`union((my hand, my kept))`")],
    "wind = max(1, wind)": [("T503", "1", "a list|`max((1, wind))`")],
    "wind = max(my coins, wind)": [("T503", "my coins", "a list|`max((my coins, wind))`")],
    "wind = count()": [("T504", "count()", "lacks 'of'")],
    "wind = max(1, wind, 3)": [("T504", "3", "'max' takes 2 arguments|`max((1, wind, 3))`")],
    "roll(nest)\nfor f in frog then roll(f)": [
        ("T507", "roll(nest)", "'frog' cannot be rolled|`state: {face: {type: 1..6, rolled: true, ")
    ],
    "refill(deck)\nreplace_all(deck)": [("T507", "refill(deck)", "'deck' is no market|size: 3, from:")],
    # one slip
    "my favourite += 1": [("T503", "my favourite", "a number|set it, as in `my favourite = red`")],
    "starter = starter + 1": [("T503", "starter", "a number|`left_of(starter)`")],
    "starter += 1": [("T503", "starter", "`starter = left_of(starter)`")],
    "choose 2 charms in my hand, having count(it) == 2:\n  gain(1)": [
        ("T515", "count(it) == 2", "add `together`")
    ],
    "wind = greatest-face()": [("T501", "greatest-face()", "a name has no `-`: `greatest_face`")],
    # what is looked at
    "for p in my patches where count(around(p)) > 3 then gain(1)": [
        ("T501", "p", "behind `where` and `each` it is called `it`")
    ],
    "for c in my hand where c.cost > 2 then gain(1)": [("T501", "c", "it is called `it`")],
    "choose 1 charm in my hand where charm.cost > 1:\n  gain(1)": [("T505", "cost", "write `it.cost`")],
    # one comparison for several
    "for c in my hand:\n  if c.colour == red or green:\n    gain(1)": [
        ("T501", "green", "`… or c.colour == green`, or `c.colour in (red, green)`")
    ],
    "choose 1 charm in my hand where colour == red or green or blue:\n  gain(1)": [
        ("T501", "green", "`colour in (red, green, blue)`")
    ],
    "if my favourite != red and green then gain(1)": [
        ("T501", "green", "`… and my favourite != green`, or `my favourite not in (red, green)`")
    ],
    "if wind == 3 or 4 then gain(1)": [("T503", "4", "`wind in (3, 4)`")],
    "if wind == 3 or clam then gain(1)": [("T501", "clam", "did you mean 'calm'?")],
    # lists
    "for p in players then gain(1)": [("T503", "players", "the players themselves are `seats`")],
    "for i in 3 then gain(i)": [("T503", "3", "`1..3`")],
    "wind = count(rivals(me).hand)": [("T505", "hand", "`union(rivals(me) each hand)`")],
    "choose 2 charms in my hand, together:\n  gain(it.cost)": [("T505", "cost", "`it each cost`")],
    "wind = my hand.count": [("T505", "count", "`count(my hand)`")],
    "wind = my hand.size": [("T505", "size", "`count(my hand)`")],
    "wind = sum(my hand)": [("T503", "my hand", "a list of numbers|`my hand each cost`")],
    "if any(my hand) >= 2 then gain(1)": [("T503", "2", "how many there are is `count(my hand)`")],
    "wind = count(my deck)": [("T505", "deck", "all share one 'deck': write `deck`")],
    "my wind = 2": [("T505", "wind", "there is one 'wind' for all: write `wind`")],
    # zones as verbs
    "for c in my hand then discard(c)": [("T501", "discard", "`move(c, to=discard)`")],
    "for c in stall then hand(c)": [("T501", "hand", "`move(c, to=my hand)`")],
    # what is never empty
    "for f in frog then place(f, at=first(cells(pond)))": [],
    "for f in frog then place(f, at=first(cells(pond) where free(it)))": [
        ("T509", "first(cells(pond) where free(it))", "test `any(cells(pond) where free(it))` first")
    ],
    # nothing
    "choose 1 charm in my hand where twin != none then stop": [
        ("T501", "none", "nothing can be compared with 'none'|a colour|`has twin`")
    ],
    "if null == my favourite then stop": [("T501", "null", "a colour|`not has my favourite`")],
    "if my hand == none then stop": [("T501", "none", "whether a list is empty: `none(my hand)`")],
    "if wind != none then stop": [("T501", "none", "a number|`wind` is never absent")],
    "my favourite = none": [("T501", "none", "there is no value for nothing")],
    "if my favourite then stop": [("T503", "my favourite", "a test|`has my favourite`")],
    # what a local name hides
    "let wind = calm\nwind += 1": [("T510", "wind", "is a local name here and hides the state")],
    "let stall = 3\nrefill(stall)": [("T503", "stall", "a zone|hides the zone")],
    "for coins in my hand:\n  gain(coins)": [("T503", "coins", "a number|read as `my coins`")],
    # what cannot be written
    "for c in my hand then c.cost = 1": [("T510", "c.cost", "declare 'cost' under `state:`")],
    "calm = true": [("T510", "calm", "worked out anew")],
    "pace = quick": [("T510", "pace", "a setting stays as it is")],
    "my hand = deck": [("T510", "my hand", "`move(…, to=…)`")],
    "move(xyz, to=discard)": [("T501", "xyz", "a component or a list of components")],
    "draw(deck, my hand)": [("T504", "draw(deck, my hand)", "lacks 'to'|(from, n, to)")],
    # numbers out of the range of state
    "for d in cup then d.face = 7": [("T518", "7", "'d.face' is never 7|1 to 6")],
    "for d in cup then d.face += 3 + 3": [("T518", "3 + 3", "'d.face' never changes by 6|1 and 6")],
    "for d in cup then d.face -= 5": [],
    # entries where a thing is due
    "move(bell, to=discard)": [("T501", "bell", "as in `top(deck where entry == bell, 1)`")],
    "move(charm.bell, to=discard)": [("T503", "charm.bell", "as in `top(deck where entry == bell, 1)`")],
    # counts in words
    "choose a charm in my hand then it.charge = 1": [("D403", "a", "write `choose 1 charm in my hand`")],
    "may choose two charms in stall then it.charge = 1": [("D403", "two", "`choose 2 charms in stall`")],
    "choose charm in my hand then it.charge = 1": [("D403", "charm", "`choose 1 charm in my hand`")],
    # calls without parentheses
    "greatest_face": [("D403", "greatest_face", "write `greatest_face()`; state is set as")],
    "if calm:\n  shuffle\nwind = 1": [("D403", "shuffle", "write `shuffle()`")],
    # things that have a name
    "choose 1 charm in stall as c where price(it) > 1 and it.cost > 1:\n  it.charge = 1": [
        ("T507", "it", "there is no `it` here|it is called `c`")
    ],
    "for c in my hand then it.charge = 1": [("T507", "it", "it is called `c`")],
    # names
    "wind = max(cpu each face)": [("T501", "cpu", "did you mean 'cup'?")],
    "wind = max(cpu where face > 1 each face)": [("T501", "cpu", "did you mean 'cup'?")],
    "wind = (maxcup as d each d.face)": [("T501", "maxcup", "unknown name")],
    "if (allcup as d each d.face > 1) then stop": [("T501", "allcup", "unknown name")],
    "for f in fist(my kept):\n  f.charge = 1": [("T501", "fist", "did you mean 'first'?")],
    "wind = if red == my favourite then 1 else 0": [],
    "wind = if (red in (red, green)) then 1 else 0": [
        ("T501", "red", "`colour.red`"),
        ("T501", "green", "`colour.green`"),
    ],
    "wind = red": [("T501", "red", "'red' is a symbol of 'colour', not expected here")],
    "x = 3": [("T501", "x", "`let x = …`")],
    "wnd = 3": [("T501", "wnd", "did you mean 'wind'?")],
    "x += 3": [("T501", "x", "declare it as state")],
    "wind = length(frog)": [("T501", "length", "did you mean 'count'?")],
    'wind = "two"': [("D406", '"', "words for people under keys such as `says:`")],
    # only what is legal there is guessed
    "wind = cpu": [("T501", "cpu", "unknown name 'cpu'|a number|")],
    "for d in cpu then roll(d)": [("T501", "cpu", "did you mean 'cup'?")],
    "if wimd then stop": [("T501", "wimd", "unknown name 'wimd'|a test that is true or false|")],
    "if clam then stop": [("T501", "clam", "did you mean 'calm'?")],
    "my favourite = rde": [("T501", "rde", "did you mean 'red'?")],
    # nouns
    "choose 1 cell in my kept then it.charge = row(it)": [
        ("T508", "cell", "holds a charm|'charm' or 'charms'")
    ],
    "choose 1 charmm in my kept then it.chrge = 1": [
        ("T508", "charmm", "holds a charm"),
        ("T505", "chrge", "did you mean 'charge'?"),
    ],
    # names of what belongs to something
    "wind = cost": [("T501", "cost", "field of 'charm': say of which, as in `sum(my hand each cost)`")],
    "choose 1 charm in my hand then wind = cost": [("T501", "cost", "say what has it: `it.cost`")],
    "for c in my hand then wind = cost": [("T501", "cost", "say what has it: `c.cost`")],
    "wind = coins": [("T501", "coins", "say whose: `my coins`")],
    "wind = count(hand)": [("T501", "hand", "each seat has its own: `my hand`")],
    "for s in seats then wind = count(hand)": [("T501", "hand", "each seat has its own: `my hand`")],
    "wind = price": [("T501", "price", "called with what it needs: `price(card)`")],
    "for s in clockwise then stop": [("T501", "clockwise", "called with what it needs: `clockwise(from)`")],
    "for s in clockwise(first) then stop": [("T501", "first", "did you mean 'first_seat'?")],
    "for s in clockwise(first_player) then stop": [("T501", "first_player", "did you mean 'first_seat'?")],
    "if bell then stop": [("T501", "bell", "an entry of 'charm': `it.entry == bell`")],
    "choose 1 charm in my hand where it == bell then stop": [("T501", "bell", "compare with `it.entry`")],
    "for c in my hand:\n  if c == bell then stop": [("T501", "bell", "compare with `c.entry`")],
    "for c in my hand:\n  if bell == c then stop": [("T501", "bell", "compare with `c.entry`")],
    "if bell in my hand then stop": [("T501", "bell", "`any(my hand where entry == bell)`")],
    "wind = bell": [("T501", "bell", "'bell' is an entry of 'charm', not expected here")],
    # markets
    "refill(discard)": [("T507", "refill(discard)", "`discard: {of: charm, visible: all, size: 3")],
    "replace_all(my hand)": [("T507", "replace_all(my hand)", "size: 3, from: deck, discard: discard}`")],
    # comments of other languages
    "stop // now": [("D406", "//", "comments start with `#`")],
    "// now\nstop": [("D406", "//", "comments start with `#`")],
    "stop /* now */": [("D406", "/*", "comments start with `#`")],
    "stop -- now": [("D406", "--", "comments start with `#`")],
    "-- now\nstop": [("D406", "--", "comments start with `#`")],
    "wind--": [("D406", "--", "write `-= 1`")],
    "wind --\nstop": [("D406", "--", "write `-= 1`")],
    # what belongs together: kinds, zones and grids
    "for d in top(cup, 1):\n  for c in deck then replace(c, by=d, to=discard)": [
        ("T503", "d", "this is a die|a charm, as what it replaces")
    ],
    "for d in cup:\n  for c in top(deck, 1) then replace(d, by=c, to=cup)": [
        ("T503", "c", "this is a charm|a die, as what it replaces")
    ],
    "for c in top(deck, 1):\n  for spot in cells(pond) then place(c, at=spot)": [
        ("T503", "c", "'pond' holds frog|a frog")
    ],
    "for c in deck then wind = count(neighbours(c))": [("T507", "c", "a charm never lies on a grid")],
    "for c in deck then wind = count(around(c))": [("T507", "c", "a charm never lies on a grid")],
    "for c in deck then wind = count(row_of(c))": [("T507", "c", "a charm never lies on a grid")],
    "for c in deck then wind = count(column_of(c))": [("T507", "c", "a charm never lies on a grid")],
    "for c in deck then wind = distance(c, c)": [("T507", "c", "a charm never lies on a grid")],
    "for c in deck then wind = steps(c, c)": [("T507", "c", "a charm never lies on a grid")],
    "for c in deck then wind = count(between(c, c))": [("T507", "c", "a charm never lies on a grid")],
    "for c in deck then wind = cell_of(c).row": [("T507", "c", "a charm never lies on a grid")],
    "for c in deck:\n  if diagonal(c, c) then stop": [("T507", "c", "a charm never lies on a grid")],
    "for c in deck:\n  for f in frog:\n    if opposite(f, c, around=f) then stop": [
        ("T507", "c", "a charm never lies on a grid|a thing of a zone with `grid`")
    ],
    "wind = count(placements(shed, on=pond))": [("T503", "shed", "'pond' holds frog|a frog")],
    "wind = count(placements(my patches, on=my garden))": [
        ("T503", "my patches", "'garden' holds bed|a bed|`whole` of a patch")
    ],
    "wind = count(parts(my kept))": [("T503", "my kept", "no grid|a charm has no parts|`my kept` itself")],
    "wind = count(parts(shed))": [],
    "for p in my patches:\n  for f in frog then wind = distance(p, f)": [
        ("T503", "f", "a frog, which lies on 'pond'|what is on 'garden'")
    ],
    "for p in my patches:\n  for c in cells(pond) then wind = distance(c, p)": [
        ("T503", "p", "a patch, which lies on 'garden'|what is on 'pond'")
    ],
    "for f in frog then wind = steps(f, f, avoiding=cells(my garden))": [
        ("T503", "cells(my garden)", "what is on 'pond'")
    ],
    # an order by numbers
    "for c in ordered(my hand, by=stall each cost) then gain(1)": [
        ("T507", "stall each cost", "numbers of another list|a number for each|`by=my hand each …`")
    ],
    "for c in ordered(stall where cost > 1, by=stall each cost) then gain(1)": [
        ("T507", "stall each cost", "numbers of another list|`by=stall where cost > 1 each …`")
    ],
    "for c in ordered(stall where cost > 1, by=stall where cost < 1 each cost) then gain(1)": [
        ("T507", "stall where cost < 1 each cost", "numbers of another list")
    ],
    "for c in ordered(colour, by=(2, 3)) then gain(1)": [("T507", "(2, 3)", "2 numbers for 3 things")],
    "for c in ordered(stall, by=(2, 3)) then gain(1)": [("T507", "(2, 3)", "numbers of another list")],
    "for c in ordered(stall, by=1..2) then gain(1)": [("T507", "1..2", "numbers of another list")],
    "for c in ordered((first_seat, first_seat), by=(2, 3)) then gain(1)": [],
    "for c in ordered(stall where cost > 1, by=stall where cost > 1 each cost) then gain(1)": [],
    "for c in ordered(stall where cost > 1, by=stall as c where c.cost > 1 each c.cost) then gain(1)": [],
    "let those = stall where cost > 1\nfor c in ordered(those, by=those each cost) then gain(1)": [],
    "let costs = stall each cost\nfor c in ordered(stall, by=costs) then gain(1)": [],
    "for c in ordered(my patches, by=parts(my garden) each 1) then gain(1)": [],
    # lists
    "if my kept in (my kept, my hand) then stop": [
        ("T503", "my kept", "lists cannot be compared")
    ],
    "if my hand == my kept then stop": [
        ("T503", "my hand == my kept", "lists cannot be compared|`count(…)`")
    ],
}  # fmt: skip


# What is laid over the pack; then its problems as above.
SPREADING: dict[str, tuple[dict[str, str], list[Problem]]] = {
    "a prompt is lost with its file": (
        {
            "rules/lost.yaml": "prompts:\n  pick: {params {n: int}}\n",
            "rules/own.yaml": "policies: {wise: {rules: {a: {at: pick, prefer: it.charge}}}}\n",
        },
        [("Y106", "{", "'{' in the middle of a text")],
    ),
    "a number with a zero before it hides nothing else": (
        {"cards/own.yaml": "charm:\n  a: {cost: 01, colour: redd}\n  b: {cst: 1, colour: red, copies: 02}\n"},
        [
            ("Y116", "01", "write 1"),
            ("S204", "redd", "did you mean 'red'?"),
            ("S201", "cst", "did you mean 'cost'?"),
            ("Y116", "02", "write 2"),
        ],
    ),
    "a text that a comma cuts hides nothing else": (
        {"rules/own.yaml": "verbs: {a: {do: move(nest, too=pond)}, b: {do: gian(1)}}\n"},
        [
            ("Y121", "move(nest, too=pond)", "single quotes"),
            ("T504", "too=pond", "did you mean 'to'?"),
            ("T501", "gian", "did you mean 'gain'?"),
        ],
    ),
    "a prompt is misspelt": (
        {"rules/own.yaml": "policies: {wise: {rules: {a: {at: which_charmm, prefer: it.charge}}}}\n"},
        [("T501", "which_charmm", "did you mean 'which_charm'?")],
    ),
    "an entry is lost with its template": (
        {
            "cards/own.yaml": (
                "templates: {plant: {herb: {colour: grene}}}\n"
                "plant: {mint: {like: herb}, sage: {like: herb}}\n"
            ),
            "rules/own.yaml": "invariants: {some: {is: worth(plant.mint) > worth(plant.sage), says: some}}\n",
        },
        [("S204", "grene", "did you mean 'green'?")],
    ),
    "a row has the wrong key": (
        {"rules/own.yaml": "tables: {shade: {by: colour, gives: int, values: {red: 1, gren: 2, blue: 3}}}\n"},
        [("R301", "gren", "did you mean 'green'?")],
    ),
    "a row has the wrong key and one is missing": (
        {"rules/own.yaml": "tables: {shade: {by: colour, gives: int, values: {red: 1, gren: 2}}}\n"},
        [("R306", "shade", "no row for green, blue"), ("R301", "gren", "did you mean 'green'?")],
    ),
    "a seat that there never is": (
        {"rules/own.yaml": "game: {state: {first: {type: seat, start: 7}}}\n"},
        [("R308", "7", "the number of a seat: 0, as there are no more with 1 player")],
    ),
    "a seat that there is not always": (
        {"rules/own.yaml": "game: {state: {first: {type: seat, start: 1}}}\n"},
        [("R308", "1", "the number of a seat: 0, as there are no more with 1 player")],
    ),
    "a modifier adds what it changes": (
        {"rules/own.yaml": "values: {fee: {is: 1}}\nrules: {dear: {modify: fee, add: fee}}\n"},
        [("T512", "fee", "'fee' needs itself|what does not need its own result|`so_far`, under `change_to`")],
    ),
    "a modifier asks for what it changes": (
        {"rules/own.yaml": "values: {fee: {is: 1}}\nrules: {dear: {modify: fee, when: fee > 0, add: 1}}\n"},
        [("T512", "fee", "'fee' needs itself")],
    ),
    "two modifiers in a circle": (
        {
            "rules/own.yaml": (
                "values: {fee: {is: 1}, tax: {is: 1}}\n"
                "rules: {dear: {modify: fee, add: tax}, taxed: {modify: tax, add: fee}}\n"
            )
        },
        [("T512", "tax", "'fee' needs itself|by way of 'tax'")],
    ),
    "a value in a circle that a modifier is in too": (
        {"rules/own.yaml": "values: {fee: {is: fee}}\nrules: {dear: {modify: fee, add: fee}}\n"},
        [("T512", "fee", "'fee' needs itself")],
    ),
    "a modifier on a card that asks whether it can be done": (
        {
            "rules/own.yaml": "verbs: {owe: {params: {c: charm}, requires: price(c) > 1, do: stop}}\n",
            "cards/own.yaml": (
                "charm: {x: {cost: 1, colour: red, abilities: "
                "{up: {modify: price, when: can owe(this), add: 1}}}}\n"
            ),
        },
        [("T512", "can owe(this)", "'price' needs itself|by way of 'owe'")],
    ),
    "modifiers in no circle": (
        {
            "rules/own.yaml": (
                "values: {fee: {is: 1}, tax: {is: 1}}\n"
                "rules: {dear: {modify: fee, add: tax}, taxed: {modify: tax, add: 2}}\n"
            )
        },
        [],
    ),
    "what is tested is misspelt": (
        {"rules/own.yaml": "values: {c: {params: {s: seat}, is: has s.favourit and s.favourite == red}}\n"},
        [("T505", "favourit", "did you mean 'favourite'?")],
    ),
}


def found(files: dict[str, str], folder: Path) -> list[Problem]:
    """The problems of the pack with these files: code, the words it is at, and all that is said."""
    shutil.copytree(PACK, folder)
    for name, text in files.items():
        (folder / name).write_text(text, "utf-8")
    return problems_of(str(folder))


def hold(problems: list[Problem], expected: list[Problem]) -> None:
    assert [problem[:2] for problem in problems] == [each[:2] for each in expected], problems
    for (*_, said), (*_, words) in zip(problems, expected, strict=True):
        assert words == said or [part for part in words.split("|") if part not in said or not part] == [], (
            said
        )


@pytest.mark.parametrize("text", MISTAKES)
def test_a_mistake_in_a_text_is_one_problem(text: str, tmp_path: Path) -> None:
    lines = "".join(f"      {line}\n" for line in text.splitlines())
    step = f"flow:\n  try_it:\n    turns: seats\n    do: |\n{lines}"
    hold(found({"rules/flow.yaml": step}, tmp_path / "moss"), MISTAKES[text])


@pytest.mark.parametrize("name", SPREADING)
def test_what_a_mistake_takes_away_is_not_missed(name: str, tmp_path: Path) -> None:
    files, expected = SPREADING[name]
    hold(found(files, tmp_path / "moss"), expected)
