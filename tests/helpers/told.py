"""What is told of a pack, to hold against what should be."""

from __future__ import annotations

from rulewright.play.link import link
from rulewright.source.diagnostics import ContentError

Problem = tuple[str, str, str]
"""A code, the words it is at, and all that is said, parted by `|`."""


def problems_of(spec: str) -> list[Problem]:
    """The problems of a spec, in the order in which they are told."""
    try:
        link(spec)
    except ContentError as error:
        return [
            (
                d.code,
                d.span.file.text[d.span.start : d.span.end],
                "|".join([d.message, d.expected or "", d.hint or "", *(said for said, _ in d.related)]),
            )
            for d in error.diagnostics
        ]
    return []
