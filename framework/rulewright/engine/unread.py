"""Matches that a change cannot have touched, as they never read what was changed.

A program is bound in which every function and every value on a card that the other game has otherwise is a
trap. A match of it that comes to its end without stepping on one did nothing that the other game would not
have done, its policies included: they run on the same program. Everything else that two programs are made of
must be equal, or no match can be told to be untouched.

Where one game is compared with many others, traps would have to be set for each of them. Instead the same
places note that something was done with them, and pass it on: one match tells for all.
"""

from __future__ import annotations

import builtins
import math
import operator
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import fields, is_dataclass
from functools import lru_cache, partial
from types import FunctionType, MethodType
from typing import Any, NoReturn

from rulewright.dsl.typed import Rules
from rulewright.engine.program import Program
from rulewright.engine.seats import SeatColumn
from rulewright.source.records import record
from rulewright.source.text import EffectText, Span

_VALUES = re.compile("[TE]_")
"""How tables of what cards print are called, by component and by entry."""
_LOCAL = re.compile(r"\bc\d+\b")
_TOP = re.compile(r"^(?=\S)", re.M)
_FUNCTION = re.compile(r"def (\w+)\(")
_APART = {"rules", "game", "spelt", "source", "functions", "filename", "noise", "walker", "components"}
_SKIPPED = {"span", "text", "start", "end", "pick_spans", "lines", "shapes", "ways", "apart", "spelt"}
"""Places in files, and tables that are filled as a match goes on."""
_METHODS = (
    "abs add and bool call ceil contains divmod eq float floor floordiv format ge getitem gt hash index int "
    "invert iter le len lshift lt mod mul ne neg next or pos pow radd rand rdivmod repr reversed rfloordiv "
    "rlshift rmod rmul ror round rpow rrshift rshift rsub rtruediv rxor str sub truediv trunc xor"
)


class Touched(Exception):
    """A match came to something that the other game has otherwise."""


def _touch(*_: Any, **__: Any) -> NoReturn:
    raise Touched


Trap: type = type("Trap", (), {f"__{name}__": _touch for name in _METHODS.split()} | {"__slots__": ()})
"""Stands for a value: whatever is done with it, but to pass it on."""


class Reads:
    """What was done something with, by number, until it is cleared."""

    __slots__ = ("seen",)

    def __init__(self) -> None:
        self.seen: set[int] = set()


class Noted:
    """Stands for a value, and notes whatever is done with it but to pass it on."""

    __slots__ = ("_numbers", "_reads", "_value")

    def __init__(self, value: Any, numbers: frozenset[int], reads: Reads) -> None:
        self._value = value
        self._numbers = numbers
        self._reads = reads


def _deed(name: str) -> Callable[..., Any]:
    """What Python does by the method of that name."""
    for module, spelt in ((builtins, name), (math, name), (operator, f"__{name}__")):
        if (found := getattr(module, spelt, None)) is not None:
            return found  # type: ignore[no-any-return]  # whatever the class had
    turned = _deed(name.removeprefix("r"))
    return lambda value, other: turned(other, value)


def _noting(name: str) -> Callable[..., Any]:
    deed = _deed(name)

    def method(self: Any, *args: Any) -> Any:
        return deed(_told(self), *(_told(arg) if type(arg) is Noted else arg for arg in args))

    return method


def _told(noted: Any) -> Any:
    noted._reads.seen |= noted._numbers
    return noted._value


for _name in _METHODS.split():
    setattr(Noted, f"__{_name}__", _noting(_name))


@record(frozen=True, slots=True)
class Differences:
    """Where a second program has something otherwise: functions by name, values by table and place."""

    functions: frozenset[str]
    values: Mapping[str, frozenset[int]]


def trapped(one: Program, other: Program) -> Program | None:
    """The first program with traps where the second differs; None if that cannot be told.

    Both are of the same settings and seats, and neither has been played.
    """
    found = differences(one, other)
    if found is None:
        return None

    def set_traps(space: dict[str, Any]) -> None:
        for name in found.functions:
            space[name] = _touch
        for name, places in found.values.items():
            values = [Trap() if i in places else value for i, value in enumerate(space[name])]
            space[name] = _as_it_was(space[name], values)

    return _bound(one, set_traps)


def _as_it_was(before: tuple[Any, ...], values: list[Any]) -> tuple[Any, ...]:
    """Other values in a column, of which those that are not to be read stay so."""
    return before.like(values) if isinstance(before, SeatColumn) else tuple(values)


def noting(one: Program, others: Sequence[Differences | None]) -> tuple[Program, Reads]:
    """A program whose matches note, by its number, each of `others` that they read something of.

    Those of which it cannot be told are never noted.
    """
    functions: dict[str, set[int]] = {}
    values: dict[str, dict[int, set[int]]] = {}
    for number, found in enumerate(others):
        for name in found.functions if found is not None else ():
            functions.setdefault(name, set()).add(number)
        for name, places in found.values.items() if found is not None else ():
            for place in places:
                values.setdefault(name, {}).setdefault(place, set()).add(number)
    reads = Reads()

    def set_notes(space: dict[str, Any]) -> None:
        for name, numbers in functions.items():
            space[name] = _noting_call(space[name], frozenset(numbers), reads)
        for name, places in values.items():
            noted = [
                Noted(value, frozenset(places[i]), reads) if i in places else value
                for i, value in enumerate(space[name])
            ]
            space[name] = _as_it_was(space[name], noted)

    return _bound(one, set_notes), reads


