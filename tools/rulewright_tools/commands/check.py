"""`rulewright check`."""

from __future__ import annotations

import click

_EXAMPLES = """\b
examples:
  rulewright check axia
"""


@click.command("check", epilog=_EXAMPLES)
@click.argument("specs", nargs=-1, required=True, metavar="SPEC…")
@click.pass_context
def command(ctx: click.Context, specs: tuple[str, ...]) -> None:
    """Everything that can be known about a game without playing it.

    Reads every file and checks it against its schema, then every name, every effect text and the
    invariants that read no state, and what scenarios say as far as they need not be played for it; prints
    all problems with their places.
    """
    import gc

    gc.disable()  # a check is short, and what it builds is kept anyway
    from rulewright_tools.checking import check, in_words
    from rulewright_tools.failures import print_problems

    failed = False
    for spec in specs:
        checked = check(spec)
        print_problems(checked.problems, err=False)
        if checked.problems:
            click.echo()
        click.echo(in_words(checked))
        failed = failed or checked.errors > 0
    ctx.exit(1 if failed else 0)
