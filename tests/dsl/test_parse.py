"""Effect text to trees, and what is said about text that is none.

Trees are compared in a short form: `(Kind part part …)`, names and numbers bare, lists in brackets,
what is absent as `-`.
"""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest

from rulewright.dsl import nodes as n
from rulewright.dsl import sample
from rulewright.dsl.parse import Start, _parser, parse
from rulewright.dsl.syntax_errors import KEYWORDS, RESERVED
from rulewright.source.diagnostics import Diagnostic, Problems
from rulewright.source.text import EffectText, SourceFile, Span, plain_text


def short(item: Any) -> str:
    match item:
        case None:
            return "-"
        case bool():
            return str(item).lower()
        case tuple():
            return "[" + " ".join(short(part) for part in item) + "]"
        case n.Name():
            return item.id
        case n.Number() | n.Truth():
            return short(item.value)
        case n.Dot():
            return f"{short(item.of)}.{item.id}"
        case n.Call():
            return f"{item.id}({' '.join(short(part) for part in item.args)})"
        case n.Argument():
            return f"{item.name}={short(item.value)}" if item.name else short(item.value)
        case n.Node():
            parts = [f.name for f in fields(item) if f.name not in ("start", "end", "noun_start")]
            return f"({' '.join([type(item).__name__, *(short(getattr(item, p)) for p in parts)])})"
        case _:
            return str(item)


def good(text: str, start: Start) -> n.Node:
    problems = Problems()
    tree = parse(plain_text(text), start, problems)
    assert problems.found == []
    assert tree is not None
    return tree


def bad(text: str, start: Start = "effect") -> list[Diagnostic]:
    problems = Problems()
    assert parse(plain_text(text), start, problems) is None
    return problems.found


def said(problem: Diagnostic) -> str:
    """The words of the text that the problem is about."""
    return problem.span.file.text[problem.span.start : problem.span.end]


VALUES = {
    # atoms and paths
    "7": "7",
    "007": "7",
    "9007199254740992": "9007199254740992",
    "true": "true",
    "false": "false",
    "it": "it",
    "this.home": "this.home",
    "my spaces": "me.spaces",
    "my last.card": "me.last.card",
    "me.won": "me.won",
    "best_sets()": "best_sets()",
    "face(card).vp": "face(card).vp",
    "draw(item_deck, 1, to=my items)": "draw(item_deck 1 to=me.items)",
    "(a, b.c, 3)": "(Items [a b.c 3])",
    "((a))": "a",
    "union((pool, my dice))": "union((Items [pool me.dice]))",
    "sum(\n  a,  # why\n  b\n)": "sum(a b)",
    # fixed phrases and built-in names leave their words free
    "up + to + one + at + time + order + number + by": (
        "(Arithmetic + (Arithmetic + (Arithmetic + (Arithmetic + (Arithmetic + (Arithmetic + "
        "(Arithmetic + up to -) one -) at -) time -) order -) number -) by -)"
    ),
    "chooser.options": "chooser.options",
    "orders in order": "(Compare in orders order)",
    # arithmetic
    "a + b * c": "(Arithmetic + a (Arithmetic * b c -) -)",
    "(a + b) * c": "(Arithmetic * (Arithmetic + a b -) c -)",
    "a - b - c": "(Arithmetic - (Arithmetic - a b -) c -)",
    "-a.b": "(Negate a.b)",
    "0 - -1": "(Arithmetic - 0 (Negate 1) -)",
    "n / 3 rounded down": "(Arithmetic / n 3 down)",
    "1 + (a + b) / 3 rounded up * 2": (
        "(Arithmetic + 1 (Arithmetic * (Arithmetic / (Arithmetic + a b -) 3 up) 2 -) -)"
    ),
    "1..step_range(me) + 1": "(Range 1 (Arithmetic + step_range(me) 1 -))",
    # tests
    "a == b": "(Compare == a b)",
    "a != b": "(Compare != a b)",
    "a < b": "(Compare < a b)",
    "a <= b": "(Compare <= a b)",
    "a > b": "(Compare > a b)",
    "a >= b": "(Compare >= a b)",
    "d in 1..6": "(Compare in d (Range 1 6))",
    "mover not in foes(this)": "(Compare not in mover foes(this))",
    "not a and b": "(Logic and (Not a) b)",
    "not not a": "(Not (Not a))",
    "not a == b": "(Not (Compare == a b))",
    "a or b and c": "(Logic or a (Logic and b c))",
    "a or b or c": "(Logic or (Logic or a b) c)",
    "has this.shield and not hidden": "(Logic and (Has this.shield) (Not hidden))",
    "it == token.slot and can pay(1)": "(Logic and (Compare == it token.slot) (Can pay(1)))",
    # sets
    "pool as d": "(Where pool d -)",
    "my spaces where defeated": "(Where me.spaces - defeated)",
    "targets(me) as foe where foe.strength <= 3": "(Where targets(me) foe (Compare <= foe.strength 3))",
    "used each cells": "(Each used cells)",
    "region as r each tally(r)": "(Each (Where region r -) tally(r))",
    "my spaces where type == acolyte each numeral": (
        "(Each (Where me.spaces - (Compare == type acolyte)) numeral)"
    ),
    "cards each if it.up then 1 else 0": "(Each cards (IfValue it.up 1 0))",
    "count(my spaces where defeated)": "count((Where me.spaces - defeated))",
    "max(region as r each count(scope(card, face) where region == r))": (
        "max((Each (Where region r -) count((Where scope(card face) - (Compare == region r)))))"
    ),
    "min(foes as foe each distance(it, foe), empty=0)": (
        "min((Each (Where foes foe -) distance(it foe)) empty=0)"
    ),
    "any(lines(card) as line where full(line) and all(line each struck))": (
        "any((Where lines(card) line (Logic and full(line) all((Each line struck)))))"
    ),
    # if
    "if a then b else c": "(IfValue a b c)",
    "if a then b else if c then d else e": "(IfValue a b (IfValue c d e))",
    "if a then if b then 1 else 2 else 3": "(IfValue a (IfValue b 1 2) 3)",
    "(if it.prone then 100 else 0) - it.health": "(Arithmetic - (IfValue it.prone 100 0) it.health -)",
}


