"""What was probably meant, for the hints of problems: of unknown names, and of zones."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from rulewright.dsl import typed as t
from rulewright.dsl.builtins import BUILT_INS
from rulewright.dsl.scope import Scope, item_type
from rulewright.model.game import Game, Kind, ZoneDecl
from rulewright.model.types import BOOL, ComponentType, EntryType, EnumType, IntType, SeatType, Type
from rulewright.source.synonyms import MEANT

FieldNames = Callable[[Type], Iterable[str]]
"""The fields of what is of a type."""


def as_part(name: str, scope: Scope, expected: Type | None, game: Game, fields: FieldNames) -> str | None:
    """What a name is where something stands before it: a seat's zone, a field, a symbol, an entry."""
    zone = game.zones.get(name)
    if zone is not None and zone.per_seat:
        return _of_a_seat(name, scope)
    return (
        _as_field(name, scope, fields) or _as_symbol(name, expected, game) or as_entry(name, expected, game)
    )


def _of_a_seat(name: str, scope: Scope) -> str:
    whose = _having(scope, lambda type_: isinstance(type_, SeatType))
    if scope.me or whose is None:
        way = f"`my {name}`" if scope.me else f"name the seat, as in `seats as who` and `who.{name}`"
    else:
        way = f"`{whose}.{name}`"
    return f"each seat has its own: {way}"


def _as_field(name: str, scope: Scope, fields: FieldNames) -> str | None:
    owner = _having(scope, lambda type_: name in fields(type_))
    if owner is not None:
        return f"say what has it: `{owner}.{name}`"
    return f"say whose: `my {name}`" if scope.me and name in fields(SeatType()) else None


def _having(scope: Scope, fits: Callable[[Type], bool]) -> str | None:
    """The local name, `it` or `this`, of which something is true."""
    for local, variable in scope.variables.items():
        if fits(variable.type):
            return local
    roles = (("it", scope.it), ("this", scope.this))
    return next((role for role, variable in roles if variable is not None and fits(variable.type)), None)


def _as_symbol(name: str, expected: Type | None, game: Game) -> str | None:
    enums = [enum for enum, symbols in game.enums.items() if name in symbols]
    if enums and expected is None:
        return f"say which enum: `{enums[0]}.{name}`"
    return f"'{name}' is a symbol of '{enums[0]}', not expected here" if enums else None


def as_entry(name: str, expected: Type | None, game: Game) -> str | None:
    """How to say that something is of an entry, if the name is one."""
    kind = next((kind for kind, entries in game.entries.items() if name in entries), None)
    if kind is None:
        return None
    if expected is None:
        return f"say of which kind: `{kind}.{name}`"
    if expected == BOOL or isinstance(expected, ComponentType):
        return f"'{name}' is an entry of '{kind}': `it.entry == {name}` tells whether a thing is one"
    return f"'{name}' is an entry of '{kind}', not expected here"


def of_all(name: str, game: Game) -> str | None:
    """How to name what a seat was asked for, and all share."""
    zone = game.zones.get(name)
    if zone is not None and not zone.per_seat:
        return f"all share one '{name}': write `{name}`, or say `per: seat` at the zone"
    if name in game.game_state or name in game.game_derived or name in game.settings:
        return f"there is one '{name}' for all: write `{name}`"
    return None


def of_each(name: str, words: str, item: Type, fields: Iterable[str], game: Game) -> str | None:
    """How a list is asked for what each thing in it has; `words` are the list."""
    if name in fields:
        of = f"{words} each {name}"
        zone = isinstance(item, SeatType) and name in game.zones
        return f"this is a list, of which each has one: `{f'union({of})' if zone else of}`"
    meant = name if name in BUILT_INS else next((m for m in MEANT.get(name, ()) if m in BUILT_INS), None)
    return meant and f"what is asked of a list stands before it: `{meant}({words})`"


def as_entry_of(words: str, name: str, type_: Type, game: Game, *, in_list: bool) -> str | None:
    """How something, or a list of such things, is compared with an entry that was named as if it were one."""
    kind = type_.kind if isinstance(type_, ComponentType) else None
    if kind is None or name not in game.entries.get(game.kinds[kind].bears or kind, {}):
        return None
    if in_list:
        return f"'{name}' is an entry of '{kind}': `any({words} where entry == {name})`"
    return f"'{name}' is an entry of '{kind}': compare with `{words}.entry`"


