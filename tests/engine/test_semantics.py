"""What effect text means where it is easily taken otherwise: each in a tiny pack, run by both engines.

The generated module runs with answers in the process, and once more with each answered from outside.
"""

from __future__ import annotations

import gc
import re
from pathlib import Path
from typing import Any

import pytest
import tiny
from shipped import games, overlays
from tiny import CARDS, THINGS, Asked, both, codes, doing, made

from rulewright.dsl.generate import Switches
from rulewright.dsl.generate.abilities import AbilityWriter
from rulewright.dsl.typed import Rules
from rulewright.engine.chance import KeyedChance
from rulewright.engine.decision import Decision
from rulewright.engine.machine import Machine
from rulewright.engine.program import Program
from rulewright.play.link import link

# --- 1: requirements -------------------------------------------------------------------------

PAY = "verbs: {pay: {params: {n: int}, requires: my points >= n, do: my points -= n}}"


def test_a_verb_is_not_done_where_its_requirement_does_not_hold(tmp_path: Path) -> None:
    rules = made(tmp_path, doing("my points = 3\npay(2)\npay(2)", more=PAY))
    played = both(rules)
    assert (played.fault, played.points) == ("G712", 1)


def test_an_ability_whose_cost_cannot_be_paid_is_not_available(tmp_path: Path) -> None:
    more = PAY + "\nwindows: {w: {seat: turn.seat, during: go}}"
    ability = "abilities: {buy: {window: w, cost: pay(2), do: my flags += 1}}"
    cards = CARDS.replace("{worth: 3, twin: red}", f"{{worth: 3, twin: red, {ability}}}")
    text = "my points = 3\nchoose 1 number in 1..2:\n  stop"
    played = both(made(tmp_path, doing(text, deal=True, more=more), cards), ["use", 0])
    assert [asked.uses for asked in played.asked] == [1, 0]
    assert (played.points, played.flags) == (1, 1)


# --- 2: results ------------------------------------------------------------------------------

RESULTS = """
verbs:
  inner: {gives: int, do: result = 5}
  outer:
    gives: int
    do: |
      result = 70
      let n = inner()
      my flags += n
rules: {echo: {after: inner(), do: let n = other()}}
"""


def test_each_call_has_a_result_of_its_own(tmp_path: Path) -> None:
    more = RESULTS.replace("verbs:", "verbs:\n  other: {gives: int, do: result = 1000}")
    text = "let a = outer()\nmy points += a\nlet b = inner()\nmy points += b"
    played = both(made(tmp_path, doing(text, more=more)))
    assert (played.points, played.flags) == (75, 5)


def giving(body: str) -> str:
    """Rules with a verb `v` of this body, whose result seat 0 adds to its points."""
    block = "\n".join(f"      {line}" for line in body.splitlines())
    return doing("let a = v()\nmy points += a", more=f"verbs:\n  v:\n    gives: int\n    do: |\n{block}")


UNSET = [
    pytest.param("if clock > 0 then result = 1", id="if"),
    pytest.param("for n in 1..2 then result = n", id="for"),
    pytest.param("choose 1 number in 1..2 then result = it", id="choose"),
    pytest.param("stop", id="stop"),
    pytest.param("choose 1 number in 1..2, at random then result = it", id="chance"),
    pytest.param("if clock > 0 then result = 1 else stop\nresult = 2", id="stop in else"),
    pytest.param("if clock == 0 then stop\nresult = 1", id="stop in if"),
    pytest.param("for n in 1..2:\n  stop\nresult = 1", id="stop in for"),
    pytest.param("choose one:\n  option x if clock > 0 then result = 1", id="menu"),
]


@pytest.mark.parametrize("body", UNSET)
def test_a_verb_sets_its_result_on_every_way(tmp_path: Path, body: str) -> None:
    assert codes(tmp_path, giving(body)) == {"T516"}


@pytest.mark.parametrize(
    "body",
    [
        "if clock > 0 then result = 1 else result = 2",
        "result = 2\nif clock == 0 then stop\nresult = 1",
        "for n in 1..2 then clock += n\nresult = 2",
    ],
    ids=["branches", "before a stop", "after a loop"],
)
def test_a_result_that_is_always_set_is_given(tmp_path: Path, body: str) -> None:
    assert both(made(tmp_path, giving(body))).points == 2


# --- 3: replacements -------------------------------------------------------------------------

REPLACED = """
verbs: {gain: {params: {n: int}, do: my points += n}}
rules:
  swap: {instead_of: gain(n), may: true, do: my flags += n}
  heard: {after: gain(n), do: clock += 1}
"""


