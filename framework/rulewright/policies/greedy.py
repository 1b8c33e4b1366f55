"""Looks ahead to the end of its own turn and takes what looks best then.

What is hidden is dealt anew for each look (a sampled observation), and chance is the policy's own, so
it never peeks. How good a position looks is the pack's outlook, or the score if the game ended now,
less the best of the others. A fault of the content that it meets on the way is not its to judge: it passes.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from rulewright.engine import machine
from rulewright.engine.chance import KeyedChance, keyed
from rulewright.engine.decision import Decision
from rulewright.engine.machine import Machine
from rulewright.engine.observe import Observation, sample
from rulewright.engine.program import Program


class Greedy:
    """`looks` bounds the positions looked at per decision; it is counted, never timed."""

    name = "greedy"

    def __init__(self, looks: int = 120) -> None:
        self.looks = looks

    def inline(self, key: int) -> machine.Policy | None:
        return None

    def decide(self, observation: Observation, decision: Decision, key: int) -> int:
        count = decision.answers
        if count == 1:
            return 0
        reached = Lookahead.each(observation, range(count), max(1, self.looks // count), key)
        return max(range(count), key=lambda index: (reached[index].worth, -index))


class Reached(NamedTuple):
    """A position that was looked at, and how good it looks."""

    worth: int
    state: Any


class Lookahead:
    """The best reachable end of the own turn from one option, within a number of looks."""

    def __init__(self, program: Program, seat: int, chance: KeyedChance, place: Any, looks: int) -> None:
        self.program = program
        self.seat = seat
        self.chance = chance
        self.place = place
        self.left = looks

    @classmethod
    def each(cls, observation: Observation, options: Iterable[int], looks: int, key: int) -> list[Reached]:
        """The best after each of some answers, on one deal; every answer has `looks`."""
        start = sample(observation, key)
        chance = KeyedChance(keyed(key, "chance"))
        program, seat = observation.program, observation.seat
        return [cls(program, seat, chance, start.place, looks).after(start, index) for index in options]

    def after(self, state: Any, index: int) -> Reached:
        self.left -= 1
        m = Machine(self.program, state.copy(), [None] * self.program.seats, self.chance)
        m.choose(index, self.seat)
        self._reveal(m)
        own = [d for d in m.s.open if d.seat == self.seat] if m.s.place == self.place else []
        if m.s.done or not own or self.left <= 0:
            return Reached(outlook(m, self.seat), m.s)
        found = None
        for option in range(own[0].answers):
            if found is not None and self.left <= 0:
                break
            reached = self.after(m.s, option)
            if found is None or reached.worth > found.worth:
                found = reached
        assert found is not None
        return found

    def _reveal(self, m: Machine) -> None:
        """Let the others answer what they choose in secret, so that the own choice takes effect."""
        while not m.s.done and m.s.open:
            decision = m.s.open[0]
            own = any(d.seat == self.seat for d in m.s.open)
            if own or m.program.sites[decision.stop].kind != "secret":
                return
            seat = decision.seat
            answered = len(m.s.secret.get(seat, ()))
            m.choose(keyed(self.chance.seed, "others", seat, answered) % decision.answers, seat)


def outlook(m: Machine, seat: int) -> int:
    """How good the position looks for a seat: against the best of the others, if there are any."""
    name = "outlook" if "outlook" in m.program.functions else "score"
    values = [m.fact(name, who) for who in range(m.program.seats)]
    others = [value for who, value in enumerate(values) if who != seat]
    return int(values[seat]) * 2 - (max(others) if others else 0)
