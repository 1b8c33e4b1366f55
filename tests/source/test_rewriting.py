"""Values are changed where they stand; what was not changed keeps its text, layout and comments."""

from __future__ import annotations

from textwrap import dedent
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulewright.source.diagnostics import Problems
from rulewright.source.edits import Edited, edited
from rulewright.source.reader import parse_yaml
from rulewright.source.rewrite import Changes, New, Put, changed, written
from rulewright.source.text import SourceFile, Span, plain_text
from rulewright.source.tree import Mapping, plain

ORDER = ["like", "worth", "tint", "says", "cells", "abilities"]


def read(text: str) -> Mapping:
    problems = Problems()
    tree = parse_yaml(SourceFile.of("cards.yaml", text), problems)
    assert isinstance(tree, Mapping), (text, problems.found)
    return tree


def rewritten(text: str, changes: Changes) -> Edited:
    tree = read(text)
    return edited(tree.span.file, changed(tree, changes, ORDER))


CARDS = """\
# a file
card:
  # two of a sort
  ruby: {worth: 3, tint: red}    # the dear one
  jade:
    worth: 2                     # the cheap one
    says: 'it''s green'
    cells: [[0, 0],
            [0, 1]]
    # what it does
    abilities:
      # when
      glow: {after: take(this)}  # each time
  opal: {worth: 1}
"""

CASES: dict[str, tuple[Changes, list[tuple[str, str]]]] = {
    "a value in braces": (
        {"card": {"ruby": {"worth": Put("4")}}},
        [("worth: 3", "worth: 4")],
    ),
    "a value with a comment behind it": (
        {"card": {"jade": {"worth": Put("12")}}},
        [("worth: 2 ", "worth: 12 ")],
    ),
    "a text that needs quotes": (
        {"card": {"jade": {"says": Put("it's: # or not", "text")}}},
        [("'it''s green'", '"it\'s: # or not"')],
    ),
    "a number where text is due": (
        {"card": {"ruby": {"says": Put("12", "text")}}},
        [("tint: red}", "tint: red, says: '12'}")],
    ),
    "a comma inside braces": (
        {"card": {"ruby": {"says": Put("red, dear", "text")}}},
        [("tint: red}", "tint: red, says: 'red, dear'}")],
    ),
    "a new key before all others": (
        {"card": {"opal": {"like": Put("gem")}, "jade": {"like": Put("gem")}}},
        [("{worth: 1}", "{like: gem, worth: 1}"), ("    worth: 2 ", "    like: gem\n    worth: 2 ")],
    ),
    "a new key between others": (
        {"card": {"jade": {"tint": Put("green")}}},
        [("the cheap one\n", "the cheap one\n    tint: green\n")],
    ),
    "keys that go": (
        {"card": {"ruby": {"worth": None}, "jade": {"cells": None}, "opal": {"worth": None}}},
        [("worth: 3, ", ""), ("    cells: [[0, 0],\n            [0, 1]]\n", ""), ("{worth: 1}", "{}")],
    ),
    "one goes and another comes": (
        {"card": {"ruby": {"tint": None, "says": Put("hi", "text")}}},
        [(", tint: red", ", says: hi")],
    ),
    "a text of several lines": (
        {"card": {"jade": {"worth": Put("if a:\n  b()\nelse:\n  c()")}}},
        [
            (
                "2                     # the cheap one",
                "|                     # the cheap one\n      if a:\n        b()\n      else:\n        c()",
            )
        ],
    ),
    "several lines inside braces": (
        {"card": {"ruby": {"tint": Put("one\ntwo"), "like": Put("gem")}}},
        [
            (
                " {worth: 3, tint: red}    # the dear one",
                "    # the dear one\n    worth: 3\n    tint: |\n      one\n      two\n    like: gem",
            )
        ],
    ),
    "a block in place of a block": (
        {"card": {"jade": {"abilities": Put("glow:\n  do: x()\nfade: {do: y()}", "block")}}},
        [
            (
                "glow: {after: take(this)}  # each time",
                "# each time\n      glow:\n        do: x()\n      fade: {do: y()}",
            )
        ],
    ),
    "a new block": (
        {"card": {"opal": {"abilities": Put("glow: {do: 'x(1, 2)'}", "block")}}},
        [(" {worth: 1}", "\n    worth: 1\n    abilities:\n      glow: {do: 'x(1, 2)'}")],
    ),
    "an entry that goes": (
        {"card": {"opal": None, "ruby": None}},
        [("  opal: {worth: 1}\n", ""), ("  ruby: {worth: 3, tint: red}    # the dear one\n", "")],
    ),
    "a new entry": (
        {"card": {"onyx": New({"worth": Put("5"), "nw": New({"on": Put("[1, 2]", "flow")})})}},
        [("{worth: 1}\n", "{worth: 1}\n  onyx: {worth: 5, nw: {on: [1, 2]}}\n")],
    ),
    "a new kind": (
        {"die": New({"white": New({"copies": Put("2")})}, roomy=True)},
        [("{worth: 1}\n", "{worth: 1}\ndie:\n  white: {copies: 2}\n")],
    ),
}  # fmt: skip


@pytest.mark.parametrize("newline", ["\n", "\r\n"], ids=["lf", "crlf"])
@pytest.mark.parametrize("name", CASES)
def test_only_what_is_meant_changes(name: str, newline: str) -> None:
    changes, replacements = CASES[name]
    expected = CARDS
    for old, new in replacements:
        assert expected.count(old) == 1, old
        expected = expected.replace(old, new)
    found = rewritten(CARDS.replace("\n", newline), changes)
    assert found.after.text == expected.replace("\n", newline)
    read(found.after.text)


