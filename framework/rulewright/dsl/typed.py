"""Checked effect text: every name resolved, every value typed. The one tree that is executed.

The code generator and the reference walker both read this tree and nothing else. Locals have unique
names within a procedure. `start` and `end` are offsets in the text the node was written in.
"""

from __future__ import annotations

from collections.abc import Mapping

from rulewright.dsl.known import Uses
from rulewright.model.game import Ability, Game, Step
from rulewright.model.types import Type
from rulewright.source.records import record
from rulewright.source.text import EffectText

# --- values ------------------------------------------------------------------------------------


@record(frozen=True, slots=True)
class Expr:
    type: Type
    start: int
    end: int


@record(frozen=True, slots=True)
class Const(Expr):
    """A number, truth value, enum symbol (its index) or entry (its index)."""

    value: int | bool


@record(frozen=True, slots=True)
class Local(Expr):
    """A parameter, `let`, chosen thing, candidate, `this` or `me`, by its unique name."""

    name: str


@record(frozen=True, slots=True)
class FixedField(Expr):
    """A field printed on a card; `of` is an entry, a component or a part. May be absent (None)."""

    of: Expr
    kind: str
    field: str
    optional: bool


@record(frozen=True, slots=True)
class StateField(Expr):
    """A state field of a component."""

    of: Expr
    kind: str
    field: str
    optional: bool


@record(frozen=True, slots=True)
class SeatField(Expr):
    of: Expr
    field: str
    optional: bool


@record(frozen=True, slots=True)
class GameField(Expr):
    field: str
    optional: bool


@record(frozen=True, slots=True)
class TurnField(Expr):
    """State cleared when a turn starts; `seat` is the seat whose turn it is."""

    field: str
    optional: bool


@record(frozen=True, slots=True)
class Counter(Expr):
    """Which round of a repeated step this is, from 1."""

    step: str


@record(frozen=True, slots=True)
class SettingValue(Expr):
    name: str
    optional: bool


@record(frozen=True, slots=True)
class Derived(Expr):
    """A derived field: of a component or entry (`kind`), of a seat (kind `seat`), of the game (`game`)."""

    of: Expr | None
    kind: str
    field: str


@record(frozen=True, slots=True)
class EntryOf(Expr):
    """The entry a component is a copy of, or a part bears."""

    of: Expr
    kind: str


@record(frozen=True, slots=True)
class OwnerOf(Expr):
    """Whose a component is: its `owner` field, or the seat in whose zone it lies; -1 for nobody's."""

    of: Expr
    kind: str
    optional: bool


@record(frozen=True, slots=True)
class Zone(Expr):
    """A zone; of `seat` if it is one per seat."""

    name: str
    seat: Expr | None


@record(frozen=True, slots=True)
class Members(Expr):
    """All symbols of an enum, all entries of a kind, all components of a kind, all seats: `what` says."""

    what: str  # enum, entries, components, seats
    name: str


@record(frozen=True, slots=True)
class ListOf(Expr):
    items: tuple[Expr, ...]


@record(frozen=True, slots=True)
class RangeOf(Expr):
    low: Expr
    high: Expr


@record(frozen=True, slots=True)
class Filter(Expr):
    set: Expr
    var: str
    test: Expr


@record(frozen=True, slots=True)
class Map(Expr):
    set: Expr
    var: str
    value: Expr


@record(frozen=True, slots=True)
class Arithmetic(Expr):
    op: str  # + - * //down //up
    left: Expr
    right: Expr


@record(frozen=True, slots=True)
class Negate(Expr):
    of: Expr


@record(frozen=True, slots=True)
class Compare(Expr):
    """`absent` marks a comparison of two optional values, where an absent one equals nothing."""

    op: str  # == != < <= > >= in, not in
    left: Expr
    right: Expr
    absent: bool


@record(frozen=True, slots=True)
class Not(Expr):
    of: Expr


@record(frozen=True, slots=True)
class Logic(Expr):
    op: str  # and, or
    left: Expr
    right: Expr


@record(frozen=True, slots=True)
class Has(Expr):
    of: Expr


@record(frozen=True, slots=True)
class Conditional(Expr):
    test: Expr
    then: Expr
    other: Expr


