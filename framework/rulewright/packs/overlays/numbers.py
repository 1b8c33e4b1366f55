"""The whole numbers of a game that overlays can change, and overlays that do nothing else."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fnmatch import fnmatchcase

from rulewright.dsl.numbers import numbers
from rulewright.packs.effect_places import effects_in
from rulewright.packs.gather import Gathered
from rulewright.packs.overlays.addresses import Path, declarations, get, head_length, key_span, with_steps
from rulewright.packs.overlays.laying import Laid
from rulewright.packs.overlays.lists import strategy
from rulewright.packs.overlays.patches import leaves
from rulewright.source.records import record
from rulewright.source.tree import Branch, Scalar, Sequence
from rulewright.source.yaml_text import inline

_SAYING = ("title", "rulebook", "invariants")
"""Sections that no match hangs on."""


@record(frozen=True, slots=True)
class Number:
    """A whole number at an address; `pack` declares what it stands in."""

    pack: str
    path: Path
    value: int

    @property
    def address(self) -> str:
        return f"{self.pack}:{'/'.join(self.path)}"


def numbers_in(laid: Laid) -> Iterator[Number]:
    """Every whole number that matches may hang on, in the order of declarations: values, items of tables by
    their key, and those in effect texts. What a card has from its template stands there."""
    found = laid.found
    effects = {(text.span.file, text.span.start) for text in effects_in(found)}
    base = laid.stack.layers[0].manifest.id
    for head in declarations(found):
        branch, span = get(found, head), key_span(found, head)
        if branch is None or head[0] in _SAYING:
            continue
        pack = base if span is None else found.files.get(span.file, base)
        for path, value in _values(branch, head, found):
            if isinstance(value.value, int) and not isinstance(value.value, bool):
                yield Number(pack, path, value.value)
            elif (value.span.file, value.span.start) in effects:
                for n, number in enumerate(numbers(value.text.text), 1):
                    yield Number(pack, (*path, str(n)), number.value)


def _values(branch: Branch, head: Path, found: Gathered) -> Iterator[tuple[Path, Scalar]]:
    for path, value, _ in leaves(branch, head, branch.span):
        if isinstance(value, Scalar):
            yield path, value
        elif isinstance(value, Sequence) and strategy(path, found.section("kinds")) == "keyed":
            for n, item in enumerate(value.items):
                if isinstance(item, Scalar):
                    yield (*path, str(n)), item


def selects(pattern: str, number: Number) -> bool:
    """Whether an address with `*` for any part of a word is that of a number, or of what it stands in."""
    pack, colon, rest = pattern.partition(":")
    if colon and not fnmatchcase(number.pack, pack):
        return False
    words = with_steps(tuple((rest if colon else pattern).split("/")))
    return len(words) <= len(number.path) and all(map(fnmatchcase, number.path, words))


# --- overlays that change numbers ---------------------------------------------------------------


def overlay_text(changes: Iterable[tuple[Number, int]], requires: Mapping[str, str]) -> str:
    """An overlay in one file that gives numbers new values, in the order given.

    Args:
        requires: the packs below by id, with the versions that fit.
    """
    needs = ", ".join(f"{id_}: {_quoted(versions)}" for id_, versions in requires.items())
    lines = [f"requires: {{{needs}}}", "patches:"]
    by_head: dict[tuple[str, Path], list[tuple[Path, int, int]]] = {}
    for number, value in changes:
        length = head_length(number.path)
        under = by_head.setdefault((number.pack, number.path[:length]), [])
        under.append((number.path[length:], number.value, value))
    for (pack, head), under in by_head.items():
        lines.append(f"  - patch: {pack}:{'/'.join(head)}")
        lines.append(f"    expect: {_nested([(path, before) for path, before, _ in under])}")
        lines.append(f"    set: {_nested([(path, after) for path, _, after in under])}")
    return "\n".join(lines) + "\n"


def _nested(values: list[tuple[Path, int]]) -> str:
    if not values[0][0]:
        return str(values[0][1])
    parts: dict[str, list[tuple[Path, int]]] = {}
    for path, value in values:
        parts.setdefault(path[0], []).append((path[1:], value))
    return "{" + ", ".join(f"{_quoted(key)}: {_nested(under)}" for key, under in parts.items()) + "}"


def _quoted(word: str) -> str:
    return word if word.isdecimal() else inline(word, in_flow=True, is_text=True) or word
