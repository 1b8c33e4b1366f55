"""Abilities as the sentences that a card would have: when, what it costs, what it does."""

from __future__ import annotations

from dataclasses import replace

from rulewright.dsl import typed as t
from rulewright.dsl.english.claims import MUCH, operands
from rulewright.dsl.english.phrases import YOU, Phrase, Things
from rulewright.dsl.english.statements import Line, StatementReader
from rulewright.dsl.english.words import a, agree, capital, plain, sentence, small
from rulewright.dsl.visit import walk
from rulewright.model.types import INT, SEAT, BoolType, ComponentType, IntType, Type

_LEADS = {"after": "When", "before": "Before", "instead_of": "When"}


class AbilityReader(StatementReader):
    """Reads one ability; folded clauses are given to it."""

    later: tuple[object, ...] = ()  # what is read after the event

    def ability(self, clause: t.Clause) -> list[Line]:
        if clause.host is not None:
            self.call("this", ComponentType(clause.host)).pronoun = Phrase("it", False, "its")
        ability = clause.ability
        if ability.sort == "modify":
            return [Line(0, sentence(self._modifies(clause)))]
        if ability.sort == "window":
            return self._activated(clause)
        return self._triggered(clause)

    # --- triggered -----------------------------------------------------------------------------

    def _triggered(self, clause: t.Clause) -> list[Line]:
        assert clause.event is not None and clause.body is not None
        verb = self.game.verbs[clause.event.verb]
        params = dict(zip(verb.params, clause.params, strict=True))
        args = dict(zip(verb.params, clause.event.args, strict=True))
        types = dict(verb.params)
        self.later = does = clause.body.body
        clause, doer = self._doer(clause)
        left = self._settled(clause, {params[n]: n for n in params if args[n] is None}, args)
        left = self._described(left, params, types, args)
        given = {
            name: arg if arg is not None else _local(params[name], types[name]) for name, arg in args.items()
        }
        instead = clause.ability.sort == "instead_of"
        event = self.event(verb.name, given, doer=doer, would=instead)
        lead = f"{_LEADS[clause.ability.sort]} {event}"
        if left is not None:
            lead += f", if {self.clause(left)}"
        body = self.lines(does)
        once = self._budget(clause)
        if instead:
            lead += ", this happens instead" if len(body) != 1 else ", instead"
            return self._led(f"{once}{lead}", body, may=clause.ability.may)
        return self._led(f"{once}{small(lead) if once else lead}", body, may=clause.ability.may)

    def _doer(self, clause: t.Clause) -> tuple[t.Clause, Phrase]:
        """Who does what is heard, and what is left to be said: you, if the event is of what is yours.

        A component hears an event whoever acts; it is of its owner if it is about the component or another
        one of the owner, or if the condition says that it is the owner's turn.
        """
        kind = clause.host
        mine = any(_is_turn_of_me(test) for test in _tests(clause))
        if mine and kind is not None and clause.when is not None and self._may_be_owned(kind):
            rest = _conjunction([test for test in _tests(clause) if not _is_turn_of_me(test)])
            when = None if rest is None else replace(clause.when, value=rest)
            return replace(clause, when=when), YOU
        assert clause.event is not None
        about = any(arg is not None and _mentions(arg, {"this": ""}) for arg in clause.event.args)
        about = about or any(_is_mine(test, clause.params) for test in _tests(clause))
        if kind is None or about or self.game.players.most == 1 or not self._may_be_owned(kind):
            return clause, YOU
        return clause, Phrase(a(self.words.noun(SEAT)[0]))

    def _may_be_owned(self, host: str) -> bool:
        """Whether `me` in abilities of these components may be another one than who acts."""
        kinds = [k for k in self.game.kinds.values() if host in (k.name, *(part.kind for part in k.parts))]
        live = self.game.kinds[host].live_in
        zones = [zone for zone in self.game.zones.values() if zone.kind in {kind.name for kind in kinds}]
        heard = [zone for zone in zones if not live or zone.name in live]
        return any(kind.owner is not None for kind in kinds) or any(zone.per_seat for zone in heard)

    def _settled(
        self, clause: t.Clause, free: dict[str, str], args: dict[str, t.Expr | None]
    ) -> t.Expr | None:
        """Put what the condition says a parameter equals in its place; what is left of the condition."""
        left: list[t.Expr] = []
        for test in _tests(clause):
            match test:
                case t.Compare(op="==", left=t.Local(name=name), right=right) if name in free:
                    other = isinstance(right, t.Local) and right.name not in self.lets
                    if args[free[name]] is None and (other or not _mentions(right, free)):
                        args[free[name]] = self.lets[name] = right
                        continue
            left.append(test)
        return _conjunction(left)

    def _described(
        self,
        test: t.Expr | None,
        params: dict[str, str],
        types: dict[str, Type],
        args: dict[str, t.Expr | None],
    ) -> t.Expr | None:
        """Say what parameters that fit anything are called: with what the condition says of each alone."""
        left = [] if test is None else operands(test) if _is_and(test) else [test]
        told: dict[str, Things] = {}
        for name, local in params.items():
            if args[name] is not None:
                continue
            if isinstance(types[name], IntType):
                left = self._number(name, local, left)
                continue
            others = {other: name for other in params.values() if other != local}
            self.focus, self.spoken = None, []
            told[name], rest = self._said_alone(local, types[name], others, left)
            if left == rest and not any(_mentions(each, {local: name}) for each in (*rest, *self.later)):
                self.free.add(local)
            left = rest
        self.focus, self.spoken = None, []
        for name, things in told.items():
            bound = [n for n in told if types[n] == types[name] and params[n] not in self.free]
            self._one_of_them(params[name], types[name], things, bound, name)
        return _conjunction(left)

    def _said_alone(
        self, local: str, type_: Type, others: dict[str, str], tests: list[t.Expr]
    ) -> tuple[Things, list[t.Expr]]:
        """A parameter with what tests say of it and of no other one; and the tests that are left."""
        one, many = self.words.noun(type_)
        things, rest = Things(one, many, pronoun=self.words.pronoun(type_)), []
        for each in tests:
            if (called := self.called_so(things, local, each)) is not None:
                things = called
                continue
            alone = not isinstance(type_, BoolType) and not _mentions(each, others)
            said = self._about(each, local) if alone else None
            if said is None:
                rest.append(each)
            else:
                things = things.saying(said)
        return things, rest

    def _number(self, name: str, local: str, left: list[t.Expr]) -> list[t.Expr]:
        """A number that may be any, or any within what the condition says."""
        number = self.call(local, INT, f"the {plain(name)}")
        number.bound, number.later = "any number of", "that number"
        rest = []
        for each in left:
            match each:
                case t.Compare(
                    op=("<" | "<=" | ">" | ">=") as op, left=t.Local(name=found), right=t.Const(value=value)
                ):
                    if found == local and number.bound == "any number of":
                        number.bound = f"{MUCH[op]} {value}"
                        continue
            rest.append(each)
        if rest == left and not any(_mentions(each, {local: name}) for each in (*rest, *self.later)):
            self.free.add(local)
        return rest

    def _one_of_them(self, local: str, type_: Type, things: Things, alike: list[str], name: str) -> None:
        """Call a thing that may be any; of several of one sort, the first and the second."""
        called = self.call(local, type_, things.an())
        if len(alike) > 1 and name in alike[:2]:
            number = alike.index(name)
            noun = self.words.noun(type_)[0]
            called.first = f"another {things.bare()}" if number else f"one {things.bare()}"
            called.later = f"the {'second' if number else 'first'} {noun}"
            called.pronoun = Phrase(called.later)

    # --- static --------------------------------------------------------------------------------

    def _modifies(self, clause: t.Clause) -> str:
        assert clause.amount is not None and isinstance(clause.ability.subject, str)
        value = self.game.values[clause.ability.subject]
        params = dict(zip(value.params, clause.params, strict=True))
        args: dict[str, t.Expr | None] = dict.fromkeys(value.params)
        types = dict(value.params)
        self.later = (clause.amount.value,)
        left = self._settled(clause, {local: name for name, local in params.items()}, args)
        left = self._described(left, params, types, args)
        given = tuple(args[n] or _local(params[n], types[n]) for n in value.params)
        call = t.ValueCall(clause.amount.value.type, 0, 0, value.name, given)
        text = self._changed(clause, call)
        return f"{text} if {self.clause(left)}" if left is not None else text

    def _changed(self, clause: t.Clause, call: t.ValueCall) -> str:
        assert clause.amount is not None
        stage, amount = clause.ability.stage, self.seen(clause.amount.value)
        if isinstance(call.type, BoolType):
            if stage == "set_to" and isinstance(amount, t.Const):
                return self.clause(call, bool(amount.value))
            return f"{self.clause(call)} exactly if {self.clause(amount)}"
        what = self.phrase(call)
        match stage:
            case "add":
                return self._added(what, amount)
            case "multiply":
                return f"{what.text} is multiplied by {self.phrase(amount).text}"
            case "at_least" | "at_most":
                return f"{what.text} is {plain(stage)} {self.phrase(amount).text}"
            case "change_to":
                self.names["so_far_0"] = self.call("so_far_0", call.type, "what it was")
                self.names["so_far_0"].said = False
                return f"{what.text} becomes {self.phrase(amount).text}"
        return f"{what.text} {agree('is', what.plural)} {self.phrase(amount).text}"

    def _added(self, what: Phrase, amount: t.Expr) -> str:
        if isinstance(amount, t.Negate):
            return f"subtract {self.phrase(amount.of).text} from {what.object}"
        if isinstance(amount, t.Const) and amount.value < 0:
            return f"subtract {-amount.value} from {what.object}"
        return f"add {self.phrase(amount).text} to {what.object}"

    # --- activated -----------------------------------------------------------------------------

    def _activated(self, clause: t.Clause) -> list[Line]:
        assert clause.body is not None
        head = self._moment(clause)
        if clause.when is not None:
            head = (
                f"{head}, if {self.clause(clause.when.value)}"
                if head
                else f"if {self.clause(clause.when.value)}"
            )
        once = self._budget(clause)
        head = f"{once}{head}" if once else head
        if clause.cost is not None:
            paid = ", then ".join(self.short(each) for each in clause.cost.body)
            head = f"{head}, you may {paid} to do this" if head else f"you may {paid} to do this"
            return [Line(0, f"{capital(head)}:"), *self._targeted(clause, 1)]
        found = self._targeted(clause, 0)
        return self._led(head, found) if head else found

    def _moment(self, clause: t.Clause) -> str:
        """When an activated ability can be used, as its prompt or its window says."""
        if clause.prompt is not None and (forms := self.words.patterns("prompts", clause.prompt.prompt)):
            decl = self.game.prompts[clause.prompt.prompt]
            given = dict(zip(decl.params, clause.prompt.args, strict=True))
            return self.fill(forms[0], {name: arg for name, arg in given.items() if arg is not None})
        window = str(clause.ability.subject)
        words = self.words.words("windows", window)
        return words[0] if words else f"during {plain(window)}"

    def _targeted(self, clause: t.Clause, depth: int) -> list[Line]:
        assert clause.body is not None
        pick, body = clause.target, clause.body.body
        if pick is None:
            return self.lines(body, depth)
        choose = t.Choose(0, 0, False, replace(pick, prompt=None), body, ())
        if self.is_short(choose):
            return [Line(depth, sentence(self.short(choose)))]
        things, pick = self.set_of(pick)
        called = self.call(
            pick.var, pick.item, self._count(pick, things), plural=pick.mode == "together", adjective="chosen"
        )
        head = sentence(self._tailed(f"choose {self.say(pick.var).object}{self._how(pick)}"))
        self.each_by_itself(pick, called)
        return [Line(depth, head), *self.lines(body, depth)]

    # --- shared --------------------------------------------------------------------------------

    def _budget(self, clause: t.Clause) -> str:
        budget = self.game.budgets.get(clause.ability.uses or "")
        if budget is None:
            return ""
        limit = budget.limit.text.strip()
        often = (
            "once"
            if limit == "1"
            else f"up to {limit} times"
            if limit.isdecimal()
            else "a limited number of times"
        )
        return f"{often} per {plain(budget.per)}, "

    def _led(self, head: str, body: list[Line], *, may: bool = False) -> list[Line]:
        """What leads, and what is done then: one sentence if it is one."""
        if not body:
            return [Line(0, sentence(f"{capital(head)}, nothing happens"))]
        if len(body) == 1 and not body[0].text.endswith(":"):
            text = small(body[0].text)
            if ", if " in head and text.startswith("if ") and not may:
                return [Line(0, f"{capital(head)} and {text[3:]}")]
            if may and not text.startswith("you may "):
                text = f"you may {text}"
            return [Line(0, f"{capital(head)}, {text}")]
        if not may and sum(line.depth == 0 for line in body) == 1:
            return [Line(0, f"{capital(head)}, {small(body[0].text)}"), *body[1:]]
        lead = f"{capital(head)}{', you may do this' if may else ''}:"
        return [Line(0, lead), *(Line(line.depth + 1, line.text) for line in body)]


