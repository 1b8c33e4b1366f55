"""Names that overlays change: which may be, and what is called otherwise then.

A name is a word. It is replaced wherever it stands in what the packs below wrote; therefore it must not
mean anything besides what is renamed, and the new one must not mean anything yet.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from typing import Any

from rulewright.dsl.builtins import BUILT_INS, PRIMITIVES
from rulewright.dsl.keywords import PHRASES, RESERVED
from rulewright.packs.bundled import schema_path
from rulewright.packs.gather import Gathered, Section
from rulewright.packs.linking.spelling import TYPE_WORDS
from rulewright.packs.overlays.addresses import Path, get
from rulewright.packs.overlays.ids import every_id, is_local
from rulewright.packs.overlays.operations import Operation
from rulewright.packs.overlays.patches import Patch, part_in, shown
from rulewright.packs.overlays.texts import ORIGINAL, written
from rulewright.packs.overlays.words import WORDING, Words, prose_fields, words_of
from rulewright.source.diagnostics import Problems
from rulewright.source.records import record
from rulewright.source.schema import load_schema
from rulewright.source.text import Span
from rulewright.source.tree import Branch, Mapping, Scalar

_ID = re.compile(r"[a-z][a-z0-9_]{0,63}")
_SCHEMAS = ("mutants", "overlay", "pack", "patches", "rulebook", "rules", "scenario")
_BUILT_IN = frozenset(
    "it seat seats game turn players first_seat entry owner whole piece first second row column zone "
    "position cell total result target so_far all none like copies abilities provenance bears empty "
    "everywhere decline use at flip only rest plural number numbers seats player players pair pairs "
    "placement placements cells".split()
)
"""Words that mean something by themselves on cards, in effect text or in scenarios."""


@record(frozen=True, slots=True)
class Rename:
    """A declaration that gets another name: its address before, the name, and where the patch says so."""

    path: Path
    name: str
    span: Span

    @property
    def before(self) -> str:
        return self.path[-1]


def read_renames(patches: Sequence[Patch], view: Gathered, problems: Problems) -> tuple[list[Rename], Words]:
    """The renames of a pack that can be, and all of them as words; those that cannot be are complained about.

    What is renamed again by its new name is among the renames, but not among the words.

    Args:
        view: the content as the pack's author saw it.
    """
    asked = [
        Rename(patch.path, _text(patch.verbs["rename"][0]), patch.verbs["rename"][0].span)
        for patch in patches
        if "rename" in patch.verbs and get(view, patch.path) is not None
    ]
    if not asked:
        return [], Words({}, {})
    prose = prose_fields(view)
    judge = _Judge(asked, every_id(view), dict(words_of(view, prose)), problems)
    good = [rename for rename in asked if judge.lets(rename)]
    names: dict[str, str] = {}
    nouns: dict[str, str] = {}
    for rename in good:
        names[rename.before] = rename.name
        if rename.path[0] == "settings" and len(rename.path) == 2:
            names[f"setting_{rename.before}"] = f"setting_{rename.name}"
        nouns |= dict(_nouns(rename, view))
    words = Words(names, nouns, prose)
    return [*good, *_by_new_names(patches, good, words, view, problems)], words


def _by_new_names(
    patches: Iterable[Patch], good: Collection[Rename], words: Words, view: Gathered, problems: Problems
) -> Iterator[Rename]:
    """Renames of what only has that address by the renames of the pack itself."""
    renamed = {words.path(rename.path) for rename in good}
    for patch in patches:
        if "rename" not in patch.verbs or get(view, patch.path) is not None:
            continue
        before = words.back().path(patch.path)
        if patch.path in renamed:
            branch = patch.verbs["rename"][0]
            yield Rename(patch.path, _text(branch), branch.span)
        elif get(view, before) is not None:
            message = f"'{'/'.join(patch.path)}' is called so by this pack only"
            expected = f"'{patch.owner}:{'/'.join(before)}', as it was called before"
            problems.error("P611", message, part_in(patch.span, patch.path), expected=expected)


def _text(branch: Branch) -> str:
    return branch.text.text.strip() if isinstance(branch, Scalar) else shown(branch)


@record(frozen=True, slots=True)
class _Judge:
    """Whether names can be changed: `ids` are declared, `there` are all words of the packs below."""

    asked: list[Rename]
    ids: dict[str, list[Path]]
    there: dict[str, Span]
    problems: Problems

    def lets(self, rename: Rename) -> bool:
        old, new = rename.before, rename.name
        here = self.ids.get(old, [])
        if rename.path not in here:
            return self._refuse(rename, f"'{'/'.join(rename.path)}' is no name of its own", "an id")
        for word in (old, new):
            if not _ID.fullmatch(word):
                return self._refuse(
                    rename, f"'{word}' is no word that can be renamed", "letters, digits and _"
                )
        for word in (old, new):
            if word in fixed_words():
                message = f"'{word}' is also a word of the language or of pack files"
                return self._refuse(rename, message, "names that can be told from those")
        if any(other.name == new and other.before != old for other in self.asked):
            return self._refuse(rename, f"two names become '{new}'", "another word for each")
        if new in self.there:
            related = (("it stands here", self.there[new]),)
            expected = "a word that is new to the packs below"
            return self._refuse(rename, f"'{new}' is used already", expected, related)
        alike = {other.path for other in self.asked if (other.before, other.name) == (old, new)}
        others = [p for p in here if p not in alike and (is_local(rename.path) or not is_local(p))]
        if others:
            listed = ", ".join(f"'{'/'.join(path)}'" for path in others[:3])
            message = f"'{old}' is also the name of {listed}{', …' if len(others) > 3 else ''}"
            return self._refuse(rename, message, "all that is called so renamed alike, each by a patch")
        return True

    def _refuse(
        self, rename: Rename, message: str, expected: str, related: tuple[tuple[str, Span], ...] = ()
    ) -> bool:
        self.problems.error("P615", message, rename.span, expected=expected, related=related)
        return False


def _nouns(rename: Rename, view: Gathered) -> Iterator[tuple[str, str]]:
    """What things of a renamed kind or enum are called after a count."""
    path, old, new = rename.path, rename.before, rename.name
    if path[0] not in ("kinds", "enums") or len(path) != 2:
        return
    yield old, new
    branch = get(view, path)
    if not (isinstance(branch, Mapping) and "plural" in branch.items):
        yield f"{old}s", f"{new}s"
    if "_" in old and path[0] == "kinds":
        short = old.rsplit("_", 1)[1]
        if not any(kind != old and kind.rsplit("_", 1)[-1] == short for kind in view.section("kinds")):
            yield short, new
            yield f"{short}s", f"{new}s"


@cache
def fixed_words() -> frozenset[str]:
    """Words with a meaning of their own: of the language, of types, and the keys of all files."""
    words = {*RESERVED, *BUILT_INS, *PRIMITIVES, *TYPE_WORDS, *_BUILT_IN, ORIGINAL}
    words |= {word for phrase in PHRASES for word in phrase.split()}
    words |= {param.name for call in BUILT_INS.values() for param in call.params}
    words |= {param.name for call in PRIMITIVES.values() for param in call.params}
    for name in _SCHEMAS:
        _collect(load_schema(schema_path(name)), words)
    return frozenset(words)


def _collect(schema: Any, words: set[str]) -> None:
    if isinstance(schema, dict):
        words |= {*schema.get("properties", {})} if isinstance(schema.get("properties"), dict) else set()
        words |= {str(word) for word in schema.get("enum", ()) if not isinstance(schema.get("enum"), dict)}
        for item in schema.values():
            _collect(item, words)
    elif isinstance(schema, list):
        for item in schema:
            _collect(item, words)


# --- applying ----------------------------------------------------------------------------------


def rename_all(found: Gathered, words: Words, pack: str | None = None) -> None:
    """Write the new names into what was gathered; of one pack alone if it is named."""

    def due(span: Span) -> bool:
        return pack is None or found.files.get(span.file) == pack

    for name, section in found.sections.items():
        made: Section = {}
        texts = name.startswith(WORDING)
        for id_, (branch, at) in section.items():  # the first of two that are called alike now
            if due(at):
                id_ = words.line(id_) if texts else words.name(id_)
                branch = words.at(tuple(name.split(".")), branch)
            made.setdefault(id_, (branch, at))
        found.sections[name] = made
    for name, branch in found.singles.items():
        if due(branch.span):
            found.singles[name] = words.branch(branch)
    found.cards = [words.mapping(tree) if due(tree.span) else tree for tree in found.cards]


def renamed_patch(patch: Patch, own: Words, others: Words) -> Patch:
    """A patch in the words of what it is laid on.

    Args:
        own: the renames of its pack, which its text knows already; only the address of a rename does not.
        others: those of packs that its pack does not know of.
    """
    path = own.path(patch.path) if "rename" in patch.verbs else patch.path
    verbs = {verb: (others.at(path, branch), span) for verb, (branch, span) in patch.verbs.items()}
    return replace(patch, path=others.path(path), verbs=verbs)


def renamed_deed(deed: Operation, words: Words) -> Operation:
    """What was done, told with the new names."""
    beside = None if deed.beside is None else (deed.beside[0], words.name(deed.beside[1]))
    value = deed.value if deed.value is None or deed.deed == "rename" else words.at(deed.path, deed.value)
    return replace(deed, path=words.path(deed.path), value=value, beside=beside)


def deeds(renames: Iterable[Rename], pack: str, own: Words, others: Words) -> Iterator[Operation]:
    """The renames of a pack as what it did, each at the address that it leads to."""
    for rename in renames:
        path = others.path(own.path(rename.path))
        before = written(rename.before, rename.span)
        yield Operation(pack, "rename", path, written(rename.name, rename.span), before, rename.span)


def unknown_to(sees: Collection[str], pack: str, renamed: Iterable[tuple[str, Words]]) -> Words:
    """The renames, in the order in which they were laid, of the packs that a pack does not know of."""
    words = Words({}, {})
    for other, more in renamed:
        if other != pack and other not in sees:
            words = words.then(more)
    return words