def _noting_call(function: Any, numbers: frozenset[int], reads: Reads) -> Callable[..., Any]:
    def call(*args: Any, **words: Any) -> Any:
        reads.seen |= numbers
        return function(*args, **words)

    return call


def _bound(one: Program, bound: Callable[[dict[str, Any]], None]) -> Program:
    return Program(one.rules, one.settings, one.seats, one.source.switches, source=one.source, bound=bound)


def differences(one: Program, other: Program) -> Differences | None:
    """Where a second program differs from the first; None if they differ in more than can be told apart.

    Both are of the same settings and seats, and neither has been played.
    """
    if one.seats != other.seats or _whole(one) != _whole(other):
        return None
    return _changed(one, other)


def _changed(one: Program, other: Program) -> Differences | None:
    ours, theirs = _functions(one.source.text), _functions(other.source.text)
    if ours is None or theirs is None:
        return None
    functions = {name for name in {*ours, *theirs} if not _alike(ours.get(name), theirs.get(name))}
    values: dict[str, frozenset[int]] = {}
    mine, yours = one.functions, other.functions
    if {*mine} - {*ours} != {*yours} - {*theirs}:
        return None
    for name in {*mine} - {*ours} - {"__builtins__", "board"}:
        if _VALUES.match(name) and len(mine[name]) == len(yours[name]):
            pairs = list(zip(mine[name], yours[name], strict=True))
            places = frozenset(i for i, (a, b) in enumerate(pairs) if (type(a), a) != (type(b), b))
            if any((pairs[i][0] is None) != (pairs[i][1] is None) for i in places):
                return None  # whether there is one is asked without touching it
            if places:
                values[name] = places
        elif plain(mine[name]) != plain(yours[name]):
            return None
    return Differences(frozenset(functions & {*ours}), values)


@lru_cache(maxsize=2)
def _functions(text: str) -> Mapping[str, str] | None:
    """The functions of a generated module; None if there is anything else at its top."""
    found = {}
    for piece in _TOP.split(text):
        head = _FUNCTION.match(piece)
        if head is not None:
            found[head[1]] = piece.rstrip()
        elif piece.strip():
            return None
    return found


def _alike(one: str | None, other: str | None) -> bool:
    """Whether two functions are the same but for the numbers of their locals."""
    return one == other or (one is not None and other is not None and _renumbered(one) == _renumbered(other))


def _renumbered(text: str) -> str:
    numbers: dict[str, str] = {}
    return _LOCAL.sub(lambda match: numbers.setdefault(match[0], f"c{len(numbers)}"), text)


def _whole(program: Program) -> Any:
    """All that a program is made of but functions, and what cards print."""
    rules, game = program.rules, program.game
    own = {name: value for name, value in vars(program).items() if name not in _APART}
    own["state_type"] = program.state_type.slots
    own["prompts"] = {name: list(map(str, prompt.params.values())) for name, prompt in game.prompts.items()}
    own["enums"] = game.enums
    own["entries"] = {kind: list(entries) for kind, entries in game.entries.items()}
    own["scoring"] = [_line(line) for line in rules.scoring]
    own["measures"] = [_line(line) for line in rules.measures]
    own["outcomes"] = [
        (o.id, o.when is None, list(o.most), None if o.rank is None else str(o.rank.value.type))
        for o in rules.outcomes
    ]
    own["policies"] = rules.policies
    own["clauses"] = [_clause(clause) for clause in rules.clauses]
    own["budgets"] = {name: (b.of, b.per) for name, b in game.budgets.items()}
    return plain(own)


def _line(line: Any) -> tuple[Any, ...]:
    return line.id, None if line.set is None else str(line.set.value.type)


def _clause(clause: Any) -> tuple[Any, ...]:
    a = clause.ability
    subject = a.subject if isinstance(a.subject, str) else None
    return clause.id, clause.host, clause.kind, clause.entry, a.sort, subject, a.may, a.uses, a.stage, a.group


def plain(value: Any) -> Any:
    """Data to compare: functions by their names, places in files left out."""
    match value:
        case None | bool() | int() | str():
            return type(value).__name__, value
        case Span() | Program():
            return None
        case EffectText():
            return value.text
        case Rules():
            raise AssertionError("rules are compared part by part")
        case type():
            return value.__name__
        case FunctionType() | MethodType():
            return value.__module__, value.__name__
        case partial():
            return plain(value.func), plain(value.args)
        case Mapping():
            return [[plain(key), plain(item)] for key, item in sorted(value.items(), key=_first)]
        case frozenset() | set():
            return sorted(map(repr, value))
        case tuple() | list() | range():
            return [plain(item) for item in value]
    if is_dataclass(value):
        names: Iterable[str] = [field.name for field in fields(value)]
    elif hasattr(value, "__dict__"):
        names = vars(value)
    else:
        names = getattr(type(value), "__slots__", ())
    return type(value).__name__, [
        (name, plain(getattr(value, name))) for name in sorted(names) if name not in _SKIPPED
    ]


def _first(pair: tuple[Any, Any]) -> str:
    return repr(pair[0])
