"""Values of a YAML file set, added and removed where they stand: all else keeps its text and layout."""

from __future__ import annotations

import re
from collections.abc import Iterator
from collections.abc import Mapping as Lookup
from collections.abc import Sequence as Order
from dataclasses import replace
from typing import Literal

from rulewright.source.edits import Edit
from rulewright.source.records import record
from rulewright.source.text import NOWHERE, EffectText, SourceFile, Span
from rulewright.source.tree import Branch, Mapping
from rulewright.source.yaml_text import STEP, indented, inline, literal

_NOTE = re.compile(r"#[^\r\n]*")

WIDEST = 100
"""Characters of a new mapping that is written in one line."""


@record(frozen=True, slots=True)
class Put:
    """A new value.

    Args:
        text: what it says; for `flow` and `block` as YAML, from the first column on.
        sort: a `word` is read by its look, a `text` is always text, `flow` is a list or mapping in
            brackets, `block` a mapping with a key a line.
        origin: where somebody wrote the text.
    """

    text: str
    sort: Literal["word", "text", "flow", "block"] = "word"
    origin: EffectText | None = None


@record(frozen=True, slots=True)
class New:
    """A mapping that is to come into being.

    Args:
        origin: where somebody wrote its key.
        roomy: a key a line, even if it fits into one.
    """

    items: Lookup[str, Change]
    origin: EffectText | None = None
    roomy: bool = False


Change = Put | New | None | Lookup[str, "Change"]
"""What becomes of a key: a new value, a new mapping, nothing (it goes), or changes of its mapping."""
Changes = Lookup[str, Change]


def changed(tree: Mapping, changes: Changes, order: Order[str] = ()) -> list[Edit]:
    """The edits that make these changes.

    Args:
        tree: what a file holds.
        order: new keys stand behind those that come before them here; all others at the end.
    """
    writer = _Writer(tree.span.file, order)
    if not writer.is_flow(tree):
        writer.block(tree, changes)
    elif _needs_lines(changes):
        writer.spread(tree.span.start, tree.span.end, tree, changes, 0)
    else:
        writer.flow(tree, changes)
    return writer.edits


def written(changes: Changes) -> list[Edit]:
    """The edits that make an empty file say just this."""
    first, *others = _Writer(NOWHERE.file, ()).lines(changes, 0, False)
    return [_cut(first, 1), *others, Edit(NOWHERE, "\n")]


