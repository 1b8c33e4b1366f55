"""Faults of values: those that take for ever are stopped, and each is placed at the text that did it."""

from __future__ import annotations

from pathlib import Path

import pytest
from tiny import CARDS, THINGS, both, doing, made

from rulewright.engine import layout
from rulewright.engine.chance import KeyedChance
from rulewright.engine.machine import Fault, Machine
from rulewright.engine.program import Program

ENDLESS = {
    "a range": "clock = sum(1..1000000000)",
    "a short range often": "for n in 1..200 then clock = sum(1..n)",
    "options": "choose 1 number in 1..1000000000 as n then clock = n",
    "ranges inside each other": """
clock = count(1..99 as a where any(1..99 as b where any(1..99 as c where a + b + c < 0)))
""",
    "components inside each other": """
repeat 9 times:
  clock = count(deck as a where any(deck as b where any(deck as c where a == b and clock < 0)))
""",
    "pairs": "repeat 20 times:\n  clock = count(pairs(deck))",
    "draws that come back": "draw(deck, 1000000, to=deck)",
    "pairs of two": "repeat 20 times:\n  clock = count(pairs(deck, deck))",
}
CALLED = """
values:
  inner: {params: {c: card}, is: 'count(deck as d where d.worth == c.worth)'}
"""


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """The walker is slow: 9,000 rounds must do."""
    monkeypatch.setattr(layout, "WORK", 900_000)


@pytest.mark.parametrize("name", ENDLESS)
def test_values_that_take_for_ever_are_stopped(tmp_path: Path, few: None, name: str) -> None:
    text = ENDLESS[name]
    cards = CARDS.replace("ruby: {worth: 3", "ruby: {copies: 30, worth: 3")
    assert both(made(tmp_path, doing(text), cards)).fault == "G701"


def test_loops_inside_each_other_are_found_through_calls(tmp_path: Path, few: None) -> None:
    text = "repeat 400 times:\n  clock = count(deck as c where inner(c) > 1)"
    cards = CARDS.replace("ruby: {worth: 3", "ruby: {copies: 30, worth: 3")
    rules = doing(text, more=CALLED)
    assert both(made(tmp_path, rules, cards)).fault == "G701"


def test_it_is_told_how_many_rounds_were_gone(tmp_path: Path) -> None:
    rules = made(tmp_path, doing("clock = sum(1..200000000)"))
    program = Program(rules, {}, 2)
    m = Machine(program, program.new_state(), [lambda *_: 0] * 2, KeyedChance(1))
    with pytest.raises(Fault) as caught:
        m.start()
    said = "values went through 200,000,000 things without a decision, 200,000,000 of them here at once"
    assert (caught.value.code, str(caught.value.message)) == ("G701", said)


def test_to_look_into_a_range_is_not_to_go_through_it(tmp_path: Path) -> None:
    text = "if clock in 0..1000000000 and clock + 5 not in clock..clock + 4 then clock = 3"
    assert both(made(tmp_path, doing(text))).clock == 3


# --- places ------------------------------------------------------------------------------------

