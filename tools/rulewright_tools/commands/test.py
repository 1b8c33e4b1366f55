"""`rulewright test`."""

from __future__ import annotations

import click

_EXAMPLES = """\b
examples:
  rulewright test axia
  rulewright test axia -k AX-44 -k foga
  rulewright test axia --coverage
  rulewright test axia --mutate
"""


@click.command("test", epilog=_EXAMPLES)
@click.argument("specs", nargs=-1, required=True, metavar="SPEC…")
@click.option(
    "-k",
    "words",
    multiple=True,
    metavar="WORD",
    help="Only scenarios with WORD in their name, or that cite the rule WORD; may be repeated.",
)
@click.option("--coverage", is_flag=True, help="Say what no scenario reaches.")
@click.option("--mutate", is_flag=True, help="Try small mistakes and say which ones no scenario notices.")
@click.option("--reference", is_flag=True, help="Run on the slow reference interpreter.")
@click.pass_context
def command(
    ctx: click.Context,
    specs: tuple[str, ...],
    words: tuple[str, ...],
    coverage: bool,
    mutate: bool,
    reference: bool,
) -> None:
    """Run the scenarios of a game and check its invariants.

    A failure is shown at the line of the scenario that is not as expected.
    """
    if coverage and reference:
        raise click.UsageError("--coverage watches the generated program: leave out --reference")
    if words and (coverage or mutate):
        option = "--coverage" if coverage else "--mutate"
        raise click.UsageError(f"{option} is about all scenarios together: leave out -k")
    if "" in words:
        raise click.BadParameter("'' is in every name: leave it out to run all", param_hint="-k")
    from rulewright_tools.failures import print_problems
    from rulewright_tools.mutating import mutation_words, run_mutants, told_on_terminal
    from rulewright_tools.testing import coverage_words, failed_words, in_words, run_tests

    passed = True
    for spec in specs:
        tested = run_tests(spec, with_coverage=coverage, reference=reference, words=words)
        if wrong := [*tested.suite.problems, *tested.suite.broken]:
            print_problems(wrong, err=False)
            click.echo()
        for outcome in tested.suite.failed:
            click.echo(failed_words(outcome))
            print_problems(outcome.differences, err=False)
            click.echo()
        for line in coverage_words(tested.parts):
            click.echo(line)
        click.echo(in_words(tested))
        passed = passed and tested.suite.passed
        if mutate and not tested.suite.passed:
            click.echo("mutants are tried once all this passes")
        elif mutate:
            mutation = run_mutants(spec, told_on_terminal)
            for line in mutation_words(mutation):
                click.echo(line)
            passed = passed and mutation.enough
    ctx.exit(0 if passed else 1)
