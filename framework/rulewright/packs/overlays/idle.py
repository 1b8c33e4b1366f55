"""Patches that change nothing: what they write is there already."""

from __future__ import annotations

from collections.abc import Collection

from rulewright.packs.gather import Gathered
from rulewright.packs.overlays.addresses import Path
from rulewright.packs.overlays.expecting import inherited
from rulewright.packs.overlays.operations import Operation
from rulewright.packs.overlays.patches import shown
from rulewright.packs.overlays.texts import ORIGINAL
from rulewright.packs.stack import Stack
from rulewright.source.diagnostics import Problems
from rulewright.source.tree import Branch, Mapping, Scalar, Sequence


def check_idle(stack: Stack, found: Gathered, done: Collection[Operation], problems: Problems) -> None:
    """Warn of patches that change nothing, as far as that is sure.

    It is not where another pack changes the same thing, or may do so that is not there; a locale may have
    the same words as the game.
    """
    sure = {
        layer.manifest.id
        for layer in stack.layers
        if layer.manifest.kind != "locale" and layer.manifest.optional.keys() <= stack.manifests.keys()
    }
    for deed in done:
        if deed.pack in sure and (why := _why(deed, found)) is not None:
            others = (other for other in done if other.pack != deed.pack and other.deed != "anchor")
            if any(_related(deed.path, other.path) for other in others):
                continue
            span = deed.value.span if deed.value is not None else deed.span
            hint = "write something else, or remove it; what must stay as it is can be an `expect` alone"
            problems.warning("W914", f"{why}: the patch changes nothing", span, hint=hint)


def _related(one: Path, other: Path) -> bool:
    """Whether two addresses are the same, or one is of something in the other."""
    length = min(len(one), len(other))
    return one[:length] == other[:length]


def _why(deed: Operation, found: Gathered) -> str | None:
    """Why an operation makes no difference; None if it does."""
    value, address = deed.value, "/".join(deed.path)
    if value is None:
        return None
    match deed.deed:
        case "set" | "replace" if deed.before is not None and _same(value, deed.before):
            return f"'{address}' is {shown(value)} already"
        case "set" if deed.before is None:
            above = inherited(found, deed.path)
            if above is not None and _same(value, above[0]):
                return f"'{address}' is {shown(value)} by '{'/'.join(above[1])}'"
        case "adjust" if isinstance(value, Scalar) and value.value == 0:
            return "nought is added"
        case "wrap" if isinstance(value, Scalar) and value.text.text.strip() == ORIGINAL:
            return "nothing is put around the old text"
    return None


def _same(one: Branch, other: Branch) -> bool:
    """Whether they say the same; of mappings also in the same order, which may mean something."""
    match one, other:
        case Scalar(), Scalar():
            return one.text.text.strip() == other.text.text.strip()
        case Sequence(), Sequence():
            return len(one.items) == len(other.items) and all(map(_same, one.items, other.items))
        case Mapping(), Mapping():
            there = [*one.items] == [*other.items]
            return there and all(map(_same, one.items.values(), other.items.values()))
    return False
