"""The patches of an overlay as written: what each is for, and the verbs with what they are given."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from rulewright.packs.access import mapping, sequence, word
from rulewright.packs.overlays.addresses import Path, with_steps
from rulewright.source.records import record
from rulewright.source.text import Span
from rulewright.source.tree import Branch, Mapping, Scalar, Sequence

VERBS = ("set", "adjust", "wrap", "replace", "add", "insert", "remove")
"""What a patch can do besides `rename`, in the order in which it is done for all patches of a pack."""

SOME_VERB = f"{', '.join(f'`{verb}`' for verb in VERBS)} or `rename`"
"""What is expected of a patch that does nothing."""

_CONTENT = ("patches", "rules", "cards", "settings", "refuse")  # of an overlay in one file

MOST_SHOWN = 80  # characters of a value in messages


@record(frozen=True, slots=True)
class Patch:
    """A patch of `path` in what the pack `owner` declares."""

    owner: str
    path: Path
    span: Span  # of the address
    verbs: dict[str, tuple[Branch, Span]]  # expect, rename and VERBS, with the place of each word
    lost: bool = False  # whether some of them may have been left out for their mistakes

    @property
    def address(self) -> str:
        return f"{self.owner}:{'/'.join(self.path)}"


_PART = re.compile(r"[^:/'\"\s]+")


def pack_in(span: Span) -> Span:
    """The place of the pack in the place of an address."""
    return _places(span)[0]


def part_in(span: Span, path: Path) -> Span:
    """The place of the last part of a path in the place of an address, or all of a place that is none."""
    text = span.file.text
    alike = path[:-1].count(path[-1])  # so many parts before it have the same name
    found = [place for place in _places(span)[1:] if text[place.start : place.end] == path[-1]]
    return found[alike] if alike < len(found) else span


def _places(span: Span) -> list[Span]:
    """The places of the pack and of each part of an address."""
    text = span.file.text[span.start : span.end]
    found = [Span(span.file, span.start + m.start(), span.start + m.end()) for m in _PART.finditer(text)]
    return found if ":" in text else [span]


def read_patches(tree: Mapping, *, lost: bool = False) -> Iterator[Patch]:
    """The patches in a valid file: the one at its top, and those under `patches`.

    Args:
        lost: whether keys with mistakes were left out of the file.
    """
    if "patch" in tree.items:
        yield replace(_patch(tree), lost=lost)
    if "patches" in tree.items:
        for branch in sequence(tree.items["patches"]):
            yield _patch(mapping(branch))


def has_content(tree: Mapping) -> bool:
    """Whether an overlay of one file changes anything, or declares something."""
    return "patch" in tree.items or any(
        isinstance(branch := tree.items.get(key), Mapping | Sequence) and branch.items for key in _CONTENT
    )


def _patch(under: Mapping) -> Patch:
    target = under.items["patch"]
    owner, _, address = word(target).partition(":")
    verbs = {
        verb: (under.items[verb], under.key_spans[verb])
        for verb in ("expect", "rename", *VERBS)
        if verb in under.items
    }
    return Patch(owner, with_steps(tuple(address.split("/"))), target.span, verbs)


def leaves(branch: Branch, path: Path, span: Span) -> Iterator[tuple[Path, Branch, Span]]:
    """Every value of a branch that is shaped like the target: its address, and the place of its key."""
    if isinstance(branch, Mapping) and branch.items:
        for key, item in branch.items.items():
            yield from leaves(item, (*path, key), branch.key_spans[key])
    else:
        yield path, branch, span


def keys(branch: Branch, path: Path) -> Iterator[tuple[Path, Span]]:
    """Every key of a branch that is shaped like the target: its address and its place."""
    if isinstance(branch, Mapping):
        for key, item in branch.items.items():
            yield (*path, key), branch.key_spans[key]
            yield from keys(item, (*path, key))


def shown(branch: Branch | None) -> str:
    """A value in few words, for messages and reports."""
    text = "nothing" if branch is None else _shown(branch)
    return _short(text)


def shown_apart(was: Branch, now: Branch) -> tuple[str, str]:
    """Two values in few words that differ: long ones from shortly before the first sign that is another."""
    texts = _shown(was), _shown(now)
    signs = enumerate(zip(*texts, strict=False))
    same = next((n for n, pair in signs if pair[0] != pair[1]), min(map(len, texts)))
    if same < MOST_SHOWN - 1 or texts[0] == texts[1]:
        return shown(was), shown(now)
    start = texts[0].rfind(" ", 0, same - MOST_SHOWN // 4) + 1
    before, after = (text[start:] for text in texts)
    return f"… {_short(before)}", f"… {_short(after)}"


def _short(text: str) -> str:
    return text if len(text) <= MOST_SHOWN else f"{text[: MOST_SHOWN - 1]}…"


def _shown(branch: Branch) -> str:
    if isinstance(branch, Scalar):
        first, *more = branch.text.text.strip().split("\n")
        return f"{first} …" if more else first
    if isinstance(branch, Mapping):
        return f"{{{', '.join(f'{key}: {_shown(item)}' for key, item in branch.items.items())}}}"
    return f"[{', '.join(_shown(item) for item in branch.items)}]"