@pytest.mark.parametrize("text", VALUES)
def test_values(text: str) -> None:
    tree = good(text, "formula")
    assert short(tree) == f"(Formula [] {VALUES[text]})"


EFFECTS = {
    # simple statements
    "hit(it)": "(CallStatement hit(it))",
    "stop": "(Stop)",
    "x += 1": "(Assign x += 1)",
    "target.value -= n": "(Assign target.value -= n)",
    "my last = if a then b else c": "(Assign me.last = (IfValue a b c))",
    "let kind = copied.kind": "(Let kind copied.kind)",
    "let rolled = roll(bearer, at=5)": "(Let rolled roll(bearer at=5))",
    "roll(pool)\nmove(pool, to=my dice)": "(CallStatement roll(pool)) (CallStatement move(pool to=me.dice))",
    "\n# first\n\nstop  # then\n   # odd\n": "(Stop)",
    "hit(\n  it,\n  3\n)\r\nstop\r\n": "(CallStatement hit(it 3)) (Stop)",
    # choose
    "choose 1 die in pool then spend(it)": (
        "(Choose false (Head 1 1 die pool false false false - - -) [(CallStatement spend(it))] -)"
    ),
    "may choose up to 2 spaces in my spaces where magical, one at a time:\n  hit(it)": (
        "(Choose true (Head - 2 spaces (Where me.spaces - magical) true false false - - -)"
        " [(CallStatement hit(it))] -)"
    ),
    "choose any number of tiles in kept as used, together, having sum(used each cells) >= 3:\n  win(used)": (
        "(Choose false (Head - - tiles (Where kept used -) false false true"
        " (Compare >= sum((Each used cells)) 3) - -) [(CallStatement win(used))] -)"
    ),
    "choose up  to (limit(m)) squares in around(m), at random then stop": (
        "(Choose false (Head - limit(m) squares around(m) false true false - - -) [(Stop)] -)"
    ),
    "choose (n + 1) cards in hand, chosen by this.owner, asking aim(kind, v) then stop else x = 1": (
        "(Choose false (Head (Arithmetic + n 1 -) (Arithmetic + n 1 -) cards hand false false false - "
        "this.owner aim(kind v)) [(Stop)] [(Assign x = 1)])"
    ),
    "choose 1 die in pool, asking pick_die:\n  a()\n  b()\nelse:\n  c()\nd()": (
        "(Choose false (Head 1 1 die pool false false false - - pick_die())"
        " [(CallStatement a()) (CallStatement b())] [(CallStatement c())]) (CallStatement d())"
    ),
    # menu
    "choose one:\n  option rest then stop": "(Menu false - - [(MenuOption rest - [(Stop)])])",
    (
        "may choose one, asking act, chosen by rival:\n"
        "  option take if count(market) > 0:\n    refill(market)\n    stop\n"
        "  option draw then draw(deck, 1)"
    ): (
        "(Menu true rival act() [(MenuOption take (Compare > count(market) 0) "
        "[(CallStatement refill(market)) (Stop)]) (MenuOption draw - [(CallStatement draw(deck 1))])])"
    ),
    # for, repeat, if
    "for rival in rivals then lose(rival, 1)": "(For rival rivals [(CallStatement lose(rival 1))])",
    "for c in party where standing:\n  stop": "(For c (Where party - standing) [(Stop)])",
    "repeat 3 times then roll(d)": "(RepeatTimes 3 [(CallStatement roll(d))])",
    "repeat (n - 1) times:\n  stop": "(RepeatTimes (Arithmetic - n 1 -) [(Stop)])",
    "repeat while any(left) then stop": "(RepeatWhile any(left) [(Stop)])",
    "if a then x = 1": "(If a [(Assign x = 1)] -)",
    "if a then x = if b then 1 else 2 else stop": "(If a [(Assign x = (IfValue b 1 2))] [(Stop)])",
    "if a:\n  stop\nelse if b:\n  x = 1\nelse:\n    x = 2": (
        "(If a [(Stop)] [(If b [(Assign x = 1)] [(Assign x = 2)])])"
    ),
    "if a:\n  if b:\n    stop\nelse:\n  x = 1": "(If a [(If b [(Stop)] -)] [(Assign x = 1)])",
    "if a:\n  stop\nelse if b then stop else x = 1": "(If a [(Stop)] [(If b [(Stop)] [(Assign x = 1)])])",
}