def test_a_replacement_that_is_declined_leaves_the_event(tmp_path: Path) -> None:
    rules = made(tmp_path, doing("gain(2)\ngain(3)", more=REPLACED))
    played = both(rules, ["decline", 0])
    assert (played.points, played.flags, played.clock) == (2, 3, 1)
    assert played.of("event") == ["gain"]


def test_what_gives_a_result_is_not_replaced(tmp_path: Path) -> None:
    more = "verbs: {v: {gives: int, do: result = 1}}\nrules: {r: {instead_of: v(), do: clock += 1}}"
    assert codes(tmp_path, doing("let a = v()", more=more)) == {"T507"}


# --- 4: sets ---------------------------------------------------------------------------------

SETS = ["choose 2 cards", "choose up to 2 cards", "choose any number of cards"]


@pytest.mark.parametrize("together", ["", ", together"])
@pytest.mark.parametrize("may", ["", "may "])
@pytest.mark.parametrize("choose", SETS)
def test_a_set_of_nothing_is_not_asked(tmp_path: Path, choose: str, may: str, together: str) -> None:
    text = f"{may}{choose} in my hand{together}:\n  my points += 1\nelse:\n  my flags += 1"
    played = both(made(tmp_path, doing(text)))
    assert played.asked == []
    assert (played.points, played.flags) == (0, 1)


@pytest.mark.parametrize("together", ["", ", together"])
@pytest.mark.parametrize("choose", SETS[1:])
def test_the_empty_set_is_nothing_chosen(tmp_path: Path, choose: str, together: str) -> None:
    text = f"{choose} in my hand{together}:\n  my points += 1\nelse:\n  my flags += 1"
    played = both(made(tmp_path, doing(text, deal=True)), [0])
    assert played.asked[0].sizes[0] == 0 and not played.asked[0].decline
    assert (played.points, played.flags) == (0, 1)


@pytest.mark.parametrize("choose", SETS[1:])
def test_with_may_the_empty_set_is_declining(tmp_path: Path, choose: str) -> None:
    text = f"may {choose} in my hand, together:\n  my points += 1\nelse:\n  my flags += 1"
    played = both(made(tmp_path, doing(text, deal=True)), ["decline"])
    assert min(played.asked[0].sizes) == 1 and played.asked[0].decline
    assert (played.points, played.flags) == (0, 1)


@pytest.mark.parametrize(("choose", "size"), list(zip(SETS, [2, 2, 3], strict=True)))
@pytest.mark.parametrize("may", ["", "may "])
def test_a_set_that_must_be_chosen_is_the_greatest(tmp_path: Path, choose: str, size: int, may: str) -> None:
    text = f"{may}{choose} in my hand, asking binding:\n  my points += 1"
    played = both(made(tmp_path, doing(text, deal=True)), [0])
    assert set(played.asked[0].sizes) == {size} and not played.asked[0].decline
    assert played.points == size


@pytest.mark.parametrize("more", ["", ", at random"])
def test_fewer_than_none_is_a_fault(tmp_path: Path, more: str) -> None:
    played = both(made(tmp_path, doing(f"choose (clock - 1) cards in deck{more} then my points += 1")))
    assert (played.fault, played.asked, played.points) == ("G714", [], 0)


# --- 5 to 11: what is refused ----------------------------------------------------------------


def test_chance_cannot_decline(tmp_path: Path) -> None:
    assert codes(tmp_path, doing("may choose 1 card in deck, at random then clock += 1")) == {"T515"}


def test_what_may_lie_in_a_shared_zone_may_have_no_owner(tmp_path: Path) -> None:
    assert codes(tmp_path, doing("for c in card then let a = rivals(c.owner)")) == {"T506"}


def test_the_owner_is_there_where_it_is_known(tmp_path: Path) -> None:
    text = """
draw(deck, 1, to=my hand)
for c in card where has it.owner then c.owner.points += c.worth
clock = count(card where not has owner)
"""
    played = both(made(tmp_path, doing(text)))
    assert (played.state["seat_points"], played.clock) == ([2, 0], 2)


def named(name: str) -> dict[str, str]:
    return {
        "value": f"values: {{{name}: {{is: 1}}}}",
        "verb": f"verbs: {{{name}: {{do: clock += 1}}}}",
        "table": f"tables: {{{name}: {{by: int, gives: int, values: [1]}}}}",
        "prompt": f"prompts: {{{name}: {{}}}}",
    }


