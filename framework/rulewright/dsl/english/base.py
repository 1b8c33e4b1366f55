"""What all readings share: what locals are called, and patterns filled in."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from rulewright.dsl import typed as t
from rulewright.dsl.english.patterns import Group, Pattern, Place
from rulewright.dsl.english.phrases import IT, YOU, Phrase, Things
from rulewright.dsl.english.wording import Wording
from rulewright.dsl.english.words import a, agree, denied, plain
from rulewright.model.types import BoolType, Type

_ARTICLE = re.compile(r"(?:^|\s)(an? )$")
_SUBJECT = re.compile(r"\b(that|which|who|whom|when|if|where|while|before|after) $")
_IN_MANY_WORDS = re.compile(r" (of|in|to|that|whose|for) ")
_NUMBERED = re.compile(r"_\d+$")


@dataclass(slots=True)
class Name:
    """What a local is called: in full at first, then by a pronoun while nothing else was spoken of."""

    first: str
    later: str
    pronoun: Phrase = IT
    plural: bool = False
    own: str = ""
    said: bool = False
    bound: str = ""  # of a number that may be any: within what


@dataclass(frozen=True, slots=True)
class Claim:
    """A test as a subject and what is said of it.

    `rest` gives a verb in the third person with what follows, or its contrary if it is handed false; a whole
    clause where there is no subject. It is called once, when the subject has been said.
    """

    subject: t.Expr | None
    rest: Callable[[bool], str]


class Reader:
    """Reads the nodes of one text; what it said last decides what "it" can stand for."""

    def __init__(self, words: Wording, spelt: Mapping[str, t.Value] | None = None) -> None:
        self.words = words
        self.game = words.game
        self.names: dict[str, Name] = {}
        self.lets: dict[str, t.Expr] = {}
        self.focus: Name | None = None
        self.tails: list[str] = []
        self.free: set[str] = set()
        self.measure = ""  # what stands before a number that is compared: "at most "
        self.spoken: list[Name] = []

    # --- to be found in the other modules --------------------------------------------------------

    def phrase(self, expr: t.Expr) -> Phrase:
        raise NotImplementedError

    def things(self, expr: t.Expr) -> Things:
        raise NotImplementedError

    def clause(self, expr: t.Expr, holds: bool = True) -> str:
        raise NotImplementedError

    # --- locals ----------------------------------------------------------------------------------

    def call(
        self, local: str, type_: Type, first: str = "", *, plural: bool = False, adjective: str = ""
    ) -> Name:
        """Say what a local is called from here on."""
        one, many = self.words.noun(type_)
        label = plain(_NUMBERED.sub("", local))
        if not first:
            first = f"this {one}" if local == "this" else f"the {one}" if label == "it" else f"the {label}"
        pronoun = self.words.pronoun(type_)
        lead = f"the {adjective} " if adjective else "those " if plural else "that "
        later = first if local == "this" else f"{lead}{many if plural else one}"
        if plural:
            pronoun = Phrase("they", True, "their", "them")
        if any(other != local and name.later == later for other, name in self.names.items()):
            later = f"the other {one}"
        self.names[local] = Name(first, later, pronoun, plural)
        return self.names[local]

    def forget(self, local: str) -> None:
        """A local that is not known from here on."""
        self.names.pop(local, None)

    def say(self, local: str) -> Phrase:
        """A local as a noun phrase."""
        if local == "me":
            return YOU
        name = self.names.get(local)
        if name is None:
            return Phrase(f"the {plain(_NUMBERED.sub('', local))}")
        alone = all(other is name or other.pronoun.text != name.pronoun.text for other in self.spoken)
        if name.said and self.focus is name and alone:
            return name.pronoun
        self.spoken.append(name)
        text = name.later if name.said else name.first
        name.said = True
        self.focus = name
        return Phrase(text, name.plural, name.own)

    def next_sentence(self) -> None:
        """Where several things were spoken of, none of them is "it" in the next sentence."""
        if len({id(name) for name in self.spoken}) > 1:
            self.focus = None
        self.spoken = [] if self.focus is None else [self.focus]

    # --- patterns --------------------------------------------------------------------------------

    def fill(self, pattern: Pattern, args: Mapping[str, t.Expr], *, behind: bool = False) -> str:
        """The words of a pattern with the arguments in its places.

        Args:
            behind: leave out the place that it begins with, which is the subject.
        """
        outer, self.tails = self.tails, []
        text = self._filled(pattern.parts[1:] if behind else pattern.parts, args).strip() + "".join(
            self.tails
        )
        self.tails = outer
        return text

    def _filled(self, parts: Sequence[str | Place | Group], args: Mapping[str, t.Expr]) -> str:
        found: list[str] = []
        left = list(parts)
        while left:
            part = left.pop(0)
            if isinstance(part, str):
                found.append(part)
            elif isinstance(part, Place):
                arg = args.get(part.name)
                noun = left[0] if left else None
                if part.possessive and arg is not None and isinstance(noun, str):
                    found.append(has(self.phrase(arg), noun))
                    del left[0]
                elif _SUBJECT.search("".join(found)) and arg is not None and not part.one:
                    subject = self.phrase(arg)  # "that you pay"
                    found.append(subject.text)
                    if isinstance(noun, str):
                        left[0] = f" {agree(noun.lstrip(), subject.plural)}" if noun[:1] == " " else noun
                else:
                    found.append(self._place(part, arg))
                _settle_articles(found)
            elif not all(self._is_free(args.get(p.name)) for p in part.parts if isinstance(p, Place)):
                found.append(self._filled(part.parts, args))
        return "".join(found)

    def _is_free(self, arg: t.Expr | None) -> bool:
        """Whether something may be anything, and nothing else is said of it."""
        return arg is None or (isinstance(arg, t.Local) and arg.name in self.free)

    def _place(self, place: Place, arg: t.Expr | None) -> str:
        if arg is None:
            return f"any number of {place.many}" if place.one else a(plain(place.name))
        if place.one == "each":
            return self._each_of(arg)
        if place.one:
            lead, self.measure = self.measure if place.name == "value" else "", ""
            return f"{lead.lstrip()}{self.amount(arg, place.one, place.many)}"
        phrase = self.phrase(arg)
        return phrase.whose if place.possessive else phrase.object

    def _each_of(self, arg: t.Expr) -> str:
        """What something is counted for."""
        arg = self.seen(arg)
        if isinstance(arg, t.BuiltIn) and arg.name == "count":
            return self.things(arg.args[0]).each()
        return f"each of {self.phrase(arg).object}"

    def amount(self, expr: t.Expr, one: str, many: str) -> str:
        """So many of something; what does not go in front of the noun comes behind the clause."""
        expr = self.seen(expr)
        match expr:
            case t.Const(value=value):
                return f"{value} {one if value == 1 else many}"
            case t.Local(name=local):
                name = self.names.get(local)
                if name is not None and name.bound:
                    text = "that many" if name.said else name.bound
                    name.said = True
                    return f"{text} {many}"
                return f"{self.phrase(expr).text} {many}"
            case t.BuiltIn(name="count", args=(of,)):
                self.tails.append(f" for {self.things(of).each()}")
                return f"1 {one}"
            case t.Arithmetic(op="*", left=t.Const(value=value), right=t.BuiltIn(name="count", args=(of,))):
                self.tails.append(f" for {self.things(of).each()}")
                return f"{value} {one if value == 1 else many}"
        self.tails.append(f", where X is {self.phrase(expr).text}")
        return f"X {many}"

    def form(
        self, forms: Sequence[Pattern], args: Mapping[str, t.Expr], holds: bool, *, behind: bool = False
    ) -> str:
        """What one or two patterns say, or their contrary."""
        if holds or len(forms) > 1:
            return self.fill(forms[not holds], args, behind=behind)
        return denied(self.fill(forms[0], args, behind=behind))

    def seen(self, expr: t.Expr) -> t.Expr:
        """What a local stands for, if it only names a value."""
        while isinstance(expr, t.Local) and expr.name in self.lets:
            expr = self.lets[expr.name]
        return expr


def _settle_articles(found: list[str]) -> None:
    """Of an article in the pattern and one of what was put behind it, one is left, and the right one."""
    lead = _ARTICLE.search(found[-2]) if len(found) > 1 else None
    if lead is None or not found[-1]:
        return
    before, text = found[-2][: lead.start(1)], found[-1]
    found[-2] = before
    if not text.startswith(("the ", "your ", "its ", "their ", "this ", "that ", "each ", "any ")):
        found[-1] = a(re.sub(r"^an? ", "", text))


def has(phrase: Phrase, noun: str) -> str:
    """What somebody or something has: with a possessive, unless the owner is told in many words."""
    if not phrase.own and _IN_MANY_WORDS.search(phrase.text):
        return f"the {noun.strip()} of {phrase.object}{' ' * noun.endswith(' ')}"
    return f"{phrase.whose} {noun.lstrip()}"


def is_test(expr: t.Expr) -> bool:
    return isinstance(expr.type, BoolType)
