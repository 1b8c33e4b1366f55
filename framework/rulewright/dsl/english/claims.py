"""Tests in words: what is said of what, and its contrary."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from rulewright.dsl import typed as t
from rulewright.dsl.english.base import Claim, Reader, is_test
from rulewright.dsl.english.patterns import Pattern
from rulewright.dsl.english.phrases import Phrase, Said
from rulewright.dsl.english.words import a, agree, base, listed, plain, says_what_it_is
from rulewright.model.types import Type

_BELONGS = ("does not belong", "belongs")
_OTHER = {"and": "or", "or": "and"}
_ORDERS = {
    ">": ("is more than", "is at most"),
    "<": ("is less than", "is at least"),
    ">=": ("is at least", "is less than"),
    "<=": ("is at most", "is more than"),
}
MUCH = {">": "more than", "<": "fewer than", ">=": "at least", "<=": "at most", "==": "exactly"}
_CONTRARY = {">": "<=", "<": ">=", ">=": "<", "<=": ">", "==": "!=", "!=": "=="}


def field_of(expr: t.Expr) -> tuple[t.Expr | None, str, str] | None:
    """Whose field a value is (None: the game's), its owner as in `texts`, and its name."""
    match expr:
        case t.FixedField(of=of, kind=kind, field=field) | t.StateField(of=of, kind=kind, field=field):
            return of, kind, field
        case t.SeatField(of=of, field=field):
            return of, "seat", field
        case t.Derived(of=of, kind=kind, field=field):
            return of, kind, field
        case t.FormulaCall(of=of, kind=kind, formula=formula, args=()):
            return of, kind, formula
        case t.GameField(field=field):
            return None, "game", field
        case t.TurnField(field=field):
            return None, "turn", field
    return None


class ClaimReader(Reader):
    def clause(self, expr: t.Expr, holds: bool = True) -> str:
        """A test, or its contrary, as a clause."""
        expr = self.seen(expr)
        match expr:
            case t.Not(of=of):
                return self.clause(of, not holds)
            case t.Logic(op=op):
                op = op if holds else _OTHER[op]
                parts = [self._part(part, holds, op) for part in operands(expr)]
                return listed(parts, op)
        claim = self.claim(expr)
        if claim.subject is None:
            return claim.rest(holds)
        subject = self.phrase(claim.subject)
        return f"{subject.text} {agree(claim.rest(holds), subject.plural)}"

    def _part(self, expr: t.Expr, holds: bool, op: str) -> str:
        inner = self.seen(expr)
        mixed = isinstance(inner, t.Logic) and (inner.op if holds else _OTHER[inner.op]) != op
        text = self.clause(inner, holds)
        return f"{'both' if op == 'or' else 'either'} {text}" if mixed else text

    # --- one test ------------------------------------------------------------------------------

    def claim(self, expr: t.Expr) -> Claim:
        """What a test that is no `and`, `or`, `not` says of what."""
        expr = self.seen(expr)
        if (field := self._field_of(expr)) is not None:
            return self._of_field(expr, *field)
        match expr:
            case t.Compare():
                return self._compare(expr)
            case t.Has(of=of):
                return self._has(self.seen(of))
            case t.BuiltIn():
                return self._built_in(expr)
            case t.ValueCall(name=name, args=args):
                return self._value(name, args)
            case t.CanCall(verb=verb, args=args):
                return self._can(verb, args)
            case t.SettingValue(name=name):
                return Claim(None, Said(f'"{plain(name)}" is on', f'"{plain(name)}" is off').verb)
            case t.Const(value=value):
                return Claim(None, lambda holds: f"this is {'always' if value == holds else 'never'} so")
            case t.Conditional(test=test, then=then, other=other):
                return Claim(None, lambda holds: self._conditional(test, then, other, holds))
        return Claim(expr, Said("is true", "is false").verb)

    def _conditional(self, test: t.Expr, then: t.Expr, other: t.Expr, holds: bool) -> str:
        return f"{self.clause(then, holds)} (if {self.clause(test)}; otherwise {self.clause(other, holds)})"

    def _field_of(self, expr: t.Expr) -> tuple[t.Expr | None, str, str] | None:
        """As `field_of`, with the owner that declares a field which a part has from what it bears."""
        field = field_of(expr)
        if field is None:
            return None
        of, owner, name = field
        kind = self.game.kinds.get(owner)
        if kind is not None and kind.bears is not None:
            own = {*kind.fields, *kind.state, *kind.derived, *kind.formulas}
            owner = owner if name in own else kind.bears
        return of, owner, name

    def _of_field(self, expr: t.Expr, of: t.Expr | None, owner: str, name: str) -> Claim:
        if forms := self.words.patterns("fields", f"{owner}.{name}"):
            return Claim(of, lambda holds: self.form(forms, {}, holds))
        words = plain(name)
        if of is None:
            return Claim(None, Said(f'"{words}" is true', f'"{words}" is not true').verb)
        return Claim(of, Said(words if says_what_it_is(name) else f"is {words}").verb)

    # --- comparisons ---------------------------------------------------------------------------

    def _compare(self, expr: t.Compare) -> Claim:
        left, right = self.seen(expr.left), self.seen(expr.right)
        if isinstance(left, t.Const) and not isinstance(right, t.Const) and expr.op in ("==", "!="):
            left, right = right, left
        turned = expr.op in ("!=", "not in")
        if expr.op in ("in", "not in"):
            entry = isinstance(left, t.EntryOf) and isinstance(right, t.ListOf)
            return Claim(
                left.of if entry and isinstance(left, t.EntryOf) else left,
                lambda h: self._is(self._among(right), h != turned),
            )
        if expr.op in ("==", "!=") and (said := self._equals(left, right)) is not None:
            return Claim(said.subject, lambda h: said.rest(h != turned))
        if isinstance(left, t.SeatField) and self.words.is_counted("seat", left.field):
            noun = self.words.counted("seat", left.field)
            return Claim(left.of, lambda h: self._much(expr.op if h else _CONTRARY[expr.op], right, *noun))
        if isinstance(left, t.BuiltIn) and left.name == "count":
            return self._counted(left.args[0], expr.op, right)
        if isinstance(left, t.ValueCall) and (form := self.words.measure(left.name)) is not None:
            return self._measured(left, form, expr.op, right)
        if isinstance(left, t.BuiltIn) and left.name == "distance":
            one, other = left.args[:2]
            if isinstance(other, t.Local) and not isinstance(one, t.Local):
                one, other = other, one
            return Claim(one, lambda h: self._far(expr.op if h else _CONTRARY[expr.op], right, other))
        if expr.op in _ORDERS:
            return Claim(left, lambda h: f"{_ORDERS[expr.op][not h]} {self.phrase(right).object}")
        return Claim(left, lambda h: self._is(self.phrase(right).object, h != turned))

    def _is(self, what: str, holds: bool) -> str:
        return f"is {what}" if holds else f"is not {what}"

    def _equals(self, left: t.Expr, right: t.Expr) -> Claim | None:
        """What `==` says in words of its own; None if it is that one is the other."""
        if isinstance(left, t.TurnField) and left.field == "seat":
            return Claim(None, lambda h: f"it is {'' if h else 'not '}{self.phrase(right).whose} turn")
        if is_test(left):
            return Claim(None, lambda h: self._same_answer(left, right, h))
        if (field := self._field_of(left)) is not None:
            of, owner, name = field
            if self.words.gives_noun(owner, name):
                return Claim(of, lambda h: self._is(a(self.phrase(right).object), h))
            if forms := self.words.field_says(owner, name):
                return Claim(of, lambda h: self.form(forms, {"value": right}, h))
        if isinstance(left, t.OwnerOf):
            return Claim(left.of, lambda h: f"{_BELONGS[h]} to {self.phrase(right).object}")
        if isinstance(left, t.EntryOf):
            return Claim(left.of, lambda h: self._is(self._same(right), h))
        return None

    def _measured(self, left: t.ValueCall, form: Pattern, op: str, right: t.Expr) -> Claim:
        """A number that is worded as a clause, `{a} is {value square} from {b}`, compared with another."""
        given = dict(zip(self.game.values[left.name].params, left.args, strict=True))

        def told(holds: bool) -> str:
            now = op if holds else _CONTRARY[op]
            self.measure = {"==": "", "!=": "not ", "<": "fewer than "}.get(now) or f"{MUCH.get(now, '')} "
            text = self.fill(form, {**given, "value": right}, behind=True)
            self.measure = ""
            return text

        assert form.subject is not None
        return Claim(given[form.subject.name], told)

    def _far(self, op: str, right: t.Expr, other: t.Expr) -> str:
        """How many squares from something."""
        often = f"{'not ' if op == '!=' else ''}{'fewer than' if op == '<' else MUCH[op.replace('!', '=')]}"
        return f"is {often} {self.amount(right, 'square', 'squares')} from {self.phrase(other).object}"

    def _same(self, right: t.Expr) -> str:
        if isinstance(right, t.EntryOf):
            return f"the same as {self.phrase(right.of).object}"
        return self.phrase(right).object

    def _same_answer(self, left: t.Expr, right: t.Expr, holds: bool) -> str:
        if holds:
            return f"{self.clause(left)} exactly when {self.clause(right)}"
        return f"either {self.clause(left)} or {self.clause(right)}, and not both"

    def _among(self, of: t.Expr) -> str:
        match of:
            case t.ListOf(items=items):
                return listed([self.phrase(item).object for item in items], "or")
            case t.RangeOf(low=low, high=high):
                return f"from {self.phrase(low).text} to {self.phrase(high).text}"
        return f"one of {self.things(of).the()}"

    def _much(self, op: str, right: t.Expr, one: str, many: str) -> str:
        if op == "!=":
            return f"does not have exactly {self.amount(right, one, many)}"
        return f"has {MUCH[op]} {self.amount(right, one, many)}"

    def _counted(self, of: t.Expr, op: str, right: t.Expr) -> Claim:
        """How many things there are, or somebody has."""
        if isinstance(right, t.Const) and (op, int(right.value)) in ((">", 0), (">=", 1), ("!=", 0)):
            return self._any(of, True)
        if isinstance(right, t.Const) and (op, int(right.value)) in (("==", 0), ("<", 1), ("<=", 0)):
            return self._any(of, False)

        def told(holds: bool) -> str:
            things = self.things(of)
            now = op if holds else _CONTRARY[op]
            lead = "not exactly" if now == "!=" else MUCH[now]
            single = isinstance(right, t.Const) and right.value == 1
            verb, noun = _there(things.owner, not single)
            counted = things.bare(not single)
            return f"{noun} {verb} {lead} {self.phrase(right).text} {counted}"

        return Claim(None, told)

    # --- presence ------------------------------------------------------------------------------

    def _has(self, of: t.Expr) -> Claim:
        if (field := self._field_of(of)) is not None and field[0] is not None:
            noun = self.words.field(field[1], field[2]).removeprefix("the ")
            return Claim(field[0], Said(f"has {a(noun)}", f"has no {noun}").verb)
        if isinstance(of, t.OwnerOf):
            return Claim(of.of, Said("has an owner", "has no owner").verb)
        if isinstance(of, t.SettingValue):
            return Claim(None, Said(f'"{plain(of.name)}" is set', f'"{plain(of.name)}" is not set').verb)

        def told(holds: bool) -> str:
            text = self.phrase(of).text.removeprefix("the ")
            return f"there is {a(text)}" if holds else f"there is no {text}"

        return Claim(None, told)

    def _any(self, of: t.Expr, wanted: bool) -> Claim:
        of = self.seen(of)
        if isinstance(of, t.Map) and is_test(of.value):
            return Claim(None, lambda h: self._quantified(of, h == wanted))
        if isinstance(of, t.ListOf) and is_test(of.items[0]):
            return Claim(None, lambda h: self._tests(of, "or", h == wanted))
        return Claim(None, lambda h: self._there_is(of, h == wanted))

    def _there_is(self, of: t.Expr, holds: bool) -> str:
        things = self.things(of)
        if things.whole:
            return f"there is {'something' if holds else 'nothing'} among {things.whole}"
        verb, noun = _there(things.owner, not holds)
        return f"{noun} {verb} {things.any() if holds else things.no()}"

    def _tests(self, of: t.ListOf, op: str, holds: bool) -> str:
        return listed([self.clause(item, holds) for item in of.items], op if holds else _OTHER[op])

    def _quantified(self, of: t.Map, holds: bool) -> str:
        """What is said of some or none of a list."""
        lead = "at least one of" if holds else "none of"
        self.call(of.var, self.item(of.set), f"{lead} {self.things(of.set).the()}")
        text = self.clause(of.value)
        self.forget(of.var)
        return text

    def _all(self, of: t.Expr) -> Claim:
        of = self.seen(of)
        if isinstance(of, t.Map):
            return Claim(None, lambda h: self._every(of, h))
        if isinstance(of, t.ListOf):
            return Claim(None, lambda h: self._tests(of, "and", h))
        return Claim(None, lambda h: f"all of {self.phrase(of).object} are {'' if h else 'not '}true")

    def _every(self, of: t.Map, holds: bool) -> str:
        things = self.things(of.set)
        self.call(of.var, self.item(of.set), things.each() if holds else f"at least one of {things.the()}")
        text = self.clause(of.value, holds)
        self.forget(of.var)
        return text

    # --- calls ---------------------------------------------------------------------------------

    def _built_in(self, expr: t.BuiltIn) -> Claim:
        args = expr.args
        match expr.name:
            case "any":
                return self._any(args[0], True)
            case "none":
                return self._any(args[0], False)
            case "all":
                return self._all(args[0])
            case "diagonal" if one_pair(*args):
                return Claim(_pair(args[0]), Said("touches at a corner only").verb)
            case "diagonal":
                return Claim(args[0], lambda h: self._touches(args[1], h))
            case "opposite":
                return Claim(None, lambda h: self._opposite(args[0], args[1], args[2], h))
            case "free":
                return Claim(args[0], Said("is free").verb)
        return Claim(expr, Said("is true", "is false").verb)

    def _touches(self, other: t.Expr, holds: bool) -> str:
        verb = "touches" if holds else "does not touch"
        return f"{verb} {self.phrase(other).object} at a corner only"

    def _opposite(self, one: t.Expr, other: t.Expr, around: t.Expr, holds: bool) -> str:
        both = f"{self.phrase(one).text} and {self.phrase(other).object} are"
        return f"{both} {'' if holds else 'not '}on opposite sides of {self.phrase(around).object}"

    def _value(self, name: str, args: tuple[t.Expr, ...]) -> Claim:
        given = dict(zip(self.game.values[name].params, args, strict=True))
        forms = self.words.patterns("values", name)
        if forms:
            if _is_said_of_the_first(forms[0], self.game.values[name].params):
                return Claim(args[0], lambda h: self.form(forms, given, h))
            subject = forms[0].subject
            of = None if subject is None else given[subject.name]
            return Claim(of, lambda h: self.form(forms, given, h, behind=subject is not None))
        words = plain(name)
        if not args:
            return Claim(None, Said(f'"{words}" is true', f'"{words}" is not true').verb)
        if len(args) == 1:
            return Claim(args[0], Said(words if says_what_it_is(name) else f"is {words}").verb)
        return Claim(None, lambda h: self._holds(words, args, h))

    def _holds(self, words: str, args: tuple[t.Expr, ...], holds: bool) -> str:
        verb = "holds" if holds else "does not hold"
        rest = listed([self.phrase(arg).object for arg in args if not self._is_free(arg)])
        return f'"{words}" {verb} for {rest}' if rest else f'"{words}" {verb}'

    def _can(self, verb: str, args: tuple[t.Expr, ...]) -> Claim:
        given = dict(zip(self.game.verbs[verb].params, args, strict=True))
        forms = self.words.patterns("verbs", verb)
        if forms and (subject := forms[0].subject) is not None:

            def told(holds: bool) -> str:
                first, _, rest = self.fill(forms[0], given, behind=True).partition(" ")
                return f"{'can' if holds else 'cannot'} {base(first)} {rest}".rstrip()

            return Claim(given[subject.name], told)
        return Claim(None, lambda h: f"you {'can' if h else 'cannot'} {self.doing(verb, args)}")

    # --- to be found in the other modules --------------------------------------------------------

    def doing(self, verb: str, args: tuple[t.Expr, ...]) -> str:
        raise NotImplementedError

    def item(self, expr: t.Expr) -> Type:
        raise NotImplementedError


def operands(expr: t.Expr) -> list[t.Expr]:
    """The tests that are joined by one `and` or `or`."""
    if not isinstance(expr, t.Logic):
        return [expr]
    found = []
    for side in (expr.left, expr.right):
        found += operands(side) if isinstance(side, t.Logic) and side.op == expr.op else [side]
    return found


def _is_said_of_the_first(form: Pattern, params: Mapping[str, Type]) -> bool:
    """Whether a test is worded as a field is, `has the most swords`: a verb, and nothing that has it."""
    named = {place.name for place in form.places}
    verb = isinstance(form.parts[0], str) and says_what_it_is(form.parts[0].replace(" ", "_"))
    return verb and bool(params) and next(iter(params)) not in named


def _there(owner: str, plural: bool) -> tuple[str, str]:
    """Verb and subject for what somebody has, or what there is."""
    match owner:
        case "your":
            return "have", "you"
        case "their":
            return "have", "they"
        case "":
            return ("are" if plural else "is"), "there"
    name = Phrase(owner.removesuffix("'s").removesuffix("'"))
    return "has", name.text if owner != "its" else "it"


def _pair(expr: t.Expr) -> t.Expr:
    return expr.of if isinstance(expr, t.PairPart) else expr


def one_pair(one: t.Expr, other: t.Expr) -> bool:
    """Whether two values are the two things of one pair."""
    a, b = _pair(one), _pair(other)
    return (
        one is not a
        and other is not b
        and isinstance(a, t.Local)
        and a == replace(b, start=a.start, end=a.end)
    )