@pytest.mark.parametrize("what", ["value", "verb", "table", "prompt"])
@pytest.mark.parametrize("name", ["repeat", "count", "move"])
def test_names_of_the_language_are_not_declared(tmp_path: Path, what: str, name: str) -> None:
    assert codes(tmp_path, doing("clock += 1", more=named(name)[what])) == {"T517"}


@pytest.mark.parametrize(
    "more",
    [
        "values: {v: {params: {each: int}, is: 1}}",
        "kinds: {where: {starts_in: box}}\nzones: {box: {of: where, visible: all}}",
        "kinds: {thing: {fields: {asking: int}}}",
        "zones: {choose: {of: card, visible: all}}",
    ],
    ids=["parameter", "kind", "field", "zone"],
)
def test_words_of_the_language_name_nothing_else(tmp_path: Path, more: str) -> None:
    cards = CARDS + ("where: {w: {}}\n" if "where" in more else "")
    assert codes(tmp_path, doing("clock += 1", more=more), cards) == {"T517"}


@pytest.mark.parametrize(
    "text",
    [
        "if any(my hand) then my points = first(my hand).worth",
        "let held = my hand\nif not any(held) then stop\nmy points = first(held).worth",
    ],
    ids=["zone", "local"],
)
def test_first_of_what_is_known_to_hold_something(tmp_path: Path, text: str) -> None:
    rules = made(tmp_path / "known", doing(text, deal=True))
    assert both(rules).points == 2
    assert codes(tmp_path / "unknown", doing(text.replace("any(", "none("), deal=True)) == {"T509"}


def test_what_a_list_inside_has_is_known_outside(tmp_path: Path) -> None:
    text = "clock = count((deck where has twin) where twin < blue and worth > 1)"
    assert both(made(tmp_path, doing(text))).clock == 1


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("clock = count(bag where any(neighbours(it)))", "T503"),
        ("clock = count(bag where any(around(it)))", "T503"),
        ("clock = count(pairs(bag) where distance(first, second) > 1)", "T503"),
        ("clock = count(cells(my mat) where free(it))", "T507"),
        ("for t in bag:\n  for c in cells(my mat) then place(t, at=c)", "T507"),
        ("for p in home then place(p)", "T504"),
        ("let h = my hand\nmove(deck, to=h)", "T507"),
        ("move(home, to=field)", "T507"),
        ("draw(bag, 1, to=my mat)", "T507"),
    ],
    ids=[
        "neighbours",
        "around",
        "distance",
        "free",
        "place at",
        "place",
        "zone",
        "move to a grid",
        "draw to a grid",
    ],
)
def test_pieces_cells_and_zones_that_do_not_go_together(tmp_path: Path, text: str, code: str) -> None:
    assert codes(tmp_path, doing(text)) == {code}


def test_parts_have_neighbours_and_shared_cells_are_free(tmp_path: Path) -> None:
    text = """
choose 1 placement in placements(bag, on=my mat) then place(it)
my points = sum(parts(my mat) each count(neighbours(it)))
for p in top(home, 1):
  for c in top(cells(field), 1) then place(p, at=c)
clock = count(cells(field) where free(it))
"""
    played = both(made(tmp_path, doing(text)), [0])
    assert (played.points, played.clock) == (2, 3)


@pytest.mark.parametrize("stage", ["add", "multiply", "at_least", "at_most"])
def test_only_numbers_are_more_or_less(tmp_path: Path, stage: str) -> None:
    more = f"values: {{open: {{is: clock > 0}}}}\nrules: {{r: {{modify: open, {stage}: clock == 0}}}}"
    assert codes(tmp_path, doing("clock += 1", more=more)) == {"T503"}


def test_a_row_that_a_table_may_lack(tmp_path: Path) -> None:
    assert codes(tmp_path / "bad", doing("clock = omen(1)")) == {"T506"}
    text = "if has omen(1) then clock += omen(1)\nif not has omen(2) then clock += 10"
    assert both(made(tmp_path / "good", doing(text))).clock == 15


# --- 12: values that do not exist ------------------------------------------------------------


