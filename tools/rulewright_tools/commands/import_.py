"""`rulewright import`."""

from __future__ import annotations

import click

from rulewright_tools.options import spec_argument

_EXAMPLES = """\b
examples:
  rulewright new pack my_game
  rulewright export my_game card --csv cards.csv
  rulewright import my_game card --csv cards.csv
  rulewright import my_game card --csv cards.csv --yes
"""


@click.command("import", epilog=_EXAMPLES)
@spec_argument
@click.argument("kind")
@click.option("--csv", "source", required=True, metavar="FILE", help="A table as 'export' writes it.")
@click.option("--yes", is_flag=True, help="Write without asking.")
@click.option("--remove", is_flag=True, help="Take entries that have no row out of the pack.")
@click.pass_context
def command(ctx: click.Context, spec: str, kind: str, source: str, yes: bool, remove: bool) -> None:
    """Put what a table of entries says into the files of a pack.

    Only what differs is written, where it stands; all other lines stay as they are. New rows are new
    entries. Of several packs the last one is changed. The differences are shown first, and the game is
    checked as it would be: nothing is written if it has a mistake, each of which is told at its cell.
    """
    import sys

    from rulewright_tools.failures import coloured, print_problems
    from rulewright_tools.files import write_edited
    from rulewright_tools.spreadsheet.reading import read_import
    from rulewright_tools.spreadsheet.telling import diff_lines, in_words

    done, problems = read_import(spec, kind, source, remove=remove)
    if problems:
        print_problems(problems)
    if any(problem.severity == "error" for problem in problems):
        click.echo(f"\n{source}: nothing is written", err=True)
        ctx.exit(1)
    if not done.files:
        click.echo("nothing differs")
        return
    for line in diff_lines(done.files.values(), coloured(sys.stdout)):
        click.echo(line)
    click.echo()
    click.echo(in_words(done))
    if not yes:
        if not sys.stdin.isatty():
            click.echo("nothing is written; --yes writes it")
            return
        if not click.confirm("write this?"):
            click.echo("nothing is written")
            return
    write_edited(done.files)
    click.echo("written")
