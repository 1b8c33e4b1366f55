"""What a policy is."""

from __future__ import annotations

from typing import Protocol

from rulewright.engine import machine
from rulewright.engine.decision import Decision
from rulewright.engine.observe import Observation


class Policy(Protocol):
    """Decides for a seat, by what the seat can see and keys of its own."""

    name: str

    def inline(self, key: int) -> machine.Policy | None:
        """A function that answers decisions inside the running program; None if it must see a stop.

        It is handed the machine as it is, with what is hidden: for policies that look at nothing but how
        many answers there are, and where no zone of the game hides anything. `key` is the policy's own for
        this seat and match.
        """
        ...

    def decide(self, observation: Observation, decision: Decision, key: int) -> int:
        """The index of the chosen option: options first, then declining, then abilities.

        `decision` is the item of `observation.state.open` that it answers; `key` is the policy's own for it.

        Raises:
            Fault: of the content, met in a position that the policy looked at.
        """
        ...