@pytest.mark.parametrize("text", EFFECTS)
def test_effects(text: str) -> None:
    assert short(good(text, "effect")) == f"(Effect [{EFFECTS[text]}])"


OTHERS: list[tuple[Start, str, str]] = [
    ("formula", "let a = x + 1\nlet b = 2\na * b", "(Formula [(Let a (Arithmetic + x 1 -)) (Let b 2)] "
     "(Arithmetic * a b -))"),
    ("formula", "my spaces where defeated", "(Formula [] (Where me.spaces - defeated))"),
    ("pattern", "step(mover, from, to)", "step(mover from to)"),
    ("pattern", "aim(kind=physical)", "aim(kind=physical)"),
    ("pattern", "pick_die()", "pick_die()"),
    ("pattern", "pick_die  # bare\n", "pick_die()"),
    ("target", "1 space in my spaces where not magical",
     "(Head 1 1 space (Where me.spaces - (Not magical)) false false false - - -)"),
    ("target", "up to 2 dice in pool, together",
     "(Head - 2 dice pool false false true - - -)"),
]  # fmt: skip


@pytest.mark.parametrize(("start", "text", "tree"), OTHERS)
def test_other_starts(start: Start, text: str, tree: str) -> None:
    assert short(good(text, start)) == tree


# --- places ------------------------------------------------------------------------------------


def every(item: Any) -> list[n.Node]:
    if isinstance(item, tuple):
        return [node for part in item for node in every(part)]
    if not isinstance(item, n.Node):
        return []
    return [item] + [node for field in fields(item) for node in every(getattr(item, field.name))]


