"""Reads recorded matches and plays them again, each draw and decision checked against the record."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NoReturn

from rulewright.dsl.typed import Rules
from rulewright.engine.machine import Fault, Machine
from rulewright.engine.program import Program
from rulewright.model.game import Game
from rulewright.play.match import Result, result
from rulewright.play.names import Names
from rulewright.play.playout import check_everything
from rulewright.play.record import (
    ENTRY_DIGITS,
    FORMAT,
    VERSION,
    Line,
    end_data,
    option_data,
    pick_data,
    question,
    roll_data,
    shuffle_data,
    zones_data,
)
from rulewright.source.diagnostics import ContentError, Problems
from rulewright.source.suggest import did_you_mean
from rulewright.source.text import NOWHERE, SourceFile, Span

MOST_LISTED = 20  # entries that differ
_FOUND_BY_CHECKS = ("G708", "I801")

_HEADER: dict[str, type] = {
    "version": int,
    "engine": str,
    "spec": str,
    "packs": list,
    "entries": dict,
    "settings": dict,
    "seats": int,
    "first_seat": int,
    "policies": list,
    "zones": list,
}
_DRAWS: dict[str, dict[str, type]] = {
    "shuffle": {"order": list},
    "roll": {"dice": list, "values": list},
    "pick": {"picked": list},
}
_DECISION: dict[str, type] = {"seat": int, "stop": str, "options": int, "chose": dict}


@dataclass(slots=True)
class Replay:
    """One recorded match as read; lines are known by where they stand."""

    header: Line
    place: Span
    moves: list[tuple[Line, Span]] = field(default_factory=list)
    end: tuple[Line, Span] | None = None

    @property
    def spec(self) -> str:
        return str(self.header["spec"])


@dataclass(frozen=True, slots=True)
class Reenacted:
    """Where re-enacting came to: the machine there, and the end if it was reached."""

    machine: Machine
    decisions: int
    draws: int
    moves: tuple[Line, ...]  # the decisions and draws that were played
    result: Result | None
    fault: Fault | None


def _stop(
    code: str, message: str, span: Span, expected: str | None = None, hint: str | None = None
) -> NoReturn:
    problems = Problems()
    problems.error(code, message, span, expected=expected, hint=hint)
    raise ContentError(problems.found)


# --- reading -----------------------------------------------------------------------------------


def read_replays(path: Path, name: str | None = None) -> list[Replay]:
    """The matches of a file, one after another.

    Raises:
        ContentError: Y101 or Y102 if it cannot be read, G721 if it is not a replay.
    """
    shown = path.as_posix() if name is None else name
    try:
        text = path.read_bytes().decode("utf-8")
    except OSError as error:
        reason = (error.strerror or "it cannot be read").lower()
        _stop("Y101", f"cannot read '{shown}': {reason}", Span(SourceFile.of(shown, ""), 0, 0))
    except UnicodeDecodeError as error:
        _stop("Y102", f"byte {error.start + 1} is not UTF-8", Span(SourceFile.of(shown, ""), 0, 0))
    return parse_replays(SourceFile.of(shown, text))


def parse_replays(file: SourceFile) -> list[Replay]:
    """The matches of a text; raises `ContentError` (G721) at the first line that does not fit."""
    replays: list[Replay] = []
    for number, start in enumerate(file.line_starts, 1):
        text = file.line_text(number)
        if not text.strip():
            continue
        span = Span(file, start, start + len(text))
        line = _json(text, span)
        if "format" in line:
            _check_header(line, span)
            replays.append(Replay(line, span))
        elif not replays or replays[-1].end is not None:
            expected = f'a line with "format": "{FORMAT}"'
            _stop("G721", "this line stands outside a recorded match", span, expected)
        elif "end" in line:
            replays[-1].end = (line, span)
        else:
            _check_move(line, span)
            replays[-1].moves.append((line, span))
    if not replays:
        _stop("G721", "the file holds no recorded match", Span(file, 0, 0))
    return replays


def _json(text: str, span: Span) -> Line:
    try:
        line = json.loads(text)
    except (ValueError, RecursionError):
        _stop("G721", "this line is not JSON", span, expected="one JSON object per line")
    if not isinstance(line, dict):
        _stop("G721", "this line is not a JSON object", span)
    return line


def _check_header(line: Line, span: Span) -> None:
    if line["format"] != FORMAT:
        _stop("G721", f"the format is '{line['format']}'", span, expected=FORMAT)
    if line.get("version") != VERSION:
        _stop("G721", f"version {line.get('version')} of the format", span, expected=f"version {VERSION}")
    _check_keys(line, _HEADER, span)
    if not all(
        isinstance(pack, dict) and pack.keys() >= {"id", "version", "content"} for pack in line["packs"]
    ):
        _stop("G721", "'packs' does not say what was played", span, "id, version and content of each")


def _check_move(line: Line, span: Span) -> None:
    if "draw" in line:
        draw = line["draw"]
        if not isinstance(draw, str) or draw not in _DRAWS:
            _stop("G721", f"unknown draw '{draw}'", span, hint=did_you_mean(str(draw), _DRAWS))
        _check_keys(line, _DRAWS[draw], span)
    elif "decision" in line:
        _check_keys(line, _DECISION, span)
    else:
        _stop("G721", "this line is neither a decision nor a draw", span)


def _check_keys(line: Line, keys: Mapping[str, type], span: Span) -> None:
    for key, type_ in keys.items():
        if not isinstance(line.get(key), type_) or (type_ is int and isinstance(line[key], bool)):
            _stop("G721", f"'{key}' is missing or not what it should be", span)


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
        _stop("G722", f"this match was played with '{ids}', not '{ours}'", replay.place)
    played = packs[0]
    if played["content"] == game.content_hash:
        return
    problems = Problems()
    then: Line = replay.header["entries"]
    now = {name: hash_[:ENTRY_DIGITS] for name, hash_ in game.entry_hashes.items()}
    differ = sorted(name for name in {*then, *now} if then.get(name) != now.get(name))
    how = (
        f"{len(differ)} entries or declarations differ" if differ else "steps or scoring lines changed places"
    )
    what = f"the content is not the {game.id} {played['version']} that was played"
    problems.error("G722", f"{what}: {how}", replay.place)
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


def reenact(replay: Replay, rules: Rules, to: int | None = None) -> Reenacted:
    """Play a recorded match again, up to its end or decision number `to`.

    Whatever the match does must stand in the record: what is asked and of whom, how many options there
    are, what is drawn from what, the scores. A save is loaded in the same way: its record ends open.

    Raises:
        ContentError: G722 for other content, G723 where the match and the record part.
    """
    check_content(replay, rules.game)
    program = _program(replay, rules)
    first: int = replay.header["first_seat"]
    zones = zones_data(program, program.new_state(first))
    _compare(zones, replay.header["zones"], "the zones at the start", replay.place)
    names = Names(program)
    cursor = _Cursor(replay, names, [])
    m = Machine(program, program.new_state(first), [None] * program.seats, cursor)
    decisions = 0
    final: Result | None = None
    fault: Fault | None = None
    try:
        m.start()
        while not m.s.done and (to is None or decisions < to) and cursor.more():
            _answer(m, cursor)
            decisions += 1
        if m.s.done or not cursor.more():
            cursor.check(m)
        if m.s.done:
            final = result(m)
    except Fault as found:
        fault = found
    if final is not None or fault is not None or to is None:
        cursor.finish(end_data(names, final, fault))
    draws = len(cursor.played) - decisions
    return Reenacted(m, decisions, draws, tuple(cursor.played), final, fault)


def _program(replay: Replay, rules: Rules) -> Program:
    head = replay.header
    players = rules.game.players
    if not players.least <= head["seats"] <= players.most or not 0 <= head["first_seat"] < head["seats"]:
        _stop("G721", "the seats do not fit the game", replay.place)
    if head["settings"].keys() - rules.game.settings.keys():
        _stop("G721", "the settings are not those of the game", replay.place)
    settings = {name: tuple(v) if isinstance(v, list) else v for name, v in head["settings"].items()}
    try:
        return Program(rules, settings, head["seats"])
    except (KeyError, TypeError, ValueError):
        _stop("G721", "the settings do not fit the game", replay.place)


def _answer(m: Machine, cursor: _Cursor) -> None:
    """Give the recorded answer to the open decision that it belongs to."""
    line, span = cursor.take("decision", "a decision is asked for")
    opened = [d for d in m.s.open if d[2] == line["seat"]]
    if not opened:
        seats = " or ".join(str(d[2]) for d in m.s.open)
        _stop("G723", f"seat {line['seat']} is not asked here, but seat {seats}", span)
    _, name, seat, options, uses, decline, args = opened[0]
    site = m.program.sites[name]
    count = len(options) + decline + len(uses)
    for key, value in question(cursor.names, site, seat, args, count).items():
        if key in line:
            _compare(value, line[key], f"'{key}'", span)
    for index in range(count):
        if option_data(cursor.names, site, options, uses, decline, index) == line["chose"]:
            cursor.played.append(line)
            m.choose(index, seat)
            return
    _stop("G723", f"{json.dumps(line['chose'])} is none of the options", span)


def _compare(here: Any, recorded: Any, what: str, span: Span) -> None:
    if here != recorded:
        _stop("G723", f"{what}: {_short(here)} here, {_short(recorded)} in the record", span)


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
            _stop("G723", f"the record ends here, but {wanted}", self._end())
        line, span = self.replay.moves[len(self.played)]
        if sort not in line or (sort == "draw" and line["draw"] != wanted.split()[0]):
            _stop("G723", f"{wanted}, which is not what the record says", span)
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
            _stop("G723", f"the match ends here ({end['end']}), but the record goes on", span)
        for key in ("end", "code", "scores", "items", "winners", "rank", "breakers"):
            _compare(end.get(key), recorded.get(key), f"'{key}'", self._end())

    # --- chance ---

    def _draw(self, wanted: str) -> tuple[Line, Span]:
        return self.take("draw", wanted)

    def _played(self, line: Line, here: Line, span: Span) -> None:
        for key, value in here.items():
            if key in line:
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
            _stop("G723", f"{len(dice)} values from {info.low} to {info.high} are rolled here", span)
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
        _stop("G723", "this is not what can be drawn here", span)
    if len(set(names)) != count:
        _stop("G723", "something is drawn twice", span)
    return [known[name] for name in names]
