"""`rulewright tune`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from rulewright_tools.numbers import AtLeast
from rulewright_tools.options import Asked, budget_option, run_options, spec_argument

if TYPE_CHECKING:
    from rulewright_tools.tuning import Tuned

_EXAMPLES = """\b
examples:
  rulewright tune liars_dice --touch flow/deal/do/1=3..7 --target 'decisions=40..50' -n 2 --trials 4
  rulewright tune axia --touch 'beast/*/score=1..6' --target 'score>=60' -n 2 --trials 2 --out tuned.yaml
"""


@click.command("tune", epilog=_EXAMPLES)
@spec_argument
@click.option(
    "--touch",
    "touch",
    multiple=True,
    required=True,
    metavar="ADDRESS=LOW..HIGH",
    help="Numbers that may change, and how far; may be repeated.",
)
@click.option(
    "--target",
    "aims",
    multiple=True,
    required=True,
    metavar="FIGURE=LOW..HIGH",
    help="Where a figure is to be, or <=HIGH, >=LOW; named as in `compare`; may be repeated.",
)
@click.option("-n", "pairs", type=AtLeast(2), metavar="N", help="Pairs for each trial.")
@click.option("--trials", type=AtLeast(1), metavar="T", help="How many values are tried at most.")
@click.option("--out", metavar="FILE.yaml", help="Write the best proposal as an overlay.")
@budget_option
@run_options
@click.pass_context
def command(
    ctx: click.Context,
    spec: str,
    touch: tuple[str, ...],
    aims: tuple[str, ...],
    pairs: int | None,
    trials: int | None,
    out: str | None,
    budget: float | None,
    asked: Asked,
) -> None:
    """Look for the fewest changes of numbers that bring figures where they are to be.

    All values are tried on the same deals; the proposals are then played on others. Ctrl-C ends the search;
    what was tried by then is reported.
    """
    from rulewright_tools.aims import (
        check_optuna,
        check_overlay_name,
        checking_line,
        command_line,
        read_targets,
        read_touched,
    )
    from rulewright_tools.comparing import check_lab, plan_of_pairs
    from rulewright_tools.failures import print_problems, say_unwritten
    from rulewright_tools.interrupts import INTERRUPTED
    from rulewright_tools.options import read_first
    from rulewright_tools.outputs import check_targets, check_writable, write_json
    from rulewright_tools.prepare import set_up
    from rulewright_tools.running import runner

    check_lab()
    check_optuna()
    from rulewright_tools.lab.figures import known_figures
    from rulewright_tools.lab.search import Search
    from rulewright_tools.lab.tune import data as tune_data
    from rulewright_tools.lab.tune import print_tuned, write_overlay
    from rulewright_tools.tuning import USUAL_PAIRS, USUAL_TRIALS, tune

    setup = set_up(spec, asked.players, asked.assignments, asked.policy)
    begins = read_first(asked.first, setup.seats)
    targets = read_targets(aims, known_figures(setup.rules, setup.seats))
    touched = read_touched(spec, touch)
    check_overlay_name(out, [pack.id for pack in setup.rules.game.packs])
    check_targets(spec, asked.json_file, out=out)
    check_writable(asked.json_file)
    check_writable(out, "--out")
    plan = plan_of_pairs(setup, pairs or USUAL_PAIRS, asked.seed, begins)
    search = Search([(t.low, t.high) for t in touched], tuple(t.number.value for t in touched), asked.seed)
    with runner(asked.jobs, asked.on) as there:
        tuned = tune(setup, plan, touched, targets, search, trials or USUAL_TRIALS, there, budget, _warn)
    found = tune_data(tuned, setup, plan, search.size, out)
    found["budget"] = budget
    kept = write_json(found, asked.json_file) and tuned.records.failure is None
    if out is not None:
        command = command_line(found, touch, aims, trials or USUAL_TRIALS, budget)
        kept = write_overlay(tuned, found, setup, out, command) and kept
    if asked.json_file != "-":
        print_tuned(tuned, found, checking_line(found, touch, aims, out or ""))
    print_problems(tuned.records.faults)
    if tuned.records.failure is not None:
        say_unwritten("the replays", tuned.records.failure)
    ctx.exit(INTERRUPTED if tuned.interrupted else 1 if tuned.faults or not kept else 0)


def _warn(tuned: Tuned) -> None:
    """Say before anything is tried which targets so few deals cannot tell."""
    from rulewright_tools.lab.tune import too_narrow

    for line in too_narrow(tuned):
        click.echo(f"note: {line}", err=True)
