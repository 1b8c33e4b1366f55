"""Simultaneous secret choices: all open at once, answered in any order, taking effect together."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rulewright.engine.decision import made

if TYPE_CHECKING:
    from rulewright.engine.machine import Machine


def at_once(m: Machine, path: str, seats: Sequence[int]) -> int:
    """Gather the picks of every seat in `s.secret`; 1 while answers from outside are missing.

    A seat whose pick has no option is left out. Seats are noted in the log together, in order, so that
    it is one log whatever the order of the answers.
    """
    secret = m.s.secret
    picks = m.program.secrets[path]
    waiting = []
    for seat in seats:
        answers = secret.get(seat, ())
        while answers is not None and len(answers) < len(picks):
            site, asked = picks[len(answers)]
            options, args = asked(m, seat, *answers)
            if not options:
                secret[seat] = answers = None
                break
            decision = made(("choose", site.name, seat, options, (), False, args))
            policy = m.policies[seat]
            if policy is None:
                waiting.append(decision.standing())
                break
            index = m.answered(policy, decision)
            secret[seat] = answers = (*answers, options[index])
    if waiting:
        m.s.open = tuple(waiting)
        return 1
    for seat in seats:
        if secret.get(seat) is None:
            secret[seat] = ()
    if m.log is not None:
        for seat in seats:
            for (site, _), answer in zip(picks, secret[seat], strict=False):
                decision = made(("choose", site.name, seat, (answer,), (), False, ()))
                m.log.append(("choose", seat, *m.program.chosen(decision, 0)))
    return 0
