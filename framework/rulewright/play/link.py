"""From a game spec to checked rules: the one way in for everything that plays."""

from __future__ import annotations

from dataclasses import replace

from rulewright.dsl.check import check_game
from rulewright.dsl.known import NOTHING, Missing
from rulewright.dsl.typed import Rules
from rulewright.model.game import Game
from rulewright.packs.load import read, read_layers
from rulewright.packs.spec import resolve
from rulewright.packs.stack import Stack, read_stack
from rulewright.source.diagnostics import Diagnostic, Problems


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


def link_stack(stack: Stack) -> Rules:
    """As `link`, for packs in their order; raises `ContentError` in the same way."""
    found = Problems()
    game, missing = read_layers(stack, found)
    return _checked(game, found, missing)


def check_views(spec: str) -> list[Diagnostic]:
    """What is wrong with each pack laid over those that it knows of alone: names of others, most often.

    The game itself must be in order.
    """
    found: list[Diagnostic] = []
    problems = Problems()
    for layer, stack in read_stack(resolve(spec, problems), problems).views():
        alone = Problems()
        game, missing = read_layers(stack, alone)
        check_game(game, alone, missing)
        alone.keep_one_of_each()
        hint = f"'{layer.manifest.id}' has what is missing from a pack that it does not require"
        found += [replace(problem, hint=hint) for problem in alone.errors]
    return found


def _checked(game: Game, problems: Problems, missing: Missing) -> Rules:
    rules = check_game(game, problems, missing)
    problems.keep_one_of_each()
    problems.check()
    assert rules is not None
    return rules
