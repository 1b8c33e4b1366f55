"""Reading files and YAML: what is accepted, and where and how the rest is refused."""

from __future__ import annotations

import gc
from pathlib import Path

import pytest
import yaml

from rulewright.source import reader
from rulewright.source.diagnostics import Problems
from rulewright.source.scalars import is_trap
from rulewright.source.text import SourceFile
from rulewright.source.tree import Branch, Mapping, Scalar, Sequence, plain

# Text, then for each problem: code, line, column, words of the message or hint.
REFUSED = {
    "control character": ("a: b\x07\n", [("Y104", 1, 5, "U+0007")]),
    "bidi override": ("a: b\u202e\n", [("Y104", 1, 5, "U+202E")]),
    "next line": ("a: b\x85c: d\n", [("Y104", 1, 5, "U+0085")]),
    "second mark": ("\ufeffa: b", [("Y104", 1, 1, "U+FEFF")]),
    "escaped control": ('a: "x\\e[31m"\n', [("Y104", 1, 6, "U+001B")]),
    "tab indentation": ("a:\n\tb: 1\n", [("Y105", 2, 1, "indentation")]),
    "tab inside": ("a:\t1\n", [("Y105", 1, 3, "spaces")]),
    "colon in text": ("says: Draw: 2 cards\n", [("Y106", 1, 11, "single quotes")]),
    "colon in item": ("- a: b: c\n", [("Y106", 1, 7, "single quotes")]),
    "key below text": ("a: 1\n  b: 2\n", [("Y106", 2, 3, "a key below a text")]),
    "key without colon": ("a:\n  b 1\n  c: 2\n", [("Y106", 2, 3, "without ':'")]),
    "keys without colon": ("a:\n  b 1\n  d 2\n\n  c: 2\n", [("Y106", 2, 3, "without ':'")]),
    "key without colon in item": ("- b 1\n  c: 2\n", [("Y106", 1, 3, "without ':'")]),
    "key without colon at the top": ("b 1\nc: 2\n", [("Y106", 1, 1, "without ':'")]),
    "key with tight colon": ("a:\n  b:1\n  c: 2\n", [("Y106", 2, 4, "no space after ':'")]),
    "last key with tight colon": ("a:\n  c: 2\n  b:1\n", [("Y106", 3, 4, "no space after ':'")]),
    "key with no-break space": ("a:\n  b:\u00a01\n  c: 2\n", [("Y106", 2, 5, "a no-break space (U+00A0)")]),
    "last key with no-break space": (
        "a:\n  c: 2\n  b:\u00a01\n",
        [("Y106", 3, 5, "a no-break space (U+00A0)")],
    ),
    "key below two lines of text": ("a: x\n  y z\n  b: 2\n", [("Y106", 3, 3, "a key below a text")]),
    "brace behind a key without colon": (
        "a:\n  b {c: 1, d: 2}\n",
        [("Y106", 2, 13, "'b' as a key needs ':'")],
    ),
    "unclosed single": ("a: 'x\nb: 1\n", [("Y106", 1, 4, "never closed")]),
    "unclosed double": ('a: "x\nb: 1\n', [("Y106", 1, 4, "never closed")]),
    "at sign": ("a: @x\n", [("Y106", 1, 4, "starts with '@'")]),
    "backtick": ("a: `x`\n", [("Y106", 1, 4, "starts with '`'")]),
    "percent": ("a: %x\n", [("Y106", 1, 4, "starts with '%'")]),
    "star": ("a: * all\n", [("Y106", 1, 4, "starts with '*'")]),
    "closing brace": ("a: }\n", [("Y106", 1, 4, "starts with '}'")]),
    "brace text": ("a: {fire} deals 2\n", [("Y106", 1, 11, "starts with { needs")]),
    "text after quotes": ("a: 'x' y\n", [("Y106", 1, 8, "starts with ' needs")]),
    "unclosed brace": ("a: {b: 1\nc: 2\n", [("Y106", 2, 2, "not closed")]),
    "brackets in flow": ("a: {do: f(x in [a, b])}\n", [("Y106", 1, 16, "single quotes")]),
    "colon in flow": ("a: {b: c: d}\n", [("Y106", 1, 9, "single quotes")]),
    "tight colon": ("a: {b:[1]}\n", [("Y106", 1, 6, "space after ':'")]),
    "no colon": ("a: 1\nfoo bar\nb: 2\n", [("Y106", 2, 1, "without ':'")]),
    "odd indentation": ("a:\n    b: 1\n  c: 2\n", [("Y106", 3, 3, "indented like none")]),
    "list and keys": ("- a\nb: 1\n", [("Y106", 2, 1, "side by side")]),
    "keys and list": ("a: 1\n- b\n", [("Y106", 2, 1, "side by side")]),
    "item in line": ("a: - b\n", [("Y106", 1, 4, "list")]),
    "escape": ('a: "\\q"\n', [("Y106", 1, 5, "single quotes")]),
    "text after bar": ("a: > 3 cards\n", [("Y106", 1, 6, "next line")]),
    "second document": ("a: 1\n---\nb: 2\n", [("Y107", 2, 1, "second document")]),
    "empty": ("", [("Y108", 1, 1, "empty")]),
    "comment only": ("# nothing\n", [("Y108", 1, 1, "empty")]),
    "list": ("- a\n", [("Y108", 1, 1, "a list")]),
    "text": ("a:b\n", [("Y108", 1, 1, "space after the colon")]),
    "list key": ("[a, b]: 1\n", [("Y109", 1, 1, "a list or mapping")]),
    "brace key": ("{a: b}: 1\n", [("Y109", 1, 1, "a list or mapping")]),
    "empty key": ("a: {'': 1}\n", [("Y109", 1, 5, "nothing before")]),
    "twice": ("a: 1\nb: 2\na: 3\n", [("Y110", 3, 1, "twice")]),
    "twice, quoted": ("0: 1\n'0': 2\n", [("Y110", 2, 1, "twice")]),
    "anchor": ("a: &x 1\nb: *x\n", [("Y111", 1, 4, "templates")]),
    "anchored list": ("a: &x\n  - *x\n", [("Y111", 1, 4, "templates")]),
    "unknown alias": ("a: *x\n", [("Y111", 1, 4, "single quotes")]),
    "tag": ("a: !!str 1\n", [("Y112", 1, 4, "needs quotes")]),
    "exclamation": ("a: ! fire\n", [("Y112", 1, 4, "needs quotes")]),
    "merge": ("a: {<<: {b: 1}}\n", [("Y113", 1, 5, "templates")]),
    "deep": (f"a: {'[' * 33}{']' * 33}\n", [("Y114", 1, 35, "32")]),
    "very deep": (f"a: {'[' * 5000}\n", [("Y114", 1, 1003, "32")]),
    "nothing": ("a:\nb: 1\n", [("Y115", 1, 1, "'a'")]),
    "nothing in flow": ("a: {b, c: 1}\n", [("Y115", 1, 5, "'b'")]),
    "a comma for a colon": ("a: {b, c, d: 1}\n", [("Y115", 1, 5, "'b: c…'")]),
    "no-break space": ("a: {b:\u00a0c, d: 1}\n", [("Y115", 1, 5, "a no-break space (U+00A0)")]),
    "no space": ("a: {b:c, d: 1}\n", [("Y115", 1, 5, "space after the colon")]),
    "no colon in flow": ("a: {b 1, c: 2}\n", [("Y115", 1, 5, "'b: 1'")]),
    "a comma in words": ("a: {says: one, two for x, d: 1}\n", [("Y121", 1, 11, "'one, two for x'")]),
    "commas in words": ("a: {says: 'x', title: one, two b, c d}\n", [("Y121", 1, 23, "'one, two b, c d'")]),
    "comment in flow": ("a: {b: it's c#x #2, d: 'x #'}\nc: 1\n", [("Y106", 1, 17, "comment")]),
    "empty item": ("a:\n  -\n  - b\n", [("Y115", 2, 3, "item")]),
    "leading zero": ("a: 007\nb: -01.5\n", [("Y116", 1, 4, "write 7"), ("Y116", 2, 4, "zero")]),
    "base": ("a: 0x1f\n", [("Y116", 1, 4, "decimal")]),
    "large": ("a: 9007199254740993\nb: -9007199254740993\n", [("Y117", 1, 4, "2"), ("Y117", 2, 4, "quote")]),
    "digits": (f"a: {'9' * 5000}\n", [("Y117", 1, 4, "at most 9007199254740992 on both sides of 0")]),
    "infinite": ("a: .inf\nb: 1e999\n", [("Y117", 1, 4, "finite"), ("Y117", 2, 4, "too large")]),
    "comma": (
        "a: {do: move(this, to=hand), may: true}\n",
        [("Y121", 1, 9, "single quotes: 'move(this, to=hand)'")],
    ),
    "two commas": ("a: {do: f(1, 2, g(3)), b: 1}\n", [("Y121", 1, 9, "'f(1, 2, g(3))'")]),
    "comma in list": ("a: [draw(1, 2), b]\n", [("Y121", 1, 5, "'draw(1, 2)'")]),
    "long key": (f"{'k' * 200}: 1\n", [("Y122", 1, 1, "128")]),
    "very long key": (f"{'k' * 2000}: 1\n", [("Y122", 1, 1, "128")]),
    "long text": (f"a: {'k' * 70000}\n", [("Y122", 1, 4, "65536")]),
    "many values": (f"a: [{'1,' * 200_000}]\n", [("Y122", 1, 400_001, "200000")]),
}


