"""All checked texts of a game, and what each of them holds, gone through once."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from rulewright.dsl import typed as t
from rulewright.dsl.visit import all_steps, walk
from rulewright.source.records import record
from rulewright.source.text import EffectText, Span


@record(frozen=True, slots=True)
class Text:
    """A text: `key` says what it belongs to, as in `verb/hit`; `test` marks one that is true or false.

    `roots` are its statements, or what it is worth with its `let` lines before.
    """

    key: str
    text: EffectText
    roots: tuple[object, ...]
    test: bool = False

    def at(self, node: t.Expr | t.Stmt) -> Span:
        return self.text.at(node.start, node.end)

    def words(self, node: t.Expr | t.Stmt) -> str:
        """How a node is written, on one line."""
        found = " ".join(self.text.text[node.start : node.end].split())
        return found if len(found) <= 60 else f"{found[:59]}…"


def place_of(name: str, text: Text, start: int) -> Span | None:
    """Where a text makes a name, the first time behind an offset: behind `let`, `for` or `as`."""
    found = re.compile(rf"\b(?:let|for|as)\s+({name})\b").search(text.text.text, start)
    return None if found is None else text.text.at(found.start(1), found.end(1))


@dataclass(slots=True)
class Texts:
    """The texts of a game with their nodes, which are found once for all who look at them."""

    rules: t.Rules
    all: list[Text] = field(default_factory=list)
    nodes: dict[str, list[tuple[Text, list[object]]]] = field(default_factory=dict)  # by key
    sorts: dict[type, tuple[list[Text], list[Any]]] = field(default_factory=dict)  # nodes by their sort

    def __post_init__(self) -> None:
        seen: set[tuple[str, int, str]] = set()
        for text in _texts(self.rules):
            place = (text.text.span.file.name, text.text.span.start, text.key.partition("/")[0])
            if place in seen and text.text.text:
                continue  # of a template, which every entry that is like it has
            seen.add(place)
            self.all.append(text)
            found = [node for root in text.roots for node in walk(root)]
            self.nodes.setdefault(text.key, []).append((text, found))
            for node in found:
                sort = self.sorts.get(type(node))
                if sort is None:
                    sort = self.sorts[type(node)] = ([], [])
                sort[0].append(text)
                sort[1].append(node)

    def each(self) -> Iterator[tuple[Text, list[object]]]:
        for found in self.nodes.values():
            yield from found

    def all_of(self, *sorts: type) -> Iterator[tuple[Text, Any]]:
        """All nodes of some sorts, each with its text."""
        for sort in sorts:
            if sort in self.sorts:
                yield from zip(*self.sorts[sort], strict=True)

    def of(self, key: str) -> Iterator[object]:
        """All nodes of the texts of a key."""
        for _, found in self.nodes.get(key, ()):
            yield from found


def _formula(key: str, formula: t.Formula | None, test: bool = False) -> Iterator[Text]:
    if formula is not None:
        yield Text(key, formula.text, (*formula.lets, formula.value), test)


def _body(key: str, body: t.Body | None) -> Iterator[Text]:
    if body is not None:
        yield Text(key, body.text, body.body)


def _texts(rules: t.Rules) -> Iterator[Text]:
    for name, value in rules.values.items():
        for formula in (value.is_, value.at_least, value.at_most):
            yield from _formula(f"value/{name}", formula)
    for name, verb in rules.verbs.items():
        yield from _formula(f"requires/{name}", verb.requires, True)
        yield from _body(f"verb/{name}", verb.do)
    for (kind, name), formula in rules.derived.items():
        yield from _formula(f"derived/{kind}/{name}", formula)
    for (kind, _, name), formula in rules.formulas.items():
        yield from _formula(f"formula/{kind}/{name}", formula)
    for clause in rules.clauses:
        yield from _clause(clause)
    for what, named in (
        ("prompt", rules.musts),
        ("window", rules.window_seats),
        ("zone", rules.zone_sizes),
        ("budget", rules.budget_limits),
        ("invariant", rules.invariants),
        ("refusal", rules.refusals),
    ):
        for name, formula in named.items():
            yield from _formula(f"{what}/{name}", formula, what == "refusal")
    for name, body in rules.window_thens.items():
        yield from _body(f"window/{name}", body)
    for step in all_steps(rules.flow):
        yield from step_texts(step)
    yield from _formula("ends", rules.ends, True)
    yield from _lines("scoring", rules.scoring)
    yield from _lines("measure", rules.measures)
    yield from _formula("outlook", rules.outlook)
    for result in rules.outcomes:
        yield from _formula(f"outcome/{result.id}", result.when, True)
        for formula in (*result.most.values(), result.rank):
            yield from _formula(f"outcome/{result.id}", formula)
    for policy in rules.policies.values():
        for rule in policy.rules:
            key = f"policy/{policy.name}"
            yield from _formula(key, rule.written, True)
            yield from _formula(key, rule.where, True)
            yield from _formula(key, rule.prefer)


def _clause(clause: t.Clause) -> Iterator[Text]:
    key = f"clause/{clause.id}"
    subject = clause.ability.subject
    pattern = clause.event or clause.prompt
    written = clause.ability.prompt if clause.prompt is not None else subject
    if pattern is not None and isinstance(written, EffectText):
        yield Text(key, written, tuple(arg for arg in pattern.args if arg is not None))
    yield from _formula(key, clause.when, True)
    yield from _body(key, clause.cost)
    if clause.target is not None and clause.target_text is not None:
        yield Text(key, clause.target_text, (clause.target,))
    yield from _body(key, clause.body)
    yield from _formula(key, clause.amount)


def step_texts(step: t.FlowStep) -> Iterator[Text]:
    """The texts of a step, without those of the steps in it."""
    key = f"step/{step.path}"
    for formula in (step.if_, step.until):
        yield from _formula(key, formula, True)
    for formula in (step.times, step.guard, step.turns, step.seats):
        yield from _formula(key, formula)
    for pick, text in zip(step.picks, step.pick_texts, strict=True):
        yield Text(key, text, (pick,))
    yield from _body(key, step.do)


def _lines(what: str, lines: Iterable[t.Line]) -> Iterator[Text]:
    for line in lines:
        yield from _formula(f"{what}/{line.id}", line.set)
        yield from _formula(f"{what}/{line.id}", line.points)


def sides(test: t.Expr, op: str = "and") -> Iterator[t.Expr]:
    """The tests that are joined by the same word, in order."""
    if isinstance(test, t.Logic) and test.op == op:
        yield from sides(test.left, op)
        yield from sides(test.right, op)
    else:
        yield test
