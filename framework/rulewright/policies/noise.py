"""Noise of policies: each answer has a number of its own, by the occasion and by its ids; the least is taken.

So an option more or less changes what is chosen only if it is that option that is chosen, or was; and a
question more or less changes the answers to no others. Two games that differ in one card share all else.
"""

from __future__ import annotations

from typing import Any

from rulewright.dsl.generate.sites import Site
from rulewright.engine.chance import identity, keyed, mix
from rulewright.engine.decision import Decision
from rulewright.engine.program import Program
from rulewright.model.types import ListType

_DECLINE = keyed(0, "noise", "decline")


class _Hashed(dict[Any, int]):
    """64 bits for a place, a stop or an ability, worked out once."""

    def __missing__(self, what: Any) -> int:
        found = self[what] = keyed(0, "noise", what)
        return found


_HASHED = _Hashed()


class _Ids(dict[Any, int]):
    """64 bits for each option of a stop, worked out once."""

    def __init__(self, program: Program, site: Site) -> None:
        self.program = program
        self.site = site

    def __missing__(self, option: Any) -> int:
        site = self.site
        if site.item is None:
            found = keyed(0, site.branches[option])
        else:
            found = identity(self.program, ListType(site.item) if site.many else site.item, option)
        self[option] = found
        return found


def occasion(key: int, s: Any, stop: str, seat: int) -> int:
    """64 bits for a question to a seat: by its place, the stop, and how often the same was asked there.

    Args:
        key: of the seat in this match.
    """
    return mix((key ^ _HASHED[s.place] ^ _HASHED[stop]) + int(s.asked.get((stop, seat), 0)))


def note(s: Any, stop: str, seat: int) -> None:
    """Count a question, whoever answers it and however."""
    s.asked[stop, seat] = s.asked.get((stop, seat), 0) + 1


def chosen(program: Program, decision: Decision, key: int) -> int:
    """The number of an answer, each as likely.

    Args:
        key: of the occasion.
    """
    stop = decision.stop
    ids = program.noise.get(stop)
    if ids is None:
        ids = program.noise[stop] = _Ids(program, program.sites[stop])
    numbers = [mix(key ^ ids[option]) for option in decision.options]
    if decision.decline:
        numbers.append(mix(key ^ _DECLINE))
    numbers += [mix(key ^ _use(program, *use)) for use in decision.uses]
    return numbers.index(min(numbers))


def _use(program: Program, clause: int, this: int) -> int:
    """64 bits for an ability of a component."""
    host = program.hosts[clause]
    uid = None if host is None else program.kinds[host].uids[this]
    return _HASHED[program.rules.clauses[clause].id, uid]
