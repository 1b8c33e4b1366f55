"""What patches are laid on: what stands there, what is noted, and the complaints about what does not."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field

from rulewright.packs.gather import Gathered
from rulewright.packs.overlays.addresses import Path, get, head_length, ids, key_span
from rulewright.packs.overlays.expecting import inherited, literal
from rulewright.packs.overlays.lists import Strategy, holds_ids, is_ordered, strategy
from rulewright.packs.overlays.operations import Deed, Operation
from rulewright.packs.overlays.patches import Patch, pack_in, part_in, shown
from rulewright.packs.overlays.texts import STATEMENTS, listed_numbers, written
from rulewright.source.counted import one_of
from rulewright.source.diagnostics import Problems
from rulewright.source.text import Span
from rulewright.source.tree import Branch, Mapping, Scalar, Sequence

MOST_SHOWN = 40
"""So many characters of a value are shown in a hint."""
_DEEDS: tuple[Deed, ...] = ("rename", "set", "adjust", "wrap", "replace", "add", "remove")


@dataclass(slots=True)
class Ground:
    """What was gathered before a pack's patches.

    `sees` are the packs that the pack knows of, `done` what all packs did so far.
    """

    found: Gathered
    pack: str
    sees: Collection[str]
    problems: Problems
    done: list[Operation]
    keys: dict[Path, Span] = field(default_factory=dict)  # of the verb that is done: where each is written
    ends: dict[Path, Span] = field(default_factory=dict)  # where the pack put something last in an order

    def strategy(self, path: Path) -> Strategy:
        return strategy(path, self.found.section("kinds"))

    def has_order(self, above: Path) -> bool:
        if len(above) >= 2 and isinstance(get(self.found, above), Sequence):
            return self.strategy(above) == "sequence"
        return bool(above) and is_ordered(above)

    def check_end(self, path: Path, span: Span) -> None:
        """Complain when two files of the pack put something last: the order of files means nothing."""
        above = path[:-1]
        if not self.has_order(above):
            return
        first = self.ends.setdefault(above, span)
        if first.file is not span.file:
            self.problems.error(
                "R312",
                f"two files add to {spelt(above)}",
                span,
                expected="one file, because its order means something; or `insert` beside what is there",
                related=(("the other", first),),
            )

    def place_in_set(self, path: Path) -> tuple[str, str] | None:
        """Where a new item of a list without an order goes: by its name among those that packs added."""
        above = get(self.found, path[:-1]) if len(path) > head_length(path) else None
        if not isinstance(above, Sequence) or self.strategy(path[:-1]) != "set":
            return None
        added = [op.path[-1] for op in self.done if op.deed == "add" and op.path[:-1] == path[:-1]]
        later = sorted(item for item in added if item > path[-1] and get(self.found, (*path[:-1], item)))
        return ("before", later[0]) if later else None

    def is_free_key(self, path: Path) -> bool:
        """Whether a key may be written that is not there: not an id, and in a mapping that is there."""
        above = path[:-1]
        if len(path) <= head_length(path):
            return head_length(path) == 1
        return isinstance(get(self.found, above), Mapping) and not holds_ids(above)

    def is_added_too(self, path: Path) -> bool:
        """Whether a pack that this one does not know of made it as well: if not alike, they collide."""
        return any(
            other.path == path
            and (other.deed == "add" or (other.deed == "set" and other.before is None))
            and other.pack not in (self.pack, *self.sees)
            for other in self.done
        )

    def target_is_there(self, patch: Patch) -> bool:
        """Whether what a patch is for is there, and is declared by the pack that it names."""
        path = patch.path
        if len(path) < head_length(path):
            if path[0] in ids(self.found, ()):
                return True
            self.missing(path, patch.span, self.found)
            return False
        if get(self.found, path) is None and literal(self.found, path) is None:
            deed, value = _first_deed(patch)
            if not self.is_removed(path, patch.span, deed, value):
                self.missing(path, patch.span, self.found)
            return False
        declared = key_span(self.found, path[: head_length(path)])
        owner = patch.owner if declared is None else self.found.files.get(declared.file, patch.owner)
        if owner != patch.owner:
            address = f"{owner}:{'/'.join(path)}"
            message = f"{spelt(path)} is not declared by '{patch.owner}'"
            self.problems.error("P611", message, pack_in(patch.span), expected=f"'{address}'")
        return owner == patch.owner

    def is_removed(self, path: Path, span: Span, deed: Deed, value: Branch | None) -> bool:
        """Whether a pack that this one does not know of took it away: that is told as a collision."""
        for other in self.done:
            covers = path[: len(other.path)] == other.path
            if covers and other.deed in ("remove", "replace") and other.pack not in (self.pack, *self.sees):
                if deed != "rename":  # noted already
                    self.note(deed, path, value, None, span)
                return True
        return False

    def last_written(self, view: Gathered, path: Path) -> Span | None:
        """Where the pack's author saw a value written: by the last pack that it knows of."""
        changes = [
            op.span for op in self.done if op.path == path and op.pack in self.sees and op.deed != "rename"
        ]
        return changes[-1] if changes else key_span(view, path)

    # --- complaints --------------------------------------------------------------------------

    def note(
        self,
        deed: Deed,
        path: Path,
        value: Branch | None,
        before: Branch | None,
        span: Span,
        beside: tuple[str, str] | None = None,
    ) -> None:
        self.done.append(Operation(self.pack, deed, path, value, before, span, beside))

    def is_unsure(self, path: Path) -> bool:
        """Whether what is missing may be in a file that has mistakes."""
        found = self.found
        return not found.blind.isdisjoint({"*", "entries"}) or not found.lost.isdisjoint(path)

    def missing(
        self, path: Path, span: Span, found: Gathered, deed: Deed | None = None, value: Branch | None = None
    ) -> None:
        if deed is not None and self.is_removed(path, span, deed, value):
            return
        if self.is_unsure(path):
            return
        there = 0
        while there < len(path) and self.knows(found, path[: there + 1]):
            there += 1
        if path[there : there + 1] == ("steps",) and "steps" not in span.file.text[span.start : span.end]:
            path = (*path[:there], *path[there + 1 :])  # nobody wrote it
        word = path[min(there, len(path) - 1)]
        where = f" in {spelt(path[:there])}" if there else ""
        self.problems.error(
            "P611",
            f"there is no '{word}'{where}",
            self.keys.get(path[: there + 1], part_in(span, (*path[:there], word))),
            expected=None if self._is_whole(found, path[:there]) else one_of(ids(found, path[:there])),
            hint=self.problems.suggest(word, ids(found, path[:there]))
            or _above(found, path[: there + 1])
            or self._as_new(found, path, there, deed)
            or _itself(found, path[:there], word, deed, value)
            or _numbers(found, path[:there]),
            unknown=word if any(_took(op, path, word) for op in self.done) else None,
        )

    def _is_whole(self, found: Gathered, path: Path) -> bool:
        """Whether a list stands at an address that has no items of its own for patches."""
        above = get(found, path) if len(path) >= 2 else None
        return isinstance(above, Sequence) and self.strategy(path) == "atomic"

    def _as_new(self, found: Gathered, path: Path, there: int, deed: Deed | None) -> str | None:
        """How something is written in whole, or made anew, that `set` cannot change as it is not there."""
        if self._is_whole(found, path[:there]):
            return f"the list is one value: `set` {spelt(path[:there])} with all of it"
        if deed != "set" or there < 2:
            return None
        above = get(found, path[:there])
        if isinstance(above, Sequence) and self.strategy(path[:there]) == "keyed":
            return f"`set` changes what is there; `add` makes a new row, the next is '{len(above.items)}'"
        if isinstance(above, Mapping) and (holds_ids(path[:there]) or holds_ids(path[: there + 1])):
            return "`set` changes what is there; what is new is made by `add` instead"
        return None

    def knows(self, found: Gathered, path: Path) -> bool:
        if len(path) < head_length(path):
            return path[-1] in ids(found, path[:-1])
        return get(found, path) is not None

    def wrong(self, message: str, span: Span, expected: str, hint: str | None = None) -> None:
        self.problems.error("P613", message, span, expected=expected, hint=hint)

    def ways(self, path: Path) -> str:
        beside = f", `insert` at '{'/'.join(path)}/ITEM'" if self.strategy(path) == "sequence" else ""
        return f"`add: [ITEM]`, `remove: [ITEM]`{beside}, or `replace` for the whole list"


