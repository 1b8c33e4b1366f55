"""Effect text to its tree.

`parse` is the way in. The grammar is `grammar.lark`, `lexer` makes the words and lines, `tree` the nodes;
what is said about mistakes is `syntax_errors`.
"""

from __future__ import annotations

import os
from dataclasses import fields
from functools import cache, lru_cache
from pathlib import Path
from threading import Lock
from typing import Any, Literal, TypeAlias

from lark import Lark
from lark.exceptions import UnexpectedCharacters, UnexpectedToken

from rulewright.dsl import nodes as n
from rulewright.dsl.lexer import TextLexer
from rulewright.dsl.mistakes import Failure, Mistake, Refused
from rulewright.dsl.syntax_errors import find_mistakes
from rulewright.dsl.tree import Build
from rulewright.source.diagnostics import Problems
from rulewright.source.edits import Edit
from rulewright.source.records import record
from rulewright.source.text import EffectText

Start: TypeAlias = Literal["effect", "formula", "pattern", "target"]

MAX_BYTES = 8 * 1024
MAX_DEPTH = 100  # of the tree, so that those who walk it may recurse

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
            mistakes, _ = find_mistakes(source, start, lambda draft: _attempt(draft, start)[0])
    for mistake in mistakes:
        span = text.at(mistake.start, mistake.end)
        problems.error(
            mistake.code,
            mistake.message,
            span,
            expected=mistake.expected,
            hint=mistake.hint,
            related=tuple((said, text.at(first, last)) for said, first, last in mistake.related),
            fix=None if mistake.instead is None else Edit(span, mistake.instead),
        )
    return None


@record(frozen=True, slots=True)
class Mended:
    """An effect text without the lines that do not parse; `names` are words that those had."""

    tree: n.Effect
    text: EffectText
    names: frozenset[str]


def read_on(text: EffectText) -> Mended | None:
    """What can be read of an effect text that does not parse; None if the rest cannot be told apart."""
    source = _without_tail(text.text)
    if not source or len(source) > MAX_BYTES:
        return None
    _, draft = find_mistakes(source, "effect", lambda draft: _attempt(draft, "effect")[0])
    tree = _attempt(draft.text, "effect")[1] if draft is not None else None
    if draft is None or not isinstance(tree, n.Effect) or _too_deep(tree) is not None:
        return None
    mended = EffectText(draft.text, text.span, lambda offset: text.locate(draft.source_offset(offset)))
    return Mended(tree, mended, frozenset(draft.replaced(source)))


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


@lru_cache(maxsize=4096)
def _attempt(source: str, start: str) -> tuple[Failure | None, n.Node | None]:
    """Trees do not change and know places in their own text only: those used last are kept."""
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


_lock = Lock()


@cache
def _parser() -> tuple[Lark, Build]:
    build = Build()
    grammar = Path(__file__).with_name("grammar.lark").read_text("utf-8")
    parser = Lark(
        grammar,
        parser="lalr",
        lexer=TextLexer,
        start=["effect", "formula", "pattern", "target"],
        transformer=build,
        maybe_placeholders=False,
        cache=_kept_tables(),
    )
    return parser, build


def _kept_tables() -> str | bool:
    """Where the tables of the grammar are kept for the next run, which would take long to work them out;
    False where a user has no place for such things. What does not fit the grammar is not used."""
    given = os.environ.get("XDG_CACHE_HOME") or os.environ.get("LOCALAPPDATA")
    caches = given or os.path.expanduser("~/.cache")
    folder = Path(caches, "rulewright")
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    except OSError:
        return False
    return str(folder / "effect_language.tables") if os.access(folder, os.W_OK) else False
