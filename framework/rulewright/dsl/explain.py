"""What is said about the place where the parser got stuck.

The parser only says where that was and what could have stood there. Everything else is found by trying:
a word nearly like a fixed word is proposed if the text gets further with it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from rulewright.dsl.keywords import (
    CHARACTERS,
    COMMENTS,
    KEYWORDS,
    OTHER_WORDS,
    PHRASES,
    RESERVED,
    SAME_SIGNS,
    SIGNS,
    STATEMENT,
    what_fits,
)
from rulewright.dsl.mistakes import Mistake
from rulewright.dsl.rewording import Rewording
from rulewright.dsl.text_words import Word, distance


class Explaining(Rewording):
    """One method for each mistake that has words of its own."""

    def explain(self, due: str | None) -> Mistake:
        """`due` says what the whole text is, if no statements."""
        refused = self.failure.refused
        statement = self.word and KEYWORDS.get(self.word.text) in STATEMENT - {"IF"} | {"OPTION"}
        if due and statement and self.at == self._line_words():
            return self._mistake("D403", self._found(), None, due)
        if refused is not None:
            return self._extra_parenthesis(refused) if refused.code == "D404" else refused
        checks = (
            self._wrong_sign,
            self._wrong_number,
            self._division,
            self._unclosed,
            self._layout,
            self._equals,
            self._as_after_where,
            self._chained,
            self._phrasing,
            self._count_in_words,
            self._word_nearby,
            self._reserved,
            self._named_argument,
            self._no_then,
            self._method,
            self._two_statements,
            self._uncalled,
        )
        for check in checks:
            mistake = check()
            if mistake is not None:
                return mistake
        return self._general()

    def _general(self) -> Mistake:
        hint = None
        word, before = self.word, self.before
        if [known.text for known in self.words[max(self.at - 2, 0) : self.at]] == ["choose", "one"]:
            hint = "`choose one:` opens a menu of options; a count is a number: `choose 1 …`"
        elif word is not None and word.text == "else":
            hint = self._about_else()
        elif (
            word is not None and word.text in ("if", "then") and before is not None and before.text == "else"
        ):
            hint = "in blocks it is `else if …:` and `else:`, each on a line of its own with lines below it"
        elif word is not None and word.text == "option":
            hint = "options stand indented below `choose one:`"
        elif word is not None and before is not None and before.text in OTHER_WORDS:
            hint = f"`{before.text}` is no word of the language; did you mean `{OTHER_WORDS[before.text]}`?"
        elif word is not None and ":" in (word.text, before.text if self._goes_on() and before else ""):
            hint = "a colon ends the line; in one line it is `then` and one statement"
        elif word is None and before is not None and self._stands_alone(before):
            name = before.text
            hint = f"to do what a verb says write `{name}()`; state is set as in `{name} = …`"
        hint = hint or self._about_value()
        return self._mistake("D403", self._found(), what_fits(self.failure.accepts), hint)

    def _wrong_sign(self) -> Mistake | None:
        word, stuck = self.word, self.failure.place
        if self.text[stuck : stuck + 1] == "\t":
            return Mistake("D406", stuck, stuck + 1, "a tab has no meaning here", "blanks")
        for near in (self.before, word):
            if near is not None and near.end + (near is word) > stuck and self._opens_comment(near):
                message = f"`{near.text}` has no meaning"
                return Mistake("D406", near.start, near.end, message, None, "comments start with `#`")
            if near is not None and near.text in SIGNS and near.end + (near is word) > stuck:
                say = f"write {SIGNS[near.text]}"
                meant = self._apart(near, SIGNS[near.text].strip("`")) if near.text in SAME_SIGNS else None
                message = f"`{near.text}` has no meaning"
                return Mistake("D406", near.start, near.end, message, None, say, instead=meant)
        if word is None:
            return None
        hint: str | None = None
        if word.text in CHARACTERS:
            hint = CHARACTERS[word.text]
        elif word.is_name and word.text.lower() != word.text:
            lower = word.text.lower()
            hint = f"did you mean `{lower}`?" if lower in KEYWORDS else f"names are in lower case: `{lower}`"
        elif word.text[0] == "_" or (word.is_name and not word.text.isascii()):
            hint = "a name begins with a letter and has only a to z, digits and `_`"
        elif word.text[0].isascii() and (word.text[0].isalnum() or word.text[0] in "=<>+-*/.,:()!"):
            return None
        return self._mistake("D406", f"`{word.text}` has no meaning", None, hint)

    def _opens_comment(self, word: Word) -> bool:
        """Whether a sign opens a comment in other languages; `--` does so before more words of its line."""
        behind = self.text[word.end :].partition("\n")[0]
        goes_on = behind[:1].isspace() and behind.strip() != ""
        return word.text in COMMENTS and (word.text != "--" or goes_on)

    def _apart(self, word: Word, other: str) -> str:
        """Another word for one, with blanks where it would run into its neighbours."""
        before, after = self.text[word.start - 1 : word.start], self.text[word.end : word.end + 1]
        first = " " if before.isalnum() and other[0].isalpha() else ""
        return first + other + (" " if after.strip() and other[-1].isalpha() else "")

    def _wrong_number(self) -> Mistake | None:
        word = self.word
        before = self.before
        for near in (word, before):
            if near is None or not near.text[0].isdigit() or near.text.isdigit():
                continue
            if not near.start <= self.failure.place <= near.end:
                continue
            if "." in near.text:
                hint = "numbers are whole; divide with `/ … rounded down` (or `up`)"
            else:
                hint = "a name begins with a letter, and a blank stands after a number"
            return Mistake("D413", near.start, near.end, f"`{near.text}` is no whole number", None, hint)
        return None

    def _unclosed(self) -> Mistake | None:
        stack = self._open()
        if not stack:
            return None
        depth = len(stack)
        first = self.word is not None and self.at == self._line_words()
        if not (first and (self.word and self.word.text in RESERVED)):
            for word in self.words[self.at :]:
                depth += {"(": 1, ")": -1}.get(word.text, 0)
                if depth < len(stack):
                    return None
        word = stack[-1]
        place = self._place()
        stuck = f"`{self.word.text}`" if self.word and self.failure.kind != "$END" else "the end of the text"
        return Mistake(
            "D404",
            word.start,
            word.end,
            "this `(` is never closed",
            "`)`",
            None,
            ((f"read up to {stuck}", *place),),
        )

    def _extra_parenthesis(self, refused: Mistake) -> Mistake:
        return replace(refused, expected=None, hint="leave it out, or open a parenthesis before")

    def _layout(self) -> Mistake | None:
        if self.failure.kind == "_INDENT":
            found = "this line is indented, but the line above opens no block"
            hint = "end the line above with `:`, or begin this one where that one begins"
            return self._mistake("D405", found, None, hint)
        if self.failure.accepts == {"_INDENT"}:
            found = "no indented line follows the `:`"
            before = self.before
            colon = (before.start, before.end) if before else self._place()
            return Mistake("D405", *colon, found, "an indented line", "one statement in a line: `then`")
        return None

    def _division(self) -> Mistake | None:
        if "ROUNDED_UP" not in self.failure.accepts:
            return None
        for index in range(self.at - 1, -1, -1):
            if self.words[index].text == "/":
                end = self.words[self.at - 1].end
                message = "a division says how it is rounded"
                hint = f"`{self.text[self.words[index].start : end]} rounded down` (or `rounded up`)"
                expected = "`rounded down` or `rounded up`"
                start = self.words[index].start
                return Mistake("D407", start, end, message, expected, hint)
        return None

    def _equals(self) -> Mistake | None:
        word = self.word
        if word is None:
            return None
        accepts = self.failure.accepts
        if word.text == "=" and "COMPARE" in accepts:
            hint = "two values are compared with `==`"
            return self._mistake("D408", "`=` is no test", "`==`", hint, instead="==")
        if word.text == "==" and ("ASSIGN" in accepts or self.failure.place > word.start):
            hint = "a value is set with `=`; `==` compares"
            return self._mistake("D408", "`==` sets nothing", "`=`", hint, instead="=")
        return None

    def _as_after_where(self) -> Mistake | None:
        word = self.word
        if word is None or word.text != "as":
            return None
        if any(known.text == "where" for known in self.words[self._line_words() : self.at]):
            hint = f"`as {self.after or 'name'} where …`"
            return self._mistake("D409", "`as` stands before `where`", None, hint)
        return None

    def _chained(self) -> Mistake | None:
        word = self.word
        signs = ("<", "<=", ">", ">=", "==", "!=")
        if word is None or word.text not in signs or "AND" not in self.failure.accepts:
            return None
        hint = "two tests with `and`: `a < b and b < c`"
        return self._mistake("D408", "comparisons are not chained", None, hint)

    def _word_nearby(self) -> Mistake | None:
        """A word nearly like a fixed one, if the text gets further with that."""
        stuck = self._place()[0] if self.word else self.failure.place
        best: tuple[int, int, int, int, str] | None = None
        for begin in (self.at, self.at - 1, self.at - 2):
            for length in (1, 2, 3, 4):
                part = self.words[max(begin, 0) : begin + length]
                if begin < 0 or len(part) < length or not all(word.is_name for word in part):
                    break
                if begin + length < self.at or (begin == self.at and self.word is None):
                    continue
                start, end = part[0].start, part[-1].end
                said = self.text[start:end]
                if "\n" in said:
                    break
                for wanted, cost in _nearest(said):
                    reach = self._reach(start, end, wanted)
                    if reach <= max(stuck, end if begin + length > self.at else 0):
                        continue
                    better = (-reach, cost, abs(self.at - begin), start, wanted)
                    if best is None or better < (best[0], best[1], best[2], best[3], best[4]):
                        best = better
                        place = (start, end)
        if best is None:
            return None
        said, wanted = self.text[slice(*place)], best[4]
        message = f"`{said}` does not fit here"
        expected = what_fits(self.failure.accepts) if place[0] == self._place()[0] else None
        return Mistake("D403", *place, message, expected, f"did you mean `{wanted}`?")

    def _reserved(self) -> Mistake | None:
        word = self.word
        if word is None or word.text not in RESERVED or "NAME" not in self.failure.accepts:
            return None
        names_only = not self.failure.accepts & {"NUMBER", "LET"}
        if names_only or self.after in ("=", "+=", "-=", "."):
            return self._mistake(
                "D410", f"`{word.text}` is a reserved word", "a name", f"another name, like `{word.text}_`"
            )
        return None

    def _no_then(self) -> Mistake | None:
        accepts = self.failure.accepts
        if "_THEN" not in accepts and "_COLON" not in accepts:
            return None
        start = self._place()[0]
        if "_THEN" in accepts:
            expected = "`then` and one statement, or `:` and an indented block"
        else:
            expected = "`:` and an indented block"
        if self.word is None or self._reach(start, start, "then ") > self.words[self.at].end:
            if "_COLON" not in accepts:
                expected = "`then`"
            return self._mistake("D403", self._found(), expected, self._how_to_go_on())
        return None

    def _how_to_go_on(self) -> str | None:
        if self.word is None and "_COLON" in self.failure.accepts:
            following = self.words[self.at : self.at + 1]
            if following and self._column(following[0]) > self._column(self.words[self._line_words()]):
                return "end the line with `:`"
        return None


def _nearest(said: str) -> Iterator[tuple[str, int]]:
    """Fixed words that `said` may be a slip of, with the number of letters that differ."""
    if said in OTHER_WORDS:
        yield OTHER_WORDS[said], 0
    if said in KEYWORDS or said in PHRASES:
        return
    for wanted in (*RESERVED, *PHRASES):
        most = 1 if len(wanted) <= 5 else 2
        if abs(len(wanted) - len(said)) <= most and wanted[0] in said[:2]:
            cost = distance(said, wanted)
            if cost <= most:
                yield wanted, cost
