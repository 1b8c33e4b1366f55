"""Checks values: finds what each name means where it stands, and gives every node its type."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

from rulewright.dsl import nodes as n
from rulewright.dsl import typed as t
from rulewright.dsl.builtins import ANY_LIST, BUILT_INS, GRID, PRIMITIVES, TABLE, ZONE, Param
from rulewright.dsl.scope import LIST, UNKNOWN, Scope, UnknownType, common, entry_kind, fits, item_type
from rulewright.model.game import FieldDecl, Game
from rulewright.model.types import (
    BOOL,
    INT,
    SEAT,
    BoolType,
    CellType,
    ComponentType,
    EntryType,
    EnumType,
    IntType,
    ListType,
    PairType,
    PlacementType,
    SeatType,
    Type,
    ZoneType,
)
from rulewright.source.diagnostics import Problems
from rulewright.source.suggest import did_you_mean
from rulewright.source.text import EffectText

_ORDER = ("<", "<=", ">", ">=")


class Uses:
    """Which callables need a seat (`me`), and who calls whom: filled while texts are checked."""

    def __init__(self) -> None:
        self.direct: set[str] = set()
        self.calls: dict[str, set[str]] = {}
        self.reads_state: set[str] = set()

    def call(self, caller: str, callee: str) -> None:
        self.calls.setdefault(caller, set()).add(callee)

    def closure(self, seeds: set[str]) -> frozenset[str]:
        """All callables from which one of the seeds can be reached."""
        reached = set(seeds)
        grew = True
        while grew:
            grew = False
            for caller, callees in self.calls.items():
                if caller not in reached and callees & reached:
                    reached.add(caller)
                    grew = True
        return frozenset(reached)


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
    without_me: list[tuple[str, EffectText, n.Node]] = field(default_factory=list)
    called: set[str] = field(default_factory=set)  # verbs
    asked: set[str] = field(default_factory=set)  # prompts


class ValueChecker:
    """Checks the values of one text; problems are placed in that text."""

    def __init__(self, known: Known, text: EffectText, key: str) -> None:
        self.text = text
        self.key = key  # the callable whose text this is, as in `value/can_reach`
        self.game = known.game
        self.problems = known.problems
        self.uses = known.uses
        self.gives = known.gives
        self.derived_types = known.derived_types
        self.counters = known.counters
        self.part_kinds = known.part_kinds
        self.known = known

    # --- complaints ----------------------------------------------------------------------------

    def bad(
        self, code: str, message: str, node: n.Node, *, expected: str | None = None, hint: str | None = None
    ) -> t.Expr:
        self.problems.error(code, message, self.text.at(node.start, node.end), expected=expected, hint=hint)
        return t.Const(UNKNOWN, node.start, node.end, 0)

    def wrong_type(self, node: n.Node, found: Type, expected: str) -> t.Expr:
        return self.bad("T503", f"this is {_article(found)}", node, expected=expected)

    # --- entry points --------------------------------------------------------------------------

    def value(self, node: n.Node, scope: Scope, expected: Type | None = None) -> t.Expr:
        """The checked value; a problem if it does not fit what is expected."""
        found = self._check(node, scope, expected)
        if not fits(found.type, expected):
            return self.wrong_type(node, found.type, _article(expected))
        return found

    def test(self, node: n.Node, scope: Scope) -> t.Expr:
        found = self._check(node, scope, BOOL)
        if not isinstance(found.type, BoolType | UnknownType):
            hint = "compare it, as in `count(x) > 0`" if isinstance(found.type, IntType) else None
            if item_type(found.type) is not None:
                hint = "say `any(…)` to ask whether a list holds something"
            self.bad(
                "T503",
                f"this is {_article(found.type)}",
                node,
                expected="a test that is true or false",
                hint=hint,
            )
        return found

    def present(self, expr: t.Expr, node: n.Node, scope: Scope) -> t.Expr:
        """The value where an absent one cannot stand."""
        if _is_optional(expr) and fact(expr) not in scope.facts:
            spelling = self.text.text[node.start : node.end]
            return self.bad("T506", f"'{spelling}' may be absent", node, hint=f"test `has {spelling}` first")
        return expr

    # --- dispatch ------------------------------------------------------------------------------

    def _check(self, node: n.Node, scope: Scope, expected: Type | None) -> t.Expr:
        handler: Callable[..., t.Expr] = _HANDLERS[type(node)]
        return handler(self, node, scope, expected)

    def _need(self, node: n.Node, scope: Scope, expected: Type | None = None) -> t.Expr:
        return self.present(self.value(node, scope, expected), node, scope)

    def number(self, node: n.Number, scope: Scope, expected: Type | None) -> t.Expr:
        return t.Const(INT, node.start, node.end, node.value)

    def truth(self, node: n.Truth, scope: Scope, expected: Type | None) -> t.Expr:
        return t.Const(BOOL, node.start, node.end, node.value)

    def items(self, node: n.Items, scope: Scope, expected: Type | None) -> t.Expr:
        want = item_type(expected) if expected is not None else None
        parts: list[t.Expr] = []
        type_: Type = want or UNKNOWN
        for item in node.items:
            part = self._need(item, scope, want if not isinstance(want, UnknownType) else None)
            found = part.type
            if isinstance(found, ZoneType):
                found = ListType(ComponentType(found.kind))
            merged = common(type_, found)
            if merged is None:
                return self.bad("T503", f"this is {_article(part.type)}", item, expected=_article(type_))
            type_ = merged
            want = want or found
            parts.append(part)
        return t.ListOf(ListType(type_), node.start, node.end, tuple(parts))

    def negate(self, node: n.Negate, scope: Scope, expected: Type | None) -> t.Expr:
        return t.Negate(INT, node.start, node.end, self._need(node.of, scope, INT))

    def arithmetic(self, node: n.Arithmetic, scope: Scope, expected: Type | None) -> t.Expr:
        left, right = self._need(node.left, scope, INT), self._need(node.right, scope, INT)
        op = node.op if node.op != "/" else f"//{node.rounded}"
        return t.Arithmetic(INT, node.start, node.end, op, left, right)

    def range(self, node: n.Range, scope: Scope, expected: Type | None) -> t.Expr:
        low, high = self._need(node.low, scope, INT), self._need(node.high, scope, INT)
        return t.RangeOf(ListType(INT), node.start, node.end, low, high)

    def compare(self, node: n.Compare, scope: Scope, expected: Type | None) -> t.Expr:
        if node.op in ("in", "not in"):
            left = self._operand(node.left, node.right, scope)
            right = self.value(node.right, scope, ListType(left.type))
            return t.Compare(BOOL, node.start, node.end, node.op, left, right, False)
        left = self._operand(node.left, node.right, scope)
        right = self._check(node.right, scope, left.type)
        if isinstance(left.type, UnknownType) or isinstance(right.type, UnknownType):
            return t.Compare(BOOL, node.start, node.end, node.op, left, right, False)
        if common(left.type, right.type) is None:
            return self.wrong_type(node.right, right.type, _article(left.type))
        if item_type(left.type) is not None:
            return self.bad(
                "T503", "lists cannot be compared", node, hint="compare `count(…)` or test `x in list`"
            )
        if node.op in _ORDER:
            self.present(left, node.left, scope)
            self.present(right, node.right, scope)
            if not isinstance(left.type, IntType | EnumType):
                return self.wrong_type(node.left, left.type, "a number")
        absent = _is_optional(left) and _is_optional(right)
        return t.Compare(BOOL, node.start, node.end, node.op, left, right, absent)

    def _operand(self, node: n.Node, other: n.Node, scope: Scope, expected: Type | None = None) -> t.Expr:
        """The first of two values that go together; a bare symbol takes its meaning from the second."""
        if expected is None and isinstance(node, n.Name) and not self._readings(node, scope, None):
            mute = Problems()
            keep, self.problems = self.problems, mute
            right = self._check(other, scope, None)
            self.problems = keep
            return self._check(node, scope, item_type(right.type) or right.type)
        return self.value(node, scope, expected)

    def not_(self, node: n.Not, scope: Scope, expected: Type | None) -> t.Expr:
        return t.Not(BOOL, node.start, node.end, self.test(node.of, scope))

    def logic(self, node: n.Logic, scope: Scope, expected: Type | None) -> t.Expr:
        left = self.test(node.left, scope)
        known = facts_if(left, node.op == "and")
        right = self.test(node.right, scope.knowing(known))
        return t.Logic(BOOL, node.start, node.end, node.op, left, right)

    def has(self, node: n.Has, scope: Scope, expected: Type | None) -> t.Expr:
        of = self._check(node.of, scope, None)
        if not _is_optional(of) and not isinstance(of.type, UnknownType):
            spelling = self.text.text[node.of.start : node.of.end]
            return self.bad(
                "T506", f"'{spelling}' is never absent", node, hint="only optional fields need `has`"
            )
        return t.Has(BOOL, node.start, node.end, of)

    def can(self, node: n.Can, scope: Scope, expected: Type | None) -> t.Expr:
        verb = self.game.verbs.get(node.call.id)
        if verb is None:
            return self._unknown(node.call, node.call.id, self.game.verbs, "verb")
        if verb.requires is None:
            return self.bad("T507", f"'{verb.name}' has no `requires`", node, hint="it can always be done")
        args = self.arguments(
            node.call, [Param(k, ANY_LIST) for k in verb.params], list(verb.params.values()), scope
        )
        self.use(f"requires/{verb.name}", scope, node)
        return t.CanCall(BOOL, node.start, node.end, verb.name, args)

    def if_value(self, node: n.IfValue, scope: Scope, expected: Type | None) -> t.Expr:
        test = self.test(node.test, scope)
        yes, no = scope.knowing(facts_if(test, True)), scope.knowing(facts_if(test, False))
        then = self.present(self._operand(node.then, node.other, yes, expected), node.then, yes)
        other = self._need(node.other, no, expected or then.type)
        type_ = common(then.type, other.type)
        if type_ is None:
            return self.wrong_type(node.other, other.type, _article(then.type))
        return t.Conditional(type_, node.start, node.end, test, then, other)

    # --- sets ----------------------------------------------------------------------------------

    def set_of(self, node: n.Node, scope: Scope, expected: Type | None = None) -> tuple[t.Expr, Type]:
        found = self.value(node, scope, expected or LIST)
        item = item_type(found.type)
        if item is None:
            self.wrong_type(node, found.type, "a list")
            return found, UNKNOWN
        return found, item

    def where(self, node: n.Where, scope: Scope, expected: Type | None) -> t.Expr:
        of, item = self.set_of(node.of, scope)
        if node.test is None:
            return of
        inner, var = self.inside(node.name, item, scope)
        inner = inner.knowing(self.facts_of_filter(of, var))
        return t.Filter(ListType(item), node.start, node.end, of, var, self.test(node.test, inner))

    def each(self, node: n.Each, scope: Scope, expected: Type | None) -> t.Expr:
        name = node.of.name if isinstance(node.of, n.Where) else None
        of = self._check(node.of, scope, LIST)
        item = item_type(of.type)
        if item is None:
            return self.wrong_type(node.of, of.type, "a list")
        inner, var = self.inside(name, item, scope)
        inner = inner.knowing(self.facts_of_filter(of, var))
        want = item_type(expected) if expected is not None else None
        value = self._need(node.value, inner, None if isinstance(want, UnknownType) else want)
        return t.Map(ListType(value.type), node.start, node.end, of, var, value)

    def inside(self, name: str | None, item: Type, scope: Scope) -> tuple[Scope, str]:
        if name is None:
            return scope.bind_it(item, candidate=True)
        return scope.bind(name, item)

    def facts_of_filter(self, of: t.Expr, var: str) -> frozenset[str]:
        found: frozenset[str] = frozenset()
        while isinstance(of, t.Filter):
            inner = facts_if(of.test, True)
            found |= {f"{var}{f[len(of.var) :]}" for f in inner if f.startswith(f"{of.var}.")}
            of = of.set
        return found

    # --- names ---------------------------------------------------------------------------------

    def name(self, node: n.Name, scope: Scope, expected: Type | None) -> t.Expr:
        if node.id in ("it", "this", "me"):
            return self._role(node, scope)
        readings = self._readings(node, scope, expected)
        if len(readings) > 1:
            fitting = [r for r in readings if fits(r.type, expected) and r.type != UNKNOWN]
            readings = fitting or readings
        if not readings:
            return self._unknown_name(node, scope, expected)
        if len(readings) > 1:
            kinds = " or ".join(sorted(_article(r.type) for r in readings))
            return self.bad(
                "T502", f"'{node.id}' could be {kinds}", node, hint=self._qualified(node.id, scope)
            )
        return self._note(readings[0], scope, node)

    def _note(self, expr: t.Expr, scope: Scope, node: n.Node) -> t.Expr:
        """Record what a resolved name calls and whether it reads state."""
        match expr:
            case (
                t.Zone()
                | t.GameField()
                | t.TurnField()
                | t.Counter()
                | t.SeatField()
                | t.StateField()
                | t.OwnerOf()
            ):
                self.uses.reads_state.add(self.key)
            case t.BuiltIn(name="first_seat"):
                self.uses.reads_state.add(self.key)
            case t.Derived(kind=kind, field=name):
                self.use(f"derived/{kind}/{name}", scope, node)
            case t.FormulaCall(kind=kind, formula=name):
                self.use(f"formula/{kind}/{name}", scope, node)
            case t.ValueCall(name=name):
                self.use(f"value/{name}", scope, node)
        return expr

    def _role(self, node: n.Name, scope: Scope) -> t.Expr:
        if node.id == "me":
            if not scope.me:
                return self.bad(
                    "T507", "there is no `me` here", node, hint="name the seat, as in `seats as who`"
                )
            self.uses.direct.add(self.key)
            return t.Local(SEAT, node.start, node.end, "me")
        variable = scope.it if node.id == "it" else scope.this
        if variable is None:
            return self.bad("T507", f"there is no `{node.id}` here", node)
        return t.Local(variable.type, node.start, node.end, variable.local)

    def _readings(self, node: n.Name, scope: Scope, expected: Type | None) -> list[t.Expr]:
        """Everything a bare name can mean here; symbols and entries only where they are expected."""
        id_, start, end = node.id, node.start, node.end
        if id_ in ("it", "this", "me"):
            return [self._role(node, scope)]
        found: list[t.Expr] = []
        if id_ in scope.variables:
            variable = scope.variables[id_]
            return [t.Local(variable.type, start, end, variable.local)]
        if scope.candidate is not None:
            of = t.Local(scope.candidate.type, start, end, scope.candidate.local)
            field = self.field(of, id_, node)
            if field is not None:
                found.append(field)
        found += self._shared(node, scope)
        wanted = item_type(expected) if expected is not None and item_type(expected) else expected
        if isinstance(wanted, EnumType) and id_ in self.game.enums[wanted.name]:
            found.append(t.Const(wanted, start, end, self.game.enums[wanted.name].index(id_)))
        if isinstance(wanted, EntryType) and id_ in self.game.entries.get(wanted.kind, {}):
            found.append(t.Const(wanted, start, end, list(self.game.entries[wanted.kind]).index(id_)))
        if expected is None or item_type(expected) is not None:
            found += self._members(node)
            if expected is None and len(found) > 1:
                found = [r for r in found if not isinstance(r, t.Members)]
        return found

    def _members(self, node: n.Name) -> list[t.Expr]:
        id_, start, end = node.id, node.start, node.end
        if id_ in self.game.enums:
            return [t.Members(ListType(EnumType(id_)), start, end, "enum", id_)]
        if id_ in self.game.kinds:
            if self.has_components(id_):
                return [t.Members(ListType(ComponentType(id_)), start, end, "components", id_)]
            return [t.Members(ListType(EntryType(id_)), start, end, "entries", id_)]
        return []

    def _shared(self, node: n.Name, scope: Scope) -> list[t.Expr]:
        """What the whole game has: zones, state, settings, counters, values without parameters."""
        game, id_, start, end = self.game, node.id, node.start, node.end
        found: list[t.Expr] = []
        zone = game.zones.get(id_)
        if zone is not None and not zone.per_seat:
            found.append(t.Zone(ZoneType(id_, zone.kind), start, end, id_, None))
        if id_ in game.game_state:
            decl = game.game_state[id_]
            found.append(t.GameField(decl.type, start, end, id_, decl.optional))
        if ("game", id_) in self.derived_types:
            found.append(t.Derived(self.derived_types["game", id_], start, end, None, "game", id_))
        if id_ in self.counters:
            found.append(t.Counter(INT, start, end, id_))
        if id_ in game.settings:
            found.append(t.SettingValue(game.settings[id_].type, start, end, id_))
        if id_ in self.gives and not game.values[id_].params:
            found.append(t.ValueCall(self.gives[id_], start, end, id_, ()))
        if id_ == "players":
            found.append(t.BuiltIn(INT, start, end, "players", ()))
        if id_ == "seats":
            found.append(t.Members(ListType(SEAT), start, end, "seats", ""))
        if id_ == "first_seat":
            found.append(t.BuiltIn(SEAT, start, end, "first_seat", ()))
        if id_ == "total" and scope.total:
            found.append(t.Local(INT, start, end, "total"))
        return found

    def has_components(self, kind: str) -> bool:
        return self.game.kinds[kind].starts_in is not None or kind in self.part_kinds

    # --- fields --------------------------------------------------------------------------------

    def dot(self, node: n.Dot, scope: Scope, expected: Type | None) -> t.Expr:
        if isinstance(node.of, n.Name) and node.of.id not in scope.variables:
            special = self._qualified_dot(node, node.of.id, scope)
            if special is not None:
                return self._note(special, scope, node)
        of = self._check(node.of, scope, None)
        if isinstance(of.type, UnknownType):
            return of
        of = self.present(of, node.of, scope)
        found = self.field(of, node.id, node)
        if found is None:
            legal = self.field_names(of.type)
            where = n.Node(node.end - len(node.id), node.end)
            return self.bad(
                "T505",
                f"{_article(of.type)} has no field '{node.id}'",
                where,
                hint=did_you_mean(node.id, legal),
            )
        return self._note(found, scope, node)

    def _qualified_dot(self, node: n.Dot, owner: str, scope: Scope) -> t.Expr | None:
        game = self.game
        if owner == "turn" and "turn" not in game.game_state:
            if node.id == "seat":
                return t.TurnField(SEAT, node.start, node.end, "seat", False)
            decl = game.turn_state.get(node.id)
            if decl is None:
                return self._unknown(node, node.id, ["seat", *game.turn_state], "field of `turn`")
            return t.TurnField(decl.type, node.start, node.end, node.id, decl.optional)
        if owner in game.enums and node.id in game.enums[owner]:
            index = game.enums[owner].index(node.id)
            return t.Const(EnumType(owner), node.start, node.end, index)
        if owner in game.entries and node.id in game.entries[owner]:
            index = list(game.entries[owner]).index(node.id)
            return t.Const(EntryType(owner), node.start, node.end, index)
        return None

    def field(self, of: t.Expr, name: str, node: n.Node) -> t.Expr | None:
        """The field `name` of a value; None if its type has none of that name."""
        match of.type:
            case SeatType():
                return self._seat_field(of, name, node)
            case PairType(first, second) if name in ("first", "second"):
                return t.PairPart(
                    first if name == "first" else second, node.start, node.end, of, name == "second"
                )
            case PlacementType(zone) if name == "piece":
                return t.PairPart(ComponentType(self.game.zones[zone].kind), node.start, node.end, of, 0)
            case ComponentType(kind):
                return self._component_field(of, kind, name, node)
            case EntryType(kind):
                return self._entry_field(of, kind, name, node)
        return None

    def _seat_field(self, of: t.Expr, name: str, node: n.Node) -> t.Expr | None:
        start, end = node.start, node.end
        zone = self.game.zones.get(name)
        if zone is not None and zone.per_seat:
            return t.Zone(ZoneType(name, zone.kind), start, end, name, of)
        if name in self.game.seat_state:
            decl = self.game.seat_state[name]
            return t.SeatField(decl.type, start, end, of, name, decl.optional)
        if ("seat", name) in self.derived_types:
            return t.Derived(self.derived_types["seat", name], start, end, of, "seat", name)
        return None

    def _component_field(self, of: t.Expr, kind: str, name: str, node: n.Node) -> t.Expr | None:
        decl = self.game.kinds[kind]
        start, end = node.start, node.end
        if name in decl.fields:
            return _fixed(decl.fields[name], of, kind, start, end)
        if name in decl.state:
            return t.StateField(decl.state[name].type, start, end, of, kind, name, decl.state[name].optional)
        if name in decl.derived:
            return t.Derived(self.derived_types[kind, name], start, end, of, kind, name)
        if name == "entry":
            return t.EntryOf(EntryType(decl.bears or kind), start, end, of, kind)
        if name == "owner":
            return t.OwnerOf(SEAT, start, end, of, kind, self._may_lie_ownerless(kind))
        if name == "whole" and kind in self.part_kinds:
            return t.BuiltIn(ComponentType(self.part_kinds[kind]), start, end, "whole", (of,))
        if name in decl.formulas and not decl.formulas[name].params:
            return self._formula(of, kind, name, (), node)
        if decl.bears is not None:
            borne = self.game.kinds[decl.bears]
            if name in borne.fields:
                return _fixed(borne.fields[name], of, kind, start, end)
            if name in borne.formulas and not borne.formulas[name].params:
                return self._formula(of, decl.bears, name, (), node)
        return None

    def stands_alone(self, kind: str) -> bool:
        """Whether the texts of such an entry are about the entry itself, not about what bears it."""
        borne = any(k.bears == kind for k in self.game.kinds.values())
        return not borne and not self.has_components(kind)

    def _may_lie_ownerless(self, kind: str) -> bool:
        """Whether a component can be in a zone that is nobody's, and does not say itself whose it is."""
        whole = self.part_kinds.get(kind, kind)
        shared = any(z.kind == whole and not z.per_seat for z in self.game.zones.values())
        return shared and self.game.kinds[whole].owner is None

    def _entry_field(self, of: t.Expr, kind: str, name: str, node: n.Node) -> t.Expr | None:
        decl = self.game.kinds[kind]
        if name in decl.fields:
            return _fixed(decl.fields[name], of, kind, node.start, node.end)
        if name in decl.formulas and not decl.formulas[name].params and self.stands_alone(kind):
            return self._formula(of, kind, name, (), node)
        if name in decl.derived and not self.has_components(kind):
            return t.Derived(self.derived_types[kind, name], node.start, node.end, of, kind, name)
        return None

    def _formula(self, of: t.Expr, kind: str, name: str, args: tuple[t.Expr, ...], node: n.Node) -> t.Expr:
        return t.FormulaCall(
            self.game.kinds[kind].formulas[name].gives, node.start, node.end, of, kind, name, args
        )

    def field_names(self, type_: Type) -> list[str]:
        game = self.game
        match type_:
            case SeatType():
                zones = [z.name for z in game.zones.values() if z.per_seat]
                return [*zones, *game.seat_state, *game.seat_derived]
            case PairType():
                return ["first", "second"]
            case PlacementType():
                return ["piece"]
            case ComponentType(kind) | EntryType(kind):
                decl = game.kinds[kind]
                names = [*decl.fields, *decl.formulas, *decl.derived]
                if isinstance(type_, ComponentType):
                    names += [*decl.state, "entry", "owner"]
                    if decl.bears:
                        names += [*game.kinds[decl.bears].fields, *game.kinds[decl.bears].formulas]
                return names
        return []

    # --- calls ---------------------------------------------------------------------------------

    def call(self, node: n.Call, scope: Scope, expected: Type | None) -> t.Expr:
        id_ = node.id
        if id_ in BUILT_INS:
            return self._built_in(node, scope)
        if id_ in self.game.values:
            decl = self.game.values[id_]
            args = self.arguments(
                node, [Param(k, ANY_LIST) for k in decl.params], list(decl.params.values()), scope
            )
            self.use(f"value/{id_}", scope, node)
            return t.ValueCall(self.gives.get(id_, UNKNOWN), node.start, node.end, id_, args)
        if id_ in self.game.tables:
            table = self.game.tables[id_]
            args = self.arguments(node, [Param("key", ANY_LIST)], [table.by], scope)
            return t.TableCall(table.gives, node.start, node.end, id_, args[0], table.optional)
        kinds = [k for k in self.game.kinds.values() if id_ in k.formulas]
        if kinds:
            return self._formula_call(node, scope)
        if id_ in self.game.verbs or id_ in PRIMITIVES:
            return self.bad("T507", f"'{id_}' changes the game and cannot stand inside a value", node)
        names = [*BUILT_INS, *self.game.values, *self.game.tables]
        return self._unknown(n.Node(node.start, node.name_end), id_, names, "value")

    def _formula_call(self, node: n.Call, scope: Scope) -> t.Expr:
        if not node.args:
            return self.bad(
                "T504", f"'{node.id}' needs whose it is", node, expected="the card as the first argument"
            )
        of = self._need(node.args[0].value, scope)
        kind = entry_kind(of.type)
        if kind is not None and node.id not in self.game.kinds[kind].formulas:
            kind = self.game.kinds[kind].bears
        decl = self.game.kinds[kind].formulas.get(node.id) if kind is not None else None
        if decl is None or kind is None:
            return self.wrong_type(node.args[0].value, of.type, f"something with a formula '{node.id}'")
        if isinstance(of.type, EntryType) and not self.stands_alone(kind):
            return self.wrong_type(node.args[0].value, of.type, f"what bears the {kind}")
        rest = n.Call(node.start, node.end, node.id, node.args[1:], node.name_end)
        args = self.arguments(
            rest, [Param(k, ANY_LIST) for k in decl.params], list(decl.params.values()), scope
        )
        return self._note(self._formula(of, kind, node.id, args, node), scope, node)

    def arguments(
        self, call: n.Call, params: list[Param], types: list[Type | None], scope: Scope
    ) -> tuple[t.Expr, ...]:
        """The arguments in declared order, each of its type; problems for missing and unknown ones."""
        given = self.match_arguments(call, params)
        found: list[t.Expr] = []
        for param, type_ in zip(params, types, strict=True):
            node = given.get(param.name)
            if node is None:
                if not param.optional:
                    names = ", ".join(p.name for p in params)
                    self.bad("T504", f"'{call.id}' lacks '{param.name}'", call, expected=f"({names})")
                    found.append(t.Const(UNKNOWN, call.start, call.end, 0))
                continue
            found.append(self._need(node, scope, type_))
        return tuple(found)

    def match_arguments(self, call: n.Call, params: list[Param]) -> dict[str, n.Node]:
        """Which argument belongs to which parameter."""
        given: dict[str, n.Node] = {}
        for index, argument in enumerate(call.args):
            name = argument.name
            if name is None:
                if index >= len(params):
                    names = ", ".join(p.name for p in params)
                    self.bad(
                        "T504", f"'{call.id}' takes {len(params)} arguments", argument, expected=f"({names})"
                    )
                    continue
                name = params[index].name
            elif name not in {p.name for p in params}:
                hint = did_you_mean(name, [p.name for p in params])
                self.bad("T504", f"'{call.id}' has no parameter '{name}'", argument, hint=hint)
                continue
            if name in given:
                self.bad("T504", f"'{name}' is given twice", argument)
            given[name] = argument.value
        return given

    def _built_in(self, node: n.Call, scope: Scope) -> t.Expr:
        decl = BUILT_INS[node.id]
        given = self.match_arguments(node, list(decl.params))
        args: list[t.Expr] = []
        for param in decl.params:
            argument = given.get(param.name)
            if argument is None:
                if not param.optional:
                    names = ", ".join(p.name for p in decl.params)
                    return self.bad(
                        "T504", f"'{decl.name}' lacks '{param.name}'", node, expected=f"({names})"
                    )
                args.append(t.Const(UNKNOWN, node.end, node.end, 0))
                continue
            args.append(self._built_in_argument(param, argument, scope))
        if any(
            isinstance(a.type, UnknownType) for a, p in zip(args, decl.params, strict=True) if not p.optional
        ):
            return t.Const(UNKNOWN, node.start, node.end, 0)
        if decl.non_empty and "empty" not in given and not known_non_empty(args[0]):
            empty = ", empty=…" if len(decl.params) > 1 else ""
            hint = (
                f"say what an empty list gives: `{decl.name}(…{empty})`" if empty else "test `any(…)` first"
            )
            if f"any:{fact(args[0])}" not in scope.facts:
                return self.bad("T509", f"the list given to '{decl.name}' may be empty", node, hint=hint)
        gives = decl.gives(tuple(a.type for a in args), self.game)
        if decl.name == "cell_of":
            gives = self._cell_type(args[0].type)
            if isinstance(gives, UnknownType):
                return self.bad("T507", f"{_article(args[0].type)} never lies on a grid", node)
        if decl.name == "free" and not self.shared_grid(args[0].type):
            return self.bad(
                "T507", "each seat has such a grid of its own", node, hint="ask for `placements(…)`"
            )
        if not isinstance(gives, UnknownType) and decl.name in _READS_BOARD:
            self.uses.reads_state.add(self.key)
        return t.BuiltIn(gives, node.start, node.end, decl.name, tuple(args))

    def _spelling(self, node: n.Node) -> str:
        return " ".join(self.text.text[node.start : node.end].split())

    def _built_in_argument(self, param: Param, node: n.Node, scope: Scope) -> t.Expr:
        if param.sort is TABLE:
            if isinstance(node, n.Name) and node.id in self.game.tables:
                index = list(self.game.tables).index(node.id)
                return t.Const(INT, node.start, node.end, index)
            return self._unknown(node, self._spelling(node), self.game.tables, "table")
        want = LIST if param.sort.words in _LIST_SORTS else None
        expr = self._need(node, scope, want)
        if not isinstance(expr.type, UnknownType) and not param.sort.accepts(expr.type, self.game):
            return self.wrong_type(node, expr.type, param.sort.words)
        if isinstance(expr.type, ZoneType) and param.sort in (ZONE, GRID) and not isinstance(expr, t.Zone):
            return self.bad(
                "T507", "a zone is named where it is used", node, hint="write the zone itself here"
            )
        return expr

    def shared_grid(self, type_: Type) -> bool:
        """Whether cells of this type belong to a grid that all seats share."""
        return isinstance(type_, CellType) and not self.game.zones[type_.zone].per_seat

    def _cell_type(self, type_: Type) -> Type:
        kind = type_.kind if isinstance(type_, ComponentType) else ""
        kind = self.part_kinds.get(kind, kind)
        grids = [z.name for z in self.game.zones.values() if z.kind == kind and z.grid]
        return CellType(grids[0]) if grids else UNKNOWN

    def use(self, callee: str, scope: Scope, node: n.Node) -> None:
        """Note a call, and where it stands if there is no `me` there (checked when all is known)."""
        self.uses.call(self.key, callee)
        if not scope.me:
            self.known.without_me.append((callee, self.text, node))

    # --- unknown names -------------------------------------------------------------------------

    def _unknown(self, node: n.Node, name: str, legal: Iterable[str], what: str) -> t.Expr:
        return self.bad("T501", f"unknown {what} '{name}'", node, hint=did_you_mean(name, legal))

    def _unknown_name(self, node: n.Name, scope: Scope, expected: Type | None) -> t.Expr:
        game = self.game
        legal: list[str] = list(scope.variables)
        if scope.candidate is not None:
            legal += self.field_names(scope.candidate.type)
        if isinstance(expected, EnumType):
            legal = [*game.enums[expected.name], *legal]
        if isinstance(expected, EntryType):
            legal = [*game.entries[expected.kind], *legal]
        legal += [z.name for z in game.zones.values() if not z.per_seat]
        legal += [
            *game.game_state,
            *game.settings,
            *self.counters,
            *game.enums,
            *game.kinds,
            "seats",
            "players",
        ]
        hint = did_you_mean(node.id, legal)
        if hint is None:
            hint = self._elsewhere(node.id, expected)
        return self.bad("T501", f"unknown name '{node.id}'", node, hint=hint)

    def _elsewhere(self, name: str, expected: Type | None) -> str | None:
        zone = self.game.zones.get(name)
        if zone is not None and zone.per_seat:
            return f"each seat has its own: `my {name}`"
        enums = [e for e, symbols in self.game.enums.items() if name in symbols]
        if enums and expected is None:
            return f"say which enum: `{enums[0]}.{name}`"
        return f"'{name}' is a symbol of '{enums[0]}', not expected here" if enums else None

    def _qualified(self, name: str, scope: Scope) -> str:
        ways = []
        if scope.candidate is not None and name in self.field_names(scope.candidate.type):
            ways.append(f"`it.{name}`")
        ways += [f"`{enum}.{name}`" for enum, symbols in self.game.enums.items() if name in symbols]
        return f"write {' or '.join(ways)}" if ways else "rename one of the two"


