"""A whole game read back: what its effects and cards say."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cached_property

from rulewright.dsl import typed as t
from rulewright.dsl.english.abilities import AbilityReader
from rulewright.dsl.english.claims import operands
from rulewright.dsl.english.fold import Folder
from rulewright.dsl.english.statements import Line
from rulewright.dsl.english.wording import Wording
from rulewright.dsl.english.words import capital, plain, sentence, small
from rulewright.model.game import Entry, Value, all_settings
from rulewright.model.types import BoolType, ComponentType, EntryType, IntType, SeatType, Type


class English:
    """Reads the texts of one checked game, under its usual settings or others."""

    def __init__(self, rules: t.Rules, settings: Mapping[str, Value] | None = None) -> None:
        self.rules = rules
        self.game = rules.game
        self.words = Wording(rules.game)
        self.settings = all_settings(rules.game, settings or {})

    @cached_property
    def spelt(self) -> dict[str, t.Value]:
        """Values that have no wording and that nothing changes: cards say what they are."""
        modified = {str(c.ability.subject) for c in self.rules.clauses if c.ability.sort == "modify"}
        worded = self.game.texts.get("values", {})
        return {
            name: value
            for name, value in self.rules.values.items()
            if name not in modified and name not in worded and not value.is_.lets
            if value.at_least is None and value.at_most is None
        }

    @cached_property
    def _musts(self) -> frozenset[str]:
        """The prompts at which nothing can be declined under these settings."""
        folder = Folder(self.game, self.settings)
        found = {name: folder.formula(formula) for name, formula in self.rules.musts.items()}
        return frozenset(name for name, made in found.items() if isinstance(made, t.Const) and made.value)

    def reader(self, *, card: bool = False) -> AbilityReader:
        reader = AbilityReader(self.words)
        if card:
            reader.musts = self._musts
        return reader

    # --- cards ---------------------------------------------------------------------------------

    def card(self, entry: Entry) -> str:
        """The rules text of a card, a paragraph for each effect; empty if it has none."""
        return "\n".join(map(_joined, self.paragraphs(entry).values()))

    def paragraphs(self, entry: Entry) -> dict[str, list[Line]]:
        """The sentences of each ability, formula and field of a card that has any, by its name."""
        found: dict[str, list[Line]] = {}
        for clause in self._clauses.get((entry.kind, entry.id), ()):
            if lines := self.clause(clause, entry):
                found[clause.ability.id] = lines
        for name in self.game.kinds[entry.kind].formulas:
            if name in entry.formulas:
                found[name] = [Line(0, self.formula(entry, name))]
        for name, value in entry.values.items():
            type_ = self.game.kinds[entry.kind].fields[name].type
            if isinstance(type_, EntryType) and isinstance(value, str) and type_.kind != entry.kind:
                other = self.game.entries[type_.kind][value]
                if self.game.kinds[type_.kind].starts_in is None and (text := self.card(other)):
                    label = self.words.field(entry.kind, name)
                    found[name] = [Line(0, f"{capital(label)}: {text}")]
        return found

    @cached_property
    def _clauses(self) -> dict[tuple[str | None, str | None], list[t.Clause]]:
        found: dict[tuple[str | None, str | None], list[t.Clause]] = {}
        for clause in self.rules.clauses:
            found.setdefault((clause.kind, clause.entry), []).append(clause)
        return found

    def clause(self, clause: t.Clause, entry: Entry | None = None) -> list[Line]:
        """An ability of a card, or of the game itself; nothing if it never works under these settings."""
        folder = Folder(self.game, self.settings, entry, self.spelt)
        reader = self.reader(card=True)

        def formula(found: t.Formula | None) -> t.Formula | None:
            return None if found is None else replace(found, lets=(), value=folder.formula(found))

        def body(found: t.Body | None) -> t.Body | None:
            return None if found is None else replace(found, body=folder.fold(found.body))

        when = formula(clause.when)
        if when is not None and isinstance(when.value, t.Const):
            if not when.value.value:
                return []
            when = None
        if when is not None:
            folder.there = _known_to_be_there(when.value)
        folded = replace(
            clause,
            when=when,
            cost=body(clause.cost),
            target=folder.fold(clause.target),
            body=body(clause.body),
            amount=formula(clause.amount),
            event=None
            if clause.event is None
            else replace(clause.event, args=_each(folder, clause.event.args)),
            prompt=None
            if clause.prompt is None
            else replace(clause.prompt, args=_each(folder, clause.prompt.args)),
        )
        return reader.ability(folded)

    def formula(self, entry: Entry, name: str) -> str:
        """What a card gives as one of the formulas of its kind."""
        formula = self.rules.formulas[entry.kind, entry.id, name]
        folder = Folder(self.game, self.settings, entry, self.spelt)
        value = folder.formula(formula)
        reader = self.reader(card=True)
        decl = self.game.kinds[entry.kind].formulas[name]
        reader.call("this", self.this(entry.kind))
        for local, type_ in zip(formula.params, decl.params.values(), strict=False):
            reader.call(local, type_)
        if forms := self.words.field_says(entry.kind, name):
            own = {
                field.name: folder.fold(
                    t.FixedField(
                        field.type, 0, 0, t.Local(field.type, 0, 0, "this"), entry.kind, field.name, False
                    )
                )
                for field in self.game.kinds[entry.kind].fields.values()
            }
            return sentence(reader.fill(forms[0], {**own, "value": value}))
        label = capital(self.words.field(entry.kind, name))
        text = reader.clause(value) if isinstance(value.type, BoolType) else reader.phrase(value).text
        return sentence(f"{label}: {text}")

    def this(self, kind: str) -> Type:
        """What `this` is in the texts of a kind."""
        bearers = [k.name for k in self.game.kinds.values() if k.bears == kind]
        has_components = self.game.kinds[kind].starts_in is not None
        return (
            ComponentType(bearers[0])
            if bearers
            else ComponentType(kind)
            if has_components
            else EntryType(kind)
        )

    # --- effects -------------------------------------------------------------------------------

    def effect(self, body: t.Body, types: Mapping[str, Type]) -> list[Line]:
        """An effect as it stands; `types` are those of its parameters by name."""
        reader = self.reader()
        self._name_params(reader, body.params, types)
        return reader.lines(body.body)

    def value(self, formula: t.Formula, types: Mapping[str, Type]) -> list[Line]:
        """A formula as it stands: a clause if it is a test, otherwise what it is."""
        reader = self.reader()
        self._name_params(reader, formula.params, types)
        value = Folder(self.game, {}).formula(formula)
        if isinstance(value, t.Const):
            return []
        text = reader.clause(value) if isinstance(value.type, BoolType) else reader.phrase(value).text
        return [Line(0, sentence(text))]

    def _name_params(self, reader: AbilityReader, params: tuple[str, ...], types: Mapping[str, Type]) -> None:
        """Call each parameter by the noun of its type, or by its own name where that does not tell it."""
        nouns = [self.words.noun(type_)[0] for type_ in types.values()]
        for local, (name, type_), noun in zip(params, types.items(), nouns, strict=False):
            called = reader.call(local, type_)
            if local == "this":
                called.first = called.later = f"this {noun}"
            elif isinstance(type_, IntType):
                called.first = called.later = f"the {plain(name) if len(name) > 1 else 'number'}"
            else:
                alone = nouns.count(noun) == 1 and isinstance(type_, ComponentType | SeatType)
                label = noun if alone else plain(name)
                if len(label) == 1:  # of `a` and `b` nothing but the order is told
                    number = [*types.values()].index(type_) != [*types].index(name)
                    label = f"{'second' if number else 'first'} {noun}"
                called.first = called.later = f"the {label}"


def _each(folder: Folder, args: tuple[t.Expr | None, ...]) -> tuple[t.Expr | None, ...]:
    return tuple(None if arg is None else folder.fold(arg) for arg in args)


def _known_to_be_there(when: t.Expr) -> frozenset[str]:
    """The fields of the turn that a condition says are equal to something, and so are there."""
    tests = operands(when) if isinstance(when, t.Logic) and when.op == "and" else [when]
    return frozenset(
        test.left.field
        for test in tests
        if isinstance(test, t.Compare) and test.op == "==" and isinstance(test.left, t.TurnField)
    )


def _joined(lines: list[Line]) -> str:
    """Sentences as one paragraph."""
    text = ""
    for line in lines:
        text += f" {small(line.text)}" if text.endswith(":") else f" {line.text}" if text else line.text
    return text
