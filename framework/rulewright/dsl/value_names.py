"""What a name means where it stands, and which fields a value has."""

from __future__ import annotations

from rulewright.dsl import nodes as n
from rulewright.dsl import typed as t
from rulewright.dsl.declared_names import read_alone
from rulewright.dsl.describe import describe_type
from rulewright.dsl.hints import as_call, as_part, of_all, of_each
from rulewright.dsl.scope import UNKNOWN, Scope, UnknownType, fits, item_type
from rulewright.dsl.text_checker import TextChecker
from rulewright.model.game import FieldDecl
from rulewright.model.types import (
    BOOL,
    INT,
    SEAT,
    CellType,
    ComponentType,
    EntryType,
    EnumType,
    ListType,
    PairType,
    PlacementType,
    SeatType,
    Type,
    ZoneType,
)
from rulewright.source.counted import one_of
from rulewright.source.scalars import OLD_TRUTH

NOTHING = frozenset({"none", "null", "nil", "nothing", "absent", "undefined"})
"""What other languages call a value that is none."""
_THINGS = ComponentType | EntryType | SeatType | CellType | PlacementType | PairType


class NameChecker(TextChecker):
    """Finds every reading of a name, and takes the one that fits."""

    # --- names ---------------------------------------------------------------------------------

    going_through: str | None = None  # the name that a loop will give to what is in the list being checked

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
            if self._is_declared_twice(node.id):
                return self.nothing(node)
            kinds = " or ".join(sorted(describe_type(r.type) for r in readings))
            return self.bad(
                "T502", f"'{node.id}' could be {kinds}", node, hint=self._qualified(node.id, scope)
            )
        return self._note(readings[0], scope, node)

    def _is_declared_twice(self, name: str) -> bool:
        """Whether a name alone means two declared things; reported at the later one, once for all uses."""
        found = [(what, span) for what, each, span in read_alone(self.game) if each == name]
        if len(found) < 2:
            return False
        (first, at), (second, later) = sorted(found, key=lambda f: (f[1].file.name, f[1].start))[:2]
        message = f"'{name}' is {second}, and {first} has the same name"
        problem = ("R304", message, later)
        if not any((d.code, d.message, d.span) == problem for d in self.problems.found):
            self.problems.error(*problem, hint="rename one of the two", related=((f"{first}", at),))
        return True

    def named(self, node: n.Name, scope: Scope, expected: Type | None, hint: str) -> t.Expr:
        """As `value`, of a name; `hint` is what to do about one that is unknown."""
        if node.id in ("it", "this", "me") or self._readings(node, scope, expected):
            return self.value(node, scope, expected)
        return self._unknown_name(node, scope, expected, hint=hint)

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
                way = "name the seat, as in `seats as who`"
                return self.nobody_acts("there is no `me` here", node, way)
            self.uses.direct.add(self.key)
            return t.Local(SEAT, node.start, node.end, "me")
        if self.missing.may_have(node.id):
            return self.nothing(node)
        variable = scope.it if node.id == "it" else scope.this
        if variable is None:
            hint = self._called_otherwise(node.id, scope)
            before = len(self.problems.found)
            self.bad("T507", f"there is no `{node.id}` here", node, hint=hint)
            self.problems.once((self.key, node.id, hint), before)
            return self.nothing(node)
        return t.Local(variable.type, node.start, node.end, variable.local)

    def _called_otherwise(self, role: str, scope: Scope) -> str | None:
        """What there is in place of `it` or `this`: a thing with a name of its own, or the other of both."""
        named = [name for name, each in scope.variables.items() if isinstance(each.type, _THINGS)]
        other, variable = {"it": ("this", scope.this), "this": ("it", scope.it)}[role]
        hints = [f"it is called `{named[-1]}`"] if role == "it" and named else []
        hints += [f"there is `{other}`"] if variable is not None else []
        return "; ".join(hints) or None

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
            type_ = scope.candidate.type
            if isinstance(type_, UnknownType) or self.missing.doubtful(type_):
                return [self.nothing(node)]  # it may be a field of the candidate
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
            setting = game.settings[id_]
            found.append(t.SettingValue(setting.type, start, end, id_, setting.optional))
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
        if isinstance(of.type, UnknownType):
            return of
        found = self.field(of, node.id, node)
        if found is None:
            if self.missing.may_have(node.id) or self._may_be_entry(node):
                return self.nothing(node)
            legal = self.field_names(of.type)
            where = n.Node(node.end - len(node.id), node.end)
            before = len(self.problems.found)
            self.bad(
                "T505",
                f"{describe_type(of.type)} has no field '{node.id}'",
                where,
                expected=one_of(legal),
                hint=self._as_field(node, of.type, scope) or self.problems.suggest(node.id, legal),
                unknown=node.id,
            )
            if node.id in self.game.zones:  # all places ask for what the zone is not
                self.problems.once(("zone", node.id), before)
            return self.nothing(node)
        return self._note(found, scope, node)

    def _as_field(self, node: n.Dot, type_: Type, scope: Scope) -> str | None:
        """What has a field that something else was asked for."""
        if isinstance(type_, SeatType):
            return of_all(node.id, self.game)
        item, words = item_type(type_), self.spelling(node.of)
        if item is None:
            return None
        names = self.field_names(item)
        if words in self.game.kinds and scope.it is not None and item == scope.it.type and node.id in names:
            return f"the one that is looked at is `it`: write `it.{node.id}`"
        return of_each(node.id, words, item, names, self.game)

    def _may_be_entry(self, node: n.Dot) -> bool:
        """Whether `kind.name` may be an entry of a card file that has mistakes."""
        return self.missing.entries and isinstance(node.of, n.Name) and node.of.id in self.game.entries

    def _qualified_dot(self, node: n.Dot, owner: str, scope: Scope) -> t.Expr | None:
        game = self.game
        if owner == "turn" and "turn" not in game.game_state:
            if node.id == "seat":
                return t.TurnField(SEAT, node.start, node.end, "seat", False)
            decl = game.turn_state.get(node.id)
            if decl is None:
                return self.unknown(node, node.id, ["seat", *game.turn_state], "field of `turn`")
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
            case CellType() if name in ("row", "column"):
                return t.BuiltIn(INT, node.start, node.end, f"cell_{name}", (of,))
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
            case CellType():
                return ["row", "column"]
            case PlacementType():
                return ["piece"]
            case ComponentType(kind) | EntryType(kind):
                decl = game.kinds[kind]
                names = [*decl.fields, *decl.formulas, *decl.derived]
                if isinstance(type_, ComponentType):
                    names += [*decl.state, "entry", "owner"]
                    if decl.bears:
                        names += [*game.kinds[decl.bears].fields, *game.kinds[decl.bears].formulas]
                return list(dict.fromkeys(names))
        return []

    # --- unknown names -------------------------------------------------------------------------

    def _unknown_name(
        self,
        node: n.Name,
        scope: Scope,
        expected: Type | None,
        or_else: str | None = None,
        hint: str | None = None,
    ) -> t.Expr:
        """Complain about a name; `hint` is what to do, `or_else` where nothing was probably meant."""
        game = self.game
        wanted = item_type(expected) if expected is not None and item_type(expected) else expected
        if isinstance(expected, UnknownType):
            return self.nothing(node)  # what is due here has a problem itself
        if isinstance(wanted, EntryType) and self.missing.entries:
            return self.nothing(node)
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
            *game.game_derived,
            *(value.name for value in game.values.values() if not value.params),
            *game.settings,
            *self.counters,
            *game.enums,
            *game.kinds,
            "seats",
            "players",
            "first_seat",
        ]
        if self.missing.may_have(node.id):
            return self.nothing(node)
        legal = [name for name in legal if self._could_be(name, node, scope, expected)]
        if node.id in OLD_TRUTH and expected == BOOL:
            hint = f"write {OLD_TRUTH[node.id]}"
        if node.id in NOTHING:
            hint = "there is no value for nothing: what is optional is absent until it is set, and stays set"
        if node.id == self.going_through and scope.it is not None:
            hint = f"behind `where` and `each` it is called `it`; its name is `{node.id}` from there on"
        hint = (
            hint
            or as_part(node.id, scope, expected, game, self.field_names)
            or self.problems.suggest(node.id, legal)
            or as_call(node.id, scope, expected, game)
            or or_else
        )
        due = None if expected is None else describe_type(expected)
        return self.bad("T501", f"unknown name '{node.id}'", node, expected=due, hint=hint, unknown=node.id)

    def _could_be(self, name: str, node: n.Name, scope: Scope, expected: Type | None) -> bool:
        """Whether what a name means here is of the type that is due."""
        if expected is None or self.problems.suggestions_left <= 0:
            return True
        readings = self._readings(n.Name(node.start, node.end, name), scope, expected)
        return any(fits(reading.type, expected) for reading in readings)

    def _qualified(self, name: str, scope: Scope) -> str:
        ways = []
        if scope.candidate is not None and name in self.field_names(scope.candidate.type):
            ways.append(f"`it.{name}`")
        ways += [f"`{enum}.{name}`" for enum, symbols in self.game.enums.items() if name in symbols]
        return f"write {' or '.join(ways)}" if ways else "rename one of the two"


def _fixed(decl: FieldDecl, of: t.Expr, kind: str, start: int, end: int) -> t.Expr:
    return t.FixedField(decl.type, start, end, of, kind, decl.name, decl.optional)
