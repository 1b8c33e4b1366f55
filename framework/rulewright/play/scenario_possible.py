"""What a scenario says that can never be, whatever is played: told without playing it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cached_property
from math import inf

from rulewright.dsl import typed as t
from rulewright.dsl.analysis.constant import Constants
from rulewright.dsl.visit import all_steps
from rulewright.model.types import (
    BoolType,
    ComponentType,
    EntryType,
    EnumType,
    IntType,
    SeatType,
    Type,
    bounds,
)
from rulewright.play.names import is_number, tokens
from rulewright.play.scenario_plan import Plan, sections
from rulewright.play.scenario_position import Put
from rulewright.play.scenario_words import NONE, Words, items, text
from rulewright.source.counted import counted
from rulewright.source.text import Span
from rulewright.source.tree import Branch, Mapping, Scalar

_Said = tuple[str | None, str | None, Span]
"""A component that is named: its entry, its uid if it is said, and where."""

_PLAIN = ComponentType | EntryType | EnumType | IntType | BoolType | SeatType
"""Types of arguments that events name in words which are known."""


def check_copies(words: Words, puts: Iterable[Put], plan: Plan) -> None:
    """A position holds each component once."""
    by_kind: dict[str, list[_Said]] = {}
    for each in puts:
        by_kind.setdefault(each.where.zone.kind, []).append((each.what.entry, each.what.uid, each.span))
    for piece in plan.pieces:
        kind = words.game.zones[piece.zone].kind
        by_kind.setdefault(kind, []).append((piece.what.entry, piece.what.uid, piece.span))
    for kind, said in by_kind.items():
        check_count(words, kind, sorted(said, key=lambda each: each[2].start))


def named(words: Words, kind: str, branch: Branch) -> Iterator[_Said]:
    """The components that words name by their entry or uid."""
    entries = words.game.entries[kind]
    for item in items(branch):
        found = [word.partition("#") for word in tokens(text(item))]
        found = [parts for parts in found if parts[0] in entries]
        if len(found) == 1:  # a symbol may have the name of an entry
            entry, _, number = found[0]
            yield entry, f"{entry}#{number}" if number else None, item.span


def check_count(words: Words, kind: str, said: Iterable[_Said]) -> None:
    """Complain about what is named more often than it exists; cards that are made up are named once."""
    entries = words.game.entries[kind]
    times: Counter[tuple[str, bool]] = Counter()
    for entry, uid, span in said:
        if entry is None or entry not in entries:
            continue
        for name, most in ((uid, 1), (entry, entries[entry].copies)):
            if name is None:
                continue
            times[name, name is uid] += 1
            if times[name, name is uid] > most:
                often = "only once" if most == 1 else f"only {most} times" if most else "not at all"
                words.problems.error("I808", f"'{name}' exists {often}", span)
                break


def check_roll(words: Words, values: tuple[Branch, ...]) -> None:
    """What dice show lies in the range of dice of one kind, of which there are as many."""
    kinds = words.game.kinds.values()
    rolled = {kind.name: decl.type for kind in kinds for decl in kind.state.values() if decl.rolled}
    if not rolled:
        words.problems.error("I803", "nothing is rolled in this game", values[0].span)
        return
    ranges = {kind: bounds(type_) for kind, type_ in rolled.items() if isinstance(type_, IntType)}
    for value in values:
        if not any(low <= int(text(value)) <= high for low, high in ranges.values()):
            due = ", ".join(str(type_) for type_ in dict.fromkeys(rolled.values()))
            words.problems.error(
                "I803", f"no {' or '.join(rolled)} shows {text(value)}", value.span, expected=due
            )
            return
    most = max(sum(entry.copies for entry in words.game.entries[kind].values()) for kind in rolled)
    if len(values) > most and all(words.game.kinds[kind].starts_in for kind in rolled):
        message = f"{counted(len(values), 'die is', 'dice are')} rolled, and there are {most}"
        words.problems.error("I808", message, values[-1].span)


class Possible:
    """Looks at what one scenario expects and answers; names that are unknown are told elsewhere.

    Args:
        seats: how many there are, or None if the match is refused.
    """

    def __init__(self, rules: t.Rules, words: Words, seats: int | None, tree: Mapping) -> None:
        self.rules = rules
        self.words = words
        self.seats = seats
        self.tree = tree
        self.run = text(tree.items["run"]) if "run" in tree.items else None

    def check(self) -> None:
        for item in items(self.tree.items.get("play")):
            if isinstance(item, Mapping):
                self._seat(item.items["seat"])
            else:
                self._one(item)
        given = self.tree.items.get("given")
        if isinstance(given, Mapping) and "counters" in given.items:
            self._counters(given.items["counters"])
        expect = self.tree.items["expect"]
        assert isinstance(expect, Mapping)
        for key, branch in expect.items.items():
            match key:
                case "counters":
                    self._counters(branch)
                case "result":
                    self._result(branch)
                case "events":
                    self._events(branch)
                case "turns":
                    self._turns(branch)
                case "rounds":
                    self._rounds(branch)
                case "steps":
                    for item in items(branch):
                        self._is_run(text(item), item.span)
                case "decision" if isinstance(branch, Mapping):
                    self._decision(branch, expect)
        for _, section in sections(expect):
            inner = section.items.get("zones")
            for name, branch in inner.items.items() if isinstance(inner, Mapping) else ():
                if name in self.words.game.zones:
                    self._contents(self.words.game.zones[name].kind, branch)

    def _never(self, message: str, span: Span, hint: str | None = None) -> None:
        self.words.problems.error("I808", message, span, hint=hint)

    def _one(self, answer: Branch) -> None:
        """Answers are the items of a list; a comma in a text parts nothing."""
        if isinstance(answer, Scalar) and ", " in text(answer):
            found = [each.strip() for each in text(answer).split(",")]
            hint = f"write [{', '.join(found)}]"
            message = "this is one answer, with a comma in it"
            self.words.problems.error("I803", message, answer.span, expected="a list", hint=hint)

    def _seat(self, branch: Branch) -> None:
        if is_number(text(branch)):
            self.words.seat(int(text(branch)), self.seats, branch.span)

    # --- zones ---------------------------------------------------------------------------------

    def _contents(self, kind: str, branch: Branch) -> None:
        """What a zone is to hold: no more than there is, and nothing that it is not to hold."""
        if not isinstance(branch, Mapping):
            check_count(self.words, kind, named(self.words, kind, branch))
            return
        listed, count = branch.items.get("top"), branch.items.get("count")
        if listed is not None:
            check_count(self.words, kind, named(self.words, kind, listed))
        if isinstance(count, Scalar) and isinstance(count.value, int):
            game = self.words.game
            most = sum(entry.copies for entry in game.entries[kind].values())
            least = len(items(listed))
            plural = game.kinds[kind].plural
            if count.value > most:
                self._never(f"there are {most} {plural}, and never {count.value} in one zone", count.span)
            elif count.value < least:
                self._never(f"{counted(least, 'thing')} on top, and {count.value} in all", count.span)
        self._both(branch, ("top", "includes"))

    def _both(self, branch: Mapping, keys: tuple[str, ...]) -> None:
        """What is excluded is not among what is there."""
        there = {text(item) for key in keys for item in items(branch.items.get(key)) if _is_text(item)}
        for item in items(branch.items.get("excludes")):
            if _is_text(item) and text(item) in there:
                self._never(f"'{text(item)}' is expected, and excluded too", item.span)

    # --- what happens --------------------------------------------------------------------------

    @cached_property
    def _steps(self) -> dict[str, t.FlowStep]:
        return {step.path: step for step in all_steps(self.rules.flow)}

    def _is_run(self, path: str, span: Span, *, around: bool = False) -> bool:
        """Whether a step can be among those that are run; a turn may also be one `around` what is run."""
        if self.run not in self._steps or path not in self._steps:
            return True
        if f"{path}/".startswith(f"{self.run}/") or (around and self.run.startswith(f"{path}/")):
            return True
        self._never(f"this is never begun: only '{self.run}' is run", span)
        return False

    def _most_rounds(self, step: t.FlowStep) -> float:
        """As many rounds as a step can have each time."""
        return inf if step.times is None else Constants(self.rules).bounds(step.times.value)[1]

    def _counters(self, branch: Branch) -> None:
        """No step is in a later round than its last one."""
        assert isinstance(branch, Mapping)
        by_id = {step.step.id: step for step in self._steps.values() if step.times is not None}
        for name, item in branch.items.items():
            most = self._most_rounds(by_id[name]) if name in by_id else inf
            if int(text(item)) > most:
                message = f"'{name}' has {counted(int(most), 'round')}"
                self.words.problems.error("I803", message, item.span)

    def _turns(self, branch: Branch) -> None:
        assert isinstance(branch, Mapping)
        for path, listed in branch.items.items():
            if path not in self._steps:
                continue
            of = self._steps[path].turn_of
            if of is None:
                hint = "expect it under `steps`, or its rounds under `rounds`"
                self._never(f"'{path}' has no turns", branch.key_spans[path], hint)
            elif items(listed) and self._is_run(path, branch.key_spans[path], around=True):
                for item in items(listed):
                    self._turn(of, item)

    def _turn(self, of: Type, item: Branch) -> None:
        number = text(item).removeprefix("seat ")
        if isinstance(of, ComponentType):
            for word in tokens(text(item)):
                self.words.known_of(of.kind, word, item.span)
        elif is_number(number):
            self.words.seat(int(number), self.seats, item.span)
        else:
            self.words.problems.error("I803", f"'{text(item)}' is no seat", item.span, expected="a number")

    def _rounds(self, branch: Branch) -> None:
        assert isinstance(branch, Mapping)
        for name, item in branch.items.items():
            paths = [path for path in self._steps if name in (path, path.rpartition("/")[2])]
            if text(item) == "0" or len(paths) != 1:
                continue
            most = self._most_rounds(self._steps[paths[0]])
            if "/" not in paths[0] and int(text(item)) > most:
                self._never(f"'{name}' has {counted(int(most), 'round')} at most", item.span)
            else:
                self._is_run(paths[0], branch.key_spans[name])

    def _events(self, branch: Branch) -> None:
        for item in items(branch):
            verb, *said = tokens(text(item)) or [""]
            if verb not in self.words.game.verbs:
                continue
            params = self.words.game.verbs[verb].params
            if len(said) < len(params) or (said and not params):
                listed = ", ".join(params) or "nothing"
                message = f"'{verb}' is called with {counted(len(params), 'argument')}: {listed}"
                self.words.problems.error("I803", message, item.span, expected=" ".join([verb, *params]))
            elif all(isinstance(type_, _PLAIN) for type_ in params.values()):
                self._arguments(list(params.values()), said, item.span)

    def _arguments(self, types: list[Type], said: list[str], span: Span) -> None:
        known: set[str] = {NONE, "true", "false"}
        for type_ in types:
            match type_:
                case ComponentType(kind):
                    known |= self.words.vocabulary(kind)
                case EntryType(kind):
                    known |= set(self.words.game.entries[kind])
                case EnumType(name):
                    known |= set(self.words.game.enums[name])
        for word in said:
            numbers = all(is_number(part.removeprefix("-")) for part in word.split(","))
            if not (numbers or word.startswith("seat ") or word.partition("=")[0] in known or word in known):
                self.words.unknown("word", word, span, known)
                return

    # --- ends ----------------------------------------------------------------------------------

    def _decision(self, branch: Mapping, expect: Mapping) -> None:
        then = self.tree.items.get("then")
        if isinstance(then, Mapping) and "times" not in then.items and "fails" not in expect.items:
            hint = "let it answer `times: 2`, or expect `decision: none`"
            self._never("no question is left: a policy answers them all", branch.span, hint)
        self._both(branch, ("options", "includes"))

    def _result(self, branch: Branch) -> None:
        assert isinstance(branch, Mapping)
        winners, scores = branch.items.get("winners"), branch.items.get("scores")
        listed = [int(text(item)) for item in items(winners)]
        known = [self._has_seat(item) for item in items(winners)]
        if winners is not None and all(known) and listed != sorted(set(listed)):
            self._never("winners are listed once each, in the order of seats", winners.span)
        rank = branch.items.get("rank")
        ranked = rank is not None and text(rank) != NONE
        if winners is not None and listed and (ranked or not self._tells_winners()):
            why = "where there is a rank" if ranked else "in this game"
            self._never(f"nobody wins {why}", winners.span, "say `winners: []`")
        if scores is not None and self.seats is not None and len(items(scores)) != self.seats:
            number = counted(len(items(scores)), "score")
            self._never(f"{number} for {counted(self.seats, 'seat')}", scores.span)

    def _has_seat(self, item: Branch) -> bool:
        return self.words.seat(int(text(item)), self.seats, item.span)

    def _tells_winners(self) -> bool:
        return any(outcome.most for outcome in self.rules.outcomes)


def _is_text(branch: Branch) -> bool:
    return isinstance(branch, Scalar)
