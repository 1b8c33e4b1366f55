"""Suggestions, codes and the text of a problem."""

from __future__ import annotations

import re

import pytest

from rulewright.source.diagnostics import ContentError, Diagnostic, Problems
from rulewright.source.render import LINE_WIDTH, render
from rulewright.source.suggest import did_you_mean
from rulewright.source.text import SourceFile, Span

SLIPS = [
    ("hnad", ["hand", "head", "deck"], "did you mean 'hand'?"),
    ("Hand", ["hand"], "did you mean 'hand'?"),
    ("draw-pile", ["draw_pile"], "did you mean 'draw_pile'?"),
    ("pv", ["vp", "deck"], "did you mean 'vp'?"),
    ("sentinel_forest", ["forest_sentinel", "temple_sentinel"], "did you mean 'forest_sentinel'?"),
    ("cart", ["card", "cast", "care", "carp"], "did you mean 'card', 'care' or 'carp'?"),
    ("x", ["a", "b"], None),
    ("victory_points", ["vp"], None),
    ("hand", ["hand"], None),
    ("", ["a"], None),
]


@pytest.mark.parametrize(("name", "candidates", "hint"), SLIPS)
def test_a_slip_is_recognised(name: str, candidates: list[str], hint: str | None) -> None:
    assert did_you_mean(name, candidates) == hint


def place(text: str, part: str) -> Span:
    start = text.index(part)
    return Span(SourceFile.of("cards/cellar.yaml", text), start, start + len(part))


def test_a_problem_is_shown_with_its_line() -> None:
    text = "cellar:\n  do: discard 1 card from hnad.\n"
    related = (("first written here", place(text, "cellar")),)
    diagnostic = Diagnostic(
        "S201", "unknown zone 'hnad'", place(text, "hnad"), "a zone", "did you mean 'hand'?", "error", related
    )
    assert render(diagnostic).split("\n") == [
        "cards/cellar.yaml:2:27: error[S201]: unknown zone 'hnad'",
        "    do: discard 1 card from hnad.",
        "                            ^^^^",
        "  expected: a zone",
        "  hint: did you mean 'hand'?",
        "  cards/cellar.yaml:1:1: first written here",
    ]


LINES = [
    ("a\tb X", "    a    b X", "           ^"),
    ("漢字 X", "    漢字 X", "         ^"),
    ("e\u0301 X", "    e\u0301 X", "      ^"),
    ("a\x1b X", "    a\\u001b X", "            ^"),
    ("X\nb", "    X", "    ^"),
]


@pytest.mark.parametrize(("text", "line", "carets"), LINES)
def test_the_caret_stands_below_its_character(text: str, line: str, carets: str) -> None:
    _, shown, below = render(Diagnostic("Y104", "m", place(text, "X"))).split("\n")
    assert (shown, below) == (line, carets)


def test_a_long_line_is_cut_around_the_caret() -> None:
    text = "a" * 500 + "XYZ" + "b" * 500
    _, shown, below = render(Diagnostic("Y104", "m", place(text, "XYZ"))).split("\n")
    assert len(shown) <= LINE_WIDTH + 6
    assert shown[below.index("^") : below.rindex("^") + 1] == "XYZ"
    _, shown, below = render(Diagnostic("Y104", "m", place(text, text))).split("\n")
    assert len(below) <= len(shown) <= LINE_WIDTH + 6


def test_a_span_over_lines_and_at_the_end_is_shown_on_its_first_line() -> None:
    file = SourceFile.of("a", "ab\ncd")
    assert render(Diagnostic("Y104", "m", Span(file, 1, 5))).split("\n")[1:] == ["    ab", "     ^"]
    assert render(Diagnostic("Y104", "m", Span(file, 5, 5))).split("\n")[1:] == ["    cd", "      ^"]
    assert render(Diagnostic("Y104", "m", Span(SourceFile.of("a", ""), 0, 0))) == "a:1:1: error[Y104]: m"


def test_colour_changes_nothing_but_colour() -> None:
    diagnostic = Diagnostic("Y104", "m", place("a X", "X"), "e", "h")
    assert re.sub(r"\x1b\[[0-9;]*m", "", render(diagnostic, colour=True)) == render(diagnostic)


def test_no_control_character_of_a_message_is_shown() -> None:
    assert render(Diagnostic("Y104", "a\x1b\u202eb", place("X", "X"))).startswith(
        "cards/cellar.yaml:1:1: error[Y104]: a\\u001b\\u202eb"
    )


def test_problems_are_raised_in_order_of_place() -> None:
    problems = Problems()
    problems.warning("S201", "late", place("a X", "X"))
    problems.check()
    problems.error("S201", "early", place("a X", "a"))
    with pytest.raises(ContentError) as caught:
        problems.check()
    assert [d.message for d in caught.value.diagnostics] == ["early", "late"]


def test_an_unknown_code_is_our_mistake() -> None:
    with pytest.raises(AssertionError, match="Z999"):
        Problems().error("Z999", "m")
