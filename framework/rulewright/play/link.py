"""From a game spec to checked rules: the one way in for everything that plays."""

from __future__ import annotations

from rulewright.dsl.check import check_game
from rulewright.dsl.typed import Rules
from rulewright.model.game import Game
from rulewright.packs.load import load
from rulewright.source.diagnostics import Problems


def link(spec: str, problems: Problems | None = None) -> Rules:
    """Read, link and check the game that a spec names.

    Args:
        problems: gets what is found short of an error, such as warnings.
    Raises:
        ContentError: with everything found. Effect text is looked into once all files are linked, since
            it cannot be judged by declarations that have mistakes themselves.
    """
    return link_game(load(spec), problems)


def link_game(game: Game, problems: Problems | None = None) -> Rules:
    """Check every effect text of a linked game; raises `ContentError` as `link` does."""
    found = Problems() if problems is None else problems
    rules = check_game(game, found)
    found.check()
    assert rules is not None
    return rules
