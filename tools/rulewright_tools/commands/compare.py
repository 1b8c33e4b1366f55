"""`rulewright compare`."""

from __future__ import annotations

import click

from rulewright_tools.options import finite, match_options

_EXAMPLES = """\b
examples:
  rulewright compare katana katana+katana_ronin -n 20
  rulewright compare axia axia+axia_house_rules -n 12 --players 3 --json result.json
  rulewright compare axia axia+axia_house_rules -n 60 --policy uniform --until-sure 2
"""


@click.command("compare", epilog=_EXAMPLES)
@click.argument("spec_a", metavar="SPEC_A")
@click.argument("spec_b", metavar="SPEC_B")
@click.option(
    "-n", "pairs", type=click.IntRange(min=2), metavar="N", help="Pairs: deals, each in all rotations."
)
@match_options
@click.option(
    "--first",
    default="random",
    metavar="SEAT|random",
    help="Who begins in the first rotation; random by the seed.",
    show_default=True,
)
@click.option("--seed", type=int, default=0, metavar="S", show_default=True, help="Same seed, same result.")
@click.option(
    "--jobs",
    type=click.IntRange(min=1),
    metavar="J",
    help="Processes; the result is the same for any number.",
)
@click.option(
    "--until-sure",
    "tolerance",
    type=click.FloatRange(min=0, min_open=True),
    callback=finite,
    metavar="TOL",
    help="Stop when it is sure whether the score moves by TOL; at most N pairs.",
)
@click.option("--json", "json_file", metavar="FILE|-", help="Write JSON; - prints it instead of the table.")
@click.pass_context
def command(
    ctx: click.Context,
    spec_a: str,
    spec_b: str,
    pairs: int | None,
    players: int | None,
    assignments: tuple[str, ...],
    policy: str | None,
    first: str,
    seed: int,
    jobs: int | None,
    tolerance: float | None,
    json_file: str | None,
) -> None:
    """Play two games on the same deals: what moved, what did not, what needs more.

    Every draw and all that bots do by chance is shared. A pair that breaks off is counted apart. Ctrl-C ends
    the run; what is finished by then is reported. The bots are the pack's own if it has one for all seats.
    """
    from rulewright_tools.comparing import MOST_PAIRS, USUAL_PAIRS, check_lab, compare, set_up_both
    from rulewright_tools.interrupts import INTERRUPTED
    from rulewright_tools.options import read_first
    from rulewright_tools.simulate import check_targets, check_writable, write_json

    check_lab()
    setups = set_up_both((spec_a, spec_b), players, assignments, policy)
    begins = read_first(first, setups[0].seats)
    for spec in (spec_a, spec_b):
        check_targets(spec, json_file)
    check_writable(json_file)
    planned = pairs or (USUAL_PAIRS if tolerance is None else MOST_PAIRS)
    done = compare(setups, planned, seed, begins, jobs, tolerance)
    if json_file != "-":
        from rulewright_tools.lab.compare_tables import print_comparison

        print_comparison(done.data, done.parting, done.changes)
    write_json(done.data, json_file)
    ctx.exit(INTERRUPTED if done.interrupted else 1 if done.comparison.faults else 0)
