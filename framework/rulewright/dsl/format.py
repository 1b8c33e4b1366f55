"""Effect text in the one way to write it: spaces, indentation and comments; never other words or lines.

What is written stays what it means: the tree before and after is the same, which is looked at each time.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, fields
from typing import Any, get_args

from rulewright.dsl import nodes as n
from rulewright.dsl.keywords import KEYWORDS, PHRASES
from rulewright.dsl.parse import Start, parse
from rulewright.source.diagnostics import Problems
from rulewright.source.text import plain_text

STEP = "  "
"""The indentation of a block, and of what goes on inside parentheses."""
BEFORE_COMMENT = 2
"""Blanks before a comment at least; one that stands further to the right keeps its column."""

_PHRASES = "|".join(phrase.replace(" ", " +") + r"\b" for phrase in sorted(PHRASES, key=len, reverse=True))
_WORD = re.compile(rf"#.*|(?:{_PHRASES})|[a-z_][a-z0-9_]*|[0-9]+|\.\.|[=!<>+-]=|\S", re.IGNORECASE)
_OPERATORS = frozenset("+ - * / < > = == != <= >= += -= , (".split())
_PLACES = frozenset({"start", "end", "noun_start", "name_end"})


def format_text(text: str) -> str:
    """The text without blank lines around it; text that does not parse is given back as it is.

    A text of one line stays one, whatever follows the line is taken away.
    """
    try:
        formed = "\n".join(_Lines(text).formed())
    except _Crooked:
        return text
    if formed == text.strip("\n"):
        return formed
    return formed if _same_meaning(text, formed) else text


def _same_meaning(before: str, after: str) -> bool:
    """Whether both parse, as whatever sort of text, to the same tree.

    The words are left as they are, so that trees of texts which parse can differ only by a mistake of ours.
    """
    parsed = False
    for start in get_args(Start):
        old = parse(plain_text(before), start, Problems())
        if old is not None:
            parsed = True
            assert alike(old, parse(plain_text(after), start, Problems())), f"{before!r} became {after!r}"
    return parsed


def alike(left: Any, right: Any) -> bool:
    """Whether two trees say the same, wherever it stands."""
    waiting = [(left, right)]
    while waiting:
        one, other = waiting.pop()
        if type(one) is not type(other):
            return False
        if isinstance(one, n.Node):
            names = (field.name for field in fields(one) if field.name not in _PLACES)
            waiting += [(getattr(one, name), getattr(other, name)) for name in names]
        elif isinstance(one, tuple):
            if len(one) != len(other):
                return False
            waiting += zip(one, other, strict=True)
        elif one != other:
            return False
    return True


class _Crooked(Exception):
    """Lines are indented or parentheses closed as no text that parses has them."""


@dataclass(slots=True)
class _Level:
    """A block: how far its lines were indented, and how far they are now."""

    was: int
    depth: int


class _Lines:
    """Goes through the lines of a text, and knows the blocks and parentheses that are open."""

    def __init__(self, text: str) -> None:
        self.lines = text.rstrip().split("\n")
        self.levels: list[_Level] = []
        self.open: list[int] = []  # the number of the line of each open parenthesis

    def formed(self) -> list[str]:
        found: list[str] = []
        comments: list[tuple[int, str]] = []  # lines of their own that wait for the line after them
        blank = False
        for number, line in enumerate(self.lines):
            words = _words(line)
            if not words:
                blank = bool(found or comments)
                continue
            indent = len(line) - len(line.lstrip())
            if blank:
                comments.append((0, ""))
                blank = False
            if words[0].startswith("#") and not self.open:
                comments.append((indent, _comment(words[0])))
                continue
            before = list(self.levels)
            lead = STEP * self._depth(indent, words)
            found += _placed(comments, [*before, *self.levels])
            comments = []
            found.append(self._line(lead, words, line))
            self._count(number, words)
        if self.open:
            raise _Crooked
        return found + _placed(comments, self.levels)

    def _depth(self, indent: int, words: list[str]) -> int:
        """How many steps a line is indented."""
        if self.open:
            closing = next((at for at, word in enumerate(words) if word != ")"), len(words))
            still = self.open[: len(self.open) - closing]
            return self.levels[-1].depth + len(set(still))
        while self.levels and indent < self.levels[-1].was:
            self.levels.pop()
        if not self.levels:
            self.levels.append(_Level(indent, 0))
        elif indent > self.levels[-1].was:
            self.levels.append(_Level(indent, self.levels[-1].depth + 1))
        return self.levels[-1].depth

    def _line(self, lead: str, words: list[str], line: str) -> str:
        comment = words.pop() if words[-1].startswith("#") else None
        code = lead + _joined(words, len(self.open)) if words else lead
        if comment is None:
            return code
        if not words:
            return code + _comment(comment)
        column = max(line.index("#"), len(code) + BEFORE_COMMENT)
        return code.ljust(column) + _comment(comment)

    def _count(self, number: int, words: list[str]) -> None:
        for word in words:
            if word == "(":
                self.open.append(number)
            elif word == ")":
                if not self.open:
                    raise _Crooked
                self.open.pop()


def _words(line: str) -> list[str]:
    return [" ".join(word.split()) if word[0] != "#" else word for word in _WORD.findall(line)]


def _comment(words: str) -> str:
    """A blank between the sign and the words."""
    words = words.rstrip()
    return f"# {words[1:]}" if words[1:2].isalnum() else words


def _placed(comments: list[tuple[int, str]], levels: list[_Level]) -> list[str]:
    """Comments indented as the block that they stood in."""
    placed = []
    for indent, words in comments:
        inside = [level for level in levels if level.was <= indent]
        depth = max(inside, key=lambda level: level.was).depth if inside else 0
        placed.append(STEP * depth + words if words else "")
    return placed


def _joined(words: list[str], depth: int) -> str:
    """One line of words with the blanks that belong between them.

    Args:
        depth: how many parentheses are open before it.
    """
    words = _by_my(words)
    text = ""
    before = ""
    tight = False  # whether the word before takes no blank after it
    for word in words:
        word = word.lstrip("0") or "0" if word.isdigit() else word
        if word == ")":
            depth -= 1
        gap = not (tight or not before or word in (")", ",", ":", ".", ".."))
        if word == "(" and _is_name(before):
            gap = False
        named = word == "=" and depth > 0
        text += (" " if gap and not named else "") + word
        tight = named or word in ("(", ".", "..") or (word == "-" and _begins(before))
        if word == "(":
            depth += 1
        before = word
    return text


def _by_my(words: list[str]) -> list[str]:
    """`my x` for `me.x`, which is the same."""
    found: list[str] = []
    at = 0
    while at < len(words):
        is_me = words[at] == "me" and words[at + 1 : at + 2] == ["."] and (not found or found[-1] != ".")
        found.append("my" if is_me else words[at])
        at += 2 if is_me else 1
    return found


def _is_name(word: str) -> bool:
    return word[:1].isalpha() and word not in KEYWORDS and word not in PHRASES


def _begins(before: str) -> bool:
    """Whether a value begins after this word, so that `-` is a sign and not an operator."""
    return (
        not before or before in _OPERATORS or before == ".." or (before in KEYWORDS and before not in _ENDS)
    )


_ENDS = frozenset({"me", "it", "this", "true", "false"})
