"""The packs of a game, what each did, and what differs between two games, as text."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.packs.gather import shown_name
from rulewright.packs.load import lay
from rulewright.packs.overlays.addresses import Path, declarations
from rulewright.packs.overlays.collisions import Meeting, in_words, meetings
from rulewright.packs.overlays.laying import Laid, gone_names
from rulewright.packs.overlays.origin import Change, Leaf, changes, find, origins
from rulewright.packs.overlays.patches import shown
from rulewright.source.counted import counted
from rulewright.source.diagnostics import ContentError, Problems
from rulewright.source.suggest import did_you_mean
from rulewright.source.text import SourceFile, Span


def packs_lines(spec: str) -> Iterator[str]:
    """The packs in their order with reasons; then where one has the last word, or two say the same."""
    laid = lay(spec)
    layers = laid.stack.layers
    rows = [
        (layer.manifest.name, layer.manifest.kind, shown_name(layer.part.path, layer.part.path))
        for layer in layers
    ]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for number, (row, layer) in enumerate(zip(rows, layers, strict=True), 1):
        cells = (cell.ljust(width) for cell, width in zip(row, widths, strict=True))
        yield f"{number}. {'  '.join(cells)}  {layer.why}"
    found = list(meetings(laid.done, {layer.manifest.id: layer.sees for layer in layers}))
    for how, heading in (
        ("overruled", "has the last word:"),
        ("same", "said twice alike:"),
        ("summed", "both add to it:"),
    ):
        some = [met for met in found if met.how == how]
        if some:
            yield ""
            yield heading
            yield from (f"  {_met(met)}" for met in some)


def _met(met: Meeting) -> str:
    one, other = met.first, met.second
    return (
        f"{'/'.join(met.path)}: '{other.pack}' {in_words(other)} ({other.span}), "
        f"'{one.pack}' {in_words(one)} ({one.span})"
    )


def diff_lines(one: str, other: str) -> Iterator[str]:
    """One line for each difference; the last says how many there are."""
    found = list(changes(lay(one), lay(other)))
    rows = [_row(change) for change in found]
    widths = [max((len(row[n]) for row in rows), default=0) for n in range(2)]
    for row in rows:
        cells = [cell.ljust(width) for cell, width in zip(row, widths, strict=False)]
        yield "  ".join([*cells, *row[2:]]).rstrip()
    yield counted(len(found), "difference")


def _row(change: Change) -> tuple[str, str, str, str]:
    if change.before is None:
        what = f"new: {change.after}"
    elif change.after is None:
        what = f"gone: {change.before}"
    else:
        what = f"{change.before} -> {change.after}"
    place = "" if change.place is None else f", {change.place}"
    return change.entry, change.field, what, f"({change.who}{place})" if change.who else ""


def origin_lines(spec: str, wanted: str) -> Iterator[str]:
    """Every value of what has that id: where it was written, by which pack, and what it was before.

    Raises:
        ContentError: R301 if nothing has it.
    """
    laid = lay(spec)
    wanted = wanted.rpartition(":")[2]
    heads = find(laid, wanted)
    if not heads:
        _refuse(laid, wanted)
    for number, head in enumerate(heads):
        if number:
            yield ""
        yield f"{'/'.join(head)}{_names(laid, head)}"
        rows = [
            (f"{'/'.join(leaf.path[len(head) :]) or head[-1]}: {shown(leaf.value)}", leaf)
            for leaf in origins(laid, head)
        ]
        width = min(60, max((len(text) for text, _ in rows), default=0))
        for text, leaf in rows:
            yield f"  {text.ljust(width)}  {leaf.span}  {leaf.pack}{_history(leaf)}"


def _names(laid: Laid, head: Path) -> str:
    """What a declaration, or what stands in it, was called before."""
    told = [
        f"'{deed.pack}' {in_words(deed)} ({deed.span})"
        for deed in laid.done
        if deed.deed == "rename" and deed.path[: len(head)] == head
    ]
    return f"  [{'; '.join(told)}]" if told else ""


def _value(leaf: Leaf, head: Path) -> str:
    return f"{'/'.join(leaf.path[len(head) :]) or head[-1]}: {shown(leaf.value)}"


def _history(leaf: Leaf) -> str:
    told = [
        f"'{operation.pack}' {in_words(operation)} ({operation.span}"
        + (f"; before: {shown(operation.before)})" if operation.before is not None else ")")
        for operation in leaf.history
        if operation.deed != "add"
    ]
    return f"  [{'; '.join(told)}]" if told else ""


def _refuse(laid: Laid, wanted: str) -> None:
    words = [word for path in declarations(laid.found) for word in (path[-1], "/".join(path))]
    problems = Problems()
    span = Span(SourceFile.of("<id>", wanted), 0, len(wanted))
    problems.gone = gone_names(laid.done)
    hint = did_you_mean(wanted, words)
    problems.error("R301", f"nothing is called '{wanted}'", span, hint=hint, unknown=wanted.split("/")[-1])
    raise ContentError(problems.found)
