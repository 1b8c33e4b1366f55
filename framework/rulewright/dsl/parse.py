"""Effect text to its tree.

`parse` is the way in. The grammar is `grammar.lark`; this module holds the layout (lines and
indentation), the building of nodes and the limits; what is said about mistakes is `syntax_errors`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from functools import cache
from pathlib import Path
from threading import Lock
from typing import Any, Literal, TypeAlias

from lark import Lark, Token, Transformer
from lark.exceptions import UnexpectedCharacters, UnexpectedToken
from lark.lark import PostLex

from rulewright.dsl import nodes as n
from rulewright.dsl.syntax_errors import KEYWORDS, Failure, Mistake, Refused, find_mistakes
from rulewright.source.diagnostics import Problems
from rulewright.source.text import EffectText

Start: TypeAlias = Literal["effect", "formula", "pattern", "target"]

MAX_BYTES = 8 * 1024
MAX_PARENTHESES = 32
MAX_BLOCKS = 32
MAX_DEPTH = 100  # of the tree, so that those who walk it may recurse
MAX_NUMBER = 2**53

_SHORT = 240  # a text up to this length cannot be too deep for those who recurse


def parse(text: EffectText, start: Start, problems: Problems) -> n.Node | None:
    """The tree of `text`: Effect, Formula, Call (pattern) or Head (target); None if it has mistakes.

    Every mistake becomes one placed problem.
    """
    source = _without_tail(text.text)
    mistakes: list[Mistake] = []
    if not source:
        mistakes.append(Mistake("D401", 0, len(text.text), "the text is empty", _WANTED[start]))
    elif len(source) * 4 > MAX_BYTES and len(source.encode("utf-8", "surrogatepass")) > MAX_BYTES:
        size = len(source.encode("utf-8", "surrogatepass"))
        mistakes.append(
            Mistake(
                "D402",
                0,
                len(source.split("\n", 1)[0]),
                f"the text has {size} bytes",
                f"at most {MAX_BYTES}",
                "move parts of it into verbs or values of their own",
            )
        )
    else:
        failure, tree = _attempt(source, start)
        if tree is not None:
            deep = _too_deep(tree) if len(source) > _SHORT else None
            if deep is None:
                return tree
            mistakes.append(
                Mistake(
                    "D402",
                    deep.start,
                    deep.end,
                    "this is nested too deeply, or too long a chain",
                    f"at most {MAX_DEPTH} levels",
                    "give parts of it a name with `let`, or move them into a value of their own",
                )
            )
        elif failure is not None:
            mistakes = find_mistakes(source, start, lambda draft: _attempt(draft, start)[0])
    for mistake in mistakes:
        problems.error(
            mistake.code,
            mistake.message,
            text.at(mistake.start, mistake.end),
            expected=mistake.expected,
            hint=mistake.hint,
            related=tuple((said, text.at(first, last)) for said, first, last in mistake.related),
        )
    return None


_WANTED = {
    "effect": "a statement",
    "formula": "a value",
    "pattern": "a name with its arguments, like `defeat(this)`",
    "target": "what is chosen, like `1 space in my spaces`",
}


def _without_tail(source: str) -> str:
    """The text without the blank lines and comment lines at its end; columns stay."""
    source = source.rstrip()
    while source:
        before, line_end, last = source.rpartition("\n")
        if not last.lstrip().startswith("#"):
            return source
        source = before.rstrip() if line_end else ""
    return source


def _attempt(source: str, start: str) -> tuple[Failure | None, n.Node | None]:
    with _lock:
        parser, build = _parser()
        build.outer.clear()
        state: Any
        try:
            tree: Any = parser.parse(source, start=start)
            return None, tree
        except Refused as refused:
            return Failure(refused.mistake.start, "", frozenset(), refused.mistake), None
        except UnexpectedToken as error:
            token, state = error.token, error.interactive_parser
            place = len(source) if token.start_pos is None or token.type == "$END" else token.start_pos
            return Failure(place, token.type, frozenset(state.accepts()), None), None
        except UnexpectedCharacters as error:
            state = getattr(error, "interactive_parser", None)
            accepts = frozenset(state.accepts()) if state is not None else frozenset[str]()
            return Failure(error.pos_in_stream or 0, "", accepts, None), None


def _too_deep(tree: n.Node) -> n.Node | None:
    """The first node that lies deeper than allowed."""
    waiting: list[tuple[Any, int]] = [(tree, 0)]
    while waiting:
        item, depth = waiting.pop()
        if isinstance(item, tuple):
            waiting.extend((part, depth) for part in item)
        elif isinstance(item, n.Node):
            if depth > MAX_DEPTH:
                return item
            waiting.extend((getattr(item, name), depth + 1) for name in _parts(type(item).__name__))
    return None


@cache
def _parts(kind: str) -> tuple[str, ...]:
    plain = ("start", "end", "id", "name")
    return tuple(field.name for field in fields(getattr(n, kind)) if field.name not in plain)


# --- lines and indentation ---------------------------------------------------------------------


class Layout(PostLex):
    """Makes line ends, indentation and reserved words out of the raw words.

    Inside parentheses line ends mean nothing. A reserved word is one everywhere: the lexer, which
    looks only for what may come next, is corrected here.
    """

    always_accept = ("_NL",)

    def process(self, stream: Iterator[Token]) -> Iterator[Token]:
        levels = [0]
        parentheses = 0
        last: Token | None = None
        for token in stream:
            kind = token.type
            if kind == "NAME":
                if token in KEYWORDS:
                    token = Token.new_borrow_pos(KEYWORDS[token], str(token), token)
            elif kind == "LPAR":
                parentheses += 1
                if parentheses > MAX_PARENTHESES:
                    raise _refuse(
                        token,
                        "D402",
                        f"parentheses are nested more than {MAX_PARENTHESES} deep",
                        hint="give parts of it a name with `let`",
                    )
            elif kind == "RPAR":
                parentheses -= 1
                if parentheses < 0:
                    raise _refuse(token, "D404", "this `)` closes nothing")
            elif kind == "_NL":
                if parentheses:
                    continue
                yield from self._line(token, levels, last)
                continue
            if last is None and token.column != 1:
                raise _refuse(token, "D405", "the first line is indented", "no blanks before it")
            last = token
            yield token
        if last is not None and not parentheses:
            yield Token.new_borrow_pos("_NL", "", last)
            for _ in levels[1:]:
                yield Token.new_borrow_pos("_DEDENT", "", last)

    def _line(self, token: Token, levels: list[int], last: Token | None) -> Iterator[Token]:
        indentation = token.rpartition("\n")[2]
        first = token.end_pos or 0
        begin = first - len(indentation)
        if "\t" in indentation:
            mistake = Mistake("D405", begin, first, "this line is indented with a tab", "blanks")
            raise Refused(mistake)
        if last is None:
            return
        yield token
        width = len(indentation)
        if width > levels[-1]:
            levels.append(width)
            if len(levels) > MAX_BLOCKS + 1:
                mistake = Mistake("D402", first, first + 1, f"blocks are nested more than {MAX_BLOCKS} deep")
                raise Refused(mistake)
            yield Token("_INDENT", "", start_pos=first, end_pos=first)
        while width < levels[-1]:
            deeper = levels.pop()
            yield Token("_DEDENT", "", start_pos=first, end_pos=first)
            if width > levels[-1]:
                mistake = Mistake(
                    "D405",
                    begin,
                    first,
                    "this line is indented like none of the lines above it",
                    f"{levels[-1]} blanks or {deeper}",
                )
                raise Refused(mistake)


def _refuse(
    token: Token | n.Node, code: str, message: str, expected: str | None = None, hint: str | None = None
) -> Refused:
    if isinstance(token, n.Node):
        return Refused(Mistake(code, token.start, token.end, message, expected, hint))
    return Refused(Mistake(code, token.start_pos or 0, token.end_pos or 0, message, expected, hint))


# --- building the nodes ------------------------------------------------------------------------

Parts: TypeAlias = list[Any]
_ROUNDED = {"ROUNDED_UP": "up", "ROUNDED_DOWN": "down"}


class Build(Transformer[Token, n.Node]):
    """One method for each shape of the grammar; called while the text is parsed."""

    def __init__(self) -> None:
        super().__init__()
        self.outer: dict[int, tuple[n.Node, int, int]] = {}  # nodes in parentheses, with these

    def first(self, part: Any) -> int:
        if isinstance(part, Token):
            return part.start_pos or 0
        held = self.outer.get(id(part))
        return held[1] if held else part.start

    def last(self, part: Any) -> int:
        if isinstance(part, Token):
            return part.end_pos or 0
        if isinstance(part, tuple):
            part = part[-1]
        held = self.outer.get(id(part))
        return held[2] if held else part.end

    def effect(self, p: Parts) -> n.Node:
        return n.Effect(p[0].start, p[-1].end, tuple(p))

    def formula(self, p: Parts) -> n.Node:
        return n.Formula(self.first(p[0]), self.last(p[-1]), tuple(p[:-1]), p[-1])

    def pattern(self, p: list[n.Node]) -> n.Node:
        return p[0]

    target = pattern

    # statements

    def call_statement(self, p: Parts) -> n.Node:
        return n.CallStatement(p[0].start, p[0].end, p[0])

    def assign(self, p: Parts) -> n.Node:
        place, sign, value = p
        if type(place) not in (n.Name, n.Dot):
            raise _refuse(place, "D411", "nothing can be assigned to this", "a field, track or zone")
        return n.Assign(self.first(place), self.last(value), place, str(sign), value)

    def let(self, p: Parts) -> n.Node:
        return n.Let(p[0].start_pos, self.last(p[3]), str(p[1]), p[3])

    def stop(self, p: Parts) -> n.Node:
        return n.Stop(p[0].start_pos, p[0].end_pos)

    def block(self, p: Parts) -> tuple[n.Node, ...]:
        return tuple(p)

    def choose(self, p: Parts) -> n.Node:
        may = p[0].type == "MAY"
        head, *bodies = p[2:] if may else p[1:]
        other = _body(bodies[1]) if len(bodies) > 1 else None
        return n.Choose(p[0].start_pos, self.last(bodies[-1]), may, head, _body(bodies[0]), other)

    def exactly(self, p: Parts) -> tuple[int, n.Node | None, n.Node | None]:
        return self.first(p[0]), p[0], p[0]

    def up_to(self, p: Parts) -> tuple[int, n.Node | None, n.Node | None]:
        return p[0].start_pos, None, p[1]

    def any_number(self, p: Parts) -> tuple[int, n.Node | None, n.Node | None]:
        return p[0].start_pos, None, None

    def head(self, p: Parts) -> n.Node:
        (start, least, most), noun, _, source, *clauses = p
        said = self._once(clauses)
        return n.Head(
            start,
            self.last(clauses[-1][-1]) if clauses else self.last(source),
            least,
            most,
            str(noun),
            noun.start_pos,
            source,
            "ONE_AT_A_TIME" in said,
            "AT_RANDOM" in said,
            "TOGETHER" in said,
            said.get("HAVING"),
            said.get("CHOSEN_BY"),
            said.get("ASKING"),
        )

    def flag(self, p: Parts) -> tuple[Token, Token]:
        return p[0], p[0]

    def detail(self, p: Parts) -> tuple[Token, Any]:
        return p[0], p[1]

    def _once(self, clauses: Parts) -> dict[str, Any]:
        said: dict[str, Any] = {}
        for word, value in clauses:
            if word.type in said:
                raise _refuse(word, "D412", f"`{' '.join(word.split())}` is said twice", "each clause once")
            said[word.type] = value
        return said

    def menu(self, p: Parts) -> n.Node:
        may = p[0].type == "MAY"
        rest = p[2:] if may else p[1:]
        said = self._once([part for part in rest if isinstance(part, tuple)])
        options = tuple(part for part in rest if not isinstance(part, tuple))
        chosen_by, asking = said.get("CHOSEN_BY"), said.get("ASKING")
        return n.Menu(p[0].start_pos, options[-1].end, may, chosen_by, asking, options)

    def option(self, p: Parts) -> n.Node:
        test = p[3] if len(p) == 5 else None
        return n.MenuOption(p[0].start_pos, self.last(p[-1]), str(p[1]), test, _body(p[-1]))

    def for_(self, p: Parts) -> n.Node:
        return n.For(p[0].start_pos, self.last(p[4]), str(p[1]), p[3], _body(p[4]))

    def repeat_times(self, p: Parts) -> n.Node:
        return n.RepeatTimes(p[0].start_pos, self.last(p[2]), p[1], _body(p[2]))

    def repeat_while(self, p: Parts) -> n.Node:
        return n.RepeatWhile(p[0].start_pos, self.last(p[2]), p[1], _body(p[2]))

    def if_(self, p: Parts) -> n.Node:
        other = _body(p[3]) if len(p) == 4 else None
        return n.If(p[0].start_pos, self.last(p[-1]), p[1], _body(p[2]), other)

    # values

    def if_value(self, p: Parts) -> n.Node:
        return n.IfValue(p[0].start_pos, self.last(p[3]), p[1], p[2], p[3])

    def each(self, p: Parts) -> n.Node:
        return n.Each(self.first(p[0]), self.last(p[1]), p[0], p[1])

    def set_as(self, p: Parts) -> n.Node:
        return n.Where(self.first(p[0]), self.last(p[1]), p[0], str(p[1]), None)

    def set_where(self, p: Parts) -> n.Node:
        return n.Where(self.first(p[0]), self.last(p[1]), p[0], None, p[1])

    def set_as_where(self, p: Parts) -> n.Node:
        return n.Where(self.first(p[0]), self.last(p[2]), p[0], str(p[1]), p[2])

    def logic(self, p: Parts) -> n.Node:
        return n.Logic(self.first(p[0]), self.last(p[2]), str(p[1]), p[0], p[2])

    def not_(self, p: Parts) -> n.Node:
        return n.Not(p[0].start_pos, self.last(p[1]), p[1])

    def has(self, p: Parts) -> n.Node:
        return n.Has(p[0].start_pos, self.last(p[1]), p[1])

    def can(self, p: Parts) -> n.Node:
        return n.Can(p[0].start_pos, p[1].end, p[1])

    def compare(self, p: Parts) -> n.Node:
        sign = "not in" if len(p) == 4 else str(p[1])
        return n.Compare(self.first(p[0]), self.last(p[-1]), sign, p[0], p[-1])

    def range_(self, p: Parts) -> n.Node:
        return n.Range(self.first(p[0]), self.last(p[1]), p[0], p[1])

    def arithmetic(self, p: Parts) -> n.Node:
        rounded = _ROUNDED[p[3].type] if len(p) == 4 else None
        return n.Arithmetic(self.first(p[0]), self.last(p[-1]), str(p[1]), p[0], p[2], rounded)

    def negate(self, p: Parts) -> n.Node:
        return n.Negate(p[0].start_pos, self.last(p[1]), p[1])

    def dot(self, p: Parts) -> n.Node:
        return n.Dot(self.first(p[0]), p[1].end_pos, p[0], str(p[1]))

    def name(self, p: Parts) -> n.Node:
        return n.Name(p[0].start_pos, p[0].end_pos, str(p[0]))

    def number(self, p: Parts) -> n.Node:
        word = p[0]
        digits = word.lstrip("0") or "0"
        if len(digits) > 16 or int(digits) > MAX_NUMBER:
            raise _refuse(word, "D413", "the number is too large", f"at most {MAX_NUMBER}")
        return n.Number(word.start_pos, word.end_pos, int(digits))

    def truth(self, p: Parts) -> n.Node:
        return n.Truth(p[0].start_pos, p[0].end_pos, p[0].type == "TRUE")

    def my(self, p: Parts) -> n.Node:
        word, name = p
        me = n.Name(word.start_pos, word.end_pos, "me")
        return n.Dot(word.start_pos, name.end_pos, me, str(name))

    def items(self, p: Parts) -> n.Node:
        start, end = p[0].start_pos, p[-1].end_pos
        if len(p) == 3:
            inner: n.Node = p[1]
            self.outer[id(inner)] = (inner, start, end)
            return inner
        return n.Items(start, end, tuple(p[1:-1]))

    def bare_call(self, p: Parts) -> n.Node:
        return n.Call(p[0].start_pos, p[0].end_pos, str(p[0]), (), p[0].end_pos)

    def call(self, p: Parts) -> n.Node:
        name = p[0]
        return n.Call(name.start_pos, p[-1].end_pos, str(name), tuple(p[2:-1]), name.end_pos)

    def named(self, p: Parts) -> n.Node:
        return n.Argument(p[0].start_pos, self.last(p[2]), str(p[0]), p[2])

    def positional(self, p: Parts) -> n.Node:
        return n.Argument(self.first(p[0]), self.last(p[0]), None, p[0])


def _body(part: Any) -> tuple[n.Node, ...]:
    return part if isinstance(part, tuple) else (part,)


_lock = Lock()


@cache
def _parser() -> tuple[Lark, Build]:
    build = Build()
    grammar = Path(__file__).with_name("grammar.lark").read_text("utf-8")
    parser = Lark(
        grammar,
        parser="lalr",
        lexer="contextual",
        start=["effect", "formula", "pattern", "target"],
        postlex=Layout(),
        transformer=build,
        maybe_placeholders=False,
        cache=False,
    )
    return parser, build
