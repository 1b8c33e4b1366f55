"""What an overlay of kind `locale` may write: words for people, and nothing that a rule reads."""

from __future__ import annotations

from collections.abc import Iterable

from rulewright.packs.gather import Gathered, Section
from rulewright.packs.manifest import Manifest
from rulewright.packs.overlays.addresses import Path, head_length, is_card
from rulewright.packs.overlays.lists import holds_ids
from rulewright.packs.overlays.operations import Operation
from rulewright.source.diagnostics import Problems
from rulewright.source.quotes import PROSE
from rulewright.source.tree import Branch, Mapping, Scalar

_EXPECTED = "`title`, `texts`, `says`, `rulings`, or a field of type `text`"


def check_locale(manifest: Manifest, done: Iterable[Operation], found: Gathered, problems: Problems) -> None:
    """Complain about whatever a locale did besides writing words."""
    for operation in done:
        if operation.pack != manifest.id or operation.deed == "anchor":
            continue
        if operation.deed == "rename" or not _is_for_people(operation.path, found.section("kinds")):
            message = f"'{manifest.id}' is a locale, and '{'/'.join(operation.path)}' is no text for people"
            problems.error("P617", message, operation.span, expected=_EXPECTED)
    for name, (_, span) in manifest.replaced.items():
        message = f"'{manifest.id}' is a locale, under which '{name}' holds as before"
        problems.error("P617", message, span, expected="no `replaces_scenarios`")


def _is_for_people(path: Path, kinds: Section) -> bool:
    if path == ("title",) or path[0] == "texts":
        return True
    keys = path[head_length(path) :]
    if is_card(path):
        kind = path[1] if path[0] == "templates" else path[0]
        return _is_text(kind, keys, kinds)
    if keys[-2:-1] and keys[-2] in PROSE and not holds_ids(path[:-2]):
        return True  # an item of `rulings`
    return bool(keys) and keys[-1] in PROSE and not holds_ids(path[:-1])


def _is_text(kind: str, keys: Path, kinds: Section) -> bool:
    """Whether the keys of a card of that kind lead to a field of type `text`, also in one of its parts."""
    if not keys or kind not in kinds:
        return False
    declared = kinds[kind][0]
    if (part := _under(declared, "parts", keys[0])) is not None:
        of = _under(part, "of") if isinstance(part, Mapping) else part
        return isinstance(of, Scalar) and _is_text(of.text.text, keys[1:], kinds)
    field = _under(declared, "fields", keys[0])
    spelt = _under(field, "type") if isinstance(field, Mapping) else field
    return (
        len(keys) == 1 and isinstance(spelt, Scalar) and spelt.text.text.removeprefix("optional ") == "text"
    )


def _under(branch: Branch | None, *keys: str) -> Branch | None:
    for key in keys:
        branch = branch.items.get(key) if isinstance(branch, Mapping) else None
    return branch
