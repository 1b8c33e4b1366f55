"""A ladder of policies from the words of a command line."""

from __future__ import annotations

from contextlib import closing
from dataclasses import dataclass
from typing import Any

import click

from rulewright.play.deals import play_jobs
from rulewright.play.processes import Runner
from rulewright_tools.interrupts import whole
from rulewright_tools.options import Asked, read_policies
from rulewright_tools.prepare import Setup, set_up
from rulewright_tools.progress import progress
from rulewright_tools.records import Records


@dataclass(frozen=True, slots=True)
class Climbed:
    """What a ladder came to."""

    data: dict[str, Any]
    records: Records
    interrupted: bool


def set_up_rungs(spec: str, asked: Asked) -> tuple[Setup, tuple[str, ...]]:
    """The game, and the rungs from the lowest up.

    Raises:
        click.BadParameter: fewer than two rungs, the same twice, or policies of entries.
    """
    from rulewright.policies import POLICIES
    from rulewright_tools.lab.ladder import usual_rungs

    setup = set_up(spec, asked.players, asked.assignments, None)
    if asked.policy is None:
        return setup, usual_rungs(setup.rules)
    count = asked.policy.count(",") + 1
    rungs, entries = read_policies(asked.policy, count, setup.rules.game, POLICIES)
    if entries or len(rungs) < 2 or len({*rungs}) < len(rungs):
        message = f"'{asked.policy}' is no ladder: name two or more policies, the weakest first, each once"
        raise click.BadParameter(message, param_hint="--policy")
    return setup, rungs


def climb(
    setup: Setup, rungs: tuple[str, ...], deals: int, seed: int, first: int | None, runner: Runner | None
) -> Climbed:
    """Play all duels. Ctrl-C ends after the matches that are finished."""
    from rulewright_tools.lab.ladder import Ladder

    ladder = Ladder(setup, rungs, deals, seed, first)
    records = Records()
    interrupted = False
    name = setup.rules.game.id
    try:
        with (
            closing(play_jobs(ladder.jobs(), runner)) as played,
            progress(played, ladder.matches, name) as watched,
        ):
            for dealt in watched:
                with whole():
                    ladder.add(dealt)
                    if dealt.outcome.fault is not None:
                        deal, turn = dealt.match
                        path = records.keep(dealt.outcome, f"fault_{name}_{seed}_{deal}_{turn}_{dealt.game}")
                        ladder.faults[-1]["replay"] = path
    except KeyboardInterrupt:
        interrupted = True
    return Climbed(ladder.data(), records, interrupted)
