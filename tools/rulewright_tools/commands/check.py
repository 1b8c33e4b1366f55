"""`rulewright check`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rulewright_tools.checking import Checked

_EXAMPLES = """\b
examples:
  rulewright check axia
  rulewright check axia --format github
  rulewright check axia --fix
  rulewright check axia katana --strict
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
@click.option("--watch", is_flag=True, help="Check again whenever a file changes, until Ctrl-C.")
@click.option("--strict", is_flag=True, help="Warnings count as errors for the exit code; notes never do.")
@click.pass_context
def command(
    ctx: click.Context, specs: tuple[str, ...], form: str, fix: bool, watch: bool, strict: bool
) -> None:
    """Everything that can be known about a game without playing it.

    Reads every file and checks it against its schema, then every name, every effect text and the
    invariants that read no state, and what scenarios say as far as they need not be played for it; prints
    all problems with their places. Where there are no errors it adds warnings and notes about what is legal
    and hardly meant.
    """
    import gc

    gc.disable()  # a check is short, and what it builds is kept anyway
    ctx.call_on_close(gc.enable)
    if watch and form != "text":
        raise click.UsageError("--watch shows text; leave out --format")
    if watch:
        from rulewright_tools.watching import watch as watching

        ctx.exit(watching(specs, lambda: _again(specs, fix, strict)))
    ctx.exit(_check(specs, form, fix, strict))


def _again(specs: Sequence[str], fix: bool, strict: bool) -> int:
    """One check of many: what it built is thrown away."""
    import gc

    status = _check(specs, "text", fix, strict)
    gc.collect()
    return status


def _check(specs: Sequence[str], form: str, fix: bool, strict: bool) -> int:
    """Fix, check and print; the exit code."""
    from rulewright_tools.checking import check

    if fix:
        from rulewright_tools.fixing import fixed

        for line in fixed(specs):
            click.echo(line, err=form != "text")
    checks = [check(spec) for spec in specs]
    if form == "text":
        _print(checks)
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
    return 1 if any(checked.errors or (strict and checked.warnings) for checked in checks) else 0


def _print(checks: Sequence[Checked]) -> None:
    """The problems of each game, not too many, and a line that counts all."""
    from rulewright.source.counted import counted
    from rulewright_tools.checking import in_words
    from rulewright_tools.failures import print_problems

    for checked in checks:
        print_problems(checked.problems[:MOST_SHOWN], err=False)
        left = len(checked.problems) - MOST_SHOWN
        if left > 0:
            click.echo(f"\nand {counted(left, 'more problem')}")
        if checked.problems:
            click.echo()
        click.echo(in_words(checked))
