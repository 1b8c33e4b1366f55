"""Numbers outside the range that is declared for them, and names that nothing reads or that stand twice."""

from __future__ import annotations

from pathlib import Path

import pytest
from shells import MANIFEST, PLAY, Case, check, doing, files_of, places, told

from rulewright.source.diagnostics import ContentError

PAINT = "verbs: {paint: {params: {n: 1..6}, do: tide += n}}\n"
PAINT_IT = PAINT + doing("paint(tide)")
COST = "values: {cost: {params: {n: 1..6}, is: n + tide}}\n"
PAY = "verbs: {pay: {params: {n: int}, requires: n < 6, do: my pearls -= n}}\n"
V = "values: {v: {is: tide}}\n" + doing("earn(v)")
ASK = "prompts: {rest: {params: {n: 1..6}}}\n"
WORTH = "tables: {worth: {by: int, gives: int, values: [0, 1, 1]}}\n"
RANGES: dict[str, Case] = {
    "more copies than there are": (
        "W902",
        doing("if count(beach as s where s.entry == cone) > 1 then earn(2) # here"),
        doing("if count(beach as s where s.entry == cone) > 0 then earn(2)"),
    ),
    "more of a symbol than there are": (
        "W902",
        doing("if count(my hand where size > 1 and tone == green) > 1 then earn(2) # here"),
        doing("if count(my hand where size > 1 or tone == green) > 1 then earn(2)"),
    ),
    "a round that is begun": (
        "W902",
        "flow\n  more: {times: 3, do: bask()}\nverbs: {bask: {do: if more < 1 then tide += 1}} # here\n",
        "flow\n  more: {times: 3, do: bask()}\n  less: {do: bask()}\n"
        "verbs: {bask: {do: if more < 1 then tide += 1}}\n",
    ),
    "done once": (
        "W902",
        "flow\n  more: {until: more >= 1, do: tide += 1} # here\n",
        "flow\n  more: {until: more >= 2, do: tide += 1}\n",
    ),
    "a seat that nothing is about": (
        "W907",
        doing("for who in seats then my pearls += 1 # here"),
        doing("for who in seats then who.pearls += 1\nfor who in rivals(me) then tide += 1"),
    ),
    "a seat that no verb is handed": (
        "W907",
        doing("for who in rivals(me) then earn(2) # here"),
        doing("repeat (count(rivals(me))) times then earn(2)"),
    ),
    "compared with itself": (
        "W902",
        "seat: {state: {gem: optional tone}}\n"
        + doing("if has my gem and my gem != my gem then earn(2) # here\nmy gem = red"),
        "seat: {state: {gem: optional tone}}\n"
        + doing("if has my gem and my gem != red then earn(2)\nmy gem = red"),
    ),
    "given to a verb": ("T518", PAINT + doing("paint(tide + 7) # here"), PAINT + doing("paint(tide + 6)")),
    "given to a value": (
        "T518",
        COST + doing("earn(cost(-tide)) # here"),
        COST + doing("earn(cost(1 - tide))"),
    ),
    "given to a question": (
        "T518",
        ASK + doing("choose 1 shell in beach, asking rest(count(beach) + 7) then take(it) # here"),
        ASK + doing("choose 1 shell in beach, asking rest(count(beach)) then take(it)"),
    ),
    "a name for it": (
        "T518",
        PAINT + doing("let n = tide + 7\npaint(n) # here"),
        PAINT + doing("let n = tide + 6\npaint(n)"),
    ),
    "set": ("T518", doing("tide = count(beach) + 10 # here"), doing("tide = count(beach) + 9")),
    "changed": ("T518", doing("tide -= what.size + 9 # here"), doing("tide -= what.size + 8")),
    "a row": ("T518", WORTH + doing("earn(worth(tide + 3)) # here"), WORTH + doing("earn(worth(tide + 2))")),
    "what a verb requires": (
        "T518",
        PAY + doing("if tide > 3 then pay(7) # here"),
        PAY + doing("if tide > 3 then pay(5)"),
    ),
    "set by two rules": (
        "T515",
        V + "  x: {modify: v, set_to: 3}\n  y: {modify: v, set_to: 4} # here\n",
        V + "  x: {modify: v, when: tide > 3, set_to: 3}\n  y: {modify: v, set_to: 4}\n",
    ),
    "more than are chosen": (
        "W902",
        doing("choose 2 shells in beach, together, having count(it) > 2: # here\n  earn(1)"),
        doing("choose 2 shells in beach, together, having count(it) > 1:\n  earn(1)"),
    ),
    "as many as none": (
        "W903",
        doing("choose up to (tide - 9) shells in beach then take(it) # here"),
        doing("choose up to (tide - 8) shells in beach then take(it)"),
    ),
    "state that is set to its start": (
        "W907",
        "game: {state: {calm: {type: int, start: 2}}} # here\n" + doing("calm = 2\nearn(calm)"),
        "game: {state: {calm: {type: int, start: 2}}}\n" + doing("calm = 3\nearn(calm)"),
    ),
    "a name in a list": (
        "W907",
        doing("earn(count(beach as s where tide > 3)) # here"),
        doing("earn(count(beach as s where s.size > 3))"),
    ),
    "a name for what is chosen": (
        "W907",
        doing("choose 1 shell in beach as s where tide > 3 then earn(2) # here"),
        doing("choose 1 shell in beach as s where tide > 3 then take(s)"),
    ),
}


