"""Checking again whenever a file of a game changes: what `check --watch` does."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import click

from rulewright.packs.spec import resolve
from rulewright.source.diagnostics import Problems

PAUSE_S = 0.25
"""Between two looks at the files."""
SETTLE_S = 0.05
"""After a change, for the rest of what an editor writes."""
MOST_NAMED = 3

Stamps = dict[Path, tuple[int, int]]  # when each file was last written, in nanoseconds, and its size


def watch(specs: Sequence[str], check: Callable[[], int]) -> int:
    """Check now and after every change, until Ctrl-C; what the last check gave.

    Raises:
        KeyboardInterrupt: before the first check is done.
    """
    status: int | None = None
    try:
        while True:
            seen = stamps(specs)
            status = check()
            click.echo("watching; Ctrl-C ends it")
            while (now := stamps(specs)) == seen:
                time.sleep(PAUSE_S)
            time.sleep(SETTLE_S)
            if sys.stdout.isatty():
                click.clear()
            click.echo(f"\nchanged: {_changed(seen, now)}\n")
    except KeyboardInterrupt:
        if status is None:
            raise
        return status


def stamps(specs: Sequence[str]) -> Stamps:
    """The files of some games as they are; a file that goes meanwhile is not among them."""
    found: Stamps = {}
    for spec in specs:
        for place in resolve(spec, Problems()):
            for path in place.path.rglob("*") if place.path.is_dir() else (place.path,):
                if path.suffix in (".yaml", ".yml"):
                    try:
                        about = path.stat()
                    except OSError:
                        continue
                    found[path] = (about.st_mtime_ns, about.st_size)
    return found


def _changed(before: Stamps, now: Stamps) -> str:
    names = sorted(path.as_posix() for path in {*before, *now} if before.get(path) != now.get(path))
    more = len(names) - MOST_NAMED
    return ", ".join(names[:MOST_NAMED]) + (f" and {more} more" if more > 0 else "")
