"""Plays recorded matches again, each draw and decision checked against the record."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rulewright.dsl.generate import Switches
from rulewright.dsl.typed import Rules
from rulewright.engine.machine import Fault, Machine
from rulewright.engine.program import Program
from rulewright.model.game import Game
from rulewright.model.types import BoolType, EnumType, IntType, ListType, Type
from rulewright.play.journal import Journal
from rulewright.play.match import Result, result
from rulewright.play.names import Names
from rulewright.play.playout import check_everything
from rulewright.play.record import (
    ENTRY_DIGITS,
    Line,
    answer_data,
    end_data,
    pick_data,
    question,
    roll_data,
    shuffle_data,
    zones_data,
)
from rulewright.play.replay_read import Replay, stop
from rulewright.source.counted import counted
from rulewright.source.diagnostics import ContentError, Problems
from rulewright.source.records import record
from rulewright.source.text import NOWHERE, Span

MOST_LISTED = 20  # entries that differ
_FOUND_BY_CHECKS = ("G708", "I801")


@record(frozen=True, slots=True)
class Reenacted:
    """Where re-enacting came to: the machine there, and the end if it was reached."""

    machine: Machine
    decisions: int
    draws: int
    moves: tuple[Line, ...]  # the decisions and draws that were played
    lines: tuple[str, ...]  # the log, if one was kept
    result: Result | None
    fault: Fault | None


# --- content -----------------------------------------------------------------------------------


def check_content(replay: Replay, game: Game) -> None:
    """Refuse content that is not what was played.

    Raises:
        ContentError: G722, with a problem at each entry that differs.
    """
    packs = replay.header["packs"]
    ids, ours = (
        "+".join(words) for words in ([str(pack["id"]) for pack in packs], [p.id for p in game.packs])
    )
    if ids != ours:
        stop("G722", f"this match was played with '{ids}', not '{ours}'", replay.place)
    played = packs[0]
    if played["content"] == game.content_hash:
        return
    problems = Problems()
    then: Line = replay.header["entries"]
    now = {name: hash_[:ENTRY_DIGITS] for name, hash_ in game.entry_hashes.items()}
    differ = sorted(name for name in {*then, *now} if then.get(name) != now.get(name))
    how = "steps or scoring lines changed places"
    if differ:
        how = counted(len(differ), "entry or declaration differs", "entries or declarations differ")
    what = f"the content is not the {game.id} {played['version']} that was played"
    hint = "'--under SPEC' plays it with other content and says what that changes; or record it anew"
    problems.error("G722", f"{what}: {how}", replay.place, hint=hint)
    for name in differ[:MOST_LISTED]:
        what = "is new" if name not in then else "is gone" if name not in now else "is changed"
        problems.error("G722", f"'{name}' {what}", _place(game, name) or replay.place)
    if len(differ) > MOST_LISTED:
        problems.error("G722", f"and {len(differ) - MOST_LISTED} more", replay.place)
    raise ContentError(problems.found)


def _place(game: Game, name: str) -> Span | None:
    """Where an entry (`kind/id`) or a declaration (`section/id`) stands."""
    section, _, id_ = name.partition("/")
    found = game.entries.get(section, {}).get(id_)
    if found is not None:
        return found.span
    declared = getattr(game, section, None)
    item = declared.get(id_) if isinstance(declared, Mapping) else declared
    span = getattr(item, "span", None)
    return span if isinstance(span, Span) and span.file is not NOWHERE.file else None


# --- playing again -----------------------------------------------------------------------------


def reenact(replay: Replay, rules: Rules, to: int | None = None, *, log: bool = False) -> Reenacted:
    """Play a recorded match again, up to its end or decision number `to`.

    Whatever the match does must stand in the record: what is asked and of whom, how many options there
    are, what is drawn from what, the scores. A save is loaded in the same way: its record ends open.
    With `log` everything that happens is kept in words.

    Raises:
        ContentError: G722 for other content, G723 where the match and the record part.
    """
    check_content(replay, rules.game)
    program = _program(replay, rules, Switches(log=log))
    first: int = replay.header["first_seat"]
    zones = zones_data(program, program.new_state(first))
    _compare(zones, replay.header["zones"], "the zones at the start", replay.place)
    names = Names(program)
    cursor = _Cursor(replay, names, [])
    journal = Journal(names)
    m = Machine(program, program.new_state(first), [None] * program.seats, cursor, journal if log else None)
    journal.machine = m
    decisions = 0
    final: Result | None = None
    fault: Fault | None = None
    try:
        m.start()
        while not m.s.done and (to is None or decisions < to) and cursor.more():
            decisions += 1
            _answer(m, cursor, decisions)
        if m.s.done or not cursor.more():
            cursor.check(m)
        if m.s.done:
            final = result(m)
    except Fault as found:
        fault = found
    if final is not None or fault is not None or to is None:
        cursor.finish(end_data(names, final, fault))
    draws = len(cursor.played) - decisions
    return Reenacted(m, decisions, draws, tuple(cursor.played), tuple(journal.lines), final, fault)


def check_seats(replay: Replay, game: Game) -> None:
    """Refuse a record whose seats a game does not have; raises `ContentError` (G721)."""
    head, players = replay.header, game.players
    if not players.least <= head["seats"] <= players.most or not 0 <= head["first_seat"] < head["seats"]:
        stop("G721", "the seats do not fit the game", replay.place)


def _program(replay: Replay, rules: Rules, switches: Switches) -> Program:
    head = replay.header
    check_seats(replay, rules.game)
    known = rules.game.settings
    if head["settings"].keys() != known.keys():
        stop("G721", "the settings are not those of the game", replay.place)
    settings = {name: tuple(v) if isinstance(v, list) else v for name, v in head["settings"].items()}
    for name, value in settings.items():
        if not fits(known[name].type, value, rules.game):
            message = f"{_short(head['settings'][name])} does not fit the setting '{name}'"
            stop("G721", message, replay.place, expected=str(known[name].type))
    return Program(rules, settings, head["seats"], switches)


def fits(type_: Type, value: Any, game: Game) -> bool:
    """Whether data is a value of a setting's type."""
    match type_:
        case ListType(item):
            return type(value) is tuple and all(fits(item, each, game) for each in value)
        case EnumType(name):
            return type(value) is str and value in game.enums[name]
        case IntType(low, high):
            return type(value) is int and (low is None or low <= value) and (high is None or value <= high)
    return type_ == BoolType() and type(value) is bool


