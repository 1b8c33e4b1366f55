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
@click.option("--migrate", is_flag=True, help="Bring packs of an older content format to the current one.")
@click.pass_context
def command(ctx: click.Context, paths: tuple[Path, ...], check: bool, migrate: bool) -> None:
    """Write packs in the one way to write them.

    A PATH is a YAML file, or a folder with all that lie in it. Blanks, indentation and quotes change, of the
    YAML and of the effect text in it; words, lines and comments stay.

    With --migrate, keys and words of an older content format become those of the current one; it says
    which, and where a person has to look. Of a pack all files are written or none.
    """
    from rulewright.source.counted import counted
    from rulewright.source.diagnostics import Problems
    from rulewright_tools.failures import print_problems
    from rulewright_tools.forming import refuse_ids, shown, write_formed, yaml_files
    from rulewright_tools.migrating import form_migrated, of_formats

    problems = Problems()
    refuse_ids(paths)
    files = [*dict.fromkeys(yaml_files(paths))]
    older = of_formats(files, problems) if migrate else {}
    formed = [form_migrated(path, older.get(path), problems) for path in files]
    left = {path for path, work in older.items() if work.failed}
    good = [file for file in formed if file is not None and file.path not in left]
    changed = [file for file in good if file.changed]
    if not check:
        write_formed(changed)
    for file in changed:
        click.echo(file.diff() if check else f"formed {shown(file.path)}", nl=not check)
    for work in {id(work): work for work in older.values()}.values():
        click.echo("\n".join(work.words()))
    print_problems(problems.errors)
    done = "to be formed" if check else "formed"
    click.echo(f"{counted(len(changed), 'file')} {done}, {len(good) - len(changed)} as they should be")
    ctx.exit(1 if problems.errors or (check and changed) else 0)
