"""From a game spec to checked rules: the one way in for everything that plays."""

from __future__ import annotations

from rulewright.dsl.check import check_game
from rulewright.dsl.known import NOTHING, Missing
from rulewright.dsl.typed import Rules
from rulewright.model.game import Game
from rulewright.packs.load import read
from rulewright.source.diagnostics import Problems


def link(spec: str, problems: Problems | None = None) -> Rules:
    """Read, link and check the game that a spec names.

    Args:
        problems: gets what is found short of an error, such as warnings.
    Raises:
        ContentError: with everything found. Where files have mistakes, effect text is checked as far as it
            can be judged without what may be declared there.
    """
    found = Problems() if problems is None else problems
    game, missing = read(spec, found)
    return _checked(game, found, missing)


def link_game(game: Game, problems: Problems | None = None) -> Rules:
    """Check every effect text of a linked game; raises `ContentError` as `link` does."""
    return _checked(game, Problems() if problems is None else problems, NOTHING)


def _checked(game: Game, problems: Problems, missing: Missing) -> Rules:
    rules = check_game(game, problems, missing)
    problems.keep_one_of_each()
    problems.check()
    assert rules is not None
    return rules
