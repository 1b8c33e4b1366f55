"""A run of many matches: progress on the terminal, records in files."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import click

from rulewright.play.playout import Batch, Outcome, Plan
from rulewright.source.diagnostics import Diagnostic
from rulewright_tools.failures import coloured, say_unwritten
from rulewright_tools.files import check_outside
from rulewright_tools.interrupts import whole
from rulewright_tools.lab.shape import Shape
from rulewright_tools.lab.summary import Tally
from rulewright_tools.lab.tidy import Tidy
from rulewright_tools.prepare import Setup

T = TypeVar("T")
MOST_FAULTS_SHOWN = 3
MOST_FAULTS_SAVED = 10


class Records:
    """Where replays go: one file with match after match, or a folder with a file for each.

    `failure` is why no more can be written; what is counted does not hang on it.
    """

    def __init__(self, target: str | None, name: str) -> None:
        self.name = name
        self.faults_saved = 0
        self.failure: OSError | None = None
        self.target = None if target is None else Path(target)
        if self.target is None:
            return
        self.folder = target != "" and (self.target.is_dir() or self.target.suffix == "")
        try:
            if self.folder:
                self.target.mkdir(parents=True, exist_ok=True)
            else:
                self.target.write_text("", encoding="utf-8")
        except OSError as error:
            raise _unwritable(str(target), error, "--record") from None

    def keep(self, outcome: Outcome) -> Path | None:
        """Write the match down, if it is to be and can be; where."""
        if outcome.replay is None or self.failure is not None:
            return None
        try:
            return self._keep(outcome.number, outcome.replay)
        except OSError as error:
            self.failure = error
            return None

    def _keep(self, number: int, replay: str) -> Path | None:
        if self.target is None:
            if self.faults_saved >= MOST_FAULTS_SAVED:
                return None
            self.faults_saved += 1
            return _write(Path(f"fault_{self.name}_{number}.jsonl"), replay, "w")
        if self.folder:
            return _write(self.target / f"match_{number:06}.jsonl", replay, "w")
        return _write(self.target, replay, "a")


def _write(path: Path, text: str, mode: str) -> Path:
    """Write or append JSON; an `OSError` names the file."""
    try:
        # bytes of a file's name that are no UTF-8 become escapes, which JSON reads as what they were
        with path.open(mode, encoding="utf-8", errors="backslashreplace", newline="\n") as file:
            file.write(text)
    except OSError as error:
        raise OSError(error.errno, error.strerror, path.as_posix()) from None
    return path


@dataclass(frozen=True, slots=True)
class Ran:
    """What a run came to: the first `faults`, each place once; `unsaved` is why a replay is missing."""

    tally: Tally
    tidy: Tidy | None
    shape: Shape | None
    faults: list[Diagnostic]
    interrupted: bool
    unsaved: OSError | None


def run(
    setup: Setup,
    games: int,
    seed: int,
    first: int | None,
    jobs: int | None,
    record: str | None,
    reference: bool,
    tables: bool = False,
    metrics: bool = False,
    checked: bool = False,
) -> Ran:
    """Play, count and write down. Ctrl-C ends the run after the matches that are finished."""
    game = (setup.spec, setup.rules, setup.settings, setup.seats, setup.policies)
    plan = Plan(
        *game,
        games,
        seed,
        first,
        record is not None,
        reference,
        entries=setup.entries,
        sources=tables or metrics,
        noted="all" if metrics else "",
        checked=checked,
    )
    records = Records(record, f"{setup.rules.game.id}_{seed}")
    tally = Tally(setup)
    tidy = Tidy(setup) if tables else None
    shape = Shape(setup) if metrics else None
    shown: dict[tuple[str, str], Diagnostic] = {}
    batch = Batch(plan, jobs, os.cpu_count() or 1, setup.program)
    interrupted = False
    try:
        with (
            closing(iter(batch)) as outcomes,
            progress(outcomes, games, f"{setup.rules.game.id}") as watched,
        ):
            for outcome in watched:
                with whole():
                    tally.add(outcome)
                    if tidy is not None:
                        tidy.add(outcome)
                    if shape is not None:
                        shape.add(outcome)
                    path = records.keep(outcome)
                    if outcome.fault is not None:
                        tally.faults[-1]["replay"] = None if path is None else path.as_posix()
                        shown.setdefault((outcome.fault.code, str(outcome.fault.span)), outcome.fault)
    except KeyboardInterrupt:
        interrupted = True
    return Ran(tally, tidy, shape, list(shown.values())[:MOST_FAULTS_SHOWN], interrupted, records.failure)


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


def check_targets(
    spec: str, json_file: str | None, record: str | None = None, tables: str | None = None
) -> None:
    """Refuse output that would overwrite what is played or other output, and replays without a name.

    Args:
        spec: one that can be resolved.

    Raises:
        click.BadParameter: such a target; nothing is written.
    """
    if record == "-":
        raise click.BadParameter(
            "replays need a file or a folder; - is only for --json", param_hint="--record"
        )
    named = {"--json": None if json_file == "-" else json_file, "--record": record, "--tables": tables}
    targets = {option: Path(target).resolve() for option, target in named.items() if target}
    for option in targets:
        check_outside(spec, str(named[option]), option, "played")
    for option in ("--record", "--tables"):
        others = [other for other in targets if other != option and targets[other] == targets.get(option)]
        if others:
            message = f"'{named[option]}' is the file of {others[0]} too"
            raise click.BadParameter(message, param_hint=option)


def make_folder(target: str | None, option: str) -> None:
    """Make a folder for output before anything is played for it."""
    if target is None:
        return
    try:
        Path(target).mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise _unwritable(target, error, option) from None


def check_writable(target: str | None) -> None:
    """Refuse a file that cannot be written before anything is played for it."""
    if target is None or target == "-":
        return
    try:
        with Path(target).open("a", encoding="utf-8"):
            pass
    except OSError as error:
        raise _unwritable(target, error, "--json") from None


def _unwritable(target: str, error: OSError, option: str) -> click.BadParameter:
    reason = (error.strerror or str(error)).lower()
    if target == "":
        reason = "it has no name"
    elif isinstance(error, FileExistsError):
        reason = "a file has this name; name a folder, or a file with an ending such as .jsonl"
    return click.BadParameter(f"cannot write '{target}': {reason}", param_hint=option)


def write_tables(ran: Ran, folder: str | None) -> bool:
    """Whether the tidy tables are kept, if they are to be."""
    if folder is None or ran.tidy is None:
        return True
    try:
        ran.tidy.write(Path(folder))
    except OSError as error:
        say_unwritten("the tables", error)
        return False
    return True


def write_json(data: dict[str, Any], target: str | None) -> None:
    """To a file, or to the output for `-`."""
    if target == "-":
        click.echo(_json(data), nl=False)
    elif target is not None:
        _write(Path(target), _json(data), "w")


def _json(data: dict[str, Any]) -> str:
    return json.dumps(data, indent=2, ensure_ascii=False) + "\n"
