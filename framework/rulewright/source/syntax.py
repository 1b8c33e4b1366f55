"""YAML's own syntax errors in plain words, whichever of the two loaders found them."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from rulewright.source.diagnostics import Problems
from rulewright.source.edits import Edit
from rulewright.source.quotes import quoted
from rulewright.source.text import SourceFile, Span

_SPECIAL = "{[*&!%@`|>'\"#"
_KEY_AND_TEXT = re.compile(r"( *(?:- +)*[\w-]+: +)([^\s{\[|>'\"&][^#]*)")
_WORD_AND_BRACE = re.compile(r" *([\w-]+) *\{")
_TIGHT = re.compile(r"[a-z_][\w-]*:([^ ])")  # a key, and what stands behind its colon in place of a blank
_HAS_KEY = re.compile(r":(?: |$)")
_COMMENT = re.compile(
    r"""(?:(?<!\w)(?:'[^']*'|"[^"]*")|(?<=\w)['"]|[^ #'"]|(?<! )#| +(?![ #]))* +#"""
)  # up to the first `#` behind a blank that is not in quotes
_LEAD = re.compile(r" *(?:- +)*")
_KEY = re.compile("[a-z_][a-z0-9_]*")
"""What may be a key and not the beginning of a text."""
_QUOTE = "put the whole text in single quotes, or write it after '|'"


def explain(file: SourceFile, error: Exception, problems: Problems) -> None:
    """Report the one error with which YAML gave up."""
    problem = str(getattr(error, "problem", None) or error)
    context = str(getattr(error, "context", None) or "")
    at = _offset(file, getattr(error, "problem_mark", None), len(file.text))
    opened = _offset(file, getattr(error, "context_mark", None), at)
    for words, report in _REPORTS:
        if words in problem or words in context:
            report(file, at, opened, problems)
            return
    problems.error("Y106", "this cannot be read", _character(file, at), hint="check quotes and indentation")


def _offset(file: SourceFile, mark: Any, default: int) -> int:
    return default if mark is None else min(int(mark.index), len(file.text))


def _character(file: SourceFile, at: int) -> Span:
    """The character at an offset; the last visible one when the file ends there."""
    if not file.text[at:].strip():
        at = max(len(file.text.rstrip()) - 1, 0)
    return Span(file, at, min(at + 1, len(file.text)))


def _line_before(file: SourceFile, at: int) -> str:
    line, column = file.line_column(at)
    return file.line_text(line)[: column - 1]


def _second_colon(file: SourceFile, at: int, _opened: int, problems: Problems) -> None:
    before = _line_before(file, at)
    if (above := _unfinished_key(file, at)) is not None:
        _key_alone(above, problems)
    elif ": " in before or before.lstrip().startswith("- "):
        problems.error(
            "Y106",
            "a second ': ' in one line",
            _character(file, at),
            hint="text with ': ' in it needs single quotes around all of it" + _braced_key(before),
            fix=_whole_in_quotes(file, at, lambda text: _KEY.fullmatch(text.partition(": ")[0]) is None),
        )
    elif len(before) > 1024:
        problems.error(
            "Y122", "this key is too long", _line_start(file, at), expected="at most 128 characters"
        )
    else:
        problems.error(
            "Y106",
            "a key below a text",
            _line_start(file, at),
            hint="start it exactly below the key above; a key with keys below has no text after ':'",
        )


def _braced_key(before: str) -> str:
    """Words for a line whose `{` stands behind a word without `:`."""
    found = _WORD_AND_BRACE.match(before)
    return f"; '{found[1]}' as a key needs ':' behind it" if found else ""


def _unfinished_key(file: SourceFile, at: int) -> Span | None:
    """The line above a key that must have been meant as a key, as it starts below keys and holds none."""
    line, _ = file.line_column(at)
    column = _column_of_words(file.line_text(line))
    found: Span | None = None
    for number in range(line - 1, 0, -1):
        text = file.line_text(number)
        words = text.strip()
        if not words or words.startswith("#"):
            continue
        if (below := _column_of_words(text)) < column:
            return found if words.endswith(":") else None
        start = file.line_starts[number - 1]
        if below > column or _HAS_KEY.search(words) or not text[below].isalnum():
            return None
        found = Span(file, start + column, start + len(text.rstrip()))
        if text.lstrip().startswith("- "):
            break
    return found


