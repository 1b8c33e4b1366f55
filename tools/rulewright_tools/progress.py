"""How far a long run has come, on the terminal."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import TypeVar

from rulewright_tools.failures import coloured

T = TypeVar("T")


@contextmanager
def progress(outcomes: Iterable[T], games: int, title: str, unit: str = "games") -> Iterator[Iterator[T]]:
    """The outcomes, with a bar, the rate and the time left on a terminal's error stream."""
    if not sys.stderr.isatty():
        yield iter(outcomes)
        return
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        ProgressColumn,
        Task,
        TextColumn,
        TimeRemainingColumn,
    )
    from rich.text import Text

    class Rate(ProgressColumn):
        def render(self, task: Task) -> Text:
            return Text("" if task.speed is None else f"{task.speed:,.0f} {unit}/s")

    console = Console(stderr=True, no_color=not coloured(sys.stderr))
    columns = (TextColumn(title), BarColumn(), MofNCompleteColumn(), Rate(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True) as bar:
        task = bar.add_task(title, total=games)

        def counted() -> Iterator[T]:
            for outcome in outcomes:
                yield outcome
                bar.advance(task)

        yield counted()