def _local(name: str, type_: Type) -> t.Local:
    return t.Local(type_, 0, 0, name)


def _is_and(test: t.Expr) -> bool:
    return isinstance(test, t.Logic) and test.op == "and"


def _tests(clause: t.Clause) -> list[t.Expr]:
    """The conditions that must all hold."""
    if clause.when is None:
        return []
    return operands(clause.when.value) if _is_and(clause.when.value) else [clause.when.value]


def _is_turn_of_me(test: t.Expr) -> bool:
    match test:
        case t.Compare(op="==", left=left, right=right):
            one, other = (right, left) if isinstance(right, t.TurnField) else (left, right)
            named = isinstance(one, t.TurnField) and one.field == "seat"
            return named and isinstance(other, t.Local) and other.name == "me"
    return False


def _is_mine(test: t.Expr, params: tuple[str, ...]) -> bool:
    """Whether a condition says that what the event is about is `this`, or belongs to `me`."""
    match test:
        case t.Compare(op="==", left=t.Local(name=name), right=t.Local(name="this")):
            return name in params
        case t.Compare(op="==", left=t.OwnerOf(of=t.Local(name=name)), right=t.Local(name="me")):
            return name in params
    return False


def _mentions(expr: object, locals_: dict[str, str]) -> bool:
    return any(isinstance(node, t.Local) and node.name in locals_ for node in walk(expr))


def _conjunction(tests: list[t.Expr]) -> t.Expr | None:
    if not tests:
        return None
    found = tests[0]
    for test in tests[1:]:
        found = t.Logic(test.type, 0, 0, "and", found, test)
    return found
