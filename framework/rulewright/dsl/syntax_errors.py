"""Every mistake of a text that does not parse: how reading goes on behind the first.

A line with a mistake is replaced by the stand-in with which the lines after it are read best.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from rulewright.dsl.explain import Explaining
from rulewright.dsl.keywords import KEYWORDS, PHRASES, RESERVED
from rulewright.dsl.mistakes import Attempt, Failure, Mistake
from rulewright.dsl.sample import sample_for
from rulewright.dsl.text_words import words_of
from rulewright.source.records import record

__all__ = ["KEYWORDS", "PHRASES", "RESERVED", "Draft", "find_mistakes"]

_MOST_MISTAKES = 20
_STAND_INS = {
    "effect": (
        "stop",
        "if true:",
        "choose one:",
        "option x_ then stop",
        "option x_:",
        "else:",
        "else if true:",
        "if true:\n{} stop",
        "option x_:\n{} stop",
        "",
    ),
    "formula": ("let x_ = 0", "0"),
}


_DUE = {
    "formula": "a value is due here; statements stand under `do:`",
    "pattern": "a name with its arguments is due here, like `defeat(this)`",
    "target": "what is chosen is due here, like `1 space in my spaces`",
}


def find_mistakes(source: str, start: str, attempt: Attempt) -> tuple[list[Mistake], Draft | None]:
    """Every mistake of a text that does not parse, in order; at least one. And the text with stand-ins for
    the lines that have them, if it can be read to its end."""
    draft = Draft([(line, offset, False) for line, offset in _lines(source)])
    found: list[Mistake] = []
    reached = -1
    while len(found) < _MOST_MISTAKES:
        failure = attempt(draft.text)
        if failure is None:
            return found, draft
        mistake = Explaining(draft.text, failure, attempt).explain(_DUE.get(start))
        line = draft.line_at(mistake.start)
        if mistake.code == "D403" and mistake.hint is None:
            due = ["option"] if mistake.expected == "`option`" else None
            words = due or [word.text for word in words_of(draft.text.split("\n")[line])]
            mistake = replace(mistake, hint=sample_for(words, start))
        placed = draft.placed(mistake)
        if found and (draft.lines[line][2] or placed.start <= reached):
            break
        reached = placed.start
        # Wrong indentation mostly brings more of it, so only the first of it is told.
        if mistake.code != "D405" or all(known.code != "D405" for known in found):
            found.append(placed)
        if start != "effect" and (failure.kind == "_INDENT" or mistake.hint == _DUE[start]):
            break
        repaired = draft.repaired(line, failure, _STAND_INS.get(start, ()), attempt)
        if repaired is None:
            break
        draft = repaired
    return found, None


def _lines(source: str) -> Iterator[tuple[str, int]]:
    offset = 0
    for line in source.split("\n"):
        yield line, offset
        offset += len(line) + 1


@record(frozen=True, slots=True)
class Draft:
    """The text with stand-ins for lines that had a mistake."""

    lines: list[tuple[str, int, bool]]  # text, where it stands in the source, whether a stand-in

    @property
    def text(self) -> str:
        return "\n".join(line for line, _, _ in self.lines)

    def line_at(self, offset: int) -> int:
        return self.text.count("\n", 0, offset)

    def begin(self, line: int) -> int:
        return sum(len(text) + 1 for text, _, _ in self.lines[:line])

    def source_offset(self, offset: int) -> int:
        line = self.line_at(offset)
        return self.lines[line][1] + offset - self.begin(line)

    def replaced(self, source: str) -> set[str]:
        """The words of the lines of the source for which something else stands here."""
        kept = {offset for _, offset, stands_in in self.lines if not stands_in}
        gone = [line for line, offset in _lines(source) if offset not in kept]
        return {word.text for line in gone for word in words_of(line)}

    def placed(self, mistake: Mistake) -> Mistake:
        start = self.source_offset(mistake.start)
        end = self.source_offset(mistake.end - 1) + 1 if mistake.end > mistake.start else start
        related = tuple(
            (said, self.source_offset(first), self.source_offset(last - 1) + 1)
            for said, first, last in mistake.related
        )
        return replace(mistake, start=start, end=max(start, end), related=related)

    def repaired(
        self, line: int, failure: Failure, stand_ins: Iterable[str], attempt: Attempt
    ) -> Draft | None:
        """The draft with a stand-in for the line, or None if nothing is read behind it."""
        first, last = self._extent(line)
        best: tuple[int, Draft] | None = None
        for at, until in self._candidates(first, last, failure):
            text, offset, _ = self.lines[at]
            blanks = text[: len(text) - len(text.lstrip(" \t"))].replace("\t", "")
            behind = len(self.text) - self.begin(until + 1)
            again = [text.replace("\t", "  ").strip()] if failure.refused else []
            for stand_in in (*stand_ins, *again):
                new = [(row, offset, True) for row in (blanks + stand_in.format(blanks)).split("\n")]
                draft = Draft(self.lines[:at] + new + self.lines[until + 1 :])
                stuck = attempt(draft.text)
                left = -1 if stuck is None else len(draft.text) - stuck.place
                if (left <= behind if stuck else True) and (best is None or left < best[0]):
                    best = (left, draft)
        return best[1] if best else None

    def _candidates(self, first: int, last: int, failure: Failure) -> Iterator[tuple[int, int]]:
        if failure.kind == "_INDENT" and first > 0:
            yield self._extent(first - 1)
        yield first, last

    def _extent(self, line: int) -> tuple[int, int]:
        """First and last line of the text line that `line` is part of: it goes on in parentheses."""
        first, depth = 0, 0
        for number, (text, _, _) in enumerate(self.lines):
            if depth <= 0:
                if number > line:
                    break
                first, depth = number, 0
            for word in words_of(text):
                depth += {"(": 1, ")": -1}.get(word.text, 0)
            if number >= line and (depth <= 0 or not self._closes(number + 1, depth)):
                return first, number
        return min(first, line), line

    def _closes(self, line: int, depth: int) -> bool:
        for text, _, _ in self.lines[line:]:
            for word in words_of(text):
                depth += {"(": 1, ")": -1}.get(word.text, 0)
                if depth <= 0:
                    return True
        return False