MISSING = [
    pytest.param("clock = grade(clock + 9)", id="row of a table"),
    pytest.param("clock = grade(clock - 1)", id="row below"),
    pytest.param("clock = rising(clock + 1)", id="step below"),
    pytest.param(
        "let two = (1, 2)\nfor c in ordered(my hand, by=two) then clock += c.worth", id="a number for each"
    ),
    pytest.param("for p in home then clock = cell_of(p).row", id="row of what lies on no grid"),
    pytest.param("clock = count(home as p where free(cell_of(p)))", id="free cell of no grid"),
    pytest.param("clock = count(home as p where cell_of(p) in cells(field))", id="cell of no grid"),
    pytest.param("clock = count(row(field, clock + 7))", id="line of a grid"),
    pytest.param("clock = count(column(field, clock - 1))", id="line below"),
    pytest.param("for p in home then clock = count(around(cell_of(p)))", id="cell"),
    pytest.param(
        "if any(my hand):\n  move(my hand, to=waste)\n  clock = first(my hand).worth",
        id="a list that was emptied",
    ),
]


@pytest.mark.parametrize("table", ["rising", "by_tint", "tints"])
def test_sets_are_worth_what_a_table_of_numbers_by_numbers_says(tmp_path: Path, table: str) -> None:
    tables = "tables:\n  by_tint: {by: tint, gives: int, values: {red: 1, green: 2, blue: 3}}\n"
    tables += "  tints: {by: int, gives: tint, values: [red, green]}\n"
    rules = doing(f"clock = best_sets(my hand each worth, worth={table})", deal=True, more=tables)
    assert codes(tmp_path, rules) == {"T503"}


def test_below_its_first_step_a_table_may_give_nothing(tmp_path: Path) -> None:
    text = "for n in 1..5:\n  if not has hint(n) then clock += 100\n  if hint(n) == 8 then clock += 1"
    assert both(made(tmp_path, doing(text))).clock == 102


@pytest.mark.parametrize("text", MISSING)
def test_a_value_that_does_not_exist_is_a_fault(tmp_path: Path, text: str) -> None:
    assert both(made(tmp_path, doing(text, deal=True))).fault == "G713"


# --- 13: windows -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("choose", "more"),
    [
        ("choose 1 card", ""),
        ("choose 2 cards", ""),
        ("may choose up to 2 cards", ""),
        ("choose up to 1 card", ""),
        ("choose 2 cards", ", one at a time"),
    ],
)
def test_with_an_open_window_and_an_else_it_is_asked_all_the_same(
    tmp_path: Path, choose: str, more: str
) -> None:
    text = f"{choose} in waste{more}:\n  clock += 1\nelse:\n  my flags += 1"
    more = "windows: {w: {seat: turn.seat, during: go}}"
    played = both(made(tmp_path / "open", doing(text, more=more)), ["decline"])
    assert played.asked == [Asked(0, [], True, 0)]
    assert played.flags == 1
    assert both(made(tmp_path / "closed", doing(text))).asked == []


def test_what_nobody_owns_is_offered_to_the_seat_of_the_window(tmp_path: Path) -> None:
    things = THINGS.replace("live_in: [hand]", "live_in: [waste]")
    use = "{window: w, when: my flags == 0, do: my flags += 1}"
    cards = CARDS.replace("ruby: {worth: 3", f"ruby: {{abilities: {{ring: {use}}}, worth: 3")
    more = "windows: {w: {seat: turn.seat, during: go, at_end: true}}"
    rules = made(tmp_path, doing("move(deck where worth == 3, to=waste)", more=more), cards, things)
    played = both(rules, ["use"])
    assert played.asked == [Asked(0, [], True, 1)]
    assert played.flags == 1


@pytest.mark.parametrize("word", ["it", "target"])
def test_the_target_of_an_ability_is_judged_as_a_whole(tmp_path: Path, word: str) -> None:
    target = f"target: '2 cards in deck, together, having sum({word} each worth) > 4'"
    use = f"{{window: w, when: clock == 0, {target}, do: clock += sum(target each worth)}}"
    cards = CARDS.replace("ruby: {worth: 3", f"ruby: {{copies: 2, abilities: {{sum: {use}}}, worth: 3")
    more = "windows: {w: {seat: turn.seat, during: go, at_end: true}}"
    text = "choose 1 card in deck where worth == 3 then move(it, to=my hand)"
    played = both(made(tmp_path, doing(text, more=more), cards), [0, "use", 0])
    assert played.asked[-1].options == 1
    assert played.clock == 5


def test_after_the_first_of_several_picks_nothing_is_asked_without_options(tmp_path: Path) -> None:
    more = "windows: {w: {seat: turn.seat, during: go}}"
    text = "choose 4 cards in my hand, one at a time then my points += 1 else my flags += 1"
    played = both(made(tmp_path, doing(text, deal=True, more=more)), [0, 0, 0])
    assert [asked.options for asked in played.asked] == [3, 2, 1]
    assert (played.points, played.flags) == (3, 0)


