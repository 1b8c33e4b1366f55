"""Recorded matches of a run, and the first faults in it."""

from __future__ import annotations

from pathlib import Path

from rulewright.play.playout import Outcome
from rulewright.source.diagnostics import Diagnostic
from rulewright_tools.outputs import unwritable, write_text

MOST_FAULTS_SHOWN = 3
MOST_FAULTS_SAVED = 10


class Records:
    """Where replays go: one file with match after match, a folder with a file for each, or, without a
    target, files of the first faults.

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
        try:
            if self.folder:
                self.target.mkdir(parents=True, exist_ok=True)
            else:
                self.target.write_text("", encoding="utf-8")
        except OSError as error:
            raise unwritable(str(target), error, "--record") from None

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
            return write_text(self.target / f"match_{number:06}.jsonl", replay)
        return write_text(self.target, replay, "a")
