"""Calls of verbs, built-in changes and writes in words."""

from __future__ import annotations

import re
from collections.abc import Mapping

from rulewright.dsl import typed as t
from rulewright.dsl.english.base import is_test
from rulewright.dsl.english.patterns import Pattern
from rulewright.dsl.english.phrases import YOU, Phrase
from rulewright.dsl.english.values import ValueReader
from rulewright.dsl.english.words import a, agree, listed, plain, third
from rulewright.dsl.scope import item_type
from rulewright.model.types import SEAT, PlacementType


class ChangeReader(ValueReader):
    def doing(self, verb: str, args: tuple[t.Expr, ...]) -> str:
        """A call as something to do, or as what happens to its subject."""
        given = dict(zip(self.game.verbs[verb].params, args, strict=True))
        return self.event(verb, given)

    def event(
        self, verb: str, given: Mapping[str, t.Expr], *, doer: Phrase | None = None, would: bool = False
    ) -> str:
        """The wording of a verb.

        Args:
            doer: goes in front of what has no subject of its own.
            would: tell of what does not come about, as something else happens instead.
        """
        forms = self.words.patterns("verbs", verb)
        helper = "would " if would else ""
        if forms and (first := forms[0].subject) is not None:
            arg = given.get(first.name)
            phrase = self.phrase(arg) if arg is not None else Phrase(f"a {plain(first.name)}")
            text = agree(self.fill(forms[0], given, behind=True), phrase.plural or would)
            return f"{phrase.text} {'would be' + text[3:] if would and text[:4] == 'are ' else helper + text}"
        if forms:
            doer = None if forms[0].is_clause else doer
            text = self.fill(forms[0] if doer in (None, YOU) else _of_another(forms[0]), given)
        else:
            left = dict(given)
            first_param = next(iter(given), None)
            if doer is not None and first_param is not None and given[first_param].type == SEAT:
                doer = self.phrase(left.pop(first_param))
            others = [self.phrase(arg).object for arg in left.values() if not self._is_free(arg)]
            text = " ".join([plain(verb), *others[:1]])
            text += f" with {listed(others[1:])}" if len(others) > 1 else ""
        if doer is None:
            return text
        return f"{doer.text} {helper}{text if would or doer.plural else third(text)}"

    def _change(self, name: str, args: tuple[t.Expr, ...]) -> str:
        match name:
            case "move":
                return self._move(*args)
            case "draw":
                return self._draw(*args)
            case "shuffle" | "refill":
                return f"{name} {self._where(args[0])[1]}"
            case "replace_all":
                return f"discard everything in {self._where(args[0])[1]} and refill it"
            case "roll":
                return f"roll {self._what(args[0])}"
            case "replace":
                by, what = self.phrase(args[1]).object, self.phrase(args[0])
                return f"put {by} in {what.whose} place, and {what.object} {_into(self._where(args[2]))}"
        if len(args) > 1:
            return f"put {self._what(args[0])} on {self.phrase(args[1]).object}"
        verb = "fill" if isinstance(args[0].type, PlacementType) else "place"
        return f"{verb} {self._what(args[0])}"

    def _what(self, expr: t.Expr) -> str:
        """A thing, or all things of a list."""
        seen = self.seen(expr)
        if item_type(seen.type) is None or isinstance(seen, t.Local):
            return self.phrase(seen).object
        things = self.things(seen)
        return things.all() if isinstance(seen, t.Zone | t.Filter) else things.the()

    def _where(self, zone: t.Expr) -> tuple[str, str]:
        return self.place(zone) if isinstance(zone, t.Zone) else ("in", self.phrase(zone).object)

    def _move(self, what: t.Expr, to: t.Expr) -> str:
        text = self._what(what)
        if self._is_own(to):
            return f"take {text}"
        return f"put {text} {_into(self._where(to))}"

    def _is_own(self, to: t.Expr) -> bool:
        """Whether a zone is what `me` has, as "your items" are."""
        return (
            isinstance(to, t.Zone)
            and isinstance(to.seat, t.Local)
            and to.seat.name == "me"
            and self.words.zone(to.name)[1] == self.noun_things(to).many
        )

    def _draw(self, source: t.Expr, n: t.Expr, to: t.Expr) -> str:
        things = self.noun_things(source)
        drawn = f"{self.amount(n, things.one, things.many)} from {self._where(source)[1]}"
        assert isinstance(to, t.Zone)
        held = to.seat is not None and self.words.zone(to.name)[1] in ("hand", things.many)
        if not held or to.seat is None:
            return self._tailed(f"draw {drawn} {_into(self._where(to))}")
        subject = self.phrase(to.seat)
        if subject.own == "your":
            return self._tailed(f"draw {drawn}")
        return self._tailed(f"{subject.text} {agree('draws', subject.plural)} {drawn}")

    def _tailed(self, text: str) -> str:
        text += "".join(self.tails)
        self.tails = []
        return text

    def _set(self, statement: t.Set) -> str:
        place, op, value = statement.place, statement.op, self.seen(statement.value)
        if op == "=":
            return self._tailed(self._written(place, value))
        if isinstance(place, t.SeatField) and self.words.is_counted("seat", place.field):
            subject = self.phrase(place.of)
            verb = "gains" if op == "+=" else "loses"
            rest = self.amount(value, *self.words.counted("seat", place.field))
            text = f"{agree(verb, subject.plural)} {rest}"
            return self._tailed(text if subject.own == "your" else f"{subject.text} {text}")
        verb = "increase" if op == "+=" else "reduce"
        return f"{verb} {self.phrase(place).object} by {self.phrase(value).text}"

    def _written(self, place: t.Expr, value: t.Expr) -> str:
        field = self._field_of(place)
        assert field is not None, place
        of, owner, name = field
        if is_test(place):
            return self._becomes(place, value)
        if forms := self.words.field_says(owner, name):
            subject = "" if of is None else self.phrase(of)
            said = self.form(forms, {"value": value}, True)
            if isinstance(subject, str):
                return said
            said = f"is {a(said)}" if self.words.gives_noun(owner, name) else said
            said = f"becomes{said[2:]}" if said.startswith("is ") else said
            return f"{subject.text} {agree(said, subject.plural)}"
        if isinstance(place, t.SeatField) and self.words.is_counted("seat", name):
            return f"set {self.phrase(place).object} to {self.phrase(value).text}"
        return f"set {self.phrase(place).object} to {self.phrase(value).object}"

    def _becomes(self, place: t.Expr, value: t.Expr) -> str:
        """A yes-or-no field that is written."""
        if not isinstance(value, t.Const):
            return f"from now on {self.clause(place)} exactly if {self.clause(value)}"
        claim, now = self.claim(place), bool(value.value)
        if claim.subject is None:
            return claim.rest(now)
        subject, text = self.phrase(claim.subject), claim.rest(now)
        if text.startswith("is not "):
            text = f"is no longer {text[7:]}"
        elif text.startswith("is "):
            text = f"becomes {text[3:]}"
        return f"{subject.text} {agree(text, subject.plural)}"

    def _is_order(self, statement: t.Stmt) -> bool:
        """Whether a sentence tells somebody to do something, without a subject."""
        if isinstance(statement, t.VerbCall):
            forms = self.words.patterns("verbs", statement.verb)
            return not forms or not forms[0].is_clause
        if isinstance(statement, t.Set):
            field = self._field_of(statement.place)
            assert field is not None, statement
            return not is_test(statement.place) and not self.words.field_says(field[1], field[2])
        return isinstance(statement, t.Primitive)


def _of_another(pattern: Pattern) -> Pattern:
    """What one is told to do, as what somebody else does: "gather your tiles" with "their" tiles."""
    return Pattern(tuple(_not_you(part) if isinstance(part, str) else part for part in pattern.parts))


def _not_you(text: str) -> str:
    return re.sub(r"\byou\b", "them", re.sub(r"\byour\b", "their", text))


def _into(where: tuple[str, str]) -> str:
    preposition, noun = where
    return f"{'into' if preposition == 'in' else preposition} {noun}"
