"""Stops as they are known outside: what a decision is about, and names made of paths."""

from __future__ import annotations

import re

from rulewright.model.types import Type
from rulewright.source.records import record
from rulewright.source.text import EffectText


def function_of(path: str) -> str:
    """What a path is called in Python."""
    return re.sub(r"\W", "_", path)


@record(frozen=True, slots=True)
class HeardType(Type):
    """Pairs of a clause (its index) and the component whose it is, as kept in frames."""


@record(frozen=True, slots=True)
class Site:
    """A stop: what a decision there is about. `name` is stable: procedure and number of the stop."""

    name: str
    kind: str  # choose, menu, window
    item: Type | None
    many: bool  # the pick is a tuple of items
    prompt: str | None
    branches: tuple[str, ...]
    text: EffectText | None
    start: int
    end: int
