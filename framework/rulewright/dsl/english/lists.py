"""Lists in words: a noun with what tells which things are meant."""

from __future__ import annotations

from dataclasses import replace

from rulewright.dsl import typed as t
from rulewright.dsl.english.base import is_test
from rulewright.dsl.english.claims import ClaimReader, one_pair, operands
from rulewright.dsl.english.patterns import Place
from rulewright.dsl.english.phrases import WHICH, WHO, Things
from rulewright.dsl.english.words import agree, listed, plain
from rulewright.dsl.scope import item_type
from rulewright.dsl.visit import walk
from rulewright.model.types import INT, EnumType, Type


class ListReader(ClaimReader):
    def item(self, expr: t.Expr) -> Type:
        return item_type(expr.type) or INT

    def noun_things(self, expr: t.Expr) -> Things:
        """Things of which nothing is known but what they are."""
        item = self.item(expr)
        one, many = self.words.noun(item)
        return Things(one, many, pronoun=self.words.pronoun(item))

    def things(self, expr: t.Expr) -> Things:
        expr = self.seen(expr)
        match expr:
            case t.Filter(set=of, var=var, test=test):
                return self.qualified(self.things(of), var, self.item(of), test)
            case t.Zone():
                return self._zone(expr)
            case t.Members():
                return self.noun_things(expr)
            case t.BuiltIn():
                return self._built_list(expr)
            case t.ValueCall(name=name, args=args):
                return self._value_list(expr, name, args)
            case t.ListOf(items=items):
                return self.as_called(expr, listed([self.phrase(item).object for item in items]))
            case t.RangeOf(low=low, high=high):
                text = f"from {self.phrase(low).text} to {self.phrase(high).text}"
                return replace(self.noun_things(expr), after=(text,))
            case t.Map():
                return self._mapped(expr)
            case t.Conditional(test=test, then=then, other=other):
                text = (
                    f"{self.things(then).the()} if {self.clause(test)}, otherwise {self.things(other).the()}"
                )
                return self.as_called(expr, text)
        if (field := self._field_of(expr)) is not None:
            return self._list_field(expr, *field)
        return self.as_called(expr, self.phrase(expr).object)

    def as_called(self, expr: t.Expr, text: str) -> Things:
        """A list that has no noun of its own."""
        return replace(self.noun_things(expr), whole=text)

    # --- where things are ----------------------------------------------------------------------

    def place(self, zone: t.Zone) -> tuple[str, str]:
        """A zone with its preposition: ("in", "your hand")."""
        preposition, noun = self.words.zone(zone.name)
        if zone.seat is None:
            whole = self.words.has_preposition(zone.name) or noun.startswith("the ")
            return preposition, noun if whole else f"the {noun}"
        return preposition, f"{self.phrase(zone.seat).whose} {noun.removeprefix('the ')}"

    def _zone(self, zone: t.Zone) -> Things:
        things = self.noun_things(zone)
        _, noun = self.words.zone(zone.name)
        if zone.seat is not None and noun == things.many:
            return replace(things, owner=self.phrase(zone.seat).whose)
        return replace(things, after=(" ".join(self.place(zone)),))

    def _list_field(self, expr: t.Expr, of: t.Expr | None, owner: str, name: str) -> Things:
        things = self.noun_things(expr)
        words = self.words.words("fields", f"{owner}.{name}")
        if len(words) == 2:
            things = replace(things, one=words[0], many=words[1])
        elif words or plain(name) not in things.many:
            text = words[0] if words else plain(name)
            if of is not None:
                return self.as_called(expr, f"{self.phrase(of).whose} {text}")
            return self.as_called(expr, text if text.startswith("the ") else f"the {text}")
        return replace(things, owner=self.phrase(of).whose) if of is not None else things

    # --- which of them -------------------------------------------------------------------------

    def qualified(self, things: Things, var: str, item: Type, test: t.Expr) -> Things:
        """Those of which a test is true."""
        if things.whole:
            things = Things(f"one of {things.whole}", things.whole, pronoun=things.pronoun)
        if not (isinstance(test, t.Logic) and test.op == "or"):
            for each in operands(test):
                things = self._qualify(things, var, item, each)
            return things
        alternatives = [self._about(each, var) for each in operands(test)]
        if all(alternatives):
            return things.saying(_either([text for text in alternatives if text is not None]))
        return self._for_which(things, var, item, test)

    def called_so(self, things: Things, var: str, test: t.Expr) -> Things | None:
        """Things called by the symbol that they have: "ships" of the cards whose sort is ship."""
        match test:
            case t.Compare(op="==", left=left, right=t.Const(type=EnumType(enum), value=value)):
                field = self._field_of(self.seen(left))
                if field is None or not (isinstance(field[0], t.Local) and field[0].name == var):
                    return None
                plain_noun = things.one == self.words.noun(field[0].type)[0] and not things.whole
                if plain_noun and self.words.gives_noun(field[1], field[2]):
                    one, many = self.words.symbol_noun(enum, self.game.enums[enum][int(value)])
                    return replace(things, one=one, many=many)
        return None

    def _qualify(self, things: Things, var: str, item: Type, test: t.Expr) -> Things:
        if (called := self.called_so(things, var, test)) is not None:
            return called
        if (said := self._about(test, var)) is not None:
            return things.saying(said)
        holds = True
        while isinstance(test, t.Not):
            test, holds = test.of, not holds
        if isinstance(test, t.Logic):
            alternatives = [self._about(each, var) for each in operands(test)]
            if test.op == "or" and holds and all(alternatives):
                return things.saying(_either([text for text in alternatives if text is not None]))
        elif _once(test, var) and (subject := self.claim(test).subject) is not None and _root(subject) == var:
            name = self.call(var, item, "which")
            name.said, name.pronoun = True, WHO if things.are_people else WHICH
            self.focus = name
            clause = self.clause(test, holds)
            self.forget(var)
            return things.which(clause)
        return self._for_which(things, var, item, test if holds else t.Not(test.type, 0, 0, test))

    def _for_which(self, things: Things, var: str, item: Type, test: t.Expr) -> Things:
        name = self.call(var, item)
        name.said, self.focus = True, name
        clause = self.clause(test)
        self.forget(var)
        return things.which(f"for {'whom' if things.are_people else 'which'} {clause}")

    def together(self, things: Things, pick: t.Pick, test: t.Expr) -> Things | None:
        """The things of which a test is true together; None if it cannot be said behind their noun."""
        if (said := self._about(test, pick.var)) is not None:
            clause = f"together {agree(said, True)}"
            return replace(things, that=(*things.that, (clause, clause)))
        subject = None if isinstance(test, t.Not) or not _once(test, pick.var) else self.claim(test).subject
        match subject:
            case t.BuiltIn(name="sum" | "max" | "min", args=(t.Map(set=t.Local(name=name)) as of, *_)):
                field = self._field_of(self.seen(of.value))
                if name == pick.var and field is not None and isinstance(field[0], t.Local):
                    self.call(pick.var, pick.item).first = "which"
                    clause = self.clause(test)
                    self.forget(pick.var)
                    return things.which(clause)
        return None

    def _about(self, test: t.Expr, var: str) -> str | None:
        """What a test says of a local; None if it is about something else."""
        holds = True
        while isinstance(test, t.Not):
            test, holds = test.of, not holds
        if isinstance(test, t.Logic) or not _once(test, var):
            return None
        claim = self.claim(test)
        subject = None if claim.subject is None else self.seen(claim.subject)
        if not (isinstance(subject, t.Local) and subject.name == var):
            return None
        return claim.rest(holds)

    # --- built in and declared -----------------------------------------------------------------

    def _built_list(self, expr: t.BuiltIn) -> Things:
        args, things = expr.args, self.noun_things(expr)
        match expr.name:
            case "neighbours":
                return replace(things, after=(f"next to {self.phrase(args[0]).object}",))
            case "around":
                return replace(things, after=(f"around {self.phrase(args[0]).object}",))
            case "row_of" | "column_of":
                return replace(things, after=(f"in {self.phrase(args[0]).whose} {expr.name[:-3]}",))
            case "row" | "column":
                return replace(
                    things, after=(f"in {expr.name} {self._from_one(args[1])} of {self._grid(args[0])}",)
                )
            case "parts":
                return replace(things, after=(" ".join(self.place(_zone_of(args[0]))),))
            case "cells":
                where = f"of {self._grid(args[0])}"
                shaped = len(args) > 1 and not isinstance(args[1], t.Const)
                return replace(things, after=(f"{where} in {self._shape(args[1])}" if shaped else where,))
            case "between":
                both = f"{self.phrase(args[0]).object} and {self.phrase(args[1]).object}"
                return replace(things, after=(f"in the straight line between {both}",))
            case "placements":
                return self._placements(things, *args)
            case "union":
                return self._union(expr)
            case "top":
                return self._top(expr)
            case "distinct":
                of = self.things(args[0])
                text = (
                    f"the different ones among {of.whole}" if of.whole else f"the different {of.bare(True)}"
                )
                return self.as_called(expr, text)
            case "ordered":
                return self.as_called(
                    expr, f"{self.things(args[0]).the()}, in the order of {self.phrase(args[1]).object}"
                )
            case "pairs":
                return self._pairs(expr)
            case "clockwise":
                return self.as_called(
                    expr, f"the {things.many}, clockwise from {self.phrase(args[0]).object}"
                )
            case "snake":
                start = self.phrase(args[0]).object
                return self.as_called(expr, f"the {things.many}, clockwise from {start} and then back again")
            case "rivals":
                mine = isinstance(args[0], t.Local) and args[0].name == "me"
                owner = "" if mine else self.phrase(args[0]).whose
                return replace(things, one="rival", many="rivals", owner=owner)
        return self.as_called(expr, self.phrase(expr).object)

    def _from_one(self, expr: t.Expr) -> str:
        expr = self.seen(expr)
        return str(int(expr.value) + 1) if isinstance(expr, t.Const) else f"{self.phrase(expr).text} (from 0)"

    def _grid(self, expr: t.Expr) -> str:
        return self.place(expr)[1] if isinstance(expr, t.Zone) else self.phrase(expr).object

    def _shape(self, expr: t.Expr) -> str:
        return self.phrase(expr).object

    def _placements(self, things: Things, of: t.Expr, on: t.Expr) -> Things:
        preposition, grid = self.place(_zone_of(on))
        what = self.phrase(of).object if item_type(of.type) is None else self.things(of).any()
        return replace(things, after=(f"for {what} {preposition} {grid}",))

    def _union(self, expr: t.BuiltIn) -> Things:
        of = self.seen(expr.args[0])
        if not isinstance(of, t.ListOf):
            return self.as_called(expr, f"all of {self.phrase(of).object}")
        found = [self.things(item) for item in of.items]
        first = found[0]
        if all(
            replace(each, after=()) == replace(first, after=()) and len(each.after) == 1 for each in found
        ):
            return replace(first, after=(_joined([each.after[0] for each in found]),))
        return self.as_called(expr, listed([each.the() for each in found]))

    def _top(self, expr: t.BuiltIn) -> Things:
        of, n = expr.args
        things = self.things(of)
        number = self.seen(n)
        many = not (isinstance(number, t.Const) and number.value == 1)
        lead = f"first {self.phrase(number).text}" if many else "first"
        if things.whole:
            return self.as_called(expr, f"the {lead} of {things.whole}")
        owner = things.owner or "the"
        return self.as_called(expr, f"{owner} {lead} {things.bare(many)}")

    def _pairs(self, expr: t.BuiltIn) -> Things:
        args = expr.args
        first = self.things(args[0])
        if len(args) < 2 or isinstance(args[1], t.Const):
            one = f"pair of {f'{first.owner} ' if first.owner else ''}{first.bare(True)}"
            return Things(one, f"pairs{one[4:]}")
        one = f"pair of {first.an()} and {self.things(args[1]).an()}"
        return Things(one, f"pairs{one[4:]}")

    def _mapped(self, expr: t.Map) -> Things:
        things = self.things(expr.set)
        item = self.item(expr.set)
        field = self._field_of(self.seen(expr.value))
        if field is not None and isinstance(field[0], t.Local) and field[0].name == expr.var:
            noun = self.words.field(field[1], field[2]).removeprefix("the ")
            return self.as_called(expr, f"the {noun} of {things.each()}")
        if isinstance(expr.value, t.EntryOf) and _root(expr.value) == expr.var:
            return self.as_called(expr, f"the name of {things.each()}")
        self.call(expr.var, item, things.each())
        text = self.clause(expr.value) if is_test(expr.value) else self.phrase(expr.value).text
        self.forget(expr.var)
        return self.as_called(expr, text)

    def _value_list(self, expr: t.Expr, name: str, args: tuple[t.Expr, ...]) -> Things:
        forms = self.words.patterns("values", name)
        given = dict(zip(self.game.values[name].params, args, strict=True))
        if not forms:
            return self.as_called(expr, self.phrase(expr).text)
        things = self.noun_things(expr)
        first = forms[-1].parts[0] if forms[-1].parts else None
        owner = ""
        if isinstance(first, Place) and first.possessive:
            owner = self.phrase(given[first.name]).whose
        texts = [self.fill(form, given, behind=bool(owner)) for form in forms]
        if len(texts) == 1:
            return self.as_called(expr, f"{owner} {texts[0]}".strip())
        return replace(things, one=texts[0], many=texts[1], owner=owner)


