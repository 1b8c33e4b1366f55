"""A sample of the mistakes that could be made in a pack: the scenarios notice each, or the pack says why not.

`rulewright test axiom --mutate` tries them all; that takes minutes. `axiom` is taken because most of its
scenarios bring entries of their own.
"""

from __future__ import annotations

import random

import pytest

from rulewright.dsl.typed import Rules
from rulewright.engine.program import Program
from rulewright.packs.scenarios import game_scenarios
from rulewright.play import mutation
from rulewright.play.invariants import check_static
from rulewright.play.link import link
from rulewright.play.mutate import card_mutants
from rulewright.play.reasons import all_reasons
from rulewright.source.diagnostics import Problems

EFFECTS, CARDS = 40, 60
"""How many of each sort are tried: a change that loses one mutant in twenty is nearly sure to be seen."""


@pytest.fixture(scope="module")
def rules() -> Rules:
    return link("axiom")


def test_scenarios_notice_a_sample_of_mutants(rules: Rules) -> None:
    problems = Problems()
    files = game_scenarios("axiom", problems)
    reasons = all_reasons("axiom", problems, rules)
    problems.check()
    bench = mutation._Bench.of("axiom", files)
    assert len(bench.scenarios) == len(files)
    sample = sorted(random.Random(4).sample(range(len(bench.mutants)), EFFECTS))
    judged = [bench.judge(index) for index in sample]
    assert [found for found in judged if found.error is not None] == []
    assert [found.id for found in judged if found.killer is None and found.id not in reasons] == []


def test_invariants_notice_a_sample_of_changed_cards(rules: Rules) -> None:
    source = Program(rules).source
    sample = random.Random(4).sample(list(card_mutants(rules)), CARDS)
    changed = {mutant.id: Program(mutant.change(rules), source=source) for mutant in sample}
    assert [id_ for id_, program in changed.items() if not check_static(program)] == []
