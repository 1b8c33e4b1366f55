"""Which entries an answer is about: of what is picked, and of the ability that is used."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rulewright.dsl.generate.sites import Site
from rulewright.engine.program import Program
from rulewright.model.types import ComponentType, EntryType, ListType, PairType, PlacementType, Type


class About:
    """Of one program; worked out once for each option."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.entries = {kind: list(entries) for kind, entries in program.game.entries.items()}
        self._known: dict[tuple[str, Any], frozenset[str]] = {}

    def option(self, site: Site, option: Any) -> frozenset[str]:
        """The entries of the components and entries that an option of a stop names."""
        if site.item is None:
            return frozenset()
        found = self._known.get((site.name, option))
        if found is None:
            type_ = ListType(site.item) if site.many else site.item
            found = self._known[site.name, option] = frozenset(self._of(type_, option))
        return found

    def use(self, use: tuple[int, int]) -> str | None:
        """The entry whose ability is used; None for one that every component of a kind has."""
        return self.program.rules.clauses[use[0]].entry

    def _of(self, type_: Type, value: Any) -> Iterator[str]:
        match type_:
            case ComponentType(kind) if kind in self.program.kinds:
                yield from self._borne(kind, value)
            case PlacementType():
                yield from self._borne(self.program.zones[value[1]].kind, value[0])
            case EntryType(kind):
                yield self.entries[kind][value]
            case PairType(first, second):
                yield from self._of(first, value[0])
                yield from self._of(second, value[1])
            case ListType(item):
                for each in value:
                    yield from self._of(item, each)

    def _borne(self, kind: str, x: int) -> Iterator[str]:
        number = self.program.kinds[kind].entry[x]
        if number >= 0:
            yield self.entries[self.program.game.kinds[kind].bears or kind][number]
