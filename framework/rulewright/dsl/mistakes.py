"""What is known of a place where text does not parse: what the parser says, and what is said to authors."""

from __future__ import annotations

from collections.abc import Callable

from rulewright.source.records import record

Related = tuple[tuple[str, int, int], ...]


@record(frozen=True, slots=True)
class Mistake:
    """One problem of a text, placed by offsets in it; `instead` is what must have been meant there."""

    code: str
    start: int
    end: int
    message: str
    expected: str | None = None
    hint: str | None = None
    related: Related = ()
    instead: str | None = None


class Refused(Exception):
    """Raised while parsing for what the grammar cannot refuse."""

    def __init__(self, mistake: Mistake) -> None:
        self.mistake = mistake
        super().__init__(mistake.message)


@record(frozen=True, slots=True)
class Failure:
    """Where the parser got stuck, on what terminal (empty: on none) and what it would have taken."""

    place: int
    kind: str
    accepts: frozenset[str]
    refused: Mistake | None


Attempt = Callable[[str], Failure | None]