def test_an_ability_may_bring_options_to_the_first_of_several_picks(tmp_path: Path) -> None:
    use = "{window: w, when: 'none(my hand where worth == 2)', do: 'move(deck where worth == 2, to=my hand)'}"
    cards = CARDS.replace("ruby: {worth: 3", f"ruby: {{abilities: {{fetch: {use}}}, worth: 3")
    more = "windows: {w: {seat: turn.seat, during: go}}"
    text = (
        "move(deck where worth == 3, to=my hand)\n"
        "choose up to 2 cards in my hand where worth == 2, one at a time"
        " then my points += 1 else my flags += 1"
    )
    rules = made(tmp_path, doing(text, more=more), cards)
    taken = both(rules, ["use", 0])
    assert taken.asked == [Asked(0, [], True, 1), Asked(1, [], True, 0)]
    assert (taken.points, taken.flags) == (1, 0)
    assert both(rules, ["decline"]).flags == 1


# --- 14: draws -------------------------------------------------------------------------------

ROLLS = """
flow:
  day:
    turns: seats
    steps:
      morning: {do: roll(cup)}
      noon: {do: my points = sum(cup each value)}
"""


def test_two_seats_get_different_dice_in_steps_of_their_turns(tmp_path: Path) -> None:
    first, second = both(made(tmp_path, ROLLS)).state["seat_points"]
    assert first != second


# --- 15: endless texts -----------------------------------------------------------------------


def test_both_engines_count_steps(tmp_path: Path) -> None:
    assert both(made(tmp_path, doing("repeat while true then clock = 0"))).fault == "G701"


# --- 16: borne entries -----------------------------------------------------------------------


@pytest.mark.parametrize(("text", "code"), [("gem.bright.shine", "T505"), ("glow(gem.bright, 2)", "T503")])
def test_the_formula_of_what_is_borne_is_that_of_the_bearer(tmp_path: Path, text: str, code: str) -> None:
    assert codes(tmp_path / "bad", doing(f"clock = {text}")) == {code}
    rules = made(tmp_path / "good", doing("clock = sum(parts(bag) each it.shine + glow(it, 10))"))
    assert both(rules).clock == 28


# --- 17: nodes are told apart even if memory is used again ------------------------------------


