"""Values to Python expressions: quantifiers become comprehensions, small values are put in place."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from rulewright.dsl import typed as t
from rulewright.dsl.facts import never_negative, nobody
from rulewright.dsl.generate.built_ins import built_in, kind_of
from rulewright.dsl.generate.heights import MOST_LEVELS, Heights
from rulewright.dsl.hazards import MOST_NODES, Hazards, is_short, may_fail
from rulewright.dsl.visit import all_steps, walk
from rulewright.model.game import Game
from rulewright.model.types import ComponentType, EntryType, ListType, Type, ZoneType

_PAIR = re.compile(r"\((\w+), (\w+)\)")
_SIMPLE = re.compile(r"-?[A-Za-z0-9_]+|True|False")
_PYTHON_OP = {
    "==": "==",
    "!=": "!=",
    "<": "<",
    "<=": "<=",
    ">": ">",
    ">=": ">=",
    "in": "in",
    "not in": "not in",
}

Env = dict[str, str]
"""Local name -> the Python expression that stands for it."""


class ValueWriter:
    """Writes values. `settings` and `seats` are constants of the match, so they are written as such."""

    def __init__(self, rules: t.Rules, settings: dict[str, object], seats: int) -> None:
        self.rules = rules
        self.game: Game = rules.game
        self.settings = settings
        self.seats = seats
        self.counter = 0
        self.hazards = Hazards(rules)
        self.heights = Heights(rules, self.apart)
        self.ownerless_turns = any(isinstance(step.turn_of, ComponentType) for step in all_steps(rules.flow))
        self.modified = {
            c.ability.subject
            for c in rules.clauses
            if c.ability.sort == "modify" and isinstance(c.ability.subject, str)
        }
        self.part_kinds = {p.kind: k.name for k in self.game.kinds.values() for p in k.parts}

    # --- names of things in the module ---------------------------------------------------------

    def fresh(self, base: str) -> str:
        self.counter += 1
        return f"{base.rstrip('0123456789').rstrip('_')}{self.counter}"

    def me(self, key: str, env: Env) -> list[str]:
        return [env.get("me", "me")] if key in self.rules.uses_me else []

    def zone_id(self, zone: t.Zone, env: Env) -> str:
        """The number of the zone instance meant."""
        base = self.zone_base(zone.name)
        if zone.seat is None:
            return str(base)
        seat = self.tight(zone.seat, env)
        return f"{base} + {seat}" if base else seat

    def zone_base(self, name: str) -> int:
        base = 0
        for zone in self.game.zones.values():
            if zone.name == name:
                return base
            base += self.seats if zone.per_seat else 1
        raise KeyError(name)

    # --- values --------------------------------------------------------------------------------

    def value(self, expr: t.Expr, env: Env) -> str:
        writer: Callable[[ValueWriter, t.Expr, Env], str] = _WRITERS[type(expr)]
        return writer(self, expr, env)

    def count(self, expr: t.Expr, env: Env) -> str:
        """A number of things or rounds: one below nought is a fault."""
        text = self.value(expr, env)
        return text if never_negative(expr) else f"m.none_or_more({text})"

    def tight(self, expr: t.Expr, env: Env) -> str:
        """In parentheses unless it is one word or a call."""
        text = self.value(expr, env)
        return text if _SIMPLE.fullmatch(text) or is_whole(text) else f"({text})"

    def _const(self, expr: t.Const, env: Env) -> str:
        return repr(expr.value)

    def _local(self, expr: t.Local, env: Env) -> str:
        text = env.get(expr.name, expr.name)  # what stands for it may be put into a larger value
        return text if _SIMPLE.fullmatch(text) or is_whole(text) else f"({text})"

    def _fixed(self, expr: t.FixedField, env: Env) -> str:
        letter = "E" if isinstance(expr.of.type, EntryType) else "T"
        return f"{letter}_{expr.kind}_{expr.field}[{self.value(expr.of, env)}]"

    def _state(self, expr: t.StateField, env: Env) -> str:
        return f"s.{expr.kind}_{expr.field}[{self.value(expr.of, env)}]"

    def _seat_field(self, expr: t.SeatField, env: Env) -> str:
        return f"s.seat_{expr.field}[{self.value(expr.of, env)}]"

    def _game_field(self, expr: t.GameField, env: Env) -> str:
        return f"s.game_{expr.field}"

    def _turn_field(self, expr: t.TurnField, env: Env) -> str:
        if expr.field == "seat" and self.ownerless_turns:
            return "m.seat_of_turn()"
        return f"s.turn_{expr.field}"

    def _count(self, expr: t.Counter, env: Env) -> str:
        return f"s.count_{expr.step}"

    def _setting(self, expr: t.SettingValue, env: Env) -> str:
        return repr(self.settings[expr.name])

    def _derived(self, expr: t.Derived, env: Env) -> str:
        formula = self.rules.derived[expr.kind, expr.field]
        given = () if expr.of is None else (expr.of,)
        return self.call(
            f"d_{expr.kind}_{expr.field}", formula, given, f"derived/{expr.kind}/{expr.field}", env
        )

    def call(self, function: str, formula: t.Formula, given: Sequence[t.Expr], key: str, env: Env) -> str:
        """The formula itself with its arguments put in, where that repeats no work; else a call."""
        inlined = self.inline(formula, given, env)
        if inlined is not None:
            return f"({inlined})"
        return f"{function}({', '.join(['m', *self.me(key, env), *(self.value(a, env) for a in given)])})"

    def inline_env(self, formula: t.Formula, given: Sequence[t.Expr], env: Env) -> Env | None:
        """What the formula reads if it is put in place; None if it must be called.

        An argument is worth something before the formula is, which may never look at it.
        """
        if self.apart(formula) or any(map(self.hazards.can_fail, given)):
            return None
        args = [self.value(argument, env) for argument in given]
        for param, arg in zip(formula.params, args, strict=True):
            if not _SIMPLE.fullmatch(arg) and _uses(formula.value, param) > 1:
                return None
        inner = dict(zip(formula.params, args, strict=True))
        inner["me"] = env.get("me", "me")
        return inner

    def apart(self, formula: t.Formula) -> bool:
        """Whether a formula is always a function: with `let` lines, or so that a fault is placed in it."""
        return (
            bool(formula.lets)
            or may_fail(formula.value)
            or self.hazards.counted(formula.value)
            or self.heights.of(formula.value) > MOST_LEVELS
            or self.hazards.size(formula) >= MOST_NODES
        )

    def inline(self, formula: t.Formula, given: Sequence[t.Expr], env: Env) -> str | None:
        inner = self.inline_env(formula, given, env)
        return None if inner is None else self.value(formula.value, inner)

    def _entry(self, expr: t.EntryOf, env: Env) -> str:
        return f"N_{expr.kind}[{self.value(expr.of, env)}]"

    def at(self, kind: str, of: str) -> str:
        """The zone instance in which a component, or the whole that a part belongs to, lies."""
        whole = self.part_kinds.get(kind)
        return f"s.at_{kind}[{of}]" if whole is None else f"s.at_{whole}[W_{kind}[{of}]]"

    def _owner(self, expr: t.OwnerOf, env: Env) -> str:
        return self.owner(expr.kind, self.value(expr.of, env))

    def owner(self, kind: str, of: str) -> str:
        """The seat whose a component is."""
        if self.game.kinds[self.part_kinds.get(kind, kind)].owner is not None:
            return f"owner_of(s, {kind!r}, {of})"
        return f"OWNER[{self.at(kind, of)}]"

    def _zone(self, expr: t.Zone, env: Env) -> str:
        return f"s.zones[{self.zone_id(expr, env)}]"

    def _members(self, expr: t.Members, env: Env) -> str:
        game = self.game
        if expr.what == "enum":
            return repr(tuple(range(len(game.enums[expr.name]))))
        if expr.what == "entries":
            return f"ENTRIES_{expr.name}"
        if expr.what == "seats":
            return repr(tuple(range(self.seats)))
        return f"range(len(N_{expr.name}))"

    def kept(self, expr: t.Expr, env: Env) -> str:
        """A value to keep: a list as it is now, whatever then happens to its zone."""
        text = self.value(expr, env)
        if not isinstance(expr.type, ListType | ZoneType) or isinstance(expr, t.ListOf):
            return text
        return _frozen(text, expr.type)

    def _list(self, expr: t.ListOf, env: Env) -> str:
        return self.written_list(expr, env, self.kept)

    def written_list(self, expr: t.ListOf, env: Env, item: Callable[[t.Expr, Env], str]) -> str:
        items = [item(part, env) for part in expr.items]
        return f"({', '.join(items)}{',' if len(items) == 1 else ''})"

    def _range(self, expr: t.RangeOf, env: Env) -> str:
        if is_short(expr):
            return f"range({self.value(expr.low, env)}, {self.value(expr.high, env)} + 1)"
        return f"m.span({self.value(expr.low, env)}, {self.value(expr.high, env)})"

    def _arithmetic(self, expr: t.Arithmetic, env: Env) -> str:
        left, right = self.tight(expr.left, env), self.tight(expr.right, env)
        if expr.op == "//down":
            return f"{left} // {right}"
        if expr.op == "//up":
            return f"-(-{left} // {right})"
        if expr.op == "*" and not isinstance(expr.left, t.Const) and not isinstance(expr.right, t.Const):
            return f"m.product({left}, {right})"
        return f"{left} {expr.op} {right}"

    def _negate(self, expr: t.Negate, env: Env) -> str:
        return f"-{self.tight(expr.of, env)}"

    def _compare(self, expr: t.Compare, env: Env) -> str:
        left, right = (self._compared(side, env) for side in (expr.left, expr.right))
        if isinstance(expr.right, t.RangeOf):  # is looked into, not gone through
            low, high = self.tight(expr.right.low, env), self.tight(expr.right.high, env)
            inside = f"{low} <= {left} <= {high}"
            return inside if expr.op == "in" else f"not ({inside})"
        text = f"{left} {_PYTHON_OP[expr.op]} {right}"
        if expr.absent:
            there = ">= 0" if nobody(expr.left) else "is not None"
            present = f"{left} {there} and {left} == {right}"
            return f"({present})" if expr.op == "==" else f"not ({present})"
        return text

    def _compared(self, expr: t.Expr, env: Env) -> str:
        """A side of a comparison: nobody, whose turn it may be, is no seat's equal."""
        whose = isinstance(expr, t.TurnField) and expr.field == "seat"
        return "s.turn_seat" if whose else self.tight(expr, env)

    def _not(self, expr: t.Not, env: Env) -> str:
        return f"not {self.tight(expr.of, env)}"

    def _logic(self, expr: t.Logic, env: Env) -> str:
        return f"{self.tight(expr.left, env)} {expr.op} {self.tight(expr.right, env)}"

    def _has(self, expr: t.Has, env: Env) -> str:
        if isinstance(expr.of, t.OwnerOf):
            return f"{self.tight(expr.of, env)} >= 0"
        if isinstance(expr.of, t.SettingValue):
            return repr(self.settings[expr.of.name] is not None)
        return f"{self.tight(expr.of, env)} is not None"

    def _conditional(self, expr: t.Conditional, env: Env) -> str:
        test, then, other = (self.tight(e, env) for e in (expr.test, expr.then, expr.other))
        return f"{then} if {test} else {other}"

    def _value_call(self, expr: t.ValueCall, env: Env) -> str:
        value = self.rules.values[expr.name]
        key = f"value/{expr.name}"
        if expr.name in self.modified or value.at_least or value.at_most:
            args = [self.value(a, env) for a in expr.args]
            return f"v_{expr.name}({', '.join(['m', *self.me(key, env), *args])})"
        return self.call(f"v_{expr.name}", value.is_, expr.args, key, env)

    def _table(self, expr: t.TableCall, env: Env) -> str:
        table = self.game.tables[expr.name]
        key = self.value(expr.key, env)
        if table.steps:
            return f"step_of(TABLE_{expr.name}, {key}{', True' if table.optional else ''})"
        return f"TABLE_{expr.name}.get({key})" if table.optional else f"TABLE_{expr.name}[{key}]"

    def _formula(self, expr: t.FormulaCall, env: Env) -> str:
        of = self.value(expr.of, env)
        args = ["m", *self.me(f"formula/{expr.kind}/{expr.formula}", env), of]
        args += [self.value(a, env) for a in expr.args]
        entry = of if isinstance(expr.of.type, EntryType) else f"N_{kind_of(expr.of)}[{of}]"
        return f"F_{expr.kind}_{expr.formula}[{entry}]({', '.join(args)})"

    def _can(self, expr: t.CanCall, env: Env) -> str:
        requires = self.rules.verbs[expr.verb].requires
        inline = None if requires is None else self.inline(requires, expr.args, env)
        if inline is not None:
            return f"({inline})"
        args = ["m", env.get("me", "me"), *(self.value(a, env) for a in expr.args)]
        return f"can_{expr.verb}({', '.join(args)})"

    def _pair_part(self, expr: t.PairPart, env: Env) -> str:
        of = self.tight(expr.of, env)
        pair = _PAIR.fullmatch(of)
        return pair[int(expr.index) + 1] if pair else f"{of}[{int(expr.index)}]"

    # --- lists ---------------------------------------------------------------------------------

    def parts(self, expr: t.Expr, env: Env) -> tuple[str, str, list[str], str]:
        """A list as the parts of a comprehension: variable, source, tests, element."""
        match expr:
            case t.Filter(set=of, var=var, test=test):
                v, source, tests, element = self.parts(of, env)
                if not _SIMPLE.fullmatch(element) and not _PAIR.fullmatch(element):
                    v, source, tests, element = self.source(self.tight(of, env))
                source = self.counted(source, expr, element)
                return v, source, [*tests, self.tight(test, {**env, var: element})], element
            case t.Map(set=of, var=var, value=value):
                v, source, tests, element = self.parts(of, env)
                if not _SIMPLE.fullmatch(element) and _uses(value, var) > 1:
                    v, source, tests, element = self.source(self.tight(of, env))
                source = self.counted(source, expr, element)
                return v, source, tests, self.value(value, {**env, var: element})
            case t.BuiltIn(name="parts", args=(t.Zone() as zone,)) if self.game.zones[zone.name].grid:
                v, source, _, element = self.source(f"s.grids[{self.zone_id(zone, env)}]")
                return v, source, [f"{v} >= 0"], element
            case t.BuiltIn(name="pairs", args=(of, other)) if other.start == other.end:
                things, a, b = self.fresh("c"), self.fresh("c"), self.fresh("c")
                paired = f"(m.rounds_of_pairs({self.comprehension(of, env)}),)"
                source = f"{paired} for {a} in {things} for {b} in {things}"
                return things, source, [f"{a} != {b}"], f"({a}, {b})"
            case t.Derived(kind=kind, field=name):
                formula = self.rules.derived[kind, name]
                inner = self.inline_env(formula, () if expr.of is None else (expr.of,), env)
                if inner is not None:
                    return self.parts(formula.value, inner)
            case t.ValueCall(name=name) if name not in self.modified:
                formula = self.rules.values[name].is_
                inner = self.inline_env(formula, expr.args, env)
                if inner is not None:
                    return self.parts(formula.value, inner)
        return self.source(self.tight(expr, env))

    def counted(self, source: str, loop: t.Filter | t.Map, element: str) -> str:
        """The source of a loop that has loops in it: they may take for ever, so its rounds are counted."""
        if not self.hazards.nested(loop) or _PAIR.fullmatch(element) or source.startswith("m.rounds("):
            return source
        return f"m.rounds({source})"

    def source(self, text: str) -> tuple[str, str, list[str], str]:
        v = self.fresh("c")
        return v, text, [], v

    def comprehension(
        self, expr: t.Expr, env: Env, element: str | None = None, negate: bool = False, bare: bool = False
    ) -> str:
        """The list as Python; `element` replaces what it collects, `negate` keeps those not true.

        `bare` leaves out the brackets.
        """
        v, source, tests, found = self.parts(expr, env)
        if negate:
            tests = [*tests, f"not ({found})"]
        if element is None and found == v and not tests:
            return source
        given = found if element is None else element
        tail = f" if {' and '.join(tests)}" if tests else ""
        text = f"{given} for {v} in {source}{tail}"
        return text if bare else f"[{text}]"

    def _filter(self, expr: t.Expr, env: Env) -> str:
        return self.comprehension(expr, env)


