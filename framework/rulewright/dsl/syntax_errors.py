"""What is said about text that does not parse, and how reading goes on behind a mistake.

The parser only says where it got stuck and what could have stood there. Everything else is found
by trying: a word nearly like a fixed word is proposed if the text gets further with it, and a line
with a mistake is replaced by the stand-in with which the lines after it are read best.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace

RESERVED = (
    "choose may option let stop for in repeat times while if then else as where each and or not has can "
    "having together asking rounded my me this it true false"
).split()
PHRASES = {
    "choose one": "CHOOSE_ONE",
    "up to": "UP_TO",
    "any number of": "ANY_NUMBER_OF",
    "one at a time": "ONE_AT_A_TIME",
    "at random": "AT_RANDOM",
    "chosen by": "CHOSEN_BY",
    "rounded up": "ROUNDED_UP",
    "rounded down": "ROUNDED_DOWN",
}
_SILENT = frozenset("times while then else as where each".split())
KEYWORDS = {word: ("_" if word in _SILENT else "") + word.upper() for word in RESERVED}

Related = tuple[tuple[str, int, int], ...]


@dataclass(frozen=True, slots=True)
class Mistake:
    """One problem of a text, placed by offsets in it."""

    code: str
    start: int
    end: int
    message: str
    expected: str | None = None
    hint: str | None = None
    related: Related = ()


class Refused(Exception):
    """Raised while parsing for what the grammar cannot refuse."""

    def __init__(self, mistake: Mistake) -> None:
        self.mistake = mistake
        super().__init__(mistake.message)


@dataclass(frozen=True, slots=True)
class Failure:
    """Where the parser got stuck, on what terminal (empty: on none) and what it would have taken."""

    place: int
    kind: str
    accepts: frozenset[str]
    refused: Mistake | None


Attempt = Callable[[str], Failure | None]

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


def find_mistakes(source: str, start: str, attempt: Attempt) -> list[Mistake]:
    """Every mistake of a text that does not parse, in order; at least one."""
    draft = _Draft([(line, offset, False) for line, offset in _lines(source)])
    found: list[Mistake] = []
    reached = -1
    while len(found) < _MOST_MISTAKES:
        failure = attempt(draft.text)
        if failure is None:
            break
        mistake = _Reading(draft.text, failure, attempt).explain(_DUE.get(start))
        line = draft.line_at(mistake.start)
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
    return found


def _lines(source: str) -> Iterator[tuple[str, int]]:
    offset = 0
    for line in source.split("\n"):
        yield line, offset
        offset += len(line) + 1


@dataclass(frozen=True, slots=True)
class _Draft:
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
    ) -> _Draft | None:
        """The draft with a stand-in for the line, or None if nothing is read behind it."""
        first, last = self._extent(line)
        best: tuple[int, _Draft] | None = None
        for at, until in self._candidates(first, last, failure):
            text, offset, _ = self.lines[at]
            blanks = text[: len(text) - len(text.lstrip(" \t"))].replace("\t", "")
            behind = len(self.text) - self.begin(until + 1)
            again = [text.replace("\t", "  ").strip()] if failure.refused else []
            for stand_in in (*stand_ins, *again):
                new = [(row, offset, True) for row in (blanks + stand_in.format(blanks)).split("\n")]
                draft = _Draft(self.lines[:at] + new + self.lines[until + 1 :])
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
            for word in _words(text):
                depth += {"(": 1, ")": -1}.get(word.text, 0)
            if number >= line and (depth <= 0 or not self._closes(number + 1, depth)):
                return first, number
        return min(first, line), line

    def _closes(self, line: int, depth: int) -> bool:
        for text, _, _ in self.lines[line:]:
            for word in _words(text):
                depth += {"(": 1, ")": -1}.get(word.text, 0)
                if depth <= 0:
                    return True
        return False


# --- words -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Word:
    text: str
    start: int
    end: int

    @property
    def is_name(self) -> bool:
        return self.text[0].isalpha() or self.text[0] == "_"


_WORD = re.compile(
    r"#[^\n]*|[^\W\d]\w*|\d+(?:\.\d+)+(?!\.)|\d\w*|={2,3}|[!<>+*/:-]=|=[<>]|<>|->|&&|\|\||\*\*|\+\+|--|\.{2,3}|\S"
)


def _words(text: str) -> list[_Word]:
    return [
        _Word(match.group(), match.start(), match.end())
        for match in _WORD.finditer(text)
        if not match.group().startswith("#")
    ]


def _distance(one: str, other: str) -> int:
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


# --- explaining --------------------------------------------------------------------------------

_SIGNS = {
    "&": "`and`",
    "&&": "`and`",
    "|": "`or`",
    "||": "`or`",
    "!": "`not`",
    "===": "`==`",
    "<>": "`!=`",
    "=<": "`<=`",
    "=>": "`>=`",
    ":=": "`=`",
    "**": "`*`",
    "...": "`..`",
    "++": "`+= 1`",
    "--": "`-= 1`",
    "*=": "`x = x * …`",
    "/=": "`x = x / … rounded down` (or `up`)",
}
_CHARACTERS = {
    "[": "a list is written in parentheses: `(a, b)`",
    "]": "a list is written in parentheses: `(a, b)`",
    "{": "a block is an indented line after `:`, a list is written in parentheses",
    "}": "a block is an indented line after `:`, a list is written in parentheses",
    '"': "there are no quotes: names stand as they are, wording belongs under `texts:`",
    "'": "there are no quotes: names stand as they are, wording belongs under `texts:`",
    ";": "one statement a line",
    "%": "there is no remainder: use a table, or `rounded down`",
}
_OTHER_WORDS = {
    "elif": "else if",
    "elsif": "else if",
    "elseif": "else if",
    "foreach": "for",
    "when": "if",
    "var": "let",
    "select": "choose",
    "pick": "choose",
    "pass": "stop",
    "return": "stop",
    "break": "stop",
    "end": "stop",
    "is": "==",
    "equals": "==",
    "while": "repeat while",
    "otherwise": "else",
    "at least": ">=",
    "at most": "<=",
    "within": "in",
    "with": "where",
    "upto": "up to",
}
_OPERATORS = frozenset("COMPARE IN NOT _RANGE PLUS MINUS TIMES_SIGN SLASH _DOT AND OR".split())
_VALUE = frozenset("NAME NUMBER LPAR TRUE FALSE IT THIS ME MY MINUS NOT HAS CAN IF".split())
_SPOKEN = {
    "NAME": "a name",
    "NUMBER": "a number",
    "LPAR": "`(`",
    "RPAR": "`)`",
    "_COMMA": "`,`",
    "_COLON": "`:`",
    "ASSIGN": "`=`",
    "ALTER": "a change (`+=`, `-=`)",
    "_INDENT": "an indented line",
    "_NL": "the end of the line",
    "$END": "the end of the text",
}
_SPOKEN |= {terminal: f"`{word}`" for word, terminal in (KEYWORDS | PHRASES).items()}
_STATEMENT = frozenset("MAY CHOOSE CHOOSE_ONE LET STOP FOR REPEAT IF".split())
_ORDER = [*KEYWORDS.values(), *PHRASES.values(), "ASSIGN", "ALTER", "LPAR", "RPAR", "_COMMA", "_COLON"]


def _expected(accepts: frozenset[str]) -> str | None:
    """What could have stood there, in groups."""
    left = set(accepts) - {"_DEDENT"}
    said: list[str] = []
    if left >= {"LET", "STOP"}:
        said.append("a statement" if "CHOOSE" in left else "a statement of one line")
        left -= _STATEMENT | _VALUE
    if left >= {"NUMBER", "NAME"}:
        said.append("a value")
        left -= _VALUE
    elif left >= {"NUMBER", "LPAR", "UP_TO"}:
        said.append("a number, `(`")
        left -= {"NUMBER", "LPAR"}
    operators = "AND" in left or "COMPARE" in left or "PLUS" in left
    if operators:
        left -= _OPERATORS
        if "ROUNDED_UP" not in left:
            left.discard("LPAR")
    if len(left - {"_NL"}) + len(said) + operators > 1 and not {"_NL"} == left:
        left -= {"$END"}
    if "COMPARE" in accepts:
        left -= {"ASSIGN"}
    said.extend(_SPOKEN[kind] for kind in _ORDER if kind in left)
    said.extend(_SPOKEN[kind] for kind in ("NAME", "NUMBER", "_INDENT") if kind in left)
    if operators:
        said.append("an operator")
    if "_NL" in left or "$END" in left:
        said.append("the end of the line" if "_NL" in left else "the end of the text")
    if not said:
        return None
    return said[0] if len(said) == 1 else ", ".join(said[:-1]) + " or " + said[-1]


@dataclass
class _Reading:
    """A text, where the parser got stuck in it, and the words around that place."""

    text: str
    failure: Failure
    attempt: Attempt
    words: list[_Word] = field(init=False)
    at: int = field(init=False)  # index of the word it got stuck on, or of the one after the line

    def __post_init__(self) -> None:
        self.words = _words(self.text)
        place = self.failure.place
        line_end = self.failure.kind in ("_NL", "$END", "_DEDENT")
        fits = (
            index
            for index, word in enumerate(self.words)
            if word.end > place and not (line_end and word.start <= place)
        )
        self.at = next(fits, len(self.words))

    def explain(self, due: str | None) -> Mistake:
        """`due` says what the whole text is, if no statements."""
        refused = self.failure.refused
        if due and self.word and KEYWORDS.get(self.word.text) in _STATEMENT - {"IF"} | {"OPTION"}:
            if self.at == self._line_words():
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
            self._word_nearby,
            self._reserved,
            self._named_argument,
            self._no_then,
            self._method,
        )
        for check in checks:
            mistake = check()
            if mistake is not None:
                return mistake
        return self._general()

    # the words around

    @property
    def word(self) -> _Word | None:
        """The word the parser got stuck on; None at the end of a line."""
        if self.failure.kind in ("_NL", "$END", "_DEDENT") or self.at >= len(self.words):
            return None
        return self.words[self.at]

    @property
    def before(self) -> _Word | None:
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
        self, code: str, message: str, expected: str | None = None, hint: str | None = None
    ) -> Mistake:
        return Mistake(code, *self._place(), message, expected, hint)

    def _general(self) -> Mistake:
        hint = None
        word, before = self.word, self.before
        if [known.text for known in self.words[max(self.at - 2, 0) : self.at]] == ["choose", "one"]:
            hint = "`choose one:` opens a menu of options; a count is a number: `choose 1 …`"
        elif word is not None and word.text == "else":
            hint = "`else` follows a block, or the one statement after `then`"
        elif word is not None and word.text == "option":
            hint = "options stand indented below `choose one:`"
        elif word is not None and before is not None and before.text in _OTHER_WORDS:
            hint = f"`{before.text}` is no word of the language; did you mean `{_OTHER_WORDS[before.text]}`?"
        elif word is not None and ":" in (word.text, before.text if self._goes_on() and before else ""):
            hint = "a colon ends the line; in one line it is `then` and one statement"
        return self._mistake("D403", self._found(), _expected(self.failure.accepts), hint)

    def _goes_on(self) -> bool:
        """Whether the word it got stuck on is in the line of the word before."""
        return self.word is not None and self.at > self._line_words()

    # further with it?

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

    # one method for each thing that has words of its own

    def _wrong_sign(self) -> Mistake | None:
        word, stuck = self.word, self.failure.place
        if self.text[stuck : stuck + 1] == "\t":
            return Mistake("D406", stuck, stuck + 1, "a tab has no meaning here", "blanks")
        for near in (self.before, word):
            if near is not None and near.text in _SIGNS and near.end + (near is word) > stuck:
                say = f"write {_SIGNS[near.text]}"
                return Mistake("D406", near.start, near.end, f"`{near.text}` has no meaning", None, say)
        if word is None:
            return None
        hint: str | None = None
        if word.text in _CHARACTERS:
            hint = _CHARACTERS[word.text]
        elif word.is_name and word.text.lower() != word.text:
            lower = word.text.lower()
            hint = f"did you mean `{lower}`?" if lower in KEYWORDS else f"names are in lower case: `{lower}`"
        elif word.text[0] == "_" or (word.is_name and not word.text.isascii()):
            hint = "a name begins with a letter and has only a to z, digits and `_`"
        elif word.text[0].isascii() and (word.text[0].isalnum() or word.text[0] in "=<>+-*/.,:()!"):
            return None
        return self._mistake("D406", f"`{word.text}` has no meaning", None, hint)

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

    def _open(self) -> list[_Word]:
        stack: list[_Word] = []
        for word in self.words[: self.at]:
            if word.text == "(":
                stack.append(word)
            elif word.text == ")" and stack:
                stack.pop()
        return stack

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
            return self._mistake("D408", "`=` is no test", "`==`", "two values are compared with `==`")
        if word.text == "==" and ("ASSIGN" in accepts or self.failure.place > word.start):
            hint = "a value is set with `=`; `==` compares"
            return self._mistake("D408", "`==` sets nothing", "`=`", hint)
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
        expected = _expected(self.failure.accepts) if place[0] == self._place()[0] else None
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

    def _named_argument(self) -> Mistake | None:
        word = self.word
        if word is None or not word.is_name or word.text in RESERVED or not self._open():
            return None
        if self._reach(word.start, word.end, f", {word.text}=") > word.end:
            return self._mistake("D403", self._found(), None, f"an argument is named: `, {word.text}=…`")
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

    def _column(self, word: _Word) -> int:
        return word.start - (self.text.rfind("\n", 0, word.start) + 1)

    def _method(self) -> Mistake | None:
        word = self.word
        if word is None or word.text != "(" or self.at < 2 or self.words[self.at - 2].text not in (".", "my"):
            return None
        name = self.words[self.at - 1].text
        owner = "me" if self.words[self.at - 2].text == "my" else self.words[self.at - 3].text
        hint = f"what something belongs to is an argument: `{name}({owner}, …)`"
        return self._mistake("D403", self._found(), None, hint)


def _nearest(said: str) -> Iterator[tuple[str, int]]:
    """Fixed words that `said` may be a slip of, with the number of letters that differ."""
    if said in _OTHER_WORDS:
        yield _OTHER_WORDS[said], 0
    if said in KEYWORDS or said in PHRASES:
        return
    for wanted in (*RESERVED, *PHRASES):
        most = 1 if len(wanted) <= 5 else 2
        if abs(len(wanted) - len(said)) <= most and wanted[0] in said[:2]:
            cost = _distance(said, wanted)
            if cost <= most:
                yield wanted, cost
