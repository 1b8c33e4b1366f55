"""What people say in other words than those of the language: how a line looks, and how it is written."""

from __future__ import annotations

import re
from functools import cache

from rulewright.dsl.keywords import COUNTS
from rulewright.source.records import record


@record(frozen=True, slots=True)
class Phrasing:
    """`pattern` is looked for in a line; what is wrong is its group `at`, or all of it.

    `instead` stands for the whole match, to see whether the text is read further with it; `hint` is said.
    Both may name groups of the pattern.
    """

    pattern: re.Pattern[str]
    instead: str
    hint: str


_VALUE = r"(?:my )?[a-z][\w.]*"
_NO_COUNT = rf"(?!(?:{'|'.join(COUNTS)}|one|up|any|all|some|exactly|just|at|my)\b)"


_ROWS: tuple[tuple[str, str, str], ...] = (
    # loops
    (
        r"\bfor (?P<at>each|every|all|any) (?P<n>\w+) in\b",
        "for {n} in",
        "leave out `{at}`: `for {n} in …` goes through a list",
    ),
    (r"(?<=\bin )(?P<a>\w+) to (?P<b>\w+)", "{a}..{b}", "from one number to another it is `{a}..{b}`"),
    (
        rf"\brepeat (?P<at>{_VALUE}) times\b",
        "repeat ({at}) times",
        "a number that is worked out stands in parentheses: `repeat ({at}) times`",
    ),
    (
        r"\brepeat (?P<n>[0-9]+|\(.*\))(?P<at>) ?(?=then|:)",
        "repeat {n} times ",
        "write `repeat {n} times`",
    ),
    (
        r"^ *(?P<at>(?:each|every|all) (?:seats?|players?))\b:?",
        "for who in seats then",
        "what each of them does stands in a loop: `for who in seats:`",
    ),
    # writes
    (r"(?P<at>= ?\+) ?(?=\w|\()", "+= ", "what is added to is written with `+=`"),
    (r"(?P<at>\bmy\.)(?P<n>\w+)", "my {n}", "write `my {n}`, without a dot"),
    (rf"^ *(?P<at>set) (?P<n>{_VALUE} *=)", "{n}", "leave out `set`: state is set as in `{n} …`"),
    (
        r"\b(?P<at>let) (?P<n>my \w+|\w+\.\w+) *=",
        "{n} =",
        "`let` makes a new name; state is set without it: `{n} = …`",
    ),
    # tests
    (rf"(?P<of>{_VALUE}) (?P<at>is not empty)", "any({of})", "whether a list holds something: `any({of})`"),
    (rf"(?P<of>{_VALUE}) (?P<at>is empty)", "none({of})", "whether a list is empty: `none({of})`"),
    (r"\bis not\b", "!=", "write `!=`"),
    (
        r"\b(?P<at>not) (?P<n>(?!in\b)[a-z][\w.]*)",
        "!= {n}",
        "two values that differ are asked for by `!= {n}`; `not` stands before a whole test",
    ),
    (
        r"\b(?P<at>between) (?P<a>\w+) and (?P<b>\w+)",
        "in {a}..{b}",
        "whether a number lies between two others: `in {a}..{b}`",
    ),
    # choices
    (r"\bchoose (?P<at>exactly|just) (?=[0-9(])", "choose ", "leave out `{at}`: a number means just so many"),
    (r"\bchoose (?P<at>at most) ", "choose up to ", "write `up to`"),
    (
        r"\bchoose (?P<at>at least) (?P<n>[0-9]+) (?P<noun>\w+)",
        "choose any number of {noun}",
        "write `any number of {noun}`, and behind the list `, having count(it) >= {n}, together`",
    ),
    (
        rf"\bchoose (?P<at>all)(?: the)? (?P<noun>\w+) in (?P<of>{_VALUE})",
        "choose any number of {noun} in {of}",
        "where all are meant nobody chooses: `for x in {of}`, or a change of the whole list",
    ),
    (
        r"\bchoose (?P<at>some|any) (?P<noun>\w*s|dice) in\b",
        "choose any number of {noun} in",
        "write `any number of {noun}`",
    ),
    (
        rf"\bchoose (?P<up>up to )?(?P<at>{_NO_COUNT}{_VALUE}|my \w+) (?P<noun>\w+) in\b",
        "choose {up}({at}) {noun} in",
        "a number that is worked out stands in parentheses: `choose {up}({at}) {noun} in …`",
    ),
    (r"(?<=\w )from\b", "in", "write `in`"),
    (r"(?<=\w )if\b(?=.*(?:then|:) *$|.* then )", "where", "which of them are meant is said by `where`"),
    (
        r"(?<=[\w)]) (?P<at>at random|one at a time|together|asking|chosen by|having)\b",
        ", {at}",
        "a comma stands before it: `, {at}`",
    ),
    (r"(?<=, )by\b", "chosen by", "who chooses is said by `chosen by`"),
    (r"(?<=, )(?:random|randomly|by chance)\b", "at random", "write `at random`"),
    (
        r"\b(?P<at>may) (?=[a-z])",
        "",
        "`may` stands before `choose`: without anything to choose write `may choose one:` and an option",
    ),
    # values
    (
        rf"\b(?P<f>count|any|none|all|sum|max|min|first) (?P<of>{_VALUE})",
        "{f}({of})",
        "what a value is made of stands in parentheses: `{f}({of})`",
    ),
    (r"^ *(?P<at>(?P<a>[a-z]\w*)-(?P<b>[a-z]\w*)) *(?=[(=])", "{a}_{b}", "a name has no `-`: `{a}_{b}`"),
    (
        r"(?<=[\w)] )if\b.*?\belse\b.*",
        "",
        "the test stands first: `if … then … else …`",
    ),
)


@cache
def phrasings() -> tuple[Phrasing, ...]:
    """All of them; made when the first text is wrong."""
    return tuple(Phrasing(re.compile(pattern), instead, hint) for pattern, instead, hint in _ROWS)
