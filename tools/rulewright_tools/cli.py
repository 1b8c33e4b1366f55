"""The command `rulewright`: a group of commands that load only when they are used."""

from __future__ import annotations

import importlib
import keyword
import os
from contextlib import suppress
from typing import Any

import click

from rulewright import __version__

# name -> what it does, in the order of a designer's loop; the module of the same name holds the command
COMMANDS = {
    "new": "Commented starting points: a pack, an expansion, an entry or a scenario.",
    "check": "Everything that can be known about a game without playing it.",
    "fmt": "Write packs in the one way to write them.",
    "schema": "Write the JSON Schemas of a game's files, for editors that check and complete.",
    "explain": "What a code of a problem means, with a wrong and a right example.",
    "test": "Run the scenarios of a game and check its invariants.",
    "show": "A game, one of its entries or declarations, or the program made of it.",
    "packs": "The packs of a game in the order in which they are laid on each other, and why.",
    "diff": "What differs between two games: entry, field, before, after, and which pack did it.",
    "export": "The entries of a kind as a table for a spreadsheet.",
    "import": "Put what a table of entries says into the files of a pack.",
    "sim": "Play many matches and count: scores, wins, points by scoring line, length.",
    "compare": "Play two games on the same deals: what moved, what did not, what needs more.",
    "sweep": "Move numbers one at a time, up and down: which of them moves what, and how much.",
    "ladder": "Whether playing better pays: policies from weak to strong, each against those below.",
    "tune": "Look for the fewest changes of numbers that bring figures where they are to be.",
    "replay": "Play a recorded match again and verify every draw, decision and point.",
    "bench": "How fast a game runs: games, decisions and copies of the state per second of one processor.",
}


class Commands(click.Group):
    """Loads a command when it is called, and turns what goes wrong into words and an exit code."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        if name not in COMMANDS:
            return None
        file = f"{name}_" if keyword.iskeyword(name) else name
        module = importlib.import_module(f"rulewright_tools.commands.{file}")
        command: click.Command = module.command
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and args[0] not in COMMANDS and not args[0].startswith("-"):
            from rulewright.source.suggest import did_you_mean

            hint = did_you_mean(args[0], COMMANDS)
            ctx.fail(f"no command '{args[0]}'" + (f"; {hint}" if hint else ""))
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except (click.ClickException, click.exceptions.Exit, click.Abort, BrokenPipeError):
            raise
        except KeyboardInterrupt:
            from rulewright_tools.interrupts import INTERRUPTED, say_interrupted

            say_interrupted()
            ctx.exit(INTERRUPTED)
        except Exception as error:
            from rulewright_tools.failures import report

            if os.environ.get("RULEWRIGHT_TRACEBACK"):
                raise
            ctx.exit(report(error))


_EXAMPLES = """\b
examples:
  rulewright check axia
  rulewright sim axia -n 200
"""


@click.group(
    cls=Commands,
    epilog=_EXAMPLES,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.version_option(__version__, prog_name="rulewright")
def cli() -> None:
    """Rulebooks as data: check, test, play and balance tabletop games.

    A game is named by a SPEC: the id of a bundled pack or the path of a pack's folder, and after a + each
    what is laid over it.
    """


def status() -> int:
    """Run the command; its exit code."""
    from rulewright_tools.streams import drop_output, open_streams

    open_streams()
    try:
        return _status()
    finally:
        drop_output()


def _status() -> int:
    from rulewright_tools.failures import report
    from rulewright_tools.interrupts import INTERRUPTED, say_interrupted

    status = 1
    try:
        try:
            return cli.main(prog_name="rulewright", standalone_mode=False) or 0
        except click.ClickException as error:
            status = error.exit_code
            error.show()
        except (click.Abort, KeyboardInterrupt):  # outside of any command, where click tells it by Abort
            status = INTERRUPTED
            say_interrupted()
    except OSError as error:  # outside of any command: the help or the mistake could not be printed
        with suppress(OSError):
            report(error)
    return status
