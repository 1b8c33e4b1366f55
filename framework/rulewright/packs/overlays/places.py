"""The places below at which mistakes of overlays show, with what was done there and by whom."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rulewright.packs.gather import Gathered
from rulewright.packs.overlays.addresses import Path, get, head_length, is_card, key_span
from rulewright.packs.overlays.operations import Operation
from rulewright.source.diagnostics import Changed
from rulewright.source.text import Span

_IN_WORDS = {
    "set": "set",
    "adjust": "adjusted",
    "wrap": "wrapped",
    "replace": "replaced",
    "add": "added",
    "remove": "removed",
}


def changed_places(done: Iterable[Operation], found: Gathered) -> dict[Span, list[Changed]]:
    """What overlays did to or in what stands at a place in a file of another pack."""
    places: dict[Span, list[Changed]] = {}
    for operation in done:
        length = head_length(operation.path)
        if operation.deed not in _IN_WORDS or (operation.deed == "add" and len(operation.path) == length):
            continue
        for n in range(length, len(operation.path) + 1):
            for span in _places(operation.path[:n], found):
                if found.files.get(span.file) != operation.pack:
                    places.setdefault(span, []).append(_changed(operation))
    return places


def changed_words(done: Iterable[Operation]) -> dict[str, list[Changed]]:
    """What overlays did to what is called so, and to the entries of a kind that is."""
    words: dict[str, list[Changed]] = {}
    for operation in done:
        if operation.deed not in _IN_WORDS:
            continue
        named = operation.path if is_card(operation.path) else operation.path[1:]
        for word in dict.fromkeys(named):
            words.setdefault(word, []).append(_changed(operation))
    return words


def _places(path: Path, found: Gathered) -> Iterator[Span]:
    branch = get(found, path)
    spans = (key_span(found, path), None if branch is None else branch.span)
    yield from dict.fromkeys(span for span in spans if span is not None)


def _changed(operation: Operation) -> Changed:
    said = f"{_IN_WORDS[operation.deed]} by '{operation.pack}'"
    return Changed(said, operation.span, operation.path[-1])
