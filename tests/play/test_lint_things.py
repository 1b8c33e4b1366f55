"""Warnings about things that do not fit where they lie, or that are offered as one although they differ."""

from __future__ import annotations

from pathlib import Path

import pytest
from shells import OTHER, Case, doing, places, told

RAFT = "kinds:\n  raft:\n    rotate: true\n    shape: [[0, 0], [0, 1], [0, 2]]\n    starts_in: dock\n"
LAKES = "zones:\n  dock: {of: raft, visible: all}\n  lake: {of: raft, visible: all, grid: "
LAY = doing("choose 1 placement in placements(dock, on=lake) then place(it)")
DICE = (
    "kinds:\n  die:\n    state: {face: {type: 1..6, rolled: true, start: 1}}\n    plural: dice\n    alike: "
)
CUP = "    starts_in: cup\nzones: {cup: {of: die, visible: all}}\n"
TWO = "choose 2 dice in cup"
ROLL = "roll(cup)\nchoose 1 die in cup"
HAND_ON = "verbs: {use: {params: {d: die}, do: earn(d.face)}}\n"
MARKET = "zones:\n  stall: {of: coin, visible: all, size: "
COIN = "  dock: {of: coin, order: stack, visible: none}\nkinds:\n  coin:\n    starts_in: "
CARDS = {
    "raft": "raft: {log: {}}\n",
    "die": "die: {bone: {copies: 2}}\n",
    "coin": "coin: {penny: {copies: 4}}\n",
}
THINGS: dict[str, Case] = {
    "raft larger than its grid": (
        "W921",
        RAFT + LAKES + "[2, 2]} # here\n" + LAY,
        RAFT + LAKES + "[3, 1]}\n" + LAY,
    ),
    "coin in a market that is never full": (
        "W921",
        MARKET + "5 + tide, from: dock} # here\n" + COIN + "dock\n" + doing("refill(stall)"),
        MARKET + "4 + tide, from: dock}\n" + COIN + "dock\n" + doing("refill(stall)"),
    ),
    "coin in a market from the start": (
        "W921",
        MARKET + "3, from: dock}\n" + COIN + "stall # here\n" + doing("refill(stall)\nmove(stall, to=dock)"),
        MARKET + "4, from: dock}\n" + COIN + "stall\n" + doing("refill(stall)\nmove(stall, to=dock)"),
    ),
    "die of another face": (
        "W922",
        DICE + "[entry] # here\n" + CUP + doing(f"{ROLL} then earn(it.face)"),
        DICE + "[entry, face]\n" + CUP + doing(f"{ROLL} then earn(it.face)"),
    ),
    "die that is handed on": (
        "W922",
        DICE + "[entry] # here\n" + CUP + HAND_ON + doing(f"{ROLL} as d then use(d)"),
        DICE + "[entry]\n" + CUP + HAND_ON + doing(f"{ROLL} as d where d.face == 6 then use(d)"),
    ),
    "die of several": (
        "W922",
        DICE + "[entry] # here\n" + CUP + doing(f"roll(cup)\n{TWO}, together then earn(sum(it each face))"),
        DICE + "[entry]\n" + CUP + doing(f"roll(cup)\nearn(sum(cup each face))\n{TWO} then roll(it)"),
    ),
}


@pytest.mark.parametrize("case", THINGS)
def test_a_thing_is_told_of_and_one_like_it_is_not(tmp_path: Path, case: str) -> None:
    code, bad, good = THINGS[case]
    cards = {"cards/more.yaml": CARDS[case.partition(" ")[0]]}
    wanted = [(code, "rules/more.yaml", n) for n, line in enumerate(bad.splitlines(), 1) if "# here" in line]
    assert places(told(tmp_path / "bad", {"rules/more.yaml": bad, **cards})) == wanted
    assert places(told(tmp_path / "good", {"rules/more.yaml": good, **cards})) == []


def test_entries_that_differ_are_no_one_option(tmp_path: Path) -> None:
    coins = "  coin:\n    fields: {worth: int, story: optional text}\n    starts_in: dock\n    alike: "
    rules = f"zones:\n  dock: {{of: coin, visible: all}}\nkinds:\n{coins}"
    use = doing("choose 1 coin in dock then earn(it.worth)")
    cards = {"cards/more.yaml": "coin:\n  penny: {worth: 1}\n  ducat: {worth: 5, story: old}\n"}
    found = told(tmp_path / "bad", {"rules/more.yaml": f"{rules}[]\n{use}", **cards})
    assert places(found) == [("W922", "rules/more.yaml", 7)]
    for alike in ("[entry]", "[worth]"):
        assert told(tmp_path / alike, {"rules/more.yaml": f"{rules}{alike}\n{use}", **cards}) == []


@pytest.mark.parametrize(
    ("invariant", "code"),
    [
        ("count(beach) >= 0", "W902"),
        ("tide < 10 and 0 <= count(shell)", "W902"),
        ("all(seats each pearls == pearls)", "W902"),
        ("all(shell where size > 6 each size < 3)", "W902"),
        ("tide >= 0", None),
        ("none(shell where size > 6)", None),
        ("count(shell) == 2", None),
        ("count(shell) == 2, says: there are 3 shells", "W912"),
        ("count(beach) < 3 and tide < 10, says: there are 7 shells", None),
    ],
)
def test_an_invariant_can_fail(tmp_path: Path, invariant: str, code: str | None) -> None:
    says = "" if "says" in invariant else ", says: so it is"
    found = told(tmp_path, {"rules/more.yaml": f"invariants:\n  i: {{is: {invariant}{says}}}\n"})
    assert places(found) == ([] if code is None else [(code, "rules/more.yaml", 2)])


def test_what_an_ability_reads_of_its_own_card_tells_it_from_others(tmp_path: Path) -> None:
    rules = (
        "windows: {late: {seat: turn.seat, during: turns}}\nzones:\n  dock: {of: coin, visible: all}\n"
        "  purse: {of: coin, per: seat, visible: all}\n"
        "kinds:\n  coin:\n    state: {worn: {type: 0..3, start: 0}}\n    starts_in: dock\n"
        "    live_in: [purse]\n    alike: "
    )
    use = doing("for c in dock then move(c, to=my purse)")
    ability = "spin: {window: late, do: 'if this.worn < 3 then this.worn += 1'}"
    found = {}
    for alike in ("[entry]", "[entry, worn]"):
        for copies in (1, 2):
            cards = f"coin: {{penny: {{copies: {copies}, abilities: {{{ability}}}}}}}\n"
            scenario = OTHER.replace("a cone", "a penny")
            files = {"rules/more.yaml": f"{rules}{alike}\n{use}", "cards/more.yaml": cards}
            folder = tmp_path / f"{copies}{alike}"
            found[copies, alike] = places(told(folder, {**files, "scenarios/penny.yaml": scenario}))
    assert found.pop((2, "[entry]")) == [("W922", "rules/more.yaml", 10)]
    assert [*found.values()] == [[], [], []]
