"""Codes in words: what `explain` says of one, and the page of the documentation with all of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from textwrap import fill, indent

from rulewright.source.codes import CODES, RANGES
from rulewright.source.codes.code import Code
from rulewright.source.diagnostics import Problems
from rulewright.source.examples import GAME, Example, examples
from rulewright.source.suggest import did_you_mean
from rulewright.source.text import SourceFile, Span

WIDTH = 88

_TOP = f"""\
# What goes wrong, by its code

`rulewright explain CODE` says what stands here about a code. This page is what `rulewright explain --all`
prints. Each code has a wrong example, and a right one. They are laid over a small made-up game, `{GAME}`,
of frogs on a pond, charms that are cards, and beds of patches in gardens; `--- PATH` says in which of its
files an example stands, without it the text is what a seat does in its turn. `# error: CODE` stands on
the lines at which just these problems are told (a table is imported), and `SPEC` is the game that is
checked, where it is not `{GAME}` alone."""


def known_codes(words: Sequence[str]) -> list[Code]:
    """The codes that words name, in either case.

    Raises:
        ContentError: R301 for each that is none.
    """
    problems = Problems()
    for word in words:
        if word.upper() not in CODES:
            span = Span(SourceFile.of("<code>", word), 0, len(word))
            hint = did_you_mean(word.upper(), CODES) or "'rulewright explain --all' lists them"
            problems.error("R301", f"there is no code '{word}'", span, hint=hint)
    problems.check()
    return [CODES[word.upper()] for word in words]


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
