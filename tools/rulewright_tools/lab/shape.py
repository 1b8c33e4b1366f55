"""How matches go, and what becomes of each entry: sums over the notes of many matches."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from itertools import pairwise
from math import exp
from typing import Any

from rulewright.play.notebook import Notes
from rulewright.play.playout import Outcome
from rulewright_tools.lab.clusters import Share
from rulewright_tools.lab.course import Course
from rulewright_tools.lab.histogram import histogram
from rulewright_tools.lab.summary import DIGITS, Numbers, share_data
from rulewright_tools.prepare import Setup

MOST_ROUNDS = 20  # that are told apart; later ones count as the last of these
PARTS = 20  # of a match, in which the lead last changed


@dataclass(slots=True)
class Shape:
    """Notes of finished matches, added up."""

    setup: Setup
    finished: int = 0
    choices: int = 0
    forced: int = 0
    answers: int = 0
    logs: float = 0.0
    most: int = 0
    margin: Numbers = field(default_factory=Numbers)
    changes: Numbers = field(default_factory=Numbers)  # of who is ahead
    led: int = 0  # matches with a leader half-way and a winner
    held: Counter[int] = field(default_factory=Counter)  # of those: won by that leader, by how many share it
    early: int = 0  # matches whose leader no longer changed in the second half
    traced: int = 0
    leads: Counter[int] = field(default_factory=Counter)  # matches by changes of who is ahead
    settled: Counter[int] = field(default_factory=Counter)  # by the part of the match in which the last was
    steps: dict[tuple[str, int], list[int]] = field(default_factory=dict)  # questions, forced, answers
    taken: dict[str, Share] = field(default_factory=dict)  # of offers
    used: Counter[str] = field(default_factory=Counter)
    points: Counter[str] = field(default_factory=Counter)
    won: dict[str, Share] = field(default_factory=dict)  # of seats that took it, if anybody wins
    course: Course = field(default_factory=Course)

    def add(self, outcome: Outcome) -> None:
        notes = outcome.notes
        if notes is None or outcome.fault is not None:
            return
        self.finished += 1
        self.choices += notes.choices
        self.forced += notes.forced
        self.answers += notes.answers
        self.logs += notes.logs
        self.most = max(self.most, notes.most)
        self._steps(notes)
        self.used += notes.used
        for entry, offers in notes.offered.items():
            self.taken.setdefault(entry, Share()).add(notes.taken[entry], offers)
        for entry, seats in notes.takers.items() if outcome.winners else ():
            shares = sum(outcome.win_share(seat) for seat in sorted(seats))
            self.won.setdefault(entry, Share()).add(shares, len(seats))
        if notes.trace is not None:
            self.course.add(outcome, notes.trace)
        for part in outcome.sources:
            self.points[part.entry] += part.points
        if len(outcome.scores) > 1:
            best, second = sorted(outcome.scores, reverse=True)[:2]
            self.margin.add(best - second)
            self._leads(outcome, notes.leads)

    def _leads(self, outcome: Outcome, leads: list[int | None]) -> None:
        """Who was ahead alone; ties and the time before anybody was ahead are passed over."""
        ahead = [(step, seat) for step, seat in enumerate(leads) if seat is not None]
        if not ahead:
            return
        turns = [later[0] for earlier, later in pairwise(ahead) if earlier[1] != later[1]]
        self.traced += 1
        self.changes.add(len(turns))
        self.leads[len(turns)] += 1
        self.settled[min(PARTS - 1, PARTS * turns[-1] // len(leads)) if turns else 0] += 1
        self.early += not turns or turns[-1] <= len(leads) / 2
        half = leads[len(leads) // 2]
        if half is not None and outcome.winners:
            self.led += 1
            if half in outcome.winners:
                self.held[len(outcome.winners)] += 1

    def _steps(self, notes: Notes) -> None:
        for (step, number), counts in notes.steps.items():
            sums = self.steps.setdefault((step, min(number, MOST_ROUNDS)), [0, 0, 0])
            for n, count in enumerate(counts):
                sums[n] += count

    def data(self) -> dict[str, Any]:
        """`metrics` of `sim --json`: `docs/json.md`."""
        asked = self.choices + self.forced
        names = sorted({*self.taken, *self.used, *self.points, *self.course.seen, *self.course.held})
        return {
            "questions": asked,
            "no_choice": _ratio(self.forced, asked),
            "options": {
                "mean": _ratio(self.answers, asked),
                "geometric_mean": round(exp(self.logs / asked), DIGITS) if asked else None,
                "max": self.most,
            },
            "margin": self.margin.data(),
            "lead_changes": self.changes.data(),
            "settled_by_half": share_data({1: self.early}, self.traced),
            "half_time_leader_wins": share_data(dict(self.held), self.led),
            **self.course.data(),
            "lead_changes_histogram": histogram(self.leads),
            "last_change_histogram": histogram(self.settled),
            "steps": [
                {
                    "step": step,
                    "round": number or None,
                    "questions": _ratio(asked, self.finished),
                    "no_choice": _ratio(forced, asked),
                    "options": _ratio(answers, asked),
                }
                for (step, number), (asked, forced, answers) in self.steps.items()
            ],
            "entries": [
                {
                    "entry": name,
                    **self.course.entry(name),
                    "offered": _ratio(self.taken.get(name, Share()).whole, self.finished),
                    "taken": self.taken.get(name, Share()).data(),
                    "observed_wins": self.won.get(name, Share()).data(),
                    "used": _ratio(self.used[name], self.finished),
                    "points": _ratio(self.points[name], self.finished * self.setup.seats),
                }
                for name in names
            ],
        }


def _ratio(part: int, whole: int) -> float | None:
    return round(part / whole, DIGITS) if whole else None
