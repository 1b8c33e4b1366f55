"""Where packs that do not know of each other do what cannot both be done: by a table, never by order."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import Literal

from rulewright.packs.overlays.addresses import Path
from rulewright.packs.overlays.operations import Operation
from rulewright.packs.overlays.patches import shown
from rulewright.source.diagnostics import Problems
from rulewright.source.records import record
from rulewright.source.tree import plain

Verdict = Literal["both", "if equal", "never"]
"""Whether two deeds at one address can both be done."""

_TABLE: dict[frozenset[str], Verdict] = {
    frozenset({"set"}): "if equal",
    frozenset({"replace"}): "if equal",
    frozenset({"add"}): "if equal",
    frozenset({"adjust"}): "both",
    frozenset({"remove"}): "both",
    frozenset({"anchor"}): "never",  # on one side; on both sides there is no question
    frozenset({"anchor", "set"}): "both",
    frozenset({"anchor", "adjust"}): "both",
    frozenset({"anchor", "wrap"}): "both",
    frozenset({"anchor", "replace"}): "both",
    frozenset({"anchor", "add"}): "both",
    frozenset({"anchor", "rename"}): "both",
    frozenset({"rename"}): "if equal",
    frozenset({"rename", "set"}): "both",
    frozenset({"rename", "adjust"}): "both",
    frozenset({"rename", "wrap"}): "both",
    frozenset({"rename", "replace"}): "both",
}
"""Pairs of deeds; what is not in it can never both be done."""

_SETTLES = frozenset({"set", "replace", "remove"})

_IN_WORDS = {
    "set": "sets it to {}",
    "adjust": "adjusts it by {}",
    "wrap": "wraps it",
    "replace": "replaces it by {}",
    "add": "adds {}",
    "remove": "removes it",
    "anchor": "inserts something {} it",
}


@record(frozen=True, slots=True)
class Meeting:
    """Two deeds of different packs at one address, or at one and in what stands there.

    `how`: they collide, say the same, add up, or the second, whose pack knows of the first, has the last
    word.
    """

    first: Operation
    second: Operation
    how: Literal["collide", "same", "summed", "overruled"]

    @property
    def path(self) -> Path:
        return max(self.first.path, self.second.path, key=len)


def meetings(done: Sequence[Operation], sees: Mapping[str, frozenset[str]]) -> Iterator[Meeting]:
    """Every meeting, in the order of the deeds; collisions that a later pack settles are left out.

    Args:
        sees: the packs that each pack knows of.
    """
    at: dict[Path, list[Operation]] = {}
    for operation in done:
        at.setdefault(operation.path, []).append(operation)
    for path, here in at.items():
        above = [operation for n in range(1, len(path)) for operation in at.get(path[:n], ())]
        pairs = [*combinations(here, 2), *((outer, inner) for outer in above for inner in here)]
        for first, second in pairs:
            met = _meeting(first, second, sees)
            if met is not None and not (met.how == "collide" and _is_settled(met, at, sees)):
                yield met


def check_repeats(done: Sequence[Operation], problems: Problems) -> None:
    """Complain about what one pack does twice: the order of its files means nothing."""
    at: dict[tuple[str, Path], list[Operation]] = {}
    for operation in done:
        at.setdefault((operation.pack, operation.path), []).append(operation)
    for (pack, path), here in at.items():
        above = [operation for n in range(1, len(path)) for operation in at.get((pack, path[:n]), ())]
        for pair in (*combinations(here, 2), *((outer, inner) for outer in above for inner in here)):
            if _is_repeat(*pair):
                one, other = sorted(pair, key=lambda deed: (deed.span.file.name, deed.span.start))
                what = f"'{pack}' {in_words(one)} and {in_words(other)}"
                message = f"'{'/'.join(path)}' is patched twice: {what}"
                related = (("the other", one.span),)
                problems.error("P613", message, other.span, expected="one patch of it", related=related)


def _is_repeat(first: Operation, second: Operation) -> bool:
    deeds = (first.deed, second.deed)
    if "rename" in deeds:
        return deeds == ("rename", "rename") and first.path == second.path
    if "anchor" in deeds:
        return deeds == ("anchor", "anchor") and first.path == second.path and _alike(first, second)
    return not ("wrap" in deeds and first.path != second.path)  # numbers are counted in the text before


def _meeting(one: Operation, other: Operation, sees: Mapping[str, frozenset[str]]) -> Meeting | None:
    if one.pack == other.pack:
        return None
    if other.pack in sees[one.pack]:
        one, other = other, one
    if one.pack in sees[other.pack]:
        wins = other.deed in _SETTLES and other.path == one.path[: len(other.path)]
        return Meeting(one, other, "overruled") if wins and one.deed not in ("add", "anchor") else None
    verdict = _verdict(one, other)
    if verdict == "never" or (verdict == "if equal" and not _alike(one, other)):
        return Meeting(one, other, "collide")
    if one.deed == other.deed == "adjust" and one.path == other.path:
        return Meeting(one, other, "summed")
    return Meeting(one, other, "same") if verdict == "if equal" or one.deed == "remove" else None


def _verdict(one: Operation, other: Operation) -> Verdict:
    if one.path != other.path:
        inner = max(one, other, key=lambda operation: len(operation.path))
        outer = min(one, other, key=lambda operation: len(operation.path))
        beside = outer.deed == "anchor" or (inner.deed == "anchor" and outer.deed in ("anchor", "adjust"))
        gone = outer.deed == inner.deed == "remove"
        return "both" if beside or gone or outer.deed == "rename" else "never"
    if one.deed == other.deed == "anchor" and not _alike(one, other):
        return "both"
    return _TABLE.get(frozenset({one.deed, other.deed}), "never")


def _alike(one: Operation, other: Operation) -> bool:
    if one.beside != other.beside:
        return False
    if one.value is None or other.value is None:
        return one.value is other.value
    if one.deed == "rename" and one.before is not None and other.before is not None:
        return (plain(one.value), plain(one.before)) == (plain(other.value), plain(other.before))
    return plain(one.value) == plain(other.value)


def _is_settled(met: Meeting, at: Mapping[Path, list[Operation]], sees: Mapping[str, frozenset[str]]) -> bool:
    """Whether a pack that knows of both has the last word on what they do."""
    shorter = min(met.first.path, met.second.path, key=len)
    covering = [operation for n in range(1, len(shorter) + 1) for operation in at.get(shorter[:n], ())]
    if met.first.deed == "anchor" or met.second.deed == "anchor":
        return False
    return any(
        operation.deed in _SETTLES and {met.first.pack, met.second.pack} <= sees[operation.pack]
        for operation in covering
    )


def check_names(
    done: Sequence[Operation],
    names: Mapping[str, frozenset[str]],
    ids_in: Callable[[Operation], Iterable[Path]],
    problems: Problems,
) -> None:
    """Complain where one pack renames what another, which it does not name, calls something new.

    Args:
        names: the packs that each pack names, or that those name.
        ids_in: the addresses of all that is declared by what a pack added.
    """
    renames = {(op.pack, op.path[-1]): op for op in done if op.deed == "rename"}
    for deed in done if renames else ():
        for path in ids_in(deed) if deed.deed == "add" else ():
            for (pack, name), rename in renames.items():
                apart = deed.pack not in (pack, *names[pack]) and pack not in names[deed.pack]
                if name == path[-1] and path != rename.path and apart:
                    _collide(rename, deed, path, problems)


def check_collisions(
    done: Sequence[Operation], sees: Mapping[str, frozenset[str]], problems: Problems
) -> None:
    """Complain about each collision, with both places and the ways out."""
    for met in meetings(done, sees):
        if met.how == "collide":
            _collide(met.first, met.second, met.path, problems)


def _collide(first: Operation, second: Operation, path: Path, problems: Problems) -> None:
    one, other = sorted((first, second), key=lambda operation: operation.pack)
    both = f"'{one.pack}' {in_words(one)}, '{other.pack}' {in_words(other)}"
    problems.error(
        "P614",
        f"two packs collide at '{'/'.join(path)}': {both}",
        other.span,
        expected="packs that can be laid on each other in either order",
        hint="let one of them name the other under `requires` or `optional`, "
        "or settle it in a pack of kind bridge that requires both",
        related=((f"'{one.pack}' here", one.span),),
    )


def in_words(operation: Operation) -> str:
    """What is done, as a verb of the pack."""
    value = shown(operation.value)
    if operation.deed == "rename":
        return f"renames it from '{shown(operation.before)}' to '{value}'"
    return _IN_WORDS[operation.deed].format(f"'{value}'" if " " in value else value)
