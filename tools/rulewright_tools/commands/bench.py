"""`rulewright bench`."""

from __future__ import annotations

import click

from rulewright_tools.options import match_options, spec_argument

_EXAMPLES = """\b
examples:
  rulewright bench axia
  rulewright bench axia --players 1 --json
"""


@click.command("bench", epilog=_EXAMPLES)
@spec_argument
@match_options
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(
    spec: str, players: int | None, assignments: tuple[str, ...], policy: str | None, as_json: bool
) -> None:
    """How fast a game runs: games, decisions and copies of the state per second of one processor.

    The bots are uniform ones if none are named.
    """
    import json

    from rulewright_tools.lab.bench import bench
    from rulewright_tools.prepare import set_up

    setup = set_up(spec, players, assignments, "uniform" if policy is None else policy)
    measured = bench(setup)
    if as_json:
        click.echo(json.dumps(measured, indent=2))
        return
    click.echo(
        f"{setup.title()}, {', '.join(setup.policies)}: median of {measured['runs']} runs, CPU seconds"
    )
    for key in ("games_per_s", "decisions_per_s", "copies_per_s"):
        click.echo(f"{key:<16} {measured[key]:>12,.0f}")