class _Writer:
    def __init__(self, file: SourceFile, order: Order[str]) -> None:
        self.file = file
        self.text = file.text
        self.rank = {key: number for number, key in enumerate(order)}
        self.edits: list[Edit] = []

    def put(self, start: int, end: int, *pieces: Edit) -> None:
        """Pieces, in their order, instead of what stands from `start` to `end`."""
        self.edits += [replace(piece, span=Span(self.file, start, start)) for piece in pieces]
        if end > start:
            self.edits.append(Edit(Span(self.file, start, end), ""))

    # --- mappings with a key a line ------------------------------------------------------------

    def block(self, under: Mapping, changes: Changes) -> None:
        indent = under.span.column - 1
        kept = [key for key in under.items if changes.get(key, under) is not None]
        new = self.new_keys(under, changes)
        if not kept:
            pieces = self.joined(changes, new, indent) if new else [Edit(NOWHERE, "{}")]
            self.put(under.span.start, self.line_end(under.span.end), *pieces)
            return
        for key, change in changes.items():
            if key in under.items:
                self.at_key(under, key, change, indent)
        roomy = self.is_roomy(under)
        for key in new:
            change = changes[key]
            before = [other for other in kept if self.place(other) <= self.place(key)]
            if before:
                self.below(under.items[before[-1]].span.end, self.line(key, change, indent, roomy))
            else:
                first, *others = self.line(key, change, indent, roomy)
                at = under.key_spans[kept[0]].start
                self.put(at, at, _cut(first, indent + 1), *others, Edit(NOWHERE, "\n" + " " * indent))

    def below(self, at: int, pieces: list[Edit]) -> None:
        """Put lines, each of which begins with a break, below the one of a place."""
        start, end = self.line_end(at), self.whole_lines(at, at)[1]
        if end > start:  # not the end of the file
            pieces = [_cut(pieces[0], 1), *pieces[1:], Edit(NOWHERE, "\n")]
        self.put(end, end, *pieces)

    def at_key(self, under: Mapping, key: str, change: Change, indent: int) -> None:
        value = under.items[key]
        if change is None:
            self.put(*self.whole_lines(under.key_spans[key].start, value.span.end))
        elif isinstance(change, Put):
            self.value(under, key, change, indent)
        else:
            assert isinstance(value, Mapping) and not isinstance(change, New)
            if not self.is_flow(value):
                self.block(value, change)
            elif _needs_lines(change):
                end = self.line_end(value.span.end)
                self.spread(self.colon(under, key), end, value, change, indent + STEP)
            else:
                self.flow(value, change)

    def value(self, under: Mapping, key: str, new: Put, indent: int) -> None:
        """Put a value in place of another; a comment stays behind the key or the value."""
        old = under.items[key].span
        colon = self.colon(under, key)
        head, tail = rendered(new, indent)
        end = self.line_end(old.end)
        comment = self.text[old.end : end].rstrip()
        if old.start > self.line_end(colon):  # the old one begins on a line of its own
            gap = self.text[colon : old.start]
            if tail and not head:
                column = old.start - self.line_start(old.start)
                note = f"{comment.lstrip()}\n{' ' * column}" if comment else ""
                _, again = rendered(new, column - STEP)
                self.put(
                    old.start, end if comment else old.end, _piece(note + again.lstrip("\n "), new, len(note))
                )
            elif gap.strip():
                self.put(old.start, old.end, _piece(head + tail, new))
            else:
                self.put(colon, old.end, _piece(f" {head}{tail}", new))
            return
        if header := re.compile(r"[|>][-+0-9]*([ ]+#[^\r\n]*)?").match(self.text, old.start):
            self.put(old.start, old.end, _piece(head + (header[1] or "").rstrip() + tail, new))
        elif not tail:
            self.put(old.start, old.end, _piece(head, new))
        else:
            start = old.start if head else colon
            self.put(start, end, _piece(head + comment + tail, new))

    # --- mappings in braces --------------------------------------------------------------------

    def flow(self, under: Mapping, changes: Changes) -> None:
        """Changes within the braces."""
        kept = [key for key in under.items if changes.get(key, under) is not None]
        new = self.new_keys(under, changes)
        inner = {key: self.pair(key, changes[key]) for key in new}
        if not kept:
            pieces = [piece for number, key in enumerate(new) for piece in _comma(number, inner[key])]
            self.put(under.span.start + 1, under.span.end - 1, *pieces)
            return
        self.drop(under, kept)
        for key in kept:
            change = changes.get(key)
            value = under.items[key]
            if isinstance(change, Put):
                self.put(value.span.start, value.span.end, _piece(flow_text(change), change))
            elif change is not None:
                assert isinstance(value, Mapping) and not isinstance(change, New)
                self.flow(value, change)
        for key in new:
            before = [other for other in kept if self.place(other) <= self.place(key)]
            at = under.items[before[-1]].span.end if before else under.key_spans[kept[0]].start
            after = [] if before else [Edit(NOWHERE, ", ")]
            self.put(at, at, *([Edit(NOWHERE, ", ")] if before else []), *inner[key], *after)

    def drop(self, under: Mapping, kept: Order[str]) -> None:
        """Take out what is not kept, each run of it with one comma."""
        last: str | None = None
        gone: list[str] = []
        for key in [*under.items, None]:
            if key is not None and key not in kept:
                gone.append(key)
                continue
            if gone and last is None and key is not None:
                self.put(under.key_spans[gone[0]].start, under.key_spans[key].start)
            elif gone and last is not None:
                self.put(under.items[last].span.end, under.items[gone[-1]].span.end)
            gone, last = [], key

    def spread(self, colon: int, end: int, under: Mapping, changes: Changes, indent: int) -> None:
        """Write what stands in braces, from a colon to an end, with a key a line: a value needs several."""
        lead = self.text[under.span.end : end].rstrip()
        at, first = colon, True
        for key, value in under.items.items():
            change = changes.get(key, under)
            if change is None:
                self.put(at, value.span.end)
                at = value.span.end
                continue
            start = under.key_spans[key].start
            notes = "" if first else "".join(f"  {note}" for note in _NOTE.findall(self.text[at:start]))
            self.put(at, start, Edit(NOWHERE, f"{lead}{notes}\n{' ' * indent}"))
            lead, first, at = "", False, value.span.end
            if key in changes:
                self.in_spread(under, key, changes[key], indent)
        new = [
            piece
            for key in self.new_keys(under, changes)
            for piece in self.line(key, changes[key], indent, False)
        ]
        self.put(at, end, Edit(NOWHERE, lead), *new)

    def in_spread(self, under: Mapping, key: str, change: Change, indent: int) -> None:
        value = under.items[key]
        colon = self.colon(under, key)
        if isinstance(change, Put):
            head, tail = rendered(change, indent)
            self.put(value.span.start if head else colon, value.span.end, _piece(head + tail, change))
        else:
            assert isinstance(value, Mapping) and change is not None and not isinstance(change, New)
            if _needs_lines(change):
                self.spread(colon, value.span.end, value, change, indent + STEP)
            else:
                self.flow(value, change)

    # --- new lines -----------------------------------------------------------------------------

    def lines(self, changes: Changes, indent: int, roomy: bool) -> list[Edit]:
        return [piece for key, change in changes.items() for piece in self.line(key, change, indent, roomy)]

    def joined(self, changes: Changes, keys: Order[str], indent: int) -> list[Edit]:
        first, *others = [piece for key in keys for piece in self.line(key, changes[key], indent, False)]
        return [_cut(first, indent + 1), *others]

    def line(self, key: str, change: Change, indent: int, roomy: bool) -> list[Edit]:
        """A key with its value on new lines; a mapping in braces if it fits into one, unless it is roomy."""
        assert change is not None
        lead = "\n" + " " * indent
        if isinstance(change, Put):
            head, tail = rendered(change, indent)
            gap = " " if head else ""
            return [_piece(f"{lead}{key}:{gap}{head}{tail}", change, len(lead) + len(key) + 1)]
        new = _new(change)
        items, origin = new.items, new.origin
        if not ((roomy or new.roomy) and items) and not any(_needs_lines(each) for each in items.values()):
            pieces = self.pair(key, New(items, origin))
            if sum(len(piece.text) for piece in pieces) + indent <= WIDEST:
                return [Edit(NOWHERE, lead), *pieces]
        return [Edit(NOWHERE, f"{lead}{key}:", origin, len(lead)), *self.lines(items, indent + STEP, False)]

    def pair(self, key: str, change: Change) -> list[Edit]:
        """A key with its value in braces."""
        if isinstance(change, Put):
            return [_piece(f"{key}: {flow_text(change)}", change, len(key) + 2)]
        assert change is not None
        new = _new(change)
        pieces = [Edit(NOWHERE, f"{key}: ", new.origin), Edit(NOWHERE, "{")]
        for number, (name, each) in enumerate(new.items.items()):
            pieces += _comma(number, self.pair(name, each))
        return [*pieces, Edit(NOWHERE, "}")]

    # --- places --------------------------------------------------------------------------------

    def place(self, key: str) -> int:
        return self.rank.get(key, len(self.rank))

    def new_keys(self, under: Mapping, changes: Changes) -> list[str]:
        found = [key for key, change in changes.items() if key not in under.items and change is not None]
        return sorted(found, key=self.place)

    def is_flow(self, branch: Branch) -> bool:
        return self.text[branch.span.start] in "{["

    def is_roomy(self, under: Mapping) -> bool:
        """Whether mappings in this one are written with a key a line: the last one tells."""
        inner = [value for value in under.items.values() if isinstance(value, Mapping)]
        return bool(inner) and not self.is_flow(inner[-1])

    def colon(self, under: Mapping, key: str) -> int:
        """Behind the colon of a key."""
        return self.text.index(":", under.key_spans[key].end) + 1

    def line_start(self, at: int) -> int:
        return max(self.text.rfind("\n", 0, at), self.text.rfind("\r", 0, at)) + 1

    def line_end(self, at: int) -> int:
        """Before the line break that ends the line."""
        found = re.compile(r"[\r\n]").search(self.text, at)
        return found.start() if found else len(self.text)

    def whole_lines(self, start: int, end: int) -> tuple[int, int]:
        """The lines on which something stands, with one line break."""
        first, last = self.line_start(start), self.line_end(end)
        found = re.compile(r"\r\n|\r|\n").match(self.text, last)
        if found is None and first > 0:
            first -= 2 if self.text[first - 2 : first] == "\r\n" else 1
        return first, found.end() if found else last


