"""YAML in the one way to lay it out: blanks, indentation, quotes and empty lines; never other lines.

All is done by changes of the text, so that comments stay, and stay in their columns.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import Any

import yaml

from rulewright.source.edits import Edit, apart, edited
from rulewright.source.indenting import reindented
from rulewright.source.quotes import needs_quotes, quoted
from rulewright.source.text import SourceFile, Span
from rulewright.source.tree import Branch, Scalar
from rulewright.source.tree import Mapping as Tree

BEFORE_COMMENT = 2
"""Blanks before a comment at least; one that stands further to the right keeps its column."""

_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_COMMENT = re.compile(r"(?:(?<=[ \n])|^)#[^\n]*")
_HEADER = re.compile(r"[|>][-+0-9]*([ ]*(?:#[^\n]*)?)")


def laid_out(file: SourceFile, branch: Branch, texts: Mapping[int, str]) -> str:
    """The text of a file in the one layout.

    Args:
        file: with `\\n` for every line end.
        branch: its tree.
        texts: effect texts as they are to be, by where their scalars start.
    """
    columns = [found.start() - file.text.rfind("\n", 0, found.start()) - 1 for found in comments(file.text)]
    text = edited(file, apart(_scalars(file, branch, texts, in_flow=False))).after.text
    again = SourceFile.of(file.name, text)
    text = edited(again, apart(_gaps(again))).after.text
    return _in_columns(reindented(text, tokens(text)), columns)


def is_rewritten(scalar: Scalar) -> bool:
    """Whether another text may be put in place of a scalar: one over several lines stays, but after `|`."""
    return scalar.style == "literal" or "\n" not in _raw(scalar)


def tokens(text: str) -> list[yaml.Token]:
    return list(yaml.scan(text, Loader=_LOADER))


def comments(text: str) -> Iterator[re.Match[str]]:
    """The comments of a YAML text in order; those in effect text and behind `|` are not among them."""
    done = 0
    for token in tokens(text):
        yield from _COMMENT.finditer(text, done, token.start_mark.index)
        done = max(done, token.end_mark.index)


# --- scalars and keys ----------------------------------------------------------------------------


def _scalars(file: SourceFile, branch: Branch, texts: Mapping[int, str], in_flow: bool) -> Iterator[Edit]:
    if isinstance(branch, Scalar):
        yield from _scalar(branch, texts.get(branch.span.start), in_flow, keep=False)
        return
    in_flow = in_flow or file.text[branch.span.start] in "{["
    if isinstance(branch, Tree):
        for key, item in branch.items.items():
            span = branch.key_spans[key]
            if file.text[span.start] in "'\"":
                yield from _quoting(span, key, needs_quotes(key, in_flow))
            yield from _scalars(file, item, texts, in_flow)
        return
    words = [item for item in branch.items if isinstance(item, Scalar)]
    keep = any(word.style in ("single", "double") and needs_quotes(word.text.text, in_flow) for word in words)
    for item in branch.items:
        if isinstance(item, Scalar):
            yield from _scalar(item, texts.get(item.span.start), in_flow, keep)
        else:
            yield from _scalars(file, item, texts, in_flow)


def _scalar(scalar: Scalar, formed: str | None, in_flow: bool, keep: bool) -> Iterator[Edit]:
    """Args:
    formed: the effect text that is to stand there; None where it is no effect text.
    keep: quotes stay though they are not needed, as items beside it need theirs.
    """
    raw = _raw(scalar)
    if scalar.style in ("literal", "folded"):
        if formed is not None and scalar.style == "literal":
            yield Edit(scalar.span, _block(raw, formed))
    elif "\n" in raw:
        return
    elif scalar.style == "plain":
        if formed is not None and formed != raw:
            yield from _quoting(scalar.span, formed, needs_quotes(formed, in_flow, is_effect=True))
    else:
        text = scalar.text.text if formed is None else formed
        quotes = keep or needs_quotes(text, in_flow, is_effect=formed is not None)
        yield from _quoting(scalar.span, text, quotes)


def _raw(scalar: Scalar) -> str:
    return scalar.span.file.text[scalar.span.start : scalar.span.end]


def _quoting(span: Span, text: str, quotes: bool) -> Iterator[Edit]:
    new = quoted(text) if quotes else text
    if new is not None and new != span.file.text[span.start : span.end]:
        yield Edit(span, new)


def _block(raw: str, formed: str) -> str:
    """Effect text after `|`, at the indentation that it had."""
    header, _, rest = raw.partition("\n")
    first = next((line for line in rest.split("\n") if line.strip()), "")
    lead = first[: len(first) - len(first.lstrip())]
    found = _HEADER.fullmatch(header)
    assert found is not None, header
    lines = [lead + line if line else "" for line in formed.split("\n")]
    return "\n".join(["|" + found[1].rstrip(), *lines])


# --- blanks between words ------------------------------------------------------------------------


def _gaps(file: SourceFile) -> Iterator[Edit]:
    """One blank after `:` and `,`, none inside of braces, none before a comma or a colon."""
    visible = [t for t in tokens(file.text) if t.end_mark.index > t.start_mark.index or _opens(t)]
    for before, after in pairwise(visible):
        start, end = before.end_mark.index, after.start_mark.index
        gap = file.text[start:end]
        wanted = _gap(before, after)
        if wanted is not None and gap != wanted and not gap.strip(" "):
            yield Edit(Span(file, start, end), wanted)


def _opens(token: yaml.Token) -> bool:
    return isinstance(token, yaml.BlockMappingStartToken | yaml.BlockSequenceStartToken)


def _gap(before: yaml.Token, after: yaml.Token) -> str | None:
    """What belongs between two words of a line; None where it is left as it is."""
    if isinstance(after, yaml.FlowMappingEndToken | yaml.FlowSequenceEndToken | yaml.FlowEntryToken):
        return None if isinstance(before, yaml.ValueToken) else ""
    if isinstance(before, yaml.FlowMappingStartToken | yaml.FlowSequenceStartToken):
        return ""
    if isinstance(after, yaml.ValueToken):
        return "" if isinstance(before, yaml.ScalarToken) else None
    if isinstance(before, yaml.ValueToken | yaml.FlowEntryToken):
        return " "
    if isinstance(before, yaml.BlockEntryToken) and not _opens(after):
        return " "
    return None


# --- comments ------------------------------------------------------------------------------------


def _in_columns(text: str, columns: list[int]) -> str:
    """Comments behind something back in their columns; those on lines of their own stay where they are."""
    pieces: list[str] = []
    done = 0
    for found, column in zip(comments(text), columns, strict=True):
        line_start = text.rfind("\n", 0, found.start()) + 1
        code = text[line_start : found.start()].rstrip()
        if code:
            pieces.append(text[done : line_start + len(code)])
            pieces.append(" " * (max(column, len(code) + BEFORE_COMMENT) - len(code)))
            done = found.start()
    return "".join(pieces) + text[done:]
