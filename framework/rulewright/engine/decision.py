"""A question to a seat."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any, Literal, NamedTuple


class Decision(NamedTuple):
    """As it stands open in a state (`s.open`), and as it is put to a policy.

    Its answers are numbered: `options` first, then declining, then abilities. A tuple, as everything in a
    state is.
    """

    kind: Literal["choose"]  # apart from draws, which may stand open too
    stop: str  # the name of its site
    seat: int
    options: Sequence[Any]
    uses: Sequence[tuple[int, int]]  # abilities: clause, component
    decline: bool
    args: tuple[Any, ...]  # of the prompt

    @property
    def answers(self) -> int:
        return len(self.options) + self.decline + len(self.uses)

    def standing(self) -> Decision:
        """As it may stand in a state: policies are also handed lists that others may change."""
        return self._replace(options=tuple(self.options), uses=tuple(self.uses))

    def use(self, index: int) -> tuple[int, int] | None:
        """The ability that an answer uses, if it does."""
        behind = index - len(self.options) - self.decline
        return self.uses[behind] if behind >= 0 else None


made = partial(tuple.__new__, Decision)
"""Makes one of its fields in a row, in a third of the time that naming them takes."""
