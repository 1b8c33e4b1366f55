"""What a pack says of itself: id, version, kind, and the packs that it needs or cannot stand."""

from __future__ import annotations

import re
from collections.abc import Mapping as Lookup
from dataclasses import field, replace
from pathlib import Path

from rulewright.packs.access import mapping, maybe_word, pairs, word
from rulewright.packs.versions import Range
from rulewright.source.diagnostics import Problems
from rulewright.source.records import record
from rulewright.source.text import Span
from rulewright.source.tree import Mapping

KINDS = ("base", "expansion", "bridge", "balance", "variant", "locale")
"""What packs are for, in the order in which they are laid on each other."""
ID = re.compile(r"[a-z][a-z0-9_]*")

_OF_OVERLAYS = ("requires", "optional", "conflicts", "replaces_scenarios")
_KIND_WHERE_LEFT_OUT = "balance"


@record(frozen=True, slots=True)
class Need:
    """Another pack, in some versions; `says` why it cannot be stood."""

    id: str
    versions: Range
    span: Span
    says: str = ""


@record(frozen=True, slots=True)
class Manifest:
    """A pack's word on itself; `replaced` are scenarios of other packs that are no longer true, and why."""

    id: str
    version: str
    kind: str
    title: str
    span: Span
    requires: Lookup[str, Need] = field(default_factory=dict)
    optional: Lookup[str, Need] = field(default_factory=dict)
    conflicts: Lookup[str, Need] = field(default_factory=dict)
    replaced: Lookup[str, tuple[str, Span]] = field(default_factory=dict)

    @property
    def band(self) -> int:
        return KINDS.index(self.kind)

    @property
    def name(self) -> str:
        return f"{self.id} {self.version}"


def read_manifest(tree: Mapping, path: Path, problems: Problems) -> Manifest:
    """The manifest in a valid pack.yaml, or in an overlay of one file, which may leave everything out."""
    kind = maybe_word(tree, "kind") or _KIND_WHERE_LEFT_OUT
    if kind == "base":
        for key in _OF_OVERLAYS:
            if key in tree.items:
                message = f"'{key}' does not go with 'kind: base'"
                hint = f"remove it; with `kind: {KINDS[1]}` the pack is laid over a game"
                problems.error("R310", message, tree.key_spans[key], expected="a game of its own", hint=hint)
        tree = replace(tree, items={key: tree.items[key] for key in tree.items if key not in _OF_OVERLAYS})
    elif "players" in tree.items:
        _patched_players(tree, kind, problems)
    id_ = maybe_word(tree, "id") or _id_of_file(tree, path, problems)
    return Manifest(
        id=id_,
        version=maybe_word(tree, "version") or "0.0.0",
        kind=kind,
        title=maybe_word(tree, "title") or id_,
        span=tree.key_spans.get("id", Span(tree.span.file, tree.span.start, tree.span.start + 1)),
        requires=_needs(tree, "requires"),
        optional=_needs(tree, "optional"),
        conflicts={
            name: Need(
                name,
                Range(maybe_word(mapping(branch), "versions") or "any"),
                span,
                word(mapping(branch).items["says"]),
            )
            for name, branch, span in pairs(tree, "conflicts")
        },
        replaced={name: (word(branch), span) for name, branch, span in pairs(tree, "replaces_scenarios")},
    )


def _patched_players(tree: Mapping, kind: str, problems: Problems) -> None:
    """How many can play is said by the game, and changed as everything else that it says."""
    game = next((name for name, _, _ in pairs(tree, "requires")), "GAME")
    message = f"'players' does not go with 'kind: {kind}'"
    hint = f"write `patch: {game}:players` with `set` in `patches/`"
    problems.error("R310", message, tree.key_spans["players"], expected="`players` of the game", hint=hint)


def _id_of_file(tree: Mapping, path: Path, problems: Problems) -> str:
    """The id of an overlay of one file that says none."""
    name = path.stem
    if not ID.fullmatch(name):
        meant = re.sub(r"[^a-z0-9]+", "_", name.lower()).strip("_")
        fits = ID.fullmatch(meant) is not None
        hint = f"call it {meant}.yaml, or write `id: {meant}` in it" if fits else "write an `id: …` in it"
        span = Span(tree.span.file, tree.span.start, tree.span.start + 1)
        message = f"the overlay has no `id`, and its file's name '{name}' is none"
        problems.error("S205", message, span, expected="a word in lower_snake, such as red_fox", hint=hint)
    return name


def _needs(tree: Mapping, key: str) -> dict[str, Need]:
    return {name: Need(name, Range(word(branch)), span) for name, branch, span in pairs(tree, key)}
