"""What a plain YAML scalar means: the YAML 1.2 core table, decimal and finite only."""

from __future__ import annotations

import math
import re

from rulewright.source.records import record

ScalarValue = str | int | float | bool | None

_WORDS: dict[str, ScalarValue] = {
    "~": None, "null": None, "Null": None, "NULL": None,
    "true": True, "True": True, "TRUE": True,
    "false": False, "False": False, "FALSE": False,
}  # fmt: skip
_INTEGER = re.compile(r"[-+]?[0-9]+", re.ASCII)
_FLOAT = re.compile(r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?", re.ASCII)
_OTHER_BASE = re.compile(r"0o[0-7]+|0x[0-9a-fA-F]+", re.ASCII)
_NOT_FINITE = re.compile(r"[-+]?\.(inf|Inf|INF)|\.(nan|NaN|NAN)", re.ASCII)
_LEADING_ZERO = re.compile(r"[-+]?0[0-9]+(\.[0-9]*)?([eE][-+]?[0-9]+)?", re.ASCII)
OLD_TRUTH = {"yes": "true", "on": "true", "no": "false", "off": "false"}
"""What older YAML says for the truth values, in any case."""
_OLD_WORDS = frozenset(form for word in OLD_TRUTH for form in (word, word.title(), word.upper()))
_OLD_NUMBER = re.compile(r"[-+]?[0-9][0-9_]*((:[0-5]?[0-9])+|_[0-9_]*)", re.ASCII)
_STARTERS = frozenset("0123456789+-.~nNtTfF")

LARGEST = 2**53
"""A whole number is at most so far from 0: up to here all programs read the same."""


@record(frozen=True, slots=True)
class Refused:
    """A scalar that looks like a number but may not be one; `instead` is the number that it must mean."""

    code: str
    message: str
    hint: str
    instead: str | None = None


def is_trap(text: str) -> bool:
    """Whether a text is something else in older YAML, as other programs read it: `no`, `12:30`."""
    if text[:1] in "yYnNoO":
        return text in _OLD_WORDS
    return text[:1] in _STARTERS and _OLD_NUMBER.fullmatch(text) is not None


def read_plain(text: str) -> ScalarValue | Refused:
    """The value of a plain scalar; `yes`, `12:30`, `1_000` and dates are text."""
    if text[:1] not in _STARTERS:
        return text
    if text in _WORDS:
        return _WORDS[text]
    if _LEADING_ZERO.fullmatch(text):
        bare = text.lstrip("+-").lstrip("0") or "0"
        bare = "-" + bare if text[0] == "-" else bare
        message = f"number '{text}' starts with a zero"
        return Refused("Y116", message, f"write {bare}, or quote it for a text", bare)
    if _INTEGER.fullmatch(text):
        return _integer(text)
    if _OTHER_BASE.fullmatch(text):
        return Refused(
            "Y116", f"number '{text}' is not decimal", f"write '{text}' in single quotes for a text"
        )
    if _NOT_FINITE.fullmatch(text):
        return Refused(
            "Y117", f"number '{text}' is not finite", f"write '{text}' in single quotes for a text"
        )
    if _FLOAT.fullmatch(text):
        value = float(text)
        if math.isfinite(value):
            return value
        return Refused("Y117", f"number '{text}' is too large", "write a smaller number")
    return text


def _integer(text: str) -> int | Refused:
    if len(text) <= len(str(LARGEST)) + 1 and -LARGEST <= (number := int(text)) <= LARGEST:
        return number
    shown = text if len(text) <= 24 else f"{text[:20]}…"
    hint = f"at most {LARGEST} on both sides of 0; quote it for a text"
    return Refused("Y117", f"number '{shown}' is too large", hint)
