"""Names in the trees of packs and their effect texts, and the same trees with other names."""

from __future__ import annotations

import re
from collections.abc import Iterator
from collections.abc import Mapping as Lookup
from dataclasses import field, replace

from rulewright.dsl.nouns import nouns
from rulewright.packs.gather import Gathered
from rulewright.packs.overlays.texts import with_edits
from rulewright.source.quotes import PROSE
from rulewright.source.records import record
from rulewright.source.text import Span
from rulewright.source.tree import Branch, Mapping, Scalar, Sequence

WORDING = "texts."
"""How the sections begin in which only names in braces are names."""

_PLURAL = "plural"  # the key whose word is a noun

_NAMES = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_NAMES_OR_COMMENTS = re.compile(r"#[^\n]*|[A-Za-z_][A-Za-z0-9_]*")
_CHOOSES = re.compile(r"\bin\b")
_IN_BRACES = re.compile(r"\{([a-z][a-z0-9_]*)")


@record(frozen=True, slots=True)
class Words:
    """New names by old ones. `nouns` are those that stand after a count: `choose 2 spaces`.

    `prose` are fields of cards that are for people.
    """

    names: Lookup[str, str]
    nouns: Lookup[str, str] = field(default_factory=dict)
    prose: frozenset[str] = frozenset()

    def __bool__(self) -> bool:
        return bool(self.names)

    def then(self, after: Words) -> Words:
        """These first, and the others of what they gave."""
        return Words(_then(self.names, after.names), _then(self.nouns, after.nouns), self.prose | after.prose)

    def between(self, other: Words) -> Words:
        """From the names that these give to those that others give to the same things."""
        return Words(
            _between(self.names, other.names), _between(self.nouns, other.nouns), self.prose | other.prose
        )

    def without(self, other: Words) -> Words:
        """Those that others do not give a name to as well."""
        names = {old: new for old, new in self.names.items() if old not in other.names}
        return Words(
            names, {old: new for old, new in self.nouns.items() if old not in other.nouns}, self.prose
        )

    def back(self) -> Words:
        """From the new names to the old ones."""
        names = {new: old for old, new in self.names.items()}
        return Words(names, {new: old for old, new in self.nouns.items()}, self.prose)

    def name(self, word: str) -> str:
        return self.names.get(word, word)

    def path(self, path: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(self.line(key) if "." in key else self.name(key) for key in path)

    def line(self, text: str) -> str:
        """A line with every name in it replaced."""
        return _NAMES.sub(lambda found: self.name(found[0]), text)

    def branch(self, branch: Branch, key: str = "", *, comments: bool = True) -> Branch:
        """A tree with the new names, each at the place of the old one; prose stays.

        Args:
            key: under which it stands.
            comments: whether `#` begins a comment in its texts, as in effect text.
        """
        if key in PROSE or key in self.prose:
            return branch
        if isinstance(branch, Mapping):
            return self.mapping(branch, comments=comments)
        if isinstance(branch, Sequence):
            items = tuple(self.branch(item, comments=comments) for item in branch.items)
            same = all(map(_is, items, branch.items))
            return branch if same else replace(branch, items=items)
        return self._scalar(branch, comments, key)

    def at(self, path: tuple[str, ...], branch: Branch) -> Branch:
        """What stands at an address, with the new names."""
        section = path[1] if len(path) > 1 else ""
        return self._wording(branch, section) if path[0] == "texts" else self.branch(branch)

    def _wording(self, branch: Branch, section: str) -> Branch:
        """A wording, or a mapping of some, with the new names of the parameters in its braces.

        Args:
            section: of `texts`; where it has words of its own for what it is about, these stay.
        """
        if isinstance(branch, Mapping):
            items = {self.line(key): self._wording(item, section) for key, item in branch.items.items()}
            return replace(
                branch, items=items, key_spans={self.line(k): at for k, at in branch.key_spans.items()}
            )
        if not isinstance(branch, Scalar):
            return branch
        own = () if section in ("verbs", "prompts") else ("value", "key", "seat")
        braces = _IN_BRACES.finditer(branch.text.text)
        found = [place for place in braces if place[1] in self.names and place[1] not in own]
        edits = [(place.start(1), place.end(1), self.names[place[1]]) for place in found]
        return with_edits(branch, edits) if edits else branch

    def mapping(self, branch: Mapping, *, comments: bool = True) -> Mapping:
        items = {
            self.line(key): self.branch(item, key, comments=comments) for key, item in branch.items.items()
        }
        if list(items) == list(branch.items) and all(map(_is, items.values(), branch.items.values())):
            return branch
        return replace(
            branch, items=items, key_spans={self.line(k): at for k, at in branch.key_spans.items()}
        )

    def _scalar(self, scalar: Scalar, comments: bool, key: str) -> Scalar:
        if not isinstance(scalar.value, str):
            return scalar
        text = scalar.text.text
        pattern = _NAMES_OR_COMMENTS if comments else _NAMES
        words = [
            found for found in pattern.finditer(text) if found[0] in self.names or found[0] in self.nouns
        ]
        if not words:
            return scalar
        at = {start for _, start in nouns(text)} if comments and _CHOOSES.search(text) else set()
        if key == _PLURAL:
            at.add(words[0].start())
        edits = []
        for found in words:
            new = (self.nouns if found.start() in at else self.names).get(found[0])
            if new is not None:
                edits.append((found.start(), found.end(), new))
        return with_edits(scalar, edits) if edits else scalar


def _then(first: Lookup[str, str], after: Lookup[str, str]) -> dict[str, str]:
    made = {old: after.get(new, new) for old, new in first.items()}
    return {**{old: new for old, new in after.items() if old not in made}, **made}


def _between(one: Lookup[str, str], other: Lookup[str, str]) -> dict[str, str]:
    pairs = {one.get(word, word): other.get(word, word) for word in {**one, **other}}
    return {old: new for old, new in pairs.items() if old != new}


def _is(one: Branch, other: Branch) -> bool:
    return one is other


def words_of(found: Gathered, prose: frozenset[str]) -> Iterator[tuple[str, Span]]:
    """Every word that could be a name in what was gathered, with its place."""
    for name, section in found.sections.items():
        for id_, (branch, span) in section.items():
            if name.startswith(WORDING):
                continue  # its words are for people, and its names those of other declarations
            yield id_, span
            yield from _words_in(branch, prose)
    for branch in (*found.singles.values(), *found.cards):
        yield from _words_in(branch, prose)


def _words_in(branch: Branch, prose: frozenset[str]) -> Iterator[tuple[str, Span]]:
    if isinstance(branch, Mapping):
        for key, item in branch.items.items():
            yield key, branch.key_spans[key]
            if key not in PROSE and key not in prose:
                yield from _words_in(item, prose)
    elif isinstance(branch, Sequence):
        for item in branch.items:
            yield from _words_in(item, prose)
    elif isinstance(branch.value, str):
        for word in _NAMES_OR_COMMENTS.finditer(branch.text.text):
            yield word[0], branch.text.at(word.start(), word.end())


def prose_fields(found: Gathered) -> frozenset[str]:
    """The fields of cards whose type is `text`."""
    names = set()
    for branch, _ in found.section("kinds").values():
        fields = branch.items.get("fields") if isinstance(branch, Mapping) else None
        for name, spelt in fields.items.items() if isinstance(fields, Mapping) else ():
            type_ = spelt.items.get("type") if isinstance(spelt, Mapping) else spelt
            if isinstance(type_, Scalar) and type_.text.text.removeprefix("optional ") == "text":
                names.add(name)
    return frozenset(names)
