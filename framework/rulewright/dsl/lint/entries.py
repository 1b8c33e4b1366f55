"""Entries that nothing uses, and those that are never worse than others."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from rulewright.dsl import typed as t
from rulewright.dsl.analysis.leaves import Leaf, leaves, printed
from rulewright.dsl.analysis.texts import Texts
from rulewright.dsl.lint.uses import Uses
from rulewright.model.game import Ability, Entry, Kind, Value
from rulewright.model.types import EntryType, Type
from rulewright.source.diagnostics import Problems
from rulewright.source.text import EffectText

MOST_COMPARED = 20
"""The best of entries that are alike in everything else: the others are compared with these."""
_WHOLE = re.compile(r"-?[0-9]+")


class Entries:
    """Looks at the entries of one game."""

    def __init__(self, texts: Texts, uses: Uses, problems: Problems) -> None:
        self.texts = texts
        self.uses = uses
        self.game = texts.rules.game
        self.problems = problems
        self.named = set(named_in_texts(texts))

    def check(self) -> None:
        for kind in self.game.kinds.values():
            self._dominance(kind)
        if self.texts.rules.flow:
            self._unused()

    # --- used at all ---------------------------------------------------------------------------

    def _unused(self) -> None:
        """Entries without components that nothing names or bears, of kinds of which not all are listed."""
        listed = {node.name for _, node in self._members()}
        listed |= {s.type.kind for s in self.game.settings.values() if isinstance(s.type, EntryType)}
        borne = {(kind, name) for entry in self._entries() for kind, name in names_of(self.game.kinds, entry)}
        borne |= set(self._declared())
        for entry in self._entries():
            kind = self.game.kinds[entry.kind]
            printed = kind.starts_in is not None and entry.copies > 0
            key = (entry.kind, entry.id)
            if printed or entry.kind in listed or key in self.named or key in borne:
                continue
            message = f"{entry.kind} '{entry.id}' is never used"
            hint = "let a card bear or name it, or remove it"
            self.problems.warning("W908", message, entry.span, hint=hint)

    def _declared(self) -> Iterator[tuple[str, str]]:
        """Entries that tables give, and that state starts with."""
        for table in self.game.tables.values():
            for key, value in table.rows.items():
                yield from _named(table.by, key)
                yield from _named(table.gives, value)
        kinds = [(*kind.fields.values(), *kind.state.values()) for kind in self.game.kinds.values()]
        states = [
            tuple(s.values()) for s in (self.game.game_state, self.game.seat_state, self.game.turn_state)
        ]
        for decl in (decl for decls in (*kinds, *states) for decl in decls):
            yield from _named(decl.type, decl.start)

    def _members(self) -> Iterator[tuple[str, t.Members]]:
        for text, nodes in self.texts.each():
            for node in nodes:
                if isinstance(node, t.Members) and node.what == "entries":
                    yield text.key, node

    def _entries(self) -> Iterator[Entry]:
        for entries in self.game.entries.values():
            yield from entries.values()

    # --- dominance -----------------------------------------------------------------------------

    def _dominance(self, kind: Kind) -> None:
        ways = {name: decl.better for name, decl in kind.fields.items()}
        ways |= {name: decl.better for name, decl in kind.formulas.items()}
        better = {name: way for name, way in ways.items() if way is not None}
        if not better:
            return
        groups: dict[Any, list[tuple[tuple[int, ...], Entry]]] = {}
        for entry in self.game.entries[kind.name].values():
            worth = self._worth(kind, entry, better)
            if worth is not None:
                groups.setdefault(self._else(kind, entry, better), []).append((worth, entry))
        for group in groups.values():
            group.sort(key=lambda each: sum(each[0]), reverse=True)
            for worth, entry in group:
                for most, other in group[:MOST_COMPARED]:
                    if most != worth and all(a >= b for a, b in zip(most, worth, strict=True)):
                        message = f"'{other.id}' is never worse than '{entry.id}'"
                        related = ((f"'{other.id}'", other.span),)
                        hint = "they are alike in everything else"
                        self.problems.note("W911", message, entry.span, hint=hint, related=related)
                        break

    def _worth(self, kind: Kind, entry: Entry, better: Mapping[str, str]) -> tuple[int, ...] | None:
        """The numbers that make it better, each so that more is; None if one is no plain number."""
        found = []
        for name, way in better.items():
            value = entry.values.get(name)
            if name in kind.formulas:
                text = entry.formulas.get(name, kind.formulas[name].default)
                value = int(text.text) if text is not None and _WHOLE.fullmatch(text.text.strip()) else None
            if not isinstance(value, int):
                return None
            found.append(value if way == "more" else -value)
        return tuple(found)

    def _else(self, kind: Kind, entry: Entry, better: Mapping[str, str]) -> tuple[Any, ...]:
        """All of an entry that plays a part, besides what makes it better."""
        values = tuple(
            (name, entry.values.get(name))
            for name in kind.fields
            if name not in better and self.uses.is_read(f"{kind.name}/{name}")
        )
        parts = tuple(
            (name, part.bears, *sorted(part.values.items(), key=str)) for name, part in entry.parts.items()
        )
        formulas = tuple(
            (name, _plain(text)) for name, text in sorted(entry.formulas.items()) if name not in better
        )
        abilities = tuple(sorted((_ability(ability) for ability in entry.abilities.values()), key=str))
        return values, parts, formulas, abilities


def named_in_texts(texts: Texts) -> Iterator[tuple[str, str]]:
    """Kind and id of each entry that an effect text names."""
    for _, nodes in texts.each():
        for node in nodes:
            if isinstance(node, t.Const) and isinstance(node.type, EntryType):
                kind = node.type.kind
                yield kind, list(texts.rules.game.entries[kind])[int(node.value)]


def names_of(kinds: Mapping[str, Kind], entry: Entry) -> Iterator[tuple[str, str]]:
    """Kind and id of each entry that the parts of an entry bear or that it names in its fields."""
    yield from _among(printed(kinds, entry))
    for part in kinds[entry.kind].parts:
        there, bears = entry.parts.get(part.name), kinds[part.kind].bears
        if there is not None and there.bears is not None and bears is not None:
            yield bears, there.bears


def _named(type_: Type, value: Value) -> Iterator[tuple[str, str]]:
    return _among(leaves(type_, value))


def _among(found: Iterable[Leaf]) -> Iterator[tuple[str, str]]:
    for type_, value in found:
        if isinstance(type_, EntryType) and isinstance(value, str):
            yield type_.kind, value


def _plain(text: EffectText | str | None) -> str | None:
    written = text.text if isinstance(text, EffectText) else text
    return None if written is None else " ".join(written.split())


def _ability(ability: Ability) -> tuple[Any, ...]:
    """What an ability does, whatever it is called."""
    texts = (ability.subject, ability.when, ability.do, ability.target, ability.prompt, ability.cost)
    limits = (ability.sort, ability.may, ability.uses, ability.stage, ability.group)
    return (*limits, _plain(ability.amount), *map(_plain, texts))
