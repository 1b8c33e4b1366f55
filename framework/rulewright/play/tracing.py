"""How a match goes between its questions: who is ahead, what comes into sight, turns that change nothing.

Looked at where a new step begins, that is before the first question in it, and at the end.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from rulewright.engine.machine import Fault, Machine
from rulewright.engine.program import Program
from rulewright.play.match import score


@dataclass(slots=True)
class Trace:
    """Of one match. `points` are scores by seat if the match ended there, step by step; `turns` and `dead`
    count turns, and those without a change of their seat's outlook, by step; `chains` counts turns (outside
    of turns: steps) with questions by how many abilities were triggered in them; `seen` are entries of which
    a copy lay where somebody could see it, `sighted` those components by kind; `held` counts copies that lie
    in hands at the end.
    """

    points: list[tuple[int, ...]] = field(default_factory=list)
    turns: Counter[str] = field(default_factory=Counter)
    dead: Counter[str] = field(default_factory=Counter)
    chains: Counter[int] = field(default_factory=Counter)
    seen: set[str] = field(default_factory=set)
    sighted: dict[str, set[int]] = field(default_factory=dict)
    held: Counter[str] = field(default_factory=Counter)


class Tracer:
    """Writes a trace; the program logs."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.trace = Trace()
        self.place: Any = None
        self.turn: tuple[Any, int, int] | None = None  # which, whose, how it looked to them at first
        self.logged = 0  # how much of the log has been read
        self.unit: Any = None  # the turn or step that is being counted
        self.triggered = 0
        self.outlook = "outlook" if "outlook" in program.functions else "score"
        zones, declared = program.zones, program.game.zones
        hidden = [set(program.hidden[seat]) for seat in range(program.seats)]
        self.open = [z for z in range(len(zones)) if any(z not in hides for hides in hidden)]
        self.hands = [
            z for z, zone in enumerate(zones) if zone.seat >= 0 and declared[zone.name].visible == "owner"
        ]
        self.entries = {
            kind: _entries(program, kind) for kind, info in program.kinds.items() if info.whole == kind
        }
        self.trace.sighted = {kind: set() for kind in self.entries}

    def before(self, m: Machine) -> None:
        """Before a question."""
        self._read(m)
        place = m.s.place
        if place is not self.place and place != self.place:
            self.place = place
            now = self._turn_of(place)
            self._chain(now or place)
            self._step(m, now)

    def answer(self, uses: bool) -> None:
        """Whether an ability was the answer: it was not triggered."""
        self.triggered -= uses

    def end(self, m: Machine) -> None:
        """After the last answer took effect."""
        self._read(m)
        self._chain(None)
        self._turn(m, None)
        self._look(m)
        for z in self.hands:
            for x in m.s.zones[z]:
                self.trace.held.update(self.entries[self.program.zones[z].kind][x])

    def _step(self, m: Machine, turn: Any) -> None:
        work = m.work
        try:
            self.trace.points.append(score(m))
            self._turn(m, turn)
        except Fault:  # in the middle of something a score may not add up
            pass
        finally:
            m.work = work
        self._look(m)

    def _turn_of(self, place: tuple[Any, ...]) -> Any:
        """The turn that a place is in: its step, the rounds and whose; None outside of turns."""
        last = max((n for n, part in enumerate(place) if n and isinstance(part, str)), default=0)
        if not last:
            return None
        kinds = self.program.place_kinds
        words = place[0].split("/")
        paths = ("/".join(words[:n]) for n in range(1, len(words) + 1))
        path = next(p for p in paths if p == place[0] or len(kinds.get(p, ())) >= last)
        return (path, *place[1 : last + 1])

    def _turn(self, m: Machine, now: Any) -> None:
        """Count a turn that is over, and begin the next."""
        if self.turn is not None:
            which, seat, before = self.turn
            if which == now:
                return
            self.trace.turns[which[0]] += 1
            self.trace.dead[which[0]] += m.fact(self.outlook, seat) == before
        seat = m.s.turn_seat
        self.turn = None if now is None or seat < 0 else (now, seat, m.fact(self.outlook, seat))

    def _read(self, m: Machine) -> None:
        """Count the abilities that were triggered since the last question."""
        log = m.log or []
        self.triggered += sum(entry[0] == "ability" for entry in log[self.logged :])
        self.logged = len(log)

    def _chain(self, now: Any) -> None:
        """Note what a turn has triggered when it is over."""
        if now != self.unit:
            if self.unit is not None:
                self.trace.chains[max(0, self.triggered)] += 1
            self.unit, self.triggered = now, 0

    def _look(self, m: Machine) -> None:
        for z in self.open:
            kind = self.program.zones[z].kind
            known = self.trace.sighted[kind]
            for x in m.s.zones[z]:
                if x not in known:
                    known.add(x)
                    self.trace.seen.update(self.entries[kind][x])


def _entries(program: Program, kind: str) -> list[tuple[str, ...]]:
    """Of each component the entries that can be seen on it: its own, and those that its parts bear."""
    info = program.kinds[kind]
    found: list[list[str]] = [[] for _ in info.uids]
    for other in program.kinds.values():
        if other.whole == kind:
            names = list(program.game.entries[program.game.kinds[other.name].bears or other.name])
            for x, entry in enumerate(other.entry):
                if entry >= 0:
                    found[x // other.per_whole].append(names[entry])
    return [tuple(names) for names in found]


def leader(scores: tuple[int, ...]) -> int | None:
    """Who is ahead alone."""
    best = max(scores)
    return scores.index(best) if scores.count(best) == 1 else None
