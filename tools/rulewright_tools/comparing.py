"""A comparison from the words of a command line: set up, played, and shown."""

from __future__ import annotations

import importlib.util
from contextlib import closing
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import click

from rulewright.dsl.typed import Rules
from rulewright.packs.load import lay
from rulewright.packs.overlays.origin import Change, changes
from rulewright.play.pairs import Pair, Pairs
from rulewright.play.playout import Plan
from rulewright.play.processes import Runner
from rulewright.policies import POLICIES, usual_policy
from rulewright_tools.interrupts import whole
from rulewright_tools.lifting import play
from rulewright_tools.options import Asked
from rulewright_tools.prepare import Setup, linked, set_up
from rulewright_tools.progress import progress
from rulewright_tools.records import Records

if TYPE_CHECKING:
    from rulewright_tools.lab.compare import Comparison

USUAL_PAIRS = 400
MOST_PAIRS = 10_000  # with --until-sure


@dataclass(frozen=True, slots=True)
class Compared:
    """What a comparison came to; `parting` is where its first differing match parts."""

    comparison: Comparison
    data: dict[str, Any]
    parting: dict[str, Any] | None
    records: Records
    interrupted: bool


def check_lab() -> None:
    """Refuse what needs numbers that are not installed.

    Raises:
        click.ClickException: says what to install.
    """
    missing = [name for name in ("numpy", "scipy") if importlib.util.find_spec(name) is None]
    if missing:
        raise click.ClickException(f"this needs {' and '.join(missing)}: pip install 'rulewright[lab]'")


def set_up_both(specs: tuple[str, str], asked: Asked) -> tuple[Setup, Setup]:
    """Both games, for the same seats, settings and policies.

    Raises:
        click.UsageError: they are different games, or the usual bots of the first are not in the second.
    """
    first = set_up(specs[0], asked.players, asked.assignments, asked.policy)
    rules = linked(specs[1])
    if not _related(first.rules, rules):
        raise click.UsageError(
            f"'{first.rules.game.id}' and '{rules.game.id}' are different games that share no entry; what "
            "can be compared is a game and the same game with something otherwise"
        )
    there = {*POLICIES, *rules.game.policies}
    missing = [name for name in first.policies if name.partition(":")[0] not in there]
    if asked.policy is None and missing:
        raise click.UsageError(
            f"'{missing[0]}' plays '{specs[0]}' and is not in '{specs[1]}'; name a bot that both have with "
            "--policy, such as uniform"
        )
    names = ",".join([*first.policies, *(f"{entry}={name}" for (_, entry), name in first.entries.items())])
    return first, set_up(specs[1], first.seats, asked.assignments, names, rules=rules)


def _related(one: Rules, other: Rules) -> bool:
    """Whether two games have a pack or an entry in common."""
    packs = [{pack.id for pack in rules.game.packs} for rules in (one, other)]
    entries = [
        {(kind, entry) for kind, names in rules.game.entries.items() for entry in names}
        for rules in (one, other)
    ]
    return bool(packs[0] & packs[1] or entries[0] & entries[1])


@dataclass(frozen=True, slots=True)
class Request:
    """How many pairs are to be played, and what is to be told of them."""

    pairs: int
    seed: int
    first: int | None = None
    tolerance: float | None = None  # with which it is played until it is sure
    dilution: bool = False  # look what comes into sight too
    lift: bool = False  # of what differs


