"""`rulewright ladder`."""

from __future__ import annotations

import click

from rulewright_tools.numbers import AtLeast
from rulewright_tools.options import Asked, report_option, run_options, spec_argument

_EXAMPLES = """\b
examples:
  rulewright ladder katana -n 4 --players 2 --policy uniform,brawler
  rulewright ladder axia -n 2 --policy uniform,hunter,greedy:30 --json result.json
  rulewright ladder katana -n 2 --players 2 --policy uniform,brawler --report katana.html
"""
USUAL_DEALS = 20


@click.command("ladder", epilog=_EXAMPLES)
@spec_argument
@click.option(
    "-n",
    "deals",
    type=AtLeast(2),
    default=USUAL_DEALS,
    metavar="N",
    show_default=True,
    help="Deals of each duel; each is played with the rung on every seat.",
)
@run_options
@report_option
@click.pass_context
def command(ctx: click.Context, spec: str, deals: int, report: str | None, asked: Asked) -> None:
    """Whether playing better pays: policies from weak to strong, each against those below.

    --policy names the rungs, the weakest first; if left out they are uniform, the pack's own policy, greedy
    and search. Each rung plays the one below it and the lowest.
    """
    from rulewright_tools.comparing import check_lab
    from rulewright_tools.failures import print_problems, say_unwritten
    from rulewright_tools.interrupts import INTERRUPTED
    from rulewright_tools.laddering import climb, set_up_rungs
    from rulewright_tools.options import read_first
    from rulewright_tools.outputs import (
        check_report,
        check_targets,
        check_writable,
        write_json,
        write_report,
    )
    from rulewright_tools.running import runner

    check_lab()
    setup, rungs = set_up_rungs(spec, asked)
    begins = read_first(asked.first, setup.seats)
    check_targets(spec, asked.json_file, report=report)
    check_writable(asked.json_file)
    check_report(report)
    with runner(asked.jobs, asked.on) as there:
        done = climb(setup, rungs, deals, asked.seed, begins, there)
    kept = write_json(done.data, asked.json_file) and done.records.failure is None
    kept = write_report(done.data, report) and kept
    if asked.json_file != "-":
        from rulewright_tools.lab.ladder_tables import print_ladder

        print_ladder(done.data, setup.title(), done.interrupted)
    print_problems(done.records.faults)
    if done.records.failure is not None:
        say_unwritten("the replays", done.records.failure)
    ctx.exit(INTERRUPTED if done.interrupted else 1 if done.data["faults"] or not kept else 0)
