"""Which entries an answer is about: of what is picked, and of the ability that is used."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from rulewright.dsl.generate.sites import Site
from rulewright.engine.program import Program
from rulewright.model.types import ComponentType, EntryType, ListType, PairType, PlacementType, Type


class Named(NamedTuple):
    """An entry that an option names, and whose copy it is named by: a component and the state column of
    the zones in which its kind lies; '' where the entry itself is named."""

    entry: str
    at: str = ""
    component: int = -1


class About:
    """Of one program; worked out once for each option."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.entries = {kind: list(entries) for kind, entries in program.game.entries.items()}
        self._hidden = [frozenset(zones) for zones in program.hidden]
        self._known: dict[tuple[str, Any], tuple[Named, ...]] = {}

    def option(self, s: Any, site: Site, seat: int, option: Any) -> frozenset[str]:
        """The entries that an option of a stop names, itself or by components that the seat can see.

        Args:
            s: the state in which the seat is asked.
        """
        if site.item is None:
            return frozenset()
        found = self._known.get((site.name, option))
        if found is None:
            type_ = ListType(site.item) if site.many else site.item
            found = self._known[site.name, option] = tuple(self._of(type_, option))
        hidden = self._hidden[seat]
        return frozenset(
            entry for entry, at, x in found if not at or not hidden or getattr(s, at)[x] not in hidden
        )

    def use(self, use: tuple[int, int]) -> str | None:
        """The entry whose ability is used; None for one that every component of a kind has."""
        return self.program.rules.clauses[use[0]].entry

    def _of(self, type_: Type, value: Any) -> Iterator[Named]:
        match type_:
            case ComponentType(kind) if kind in self.program.kinds:
                yield from self._borne(kind, value)
            case PlacementType():
                yield from self._borne(self.program.zones[value[1]].kind, value[0])
            case EntryType(kind):
                yield Named(self.entries[kind][value])
            case PairType(first, second):
                yield from self._of(first, value[0])
                yield from self._of(second, value[1])
            case ListType(item):
                for each in value:
                    yield from self._of(item, each)

    def _borne(self, kind: str, x: int) -> Iterator[Named]:
        info = self.program.kinds[kind]
        if info.entry[x] >= 0:
            entry = self.entries[self.program.game.kinds[kind].bears or kind][info.entry[x]]
            yield Named(entry, info.at, x // info.per_whole)
