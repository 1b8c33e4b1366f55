"""How a value is written in YAML so that it is read back as it was meant."""

from __future__ import annotations

import re

from rulewright.source.diagnostics import Problems
from rulewright.source.reader import parse_yaml
from rulewright.source.text import SourceFile
from rulewright.source.tree import Mapping, Scalar

STEP = 2
"""Blanks by which a level of a block is indented."""


def inline(text: str, *, in_flow: bool, is_text: bool = False) -> str | None:
    """A scalar on one line, in single quotes only where it needs them; None if it has several lines.

    Args:
        in_flow: it will stand inside `{ }` or `[ ]`.
        is_text: it must be read as text, also if it looks like a number.
    """
    if "\n" in text:
        return None
    return text if _is_read_back(text, in_flow, is_text) else quoted(text)


def quoted(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"


def literal(text: str) -> tuple[str, list[str]]:
    """What stands behind the key of a text of several lines, and its lines without indentation.

    Its lines must be indented by one `STEP` more than the key.
    """
    lines = text.rstrip("\n").split("\n")
    first = next((line for line in lines if line.strip()), "")
    return f"|{STEP}" if first.startswith(" ") else "|", lines


def indented(lines: list[str], indent: int) -> str:
    """Lines below what stands before them; empty ones stay empty."""
    return "".join("\n" + " " * indent + line if line else "\n" for line in lines)


def dedented(text: str, column: int) -> str:
    """A piece of a file that begins in a column (from 1), as if it began in the first."""
    first, *others = re.split(r"\r\n|\r|\n", text)
    return "\n".join([first, *(re.sub(rf"^ {{0,{column - 1}}}", "", line) for line in others)])


def _is_read_back(text: str, in_flow: bool, is_text: bool) -> bool:
    """Whether a plain scalar means its own text where it will stand."""
    if text != text.strip():
        return False
    around = f"{{k: {text}, l: 1}}" if in_flow else f"k: {text}\nl: 1"
    tree = parse_yaml(SourceFile.of("", around), Problems())
    if not isinstance(tree, Mapping) or list(tree.items) != ["k", "l"]:
        return False
    found = tree.items["k"]
    if not isinstance(found, Scalar) or found.style != "plain" or found.text.text != text:
        return False
    return isinstance(found.value, str) or not is_text
