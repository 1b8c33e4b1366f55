"""What is noted of a match while it is played: how much there was to choose, what became of each entry,
who was ahead."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from math import log
from typing import Any

from rulewright.dsl.generate.sites import Site
from rulewright.engine import machine
from rulewright.engine.machine import Fault, Machine
from rulewright.engine.program import Program
from rulewright.model.types import ComponentType, EntryType, ListType, PairType, PlacementType, Type
from rulewright.play.match import score


@dataclass(slots=True)
class Notes:
    """Of one match. By entry: in how many questions it was offered beside something else, and taken; which
    seats took it; how often an ability of it was used. `leads` has who was ahead alone (None: nobody) where a
    new step began.
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
    leads: list[int | None] = field(default_factory=list)


class Notebook:
    """Looks over the shoulder of policies. With `trace` it also adds up scores as a match goes on."""

    def __init__(self, program: Program, trace: bool) -> None:
        self.program = program
        self.trace = trace
        self.notes = Notes()
        self.place: Any = None
        self.entries = {kind: list(entries) for kind, entries in program.game.entries.items()}

    def policy(self, inner: machine.Policy) -> machine.Policy:
        def answer(
            m: Machine,
            site: Site,
            seat: int,
            options: Sequence[Any],
            uses: Sequence[Any],
            decline: bool,
            args: tuple[Any, ...],
        ) -> int:
            index = inner(m, site, seat, options, uses, decline, args)
            self.decision(m, site, seat, options, uses, decline, index)
            return index

        return answer

    def decision(
        self,
        m: Machine,
        site: Site,
        seat: int,
        options: Sequence[Any],
        uses: Sequence[Any],
        decline: bool,
        index: int,
    ) -> None:
        """Note a decision before it is carried out."""
        if self.trace and m.s.place is not self.place:
            self.place = m.s.place
            self._lead(m)
        notes = self.notes
        count = len(options) + decline + len(uses)
        notes.answers += count
        notes.logs += log(count)
        notes.most = max(notes.most, count)
        if count == 1:
            notes.forced += 1
            return
        notes.choices += 1
        if site.item is not None and options:
            type_ = ListType(site.item) if site.many else site.item
            notes.offered.update({entry for option in options for entry in self._of(type_, option)})
            if index < len(options):
                taken = set(self._of(type_, options[index]))
                notes.taken.update(taken)
                for entry in taken:
                    notes.takers.setdefault(entry, set()).add(seat)
        if index >= len(options) + decline:
            entry = self.program.rules.clauses[uses[index - len(options) - decline][0]].entry
            if entry is not None:
                notes.used[entry] += 1

    def _of(self, type_: Type, value: Any) -> Iterator[str]:
        """The entries that an option is about."""
        match type_:
            case ComponentType(kind) if kind in self.program.kinds:
                yield from self._borne(kind, value)
            case PlacementType():
                yield from self._borne(self.program.zones[value[1]].kind, value[0])
            case EntryType(kind):
                yield self.entries[kind][value]
            case PairType(first, second):
                yield from self._of(first, value[0])
                yield from self._of(second, value[1])
            case ListType(item):
                for each in value:
                    yield from self._of(item, each)

    def _borne(self, kind: str, x: int) -> Iterator[str]:
        number = self.program.kinds[kind].entry[x]
        if number >= 0:
            yield self.entries[self.program.game.kinds[kind].bears or kind][number]

    def _lead(self, m: Machine) -> None:
        work = m.work
        try:
            points = score(m)
        except Fault:  # in the middle of something a score may not add up
            return
        finally:
            m.work = work
        best = max(points)
        self.notes.leads.append(points.index(best) if points.count(best) == 1 else None)