def test_each_ability_has_the_loop_of_its_own_target(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ids = [f"t{i}" for i in range(30)]
    state = "game: {state: {" + ", ".join(f"n_{i}: {{type: int, start: 0}}" for i in ids) + "}}"
    things = THINGS.replace("game: {state: {", state.removesuffix("}}") + ", ")
    use = "window: w, target: up to 2 cards in deck"
    entries = "".join(f"  {i}: {{worth: 1, abilities: {{x: {{{use}, do: n_{i} += 1}}}}}}\n" for i in ids)
    cards = CARDS.replace("card:\n", "card:\n" + entries)
    window = "windows: {w: {seat: turn.seat, during: go}}"
    rules = made(tmp_path, doing("clock += 1", more=window), cards, things)
    activated = AbilityWriter._activated

    def collected(writer: AbilityWriter, index: int, clause: Any) -> None:
        activated(writer, index, clause)
        gc.collect()

    monkeypatch.setattr(AbilityWriter, "_activated", collected)
    text = Program(rules, {}, 2, Switches(log=True)).source.text
    for index, clause in enumerate(rules.clauses):
        parts = [
            part
            for part in text.split("\ndef ")
            if part.startswith((f"use_{index}(", f"k_use_card_{clause.entry}_"))
        ]
        assert parts and {w for part in parts for w in re.findall(r"s\.game_n_(t\d+) ", part)} <= {
            clause.entry
        }
        assert any(f"s.game_n_{clause.entry} " in part for part in parts)


# --- 18: what is kept, and where a value stands -----------------------------------------------


def test_a_list_is_kept_as_it_was(tmp_path: Path) -> None:
    text = """
let one = if clock > 50 then (deck where worth > 1) else deck
let all = (seats each it.hand)
for who in seats where it == me then move(deck, to=who.hand)
my points = count(one)
my flags = sum(all each count(it))
"""
    played = both(made(tmp_path, doing(text)))
    assert (played.points, played.flags) == (3, 0)


CONDITIONAL = "(if clock > 50 then {} else {})"
SEAT_ = CONDITIONAL.format("left_of(me)", "me")
NUMBER = CONDITIONAL.format("9", "1")
OPERANDS = [
    f"count({SEAT_}.hand)",
    f"count({SEAT_}.hand where worth > {NUMBER})",
    f"{SEAT_}.points + 1",
    f"count(clockwise({SEAT_})) + count(rivals({SEAT_})) + count(snake({SEAT_}))",
    f"if left_of({SEAT_}) == me then 1 else 2",
    f"count(top(deck, {NUMBER})) + grade({NUMBER}) * 2",
    f"count(row(field, {NUMBER})) + count(covered_cells({NUMBER}))",
    f"-{NUMBER} - {NUMBER} * {NUMBER} + {NUMBER} / 2 rounded up",
    f"count({NUMBER}..3) + max({NUMBER}..4, empty={NUMBER})",
    f"double({NUMBER} + 1) + double({NUMBER}) * 2 + double(0 - {NUMBER})",
    "sum(deck each it.worth * 2) + sum((deck each it.worth + 1) each it * 2)",
]
"""A conditional wherever an operand stands."""


@pytest.mark.parametrize("operand", OPERANDS)
def test_a_conditional_stands_anywhere(tmp_path: Path, operand: str) -> None:
    more = """
values:
  double: {params: {n: int}, is: n * 2}
  covered_cells: {params: {n: int}, is: 'top(cells(field), n)'}
"""
    both(
        made(
            tmp_path, doing(f"my points = 4\nclock = {operand}\nmy flags += {operand}", deal=True, more=more)
        )
    )


def plain(value: Any) -> bool:
    if isinstance(value, tuple):
        return all(plain(item) for item in value)
    return value is None or isinstance(value, int | str)


@pytest.mark.parametrize("spec", ["tiny", *games(), *overlays()])
def test_frames_and_decisions_hold_plain_values(spec: str, tmp_path: Path) -> None:
    text = """
let held = (deck where worth > 0)
let each_hand = (seats each it.hand)
for xs in (seats each it.hand):
  choose up to 2 cards in deck, together:
    for c in deck:
      choose 1 number in 1..2 then clock += count(held) + count(xs) + count(each_hand)
choose 2 cards in deck, at random then roll(cup)
"""
    rules = made(tmp_path, doing(text, deal=False)) if spec == "tiny" else link(spec)
    program = Program(rules, {}, 2, Switches(log=True))
    m = Machine(program, program.new_state(), [None] * 2, None, [])
    m.start()
    stops = 0
    while not m.s.done and stops < 150:
        stops += 1
        for kept in (*m.s.frames, *m.s.open):
            assert plain(kept), kept
            hash(kept)
        what = m.s.open[0]
        if what[0] == "choose":
            m.choose((stops * 7) % max(1, len(what[3]) + what[5] + len(what[4])), what[2])
        else:
            chance = KeyedChance(stops)
            m.resume(getattr(chance, what[0])(m, *what[1:]))
    assert stops > 3


# --- 19: whose a draw is ----------------------------------------------------------------------

LOTS = """
verbs:
  pull:
    do: |
      if count(deck) == 0 then stop
      choose 1 card in deck, at random then move(it, to=waste)
"""


def picked(rules: Rules) -> list[list[int]]:
    found = []
    for seed in range(12):
        states = []
        for reference in (False, True):
            program = Program(rules, {}, 2, Switches(log=True), reference=reference)
            m = Machine(program, program.new_state(), [None] * 2, KeyedChance(seed), [])
            m.start()
            states.append([x for zone in m.s.zones[:2] for x in (*zone, -1)])
        assert states[0] == states[1]
        found.append(states[0])
    return found


def test_who_hears_a_verb_changes_none_of_its_draws(tmp_path: Path) -> None:
    heard = LOTS + "rules: {echo: {after: pull(), when: clock > 5, do: clock += 1}}\n"
    alone = picked(made(tmp_path / "alone", doing("pull()", more=LOTS)))
    assert picked(made(tmp_path / "heard", doing("pull()", more=heard))) == alone


def rolled(rules: Rules) -> list[list[int]]:
    found = []
    for seed in range(8):
        program = Program(rules, {}, 2, Switches(log=True))
        m = Machine(program, program.new_state(), [None] * 2, KeyedChance(seed), [])
        m.start()
        found.append(list(m.s.die_value))
    return found


@pytest.mark.parametrize(
    "inner", ["do: 'for x in cup where it == this then roll(x)'", "steps: {a: {do: roll(this)}}"]
)
def test_a_turn_left_out_leaves_the_draws_of_others(tmp_path: Path, inner: str) -> None:
    cards = CARDS.replace("die: {d: {copies: 2}}", "die: {d: {}, e: {}, f: {}}")
    rules = "flow: {go: {turns: cup%s, " + inner + "}}\n"
    whole = rolled(made(tmp_path / "whole", rules % "", cards))
    fewer = rolled(made(tmp_path / "fewer", rules % " where entry != d", cards))
    assert [found[1:] for found in whole] == [found[1:] for found in fewer]


def test_two_seats_draw_apart_for_secret_choices(tmp_path: Path) -> None:
    rules = """
flow:
  bid:
    at_once: {seats: seats, choose: {n: 1 number in 1..2}}
    do: |
      roll(cup)
      my points = sum(cup each value)
"""
    first, second = points_of(made(tmp_path, rules))
    assert first != second


def points_of(rules: Rules) -> list[int]:
    found = []
    for reference in (False, True):
        program = Program(rules, {}, 2, Switches(log=True), reference=reference)
        m = Machine(program, program.new_state(), [lambda *_: 0] * 2, KeyedChance(1), [])
        m.start()
        found.append(list(m.s.seat_points))
    assert found[0] == found[1]
    return found[0]


# --- 20: what is refused in declarations and choices ------------------------------------------


@pytest.mark.parametrize(
    ("rules", "code"),
    [
        ("flow: {a: {turns: seats, steps: {b: {turns: seats, do: clock += 1}}}}", "R310"),
        (
            "budgets: {b: {of: card, limit: 1, per: turn}}\n"
            "windows: {w: {seat: turn.seat, during: go, uses: b}}\n" + doing("clock += 1"),
            "R309",
        ),
        (
            "flow: {a: {at_once: {seats: seats, choose: {n: '1 card in deck, at random'}}, do: clock += 1}}",
            "T515",
        ),
        ("flow: {a: {at_once: {seats: seats, choose: {n: 2 cards in deck}}, do: clock += 1}}", "T515"),
        (doing("choose 1 card in deck, at random:\n  clock += 1\nelse:\n  clock += 2"), "T515"),
        (
            doing(
                "clock += 1",
                more="verbs: {v: {do: clock += 1}}\n"
                "rules: {decline: {after: v(), may: true, do: clock += 1}}",
            ),
            "T517",
        ),
        (doing("choose one:\n  option decline then clock += 1"), "T517"),
        (doing("clock += 1", more="values: {v: {is: clock > 1, at_least: 0}}"), "T503"),
        (doing("clock += 1", more="values: {v: {is: deck, at_most: 3}}"), "T503"),
        (doing("choose 1 card in deck, at random, asking binding:\n  clock += 1"), "T515"),
        (doing("choose 1 card in deck, chosen by first_seat, at random:\n  clock += 1"), "T515"),
        (
            doing("clock = count(rivals(first(card, empty=c).owner))".replace("first(card, empty=c)", "it")),
            "T507",
        ),
        (doing("for c in card then clock = c.owner.points"), "T506"),
        (doing("clock += 1", more="values: {seats: {is: 1}}"), "T517"),
        (doing("clock += 1", more="zones: {players: {of: card, visible: all}}"), "T517"),
        (doing("clock += 1", more="game: {derived: {seats: '1'}}"), "T517"),
        ("flow: {players: {times: 2, do: clock += 1}}", "T517"),
        (doing("clock += 1", more="enums: {times: [a, b]}"), "T517"),
        (doing("clock += 1", more="enums: {mood: [a, each]}"), "T517"),
        (doing("clock += 1", more="kinds: {gift: {formulas: {count: {gives: int, default: 1}}}}"), "T517"),
    ],
)
def test_what_does_not_go_together_is_refused(tmp_path: Path, rules: str, code: str) -> None:
    assert codes(tmp_path, rules) == {code}


def test_a_setting_is_not_called_like_what_is_built_in(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tiny, "MANIFEST", tiny.MANIFEST.replace("harsh:", "players:"))
    assert codes(tmp_path, doing("clock += 1")) == {"T517"}


@pytest.mark.parametrize(
    "text",
    [
        "if tnit == red then clock += 1",
        "if tnit != red then clock += 1",
        "if tnit in (red, green) then clock += 1",
        "clock = count(deck where twni == red)",
        "clock = if tnit == red then 1 else 2",
        "let one = if clock > 1 then red else green\nclock += 1",
    ],
)
def test_two_names_that_mean_nothing_by_themselves_are_told(tmp_path: Path, text: str) -> None:
    assert codes(tmp_path, doing(text)) == {"T501"}


def test_a_cost_names_nothing(tmp_path: Path) -> None:
    more = PAY + "\nwindows: {w: {seat: turn.seat, during: go}}"
    ability = "abilities: {buy: {window: w, cost: let n = 1, do: my flags += 1}}"
    cards = CARDS.replace("{worth: 3, twin: red}", f"{{worth: 3, twin: red, {ability}}}")
    assert codes(tmp_path, doing("clock += 1", more=more), cards) == {"T507"}


# --- 21: nobody's things, and ends with names -------------------------------------------------


def test_nobody_is_the_owner_of_no_two_things(tmp_path: Path) -> None:
    text = """
draw(deck, 1, to=my hand)
clock = count(pairs(card) where first.owner == second.owner)
my points = count(pairs(card) where first.owner != second.owner)
"""
    played = both(made(tmp_path, doing(text)))
    assert (played.clock, played.points) == (0, 6)


def test_names_in_until_and_ends_are_read_after_a_round(tmp_path: Path) -> None:
    rules = """
flow:
  day:
    until: |
      let x = grade(clock - 1)
      x == 1
    do: clock += 1
ends: |
  let y = grade(clock - 1)
  y == 4
"""
    assert both(made(tmp_path, rules)).clock == 2


def test_names_of_a_condition_and_of_its_step_do_not_clash(tmp_path: Path) -> None:
    rules = """
flow:
  go:
    if: |
      let n = count(deck)
      n > 1
    do: |
      let n = count(deck)
      choose 1 card in deck, chosen by first_seat then clock += n
"""
    assert both(made(tmp_path, rules), [0]).clock == 3


# --- numbers out of range ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("level = clock + 3", None),
        ("level = clock + 4", "G715"),
        ("clock = 9\nlevel = clock", "G715"),
        ("level -= 1", "G715"),
        ("clock = 2\nrepeat 30 times then clock = clock * clock", "G715"),
    ],
)
def test_state_holds_only_numbers_of_its_range(tmp_path: Path, text: str, fault: str | None) -> None:
    assert both(made(tmp_path, doing(text))).fault == fault


