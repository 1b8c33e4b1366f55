"""Packs made to do harm: each is refused, with its code, in under 2 seconds of work and 300 MB."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

MANIFEST = """
id: p
version: 0.1.0
format: 1
kind: base
title: P
players: {least: 2, most: 4, usual: 2}
"""
RULES = """
kinds:
  card: {fields: {worth: int}, starts_in: deck}
zones:
  deck: {of: card, visible: all}
game: {state: {n: {type: int, start: 0}}}
flow: {go: {turns: seats, do: n += 1}}
scoring: {x: {points: n + sum(deck each worth), says: x}}
invariants: {some: {is: count(card) > 0, says: some}}
"""
SECONDS = 2
MEGABYTES = 300


def letters(count: int) -> list[str]:
    return [chr(ord("a") + number) for number in range(count)]


def aliases() -> str:
    lines = ["a: &a [x, x, x, x, x, x, x, x, x]"]
    for before, letter in zip(letters(9), letters(10)[1:], strict=True):
        lines.append(f"{letter}: &{letter} [{', '.join([f'*{before}'] * 9)}]")
    return "\n".join(lines)


def merges() -> str:
    lines = ["a: &a {x: 1}"]
    for before, letter in zip(letters(8), letters(9)[1:], strict=True):
        lines.append(f"{letter}: &{letter} {{<<: [{', '.join([f'*{before}'] * 9)}]}}")
    return "\n".join(lines)


def card(worth: str) -> str:
    return f"card: {{a: {{worth: {worth}}}}}\n"


def doing(text: str) -> str:
    return RULES.replace("do: n += 1", f"do: '{text}'")


def chain(count: int, text: str, last: str) -> str:
    values = [f"v{number}: {{is: {text.replace('NEXT', f'v{number + 1}')}}}" for number in range(count)]
    return f"{RULES}values: {{{', '.join([*values, f'v{count}: {{is: {last}}}'])}}}\noutlook: v0\n"


ATTACKS: dict[str, tuple[str, str, str | bytes]] = {  # code, file, what it holds
    "aliases": ("Y111", "cards/c.yaml", aliases()),
    "merge keys": ("Y113|Y111", "cards/c.yaml", merges()),
    "deep lists": ("Y114", "cards/c.yaml", "card: " + "[" * 500_000),
    "deep mappings": ("Y114", "cards/c.yaml", "card: " + "{a: " * 200_000),
    "deep blocks": ("Y114", "cards/c.yaml", "".join(" " * n + "a:\n" for n in range(1300))),
    "deep dashes": ("Y114", "cards/c.yaml", "- " * 400_000),
    "5,000 digits": ("Y117", "cards/c.yaml", card("9" * 5_000)),
    "900,000 digits": ("Y122", "cards/c.yaml", card("9" * 900_000)),
    "sixties": ("Y122", "cards/c.yaml", card("1" + ":59" * 130_000)),
    "hexadecimal": ("Y122", "cards/c.yaml", card("0x" + "f" * 900_000)),
    "infinite": ("Y117", "cards/c.yaml", card(".inf")),
    "no number": ("Y117", "cards/c.yaml", card(".nan")),
    "beyond floats": ("Y117", "cards/c.yaml", card("1.0e+999")),
    "numbers as keys": (
        "Y122|S206|S201",
        "cards/c.yaml",
        "card:\n" + "".join(f"  {n * (2**61 - 1)}: {{worth: 1}}\n" for n in range(20_000)),
    ),
    "an object": ("Y112", "cards/c.yaml", 'card: !!python/object/apply:os.system ["id"]\n'),
    "a set": ("Y112", "cards/c.yaml", "card: !!set {a, b}\n"),
    "bytes": ("Y112", "cards/c.yaml", "card: !!binary aGk=\n"),
    "utf-16": ("Y102", "cards/c.yaml", card("1").encode("utf-16")),
    "nothing but noughts": ("Y104", "cards/c.yaml", card("1") + "\x00" * 900_000),
    "an escape sequence": ("Y109|Y104", "cards/c.yaml", 'card: {"\\e[31m": {worth: 1}}\n'),
    "right to left": ("Y104", "cards/c.yaml", "card: {a\u202e: {worth: 1}}\n"),
    "a reference": ("S201", "rules/r.yaml", RULES + "$ref: http://localhost:1/x.json\n"),
    "a schema": ("S201", "rules/r.yaml", RULES + "$schema: http://localhost:1/x.json\n"),
    "an id that is a path": ("S205", "pack.yaml", MANIFEST.replace("id: p", "id: ../../etc/passwd")),
    "an absolute id": ("S205", "pack.yaml", MANIFEST.replace("id: p", "id: /etc/passwd")),
    "parentheses": ("D402", "rules/r.yaml", doing("n = " + "(" * 4_000 + "1" + ")" * 4_000)),
    "more parentheses": ("Y122", "rules/r.yaml", doing("n = " + "(" * 100_000 + "1" + ")" * 100_000)),
    "a long sum": ("D402", "rules/r.yaml", doing("n = 1" + " + 1" * 2_040)),
    "a long or": ("D402", "rules/r.yaml", doing("if n > 1" + " or n > 1" * 900 + " then n = 2")),
    "many nots": ("D402", "rules/r.yaml", doing("if " + "not " * 2_000 + "n > 1 then n = 2")),
    "many minus signs": ("D402", "rules/r.yaml", doing("n = " + "- " * 4_000 + "1")),
    "many ifs": ("D402", "rules/r.yaml", doing("n = " + "if n > 1 then 2 else " * 380 + "1")),
    "a long name": ("T501", "rules/r.yaml", doing("n" * 8_000 + " += 1")),
    "copies": ("S207", "cards/c.yaml", card("1, copies: 999999999")),
    "many copies of many": (
        "P622",
        "cards/c.yaml",
        "card:\n" + "".join(f"  a{n}: {{worth: 1, copies: 9999}}\n" for n in range(5_000)),
    ),
    "a grid": (
        "S207",
        "rules/r.yaml",
        RULES.replace("zones:", "zones:\n  g: {of: card, visible: all, grid: [99999, 9]}"),
    ),
    "players": ("S207", "pack.yaml", MANIFEST.replace("most: 4", "most: 999999999")),
    "a range without end": (
        "I801",
        "rules/r.yaml",
        RULES.replace("count(card) > 0", "sum(1..9000000000) > 0"),
    ),
    "loops in loops": (
        "I801",
        "rules/r.yaml",
        RULES.replace(
            "is: count(card) > 0",
            "is: none(1..99 as a where any(1..99 as b where any(1..99 as c where any(1..99 as d "
            "where a + b + c + d < 0))))",
        ),
    ),
    "templates in a chain": (
        "R313",
        "cards/c.yaml",
        "templates: {card: {"
        + ", ".join(f"t{n}: {{like: t{n + 1}}}" for n in range(8_000))
        + ", t8000: {worth: 1}}}",
    ),
    "values in a chain": ("T519", "rules/r.yaml", chain(2_000, "NEXT", "1")),
    "many mistakes": (
        "S201",
        "cards/c.yaml",
        "card:\n" + "".join(f"  a{n}: {{wrth: 1}}\n" for n in range(5_000)),
    ),
    "a long key": ("Y122", "cards/c.yaml", "card: {? " + "a" * 500_000 + " : 1}\n"),
    "a long text": ("Y122", "cards/c.yaml", card("'" + "a" * 900_000 + "'")),
    "tabs": ("Y105", "cards/c.yaml", card("1") + "\t" * 900_000),
    "colons": ("Y106", "cards/c.yaml", card(": " * 400_000)),
    "per cents": ("Y106", "cards/c.yaml", "%YAML " * 100_000),
    "anchors": ("Y107|Y106|Y111", "cards/c.yaml", "&a " * 300_000),
    "too large": ("Y103", "cards/c.yaml", card("1") + "# " + "x" * 1_100_000),
}
HARMLESS: dict[str, tuple[str, str]] = {  # what looks like harm and does none: file, what it holds
    "values that double": ("rules/r.yaml", chain(30, "NEXT + NEXT", "1")),
    "line ends": ("cards/c.yaml", card("1") + "\n" * 1_000_000),
    "blanks": ("cards/c.yaml", card("1") + " " * 900_000),
    "a product beyond all bounds": (
        "rules/r.yaml",
        RULES.replace("count(card) > 0", "9007199254740992 * " * 60 + "1 > 0"),
    ),
}


def written(folder: Path, name: str = "", data: str | bytes = "") -> Path:
    base: dict[str, str | bytes] = {"pack.yaml": MANIFEST, "rules/r.yaml": RULES, "cards/c.yaml": card("1")}
    for file, content in {**base, **({name: data} if name else {})}.items():
        path = folder / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.lstrip("\n").encode("utf-8"))
    return folder


def limited() -> None:
    """What a process may use: a fault of either is an end without a code."""
    import resource

    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS + 1))
    resource.setrlimit(resource.RLIMIT_AS, (MEGABYTES << 20, MEGABYTES << 20))


def check(spec: object) -> tuple[int, str]:
    command = [sys.executable, "-m", "rulewright_tools", "check", str(spec)]
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    before = limited if sys.platform == "linux" else None
    done = subprocess.run(command, env=env, capture_output=True, text=True, check=False, preexec_fn=before)
    assert "Traceback" not in done.stdout + done.stderr, done.stderr[-2000:]
    assert "internal error" not in done.stderr
    return done.returncode, done.stdout + done.stderr


@pytest.mark.parametrize("name", ATTACKS)
def test_an_attack_is_refused(tmp_path: Path, name: str) -> None:
    codes, file, data = ATTACKS[name]
    status, said = check(written(tmp_path / "p", file, data))
    assert status == 1
    assert re.search(rf"p/{re.escape(file)}:\d+:\d+: error\[({codes})\]", said), said[:2000]
    assert "\x1b" not in said and "\u202e" not in said


@pytest.mark.parametrize("name", HARMLESS)
def test_what_only_looks_like_harm_ends_soon(tmp_path: Path, name: str) -> None:
    file, data = HARMLESS[name]
    status, said = check(written(tmp_path / "p", file, data))
    assert (status, "error[" in said) == (0, False)


# --- nothing but the folder --------------------------------------------------------------------


def zipped(path: Path) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr("../pack.yaml", MANIFEST)
        file.writestr("zeros", b"\0" * 50_000_000)
    return path


@pytest.mark.parametrize("name", ["p.zip", "p.ZIP", "p", "p.yaml", "p.pack"])
def test_an_archive_is_refused_whatever_it_is_called(tmp_path: Path, name: str) -> None:
    status, said = check(zipped(tmp_path / name))
    assert status == 1
    assert "error[P603]" in said


@pytest.mark.parametrize(
    "link", ["rules", "cards", "scenarios", "rulebook.yaml", "rules/more.yaml", "mutants.yaml"]
)
def test_what_a_link_leads_to_is_not_read(tmp_path: Path, link: str) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "secret.yaml").write_text("password: hidden\n", "utf-8")
    folder = written(tmp_path / "p")
    path = folder / link
    if path.exists():
        path.rename(tmp_path / "before")
    path.symlink_to(outside / "secret.yaml" if link.endswith(".yaml") else outside)
    status, said = check(folder)
    assert status == 1
    assert f"p/{link}:1:1: error[P623]: '{link}' is a symbolic link" in said
    assert "password" not in said


def test_a_manifest_is_no_link(tmp_path: Path) -> None:
    folder = written(tmp_path / "p")
    (folder / "pack.yaml").rename(tmp_path / "elsewhere.yaml")
    (folder / "pack.yaml").symlink_to(tmp_path / "elsewhere.yaml")
    status, said = check(folder)
    assert (status, "error[P623]" in said) == (1, True)


def test_the_folder_itself_may_be_a_link(tmp_path: Path) -> None:
    written(tmp_path / "p")
    (tmp_path / "q").symlink_to(tmp_path / "p")
    assert check(tmp_path / "q")[0] == 0