BAD = "1 / clock rounded down"
FEW = "clock - 1"
STAY = "do: clock += 0"
PLACED = {  # where the bad value stands -> rules, texts that call it
    "times": (f"flow: {{go: {{times: '{BAD}', {STAY}}}}}", []),
    "negative times": (f"flow: {{go: {{times: '{FEW}', {STAY}}}}}", []),
    "negative top": (
        f"values: {{v: {{is: 'count(top(deck, {FEW}))'}}}}\nflow: {{go: {{do: clock = v()}}}}",
        ["clock = v()"],
    ),
    "until": (f"flow: {{go: {{until: '{BAD} > 9', {STAY}}}}}", []),
    "ends": (f"flow: {{go: {{until: clock > 9, {STAY}}}}}\nends: '{BAD} > 9'", []),
    "turns": (f"flow: {{go: {{turns: 'seats where {BAD} > 9', {STAY}}}}}", []),
    "at once": (
        f"flow: {{go: {{at_once: {{seats: 'seats where {BAD} > 9', choose: {{c: 1 card in deck}}}},"
        f" {STAY}}}}}",
        [],
    ),
    "if": (f"flow: {{go: {{if: '{BAD} > 9', {STAY}}}}}", []),
    "requires": (
        f"verbs: {{poke: {{requires: '{BAD} > 9', {STAY}}}}}\nflow: {{go: {{turns: seats, do: poke()}}}}",
        ["poke()"],
    ),
    "when": (
        f"verbs: {{poke: {{{STAY}}}}}\nrules: {{r: {{after: poke(), when: '{BAD} > 9', {STAY}}}}}\n"
        "flow: {go: {do: poke()}}",
        ["poke()"],
    ),
    "value": (
        f"values: {{v: {{is: '{BAD}'}}}}\nflow: {{go: {{do: clock = v()}}}}",
        ["clock = v()"],
    ),
    "at least": (
        f"values: {{v: {{is: 1, at_least: '{BAD}'}}}}\nflow: {{go: {{do: clock = v()}}}}",
        ["clock = v()"],
    ),
    "scoring": (f"flow: {{go: {{{STAY}}}}}\nscoring: {{x: {{points: '{BAD}'}}}}", []),
    "scoring each": (
        f"flow: {{go: {{{STAY}}}}}\nscoring: {{x: {{each: 'deck where {BAD} > 9', points: 1}}}}",
        [],
    ),
}


@pytest.mark.parametrize(
    ("rules", "at"),
    [
        ("flow: {go: {times: 200000, do: clock += 0}}", "200000"),
        ("flow: {go: {until: clock > 9, do: clock += 0}}", "clock > 9"),
        ("flow: {go: {until: clock > 9, steps: {x: {turns: seats, do: clock += 0}}}}", "seats"),
    ],
)
def test_steps_without_an_end_are_placed(tmp_path: Path, rules: str, at: str) -> None:
    program = Program(made(tmp_path, rules), {}, 2)
    m = Machine(program, program.new_state(), [lambda *_: 0] * 2, KeyedChance(1))
    with pytest.raises(Fault) as caught:
        m.start()
    place = caught.value.places[0]
    assert caught.value.code == "G701"
    assert place.file.text[place.start : place.end] in (at, "clock > 9")


def test_a_cell_outside_of_the_grid_is_a_fault(tmp_path: Path) -> None:
    more = "kinds: {plan: {fields: {places: shape}}}\n"
    text = "for one in plan then clock += count(cells(field, at=one.places))"
    cards = CARDS + "plan: {far: {places: [[9007199254740992, 0]]}}\n"
    assert both(made(tmp_path, doing(text, more=more), cards)).fault == "G713"


def test_products_with_a_written_number_are_judged_alike(tmp_path: Path) -> None:
    text = "clock = if " + " * ".join(["9007199254740992"] * 20) + " > 1 then 1 else 2"
    assert both(made(tmp_path, doing(text))).clock == 1


@pytest.mark.parametrize("where", PLACED)
def test_a_fault_stands_where_it_was_written(tmp_path: Path, where: str) -> None:
    rules, callers = PLACED[where]
    program = Program(made(tmp_path, rules), {}, 2)
    m = Machine(program, program.new_state(), [lambda *_: 0] * 2, KeyedChance(1))
    with pytest.raises(Fault) as caught:
        m.start()
        m.fact("score", 0)
    found = [place.file.text[place.start : place.end] for place in caught.value.places]
    few = FEW in rules
    assert (FEW if few else BAD) in found[0]
    assert caught.value.code == ("G714" if few else "G704")
    for caller in callers:
        assert any(caller in each for each in found[1:])


def test_verbs_that_call_each_other_for_ever_are_placed(tmp_path: Path) -> None:
    rules = "verbs: {ping: {do: pong()}, pong: {do: ping()}}\nflow: {go: {do: ping()}}"
    program = Program(made(tmp_path, rules), {}, 2)
    m = Machine(program, program.new_state(), [lambda *_: 0] * 2, KeyedChance(1))
    with pytest.raises(Fault) as caught:
        m.start()
    assert caught.value.code == "G702"
    assert 2 <= len(caught.value.places) <= 50


