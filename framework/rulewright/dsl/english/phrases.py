"""What sentences are made of: one thing, several things, what is said of a thing."""

from __future__ import annotations

from dataclasses import dataclass, replace

from rulewright.dsl.english.words import a, agree, begins_with_preposition, denied, listed, whose


@dataclass(frozen=True, slots=True)
class Phrase:
    """A noun phrase; `plural` if verbs behind it are as behind "they" and "you"."""

    text: str
    plural: bool = False
    own: str = ""  # the possessive, where it is not made with 's
    other: str = ""  # behind a verb, where it is another word

    @property
    def object(self) -> str:
        return self.other or self.text

    @property
    def whose(self) -> str:
        return self.own or whose(self.text)


YOU = Phrase("you", True, "your")
IT = Phrase("it", False, "its")
THEY = Phrase("they", True, "their", "them")
WHICH = Phrase("which", False, "whose")
WHO = Phrase("who", False, "whose", "whom")


@dataclass(frozen=True, slots=True)
class Said:
    """What is said of something: a verb in the third person with what follows, and the contrary."""

    yes: str
    no: str = ""

    def verb(self, holds: bool = True) -> str:
        return self.yes if holds else self.no or denied(self.yes)


@dataclass(frozen=True, slots=True)
class Things:
    """A list in words.

    Args:
        one, many: the noun.
        owner: a possessive in front of it, such as "your".
        before, after: adjectives, and what stands behind with a preposition.
        that: further clauses, each for one thing and for several.
        whole: the list as it is called, if it has no noun of its own.
    """

    one: str
    many: str
    owner: str = ""
    before: tuple[str, ...] = ()
    after: tuple[str, ...] = ()
    that: tuple[tuple[str, str], ...] = ()
    whole: str = ""
    pronoun: Phrase = IT

    def saying(self, verb: str) -> Things:
        """Those of which this is true: a verb in the third person with what follows."""
        first, _, rest = verb.partition(" ")
        if first == "is" and rest and not rest.startswith("not "):
            if " " not in rest:
                return replace(self, before=(*self.before, rest))
            if begins_with_preposition(rest) and not self.that:
                return replace(self, after=(*self.after, rest))
        return replace(self, that=(*self.that, (verb, agree(verb, True))))

    def which(self, clause: str) -> Things:
        """Those for which a whole clause is true; it stands behind "that" or "whose" already."""
        return replace(self, that=(*self.that, (f"={clause}", f"={clause}")))

    def _bare(self, plural: bool) -> str:
        noun = self.many if plural else self.one
        return " ".join((*self.before, noun, *self.after)) + self._tail(plural)

    def _tail(self, plural: bool) -> str:
        clauses = [pair[plural] for pair in self.that if not pair[0].startswith("=")]
        others = [pair[0][1:] for pair in self.that if pair[0].startswith("=")]
        if len(clauses) > 1 and all(clause.startswith(("is ", "are ")) for clause in clauses):
            clauses = [clauses[0], *(clause.partition(" ")[2] for clause in clauses[1:])]
        told = f" {'who' if self.are_people else 'that'} {listed(clauses)}" if clauses else ""
        return told + (f" {'and ' if told else ''}{listed(others)}" if others else "")

    @property
    def are_people(self) -> bool:
        return self.pronoun == THEY

    @property
    def _of(self) -> str:
        """The list that "one of" goes in front of."""
        if self.whole:
            return self.whole
        return f"{self.owner} {self._bare(True)}" if self.owner else self._bare(True)

    @property
    def _is_part(self) -> bool:
        """Whether the things are told from others only as some of them."""
        return bool(self.whole or self.owner) or self.one.startswith("one of ")

    def some(self, count: str, plural: bool = True) -> str:
        """So many of them: "2 of your cards", "up to 2 cards"."""
        return f"{count} of {self._of}" if self._is_part else f"{count} {self._bare(plural)}"

    def an(self) -> str:
        """One of them."""
        return self.some("one") if self._is_part else a(self._bare(False))

    def each(self) -> str:
        return f"each of {self._of}" if self._is_part else f"each {self._bare(False)}"

    def all(self) -> str:
        if self.owner and not self.whole:
            return f"all {self._of}"
        return f"all of {self._of}" if self._is_part else f"all {self._bare(True)}"

    def the(self) -> str:
        """Them, as a whole."""
        if self._is_part:
            return self._of
        return f"the {self._bare(True)}" if self.after or self.that else self._bare(True)

    def no(self) -> str:
        """None of them, as what somebody has or what there is."""
        return f"none of {self._of}" if self._is_part and not self.owner else f"no {self._bare(True)}"

    def any(self) -> str:
        """At least one, as what somebody has or what there is."""
        return f"one of {self._of}" if self._is_part and not self.owner else a(self._bare(False))

    def bare(self, plural: bool = False) -> str:
        """Without owner and article."""
        return self.whole or self._bare(plural)
