"""Tidy tables of a run: one observation a row, for a spreadsheet or a notebook."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from rulewright.play.playout import Outcome
from rulewright_tools.lab.summary import DIGITS
from rulewright_tools.prepare import Setup

FORMAT = "rulewright.tables"
Row = dict[str, Any]


@dataclass(slots=True)
class Tidy:
    """Rows of finished matches: `seats`, one per match and seat, and `entries`, one per match and figure
    of an entry."""

    setup: Setup
    seats: list[Row] = field(default_factory=list)
    entries: list[Row] = field(default_factory=list)

    def add(self, outcome: Outcome) -> None:
        if outcome.fault is not None:
            return
        self.seats += self._seats(outcome)
        for name, entry, value in outcome.measures:
            if entry is not None:
                self.entries.append(_entry(outcome, None, entry, f"measure {name}", value))
        for seat, line, entry, points in outcome.sources:
            self.entries.append(_entry(outcome, seat, entry, f"points {line}", points))

    def _seats(self, outcome: Outcome) -> Iterator[Row]:
        for seat, score in enumerate(outcome.scores):
            yield {
                "match": outcome.number,
                "seed": outcome.seed,
                "seat": seat,
                "policy": self.setup.policies[seat],
                "first": int(seat == outcome.first_seat),
                "decisions": outcome.decisions,
                "score": score,
                "win": round(outcome.win_share(seat), DIGITS) if outcome.winners else None,
                "rank": outcome.rank,
                **{
                    f"points {line}": points
                    for line, points in zip(self.setup.rules.game.scoring, outcome.lines[seat], strict=True)
                },
            }

    def write(self, folder: Path) -> None:
        """`seats.csv`, `entries.csv`, and both in `tables.json`.

        Raises:
            OSError: names the file that cannot be written.
        """
        for name, rows in (("seats", self.seats), ("entries", self.entries)):
            _write(folder / f"{name}.csv", _csv(rows))
        data = {"format": FORMAT, "version": 1, "seats": self.seats, "entries": self.entries}
        _write(folder / "tables.json", json.dumps(data, ensure_ascii=False, indent=1) + "\n")


def _entry(outcome: Outcome, seat: int | None, entry: str, figure: str, value: int) -> Row:
    return {"match": outcome.number, "seat": seat, "entry": entry, "figure": figure, "value": value}


def _csv(rows: list[Row]) -> str:
    text = io.StringIO()
    writer = csv.DictWriter(text, list(rows[0]) if rows else [], lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue()


def _write(path: Path, text: str) -> None:
    try:
        path.write_text(text, encoding="utf-8", newline="\n")
    except OSError as error:
        raise OSError(error.errno, error.strerror, path.as_posix()) from None