@pytest.mark.parametrize(
    ("text", "kind", "words"),
    [
        ("x = (a + b) * c", n.Arithmetic, ["(a + b) * c", "a + b"]),
        ("x = 2 * (a)", n.Arithmetic, ["2 * (a)"]),
        ("x = (a)\nstop", n.Assign, ["x = (a)"]),
        ("hit(it, to = my hand)  # c", n.Argument, ["it", "to = my hand"]),
        ("hit((it), 1)", n.Argument, ["(it)", "1"]),
        ("x = my hand.size", n.Dot, ["my hand.size", "my hand"]),
        ("x = my hand", n.Name, ["x", "my"]),
        ("x = (a, b)", n.Items, ["(a, b)"]),
        ("x = n / 3 rounded down", n.Arithmetic, ["n / 3 rounded down"]),
        ("may choose up to 2 a in b as c where d, together:\n  stop\nstop", n.Choose,
         ["may choose up to 2 a in b as c where d, together:\n  stop"]),
        ("may choose up to 2 a in b as c where d, together:\n  stop", n.Head,
         ["up to 2 a in b as c where d, together"]),
        ("choose (n) a in b, asking c then stop", n.Head, ["(n) a in b, asking c"]),
        ("choose 1 a in b as c where d then stop", n.Where, ["b as c where d"]),
        ("choose one:\n  option a:\n    stop\n  option b then x = 1\n\n\nstop", n.MenuOption,
         ["option a:\n    stop", "option b then x = 1"]),
        ("if a:\n  stop\nelse if b:\n  x = (1)  # c\nstop", n.If,
         ["if a:\n  stop\nelse if b:\n  x = (1)", "if b:\n  x = (1)"]),
        ("let a = not b", n.Let, ["let a = not b"]),
        ("let a = not b", n.Not, ["not b"]),
        ("x = if a then b else (c)", n.IfValue, ["if a then b else (c)"]),
        ("x = sum(a each -b)", n.Each, ["a each -b"]),
        ("repeat while can pay(1) then stop", n.Can, ["can pay(1)"]),
        ("\n# c\nstop\n\n", n.Effect, ["stop"]),
    ],
)  # fmt: skip
def test_places(text: str, kind: type[n.Node], words: list[str]) -> None:
    found = [node for node in every(good(text, "effect")) if type(node) is kind]
    assert [text[node.start : node.end] for node in found] == words


def test_places_of_names() -> None:
    tree = good("choose 2 dice in roll_all(pool) then stop", "effect")
    (head,) = (node for node in every(tree) if isinstance(node, n.Head))
    (call,) = (node for node in every(tree) if isinstance(node, n.Call))
    assert (head.noun_start, call.start, call.name_end) == (9, 17, 25)


def test_problems_stand_in_the_file() -> None:
    file = SourceFile.of("a.yaml", "do: |\n  stop\n  hit(a b)\n")
    text = EffectText("stop\nhit(a b)\n", Span(file, 8, 24), lambda at: at + 8 + (2 if at > 4 else 0))
    problems = Problems()
    parse(text, "effect", problems)
    (problem,) = problems.found
    assert (str(problem.span), said(problem)) == ("a.yaml:3:9", "b")


# --- mistakes ----------------------------------------------------------------------------------

STATEMENT_OR_BLOCK = "`then` and one statement, or `:` and an indented block"
NOTHING = ""

