"""One exact problem for each mistake against a schema."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from rulewright.source.diagnostics import Problems
from rulewright.source.reader import parse_yaml
from rulewright.source.schema import load_schema, validate
from rulewright.source.text import SourceFile

EFFECT = {"type": ["string", "integer", "boolean"]}
SCHEMA: dict[str, Any] = {
    "type": "object",
    "required": ["type"],
    "additionalProperties": False,
    "properties": {
        "type": {"description": "Words for authors.", "enum": ["normal", "magical"]},
        "health": {"type": "integer", "minimum": 0, "maximum": 20},
        "title": {"type": "string", "maxLength": 10},
        "id": {"type": "string", "pattern": "^[a-z][a-z0-9_]*$"},
        "code": {"type": "string", "pattern": "^X", "title": "a code that starts with X"},
        "flag": {"type": "boolean"},
        "tags": {"type": "array", "uniqueItems": True, "maxItems": 3, "items": {"type": "string"}},
        "at": {"type": "array", "items": {"type": "integer"}, "minItems": 2},
        "do": EFFECT,
        "cells": {"type": "object", "propertyNames": {"pattern": "^[a-z]+$"}, "additionalProperties": EFFECT},
        "bears": {
            "anyOf": [
                {"type": "string"},
                {
                    "type": "object",
                    "required": ["of"],
                    "additionalProperties": False,
                    "properties": {"of": {"type": "string"}, "count": {"type": "integer"}},
                },
            ]
        },
        "size": {
            "oneOf": [{"type": "integer", "minimum": 1}, {"enum": ["small", "large"]}, {"type": "boolean"}]
        },
        "ability": {
            "oneOf": [
                {
                    "type": "object",
                    "required": ["after"],
                    "properties": {"after": EFFECT, "do": EFFECT},
                    "additionalProperties": False,
                },
                {
                    "type": "object",
                    "required": ["modify"],
                    "properties": {"modify": EFFECT, "add": EFFECT},
                    "additionalProperties": False,
                },
            ]
        },
        "pair": {"type": "object", "dependentRequired": {"a": ["b"]}},
        "both": {
            "type": "object",
            "required": ["a", "b"],
            "properties": {"a": {"type": "integer"}, "b": {"type": "integer"}},
            "additionalProperties": False,
        },
        "never": {"description": "Words for authors.", "not": {"type": "string"}},
    },
}

# Text below `type: normal`, then: code, line, column, words of message, expected and hint.
REFUSED = {
    "unknown key": (
        "helth: 3",
        [("S201", 2, 1, "unknown key 'helth' in a beast|one of |did you mean 'health'")],
    ),
    "type": ("health: many", [("S203", 2, 9, "text 'many' for 'health'|a whole number")]),
    "float": ("health: 1.0", [("S203", 2, 9, "number 1.0|a whole number")]),
    "separator": ("health: 1_000", [("S203", 2, 9, "write 1000")]),
    "quoted": ("health: '5'", [("S203", 2, 9, "remove the quotes")]),
    "yes": ("flag: yes", [("S203", 2, 7, "true or false|write true")]),
    "number for text": ("title: 1.0", [("S203", 2, 8, "write '1.0' in single quotes")]),
    "mapping for text": ("title: {a: b}", [("S203", 2, 8, "a mapping|needs single quotes")]),
    "text for list": ("tags: fire", [("S203", 2, 7, "a list|write [fire]")]),
    "item": ("at: [1, x]", [("S203", 2, 9, "text 'x' for 'at'|a whole number")]),
    "a key that is there": ("typ: a", [("S201", 2, 1, "unknown key 'typ'")]),
    "pattern": ("id: Big-One", [("S205", 2, 5, "lower_snake")]),
    "titled": ("code: Y1", [("S205", 2, 7, "a code that starts with X")]),
    "key form": ("cells: {A1: x}", [("S206", 2, 9, "key 'A1' in 'cells'")]),
    "minimum": ("health: -1", [("S207", 2, 9, "at least 0")]),
    "maximum": ("health: 21", [("S207", 2, 9, "at most 20")]),
    "few": ("at: [1]", [("S208", 2, 5, "1 item in 'at'|at least 2 items")]),
    "long": ("title: abcdefghijkl", [("S208", 2, 8, "12 characters|at most 10 characters")]),
    "repeated": ("tags: [a, b, a]", [("S209", 2, 14, "text 'a' twice")]),
    "no choice": ("bears: 5", [("S203", 2, 8, "number 5|text or a mapping")]),
    "in a choice": ("bears: {off: x}", [("S201", 2, 9, "did you mean 'of'")]),
    "deep in a choice": ("bears: {of: x, count: y}", [("S203", 2, 23, "a whole number")]),
    "choices": ("size: smal", [("S204", 2, 7, "small, large|did you mean 'small'")]),
    "range in a choice": ("size: 0", [("S207", 2, 7, "number 0|at least 1")]),
    "ability": ("ability: {modify: x, ad: 1}", [("S201", 2, 22, "did you mean 'add'")]),
    "needs": ("pair: {a: 1}", [("S210", 2, 8, "without 'b'")]),
    "not": ("never: x", [("S210", 2, 8, "does not fit")]),
    "large and no whole number": ("health: 1e9", [("S203", 2, 9, "a whole number")]),
    "key form and value": ("cells: {':a {b': {}}", [("S206", 2, 9, "key ':a {b'")]),
    "a comma missing": ("at: [0 0]", [("S203", 2, 6, "text '0 0' for 'at'|a whole number|write 0, 0")]),
    "thousands": ("health: 1 000", [("S203", 2, 9, "write 1000")]),
    "a blank in a number": ("health: 1 0", [("S203", 2, 9, "a whole number")]),
    "another key": (
        "bears: {by: x}",
        [("S201", 2, 9, "unknown key 'by' in 'bears'|one of of, count|'of' is missing: is it meant?")],
    ),
    "two keys missing": ("both: {c: 1}", [("S202", 2, 1, "'a'"), ("S202", 2, 1, "'b'"), ("S201", 2, 8, "")]),
    "several": ("health: x\nflag: 1\nfoo: 1", [("S203", 2, 9, ""), ("S203", 3, 7, ""), ("S201", 4, 1, "")]),
}


def check(text: str, schema: dict[str, Any] = SCHEMA) -> list[tuple[str, int, int, str]]:
    problems = Problems()
    branch = parse_yaml(SourceFile.of("a", text), problems)
    assert branch is not None, problems.found
    assert validate(branch, schema, problems, what="a beast") == (problems.errors == [])
    return [
        (d.code, d.span.line, d.span.column, "|".join([d.message, d.expected or "", d.hint or ""]))
        for d in problems.errors
    ]


@pytest.mark.parametrize("name", REFUSED)
def test_a_mistake_is_said_once(name: str) -> None:
    text, expected = REFUSED[name]
    found = check(f"type: normal\n{text}\n")
    assert [case[:3] for case in found] == [case[:3] for case in expected]
    for (*_, shown), (*_, words) in zip(found, expected, strict=True):
        assert [part for part in words.split("|") if part not in shown] == []


def test_what_a_key_is_for_is_not_told_as_what_is_due() -> None:
    assert "Words for authors" not in str([*check("type: magicl\n"), *check("type: normal\nnever: x\n")])


def test_after_thousands_of_mistakes_no_more_are_looked_for() -> None:
    found = check("type: normal\ntags: [" + ", ".join(map(str, range(9_000))) + "]\n")
    assert [code for code, *_ in found].count("S203") in range(3_990, 4_010)
    assert found[-1][0] == "S211"


def test_a_value_outside_an_enum() -> None:
    assert check("type: magicl\n") == [
        ("S204", 1, 7, "text 'magicl' for 'type'|one of normal, magical|did you mean 'magical'?")
    ]


def test_a_missing_key_is_placed_at_the_key_of_its_mapping() -> None:
    said = "key 'type' is missing in a beast|'type: ' with one of normal, magical|type: words for authors"
    assert check("health: 1\n") == [("S202", 1, 1, said)]
    assert [case[:3] for case in check("type: normal\nbears:\n  count: 1\n")] == [("S202", 2, 1)]


def test_a_misspelt_key_is_not_missing_too() -> None:
    assert [case[0] for case in check("tpye: normal\n")] == ["S201"]


def test_a_fine_branch_has_no_problems() -> None:
    assert check("type: normal\nhealth: 3\nability: {after: x, do: 1}\nsize: large\nbears: {of: x}\n") == []


def test_schemas_of_one_folder_refer_to_each_other(tmp_path: Path) -> None:
    (tmp_path / "a.json").write_text(json.dumps({"properties": {"x": {"$ref": "b.json#/$defs/word"}}}))
    (tmp_path / "b.json").write_text(json.dumps({"$defs": {"word": {"type": "string"}}}))
    schema = load_schema(tmp_path / "a.json")
    assert load_schema(tmp_path / "a.json") is schema
    assert [case[0] for case in check("x: 1\n", schema)] == ["S203"]


def test_a_key_of_a_pattern_is_told_in_words_and_mended() -> None:
    schema = {
        "patternProperties": {"^seat (0|[1-9][0-9]*)$": {"type": "integer"}},
        "properties": {"game": {"type": "integer"}},
        "additionalProperties": False,
    }
    for wrong in ("seat1", "seat_1", "seat-1"):
        assert check(f"{wrong}: 1\n", schema) == [
            (
                "S201",
                1,
                1,
                f"unknown key '{wrong}' in a beast|one of game, 'seat 0', 'seat 1', …|did you mean 'seat 1'?",
            )
        ]
    assert check("seat 1: 3\n", schema) == []


def test_a_key_that_belongs_elsewhere_is_told_by_the_schema() -> None:
    schema = {
        "properties": {"type": {"type": "string"}},
        "additionalProperties": False,
        "required": ["type"],
        "x-hints": {"values": "declare an enum"},
    }
    assert check("values: [a]\n", schema) == [
        ("S201", 1, 1, "unknown key 'values' in a beast|one of type|declare an enum")
    ]
