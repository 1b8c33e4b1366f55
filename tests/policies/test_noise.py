"""Noise of policies: by the occasion and by each option's ids, so that little differences stay little."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from rulewright.engine.decision import Decision
from rulewright.engine.machine import Machine
from rulewright.engine.program import Program
from rulewright.packs.load import load_folder
from rulewright.play.chance import KeyedChance
from rulewright.play.link import link_game
from rulewright.play.playout import play_out
from rulewright.policies import DataPolicy, Uniform

FILES = {
    "pack.yaml": """
id: stalls
version: 0.1.0
format: 1
kind: base
title: Stalls
players: {least: 2, most: 2, usual: 2}
""",
    "rulebook.yaml": "rules: {ST-01: {says: Made up.}}",
    "rules/play.yaml": """
kinds:
  fruit: {fields: {juicy: {type: bool, default: false}}, starts_in: crate}
zones:
  crate: {of: fruit, order: stack, visible: none}
  stall: {of: fruit, visible: all}
  basket: {of: fruit, per: seat, visible: all}
seat: {state: {bid: {type: int, start: 0}}}
flow:
  lay: {do: shuffle(crate)}
  day:
    times: 6
    steps:
      open: {do: 'draw(crate, 4, to=stall)'}
      buy:
        turns: clockwise(first_seat)
        do: |
          may choose 1 fruit in stall:
            move(it, to=my basket)
            if it.juicy:
              choose 1 number in 1..9, chosen by left_of(me) then my bid += it
          choose 1 number in 0..9 then my bid += it
          choose 1 number in 0..9 then my bid += it
      close: {do: 'for one in stall then move(one, to=crate)'}
scoring: {fruit: {points: count(my basket)}, bids: {points: my bid}}
outcomes: {winner: {most: {total: total}}}
""",
}
PLAIN = "fruit: {apple: {copies: 6}, fig: {copies: 6}, plum: {copies: 6}}"
JUICY = "fruit: {apple: {copies: 6}, fig: {copies: 6}, plum: {copies: 6, juicy: true}}"
MORE = "fruit: {apple: {copies: 6}, banana: {copies: 2}, fig: {copies: 6}, plum: {copies: 6}}"

Asked = dict[tuple[Any, ...], tuple[Any, list[Any]]]


def stalls(folder: Path, cards: str) -> Program:
    for name, text in {**FILES, "cards/fruit.yaml": cards}.items():
        (folder / name).parent.mkdir(exist_ok=True, parents=True)
        (folder / name).write_text(text, "utf-8")
    return Program(link_game(load_folder(folder)), {}, 2)


class Noting(Uniform):
    """Notes every question with what was chosen, by place, seat and stop."""

    def __init__(self) -> None:
        super().__init__(paired=True)
        self.asked: Asked = {}

    def inline(self, key: int) -> Any:
        inner = super().inline(key)

        def choose(m: Machine, decision: Decision) -> int:
            index = inner(m, decision)
            _, stop, seat, options, *_ = decision
            site, named = m.program.sites[stop], options
            if site.item is not None and str(site.item) == "fruit":
                named = [m.program.kinds["fruit"].uids[x] for x in options]
            every = [*named, "none"]
            times = sum(each[:3] == (m.s.place, seat, stop) for each in self.asked)
            self.asked[m.s.place, seat, site.name, times] = every[index], every
            return index

        return choose


def noted(program: Program, seed: int) -> Asked:
    policy = Noting()
    play_out(program, [policy, policy], seed, 0, policy_seed=seed)
    return policy.asked


@pytest.mark.parametrize("seed", range(5))
def test_a_question_more_leaves_all_other_choices_as_they_are(tmp_path: Path, seed: int) -> None:
    plain, juicy = (noted(stalls(tmp_path / name, c), seed) for name, c in (("a", PLAIN), ("b", JUICY)))
    assert len(juicy) > len(plain)
    assert {what: juicy[what] for what in plain} == plain


@pytest.mark.parametrize("seed", range(5))
def test_an_option_more_changes_a_choice_only_if_it_is_chosen(tmp_path: Path, seed: int) -> None:
    plain, more = (noted(stalls(tmp_path / name, c), seed) for name, c in (("a", PLAIN), ("b", MORE)))
    differ = [what for what in plain if plain[what] != more[what]]
    assert differ
    for what in differ:
        (one, options), (other, others) = plain[what], more[what]
        assert one == other or one not in others or other not in options


def test_each_answer_is_as_likely(tmp_path: Path) -> None:
    program = stalls(tmp_path, PLAIN)
    seen: Counter[Any] = Counter()
    for seed in range(1500):
        first = next(iter(noted(program, seed).values()))
        seen[len(first[1]), first[1].index(first[0])] += 1
    for count in {count for count, _ in seen}:
        part = [seen[count, index] for index in range(count)]
        expected = sum(part) / count
        if expected > 50:
            squares = sum((each - expected) ** 2 / expected for each in part)
            assert squares < 16, (count, part)  # of at most 4 degrees of freedom: 1 in 300


def test_from_outside_the_same_is_chosen(tmp_path: Path) -> None:
    program = stalls(tmp_path, JUICY)

    class FromOutside(Uniform):
        def inline(self, key: int) -> None:
            return None

    for seed in range(5):
        within, without = (
            play_out(program, [policy] * 2, seed, policy_seed=seed)
            for policy in (Uniform(True), FromOutside())
        )
        assert within == without


def test_a_copy_of_the_state_is_answered_alike(tmp_path: Path) -> None:
    program = stalls(tmp_path, JUICY)
    m = Machine(program, program.new_state(), [None, Uniform(True).inline(1)], KeyedChance(3))
    m.start()
    while not m.s.done:
        copy = Machine(program, m.s.copy(), [None, Uniform(True).inline(1)], KeyedChance(3))
        copy.choose(0, 0)
        m.choose(0, 0)
        assert program.state_type.equal(copy.s, m.s)


def test_a_data_policy_counts_the_questions_that_its_rules_answer(tmp_path: Path) -> None:
    program = stalls(tmp_path, PLAIN)
    asked: list[int] = []

    class Watching(DataPolicy):
        def inline(self, key: int) -> Any:
            inner = super().inline(key)
            assert inner is not None

            def choose(m: Machine, decision: Decision) -> int:
                index = inner(m, decision)
                asked.append(sum(m.s.asked.values()))
                return index

            return choose

    play_out(program, [Watching(program.rules, None)] * 2, 1)
    assert max(asked) == 3
