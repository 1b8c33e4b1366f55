"""One error of the schema as the problems of an author."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from rulewright.source.counted import counted, one_of
from rulewright.source.diagnostics import Diagnostic
from rulewright.source.edits import Edit
from rulewright.source.schema_causes import Mistake, Path
from rulewright.source.schema_hints import (
    FORMS,
    absent_hint,
    form_hint,
    form_of_text,
    in_lower_snake,
    list_hint,
    mapping_form,
    mapping_hint,
    title_of,
    type_hint,
)
from rulewright.source.suggest import did_you_mean, nearest, one_slip_from
from rulewright.source.text import Span
from rulewright.source.tree import Branch, Mapping, Sequence, plain

if TYPE_CHECKING:
    from jsonschema import ValidationError as _Error

MOST_LISTED = 20  # keys that are told where another stands

_TYPES = {
    "string": "text",
    "integer": "a whole number",
    "number": "a number",
    "boolean": "true or false",
    "object": "a mapping",
    "array": "a list",
    "null": "null",
}
_SEAT = "'seat 0', 'seat 1', …"
_CELL = "a cell as row and column, such as '0,1'"
KEYS = {
    r"^seat (0|[1-9][0-9]*)$": _SEAT,
    r"^(0|[1-9][0-9]*),(0|[1-9][0-9]*)$": _CELL,
    r"^(0|[1-9][0-9]*|\*),(0|[1-9][0-9]*|\*)$": f"{_CELL}, or '*,1' for all of a column",
    r"^everywhere$": "everywhere",
    r"^(?!zones$|state$)[a-z][a-z0-9_]*$": "the id of a zone or of state",
    r"^(?!zones$|state$|score$|holds$)[a-z][a-z0-9_]*$": "the id of a zone or of state",
}
"""Keys that are told by a pattern, in words."""
_HINTS = "x-hints"
"""In a schema: keys that are not its own, and what to write instead."""


def words(error: _Error, root: Branch, what: str) -> list[Mistake]:
    """The mistakes behind an error, most often one; `what` names the root."""
    path = tuple(error.absolute_path)
    branch, key_span = at_path(root, path)
    keys = [part for part in path if isinstance(part, str)]
    where = f"'{keys[-1]}'" if keys else what
    if isinstance(branch, Mapping):
        if error.validator in ("additionalProperties", "unevaluatedProperties"):
            return [_unknown_key(error, branch, path, key, where) for key in _unknown_keys(error)]
        if error.validator == "required":
            return _missing_key(error, path, key_span, where)
        if "propertyNames" in error.absolute_schema_path and error.instance in branch.key_spans:
            key = str(error.instance)
            message = f"key '{key}' in {where}"
            expected = _expected_form(error)
            hint = _candidates(error) or in_lower_snake(key, error)
            diagnostic = Diagnostic("S206", message, branch.key_spans[key], expected, hint)
            return [Mistake(diagnostic, path, form=key)]
    if error.validator == "type" or (error.validator in ("anyOf", "oneOf") and _is_sort_error(error)):
        types = _types(error)
        form = form_of_text(error.schema) if types == ["string"] else None
        hint, instead = type_hint(branch, types) if form is None else form_hint(branch, error.schema)
        if types == ["array"]:
            form = title_of(error.schema)
            hint, instead = list_hint(branch, error.schema)
        if types == ["object"]:
            form, hint = mapping_form(error.schema), mapping_hint(branch, error.schema)
        hint = hint or absent_hint(branch, error.schema)
        fix = Edit(branch.span, instead) if instead is not None else None
        message = f"{describe(branch)} for {where}"
        expected = form or _listed(types)
        return [Mistake(Diagnostic("S203", message, branch.span, expected, hint, fix=fix), path)]
    report = _REPORTS.get(str(error.validator), _does_not_fit)
    return [Mistake(report(error, branch, where), path)]


def at_path(root: Branch, path: Iterable[str | int]) -> tuple[Branch, Span]:
    """The branch at the end of a path, and the key it stands under (its own start at the root)."""
    branch = root
    span = Span(root.span.file, root.span.start, root.span.start + 1)
    if isinstance(root, Mapping) and root.key_spans:
        span = next(iter(root.key_spans.values()))
    for part in path:
        if isinstance(branch, Mapping):
            span = branch.key_spans[str(part)]
            branch = branch.items[str(part)]
        elif isinstance(branch, Sequence):
            branch = branch.items[int(part)]
            span = Span(branch.span.file, branch.span.start, branch.span.start + 1)
    return branch, span


def describe(branch: Branch) -> str:
    """What was found, in people's words."""
    if isinstance(branch, Mapping):
        return "a mapping"
    if isinstance(branch, Sequence):
        return "a list"
    if branch.value is None:
        return "null"
    if isinstance(branch.value, str):
        return f"text '{_short(branch.value)}'"
    return f"'{branch.text.text}'" if isinstance(branch.value, bool) else f"number {branch.text.text}"


