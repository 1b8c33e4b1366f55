"""Who hears an event, what replaces it, what modifies a value, what a window offers.

Shared by the generated program and the reference walker: only the texts of clauses are run differently.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from rulewright.engine.machine import DEPTH, HOOK, Fault
from rulewright.source.records import record

if TYPE_CHECKING:
    from rulewright.engine.machine import Machine

Heard = tuple[int, int]
"""A clause (its index) and the component whose it is (-1 for the game's own)."""

_NO_ONE: tuple[Heard, ...] = ()


@dataclass(slots=True)
class Hosted:
    """Clauses of the entries of one component kind, by entry index."""

    kind: str
    by_entry: dict[int, tuple[int, ...]]
    argument: int | None = None  # the event's argument that is the component itself; None: any may hear
    components: tuple[int, ...] = ()  # all that are copies of these entries, or bear them


@dataclass(slots=True)
class Hearing:
    """Everything that hears one event at one stage."""

    direct: list[Hosted] = field(default_factory=list)
    listeners: list[Hosted] = field(default_factory=list)
    own: tuple[int, ...] = ()  # the game's own rules


def _live(m: Machine, kind: str, x: int) -> int:
    """The zone instance of a component if its abilities work there, else -1."""
    info = m.program.kinds[kind]
    z = int(getattr(m.s, info.at)[x // info.per_whole])
    return z if info.live is None or z in info.live else -1


def actor(m: Machine, clause: int, this: int, me: int) -> int:
    """Whose a clause is now: the owner of its component, otherwise the seat that acts."""
    program = m.program
    host = program.hosts[clause]
    if host is not None:
        owner = program.owner_of(m.s, host, this)
        if owner >= 0:
            return owner
    if me < 0 and program.needs_me[clause]:
        m.fault("G709", f"nobody owns what '{program.rules.clauses[clause].id}' belongs to, and no seat acts")
    return me


def hear(m: Machine, hearing: Hearing, me: int, args: tuple[Any, ...]) -> Sequence[Heard]:
    """Who hears an event: acting seat first, then clockwise, by zone, by uid, by order on the card."""
    found: list[tuple[int, int, int, int, int]] = []
    program = m.program
    acting = me if me >= 0 else m.s.turn_seat
    single: tuple[Heard, ...] = _NO_ONE
    for hosted in hearing.direct:
        assert hosted.argument is not None
        x = args[hosted.argument]
        clauses = hosted.by_entry.get(program.kinds[hosted.kind].entry[x])
        if clauses is None:
            continue
        z = _live(m, hosted.kind, x)
        if z < 0:
            continue
        if len(clauses) == 1 and not hearing.listeners and not hearing.own and len(hearing.direct) == 1:
            return ((clauses[0], x),)
        owner = program.owner_of(m.s, hosted.kind, x)
        distance = (owner - acting) % program.seats if owner >= 0 else -1
        found += [(distance, z, x, order, clause) for order, clause in enumerate(clauses)]
    for hosted in hearing.listeners:
        entry = program.kinds[hosted.kind].entry
        for z, x in live_among(m, hosted.kind, hosted.components):
            owner = program.owner_of(m.s, hosted.kind, x)
            distance = (owner - acting) % program.seats if owner >= 0 else -1
            clauses = hosted.by_entry[entry[x]]
            found += [(distance, z, x, order, clause) for order, clause in enumerate(clauses)]
    if not found and not hearing.own:
        return single
    found.sort()
    return (*((clause, x) for _, _, x, _, clause in found), *((clause, -1) for clause in hearing.own))


def live_among(m: Machine, kind: str, components: Sequence[int]) -> list[tuple[int, int]]:
    """(zone instance, component or part) for those of some whose abilities work, zone by zone."""
    info = m.program.kinds[kind]
    at, live, per = getattr(m.s, info.at), info.live, info.per_whole
    if live is None:
        found = [(at[x // per], x) for x in components]
    elif sum(len(m.s.zones[z]) for z in live) * per < len(components):
        lying = [
            (z, x) for z in live for whole in m.s.zones[z] for x in range(whole * per, (whole + 1) * per)
        ]
        found = [(z, x) for z, x in lying if x in components]
    else:
        found = [(at[x // per], x) for x in components if at[x // per] in live]
    if len(found) > 1:
        zones, piles = m.program.zones, m.s.zones

        def order(where: tuple[int, int]) -> tuple[int, int, int]:
            z, x = where
            return z, piles[z].index(x // per) if zones[z].ordered else 0, x

        found.sort(key=order)
    return found


def run_hook(m: Machine, me: int, heard: Heard, args: tuple[Any, ...]) -> int:
    """Run one clause that heard an event, if it applies now; 1 if it stopped."""
    clause, this = heard
    program = m.program
    host = program.hosts[clause]
    if host is not None and _live(m, host, this) < 0:
        return 0
    me = actor(m, clause, this, me)
    if not program.applies[clause](m, me, this, *args):
        return 0
    m.depth += 1
    if m.depth > DEPTH:
        raise Fault("G702", f"abilities set each other off more than {DEPTH} deep", m.places())
    if program.hooks[clause](m, me, this, *args):
        m.s.frames.append((HOOK,))  # so that as many abilities count as running when it goes on
        return 1
    m.depth -= 1
    return 0


def hook_ended(m: Machine) -> int:
    """What follows a clause that had stopped: nothing."""
    return 0


def replacement(m: Machine, hearing: Hearing, me: int, args: tuple[Any, ...]) -> Heard | None:
    """The first clause that happens instead of the event, if any; each replaces an event only once."""
    for heard in hear(m, hearing, me, args):
        clause, this = heard
        if heard in m.s.replacing:
            continue
        if m.program.applies[clause](m, actor(m, clause, this, me), this, *args):
            return heard
    return None


# --- values with modifiers ---------------------------------------------------------------------

STAGES = ("set_to", "add", "multiply", "change_to", "at_least", "at_most")


@record(frozen=True, slots=True)
class Modifier:
    clause: int
    host: str | None
    entry: int  # of the host; -1 for the game's own
    stage: str
    group: str | None
    components: tuple[int, ...] = ()  # all that are copies of the entry, or bear it


def modified(m: Machine, value: str, me: int, base: Any, args: tuple[Any, ...]) -> Any:
    """A value after everything that modifies it now.

    Stages run in the order of `STAGES`; within an exclusive group only the strongest of a stage counts.
    """
    program = m.program
    quiet = program.quiet.get(value)
    if quiet is not None:
        column, live, wholes = quiet
        at = getattr(m.s, column)
        for x in wholes:
            if at[x] in live:
                break
        else:
            return base
    if value not in program.values_of_me:
        me = -1  # as everywhere that a value is asked for without a seat
    by_stage: dict[str, list[tuple[str | None, Modifier, int, int]]] = {}
    for modifier in program.modifiers[value]:
        when = program.whens[modifier.clause]
        for seat, this in _bearers(m, modifier, me):
            if when is None or when(m, seat, this, *args):
                by_stage.setdefault(modifier.stage, []).append((modifier.group, modifier, seat, this))
    result = base
    for stage in STAGES:
        found = by_stage.get(stage)
        if found:
            result = _stage(m, stage, found, result, args)
    return result


def _bearers(m: Machine, modifier: Modifier, me: int) -> list[tuple[int, int]]:
    if modifier.host is None:
        return [(me, -1)]
    owner = m.program.owner
    return [
        (owner[z] if owner[z] >= 0 else actor(m, modifier.clause, x, me), x)
        for z, x in live_among(m, modifier.host, modifier.components)
    ]


def _stage(
    m: Machine,
    stage: str,
    found: list[tuple[str | None, Modifier, int, int]],
    result: Any,
    args: tuple[Any, ...],
) -> Any:
    if stage == "change_to":
        for _, modifier, seat, this in found:
            result = m.program.amounts[modifier.clause](m, seat, this, *args, result)
        return result
    best: dict[object, Any] = {}
    for number, (group, modifier, seat, this) in enumerate(found):
        amount = m.program.amounts[modifier.clause](m, seat, this, *args, result)
        key: object = group if group is not None else number
        if key not in best or _stronger(stage, amount, best[key]):
            best[key] = amount
    amounts = list(best.values())
    if stage == "set_to":
        if any(amount != amounts[0] for amount in amounts):
            m.fault("G706", "two abilities set one value to different amounts")
        return amounts[0]
    if stage == "add":
        return result + sum(amounts)
    if stage == "multiply":
        for amount in amounts:
            result *= amount
        return result
    return max(result, *amounts) if stage == "at_least" else min(result, *amounts)


def _stronger(stage: str, new: Any, old: Any) -> bool:
    """In a group: the greatest bonus, or the worst penalty if all are penalties; the tightest bound."""
    if stage == "at_most":
        return bool(new < old)
    if stage == "add" and new < 0 and old < 0:
        return bool(new < old)
    return bool(new > old)


# --- windows -----------------------------------------------------------------------------------


@record(frozen=True, slots=True)
class WindowGroup:
    """The windows open in the turns of one step, and whose abilities they offer."""

    windows: tuple[tuple[str, str | None, tuple[Hosted, ...]], ...]  # name, budget, abilities
    zones: tuple[tuple[int, ...], ...]  # per seat, where anything that may be used can lie

    def __call__(self, m: Machine, seat: int, prompt: int, args: tuple[Any, ...]) -> Sequence[Heard]:
        """What `seat` may use at this prompt: (clause, component); equal components once."""
        found: list[Heard] = []
        if seat < 0:
            return found
        lying = m.s.zones
        for z in self.zones[seat]:  # mostly there is nothing, and every question passes here
            if lying[z]:
                break
        else:
            return found
        program, s = m.program, m.s
        for name, budget, hosts in self.windows:
            if seat != program.window_seat(m, name):
                continue
            if budget is not None and not program.budget_left(m, budget, seat):
                continue
            for hosted in hosts:
                info = program.kinds[hosted.kind]
                seen: set[Any] = set()
                for z in info.live_of_seat[seat]:
                    for x in s.zones[z]:
                        first = x * info.per_whole
                        if info.owned is not None and program.owner_of(s, info.name, first) != seat:
                            continue
                        for part in range(x * info.per_whole, (x + 1) * info.per_whole):
                            for clause in hosted.by_entry.get(info.entry[part], ()):
                                if not program.available[clause](m, seat, part, prompt, args):
                                    continue
                                key = (clause, info.alike(s, part) if info.alike else part)
                                if key not in seen:
                                    seen.add(key)
                                    found.append((clause, part))
        return found
