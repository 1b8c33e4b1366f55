"""A YAML file as a tree of values that know their places."""

from __future__ import annotations

from dataclasses import field

from rulewright.source.records import record
from rulewright.source.text import EffectText, Span

Plain = dict[str, "Plain"] | list["Plain"] | str | int | float | bool | None
"""What jsonschema sees."""


@record(frozen=True, slots=True, eq=False)
class Scalar:
    """`value` is read by the YAML 1.2 core table; `text` is the scalar as text, whatever its value."""

    value: str | int | float | bool | None
    text: EffectText
    span: Span
    style: str  # plain, single, double, literal, folded


@record(frozen=True, slots=True, eq=False)
class Sequence:
    items: tuple[Branch, ...]
    span: Span


@record(frozen=True, slots=True, eq=False)
class Mapping:
    items: dict[str, Branch]
    key_spans: dict[str, Span] = field(repr=False)
    span: Span


Branch = Scalar | Sequence | Mapping


def plain(branch: Branch) -> Plain:
    """The values alone, as plain Python data."""
    if isinstance(branch, Mapping):
        return {key: plain(item) for key, item in branch.items.items()}
    if isinstance(branch, Sequence):
        return [plain(item) for item in branch.items]
    return branch.value
