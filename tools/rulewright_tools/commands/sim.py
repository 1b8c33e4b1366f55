"""`rulewright sim`."""

from __future__ import annotations

import click

from rulewright_tools.options import match_options, spec_argument

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
"""


@click.command("sim", epilog=_EXAMPLES)
@spec_argument
@click.option(
    "-n", "games", type=click.IntRange(min=1), required=True, metavar="N", help="Number of matches."
)
@match_options
@click.option(
    "--first",
    default="random",
    metavar="SEAT|random",
    help="Who begins; random by the seed.",
    show_default=True,
)
@click.option("--seed", type=int, default=0, metavar="S", show_default=True, help="Same seed, same result.")
@click.option(
    "--jobs",
    type=click.IntRange(min=1),
    metavar="J",
    help="Processes; the result is the same for any number.",
)
@click.option("--json", "json_file", metavar="FILE|-", help="Write JSON; - prints it instead of the table.")
@click.option("--record", metavar="FOLDER|FILE", help="Keep a replay of every match.")
@click.option("--metrics", is_flag=True, help="Also how a match goes, and what becomes of each entry.")
@click.option("--tables", metavar="FOLDER", help="Keep the figures of every match, as CSV and JSON.")
@click.option("--checked", is_flag=True, help="Look at the invariants and all components at every decision.")
@click.option("--reference", is_flag=True, help="Run on the slow reference interpreter.")
@click.pass_context
def command(
    ctx: click.Context,
    spec: str,
    games: int,
    players: int | None,
    assignments: tuple[str, ...],
    policy: str | None,
    first: str,
    seed: int,
    jobs: int | None,
    json_file: str | None,
    record: str | None,
    metrics: bool,
    tables: str | None,
    checked: bool,
    reference: bool,
) -> None:
    """Play many matches and count: scores, wins, points by scoring line, length.

    A match that breaks off is counted apart and kept as a replay. Ctrl-C ends the run; what is finished by
    then is reported.
    """
    from rulewright_tools.failures import print_problems, say_unwritten
    from rulewright_tools.interrupts import INTERRUPTED
    from rulewright_tools.options import read_first
    from rulewright_tools.prepare import set_up
    from rulewright_tools.simulate import (
        check_targets,
        check_writable,
        make_folder,
        run,
        write_json,
        write_tables,
    )

    setup = set_up(spec, players, assignments, policy, reference)
    begins = read_first(first, setup.seats)
    check_targets(spec, json_file, record, tables)
    check_writable(json_file)
    make_folder(tables, "--tables")
    ran = run(setup, games, seed, begins, jobs, record, reference, tables is not None, metrics, checked)
    data = ran.tally.data(games, seed, begins)
    if ran.shape is not None:
        data["metrics"] = ran.shape.data()
    if json_file != "-":
        from rulewright_tools.lab.tables import print_run

        print_run(data, setup.title())
    print_problems(ran.faults)
    if ran.unsaved is not None:
        say_unwritten("the replays", ran.unsaved)
    write_json(data, json_file)
    written = write_tables(ran, tables)
    ctx.exit(INTERRUPTED if ran.interrupted else 1 if ran.tally.faults or ran.unsaved or not written else 0)
