"""Writes a match down: every draw and decision as typed data, one JSON object per line; also how a match is saved.

`docs/replay.md` describes the format field by field.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from rulewright import __version__
from rulewright.dsl.generate.statements import Site
from rulewright.engine import machine
from rulewright.engine.machine import Fault, Machine
from rulewright.engine.program import Program
from rulewright.model.types import (
    BOOL,
    INT,
    SEAT,
    TEXT,
    CellType,
    ComponentType,
    EntryType,
    EnumType,
    IntType,
    ListType,
    PairType,
    PlacementType,
    Type,
)
from rulewright.play.match import Result

FORMAT = "rulewright.replay"
VERSION = 1
ENTRY_DIGITS = 16
"""Digits of an entry's hash that are kept: enough to tell which one was changed."""

Line = dict[str, Any]

# --- values as data ----------------------------------------------------------------------------

_PLAIN: dict[str, Type] = {"int": INT, "bool": BOOL, "seat": SEAT, "text": TEXT}


def type_of(program: Program, text: str) -> Type:
    """The type that `str(type)` has spelt."""
    if text in _PLAIN:
        return _PLAIN[text]
    if text in program.kinds:
        return ComponentType(text)
    if text in program.game.enums:
        return EnumType(text)
    for head, make in (("entry of ", EntryType), ("cell of ", CellType), ("placement on ", PlacementType)):
        if text.startswith(head):
            return make(text.removeprefix(head))
    if text.startswith("list of "):
        return ListType(type_of(program, text.removeprefix("list of ")))
    if text.startswith("pair of "):
        first, _, second = text.removeprefix("pair of ").partition(" and ")
        return PairType(type_of(program, first), type_of(program, second))
    low, _, high = text.partition("..")
    return IntType(int(low), int(high))


def as_data(program: Program, type_: Type | None, value: Any) -> Any:
    """A raw value as data that means the same in any program: uids, ids, symbols, rows and columns."""
    if value is None:
        return None
    match type_:
        case ComponentType(kind):
            return program.kinds[kind].uids[value] if value >= 0 else None
        case EnumType(name):
            return program.game.enums[name][value]
        case EntryType(kind):
            return list(program.game.entries[kind])[value]
        case CellType(zone):
            return _cell(program, program.zone_base[zone], value)
        case PlacementType():
            return _placement(program, *value)
        case PairType(first, second):
            return [as_data(program, first, value[0]), as_data(program, second, value[1])]
        case ListType(item):
            return [as_data(program, item, each) for each in value]
    return value


def _cell(program: Program, z: int, cell: int) -> list[int] | None:
    grid = program.board.grids[z]
    assert grid is not None
    return list(divmod(cell, grid.columns)) if cell >= 0 else None


def _placement(program: Program, piece: int, z: int, index: int) -> Line:
    zone = program.zones[z]
    moves = program.board.moves[z]
    assert moves is not None
    position = moves[piece][index]
    return {
        "piece": program.kinds[zone.kind].uids[piece],
        **_zone(program, z),
        "cell": _cell(program, z, position.cell),
        "turn": position.turn,
        "flip": position.flip,
    }


def _zone(program: Program, z: int) -> Line:
    zone = program.zones[z]
    return {"zone": zone.name, "seat": zone.seat if zone.seat >= 0 else None}


def option_data(
    program: Program, site: Site, options: Sequence[Any], uses: Sequence[Any], decline: bool, index: int
) -> Line:
    """One option of a decision as data."""
    if index < len(options):
        if site.kind == "menu":
            return {"branch": site.branches[options[index]]}
        type_ = site.item if site.item is None or not site.many else ListType(site.item)
        return {"pick": as_data(program, type_, options[index])}
    if decline and index == len(options):
        return {"decline": True}
    clause, this = uses[index - len(options) - decline]
    host = program.hosts[clause]
    by = None if host is None else program.kinds[host].uids[this]
    return {"use": program.rules.clauses[clause].id, "by": by}


def question(program: Program, site: Site, seat: int, args: Sequence[Any], count: int) -> Line:
    """What is asked, as the record says it beside the answer."""
    params = list(program.game.prompts[site.prompt].params.values()) if site.prompt else []
    return {
        "seat": seat,
        "stop": site.name,
        "secret": site.kind == "secret",
        "prompt": site.prompt,
        "args": [as_data(program, type_, arg) for type_, arg in zip(params, args, strict=False)],
        "type": None if site.item is None else str(ListType(site.item) if site.many else site.item),
        "options": count,
    }


def shuffle_data(m: Machine, z: int, order: Sequence[int]) -> Line:
    uids = m.program.kinds[m.program.zones[z].kind].uids
    return {"draw": "shuffle", "place": list(m.s.place), **_zone(m.program, z), "order": [uids[x] for x in order]}


def roll_data(m: Machine, kind: str, dice: Sequence[int], values: Sequence[int]) -> Line:
    uids = m.program.kinds[kind].uids
    return {
        "draw": "roll",
        "place": list(m.s.place),
        "kind": kind,
        "dice": [uids[x] for x in dice],
        "values": list(values),
    }


def pick_data(m: Machine, owner: str, item: str, options: Sequence[Any], picked: Sequence[Any]) -> Line:
    type_ = ListType(type_of(m.program, item))
    return {
        "draw": "pick",
        "place": list(m.s.place),
        "by": owner,
        "type": item,
        "from": as_data(m.program, type_, options),
        "picked": as_data(m.program, type_, picked),
    }