@pytest.mark.parametrize("case", RANGES)
def test_what_is_outside_or_unread_is_told_of(tmp_path: Path, case: str) -> None:
    code, bad, good = RANGES[case]
    name, bad = files_of(bad)
    check(tmp_path, code, name, bad, files_of(good)[1])


@pytest.mark.parametrize(
    ("rules", "code", "place"),
    [
        (PAINT + doing("paint(7)"), "T518", (6, 13)),
        (PAINT + doing("paint(n=0)"), "T518", (6, 15)),
        (PAINT_IT + "  x: {before: paint(7), do: tide = 0}\n", "T518", (7, 21)),
        (COST + doing("earn(cost(9))"), "T518", (6, 17)),
        (ASK + doing("choose 1 shell in beach, asking rest(7) then take(it)"), "T518", (6, 44)),
        ("verbs: {two: {gives: 1..6, do: result = 7}}\n", "T518", (1, 41)),
        ("values: {low: {is: tide > 3, at_least: 1}}\n", "T503", (1, 40)),
        (doing("for s in top(beach, 0) then take(s)"), "T518", (5, 27)),
        (doing("earn(count(beach as what where what.size > 2))"), "T511", (5, 27)),
        (doing("let n = 3\nearn(sum(beach as n each n.size))\nearn(n)"), "T511", (6, 25)),
        (doing("choose 1 shell in beach as what then take(what)"), "T511", (5, 34)),
    ],
)
def test_what_can_never_be_is_an_error_at_its_place(
    tmp_path: Path, rules: str, code: str, place: tuple[int, int]
) -> None:
    with pytest.raises(ContentError) as caught:
        told(tmp_path, {"rules/more.yaml": rules})
    found = [(d.code, (d.span.line, d.span.column)) for d in caught.value.diagnostics]
    assert found == [(code, place)]


@pytest.mark.parametrize(
    ("test", "lines"), [("days < more", [12]), ("more > days", [12]), ("more >= days", [])]
)
def test_no_round_comes_after_the_last(tmp_path: Path, test: str, lines: list[int]) -> None:
    days = "settings: {days: {type: 1..6, default: 4, says: how many days there are}}\n"
    more = f"  more:\n    times: days\n    do: if {test} then tide += 1\n"
    found = told(tmp_path, {"pack.yaml": MANIFEST + days, "rules/play.yaml": PLAY + more})
    assert places(found) == [("W902", "rules/play.yaml", line) for line in lines]
