"""Matches that a change cannot have touched: whatever is not caught by a trap comes out the same."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from rulewright.engine.program import Program
from rulewright.engine.unread import Noted, Reads, Touched, Trap, differences, noting, trapped
from rulewright.packs.load import load_folder
from rulewright.play.link import link_game
from rulewright.play.playout import Outcome, Plan, play_one

FILES = {
    "pack.yaml": """
id: meadow
version: 0.1.0
format: 1
kind: base
title: Meadow
players: {least: 2, most: 2, usual: 2}
""",
    "rulebook.yaml": "rules: {ME-01: {says: Made up.}}",
    "rules/play.yaml": """
enums: {tint: [red, blue]}
kinds:
  herb:
    fields: {worth: int, tint: tint, sweet: {type: bool, default: false}, twin: optional tint}
    formulas: {smell: {gives: int, default: 0}}
    starts_in: soil
zones:
  soil: {of: herb, order: stack, visible: none}
  bunch: {of: herb, per: seat, visible: all}
seat: {state: {points: {type: int, start: 0}}}
verbs: {pull: {params: {what: herb}, do: 'move(what, to=my bunch)'}}
flow:
  mix: {do: shuffle(soil)}
  day:
    times: 2
    steps:
      gather:
        turns: seats
        do: |
          choose 1 number in 1..2:
            for one in top(soil, it) then pull(one)
scoring:
  worth: {each: my bunch as h, points: h.worth}
  sweet: {points: 'count(my bunch where sweet)'}
  smell: {each: my bunch as h, points: h.smell}
  points: {points: my points}
