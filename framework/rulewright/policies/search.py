"""Plays the best few options out many times, and takes the one that came to most.

What is hidden is dealt anew for each playout (a sampled observation), and its dice and shuffles are the
policy's own, so it never peeks. Options are screened as greedy looks at them. Those that are left are played
out on the same deals and chance, beside the one that looked best; of the others the worse half is dropped,
again and again (successive halving), and the last one is taken if it is clearly better. In a playout all
go by the pack's usual policy for some turns; then the outlook says how good it looks.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Any

from rulewright.dsl.typed import Rules
from rulewright.engine import machine
from rulewright.engine.chance import KeyedChance, keyed
from rulewright.engine.decision import Decision
from rulewright.engine.machine import Machine
from rulewright.engine.observe import Observation
from rulewright.policies.data import DataPolicy
from rulewright.policies.greedy import Lookahead, outlook
from rulewright.policies.uniform import Uniform
from rulewright.policies.usual import usual_policy

USUAL_PLAYOUTS = 40
LOOKS = 120  # at own turns for a deal, shared out among the options, as many as greedy takes
PER_CANDIDATE = 20  # playouts for which one more option is left by the screening
CLEAR = 1  # standard errors, squared, by which an option has to be better than the one that looked best
DECISIONS = 12  # of each seat, after which a playout ends at the start of an own turn
MOST_DECISIONS = 60  # of each seat, after which it ends anywhere


class Search:
    """`playouts` bounds those of a decision, `looks` the positions of own turns for each deal; they are
    counted, never timed.
    """

    name = "search"

    def __init__(self, playouts: int = USUAL_PLAYOUTS, looks: int = LOOKS) -> None:
        self.playouts = playouts
        self.looks = looks
        self._for: tuple[Rules, DataPolicy | Uniform] | None = None

    def inline(self, key: int) -> machine.Policy | None:
        return None

    def decide(self, observation: Observation, decision: Decision, key: int) -> int:
        count = decision.answers
        if count == 1:
            return 0
        most = min(self.playouts, 2 + self.playouts // PER_CANDIDATE)
        best, *left = _screened(observation, count, most, self.looks, key)
        gains: dict[int, list[int]] = {index: [] for index in left}  # over the best, deal by deal
        spent = deal = 0
        while left and spent < self.playouts:
            stages = len(left).bit_length()
            for _ in range(max(1, (self.playouts - spent) // (stages * (1 + len(left))))):
                (_, base), *others = self._played_out(observation, [best, *left], keyed(key, "playout", deal))
                for index, worth in others:
                    gains[index].append(worth - base)
                spent += 1 + len(left)
                deal += 1
            if len(left) == 1:
                break
            left = sorted(left, key=lambda index: (-sum(gains[index]), index))[: (len(left) + 1) // 2]
        return left[0] if left and _clear(gains[left[0]]) else best

    def _played_out(
        self, observation: Observation, options: list[int], key: int
    ) -> Iterator[tuple[int, int]]:
        """How good it looks some turns after each option, with what is hidden dealt by the key."""
        program, seat = observation.program, observation.seat
        policy = self._policy(program.rules)
        chance = KeyedChance(keyed(key, "chance"))
        looks = max(1, self.looks // len(options))
        for index, (_, state) in zip(options, Lookahead.each(observation, options, looks, key), strict=True):
            ends = _Ends(seat, state.place, program.seats)
            policies = [
                ends.policy(policy.in_sample(keyed(key, "policy", who))) for who in range(program.seats)
            ]
            m = Machine(program, state, policies, chance)
            with suppress(_End):
                _go_on(m)
            yield index, outlook(m, seat)

    def _policy(self, rules: Rules) -> DataPolicy | Uniform:
        if self._for is None or self._for[0] is not rules:
            name = usual_policy(rules)
            self._for = rules, Uniform(paired=True) if name == "uniform" else DataPolicy(rules, name)
        return self._for[1]


def _screened(observation: Observation, count: int, most: int, looks: int, key: int) -> list[int]:
    """The options that look best at the end of the own turn."""
    reached = Lookahead.each(observation, range(count), max(1, looks // count), key)
    return sorted(range(count), key=lambda index: (-reached[index].worth, index))[:most]


def _clear(gains: Sequence[int]) -> bool:
    """Whether they tell more than their own noise: a mean above its standard error."""
    n, total = len(gains), sum(gains)
    squares = sum(gain * gain for gain in gains)
    return total > 0 and (n < 2 or total * total * (n - 1) > CLEAR * (n * squares - total * total))


def _go_on(m: Machine) -> None:
    """Let the policies of a machine answer what is open, and all that comes."""
    while m.s.open:
        decision = m.s.open[0]
        policy = m.policies[decision.seat]
        assert policy is not None
        m.choose(policy(m, decision), decision.seat)


class _End(Exception):
    """A playout has gone far enough."""


class _Ends:
    """Ends a playout before a question, at the start of an own turn: in the middle an outlook misleads."""

    def __init__(self, seat: int, place: Any, seats: int) -> None:
        self.seat = seat
        self.place = place
        self.enough = DECISIONS * seats
        self.most = MOST_DECISIONS * seats

    def policy(self, inner: machine.Policy) -> machine.Policy:
        def answer(m: Machine, decision: Decision) -> int:
            if m.decisions > self.most:
                raise _End
            if decision.seat == self.seat and m.s.place != self.place:
                self.place = m.s.place
                if m.decisions > self.enough:
                    raise _End
            return inner(m, decision)

        return answer
