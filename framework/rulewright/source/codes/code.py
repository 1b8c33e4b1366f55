"""What is said of a code wherever it happens."""

from __future__ import annotations

from rulewright.source.records import record


@record(frozen=True, slots=True)
class Code:
    """`title` names the problem; `explanation` tells a designer why it is one and what to do.

    `expected` and `hint` go with every problem of the code, where what happened has none of its own.
    """

    code: str
    title: str
    explanation: str
    expected: str | None = None
    hint: str | None = None