# --- whose turn, and what a secret choice is about ---------------------------------------------


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("turn.seat.points += 1", "G709"),
        ("if turn.seat == first_seat then clock += 1", None),
        ("if turn.seat != first_seat then clock += 1", None),
    ],
)
def test_a_turn_can_be_nobodys(tmp_path: Path, text: str, fault: str | None) -> None:
    found = both(made(tmp_path, f"flow: {{go: {{turns: home, do: '{text}'}}}}"))
    assert found.fault == fault
    assert found.clock == (2 if "!=" in text else 0)


@pytest.mark.parametrize("reference", [False, True])
def test_a_secret_choice_tells_what_it_is_about(tmp_path: Path, reference: bool) -> None:
    rules = """
prompts: {bid: {params: {n: int}}}
flow:
  go:
    at_once:
      seats: seats
      choose: {a: '1 number in 1..2, asking bid(clock + 7)', b: '1 number in 3..4, asking bid(a)'}
    do: clock += a
"""
    given: list[tuple[Any, ...]] = []

    def policy(m: Machine, decision: Decision) -> int:
        given.append(decision.args)
        return decision.seat

    program = Program(made(tmp_path, rules), {}, 2, Switches(log=True), reference=reference)
    for inside in (True, False)[: 1 if reference else 2]:
        given.clear()
        m = Machine(program, program.new_state(), [policy if inside else None] * 2, KeyedChance(1), [])
        m.start()
        while not m.s.done:
            m.choose(policy(m, m.s.open[0]))
        assert sorted(given) == [(1,), (2,), (7,), (7,)]


# --- a step that does not end ------------------------------------------------------------------


@pytest.mark.parametrize("guard", ["3", "|\n      let n = level + 2\n      n + 1"])
def test_a_guard_breaks_off_what_does_not_end(tmp_path: Path, guard: str) -> None:
    rules = f"""
flow:
  day:
    until: clock == REACHED
    guard: {guard}
    turns: seats
    do: |
      choose 1 number in 1..2 then clock += 1
"""
    assert both(made(tmp_path, rules.replace("REACHED", "6")), [0] * 6).clock == 6
    played = both(made(tmp_path, rules.replace("REACHED", "8")), [0] * 6)
    assert (played.fault, played.clock) == ("G716", 6)


def test_only_what_has_an_end_has_a_guard(tmp_path: Path) -> None:
    assert codes(tmp_path, "flow: {day: {times: 3, guard: 2, do: clock += 1}}") == {"R310"}
