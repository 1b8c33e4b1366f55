"""Problems as JSON, as GitHub's workflow commands and as SARIF."""

from __future__ import annotations

import json

from rulewright.source.diagnostics import Problems
from rulewright.source.formats import in_github, in_json, in_sarif
from rulewright.source.text import SourceFile, Span

FILE = SourceFile.of("rules/ä b.yaml", "first: 1\nsécond: two\n")


def found() -> Problems:
    problems = Problems()
    at = Span(FILE, 17, 20)
    more = (("declared here, first: 100 %", Span(FILE, 0, 5)),)
    problems.error("T501", "unknown name 'two'", at, expected="a, b: c\nd", hint="try 50%", related=more)
    problems.warning("P605", "read by nothing", Span(FILE, 0, 20))
    return problems


def test_json_has_every_field_of_every_problem() -> None:
    data = json.loads(in_json(found().found))
    assert data["counts"] == {"error": 1, "warning": 1, "note": 0}
    assert data["problems"][0] == {
        "code": "T501",
        "severity": "error",
        "message": "unknown name 'two'",
        "file": "rules/ä b.yaml",
        "line": 2,
        "column": 9,
        "end_line": 2,
        "end_column": 12,
        "expected": "a, b: c\nd",
        "hint": "try 50%",
        "related": [
            {
                "message": "declared here, first: 100 %",
                "file": "rules/ä b.yaml",
                "line": 1,
                "column": 1,
                "end_line": 1,
                "end_column": 6,
            }
        ],
        "fix": None,
    }
    counts = {"error": 0, "warning": 0, "note": 0}
    head = {"format": "rulewright.problems", "version": 1}
    assert json.loads(in_json([])) == {**head, "problems": [], "counts": counts}


def test_github_commands_are_a_line_each_and_escaped() -> None:
    first, second = in_github(found().found).split("\n")
    place = "file=rules/ä b.yaml,line=2,endLine=2,col=9,endColumn=12,title=T501 unknown name"
    assert first == f"::error {place}::unknown name 'two'; expected: a, b: c%0Ad; hint: try 50%25"
    assert second.startswith("::warning file=rules/ä b.yaml,line=1,endLine=2,col=1,title=P605 ")


def test_sarif_names_the_codes_and_the_places() -> None:
    log = json.loads(in_sarif(found().found, "1.2.3"))
    run = log["runs"][0]
    assert log["version"] == "2.1.0"
    assert [rule["id"] for rule in run["tool"]["driver"]["rules"]] == ["P605", "T501"]
    error, warning = run["results"]
    assert (error["ruleId"], error["ruleIndex"], error["level"]) == ("T501", 1, "error")
    place = error["locations"][0]["physicalLocation"]
    assert place["artifactLocation"]["uri"] == "rules/%C3%A4%20b.yaml"
    assert place["region"] == {"startLine": 2, "startColumn": 9, "endLine": 2, "endColumn": 12}
    assert "relatedLocations" in error and "relatedLocations" not in warning
