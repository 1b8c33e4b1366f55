"""`rulewright compare`."""

from __future__ import annotations

import click

from rulewright_tools.numbers import Above, AtLeast
from rulewright_tools.options import Asked, finite, report_option, run_options

_EXAMPLES = """\b
examples:
  rulewright compare katana katana+katana_ronin -n 20
  rulewright compare axia axia+axia_house_rules -n 12 --players 3 --json result.json
  rulewright compare katana katana+katana_ronin -n 6 --dilution
  rulewright compare axia axia+axia_guarded_temples -n 20 --lift
  rulewright compare axia axia+axia_house_rules -n 60 --policy uniform --until-sure 2
  rulewright compare katana katana+katana_ronin -n 4 --report ronin.html
"""


@click.command("compare", epilog=_EXAMPLES)
@click.argument("spec_a", metavar="SPEC_A")
@click.argument("spec_b", metavar="SPEC_B")
@click.option("-n", "pairs", type=AtLeast(2), metavar="N", help="Pairs: deals, each in all rotations.")
@run_options
@click.option(
    "--until-sure",
    "tolerance",
    type=Above(),
    callback=finite,
    metavar="TOL",
    help="Stop when it is sure whether the score moves by TOL; at most N pairs.",
)
@report_option
@click.option("--dilution", is_flag=True, help="Also how often a match comes to see each entry.")
@click.option("--lift", is_flag=True, help="Also what each entry that differs is worth in both games.")
@click.pass_context
def command(
    ctx: click.Context,
    spec_a: str,
    spec_b: str,
    pairs: int | None,
    tolerance: float | None,
    report: str | None,
    dilution: bool,
    lift: bool,
    asked: Asked,
) -> None:
    """Play two games on the same deals: what moved, what did not, what needs more.

    Every draw and all that bots do by chance is shared. A pair in which a match breaks off is counted apart,
    and that match kept as a replay. Ctrl-C ends the run; what is finished by then is reported. The bots are
    the pack's own if it has one for all seats.
    """
    from rulewright_tools.comparing import MOST_PAIRS, USUAL_PAIRS, Request, check_lab, compare, set_up_both
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
    from rulewright_tools.prepare import refuse_looking_ahead
    from rulewright_tools.running import runner

    check_lab()
    setups = set_up_both((spec_a, spec_b), asked)
    if lift:
        for setup in setups:
            refuse_looking_ahead(setup, "--lift")
    begins = read_first(asked.first, setups[0].seats)
    for spec in (spec_a, spec_b):
        check_targets(spec, asked.json_file, report=report)
    check_writable(asked.json_file)
    check_report(report)
    planned = pairs or (USUAL_PAIRS if tolerance is None else MOST_PAIRS)
    request = Request(planned, asked.seed, begins, tolerance, dilution, lift)
    with runner(asked.jobs, asked.on) as there:
        done = compare(setups, request, there)
    kept = write_json(done.data, asked.json_file) and done.records.failure is None
    kept = write_report(done.data, report) and kept
    if asked.json_file != "-":
        from rulewright_tools.lab.compare_tables import print_comparison

        print_comparison(done.data, done.parting, done.interrupted)
    print_problems(done.records.faults)
    if done.records.failure is not None:
        say_unwritten("the replays", done.records.failure)
    ctx.exit(INTERRUPTED if done.interrupted else 1 if done.comparison.faults or not kept else 0)
