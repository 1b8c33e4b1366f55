"""Policies that a pack declares as data: the same from within and from outside, generated and walked."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from rulewright.dsl.typed import Rules
from rulewright.engine.program import Program
from rulewright.packs.load import load_folder
from rulewright.play.link import link, link_game
from rulewright.play.mutate import mutants
from rulewright.play.playout import Playout, play_out
from rulewright.policies import DataPolicy, Uniform, policy_named, usual_policy

SNOW = Path(__file__).parents[1] / "packs" / "snow"


@cache
def rules() -> Rules:
    return link_game(load_folder(SNOW))


class FromOutside(DataPolicy):
    """Sees every stop as an observation, as in a game that hides something."""

    def inline(self, key: int) -> None:
        return None


def played(first: DataPolicy, second: DataPolicy, reference: bool = False) -> list[Playout]:
    program = Program(rules(), seats=2, reference=reference)
    return [play_out(program, [first, second], seed, 0, policy_seed=seed) for seed in range(5)]


def test_generated_and_walked_they_decide_alike() -> None:
    policies = DataPolicy(rules(), "teams"), DataPolicy(rules(), "bold")
    assert played(*policies) == played(*policies, reference=True)


def test_from_outside_they_decide_as_from_within() -> None:
    within = played(DataPolicy(rules(), "teams"), DataPolicy(rules(), "bold"))
    assert within == played(FromOutside(rules(), "teams"), FromOutside(rules(), "bold"))


def test_an_entry_can_be_given_another_policy() -> None:
    own = played(DataPolicy(rules(), "careful"), DataPolicy(rules(), "careful"))
    swapped = DataPolicy(rules(), "careful", {("child", "nils"): "bold"})
    assert [p.result for p in own] != [p.result for p in played(swapped, swapped)]


def test_what_no_rule_answers_is_left_to_the_other_policy() -> None:
    only_nils = policy_named(rules(), "uniform", {("child", "nils"): "bold"})
    assert isinstance(only_nils, DataPolicy) and isinstance(only_nils.otherwise, Uniform)
    assert len({str(p.result) for p in played(only_nils, only_nils)}) > 1


@pytest.mark.parametrize("name", ["careful", "bold", "teams"])
def test_it_goes_by_its_own_name(name: str) -> None:
    assert policy_named(rules(), name).name == name


def test_the_bot_of_axia_scores_far_more_than_chance() -> None:
    axia = link("axia")
    program = Program(axia, seats=2)
    policies = [policy_named(axia, "hunter"), Uniform()]
    results = [play_out(program, policies, seed, policy_seed=seed).result for seed in range(8)]
    own, other = (sum(r.scores[seat] for r in results if r is not None) for seat in (0, 1))
    assert own > 2 * other


def test_what_only_policies_read_is_no_rule_to_be_mutated() -> None:
    owners = {mutant.id.partition(":")[0] for mutant in mutants(rules())}
    assert "values/reach" in owners and "values/way_to_foe" not in owners


@pytest.mark.parametrize(
    ("spec", "bot"), [("axia", "hunter"), ("katana", "brawler"), ("axiom", "controllers")]
)
def test_the_usual_policy_is_the_one_that_stands_for_itself(spec: str, bot: str) -> None:
    assert usual_policy(link(spec)) == bot


def test_a_policy_that_others_follow_or_hand_over_to_is_not_the_usual_one() -> None:
    assert set(rules().policies) == {"careful", "bold", "teams"}
    assert usual_policy(rules()) == "teams"
    assert usual_policy(link(str(SNOW.parents[1] / "tools/packs/marbles"))) == "uniform"
