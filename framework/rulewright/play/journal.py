"""A log that is put into words while it is written, when things are still where they were."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rulewright.dsl.visit import all_steps
from rulewright.engine.machine import Machine
from rulewright.model.spelling import Spelt
from rulewright.model.types import ComponentType, PlacementType, Type
from rulewright.play.names import Names, Written, tokens
from rulewright.source.records import record

Entry = tuple[Any, ...]


@record(frozen=True, slots=True)
class Happened:
    """An event as it was logged: of each argument its text and, for components, the words that held of it."""

    verb: str
    args: tuple[tuple[str, frozenset[str]], ...]

    def matches(self, written: str) -> bool:
        """Whether `written` is this event: the verb, then words for each argument in order."""
        words = tokens(written)
        return bool(words) and words[0] == self.verb and self._from(0, words[1:])

    def _from(self, number: int, words: list[str]) -> bool:
        if number == len(self.args):
            return not words
        text, held = self.args[number]
        for end in range(1, len(words) + 1):
            if " ".join(words[:end]) != text and not held.issuperset(words[:end]):
                continue
            if self._from(number + 1, words[end:]):
                return True
        return False

    def __str__(self) -> str:
        return " ".join([self.verb, *(text for text, _ in self.args)])


class Renderer:
    """Log entries to lines."""

    def __init__(self, names: Names) -> None:
        self.names = names
        program = names.program
        self.spelt = Spelt(names.game)
        self.hosts = {clause.id: clause.host for clause in program.rules.clauses}
        self.turns = {step.path: step.turn_of for step in all_steps(program.rules.flow)}

    def line(self, entry: Entry, s: Any) -> str:
        """One entry as a line, with things called by where they lie in the state `s`."""
        writer = getattr(self, f"_{entry[0]}", None)
        if writer is None:
            return " ".join(str(part) for part in entry)
        text: str = writer(s, *entry[1:])
        return f"{entry[0]} {text}"

    def happened(self, verb: str, me: int, args: Iterable[Any], s: Any) -> Happened:
        types = self.names.program.rules.verbs[verb].types
        found: list[tuple[str, frozenset[str]]] = []
        for type_, raw in zip(types, args, strict=True):
            text = self.names.value(type_, raw, s, me)
            found.append((text, self._held(type_, raw, s, text)))
        return Happened(verb, tuple(found))

    def _held(self, type_: Type, raw: Any, s: Any, text: str) -> frozenset[str]:
        kinds = self.names.program.kinds
        if isinstance(type_, ComponentType) and type_.kind in kinds and isinstance(raw, int):
            return self.names.words(type_.kind, raw, s)
        if isinstance(type_, PlacementType):
            piece = self.names.words(self.names.game.zones[type_.zone].kind, raw[0], s)
            return piece | {"at", *tokens(text.rpartition(" at ")[2])}
        return frozenset()

    def _step(self, s: Any, path: str) -> str:
        return path

    def _round(self, s: Any, path: str, number: int) -> str:
        return f"{path} {number}"

    def _turn(self, s: Any, path: str, seat: int, this: int) -> str:
        of = self.turns[path]
        if isinstance(of, ComponentType):
            return f"{path} {self.names.thing(of.kind, this, s, seat)}"
        return f"{path} seat {seat}"

    def _event(self, s: Any, verb: str, me: int, *args: Any) -> str:
        return str(self.happened(verb, me, args, s))

    def _ability(self, s: Any, clause: str, me: int, this: int) -> str:
        host = self.hosts[clause]
        return clause if host is None or this < 0 else f"{clause} {self.names.thing(host, this, s, me)}"

    def _move(self, s: Any, kind: str, x: int, source: int, to: int) -> str:
        names = self.names
        return f"{names.component(kind, x)}: {names.zone_name(source)} -> {names.zone_name(to)}"

    def _place(self, s: Any, kind: str, x: int, source: int, to: int, index: int) -> str:
        names = self.names
        piece, _, place = names.placement((x, to, index), names.program.owner[to]).partition(" at ")
        return f"{piece}: {names.zone_name(source)} -> {names.zone_name(to)} at {place}"

    def _shuffle(self, s: Any, z: int, order: tuple[int, ...]) -> str:
        kind = self.names.program.zones[z].kind
        return " ".join([f"{self.names.zone_name(z)}:", *(self.names.component(kind, x) for x in order)])

    def _roll(self, s: Any, kind: str, x: int, value: int) -> str:
        return f"{self.names.component(kind, x)}: {value}"

    def _pick(self, s: Any, item: str, picked: tuple[Any, ...]) -> str:
        return ", ".join(self.names.value(self.spelt.type(item), raw, s) for raw in picked)

    def _choose(self, s: Any, seat: int, prompt: str, what: str, *rest: Any) -> str:
        who = f"seat {seat} {prompt}".rstrip()
        if what == "pick":
            return f"{who}: {self.names.value(self.spelt.type(rest[0]), rest[1], s, seat)}"
        if what == "use":
            return f"{who}: use {self._ability(s, rest[0], seat, rest[1])}"
        return f"{who}: {rest[0] if what == 'branch' else what}"


def render_log(names: Names, log: Iterable[Entry], s: Any) -> list[str]:
    """A log as lines, one per entry, with things called by where they lie in the state `s`."""
    renderer = Renderer(names)
    return [renderer.line(entry, s) for entry in log]


class Journal(list[Entry]):
    """A log for a machine that keeps each entry's line, and each event's words, as of when it was written."""

    def __init__(self, names: Names) -> None:
        super().__init__()
        self.renderer = Renderer(names)
        self.lines: list[str] = []
        self.events: list[Happened] = []
        self.machine: Machine | None = None

    def append(self, entry: Entry) -> None:
        super().append(entry)
        assert self.machine is not None
        s = self.machine.s
        if entry[0] == "event":
            happened = self.renderer.happened(entry[1], entry[2], entry[3:], s)
            self.events.append(happened)
            self.lines.append(f"event {happened}")
        else:
            self.lines.append(self.renderer.line(entry, s))


__all__ = ["Happened", "Journal", "Renderer", "Written", "render_log"]