@record(frozen=True, slots=True)
class BuiltIn(Expr):
    """A call of a built-in value; its arguments in declared order (see dsl/builtins.py)."""

    name: str
    args: tuple[Expr, ...]


@record(frozen=True, slots=True)
class ValueCall(Expr):
    name: str
    args: tuple[Expr, ...]


@record(frozen=True, slots=True)
class TableCall(Expr):
    name: str
    key: Expr
    optional: bool


@record(frozen=True, slots=True)
class FormulaCall(Expr):
    """An entry's own formula: `of` is the component, part or entry (of kind `kind`) whose it is."""

    of: Expr
    kind: str  # the kind that declares the formula
    formula: str
    args: tuple[Expr, ...]


@record(frozen=True, slots=True)
class CanCall(Expr):
    verb: str
    args: tuple[Expr, ...]


@record(frozen=True, slots=True)
class PairPart(Expr):
    """`first` (index 0) or `second` (1) of a pair, or the `piece` (0) of a placement."""

    of: Expr
    index: int


# --- statements --------------------------------------------------------------------------------


@record(frozen=True, slots=True)
class Stmt:
    start: int
    end: int


@record(frozen=True, slots=True)
class Let(Stmt):
    var: str
    value: Expr


@record(frozen=True, slots=True)
class Set(Stmt):
    """Write a state field; `place` is StateField, SeatField, GameField or TurnField. op: = += -="""

    place: Expr
    op: str
    value: Expr


@record(frozen=True, slots=True)
class SetResult(Stmt):
    value: Expr


@record(frozen=True, slots=True)
class VerbCall(Stmt):
    verb: str
    args: tuple[Expr, ...]
    var: str | None  # the local that takes its result


@record(frozen=True, slots=True)
class Primitive(Stmt):
    """A built-in change of the state: move, draw, shuffle, refill, replace_all, roll, place, replace."""

    name: str
    args: tuple[Expr, ...]


@record(frozen=True, slots=True)
class Prompt:
    name: str
    args: tuple[Expr, ...]


@record(frozen=True, slots=True)
class Pick:
    """A choice: what may be chosen and how.

    mode: `one` (exactly one thing), `each` (several picked at once, body per pick), `stepwise` (one at
    a time, options read again after each body), `together` (several handed over as one list),
    `random` (chance picks, body per pick). `least` None means nought, `most` None means all.
    `var` is the local that holds the pick.
    """

    set: Expr
    item: Type
    var: str
    mode: str
    least: Expr | None
    most: Expr | None
    having: Expr | None
    seat: Expr | None  # who chooses; None: `me`
    prompt: Prompt | None


@record(frozen=True, slots=True)
class Choose(Stmt):
    may: bool
    pick: Pick
    body: tuple[Stmt, ...]
    other: tuple[Stmt, ...]


@record(frozen=True, slots=True)
class MenuBranch:
    id: str
    test: Expr | None
    body: tuple[Stmt, ...]


@record(frozen=True, slots=True)
class Menu(Stmt):
    may: bool
    seat: Expr | None
    prompt: Prompt | None
    branches: tuple[MenuBranch, ...]


@record(frozen=True, slots=True)
class For(Stmt):
    var: str
    set: Expr
    body: tuple[Stmt, ...]


@record(frozen=True, slots=True)
class RepeatTimes(Stmt):
    times: Expr
    body: tuple[Stmt, ...]


@record(frozen=True, slots=True)
class RepeatWhile(Stmt):
    test: Expr
    body: tuple[Stmt, ...]


@record(frozen=True, slots=True)
class If(Stmt):
    test: Expr
    then: tuple[Stmt, ...]
    other: tuple[Stmt, ...]


@record(frozen=True, slots=True)
class Stop(Stmt):
    pass


# --- what the texts belong to ------------------------------------------------------------------


@record(frozen=True, slots=True)
class Formula:
    """A pure text: `let` lines, then a value. `params` are local names in order."""

    text: EffectText
    params: tuple[str, ...]
    lets: tuple[Let, ...]
    value: Expr


@record(frozen=True, slots=True)
class Body:
    """An effect; `params` are local names in order."""

    text: EffectText
    params: tuple[str, ...]
    body: tuple[Stmt, ...]


