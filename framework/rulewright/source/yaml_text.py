"""How a value is written in YAML so that it is read back as it was meant."""

from __future__ import annotations

import re

from rulewright.source.quotes import needs_quotes, quoted

STEP = 2
"""Blanks by which a level of a block is indented."""


def inline(text: str, *, in_flow: bool, is_text: bool = False) -> str | None:
    """A scalar on one line, in quotes only where it needs them; None if it has several lines.

    Args:
        in_flow: it will stand inside `{ }` or `[ ]`.
        is_text: it must be read as text, also if it looks like a number; otherwise it may be effect text.
    """
    if "\n" in text:
        return None
    if not needs_quotes(text, in_flow, is_effect=not is_text):
        return text
    double = quoted(text) if is_text else None  # effect text is refused in double quotes
    return double or "'" + text.replace("'", "''") + "'"


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
