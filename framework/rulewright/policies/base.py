"""What a policy is."""

from __future__ import annotations

from typing import Any, Protocol

from rulewright.engine import machine
from rulewright.engine.observe import Observation


class Policy(Protocol):
    """Decides for a seat, by what the seat can see and keys of its own."""

    name: str

    def inline(self, key: int) -> machine.Policy | None:
        """A function that answers decisions inside the running program; None if it must see a stop.

        `key` is the policy's own for this seat and match.
        """
        ...

    def decide(self, observation: Observation, decision: tuple[Any, ...], key: int) -> int:
        """The index of the chosen option: options first, then declining, then abilities.

        `decision` is an item of `state.open`; `key` is the policy's own for this decision.

        Raises:
            Fault: of the content, met in a position that the policy looked at.
        """
        ...
