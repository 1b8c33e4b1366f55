"""`rulewright show`."""

from __future__ import annotations

import click

from rulewright_tools.options import spec_argument

_EXAMPLES = """\b
examples:
  rulewright show axia
  rulewright show axia outcomes/winner
  rulewright show axia foga --text
  rulewright show axia king_forest --origin
  rulewright show axia --program
"""


@click.command("show", epilog=_EXAMPLES)
@spec_argument
@click.argument("id_", metavar="[ID]", required=False)
@click.option("--program", "as_program", is_flag=True, help="Print the generated Python.")
@click.option("--origin", is_flag=True, help="Where each value was written, and what it was before.")
@click.option("--text", "as_text", is_flag=True, help="The rules text of a card; of all cards without ID.")
@click.option("--json", "as_json", is_flag=True, help="The effects of ID and what they say, as JSON.")
@click.pass_context
def command(
    ctx: click.Context,
    spec: str,
    id_: str | None,
    as_program: bool,
    origin: bool,
    as_text: bool,
    as_json: bool,
) -> None:
    """A game, one of its entries or declarations, or the program made of it.

    ID is an id as the pack writes it; its kind or section may stand before it: KIND/ID, verbs/ID. Below each
    effect stands what it says in English.
    """
    if sum((as_program, origin, as_text, as_json)) > 1:
        raise click.UsageError("--program, --origin, --text and --json exclude each other")
    if as_json and id_ is None:
        raise click.UsageError("--json is of an entry or declaration: give its ID")
    from rulewright_tools import showing

    if as_text:
        click.echo(showing.texts(spec, id_))
        return
    if as_json and id_ is not None:
        import json

        click.echo(json.dumps(showing.data(spec, id_), ensure_ascii=False, indent=2))
        return
    if as_program and id_ is not None:
        raise click.UsageError("--program is of the whole game: leave out the ID")
    if origin and id_ is None:
        raise click.UsageError("--origin is of an entry or declaration: give its ID")
    if origin and id_ is not None:
        from rulewright_tools.laying import origin_lines

        click.echo("\n".join(origin_lines(spec, id_)))
        return
    if as_program:
        click.echo(showing.program(spec), nl=False)
        return
    click.echo(showing.summary(spec) if id_ is None else showing.things(spec, id_))
