"""What a seat can see, and whole states that fit it.

An observation is the state with everything hidden put into one fixed order, and what the hidden
components themselves say (a rolled value, a mark) as it was when the match began. So it is the same
whatever the hidden truth is: who decides by it cannot peek. `sample` deals what is hidden anew, and
rolls it anew.

Both are one operation: a permutation of the hidden components of each kind, applied to zones, frames
and whatever else names a component.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from rulewright.dsl.generate.sites import HeardType, Site
from rulewright.engine.chance import keyed, mix
from rulewright.engine.decision import Decision
from rulewright.model.types import ComponentType, ListType, PairType, PlacementType, Type, ZoneType
from rulewright.source.records import record

if TYPE_CHECKING:
    from rulewright.engine.program import Program

Permutation = Mapping[str, Mapping[int, int]]
"""Per component kind: hidden component -> the one that takes its place."""


@record(frozen=True, slots=True)
class Observation:
    """What `seat` sees; `state` has every hidden component in canonical order and no other seat's secrets."""

    program: Program
    seat: int
    state: Any


def observe(program: Program, state: Any, seat: int) -> Observation:
    """The observation of a seat; the state is not changed."""
    seen = state.copy()
    asked = [d for d in seen.open if isinstance(d, Decision)]
    if any(program.sites[decision.stop].kind == "secret" for decision in asked):
        seen.secret = {who: answers for who, answers in seen.secret.items() if who == seat}
    seen.open = tuple(decision for decision in asked if decision.seat == seat)
    for z in program.hidden[seat]:
        if seen.zones[z]:
            _forget(program, seen, program.zones[z].kind, seen.zones[z])
    fixed = {}
    for kind, hidden in _slots(program, seen, seat).items():
        order = sorted(hidden)
        if order != hidden:
            fixed[kind] = dict(zip(hidden, order, strict=True))
    _permute(program, seen, fixed, seat)
    return Observation(program, seat, seen)


def sample(observation: Observation, key: int) -> Any:
    """A whole state that fits the observation; what is hidden is dealt, and rolled, by `key`."""
    program = observation.program
    slots = _slots(program, observation.state, observation.seat)
    dealt: dict[str, dict[int, int]] = {}
    for kind, hidden in slots.items():
        hashes = program.kinds[kind].hashes
        base = keyed(key, "deal", kind)
        # defaults bind what the loop changes
        order = sorted(hidden, key=lambda x, base=base, hashes=hashes: mix(base ^ hashes[x]))  # type: ignore[misc]
        dealt[kind] = dict(zip(hidden, order, strict=True))
    state = observation.state.copy()
    _permute(program, state, dealt, observation.seat)
    for kind, hidden in slots.items():
        info = program.kinds[kind]
        if info.rolled:
            base, sides, column = (
                keyed(key, "roll", kind),
                info.high - info.low + 1,
                getattr(state, info.rolled),
            )
            for x in hidden:
                column[x] = info.low + (mix(base ^ info.hashes[x]) * sides >> 64)
    return state


def _forget(program: Program, state: Any, kind: str, hidden: Sequence[int]) -> None:
    """Put the state of hidden components and their parts back to what it was at the start."""
    for column, per in program.columns_of[kind]:
        values, starts = getattr(state, column), program.starts[column]
        for x in hidden:
            values[x * per : (x + 1) * per] = starts[x * per : (x + 1) * per]


def _slots(program: Program, state: Any, seat: int) -> dict[str, list[int]]:
    """The hidden components of each kind in the order of the places they lie in.

    Where a zone has no order, what else the state says of a component gives it: who is named first, and
    how often each die was rolled. Those it says nothing of are all alike.
    """
    zones = [z for z in program.hidden[seat] if state.zones[z]]
    noticed = {program.zones[z].kind: _Noticed() for z in zones if not program.zones[z].ordered}
    rolls = {}
    if noticed:
        _rename(program, state, noticed)  # by the same names
        rolls = _rolls(program, state)
    found: dict[str, list[int]] = {}
    for z in zones:
        zone = program.zones[z]
        pile = list(state.zones[z])
        if not zone.ordered:
            named, rolled = noticed[zone.kind], rolls.get(zone.kind, {})
            # defaults bind what the loop changes
            pile.sort(key=lambda x, n=named, r=rolled: (n[x] if x in n else len(n), r.get(x, ())))  # type: ignore[misc]
        found.setdefault(zone.kind, []).extend(pile)
    return found


class _Noticed(dict[int, int]):
    """A permutation that changes nothing; it numbers the components in the order they are named."""

    def get(self, x: int, default: Any = None) -> Any:
        self.setdefault(x, len(self))
        return default


def _rolls(program: Program, state: Any) -> dict[str, dict[int, tuple[Any, ...]]]:
    """Per component kind: what was rolled of a component here, and how often."""
    found: dict[str, dict[int, tuple[Any, ...]]] = {}
    for what, times in sorted(state.drawn.items()):
        if what[0] == "roll":
            info = program.kinds[what[1]]
            whole, part = divmod(what[2], info.per_whole)
            of = found.setdefault(info.whole, {})
            of[whole] = (*of.get(whole, ()), (info.name, part, times))
    return found