# text, code, the words it is about, a part of what was expected, a part of the hint
SLIPS: list[tuple[str, str, str, str, str]] = [
    # misspelt
    ("choos 1 die in pool then stop", "D403", "choos", NOTHING, "did you mean `choose`?"),
    ("choose 1 die in pool were not used then stop", "D403", "were", "`where`", "did you mean `where`?"),
    ("choose upto 2 spaces in s then stop", "D403", "upto", "`up to` or `any number of`", "`up to`?"),
    ("choose 2 dice in pool, one at time:\n  stop", "D403", "one at time",
     "`having`, `together`, `asking`, `one at a time`, `at random` or `chosen by`", "`one at a time`?"),
    ("choose one:\n  opton rest then stop", "D403", "opton", "`option`", "did you mean `option`?"),
    ("choose one:\n  option a then stop\n  optin rest then stop", "D403", "optin", NOTHING, "`option`?"),
    ("mey choose 1 die in pool then stop", "D403", "mey", NOTHING, "did you mean `may`?"),
    ("x = sum(used ech cells)", "D403", "ech", "`each`", "did you mean `each`?"),
    ("repeat 3 time then stop", "D403", "time", "`times`", "did you mean `times`?"),
    ("if a:\n  stop\nesle:\n  stop", "D403", "esle", NOTHING, "did you mean `else`?"),
    ("x = a / 2 rounded dwon", "D407", "/ 2", "`rounded down`", "`/ 2 rounded down`"),
    ("while a:\n  stop", "D403", "while", "a statement", "did you mean `repeat while`?"),
    ("pick 1 die in pool then stop", "D403", "pick", NOTHING, "did you mean `choose`?"),
    ("if a is b then stop", "D403", "is", "an operator", "did you mean `==`?"),
    # then and :
    ("choose 2 spaces in s where p\n  hit(it)", "D403", "p", STATEMENT_OR_BLOCK, "end the line with `:`"),
    ("choose 2 spaces in s where p", "D403", "p", STATEMENT_OR_BLOCK, NOTHING),
    ("for r in rivals lose(r, 1)", "D403", "lose", STATEMENT_OR_BLOCK, NOTHING),
    ("choose one\n  option a then stop", "D403", "one", "`:` and an indented block", "with `:`"),
    ("if a: stop", "D403", "stop", "the end of the line", "a colon ends the line"),
    ("if a then x = 1 else:\n  stop", "D403", ":", "a statement of one line", "a colon ends the line"),
    ("x = if a then b", "D403", "b", "`else`", NOTHING),
    ("if a then stop\nelse:\n  stop", "D403", "else", "a statement", "`else` follows a block"),
    ("option a then stop", "D403", "option", "a statement", "below `choose one:`"),
    ("choose one space in s then stop", "D403", "space", NOTHING, "`choose 1 …`"),
    # = and ==
    ("if x = wounded then stop", "D408", "=", "`==`", "`==`"),
    ("x = any(s where kind = magic)", "D408", "=", "`==`", "`==`"),
    ("let x == 3", "D408", "==", "`=`", "a value is set with `=`"),
    ("x == 3", "D408", "==", "`=`", "a value is set with `=`"),
    ("if a < b < c then stop", "D408", "<", NOTHING, "`a < b and b < c`"),
    # division
    ("x = count(y) / 3", "D407", "/ 3", "`rounded down` or `rounded up`", "`/ 3 rounded down`"),
    ("x = a / 3 + 1", "D407", "/ 3", "`rounded down` or `rounded up`", "`/ 3 rounded down`"),
    # parentheses
    ("hit(it", "D404", "(", "`)`", NOTHING),
    ("if count(x then stop", "D404", "(", "`)`", NOTHING),
    ("x = a + b)", "D404", ")", NOTHING, "leave it out"),
    ("x = ()", "D403", ")", "a value", NOTHING),
    # as, arguments, methods, clauses
    ("choose 1 x in y where a as b then stop", "D409", "as", NOTHING, "`as b where …`"),
    ("move(it to supply)", "D403", "to", NOTHING, "`, to=…`"),
    ("x = foe.reach(3)", "D403", "(", NOTHING, "`reach(foe, …)`"),
    ("choose 1 a in b, together, together then stop", "D412", "together", "once", NOTHING),
    ("hit(a b)", "D403", "b", "`as`, `where`, `each`, `)`, `,` or an operator", NOTHING),
    # signs
    ("if a && b then stop", "D406", "&&", NOTHING, "write `and`"),
    ("if a || b then stop", "D406", "||", NOTHING, "write `or`"),
    ("if !a then stop", "D406", "!", NOTHING, "write `not`"),
    ("if a <> b then stop", "D406", "<>", NOTHING, "write `!=`"),
    ("x := 3", "D406", ":=", NOTHING, "write `=`"),
    ("x++", "D406", "++", NOTHING, "write `+= 1`"),
    ("x = [a, b]", "D406", "[", NOTHING, "a list is written in parentheses"),
    ("if a {", "D406", "{", NOTHING, "a block is an indented line"),
    ('x = "red"', "D406", '"', NOTHING, "there are no quotes"),
    ("hit(it);", "D406", ";", NOTHING, "one statement a line"),
    ("x = \u00e9", "D406", "\u00e9", NOTHING, "a to z"),
    ("Stop", "D406", "Stop", NOTHING, "did you mean `stop`?"),
    ("x = Red", "D406", "Red", NOTHING, "lower case: `red`"),
    ("x =\t3", "D406", "\t", "blanks", NOTHING),
    # numbers and places
    ("x = 1.5", "D413", "1.5", NOTHING, "numbers are whole"),
    ("x = 2nd", "D413", "2nd", NOTHING, "a name begins with a letter"),
    ("x = 9007199254740993", "D413", "9007199254740993", "at most", NOTHING),
    ("x = " + "9" * 5000, "D413", "9" * 5000, "at most", NOTHING),
    ("3 = x", "D411", "3", "state, such as `my coins` or `card.charge`", NOTHING),
    ("hit(x) += 1", "D411", "hit(x)", "state, such as `my coins` or `card.charge`", NOTHING),
    # reserved
    ("let each = 3", "D410", "each", "a name", "`each_`"),
    ("for it in s then stop", "D410", "it", "a name", "`it_`"),
    ("x = a.option", "D410", "option", "a name", "`option_`"),
    ("hit(where=3)", "D410", "where", "a name", "`where_`"),
    # lines
    ("if a:\nstop", "D405", ":", "an indented line", NOTHING),
    ("if a:", "D405", ":", "an indented line", NOTHING),
    ("hit(a)\n  hit(b)", "D405", "hit", NOTHING, "end the line above with `:`"),
    ("if a:\n    hit(a)\n  hit(b)", "D405", "  ", "0 blanks or 4", NOTHING),
    ("if a:\n\thit(a)", "D405", "\t", "blanks", NOTHING),
    ("  stop", "D405", "stop", "no blanks", NOTHING),
    ("3", "D403", "3", "`=`", NOTHING),
    # limits
    ("", "D401", "", "a statement", NOTHING),
    ("# nothing\n", "D401", "# nothing\n", "a statement", NOTHING),
    ("x = " + "(" * 33 + "1" + ")" * 33, "D402", "(", NOTHING, "`let`"),
]  # fmt: skip


