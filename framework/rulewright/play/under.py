"""A recorded match played under other content, up to the first decision at which it differs.

Decisions are answered as recorded. So are draws, as long as the same is drawn from the same; others come
from the seed of the match, by keys that do not depend on what was drawn before.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from rulewright.dsl.generate import Switches
from rulewright.dsl.typed import Rules
from rulewright.engine.decision import Decision
from rulewright.engine.machine import Fault, Machine
from rulewright.engine.program import Program
from rulewright.model.game import all_settings
from rulewright.packs.overlays.words import Words
from rulewright.play.chance import KeyedChance
from rulewright.play.journal import Journal
from rulewright.play.match import Result, result
from rulewright.play.match import check_seats as check_match
from rulewright.play.names import Names
from rulewright.play.record import Line, answer_data, pick_data, question, roll_data, shuffle_data
from rulewright.play.replay import check_seats, fits
from rulewright.play.replay_read import Replay, stop

_ASKED = ("seat", "prompt", "args", "type")


@dataclass(slots=True)
class Side:
    """One of two plays of a match; `lines` are its log in words, `since` where the last decision left it."""

    machine: Machine
    names: Names
    journal: Journal
    since: int = 0
    fault: Fault | None = None

    @property
    def lines(self) -> list[str]:
        """What happened since the last decision that both took."""
        return self.journal.lines[self.since :]

    def opened(self, seat: int) -> Decision | None:
        """The open decision of a seat; of any other if that one is not asked."""
        asked = sorted(self.machine.s.open, key=lambda decision: bool(decision.seat != seat))
        return asked[0] if asked else None

    def question(self, decision: Decision) -> Line:
        return question(self.names, decision)

    def answers(self, decision: Decision) -> list[Line]:
        return [answer_data(self.names, decision, index) for index in range(decision.answers)]

    def go(self, index: int | None = None, seat: int | None = None) -> None:
        """Start, or answer; a fault is kept."""
        self.since = len(self.journal.lines)
        try:
            if index is None:
                self.machine.start()
            else:
                self.machine.choose(index, seat)
        except Fault as fault:
            self.fault = fault


@dataclass(slots=True)
class Under:
    """What became of a recorded match under other content.

    `why` says at what it differs, None if it is the same to the end of the record; `asked` is the recorded
    decision there. `then` is the match as it was, if the content that it was played with is at hand.
    """

    now: Side
    then: Side | None
    decisions: int
    draws: list[str]
    why: str | None = None
    asked: Line | None = None
    opened: Decision | None = None
    now_result: Result | None = None
    left_out: list[str] = field(default_factory=list)  # recorded settings that there are no more
    words: Words = field(default_factory=lambda: Words({}))  # what is called otherwise now than in the record


def play_under(replay: Replay, rules: Rules, before: Rules | None) -> Under:
    """Play a recorded match with other rules.

    Args:
        before: the rules that it was played with, if they are at hand; the logs are compared then.
    Raises:
        ContentError: G722, they are the rules of another game; G721, it has not so many seats.
        RefusedMatch: the recorded seats and settings make no match under these rules.
    """
    base = replay.header["packs"][0]["id"]
    if base != rules.game.id:
        stop("G722", f"this match was played with '{base}', not '{rules.game.id}'", replay.place)
    words = _new_words(rules) if before is None else _new_words(before).between(_new_words(rules))
    recorded_moves = [line for line, _ in replay.moves]
    moves = [renamed(line, words) for line in recorded_moves] if words else recorded_moves
    now, left_out = _side(replay, rules, moves, words)
    then = None if before is None else _side(replay, before, recorded_moves, Words({}))[0]
    chance = now.machine.chance
    assert isinstance(chance, RecordedChance)
    under = Under(now, then, 0, chance.otherwise, left_out=left_out, words=words)
    now.go()
    if then is not None:
        then.go()
    for line, recorded in zip(moves, recorded_moves, strict=True):
        if "draw" in line:
            continue
        chance.pass_to(line["decision"])
        if not _decide(under, line, recorded):
            under.asked = recorded
            return under
        under.decisions += 1
    _finish(under, replay)
    return under


def _side(replay: Replay, rules: Rules, moves: list[Line], words: Words) -> tuple[Side, list[str]]:
    check_seats(replay, rules.game)
    known = rules.game.settings
    given, left_out = {}, []
    for recorded, data in renamed(replay.header["settings"], words).items():
        name = words.name(recorded)
        value = tuple(data) if isinstance(data, list) else data
        if name in known and fits(known[name].type, value, rules.game):
            given[name] = value
        else:
            left_out.append(name)
    program = Program(rules, all_settings(rules.game, given), replay.header["seats"], Switches(log=True))
    check_match(program)
    names = Names(program)
    journal = Journal(names)
    chance = RecordedChance(names, moves, replay.header["seed"])
    state = program.new_state(replay.header["first_seat"])
    machine = Machine(program, state, [None] * program.seats, chance, journal)
    journal.machine = machine
    return Side(machine, names, journal), left_out


def _decide(under: Under, line: Line, recorded: Line) -> bool:
    """Whether the match goes on as recorded with this decision, on both sides."""
    now = under.now
    under.opened = now.opened(line["seat"])
    if now.fault is not None:
        under.why = "it breaks off"
    elif under.opened is None:
        under.why = "it is over"
    else:
        asked, options = now.question(under.opened), now.answers(under.opened)
        then = None if under.then is None else _recorded_options(under.then, recorded)
        if any(asked[key] != line[key] for key in _ASKED):
            under.why = "another question is asked"
        elif line["chose"] not in options:
            under.why = "what was chosen cannot be chosen"
        elif asked["options"] != line["options"] if then is None else _differ(under, then, options):
            under.why = "there are other options"
        else:
            now.go(options.index(line["chose"]), line["seat"])
            if under.then is not None and then is not None:
                under.then.go(then.index(recorded["chose"]), recorded["seat"])
            return True
    return False


def _recorded_options(then: Side, recorded: Line) -> list[Line]:
    opened = then.opened(recorded["seat"])
    return [] if opened is None else then.answers(opened)


def _differ(under: Under, then: list[Line], now: list[Line]) -> bool:
    words = under.words
    return sorted(map(_key, (renamed(line, words) for line in then))) != sorted(map(_key, now))


def _key(line: Line) -> str:
    return json.dumps(line, sort_keys=True)


def _finish(under: Under, replay: Replay) -> None:
    """How the match ends, where the record does."""
    now = under.now
    ended = "open" if replay.end is None else replay.end[0]["end"]
    if now.fault is not None:
        code = None if replay.end is None else replay.end[0].get("code")
        under.why = None if code == now.fault.code else "it breaks off"
    elif under.then is not None and under.then.fault is not None:
        under.why = "it does not break off any more"
    elif now.machine.s.done:
        under.now_result = result(now.machine)
        under.why = "it is over" if ended != "finished" else None
    elif ended == "finished":
        under.opened = now.machine.s.open[0]
        under.why = "it is not over yet"


# --- names that were changed since -------------------------------------------------------------


def _new_words(rules: Rules) -> Words:
    """All names that overlays changed."""
    words = Words({})
    for former in rules.game.former.values():
        words = Words({**words.names, **former})
    return words


def renamed(data: Any, words: Words) -> Any:
    """Data of a record with the new names."""
    if isinstance(data, dict):
        return {key: renamed(item, words) for key, item in data.items()}
    if isinstance(data, list):
        return [renamed(item, words) for item in data]
    return words.line(data) if isinstance(data, str) else data


# --- draws -------------------------------------------------------------------------------------


class RecordedChance:
    """Answers draws as recorded where the same is drawn from the same, otherwise by the seed.

    `otherwise` says in words which draws were not as recorded.

    Raises:
        Fault: G710 for such a draw where the record has no seed.
    """

    def __init__(self, names: Names, moves: Sequence[Line], seed: int | None) -> None:
        self.names = names
        self.left: list[tuple[int, Line]] = []  # each with the number of the decision that comes after it
        decision = 1
        for line in moves:
            if "draw" in line:
                self.left.append((decision, line))
            else:
                decision = line["decision"] + 1
        self.inner = None if seed is None else KeyedChance(seed)
        self.otherwise: list[str] = []

    def pass_to(self, decision: int) -> None:
        """Forget what was drawn before a decision and is not drawn any more."""
        for at, line in self.left:
            if at <= decision:
                self.otherwise.append(f"not drawn any more: {_drawn(line)}")
        self.left = [(at, line) for at, line in self.left if at > decision]

    def _take(self, here: Line, same: Sequence[str]) -> Line | None:
        for n, (_, line) in enumerate(self.left):
            if all(line.get(key) == here[key] for key in same):
                del self.left[n]
                return line
        self.otherwise.append(f"drawn otherwise: {_drawn(here)}")
        if self.inner is None:
            raise Fault("G710", f"the record has no such draw, and no seed: {_drawn(here)}")
        return None

    def shuffle(self, m: Machine, z: int, pile: Sequence[int]) -> Sequence[int]:
        keyed = pile if self.inner is None else self.inner.shuffle(m, z, pile)
        uids = m.program.kinds[m.program.zones[z].kind].uids
        here = {**shuffle_data(m, z, pile), "of": sorted(uids[x] for x in pile)}
        self.left = [
            (at, {**line, "of": sorted(line["order"])} if line["draw"] == "shuffle" else line)
            for at, line in self.left
        ]
        line = self._take(here, ("draw", "place", "zone", "seat", "of"))
        if line is None:
            return keyed
        by_uid = {uids[x]: x for x in pile}
        return [by_uid[uid] for uid in line["order"]]

    def roll(self, m: Machine, kind: str, dice: Sequence[int]) -> Sequence[int]:
        keyed = () if self.inner is None else self.inner.roll(m, kind, dice)
        line = self._take(roll_data(m, kind, dice, ()), ("draw", "place", "kind", "dice"))
        info = m.program.kinds[kind]
        values: Sequence[Any] = () if line is None else line["values"]
        fit = all(type(value) is int and info.low <= value <= info.high for value in values)
        return values if fit and len(values) == len(dice) else keyed

    def pick(self, m: Machine, owner: str, item: str, options: Sequence[Any], n: int) -> Sequence[Any]:
        keyed = () if self.inner is None else self.inner.pick(m, owner, item, options, n)
        here = pick_data(self.names, m, owner, item, options, ())
        line = self._take(here, ("draw", "place", "by", "type", "from"))
        known = dict(zip(map(json.dumps, here["from"]), options, strict=True))
        picked = [] if line is None else list(map(json.dumps, line["picked"]))
        return [known[data] for data in picked] if len({*known} & {*picked}) == n == len(picked) else keyed


def _drawn(line: Line) -> str:
    match line["draw"]:
        case "shuffle":
            return f"a shuffle of {line['zone']} ({len(line['order'])})"
        case "roll":
            return f"a roll of {', '.join(line['dice'])}"
    return f"a pick of {line['type']} out of {len(line['from'])}"


def score_lines(final: Result) -> list[dict[str, int]]:
    """The points of each seat by line of the scoring."""
    found: list[dict[str, int]] = []
    for items in final.items:
        points: dict[str, int] = {}
        for item in items:
            points[item.line] = points.get(item.line, 0) + item.points
        found.append(points)
    return found
