"""Where every value comes from, and what differs between two games: told from what was laid, leaf by leaf."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from rulewright.packs.gather import ORDERED, Gathered
from rulewright.packs.linking.entries import MERGED, joined
from rulewright.packs.overlays.addresses import Path, declarations, get, head_length, is_card
from rulewright.packs.overlays.expecting import inherited
from rulewright.packs.overlays.laying import Laid
from rulewright.packs.overlays.operations import Operation
from rulewright.packs.overlays.patches import leaves, shown, shown_apart
from rulewright.packs.overlays.renaming import rename_all, renamed_deed
from rulewright.source.records import record
from rulewright.source.text import Span
from rulewright.source.tree import Branch, Mapping, Scalar, plain


@record(frozen=True, slots=True)
class Leaf:
    """A value at an address, where it was written, by which pack, and what overlays did to it before.

    `home` is the address where it stands: that of a template for what a card has from one.
    """

    path: Path
    home: Path
    value: Branch
    pack: str
    history: tuple[Operation, ...]

    @property
    def span(self) -> Span:
        return self.value.span


@record(frozen=True, slots=True)
class Change:
    """A difference: `before` or `after` is None for what is new or gone; `who` made it, and where."""

    entry: str
    field: str
    before: str | None
    after: str | None
    who: str
    place: Span | None


def origins(laid: Laid, head: Path) -> Iterator[Leaf]:
    """Every value of a declaration, those of a card's templates among them."""
    branch = _whole(laid.found, head)
    if branch is not None:
        for path, value, _ in leaves(branch, head, branch.span):
            yield _leaf(laid, path, value)


def find(laid: Laid, wanted: str) -> list[Path]:
    """The addresses of the declarations of that id, before which its kind or section may stand."""
    return [
        path
        for path in declarations(laid.found)
        if wanted in (path[-1], "/".join(path)) and path[0] != "templates"
    ]


def _leaf(laid: Laid, path: Path, value: Branch) -> Leaf:
    home = _home(laid.found, path)
    history = [
        operation
        for operation in laid.done
        if not _is_declaration(operation)
        and operation.deed not in ("anchor", "rename")
        and any(_is_of(operation, at) for at in {path, home})
    ]
    return Leaf(path, home, value, laid.found.files.get(value.span.file, ""), tuple(history))


def _home(found: Gathered, path: Path) -> Path:
    from_above = inherited(found, path) if get(found, path) is None else None
    return path if from_above is None else from_above[1]


def _is_declaration(operation: Operation) -> bool:
    """Whether a pack declared something: what stands in it then was never otherwise."""
    return operation.deed == "add" and len(operation.path) == head_length(operation.path)


def _is_of(operation: Operation, path: Path) -> bool:
    """Whether something was done to a value, to what it stands in, or to a number or item in it."""
    return operation.path == path[: len(operation.path)] or operation.path[:-1] == path


def _whole(found: Gathered, head: Path) -> Branch | None:
    """A declaration; a card with its templates laid under it."""
    branch = get(found, head)
    if not is_card(head) or head[0] == "templates" or not isinstance(branch, Mapping):
        return branch
    parts = get(found, ("kinds", head[0], "parts"))
    deep = MERGED | set(parts.items if isinstance(parts, Mapping) else ())
    seen: set[str] = set()
    while isinstance(like := branch.items.get("like"), Scalar) and like.text.text not in seen:
        seen.add(like.text.text)
        template = get(found, ("templates", head[0], like.text.text))
        if not isinstance(template, Mapping):
            break
        above = template.items.get("like")
        branch = joined(template, branch, deep)
        if above is not None:
            branch = Mapping({**branch.items, "like": above}, branch.key_spans, branch.span)
    return branch


def changes(one: Laid, other: Laid) -> Iterator[Change]:
    """What differs between two games, by declaration and value; a new name is one difference."""
    yield from _renamed(one, other)
    one = _in_words_of(one, other)
    before, after = (dict.fromkeys(declarations(laid.found)) for laid in (one, other))
    for head in sorted({**before, **after}):
        if head[0] == "templates":
            continue  # told with the cards that are like them
        if head not in after:
            yield _gone(one, other, head)
        elif head not in before:
            yield _new(other, head)
        else:
            yield from _changed(one, other, head)
    yield from _moved(one, other)


def _in_words_of(one: Laid, other: Laid) -> Laid:
    """A game with the names that things have in another one."""
    words = one.words.between(other.words)
    if not words:
        return one
    found = one.found.copy()
    rename_all(found, words)
    return replace(one, found=found, done=[renamed_deed(deed, words) for deed in one.done])


