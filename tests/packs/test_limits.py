"""Packs that are too deep are told so; thousands of problems are told as fast as a few."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from time import process_time

import pytest

from rulewright.engine.machine import Machine
from rulewright.engine.program import Program
from rulewright.play.link import link
from rulewright.source.diagnostics import ContentError

MANIFEST = (
    "id: made\nversion: 0.1.0\nformat: 1\nkind: base\ntitle: made\nplayers: {least: 1, most: 2, usual: 2}\n"
)
CARDS = "kinds: {card: {fields: {worth: int}, starts_in: box}}\nzones: {box: {of: card, visible: all}}\n"
FLOW = "flow: {go: {do: stop}}\n"


@pytest.fixture
def made(tmp_path: Path) -> Path:
    (tmp_path / "made" / "rules").mkdir(parents=True)
    (tmp_path / "made" / "cards").mkdir()
    (tmp_path / "made" / "pack.yaml").write_text(MANIFEST, encoding="utf-8")
    return tmp_path / "made"


def write(made: Path, rules: str, cards: str = "") -> None:
    (made / "rules" / "r.yaml").write_text(rules, encoding="utf-8")
    if cards:
        (made / "cards" / "c.yaml").write_text(cards, encoding="utf-8")


def problems(made: Path) -> list[tuple[str, str]]:
    with pytest.raises(ContentError) as caught:
        link(str(made))
    return [(d.code, d.message) for d in caught.value.diagnostics]


def scored(rules: str) -> str:
    return (
        f"{rules}seat: {{state: {{won: {{type: int, start: 0}}}}}}\n"
        "flow: {go: {turns: seats, do: my won = last(1)}}\n"
        "scoring: {won: {points: my won}}\noutcomes: {w: {most: {total: total}}}\n"
    )


def chain(n: int, text: str) -> str:
    """Values that need each other: `last` the first, that the next, up to one that needs none."""
    names = [*(f"v{i:05}" for i in range(n - 1)), "last"]
    rows = ["  v00000: {params: {n: int}, is: n}\n"]
    for above, name in pairwise(names):
        rows.append(f"  {name}: {{params: {{n: int}}, is: '{text.replace('IT', f'{above}(n)')}'}}\n")
    return "values:\n" + "".join(rows)


@pytest.mark.parametrize("text", ["IT + 1", "(" * 25 + "IT + 1" + ") + 1" * 25, "if IT > 2 then n else 3"])
def test_values_that_need_each_other_as_long_as_they_may(made: Path, text: str) -> None:
    write(made, scored(chain(32, text)))
    program = Program(link(str(made)))
    machine = Machine(program, program.new_state(), [None] * 2, None)
    machine.start()
    assert machine.s.done


@pytest.mark.parametrize("n", [33, 120, 3000])
def test_a_chain_of_values_that_is_too_long_is_told_once(made: Path, n: int) -> None:
    write(made, scored(chain(n, "IT + 1")))
    told = problems(made)
    assert [code for code, _ in told] == ["T519"] and "needs a chain of 32 others" in told[0][1]


def test_the_order_of_the_ids_makes_no_difference(made: Path) -> None:
    rows = "".join(f"  v{i:05}: {{is: v{i + 1:05} + 1}}\n" for i in range(3000))
    write(made, f"values:\n{rows}  v03000: {{is: 1}}\n{FLOW}")
    assert problems(made) == [("T519", "'v02968' needs a chain of 32 others")]


def test_a_circle_of_any_size_is_told(made: Path) -> None:
    rows = "".join(f"  v{i:05}: {{is: v{(i + 1) % 2000:05} + 1}}\n" for i in range(2000))
    write(made, f"values:\n{rows}{FLOW}")
    assert {code for code, _ in problems(made)} == {"T512"}


def templates(n: int) -> str:
    rows = "".join(f"    t{i}: {{like: t{i - 1}}}\n" for i in range(1, n))
    return f"templates:\n  card:\n    t0: {{worth: 3}}\n{rows}card:\n  wolf: {{like: t{n - 1}}}\n"


def test_templates_as_deep_as_they_may_be(made: Path) -> None:
    write(made, CARDS + FLOW, templates(33))
    assert link(str(made)).game.entries["card"]["wolf"].values == {"worth": 3}


@pytest.mark.parametrize("n", [34, 3000])
def test_templates_that_are_too_deep_are_told_once(made: Path, n: int) -> None:
    write(made, CARDS + FLOW, templates(n))
    assert problems(made) == [("R313", "'t33' is like 33 templates, one the next")]


MANY = {
    "texts": ("verbs:\n", "  v{0}: {{do: nosuch{0}(1)}}\n", "T501"),
    "keys": ("verbs:\n", "  v{0}: {{do: stop, says_not: 1}}\n", "S201"),
    "cards": ("card:\n", "  c{0}: {{worth: x}}\n", "S203"),
}


@pytest.mark.parametrize("sort", MANY)
def test_thousands_of_problems_take_seconds(made: Path, sort: str) -> None:
    """Where each mistake was compared with every declaration, 3000 took half a minute and more."""
    head, row, code = MANY[sort]
    rows = head + "".join(row.format(i) for i in range(3000))
    write(made, CARDS + FLOW + (rows if sort != "cards" else ""), rows if sort == "cards" else "")
    begun = process_time()
    told = problems(made)
    assert len(told) == 3000 and {each for each, _ in told} == {code}
    assert process_time() - begun < 12
