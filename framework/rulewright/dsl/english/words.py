"""Words put together: articles, agreement, lists, sentences. Knows nothing of games."""

from __future__ import annotations

import re
from collections.abc import Sequence

_PLURAL_VERBS = {"is": "are", "has": "have", "does": "do", "was": "were", "goes": "go"}
_THIRD = {"have": "has", "do": "does", "go": "goes", "be": "is"}
_HELPERS = frozenset("is are can may must will was were cannot".split())
_DETERMINERS = frozenset(
    "the a an your my its their his her this that these those each every any all both some no none one "
    "half twice what how whether whose another other everything something nothing".split()
)
_AN = re.compile(r"(?!(uni|use|one|eu|u\b))[aeiou]|8|11\b|18\b|(hour|heir|honest)", re.IGNORECASE)
_PREPOSITIONS = frozenset(
    "in on at of with without under over beside beneath next from within by among around above below near "
    "between behind about adjacent up face out worth".split()
)


def plain(name: str) -> str:
    """An id as words: `next_die` is "next die"."""
    return name.replace("_", " ")


def title(name: str) -> str:
    """An id as the name of something: `temple_guardian` is "Temple Guardian"."""
    return " ".join(
        word if word in ("of", "the", "in", "and") else word[:1].upper() + word[1:]
        for word in plain(name).split()
    )


def a(noun: str) -> str:
    return f"{'an' if _AN.match(noun) else 'a'} {noun}"


def the(noun: str) -> str:
    """A noun phrase with an article, unless it has one, or is a name or a number."""
    return noun if noun.partition(" ")[0] in _DETERMINERS or not noun[:1].islower() else f"the {noun}"


def listed(items: Sequence[str], last: str = "and") -> str:
    """Several things as one phrase: "a, b and c"."""
    if len(items) < 2:
        return "".join(items)
    joint = ", " if any(", " in item or f" {last} " in item for item in items) else " "
    return f"{', '.join(items[:-1])}{joint}{last} {items[-1]}"


def whose(phrase: str) -> str:
    """The possessive of a noun phrase."""
    return f"{phrase}'" if phrase.endswith("s") and not phrase.endswith("ss") else f"{phrase}'s"


def capital(text: str) -> str:
    at = 1 if text.startswith("(") else 0
    return text[:at] + text[at : at + 1].upper() + text[at + 1 :]


def small(text: str) -> str:
    """A sentence as the end of another one."""
    return text if text[:2] == "X " or text[1:2].isupper() else text[:1].lower() + text[1:]


def sentence(text: str) -> str:
    """With a capital and a full stop."""
    text = capital(text.strip())
    return text if text.endswith((".", ":", "!", "?")) else f"{text}."


def agree(verb: str, plural: bool) -> str:
    """A phrase that begins with a verb in the third person, for one or for several (and for "you")."""
    if not plural:
        return verb
    first, space, rest = verb.partition(" ")
    return f"{base(first)}{space}{rest}"


def base(verb: str) -> str:
    """A verb in the third person without its ending."""
    if verb in _PLURAL_VERBS:
        return _PLURAL_VERBS[verb]
    if verb in _HELPERS or not verb.endswith("s") or verb.endswith("ss"):
        return verb
    if verb.endswith("ies") and len(verb) > 4:
        return f"{verb[:-3]}y"
    return verb[:-2] if re.search(r"(sh|ch|x|ss|zz|o)es$", verb) else verb[:-1]


def third(text: str) -> str:
    """What somebody is told to do, as what one does: "give up a card" is "gives up a card"."""
    first, space, rest = text.partition(" ")
    if first in _THIRD or first in _HELPERS:
        return f"{_THIRD.get(first, first)}{space}{rest}"
    ending = "es" if re.search(r"(s|x|z|ch|sh|o)$", first) else "s"
    first = f"{first[:-1]}ies" if re.search(r"[^aeiou]y$", first) else f"{first}{ending}"
    return f"{first}{space}{rest}"


def denied(verb: str) -> str:
    """The contrary of a phrase that begins with a verb in the third person."""
    first, _, rest = verb.partition(" ")
    if first == "can":
        return f"cannot {rest}".rstrip()
    if first == "cannot":
        return f"can {rest}".rstrip()
    if first in _HELPERS:
        return f"{first} {rest[4:]}" if rest.startswith("not ") else f"{first} not {rest}".rstrip()
    if first == "has" and rest.startswith(("a ", "an ", "no ")):
        return f"has {rest[3:]}" if rest.startswith("no ") else f"has no {rest.partition(' ')[2]}"
    if first == "does" and rest.startswith("not "):
        return third(rest[4:])
    stem = "have" if first == "has" else base(first)
    return f"does not {stem} {rest}".rstrip()


def says_what_it_is(name: str) -> bool:
    """Whether an id begins with a verb: `is_higher`, `has_shield`."""
    return name.partition("_")[0] in ("is", "has", "can", "may", "must", "was", "does", "needs", "reaches")


def begins_with_preposition(text: str) -> bool:
    return text.partition(" ")[0] in _PREPOSITIONS
