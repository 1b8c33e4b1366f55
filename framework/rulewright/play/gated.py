"""What components do by themselves for a seat, asked for first.

An ability that answers to an event or stands in for it, a modifier, points for a copy of an entry: each is
done only if it may. To take note of it, or to do without it, costs other matches nothing: the program is the
same, bound with tests around the functions of its abilities and its score.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from rulewright.dsl import typed as t
from rulewright.engine.machine import Machine
from rulewright.engine.program import Program
from rulewright.play.match import entry_of

May = Callable[[int, str], bool]
"""Whether components of an entry may do something by themselves for a seat: (seat, entry)."""


def anything(seat: int, entry: str) -> bool:
    return True


class GatedProgram(Program):
    """As `Program`; `may` can be set between matches."""

    may: May = staticmethod(anything)

    def _bind(self, bound: Callable[[dict[str, Any]], None] | None) -> None:
        super()._bind(self._gate)

    def _gate(self, space: dict[str, Any]) -> None:
        for i, clause in enumerate(self.rules.clauses):
            if clause.host is None or clause.entry is None:
                continue
            test = f"when_{i}" if clause.ability.sort == "modify" else f"applies_{i}"
            if clause.ability.sort != "window":  # what a window offers is a question
                space[test] = self._gated(space.get(test), clause.entry)
        lines = {number: line for number, line in enumerate(self.rules.scoring) if line.set is not None}
        if lines:
            space["score"] = self._gated_score(space["score"], lines)

    def _gated(self, applies: Any, entry: str) -> Callable[..., bool]:
        def test(m: Machine, seat: int, this: int, *args: Any) -> bool:
            return (applies is None or applies(m, seat, this, *args)) and self.may(seat, entry)

        return test

    def _gated_score(self, score: Any, lines: Mapping[int, t.Line]) -> Callable[..., int]:
        def gated(m: Machine, seat: int, out: list[tuple[int, Any, int]] | None = None) -> int:
            items: list[tuple[int, Any, int]] = []
            total: int = score(m, seat, items)
            for item in items:
                number, source, points = item
                entry = entry_of(self, lines[number], source) if points and number in lines else None
                if entry is None or self.may(seat, entry):
                    if out is not None:
                        out.append(item)
                else:
                    total -= points
            return total

        return gated
