"""`rulewright check`."""

from __future__ import annotations

import click

_EXAMPLES = """\b
examples:
  rulewright check axia
  rulewright check axia --format github
  rulewright check axia --fix
"""
MOST_SHOWN = 100
"""Problems of a game that are shown as text; the last line counts all."""


@click.command("check", epilog=_EXAMPLES)
@click.argument("specs", nargs=-1, required=True, metavar="SPEC…")
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "json", "github", "sarif"]),
    default="text",
    show_default=True,
    help="For people, for programs, for the annotations of GitHub, or SARIF 2.1.0.",
)
@click.option("--fix", is_flag=True, help="Write what is certain to be meant; comments and layout stay.")
@click.pass_context
def command(ctx: click.Context, specs: tuple[str, ...], form: str, fix: bool) -> None:
    """Everything that can be known about a game without playing it.

    Reads every file and checks it against its schema, then every name, every effect text and the
    invariants that read no state, and what scenarios say as far as they need not be played for it; prints
    all problems with their places.
    """
    import gc

    gc.disable()  # a check is short, and what it builds is kept anyway
    ctx.call_on_close(gc.enable)
    from rulewright_tools.checking import check, in_words
    from rulewright_tools.failures import print_problems

    if fix:
        from rulewright_tools.fixing import fixed

        for line in fixed(specs):
            click.echo(line, err=form != "text")
    checks = [check(spec) for spec in specs]
    if form == "text":
        for checked in checks:
            print_problems(checked.problems[:MOST_SHOWN], err=False)
            left = len(checked.problems) - MOST_SHOWN
            if left > 0:
                click.echo(f"\nand {left:,} more problems")
            if checked.problems:
                click.echo()
            click.echo(in_words(checked))
    else:
        from rulewright import __version__
        from rulewright.source import formats

        problems = [problem for checked in checks for problem in checked.problems]
        match form:
            case "json":
                click.echo(formats.in_json(problems))
            case "sarif":
                click.echo(formats.in_sarif(problems, __version__))
            case "github" if problems:
                click.echo(formats.in_github(problems))
    ctx.exit(1 if any(checked.errors for checked in checks) else 0)