def _renamed(one: Laid, other: Laid) -> Iterator[Change]:
    was, now = one.words.names, other.words.names
    for laid in (other, one):
        for deed in laid.done:
            name = shown(deed.before)
            if deed.deed != "rename" or was.get(name) == now.get(name) or (laid is one and name in now):
                continue
            length = head_length(deed.path)
            path = deed.path if laid is other else (*deed.path[:-1], name)
            field = "/".join((*path[length:], "name"))
            names = was.get(name, name), now.get(name, name)
            yield Change("/".join(path[:length]), field, *names, *_who(_last_name(laid, deed)))


def _last_name(laid: Laid, rename: Operation) -> Operation:
    """The rename that gave the name of now to what was renamed first by another one."""
    for later in laid.done:
        alike = later.deed == "rename" and later.path == rename.path
        if alike and shown(later.before) == shown(rename.value):
            rename = later
    return rename


def _gone(one: Laid, other: Laid, head: Path) -> Change:
    remover = _remover(other, head)
    what = shown(get(one.found, head))
    return Change("/".join(head), "", what, None, *_who(remover))


def _new(other: Laid, head: Path) -> Change:
    branch = _whole(other.found, head)
    assert branch is not None
    adders = (op for op in other.done if op.path == head and op.deed == "add")
    place = next((operation.span for operation in adders), branch.span)
    who = other.found.files.get(place.file, "")
    return Change("/".join(head), "", None, shown(branch), who, place)


def _changed(one: Laid, other: Laid, head: Path) -> Iterator[Change]:
    old = {leaf.path: leaf for leaf in origins(one, head)}
    new = {leaf.path: leaf for leaf in origins(other, head)}
    length = head_length(head)
    for path in {**old, **new}:
        was, now = old.get(path), new.get(path)
        if was is not None and now is not None and plain(was.value) == plain(now.value):
            continue
        who, place = _who(_remover(other, path) or (_remover(other, was.home) if was is not None else None))
        relike = _setter(other, (*head, "like")) if _home_of(was) != _home_of(now) else None
        if now is not None:
            there = now.pack in one.stack.manifests  # otherwise whoever wrote it brought it
            last = now.history[-1] if now.history else relike if there else None
            who, place = (last.pack, last.span) if last is not None else (now.pack, now.span)
        elif place is None:
            who, place = _who(relike)
        before, after = _texts(was, now)
        yield Change("/".join(head), "/".join(path[length:]), before, after, who, place)


def _home_of(leaf: Leaf | None) -> Path | None:
    return None if leaf is None else leaf.home


def _setter(laid: Laid, path: Path) -> Operation | None:
    """The last one that set a value: another template gives a card what that has."""
    setters = (op for op in reversed(laid.done) if op.path == path and op.deed in ("set", "add", "replace"))
    return next(setters, None)


def _texts(was: Leaf | None, now: Leaf | None) -> tuple[str | None, str | None]:
    """Both values in words; of texts that begin alike the lines from which they differ."""
    if was is None or now is None:
        return (None if was is None else shown(was.value), None if now is None else shown(now.value))
    texts = [leaf.value.text.text.strip() for leaf in (was, now) if isinstance(leaf.value, Scalar)]
    if len(texts) < 2 or texts[0].split("\n")[0] != texts[1].split("\n")[0]:
        return shown_apart(was.value, now.value)
    old, new = (text.split("\n") for text in texts)
    n = next(
        (n for n, pair in enumerate(zip(old, new, strict=False)) if pair[0] != pair[1]),
        min(len(old), len(new)),
    )
    before, after = (lines[n].strip() if n < len(lines) else "nothing more" for lines in (old, new))
    return f"… {before}", f"… {after}"


def _moved(one: Laid, other: Laid) -> Iterator[Change]:
    """Sections whose order means something, and in which what is in both stands in another order."""
    for name in ORDERED:
        old, new = list(one.found.section(name)), list(other.found.section(name))
        was = [id_ for id_ in old if id_ in new]
        now = [id_ for id_ in new if id_ in old]
        if was != now:
            yield Change(name, "order", ", ".join(was), ", ".join(now), "", None)


def _remover(laid: Laid, path: Path) -> Operation | None:
    removals = (
        op for op in laid.done if op.deed in ("remove", "replace") and path[: len(op.path)] == op.path
    )
    return next(removals, None)


def _who(operation: Operation | None) -> tuple[str, Span | None]:
    return ("", None) if operation is None else (operation.pack, operation.span)
