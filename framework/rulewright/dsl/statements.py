"""Checks statements: choices, calls of verbs, writes, branches and loops."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from itertools import chain

from rulewright.dsl import nodes as n
from rulewright.dsl import typed as t
from rulewright.dsl.builtins import ANY_LIST, BUILT_INS, PRIMITIVES, Param
from rulewright.dsl.describe import describe_type
from rulewright.dsl.facts import constant, facts_if
from rulewright.dsl.hints import as_market, as_move, as_next, as_rolled, as_unchanging, discard_of
from rulewright.dsl.keywords import DECLINE
from rulewright.dsl.scope import UNKNOWN, Scope, UnknownType, Variable, item_type
from rulewright.dsl.values import ValueChecker
from rulewright.model.game import ZoneDecl
from rulewright.model.types import (
    INT,
    SEAT,
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
)

_RESULT = re.compile(r"^ *result *=", re.MULTILINE)
_PLACES = (t.StateField, t.SeatField, t.GameField, t.TurnField)


class StatementChecker(ValueChecker):
    """Checks the statements of one text after another."""

    result: Type | None = None  # what the verb being checked gives

    # --- blocks --------------------------------------------------------------------------------

    def block(self, body: tuple[n.Node, ...], scope: Scope) -> tuple[t.Stmt, ...]:
        """A block; names made in it end with it."""
        found: list[t.Stmt] = []
        for index, node in enumerate(body):
            statement, scope = self._statement(node, scope)
            if statement is not None:
                found.append(statement)
            if isinstance(node, n.Stop) and index + 1 < len(body):
                self.bad("T514", "nothing after `stop` is ever reached", body[index + 1])
        return tuple(found)

    def _statement(self, node: n.Node, scope: Scope) -> tuple[t.Stmt | None, Scope]:
        if isinstance(node, n.Let):
            return self.let(node, scope)
        if isinstance(node, n.If):
            statement, facts = self.if_(node, scope)
            return statement, scope.knowing(facts)
        handler: Callable[..., t.Stmt | None] = _STATEMENTS[type(node)]
        return handler(self, node, scope), scope

    def let(self, node: n.Let, scope: Scope) -> tuple[t.Stmt | None, Scope]:
        if node.name in scope.variables:
            self.bad(
                "T511",
                f"'{node.name}' has been named before",
                node,
                hint="choose another name; names never change",
            )
        if isinstance(node.value, n.Call) and node.value.id in self.game.verbs:
            verb = self.game.verbs[node.value.id]
            if verb.gives is None and not _RESULT.search(verb.do.text):  # which is told there
                self.bad(
                    "T507",
                    f"'{verb.name}' gives no result",
                    node.value,
                    hint="call it as a statement of its own",
                )
            args = self._verb_arguments(node.value, scope)
            scope, local = scope.bind(node.name, verb.gives or UNKNOWN)
            return t.VerbCall(node.start, node.end, verb.name, args, local), scope
        value = self._need(node.value, scope)
        scope, local = scope.bind(node.name, value.type)
        return t.Let(node.start, node.end, local, value), scope

    # --- calls and writes ----------------------------------------------------------------------

    def call_statement(self, node: n.CallStatement, scope: Scope) -> t.Stmt | None:
        call = node.call
        if call.id in self.game.verbs:
            args = self._verb_arguments(call, scope)
            return t.VerbCall(node.start, node.end, call.id, args, None)
        if call.id in PRIMITIVES:
            return self._primitive(node, scope)
        where = n.Node(call.start, call.name_end)
        if call.id in BUILT_INS or call.id in self.game.values or call.id in self.game.tables:
            self.bad("T507", f"'{call.id}' is a value and does nothing by itself", where, expected="a verb")
            return None
        words = [self.spelling(argument) for argument in call.args]
        self.unknown_verb(call, chain(self.game.verbs, PRIMITIVES), as_move(call.id, words, self.game))
        return None

    def _verb_arguments(self, call: n.Call, scope: Scope) -> tuple[t.Expr, ...]:
        verb = self.game.verbs[call.id]
        if verb.name in PRIMITIVES:
            self.known.called.add(verb.name)
            return ()  # its name is reported, and which of the two is meant nobody knows
        self.use(f"verb/{verb.name}", scope, call)
        self.known.called.add(verb.name)
        return self.verb_arguments(call, verb, scope)

    def _primitive(self, node: n.CallStatement, scope: Scope) -> t.Stmt | None:
        decl = PRIMITIVES[node.call.id]
        before = len(self.problems.found)
        given = self.match_arguments(node.call, decl.params)
        complete = self.check_complete(node.call, decl.params, given)
        args = [
            self._built_in_argument(param, given[param.name], scope)
            for param in decl.params
            if param.name in given
        ]
        self.tell_once(node.call, decl.params, before)
        if not complete or len(given) < len(node.call.args):
            return None
        if not any(isinstance(a.type, UnknownType) for a in args):
            self._check_primitive(decl.name, args, node)
            if decl.name == "draw":
                self.check_count(args[1], 0)
        return t.Primitive(node.start, node.end, decl.name, tuple(args))

    def _check_primitive(self, name: str, args: list[t.Expr], node: n.CallStatement) -> None:
        """What the table of sorts cannot say: the zones and kinds of a change belong together."""
        target = args[-1]
        if name == "replace" and not self.check_replaced(args[0], args[1]):
            return
        if name in ("move", "draw", "replace") and isinstance(target, t.Zone):
            kind = self.game.zones[target.name].kind
            found = item_type(args[0].type) or args[0].type
            if isinstance(found, ComponentType) and found.kind != kind:
                self.bad("T503", f"'{target.name}' holds {kind}", node, expected=f"a zone of {found.kind}")
            elif self.game.zones[target.name].grid is not None:
                hint = "`place` puts a piece on a grid"
                self.bad("T507", f"'{target.name}' is a grid, where a thing has a place", node, hint=hint)
        if name in ("refill", "replace_all") and isinstance(target, t.Zone):
            zone = self.game.zones[target.name]
            self._check_market(zone, node, discards=name == "replace_all")
        if name == "place":
            self.check_place(args, node)
        if name == "roll":
            found = item_type(args[0].type) or args[0].type
            kind_decl = self.game.kinds[found.kind] if isinstance(found, ComponentType) else None
            if kind_decl is not None and not any(f.rolled for f in kind_decl.state.values()):
                before = len(self.problems.found)
                self.bad("T507", f"'{kind_decl.name}' cannot be rolled", node, hint=as_rolled(kind_decl))
                self.problems.once(("roll", kind_decl.name), before)

    def _check_market(self, zone: ZoneDecl, node: n.CallStatement, *, discards: bool) -> None:
        """What is filled up has a size, and with it a source."""
        before = len(self.problems.found)
        if zone.size is None:
            hint = as_market(zone, self.game, discards=discards)
            self.bad("T507", f"'{zone.name}' is no market", node, hint=hint)
        elif discards and zone.discard is None:
            hint = f"say where it goes: `discard: {discard_of(zone, self.game)}` at the zone '{zone.name}'"
            self.bad("T507", f"what lies in '{zone.name}' goes nowhere", node, hint=hint)
        self.problems.once(("market", zone.name), before)

    def assign(self, node: n.Assign, scope: Scope) -> t.Stmt | None:
        if isinstance(node.place, n.Name) and node.place.id == "result" and "result" not in scope.variables:
            if self.result is None:
                hint = "say `gives: int`, or what else it gives, at the verb"
                self.bad("T507", "only a verb with `gives` has a result", node, hint=hint)
                return None
            value = self._need(node.value, scope, self.result)
            self.check_number("the result", self.result, value)
            return t.SetResult(node.start, node.end, value)
        if isinstance(node.place, n.Name) and self._means_nothing(node.place, scope):
            hint = f"declare it as state, or name a value by `let {node.place.id} = …`"
            self._unknown_name(node.place, scope, None, or_else=hint)
            return None
        place = self._check(node.place, scope, None)
        if isinstance(place.type, UnknownType):
            return None
        if not isinstance(place, _PLACES) or (isinstance(place, t.TurnField) and place.field == "seat"):
            spelling = self.text.text[node.place.start : node.place.end]
            why = self.hidden(node.place, scope) or as_unchanging(place)
            message = f"'{spelling}' cannot be changed"
            self.bad("T510", message, node.place, expected="a state field", hint=why)
            return None
        if node.op != "=" and not isinstance(place.type, IntType):
            self.wrong_type(
                node.place, place.type, "a number", as_next(self.spelling(node.place), place.type, self.game)
            )
            return None
        value = self._need(node.value, scope, place.type)
        self._check_range(node, place.type, value)
        return t.Set(node.start, node.end, place, node.op, value)

    def _check_range(self, node: n.Assign, type_: Type, value: t.Expr) -> None:
        """A number that is written out, and what it is set to or changed by can never be."""
        spelling = self.text.text[node.place.start : node.place.end]
        if node.op == "=":
            self.check_number(f"'{spelling}'", type_, value)
            return
        number = constant(value)
        if number is None or not isinstance(type_, IntType) or type_.low is None or type_.high is None:
            return
        if abs(number) > type_.high - type_.low:
            expected = f"a number between {type_.low} and {type_.high} before and after"
            self.bad("T518", f"'{spelling}' never changes by {abs(number)}", value, expected=expected)

    def _means_nothing(self, node: n.Name, scope: Scope) -> bool:
        return node.id not in ("it", "this", "me") and not self._readings(node, scope, None)

    def stop(self, node: n.Stop, scope: Scope) -> t.Stmt | None:
        return t.Stop(node.start, node.end)

    # --- branches and loops --------------------------------------------------------------------

    def if_(self, node: n.If, scope: Scope) -> tuple[t.Stmt, frozenset[str]]:
        test = self.test(node.test, scope)
        then = self.block(node.then, scope.knowing(facts_if(test, True)))
        other = self.block(node.other or (), scope.knowing(facts_if(test, False)))
        ends = bool(node.then) and isinstance(node.then[-1], n.Stop)
        facts = facts_if(test, False) if ends else frozenset()
        return t.If(node.start, node.end, test, then, other), facts

    def for_(self, node: n.For, scope: Scope) -> t.Stmt | None:
        self.going_through, outer = node.name, self.going_through
        before = len(self.problems.found)
        of, item = self.set_of(node.set, scope)
        self.going_through = outer
        if isinstance(node.set, n.Number):
            self.rehint(before, f"the numbers up to it are `1..{node.set.value}`")
        if node.name in scope.variables:
            self.bad("T511", f"'{node.name}' has been named before", node)
        inner, var = scope.bind(node.name, item)
        inner = inner.knowing(self.facts_of_filter(of, var))
        return t.For(node.start, node.end, var, of, self.block(node.body, inner))

    def repeat_times(self, node: n.RepeatTimes, scope: Scope) -> t.Stmt | None:
        times = self._need(node.times, scope, INT)
        self.check_count(times, 1)
        return t.RepeatTimes(node.start, node.end, times, self.block(node.body, scope))

    def repeat_while(self, node: n.RepeatWhile, scope: Scope) -> t.Stmt | None:
        return t.RepeatWhile(node.start, node.end, self.test(node.test, scope), self.block(node.body, scope))

    # --- choices -------------------------------------------------------------------------------

    def pick(self, head: n.Head, scope: Scope, name: str | None = None) -> tuple[t.Pick, Scope]:
        """A checked head, and the scope in which the thing chosen is known (as `name`, or `it`)."""
        set_node, bound = head.set, None
        if isinstance(set_node, n.Where):
            bound = set_node.name
        of, item = self.set_of(set_node, scope)
        item = self._check_noun(head, item)
        mode = self._mode(head)
        inner = scope
        type_ = ListType(item) if mode == "together" or head.having is not None else item
        if name is not None or bound is not None:
            inner, var = scope.bind(name or bound or "", type_)
        else:
            inner, var = scope.bind_it(type_, candidate=False)
        inner = inner.knowing(self.facts_of_filter(of, var))
        # a whole that has a name of its own is `it` as well where it is judged
        judged = inner if name is None else replace(inner, it=Variable(var, type_))
        having = self.test(head.having, judged) if head.having is not None else None
        if having is not None and not head.together:
            self.bad(
                "T515", "`having` judges several picks at once", head.having or head, hint="add `together`"
            )
        seat = self._need(head.chosen_by, scope, SEAT) if head.chosen_by is not None else None
        if seat is None and not head.at_random:
            self._needs_me(head, scope)
        if head.at_random:
            self._check_nobody(head)
        least = self._need(head.least, scope, INT) if head.least is not None else None
        most = self._need(head.most, scope, INT) if head.most is not None else None
        if most is not None:
            self.check_count(most, 1)
        prompt = self.prompt(head.asking, scope)
        pick = t.Pick(of, item, var, mode, least, most, having, seat, prompt)
        if prompt is not None:
            answers = self.known.offers.setdefault(prompt.name, [])
            answer = ListType(item) if mode in ("each", "together") else item
            if answer not in answers:
                answers.append(answer)
        return pick, inner

    def _check_nobody(self, head: n.Head) -> None:
        """Where chance picks nobody is asked anything."""
        for clause, node in (("asking", head.asking), ("chosen by", head.chosen_by)):
            if node is not None:
                message = f"chance picks, so that `{clause}` has no meaning"
                hint = "leave it out, or leave out `at random`, so that a seat chooses"
                self.bad("T515", message, node, hint=hint)

    def check_secret(self, pick: t.Pick, head: n.Head) -> None:
        """What is chosen in secret is one thing, or one list of things."""
        if pick.mode == "random":
            self.bad("T515", "a secret choice is made by the seat", head, hint="let `do` choose at random")
        elif pick.mode not in ("one", "together"):
            self.bad("T515", "several picks at once are no secret choice", head, hint="add `together`")

    def _needs_me(self, node: n.Node, scope: Scope) -> None:
        if not scope.me:
            self.nobody_acts("nobody is there to choose", node, "say who: `chosen by …`")
        self.uses.direct.add(self.key)

    def _mode(self, head: n.Head) -> str:
        chosen = [
            word
            for word, on in (
                ("one at a time", head.one_at_a_time),
                ("at random", head.at_random),
                ("together", head.together),
            )
            if on
        ]
        if len(chosen) > 1:
            self.bad("T515", f"'{chosen[0]}' and '{chosen[1]}' exclude each other", head)
        if head.at_random:
            return "random"
        if head.together:
            return "together"
        if head.one_at_a_time:
            return "stepwise"
        single = isinstance(head.least, n.Number) and head.least.value == 1
        single = single and isinstance(head.most, n.Number) and head.most.value == 1
        upto_one = head.least is None and isinstance(head.most, n.Number) and head.most.value == 1
        return "one" if single else "stepwise" if upto_one else "each"

    def _check_noun(self, head: n.Head, item: Type) -> Type:
        """What is chosen: the items of the set, unless another noun says that the set is the wrong one."""
        legal = self.nouns(item)
        if not legal or head.noun in legal:
            return item
        where = n.Node(head.noun_start, head.noun_start + len(head.noun))
        self.bad(
            "T508",
            f"the set holds {describe_type(item)}, not '{head.noun}'",
            where,
            expected=" or ".join(f"'{noun}'" for noun in legal[:2]),
        )
        return UNKNOWN if self._is_noun(head.noun) else item

    def _is_noun(self, word: str) -> bool:
        """Whether things of some type are called so."""
        kinds = map(ComponentType, self.game.kinds)
        enums = map(EnumType, self.game.enums)
        others = (INT, SEAT, PairType(INT, INT), PlacementType(""), CellType(""))
        return any(word in self.nouns(type_) for type_ in chain(kinds, enums, others))

    def nouns(self, item: Type) -> list[str]:
        """What things of a type are called after a count: singular, plural, and their short forms."""
        match item:
            case ComponentType(kind) | EntryType(kind):
                return _forms(kind, self.game.kinds[kind].plural) + self._former_nouns(kind)
            case EnumType(name):
                return [name, f"{name}s", *self._former_nouns(name)]
            case IntType():
                return ["number", "numbers"]
            case SeatType():
                return ["seat", "seats", "player", "players"]
            case PairType():
                return ["pair", "pairs"]
            case PlacementType():
                return ["placement", "placements"]
            case CellType():
                return ["cell", "cells"]
        return []

    def _former_nouns(self, name: str) -> list[str]:
        """What things were called before an overlay renamed their kind, in texts that are older."""
        former = {old for words in self.game.former.values() for old, new in words.items() if new == name}
        return [noun for old in sorted(former) for noun in _forms(old, f"{old}s")]

    def prompt(self, call: n.Call | None, scope: Scope) -> t.Prompt | None:
        if call is None:
            return None
        decl = self.game.prompts.get(call.id)
        if decl is None:
            where = n.Node(call.start, call.name_end)
            self.unknown(where, call.id, self.game.prompts, "prompt")
            return None
        self.known.asked.add(call.id)
        args = self.arguments(
            call, [Param(k, ANY_LIST) for k in decl.params], list(decl.params.values()), scope
        )
        return t.Prompt(call.id, args)

    def choose(self, node: n.Choose, scope: Scope) -> t.Stmt | None:
        if node.may and node.head.at_random:
            self.bad("T515", "chance cannot decline", node, hint="leave out `may`")
        pick, inner = self.pick(node.head, scope)
        if node.other is not None and node.head.at_random:
            self.bad("T515", "nobody chooses, so that there is no `else`", node, hint="test `any(…)` before")
        body = self.block(node.body, inner)
        other = self.block(node.other or (), scope)
        return t.Choose(node.start, node.end, node.may, pick, body, other)

    def menu(self, node: n.Menu, scope: Scope) -> t.Stmt | None:
        seat = self._need(node.chosen_by, scope, SEAT) if node.chosen_by is not None else None
        if seat is None:
            self._needs_me(node, scope)
        seen: set[str] = set()
        branches = []
        for option in node.options:
            if option.id in seen:
                self.bad("T511", f"option '{option.id}' stands twice in one menu", option)
            seen.add(option.id)
            if option.id == DECLINE:
                message = f"'{DECLINE}' is what who does not choose answers"
                self.bad("T517", message, option, hint="choose another name, or say `may choose one`")
            test = self.test(option.test, scope) if option.test is not None else None
            facts = facts_if(test, True) if test is not None else frozenset()
            branches.append(t.MenuBranch(option.id, test, self.block(option.body, scope.knowing(facts))))
        prompt = self.prompt(node.asking, scope)
        self.known.branches.setdefault(prompt.name if prompt is not None else "", set()).update(seen)
        return t.Menu(node.start, node.end, node.may, seat, prompt, tuple(branches))


_STATEMENTS: dict[type[n.Node], Callable[..., t.Stmt | None]] = {
    n.CallStatement: StatementChecker.call_statement,
    n.Assign: StatementChecker.assign,
    n.Stop: StatementChecker.stop,
    n.For: StatementChecker.for_,
    n.RepeatTimes: StatementChecker.repeat_times,
    n.RepeatWhile: StatementChecker.repeat_while,
    n.Choose: StatementChecker.choose,
    n.Menu: StatementChecker.menu,
}


def _forms(singular: str, plural: str) -> list[str]:
    """Both nouns of a kind, and their last words."""
    short = [singular.rsplit("_", 1)[1], plural.rsplit("_", 1)[-1]] if "_" in singular else []
    return [singular, plural, *short]
