"""Everything in a checked game that is legal and hardly meant."""

from __future__ import annotations

from rulewright.dsl import typed as t
from rulewright.dsl.analysis.constant import Constants
from rulewright.dsl.analysis.texts import Texts
from rulewright.dsl.lint.alike import check_alike
from rulewright.dsl.lint.blocks import Blocks
from rulewright.dsl.lint.draws import check_draws
from rulewright.dsl.lint.echoes import Echoes
from rulewright.dsl.lint.entries import Entries
from rulewright.dsl.lint.events import Events
from rulewright.dsl.lint.fits import check_fits
from rulewright.dsl.lint.flows import Flows
from rulewright.dsl.lint.hearing import check_hearing
from rulewright.dsl.lint.hidden import check_hidden
from rulewright.dsl.lint.hiding import check_hiding
from rulewright.dsl.lint.idle import check_idle
from rulewright.dsl.lint.invariants import check_invariants
from rulewright.dsl.lint.options import Options
from rulewright.dsl.lint.params import Params
from rulewright.dsl.lint.players import Players
from rulewright.dsl.lint.policies import Policies
from rulewright.dsl.lint.ranges import Ranges
from rulewright.dsl.lint.reach import Reach
from rulewright.dsl.lint.things import Things
from rulewright.dsl.lint.unread import Unread
from rulewright.dsl.lint.uses import Uses
from rulewright.dsl.lint.words import check_words
from rulewright.source.diagnostics import Problems


def lint_game(
    rules: t.Rules, problems: Problems, elsewhere: frozenset[str], recorded: frozenset[str]
) -> frozenset[tuple[str, str]]:
    """Note what is legal in a game without mistakes and hardly meant.

    Args:
        elsewhere: names that texts outside of the game use, as those of scenarios.
        recorded: verbs whose arguments something reads in the record of a match.
    Returns:
        Kind and id of each entry that an effect text names.
    """
    texts = Texts(rules)
    uses = Uses(texts, problems, elsewhere)
    constants = Constants(rules, uses.never_filled, uses.only_refilled)
    reach = Reach(texts, constants, problems)
    reach.check()
    uses.elsewhere |= reach.meant
    check_idle(texts, constants, problems)
    check_draws(texts, constants, problems)
    check_alike(texts, constants, problems)
    flows = Flows(texts, problems)
    flows.check()
    Blocks(texts, flows, problems).check()
    Echoes(flows, problems).check()
    Policies(texts, constants, problems).check()
    check_hidden(texts, problems)
    Ranges(texts, constants, problems).check()
    check_hearing(rules, problems)
    Events(texts, constants, flows, problems, elsewhere).check()
    check_hiding(texts, problems)
    check_invariants(texts, constants, problems)
    check_fits(rules, constants, problems)
    Options(texts, problems).check()
    if rules.flow:  # where nothing is played yet, nothing is used either
        uses.check()
        Things(texts, uses, constants, problems).check()
        Unread(texts, uses, problems).check()
        Players(texts, constants, problems).check()
        Params(texts, problems, elsewhere, recorded).check()
    entries = Entries(texts, uses, problems)
    entries.check()
    check_words(texts, problems)
    return frozenset(entries.named)
