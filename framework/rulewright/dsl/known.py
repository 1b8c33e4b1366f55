"""What the texts of one game share while they are checked, and what is found out about them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from rulewright.dsl import nodes as n
from rulewright.dsl.calls import reaching
from rulewright.model.game import Game
from rulewright.model.types import ComponentType, EntryType, ListType, PairType, Type, ZoneType
from rulewright.source.diagnostics import Problems
from rulewright.source.records import record
from rulewright.source.text import EffectText


@record(frozen=True, slots=True)
class Missing:
    """What a game lacks whose files have mistakes: nothing is complained about that may have been lost.

    `names` may have been declared; `any_name` after a file that cannot be read. Of the kinds in `kinds`
    not everything is known; `entries` tells whether there may be more entries.
    """

    names: frozenset[str] = frozenset()
    any_name: bool = False
    kinds: frozenset[str] = frozenset()
    entries: bool = False

    def may_have(self, name: str) -> bool:
        return self.any_name or name in self.names

    def doubtful(self, type_: Type) -> bool:
        """Whether a value of this type may have more, or be something else, than is known."""
        match type_:
            case EntryType(kind) | ComponentType(kind) | ZoneType(kind=kind):
                return kind in self.kinds
            case ListType(item):
                return self.doubtful(item)
            case PairType(first, second):
                return self.doubtful(first) or self.doubtful(second)
        return False


NOTHING = Missing()


class Uses:
    """Which callables need a seat (`me`), and who calls whom: filled while texts are checked."""

    def __init__(self) -> None:
        self.direct: set[str] = set()
        self.calls: dict[str, set[str]] = {}
        self.reads_state: set[str] = set()
        # calls from where no seat is, and whether that is what is done in a step
        self.without_me: list[tuple[str, EffectText, n.Node, bool]] = []

    def copy(self) -> Uses:
        """For more texts, of which these shall know nothing."""
        same = Uses()
        same.direct = set(self.direct)
        same.calls = {caller: set(callees) for caller, callees in self.calls.items()}
        same.reads_state = set(self.reads_state)
        same.without_me = list(self.without_me)
        return same

    def call(self, caller: str, callee: str) -> None:
        self.calls.setdefault(caller, set()).add(callee)

    def closure(self, seeds: set[str]) -> frozenset[str]:
        """All callables from which one of the seeds can be reached."""
        return reaching(self.calls, seeds)


@dataclass(slots=True)
class Known:
    """What the texts of one game share: its declarations, and what has been found out so far."""

    game: Game
    problems: Problems
    uses: Uses
    gives: Mapping[str, Type]  # result types of declared values
    derived_types: Mapping[tuple[str, str], Type]  # (kind | seat | game, name)
    counters: frozenset[str]  # ids of repeated steps
    part_kinds: Mapping[str, str]  # part kind -> the kind it is a part of
    missing: Missing = NOTHING
    called: set[str] = field(default_factory=set)  # verbs
    asked: set[str] = field(default_factory=set)  # prompts
    offers: dict[str, list[Type]] = field(default_factory=dict)  # prompt -> what one answer is
    branches: dict[str, set[str]] = field(default_factory=dict)  # prompt, or '' for none -> ids in menus
