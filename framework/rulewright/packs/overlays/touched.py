"""Declarations that patches touched, checked against the schemas that their files are checked against."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any

from rulewright.packs.bundled import schema_path
from rulewright.packs.gather import NESTED, Gathered
from rulewright.packs.overlays.addresses import OF_MANIFEST, Path, drop, get, head_length, is_card, key_span
from rulewright.packs.overlays.operations import Operation
from rulewright.packs.pruning import valid_part
from rulewright.source.diagnostics import Problems
from rulewright.source.schema import load_schema
from rulewright.source.text import Span
from rulewright.source.tree import Branch, Mapping


def check_touched(found: Gathered, done: Iterable[Operation], problems: Problems) -> None:
    """Report what no longer fits its schema, and leave it out. Cards are checked when they are linked."""
    heads = {operation.path[: head_length(operation.path)]: None for operation in done}
    tree = Mapping({}, {}, found.manifest.span) if found.manifest is not None else None
    if tree is None:
        return
    for head in heads:
        branch, span = get(found, head), key_span(found, head)
        if branch is not None and span is not None and not is_card(head):
            tree = _with(tree, head, branch, span)
    pruned = valid_part(tree, _schema(), problems, what="the patched content", nested=NESTED)
    found.lose(pruned.names, pruned.sections, _schema()["properties"])
    for head in heads:
        if is_card(head) or get(found, head) is None or _holds(pruned.tree, head):
            continue
        if head[0] in OF_MANIFEST:
            found.manifest = None
        else:
            drop(found, head)


def _with(tree: Mapping, head: Path, branch: Branch, span: Span) -> Mapping:
    inner = branch
    if len(head) > 1:
        below = tree.items.get(head[0])
        inner = _with(below if isinstance(below, Mapping) else Mapping({}, {}, span), head[1:], branch, span)
    return Mapping({**tree.items, head[0]: inner}, {**tree.key_spans, head[0]: span}, tree.span)


def _holds(tree: Branch | None, head: Path) -> bool:
    for key in head:
        tree = tree.items.get(key) if isinstance(tree, Mapping) else None
    return tree is not None


@cache
def _schema() -> dict[str, Any]:
    """What rules files, the manifest and the rulebook may declare, in one schema."""
    rules, pack, book = (load_schema(schema_path(name)) for name in ("rules", "pack", "rulebook"))
    of_manifest = {name: pack["properties"][name] for name in ("settings", "refuse", "title", "players")}
    return {
        "$schema": rules["$schema"],
        "type": "object",
        "properties": {**rules["properties"], **of_manifest, "rulebook": book["properties"]["rules"]},
        "additionalProperties": False,
        "$defs": {**pack["$defs"], **rules["$defs"]},
    }
