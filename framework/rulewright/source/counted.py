"""Numbers of things in words for people."""

from __future__ import annotations


def counted(number: int, one: str, more: str | None = None) -> str:
    """`1 draw` or `2,000 draws`; `more` is the plural where it is not `one` with an s."""
    return f"{number:,} {one if number == 1 else more or one + 's'}"
