"""Wording as packs declare it: words with places in braces for what differs.

`{space}` is a thing, `{space's}` whose something is, `{n card}` and `{n die|dice}` how many of them, and
`{n each}` what they are counted for. `[ with {weapon}]` is left out where the weapon may be any. A `|`
outside of braces parts two forms: one and many of a noun, what is said and its contrary of a test.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

_PIECES = re.compile(r"\{([^{}]*)\}|[\[\]|]|[^{}\[\]|]+|[{}]")
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
class Group:
    """What is left out where all that it names may be anything."""

    parts: tuple[str | Place, ...]


@dataclass(frozen=True, slots=True)
class Pattern:
    """Words, places and groups in turn."""

    parts: tuple[str | Place | Group, ...]

    @property
    def places(self) -> tuple[Place, ...]:
        inner = (part.parts if isinstance(part, Group) else (part,) for part in self.parts)
        return tuple(part for parts in inner for part in parts if isinstance(part, Place))

    @property
    def is_clause(self) -> bool:
        """Whether the pattern has a subject of its own: it begins with a place."""
        return isinstance(self.parts[0], Place)

    @property
    def subject(self) -> Place | None:
        """The place that the pattern begins with: what the verb behind it is said of."""
        first = self.parts[0]
        return first if isinstance(first, Place) and not first.possessive and not first.one else None


class Malformed(ValueError):
    """A pattern that cannot be read; `at` is the offset of what is wrong with it."""

    def __init__(self, message: str, at: int) -> None:
        super().__init__(message)
        self.at = at


def read_patterns(text: str) -> tuple[Pattern, ...]:
    """The one or two forms of a wording.

    Raises:
        Malformed: a brace or bracket without the other, nothing or something unreadable in one, three forms.
    """
    forms: list[list[str | Place | Group]] = [[]]
    group: list[str | Place] | None = None
    opened = 0
    for found in _PIECES.finditer(text):
        piece, at = found[0], found.start()
        here: list[str | Place | Group] | list[str | Place] = forms[-1] if group is None else group
        if piece == "[" and group is None:
            group, opened = [], at
        elif piece == "]" and group is not None:
            if not any(isinstance(part, Place) for part in group):
                raise Malformed("in brackets stands something with a parameter", opened)
            forms[-1].append(Group(tuple(group)))
            group = None
        elif piece in ("[", "]", "{", "}"):
            raise Malformed("a brace or bracket without the other", at)
        elif piece == "|" and group is None:
            forms.append([])
        else:
            here.append(_place(found[1], at) if found[1] is not None else piece)
    if group is not None:
        raise Malformed("a brace or bracket without the other", opened)
    if len(forms) > 2:
        raise Malformed("there are more than two forms", text.index("|"))
    if not all(forms):
        raise Malformed("one of the forms is empty", 0)
    return tuple(Pattern(tuple(form)) for form in forms)


def _place(text: str, at: int) -> Place:
    inside = _INSIDE.fullmatch(text)
    if inside is None:
        raise Malformed("in braces stands a parameter, 's behind it, or a noun", at)
    name, possessive, one, many = inside.groups()
    return Place(name, possessive is not None, one or "", many or (several(one) if one else ""), at + 1)


def several(noun: str) -> str:
    """The plural of a noun, as most are made."""
    if re.search(r"[^aeiou]y$", noun):
        return f"{noun[:-1]}ies"
    return f"{noun}es" if re.search(r"(s|x|z|ch|sh)$", noun) else f"{noun}s"
