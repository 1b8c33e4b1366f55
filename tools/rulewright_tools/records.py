"""Recorded matches of a run, and the first faults in it."""

from __future__ import annotations

from pathlib import Path

import click

from rulewright.play.playout import Outcome
from rulewright.source.diagnostics import Diagnostic
from rulewright_tools.files import writing
from rulewright_tools.outputs import write_text

_NAME = "match_{}.jsonl"
MOST_FAULTS_SHOWN = 3
MOST_FAULTS_SAVED = 10


class Records:
    """Where replays go: one file with match after match, a folder with a file for each, or, without a
    target, files of the first faults.

    A folder that holds matches of another run is refused.

    `failure` is why no more can be written; what is counted does not hang on it.
    """

    def __init__(self, target: str | None = None) -> None:
        self.faults_saved = 0
        self.failure: OSError | None = None
        self.target = None if target is None else Path(target)
        self._shown: dict[tuple[str, str], Diagnostic] = {}
        if self.target is None:
            return
        self.folder = target != "" and (self.target.is_dir() or self.target.suffix == "")
        with writing(str(target), "--record", "name a folder, or a file with an ending such as .jsonl"):
            if not self.folder:
                self.target.write_text("", encoding="utf-8")
                return
            self.target.mkdir(parents=True, exist_ok=True)
            used = next((path for path in self.target.glob(_NAME.format("*")) if path.is_file()), None)
        if used is not None:  # its matches would stand among those of this run
            message = f"'{target}' holds replays of another run ({used.name}); name another folder"
            raise click.BadParameter(message, param_hint="--record")

    def keep(self, outcome: Outcome, fault_name: str) -> str | None:
        """Write the match down, if it is to be and can be; where.

        Args:
            fault_name: what its file is called, without an ending, if it is kept for its fault alone.
        """
        if outcome.fault is not None:
            self._shown.setdefault((outcome.fault.code, str(outcome.fault.span)), outcome.fault)
        if outcome.replay is None or self.failure is not None:
            return None
        try:
            path = self._keep(outcome.number, outcome.replay, fault_name)
        except OSError as error:
            self.failure = error
            return None
        return None if path is None else path.as_posix()

    @property
    def faults(self) -> list[Diagnostic]:
        """The first faults, each place once."""
        return list(self._shown.values())[:MOST_FAULTS_SHOWN]

    def _keep(self, number: int, replay: str, fault_name: str) -> Path | None:
        if self.target is None:
            if self.faults_saved >= MOST_FAULTS_SAVED:
                return None
            self.faults_saved += 1
            return write_text(Path(f"{fault_name}.jsonl"), replay)
        if self.folder:
            return write_text(self.target / _NAME.format(f"{number:06}"), replay)
        return write_text(self.target, replay, "a")
