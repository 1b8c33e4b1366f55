"""What would help where a value is not of the sort or form that is due."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from rulewright.source.scalars import OLD_TRUTH
from rulewright.source.tree import Branch, Scalar, Sequence

if TYPE_CHECKING:
    from jsonschema import ValidationError as _Error

FORMS = {
    r"^[a-z][a-z0-9_]*$": "a word in lower_snake, such as red_fox",
    r"^[a-z][a-z0-9]*(_[a-z0-9]+)*$": "a word in lower_snake, such as red_fox",
    r"^[0-9]+\.[0-9]+\.[0-9]+$": "a version such as 1.0.0",
    r"^[a-z][a-z0-9_]*(/[a-z][a-z0-9_]*)*$": "the ids of steps joined by '/', such as round/turn",
    r"^[a-z][a-z0-9_]*\.[a-z][a-z0-9_]*$": "what it belongs to and its id, such as card.pearl",
    r"^[A-Z]+-[0-9]+$": "the id of a rule, such as AB-12",
    r"^[A-Z][0-9]{3}$": "a code such as R301",
    r"^G[0-9]{3}$": "the code of a fault, such as G701",
    r"^-?[0-9]+$": "a whole number, such as 3",
}
_WORDS = {pattern for pattern, form in FORMS.items() if form.startswith("a word in lower_snake")}
_NONE = {"none", "null", "no", "nothing", "nil", "-", "~"}
"""What people write for nothing."""
_GROUPS = re.compile(r"[-+]?([0-9]+(_[0-9]+)+|[1-9][0-9]{0,2}([ ,][0-9]{3})+)", re.ASCII)
"""A number written in groups of digits."""
_NUMBERS = re.compile(r"[-+]?[0-9]+( +[-+]?[0-9]+)+", re.ASCII)


def type_hint(branch: Branch, types: list[str]) -> tuple[str | None, str | None]:
    """What would help, and what to write instead, if that is certain."""
    start = branch.span.file.text[branch.span.start : branch.span.start + 1]
    if not isinstance(branch, Scalar):
        if isinstance(branch, Sequence) and {"string", "boolean"} <= set(types):  # of effect text
            return "statements stand below each other after `|`, without brackets", None
        bracketed = "string" in types and start in "{["
        return f"text that starts with {start} needs single quotes" if bracketed else None, None
    written, value = branch.text.text, branch.value
    if "integer" in types and isinstance(value, float) and value.is_integer():
        return f"write {int(value)}", str(int(value))
    if isinstance(value, str) and branch.style == "plain":
        if "boolean" in types and written.casefold() in OLD_TRUTH:
            meant = OLD_TRUTH[written.casefold()]
            return f"write {meant}", meant
        if {"integer", "number"} & set(types):
            if _GROUPS.fullmatch(written):
                bare = re.sub("[_, ]", "", written)
                return f"write {bare}", bare
            if _NUMBERS.fullmatch(written):
                return f"write {', '.join(written.split())}", None
    bare_types = {"integer", "number", "boolean"} & set(types)
    if isinstance(value, str) and bare_types and branch.style in ("single", "double"):
        bare_word = re.fullmatch(r"-?(0|[1-9][0-9]*)|true|false", value, re.ASCII) is not None
        return ("remove the quotes", value) if bare_word else (None, None)
    if not isinstance(value, str) and "string" in types:
        return f"for a text write '{written}' in single quotes", f"'{written}'"
    if "array" in types:
        short = "\n" not in written and len(written) <= 40
        sure = short and branch.style == "plain" and not set(written) & {*",[]{}:#"}
        item = written if sure else _quoted(written)
        return f"write [{item}]" if short else "write it as a list", f"[{written}]" if sure else None
    return None, None


def list_hint(branch: Branch, schema: Any) -> tuple[str | None, str | None]:
    """As `_type_hint`, where a list is due: brackets around one value help only where one is enough."""
    if not isinstance(branch, Scalar):
        return None, None
    written = branch.text.text
    if branch.style == "plain" and written.casefold() in _NONE:
        return "an empty list is written []", None
    numbers = re.findall("[0-9]+", written)
    least = schema.get("minItems", 0)
    if len(numbers) == least > 1:
        return f"write [{', '.join(numbers)}]", None
    if branch.style == "plain" and written.startswith("-"):
        return "a blank stands behind each '-'", None
    words = _words_of(written.strip("()"))
    if branch.style == "plain" and len(words) > 1 and schema.get("items", {}).get("pattern") in _WORDS:
        return f"write [{', '.join(words)}]", None
    return type_hint(branch, ["array"]) if least <= 1 else (None, None)


def _words_of(text: str) -> list[str]:
    """The words of a text that separates them somehow."""
    return re.split(r"\s*[,;|/]\s*|\s+", text.strip())


def absent_hint(branch: Branch, schema: Any) -> str | None:
    """How an optional value is absent, where a word for nothing stands."""
    optional = isinstance(schema, dict) and str(schema.get("description", "")).startswith("optional ")
    if not optional or not isinstance(branch, Scalar):
        return None
    if branch.value is None or branch.text.text.casefold() in _NONE:
        return "what is absent is left out: remove the key"
    return None


def title_of(schema: Any) -> str | None:
    title = schema.get("title") if isinstance(schema, dict) else None
    return None if title is None else str(title)


def form_of_text(schema: Any) -> str | None:
    """In which form a text is due, if only certain ones are."""
    if not isinstance(schema, dict):
        return None
    return title_of(schema) or FORMS.get(str(schema.get("pattern")))


def form_hint(branch: Branch, schema: Any) -> tuple[str | None, str | None]:
    """As `_type_hint`, where a text of some form is due: quotes help only what has that form."""
    if isinstance(branch, Scalar) and re.search(schema.get("pattern", ""), branch.text.text):
        return type_hint(branch, ["string"])
    return None, None


def in_lower_snake(text: str, error: _Error) -> str | None:
    """The word that a text makes where a word is due; a call is taken for its name."""
    pattern = str(error.validator_value)
    if pattern not in _WORDS:
        return None
    if text.startswith("- ") or " - " in text:
        return "what is indented deeper goes on with the line above: start each '- ' in the same column"
    if call := re.fullmatch(r"([a-z][a-z0-9_]*)\(.*\)", text):
        return f"write the name alone: {call[1]}"
    word = re.sub(r"[ _-]+", "_", re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", text.strip()).lower()).strip("_")
    hint = f"write {word}" if re.search(pattern, word) else None
    words = _words_of(text)
    if error.absolute_path and isinstance(error.absolute_path[-1], int) and len(words) > 1:
        listed = ", ".join(words)
        hint = f"between items stands a comma: {listed}" + (f"; as one word, {hint}" if hint else "")
    return hint


def mapping_form(schema: Any) -> str | None:
    """Which mapping is due: by the keys that it must have, or as ids with what each of them is."""
    required = schema.get("required", [])
    if required:
        return f"a mapping with {' and '.join(map(repr, required))}"
    return (
        "a mapping: ids, and what each is" if isinstance(schema.get("additionalProperties"), dict) else None
    )


def mapping_hint(branch: Branch, schema: Any) -> str | None:
    """The mapping that a single value, or a list of ids, was probably meant to be."""
    required = schema.get("required", [])
    if isinstance(branch, Scalar) and len(required) == 1 and "\n" not in (text := branch.text.text):
        plain = branch.style == "plain" and not set(text) & {*",[]{}:#"}
        return f"write {{{required[0]}: {text if plain else _quoted(text)}}}"
    ids = branch.items if isinstance(branch, Sequence) and not required else ()
    if ids and all(isinstance(item, Scalar) for item in ids):
        return f"each id is a key with what it is behind it: {{{_text(ids[0])}: …}}"
    return None


def _quoted(text: str) -> str:
    return "'{}'".format(text.replace("'", "''"))


def _text(branch: Branch) -> str:
    return branch.text.text if isinstance(branch, Scalar) else ""