def read(tmp_path: Path, data: bytes) -> tuple[Mapping | None, Problems]:
    problems = Problems()
    path = tmp_path / "a.yaml"
    path.write_bytes(data)
    return reader.read_yaml(path, "pack/a.yaml", problems), problems


@pytest.mark.parametrize("loader", ["C", "pure"])
@pytest.mark.parametrize("ends", ["\n", "\r\n"])
@pytest.mark.parametrize("name", REFUSED)
def test_a_mistake_is_placed(
    tmp_path: Path, name: str, ends: str, loader: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    text, expected = REFUSED[name]
    if loader == "pure":
        if name in ("very deep", "many values", "long text"):
            pytest.skip("slow, or found in another place, without the C loader")
        monkeypatch.setattr(reader, "_LOADER", yaml.SafeLoader)
    mark = b"\xef\xbb\xbf"
    branch, problems = read(tmp_path, mark + text.replace("\n", ends).encode())
    assert branch is None
    assert [(d.code, d.span.line, d.span.column) for d in problems.found] == [case[:3] for case in expected]
    for diagnostic, (*_, words) in zip(problems.found, expected, strict=True):
        assert words in " ".join(filter(None, [diagnostic.message, diagnostic.hint, diagnostic.expected]))


PACKS = Path(__file__).parents[1] / "packs"


def _placed(branch: Branch) -> object:
    """A tree with everything that it knows: values, styles, texts and places."""
    at = (branch.span.start, branch.span.end)
    if isinstance(branch, Mapping):
        spans = [(key, span.start, span.end) for key, span in branch.key_spans.items()]
        return at, spans, [_placed(item) for item in branch.items.values()]
    if isinstance(branch, Sequence):
        return at, [_placed(item) for item in branch.items]
    return at, branch.value, branch.style, branch.text.text


@pytest.mark.parametrize("pack", ["coins", "garden", "lanterns", "patrol"])
def test_both_loaders_read_the_same(pack: str, monkeypatch: pytest.MonkeyPatch) -> None:
    files = sorted((PACKS / pack).rglob("*.yaml"))
    assert files
    for path in files:
        file = SourceFile.of(path.name, path.read_text(encoding="utf-8"))
        quick = reader.parse_yaml(file, Problems())
        with monkeypatch.context() as patched:
            patched.setattr(reader, "_LOADER", yaml.SafeLoader)
            pure = reader.parse_yaml(file, Problems())
        assert quick is not None and pure is not None
        assert _placed(quick) == _placed(pure), path


VALUES = [
    ("yes", "yes"), ("No", "No"), ("on", "on"), ("off", "off"), ("12:30", "12:30"), ("1_000", "1_000"),
    ("2020-13-45", "2020-13-45"), ("2d6", "2d6"), ("1.2.3", "1.2.3"), ("=", "="), ("0-80", "0-80"),
    ("true", True), ("False", False), ("TRUE", True), ("tRUE", "tRUE"), ("~", None), ("null", None),
    ("0", 0), ("-7", -7), ("+1", 1), ("9007199254740992", 2**53), ("-9007199254740992", -(2**53)),
    ("'1'", "1"), ('"true"', "true"),
    ("1.5", 1.5), ("1e3", 1000.0), (".5", 0.5), ("0.5", 0.5), ("\u0661", "\u0661"),
]  # fmt: skip


@pytest.mark.parametrize(("written", "value"), VALUES)
def test_a_scalar_is_read_by_the_core_table(written: str, value: object) -> None:
    problems = Problems()
    branch = reader.parse_yaml(SourceFile.of("a", f"a: {written}\n"), problems)
    assert problems.errors == []
    assert [d.code for d in problems.found] == (["Y123"] if is_trap(written) else [])
    assert branch is not None
    read_value = plain(branch)
    assert read_value == {"a": value}
    assert isinstance(read_value, dict)
    assert type(read_value["a"]) is type(value)


@pytest.mark.parametrize("text", ["yes", "No", "ON", "off", "12:30", "-3:02:01", "1_000", "1_"])
def test_what_older_yaml_reads_otherwise_is_a_trap(text: str) -> None:
    assert is_trap(text)


@pytest.mark.parametrize("text", ["yEs", "none", "once", "offer", "2,2", "12", "12:75", "2d6", "0-80", "x_1"])
def test_other_texts_are_none(text: str) -> None:
    assert not is_trap(text)


@pytest.mark.parametrize(
    ("text", "value", "codes"),
    [
        ("a: 007\nb: x\n", {"a": 7, "b": "x"}, ["Y116"]),
        ("a: {do: f(1, 2, g('x')), b: 1}\n", {"a": {"do": "f(1, 2, g('x'))", "b": 1}}, ["Y121"]),
        ("a: [draw(1, 2), b]\n", {"a": ["draw(1, 2)", "b"]}, ["Y121"]),
        ("a: {says: x, two y, b: 1}\n", {"a": {"says": "x, two y", "b": 1}}, ["Y121"]),
        ("a: 007\nb: 0x1f\n", None, ["Y116", "Y116"]),
        ("a: {do: f(1, 2}\n", None, ["Y121"]),
        ("a: {do: f(1, 2)'}\n", None, ["Y121"]),
    ],
)
def test_what_a_mistake_must_have_meant_is_read_for_those_who_go_on(
    text: str, value: object, codes: list[str]
) -> None:
    problems = Problems()
    branch = reader.parse_yaml(SourceFile.of("a", text), problems, go_on=True)
    assert [d.code for d in problems.found] == codes
    assert (branch and plain(branch)) == value
    assert reader.parse_yaml(SourceFile.of("a", text), Problems()) is None


def test_keys_that_other_programs_read_otherwise_are_told() -> None:
    problems = Problems()
    branch = reader.parse_yaml(SourceFile.of("a", "on: x\n'off': y\nno: {yes: 1}\n0: z\n"), problems)
    assert branch is not None
    assert [(d.code, str(d.span), d.fix and d.fix.text) for d in problems.found] == [
        ("Y123", "a:1:1", "'on'"),
        ("Y123", "a:3:1", "'no'"),
        ("Y123", "a:3:6", "'yes'"),
    ]


@pytest.mark.parametrize(
    ("text", "column"),
    [
        ("a: all of #4\n", 11),
        ("a: all of # 4\n", 0),
        ("a: b #4\n", 6),
        ("a: 3 #4\n", 0),
        ("a: {\n  says: card #2\n  }\n", 14),
        ("a: 'all of' #4\n", 0),
        ("a: c d#4\n", 0),
    ],
)
def test_a_text_that_a_comment_may_cut_is_told(text: str, column: int) -> None:
    problems = Problems()
    reader.parse_yaml(SourceFile.of("a", text), problems)
    assert [(d.code, d.span.column) for d in problems.found] == ([("Y126", column)] if column else [])


def test_keys_are_text_as_written() -> None:
    branch = reader.parse_yaml(SourceFile.of("a", "{0: a, on: b, true: c, 1.50: d}"), Problems())
    assert isinstance(branch, Mapping)
    assert list(branch.items) == ["0", "on", "true", "1.50"]


def test_places_of_blocks_end_with_their_last_value() -> None:
    file = SourceFile.of("a", "a:\n  b:\n    - x\n    - y  # why\n\n# more\nc: |\n  t\n\nd: {e: f }\n")
    branch = reader.parse_yaml(file, Problems())
    assert isinstance(branch, Mapping)
    texts = {key: file.text[item.span.start : item.span.end] for key, item in branch.items.items()}
    assert texts == {"a": "b:\n    - x\n    - y", "c": "|\n  t", "d": "{e: f }"}
    assert str(branch.key_spans["d"]) == "a:10:1"


def test_a_duplicate_shows_both_places(tmp_path: Path) -> None:
    _, problems = read(tmp_path, b"a: 1\na: 2\n")
    assert [(label, str(span)) for label, span in problems.found[0].related] == [
        ("first written here", "pack/a.yaml:1:1")
    ]


def test_a_file_that_cannot_be_read_is_a_problem(tmp_path: Path) -> None:
    problems = Problems()
    assert reader.read_file(tmp_path / "none.yaml", "none.yaml", problems) is None
    assert reader.read_file(tmp_path, "folder", problems) is None
    (tmp_path / "big").write_bytes(b"#" * (reader.LARGEST_FILE + 1))
    assert reader.read_file(tmp_path / "big", "big", problems) is None
    (tmp_path / "latin").write_bytes(b"a: 1\nb: caf\xe9\n")
    assert reader.read_yaml(tmp_path / "latin", "latin", problems) is None
    assert [(d.code, str(d.span)) for d in problems.found] == [
        ("Y101", "none.yaml:1:1"),
        ("Y101", "folder:1:1"),
        ("Y103", "big:1:1"),
        ("Y102", "latin:2:7"),
    ]


def test_a_file_keeps_its_line_ends_and_loses_its_mark(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"\xef\xbb\xbfa: 1\r\n")
    file = reader.read_file(tmp_path / "a", "a", Problems())
    assert file is not None
    assert file.text == "a: 1\r\n"


def test_collecting_garbage_goes_on_after_reading(tmp_path: Path) -> None:
    read(tmp_path, b"a: [")
    assert gc.isenabled()


EFFECTS = [
    ("draw 2 cards.", "draw 2 cards.", None),
    ("'move(this, to=hand)'", "move(this, to=hand)", None),
    ("|\n  draw.\n  hit.", "draw.\n  hit.".replace("  ", "") + "\n", None),
    ("+1", "+1", None),
    ("true", "true", None),
    ('"draw"', None, "Y119"),
    (">\n  draw", None, "Y119"),
    ("''", None, "Y120"),
]


@pytest.mark.parametrize(("written", "text", "code"), EFFECTS)
def test_effect_text_is_plain_single_quoted_or_literal(
    written: str, text: str | None, code: str | None
) -> None:
    problems = Problems()
    branch = reader.parse_yaml(SourceFile.of("a", f"do: {written}\n"), problems)
    assert isinstance(branch, Mapping)
    found = reader.effect_text(branch.items["do"], problems)
    assert (found and found.text) == text
    assert [d.code for d in problems.found] == ([code] if code else [])


def test_effect_text_knows_its_places() -> None:
    file = SourceFile.of("a", "x:\n  do: |\n    draw 1 card.\n      hit it.\n")
    branch = reader.parse_yaml(file, Problems())
    assert isinstance(branch, Mapping)
    inner = branch.items["x"]
    assert isinstance(inner, Mapping)
    do = inner.items["do"]
    assert isinstance(do, Scalar)
    at = do.text.text.index("hit")
    assert str(do.text.at(at, at + 3)) == "a:4:7"
