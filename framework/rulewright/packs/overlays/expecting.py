"""What a patch says that it saw, compared with what is there."""

from __future__ import annotations

import json
from hashlib import sha256

from rulewright.dsl.numbers import Number, numbers
from rulewright.packs.gather import Gathered
from rulewright.packs.overlays.addresses import Path, get, head_length, is_card
from rulewright.source.tree import Branch, Scalar, plain

HASH = "hash "
"""What stands before the hash of a clause where its text is due."""

HASH_DIGITS = 8


def hash_of(branch: Branch) -> str:
    """A short hash of an effect text, or of a clause with all its keys in any order."""
    if isinstance(branch, Scalar):
        text = branch.text.text.strip()
    else:
        text = json.dumps(plain(branch), sort_keys=True, ensure_ascii=False)
    return sha256(text.encode("utf-8")).hexdigest()[:HASH_DIGITS]


def agrees(expected: Branch, actual: Branch) -> bool:
    """Whether a value is the expected one, or has the expected hash."""
    if isinstance(expected, Scalar):
        text = expected.text.text.strip()
        if text.startswith(HASH):
            return text.removeprefix(HASH) == hash_of(actual)
        return isinstance(actual, Scalar) and text == actual.text.text.strip()
    return plain(expected) == plain(actual)


def literal(found: Gathered, path: Path) -> tuple[Scalar, Number] | None:
    """The effect text and its n-th number, if the last word of an address is such an n."""
    above = get(found, path[:-1]) if len(path) > head_length(path) else None
    if not isinstance(above, Scalar) or not path[-1].isdecimal():
        return None
    there = numbers(above.text.text)
    n = int(path[-1])
    return (above, there[n - 1]) if 1 <= n <= len(there) else None


def inherited(found: Gathered, path: Path) -> tuple[Branch, Path] | None:
    """What a card has from its template, or else from its kind, and the address where that stands."""
    if not is_card(path) or len(path) <= head_length(path):
        return None
    kind, id_ = (path[0], path[1]) if path[0] != "templates" else (path[1], path[2])
    rest = path[head_length(path) :]
    like = get(found, (*path[: head_length(path)], "like"))
    seen = {id_ if path[0] == "templates" else ""}
    while isinstance(like, Scalar) and like.text.text not in seen:
        seen.add(like.text.text)
        template = ("templates", kind, like.text.text)
        branch = get(found, (*template, *rest))
        if branch is not None:
            return branch, (*template, *rest)
        like = get(found, (*template, "like"))
    if len(rest) == 1:
        for section in ("fields", "formulas"):
            default = ("kinds", kind, section, rest[0], "default")
            branch = get(found, default)
            if branch is not None:
                return branch, default
    return None


def actual(found: Gathered, path: Path) -> Branch | None:
    """What stands at an address, on a card also by its template or kind; a number of an effect text."""
    branch = get(found, path)
    if branch is None and (from_above := inherited(found, path)) is not None:
        branch = from_above[0]
    return branch
