"""Every mistake of a value against a JSON schema, as jsonschema finds them: the ones that an author made."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import jsonschema
from referencing import Registry, Resource
from referencing.exceptions import NoSuchResource
from referencing.jsonschema import DRAFT202012

from rulewright.source.tree import Plain

_Error = jsonschema.ValidationError
Find = Callable[[str], Any]
"""The schema of a file name or `$id`; None if there is none."""

_CHOICES = ("anyOf", "oneOf")
# By identity; the schema is kept with it, so that the identity stays its own.
_validators: dict[int, tuple[dict[str, Any], Any]] = {}


def schema_errors(value: Plain, schema: dict[str, Any], find: Find) -> Iterator[_Error]:
    """The errors of a value, those of the most likely choice where there are several."""
    for error in _validator(schema, find).iter_errors(value):
        yield from _leaves(error)


def _is_integer(_checker: Any, value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


_Validator: Any = jsonschema.validators.extend(  # type: ignore[no-untyped-call]  # jsonschema tells no types
    jsonschema.Draft202012Validator,
    type_checker=jsonschema.Draft202012Validator.TYPE_CHECKER.redefine("integer", _is_integer),
)


def _validator(schema: dict[str, Any], find: Find) -> Any:
    def retrieve(uri: str) -> Resource[Any]:
        """Schemas that were loaded, never the network."""
        contents = find(uri)
        if contents is None:
            raise NoSuchResource(ref=uri)  # type: ignore[call-arg]  # attrs makes its parameters
        return Resource.from_contents(contents, default_specification=DRAFT202012)

    kept = _validators.get(id(schema))
    if kept is None:  # that the schemas are sound themselves is a test's business
        # attrs makes its parameters
        registry: Registry[Any] = Registry(retrieve=retrieve)  # type: ignore[call-arg]
        kept = _validators[id(schema)] = (schema, _Validator(_put_in(schema, schema, ()), registry=registry))
    return kept[1]


def _put_in(part: Any, schema: dict[str, Any], inside: tuple[str, ...]) -> Any:
    """The schema with its own definitions put in where they are referred to, but for those that hold
    themselves: looking references up costs more than all other checks together."""
    if isinstance(part, list):
        return [_put_in(item, schema, inside) for item in part]
    if not isinstance(part, dict):
        return part
    reference = part.get("$ref")
    if isinstance(reference, str) and reference.startswith("#/$defs/") and reference not in inside:
        definition = schema["$defs"][reference.removeprefix("#/$defs/")]
        beside = {key: value for key, value in part.items() if key != "$ref"}
        if _holds(definition, reference, schema, set()):
            return part
        return {**_put_in(definition, schema, (*inside, reference)), **_put_in(beside, schema, inside)}
    return {key: value if key == "$defs" else _put_in(value, schema, inside) for key, value in part.items()}


def _holds(part: Any, reference: str, schema: dict[str, Any], seen: set[str]) -> bool:
    """Whether a definition refers to itself, however indirectly."""
    if isinstance(part, list):
        return any(_holds(item, reference, schema, seen) for item in part)
    if not isinstance(part, dict):
        return False
    other = part.get("$ref")
    if other == reference:
        return True
    if isinstance(other, str) and other.startswith("#/$defs/") and other not in seen:
        seen.add(other)
        if _holds(schema["$defs"][other.removeprefix("#/$defs/")], reference, schema, seen):
            return True
    return any(_holds(value, reference, schema, seen) for value in part.values())


def _leaves(error: _Error) -> list[_Error]:
    """The error itself, or the errors of the choice that the author most likely meant."""
    if error.validator not in _CHOICES or not error.context:
        return [error]
    choices: dict[int, list[_Error]] = {}
    for inner in error.context:
        choices.setdefault(int(inner.schema_path[0]), []).append(inner)
    fitting = [errors for errors in choices.values() if not any(_is_wrong_sort(e, error) for e in errors)]
    if not fitting:
        return [error]
    fewest = min(map(_weight, fitting))
    best = [errors for errors in fitting if _weight(errors) == fewest]
    if len(best) > 1 and not isinstance(error.instance, dict | list):
        return [error]
    return [leaf for inner in best[0] for leaf in _leaves(inner)]


def _is_wrong_sort(inner: _Error, outer: _Error) -> bool:
    return inner.validator == "type" and len(inner.absolute_path) == len(outer.absolute_path)


def _weight(errors: list[_Error]) -> tuple[int, int]:
    """How unlikely a choice is: first by what marks its sort, then by the number of errors."""
    markers = 0
    total = 0
    for error in errors:
        markers += error.validator in ("const", "enum", "required", "additionalProperties")
        markers += 3 * (error.validator == "const")
        total += len(re.findall("'", error.message)) if error.validator == "additionalProperties" else 1
    return markers, total
