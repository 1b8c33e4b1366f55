"""Wording as packs declare it: words with places in braces for what differs.

`{space}` is a thing, `{space's}` whose something is, `{n card}` and `{n die|dice}` how many of them. A `|`
outside of braces parts two forms: one and many of a noun, what is said and its contrary of a test.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

_PIECES = re.compile(r"\{([^{}]*)\}")
_INSIDE = re.compile(r"([a-z][a-z0-9_]*)('s)?(?: +([^{}|]*[^{}| ])(?:\|([^{}|]+))?)?")


@dataclass(frozen=True, slots=True)
class Place:
    """A parameter within a pattern; `one` and `many` are the noun that is counted by it."""

    name: str
    possessive: bool
    one: str
    many: str
    at: int  # where the name stands in the text


@dataclass(frozen=True, slots=True)
class Pattern:
    """Words and places in turn."""

    parts: tuple[str | Place, ...]

    @property
    def places(self) -> tuple[Place, ...]:
        return tuple(part for part in self.parts if isinstance(part, Place))

    @property
    def subject(self) -> Place | None:
        """The place that the pattern begins with: what the verb behind it is said of."""
        first = self.parts[0] if self.parts else None
        return first if isinstance(first, Place) and not first.possessive and not first.one else None


class Malformed(ValueError):
    """A pattern that cannot be read; `at` is the offset of what is wrong with it."""

    def __init__(self, message: str, at: int) -> None:
        super().__init__(message)
        self.at = at


def read_patterns(text: str) -> tuple[Pattern, ...]:
    """The one or two forms of a wording.

    Raises:
        Malformed: a brace without the other, nothing or something unreadable in one, three forms.
    """
    forms: list[list[str | Place]] = [[]]
    done = 0
    for found in _PIECES.finditer(text):
        _words(text, done, found.start(), forms)
        inside = _INSIDE.fullmatch(found[1])
        if inside is None:
            raise Malformed("in braces stands a parameter, 's behind it, or a noun", found.start())
        name, possessive, one, many = inside.groups()
        forms[-1].append(
            Place(
                name,
                possessive is not None,
                one or "",
                many or (several(one) if one else ""),
                found.start() + 1,
            )
        )
        done = found.end()
    _words(text, done, len(text), forms)
    if len(forms) > 2:
        raise Malformed("there are more than two forms", text.index("|"))
    if not all(forms):
        raise Malformed("one of the forms is empty", 0)
    return tuple(Pattern(tuple(form)) for form in forms)


def _words(text: str, start: int, end: int, forms: list[list[str | Place]]) -> None:
    for sign in "{}":
        if (at := text.find(sign, start, end)) >= 0:
            raise Malformed("a brace without the other", at)
    for number, words in enumerate(text[start:end].split("|")):
        if number:
            forms.append([])
        if words:
            forms[-1].append(words)


def several(noun: str) -> str:
    """The plural of a noun, as most are made."""
    if re.search(r"[^aeiou]y$", noun):
        return f"{noun[:-1]}ies"
    return f"{noun}es" if re.search(r"(s|x|z|ch|sh)$", noun) else f"{noun}s"
