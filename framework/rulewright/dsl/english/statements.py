"""Effects in words: one sentence pattern for each sort of statement."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from rulewright.dsl import typed as t
from rulewright.dsl.english.base import Name, is_test
from rulewright.dsl.english.changes import ChangeReader
from rulewright.dsl.english.claims import operands
from rulewright.dsl.english.phrases import Phrase, Things
from rulewright.dsl.english.words import agree, capital, plain, sentence, third
from rulewright.dsl.visit import walk
from rulewright.model.types import INT

_MOST_JOINED = 2  # statements in one sentence
_SIMPLE = (t.VerbCall, t.Primitive, t.Set, t.Stop, t.SetResult)


@dataclass(frozen=True, slots=True)
class Line:
    """A sentence, and how deep it stands below those that end with a colon."""

    depth: int
    text: str


class StatementReader(ChangeReader):
    """Reads an effect.

    `musts` are the prompts at which nothing can be declined.
    """

    musts: frozenset[str] = frozenset()

    def lines(self, body: Sequence[t.Stmt], depth: int = 0) -> list[Line]:
        found: list[Line] = []
        for number, statement in enumerate(body):
            self.next_sentence()
            if isinstance(statement, t.Let) and self._is_only_named(statement, body[number + 1 :]):
                self.lets[statement.var] = statement.value
            elif self.is_short(statement):
                found.append(Line(depth, sentence(self._tailed(self.short(statement)))))
            else:
                found += self._long(statement, depth)
        return found

    def _is_only_named(self, let: t.Let, rest: Sequence[t.Stmt]) -> bool:
        """Whether what is named can be put where its name is: it is short, or used once."""
        uses = sum(isinstance(node, t.Local) and node.name == let.var for each in rest for node in walk(each))
        return uses <= 1 or is_test(let.value) or _is_path(let.value)

    # --- what goes into one sentence -------------------------------------------------------------

    def is_short(self, statement: t.Stmt) -> bool:
        match statement:
            case t.If(then=then, other=other):
                return self._is_joined(then) and (not other or self._is_joined(other))
            case t.Choose(body=body, other=other):
                return self._is_merged(statement) and (not other or self._is_joined(other))
            case t.For(body=body) | t.RepeatTimes(body=body) | t.RepeatWhile(body=body):
                return self._is_joined(body)
            case t.Menu(branches=branches):
                plain_ones = len(branches) <= _MOST_JOINED or all(b.test is None for b in branches)
                return plain_ones and all(self._is_joined(b.body) for b in branches)
            case t.Let():
                return True
        return isinstance(statement, _SIMPLE)

    def _is_joined(self, body: Sequence[t.Stmt]) -> bool:
        if len(body) == 1 and isinstance(body[0], t.Choose):
            return not body[0].other and self.is_short(body[0])
        if len(body) == 1 and not isinstance(body[0], t.If | t.Menu):
            return self.is_short(body[0])
        return 0 < len(body) <= _MOST_JOINED and all(isinstance(each, _SIMPLE) for each in body)

    def _is_merged(self, choose: t.Choose) -> bool:
        """Whether what is done with the thing chosen can be told in the place of choosing it."""
        pick = choose.pick
        if len(choose.body) != 1 or not isinstance(choose.body[0], t.VerbCall | t.Primitive | t.Set):
            return False
        if choose.may and not self._is_order(choose.body[0]):
            return False
        return 0 < _uses(choose.body, pick.var) <= (2 if _is_one(pick) or pick.mode == "together" else 1)

    def joined(self, body: Sequence[t.Stmt]) -> str:
        return ", then ".join(self.short(each) for each in body)

    def short(self, statement: t.Stmt) -> str:
        """A statement as a clause, without capital and full stop."""
        match statement:
            case t.VerbCall(verb=verb, args=args, var=var):
                text = self.doing(verb, args)
                if var is not None:
                    self.call(var, INT, "the result").later = "the result"
                    self.names[var].pronoun = Phrase("the result")
                return text
            case t.Primitive(name=name, args=args):
                return self._change(name, args)
            case t.Set():
                return self._set(statement)
            case t.SetResult(value=value):
                return f"the result is {self.phrase(value).text}"
            case t.Let(var=var, value=value):
                text = f"let {plain_local(var)} be {self.phrase(value).text}"
                label = plain_local(var)
                called = self.call(var, value.type, label)
                called.later, called.pronoun = label, Phrase(label)
                return text
            case t.Stop():
                return "nothing more happens"
            case t.If(test=test, then=then, other=other):
                text = f"if {self.clause(test)}, {self.joined(then)}"
                return f"{text}; otherwise, {self.joined(other)}" if other else text
            case t.For():
                return self._for(statement)
            case t.RepeatTimes(times=times, body=body):
                return f"{self._times(times)}, {self.joined(body)}"
            case t.RepeatWhile(test=test, body=body):
                return f"as long as {self.clause(test)}, {self.joined(body)}"
            case t.Menu():
                return self._menu(statement)
        assert isinstance(statement, t.Choose), statement
        text = self._merged(statement)
        return f"{text}; if you do not, {self.joined(statement.other)}" if statement.other else text

    def _times(self, times: t.Expr) -> str:
        times = self.seen(times)
        if isinstance(times, t.Const):
            return {1: "once", 2: "twice"}.get(int(times.value), f"{times.value} times")
        return f"as many times as {self.phrase(times).text}"

    # --- choices ---------------------------------------------------------------------------------

    def _may(self, choose: t.Choose | t.Menu) -> bool:
        prompt = choose.pick.prompt if isinstance(choose, t.Choose) else choose.prompt
        return choose.may and (prompt is None or prompt.name not in self.musts)

    def _count(self, pick: t.Pick, things: Things) -> str:
        """So many of the things: "one of your tiles", "up to 2 cards in your hand"."""
        if pick.most is None:
            return things.some("any number of" if not things.owner and not things.whole else "any number")
        most = self.seen(pick.most)
        number = self.phrase(most).text
        if not isinstance(most, t.Const):
            self.tails.append(f", where X is {number}")
            number = "X"
        one = isinstance(most, t.Const) and most.value == 1
        if pick.least is None:
            return things.some(f"up to {number}", not one)
        return things.an() if one else things.some(number)

    def chosen(self, pick: t.Pick) -> str:
        """What is chosen, and how."""
        things, pick = self.set_of(pick)
        what = self._count(pick, things)
        self.call(pick.var, pick.item, what, plural=pick.mode == "together")
        return f"{self.say(pick.var).object}{self._how(pick)}"

    def set_of(self, pick: t.Pick) -> tuple[Things, t.Pick]:
        """What may be chosen; and the choice without what it says of the things together, if that is said."""
        things = self.things(pick.set)
        if pick.having is None or things.whole:
            return things, pick
        tests = operands(pick.having) if isinstance(pick.having, t.Logic) else [pick.having]
        joined = not isinstance(pick.having, t.Logic) or pick.having.op == "and"
        for test in tests:
            said = self.together(things, pick, test) if joined else None
            if said is None:
                return self.things(pick.set), pick
            things = said
        return things, replace(pick, having=None)

    def _how(self, pick: t.Pick) -> str:
        """What stands behind a choice: one at a time, at random, with which test."""
        text = " at random" if pick.mode == "random" else ""
        if pick.mode == "stepwise" and not _at_most_one(pick):
            text += ", one at a time"
        if pick.having is not None:
            text += f", so that {self.clause(pick.having)}"
        return text

    def each_by_itself(self, pick: t.Pick, name: Name) -> None:
        """What is done with each thing chosen is told of "each of them"."""
        if _is_one(pick) or pick.mode == "together":
            return
        name.said, name.first, name.plural = False, "each of them", False
        name.later = f"that {self.words.noun(pick.item)[0]}"
        name.pronoun = self.words.pronoun(pick.item)

    def _merged(self, choose: t.Choose) -> str:
        pick = choose.pick
        subject = None if pick.seat is None or _is_me(pick.seat) else self.phrase(pick.seat)
        plural = not _is_one(pick)
        things, pick = self.set_of(pick)
        self.call(pick.var, pick.item, self._count(pick, things), plural=plural)
        text = self.short(choose.body[0]) + self._how(pick)
        self.forget(pick.var)
        if subject is not None and self._is_order(choose.body[0]):
            verb = f"may {text}" if self._may(choose) else text if subject.plural else third(text)
            return f"{subject.text} {verb}"
        if subject is not None:
            verb = "may choose" if self._may(choose) else agree("chooses", subject.plural)
            return f"{subject.text} {verb}: {text}"
        return f"you may {text}" if self._may(choose) and not text.startswith("you ") else text

    def _menu(self, menu: t.Menu) -> str:
        options = [self._option(branch) for branch in menu.branches]
        return (
            f"{self._head(menu, 'one')}: {'; or '.join(filter(None, ('; '.join(options[:-1]), options[-1])))}"
        )

    def _option(self, branch: t.MenuBranch) -> str:
        text = "do nothing" if [type(s) for s in branch.body] == [t.Stop] else self.joined(branch.body)
        return text if branch.test is None else f"{text} (if {self.clause(branch.test)})"

    def _head(self, choose: t.Choose | t.Menu, what: str) -> str:
        seat = choose.pick.seat if isinstance(choose, t.Choose) else choose.seat
        may = self._may(choose)
        if seat is None or _is_me(seat):
            return f"you may choose {what}" if may else f"choose {what}"
        subject = self.phrase(seat)
        return f"{subject.text} {'may choose' if may else agree('chooses', subject.plural)} {what}"

    def _for(self, loop: t.For) -> str:
        self._go_through(loop)
        if _uses(loop.body, loop.var) and not isinstance(loop.body[0], t.If | t.For | t.Menu):
            text = self.joined(loop.body)
        else:
            text = f"for {self.say(loop.var).object}, {self.joined(loop.body)}"
        self.forget(loop.var)
        return text

    def _go_through(self, loop: t.For) -> None:
        of = self.seen(loop.set)
        things = self.things(of)
        first = things.the() if _is_top_one(of) else things.each()
        self.call(loop.var, self.item(of), first)

    # --- what needs lines of its own ---------------------------------------------------------------

    def _long(self, statement: t.Stmt, depth: int) -> list[Line]:
        match statement:
            case t.If(test=test, then=then, other=other):
                found = [Line(depth, f"If {self.clause(test)}:"), *self.lines(then, depth + 1)]
                return found + ([Line(depth, "Otherwise:"), *self.lines(other, depth + 1)] if other else [])
            case t.For():
                self._go_through(statement)
                head = f"For {self.say(statement.var).object}:"
                body = self.lines(statement.body, depth + 1)
                self.forget(statement.var)
                return [Line(depth, head), *body]
            case t.RepeatTimes(times=times, body=body):
                return [Line(depth, capital(f"{self._times(times)}:")), *self.lines(body, depth + 1)]
            case t.RepeatWhile(test=test, body=body):
                head = f"As long as {self.clause(test)}:"
                return [Line(depth, head), *self.lines(body, depth + 1)]
            case t.Menu():
                return self._long_menu(statement, depth)
        assert isinstance(statement, t.Choose), statement
        return self._long_choice(statement, depth)

    def _long_menu(self, menu: t.Menu, depth: int) -> list[Line]:
        found = [Line(depth, capital(f"{self._head(menu, 'one')}:"))]
        for branch in menu.branches:
            test = "" if branch.test is None else f", if {self.clause(branch.test)}"
            found += [
                Line(depth + 1, f"{capital(plain(branch.id))}{test}:"),
                *self.lines(branch.body, depth + 2),
            ]
        return found

    def _long_choice(self, choose: t.Choose, depth: int) -> list[Line]:
        things, pick = self.set_of(choose.pick)
        many = pick.mode == "together"
        what = self._count(pick, things)
        name = self.call(pick.var, pick.item, what, plural=many, adjective="" if many else "chosen")
        head = self._head(choose, self.say(pick.var).object)
        head = self._tailed(head + self._how(pick))
        stops = [type(s) for s in choose.body] == [t.Stop]
        self.each_by_itself(pick, name)
        if stops and not choose.other:
            return [Line(depth, sentence(head))]
        found = [Line(depth, capital(f"{head}:")), *self.lines(choose.body, depth + 1)]
        self.forget(pick.var)
        if choose.other:
            found += [Line(depth, "If none is chosen:"), *self.lines(choose.other, depth + 1)]
        return found


def plain_local(local: str) -> str:
    return plain(local.rpartition("_")[0] or local)


def _is_me(seat: t.Expr) -> bool:
    return isinstance(seat, t.Local) and seat.name == "me"


def _is_one(pick: t.Pick) -> bool:
    """Whether exactly one thing is picked, or at most one."""
    return pick.mode == "one" or (_at_most_one(pick) and pick.mode != "together")


def _at_most_one(pick: t.Pick) -> bool:
    return isinstance(pick.most, t.Const) and pick.most.value == 1


def _uses(body: Sequence[t.Stmt], var: str) -> int:
    return sum(isinstance(node, t.Local) and node.name == var for each in body for node in walk(each))


def _is_top_one(of: t.Expr) -> bool:
    return (
        isinstance(of, t.BuiltIn)
        and of.name == "top"
        and isinstance(of.args[1], t.Const)
        and of.args[1].value == 1
    )


def _is_path(expr: t.Expr) -> bool:
    """Whether a value is a field of something named, or named itself."""
    while not isinstance(expr, t.Local | t.Const):
        of = getattr(expr, "of", None)
        if not isinstance(of, t.Expr):
            return isinstance(expr, t.GameField | t.TurnField | t.SettingValue | t.Counter)
        expr = of
    return True
