"""`rulewright schema`."""

from __future__ import annotations

from pathlib import Path

import click

from rulewright_tools.options import spec_argument

_EXAMPLES = """\b
examples:
  rulewright schema axia --out schemas
"""


@click.command("schema", epilog=_EXAMPLES)
@spec_argument
@click.option(
    "--out",
    type=click.Path(file_okay=False),
    required=True,
    metavar="DIR",
    help="The folder that they are written to; made if it is not there.",
)
def command(spec: str, out: str) -> None:
    """Write the JSON Schemas of a game's files, for editors that check and complete.

    One schema a sort of file, that of the cards with the fields of the game's kinds. Prints the two lines of
    settings with which the YAML extension of VS Code uses them.
    """
    from rulewright_tools.exporting import settings_lines, write_schemas

    if not out:
        raise click.BadParameter("cannot write to '': it has no name", param_hint="--out")
    folder = Path(out)
    written = write_schemas(spec, folder)
    click.echo(f"{len(written)} schemas written to {folder.as_posix()}; settings for VS Code:")
    for line in settings_lines(spec, folder):
        click.echo(line)
