"""Draws as a scenario lists them; one that is not listed is an error."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rulewright.engine.chance import KeyedChance
from rulewright.engine.machine import Fault, Machine
from rulewright.model.spelling import Spelt
from rulewright.play.names import Names, Written
from rulewright.source.records import record
from rulewright.source.text import Span


@record(frozen=True, slots=True)
class Draw:
    """One listed draw: the `sort` says what of the rest has a meaning."""

    sort: str  # roll, shuffle, pick, seed
    values: tuple[int, ...]  # what dice show; for a seed, the seed
    zone: str
    seat: int  # of the zone; -1 if it is not said
    things: tuple[Written, ...]  # the order of a shuffle, or what is picked
    span: Span


class ScriptedChance:
    """Answers draws from a list, in order; after a seed in the list everything comes from the seed.

    Raises:
        Fault: G710 for a draw that is not the next one listed, G711 for one whose answer cannot be.
            The first place is in the scenario.
    """

    def __init__(self, names: Names, draws: Sequence[Draw], end: Span) -> None:
        self.names = names
        self.left = list(draws)
        self.end = end  # where the list ends, for draws after it
        self.spelt = Spelt(names.game)

    def _next(self, m: Machine, sort: str, what: str) -> Draw | KeyedChance:
        if not self.left:
            raise Fault("G710", f"{what} is not listed in `draws`", [self.end, *m.places()])
        draw = self.left[0]
        if draw.sort == "seed":
            return KeyedChance(draw.values[0])
        if draw.sort != sort:
            raise Fault("G710", f"{what} comes first, not a {draw.sort}", [draw.span, *m.places()])
        return self.left.pop(0)

    def shuffle(self, m: Machine, z: int, pile: Sequence[int]) -> Sequence[int]:
        name = self.names.zone_name(z)
        draw = self._next(m, "shuffle", f"a shuffle of {name}")
        if isinstance(draw, KeyedChance):
            return draw.shuffle(m, z, pile)
        info = m.program.zones[z]
        if draw.zone != info.name or (draw.seat >= 0 and draw.seat != info.seat):
            raise Fault("G710", f"a shuffle of {name} comes first", [draw.span, *m.places()])
        rest = sorted(pile)
        top: list[int] = []
        for thing in draw.things:
            found = [x for x in rest if self._is(info.kind, x, m.s, thing)]
            if not found:
                raise Fault("G711", f"'{thing}' is not in {name}", [draw.span])
            top.append(found[0])
            rest.remove(found[0])
        return [*top, *rest]

    def _is(self, kind: str, x: int, s: Any, written: Written) -> bool:
        return isinstance(written, str) and self.names.words(kind, x, s).issuperset(written.split())

    def roll(self, m: Machine, kind: str, dice: Sequence[int]) -> Sequence[int]:
        draw = self._next(m, "roll", f"a roll of {len(dice)} {m.program.game.kinds[kind].plural}")
        if isinstance(draw, KeyedChance):
            return draw.roll(m, kind, dice)
        info = m.program.kinds[kind]
        if len(draw.values) != len(dice):
            raise Fault("G711", f"{len(dice)} dice are rolled, not {len(draw.values)}", [draw.span])
        for value in draw.values:
            if not info.low <= value <= info.high:
                raise Fault("G711", f"no {kind} shows {value}", [draw.span])
        shown = dict(zip(sorted(dice), draw.values, strict=True))
        return [shown[x] for x in dice]

    def pick(self, m: Machine, owner: str, item: str, options: Sequence[Any], n: int) -> Sequence[Any]:
        draw = self._next(m, "pick", f"a pick of {n} out of {len(options)}")
        if isinstance(draw, KeyedChance):
            return draw.pick(m, owner, item, options, n)
        if len(draw.things) != n:
            raise Fault("G711", f"chance picks {n}, not {len(draw.things)}", [draw.span])
        type_ = self.spelt.type(item)
        rest = list(options)
        for thing in draw.things:
            found = [x for x in rest if self.names.fits(type_, x, m.s, thing)]
            if not found:
                listed = ", ".join(self.names.value(type_, x, m.s) for x in rest)
                raise Fault("G711", f"'{thing}' cannot be picked; there is {listed}", [draw.span])
            rest.remove(found[0])
        return [x for x in options if x not in rest]
