"""Versions of packs, and the ranges of them that a pack can ask for."""

from __future__ import annotations

import operator
import re
from collections.abc import Callable

from rulewright.source.records import record

Version = tuple[int, int, int]

_COMPARE: dict[str, Callable[[Version, Version], bool]] = {
    ">=": operator.ge,
    ">": operator.gt,
    "<=": operator.le,
    "<": operator.lt,
    "=": operator.eq,
}
_BOUND = re.compile(r"(>=|>|<=|<|=)([0-9.]+)")


def version(text: str) -> Version:
    """Three numbers; those that are left out are nought, so that 1.2 is 1.2.0."""
    numbers = [int(part) for part in text.split(".")]
    first, second, third = [*numbers, 0, 0][:3]
    return first, second, third


@record(frozen=True, slots=True)
class Range:
    """Versions as written: `>=1.2 <2`, all of which must hold, or `any`."""

    text: str

    def __contains__(self, found: str) -> bool:
        bounds = _BOUND.findall(self.text)
        return all(_COMPARE[sign](version(found), version(bound)) for sign, bound in bounds)

    def __str__(self) -> str:
        return self.text
