"""The packs of a game read together, each laid over those before it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from rulewright.packs.bundled import schema_path
from rulewright.packs.files import files_in
from rulewright.packs.gather import Gathered, gather_file, gather_pack, shown_name
from rulewright.packs.overlays.addresses import Path, declarations, get, key_span
from rulewright.packs.overlays.collisions import check_collisions, check_names, check_repeats
from rulewright.packs.overlays.idle import check_idle
from rulewright.packs.overlays.ids import ids_in
from rulewright.packs.overlays.locales import check_locale
from rulewright.packs.overlays.operations import Operation
from rulewright.packs.overlays.patches import SOME_VERB, Patch, has_content, pack_in, read_patches, shown
from rulewright.packs.overlays.patching import Patcher
from rulewright.packs.overlays.places import changed_places, changed_words
from rulewright.packs.overlays.renaming import (
    deeds,
    read_renames,
    rename_all,
    renamed_deed,
    renamed_patch,
    unknown_to,
)
from rulewright.packs.overlays.touched import check_touched
from rulewright.packs.overlays.words import Words
from rulewright.packs.pruning import all_words
from rulewright.packs.stack import Layer, Part, Stack
from rulewright.source.counted import one_of
from rulewright.source.diagnostics import Gone, Problems
from rulewright.source.reader import read_yaml
from rulewright.source.schema import load_schema, validate
from rulewright.source.tree import Mapping


@dataclass(slots=True)
class Laid:
    """What the packs declare together, patched, not yet linked, and what each overlay did.

    `renamed` are the names that packs changed, in their order.
    """

    stack: Stack
    found: Gathered = field(default_factory=Gathered)
    done: list[Operation] = field(default_factory=list)
    renamed: list[tuple[str, Words]] = field(default_factory=list)

    @property
    def words(self) -> Words:
        """What is called otherwise now than by the packs that declared it."""
        made = {new for _, words in self.renamed for new in words.names.values()}
        words = unknown_to((), "", self.renamed)
        names = {old: new for old, new in words.names.items() if old not in made}
        return Words(names, words.nouns, words.prose)

    def words_of(self, layer: Layer) -> Words:
        """What is called otherwise now than the author of a pack knew."""
        return unknown_to(layer.names, layer.manifest.id, self.renamed)


def gather(stack: Stack, problems: Problems) -> Laid:
    """Read the packs of a game; files and patches with mistakes are noted and left out."""
    laid = Laid(stack)
    for part in stack.broken:
        _gather_part(laid.found, part, "", problems)
    base = None
    for layer in stack.layers:
        if base is None:
            _gather_part(laid.found, layer.part, layer.manifest.id, problems)
            base = laid.found.copy()
        else:
            _lay(laid, layer, base, problems)
    if laid.done:
        sees = {layer.manifest.id: layer.sees for layer in stack.layers}
        check_repeats(laid.done, problems)
        check_collisions(laid.done, sees, problems)
        for layer in stack.layers:
            if layer.manifest.kind == "locale":
                check_locale(layer.manifest, laid.done, laid.found, problems)
        names = {layer.manifest.id: layer.names for layer in stack.layers}
        check_names(laid.done, names, lambda deed: _ids_in(deed, laid.found), problems)
        problems.gone = gone_names(laid.done)
        problems.changed = changed_places(laid.done, laid.found)
        problems.changed_words = changed_words(laid.done)
        check_touched(laid.found, laid.done, problems)
        if not problems.errors:
            check_idle(stack, laid.found, laid.done, problems)
    return laid


def gone_names(done: Iterable[Operation]) -> dict[str, Gone]:
    """The names that overlays took away, and those in what they took away or replaced."""
    found: dict[str, Gone] = {}
    for operation in done:
        if operation.deed == "rename":
            said, now = f"renamed by '{operation.pack}'", operation.path[-1]
            hint = f"renamed to '{now}' by '{operation.pack}'"
            found[shown(operation.before)] = Gone(said, operation.span, hint)
        if operation.deed not in ("remove", "replace") or operation.before is None:
            continue
        gone = all_words(operation.before)
        if operation.deed == "remove":
            gone.add(operation.path[-1])
        elif operation.value is not None:
            gone -= all_words(operation.value)
        for name in gone:
            found[name] = Gone(f"removed by '{operation.pack}'", operation.span)
    return found


def _ids_in(deed: Operation, found: Gathered) -> Iterable[Path]:
    return () if deed.value is None else ids_in(deed.path, deed.value, found)


def _lay(laid: Laid, layer: Layer, base: Gathered, problems: Problems) -> None:
    found, pack = laid.found, layer.manifest.id
    before = laid.stack.layers[: laid.stack.layers.index(layer)]
    view = _view(laid, layer, before, base)
    patches = [
        patch for patch in _patches(found, layer, problems) if _is_due(patch, layer, laid.stack, problems)
    ]
    others = laid.words_of(layer)
    if others:
        rename_all(view, others.back())
    renames, own = read_renames(patches, view, problems)
    if own:
        laid.renamed.append((pack, _apply(own, others, laid)))
        laid.done += deeds(renames, pack, own, others)
    _gather_part(found, layer.part, pack, problems)
    others = others.without(own)  # what the pack renames itself its texts know by the new name only
    if others:
        rename_all(found, others, pack)
    if own:
        rename_all(view, own)
        patches = [renamed_patch(patch, own, Words({})) for patch in patches]
    written = patches
    if others:
        patches = [renamed_patch(patch, Words({}), others) for patch in patches]
    problems.gone = gone_names(laid.done)
    laid.done += [*_added(found, pack), *_added_again(laid, pack)]
    Patcher(found, pack, layer.sees, problems, laid.done).apply(patches, written, view)


def _apply(own: Words, others: Words, laid: Laid) -> Words:
    """Change the names in all that was laid so far, where some of them may be otherwise already."""
    words = Words(
        {others.name(old): new for old, new in own.names.items()},
        {others.nouns.get(old, old): new for old, new in own.nouns.items()},
        own.prose,
    )
    rename_all(laid.found, words)
    laid.done = [renamed_deed(deed, words) for deed in laid.done]
    return words


def _view(laid: Laid, layer: Layer, before: tuple[Layer, ...], base: Gathered) -> Gathered:
    """The content as the author of a pack saw it: with the packs that it knows of and no others."""
    seen = tuple(other for other in before if other.manifest.id in layer.sees)
    if len(seen) == len(before):
        return laid.found.copy()
    return base.copy() if len(seen) == 1 else gather(Stack(seen), Problems()).found


def _gather_part(found: Gathered, part: Part, pack: str, problems: Problems) -> None:
    found.lose(part.lost, part.lost_sections, load_schema(schema_path("pack"))["properties"])
    if not part.is_file:
        gather_pack(found, pack, part.path, part.tree, problems)
    elif part.tree is None:
        found.blind.add("*")
    else:
        gather_file(found, pack, part.tree, problems)


def _added(found: Gathered, pack: str) -> Iterator[Operation]:
    """What a pack declares in files of its own."""
    for path in declarations(found):
        span = key_span(found, path)
        if span is not None and found.files.get(span.file) == pack and path not in (("title",), ("players",)):
            yield Operation(pack, "add", path, get(found, path), None, span)


def _added_again(laid: Laid, pack: str) -> Iterator[Operation]:
    """What a pack declares by a name that another pack gave to something else."""
    found = laid.found
    renamed = {operation.path for operation in laid.done if operation.deed == "rename"}
    if not renamed:
        return
    own = Gathered(cards=[tree for tree in found.cards if found.files.get(tree.span.file) == pack])
    entries = [(path, get(own, path), key_span(own, path)) for path in declarations(own)]
    again = [((*name.split("."), id_), branch, span) for name, id_, branch, span in found.again]
    for path, branch, span in (*entries, *again):
        if span is None or path not in renamed or found.files.get(span.file) != pack:
            continue
        if key_span(found, path) != span:
            yield Operation(pack, "add", path, branch, None, span)


def _patches(found: Gathered, layer: Layer, problems: Problems) -> Iterator[Patch]:
    part = layer.part
    if part.is_file:
        if part.tree is not None:
            _check_content(part, part.tree, problems)
            yield from read_patches(part.tree, lost=bool(part.lost_sections))
        return
    _check_files(part, problems)
    for path in files_in(part.path, "patches"):
        tree = read_yaml(path, shown_name(part.path, path), problems)
        if tree is None or not validate(
            tree, load_schema(schema_path("patches")), problems, what="a file of patches"
        ):
            found.blind.add("*")
            continue
        found.files[tree.span.file] = layer.manifest.id
        yield from read_patches(tree)


def _check_content(part: Part, tree: Mapping, problems: Problems) -> None:
    """Complain about an overlay in one file with nothing in it but words about itself."""
    if has_content(tree) or part.lost or part.lost_sections:
        return
    span = next(iter(tree.key_spans.values()), tree.span)
    expected = f"`patch` with {SOME_VERB}; `patches`, `rules`, `cards`, `settings` or `refuse`"
    problems.error("P613", "the overlay does nothing here", span, expected=expected)


def _check_files(part: Part, problems: Problems) -> None:
    """Warn of an overlay that is a folder in which nothing lies yet but its manifest."""
    if (
        part.tree is None
        or has_content(part.tree)
        or part.lost
        or part.lost_sections
        or any(p.name != "pack.yaml" for p in part.path.rglob("*.yaml"))
    ):
        return
    span = next(iter(part.tree.key_spans.values()), part.tree.span)
    hint = "put files into its folders `rules`, `cards`, `patches` or `scenarios`"
    problems.warning(
        "P613", "nothing lies in this overlay but its pack.yaml, so it does nothing", span, hint=hint
    )


def _is_due(patch: Patch, layer: Layer, stack: Stack, problems: Problems) -> bool:
    """Whether the pack that is patched is there and known; one that is optional may be missing."""
    manifest = layer.manifest
    if patch.owner in layer.sees:
        return True
    if patch.owner in manifest.optional and patch.owner not in stack.manifests:
        return False
    if patch.owner in (*manifest.requires, *manifest.optional):
        return False  # a version that does not fit, or a pack that is missing: told already
    if patch.owner == manifest.id:
        message, hint = f"'{patch.owner}' is this pack itself", "write it where it is declared"
    elif patch.owner in stack.manifests:
        message = f"'{manifest.id}' does not say that it knows of '{patch.owner}'"
        hint = f"name '{patch.owner}' under `requires` or `optional`"
    else:
        message = f"the pack '{patch.owner}' is not in this game"
        named = (each.manifest.id for each in stack.layers if each.part.path.stem == patch.owner)
        id_ = next(named, None)
        hint = problems.suggest(patch.owner, layer.sees) or f"name '{patch.owner}' under `requires`"
        if id_ is not None:
            hint = f"that is the name of a folder, and its pack has the id '{id_}'"
    expected = one_of(sorted(layer.sees))
    problems.error("P611", message, pack_in(patch.span), expected=expected, hint=hint)
    return False
