"""Reads files and YAML into a tree whose every value knows its place."""

from __future__ import annotations

import gc
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import yaml

from rulewright.source import syntax
from rulewright.source.build import FORBIDDEN, Builder, TooMuch
from rulewright.source.diagnostics import Problems
from rulewright.source.edits import Edit
from rulewright.source.quotes import CURLY_QUOTES
from rulewright.source.text import EffectText, SourceFile, Span
from rulewright.source.tree import Branch, Mapping, Scalar

LARGEST_FILE = 1024 * 1024  # bytes
MOST_REPORTED = 20  # of one kind of forbidden character in one file

_BASE: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
MOST_TABS = 2_000  # lines that begin with tabs and are mended in one run
_TABS = re.compile(r"\t+")
_INDENTS = re.compile(r"^[ \t]+(?=[^ \t\r\n])", re.MULTILINE)


class _Untyped(_BASE):  # type: ignore[misc]  # PyYAML is untyped
    """Does not work out of which type a scalar is in YAML 1.1: `scalars` reads them by 1.2."""

    def resolve(self, kind: type[yaml.Node], value: str | None, implicit: Any) -> str:
        return ""


_LOADER: Any = _Untyped


def read_file(path: Path, name: str, problems: Problems) -> SourceFile | None:
    """The text of a file, or none when there is a problem with it, reported under `name`."""
    file = _decode(path, name, problems)
    return file if file is not None and _check_characters(file, problems) else None


def read_yaml(path: Path, name: str, problems: Problems, *, go_on: bool = False) -> Mapping | None:
    """The tree of a YAML file that holds a mapping; none if the file has any mistake.

    Args:
        go_on: as for `parse_yaml`.
    """
    file = _decode(path, name, problems)
    branch = parse_yaml(file, problems, go_on=go_on) if file is not None else None
    if branch is None or isinstance(branch, Mapping):
        return branch
    hint = None
    if isinstance(branch, Scalar) and ":" in branch.text.text:
        hint = "write a space after the colon"
    problems.error(
        "Y108", f"the file holds {_noun(branch)}", branch.span, expected="keys with values", hint=hint
    )
    return None


def parse_yaml(file: SourceFile, problems: Problems, *, go_on: bool = False) -> Branch | None:
    """The tree of a YAML text; none if it has any mistake, all of which are reported.

    Args:
        go_on: with mistakes that can only mean one thing the tree holds that, so that more can be found.
    """
    before = len(problems.errors)
    if not _check_characters(file, problems):
        return None
    with _no_garbage_collection():
        node = _compose(file, problems)
        if node is None:
            return None
        builder = Builder(file, problems)
        try:
            branch = builder.build(node)
        except TooMuch:
            return None
    return branch if len(problems.errors) == before + (builder.mended if go_on else 0) else None


def effect_text(branch: Branch, problems: Problems) -> EffectText | None:
    """The text where effect text is due: plain, in single quotes or after `|`; numbers as written."""
    assert isinstance(branch, Scalar), "the schema lets nothing else through"
    if branch.style == "double":
        problems.error(
            "Y119",
            "effect text in double quotes",
            branch.span,
            hint="use single quotes, or write it after '|'",
            fix=_in_single_quotes(branch),
        )
    elif branch.style == "folded":
        hint = "write '|' instead of '>'"
        problems.error("Y119", "effect text after '>'", branch.span, hint=hint, fix=_after_bar(branch))
    elif branch.style == "plain" and (inner := _in_curly_quotes(branch.text.text)) is not None:
        straight = "'" + inner.replace("'", "''") + "'"
        hint = f"write straight ones: {straight}" if len(straight) <= 100 else "write straight ones"
        fix = (
            Edit(branch.span, straight)
            if "\n" not in branch.span.file.text[branch.span.start : branch.span.end]
            else None
        )
        problems.error("Y119", "effect text in curly quotes", branch.span, hint=hint, fix=fix)
    elif not branch.text.text.strip():
        problems.error(
            "Y120", "the effect text is empty", branch.span, hint="remove the key if nothing happens"
        )
    else:
        return branch.text
    return None


def _in_curly_quotes(text: str) -> str | None:
    """What stands between curly quotes at both ends."""
    closing = CURLY_QUOTES.get(text[:1])
    return text[1:-1] if closing is not None and len(text) > 2 and text.endswith(closing) else None


