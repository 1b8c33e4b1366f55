"""`rulewright explain`."""

from __future__ import annotations

import click

_EXAMPLES = """\b
examples:
  rulewright explain T501
  rulewright explain --all
"""


@click.command("explain", epilog=_EXAMPLES)
@click.argument("codes", nargs=-1, metavar="CODE…")
@click.option("--all", "page", is_flag=True, help="Every code, as the page of the documentation has it.")
def command(codes: tuple[str, ...], page: bool) -> None:
    """What a code of a problem means, with a wrong and a right example."""
    from rulewright_tools.explaining import as_page, in_words, known_codes

    if page == bool(codes):
        raise click.UsageError("give one CODE or more, or --all")
    click.echo(as_page() if page else "\n\n".join(map(in_words, known_codes(codes))))
