"""The hard cases of later rulebooks, as tiny packs of made-up games: model and language carry them.

| pack | what is hard about it |
| --- | --- |
| lanterns | all place at once and in secret; it happens together |
| snow | states with bearer, source and end, maps on cards, policies as data |
| sparks | a chain of effects with a tool used at its inner choice; a pair of things that touch at a corner |
| quilt | pieces turned and turned over in a box; rivals choose in the middle of somebody's effect |
| garden | one card takes the very place of another on a grid, but for the one under a marker |
| choir | a wild card bound anew in each bonus: a static ability on a value with parameters |
| relay | waiting in a fixed order of slots: acting at the top of the next cycle |
| patrol | a reaction with a budget, asked of another seat in the middle of a walk of single steps |
| duel | bonuses that do not stack: a bound, and modifiers of one group |
"""

from __future__ import annotations

from functools import cache
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest

from rulewright.dsl.check import check_game
from rulewright.dsl.generate import Switches
from rulewright.dsl.typed import Rules
from rulewright.engine.chance import KeyedChance, keyed
from rulewright.engine.decision import Decision
from rulewright.engine.machine import Machine
from rulewright.engine.program import Program
from rulewright.packs.load import load_folder
from rulewright.play.match import Match, Result, result
from rulewright.play.scenario import read_scenario, run_scenario, scenario_files
from rulewright.source.diagnostics import Problems

PACKS = Path(__file__).parents[1] / "packs"
HARD = ("choir", "duel", "garden", "lanterns", "patrol", "quilt", "relay", "snow", "sparks")
FILES = [file for pack in HARD for file in scenario_files(PACKS / pack)]


@cache
def rules_of(pack: str) -> Rules:
    problems = Problems()
    rules = check_game(load_folder(PACKS / pack), problems)
    problems.check()
    assert rules is not None
    return rules


@pytest.mark.parametrize("reference", [False, True], ids=["generated", "reference"])
@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parent.parent.name}-{file.stem}")
def test_a_hard_case(file: Path, reference: bool) -> None:
    problems = Problems()
    scenario = read_scenario(file, problems)
    problems.check()
    assert scenario is not None
    outcome = run_scenario(rules_of(file.parent.parent.name), scenario, reference=reference)
    assert outcome.passed, "\n".join([*map(str, outcome.differences), *outcome.lines])


@pytest.mark.parametrize("pack", HARD)
def test_whole_matches_of_a_hard_pack_are_walked_alike(pack: str) -> None:
    rules = rules_of(pack)
    seats = rules.game.players.most
    programs = [Program(rules, seats=seats, switches=Switches(log=True), reference=r) for r in (False, True)]
    for seed in range(5):
        played = [whole_match(program, seed) for program in programs]
        assert played[0] == played[1]


def whole_match(program: Program, seed: int) -> tuple[list[tuple[Any, ...]], Result]:
    def uniform(m: Machine, decision: Decision) -> int:
        return keyed(seed, m.decisions) % decision.answers

    log: list[tuple[Any, ...]] = []
    match = Match(program, KeyedChance(seed), [uniform] * program.seats, log=log)
    match.start()
    return log, result(match.machine)


def test_the_order_of_secret_answers_makes_no_difference() -> None:
    program = Program(rules_of("lanterns"), seats=3, switches=Switches(log=True))
    seen = []
    for order in permutations(range(3)):
        log: list[tuple[Any, ...]] = []
        match = Match(program, KeyedChance(5), log=log)
        match.start()
        for seat in order:
            match.machine.choose(7 + seat, seat)
        seen.append((log, program.state_type.to_json(match.machine.s)))
    assert len(seen) == 6 and all(each == seen[0] for each in seen)


@pytest.mark.parametrize("pack", HARD)
def test_every_rule_of_a_hard_pack_has_a_scenario(pack: str) -> None:
    problems = Problems()
    read = [read_scenario(file, problems) for file in scenario_files(PACKS / pack)]
    problems.check()
    cited = {rule for scenario in read if scenario is not None for rule, _ in scenario.rules}
    assert cited == set(rules_of(pack).game.rulebook)