# Words of other languages, and of English: text, the words it is about, all that is hinted or a part of it
PHRASES = [
    ("for each card in my hand:\n  gain(1)", "each", "leave out `each`: `for card in …`"),
    ("for every card in my hand then gain(1)", "every", "leave out `every`"),
    ("for i in 1 to 3 then gain(i)", "1 to 3", "`1..3`"),
    ("each seat gain(1)", "each seat", "`for who in seats:`"),
    ("my coins =+ 1", "=+", "written with `+=`"),
    ("my.coins += 1", "my.", "write `my coins`, without a dot"),
    ("set my coins = 3", "set", "leave out `set`: state is set as in `my coins = …`"),
    ("let my coins = 3", "let", "state is set without it: `my coins = …`"),
    ("if my favourite not red then gain(1)", "not", "asked for by `!= red`"),
    ("if my favourite is not red then gain(1)", "is not", "write `!=`"),
    ("if deck is empty then gain(1)", "is empty", "`none(deck)`"),
    ("if my hand is not empty then gain(1)", "is not empty", "`any(my hand)`"),
    ("if not any my hand then gain(1)", "any my hand", "stands in parentheses: `any(my hand)`"),
    ("if wind between 1 and 3 then gain(1)", "between", "`in 1..3`"),
    ("if wind ≥ 3 then gain(1)", "≥", "write `>=`"),
    ("if wind ≠ 3 then gain(1)", "≠", "write `!=`"),
    ("my coins += wind > 3 ? 1 : 0", "?", "`if … then … else …`"),
    ("my coins = 1 if wind > 3 else 0", "if wind > 3 else 0", "the test stands first"),
    ("gain(1) gain(2)", "gain", "one statement stands in a line"),
    ("my coins += 1 my coins += 2", "my", "one statement stands in a line"),
    ("gain(1), gain(2)", ",", "one statement stands in a line"),
    ("gain(1) and gain(2)", "and", "one statement stands in a line"),
    ("best-face()", "best-face", "a name has no `-`: `best_face`"),
    ("draw 1 card from deck", "1", "stands in parentheses: `draw(…)`"),
    ("repeat my coins times:\n  gain(1)", "my coins", "`repeat (my coins) times`"),
    ("repeat 3:\n  gain(1)", ":", "write `repeat 3 times`"),
    ("repeat 3 then gain(1)", "then", "write `repeat 3 times`"),
    (
        "choose 1 card in my hand at random:\n  gain(1)",
        "at random",
        "a comma stands before it",
    ),
    ("choose 2 cards in my hand together:\n  gain(1)", "together", "a comma stands before it"),
    ("choose 1 card in my hand asking what:\n  gain(1)", "asking", "a comma stands before it"),
    ("choose 1 card in my hand, by left_of(me):\n  gain(1)", "by", "who chooses is said by `chosen by`"),
    ("choose exactly 2 cards in my hand:\n  gain(1)", "exactly", "a number means just so many"),
    ("choose at most 2 cards in my hand:\n  gain(1)", "at most", "write `up to`"),
    ("choose at least 2 cards in my hand:\n  gain(1)", "at least", "`, having count(it) >= 2, together`"),
    ("choose all cards in my hand:\n  gain(1)", "all", "nobody chooses: `for x in my hand`"),
    ("choose any cards in my hand:\n  gain(1)", "any", "write `any number of cards`"),
    ("choose any card in my hand:\n  gain(1)", "any", "write `choose 1 card in my hand`"),
    ("choose n cards in my hand then gain(1)", "n", "`choose (n) cards in …`"),
    (
        "choose up to my coins cards in my hand then gain(1)",
        "my coins",
        "`choose up to (my coins) cards in …`",
    ),
    ("choose 1 card from my hand then gain(1)", "from", "write `in`"),
    ("choose a card from my hand then gain(1)", "a", "write `choose 1 card in my hand`"),
    ("choose 1 card in my hand if cost > 2 then gain(1)", "if", "said by `where`"),
    ("may gain(1)", "may", "`may` stands before `choose`"),
    ("if calm then gain(1) else if calm then gain(2)", "if", "in blocks it is `else if …:`"),
    ("if calm:\n  gain(1)\nelse then gain(2)", "then", "in blocks it is `else if …:` and `else:`"),
    ("choose one:\n  option a then gain(1)\nelse:\n  gain(2)", "else", "a menu has no `else`"),
]