def compare(setups: tuple[Setup, Setup], asked: Request, runner: Runner | None) -> Compared:
    """Play pairs until there are enough. Ctrl-C ends after those that are finished."""
    from rulewright_tools.lab.compare import Comparison
    from rulewright_tools.lab.dilution import Dilution
    from rulewright_tools.lab.proportions import proportions
    from rulewright_tools.lab.side_by_side import parting

    pairs, seed = asked.pairs, asked.seed
    first, second = (plan_of_pairs(setup, pairs, seed, asked.first) for setup in setups)
    programs = setups[0].program, setups[1].program
    sights = Dilution(*programs) if asked.dilution else None
    if asked.dilution:
        first, second = replace(first, noted="all"), replace(second, noted="all")
    comparison = Comparison(*setups, asked.tolerance)
    records = Records()
    replays: list[str | None] = []
    interrupted = False
    try:
        with (
            closing(iter(Pairs(first, second, runner))) as played,
            progress(played, pairs, setups[0].rules.game.id, "pairs") as watched,
        ):
            for pair in watched:
                with whole():
                    comparison.add(pair)
                    if sights is not None:
                        sights.add(pair)
                    replays += _keep_faults(records, pair, f"{setups[0].rules.game.id}_{seed}")
                if comparison.decided():
                    break
    except KeyboardInterrupt:
        interrupted = True
    data = comparison.data(pairs, seed, asked.first)
    for fault, replay in zip(data["faults"], replays, strict=True):
        fault["replay"] = replay
    shown = None if comparison.differs is None else parting(first, second, *comparison.differs)
    data["first_difference"] = shown
    data["proportions"] = proportions(*programs)
    data["dilution"] = None if sights is None else sights.data()
    data["changes"] = [_change_data(change) for change in changes(lay(setups[0].spec), lay(setups[1].spec))]
    data["bots"] = _bots(setups, data["changes"])
    data["lift_changes"] = None
    if asked.lift and not interrupted:
        dealt = comparison.pairs + len({outcome.number for _, outcome in comparison.faults})
        plans = replace(first, games=dealt), replace(second, games=dealt)
        data["lift_changes"], interrupted = _lifts(setups, plans, data["changes"], runner)
    return Compared(comparison, data, shown, records, interrupted)


def _lifts(
    setups: tuple[Setup, Setup],
    plans: tuple[Plan, Plan],
    changed: list[dict[str, Any]],
    runner: Runner | None,
) -> tuple[list[dict[str, Any]], bool]:
    """What the entries that differ are worth in both games, and whether it was interrupted."""
    from rulewright_tools.lab.lift_changes import differing, lift_changes, wanted
    from rulewright_tools.lab.lifts import Lifts

    games = setups[0].rules.game, setups[1].rules.game
    entries = differing(changed, games)
    lifts = tuple(Lifts(setups[0].seats, wanted(entries, game)) for game in games)
    interrupted = False
    try:
        for plan, each, side in zip(plans, lifts, "ab", strict=True):
            plan = replace(plan, paired=True, gated=True, sources=False, noted="choices")
            if each.entries:
                play(plan, each, runner, f"{games[0].id}, lift in {side}")
    except KeyboardInterrupt:
        interrupted = True
    return lift_changes(entries, (lifts[0], lifts[1])), interrupted


def _bots(setups: tuple[Setup, Setup], changed: list[dict[str, Any]]) -> dict[str, Any]:
    """Who plays each game if nobody is named, and which of those that play here are not the same in both."""
    entries = {change["entry"] for change in changed}
    playing = {name for setup in setups for name in _with_parts(setup)}
    usual = {side: usual_policy(setup.rules) for side, setup in zip("ab", setups, strict=True)}
    return {
        "usual": usual,
        "changed": sorted(name for name in playing if f"policies/{name}" in entries),
    }


def _with_parts(setup: Setup) -> set[str]:
    """The policies that play, and those whose rules they take over or that they hand questions over to."""
    declared, found = setup.rules.game.policies, set[str]()
    left = [*setup.policies, *setup.entries.values()]
    while left:
        name = left.pop()
        if name in found or name not in declared:
            continue
        found.add(name)
        left += [part for of in declared[name].by.values() for part in of.values()]
        left += [rule.follow for rule in declared[name].rules.values() if rule.follow]
    return found


def _change_data(change: Change) -> dict[str, Any]:
    return {
        "entry": change.entry,
        "field": change.field or None,
        "before": change.before,
        "after": change.after,
        "pack": change.who or None,
        "place": None if change.place is None else str(change.place),
    }


def _keep_faults(records: Records, pair: Pair, run: str) -> list[str | None]:
    """Where each match of a pair that broke off is kept, those of the first game first."""
    return [
        records.keep(outcome, f"fault_{run}_{pair.number}_{turn}{game}")
        for game, outcomes in (("a", pair.first), ("b", pair.second))
        for turn, outcome in enumerate(outcomes)
        if outcome.fault is not None
    ]


def plan_of_pairs(setup: Setup, pairs: int, seed: int, first_seat: int | None) -> Plan:
    """What each game plays of a comparison."""
    game = (setup.spec, setup.rules, setup.settings, setup.seats, setup.policies)
    return Plan(*game, pairs, seed, first_seat, entries=setup.entries, sources=True, noted="choices")
