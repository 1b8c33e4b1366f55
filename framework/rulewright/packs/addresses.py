"""Addresses of everything that packs declare: a section or kind, an id, and keys below it.

The words of an address stand for the keys of the files: `('card', 'wolf', 'cost')`,
`('zones', 'market', 'size')`, `('game', 'state', 'leader')`, `('templates', 'card', 'big')`.
In a flow the ids of steps may follow each other, without `steps` between them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from rulewright.packs.edits import with_key, without_key
from rulewright.packs.gather import NESTED, SINGLE, Gathered, Section
from rulewright.packs.lists import strategy
from rulewright.source.text import Span
from rulewright.source.tree import Branch, Mapping, Scalar, Sequence

Path = tuple[str, ...]

OF_MANIFEST = ("title", "players")
_STEP_KEYS = frozenset({"if", "times", "until", "turns", "at_once", "do", "steps"})
SECTIONS = (
    "enums kinds zones tables values verbs prompts windows budgets rules flow scoring outcomes "
    "invariants policies measures settings refuse rulebook"
).split()


def head_length(path: Path) -> int:
    """How many words of an address name a declaration; the others are keys in it."""
    if path[0] in SINGLE or path[0] in OF_MANIFEST:
        return 1
    return 3 if path[0] in NESTED or path[0] == "templates" else 2


def is_card(path: Path) -> bool:
    """Whether an address is of an entry or a template."""
    return path[0] not in (*SECTIONS, *NESTED, *SINGLE, *OF_MANIFEST)


def with_steps(path: Path) -> Path:
    """The address with `steps` put between the ids of steps."""
    if path[0] != "flow":
        return path
    done, left = path[:2], path[2:]
    while left:
        if left[0] == "steps" and len(left) > 1:
            done, left = (*done, *left[:2]), left[2:]
        elif left[0] in _STEP_KEYS:
            return (*done, *left)
        else:
            done, left = (*done, "steps", left[0]), left[1:]
    return done


def get(found: Gathered, path: Path) -> Branch | None:
    """What stands at an address; None if nothing does."""
    length = head_length(path)
    if len(path) < length:
        return None
    branch = _declaration(found, path[:length])
    for n in range(length, len(path)):
        branch = None if branch is None else child(branch, path[: n + 1], found)
    return branch


def child(branch: Branch, path: Path, found: Gathered) -> Branch | None:
    """What stands under the last word of an address in the branch above it."""
    if isinstance(branch, Mapping):
        return branch.items.get(path[-1])
    if isinstance(branch, Sequence):
        index = item_index(branch, path, found)
        return None if index is None else branch.items[index]
    return None


def item_index(branch: Sequence, path: Path, found: Gathered) -> int | None:
    """Which item of a list the last word of an address means: its number, or the item itself."""
    how, word = strategy(path[:-1], found.section("kinds")), path[-1]
    if how == "keyed":
        return int(word) if word.isdecimal() and int(word) < len(branch.items) else None
    if how == "atomic":
        return None
    same = (n for n, item in enumerate(branch.items) if isinstance(item, Scalar) and item.text.text == word)
    return next(same, None)


def put(
    found: Gathered, path: Path, branch: Branch, span: Span, beside: tuple[str, str] | None = None
) -> None:
    """Write a branch at an address, in place of what is there or as something new.

    Args:
        span: of the key, for something new.
        beside: `before` or `after` an id or item that stands there, for something new; otherwise last.
    """
    length = head_length(path)
    if len(path) == length:
        _put_declaration(found, path, branch, span, beside)
        return
    above = get(found, path[:-1])
    if isinstance(above, Mapping):
        new: Branch = with_key(above, path[-1], branch, span, beside)
    else:
        assert isinstance(above, Sequence), path
        new = replace(above, items=_with_item(above, path, branch, beside, found))
    put(found, path[:-1], new, span)


def _with_item(
    above: Sequence, path: Path, branch: Branch, beside: tuple[str, str] | None, found: Gathered
) -> tuple[Branch, ...]:
    items = list(above.items)
    at = item_index(above, path, found)
    if at is not None:
        items[at] = branch
    elif beside is None:
        items.append(branch)
    else:
        anchor = item_index(above, (*path[:-1], beside[1]), found)
        assert anchor is not None, beside
        items.insert(anchor + (beside[0] == "after"), branch)
    return tuple(items)


def drop(found: Gathered, path: Path) -> None:
    """Take away what stands at an address."""
    length = head_length(path)
    if len(path) == length:
        _drop_declaration(found, path)
        return
    above = get(found, path[:-1])
    new: Branch
    if isinstance(above, Mapping):
        new = without_key(above, path[-1])
    else:
        assert isinstance(above, Sequence), path
        at = item_index(above, path, found)
        new = replace(above, items=tuple(item for n, item in enumerate(above.items) if n != at))
    put(found, path[:-1], new, new.span)


def key_span(found: Gathered, path: Path) -> Span | None:
    """Where the id or key at an address was written."""
    if len(path) > head_length(path):
        above = get(found, path[:-1])
        if isinstance(above, Mapping):
            return above.key_spans.get(path[-1])
        branch = get(found, path)
        return None if branch is None else branch.span
    if path[0] in SINGLE or path[0] in OF_MANIFEST:
        branch = get(found, path)
        return None if branch is None else branch.span
    if (name := _section_name(path)) is not None:
        return found.sections.get(name, {}).get(path[-1], (None, None))[1]
    under = _cards(found, path)
    return None if under is None else under[1].key_spans[path[-1]]


def ids(found: Gathered, path: Path) -> list[str]:
    """What could stand under an address: sections and kinds under none, then ids and keys."""
    if not path:
        kinds = {kind for tree in found.cards for kind in tree.items}
        return [*SECTIONS, *SINGLE, *OF_MANIFEST, *NESTED, *sorted(kinds)]
    if len(path) < head_length(path):
        if path == (path[0],) and path[0] in NESTED:
            return [name.partition(".")[2] for name in found.sections if name.startswith(f"{path[0]}.")]
        if path == ("templates",):
            return sorted({kind for tree in found.cards for kind in _mapping(tree, "templates").items})
        if (name := _section_name((*path, ""))) is not None:
            return list(found.sections.get(name, {}))
        return [id_ for tree in found.cards for id_ in _under(tree, path).items]
    branch = get(found, path)
    if isinstance(branch, Mapping):
        return list(branch.items)
    if isinstance(branch, Sequence):
        if strategy(path, found.section("kinds")) == "keyed":
            return [str(n) for n in range(len(branch.items))]
        return [item.text.text for item in branch.items if isinstance(item, Scalar)]
    return []


def declarations(found: Gathered) -> Iterator[Path]:
    """The address of every declaration, in the order of the sections and of what stands in them."""
    for word in (*SINGLE, *OF_MANIFEST):
        if _declaration(found, (word,)) is not None:
            yield (word,)
    for name, section in found.sections.items():
        for id_ in section:
            yield (*name.split("."), id_)
    for tree in found.cards:
        for kind in tree.items:
            heads = [(kind,)] if kind != "templates" else [(kind, of) for of in _mapping(tree, kind).items]
            for head in heads:
                for id_ in _under(tree, head).items:
                    yield (*head, id_)


# --- one declaration ---------------------------------------------------------------------------


def _section_name(head: Path) -> str | None:
    """The section of `Gathered` that holds a declaration; None for those of card files."""
    if head[0] in NESTED:
        return f"{head[0]}.{head[1]}"
    return head[0] if head[0] in SECTIONS else None


def _declaration(found: Gathered, head: Path) -> Branch | None:
    if head[0] in SINGLE:
        return found.singles.get(head[0])
    if head[0] in OF_MANIFEST:
        return None if found.manifest is None else found.manifest.items.get(head[0])
    if (name := _section_name(head)) is not None:
        return found.sections.get(name, {}).get(head[-1], (None, None))[0]
    under = _cards(found, head)
    return None if under is None else under[1].items[head[-1]]


def _put_declaration(
    found: Gathered, head: Path, branch: Branch, span: Span, beside: tuple[str, str] | None
) -> None:
    if head[0] in SINGLE:
        found.singles[head[0]] = branch
    elif head[0] in OF_MANIFEST:
        if found.manifest is not None:
            found.manifest = with_key(found.manifest, head[0], branch, span)
    elif (name := _section_name(head)) is not None:
        section = found.section(name)
        at = section[head[-1]][1] if head[-1] in section else span
        found.sections[name] = _beside(section, head[-1], (branch, at), beside)
    elif (under := _cards(found, head)) is not None:
        number, tree = under
        found.cards[number] = _with_card(found.cards[number], head, with_key(tree, head[-1], branch, span))
    else:
        found.cards.append(_card_file(head, branch, span))


def _drop_declaration(found: Gathered, head: Path) -> None:
    if head[0] in SINGLE:
        del found.singles[head[0]]
    elif (name := _section_name(head)) is not None:
        found.sections[name] = {id_: item for id_, item in found.section(name).items() if id_ != head[-1]}
    elif (under := _cards(found, head)) is not None:
        number, tree = under
        found.cards[number] = _with_card(found.cards[number], head, without_key(tree, head[-1]))


def _beside(section: Section, id_: str, item: tuple[Branch, Span], beside: tuple[str, str] | None) -> Section:
    if id_ in section or beside is None:
        return {**section, id_: item}
    made: Section = {}
    for other, there in section.items():
        if other == beside[1] and beside[0] == "before":
            made[id_] = item
        made[other] = there
        if other == beside[1] and beside[0] == "after":
            made[id_] = item
    return made


# --- card files --------------------------------------------------------------------------------


def _mapping(tree: Mapping, key: str) -> Mapping:
    branch = tree.items.get(key)
    return branch if isinstance(branch, Mapping) else Mapping({}, {}, tree.span)


def _under(tree: Mapping, path: Iterable[str]) -> Mapping:
    for key in path:
        tree = _mapping(tree, key)
    return tree


def _cards(found: Gathered, head: Path) -> tuple[int, Mapping] | None:
    """The card file that holds an entry or template, by its number, and the mapping of ids in it."""
    for number, tree in enumerate(found.cards):
        under = _under(tree, head[:-1])
        if head[-1] in under.items:
            return number, under
    return None


def _with_card(tree: Mapping, head: Path, under: Mapping) -> Mapping:
    """A card file with another mapping of ids for the kind (or the kind's templates) of `head`."""
    if len(head) == 2:
        return with_key(tree, head[0], under, under.span)
    return with_key(tree, head[0], with_key(_mapping(tree, head[0]), head[1], under, under.span), under.span)


def _card_file(head: Path, branch: Branch, span: Span) -> Mapping:
    """A file's tree with this one entry or template in it."""
    made = branch
    for key in reversed(head):
        made = Mapping({key: made}, {key: span}, branch.span)
    assert isinstance(made, Mapping)
    return made