@pytest.mark.parametrize(("text", "words", "hint"), PHRASES)
def test_what_is_said_in_other_words_is_understood(text: str, words: str, hint: str) -> None:
    (problem,) = bad(text)
    assert (problem.code[:2], said(problem)) == ("D4", words)
    assert hint in (problem.hint or "")


@pytest.mark.parametrize(("text", "code", "words", "expected", "hint"), SLIPS)
def test_slips(text: str, code: str, words: str, expected: str, hint: str) -> None:
    (problem,) = bad(text)
    assert (problem.code, said(problem)) == (code, words)
    assert expected in (problem.expected or "")
    assert hint in (problem.hint or "")
    assert problem.message[0].islower() or problem.message[0] == "`"
    assert not problem.message.endswith(".")


@pytest.mark.parametrize(
    ("start", "text", "code", "words", "hint"),
    [
        ("formula", "stop", "D403", "stop", "statements stand under `do:`"),
        ("formula", "choose 1 a in b then stop", "D403", "choose", "statements stand under `do:`"),
        ("formula", "a = b", "D408", "=", "`==`"),
        ("formula", "let a = 3", "D403", "3", ""),
        ("formula", "a\nb", "D403", "b", ""),
        ("pattern", "defeat(this", "D404", "(", ""),
        ("pattern", "may defeat(this)", "D403", "may", "a name with its arguments"),
        ("target", "space in mine", "D403", "space", ""),
        ("target", "choose 1 space in mine", "D403", "choose", "what is chosen"),
    ],
)
def test_slips_of_other_starts(start: Start, text: str, code: str, words: str, hint: str) -> None:
    (problem,) = bad(text, start)
    assert (problem.code, said(problem)) == (code, words)
    assert hint in (problem.hint or "")


@pytest.mark.parametrize(
    ("start", "text", "hint"),
    [
        ("effect", "choose 1 charm my hand then stop", "as in `choose 1 card in hand then take(it)`"),
        ("effect", "if calm stop", "as in `if count(hand) > 3 then stop`"),
        ("effect", "if calm:\n  for x hand then stop", "as in `for card in hand then take(card)`"),
        ("effect", "choose one:\n  rest then stop", "as in `option rest then stop`"),
        (
            "effect",
            "choose one, asking deed stop",
            f"as in {sample.MENU}",
        ),
        ("effect", "draw(deck 1)", "as in `draw(deck, 2, to=hand)`"),
        ("effect", "my coins + 1", "as in `n = count(hand) + 1`"),
        ("formula", "if calm then 2", "as in `if n > 3 then 1 else 0`"),
        ("formula", "2 3", "as in `count(hand where cost > 2) + 1`"),
        ("target", "space in mine", "as in `1 card in hand where cost > 2`"),
    ],
)
def test_what_does_not_fit_is_shown_a_small_example(start: Start, text: str, hint: str) -> None:
    assert [problem.hint for problem in bad(text, start)] == [hint]


def test_the_small_examples_are_correct() -> None:
    for word, text in sample.SAMPLES.items():
        good(text if word != "option" else f"choose one:\n  {text}", "effect")
    for word, text in sample.VALUES.items():
        good(text if word != "let" else f"{text}\nn", "formula")
    good(sample.TARGET, "target")
    good(sample.PATTERN, "pattern")


def test_messages_in_full() -> None:
    (problem,) = bad("x = 3 4")
    assert problem.message == "`4` does not fit here"
    assert problem.expected == "`as`, `where`, `each`, an operator or the end of the line"
    (problem,) = bad("stop\nx =\nstop")
    assert (problem.message, problem.expected) == ("the line ends after `=`", "a value")
    (problem,) = bad("hit(it\nchoose 1 a in b then stop")
    assert (problem.message, problem.span.line, problem.span.column) == ("this `(` is never closed", 1, 4)
    assert [(about, span.line) for about, span in problem.related] == [("read up to `choose`", 2)]


