"""A seat that may not use an entry: what changes, and what does not."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from tiny import made

from rulewright.engine.decision import Decision
from rulewright.packs.load import load_folder
from rulewright.play.knockouts import Knockout, play_knockouts, touched
from rulewright.play.link import link, link_game
from rulewright.play.playout import Outcome, Plan, play_one
from rulewright.play.processes import Processes
from rulewright.policies import policy_named, usual_policy
from rulewright.policies.without import Without

MARBLES = Path(__file__).parents[1] / "tools/packs/marbles"


def planned(spec: str, games: int) -> Plan:
    rules = link_game(load_folder(MARBLES)) if spec == "marbles" else link(spec)
    policy = usual_policy(rules)
    return Plan(
        spec, rules, {}, 2, (policy,) * 2, games, 4, paired=True, gated=True, noted="choices", sources=True
    )


@pytest.mark.parametrize("spec", ["marbles", "axia", "katana"])
def test_a_seat_that_did_not_use_an_entry_plays_the_same_without(spec: str) -> None:
    """All of them are played here, also those that need not be."""
    plan = planned(spec, 2)
    program = plan.program()
    entries = {entry for each in program.game.entries.values() for entry in each}
    changed = 0
    for number in range(plan.games):
        base = play_one(plan, program, number)
        used = set(touched(base))
        assert used
        for entry in sorted(entries):
            for seat in range(2):
                if spec != "marbles" and hash_of(entry, seat) % 4:
                    continue  # a share of them is enough
                without = play_one(plan, program, number, (seat, entry))
                same = facts(without) == facts(base)
                changed += not same
                assert same or Knockout(number, seat, entry) in used, (entry, seat)
    assert changed


CARDS = """
card:
  bell: {worth: 0, copies: 2, abilities: {rings: {after: toll, do: my points += 2}}}
  charm: {worth: 0, copies: 2, abilities: {adds: {modify: gain, when: who == me, add: 5}}}
  stone: {worth: 7, copies: 2}
  shield: {worth: 0, copies: 2, abilities: {wards: {instead_of: strike(me), do: my flags += 1}}}
die: {d: {}}
gem: {dull: {}}
tile: {pair: {a: {bears: dull}, b: {bears: dull}}}
pawn: {p: {}}
"""
BY_THEMSELVES = """
values:
  gain: {params: {who: seat}, is: 10}
verbs:
  toll: {do: clock += 1}
  strike: {params: {who: seat}, do: who.points -= 100}
scoring:
  got: {points: my points}
  kept: {each: my hand as c, points: c.worth}
outcomes: {o: {most: {t: total}}}
flow:
  deal:
    do: |
      for n in 1..4:
        for who in seats then draw(deck, 1, to=who.hand)
  go:
    turns: seats
    do: |
      toll()
      strike(me)
      my points += gain(me)
"""


@pytest.mark.parametrize("reference", [False, True])
@pytest.mark.parametrize(
    ("entry", "less"),
    [("bell", 4), ("charm", 5), ("stone", 7), ("shield", 100)],  # a bell rings in both turns
)
def test_what_components_do_by_themselves_is_knocked_out_for_one_seat(
    tmp_path: Path, entry: str, less: int, reference: bool
) -> None:
    """Nobody is asked anything: cards come by the deal, and act and count by themselves."""
    rules = made(tmp_path / "tiny", BY_THEMSELVES, CARDS)
    policies = ("uniform",) * 2
    plan = Plan("tiny", rules, {}, 2, policies, 1, reference=reference, gated=True, noted="choices")
    program = plan.program()
    base = play_one(plan, program, 0)
    assert base.scores == (26, 26)  # 2 * 2 + 10 + 5 + 7
    assert {(each.seat, each.entry) for each in touched(base)} == {
        (seat, name) for seat in (0, 1) for name in ("bell", "charm", "stone", "shield")
    }
    found = play_one(plan, program, 0, (1, entry))
    assert found.scores == (26, 26 - less)
    assert sum(found.lines[1]) == found.scores[1]
    assert play_one(plan, program, 0) == base  # nothing of it is left behind


def facts(outcome: Outcome) -> Any:
    """What a match came to, but for what is only noted if nothing is knocked out."""
    assert outcome.notes is not None
    return outcome.scores, outcome.decisions, replace(outcome.notes, doers={})


def hash_of(entry: str, seat: int) -> int:
    return sum(map(ord, entry)) + seat


class Entries:
    """What options are about: themselves."""

    def option(self, s: Any, site: Any, seat: int, option: str) -> set[str]:
        return set(option)

    def use(self, use: str) -> str:
        return use


class Last:
    """Takes the last answer, and keeps what it was asked."""

    name = "last"

    def __init__(self) -> None:
        self.asked: list[tuple[list[str], list[str]]] = []

    def inline(self, key: int) -> Any:
        def choose(m: Any, decision: Decision) -> int:
            self.asked.append((list(decision.options), list(decision.uses)))  # type: ignore[arg-type]
            return decision.answers - 1

        return choose

    def decide(self, observation: Any, decision: Any, key: int) -> int:
        raise AssertionError


@pytest.mark.parametrize(
    ("options", "uses", "decline", "asked", "index"),
    [
        (["a", "bc", "c"], [], False, (["a"], []), 0),
        (["c", "b"], ["c"], True, (["b"], []), 2),  # declining comes behind both options
        (["c", "b"], ["c", "a"], True, (["b"], ["a"]), 4),
        (["c"], ["c"], True, ([], []), 1),
        (["c", "cb"], ["c"], False, (["c", "cb"], ["c"]), 2),  # nothing else is left
        (["a", "b"], [], False, (["a", "b"], []), 1),
    ],
)
def test_what_is_withheld_is_not_offered_while_there_is_another_answer(
    options: list[str], uses: list[str], decline: bool, asked: tuple[list[str], list[str]], index: int
) -> None:
    inner, entries = Last(), Entries()
    choose: Any = Without(inner, entries, "c").inline(1)  # type: ignore[arg-type]
    m = SimpleNamespace(s=None, program=SimpleNamespace(sites={"stop": None}))
    assert choose(m, Decision("choose", "stop", 0, options, uses, decline, ())) == index
    assert inner.asked == [asked]


def test_the_runner_makes_no_difference() -> None:
    plan = planned("marbles", 6)
    program = plan.program()
    wanted = [each for number in range(6) for each in touched(play_one(plan, program, number))]
    alone = list(play_knockouts(plan, wanted, None))
    assert [knockout for knockout, _ in alone] == wanted
    assert list(play_knockouts(plan, wanted, Processes(2))) == alone


def test_a_policy_that_looks_ahead_is_refused() -> None:
    plan = replace(planned("marbles", 1), policies=("greedy", "greedy"))
    assert policy_named(plan.rules, "greedy").inline(0) is None
    with pytest.raises(ValueError, match="does not answer in the process"):
        play_one(plan, plan.program(), 0, (0, "red"))