_READS_BOARD = frozenset(
    "parts neighbours around diagonal distance row_of column_of row column opposite covered placements cell_of free".split()
)
_LIST_SORTS = frozenset({"a list", "a list of numbers", "a list of yes-or-no values", "a list of lists"})

_HANDLERS: dict[type[n.Node], Callable[..., t.Expr]] = {
    n.Number: ValueChecker.number,
    n.Truth: ValueChecker.truth,
    n.Name: ValueChecker.name,
    n.Dot: ValueChecker.dot,
    n.Call: ValueChecker.call,
    n.Items: ValueChecker.items,
    n.Negate: ValueChecker.negate,
    n.Arithmetic: ValueChecker.arithmetic,
    n.Range: ValueChecker.range,
    n.Compare: ValueChecker.compare,
    n.Not: ValueChecker.not_,
    n.Logic: ValueChecker.logic,
    n.Has: ValueChecker.has,
    n.Can: ValueChecker.can,
    n.Where: ValueChecker.where,
    n.Each: ValueChecker.each,
    n.IfValue: ValueChecker.if_value,
}


def _fixed(decl: FieldDecl, of: t.Expr, kind: str, start: int, end: int) -> t.Expr:
    return t.FixedField(decl.type, start, end, of, kind, decl.name, decl.optional)


