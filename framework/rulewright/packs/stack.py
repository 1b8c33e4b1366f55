"""The packs of a game in the order in which they are laid on each other, and why in that order.

Dependencies come first, then the kinds of packs, then the ids: never the order in a spec, or of files.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from rulewright.packs.bundled import bundled_ids, schema_path
from rulewright.packs.gather import shown_name
from rulewright.packs.manifest import KINDS, Manifest, Need, read_manifest
from rulewright.packs.migrations import CURRENT, format_of
from rulewright.packs.pruning import valid_part
from rulewright.packs.spec import Place
from rulewright.source.diagnostics import Problems
from rulewright.source.reader import read_yaml
from rulewright.source.records import record
from rulewright.source.schema import load_schema
from rulewright.source.text import Span
from rulewright.source.tree import Mapping


@record(frozen=True, slots=True)
class Part:
    """A pack that was found. `tree` is its pack.yaml, or the whole of an overlay that is one file.

    Either is without the declarations that have mistakes, and None if nothing of it can be relied on.
    """

    path: Path
    span: Span  # in the spec
    manifest: Manifest | None
    tree: Mapping | None
    lost: frozenset[str] = frozenset()
    lost_sections: frozenset[str] = frozenset()

    @property
    def is_file(self) -> bool:
        return self.path.is_file()


@record(frozen=True, slots=True)
class Layer:
    """A pack in its place: `sees` are the packs before it that it knows of, `why` it is laid here.

    `names` are those of them that it names itself, or that those name: its author knew how they call things.
    """

    part: Part
    manifest: Manifest
    sees: frozenset[str]
    why: str
    names: frozenset[str] = frozenset()


@record(frozen=True, slots=True)
class Stack:
    """The packs of a game, base first, and those whose manifest is lost."""

    layers: tuple[Layer, ...]
    broken: tuple[Part, ...] = ()

    @property
    def manifests(self) -> dict[str, Manifest]:
        return {layer.manifest.id: layer.manifest for layer in self.layers}

    def views(self) -> Iterator[tuple[Layer, Stack]]:
        """Each pack that does not know of all packs before it, laid over those that it knows of alone."""
        for number, layer in enumerate(self.layers):
            if len(layer.sees) < number:
                seen = (other for other in self.layers if other.manifest.id in layer.sees)
                yield layer, Stack((*seen, layer))


def read_stack(places: Sequence[Place], problems: Problems) -> Stack:
    """Read the manifests and put the packs in order.

    Raises:
        ContentError: the packs do not go together, or one is of another content format, with all that was
            found so far; what else is wrong within a manifest is only noted.
    """
    parts = [_read(place, problems) for place in places]
    together = Problems()
    stack = _ordered(parts, together)
    problems.found += together.found
    if together.errors:
        problems.check()
    return stack


def _ordered(parts: Sequence[Part], problems: Problems) -> Stack:
    good = _one_of_each([part for part in parts if part.manifest is not None], problems)
    broken = tuple(part for part in parts if part.manifest is None)
    based = _check_base([part for part in parts if part in good or part in broken], problems)
    if based and not broken:
        manifests = {_manifest(part).id: _manifest(part) for part in good}
        for part in good:
            _check_needs(_manifest(part), manifests, problems)
            _check_spelling(part, manifests, problems)
    return Stack(tuple(_layers(good, problems)), broken)


def _manifest(part: Part) -> Manifest:
    assert part.manifest is not None
    return part.manifest


def _read(place: Place, problems: Problems) -> Part:
    one_file = place.path.is_file()
    path = place.path if one_file else place.path / "pack.yaml"
    name = shown_name(place.path.parent if one_file else place.path, path)
    tree = read_yaml(path, name, problems)
    if tree is None:
        return Part(place.path, place.span, None, None)
    what, kind = ("an overlay", "overlay") if one_file else ("the manifest", "pack")
    if wrong_format(tree, problems):
        problems.check()
    pruned = valid_part(tree, load_schema(schema_path(kind)), problems, what=what, nested=())
    manifest = read_manifest(pruned.tree, path, problems) if pruned.tree is not None else None
    return Part(place.path, place.span, manifest, pruned.tree, pruned.names, pruned.sections)


def wrong_format(tree: Mapping, problems: Problems) -> bool:
    """Whether a manifest is of another content format than this version reads, which is noted."""
    number = format_of(tree)
    if number is None or number.value == CURRENT:
        return False
    found = number.value
    assert isinstance(found, int)
    hint = "a newer Rulewright can read it" if found > CURRENT else None
    if 0 <= found < CURRENT:
        hint = "run 'rulewright fmt --migrate' on its folder"
    problems.error(
        "P620",
        f"the pack is written in content format {found}",
        number.span,
        expected=f"format {CURRENT}",
        hint=hint,
    )
    return True


def _one_of_each(parts: Iterable[Part], problems: Problems) -> list[Part]:
    found: dict[str, Part] = {}
    for part in parts:
        manifest = _manifest(part)
        if manifest.id in found:
            other = found[manifest.id]
            message = f"pack '{manifest.id}' is named twice"
            if other.path != part.path:
                message = f"'{part.path}' and '{other.path}' have the same id '{manifest.id}'"
            problems.error("P607", message, part.span, related=(("the other", other.span),))
        else:
            found[manifest.id] = part
    return list(found.values())


def _check_base(parts: Sequence[Part], problems: Problems) -> bool:
    """Complain of a game that is not first, or of none; whether there is one to lay the others over."""
    first = parts[0].manifest if parts else None
    lacking = first is not None and first.kind != "base"
    if first is not None and lacking:
        message = f"'{first.id}' is {_a(first.kind)}, which is laid over a game"
        hint = f"put the game before it, as in '{_game_of(first, parts)}+{_written(parts[0])}'"
        problems.error("P602", message, parts[0].span, expected="a pack of kind base", hint=hint)
    bases = [part for part in parts if part.manifest is not None and part.manifest.kind == "base"]
    for part in bases[1:] if len(parts) > len(bases) and lacking else parts[1:]:
        if part.manifest is not None and part.manifest.kind == "base":
            message = f"'{part.manifest.id}' is a game of its own"
            expected = "an overlay (" + ", ".join(KINDS[1:]) + ")"
            problems.error("P602", message, part.span, expected=expected)
    return not lacking


def _game_of(overlay: Manifest, parts: Sequence[Part]) -> str:
    """How a spec may name the game that an overlay needs: one further on, or the first that it requires."""
    for part in parts:
        if part.manifest is not None and part.manifest.kind == "base":
            return _written(part)
    needed = next(iter(overlay.requires), "GAME")
    written = _written(parts[0])
    beside = written.rstrip("/").removesuffix(parts[0].path.name) + needed
    return beside if needed not in bundled_ids() and Path(beside, "pack.yaml").is_file() else needed


def _written(part: Part) -> str:
    """How the spec names it."""
    return part.span.file.text[part.span.start : part.span.end]


def _a(kind: str) -> str:
    return f"an {kind}" if kind[0] in "aeiou" else f"a {kind}"


def _check_needs(manifest: Manifest, manifests: dict[str, Manifest], problems: Problems) -> None:
    for need in manifest.requires.values():
        if need.id not in manifests:
            message = f"'{manifest.id}' requires the pack '{need.id}', which is not there"
            hint = f"add it to the spec: +{need.id}"
            near = problems.suggest(need.id, manifests)
            problems.error(
                "P608", message, need.span, expected=f"{need.id} {need.versions}", hint=near or hint
            )
    for need in (*manifest.requires.values(), *manifest.optional.values()):
        other = manifests.get(need.id)
        if other is not None and other.version not in need.versions:
            message = f"'{manifest.id}' is not made for {other.name}"
            related = ((other.name, other.span),)
            expected = f"{need.id} {need.versions}"
            problems.error("P608", message, need.span, expected=expected, related=related)
    for need in manifest.conflicts.values():
        other = manifests.get(need.id)
        if other is not None and other.version in need.versions:
            message = f"'{manifest.id}' cannot be played with {other.name}: {need.says}"
            problems.error("P609", message, need.span, related=((other.name, other.span),))


def _check_spelling(part: Part, manifests: dict[str, Manifest], problems: Problems) -> None:
    """Warn of packs that may be missing, where one with almost that id is there or lies beside this one."""
    manifest = _manifest(part)
    named = (*manifest.optional.values(), *manifest.conflicts.values())
    absent = [need for need in named if need.id not in manifests]
    if not absent:
        return
    known = {*manifests, *bundled_ids(), *_beside(part.path)} - {manifest.id}
    for need in absent:
        if need.id not in known and (hint := problems.suggest(need.id, sorted(known))) is not None:
            problems.warning("P618", f"no pack '{need.id}' is to be found", need.span, hint=hint)


def _beside(path: Path) -> Iterator[str]:
    """The names of what lies beside a pack and may be one; none where they cannot be read."""
    above = os.path.dirname(os.path.abspath(path))
    names = os.listdir(above) if os.access(above, os.R_OK | os.X_OK) else []
    for name in names:
        if name.endswith(".yaml"):
            yield name.removesuffix(".yaml")
        elif os.path.isfile(os.path.join(above, name, "pack.yaml")):
            yield name


def _layers(parts: Sequence[Part], problems: Problems) -> list[Layer]:
    """Each pack as soon as those it depends on are there; of several the first by kind and id."""
    waiting = {_manifest(part).id: part for part in parts}
    needs = {
        name: [need.id for need in _needed(_manifest(part)) if need.id in waiting]
        for name, part in waiting.items()
    }
    found: list[Layer] = []
    while waiting:
        ready = [
            _manifest(part)
            for name, part in waiting.items()
            if not any(need in waiting for need in needs[name])
        ]
        if not ready:
            _circle(waiting, needs, problems)
            break
        next_ = min(ready, key=lambda manifest: (manifest.band, manifest.id))
        found.append(_layer(waiting.pop(next_.id), next_, needs[next_.id], found))
    return found


def _needed(manifest: Manifest) -> list[Need]:
    return [*manifest.requires.values(), *manifest.optional.values()]


def _layer(part: Part, manifest: Manifest, needs: Sequence[str], before: Sequence[Layer]) -> Layer:
    sees = {other.manifest.id for other in before if other.manifest.band < manifest.band}
    names: set[str] = set()
    for other in before:
        if other.manifest.id in needs:
            sees |= {other.manifest.id, *other.sees}
            names |= {other.manifest.id, *other.names}
    return Layer(part, manifest, frozenset(sees), _why(manifest, needs, before), frozenset(names))


def _why(manifest: Manifest, needs: Sequence[str], before: Sequence[Layer]) -> str:
    if not before:
        return "the game itself"
    last = before[-1].manifest
    if last.id in needs:
        verb = "requires" if last.id in manifest.requires else "knows of"
        return f"after {last.id}, which it {verb} ({_versions(manifest, last.id)})"
    if last.band < manifest.band:
        return f"after {last.id}: {last.kind} comes before {manifest.kind}"
    return f"after {last.id}: of packs of one kind the first by id comes first"


def _versions(manifest: Manifest, id_: str) -> str:
    return str((manifest.requires.get(id_) or manifest.optional[id_]).versions)


def _circle(waiting: dict[str, Part], needs: dict[str, list[str]], problems: Problems) -> None:
    """Say which packs wait for each other; the circle is walked from its first id."""
    chain = [min(waiting)]
    while (following := next(need for need in needs[chain[-1]] if need in waiting)) not in chain:
        chain.append(following)
    circle = chain[chain.index(following) :]
    first = _manifest(waiting[min(circle)])
    span = next(need.span for need in _needed(first) if need.id in circle)
    turned = circle[circle.index(first.id) :] + circle[: circle.index(first.id)]
    listed = " -> ".join([*turned, first.id])
    problems.error("P610", f"packs depend on each other in a circle: {listed}", span)
