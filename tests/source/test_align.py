"""Every character of a scalar's value is found again in the file, in every style."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulewright.source import reader
from rulewright.source.diagnostics import Problems
from rulewright.source.text import SourceFile
from rulewright.source.tree import Mapping, Scalar

WORD = st.text(alphabet="abz09'\"\\().,;é😀\u00a0", min_size=1, max_size=6).filter(
    lambda w: w[0] in "abz09é😀"
)
LINE = st.lists(WORD, min_size=1, max_size=4).map(" ".join)
LINES = st.lists(st.one_of(LINE, LINE, st.just("")), min_size=1, max_size=5).filter(
    lambda lines: bool(lines[0])
)
STYLES = ["plain", "single", "double", "literal", "folded"]


def written(style: str, lines: list[str], indent: int) -> str:
    pad = " " * indent
    if style in ("literal", "folded"):
        return ("|" if style == "literal" else ">") + "  # why\n" + "\n".join(pad + line for line in lines)
    body = ("\n" + pad).join(lines).rstrip() if style == "plain" else ("\n" + pad).join(lines)
    if style == "single":
        return "'" + body.replace("'", "''") + "'"
    if style == "double":
        escaped = body.replace("\\", "\\\\").replace('"', '\\"').replace("é", "\\u00e9").replace("z", "\\x7a")
        return '"' + escaped.replace("9", "9\\\n   ") + '"'
    return body


def shown(file: SourceFile, character: str, at: int) -> bool:
    raw = file.text[at]
    if character.isspace() and character != "\u00a0":
        return raw in " \r\n"
    return raw in (character, "\\")


@settings(max_examples=300, deadline=None)
@given(
    st.sampled_from(STYLES), LINES, st.integers(2, 5), st.sampled_from(["\n", "\r\n", "\r"]), st.booleans()
)
def test_every_character_is_found(style: str, lines: list[str], indent: int, ends: str, deep: bool) -> None:
    lead = "k:\n - x: " if deep else "x: "
    text = (lead + written(style, lines, indent + 2) + "\ny: 1\n").replace("\n", ends)
    file = SourceFile.of("a", "# é😀" + ends + text)
    problems = Problems()
    tree = reader.parse_yaml(file, problems)
    assert problems.found == [], text
    scalar = first_scalar(tree)
    assert scalar.style == style
    cooked = scalar.text.text
    places = [scalar.text.locate(offset) for offset in range(len(cooked))]
    assert places == sorted(places)
    assert len(set(places)) == len(places) or style == "folded"
    assert [c for c, at in zip(cooked, places, strict=True) if not shown(file, c, at)] == []
    assert places[0] >= scalar.span.start
    assert scalar.text.locate(len(cooked)) >= places[-1]


def first_scalar(tree: object) -> Scalar:
    while not isinstance(tree, Scalar):
        assert tree is not None
        # a list or a mapping
        tree = next(iter(tree.items.values())) if isinstance(tree, Mapping) else tree.items[0]  # type: ignore[attr-defined]
    return tree


# A scalar, a part of its value, line and column of that part.
CASES = [
    ("'it''s X'", "X", 1, 11),
    ('"a \\\n   X"', "X", 2, 4),
    ('"a\\tb\\nX"', "X", 1, 11),
    ('"a\\n\n\n  X"', "X", 3, 3),
    ('"a\\\n\n  X"', "X", 3, 3),
    ('"\\U0001F600X"', "X", 1, 15),
    ("a\n\n  b\n  X", "X", 4, 3),
    ("|2-\n   a\n  X", "X", 3, 3),
    ("|+\n\n  a\n\n  X\n\n", "X", 5, 3),
    (">\n  a\n   b\n\n  X", "X", 5, 3),
    (">-\n\n  a b\n  X", "X", 4, 3),
    ("|\n  a\n    X", "  X", 3, 3),
]


@pytest.mark.parametrize(("scalar", "part", "line", "column"), CASES)
def test_hand_written_places(scalar: str, part: str, line: int, column: int) -> None:
    for ends in ("\n", "\r\n"):
        file = SourceFile.of("a", f"k: {scalar}\n".replace("\n", ends))
        tree = reader.parse_yaml(file, Problems())
        text = first_scalar(tree).text
        at = text.text.index(part)
        span = text.at(at, at + len(part))
        assert (span.line, span.column, span.end - span.start) == (line, column, len(part))


def test_nothing_is_computed_before_a_place_is_asked_for() -> None:
    tree = reader.parse_yaml(SourceFile.of("a", "k: draw"), Problems())
    locate = first_scalar(tree).text.locate
    assert locate.places is None  # type: ignore[attr-defined]  # an Aligner
    assert locate(2) == 5
