"""One match of a game: set up, decisions answered one by one, scored at the end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from rulewright.dsl.scope import item_type
from rulewright.dsl.typed import Line
from rulewright.dsl.typed import Result as Outcome
from rulewright.engine.machine import Chance, Fault, Machine, Policy
from rulewright.engine.program import Program
from rulewright.model.game import Game
from rulewright.model.types import ComponentType, EntryType, SeatType
from rulewright.source.records import record


class Measured(NamedTuple):
    """One measure of a finished match; `entry` is that of the item it is about."""

    name: str
    entry: str | None
    value: int


class RefusedMatch(ValueError):
    """The seats and settings do not make a match; `id` names the refusal, if the pack declares it."""

    def __init__(self, message: str, id: str | None = None) -> None:
        self.id = id
        super().__init__(message)


@record(frozen=True, slots=True)
class ScoreItem:
    """One line of a score: `source` is the raw item of the line, -1 for none."""

    line: str
    source: Any
    points: int


@record(frozen=True, slots=True)
class Result:
    """How a match ended. Per seat, in seat order: `scores` in points, `items` itemised.

    `winners` are the seats that share the victory (empty where seats are ranked); `rank` is the grade
    of a lone seat; `breakers` are the values of the tie-breakers per seat.
    """

    scores: tuple[int, ...]
    items: tuple[tuple[ScoreItem, ...], ...]
    winners: tuple[int, ...]
    rank: str | None
    breakers: tuple[Mapping[str, int], ...]


def unfit_number(game: Game, seats: int) -> str | None:
    """Why a game is not for so many; None if it is."""
    players = game.players
    fits = players.least <= seats <= players.most
    return None if fits else f"{game.id} is for {players.least} to {players.most} players, not {seats}"


def check_seats(program: Program) -> None:
    """Refuse a match whose settings and number of seats do not go together.

    Raises:
        RefusedMatch: by the numbers of players or a declared refusal.
    """
    unfit = unfit_number(program.game, program.seats)
    if unfit is not None:
        raise RefusedMatch(unfit)
    probe = Machine(program, program.new_state(), [None] * program.seats, None)
    for id_, refusal in program.game.refusals.items():
        if probe.fact(f"refusal_{id_}"):
            raise RefusedMatch(refusal.says, id_)


def measured(machine: Machine) -> tuple[Measured, ...]:
    """What the pack's measures say as things stand."""
    program = machine.program
    out: list[tuple[int, Any, int]] = []
    machine.fact("measures", out)
    lines = program.rules.measures
    # a value that is passed on as it stands on a card is told apart from its trap here (`engine.unread`)
    return tuple(Measured(lines[n].id, _about(program, lines[n], item), int(value)) for n, item, value in out)


def _about(program: Program, line: Line, item: Any) -> str | None:
    """The entry of which an item is a copy; a seat as text."""
    if line.set is not None and isinstance(item_type(line.set.value.type), SeatType):
        return f"seat {item}"
    return entry_of(program, line, item)


def entry_of(program: Program, line: Line, item: Any) -> str | None:
    """The entry of which an item of a scoring line is a copy."""
    match None if line.set is None else item_type(line.set.value.type):
        case ComponentType(kind):
            info = program.kinds[kind]
            entries = list(program.game.entries[program.game.kinds[kind].bears or kind])
            return entries[info.entry[item]] if info.entry[item] >= 0 else None
        case EntryType(kind):
            return str(list(program.game.entries[kind])[item])
    return None


def score(machine: Machine) -> tuple[int, ...]:
    """The score of each seat if the game ended now."""
    return tuple(machine.fact("score", seat) for seat in range(machine.program.seats))


def result(machine: Machine) -> Result:
    """Scores, lines and winners as the position stands, told by the first outcome that applies."""
    program = machine.program
    lines = list(program.game.scoring)
    scores: list[int] = []
    items: list[tuple[ScoreItem, ...]] = []
    for seat in range(program.seats):
        out: list[tuple[int, Any, int]] = []
        scores.append(machine.fact("score", seat, out))
        items.append(tuple(ScoreItem(lines[n], source, points) for n, source, points in out))
    outcome = _outcome(machine)
    breakers: list[dict[str, int]] = [{} for _ in scores]
    winners: tuple[int, ...] = ()
    if outcome is not None and outcome.most:
        breakers = [_breakers(machine, outcome, seat, total) for seat, total in enumerate(scores)]
        best = max(tuple(values.values()) for values in breakers)
        winners = tuple(seat for seat, values in enumerate(breakers) if tuple(values.values()) == best)
    rank = None if outcome is None else _rank(machine, outcome, scores[0])
    return Result(tuple(scores), tuple(items), winners, rank, tuple(breakers))


def _outcome(machine: Machine) -> Outcome | None:
    """The one that tells how the match ended: the first that applies."""
    for outcome in machine.program.rules.outcomes:
        if outcome.when is None or machine.fact(f"outcome_{outcome.id}"):
            return outcome
    return None


def _breakers(machine: Machine, outcome: Outcome, seat: int, total: int) -> dict[str, int]:
    return {name: machine.fact(f"most_{outcome.id}_{name}", seat, total) for name in outcome.most}


def _rank(machine: Machine, outcome: Outcome, total: int) -> str | None:
    if outcome.rank is None:
        return None
    type_ = outcome.rank.value.type
    graded = machine.fact(f"rank_{outcome.id}", 0, total)
    # a grade is a symbol
    grade: str = machine.program.game.enums[type_.name][graded]  # type: ignore[attr-defined]
    return grade


class Match:
    """A match that asks outside: look at `machine.s.open`, answer with `machine.choose`.

    Seats with an in-process policy are answered by it.
    """

    def __init__(
        self,
        program: Program,
        chance: Chance | None,
        policies: Sequence[Policy | None] | None = None,
        *,
        first_seat: int = 0,
        log: list[tuple[Any, ...]] | None = None,
    ) -> None:
        check_seats(program)
        self.program = program
        state = program.new_state(first_seat)
        self.machine = Machine(program, state, policies or [None] * program.seats, chance, log)

    def start(self) -> None:
        self.machine.start()

    @property
    def done(self) -> bool:
        return bool(self.machine.s.done)


__all__ = ["Fault", "Match", "RefusedMatch", "Result", "ScoreItem", "check_seats", "result", "score"]
