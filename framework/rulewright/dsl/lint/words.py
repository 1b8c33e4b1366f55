"""Words for people that name a number which the effect beside them does not have."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from rulewright.dsl import typed as t
from rulewright.dsl.analysis.texts import Text, Texts
from rulewright.dsl.lint.entries import names_of
from rulewright.dsl.numbers import numbers
from rulewright.model.game import Entry, Value
from rulewright.model.types import EntryType, TextType
from rulewright.source.diagnostics import Problems
from rulewright.source.text import EffectText, Span

CODE = "W912"
_NUMBER = re.compile(r"(?<![\w-])[0-9]+(?!\w)")
_Nodes = tuple[Text, list[object]]


def check_words(texts: Texts, problems: Problems) -> None:
    """Warn where words of a declaration or a card say another number than the effect does."""
    _Words(texts, problems).check()


class _Words:
    def __init__(self, texts: Texts, problems: Problems) -> None:
        self.texts = texts
        self.game = texts.rules.game
        self.problems = problems
        self.by_place: dict[tuple[str, int], list[_Nodes]] = {}
        for found in texts.nodes.values():
            for text, nodes in found:
                self.by_place.setdefault(_place(text.text), []).append((text, nodes))

    def check(self) -> None:
        game = self.game
        for section, key, lines in (
            ("scoring", "scoring", game.scoring),
            ("measures", "measure", game.measures),
            ("refuse", "refusal", game.refusals),
        ):
            assert isinstance(lines, Mapping)
            for name, line in lines.items():
                self._declared(section, f"{key}/{name}", line.says, line.span)
        for name, invariant in game.invariants.items():
            if len(numbers(invariant.is_.text)) == 1:  # words may add up what several say
                self._declared("invariants", f"invariant/{name}", invariant.says, invariant.span)
        for kind in game.entries:
            for entry in game.entries[kind].values():
                if entry.abilities or entry.formulas:  # other words tell of rules that stand elsewhere
                    self._entry(entry)

    def _declared(self, section: str, key: str, says: str, span: Span) -> None:
        if _tells(says):
            name = key.partition("/")[2]
            known = self._reached(self.texts.nodes.get(key, ()))
            self._compare(says, self.game.places.get(f"{section}/{name}/says", span), name, known)

    def _entry(self, entry: Entry) -> None:
        fields = [f for f in self.game.kinds[entry.kind].fields.values() if isinstance(f.type, TextType)]
        said = {f.name: text for f in fields if isinstance(text := entry.values.get(f.name), str)}
        if not any(map(_tells, said.values())):
            return
        known = self._of_card(entry)
        for name, text in said.items():
            span = self.game.places.get(f"entries/{entry.kind}/{entry.id}/{name}", entry.span)
            self._compare(text, span, entry.id, known)

    def _compare(self, says: str, span: Span, whose: str, known: set[int]) -> None:
        known = known | {0, 1, self.game.players.least, self.game.players.most}
        for number in dict.fromkeys(map(int, _NUMBER.findall(says))):
            if number not in known:
                message = f"the words of '{whose}' say {number}, and the effect has no such number"
                hint = "let one of them say what the other does"
                self.problems.warning(CODE, message, _within(span, number), hint=hint)

    # --- what may be spoken of -----------------------------------------------------------------

    def _of_card(self, entry: Entry) -> set[int]:
        """The numbers of a card, of what it names and of its effects, and how many of its kind there are."""
        game = self.game
        copies = (each.copies for each in game.entries[entry.kind].values())
        found = _printed(entry) | {sum(copies)}
        for kind, name in names_of(game.kinds, entry):
            found |= _printed(game.entries[kind][name])
        defaults = {name: formula.default for name, formula in game.kinds[entry.kind].formulas.items()}
        texts = [text for text in {**defaults, **entry.formulas}.values() if text is not None]
        for ability in entry.abilities.values():
            parts = (ability.subject, ability.when, ability.target, ability.prompt, ability.cost, ability.do)
            texts += [part for part in (*parts, ability.amount) if isinstance(part, EffectText)]
        found |= {number.value for text in texts for number in numbers(text.text)}
        return found | self._reached(each for text in texts for each in self.by_place.get(_place(text), ()))

    def _reached(self, start: Iterable[_Nodes]) -> set[int]:
        """The numbers in texts and in all that they call, and those printed on the entries named there."""
        found: set[int] = set()
        seen: set[str] = set()
        todo = [*start]
        while todo:
            text, nodes = todo.pop()
            found |= {number.value for number in numbers(text.text.text)}
            for node in nodes:
                found |= self._named(node)
                for key in self._callees(node):
                    if key not in seen:
                        seen.add(key)
                        found |= self._rows(key)
                        todo += self.texts.nodes.get(key, ())
        return found

    def _named(self, node: object) -> set[int]:
        match node:
            case t.Const(type=EntryType(kind=kind), value=index):
                return _printed([*self.game.entries[kind].values()][int(index)])
        return set()

    def _rows(self, key: str) -> set[int]:
        what, _, name = key.partition("/")
        rows = self.game.tables[name].rows if what == "table" else {}
        return {number for row in rows.items() for number in _whole_numbers(row)}

    def _callees(self, node: object) -> tuple[str, ...]:
        match node:
            case t.ValueCall(name=name):
                return (f"value/{name}",)
            case t.TableCall(name=name):
                return (f"table/{name}",)
            case t.BuiltIn(name="best_sets", args=(_, t.Const(value=index))):
                return (f"table/{list(self.game.tables)[index]}",)
            case t.Derived(kind=kind, field=field):
                return (f"derived/{kind}/{field}",)
            case t.FormulaCall(kind=kind, formula=field):
                return (f"formula/{kind}/{field}",)
            case t.VerbCall(verb=verb):
                return (f"verb/{verb}", f"requires/{verb}")
            case t.CanCall(verb=verb):
                return (f"requires/{verb}",)
        return ()


def _place(text: EffectText) -> tuple[str, int]:
    return text.span.file.name, text.span.start


def _tells(says: str) -> bool:
    return any(int(found) > 1 for found in _NUMBER.findall(says))


def _within(span: Span, number: int) -> Span:
    """Where a number stands in words."""
    for found in _NUMBER.finditer(span.file.text, span.start, span.end):
        if int(found[0]) == number:
            return Span(span.file, found.start(), found.end())
    return span


def _printed(entry: Entry) -> set[int]:
    """The numbers that stand on a card, and how often it is there."""
    values = [entry.values, *(part.values for part in entry.parts.values())]
    found = {number for each in values for value in each.values() for number in _whole_numbers(value)}
    found |= {number.value for text in entry.formulas.values() for number in numbers(text.text)}
    return found | {entry.copies}


def _whole_numbers(value: Value | tuple[Value, ...]) -> Iterator[int]:
    if isinstance(value, tuple):
        for each in value:
            yield from _whole_numbers(each)
    elif isinstance(value, int) and not isinstance(value, bool):
        yield value
