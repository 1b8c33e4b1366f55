"""How lists and mappings of a pack can be patched: one row per place where one stands.

`*` in a place is any id or key. What is in no row is atomic: it is written as a whole.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from rulewright.packs.access import maybe_word
from rulewright.packs.gather import Section
from rulewright.source.tree import Mapping, Scalar

Strategy = Literal["keyed", "set", "sequence", "atomic"]
"""keyed: each item stands under its number. set: items are added and removed. sequence: they have an order
too, so that an item can be inserted beside another. atomic: the whole list is one value."""

Place = tuple[str, ...]

_LISTS: tuple[tuple[Place, Strategy], ...] = (
    (("enums", "*"), "sequence"),
    (("settings", "*", "values"), "sequence"),
    (("kinds", "*", "alike"), "set"),
    (("kinds", "*", "live_in"), "set"),
    (("rulebook", "*", "rulings"), "set"),
    (("refuse", "*", "rules"), "set"),
    (("scoring", "*", "rules"), "set"),
    (("invariants", "*", "rules"), "set"),
    (("policies", "*", "rules", "*", "pick"), "sequence"),
    (("tables", "*", "values"), "keyed"),
)

_ORDERED: tuple[Place, ...] = (
    ("flow",),
    ("scoring",),
    ("outcomes",),
    ("outcomes", "*", "most"),
    ("policies", "*", "rules"),
)
_ORDERED_KEYS = frozenset({"steps", "choose", "params"})

_OF_IDS = frozenset(
    "fields state derived formulas parts params abilities choose steps most values rules".split()
)
"""Keys of a declaration whose mappings hold ids, so that nothing new is made in them by `set`."""
_ALSO_OF_IDS: tuple[Place, ...] = (
    ("policies", "*", "by"),
    ("policies", "*", "by", "*"),
)


def strategy(place: Sequence[str], kinds: Section) -> Strategy:
    """How the list at a place is patched; that of a card by the declared type of its field."""
    for pattern, found in _LISTS:
        if _fits(pattern, place):
            return found
    return "sequence" if len(place) == 3 and _is_plain_list(place, kinds) else "atomic"


def is_ordered(place: Sequence[str]) -> bool:
    """Whether the order of the mapping at a place means something."""
    nested = len(place) > 2 and place[-1] in _ORDERED_KEYS
    return nested or any(_fits(pattern, place) for pattern in _ORDERED)


def holds_ids(place: Sequence[str]) -> bool:
    """Whether the keys of the mapping at a place are ids that its author chose."""
    by_key = len(place) > 2 and place[-1] in _OF_IDS
    return by_key or any(_fits(pattern, place) for pattern in _ALSO_OF_IDS)


def _fits(pattern: Place, place: Sequence[str]) -> bool:
    return len(pattern) == len(place) and all(
        want in ("*", has) for want, has in zip(pattern, place, strict=True)
    )


def _is_plain_list(place: Sequence[str], kinds: Section) -> bool:
    """Whether a field is a `list of` something that is told apart by its name or number."""
    kind, _, field = place
    branch = kinds[kind][0] if kind in kinds else None
    fields = branch.items.get("fields") if isinstance(branch, Mapping) else None
    spelt = fields.items.get(field) if isinstance(fields, Mapping) else None
    if isinstance(spelt, Mapping):
        text = maybe_word(spelt, "type") or ""
    else:
        text = spelt.text.text if isinstance(spelt, Scalar) else ""
    text = text.removeprefix("optional ")
    return text.startswith("list of ") and not text.startswith(("list of pair ", "list of list "))