# --- both engines do the same ------------------------------------------------------------------

LIVES = THINGS.replace(
    "flags: {type: int, start: 0}", "flags: {type: int, start: 0}, lives: {type: 0..3, start: 0}"
)
LOW = "values: {low_seat: {is: 'if first_seat.lives == 0 then first_seat else left_of(first_seat)'}}"
PICK = "values: {pick: {params: {a: int, b: bool}, is: if b then a else 7}, one: {params: {a: int}, is: 1}}"


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("low_seat.lives += clock + 9", "G715"),
        ("low_seat.lives = clock + 9", "G715"),
        ("low_seat.lives += 2", None),
    ],
)
def test_what_is_written_is_judged_though_it_changes_the_place(
    tmp_path: Path, text: str, fault: str | None
) -> None:
    assert both(made(tmp_path, doing(text, more=LOW), things=LIVES)).fault == fault


@pytest.mark.parametrize(
    "text",
    [
        "clock = pick(10 / clock rounded down, clock != 0)",
        "clock = one(10 / clock rounded down)",
        "clock = one(pick(10 / clock rounded down, true))",
    ],
)
def test_arguments_are_worth_something_before_what_is_called(tmp_path: Path, text: str) -> None:
    assert both(made(tmp_path, doing(text, more=PICK))).fault == "G704"


@pytest.mark.parametrize(
    ("rules", "fault"),
    [
        (doing("repeat 40000 times:\n  clock += 1\n  my points += 1\n  my flags += 1"), None),
        (doing("repeat 99999 times then clock += 1"), None),
        (doing("repeat 100001 times then clock += 1"), "G701"),
        (doing("repeat 60000 times then step()", more="verbs: {step: {do: clock += 1}}"), "G701"),
        ("flow: {spin: {until: clock > 0, steps: {x: {if: clock > 5, do: clock += 1}}}}", "G701"),
        ("flow: {spin: {times: 200000, do: clock += 0}}", "G701"),
        ("flow: {spin: {until: clock > 0, steps: {x: {turns: seats, do: clock += 0}}}}", "G701"),
    ],
)
def test_steps_are_counted_alike(tmp_path: Path, rules: str, fault: str | None) -> None:
    assert both(made(tmp_path, rules)).fault == fault


@pytest.mark.parametrize("test", ["this.owner == turn.seat", "turn.seat == this.owner"])
@pytest.mark.parametrize("negated", [False, True])
def test_nobody_is_equal_to_nobody(tmp_path: Path, test: str, negated: bool) -> None:
    text = test.replace("==", "!=") if negated else test
    found = both(made(tmp_path, f"flow: {{go: {{turns: home, do: 'if {text} then clock += 1'}}}}"))
    assert found.clock == (2 if negated else 0)


# --- errors of the engine ----------------------------------------------------------------------


@pytest.mark.parametrize("error", [TypeError, AttributeError, KeyError, IndexError, ValueError])
def test_an_error_of_the_engine_is_not_the_fault_of_the_text(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: type[Exception]
) -> None:
    def broken(*_: object) -> int:
        raise error("of ours")

    program = Program(made(tmp_path, doing("shuffle(deck)")), {}, 2)
    monkeypatch.setitem(program.functions, "shuffle", broken)
    m = Machine(program, program.new_state(), [lambda *_: 0] * 2, KeyedChance(1))
    with pytest.raises(error, match="of ours"):
        m.start()


MISSING = {
    "a row of a table": "clock = grade(clock + 9)",
    "a row of a grid": "clock = count(row(my mat, clock + 7))",
    "a row below 0": "clock = count(row(my mat, clock - 1))",
    "the row of what lies on no grid": "for one in home then clock = count(row_of(one))",
    "the distance of what lies on no grid": "for one in home then clock = distance(one, one)",
}


@pytest.mark.parametrize("name", MISSING)
def test_what_text_asks_for_and_does_not_exist_is_a_fault(tmp_path: Path, name: str) -> None:
    assert both(made(tmp_path, doing(MISSING[name]))).fault == "G713"