def rendered(new: Put, indent: int) -> tuple[str, str]:
    """What stands behind a key with this indentation, and what stands on the lines below."""
    if new.sort == "block":
        return "", indented(new.text.split("\n"), indent + STEP)
    if new.sort == "flow":
        first, *others = new.text.split("\n")
        return first, indented(others, indent + STEP)
    text = inline(new.text, in_flow=False, is_text=new.sort == "text")
    if text is not None:
        return text, ""
    head, lines = literal(new.text)
    return head, indented(lines, indent + STEP)


def flow_text(new: Put) -> str:
    """The value within braces; it needs no lines of its own."""
    text = new.text if new.sort == "flow" else inline(new.text, in_flow=True, is_text=new.sort == "text")
    assert text is not None
    return text


def _new(change: New | Changes) -> New:
    """A new mapping without what it does not say."""
    new = change if isinstance(change, New) else New(change)
    return replace(new, items={key: each for key, each in new.items.items() if each is not None})


def _needs_lines(change: Change) -> bool:
    if isinstance(change, Put):
        return change.sort == "block" or "\n" in change.text
    if change is None:
        return False
    return any(_needs_lines(each) for each in _new(change).items.values())


def _piece(text: str, new: Put, skip: int = 0) -> Edit:
    return Edit(NOWHERE, text, new.origin, skip)


def _cut(piece: Edit, signs: int) -> Edit:
    """Without that many characters at its start."""
    return replace(piece, text=piece.text[signs:], skip=max(0, piece.skip - signs))


def _comma(number: int, pieces: list[Edit]) -> Iterator[Edit]:
    if number:
        yield Edit(NOWHERE, ", ")
    yield from pieces
