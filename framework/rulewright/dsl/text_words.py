"""The words of a text that does not parse, cut more coarsely than the lexer does, and how alike two are."""

from __future__ import annotations

import re

from rulewright.source.records import record


@record(frozen=True, slots=True)
class Word:
    text: str
    start: int
    end: int

    @property
    def is_name(self) -> bool:
        return self.text[0].isalpha() or self.text[0] == "_"


_WORD = re.compile(
    r"#[^\n]*|[^\W\d]\w*|\d+(?:\.\d+)+(?!\.)|\d\w*|={2,3}|[!<>+*/:-]=|=[<>]|<>|->|//|/\*|&&|\|\||\*\*|\+\+|--|\.{2,3}|\S"
)


def words_of(text: str) -> list[Word]:
    return [
        Word(match.group(), match.start(), match.end())
        for match in _WORD.finditer(text)
        if not match.group().startswith("#")
    ]


def distance(one: str, other: str) -> int:
    """Letters left out, put in, changed, or swapped with their neighbour."""
    before: list[int] = []
    row = list(range(len(other) + 1))
    for i, letter in enumerate(one, 1):
        oldest, before, row = before, row, [i]
        for j, against in enumerate(other, 1):
            cost = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (letter != against))
            if i > 1 and j > 1 and letter == other[j - 2] and one[i - 2] == against:
                cost = min(cost, oldest[j - 2] + 1)
            row.append(cost)
    return row[-1]
