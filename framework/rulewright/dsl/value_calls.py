"""Calls inside values: built-ins, declared values, tables and formulas, each with its arguments."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from rulewright.dsl import nodes as n
from rulewright.dsl import typed as t
from rulewright.dsl.alike import alike
from rulewright.dsl.builtins import (
    ANY_LIST,
    BUILT_INS,
    COMPONENT,
    COMPONENTS,
    GRID,
    PRIMITIVES,
    READS_BOARD,
    TABLE,
    ZONE,
    Param,
)
from rulewright.dsl.facts import constant, fact, known_non_empty, source_of
from rulewright.dsl.grids import GridChecker
from rulewright.dsl.hints import numbers_of
from rulewright.dsl.scope import LIST, UNKNOWN, Scope, UnknownType, entry_kind, item_type
from rulewright.model.game import TableDecl, VerbDecl
from rulewright.model.types import (
    INT,
    EntryType,
    EnumType,
    IntType,
    ListType,
    Type,
    ZoneType,
)
from rulewright.source.counted import counted

_LIST_SORTS = frozenset(
    {"a list", "a list of cells", "a list of numbers", "a list of yes-or-no values", "a list of lists"}
)
_PLAIN = (t.Zone, t.Members, t.ListOf, t.RangeOf)
"""Lists of which is known what they hold by what is written."""


class CallChecker(GridChecker):
    """Checks what is called, and that the arguments are those it takes."""

    def call(self, node: n.Call, scope: Scope, expected: Type | None) -> t.Expr:
        id_ = node.id
        if id_ in BUILT_INS and self._is_declared(id_):
            return self.nothing(node)  # its name is reported, and which of the two is meant nobody knows
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
            self._check_row(table, args[0])
            return t.TableCall(table.gives, node.start, node.end, id_, args[0], table.optional)
        kinds = [k for k in self.game.kinds.values() if id_ in k.formulas]
        if kinds:
            return self._formula_call(node, scope)
        if id_ in self.game.verbs or id_ in PRIMITIVES:
            words = self.spelling(node)
            gives = id_ in self.game.verbs and self.game.verbs[id_].gives is not None
            hint = f"call it before: `let x = {words}`" if gives else f"`{words}` is a statement of its own"
            message = f"'{id_}' changes the game and cannot stand inside a value"
            return self.bad("T507", message, node, hint=hint)
        names = [*BUILT_INS, *self.game.values, *self.game.tables]
        return self.unknown(n.Node(node.start, node.name_end), id_, names, "value", self._as_can(node))

    def _as_can(self, node: n.Call) -> str | None:
        """`can_pay(2)` where `can pay(2)` is meant."""
        verb = self.game.verbs.get(node.id.removeprefix("can_"))
        if verb is None or verb.requires is None:
            return None
        return f"whether a verb can be called is said by `can {self.spelling(node).removeprefix('can_')}`"

    def _is_declared(self, name: str) -> bool:
        sections = (self.game.values, self.game.tables, *(k.formulas for k in self.game.kinds.values()))
        return any(name in section for section in sections)

    def _check_row(self, table: TableDecl, key: t.Expr) -> None:
        """A number that is written out must have its row."""
        number = constant(key)
        if number is None or table.optional or not table.rows or isinstance(table.by, EnumType):
            return
        rows = [int(row) for row in table.rows]
        if number in rows or (table.steps and number > min(rows)):
            return
        expected = f"{min(rows)} or more" if table.steps else f"{min(rows)} to {max(rows)}"
        self.bad("T518", f"'{table.name}' has no row for {number}", key, expected=expected)

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
        before = len(self.problems.found)
        given = self.match_arguments(call, params)
        found: list[t.Expr] = []
        for param, type_ in zip(params, types, strict=True):
            node = given.get(param.name)
            if node is not None:
                found.append(self._need(node, scope, type_))
                if call.id not in self.game.tables:  # the rows of which are looked at
                    self.check_number(f"'{param.name}' of '{call.id}'", type_, found[-1])
            elif not param.optional:
                found.append(self.nothing(call))
        self.check_complete(call, params, given)
        self.tell_once(call, params, before)
        return tuple(found)

    def tell_once(self, call: n.Call, params: Sequence[Param], before: int) -> None:
        """Where arguments are missing, too many, unknown or the other way round, their types say nothing."""
        if len(self.problems.found) < before + 2:
            return
        values = [self.text.at(each.value.start, each.value.end) for each in call.args]
        own = {self.text.at(each.start, each.end) for each in (call, *call.args)}
        new = self.problems.found[before:]
        types = [d for d in new if d.code == "T503" and d.span in values]
        if any(d.code == "T504" and d.span in own for d in new):
            self.problems.found[before:] = [d for d in new if d not in types]
        elif len(types) == len(new) == 2 and types[0].message == f"this is {types[1].expected}":
            words = [self.spelling(each) for each in call.args]
            first, second = (values.index(each.span) for each in types)
            words[first], words[second] = words[second], words[first]
            del self.problems.found[before:]
            message = f"the arguments of '{call.id}' stand the other way round"
            hint = f"write `{call.id}({', '.join(words)})`"
            self.bad("T504", message, call, expected=_listed(params), hint=hint)

    def verb_arguments(self, call: n.Call, verb: VerbDecl, scope: Scope) -> tuple[t.Expr, ...]:
        """Those of a verb; a text that says `can x(y)` and then `x(y)` makes one mistake in both."""
        before = len(self.problems.found)
        types: list[Type | None] = list(verb.params.values())
        found = self.arguments(call, [Param(k, ANY_LIST) for k in verb.params], types, scope)
        self._once(call, before)
        return found

    def unknown_verb(self, call: n.Call, legal: Iterable[str], hint: str | None = None) -> t.Expr:
        """Complain about the name of a call where a verb is due, once for all calls of the same in a text."""
        before = len(self.problems.found)
        self.unknown(n.Node(call.start, call.name_end), call.id, legal, "verb", hint)
        self._once(call, before)
        return self.nothing(call)

    def _once(self, call: n.Call, before: int) -> None:
        if len(self.problems.found) > before:
            self.problems.once((self.text.span, self.spelling(call)), before)

    def check_complete(self, call: n.Call, params: Sequence[Param], given: Mapping[str, n.Node]) -> bool:
        """Whether all is given that must be; one that has another name than any parameter may be it."""
        lacking = [f"'{p.name}'" for p in params if p.name not in given and not p.optional]
        if lacking and len(given) == len(call.args):
            listed = " and ".join(lacking)
            self.bad("T504", f"'{call.id}' lacks {listed}", call, expected=_listed(params))
        return not lacking

    def match_arguments(self, call: n.Call, params: Sequence[Param]) -> dict[str, n.Node]:
        """Which argument belongs to which parameter; a problem for one that belongs to none."""
        given: dict[str, n.Node] = {}
        for index, argument in enumerate(call.args):
            name = argument.name
            if name is None:
                if index >= len(params):
                    takes = counted(len(params), "argument") if params else "none"
                    message = f"'{call.id}' takes {takes}"
                    hint = self._as_one_list(call, params) if params else None
                    self.bad("T504", message, argument, expected=_listed(params), hint=hint)
                    if hint is not None:
                        break
                    continue
                name = params[index].name
            elif name not in {p.name for p in params}:
                self.bad(
                    "T504",
                    f"'{call.id}' has no parameter '{name}'",
                    argument,
                    expected=_listed(params),
                    hint=self.problems.suggest(name, [p.name for p in params]),
                    unknown=name,
                )
                continue
            if name in given:
                self.bad("T504", f"'{name}' is given twice", argument, expected=_listed(params))
            given[name] = argument.value
        return given

    def _as_one_list(self, call: n.Call, params: Sequence[Param]) -> str | None:
        """Several values where one list is due."""
        named = any(argument.name is not None for argument in call.args)
        if named or len(call.args) < 2 or params[0].sort.words not in _LIST_SORTS:
            return None
        listed = ", ".join(self.spelling(argument) for argument in call.args)
        return f"one list of them has parentheses of its own: `{call.id}(({listed}))`"

    def _built_in(self, node: n.Call, scope: Scope) -> t.Expr:
        decl = BUILT_INS[node.id]
        before = len(self.problems.found)
        given = self.match_arguments(node, decl.params)
        complete = self.check_complete(node, decl.params, given)
        args: list[t.Expr] = []
        for param in decl.params:
            argument = given.get(param.name)
            if argument is None:
                args.append(t.Const(UNKNOWN, node.end, node.end, 0))
            else:
                args.append(self._built_in_argument(param, argument, scope))
        self.tell_once(node, decl.params, before)
        if len(self.problems.found) > before and self.problems.found[-1].message == "this is a number":
            self.rehint(before, self._as_one_list(node, decl.params))
        if not complete or any(
            isinstance(a.type, UnknownType) for a, p in zip(args, decl.params, strict=True) if not p.optional
        ):
            return t.Const(UNKNOWN, node.start, node.end, 0)
        surely = len(given) == len(node.args) and not isinstance(source_of(args[0]).type, UnknownType)
        if decl.non_empty and surely and "empty" not in given and not known_non_empty(args[0]):
            empty = ", empty=…" if len(decl.params) > 1 else ""
            hint = (
                f"say what an empty list gives: `{decl.name}(…{empty})`"
                if empty
                else f"test `any({self.spelling(given['of'])})` first"
            )
            if f"any:{fact(args[0])}" not in scope.facts:
                return self.bad("T509", f"the list given to '{decl.name}' may be empty", node, hint=hint)
        if decl.name == "top":
            self.check_count(args[1], 1)
        if decl.name == "ordered":
            self._check_ordered(args[0], args[1])
        if not self.check_grids(decl.name, decl.params, args):
            return self.nothing(node)
        gives = decl.gives(tuple(a.type for a in args), self.game)
        if decl.name in ("cell_of", "between"):
            cell = self.cell_type(args[0].type)
            gives = cell if decl.name == "cell_of" else ListType(cell)
        if decl.name == "free" and not self.shared_grid(args[0].type):
            return self.bad(
                "T507", "each seat has such a grid of its own", node, hint="ask for `placements(…)`"
            )
        if not isinstance(gives, UnknownType) and decl.name in READS_BOARD:
            self.uses.reads_state.add(self.key)
        return t.BuiltIn(gives, node.start, node.end, decl.name, tuple(args))

    def _check_ordered(self, of: t.Expr, by: t.Expr) -> None:
        """A number for each thing: of the same list, or as many as are written out."""
        things = self._length(of)
        numbers = None if isinstance(source_of(by), t.Members) else self._length(by)
        source = by.set if isinstance(by, t.Map) else by
        if things is not None and numbers is not None:
            if things != numbers:
                message = f"{counted(numbers, 'number')} for {counted(things, 'thing')}"
                self.bad("T507", message, by, expected="a number for each")
        elif not alike(of, source) and all(isinstance(source_of(e), _PLAIN) for e in (of, source)):
            words = self.spelling(n.Node(of.start, of.end))
            hint = f"number the list that is ordered: `by={words} each …`"
            self.bad("T507", "these are numbers of another list", by, expected="a number for each", hint=hint)

    def _length(self, of: t.Expr) -> int | None:
        """How many things a list holds that is written out, or made of one that is."""
        match of:
            case t.Map(set=source):
                return self._length(source)
            case t.ListOf(items=items):
                return len(items)
            case t.Members(what="enum", name=name):
                return len(self.game.enums[name])
            case t.RangeOf(low=low, high=high):
                first, last = constant(low), constant(high)
                return None if first is None or last is None else max(last - first + 1, 0)
        return None

    def _built_in_argument(self, param: Param, node: n.Node, scope: Scope) -> t.Expr:
        if param.sort is TABLE:
            if isinstance(node, n.Name) and node.id in self.game.tables:
                index = list(self.game.tables).index(node.id)
                table = self.game.tables[node.id]
                if table.steps or not isinstance(table.by, IntType) or not isinstance(table.gives, IntType):
                    return self.bad(
                        "T503",
                        f"'{node.id}' is no table of numbers by numbers, row by row",
                        node,
                        expected="a table with `by: int`, `gives: int` and `values`",
                    )
                return t.Const(INT, node.start, node.end, index)
            return self.unknown(node, self.spelling(node), self.game.tables, "table")
        want = LIST if param.sort.words in _LIST_SORTS else None
        hint = self._to_take(param, node)
        before = len(self.problems.found)
        if hint is not None and isinstance(node, n.Name):
            expr = self.present(self.named(node, scope, want, hint), node, scope)
        else:
            expr = self._need(node, scope, want)
        if len(self.problems.found) > before and isinstance(node, n.Name):
            last = self.problems.found[-1]
            self.problems.found[-1] = replace(last, expected=last.expected or param.sort.words)
        if not isinstance(expr.type, UnknownType) and not param.sort.accepts(expr.type, self.game):
            hint = hint or self.hidden(node, scope)
            if param.sort.words == "a list of numbers":
                hint = hint or numbers_of(self.spelling(node), item_type(expr.type), self.game)
            return self.wrong_type(node, expr.type, param.sort.words, hint)
        if isinstance(expr.type, ZoneType) and param.sort in (ZONE, GRID) and not isinstance(expr, t.Zone):
            return self.bad(
                "T507", "a zone is named where it is used", node, hint="write the zone itself here"
            )
        return expr

    def _to_take(self, param: Param, node: n.Node) -> str | None:
        """How to take a component of an entry that stands where a component is due."""
        if param.sort not in (COMPONENT, COMPONENTS) or not isinstance(node, n.Name | n.Dot):
            return None
        kind = next((kind for kind, entries in self.game.entries.items() if node.id in entries), None)
        zones = [zone for zone in self.game.zones.values() if zone.kind == kind]
        if not zones:
            return None
        zone = next((zone for zone in zones if not zone.per_seat), zones[0])
        where = f"my {zone.name}" if zone.per_seat else zone.name
        return f"a thing is taken from where it lies, as in `top({where} where entry == {node.id}, 1)`"


def _listed(params: Sequence[Param]) -> str:
    return f"({', '.join(param.name for param in params)})"