def _zone_of(expr: t.Expr) -> t.Zone:
    assert isinstance(expr, t.Zone), expr
    return expr


def _once(test: t.Expr, var: str) -> bool:
    """Whether a test speaks of a local once, or of the two things of a pair."""
    if isinstance(test, t.BuiltIn) and test.name == "diagonal" and one_pair(*test.args):
        return True
    return sum(isinstance(node, t.Local) and node.name == var for node in walk(test)) == 1


def _root(expr: t.Expr) -> str | None:
    """The local of which a chain of fields is told."""
    while not isinstance(expr, t.Local):
        of = getattr(expr, "of", None)
        if not isinstance(of, t.Expr):
            return None
        expr = of
    return expr.name


def _either(found: list[str]) -> str:
    """Several things said of one, of which one is true."""
    if not all(text.startswith("is ") for text in found):
        return listed(found, "or")
    return _joined(found)


def _joined(places: list[str]) -> str:
    """Places with one beginning, told once: "in its row or column"."""
    words = [place.split(" ") for place in places]
    shared = 0
    while shared < min(map(len, words)) - 1 and len({tuple(each[: shared + 1]) for each in words}) == 1:
        shared += 1
    lead = " ".join(words[0][:shared])
    return f"{lead} {listed([' '.join(each[shared:]) for each in words], 'or')}".strip()
