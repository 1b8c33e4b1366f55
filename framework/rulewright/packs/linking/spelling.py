"""Type spellings into types."""

from __future__ import annotations

import re
from collections.abc import Collection

from rulewright.dsl.scope import UNKNOWN
from rulewright.model.types import (
    BOOL,
    INT,
    SEAT,
    TEXT,
    CellType,
    ComponentType,
    EntryType,
    EnumType,
    IntType,
    ListType,
    PairType,
    PlacementType,
    Type,
)
from rulewright.packs.linking.names import Names
from rulewright.source.records import record
from rulewright.source.text import Span

SHAPE = ListType(PairType(INT, INT))
"""The cells of a piece, as [row, column]; only a field fixed on the card has it."""

_PLAIN: dict[str, Type] = {"int": INT, "bool": BOOL, "text": TEXT, "seat": SEAT, "shape": SHAPE}
_RANGE = re.compile(r"^(-?\d{1,9})\.\.(-?\d{1,9})$")
_WORD = re.compile(r"^[a-z][a-z0-9_]*$")
_OF = {"entry of": "kinds", "cell of": "zones", "placement on": "zones"}
TYPE_WORDS = frozenset(_PLAIN) | {"optional", "entry", "cell", "placement", "pair", "list", "of", "on", "and"}
_WANTED = "int, bool, text, seat, a range such as 1..6, or the name of an enum or kind"

MOST_LETTERS = 200


@record(frozen=True, slots=True)
class Spelling:
    """What type spellings may name: `with_components` are the kinds whose things have uids, `grids` the
    zones that are grids."""

    names: Names
    with_components: Collection[str]
    grids: Collection[str] = ()

    def parse(self, text: str, span: Span) -> Type:
        """The type spelt by `text`; complains when it is none, and gives one that fits everywhere."""
        if text.startswith("optional "):
            return self._refuse(
                text, span, "'optional' is written before the whole type of a field or of a table's result"
            )
        if len(text) > MOST_LETTERS:
            return self._refuse(text[:40] + "…", span, f"no type is longer than {MOST_LETTERS} letters")
        if text.startswith("list of "):
            item = self.parse(text.removeprefix("list of "), span)
            return UNKNOWN if item == UNKNOWN else ListType(item)
        if text.startswith("pair of "):
            return self._pair(text, span)
        if text in _PLAIN:
            return _PLAIN[text]
        if bounds := _RANGE.match(text):
            return self._range(text, int(bounds[1]), int(bounds[2]), span)
        return self._named(text, span)

    def parse_optional(self, text: str, span: Span) -> tuple[Type, bool]:
        """The type, and whether `optional` stands before it."""
        optional = text.startswith("optional ")
        return self.parse(text.removeprefix("optional "), span), optional

    def _range(self, text: str, low: int, high: int, span: Span) -> Type:
        if low > high:
            return self._refuse(text, span, "a range runs from the smaller number to the greater")
        return IntType(low, high)

    def _pair(self, text: str, span: Span) -> Type:
        halves = text.removeprefix("pair of ").split(" and ")
        if len(halves) != 2:
            return self._refuse(text, span, "pair of TYPE and TYPE")
        first, second = (self.parse(half, span) for half in halves)
        return UNKNOWN if UNKNOWN in (first, second) else PairType(first, second)

    def _named(self, text: str, span: Span) -> Type:
        for head, section in _OF.items():
            if text.startswith(head + " "):
                return self._of(head, section, text.removeprefix(head + " "), span)
        if not _WORD.match(text):
            return self._refuse(text, span, _WANTED)
        if self.names.has("enums", text):
            return EnumType(text)
        if self.names.has("kinds", text):
            return ComponentType(text) if text in self.with_components else EntryType(text)
        declared = self.names.declared
        candidates = {*_PLAIN, *declared.get("enums", {}), *declared.get("kinds", {})}
        self.names.unknown("type", text, span, candidates, "R302", expected=_WANTED)
        return UNKNOWN

    def _of(self, head: str, section: str, name: str, span: Span) -> Type:
        if not self.names.known(section, section[:-1], name, span):
            return UNKNOWN
        if section == "zones" and name not in self.grids:
            message = f"'{name}' is no grid, so there is no {head.partition(' ')[0]} on it"
            hint = "a grid is declared as `grid: [rows, columns]`"
            self.names.unfit("R311", message, span, expected="a zone with `grid`", hint=hint)
            return UNKNOWN
        made: dict[str, type[EntryType] | type[CellType] | type[PlacementType]] = {
            "entry of": EntryType,
            "cell of": CellType,
            "placement on": PlacementType,
        }
        return made[head](name)

    def _refuse(self, text: str, span: Span, expected: str) -> Type:
        bare = text.rstrip("?").removesuffix("[]")
        hint = f"write `optional {bare}`" if text.endswith("?") else None
        hint = f"write `list of {bare}`" if text.endswith("[]") else hint
        message = f"'{text}' is not a type here"
        self.names.problems.error("R302", message, span, expected=expected, hint=hint)
        return UNKNOWN
