"""Rules that grow by entries of a scenario: their own texts stay the very same, changed ones too."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tiny import DEAL, THINGS, made

from rulewright.dsl.check import check_game
from rulewright.dsl.typed import Rules
from rulewright.packs.load import with_entries
from rulewright.play.scenario_program import grown, same_texts
from rulewright.source.diagnostics import Problems
from rulewright.source.reader import parse_yaml
from rulewright.source.text import SourceFile
from rulewright.source.tree import Mapping

RULES = """
values:
  price: {is: 1, at_least: 0}
  number: {is: 'count(gem)', at_least: 0}
verbs:
  pay: {params: {thing: card}, do: 'my points += price'}
rules: {dear: {modify: price, add: 1}}
invariants: {cheap: {is: 'price == 2', says: Nothing that can change makes it dearer., rules: [TI-01]}}
flow: {%s}
ends: 'true'
scoring: {all: {points: my points}}
"""


@pytest.fixture(scope="module")
def rules(tmp_path_factory: pytest.TempPathFactory) -> Rules:
    things = THINGS.replace(
        "live_in: [hand]", "live_in: [hand]\n    formulas: {gain: {gives: int, default: 1}}"
    )
    return made(tmp_path_factory.mktemp("tiny") / "tiny", RULES % DEAL, things=things)


def more(rules: Rules, cards: str, problems: Problems) -> Rules | None:
    tree = parse_yaml(SourceFile("more.yaml", cards), problems)
    assert isinstance(tree, Mapping)
    return grown(rules, with_entries(rules.game, tree, problems), problems)


def test_what_was_changed_in_the_rules_stays(rules: Rules) -> None:
    changed = replace(rules, verbs={})
    problems = Problems()
    text = "card: {beryl: {worth: 1, gain: this.worth + 1, abilities: {more: {modify: price, add: 1}}}}\n"
    found = more(changed, text, problems)
    assert problems.found == []
    assert found is not None
    assert found.verbs is changed.verbs
    assert [clause.id for clause in found.clauses] == ["card/beryl/more", "rules/dear"]
    assert found.formulas["card", "beryl", "gain"].value.type == rules.formulas["card", "", "gain"].value.type
    assert not same_texts(found, rules)


def test_what_grew_is_what_is_checked_whole(rules: Rules) -> None:
    problems = Problems()
    text = "card: {agate: {worth: 1, abilities: {more: {modify: price, add: this.worth}}}}\n"
    found = more(rules, text, problems)
    assert found is not None
    whole = check_game(found.game, problems)
    assert whole is not None
    assert problems.found == []
    assert found.invariant_static == whole.invariant_static == {"cheap": False}
    assert found.uses_me == whole.uses_me
    assert {clause.id for clause in found.clauses} == {clause.id for clause in whole.clauses}


def test_entries_that_bring_no_text_change_no_source(rules: Rules) -> None:
    problems = Problems()
    quiet = more(rules, "card: {agate: {worth: 1}}\n", problems)
    assert quiet is not None
    assert same_texts(quiet, rules)
    assert rules.invariant_static == {"cheap": False}


def test_mistakes_in_texts_of_entries_are_told(rules: Rules) -> None:
    problems = Problems()
    assert more(rules, "card: {agate: {worth: 1, gain: wroth}}\n", problems) is None
    assert [d.code for d in problems.errors] == ["T501"]
