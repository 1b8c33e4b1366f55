"""What the scenarios of a game reach: rules, entries, abilities, statements, scoring lines.

Statements are watched by the lines of the generated module, each of which knows the effect text it
came from; nothing is compiled in for it.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from types import CodeType, FrameType
from typing import Any

from rulewright.dsl.typed import Rules, Stmt
from rulewright.dsl.visit import all_steps, statements
from rulewright.engine.program import FILE_PREFIX, Program
from rulewright.model.game import Entry
from rulewright.play.scenario import Outcome
from rulewright.play.suite import SuiteResult
from rulewright.source.text import Span

_CLAUSE = re.compile(r"(?:hook|use|amount)_(\d+)")
_WORD = re.compile(r"[a-z][a-z0-9_]*")


@dataclass(slots=True)
class Lines:
    """What was executed of generated modules: lines and functions by module."""

    lines: dict[str, set[int]] = field(default_factory=dict)
    functions: dict[str, set[str]] = field(default_factory=dict)


@contextmanager
def watched() -> Iterator[Lines]:
    """Note every line of generated code that runs meanwhile."""
    found = Lines()
    tracers: dict[CodeType, Callable[[FrameType, str, Any], Any] | None] = {}

    def local(code: CodeType) -> Callable[[FrameType, str, Any], Any] | None:
        if not code.co_filename.startswith(FILE_PREFIX) or code.co_name == "<module>":
            return None
        found.functions.setdefault(code.co_filename, set()).add(code.co_name)
        add = found.lines.setdefault(code.co_filename, set()).add

        def trace(frame: FrameType, event: str, arg: Any) -> Any:
            if event == "line":
                add(frame.f_lineno)
            return trace

        return trace

    def called(frame: FrameType, event: str, arg: Any) -> Any:
        code = frame.f_code
        if code not in tracers:
            tracers[code] = local(code)
        return tracers[code]

    before = sys.gettrace()
    sys.settrace(called)
    try:
        yield found
    finally:
        sys.settrace(before)


@dataclass(frozen=True, slots=True)
class Part:
    """One thing counted: how many there are, and which nothing reaches, each with its place."""

    name: str
    total: int
    missed: tuple[tuple[str, Span | None], ...]

    @property
    def reached(self) -> int:
        return self.total - len(self.missed)


def coverage(rules: Rules, suite: SuiteResult, lines: Lines) -> list[Part]:
    """Rules, entries, abilities, statements and scoring lines, in this order. Only what passes counts."""
    passed = [outcome for outcome in suite.outcomes if outcome.passed]
    programs = {
        o.machine.program.filename: o.machine.program for o in suite.outcomes if o.machine is not None
    }
    programs.setdefault((usual := Program(rules)).filename, usual)
    effects = _effects(rules)
    reached: set[tuple[str, int, int]] = set()
    every: dict[tuple[str, int, int], tuple[str, Span]] = {}
    clauses: set[str] = set()
    for filename, program in programs.items():
        done = lines.lines.get(filename, set())
        for number, place in enumerate(program.source.places, 1):
            if place is None:
                continue
            span = place[0].at(place[1], place[2])
            key = (span.file.name, span.start, span.end)
            if number in done:
                reached.add(key)
            if (place[1], place[2]) not in effects.get((span.file.name, place[0].span.start), ()):
                continue  # a value, or a whole effect
            words = " ".join(place[0].text[place[1] : place[2]].split())
            every.setdefault(key, (words, span))
        for function in lines.functions.get(filename, ()):
            if match := _CLAUSE.fullmatch(function):
                clauses.add(program.rules.clauses[int(match[1])].id)
    texts = {(file, start) for file, start, _ in reached}
    return [
        _rules(rules, suite, passed, set().union(*lines.functions.values())),
        _entries(rules, passed),
        _part("abilities", ((c.id, c.ability.span, c.id in clauses) for c in rules.clauses)),
        _part("statements", ((words, span, key in reached) for key, (words, span) in sorted(every.items()))),
        _part("scoring lines", _scoring(rules, texts)),
    ]


def _part(name: str, things: Iterable[tuple[str, Span | None, bool]]) -> Part:
    listed = list(things)
    return Part(name, len(listed), tuple((id_, span) for id_, span, reached in listed if not reached))


def _effects(rules: Rules) -> dict[tuple[str, int], set[tuple[int, int]]]:
    """Where the effects of the game begin, and the places of their statements: not those that scenarios add.

    Formulas have no statements, and are often written into their callers.
    """
    bodies = [verb.do for verb in rules.verbs.values()] + list(rules.window_thens.values())
    for clause in rules.clauses:
        bodies += [body for body in (clause.body, clause.cost) if body is not None]
    bodies += [step.do for step in all_steps(rules.flow) if step.do is not None]
    return {
        (body.text.span.file.name, body.text.span.start): {
            (node.start, node.end)
            for statement in body.body
            for node in statements(statement)
            if isinstance(node, Stmt)
        }
        for body in bodies
    }


def _rules(rules: Rules, suite: SuiteResult, passed: list[Outcome], ran: set[str]) -> Part:
    """A rule is covered by a scenario that passes, or by an invariant that was looked at and held."""
    cited = {rule for outcome in passed for rule, _ in outcome.scenario.rules}
    broken = {(d.span.file.name, d.span.start) for d in suite.diagnostics}
    for invariant in rules.game.invariants.values():
        span = invariant.is_.span
        if f"invariant_{invariant.id}" in ran and (span.file.name, span.start) not in broken:
            cited.update(invariant.rules)
    book = rules.game.rulebook
    return _part("rules", ((f"{id_}: {rule.says}", rule.span, id_ in cited) for id_, rule in book.items()))


def _entries(rules: Rules, passed: list[Outcome]) -> Part:
    """Reached is what a scenario names, what something happened to, and what a reached entry bears."""
    words: set[str] = set()
    for outcome in passed:
        words.update(_WORD.findall(outcome.scenario.span.file.text))
        words.update(
            word for line in outcome.lines if not line.startswith("shuffle") for word in _WORD.findall(line)
        )
    every = [entry for entries in rules.game.entries.values() for entry in entries.values()]
    grew = True
    while grew:
        borne = {name for entry in every if entry.id in words for name in _named_by(entry)}
        grew = not borne <= words
        words |= borne
    return _part("entries", ((f"{entry.kind}/{entry.id}", entry.span, entry.id in words) for entry in every))


def _named_by(entry: Entry) -> Iterator[str]:
    """The words of an entry's own data: among them the entries that it names or bears."""
    yield from (value for value in entry.values.values() if isinstance(value, str))
    for part in entry.parts.values():
        yield from (value for value in (part.bears, *part.values.values()) if isinstance(value, str))


def _scoring(rules: Rules, texts: set[tuple[str, int]]) -> Iterator[tuple[str, Span | None, bool]]:
    for line in rules.scoring:
        span = line.points.text.at(line.points.value.start, line.points.value.end)
        yield line.id, rules.game.scoring[line.id].span, (span.file.name, span.start) in texts