def _permute(program: Program, s: Any, permutation: Permutation, seat: int) -> None:
    """Exchange components that are hidden from a seat; only these are in the permutation."""
    for number in program.hidden[seat]:
        zone = program.zones[number]
        swaps = permutation.get(zone.kind)
        pile = s.zones[number]
        if swaps and pile:
            pile = [swaps[x] for x in pile]
            at = getattr(s, f"at_{zone.kind}")
            for x in pile:
                at[x] = number
        s.zones[number] = pile if zone.ordered else sorted(pile)
    if permutation:
        _rename(program, s, permutation)
    drawn = {_draw(program, what, permutation): times for what, times in s.drawn.items()}
    s.drawn = dict(sorted(drawn.items()))
    s.asked = dict(sorted(s.asked.items()))
    s.secret = dict(sorted(s.secret.items()))


def _rename(program: Program, s: Any, permutation: Permutation) -> None:
    """Exchange components wherever the state names one, but for where they lie and counts of draws."""
    for field, type_ in program.references:
        if program.kinds[type_.kind].whole in permutation:
            setattr(s, field, _renamed(program, getattr(s, field), type_, permutation))
    s.place = _place(program, s.place, permutation)
    for field, kind in program.turn_names.items():
        setattr(s, field, _turn(program, getattr(s, field), kind, permutation))
    s.frames = [_frame(program, frame, permutation) for frame in s.frames]
    s.open = tuple(_decision(program, decision, permutation) for decision in s.open)
    s.replacing = tuple(
        (clause, _component(program, program.hosts[clause], x, permutation)) for clause, x in s.replacing
    )
    if s.secret:
        types = [_picked(site) for site, _ in program.secrets[s.place[0]]]
        s.secret = {who: _answers(program, s.secret[who], types, permutation) for who in sorted(s.secret)}


def _frame(program: Program, frame: Sequence[Any], permutation: Permutation) -> tuple[Any, ...]:
    types = program.frame_types[frame[0]]
    return (frame[0], *_each(program, frame[1:], types, permutation))


def _decision(program: Program, decision: Any, permutation: Permutation) -> Any:
    if not isinstance(decision, Decision):
        return decision
    options, args = decision.options, decision.args
    site = program.sites[decision.stop]
    if site.item is not None:
        options = _renamed(program, options, ListType(_picked(site)), permutation)
    uses = _renamed(program, decision.uses, HeardType(), permutation)
    if site.prompt is not None and args:
        args = _each(program, args, list(program.game.prompts[site.prompt].params.values()), permutation)
    return decision._replace(options=options, uses=uses, args=args)


def _picked(site: Site) -> Type:
    """The type of one option of a decision that picks things."""
    assert site.item is not None
    return ListType(site.item) if site.many else site.item


def _answers(program: Program, answers: Any, types: Sequence[Type], permutation: Permutation) -> Any:
    return None if answers is None else _each(program, answers, types[: len(answers)], permutation)


def _draw(program: Program, what: tuple[Any, ...], permutation: Permutation) -> tuple[Any, ...]:
    """What a draw is counted by: that of a die by the die."""
    if what[0] != "roll":
        return what
    return (*what[:2], _component(program, what[1], what[2], permutation))


def _place(program: Program, place: tuple[Any, ...], permutation: Permutation) -> tuple[Any, ...]:
    kinds = program.place_kinds.get(place[0], ())
    turns = (_turn(program, part, kind, permutation) for part, kind in zip(place[1:], kinds, strict=False))
    return (place[0], *turns, *place[1 + len(kinds) :])


def _turn(program: Program, turn: Any, kind: str | None, permutation: Permutation) -> Any:
    """Whose turn it is, for the how-many-eth time: `uid/number` where it is that of a component."""
    if kind is None or not isinstance(turn, str):
        return turn
    info = program.kinds[kind]
    uid, _, number = turn.rpartition("/")
    return f"{info.uids[_component(program, kind, info.uids.index(uid), permutation)]}/{number}"


def _each(
    program: Program, values: Sequence[Any], types: Sequence[Type], permutation: Permutation
) -> tuple[Any, ...]:
    return tuple(_renamed(program, v, t, permutation) for v, t in zip(values, types, strict=True))


def _component(program: Program, kind: str | None, x: int, permutation: Permutation) -> int:
    info = None if kind is None else program.kinds.get(kind)
    if info is None or x < 0:
        return x
    swaps = permutation.get(info.whole)
    if swaps is None:
        return x
    whole, offset = divmod(x, info.per_whole)
    return swaps.get(whole, whole) * info.per_whole + offset


def _components(
    program: Program, kind: str, values: Sequence[int | None], permutation: Permutation
) -> Sequence[int | None]:
    info = program.kinds.get(kind)
    if info is None or info.whole not in permutation:
        return values
    return [None if x is None else _component(program, kind, x, permutation) for x in values]


def _renamed(program: Program, value: Any, type_: Type, permutation: Permutation) -> Any:
    """A value of a type with its components exchanged."""
    if value is None:
        return None
    match type_:
        case ComponentType(kind):
            if isinstance(value, list):  # a column
                return _components(program, kind, value, permutation)
            return _component(program, kind, value, permutation)
        case ListType(ComponentType(kind)) | ZoneType(kind=kind):
            return tuple(_components(program, kind, value, permutation))
        case ListType(item):
            return tuple(_renamed(program, v, item, permutation) for v in value)
        case HeardType():
            hosts = program.hosts
            return tuple((c, _component(program, hosts[c], x, permutation)) for c, x in value)
        case PairType(first, second):
            return (
                _renamed(program, value[0], first, permutation),
                _renamed(program, value[1], second, permutation),
            )
        case PlacementType(zone):
            kind = program.game.zones[zone].kind
            return (_component(program, kind, value[0], permutation), *value[1:])
    return value
