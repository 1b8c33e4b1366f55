"""`rulewright fmt`."""

from __future__ import annotations

from pathlib import Path

import click

_EXAMPLES = """\b
examples:
  rulewright fmt .
  rulewright fmt . --check
"""


@click.command("fmt", epilog=_EXAMPLES)
@click.argument("paths", nargs=-1, required=True, metavar="PATH…", type=click.Path(path_type=Path))
@click.option("--check", is_flag=True, help="Only show what would change; exit with 1 if anything would.")
@click.pass_context
def command(ctx: click.Context, paths: tuple[Path, ...], check: bool) -> None:
    """Write packs in the one way to write them.

    A PATH is a YAML file, or a folder with all that lie in it. Blanks, indentation and quotes change, of the
    YAML and of the effect text in it; words, lines and comments stay.
    """
    from rulewright.source.diagnostics import Problems
    from rulewright_tools.failures import print_problems
    from rulewright_tools.forming import form, shown, yaml_files

    problems = Problems()
    changed = same = 0
    for path in yaml_files(paths):
        found = form(path, problems)
        if found is None:
            continue
        same += not found.changed
        changed += found.changed
        if found.changed and check:
            click.echo(found.diff(), nl=False)
        elif found.changed:
            found.write()
            click.echo(f"formed {shown(path)}")
    print_problems(problems.found)
    click.echo(f"{_files(changed)} {'to be formed' if check else 'formed'}, {same} as they should be")
    ctx.exit(1 if problems.found or (check and changed) else 0)


def _files(number: int) -> str:
    return "1 file" if number == 1 else f"{number} files"