def test_without_changes_nothing_changes() -> None:
    assert rewritten(CARDS, {"card": {"ruby": {}}}).after.text == CARDS


@pytest.mark.parametrize("end", ["", "\n", "\n\n"])
def test_the_end_of_the_file_stays(end: str) -> None:
    text = "card:\n  ruby: {worth: 3}\n  opal: {worth: 1}" + end
    added = rewritten(text, {"card": {"onyx": New({"worth": Put("5")})}}).after.text
    assert added == f"card:\n  ruby: {{worth: 3}}\n  opal: {{worth: 1}}\n  onyx: {{worth: 5}}{end}"
    gone = rewritten(text, {"card": {"opal": None}}).after.text
    assert gone == "card:\n  ruby: {worth: 3}" + end
    emptied = rewritten(text, {"card": {"opal": None, "ruby": None}}).after.text
    assert plain(read(emptied)) == {"card": {}}


def test_a_whole_file_can_be_written() -> None:
    entry = New({"worth": Put("5"), "do": Put("one\ntwo")})
    edits = written({"card": New({"onyx": entry, "opal": New({"worth": Put("1")})}, roomy=True)})
    assert edited(SourceFile.of("new.yaml", ""), edits).after.text == dedent(
        """\
        card:
          onyx:
            worth: 5
            do: |
              one
              two
          opal: {worth: 1}
        """
    )


def test_each_new_character_knows_where_it_came_from() -> None:
    cell = plain_text("if 'a':\n  hit(it)", "sheet.csv")
    found = rewritten(CARDS, {"card": {"ruby": {"tint": Put(cell.text, "word", cell)}}})
    text = found.after.text
    at = text.index("hit(it)")
    origin = found.origin(Span(found.after, at, at + 7))
    assert (str(origin), origin.end - origin.start) == ("sheet.csv:2:3", 7)
    at = text.index("opal")
    assert str(found.origin(Span(found.after, at, at + 4))) == "cards.yaml:14:3"
    at = text.index("'a'")
    assert str(found.origin(Span(found.after, at, at + 3))) == "sheet.csv:1:4"


# --- any changes of any mapping -------------------------------------------------------------------

words = st.sampled_from(
    ["red", "12", "true", "it''s", "a, b", "a: b", " # x", "-3", "[x", "é€", "- a", "null", "'q'", "x }"]
)
texts = st.one_of(
    words, st.lists(words, min_size=2, max_size=3).map("\n".join), st.just("  a\n b"), st.just("a\n\n# b")
)
keys = st.sampled_from(["like", "worth", "tint", "says", "cells", "own"])
entries = st.dictionaries(keys, st.one_of(words, st.dictionaries(keys, words, max_size=2)), max_size=4)
puts = st.builds(lambda text: Put(text.rstrip("\n"), "text"), texts)


def shown(value: Any, flow: bool, indent: int) -> str:
    """YAML of a mapping, in braces or with a key and a comment a line."""
    if isinstance(value, str):
        return " " + "'" + value.replace("'", "''") + "'"
    if flow or not value:
        inner = ", ".join(f"{key}:{shown(each, True, 0)}" for key, each in value.items())
        return f" {{{inner}}}"
    pad = " " * indent
    return "".join(
        f"\n{pad}# on {key}\n{pad}{key}:{shown(each, index % 2 == 1, indent + 2)}"
        + ("  # note" if isinstance(each, str) else "")
        for index, (key, each) in enumerate(value.items())
    )


def after(value: dict[str, Any], changes: Changes) -> dict[str, Any]:
    result = dict(value)
    for key, change in changes.items():
        if change is None:
            result.pop(key, None)
        elif isinstance(change, Put):
            result[key] = change.text
        elif isinstance(change, New):
            result[key] = after({}, change.items)
        else:
            result[key] = after(result.get(key, {}), change)
    return result


@st.composite
def changes_of(draw: st.DrawFn, value: dict[str, Any], level: int = 0) -> Changes:
    found: dict[str, Any] = {}
    for key in draw(
        st.lists(
            st.sampled_from([*value, "onyx", *(["own", "like"] if level else [])]), unique=True, max_size=4
        )
    ):
        if key not in value:
            if level == 0:
                inner = draw(st.dictionaries(keys, puts, max_size=3))
                found[key] = New(inner)
            else:
                found[key] = draw(puts)
        elif isinstance(value[key], dict):
            found[key] = draw(st.one_of(st.none(), changes_of(value[key], level + 1)))
        else:
            found[key] = draw(st.one_of(st.none(), puts))
    return found


@settings(max_examples=300, deadline=None)
@given(
    st.data(),
    st.dictionaries(st.sampled_from(["ruby", "jade", "opal", "agate"]), entries, min_size=1),
    st.booleans(),
    st.sampled_from(["\n", "\r\n"]),
)
def test_any_change_gives_what_was_meant(
    data: st.DataObject, cards: dict[str, Any], flow: bool, newline: str
) -> None:
    text = ("# a file\ncard:" + shown(cards, flow, 2) + "\n# the end\n").replace("\n", newline)
    assert plain(read(text)) == {"card": cards}
    changes = data.draw(changes_of(cards))
    found = rewritten(text, {"card": changes})
    result = plain(read(found.after.text))

    def same(value: Any) -> Any:
        """Several lines end with a line break in YAML, which means nothing."""
        if isinstance(value, dict):
            return {key: same(each) for key, each in value.items()}
        return value.rstrip("\n")

    assert same(result) == {"card": after(cards, changes)}, found.after.text
    for line in ["# a file", "# the end"]:
        assert line in found.after.text
    if not flow:
        for key in {*cards} - {*changes}:
            block = shown({key: cards[key]}, False, 2) if list(cards).index(key) % 2 == 0 else ""
            assert block.replace("\n", newline) in found.after.text
