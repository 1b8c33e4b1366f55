"""The report of mutants."""

from __future__ import annotations

from rulewright.play.mutation import Judged
from rulewright.source.text import NOWHERE
from rulewright_tools.mutating import Mutation, mutation_words


def test_the_values_of_cards_do_not_bury_the_mutants() -> None:
    cards = tuple(Judged(f"card/c{number}: worth 1", NOWHERE, None, 0) for number in range(25))
    lines = list(mutation_words(Mutation("tiny", (), cards, {})))
    listed = [line for line in lines if line.startswith("  card/")]
    assert len(listed) == 10
    assert lines[-1] == "  and 15 more"