def _short(text: str) -> str:
    line = text.strip().split("\n")[0]
    return line if len(line) <= 40 else f"{line[:39]}…"


def _unknown_keys(error: _Error) -> list[str]:
    instance: Any = error.instance
    if error.validator == "unevaluatedProperties":
        return [key for key in instance if repr(key) in error.message]
    schema: Any = error.schema
    patterns = schema.get("patternProperties", {})
    return [
        key
        for key in instance
        if key not in schema.get("properties", {})
        and not any(re.search(pattern, key) for pattern in patterns)
    ]


def _unknown_key(error: _Error, branch: Mapping, path: Path, key: str, where: str) -> Mistake:
    schema: Any = error.schema
    span = branch.key_spans[key]
    patched = span.file is not branch.span.file  # then it may have been meant for a key that is there
    free = [name for name in schema.get("properties", {}) if patched or name not in branch.items]
    near = nearest(key, free)
    patterns = schema.get("patternProperties", {})
    spaced = _SPACED.sub(" ", key)
    if any(re.search(pattern, spaced) for pattern in patterns) and spaced not in branch.items:
        near = [spaced]
    hint = did_you_mean(key, near or free) or schema.get(_HINTS, {}).get(key)
    shown = [*free[:MOST_LISTED], *(["…"] if len(free) > MOST_LISTED else [])]
    shown += dict.fromkeys(KEYS[pattern] for pattern in patterns)
    expected = f"one of {', '.join(shown)}" if shown else None
    meant = one_slip_from(key, near or free)
    fix = Edit(span, meant) if meant is not None and meant not in branch.items else None
    diagnostic = Diagnostic("S201", f"unknown key '{key}' in {where}", span, expected, hint, fix=fix)
    return Mistake(diagnostic, path, unknown=key, meant=near[0] if len(near) == 1 else None)


_SPACED = re.compile(r"(?<=[a-z])[_-]?(?=[0-9])")
"""Where a space may be missing in a key, as in `seat0`."""


def _missing_key(error: _Error, path: Path, key_span: Span, where: str) -> list[Mistake]:
    required: Any = error.validator_value
    missing = next((key for key in required if error.message.startswith(repr(key))), None)
    if missing is None:
        return []
    schema: Any = error.schema
    about = schema.get("properties", {}).get(missing, {})
    expected = None
    if isinstance(about, dict) and isinstance(about.get("type"), str):
        expected = f"'{missing}: ' with {_TYPES[about['type']]}"
    elif isinstance(about, dict) and "enum" in about:
        expected = f"'{missing}: ' with {one_of([_spelt(each) for each in about['enum']])}"
    said = about.get("description") if isinstance(about, dict) else None
    hint = None if said is None else f"{missing}: {said[:1].lower()}{said[1:].rstrip('.')}"
    diagnostic = Diagnostic("S202", f"key '{missing}' is missing in {where}", key_span, expected, hint)
    return [Mistake(diagnostic, path, missing=missing)]


def _is_sort_error(error: _Error) -> bool:
    """Whether none of the choices takes a value of this sort."""
    by_choice: dict[Any, bool] = {}
    for inner in error.context or ():
        wrong = inner.validator == "type" and len(inner.absolute_path) == len(error.absolute_path)
        by_choice[inner.schema_path[0]] = by_choice.get(inner.schema_path[0], False) or wrong
    return bool(by_choice) and all(by_choice.values())


def _types(error: _Error) -> list[str]:
    if error.validator == "type":
        value: Any = error.validator_value
        return [value] if isinstance(value, str) else list(value)
    found: list[str] = []
    for inner in error.context or ():
        if inner.validator == "type" or inner.validator in ("anyOf", "oneOf"):
            found += [name for name in _types(inner) if name not in found]
    return found


def _listed(names: Iterable[str], word: str = "or") -> str:
    shown = [_TYPES.get(name, name) for name in names]
    return shown[0] if len(shown) == 1 else f"{', '.join(shown[:-1])} {word} {shown[-1]}"


def _expected_form(error: _Error) -> str | None:
    if title := title_of(error.schema):
        return title
    value: Any = error.validator_value
    if error.validator == "pattern":
        return FORMS.get(str(value))
    if error.validator == "enum":
        return one_of([_spelt(each) for each in value])
    return _spelt(value) if error.validator == "const" else None


def _candidates(error: _Error) -> str | None:
    value: Any = error.validator_value
    options = value if error.validator == "enum" else [value] if error.validator == "const" else []
    return did_you_mean(str(error.instance), [option for option in options if isinstance(option, str)])


def _spelt(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value)


