"""Ctrl-C: what it may not cut in half, and how a command ends by it."""

from __future__ import annotations

import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import click

from rulewright_tools.entry import INTERRUPTED as INTERRUPTED


@contextmanager
def whole() -> Iterator[None]:
    """Hold Ctrl-C back until the block is done; only in the main thread."""
    came: list[int] = []
    before = signal.signal(signal.SIGINT, lambda number, _frame: came.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
    if came:
        signal.raise_signal(signal.SIGINT)


def say_interrupted(words: str = "interrupted") -> None:
    """One line, below the ^C that a terminal shows."""
    click.echo(("\n" if sys.stderr.isatty() else "") + words, err=True)
