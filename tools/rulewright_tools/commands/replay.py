"""`rulewright replay`."""

from __future__ import annotations

from pathlib import Path

import click

from rulewright_tools.numbers import AtLeast

_EXAMPLES = """\b
examples:
  rulewright sim axia -n 1 --record match.jsonl
  rulewright replay match.jsonl
  rulewright replay match.jsonl --log
  rulewright replay match.jsonl --to 12
  rulewright replay match.jsonl --under axia+axia_house_rules
"""


@click.command("replay", epilog=_EXAMPLES)
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--to", type=AtLeast(0), metavar="N", help="Stop after decision N and show the position.")
@click.option("--reveal", is_flag=True, help="With --to: also what the seat that is asked does not see.")
@click.option("--log", is_flag=True, help="Print everything that happens, also what is hidden.")
@click.option(
    "--under",
    "spec",
    metavar="SPEC",
    help="Play it with other content instead, and say at which decision it differs first.",
)
@click.pass_context
def command(
    ctx: click.Context, file: Path, to: int | None, reveal: bool, log: bool, spec: str | None
) -> None:
    """Play a recorded match again and verify every draw, decision and point.

    Content that is not what was played is refused, with the entries that differ; with --under it is what
    you want to see the effect of.
    """
    from rulewright.play.link import link
    from rulewright.play.playout import fault_diagnostic
    from rulewright.play.replay import reenact
    from rulewright.play.replay_read import read_replays
    from rulewright_tools.failures import print_problems, using
    from rulewright_tools.replaying import in_words, move_lines, position

    replays = read_replays(file)
    if to is not None and len(replays) > 1:
        raise click.UsageError(f"--to needs a file with one match; {file} holds {len(replays)}")
    if to is not None and to > (most := replays[0].decisions):
        raise click.BadParameter(f"the match has {most} decisions, so there is no {to}", param_hint="--to")
    if reveal and to is None:
        raise click.UsageError("--reveal is for the position of --to")
    if spec is not None:
        if to is not None or log:
            raise click.UsageError(f"{'--log' if to is None else '--to'} and --under do not go together")
        from rulewright_tools.under import all_under

        for line in all_under(replays, spec):
            click.echo(line)
        return
    failed = False
    linked = {}
    for spec in dict.fromkeys(replay.spec for replay in replays):
        with using(spec):
            linked[spec] = link(spec)
    for replay in replays:
        done = reenact(replay, linked[replay.spec], to, log=log)
        moves = () if to is None else move_lines(done.moves, reveal=reveal)
        for line in done.lines if log else moves:
            click.echo(line)
        if to is not None:
            click.echo(position(done, reveal=reveal))
        click.echo(in_words(done))
        if done.fault is not None:
            print_problems([fault_diagnostic(done.fault)])
            failed = True
    ctx.exit(1 if failed else 0)