def _column_of_words(text: str) -> int:
    found = _LEAD.match(text)
    return found.end() if found else 0


def _key_alone(span: Span, problems: Problems) -> None:
    """Report a line that should be a key and its value."""
    text = span.file.text[span.start : span.end]
    found = _TIGHT.match(text)
    if found is None:
        hint = "indent text that goes on from the line above; after a key write ': '"
        problems.error("Y106", "a line without ':'", span, expected="a key and ': '", hint=hint)
    elif found[1] == "\u00a0":
        hint = "what looks like a space is a no-break space (U+00A0): write a space"
        at = Span(span.file, span.start + found.start(1), span.start + found.end(1))
        problems.error("Y106", "no space after ':'", at, hint=hint, fix=Edit(at, " "))
    else:
        tight_colon(span.file, span.start + found.start(1) - 1, span.start, problems)


def _line_start(file: SourceFile, at: int) -> Span:
    """The key or text before the offset in its line."""
    before = _line_before(file, at)
    start = at - len(before.lstrip())
    return Span(file, start, max(at, start + 1)) if start < at else _character(file, at)


def _whole_in_quotes(file: SourceFile, at: int, is_prose: Callable[[str], bool]) -> Edit | None:
    """Quotes around all that follows the first `: ` of a line, if it can only be words for people."""
    line, column = file.line_column(at)
    found = _KEY_AND_TEXT.fullmatch(file.line_text(line))
    before = file.text[: at - column + 1]
    if found is None or any(before.count(a) != before.count(b) for a, b in ("{}", "[]")):
        return None
    text = found[2].rstrip()
    quotes = quoted(text) if is_prose(text) else None
    start = at - column + 1 + found.start(2)
    return None if quotes is None else Edit(Span(file, start, start + len(text)), quotes)


def _unclosed_quote(file: SourceFile, _at: int, opened: int, problems: Problems) -> None:
    quote = file.text[opened : opened + 1]
    hint = "close it with the same quote; an apostrophe in single quotes is written twice: 'a hunter''s bow'"
    problems.error(
        "Y106", f"the text that starts with {quote} is never closed", _character(file, opened), hint=hint
    )


def _bad_start(file: SourceFile, at: int, _opened: int, problems: Problems) -> None:
    character = file.text[at : at + 1]
    if character == ",":
        hint = "remove it, or write what is missing before it"
        problems.error("Y106", "nothing before ','", _character(file, at), expected="a value", hint=hint)
        return
    if character == "-" and file.text[at + 1 : at + 2].isspace():
        hint = "between { } and [ ] a list stands in square brackets, as in [red, green]"
        problems.error("Y106", "a list item ('- ') between brackets", _character(file, at), hint=hint)
        return
    fix = _whole_in_quotes(file, at, lambda text: text[0] in "@`%!*" and " " in text)
    problems.error("Y106", f"text starts with '{character}'", _character(file, at), hint=_QUOTE, fix=fix)


def _bad_name(file: SourceFile, _at: int, opened: int, problems: Problems) -> None:
    _bad_start(file, opened, opened, problems)


def _undefined_alias(file: SourceFile, at: int, _opened: int, problems: Problems) -> None:
    hint = "text that starts with '*' needs single quotes; entries share by `like` and `templates`"
    problems.error("Y111", "'*' would repeat a marked value", _character(file, at), hint=hint)


def tight_colon(file: SourceFile, at: int, _opened: int, problems: Problems) -> None:
    hint = "write a space after ':', or put text with ':' in it in single quotes"
    problems.error("Y106", "no space after ':'", _character(file, at), hint=hint)


def _flow(file: SourceFile, at: int, opened: int, problems: Problems) -> None:
    bracket = file.text[opened : opened + 1]
    closing = {"{": "}", "[": "]"}.get(bracket, "}")
    if (sign := _lost_end(file, opened, closing)) is not None:
        cut_by_comment(sign, problems)
        return
    found = file.text[at : at + 1].strip()
    if found and found in "[]{}:,\"'" and file.line_column(at)[0] == file.line_column(opened)[0]:
        hint = "between { } and [ ], text with , : [ ] { } in it needs single quotes"
        message = f"'{found}' in the middle of a text"
    else:
        hint = f"close it with '{closing}' and put ',' between its parts"
        message = f"'{bracket}' is not closed before this"
    problems.error(
        "Y106",
        message,
        _character(file, at),
        expected=f"',' or '{closing}'",
        hint=hint,
        related=((f"'{bracket}' opened here", _character(file, opened)),),
    )