def _took(deed: Operation, path: Path, word: str) -> bool:
    """Whether something is missing at an address because of what a pack did."""
    if deed.deed == "rename":
        return shown(deed.before) == word
    return deed.deed == "remove" and path[: len(deed.path)] == deed.path


def _above(found: Gathered, path: Path) -> str | None:
    """Where what a card does not say itself comes from."""
    above = inherited(found, path) if path else None
    return None if above is None else f"it comes from {spelt(above[1])}: patch that, or `add` it here"


def _itself(found: Gathered, path: Path, word: str, deed: Deed | None, value: Branch | None) -> str | None:
    """How a single value is written in a patch of just that value, where a key is written before it."""
    there = get(found, path) if path else None
    if not isinstance(there, Scalar) or word.isdecimal():
        return None
    new = value.text.text if isinstance(value, Scalar) else there.text.text
    if deed is None and path[-1] in STATEMENTS:
        numbers = _numbers(found, path)
        return f"in an effect text only numbers have addresses ({numbers}): `wrap` or `set` the whole"
    if "\n" in new or len(new) > MOST_SHOWN:
        new = "…"
    return f"the address is that of the value itself: write `{deed or 'set'}: {new}`"


def _numbers(found: Gathered, path: Path) -> str | None:
    """What could be meant in an effect text."""
    text = get(found, path) if path else None
    if not isinstance(text, Scalar):
        return None
    listed = listed_numbers(text.text.text)
    return f"its numbers are {listed}" if listed else "it has no numbers"


def _first_deed(patch: Patch) -> tuple[Deed, Branch | None]:
    """What a patch would do first to its target."""
    for deed in _DEEDS:
        if deed in patch.verbs:
            return deed, patch.verbs[deed][0]
    if "insert" in patch.verbs:
        branch, span = patch.verbs["insert"]
        return "anchor", written(next(iter(branch.items)) if isinstance(branch, Mapping) else "", span)
    return "set", None


def spelt(path: Path) -> str:
    """An address as it is written, quoted."""
    return f"'{'/'.join(path)}'"
