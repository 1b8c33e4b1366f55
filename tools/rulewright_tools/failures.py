"""What went wrong, in words, and the exit code: 1 for problems found, 2 for wrong usage."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from shlex import quote
from typing import TextIO

import click

from rulewright.packs.spec import SPEC_FILE
from rulewright.source.counted import counted
from rulewright.source.diagnostics import ContentError, Diagnostic
from rulewright.source.render import render
from rulewright_tools.streams import is_output_error

MOST_SHOWN = 3
"""Of the problems of a game that was only to be used."""


def coloured(stream: TextIO) -> bool:
    """Whether a stream is a terminal that wants colours."""
    return stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def print_problems(problems: Sequence[Diagnostic], *, err: bool = True) -> None:
    """Each problem with its source line, a blank line between."""
    colour = coloured(sys.stderr if err else sys.stdout)
    if problems:
        click.echo("\n\n".join(render(problem, colour) for problem in problems), err=err)


class UnusableGame(ContentError):
    """Mistakes of a game that was to be used: some are enough to say that it cannot be."""

    def __init__(self, spec: str, diagnostics: Sequence[Diagnostic]) -> None:
        self.spec = spec
        super().__init__(diagnostics)


@contextmanager
def using(spec: str) -> Iterator[None]:
    """Whatever is wrong with the game of a spec in this block, it is for `check` to show all of it."""
    try:
        yield
    except ContentError as error:
        if any(problem.span.file.name == SPEC_FILE for problem in error.diagnostics):
            raise
        raise UnusableGame(spec, error.diagnostics) from None


def _print_first(error: UnusableGame) -> None:
    print_problems(error.diagnostics[:MOST_SHOWN])
    problems = counted(len(error.diagnostics), "problem")
    click.echo(f"\n{error.spec}: {problems}; see 'rulewright check {quote(error.spec)}'", err=True)


def say_unwritten(what: str, error: OSError) -> None:
    """That something of a report could not be kept, and why."""
    reason = (error.strerror or str(error)).lower()
    click.echo(f"Error: {what} could not be written: '{error.filename}': {reason}", err=True)


def report(error: Exception) -> int:
    """Say what an exception means to a user; the exit code."""
    from concurrent.futures import BrokenExecutor

    from rulewright.engine.machine import Fault
    from rulewright.play.match import RefusedMatch
    from rulewright.play.playout import fault_diagnostic

    if isinstance(error, UnusableGame):
        _print_first(error)
        return 1
    if isinstance(error, ContentError):
        print_problems(error.diagnostics)
        return 1
    if isinstance(error, Fault):
        print_problems([fault_diagnostic(error)])
        return 1
    if isinstance(error, RefusedMatch):
        click.echo(f"Error: no match with these settings and players: {error}", err=True)
        return 2
    if isinstance(error, BrokenExecutor):
        click.echo("Error: a process of this run was ended from outside; --jobs 1 needs no others", err=True)
        return 1
    if isinstance(error, OSError) and (error.filename is not None or is_output_error(error)):
        what = "write the output" if error.filename is None else f"use '{error.filename}'"
        click.echo(f"Error: cannot {what}: {(error.strerror or str(error)).lower()}", err=True)
        return 1
    click.echo(
        f"internal error: {type(error).__name__}: {error}\n"
        "This is a mistake in Rulewright. RULEWRIGHT_TRACEBACK=1 shows where.",
        err=True,
    )
    return 1
