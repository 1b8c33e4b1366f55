"""The words of effect text, its lines and its indentation.

A reserved word is one everywhere, whatever may come next, so that a text is cut into words in one way only.
Inside parentheses line ends mean nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from lark import Token
from lark.common import LexerConf
from lark.exceptions import UnexpectedCharacters
from lark.lexer import Lexer, LexerState

from rulewright.dsl.keywords import KEYWORDS
from rulewright.dsl.mistakes import Mistake, Refused

MAX_PARENTHESES = 32
MAX_BLOCKS = 16  # Python itself nests at most 20 loops


class TextLexer(Lexer):
    """Makes the words that the grammar knows, with places from 0 in the text; lines are not counted."""

    __future_interface__ = 2  # `lex` is given the states of the lexer and of the parser

    def __init__(self, conf: LexerConf) -> None:
        written = [terminal for terminal in conf.terminals if terminal.name not in KEYWORDS.values()]
        written.sort(key=lambda terminal: (-terminal.priority, -terminal.pattern.max_width))
        self.pattern = re.compile("|".join(f"(?P<{t.name}>{t.pattern.to_regexp()})" for t in written))
        self.ignored = frozenset(conf.ignore)

    def lex(self, lexer_state: LexerState, parser_state: Any) -> Iterator[Token]:
        text = lexer_state.text.text
        levels = [0]
        parentheses = at = 0
        last: Token | None = None
        while at < len(text):
            found = self.pattern.match(text, at)
            if found is None or found.lastgroup is None:
                raise UnexpectedCharacters(text, at, 1, at + 1)  # type: ignore[no-untyped-call]  # lark's
            kind, start, at = found.lastgroup, at, found.end()
            if kind in self.ignored:
                continue
            word = found[0]
            if kind == "_NL":
                if not parentheses:
                    yield from _line(_token("_NL", word, start), levels, last is None)
                continue
            if kind == "NAME":
                kind = KEYWORDS.get(word, kind)
            token = _token(kind, word, start)
            if kind == "LPAR":
                parentheses += 1
                if parentheses > MAX_PARENTHESES:
                    said = f"parentheses are nested more than {MAX_PARENTHESES} deep"
                    raise Refused(Mistake("D402", start, at, said, hint="give parts of it a name with `let`"))
            elif kind == "RPAR":
                parentheses -= 1
                if parentheses < 0:
                    raise Refused(
                        Mistake(
                            "D404",
                            start,
                            at,
                            "this `)` closes nothing",
                            None,
                            "remove it, or write the `(` before it",
                        )
                    )
            if last is None and start and text[start - 1] != "\n":
                raise Refused(Mistake("D405", start, at, "the first line is indented", "no blanks before it"))
            last = token
            yield token
        if last is not None and not parentheses:
            yield Token.new_borrow_pos("_NL", "", last)
            for _ in levels[1:]:
                yield Token.new_borrow_pos("_DEDENT", "", last)


def _token(kind: str, word: str, start: int) -> Token:
    return Token(kind, word, start, 1, start + 1, 1, start + 1 + len(word), start + len(word))


def _line(token: Token, levels: list[int], first_line: bool) -> Iterator[Token]:
    """The end of a line with the blocks that begin and end there; `levels` are how far they are indented."""
    indentation = token.rpartition("\n")[2]
    first = token.end_pos or 0
    begin = first - len(indentation)
    if "\t" in indentation:
        raise Refused(Mistake("D405", begin, first, "this line is indented with a tab", "blanks"))
    if first_line:
        return
    yield token
    width = len(indentation)
    if width > levels[-1]:
        levels.append(width)
        if len(levels) > MAX_BLOCKS + 1:
            mistake = Mistake(
                "D402",
                first,
                first + 1,
                f"blocks are nested more than {MAX_BLOCKS} deep",
                f"at most {MAX_BLOCKS}",
                "make a verb of what is inside",
            )
            raise Refused(mistake)
        yield _token("_INDENT", "", first)
    while width < levels[-1]:
        deeper = levels.pop()
        yield _token("_DEDENT", "", first)
        if width > levels[-1]:
            mistake = Mistake(
                "D405",
                begin,
                first,
                "this line is indented like none of the lines above it",
                f"{levels[-1]} blanks or {deeper}",
            )
            raise Refused(mistake)
