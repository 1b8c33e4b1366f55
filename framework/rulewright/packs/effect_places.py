"""Where effect text stands in the files of a pack, told from the files alone: nothing is linked for it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from rulewright.packs.access import mapping
from rulewright.packs.bundled import bundled_path, schema_path
from rulewright.packs.gather import Gathered
from rulewright.source.diagnostics import Problems
from rulewright.source.reader import read_yaml
from rulewright.source.schema import load_schema
from rulewright.source.text import NOWHERE
from rulewright.source.tree import Branch, Mapping, Scalar, Sequence

Schema = dict[str, Any]

_EFFECT = "#/$defs/effect"
_ONE_OF = ("if", "then", "else")
_CHOICES = ("allOf", "anyOf", "oneOf")
_IN_PATCHES = frozenset("do then is when if requires until turns each points".split())
"""Keys that hold effect text wherever they stand; others are not told apart in a patch."""


def effect_places(path: Path, tree: Mapping) -> list[Scalar]:
    """The effect texts of a pack's file, or of an overlay that is one, in order of place."""
    found = {scalar.span.start: scalar for scalar in _places(path, tree)}
    return [found[start] for start in sorted(found)]


def effects_in(found: Gathered) -> Iterator[Scalar]:
    """The effect texts of what was gathered."""
    whole: dict[str, Branch] = {**found.singles}
    for name, section in found.sections.items():
        part = _mapping({id_: branch for id_, (branch, _) in section.items()})
        above, _, below = name.partition(".")
        if below:
            there = whole.get(above)
            part = _mapping({**(there.items if isinstance(there, Mapping) else {}), below: part})
        whole[above] = part
    for schema in ("rules", "pack"):
        yield from _by_schema(_mapping(whole), _schema(schema))
    kinds = [branch for branch, _ in found.sections.get("kinds", {}).values()]
    formulas = [kind.items.get("formulas") for kind in kinds if isinstance(kind, Mapping)]
    names = frozenset(name for part in formulas if isinstance(part, Mapping) for name in part.items)
    for tree in found.cards:
        yield from _by_schema(tree, _card_schema(names))


def _mapping(items: dict[str, Branch]) -> Mapping:
    return Mapping(items, {}, NOWHERE)


def _places(path: Path, tree: Mapping) -> Iterator[Scalar]:
    name = path.name if path.parent.name not in ("rules", "cards", "scenarios", "patches") else ""
    match name or path.parent.name:
        case "pack.yaml":
            yield from _by_schema(tree, _schema("pack"))
        case "rules":
            yield from _by_schema(tree, _schema("rules"))
        case "cards":
            yield from _of_cards(tree, path.parent.parent)
        case "scenarios":
            yield from _of_scenario(tree, path.parent.parent)
        case "patches":
            yield from _of_patches(tree)
        case "rulebook.yaml" | "mutants.yaml":
            pass
        case _:
            yield from _of_overlay(tree)


def _of_overlay(tree: Mapping) -> Iterator[Scalar]:
    yield from _by_schema(tree, _schema("overlay"))
    yield from _of_patches(tree)
    if "rules" in tree.items:
        yield from _by_schema(tree.items["rules"], _schema("rules"))
    if "cards" in tree.items:
        yield from _of_cards(tree.items["cards"], None)


def _of_scenario(tree: Mapping, folder: Path) -> Iterator[Scalar]:
    if "with" in tree.items:
        yield from _of_cards(tree.items["with"], folder)
    expect = tree.items.get("expect")
    for part in (expect, *(expect.items.values() if isinstance(expect, Mapping) else ())):
        holds = part.items.get("holds") if isinstance(part, Mapping) else None
        if isinstance(holds, Sequence):
            yield from (item for item in holds.items if isinstance(item, Scalar))


def _of_cards(tree: Branch, folder: Path | None) -> Iterator[Scalar]:
    """Abilities of entries and templates, and the formulas that the kinds of the folder's packs declare."""
    yield from _by_schema(tree, _card_schema(formula_names(folder) if folder is not None else frozenset()))


def _card_schema(names: frozenset[str]) -> Schema:
    formulas = {name: {"$ref": _EFFECT} for name in names}
    entry = {"properties": {**formulas, "abilities": {"$ref": "#/$defs/abilities"}}}
    kinds = {"additionalProperties": {"additionalProperties": entry}}
    return {**kinds, "properties": {"templates": kinds}, "$defs": _schema("rules")["$defs"]}


def _of_patches(tree: Mapping) -> Iterator[Scalar]:
    patches = tree.items.get("patches", Sequence((tree,), tree.span))
    for patch in patches.items if isinstance(patches, Sequence) else ():
        for verb, branch in patch.items.items() if isinstance(patch, Mapping) else ():
            if verb in ("set", "add", "insert", "replace", "wrap"):
                yield from _under(branch, verb == "wrap")


def _under(branch: Branch, is_effect: bool) -> Iterator[Scalar]:
    if isinstance(branch, Scalar):
        if is_effect:
            yield branch
    elif isinstance(branch, Mapping):
        for key, item in branch.items.items():
            yield from _under(item, is_effect or (key in _IN_PATCHES and isinstance(item, Scalar)))
    else:
        for item in branch.items:
            yield from _under(item, is_effect)


def _by_schema(branch: Branch, schema: Schema) -> Iterator[Scalar]:
    """The scalars that a schema calls effect text."""
    waiting: list[tuple[Branch, Any]] = [(branch, schema)]
    while waiting:
        at, says = waiting.pop()
        if not isinstance(says, dict):
            continue
        if "$ref" in says:
            if says["$ref"] == _EFFECT:
                if isinstance(at, Scalar):
                    yield at
                continue
            waiting.append((at, schema["$defs"][says["$ref"].removeprefix("#/$defs/")]))
        waiting += [(at, says[key]) for key in _ONE_OF if key in says]
        waiting += [(at, choice) for key in _CHOICES for choice in says.get(key, ())]
        if isinstance(at, Mapping):
            own, others = says.get("properties", {}), says.get("additionalProperties")
            waiting += [(item, own.get(key, others)) for key, item in at.items.items()]
        elif isinstance(at, Sequence):
            waiting += [(item, says.get("items")) for item in at.items]


@cache
def formula_names(folder: Path) -> frozenset[str]:
    """The formulas of all kinds that a pack declares, or one that it requires or knows of does."""
    names: set[str] = set()
    for path in sorted((folder / "rules").glob("*.yaml")):
        tree = read_yaml(path, path.name, Problems())
        kinds = tree.items.get("kinds") if tree is not None else None
        for kind in kinds.items.values() if isinstance(kinds, Mapping) else ():
            formulas = kind.items.get("formulas") if isinstance(kind, Mapping) else None
            names |= {*mapping(formulas).items} if isinstance(formulas, Mapping) else set()
    manifest = read_yaml(folder / "pack.yaml", "pack.yaml", Problems())
    for key in ("requires", "optional"):
        needed = manifest.items.get(key) if manifest is not None else None
        for id_ in needed.items if isinstance(needed, Mapping) else ():
            beside = folder.resolve().parent / id_
            other = beside if beside.is_dir() else bundled_path(id_)
            if other.is_dir() and other.resolve() != folder.resolve():
                names |= formula_names(other)
    return frozenset(names)


def _schema(name: str) -> Schema:
    return load_schema(schema_path(name))