def _one_of(error: _Error, branch: Branch, where: str) -> Diagnostic:
    value: Any = error.validator_value
    options = value if error.validator == "enum" else [value]
    meant = one_slip_from(str(error.instance), [option for option in options if isinstance(option, str)])
    return Diagnostic(
        "S204",
        f"{describe(branch)} for {where}",
        branch.span,
        _expected_form(error),
        _candidates(error) or absent_hint(branch, error.schema),
        fix=Edit(branch.span, meant) if meant is not None else None,
    )


def _form(error: _Error, branch: Branch, where: str) -> Diagnostic:
    hint = in_lower_snake(str(error.instance), error)
    if str(title_of(error.schema)).startswith("an address") and ":" not in str(error.instance):
        hint = "the id of the pack comes first, and a colon"
    return Diagnostic("S205", f"{describe(branch)} for {where}", branch.span, _expected_form(error), hint)


def _range(error: _Error, branch: Branch, where: str) -> Diagnostic:
    expected = f"{_LIMITS[str(error.validator)]} {error.validator_value}"
    return Diagnostic("S207", f"{describe(branch)} for {where}", branch.span, expected)


def _size(error: _Error, branch: Branch, where: str) -> Diagnostic:
    few, thing = _SIZES[str(error.validator)]
    limit: Any = error.validator_value
    instance: Any = error.instance
    message = f"{counted(len(instance), thing)} in {where}"
    title = title_of(error.schema) if isinstance(branch, Sequence) else None
    expected = title or f"at {'least' if few else 'most'} {counted(limit, thing)}"
    return Diagnostic("S208", message, branch.span, expected)


def _twice(error: _Error, branch: Branch, where: str) -> Diagnostic:
    assert isinstance(branch, Sequence)
    values: list[Any] = [plain(item) for item in branch.items]
    for index, value in enumerate(values):
        if value in values[:index]:
            first = branch.items[values.index(value)].span
            item = branch.items[index]
            return Diagnostic(
                "S209",
                f"{describe(item)} twice in {where}",
                item.span,
                related=(("first written here", first),),
            )
    return Diagnostic("S209", f"an item twice in {where}", branch.span)


def _choice(error: _Error, branch: Branch, where: str) -> Diagnostic:
    """Several choices take this sort of value, and none this value; or a value that fits two choices."""
    expected: list[str] = []
    hint = None
    for inner in error.context or ():
        if not (inner.validator == "type" and len(inner.absolute_path) == len(error.absolute_path)):
            form = _expected_form(inner)
            expected += [form] if form and form not in expected else []
            hint = hint or _candidates(inner)
    if not error.context:
        return Diagnostic("S210", f"{describe(branch)} for {where} can be read in two ways", branch.span)
    return Diagnostic(
        "S204", f"{describe(branch)} for {where}", branch.span, " or ".join(expected) or None, hint
    )


def _goes_with(error: _Error, branch: Branch, where: str) -> Diagnostic:
    value: Any = error.validator_value
    for key, others in value.items():
        if not isinstance(branch, Mapping) or key not in branch.items:
            continue
        absent = [other for other in others if other not in branch.items]
        if absent:
            message = f"key '{key}' without '{absent[0]}' in {where}"
            beside = " and ".join(f"'{other}'" for other in others)
            expected = f"'{key}' together with {beside}"
            schema: Any = error.schema
            about = schema.get("properties", {}).get(absent[0], {}).get("description")
            more = f" ({about[:1].lower()}{about[1:].rstrip('.')})" if about else ""
            hint = f"say '{absent[0]}'{more}, or remove '{key}'"
            return Diagnostic("S210", message, branch.key_spans[key], expected, hint)
    return _does_not_fit(error, branch, where)


def _does_not_fit(error: _Error, branch: Branch, where: str) -> Diagnostic:
    message = f"{describe(branch)} for {where} does not fit here"
    return Diagnostic("S210", message, branch.span, title_of(error.schema))


_LIMITS = {
    "minimum": "at least",
    "maximum": "at most",
    "exclusiveMinimum": "more than",
    "exclusiveMaximum": "less than",
    "multipleOf": "a multiple of",
}
_SIZES = {
    "minItems": (True, "item"),
    "maxItems": (False, "item"),
    "minProperties": (True, "key"),
    "maxProperties": (False, "key"),
    "minLength": (True, "character"),
    "maxLength": (False, "character"),
}
_REPORTS: dict[str, Callable[[_Error, Branch, str], Diagnostic]] = {
    "enum": _one_of,
    "const": _one_of,
    "pattern": _form,
    "format": _form,
    **dict.fromkeys(_LIMITS, _range),
    **dict.fromkeys(_SIZES, _size),
    "uniqueItems": _twice,
    "anyOf": _choice,
    "oneOf": _choice,
    "dependentRequired": _goes_with,
}
