"""The names in what a scenario expects, read before it is played: what there is no such thing of is told."""

from __future__ import annotations

from collections.abc import Callable
from collections.abc import Mapping as Lookup

from rulewright.dsl import typed as t
from rulewright.dsl.check import GameChecker
from rulewright.dsl.scope import Names, Scope
from rulewright.model.game import TOTAL, ZoneDecl
from rulewright.model.types import BOOL, EnumType
from rulewright.packs.linking.flow import repeated_steps, step_paths
from rulewright.play.scenario_plan import cells_of, grids, sections
from rulewright.play.scenario_position import counters, states
from rulewright.play.scenario_words import NONE, Words, items, text
from rulewright.source.codes import CODES
from rulewright.source.text import Span
from rulewright.source.tree import Branch, Mapping, Scalar

OF_A_SEAT = ("zones", "state", "score", "holds")
"""Keys of a seat that are no grids."""


class ExpectedNames:
    """Reads the names of one `expect`; `seats` is how many there are, or None if the match is refused."""

    def __init__(self, rules: t.Rules, words: Words, seats: int | None) -> None:
        self.rules = rules
        self.words = words
        self.seats = seats
        self.held: list[t.Formula] = []

    def read(self, expect: Mapping) -> list[t.Formula]:
        """Tell of unknown names; what is expected to hold."""
        for key, branch in expect.items.items():
            reader = _READERS.get(key)
            if reader is not None:
                reader(self, branch)
        for seat, section in sections(expect):
            self.words.seat(seat, self.seats, section.span if seat < 0 else expect.key_spans[f"seat {seat}"])
            self._zones(seat, section)
            for name, branch, span in grids(seat, section, OF_A_SEAT):
                self._grid(seat, name, branch, span)
            if seat >= 0:
                list(states(self.words, section, "state", self.words.game.seat_state))
                self._score(section.items.get("score"))
                self._holds(section.items.get("holds"), True)
        return self.held

    # --- things --------------------------------------------------------------------------------

    def _zones(self, seat: int, section: Mapping) -> None:
        inner = section.items.get("zones")
        for name, branch in inner.items.items() if isinstance(inner, Mapping) else ():
            assert isinstance(inner, Mapping)
            zone = self.words.zone(name, inner.key_spans[name], per_seat=seat >= 0)
            if zone is None:
                continue
            listed = [branch]
            if isinstance(branch, Mapping):
                listed = [branch.items[key] for key in ("top", "includes", "excludes") if key in branch.items]
            for item in (item for each in listed for item in items(each)):
                self._words(zone.kind, item)

    def _grid(self, seat: int, name: str, branch: Mapping, span: Span) -> None:
        zone = self.words.zone(name, span, per_seat=seat >= 0, grid=True)
        if zone is None:
            return
        assert zone.grid is not None
        for key, item in branch.items.items():
            if not cells_of(key, *zone.grid):
                rows, columns = zone.grid
                expected = f"rows 0 to {rows - 1}, columns 0 to {columns - 1}"
                message, at = f"{name} has no cell {key}", branch.key_spans[key]
                self.words.problems.error("I803", message, at, expected=expected)
            self._words(self._lies_on(zone), item)

    def _lies_on(self, zone: ZoneDecl) -> str:
        """The kind of what lies on a cell: the part, where pieces have parts."""
        parts = self.words.game.kinds[zone.kind].parts
        return parts[0].kind if parts else zone.kind

    def _words(self, kind: str, item: Branch) -> None:
        for word in self.words.words(item):
            if word != "empty":
                self.words.known_of(kind, word, item.span)

    # --- the game ------------------------------------------------------------------------------

    def _game(self, branch: Branch) -> None:
        list(states(self.words, under("game", branch), "game", self.words.game.game_state))

    def _turn(self, branch: Branch) -> None:
        list(states(self.words, under("turn", branch), "turn", self.words.game.turn_state))

    def _counters(self, branch: Branch) -> None:
        list(counters(self.words, branch))

    def _holds(self, branch: Branch | None, of_a_seat: bool = False) -> None:
        checker = GameChecker.of(self.rules, self.words.problems)
        for item in items(branch):
            assert isinstance(item, Scalar)
            scope = Scope(Names(), {}, me=of_a_seat)
            formula = checker.formula(item.text, "scenario", scope, (), BOOL)
            self.held += [] if formula is None else [formula]

    def _score(self, points: Branch | None) -> None:
        known = [*self.words.game.scoring, TOTAL]
        for name in points.items if isinstance(points, Mapping) else ():
            assert isinstance(points, Mapping)
            if name not in known:
                self.words.unknown("line of the scoring", name, points.key_spans[name], known)

    def _result(self, branch: Branch) -> None:
        rank = branch.items.get("rank") if isinstance(branch, Mapping) else None
        enums = [r.rank.value.type for r in self.rules.outcomes if r.rank is not None]
        ranks = [s for e in enums if isinstance(e, EnumType) for s in self.words.game.enums[e.name]]
        if rank is not None and text(rank) not in (NONE, *ranks):
            self.words.unknown("rank", text(rank), rank.span, ranks)

    # --- what happens --------------------------------------------------------------------------

    def _events(self, branch: Branch) -> None:
        for item in items(branch):
            verb = text(item).split(" ")[0]
            if verb not in self.words.game.verbs:
                self.words.unknown("verb", verb, item.span, self.words.game.verbs)

    def _path(self, path: str, span: Span) -> None:
        known = step_paths(self.words.game.flow)
        if path not in known:
            self.words.unknown("step", path, span, known)

    def _turns(self, branch: Branch) -> None:
        for path in branch.items if isinstance(branch, Mapping) else ():
            assert isinstance(branch, Mapping)
            self._path(path, branch.key_spans[path])

    def _steps(self, branch: Branch) -> None:
        for item in items(branch):
            self._path(text(item), item.span)

    def _rounds(self, branch: Branch) -> None:
        known = repeated_steps(self.words.game.flow)
        for name in branch.items if isinstance(branch, Mapping) else ():
            assert isinstance(branch, Mapping)
            if name.split("/")[-1] not in known:
                self.words.unknown("repeated step", name, branch.key_spans[name], known)

    def _decision(self, branch: Branch) -> None:
        if not isinstance(branch, Mapping):
            return
        prompt, seat = branch.items.get("prompt"), branch.items.get("seat")
        if prompt is not None and text(prompt) not in self.words.game.prompts:
            self.words.unknown("prompt", text(prompt), prompt.span, self.words.game.prompts)
        if isinstance(seat, Scalar) and isinstance(seat.value, int):
            self.words.seat(seat.value, self.seats, seat.span)

    # --- ends ----------------------------------------------------------------------------------

    def _refused(self, branch: Branch) -> None:
        known = [*self.words.game.refusals, "players"]
        if text(branch) not in known:
            self.words.unknown("refusal", text(branch), branch.span, known)

    def _fails(self, branch: Branch) -> None:
        faults = [code for code in CODES if code.startswith("G7")]
        if text(branch) not in faults:
            self.words.unknown("fault", text(branch), branch.span, faults)

    def _errors(self, branch: Branch) -> None:
        for item in items(branch):
            if text(item) not in CODES:
                self.words.unknown("code", text(item), item.span, CODES)


def under(key: str, branch: Branch) -> Mapping:
    """A section that holds a branch."""
    return Mapping({key: branch}, {key: branch.span}, branch.span)


_READERS: Lookup[str, Callable[[ExpectedNames, Branch], None]] = {
    "game": ExpectedNames._game,
    "turn": ExpectedNames._turn,
    "counters": ExpectedNames._counters,
    "holds": ExpectedNames._holds,
    "result": ExpectedNames._result,
    "events": ExpectedNames._events,
    "turns": ExpectedNames._turns,
    "rounds": ExpectedNames._rounds,
    "steps": ExpectedNames._steps,
    "decision": ExpectedNames._decision,
    "refused": ExpectedNames._refused,
    "fails": ExpectedNames._fails,
    "errors": ExpectedNames._errors,
}
