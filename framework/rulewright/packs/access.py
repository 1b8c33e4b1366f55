"""Reading values out of a validated tree: what the schema promises is asserted, not checked again."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.source.diagnostics import Problems
from rulewright.source.reader import effect_text
from rulewright.source.text import EffectText, Span
from rulewright.source.tree import Branch, Mapping, Scalar, Sequence


def word(branch: Branch) -> str:
    """A scalar as text, whatever YAML makes of it."""
    assert isinstance(branch, Scalar), branch
    return branch.text.text


def mapping(branch: Branch) -> Mapping:
    assert isinstance(branch, Mapping), branch
    return branch


def sequence(branch: Branch) -> tuple[Branch, ...]:
    assert isinstance(branch, Sequence), branch
    return branch.items


def pairs(under: Mapping, key: str) -> Iterator[tuple[str, Branch, Span]]:
    """Id, value and place of the id of each item of the mapping at `key`, which may be left out."""
    if key in under.items:
        inner = mapping(under.items[key])
        for name, branch in inner.items.items():
            yield name, branch, inner.key_spans[name]


def maybe_word(under: Mapping, key: str) -> str | None:
    return word(under.items[key]) if key in under.items else None


def words(under: Mapping, key: str) -> tuple[tuple[str, Span], ...]:
    if key not in under.items:
        return ()
    return tuple((word(item), item.span) for item in sequence(under.items[key]))


def flag(under: Mapping, key: str) -> bool:
    branch = under.items.get(key)
    if branch is None:
        return False
    assert isinstance(branch, Scalar) and isinstance(branch.value, bool), branch
    return branch.value


def whole(branch: Branch) -> int:
    assert isinstance(branch, Scalar) and isinstance(branch.value, int), branch
    return branch.value


def number(under: Mapping, key: str, otherwise: int) -> int:
    return whole(under.items[key]) if key in under.items else otherwise


def cell(branch: Branch) -> tuple[int, int]:
    row, column = sequence(branch)
    return whole(row), whole(column)


def effect(branch: Branch, problems: Problems) -> EffectText:
    """The effect text; where it is badly written, the problem is noted and an empty text stands in."""
    found = effect_text(branch, problems)
    return found if found is not None else EffectText("", branch.span, lambda offset: branch.span.start)


def maybe_effect(under: Mapping, key: str, problems: Problems) -> EffectText | None:
    return effect(under.items[key], problems) if key in under.items else None


def effects(under: Mapping, key: str, problems: Problems) -> dict[str, EffectText]:
    return {name: effect(branch, problems) for name, branch, _ in pairs(under, key)}
