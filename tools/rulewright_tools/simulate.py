"""A run of many matches: progress on the terminal, records in files."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click

from rulewright.play.playout import Batch, Outcome, Plan
from rulewright.source.diagnostics import Diagnostic
from rulewright_tools.failures import coloured
from rulewright_tools.lab.summary import Tally
from rulewright_tools.prepare import Setup

MOST_FAULTS_SHOWN = 3
MOST_FAULTS_SAVED = 10


class Records:
    """Where replays go: one file with match after match, or a folder with a file for each."""

    def __init__(self, target: Path | None, name: str) -> None:
        self.target = target
        self.name = name
        self.faults_saved = 0
        self.folder = target is not None and (target.is_dir() or target.suffix == "")
        if target is None:
            return
        try:
            if self.folder:
                target.mkdir(parents=True, exist_ok=True)
            else:
                target.write_text("", encoding="utf-8")
        except OSError as error:
            message = f"cannot write '{target}': {(error.strerror or '').lower()}"
            raise click.BadParameter(message, param_hint="--record") from None

    def keep(self, outcome: Outcome) -> Path | None:
        """Write the match down, if it is to be; where."""
        if outcome.replay is None:
            return None
        if self.target is None:
            if self.faults_saved >= MOST_FAULTS_SAVED:
                return None
            self.faults_saved += 1
            return _write(Path(f"fault_{self.name}_{outcome.number}.jsonl"), outcome.replay, "w")
        if self.folder:
            return _write(self.target / f"match_{outcome.number:06}.jsonl", outcome.replay, "w")
        return _write(self.target, outcome.replay, "a")


def _write(path: Path, text: str, mode: str) -> Path:
    with path.open(mode, encoding="utf-8", newline="\n") as file:
        file.write(text)
    return path


def run(
    setup: Setup,
    games: int,
    seed: int,
    first: int | None,
    jobs: int | None,
    record: Path | None,
    reference: bool,
) -> tuple[Tally, list[Diagnostic]]:
    """Play, count and write down; the first faults, each place once, as problems."""
    game = (setup.spec, setup.rules, setup.settings, setup.seats, setup.policies)
    plan = Plan(*game, games, seed, first, record is not None, reference)
    records = Records(record, f"{setup.rules.game.id}_{seed}")
    tally = Tally(setup)
    shown: dict[tuple[str, str], Diagnostic] = {}
    batch = Batch(plan, jobs, os.cpu_count() or 1, setup.program)
    with progress(batch, games, f"{setup.rules.game.id}") as outcomes:
        for outcome in outcomes:
            tally.add(outcome)
            path = records.keep(outcome)
            if outcome.fault is not None:
                tally.faults[-1]["replay"] = None if path is None else path.as_posix()
                shown.setdefault((outcome.fault.code, str(outcome.fault.span)), outcome.fault)
    return tally, list(shown.values())[:MOST_FAULTS_SHOWN]


@contextmanager
def progress(outcomes: Iterable[Outcome], games: int, title: str) -> Iterator[Iterator[Outcome]]:
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
            return Text("" if task.speed is None else f"{task.speed:,.0f} games/s")

    console = Console(stderr=True, no_color=not coloured(sys.stderr))
    columns = (TextColumn(title), BarColumn(), MofNCompleteColumn(), Rate(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True) as bar:
        task = bar.add_task(title, total=games)

        def counted() -> Iterator[Outcome]:
            for outcome in outcomes:
                yield outcome
                bar.advance(task)

        yield counted()


def check_writable(target: str | None) -> None:
    """Refuse a file that cannot be written before anything is played for it."""
    if target is None or target == "-":
        return
    try:
        with Path(target).open("a", encoding="utf-8"):
            pass
    except OSError as error:
        message = f"cannot write '{target}': {(error.strerror or '').lower()}"
        raise click.BadParameter(message, param_hint="--json") from None


def write_json(data: dict[str, Any], target: str | None) -> None:
    """To a file, or to the output for `-`."""
    if target == "-":
        click.echo(_json(data), nl=False)
    elif target is not None:
        Path(target).write_text(_json(data), encoding="utf-8", newline="\n")


def _json(data: dict[str, Any]) -> str:
    return json.dumps(data, indent=2, ensure_ascii=False) + "\n"
