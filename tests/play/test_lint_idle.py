"""What makes no difference: each beside what does."""

from __future__ import annotations

from pathlib import Path

import pytest
from shells import Case, check, doing, files_of, told

V = "values: {v: {is: 3}}\n" + doing("earn(v)")
PILE = "zones: {pile: {of: shell, order: stack, visible: none}}\n"
NET = "zones: {net: {of: shell, visible: all}}\n"
TWO = "verbs:\n  two:\n    gives: int\n    do: |\n      "
AFTER_TWO = "\n" + doing("let n = two()\nearn(n)")
IDLE: dict[str, Case] = {
    "always at its bound": (
        "W914",
        "values:\n  v: {is: 5 + tide, at_most: 3} # here\n" + doing("earn(v)"),
        "values:\n  v: {is: 2 + tide, at_most: 3}\n  w: {is: 5, at_most: 3}\n" + doing("earn(v + w)"),
    ),
    "a bound that the value has": (
        "W914",
        "values: {v: {is: tide, at_least: 0}}\n"
        + doing("earn(v)")
        + "  x: {modify: v, at_least: -3} # here\n",
        "values: {v: {is: tide, at_least: 0}}\n" + doing("earn(v)") + "  x: {modify: v, at_least: 3}\n",
    ),
    "a line that counts once more": (
        "W914",
        "scoring\n  again: {points: my pearls  + tide} # here\n",
        "scoring\n  again: {points: my pearls - tide}\n",
    ),
    "set anew": (
        "W914",
        doing("tide = 1 # here\nwhat.turned = true\ntide = 2"),
        doing("tide = 1\nearn(2)\ntide = 2"),
    ),
    "added to and set anew": (
        "W914",
        doing("my pearls += 1 # here\nlet n = tide\nmy pearls = n"),
        doing("my pearls += 1\nlet n = my pearls\nmy pearls = n + 1"),
    ),
    "set anew from itself": (
        "W914",
        doing("what.turned = true # here\nwhat.turned = false"),
        doing("what.turned = tide > 3\nwhat.turned = not what.turned"),
    ),
    "set anew inside": (
        "W914",
        doing("if tide > 3:\n  tide -= 1 # here\n  tide = 0"),
        doing("if tide > 3:\n  tide -= 1\nelse:\n  tide = 0"),
    ),
    "a result that is set anew": (
        "W914",
        TWO + "result = 1 # here\n      if tide > 3 then tide = 0\n      result = 2" + AFTER_TWO,
        TWO + "result = 1\n      if tide > 3 then stop\n      result = 2" + AFTER_TWO,
    ),
    "moved on at once": (
        "W914",
        NET + doing("move(what, to=net) # here\nmove(what, to=beach)"),
        NET + doing("move(what, to=net)\nmove(top(net, 1), to=beach)"),
    ),
    "moved to where it lies": (
        "W914",
        doing("move(my hand, to=my hand) # here"),
        doing("move(beach, to=my hand)"),
    ),
    "set to what the test says": (
        "W914",
        doing("if tide == 3 and what.turned then tide = 3 # here"),
        doing("if tide == 3 and what.turned then tide = 4"),
    ),
    "nought added in a value": ("W914", doing("earn(tide + 0) # here"), doing("earn(tide + 1)")),
    "times one": ("W914", doing("my pearls = 1 * tide # here"), doing("my pearls = 2 * tide")),
    "times nought": ("W914", doing("earn(1 + tide * 0) # here"), doing("earn(1 + tide * 2)")),
    "less itself": ("W914", doing("earn(tide - tide) # here"), doing("earn(tide - my pearls)")),
    "divided by one": (
        "W914",
        doing("earn(tide / 1 rounded up) # here"),
        doing("earn(tide / 2 rounded up)"),
    ),
    "a call with nought": ("W914", doing("earn(0) # here"), doing("earn(1)")),
    "a call with nought that is passed on": (
        "W914",
        "verbs: {reap: {params: {n: int}, do: earn(n * 2)}}\n" + doing("reap(0) # here"),
        "verbs: {reap: {params: {n: int}, do: earn(n + 2)}}\n" + doing("reap(0)"),
    ),
    "a call with nought that something hears": (
        "W914",
        doing("earn(0) # here"),
        doing("earn(0)") + "  x: {after: earn(n), do: tide = 0}\n",
    ),
    "both ways the same": (
        "W914",
        doing(
            "if tide > 3: # here\n  for s in beach then s.turned = true\nelse:\n  for s in beach then "
            "s.turned = true"
        ),
        doing(
            "if tide > 3:\n  for s in beach then s.turned = true\nelse:\n  for s in beach then "
            "s.turned = false"
        ),
    ),
    "both values the same": (
        "W914",
        doing("earn(if tide > 3 then 2 else 2) # here"),
        doing("earn(if tide > 3 then 2 else 3)"),
    ),
    "two options alike": (
        "W914",
        doing("choose one:\n  option a then earn(2)\n  option b then earn(2) # here"),
        doing("choose one:\n  option a if tide > 3 then earn(2)\n  option b then earn(2)"),
    ),
    "the greatest of what never is": (
        "W914",
        doing("earn(max((tide, 10, my pearls))) # here"),
        doing("earn(max((tide, 8, my pearls)))"),
    ),
    "the least of what is the same": (
        "W914",
        doing("earn(min((my pearls, my pearls))) # here"),
        doing("earn(min((my pearls, tide)))"),
    ),
    "twice in a list": (
        "W914",
        doing("if tide in (1, 3, 1) then earn(2) # here"),
        doing("if tide in (1, 3, 2) then earn(2)"),
    ),
    "counted tests": (
        "W914",
        doing("earn(count(beach each turned)) # here"),
        doing("earn(count(beach where turned))"),
    ),
    "each thing for itself": (
        "W914",
        doing("let some = beach where turned each it # here\nfor s in some then take(s)"),
        doing("let some = beach where turned each it.size\nfor n in some then earn(n)"),
    ),
    "once": ("W914", doing("repeat 1 times then earn(2) # here"), doing("repeat 2 times then earn(2)")),
    "a stop at the end": ("W914", doing("earn(2)\nstop # here"), doing("if tide > 3 then stop\nearn(2)")),
    "a test for a stop at the end": (
        "W914",
        doing("earn(2)\nif tide > 3 then stop # here"),
        doing("earn(2)\nfor s in beach:\n  if s.turned then stop"),
    ),
    "a stop at the end of both ways": (
        "W914",
        doing("if tide > 3:\n  earn(2)\n  stop # here\nelse:\n  earn(3)"),
        doing("if tide > 3:\n  earn(2)\n  stop\nearn(3)"),
    ),
    "drawn to where it lay": (
        "W914",
        PILE + doing("move(what, to=pile)\ndraw(pile, 1, to=pile) # here"),
        PILE + doing("move(what, to=pile)\ndraw(pile, 1, to=beach)"),
    ),
    "once each of what is there once": (
        "W914",
        doing("earn(count(distinct(beach where turned))) # here"),
        doing("earn(count(distinct(beach each size)))"),
    ),
    "in an order that is none": (
        "W914",
        doing("for s in top(ordered(beach, by=beach each tide), 1) then take(s) # here"),
        doing("for s in top(ordered(beach, by=beach each size), 1) then take(s)"),
    ),
    "a line of nought": (
        "W914",
        "scoring\n  none: {points: 0, says: nothing} # here\n",
        "scoring\n  none: {points: tide, says: the tide}\n",
    ),
    "ended in the first round": (
        "W901",
        doing("repeat 3 times:\n  earn(1)\n  stop # here"),
        doing("repeat 3 times:\n  earn(1)\n  if tide > 3 then stop"),
    ),
    "outcomes that take it all": (
        "W901",
        "outcomes:\n  a: {when: tide > 3, most: {total: total}}\n"
        "  b: {when: tide > 4, most: {total: my pearls}} # here\n",
        "outcomes:\n  a: {when: tide > 3, most: {total: total}}\n"
        "  b: {when: tide > 2, most: {total: my pearls}}\n",
    ),
    "a number that it is by itself": (
        "W914",
        V + "  x: {modify: v, set_to: 3} # here\n",
        V + "  x: {modify: v, set_to: 4}\n",
    ),
}


@pytest.mark.parametrize("case", IDLE)
def test_what_makes_no_difference_is_told_of(tmp_path: Path, case: str) -> None:
    code, bad, good = IDLE[case]
    name, bad = files_of(bad)
    check(tmp_path, code, name, bad, files_of(good)[1])


def test_what_may_be_done_instead_is_told_of_by_what_is_written(tmp_path: Path) -> None:
    found = told(tmp_path, {"rules/more.yaml": doing("earn(count(beach each turned))")})
    assert [(d.span.column, d.hint) for d in found] == [
        (29, "say `where` to take those for which it is true")
    ]