def _in_single_quotes(scalar: Scalar) -> Edit | None:
    """The same text in single quotes, if it stands in one line as it is."""
    raw = scalar.span.file.text[scalar.span.start + 1 : scalar.span.end - 1]
    text = scalar.text.text
    return Edit(scalar.span, "'" + text.replace("'", "''") + "'") if raw == text else None


def _after_bar(scalar: Scalar) -> Edit | None:
    """`|` for `>`, if there is only one line to be joined."""
    lines = scalar.span.file.text[scalar.span.start : scalar.span.end].splitlines()
    mark = Span(scalar.span.file, scalar.span.start, scalar.span.start + 1)
    return Edit(mark, "|") if len(lines) == 2 else None


def _noun(branch: Branch) -> str:
    if isinstance(branch, Mapping):
        return "a mapping"
    return "a single value" if isinstance(branch, Scalar) else "a list"


def _decode(path: Path, name: str, problems: Problems) -> SourceFile | None:
    nowhere = Span(SourceFile.of(name, ""), 0, 0)
    try:
        if not path.is_file():
            problems.error(
                "Y101", "there is no such file" if not path.exists() else "this is not a file", nowhere
            )
            return None
        with path.open("rb") as stream:
            data = stream.read(LARGEST_FILE + 1)
    except OSError as error:
        problems.error(
            "Y101", f"the file cannot be read: {(error.strerror or 'unknown reason').lower()}", nowhere
        )
        return None
    if len(data) > LARGEST_FILE:
        problems.error(
            "Y103", "the file is too large", nowhere, expected="at most 1 MiB", hint="spread it over several"
        )
        return None
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        good = SourceFile.of(name, data[: error.start].decode("utf-8").removeprefix("\ufeff"))
        end = len(good.text)
        problems.error(
            "Y102", "the file is not UTF-8 from here on", Span(good, end, end), hint="save it as UTF-8"
        )
        return None
    return SourceFile.of(name, text.removeprefix("\ufeff"), path)


def _check_characters(file: SourceFile, problems: Problems) -> bool:
    """Whether only characters stand in the text that can be seen and mean the same to everyone."""
    good = True
    for count, found in enumerate(FORBIDDEN.finditer(file.text)):
        good = False
        if count < MOST_REPORTED:
            span = Span(file, found.start(), found.end())
            message = f"forbidden character U+{ord(found[0]):04X}"
            problems.error("Y104", message, span, hint="remove it", fix=Edit(span, ""))
    return _check_tabs(file, problems) and good


def _check_tabs(file: SourceFile, problems: Problems) -> bool:
    indents = _INDENTS.findall(file.text) if "\t" in file.text else []
    all_tabs = len(indents) <= MOST_TABS and not any(" " in indent for indent in indents)
    reported: set[int] = set()
    good = True
    for found in _TABS.finditer(file.text):
        good = False
        span = Span(file, found.start(), found.end())
        if len(reported) >= (MOST_TABS if all_tabs else MOST_REPORTED):
            break
        if span.line in reported:
            continue
        reported.add(span.line)
        if file.line_text(span.line)[: span.column - 1].strip():
            problems.error("Y105", "a tab", span, hint="use spaces", fix=Edit(span, " "))
            continue
        hint = (
            "use spaces, two a level"
            if all_tabs
            else "use as many spaces as stand before lines of this level"
        )
        fix = Edit(span, "  " * len(found[0])) if all_tabs else None
        problems.error("Y105", "a tab in the indentation", span, hint=hint, fix=fix)
    return good


def _compose(file: SourceFile, problems: Problems) -> yaml.Node | None:
    start = Span(file, 0, 0)
    try:
        node: yaml.Node | None = yaml.compose(file.text, Loader=_LOADER)
    except RecursionError:
        problems.error("Y114", "values are nested too deeply", start, expected="at most 32 levels")
        return None
    except (yaml.YAMLError, ValueError) as error:
        syntax.explain(file, error, problems)
        return None
    if node is None or (isinstance(node, yaml.ScalarNode) and not node.style and not node.value):
        problems.error("Y108", "the file is empty", start, expected="keys with values")
        return None
    return node


@contextmanager
def _no_garbage_collection() -> Iterator[None]:
    """Many small objects and no rubbish: collecting would only cost time (a factor of three)."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()
