"""Codes in words: what `explain` says of one, and the page of the documentation with all of them."""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import fill, indent

from rulewright.source.codes import RANGES, Code
from rulewright.source.examples import GAME, Example, examples

WIDTH = 88

_TOP = f"""\
# What goes wrong, by its code

`rulewright explain CODE` says what stands here about a code. This page is what `rulewright explain --all`
prints. Each code has a wrong example, and a right one. They are laid over a small made-up game, `{GAME}`,
of frogs on a pond, charms that are cards, and beds of patches in gardens; `--- PATH` says in which of its
files an example stands, without it the text is what a seat does in its turn. `# error: CODE` stands on
the lines at which just these problems are told (a table is imported), and `SPEC` is the game that is
checked, where it is not `{GAME}` alone."""


def in_words(code: Code) -> str:
    """What a code means, with its examples."""
    lines = [f"{code.code}: {code.title}", fill(code.explanation, WIDTH)]
    for word, example in _pair(code):
        shown = fill(example.text, WIDTH - 4) if example.told else example.shown
        lines += ["", f"{word}:", indent(shown, "    ")]
    return "\n".join(lines)


def as_page() -> str:
    """All codes in Markdown, without a line end after it."""
    parts = [_TOP]
    for title, codes in RANGES.values():
        parts.append(f"## {title}")
        for code in codes:
            parts.append(f"### {code.code}: {code.title}\n{fill(code.explanation, 120)}")
            parts += [_in_markdown(word, example) for word, example in _pair(code)]
    return "\n\n".join(parts)


def _pair(code: Code) -> Iterator[tuple[str, Example]]:
    pair = examples()[code.code]
    yield "wrong", pair.bad
    yield "right", pair.good


def _in_markdown(word: str, example: Example) -> str:
    if example.told:
        return f"{word.capitalize()}: {fill(example.text, 120)}"
    return f"{word.capitalize()}:\n\n```text\n{example.shown}\n```"
