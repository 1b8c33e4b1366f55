"""`rulewright export`."""

from __future__ import annotations

import click

from rulewright_tools.options import spec_argument

_EXAMPLES = """\b
examples:
  rulewright export axia beast --csv beasts.csv
  rulewright export axia+axia_swamp item --csv - --semicolons
"""


@click.command("export", epilog=_EXAMPLES)
@spec_argument
@click.argument("kind")
@click.option("--csv", "target", required=True, metavar="FILE|-", help="The file to write; - prints it.")
@click.option("--semicolons", is_flag=True, help="For spreadsheets that write numbers with a comma.")
@click.option("--overwrite", is_flag=True, help="Replace FILE if it is there already.")
def command(spec: str, kind: str, target: str, semicolons: bool, overwrite: bool) -> None:
    """The entries of a kind as a table for a spreadsheet.

    A row is an entry, a column something that it can say; a cell is empty if the entry itself does not say
    it. Of several packs the last one's entries are shown. 'rulewright import' takes the table back.
    """
    from pathlib import Path

    from rulewright.source.counted import counted
    from rulewright_tools.files import check_outside, write_table
    from rulewright_tools.spreadsheet.exporting import table_of
    from rulewright_tools.spreadsheet.pack_files import card_files

    cards = card_files(spec)
    text = table_of(cards, kind, ";" if semicolons else ",")
    if target == "-":
        click.echo(text, nl=False)
        return
    path = Path(target)
    check_outside(spec, target, "--csv", "exported")
    if path.exists() and not overwrite:
        message = f"'{target}' is there already; --overwrite replaces it"
        raise click.BadParameter(message, param_hint="--csv")
    write_table(path, text)
    click.echo(f"{target}: {counted(len(cards.entries(kind)), 'row')}")