# --- writing -----------------------------------------------------------------------------------


class Tracked(Machine):
    """A machine that tells its chance source of what type a pick is."""

    __slots__ = ("item",)

    def pick(self, owner: str, item: str, options: Sequence[Any], n: int | None) -> Sequence[Any] | None:
        self.item = item
        return super().pick(owner, item, options, n)


@dataclass(slots=True)
class Record:
    """A recorded match: its header, draws and decisions in order, and how it ended."""

    header: Line
    moves: list[Line] = field(default_factory=list)
    end: Line = field(default_factory=lambda: {"end": "open"})

    def text(self) -> str:
        """JSON lines, the same for the same match on any machine."""
        lines = [self.header, *self.moves, self.end]
        return "".join(json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n" for line in lines)


class Recorder:
    """Notes what chance and policies answer; `spec` is under what the content is found again."""

    def __init__(self, program: Program, spec: str, first_seat: int, seed: int | None, policies: Sequence[str]) -> None:
        self.program = program
        self.record = Record(header(program, spec, first_seat, seed, policies))
        self.decisions = 0

    def chance(self, inner: machine.Chance) -> machine.Chance:
        return _RecordingChance(inner, self.record.moves)

    def policy(self, inner: machine.Policy) -> machine.Policy:
        def answer(
            m: Machine,
            site: Site,
            seat: int,
            options: Sequence[Any],
            uses: Sequence[Any],
            decline: bool,
            args: tuple[Any, ...],
        ) -> int:
            index = inner(m, site, seat, options, uses, decline, args)
            self.decision(site, seat, options, uses, decline, args, index)
            return index

        return answer

    def decision(
        self,
        site: Site,
        seat: int,
        options: Sequence[Any],
        uses: Sequence[Any],
        decline: bool,
        args: Sequence[Any],
        index: int,
    ) -> None:
        """Note a decision before it is carried out."""
        asked = question(self.program, site, seat, args, len(options) + decline + len(uses))
        chosen = option_data(self.program, site, options, uses, decline, index)
        self.decisions += 1
        self.record.moves.append({"decision": self.decisions, **asked, "chose": chosen})

    def finish(self, final: Result | None, fault: Fault | None) -> Record:
        self.record.end = end_data(self.program, final, fault)
        return self.record


class _RecordingChance:
    def __init__(self, inner: machine.Chance, moves: list[Line]) -> None:
        self.inner = inner
        self.moves = moves

    def shuffle(self, m: Machine, z: int, pile: Sequence[int]) -> Sequence[int]:
        order = self.inner.shuffle(m, z, pile)
        self.moves.append(shuffle_data(m, z, order))
        return order

    def roll(self, m: Machine, kind: str, dice: Sequence[int]) -> Sequence[int]:
        values = self.inner.roll(m, kind, dice)
        self.moves.append(roll_data(m, kind, dice, values))
        return values

    def pick(self, m: Machine, owner: str, options: Sequence[Any], n: int) -> Sequence[Any]:
        assert isinstance(m, Tracked)
        picked = self.inner.pick(m, owner, options, n)
        self.moves.append(pick_data(m, owner, m.item, options, picked))
        return picked


def header(program: Program, spec: str, first_seat: int, seed: int | None, policies: Sequence[str]) -> Line:
    """What a match starts from, but for the packs themselves."""
    game = program.game
    state = program.new_state(first_seat)
    return {
        "format": FORMAT,
        "version": VERSION,
        "engine": __version__,
        "spec": spec,
        "packs": [{"id": game.id, "version": game.version, "content": game.content_hash}],
        "entries": {name: hash_[:ENTRY_DIGITS] for name, hash_ in game.entry_hashes.items()},
        "settings": {name: _plain(value) for name, value in program.settings.items()},
        "seats": program.seats,
        "first_seat": first_seat,
        "seed": seed,
        "policies": list(policies),
        "zones": zones_data(program, state),
    }


def zones_data(program: Program, state: Any) -> list[Line]:
    """What lies in each zone, top first where there is a top, otherwise in the order of uids."""
    return [
        {**_zone(program, z), "kind": zone.kind, "holds": [program.kinds[zone.kind].uids[x] for x in state.zones[z]]}
        for z, zone in enumerate(program.zones)
    ]


def end_data(program: Program, final: Result | None, fault: Fault | None) -> Line:
    """How the match ended; `open` if it did not, as in a save."""
    if fault is not None:
        return {"end": "fault", "code": fault.code, "message": fault.message}
    if final is None:
        return {"end": "open"}
    types: dict[str, Type | None] = {}
    for line in program.rules.scoring:
        listed = None if line.set is None else line.set.value.type
        types[line.id] = listed.item if isinstance(listed, ListType) else None
    items = [
        [{"line": i.line, "source": _source(program, types[i.line], i.source), "points": i.points} for i in seat]
        for seat in final.items
    ]
    return {
        "end": "finished",
        "scores": list(final.scores),
        "items": items,
        "winners": list(final.winners),
        "rank": final.rank,
        "breakers": [dict(values) for values in final.breakers],
    }


def _source(program: Program, type_: Type | None, source: Any) -> Any:
    return None if type_ is None else as_data(program, type_, source)


def _plain(value: Any) -> Any:
    return [_plain(item) for item in value] if isinstance(value, tuple) else value
