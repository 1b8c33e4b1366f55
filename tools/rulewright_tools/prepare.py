"""A game, its settings and who plays, from the words of a command line."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import click

from rulewright.dsl.typed import Rules
from rulewright.engine.program import Program
from rulewright.model.game import Value
from rulewright.play.invariants import check_static, static_program
from rulewright.play.link import link
from rulewright.play.match import check_seats
from rulewright.play.playout import Plan
from rulewright.policies import POLICIES, policy_named, usual_policy
from rulewright.source.counted import counted
from rulewright.source.diagnostics import ContentError
from rulewright_tools.failures import using
from rulewright_tools.options import read_policies, read_settings


@dataclass(frozen=True, slots=True)
class Setup:
    """A match that can be set up, ready to be played."""

    spec: str
    rules: Rules
    settings: Mapping[str, Value]  # those that were given
    seats: int
    policies: tuple[str, ...]
    entries: Mapping[tuple[str, str], str]  # policies of entries: (kind, entry) -> name
    program: Program

    def title(self) -> str:
        game = self.rules.game
        seats = counted(self.seats, "player")
        given = "".join(f", {name}={value}" for name, value in self.settings.items())
        return f"{game.name}, {seats}{given}"


def linked(spec: str) -> Rules:
    """A game that can be played.

    Raises:
        UnusableGame: it has mistakes.
    """
    with using(spec):
        rules = link(spec)
        if any(rules.invariant_static.values()) and (broken := check_static(static_program(rules))):
            raise ContentError(broken)
    return rules


def set_up(
    spec: str,
    players: int | None,
    assignments: Iterable[str],
    policy: str | None,
    reference: bool = False,
    rules: Rules | None = None,
) -> Setup:
    """Link and compile.

    Args:
        rules: of the game, if it is linked already.

    Raises:
        UnusableGame: the game has mistakes.
        RefusedMatch: these settings and players make no match.
        click.BadParameter: a setting or policy does not exist or does not fit.
    """
    rules = rules or linked(spec)
    game = rules.game
    settings = read_settings(game, assignments)
    seats = game.players.usual if players is None else players
    refuse_players(rules, seats)
    usual = usual_policy(rules)
    policies, entries = read_policies(usual if policy is None else policy, seats, game, POLICIES, usual)
    looking = [name for name in policies if policy_named(rules, name).inline(0) is None]
    if reference and looking:
        message = f"'{looking[0]}' looks ahead from a stop, and the reference interpreter never stops"
        raise click.BadParameter(message, param_hint="--policy")
    program = Plan(spec, rules, settings, seats, policies, 0, reference=reference).program()
    check_seats(program)
    return Setup(spec, rules, settings, seats, policies, entries, program)


def refuse_looking_ahead(setup: Setup, option: str) -> None:
    """Refuse policies that do not answer in the process, for what is done by withholding answers there."""
    for name in setup.policies:
        if policy_named(setup.rules, name).inline(0) is None:
            message = f"'{name}' looks ahead, also to what it may not use; take uniform or one of the pack"
            raise click.BadParameter(message, param_hint=option)


def refuse_players(rules: Rules, seats: int) -> None:
    """Refuse a number of seats before anything is compiled for it."""
    from rulewright.play.match import RefusedMatch

    players = rules.game.players
    if not players.least <= seats <= players.most:
        raise RefusedMatch(f"{rules.game.id} is for {players.least} to {players.most} players, not {seats}")
