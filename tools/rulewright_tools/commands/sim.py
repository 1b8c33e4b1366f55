"""`rulewright sim`."""

from __future__ import annotations

import click

from rulewright_tools.numbers import AtLeast
from rulewright_tools.options import Asked, report_option, run_options, spec_argument

_EXAMPLES = """\b
examples:
  rulewright sim axia -n 200
  rulewright sim axia -n 50 --players 3 --seed 7
  rulewright sim axia -n 4 --policy greedy,uniform --first 0
  rulewright sim axia -n 20 --players 1 --jobs 2 --json result.json
  rulewright sim axia -n 5 --record matches
  rulewright sim axia -n 5 --tables figures
  rulewright sim katana -n 5 --metrics
  rulewright sim katana -n 5 --checked
  rulewright sim katana -n 3 --players 2 --lift all
  rulewright sim katana -n 5 --report katana.html
"""


@click.command("sim", epilog=_EXAMPLES)
@spec_argument
@click.option("-n", "games", type=AtLeast(1), required=True, metavar="N", help="Number of matches.")
@run_options
@report_option
@click.option("--record", metavar="FOLDER|FILE", help="Keep a replay of every match.")
@click.option("--metrics", is_flag=True, help="Also how a match goes, and what becomes of each entry.")
@click.option(
    "--lift",
    metavar="all|ENTRY,…",
    help="What entries are worth to a seat, by playing again where it may not choose them.",
)
@click.option(
    "--luck",
    type=AtLeast(2),
    metavar="R",
    help="How much of the scores hangs on the draws: each match R times with other noise of the bots.",
)
@click.option("--tables", metavar="FOLDER", help="Keep the figures of every match, as CSV and JSON.")
@click.option("--checked", is_flag=True, help="Look at the invariants and all components at every decision.")
@click.option("--reference", is_flag=True, help="Run on the slow reference interpreter.")
@click.pass_context
def command(
    ctx: click.Context,
    spec: str,
    games: int,
    report: str | None,
    record: str | None,
    metrics: bool,
    lift: str | None,
    luck: int | None,
    tables: str | None,
    checked: bool,
    reference: bool,
    asked: Asked,
) -> None:
    """Play many matches and count: scores, wins, points by scoring line, length.

    A match that breaks off is counted apart and kept as a replay. Ctrl-C ends the run; what is finished by
    then is reported.
    """
    from rulewright_tools.comparing import check_lab
    from rulewright_tools.failures import print_problems, say_unwritten
    from rulewright_tools.interrupts import INTERRUPTED
    from rulewright_tools.options import read_first, read_lift
    from rulewright_tools.outputs import (
        check_report,
        check_targets,
        check_writable,
        make_folder,
        write_json,
        write_report,
    )
    from rulewright_tools.prepare import refuse_looking_ahead, set_up
    from rulewright_tools.running import runner
    from rulewright_tools.simulate import Request, run, write_tables

    setup = set_up(spec, asked.players, asked.assignments, asked.policy, reference)
    begins = read_first(asked.first, setup.seats)
    withheld = read_lift(lift, setup.rules.game)
    if withheld is not None or luck is not None:
        check_lab()
    if withheld is not None:
        refuse_looking_ahead(setup, "--lift")
    check_targets(spec, asked.json_file, record, tables, report=report)
    check_writable(asked.json_file)
    check_report(report)
    make_folder(tables, "--tables")
    request = Request(
        games,
        asked.seed,
        begins,
        record,
        reference,
        tables=tables is not None,
        metrics=metrics or report is not None,
        checked=checked,
        lift=withheld,
        luck=luck,
    )
    with runner(asked.jobs, asked.on) as there:
        ran = run(setup, request, there)
    data = ran.data()
    kept = write_tables(ran, tables) and ran.records.failure is None
    kept = write_json(data, asked.json_file) and kept
    kept = write_report(data, report) and kept
    if asked.json_file != "-":
        from rulewright_tools.lab.tables import print_run

        print_run(data, setup.title())
    print_problems(ran.records.faults)
    if ran.records.failure is not None:
        say_unwritten("the replays", ran.records.failure)
    ctx.exit(INTERRUPTED if ran.interrupted else 1 if ran.tally.faults or not kept else 0)