@pytest.mark.parametrize(
    ("text", "places"),
    [
        # three mistakes are three, and what stands between is not blamed
        ("choos 1 die in pool:\n  hit(it)\n  if x = 3 then stop\nhit(it)\nhit(a b)",
         [(1, "choos"), (3, "="), (5, "b")]),
        ("choose 1 die in pool\n  x = = 3\nelse:\n  y = 1 2", [(1, "pool"), (2, "="), (4, "2")]),
        ("choose one:\n  option a then x y\n  option b if c = d then stop\n  option c:\n    hit(it",
         [(2, "y"), (3, "="), (5, "(")]),
        ("choose one:\n  opton a:\n    hit(it)\n  option b then stop\nstop stop",
         [(2, "opton"), (5, "stop")]),
        # wrong indentation is told once
        ("if a:\n    hit(a)\n  hit(b)\n  hit(c)\nx = 3 4", [(3, "  "), (5, "4")]),
        ("hit(it\nhit(that)\nx = 3 4", [(1, "("), (3, "4")]),
        ("hit(a,\n  b c)\nx = 3 4", [(2, "c"), (3, "4")]),
        ("hit(a)\n  hit(b)\n  hit(c c)\nx = 3 4", [(2, "hit"), (3, "c"), (4, "4")]),
        ("if a:\n  stop\nesle:\n  x = 3 4", [(3, "esle"), (4, "4")]),
        ("3 = x\nx = 1.5\nx = a / 2", [(1, "3"), (2, "1.5"), (3, "/ 2")]),
    ],
)  # fmt: skip
def test_recovery(text: str, places: list[tuple[int, str]]) -> None:
    assert [(problem.span.line, said(problem)) for problem in bad(text)] == places


def test_recovery_in_formulas() -> None:
    found = bad("let a = = 3\nlet b = 3 3\na b", "formula")
    assert [problem.span.line for problem in found] == [1, 2, 3]


def test_mistakes_have_an_end() -> None:
    assert len(bad("x = = 1\n" * 100)) == 20


# --- limits ------------------------------------------------------------------------------------


def test_size() -> None:
    assert good("stop  # " + "x" * 8184, "effect")
    (problem,) = bad("stop  # " + "x" * 8185)
    assert (problem.code, problem.expected) == ("D402", "at most 8192")
    (problem,) = bad("stop  # " + "\u00e9" * 4095)
    assert problem.code == "D402"


def test_depth() -> None:
    assert good("x = " + "(" * 32 + "1" + ")" * 32, "effect")
    for text in ("1" + " + 1" * 1000, "not " * 1000 + "a", "a" + ".b" * 1000):
        (problem,) = bad("x = " + text)
        assert problem.code == "D402"
    blocks = "".join("  " * depth + "if a:\n" for depth in range(40)) + "  " * 40 + "stop"
    assert {problem.code for problem in bad(blocks)} == {"D402"}
    chain = "if a:\n  stop\n" + "else if a:\n  stop\n" * 300
    assert [problem.code for problem in bad(chain)] == ["D402"]


def test_every_reserved_word_is_one_everywhere() -> None:
    assert len(RESERVED) == len(KEYWORDS) == 31
    for word in RESERVED:
        for text in (f"let {word} = 3", f"x = a.{word}", f"choose 1 {word} in s then stop"):
            assert bad(text), text


def test_tables_of_the_grammar_are_kept_and_never_trusted_blindly(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "caches"))
    kept = tmp_path / "caches" / "rulewright" / "effect_language.tables"
    text = plain_text("choose 1 charm in my hand then gain(1)")
    trees = []
    for before in (None, None, b"", b"nonsense", kept):
        if isinstance(before, bytes):
            kept.write_bytes(before)
        elif before is not None:
            kept.write_bytes(kept.read_bytes()[:1000])
        _parser.cache_clear()
        trees.append(parse(text, "effect", Problems()))
    assert kept.exists() and trees[0] is not None
    assert all(tree == trees[0] for tree in trees)
    monkeypatch.setenv("XDG_CACHE_HOME", str(kept))  # a file is no place
    _parser.cache_clear()
    assert parse(text, "effect", Problems()) == trees[0]
    _parser.cache_clear()
