"""`rulewright sweep`."""

from __future__ import annotations

import click

from rulewright_tools.numbers import AtLeast
from rulewright_tools.options import Asked, budget_option, report_option, run_options, spec_argument

_EXAMPLES = """\b
examples:
  rulewright sweep axia 'beast/*/score' -n 2
  rulewright sweep katana scoring --step 2 -n 2 --figure decisions
  rulewright sweep liars_dice flow/deal values/expected -n 2 --budget 20 --json result.json
  rulewright sweep axia beast/ariak/score -n 2 --report ariak.html
"""


@click.command("sweep", epilog=_EXAMPLES)
@spec_argument
@click.argument("addresses", nargs=-1, required=True, metavar="ADDRESS…")
@click.option("-n", "pairs", type=AtLeast(2), metavar="N", help="Pairs for each variant.")
@click.option("--step", type=AtLeast(1), default=1, metavar="K", show_default=True, help="How far each goes.")
@click.option("--figure", metavar="NAME", help="What the table is about, by its name in `compare`.")
@budget_option
@run_options
@report_option
@click.pass_context
def command(
    ctx: click.Context,
    spec: str,
    addresses: tuple[str, ...],
    pairs: int | None,
    step: int,
    figure: str | None,
    budget: float | None,
    report: str | None,
    asked: Asked,
) -> None:
    """Move numbers one at a time, up and down: which of them moves what, and how much.

    An ADDRESS is as in overlays, with * for any part of a word; it means all numbers that stand there. All
    variants are played on the same deals. Ctrl-C ends the run; variants that are finished are reported.
    """
    from rulewright_tools.comparing import check_lab, plan_of_pairs
    from rulewright_tools.failures import print_problems, say_unwritten
    from rulewright_tools.interrupts import INTERRUPTED
    from rulewright_tools.options import read_first
    from rulewright_tools.outputs import (
        check_report,
        check_targets,
        check_writable,
        write_json,
        write_report,
    )
    from rulewright_tools.prepare import set_up
    from rulewright_tools.running import runner
    from rulewright_tools.selecting import select
    from rulewright_tools.sweeping import USUAL_PAIRS, sweep

    check_lab()
    from rulewright_tools.lab.figures import known_figures, read_figure
    from rulewright_tools.lab.sweep import data as sweep_data
    from rulewright_tools.lab.sweep_tables import print_sweep

    setup = set_up(spec, asked.players, asked.assignments, asked.policy)
    begins = read_first(asked.first, setup.seats)
    about = None if figure is None else read_figure(figure, known_figures(setup.rules, setup.seats))
    numbers = select(spec, addresses)
    check_targets(spec, asked.json_file, report=report)
    check_writable(asked.json_file)
    check_report(report)
    plan = plan_of_pairs(setup, pairs or USUAL_PAIRS, asked.seed, begins)
    with runner(asked.jobs, asked.on) as there:
        swept = sweep(setup, plan, numbers, step, there, budget, about)
    found = sweep_data(swept, setup, plan, about)
    found["budget"] = budget
    kept = write_json(found, asked.json_file) and swept.records.failure is None
    kept = write_report(found, report) and kept
    if asked.json_file != "-":
        print_sweep(found, swept.interrupted)
    print_problems(swept.records.faults)
    if swept.records.failure is not None:
        say_unwritten("the replays", swept.records.failure)
    ctx.exit(INTERRUPTED if swept.interrupted else 1 if swept.faults or not kept else 0)