def _is_optional(expr: t.Expr) -> bool:
    match expr:
        case (
            t.FixedField()
            | t.StateField()
            | t.SeatField()
            | t.GameField()
            | t.TurnField()
            | t.OwnerOf()
            | t.TableCall()
        ):
            return expr.optional
    return False


def fact(expr: t.Expr) -> str:
    """A path that names an optional field: `it_0.number`."""
    match expr:
        case (
            t.FixedField(of=of, field=name) | t.StateField(of=of, field=name) | t.SeatField(of=of, field=name)
        ):
            return f"{fact(of)}.{name}"
        case t.GameField(field=name):
            return f"game.{name}"
        case t.TurnField(field=name):
            return f"turn.{name}"
        case t.Local(name=name):
            return name
        case t.EntryOf(of=of):
            return f"{fact(of)}.entry"
        case t.PairPart(of=of, index=index):
            return f"{fact(of)}.{index}"
        case t.OwnerOf(of=of):
            return f"{fact(of)}.owner"
        case t.TableCall(name=name, key=key):
            return f"{name}({fact(key)})"
        case t.Const(value=value):
            return str(value)
        case t.Zone(name=name, seat=seat):
            return f"zone.{name}.{fact(seat) if seat is not None else ''}"
    return f"?{id(expr)}"


