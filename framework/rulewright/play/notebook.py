"""What is noted of a match while it is played: how much there was to choose, what became of each entry,
who was ahead."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from math import log
from typing import Any

from rulewright.engine import machine
from rulewright.engine.decision import Decision
from rulewright.engine.machine import Machine
from rulewright.engine.program import Program
from rulewright.play.tracing import Trace, Tracer, leader
from rulewright.policies.about import About


@dataclass(slots=True)
class Notes:
    """Of one match. By entry: in how many questions it was offered beside something else, and taken; which
    seats took it; how often an ability of it was used; for which seats a copy of it did something, used or
    (of a gated program) by itself, or counted. `leads` has who was ahead alone (None: nobody) where a new
    step began; it and `trace` are there if they were asked for. `steps` counts questions, those with one
    answer, and answers, by step of the flow and the number of the loop around it (0 if there is none).
    """

    choices: int = 0  # questions with more than one answer
    forced: int = 0
    answers: int = 0  # of all questions together
    logs: float = 0.0  # of the numbers of answers, added up
    most: int = 0
    offered: Counter[str] = field(default_factory=Counter)
    taken: Counter[str] = field(default_factory=Counter)
    takers: dict[str, set[int]] = field(default_factory=dict)
    used: Counter[str] = field(default_factory=Counter)
    doers: dict[str, set[int]] = field(default_factory=dict)
    leads: list[int | None] = field(default_factory=list)
    trace: Trace | None = None
    steps: dict[tuple[str, int], list[int]] = field(default_factory=dict)


class Notebook:
    """Looks over the shoulder of policies. With `trace` it also keeps one; the program logs."""

    def __init__(self, program: Program, trace: bool) -> None:
        self.program = program
        self.tracer = Tracer(program) if trace else None
        self.notes = Notes(trace=None if self.tracer is None else self.tracer.trace)
        self.about = About(program)

    def policy(self, inner: machine.Policy) -> machine.Policy:
        def answer(m: Machine, decision: Decision) -> int:
            index = inner(m, decision)
            self.decision(m, decision, index)
            return index

        return answer

    def decision(self, m: Machine, decision: Decision, index: int) -> None:
        """Note a decision before it is carried out."""
        use = decision.use(index)
        if self.tracer is not None:
            self.tracer.before(m)
            self.tracer.answer(use is not None)
        notes = self.notes
        count = decision.answers
        notes.answers += count
        notes.logs += log(count)
        notes.most = max(notes.most, count)
        self._count(m.s.place, count)
        if count == 1:
            notes.forced += 1
            return
        notes.choices += 1
        site, seat, options = self.program.sites[decision.stop], decision.seat, decision.options
        if site.item is not None and options:
            about = self.about.option
            notes.offered.update({entry for option in options for entry in about(m.s, site, seat, option)})
            if index < len(options):
                taken = about(m.s, site, seat, options[index])
                notes.taken.update(taken)
                for entry in taken:
                    notes.takers.setdefault(entry, set()).add(seat)
        used = None if use is None else self.about.use(use)
        if used is not None:
            notes.used[used] += 1
            notes.doers.setdefault(used, set()).add(seat)

    def deed(self, seat: int, entry: str) -> bool:
        """Note what a copy of an entry does by itself for a seat (`gated.May`): whatever it is, it may."""
        self.notes.doers.setdefault(entry, set()).add(seat)
        return True

    def _count(self, place: tuple[Any, ...], count: int) -> None:
        name, around = place[0], place[1] if len(place) > 1 else None
        counts = self.notes.steps.setdefault((name, around if isinstance(around, int) else 0), [0, 0, 0])
        counts[0] += 1
        counts[1] += count == 1
        counts[2] += count

    def end(self, m: Machine) -> None:
        """Note how a match has ended."""
        if self.tracer is not None:
            self.tracer.end(m)
            self.notes.leads = [leader(points) for points in self.tracer.trace.points]
