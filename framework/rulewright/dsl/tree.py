"""What the parser has read, shape by shape of the grammar, to nodes."""

from __future__ import annotations

from typing import Any, TypeAlias

from lark import Token, Transformer

from rulewright.dsl import nodes as n
from rulewright.dsl.mistakes import Mistake, Refused

MAX_NUMBER = 2**53

Parts: TypeAlias = list[Any]
_ROUNDED = {"ROUNDED_UP": "up", "ROUNDED_DOWN": "down"}


def refuse(
    token: Token | n.Node, code: str, message: str, expected: str | None = None, hint: str | None = None
) -> Refused:
    if isinstance(token, n.Node):
        return Refused(Mistake(code, token.start, token.end, message, expected, hint))
    return Refused(Mistake(code, token.start_pos or 0, token.end_pos or 0, message, expected, hint))


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
            raise refuse(
                place, "D411", "nothing can be assigned to this", "state, such as `my coins` or `card.charge`"
            )
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
                raise refuse(word, "D412", f"`{' '.join(word.split())}` is said twice", "each clause once")
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
            raise refuse(word, "D413", "the number is too large", f"at most {MAX_NUMBER}")
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