def _answer(m: Machine, cursor: _Cursor, number: int) -> None:
    """Give the recorded answer to the open decision that it belongs to."""
    line, span = cursor.take("decision", "a decision is asked for")
    _compare(number, line["decision"], "the number of the decision", span)
    opened = [d for d in m.s.open if d.seat == line["seat"]]
    if not opened:
        seats = " or ".join(str(d.seat) for d in m.s.open)
        stop("G723", f"seat {line['seat']} is not asked here, but seat {seats}", span)
    decision = opened[0]
    for key, value in question(cursor.names, decision).items():
        _compare(value, line[key], f"'{key}'", span)
    for index in range(decision.answers):
        if answer_data(cursor.names, decision, index) == line["chose"]:
            cursor.played.append(line)
            m.choose(index, decision.seat)
            return
    stop("G723", f"{json.dumps(line['chose'])} is none of the options", span)


def _compare(here: Any, recorded: Any, what: str, span: Span) -> None:
    if not _same(here, recorded):
        stop("G723", f"{what}: {_short(here)} here, {_short(recorded)} in the record", span)


def _same(here: Any, recorded: Any) -> bool:
    """Whether two values are one as JSON has it, where 1 is not true."""
    return here == recorded and json.dumps(here, sort_keys=True) == json.dumps(recorded, sort_keys=True)


def _short(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 60 else text[:59] + "…"


@dataclass(slots=True)
class _Cursor:
    """The chance source that answers from the record, and the reader of its decisions."""

    replay: Replay
    names: Names
    played: list[Line]

    def more(self) -> bool:
        return len(self.played) < len(self.replay.moves)

    def take(self, sort: str, wanted: str) -> tuple[Line, Span]:
        if not self.more():
            stop("G723", f"the record ends here, but {wanted}", self._end())
        line, span = self.replay.moves[len(self.played)]
        if sort not in line or (sort == "draw" and line["draw"] != wanted.split()[0]):
            stop("G723", f"{wanted}, which is not what the record says", span)
        return line, span

    def check(self, m: Machine) -> None:
        """Where the record broke off since a check found something, find it again."""
        if self.replay.end is not None and self.replay.end[0].get("code") in _FOUND_BY_CHECKS:
            check_everything(m)

    def _end(self) -> Span:
        if self.replay.end is not None:
            return self.replay.end[1]
        return self.replay.moves[-1][1] if self.replay.moves else self.replay.place

    def finish(self, end: Line) -> None:
        """Compare the ends; a record without one, or with an open one, is a save."""
        recorded = {"end": "open"} if self.replay.end is None else self.replay.end[0]
        if self.more():
            span = self.replay.moves[len(self.played)][1]
            stop("G723", f"the match ends here ({end['end']}), but the record goes on", span)
        for key in ("end", "code", "scores", "items", "winners", "rank", "breakers"):
            _compare(end.get(key), recorded.get(key), f"'{key}'", self._end())

    # --- chance ---

    def _draw(self, wanted: str) -> tuple[Line, Span]:
        return self.take("draw", wanted)

    def _played(self, line: Line, here: Line, span: Span) -> None:
        for key, value in here.items():
            _compare(value, line[key], f"'{key}'", span)
        self.played.append(line)

    def shuffle(self, m: Machine, z: int, pile: Sequence[int]) -> Sequence[int]:
        line, span = self._draw(f"shuffle of {m.program.zones[z].name}")
        uids = m.program.kinds[m.program.zones[z].kind].uids
        order = _indices({uids[x]: x for x in pile}, line["order"], len(pile), span)
        self._played(line, shuffle_data(m, z, order), span)
        return order

    def roll(self, m: Machine, kind: str, dice: Sequence[int]) -> Sequence[int]:
        line, span = self._draw(f"roll of {len(dice)} {kind}")
        info = m.program.kinds[kind]
        values: list[int] = line["values"]
        if len(values) != len(dice) or not all(type(v) is int and info.low <= v <= info.high for v in values):
            stop("G723", f"{len(dice)} values from {info.low} to {info.high} are rolled here", span)
        self._played(line, roll_data(m, kind, dice, values), span)
        return values

    def pick(self, m: Machine, owner: str, item: str, options: Sequence[Any], n: int) -> Sequence[Any]:
        line, span = self._draw(f"pick of {n} {item}")
        names = [json.dumps(data) for data in pick_data(self.names, m, owner, item, options, ())["from"]]
        picked = [json.dumps(data) for data in line["picked"]]
        chosen = _indices(dict(zip(names, options, strict=True)), picked, n, span)
        self._played(line, pick_data(self.names, m, owner, item, options, chosen), span)
        return chosen


def _indices(known: Mapping[str, Any], names: Sequence[Any], count: int, span: Span) -> list[Any]:
    """The things of these names, each once."""
    if len(names) != count or not all(isinstance(name, str) and name in known for name in names):
        stop("G723", "this is not what can be drawn here", span)
    if len(set(names)) != count:
        stop("G723", "something is drawn twice", span)
    return [known[name] for name in names]
