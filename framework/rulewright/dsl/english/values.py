"""Numbers, things and symbols in words."""

from __future__ import annotations

from rulewright.dsl import typed as t
from rulewright.dsl.english.base import has, is_test
from rulewright.dsl.english.lists import ListReader
from rulewright.dsl.english.phrases import Phrase
from rulewright.dsl.english.words import listed, plain, the
from rulewright.dsl.scope import item_type
from rulewright.model.types import SEAT, PlacementType

_SIGNS = {"+": "plus", "-": "minus", "*": "times"}
_EXTREMES = {"max": "highest", "min": "lowest"}


class ValueReader(ListReader):
    def phrase(self, expr: t.Expr) -> Phrase:
        """A value as a noun phrase."""
        expr = self.seen(expr)
        match expr:
            case t.Const(type=type_, value=value):
                return Phrase(self.words.const(type_, value))
            case t.Local(name=name):
                return self.say(name)
            case t.Conditional(test=test, then=then, other=other) if not is_test(expr):
                one, when = self.phrase(then).object, self.clause(test)
                return Phrase(f"{one} (if {when}; otherwise {self.phrase(other).object})")
            case t.FormulaCall(args=args) if args:
                return self._formula(expr)
        if is_test(expr):
            return Phrase(f"whether {self.clause(expr)}")
        if item_type(expr.type) is not None and not isinstance(
            expr, t.BuiltIn | t.ValueCall | t.TableCall | t.SettingValue
        ):
            return Phrase(self.things(expr).the(), True)
        if (field := self._field_of(expr)) is not None:
            return self._field(*field)
        return self._other(expr)

    def _other(self, expr: t.Expr) -> Phrase:
        match expr:
            case t.Counter(step=step):
                return Phrase(f"the number of the {plain(step)}")
            case t.SettingValue(name=name):
                return Phrase(f'the setting "{plain(name)}"')
            case t.EntryOf(of=of):
                return Phrase(f"the name of {self.phrase(of).object}")
            case t.OwnerOf(of=of):
                return _owned(self.phrase(of), "owner")
            case t.Arithmetic():
                return Phrase(self._arithmetic(expr))
            case t.Negate(of=of):
                return Phrase(f"minus {self._inner(of)}")
            case t.BuiltIn():
                return self._built_value(expr)
            case t.ValueCall(name=name, args=args):
                return self._declared(
                    "values", name, dict(zip(self.game.values[name].params, args, strict=True))
                )
            case t.TableCall(name=name, key=key):
                return self._declared("tables", name, {"key": key})
            case t.PairPart(of=of, index=index):
                return self._pair_part(of, index)
        raise AssertionError(expr)  # every node has a sentence; a test goes through all of them

    def _field(self, of: t.Expr | None, owner: str, name: str) -> Phrase:
        if of is None and owner == "turn" and name == "seat":
            noun = self.words.noun(SEAT)[0]
            return Phrase(f"the {noun} whose turn it is")
        noun = self.words.field(owner, name)
        if of is None:
            return Phrase(noun if noun.startswith(("the ", "your ")) else f"the {noun}")
        if noun.startswith("the "):
            return self._of_the(noun, of)
        if self.words.is_counted(owner, name):
            return Phrase(f"the number of {self.phrase(of).whose} {noun}")
        return _owned(self.phrase(of), noun)

    def _of_the(self, noun: str, of: t.Expr) -> Phrase:
        """A field that is called "the bearer": of the card itself that is enough."""
        if isinstance(of, t.Local) and of.name == "this":
            return Phrase(noun)
        phrase = self.phrase(of)
        return Phrase(f"whose {noun[4:]}" if phrase.own == "whose" else f"{noun} of {phrase.object}")

    def _formula(self, expr: t.FormulaCall) -> Phrase:
        noun = self.words.field(expr.kind, expr.formula)
        rest = listed([self.phrase(arg).object for arg in expr.args])
        return Phrase(f"{_owned(self.phrase(expr.of), noun).text} for {rest}")

    def _pair_part(self, of: t.Expr, index: int) -> Phrase:
        if isinstance(of.type, PlacementType):
            noun = self.words.kind(self.game.zones[of.type.zone].kind)[0]
            phrase = self.phrase(of)
            return Phrase(f"whose {noun}" if phrase.own == "whose" else f"the {noun}")
        return Phrase("the second of them" if index else "the first of them")

    # --- numbers -------------------------------------------------------------------------------

    def _arithmetic(self, expr: t.Arithmetic) -> str:
        left, right = self.seen(expr.left), self.seen(expr.right)
        if expr.op in _SIGNS:
            if expr.op == "*" and isinstance(left, t.Const) and left.value == 2:
                return f"twice {self._inner(right)}"
            return f"{self._inner(left, expr.op)} {_SIGNS[expr.op]} {self._inner(right)}"
        rounded = "rounded down" if expr.op.endswith("down") else "rounded up"
        if isinstance(right, t.Const) and right.value == 2:
            return f"half of {self._inner(left)}, {rounded}"
        return f"{self._inner(left)} divided by {self._inner(right)}, {rounded}"

    def _inner(self, expr: t.Expr, op: str = "") -> str:
        """A number within another one; `op` is of what it stands in front of."""
        expr = self.seen(expr)
        text = self.phrase(expr).object
        if isinstance(expr, t.Arithmetic) and expr.op in ("+", "-", "*") and op in ("+", "-"):
            return text
        return f"({text})" if isinstance(expr, t.Arithmetic) or ", " in text else text

    def _built_value(self, expr: t.BuiltIn) -> Phrase:
        args = expr.args
        match expr.name:
            case "count":
                things = self.things(args[0])
                return Phrase(
                    f"the number of {f'{things.owner} ' if things.owner else ''}{things.bare(True)}"
                )
            case "sum":
                return self._folded("total", args[0])
            case "max" | "min":
                return self._extreme(_EXTREMES[expr.name], args)
            case "first":
                return Phrase(f"the first of {self.things(args[0]).the()}")
            case "best_sets":
                return Phrase(f"what the best sets among {self.things(args[0]).the()} are worth")
            case "distance" | "steps":
                return Phrase(self._distance(expr))
            case "covered":
                return Phrase(f"the number of covered squares of {self._grid(args[0])}")
            case "cell_of":
                return _owned(self.phrase(args[0]), "square")
            case "whole":
                return Phrase(f"the {self.words.noun(expr.type)[0]} of {self.phrase(args[0]).object}")
            case "players":
                return Phrase(f"the number of {self.words.noun(SEAT)[1]}")
            case "first_seat":
                return Phrase(f"the first {self.words.noun(SEAT)[0]}")
            case "left_of":
                return Phrase(f"the {self.words.noun(SEAT)[0]} to {self.phrase(args[0]).whose} left")
            case "cell_row" | "cell_column":
                return _owned(self.phrase(args[0]), expr.name[5:])
        return Phrase(self.things(expr).the(), True)

    def _distance(self, expr: t.BuiltIn) -> str:
        text = f"the distance from {self.phrase(expr.args[0]).object} to {self.phrase(expr.args[1]).object}"
        if expr.name == "steps":
            text = text.replace("distance", "number of steps", 1)
            if len(expr.args) > 2 and not isinstance(expr.args[2], t.Const):
                text += f" without {self.things(expr.args[2]).the()}"
        return text

    def _extreme(self, word: str, args: tuple[t.Expr, ...]) -> Phrase:
        of = self.seen(args[0])
        if isinstance(of, t.ListOf) and len(of.items) == 2:
            one, other = (self.phrase(item).object for item in of.items)
            return Phrase(f"the {word[:-3]}er of {one} and {other}")
        return self._folded(word, of)

    def _folded(self, word: str, of: t.Expr) -> Phrase:
        """The total, highest or lowest number of a list."""
        of = self.seen(of)
        if not isinstance(of, t.Map):
            return Phrase(f"the {word} of {self.things(of).the()}")
        things, item = self.things(of.set), self.item(of.set)
        field = self._field_of(self.seen(of.value))
        if field is not None and isinstance(field[0], t.Local) and field[0].name == of.var:
            noun = f"{word} {self.words.field(field[1], field[2])}"
            return Phrase(f"whose {noun}" if things.whole == "which" else f"the {noun} of {things.the()}")
        one = (
            f"any one {things.bare()}"
            if not things.owner and not things.whole
            else f"any one of {things.the()}"
        )
        self.call(of.var, item, one if word == "highest" else things.each())
        text = self.phrase(of.value).text
        self.forget(of.var)
        if text.startswith("the number of "):
            return Phrase(f"the {word} {text.removeprefix('the ')}")
        return Phrase(f"the {word} of {text}")

    def _declared(self, section: str, name: str, args: dict[str, t.Expr]) -> Phrase:
        """A declared value or a row of a table."""
        forms = self.words.patterns(section, name)
        if forms and not (len(forms) == 1 and any(place.name == "value" for place in forms[0].places)):
            text = self.fill(forms[-1], args)
            return Phrase(the(text) if isinstance(forms[-1].parts[0], str) else text)
        words = plain(name).removesuffix(" of").removesuffix(" for")
        if not args:
            return Phrase(f"the {words}")
        if section == "tables":
            return Phrase(f"the {words} for {self.phrase(args['key']).object}")
        found = [self.phrase(arg).object for arg in args.values() if not self._is_free(arg)]
        return Phrase(f"the {words} of {listed(found)}" if found else f"the {words}")


def _owned(phrase: Phrase, noun: str) -> Phrase:
    """What somebody or something has."""
    head = noun.partition(" of ")[0]
    plural = head.endswith("s") and not head.endswith(("ss", "us", "is"))
    return Phrase(has(phrase, noun), plural)