def _lost_end(file: SourceFile, opened: int, closing: str) -> Span | None:
    """The `#` of a comment in the line of an open bracket in which the bracket is closed."""
    line, column = file.line_column(opened)
    text = file.line_text(line)
    found = _COMMENT.match(text, column)
    if found is None or closing not in text[found.end() :]:
        return None
    start = file.line_starts[line - 1]
    return Span(file, start + found.end() - 1, start + found.end())


def cut_by_comment(sign: Span, problems: Problems) -> None:
    """Report a comment that holds the end of what it stands in."""
    message = "a comment starts here, and what is open before it is not closed"
    hint = "put text with ' #' in it in single quotes; a comment stands at the end of a line"
    problems.error("Y106", message, sign, hint=hint)


def _no_colon(file: SourceFile, _at: int, opened: int, problems: Problems) -> None:
    line, column = file.line_column(opened)
    end = opened + len(file.line_text(line)) - column + 1
    _key_alone(Span(file, opened, max(end, opened + 1)), problems)


def _not_a_key(file: SourceFile, at: int, _opened: int, problems: Problems) -> None:
    before = _line_before(file, at)
    value = before.partition(": ")[2].strip() or before.strip().removeprefix("- ")
    if value:
        problems.error(
            "Y106",
            "something follows a value that is already complete",
            _character(file, at),
            hint=f"text that starts with {value[0]} needs single quotes around all of it"
            if value[0] in _SPECIAL
            else _QUOTE,
        )
    elif file.text[at : at + 1] == "-":
        _mixed(file, at, at, problems)
    else:
        problems.error(
            "Y106",
            "this line is indented like none above it",
            _character(file, at),
            hint="start it exactly below the key it belongs with",
        )


def _mixed(file: SourceFile, at: int, _opened: int, problems: Problems) -> None:
    problems.error(
        "Y106",
        "list items ('- ') and keys side by side",
        _character(file, at),
        hint="a list starts on the line below its key, and all its items start with '- '",
    )


def _escape(file: SourceFile, at: int, _opened: int, problems: Problems) -> None:
    at = at if file.text[at : at + 1] == "\\" else max(at - 1, 0)
    hint = "use single quotes: there a backslash is a backslash"
    problems.error(
        "Y106", "unknown escape in double quotes", Span(file, at, min(at + 2, len(file.text))), hint=hint
    )


def _block_header(file: SourceFile, at: int, opened: int, problems: Problems) -> None:
    mark = file.text[opened : opened + 1]
    hint = f"start the text on the next line, indented, or quote text that starts with '{mark}'"
    problems.error("Y106", f"text in the same line as '{mark}'", _character(file, at), hint=hint)


def _document(file: SourceFile, at: int, _opened: int, problems: Problems) -> None:
    problems.error("Y107", "a second document starts here", _character(file, at), hint="use a second file")


def _depth(file: SourceFile, at: int, _opened: int, problems: Problems) -> None:
    problems.error("Y114", "values are nested too deeply", _character(file, at), expected="at most 32 levels")


_REPORTS = (
    ("mapping values are not allowed", _second_colon),
    ("exceeded maximum nesting", _depth),
    ("another document", _document),
    ("<document start>", _document),
    ("undefined alias", _undefined_alias),
    ("cannot start any token", _bad_start),
    ("scanning an alias", _bad_name),
    ("scanning an anchor", _bad_name),
    ("scanning a tag", _bad_name),
    ("parsing a tag", _bad_name),
    ("scanning a directive", _bad_name),
    ("node content", _bad_start),
    ("unexpected ':'", tight_colon),
    ("mapping keys are not allowed", _bad_start),
    ("sequence entries are not allowed", _mixed),
    ("unknown escape", _escape),
    ("escape code", _escape),
    ("escape sequence", _escape),
    ("quoted scalar", _unclosed_quote),
    ("double-quoted", _unclosed_quote),
    ("scanning a block scalar", _block_header),
    ("flow mapping", _flow),
    ("flow sequence", _flow),
    ("could not find expected ':'", _no_colon),
    ("'-' indicator", _mixed),
    ("block collection", _mixed),
    ("block mapping", _not_a_key),
)
