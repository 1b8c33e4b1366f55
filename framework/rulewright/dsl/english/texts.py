"""Every effect text of a game with its reading, found by the text itself."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial

from rulewright.dsl import typed as t
from rulewright.dsl.english.read import English
from rulewright.dsl.english.statements import Line
from rulewright.dsl.english.words import sentence
from rulewright.dsl.visit import all_steps
from rulewright.model.types import INT, SEAT, ComponentType, Type
from rulewright.source.text import EffectText

Reading = tuple[EffectText, Callable[[], list[Line]]]
_NONE: Mapping[str, Type] = {}


class Texts:
    """Reads the effect texts that declarations are written with; those of abilities are read as a whole."""

    def __init__(self, english: English) -> None:
        self.english = english
        self.rules = english.rules
        self._texts = [*self._all()]
        self._found = {id(text): read for text, read in self._texts}

    def lines(self, text: EffectText) -> list[Line]:
        """The sentences of a text; none if it is of an ability, a pattern, or no effect text."""
        read = self._found.get(id(text))
        return [] if read is None else read()

    def all(self) -> Iterator[EffectText]:
        """Every text that can be read here."""
        yield from (text for text, _ in self._texts)

    def _all(self) -> Iterator[Reading]:
        yield from self._callables()
        yield from self._of_things()
        yield from self._of_the_game()
        yield from self._flow()
        yield from self._lists()

    def _value(self, formula: t.Formula | None, types: Mapping[str, Type] = _NONE) -> Iterator[Reading]:
        if formula is not None:
            yield formula.text, partial(self.english.value, formula, types)

    def _effect(self, body: t.Body | None, types: Mapping[str, Type] = _NONE) -> Iterator[Reading]:
        if body is not None:
            yield body.text, partial(self.english.effect, body, types)

    def _callables(self) -> Iterator[Reading]:
        for verb in self.rules.verbs.values():
            types = dict(self.english.game.verbs[verb.name].params)
            yield from self._value(verb.requires, types)
            yield from self._effect(verb.do, types)
        for value in self.rules.values.values():
            types = dict(self.english.game.values[value.name].params)
            for formula in (value.is_, value.at_least, value.at_most):
                yield from self._value(formula, types)

    def _of_things(self) -> Iterator[Reading]:
        for (owner, _), formula in self.rules.derived.items():
            this = SEAT if owner == "seat" else self.english.this(owner) if owner != "game" else INT
            yield from self._value(formula, {"this": this})
        for (kind, entry, name), formula in self.rules.formulas.items():
            if not entry:
                decl = self.english.game.kinds[kind].formulas[name]
                yield from self._value(formula, {"this": self.english.this(kind), **decl.params})

    def _of_the_game(self) -> Iterator[Reading]:
        rules = self.rules
        for group in (rules.musts, rules.window_seats, rules.zone_sizes, rules.budget_limits):
            for formula in group.values():
                yield from self._value(formula)
        for group in (rules.invariants, rules.refusals):
            for formula in group.values():
                yield from self._value(formula)
        for body in rules.window_thens.values():
            yield from self._effect(body)
        yield from self._value(rules.ends)
        yield from self._value(rules.outlook)
        for result in rules.outcomes:
            yield from self._value(result.when)
            yield from self._value(result.rank)
            for formula in result.most.values():
                yield from self._value(formula)

    def _flow(self) -> Iterator[Reading]:
        for step in all_steps(self.rules.flow):
            for formula in (step.if_, step.times, step.until, step.guard, step.turns, step.seats):
                yield from self._value(formula)
            for pick, text in zip(step.picks, step.pick_texts, strict=True):
                yield text, partial(self._picked, pick)
            types = {"this": step.turn_of} if isinstance(step.turn_of, ComponentType) else _NONE
            yield from self._effect(step.do, types)

    def _picked(self, pick: t.Pick) -> list[Line]:
        return [Line(0, sentence(self.english.reader().chosen(pick)))]

    def _lists(self) -> Iterator[Reading]:
        for line in (*self.rules.scoring, *self.rules.measures):
            yield from self._value(line.set)
            yield from self._value(line.points)
        for policy in self.rules.policies.values():
            for rule in policy.rules:
                for formula in (rule.when, rule.where, rule.prefer):
                    yield from self._value(formula)
