"""YAML in one layout: blanks, indentation, quotes, empty lines; values and comments stay."""

from __future__ import annotations

import random
from typing import Any

import pytest
import yaml

from rulewright.source.diagnostics import Problems
from rulewright.source.layout import comments, laid_out
from rulewright.source.reader import parse_yaml
from rulewright.source.text import SourceFile
from rulewright.source.tree import plain


def formed(text: str) -> str:
    file = SourceFile.of("x.yaml", text)
    tree = parse_yaml(file, Problems())
    assert tree is not None
    return laid_out(file, tree, {})


@pytest.mark.parametrize(
    ("written", "wanted"),
    [
        ("a:   1\nb :  {c:  1 ,d: [ 1,2 ] }\n", "a: 1\nb: {c: 1, d: [1, 2]}\n"),
        ("a: 1   \n\n\n\nb: 2\n\n", "a: 1\n\nb: 2\n"),
        ("a:\n    b:\n          c: 1\n    d: 2\n", "a:\n  b:\n    c: 1\n  d: 2\n"),
        ("a:\n- 1\n-   2\n- b: 1\n  c: 2\n", "a:\n  - 1\n  - 2\n  - b: 1\n    c: 2\n"),
        ("a:\n-\n  b: 1\n- - 1\n  - 2\n", "a:\n  -\n    b: 1\n  - - 1\n    - 2\n"),
        ("a:\n      |\n      x\n       y\nb: 1\n", "a:\n  |\n  x\n   y\nb: 1\n"),
        ("a:\n    t: |\n          x\n            y\n\n    u: |2\n        z\n",
         "a:\n  t: |\n    x\n      y\n\n  u: |2\n      z\n"),
        ("a:\n    t: |+\n        x\n\n\n    u: 1\n", "a:\n  t: |+\n    x\n\n\n  u: 1\n"),
        ("a:\n    {b: 1,\n      c: 2}\n", "a:\n  {b: 1,\n    c: 2}\n"),
        ("a: |\n      x\n   # of b\nb: 1\n", "a: |\n  x\n # of b\nb: 1\n"),
        ("a: 'one\n\n  two'\nb: 1\n", "a: 'one\n\n  two'\nb: 1\n"),
        ("# top\na:\n    # of b\n    b: 1\n    # after b\n# of c\nc: 1\n    # deep\n",
         "# top\na:\n  # of b\n  b: 1\n  # after b\n# of c\nc: 1\n    # deep\n"),
        ("a:\n    b: 1        # in its column\n    c: 'x'      # as well\n    d: 1 # close\n",
         "a:\n  b: 1          # in its column\n  c: x          # as well\n  d: 1   # close\n"),
        ("a: 'plain words'\nb: \"it's\"\nc: \"no escapes\"\nd: 'a: b'\ne: \"a: b\"\n",
         "a: plain words\nb: \"it's\"\nc: no escapes\nd: 'a: b'\ne: 'a: b'\n"),
        ("a: {b: 'x, y', c: 'x'}\n", "a: {b: 'x, y', c: x}\n"),
        ("'a': 1\n'2,2': 1\n'no': 1\n", "a: 1\n'2,2': 1\n'no': 1\n"),
        ("a: 'no'\nb: '12'\nc: '1e3'\nd: 'true'\ne: '12:30'\nf: '2020-01-01'\ng: ' x'\nh: 'a #b'\n", None),
        ("a: \"tab\\t\"\nb: '# no comment'\nc: ''\nd: '- x'\ne: '*'\nf: 'x:'\n", None),
        ("a: ['0,1 & 2,2', 'd', e]\nb: ['d', e]\n", "a: ['0,1 & 2,2', 'd', e]\nb: [d, e]\n"),
    ],
)  # fmt: skip
def test_a_file_is_laid_out(written: str, wanted: str | None) -> None:
    found = formed(written)
    assert found == (written if wanted is None else wanted)
    assert formed(found) == found
    trees = [parse_yaml(SourceFile.of("x.yaml", text), Problems()) for text in (written, found)]
    assert trees[0] is not None and trees[1] is not None
    assert plain(trees[0]) == plain(trees[1])


def test_comments_are_found_outside_of_words_only() -> None:
    text = "# one\na: 'x # no'  # two\nb: |  # of the header\n  # no\n  x\n# three\nc: {d: 1}  # four"
    assert [found[0] for found in comments(text)] == ["# one", "# two", "# three", "# four"]


# --- whatever is written -------------------------------------------------------------------------

WORDS = [
    "a", "no", "it's", "x: y", "a # b", "- z", "some words", "007", "2,2", "two\nlines\n",
    "one\n\n  two\nlines", "trail \nx\n", "'q'", '"d"', "é✓", "long " * 9, "[x]", "{y}", "*s", "&t", "!u",
    "? q", ":", "a:", "1e3", "true", " lead", "end ", "", "back\\slash", "tab\tin", "\n\nstart",
    "end\n\n\n", 1, -2, True, 0.5,
]  # fmt: skip
KEYS = ["a", "b", "c", "it's", "2,2", "no", "seat 0", "k: v", "x y", "-"]


def something(chance: random.Random, depth: int = 0) -> Any:
    sort = chance.random()
    if depth > 3 or sort < 0.5:
        return chance.choice(WORDS)
    many = range(chance.randint(1, 4))
    if sort < 0.75:
        return {chance.choice(KEYS): something(chance, depth + 1) for _ in many}
    return [something(chance, depth + 1) for _ in many]


def written_somehow(chance: random.Random) -> str:
    """A file as somebody may write it, with comments where they change nothing."""

    class Dumper(yaml.SafeDumper):
        pass

    def text(dumper: yaml.SafeDumper, words: str) -> yaml.Node:
        style = chance.choice([None, None, "|", ">", '"', "'"])
        return dumper.represent_scalar("tag:yaml.org,2002:str", words, style=style)

    Dumper.add_representer(str, text)
    lines = yaml.dump(
        {"first": something(chance), "second": something(chance)},
        Dumper=Dumper,
        indent=chance.choice([2, 3, 4, 6]),
        width=chance.choice([20, 40, 80, 1000]),
        default_flow_style=chance.choice([False, None]),
        allow_unicode=True,
    ).split("\n")
    for _ in range(chance.randint(0, 5)):
        at = chance.randrange(len(lines))
        more = [*lines]
        if chance.random() < 0.5:
            more.insert(at, " " * chance.randint(0, 8) + "# alone")
        else:
            more[at] += " " * chance.randint(1, 9) + "# behind"
        before, after = (
            parse_yaml(SourceFile.of("x", "\n".join(each)), Problems()) for each in (lines, more)
        )
        if before is not None and after is not None and plain(before) == plain(after):
            lines = more
    return "\n".join(lines)


@pytest.mark.parametrize("seed", range(60))
def test_values_and_comments_stay_whatever_is_written(seed: int) -> None:
    text = written_somehow(random.Random(seed))
    found = formed(text)
    trees = [parse_yaml(SourceFile.of("x.yaml", one), Problems()) for one in (text, found)]
    assert trees[0] is not None and trees[1] is not None, found
    assert plain(trees[0]) == plain(trees[1])
    assert [one[0].rstrip() for one in comments(text)] == [one[0].rstrip() for one in comments(found)]
    assert formed(found) == found
