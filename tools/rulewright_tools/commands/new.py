"""`rulewright new`."""

from __future__ import annotations

from pathlib import Path

import click

from rulewright_tools.options import spec_argument

_EXAMPLES = """\b
examples:
  rulewright new pack my_game
  rulewright new expansion my_game my_expansion
  rulewright new entry my_game+my_expansion card coral
  rulewright new scenario my_game R-1
"""


@click.group("new", epilog=_EXAMPLES)
def command() -> None:
    """Commented starting points: a pack, an expansion, an entry or a scenario.

    What is written passes 'check' and 'test' as it stands. A file that is there is never overwritten.
    """


@command.command("pack", epilog="\b\nexamples:\n  rulewright new pack my_game")
@click.argument("folder", type=click.Path(path_type=Path))
def pack(folder: Path) -> None:
    """A small game that can be played, in a new FOLDER whose name is its id."""
    from rulewright_tools.files import write_new
    from rulewright_tools.starting.pack import pack_files
    from rulewright_tools.starting.places import in_words, new_folder, schema_command

    texts = pack_files(folder, new_folder(folder))
    write_new(texts, "FOLDER")
    shown = folder.as_posix()
    commands = (f"check {shown}", f"test {shown}", f"sim {shown} -n 100", schema_command(shown, folder))
    click.echo(in_words(texts, commands))


@command.command("expansion", epilog="\b\nexamples:\n  rulewright new expansion axia my_expansion")
@click.argument("base", metavar="SPEC")
@click.argument("folder", type=click.Path(path_type=Path))
def expansion(base: str, folder: Path) -> None:
    """An expansion of the game SPEC, in a new FOLDER whose name is its id. It changes nothing yet."""
    from rulewright_tools.files import write_new
    from rulewright_tools.starting.expansion import expansion_files
    from rulewright_tools.starting.places import in_words, new_folder, schema_command

    texts = expansion_files(base, folder, new_folder(folder))
    write_new(texts, "FOLDER")
    spec = f"{base}+{folder.as_posix()}"
    commands = (f"check {spec}", f"test {spec}", f"new entry {spec} KIND ID", schema_command(spec, folder))
    click.echo(in_words(texts, commands))


@command.command("entry", epilog="\b\nexamples:\n  rulewright new entry axia+./my_expansion item grapnel")
@spec_argument
@click.argument("kind")
@click.argument("id_", metavar="ID")
@click.pass_context
def entry(ctx: click.Context, spec: str, kind: str, id_: str) -> None:
    """An entry of a KIND with all it can say, in a file of its own in the last pack of SPEC."""
    from rulewright_tools.failures import print_problems
    from rulewright_tools.starting.adding import new_entry
    from rulewright_tools.starting.places import in_words

    texts, problems = new_entry(spec, kind, id_)
    click.echo(in_words(texts, (f"check {spec}", f"show {spec} {id_}", f"new scenario {spec} {id_}")))
    if problems:
        click.echo("\nthis game counts what it has; what has to be changed with it:\n", err=True)
        print_problems(problems)
        ctx.exit(1)


@command.command("scenario", epilog="\b\nexamples:\n  rulewright new scenario ./my_game R-1")
@spec_argument
@click.argument("about", metavar="RULE|ENTRY")
@click.argument("name", required=False)
def scenario(spec: str, about: str, name: str | None) -> None:
    """A scenario about a rule or an entry, in the last pack of SPEC; NAME is that of its file."""
    from rulewright_tools.starting.adding import new_scenario
    from rulewright_tools.starting.places import in_words

    texts, file = new_scenario(spec, about, name)
    click.echo(in_words(texts, (f"test {spec} -k {file}", f"show {spec} {about}")))
