"""Writes a match down: every draw and decision as typed data, a JSON object per line. It is also a save.

`docs/replay.md` describes the format field by field.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from rulewright import __version__
from rulewright.engine import machine
from rulewright.engine.decision import Decision
from rulewright.engine.machine import Fault, Machine
from rulewright.engine.program import Program
from rulewright.model.game import Game
from rulewright.model.spelling import type_of
from rulewright.model.types import ListType, Type
from rulewright.play.data import describe
from rulewright.play.match import Result
from rulewright.play.names import Names

FORMAT = "rulewright.replay"
VERSION = 1
ENTRY_DIGITS = 16
"""Digits of an entry's hash that are kept: enough to tell which one was changed."""

Line = dict[str, Any]

# --- moves as data -----------------------------------------------------------------------------


def _zone(program: Program, z: int) -> Line:
    zone = program.zones[z]
    return {"zone": zone.name, "seat": zone.seat if zone.seat >= 0 else None}


def answer_data(names: Names, decision: Decision, index: int) -> Line:
    """One answer to a decision as data."""
    program = names.program
    if index < len(decision.options):
        site, option = program.sites[decision.stop], decision.options[index]
        if site.kind == "menu":
            return {"branch": site.branches[option]}
        assert site.item is not None
        return {"pick": describe(names, ListType(site.item) if site.many else site.item, option)}
    use = decision.use(index)
    if use is None:
        return {"decline": True}
    clause, this = use
    host = program.hosts[clause]
    by = None if host is None else program.kinds[host].uids[this]
    return {"use": program.rules.clauses[clause].id, "by": by}


def question(names: Names, decision: Decision) -> Line:
    """What is asked, as the record says it beside the answer."""
    site = names.program.sites[decision.stop]
    params = list(names.game.prompts[site.prompt].params.values()) if site.prompt else []
    return {
        "seat": decision.seat,
        "stop": site.name,
        "secret": site.kind == "secret",
        "prompt": site.prompt,
        "args": [describe(names, type_, arg) for type_, arg in zip(params, decision.args, strict=False)],
        "type": None if site.item is None else str(ListType(site.item) if site.many else site.item),
        "options": decision.answers,
    }


def shuffle_data(m: Machine, z: int, order: Sequence[int]) -> Line:
    uids = m.program.kinds[m.program.zones[z].kind].uids
    return {
        "draw": "shuffle",
        "place": list(m.s.place),
        **_zone(m.program, z),
        "order": [uids[x] for x in order],
    }


def roll_data(m: Machine, kind: str, dice: Sequence[int], values: Sequence[int]) -> Line:
    uids = m.program.kinds[kind].uids
    return {
        "draw": "roll",
        "place": list(m.s.place),
        "kind": kind,
        "dice": [uids[x] for x in dice],
        "values": list(values),
    }


def pick_data(
    names: Names, m: Machine, owner: str, item: str, options: Sequence[Any], picked: Sequence[Any]
) -> Line:
    type_ = ListType(type_of(names.game, item))
    return {
        "draw": "pick",
        "place": list(m.s.place),
        "by": owner,
        "type": item,
        "from": describe(names, type_, options),
        "picked": describe(names, type_, picked),
    }


# --- writing -----------------------------------------------------------------------------------


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

    def __init__(
        self, program: Program, spec: str, first_seat: int, seed: int | None, policies: Sequence[str]
    ) -> None:
        self.names = Names(program)
        self.record = Record(header(program, spec, first_seat, seed, policies))
        self.decisions = 0

    def chance(self, inner: machine.Chance) -> machine.Chance:
        return _RecordingChance(inner, self.record.moves, self.names)

    def policy(self, inner: machine.Policy) -> machine.Policy:
        def answer(m: Machine, decision: Decision) -> int:
            index = inner(m, decision)
            self.decision(decision, index)
            return index

        return answer

    def decision(self, decision: Decision, index: int) -> None:
        """Note a decision before it is carried out."""
        asked, chosen = question(self.names, decision), answer_data(self.names, decision, index)
        self.decisions += 1
        self.record.moves.append({"decision": self.decisions, **asked, "chose": chosen})

    def finish(self, final: Result | None, fault: Fault | None) -> Record:
        self.record.end = end_data(self.names, final, fault)
        return self.record


class _RecordingChance:
    def __init__(self, inner: machine.Chance, moves: list[Line], names: Names) -> None:
        self.inner = inner
        self.moves = moves
        self.names = names

    def shuffle(self, m: Machine, z: int, pile: Sequence[int]) -> Sequence[int]:
        order = self.inner.shuffle(m, z, pile)
        self.moves.append(shuffle_data(m, z, order))
        return order

    def roll(self, m: Machine, kind: str, dice: Sequence[int]) -> Sequence[int]:
        values = self.inner.roll(m, kind, dice)
        self.moves.append(roll_data(m, kind, dice, values))
        return values

    def pick(self, m: Machine, owner: str, item: str, options: Sequence[Any], n: int) -> Sequence[Any]:
        picked = self.inner.pick(m, owner, item, options, n)
        self.moves.append(pick_data(self.names, m, owner, item, options, picked))
        return picked


def packs_data(game: Game) -> list[Line]:
    """What was played, base first; the content of all packs together is one thing."""
    return [{"id": pack.id, "version": pack.version, "content": game.content_hash} for pack in game.packs]


def header(program: Program, spec: str, first_seat: int, seed: int | None, policies: Sequence[str]) -> Line:
    """What a match starts from, but for the packs themselves."""
    game = program.game
    state = program.new_state(first_seat)
    return {
        "format": FORMAT,
        "version": VERSION,
        "engine": __version__,
        "spec": spec,
        "packs": packs_data(game),
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
        {
            **_zone(program, z),
            "kind": zone.kind,
            "holds": [program.kinds[zone.kind].uids[x] for x in state.zones[z]],
        }
        for z, zone in enumerate(program.zones)
    ]


def end_data(names: Names, final: Result | None, fault: Fault | None) -> Line:
    """How the match ended; `open` if it did not, as in a save."""
    if fault is not None:
        return {"end": "fault", "code": fault.code, "message": fault.message}
    if final is None:
        return {"end": "open"}
    types: dict[str, Type | None] = {}
    for line in names.program.rules.scoring:
        listed = None if line.set is None else line.set.value.type
        types[line.id] = listed.item if isinstance(listed, ListType) else None
    items = [
        [
            {"line": i.line, "source": _source(names, types[i.line], i.source), "points": i.points}
            for i in seat
        ]
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


def _source(names: Names, type_: Type | None, source: Any) -> Any:
    return None if type_ is None else describe(names, type_, source)


def _plain(value: Any) -> Any:
    return [_plain(item) for item in value] if isinstance(value, tuple) else value