@record(frozen=True, slots=True)
class Verb:
    name: str
    params: tuple[str, ...]
    types: tuple[Type, ...]
    gives: Type | None
    requires: Formula | None
    do: Body


@record(frozen=True, slots=True)
class Value:
    name: str
    params: tuple[str, ...]
    types: tuple[Type, ...]
    gives: Type
    is_: Formula
    at_least: Formula | None
    at_most: Formula | None


@record(frozen=True, slots=True)
class EventPattern:
    """`after: defeat(this)`: per parameter of the verb, None (anything) or the value it must equal."""

    verb: str
    args: tuple[Expr | None, ...]


@record(frozen=True, slots=True)
class PromptPattern:
    prompt: str
    args: tuple[Expr | None, ...]


@record(frozen=True, slots=True)
class Clause:
    """A checked ability.

    `kind` and `entry` say whose it is (None: the game's own `rules`); `host` is the component kind
    that `this` is of. Texts see the parameters of the verb or value under `params`, then `this`
    (local `this`) and `me` (its owner). For a window's ability `body.params` ends with `target`.
    """

    id: str  # stable: kind/entry/ability, or rules/ability
    ability: Ability
    kind: str | None
    entry: str | None
    host: str | None
    params: tuple[str, ...]
    event: EventPattern | None
    prompt: PromptPattern | None
    when: Formula | None
    cost: Body | None
    target: Pick | None
    target_text: EffectText | None
    body: Body | None
    amount: Formula | None


@record(frozen=True, slots=True)
class FlowStep:
    """A checked step: `var` is the local that holds the seat or component of a `turns` step."""

    path: str
    step: Step
    if_: Formula | None
    times: Formula | None
    until: Formula | None
    guard: Formula | None
    turns: Formula | None
    turn_of: Type | None
    seats: Formula | None  # of at_once
    picks: tuple[Pick, ...]
    pick_texts: tuple[EffectText, ...]
    do: Body | None
    steps: tuple[FlowStep, ...]


@record(frozen=True, slots=True)
class Line:
    id: str
    set: Formula | None  # value: the list of items
    var: str | None
    points: Formula


@record(frozen=True, slots=True)
class Result:
    id: str
    when: Formula | None
    most: Mapping[str, Formula]
    rank: Formula | None


@record(frozen=True, slots=True)
class PolicyRule:
    """A checked rule of a policy: its texts see `me` and the prompt's arguments, the last two also `it`.

    `when` holds what the pattern of the question asks for too, `written` is what stands there as `when`.
    """

    id: str
    prompt: str | None
    item: Type | None  # what `it` is, if `where` or `prefer` look at it
    pick: tuple[str, ...]
    when: Formula | None
    where: Formula | None
    prefer: Formula | None
    follow: str | None
    written: Formula | None


@record(frozen=True, slots=True)
class Policy:
    name: str
    by: Mapping[str, Mapping[str, str]]  # kind -> entry -> the policy that answers for it
    rules: tuple[PolicyRule, ...]


@record(frozen=True, slots=True)
class Rules:
    """A whole game, checked."""

    game: Game
    values: Mapping[str, Value]
    verbs: Mapping[str, Verb]
    derived: Mapping[tuple[str, str], Formula]  # (kind | seat | game, name); one param but for game
    formulas: Mapping[tuple[str, str, str], Formula]  # (kind, entry or '' for the default, formula)
    clauses: tuple[Clause, ...]
    musts: Mapping[str, Formula]  # prompt -> when its choices cannot be declined
    window_seats: Mapping[str, Formula]
    window_thens: Mapping[str, Body]
    zone_sizes: Mapping[str, Formula]
    budget_limits: Mapping[str, Formula]
    flow: tuple[FlowStep, ...]
    ends: Formula | None
    scoring: tuple[Line, ...]
    outlook: Formula | None
    outcomes: tuple[Result, ...]
    invariants: Mapping[str, Formula]
    invariant_static: Mapping[str, bool]  # reads no state
    refusals: Mapping[str, Formula]
    uses_me: frozenset[str]  # 'value/x', 'verb/x', 'derived/kind/x', 'formula/kind/x' that need a seat
    uses: Uses
    policies: Mapping[str, Policy]
    measures: tuple[Line, ...]
