"""Numbers and lists of things in words for people."""

from __future__ import annotations

from collections.abc import Collection, Set

MOST_LISTED = 20
"""Names that are all listed where another one was written; of more only the first are."""
FIRST = 8


def counted(number: int, one: str, more: str | None = None) -> str:
    """`1 draw` or `2,000 draws`; `more` is the plural where it is not `one` with an s."""
    return f"{number:,} {one if number == 1 else more or one + 's'}"


def one_of(names: Collection[str]) -> str | None:
    """`one of red, green, …`: what could be written where a name is due, in its order; None for nothing."""
    listed = sorted(names) if isinstance(names, Set) else list(names)
    if len(listed) > MOST_LISTED:
        listed = [*listed[:FIRST], "…"]
    return f"one of {', '.join(listed)}" if listed[1:] else next(iter(listed), None)
