"""The tree of effect text as written: what the parser builds, the checker reads, the formatter prints.

Every node knows its place in the effect text as character offsets (`start`, `end`).
"""

from __future__ import annotations

from rulewright.source.records import record


@record(frozen=True, slots=True)
class Node:
    start: int
    end: int


# --- values ------------------------------------------------------------------------------------


@record(frozen=True, slots=True)
class Number(Node):
    value: int


@record(frozen=True, slots=True)
class Truth(Node):
    value: bool


@record(frozen=True, slots=True)
class Name(Node):
    """A bare name, or one of the role words `it`, `this`, `me`."""

    id: str


@record(frozen=True, slots=True)
class Dot(Node):
    """`of.id`; `my x` is Dot(Name("me"), "x")."""

    of: Node
    id: str


@record(frozen=True, slots=True)
class Argument(Node):
    """One argument of a call; `name` is None for a positional one."""

    name: str | None
    value: Node


@record(frozen=True, slots=True)
class Call(Node):
    id: str
    args: tuple[Argument, ...]
    name_end: int  # where the called name ends


@record(frozen=True, slots=True)
class Items(Node):
    """A list written out: `(a, b)`; a single value in parentheses is that value itself."""

    items: tuple[Node, ...]


@record(frozen=True, slots=True)
class Negate(Node):
    of: Node


@record(frozen=True, slots=True)
class Arithmetic(Node):
    op: str  # + - * /
    left: Node
    right: Node
    rounded: str | None  # up or down, for /


@record(frozen=True, slots=True)
class Range(Node):
    low: Node
    high: Node


@record(frozen=True, slots=True)
class Compare(Node):
    op: str  # == != < <= > >= in, not in
    left: Node
    right: Node


@record(frozen=True, slots=True)
class Not(Node):
    of: Node


@record(frozen=True, slots=True)
class Logic(Node):
    op: str  # and, or
    left: Node
    right: Node


@record(frozen=True, slots=True)
class Has(Node):
    of: Node


@record(frozen=True, slots=True)
class Can(Node):
    """Whether the `requires` of a verb holds for these arguments."""

    call: Call


@record(frozen=True, slots=True)
class Where(Node):
    """`set [as name] [where test]`."""

    of: Node
    name: str | None
    test: Node | None


@record(frozen=True, slots=True)
class Each(Node):
    """`set each value`; the name, if any, stands on the Where (or is `it`)."""

    of: Node
    value: Node


@record(frozen=True, slots=True)
class IfValue(Node):
    test: Node
    then: Node
    other: Node


# --- statements --------------------------------------------------------------------------------


@record(frozen=True, slots=True)
class Formula(Node):
    """`let` lines, then a value."""

    lets: tuple[Let, ...]
    value: Node


@record(frozen=True, slots=True)
class Let(Node):
    name: str
    value: Node


@record(frozen=True, slots=True)
class Assign(Node):
    place: Node  # Name or Dot
    op: str  # = += -=
    value: Node


@record(frozen=True, slots=True)
class CallStatement(Node):
    call: Call


@record(frozen=True, slots=True)
class Stop(Node):
    pass


@record(frozen=True, slots=True)
class Head(Node):
    """What is chosen: `count noun in set, clauses`.

    `least` is None for `up to` and `any number of` (nought), `most` None for `any number of`;
    otherwise both are the same value.
    """

    least: Node | None
    most: Node | None
    noun: str
    noun_start: int
    set: Node
    one_at_a_time: bool
    at_random: bool
    together: bool
    having: Node | None
    chosen_by: Node | None
    asking: Call | None


@record(frozen=True, slots=True)
class Choose(Node):
    may: bool
    head: Head
    body: tuple[Node, ...]
    other: tuple[Node, ...] | None


@record(frozen=True, slots=True)
class MenuOption(Node):
    id: str
    test: Node | None
    body: tuple[Node, ...]


@record(frozen=True, slots=True)
class Menu(Node):
    """`choose one:` with named branches."""

    may: bool
    chosen_by: Node | None
    asking: Call | None
    options: tuple[MenuOption, ...]


@record(frozen=True, slots=True)
class For(Node):
    name: str
    set: Node
    body: tuple[Node, ...]


@record(frozen=True, slots=True)
class RepeatTimes(Node):
    times: Node
    body: tuple[Node, ...]


@record(frozen=True, slots=True)
class RepeatWhile(Node):
    test: Node
    body: tuple[Node, ...]


@record(frozen=True, slots=True)
class If(Node):
    test: Node
    then: tuple[Node, ...]
    other: tuple[Node, ...] | None


@record(frozen=True, slots=True)
class Effect(Node):
    body: tuple[Node, ...]
