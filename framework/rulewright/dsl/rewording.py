"""Statements in other words than those of the language: another order, no parentheses, several in a line."""

from __future__ import annotations

from rulewright.dsl.keywords import COUNTS, RESERVED
from rulewright.dsl.mistakes import Mistake
from rulewright.dsl.phrasings import phrasings
from rulewright.dsl.reading import Reading
from rulewright.dsl.text_words import Word


class Rewording(Reading):
    """What was probably meant, found by trying how far the text is read with it."""

    def _phrasing(self) -> Mistake | None:
        """Words that say the same in another way, if the text gets further with those of the language."""
        begin = self.text.rfind("\n", 0, min(self._place()[0], self.failure.place)) + 1
        line = self.text[begin:].partition("\n")[0]
        for phrasing in phrasings():
            for found in phrasing.pattern.finditer(line):
                start, end = begin + found.start(), begin + found.end()
                if not start <= self.failure.place <= end:
                    continue
                groups = {name: text or "" for name, text in found.groupdict().items()}
                if self._reach(start, end, phrasing.instead.format(**groups)) < end:
                    continue
                first, last = found.span("at") if "at" in groups else found.span()
                place = (begin + first, begin + last) if last > first else self._place()
                said = self.text[slice(*place)]
                hint = phrasing.hint.format(**groups)
                return Mistake("D403", *place, f"`{said}` does not fit here", None, hint)
        return None

    def _count_in_words(self) -> Mistake | None:
        """A choice of `a card`, `two cards` or just `card`: a count is a number."""
        words = self.words
        chosen = next((n for n in (self.at - 1, self.at - 2) if n >= 0 and words[n].text == "choose"), None)
        if chosen is None or chosen + 3 >= len(words):
            return None
        said = words[chosen + 1]
        count = COUNTS.get(said.text)
        noun, then = words[chosen + 2 : chosen + 4] if count else (said, words[chosen + 2])
        if then.text not in ("in", "from") or not noun.is_name:
            return None
        whole = f"{count or 1} {noun.text}"
        if self._reach(said.start, then.end, f"{whole} in") <= noun.end:
            return None
        hint = f"a count is a number: write `choose {whole} in {self._names_from(then.end)}`"
        return Mistake("D403", said.start, said.end, f"`{said.text}` does not fit here", "a number", hint)

    def _names_from(self, start: int) -> str:
        """The names behind a place, up to a sign or a word with which something else begins."""
        found = []
        for word in self.words:
            if word.start < start:
                continue
            if not word.is_name or (word.text in RESERVED and word.text != "my"):
                break
            found.append(word.text)
        return " ".join(found) or "…"

    def _named_argument(self) -> Mistake | None:
        word = self.word
        if word is None or not word.is_name or word.text in RESERVED or not self._open():
            return None
        if self._reach(word.start, word.end, f", {word.text}=") > word.end:
            return self._mistake("D403", self._found(), None, f"an argument is named: `, {word.text}=…`")
        return None

    def _method(self) -> Mistake | None:
        word = self.word
        if word is None or word.text != "(" or self.at < 2 or self.words[self.at - 2].text not in (".", "my"):
            return None
        name = self.words[self.at - 1].text
        owner = "me" if self.words[self.at - 2].text == "my" else self.words[self.at - 3].text
        hint = f"what something belongs to is an argument: `{name}({owner}, …)`"
        return self._mistake("D403", self._found(), None, hint)

    def _two_statements(self) -> Mistake | None:
        word = self.word
        if word is None or "_NL" not in self.failure.accepts or not self._goes_on():
            return None
        line_end = "\n" + " " * self._column(self.words[self._line_words()])
        start, end = word.start, word.end if word.text in (",", "and", "then") else word.start
        if self._reach(start, end, line_end) <= self.words[self.at].end:
            return None
        return self._mistake("D403", self._found(), "the end of the line", "one statement stands in a line")

    def _uncalled(self) -> Mistake | None:
        """A verb with what it needs behind it, without parentheses."""
        word, before = self.word, self.before
        if word is None or before is None or self.at != self._line_words() + 1 or before.text in RESERVED:
            return None
        if not {"LPAR", "ASSIGN"} <= self.failure.accepts or not (word.is_name or word.text.isdigit()):
            return None
        hint = f"what a verb needs stands in parentheses: `{before.text}(…)`"
        return self._mistake("D403", self._found(), None, hint)

    def _about_value(self) -> str | None:
        """What to do with a value that stands where a statement is due."""
        word = self.before
        if self.word is not None or word is None or "ASSIGN" not in self.failure.accepts:
            return None
        line = self.text[self.words[self._line_words()].start : word.end]
        if word.text.isdigit():
            return f"a value does nothing by itself: it is given to a verb, as in `pay({line})`"
        return f"a value does nothing by itself: give it to a verb, or change it, as in `{line} += 1`"

    def _about_else(self) -> str:
        lines = self.text[: self.failure.place].split("\n")
        depth = len(lines[-1]) - len(lines[-1].lstrip())
        above = next((row for row in reversed(lines[:-1]) if len(row) - len(row.lstrip()) <= depth), "")
        if "choose one" in above:
            return "a menu has no `else`: make it an option"
        return "`else` follows a block, or the one statement after `then`"

    def _stands_alone(self, word: Word) -> bool:
        """Whether a line ends with the name with which it begins, in place of a statement."""
        only = self.at == self._line_words() + 1 and "ASSIGN" in self.failure.accepts
        return only and word.is_name and word.text not in RESERVED