outcomes: {winner: {most: {total: total}}}
""",
}
HERBS = {
    "mint": "{worth: 1, tint: red, copies: 4}",
    "sage": "{worth: 2, tint: blue, sweet: true, copies: 4}",
    "rue": "{worth: 3, tint: red, twin: red, copies: 2, smell: 2,"
    " abilities: {sting: {after: pull(this), do: my points += 1}}}",
    "dill": "{worth: 4, tint: blue, copies: 4}",
}


def meadow(folder: Path, **changed: str) -> Program:
    herbs = "herb:\n" + "".join(f"  {name}: {text}\n" for name, text in {**HERBS, **changed}.items() if text)
    for name, text in {**FILES, "cards/herbs.yaml": herbs}.items():
        (folder / name).parent.mkdir(exist_ok=True, parents=True)
        (folder / name).write_text(text, "utf-8")
    return Program(link_game(load_folder(folder)), {}, 2)


def played(program: Program, number: int) -> Outcome:
    plan = Plan("meadow", program.rules, {}, 2, ("uniform",) * 2, 0, paired=True, sources=True)
    return play_one(plan, program, number)


def untouched(one: Program, other: Program, count: int = 40) -> int | None:
    """How many matches step on no trap; each of them comes out the same in both games."""
    program = trapped(one, other)
    if program is None:
        return None
    found = 0
    for number in range(count):
        try:
            outcome = played(program, number)
        except Touched:
            continue
        assert outcome == played(one, number) == played(other, number)
        found += 1
    return found


CHANGES = {
    "a number": HERBS["rue"].replace("worth: 3", "worth: 5"),
    "a symbol": HERBS["rue"].replace("tint: red,", "tint: blue,"),
    "a truth value": HERBS["rue"].replace("worth: 3", "worth: 3, sweet: true"),
    "a formula": HERBS["rue"].replace("smell: 2", "smell: 1"),
    "an effect": HERBS["rue"].replace("+= 1", "+= 2"),
}


@pytest.mark.parametrize("change", CHANGES)
def test_what_steps_on_no_trap_is_the_same_in_the_other_game(tmp_path: Path, change: str) -> None:
    found = untouched(meadow(tmp_path / "a"), meadow(tmp_path / "b", rue=CHANGES[change]))
    if change == "a symbol":  # nothing reads it
        assert found == 40
    else:
        assert found is not None and 5 < found < 35


@pytest.mark.parametrize(
    "text",
    [
        HERBS["rue"].replace("copies: 2", "copies: 3"),
        HERBS["rue"].replace(", twin: red", ""),  # whether there is one is asked without touching it
        HERBS["rue"].replace(", do: my", ", when: my points > 3, do: my"),
        "",
    ],
)
def test_what_cannot_be_told_is_not_told(tmp_path: Path, text: str) -> None:
    one, other = meadow(tmp_path / "a"), meadow(tmp_path / "b", rue=text)
    found = untouched(one, other)
    assert found is None or found < 40


def test_without_a_difference_there_are_no_traps(tmp_path: Path) -> None:
    assert untouched(meadow(tmp_path / "a"), meadow(tmp_path / "b"), 5) == 5


def test_display_texts_and_the_order_of_entries_are_no_difference(tmp_path: Path) -> None:
    one = meadow(tmp_path / "a")
    (tmp_path / "b").mkdir()
    turned = dict(reversed(HERBS.items()))
    herbs = "# made up\nherb:\n" + "".join(f"  {name}: {text}  # one\n" for name, text in turned.items())
    other = meadow(tmp_path / "b")
    (tmp_path / "b/cards/herbs.yaml").write_text(herbs, "utf-8")
    rules = (tmp_path / "b/rules/play.yaml").read_text("utf-8")
    said = rules.replace("points: h.worth}", "points: h.worth, says: by worth}")
    (tmp_path / "b/rules/play.yaml").write_text(said, "utf-8")
    other = Program(link_game(load_folder(tmp_path / "b")), {}, 2)
    assert untouched(one, other, 5) == 5


def test_other_rules_touch_every_match(tmp_path: Path) -> None:
    one, other = meadow(tmp_path / "a"), meadow(tmp_path / "b")
    rules = (tmp_path / "b/rules/play.yaml").read_text("utf-8")
    (tmp_path / "b/rules/play.yaml").write_text(rules.replace("1..2:", "1..3:"), "utf-8")
    other = Program(link_game(load_folder(tmp_path / "b")), {}, 2)
    assert untouched(one, other, 5) == 0


def test_nothing_can_be_done_with_a_trap() -> None:
    trap = Trap()
    row = (5, 6)
    for deed in (
        lambda: trap + 1,
        lambda: 1 + trap,
        lambda: sum([trap]),
        lambda: row[trap],
        lambda: {1: 2}.get(trap),
        lambda: trap in (1, 2),
        lambda: (1, 2).index(trap),
        lambda: min(trap, 3),
        lambda: range(trap),
        lambda: bool(trap),
        lambda: not trap,
        lambda: -trap,
        lambda: divmod(7, trap),
        lambda: 1 << trap,
        lambda: [*trap],
        lambda: f"{trap}",
        lambda: trap == trap,
        lambda: hash(trap),
    ):
        with pytest.raises(Touched):
            deed()


def test_one_match_tells_for_many_games_which_of_them_it_is(tmp_path: Path) -> None:
    one = meadow(tmp_path / "base")
    others = [meadow(tmp_path / name.replace(" ", "_"), rue=CHANGES[name]) for name in CHANGES]
    others.append(meadow(tmp_path / "dill", dill="{worth: 5, tint: blue, copies: 4}"))
    found = [differences(one, other) for other in others]
    program, reads = noting(one, found)
    noted = []
    for number in range(40):
        reads.seen.clear()
        assert played(program, number) == played(one, number)
        noted.append(set(reads.seen))
    for index, other in enumerate(others):
        trap = trapped(one, other)
        assert trap is not None
        for number in range(40):
            try:
                outcome = played(trap, number)
            except Touched:
                assert index in noted[number]
                continue
            assert index not in noted[number]
            assert outcome == played(other, number)


def test_a_game_that_cannot_be_told_is_never_noted(tmp_path: Path) -> None:
    one = meadow(tmp_path / "a")
    more = meadow(tmp_path / "b", rue=HERBS["rue"].replace("copies: 2", "copies: 3"))
    assert differences(one, more) is None
    program, reads = noting(one, [differences(one, more)])
    played(program, 0)
    assert reads.seen == set()


def test_what_is_done_with_a_noted_value_is_done_with_the_value() -> None:
    reads = Reads()
    value, row, pairs = Noted(3, frozenset({7}), reads), (5, 6, 7, 8), {3: "three"}
    deeds: list[tuple[Callable[[], object], object]] = [
        (lambda: value + 1, 4),
        (lambda: 1 + value, 4),
        (lambda: 1.5 * value, 4.5),
        (lambda: sum([value, value]), 6),
        (lambda: row[value], 8),
        (lambda: pairs[value], "three"),  # type: ignore[index]  # fails on purpose
        (lambda: value in (1, 3), True),
        (lambda: min(value, 5) == 3, True),
        (lambda: [*range(value)], [0, 1, 2]),
        (lambda: not value, False),
        (lambda: -value, -3),
        (lambda: divmod(7, value), (2, 1)),
        (lambda: f"{value} {value:2}", "3  3"),
        (lambda: value == value, True),
        (lambda: 2 < value <= 3, True),
        (lambda: int(value), 3),
        (lambda: [*Noted((1, 2), frozenset({7}), reads)], [1, 2]),
        (lambda: len(Noted("ab", frozenset({7}), reads)), 2),
        (lambda: bool(Noted("", frozenset({7}), reads)), False),
    ]
    for deed, expected in deeds:
        reads.seen.clear()
        assert deed() == expected
        assert reads.seen == {7}