_WRITERS: dict[type[t.Expr], Callable[..., str]] = {
    t.Const: ValueWriter._const,
    t.Local: ValueWriter._local,
    t.FixedField: ValueWriter._fixed,
    t.StateField: ValueWriter._state,
    t.SeatField: ValueWriter._seat_field,
    t.GameField: ValueWriter._game_field,
    t.TurnField: ValueWriter._turn_field,
    t.Counter: ValueWriter._count,
    t.SettingValue: ValueWriter._setting,
    t.Derived: ValueWriter._derived,
    t.EntryOf: ValueWriter._entry,
    t.OwnerOf: ValueWriter._owner,
    t.Zone: ValueWriter._zone,
    t.Members: ValueWriter._members,
    t.ListOf: ValueWriter._list,
    t.RangeOf: ValueWriter._range,
    t.Filter: ValueWriter._filter,
    t.Map: ValueWriter._filter,
    t.Arithmetic: ValueWriter._arithmetic,
    t.Negate: ValueWriter._negate,
    t.Compare: ValueWriter._compare,
    t.Not: ValueWriter._not,
    t.Logic: ValueWriter._logic,
    t.Has: ValueWriter._has,
    t.Conditional: ValueWriter._conditional,
    t.BuiltIn: built_in,
    t.ValueCall: ValueWriter._value_call,
    t.TableCall: ValueWriter._table,
    t.FormulaCall: ValueWriter._formula,
    t.CanCall: ValueWriter._can,
    t.PairPart: ValueWriter._pair_part,
}


def is_whole(text: str) -> bool:
    """Whether Python keeps the text together wherever it is put: names, calls, indices, brackets."""
    depth = 0
    for sign in text:
        if sign in "([{":
            depth += 1
        elif sign in ")]}":
            depth -= 1
        elif not depth and not (sign.isalnum() or sign in "_."):
            return False
    return True


def _frozen(text: str, type_: Type) -> str:
    """A list, and the lists in it, as tuples."""
    item = type_.item if isinstance(type_, ListType) else None
    if not isinstance(item, ListType | ZoneType):
        return f"tuple({text})"
    return f"tuple({_frozen('inner', item)} for inner in {text})"


def _uses(expr: t.Expr, name: str) -> int:
    """How often a local is read; once inside a loop counts twice."""
    total = 0
    for node in walk(expr):
        if isinstance(node, t.Local) and node.name == name:
            total += 1
        if isinstance(node, t.Filter | t.Map) and any(
            isinstance(inner, t.Local) and inner.name == name
            for inner in walk(node.test if isinstance(node, t.Filter) else node.value)
        ):
            total += 1
    return total
