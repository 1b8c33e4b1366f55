"""The one way to write effect text: spaces, indentation, comments, and the same tree before and after."""

from __future__ import annotations

import pytest

from rulewright.dsl.format import format_text


@pytest.mark.parametrize(
    ("written", "formed"),
    [
        ("gain( 1 )", "gain(1)"),
        ("gain (1)", "gain(1)"),
        ("my   coins+=1", "my coins += 1"),
        ("me.coins = me.coins.most", "my coins = my coins.most"),
        ("let x=007", "let x = 7"),
        ("draw(deck,1,to = my hand)", "draw(deck, 1, to=my hand)"),
        ("my n = ( - 1 )*-2", "my n = (-1) * -2"),
        ("my n = a -b- 1", "my n = a - b - 1"),
        ("let r = 1 .. 6", "let r = 1..6"),
        ("if not(a) then stop", "if not (a) then stop"),
        ("if a==b then x . y = c", "if a == b then x.y = c"),
        ("choose up  to 2 charms in my hand , at   random then move( it , to =deck )",
         "choose up to 2 charms in my hand, at random then move(it, to=deck)"),
        ("choose up to(n) charms in x :\n    f(it)", "choose up to (n) charms in x:\n  f(it)"),
        ("my n = 7/2 rounded   down", "my n = 7 / 2 rounded down"),
        ("for p in (a,b) then f(p)   ", "for p in (a, b) then f(p)"),
        ("\nf()\n\n\n\ng()\n\n", "f()\n\ng()"),
        ("if a:\n      f()\n      if b:\n       g()\nelse:\n   h()",
         "if a:\n  f()\n  if b:\n    g()\nelse:\n  h()"),
        ("my n = (1+\n2)", "my n = (1 +\n  2)"),
        ("f(\n a,\n    (b +\n c\n)\n)", "f(\n  a,\n  (b +\n    c\n  )\n)"),
        ("#one\nif a:     #two\n    #three\n    f()\n    # four\n# five",
         "# one\nif a:     # two\n  # three\n  f()\n  # four\n# five"),
        ("f()# close", "f()  # close"),
        ("f(a,      # kept where it is\n  b)", "f(a,      # kept where it is\n  b)"),
        ("f(a,\n      # a line\n  b)", "f(a,\n  # a line\n  b)"),
        ("1 card  in hand where cost>-1", "1 card in hand where cost > -1"),
        ("hit( space , kind )", "hit(space, kind)"),
        ("count(x where n in 1..3 and-n<2)", "count(x where n in 1..3 and -n < 2)"),
    ],
)  # fmt: skip
def test_text_is_formed(written: str, formed: str) -> None:
    assert format_text(written) == formed
    assert format_text(formed) == formed


@pytest.mark.parametrize("text", ["", "if a  f()", "f((1)", "f(1))", "if a:\n   f()\n  g()", "x  ??  y"])
def test_what_does_not_parse_is_left_alone(text: str) -> None:
    assert format_text(text) == text
