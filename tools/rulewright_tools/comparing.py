"""A comparison from the words of a command line: set up, played, and shown."""

from __future__ import annotations

import importlib.util
import os
from collections.abc import Iterable
from contextlib import closing
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import click

from rulewright.packs.load import lay
from rulewright.packs.overlays.origin import changes
from rulewright.play.pairs import Pairs
from rulewright.play.playout import Plan
from rulewright_tools.interrupts import whole
from rulewright_tools.prepare import Setup, set_up
from rulewright_tools.simulate import progress

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
    changes: int
    interrupted: bool


def check_lab() -> None:
    """Refuse what needs numbers that are not installed.

    Raises:
        click.ClickException: says what to install.
    """
    missing = [name for name in ("numpy", "scipy") if importlib.util.find_spec(name) is None]
    if missing:
        raise click.ClickException(f"this needs {' and '.join(missing)}: pip install 'rulewright[lab]'")


def set_up_both(
    specs: tuple[str, str], players: int | None, assignments: Iterable[str], policy: str | None
) -> tuple[Setup, Setup]:
    """Both games, for the same seats, settings and policies."""
    words = tuple(assignments)
    first = set_up(specs[0], players, words, policy)
    names = ",".join([*first.policies, *(f"{entry}={name}" for (_, entry), name in first.entries.items())])
    return first, set_up(specs[1], first.seats, words, names)


def compare(
    setups: tuple[Setup, Setup],
    pairs: int,
    seed: int,
    first_seat: int | None,
    jobs: int | None,
    tolerance: float | None,
) -> Compared:
    """Play pairs until there are enough. Ctrl-C ends after those that are finished."""
    from rulewright_tools.lab.compare import Comparison
    from rulewright_tools.lab.side_by_side import parting

    first, second = (_plan(setup, pairs, seed, first_seat) for setup in setups)
    comparison = Comparison(*setups, tolerance)
    interrupted = False
    try:
        with (
            closing(iter(Pairs(first, second, jobs, os.cpu_count() or 1))) as played,
            progress(played, pairs, setups[0].rules.game.id, "pairs") as watched,
        ):
            for pair in watched:
                with whole():
                    comparison.add(pair)
                if comparison.decided():
                    break
    except KeyboardInterrupt:
        interrupted = True
    data = comparison.data(pairs, seed, first_seat)
    shown = None if comparison.differs is None else parting(first, second, *comparison.differs)
    data["first_difference"] = shown
    found = sum(1 for _ in changes(lay(setups[0].spec), lay(setups[1].spec)))
    return Compared(comparison, data, shown, found, interrupted)


def _plan(setup: Setup, pairs: int, seed: int, first_seat: int | None) -> Plan:
    game = (setup.spec, setup.rules, setup.settings, setup.seats, setup.policies)
    return Plan(*game, pairs, seed, first_seat, entries=setup.entries, sources=True, noted="choices")
