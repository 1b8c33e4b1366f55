"""When a YAML scalar needs quotes, and which."""

from __future__ import annotations

import re

from rulewright.source.scalars import read_plain

CURLY_QUOTES = {"“": "”", "‘": "’", "„": "“", "«": "»"}
"""Quotes that word processors write, which are letters to YAML: the opening ones with those that close."""

PROSE = frozenset({"says", "title", "scenario", "rulings"})
"""Keys of what is for people: no name in it is one."""

# Read as something else by YAML 1.1, which editors and other programs still speak.
_TRAPS = frozenset("y n yes no on off true false null ~".split())
_NUMBER_LIKE = re.compile(r"(?=.*[0-9])[-+.0-9_:,*/xoeE ]+")
_PLAIN = re.compile(r"(?:\w|\(|-(?=\w))[^:#\"'\\{}\[\],\n\r\t]*")
_PLAIN_IN_BLOCK = re.compile(r"(?:\w|\(|-(?=\w))[^:#\"'\\\n\r\t]*")


def needs_quotes(text: str, in_flow: bool, is_effect: bool = False) -> bool:
    """Whether a text would not stand as plain as it is meant, or would look like a number or a truth value.

    Args:
        in_flow: it stands inside { } or [ ].
        is_effect: it is effect text, of which a number and `true` are what they look like.
    """
    form = _PLAIN if in_flow else _PLAIN_IN_BLOCK
    if form.fullmatch(text) is None or text != text.rstrip():
        return True
    if is_effect:
        return text in _TRAPS - {"true", "false"}
    return text.casefold() in _TRAPS or _NUMBER_LIKE.fullmatch(text) is not None or read_plain(text) != text


def quoted(text: str) -> str | None:
    """The text in single quotes, in double ones where it has an apostrophe; None where it needs escapes."""
    if not text.isprintable():
        return None
    if "'" not in text:
        return f"'{text}'"
    return f'"{text}"' if '"' not in text and "\\" not in text else "'" + text.replace("'", "''") + "'"
