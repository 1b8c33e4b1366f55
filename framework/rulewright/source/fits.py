"""Whether a value fits a JSON schema, and nothing else: a schema becomes a test that is quick to run.

Most files of a pack are in order, so that jsonschema, which can say what is wrong, is only asked about
the others. A schema with a keyword that is not known here has no such test.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Any

Test = Callable[[Any], bool]

_MEMBERS = frozenset({"properties", "patternProperties", "additionalProperties"})
_SILENT = _MEMBERS | frozenset("description title $schema $id $defs then else default examples".split())


class Unknown(Exception):
    """A keyword, or a form of one, that is not known here."""


def quick_test(schema: dict[str, Any]) -> Test | None:
    """The test for a schema of draft 2020-12; None if it cannot be made."""
    try:
        return _Compiler(schema).part(schema)
    except Unknown:
        return None


class _Compiler:
    def __init__(self, root: dict[str, Any]) -> None:
        self.root = root
        self.made: dict[str, list[Test]] = {}

    def part(self, schema: Any) -> Test:
        if isinstance(schema, bool):
            return (lambda value: True) if schema else (lambda value: False)
        tests = [self.keyword(key, schema[key], schema) for key in schema if key not in _SILENT]
        if _MEMBERS & schema.keys():
            tests.append(self.members(schema))
        return tests[0] if len(tests) == 1 else _all(tests)

    def keyword(self, key: str, argument: Any, schema: dict[str, Any]) -> Test:
        if key == "$ref":
            return self.reference(argument)
        if key == "if":
            return self.choice(schema)
        if key == "items":
            return self.items(argument, len(schema.get("prefixItems", ())))
        if key in ("anyOf", "oneOf", "allOf"):
            return _counted(key, [self.part(each) for each in argument])
        if key in ("propertyNames", "not"):
            inner = self.part(argument)
            if key == "not":
                return lambda value: not inner(value)
            return lambda value: not isinstance(value, dict) or all(map(inner, value))
        if key == "prefixItems":
            tests = [self.part(each) for each in argument]
            return lambda value: (
                not isinstance(value, list) or all(t(v) for t, v in zip(tests, value, strict=False))
            )
        if key not in _SIMPLE:
            raise Unknown(key)
        return _SIMPLE[key](argument)

    def reference(self, where: str) -> Test:
        """A definition of the same schema; it may hold itself, so it is looked up when it is run."""
        if not where.startswith("#/$defs/"):
            raise Unknown(where)
        if where not in self.made:
            self.made[where] = []
            self.made[where].append(self.part(self.root["$defs"][where.removeprefix("#/$defs/")]))
        made = self.made[where]
        return made[0] if made else lambda value: made[0](value)

    def members(self, schema: dict[str, Any]) -> Test:
        """`properties`, `patternProperties` and `additionalProperties`, which belong together."""
        named = {key: self.part(each) for key, each in schema.get("properties", {}).items()}
        patterns = [
            (re.compile(p).search, self.part(each)) for p, each in schema.get("patternProperties", {}).items()
        ]
        other = self.part(schema.get("additionalProperties", True))

        def test(value: Any) -> bool:
            if not isinstance(value, dict):
                return True
            for key, item in value.items():
                known = named.get(key)
                if known is not None and not known(item):
                    return False
                fitting = [inner for search, inner in patterns if search(key)] if patterns else ()
                for inner in fitting:
                    if not inner(item):
                        return False
                if known is None and not fitting and not other(item):
                    return False
            return True

        return test

    def choice(self, schema: dict[str, Any]) -> Test:
        when = self.part(schema["if"])
        then, other = self.part(schema.get("then", True)), self.part(schema.get("else", True))
        return lambda value: then(value) if when(value) else other(value)

    def items(self, argument: Any, after: int) -> Test:
        inner = self.part(argument)
        return lambda value: not isinstance(value, list) or all(map(inner, value[after:] if after else value))


def _all(tests: list[Test]) -> Test:
    def test(value: Any) -> bool:
        for each in tests:  # noqa: SIM110 -- a generator would take longer than the tests
            if not each(value):
                return False
        return True

    return test


def _counted(key: str, tests: list[Test]) -> Test:
    if key == "anyOf":
        return lambda value: any(test(value) for test in tests)
    if key == "allOf":
        return _all(tests)
    return lambda value: sum(test(value) for test in tests) == 1


def _number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


_TYPES: dict[str, Test] = {
    "object": lambda value: isinstance(value, dict),
    "array": lambda value: isinstance(value, list),
    "string": lambda value: isinstance(value, str),
    "boolean": lambda value: isinstance(value, bool),
    "integer": lambda value: isinstance(value, int) and not isinstance(value, bool),
    "number": _number,
    "null": lambda value: value is None,
}


def _type(argument: str | list[str]) -> Test:
    if isinstance(argument, str):
        return _TYPES[argument]
    return _counted("anyOf", [_TYPES[name] for name in argument])


def _one_of(values: Iterable[Any]) -> Test:
    listed = list(values)
    if not all(isinstance(value, str | int) for value in listed):
        raise Unknown("enum of other values than texts and whole numbers")
    known = frozenset((type(value), value) for value in listed)  # true is no 1
    return lambda value: isinstance(value, str | int) and (type(value), value) in known


def _pattern(argument: str) -> Test:
    search = re.compile(argument).search
    return lambda value: not isinstance(value, str) or search(value) is not None


def _different(wanted: bool) -> Test:
    def test(value: Any) -> bool:
        if not isinstance(value, list):
            return True
        return all(item not in value[:index] for index, item in enumerate(value))

    return test if wanted else lambda value: True


def _depends(argument: dict[str, list[str]]) -> Test:
    def test(value: Any) -> bool:
        if not isinstance(value, dict):
            return True
        return all(needed in value for key in argument if key in value for needed in argument[key])

    return test


_SIMPLE: dict[str, Callable[[Any], Test]] = {
    "type": _type,
    "enum": _one_of,
    "const": lambda argument: _one_of([argument]),
    "pattern": _pattern,
    "uniqueItems": _different,
    "dependentRequired": _depends,
    "required": lambda names: lambda value: not isinstance(value, dict) or all(n in value for n in names),
    "minimum": lambda least: lambda value: not _number(value) or value >= least,
    "maximum": lambda most: lambda value: not _number(value) or value <= most,
    "minLength": lambda least: lambda value: not isinstance(value, str) or len(value) >= least,
    "maxLength": lambda most: lambda value: not isinstance(value, str) or len(value) <= most,
    "minItems": lambda least: lambda value: not isinstance(value, list) or len(value) >= least,
    "maxItems": lambda most: lambda value: not isinstance(value, list) or len(value) <= most,
    "minProperties": lambda least: lambda value: not isinstance(value, dict) or len(value) >= least,
    "maxProperties": lambda most: lambda value: not isinstance(value, dict) or len(value) <= most,
}
