"""A text that does not parse, and the place where the parser got stuck in it."""

from __future__ import annotations

from dataclasses import dataclass, field

from rulewright.dsl.mistakes import Attempt, Failure, Mistake
from rulewright.dsl.text_words import Word, words_of


@dataclass
class Reading:
    """A text, where the parser got stuck in it, and the words around that place."""

    text: str
    failure: Failure
    attempt: Attempt
    words: list[Word] = field(init=False)
    at: int = field(init=False)  # index of the word it got stuck on, or of the one after the line

    def __post_init__(self) -> None:
        self.words = words_of(self.text)
        place = self.failure.place
        line_end = self.failure.kind in ("_NL", "$END", "_DEDENT")
        fits = (
            index
            for index, word in enumerate(self.words)
            if word.end > place and not (line_end and word.start <= place)
        )
        self.at = next(fits, len(self.words))

    @property
    def word(self) -> Word | None:
        """The word the parser got stuck on; None at the end of a line."""
        if self.failure.kind in ("_NL", "$END", "_DEDENT") or self.at >= len(self.words):
            return None
        return self.words[self.at]

    @property
    def before(self) -> Word | None:
        return self.words[self.at - 1] if self.at > 0 else None

    @property
    def after(self) -> str:
        return self.words[self.at + 1].text if self.at + 1 < len(self.words) else ""

    def _place(self) -> tuple[int, int]:
        word = self.word or self.before
        return (word.start, word.end) if word else (0, len(self.text))

    def _found(self) -> str:
        if self.word is not None:
            return f"`{self.word.text}` does not fit here"
        before = f" after `{self.before.text}`" if self.before else ""
        whole = "\n" not in self.text
        return f"the {'text' if whole else 'line'} ends{before}"

    def _mistake(
        self,
        code: str,
        message: str,
        expected: str | None = None,
        hint: str | None = None,
        instead: str | None = None,
    ) -> Mistake:
        return Mistake(code, *self._place(), message, expected, hint, instead=instead)

    def _goes_on(self) -> bool:
        """Whether the word it got stuck on is in the line of the word before."""
        return self.word is not None and self.at > self._line_words()

    def _reach(self, start: int, end: int, instead: str) -> int:
        """How far the text is read with these words put in, as an offset in the text as it is."""
        failure = self.attempt(self.text[:start] + instead + self.text[end:])
        if failure is None:
            return len(self.text) + 1
        place = failure.place
        inside = start + len(instead)
        return min(place, start) if place < inside else place - len(instead) + (end - start)

    def _line_words(self) -> int:
        """Index of the first word of the line the parser is on."""
        index = min(self.at, len(self.words) - 1) if self.word else self.at - 1
        while index > 0 and "\n" not in self.text[self.words[index - 1].end : self.words[index].start]:
            index -= 1
        return max(index, 0)

    def _open(self) -> list[Word]:
        stack: list[Word] = []
        for word in self.words[: self.at]:
            if word.text == "(":
                stack.append(word)
            elif word.text == ")" and stack:
                stack.pop()
        return stack

    def _column(self, word: Word) -> int:
        return word.start - (self.text.rfind("\n", 0, word.start) + 1)