def facts_if(test: t.Expr, holds: bool) -> frozenset[str]:
    """Which optional fields are known to be present when a test is true (or false)."""
    match test:
        case t.Has(of=of):
            return frozenset({fact(of)}) if holds else frozenset()
        case t.BuiltIn(name="any", args=(of,)) if holds:
            return frozenset({f"any:{fact(of)}"})
        case t.BuiltIn(name="none", args=(of,)) if not holds:
            return frozenset({f"any:{fact(of)}"})
        case t.Not(of=of):
            return facts_if(of, not holds)
        case t.Logic(op=op, left=left, right=right):
            if (op == "and") == holds:
                return facts_if(left, holds) | facts_if(right, holds)
            return facts_if(left, holds) & facts_if(right, holds)
        case t.Compare(op="==", left=left, right=right) if holds:
            return frozenset(fact(side) for side in (left, right) if _is_optional(side))
    return frozenset()


def known_non_empty(expr: t.Expr) -> bool:
    match expr:
        case t.Members(what=what):
            return what != "components"
        case t.ListOf(items=items):
            return bool(items)
        case t.RangeOf(low=t.Const(value=low), high=t.Const(value=high)):
            return low <= high
        case t.Map(set=of):
            return known_non_empty(of)
        case t.BuiltIn(name="clockwise" | "snake"):
            return True
    return False


def _article(type_: Type | None) -> str:
    """A type in words, with an article."""
    match type_:
        case None:
            return "a value"
        case IntType():
            return "a number"
        case BoolType():
            return "a test that is true or false"
        case ListType(item):
            return "a list" if isinstance(item, UnknownType) else f"a list of {_plain(item)}"
        case ZoneType(kind=kind):
            return f"a zone of {kind}"
        case _:
            return _plain(type_)


def _plain(type_: Type) -> str:
    words = str(type_)
    return f"{'an' if words[0] in 'aeiou' else 'a'} {words}"


describe_type = _article