def numbers_of(words: str, item: Type | None, game: Game) -> str | None:
    """Which number of each thing in a list to take, where a list of numbers is due."""
    if not isinstance(item, ComponentType | EntryType):
        return None
    kind = game.kinds[item.kind]
    types = {name: decl.type for name, decl in (*kind.fields.items(), *kind.state.items())}
    types |= {name: formula.gives for name, formula in kind.formulas.items() if not formula.params}
    name = next((name for name, type_ in types.items() if isinstance(type_, IntType)), None)
    return name and f"say which number of each: `{words} each {name}`"


def as_call(name: str, scope: Scope, expected: Type | None, game: Game) -> str | None:
    """How a name is called that means nothing alone, or of what it is a field."""
    declared = {value.name: list(value.params) for value in game.values.values() if value.params}
    declared |= {each.name: [p.name for p in each.params if not p.optional] for each in BUILT_INS.values()}
    if name in declared:
        return f"it is called with what it needs: `{name}({', '.join(declared[name])})`"
    for kind in game.kinds.values():
        if name in kind.fields or name in kind.state or name in kind.derived or name in kind.formulas:
            example = _example(name, kind.name, scope, expected, game)
            return f"'{name}' is a field of '{kind.name}': say of which, as in `{example}`"
    return None


def _example(name: str, kind: str, scope: Scope, expected: Type | None, game: Game) -> str:
    zones = [zone for zone in game.zones.values() if zone.kind == kind and zone.grid is None]
    of = next((f"my {zone.name}" for zone in zones if zone.per_seat and scope.me), None)
    of = of or next((zone.name for zone in zones if not zone.per_seat), None)
    if of is not None and isinstance(item_type(expected) if expected else None, IntType):
        return f"{of} each {name}"
    if of is not None and isinstance(expected, IntType):
        return f"sum({of} each {name})"
    return f"x.{name}"


def as_move(name: str, args: list[str], game: Game) -> str | None:
    """`discard(x)` where something is put into the zone `discard`."""
    zone = game.zones.get(name)
    if zone is None or len(args) != 1:
        return None
    to = f"my {name}" if zone.per_seat else name
    return f"'{name}' is a zone: `move({args[0]}, to={to})`"


def as_next(words: str, type_: Type, game: Game) -> str | None:
    """How what is no number goes on to the next."""
    if isinstance(type_, SeatType):
        return f"the seat next to it is `left_of({words})`: `{words} = left_of({words})`"
    if isinstance(type_, EnumType):
        return f"a symbol is no number: set it, as in `{words} = {game.enums[type_.name][0]}`"
    return None


def as_market(zone: ZoneDecl, game: Game, *, discards: bool) -> str:
    """How a zone is declared that is filled up from another one."""
    more = f", discard: {discard_of(zone, game)}" if discards else ""
    keys = f"of: {zone.kind}, visible: all, size: 3, from: {_source_of(zone, game)}{more}"
    return f"a market is declared as `{zone.name}: {{{keys}}}`"


def discard_of(zone: ZoneDecl, game: Game) -> str:
    """The zone into which a market may well discard."""
    source = zone.source or _source_of(zone, game)
    return next((name for name in _piles(zone, game) if name != source), "DISCARD")


def _source_of(zone: ZoneDecl, game: Game) -> str:
    return next(iter(_piles(zone, game)), "DECK")


def _piles(zone: ZoneDecl, game: Game) -> list[str]:
    others = (other for other in game.zones.values() if other.kind == zone.kind and other.ordered)
    return [other.name for other in others if other.name != zone.name]


def as_rolled(kind: Kind) -> str:
    """How it is declared that something can be rolled."""
    for state in kind.state.values():
        if isinstance(state.type, IntType) and state.type.low is not None:
            type_ = f"{{type: {state.type}, rolled: true, start: {state.type.low}}}"
            return f"mark what is rolled, as in `{state.name}: {type_}`"
    example = "state: {face: {type: 1..6, rolled: true, start: 1}}"
    return f"give '{kind.name}' a state that is rolled, as in `{example}`"


def as_unchanging(place: t.Expr) -> str | None:
    """Why something cannot be written."""
    match place:
        case t.FixedField():
            return f"a field is as printed: declare '{place.field}' under `state:` if it changes"
        case t.Derived() | t.ValueCall() | t.FormulaCall() | t.BuiltIn():
            return "it is worked out anew whenever it is read: change what it is made of"
        case t.SettingValue():
            return "a setting stays as it is for the whole match"
        case t.Zone():
            return "things are put into a zone by `move(…, to=…)`"
        case t.Local():
            return "a name stays what it is: keep what changes in state"
    return None
