"""Patches applied to what was gathered: each verb in one method, each mistake at its place."""

from __future__ import annotations

from dataclasses import replace

from rulewright.dsl.numbers import numbers
from rulewright.dsl.text_words import words_of
from rulewright.packs.effect_places import effects_in
from rulewright.packs.gather import Gathered
from rulewright.packs.overlays.addresses import OF_MANIFEST, Path, drop, get, head_length, key_span, put
from rulewright.packs.overlays.expecting import actual, agrees, hash_of, inherited, literal
from rulewright.packs.overlays.ground import Ground, spelt
from rulewright.packs.overlays.operations import Deed
from rulewright.packs.overlays.patches import SOME_VERB, VERBS, Patch, keys, leaves, shown
from rulewright.packs.overlays.texts import (
    ORIGINAL,
    STATEMENTS,
    listed_numbers,
    with_literal,
    wrapped,
    wraps,
    written,
)
from rulewright.source.suggest import one_slip_from
from rulewright.source.text import Span
from rulewright.source.tree import Branch, Mapping, Scalar, Sequence

_SHAPED = ("set", "adjust", "wrap", "remove")  # what is given is shaped like the target
SIDES = ("before", "after")
_BY_LEAVES = ("adjust", "wrap")  # what each value in them says is done; nothing if there is none


class Patcher(Ground):
    """Lays the patches of one pack over what was gathered before it."""

    def apply(self, patches: list[Patch], written: list[Patch], view: Gathered) -> None:
        """Apply patches, and check what they expect.

        Args:
            written: the same patches in the words of their pack.
            view: the content as its author saw it, in those words.
        """
        good = []
        for patch, own in zip(patches, written, strict=True):
            if self.target_is_there(patch):
                good.append(patch)
                if not patch.verbs and not patch.lost:
                    self.wrong("the patch does nothing here", patch.span, SOME_VERB)
                if "expect" in own.verbs:
                    self._expect(own, view)
        for verb in VERBS:
            for patch in good:
                if verb in patch.verbs:
                    self._do(verb, patch)

    def _do(self, verb: str, patch: Patch) -> None:
        branch, span = patch.verbs[verb]
        self.keys = dict(keys(branch, patch.path)) if verb in _SHAPED else {}
        before = len(self.done), len(self.problems.found)
        if verb not in _BY_LEAVES or not isinstance(branch, Mapping) or branch.items:
            getattr(self, f"_{verb}")(patch.path, branch, span)
        after = len(self.done), len(self.problems.found)
        if after == before and not self.is_unsure(patch.path):
            self.wrong(f"`{verb}` does nothing here", span, "what it is to do")

    # --- verbs -------------------------------------------------------------------------------

    def _expect(self, patch: Patch, view: Gathered) -> None:
        branch, at = patch.verbs["expect"]
        self.keys = dict(keys(branch, patch.path))
        for path, wanted, span in leaves(branch, patch.path, at):
            why = "it was changed since this was written, or misread"
            if (number := literal(view, path)) is not None:
                there, fits = str(number[1].value), _text(wanted) == str(number[1].value)
                why += f", or another number is meant ({listed_numbers(number[0].text.text)})"
            else:
                found = actual(view, path)
                if found is None:
                    self.missing(path, span, view)
                    continue
                there, fits = _now(found, wanted), agrees(wanted, found)
            if not fits:
                place = self.last_written(view, path)
                self.problems.error(
                    "P612",
                    f"{spelt(path)} is {there}, not {shown(wanted)}",
                    wanted.span,
                    expected=there,
                    hint=f"{why}: look at the patch again, then at this line",
                    related=(("written here", place),) if place is not None else (),
                )

    def _set(self, target: Path, branch: Branch, at: Span) -> None:
        for path, value, span in leaves(branch, target, at):
            if (number := literal(self.found, path)) is not None:
                self._set_literal(path, number[0], value)
                continue
            before = get(self.found, path)
            if before is None and not self.is_free_key(path):
                self.missing(path, span, self.found, "set", value)
            elif isinstance(before, Mapping):
                self.wrong(f"{spelt(path)} is a mapping", value.span, "its keys, or `replace`")
            elif isinstance(before, Sequence) and self.strategy(path) != "atomic":
                self.wrong(
                    f"{spelt(path)} is a list that is patched item by item", value.span, self.ways(path)
                )
            else:
                put(self.found, path, value, span)
                self.note("set", path, value, before, value.span)

    def _set_literal(self, path: Path, text: Scalar, value: Branch) -> None:
        number = numbers(text.text.text)[int(path[-1]) - 1]
        if not isinstance(value, Scalar) or not _is_whole(value) or int(str(value.value)) < 0:
            self.wrong(f"{shown(value)} cannot stand in an effect text", value.span, "a whole number from 0")
            return
        self._put_number(path, text, int(str(value.value)), number.value, "set", value)

    def _put_number(self, path: Path, text: Scalar, now: int, was: int, deed: Deed, value: Branch) -> None:
        number = numbers(text.text.text)[int(path[-1]) - 1]
        new = with_literal(text, number, now)
        if isinstance(text.value, int):
            new = replace(new, value=now)
        put(self.found, path[:-1], new, text.span)
        self.note(deed, path, value, written(was, text.span), value.span)

    def _adjust(self, target: Path, branch: Branch, at: Span) -> None:
        for path, value, span in leaves(branch, target, at):
            if not isinstance(value, Scalar) or not _is_whole(value):
                message = f"{shown(value)} is nothing to adjust by"
                self.wrong(message, value.span, "a whole number such as +1 or -2")
                continue
            by = int(str(value.value))
            if (number := literal(self.found, path)) is not None:
                if number[1].value + by < 0:
                    self.wrong(f"{number[1].value} adjusted by {by} is below nought", value.span, "0 or more")
                else:
                    now = number[1].value + by
                    self._put_number(path, number[0], now, number[1].value, "adjust", value)
                continue
            before = get(self.found, path)
            if before is None:
                self._no_number(path, span, value)
            elif not isinstance(before, Scalar) or not _is_whole(before):
                self._no_whole_number(path, before, value)
            else:
                put(self.found, path, written(int(str(before.value)) + by, value.span), span)
                self.note("adjust", path, value, before, value.span)

    def _no_number(self, path: Path, span: Span, value: Scalar) -> None:
        if (from_above := inherited(self.found, path)) is None:
            self.missing(path, span, self.found, "adjust", value)
            return
        where = f"patch '{'/'.join(from_above[1])}', or set it here"
        self.wrong(f"{spelt(path)} is not written on the card itself", span, where)

    def _no_whole_number(self, path: Path, before: Branch, value: Scalar) -> None:
        listed = listed_numbers(before.text.text) if isinstance(before, Scalar) else ""
        if not listed:
            self.wrong(f"{spelt(path)} is no whole number: {shown(before)}", value.span, "a whole number")
            return
        self.wrong(f"{spelt(path)} is an effect text", value.span, f"one of its numbers ({listed})")

    def _wrap(self, target: Path, branch: Branch, at: Span) -> None:
        for path, value, span in leaves(branch, target, at):
            before = get(self.found, path)
            if before is None:
                self.missing(path, span, self.found, "wrap", value)
            elif not isinstance(before, Scalar) or not isinstance(value, Scalar):
                self.wrong(f"{spelt(path)} is no effect text", value.span, "the key of an effect text")
            elif not wraps(value.text.text):
                self._no_original(path, value)
            elif isinstance(before.value, int) and not self._is_effect(before):
                message = f"{spelt(path)} is {shown(before)}, no effect text"
                hint = f"a number is changed by `adjust: {{{path[-1]}: 1}}`, or `set`"
                self.wrong(message, value.span, "the key of an effect text", hint)
            elif (new := wrapped(value, before, path[-1] in STATEMENTS)) is None:
                message = f"`{ORIGINAL}` stands for several statements here"
                self.wrong(message, value.span, f"`{ORIGINAL}` on a line of its own")
            else:
                put(self.found, path, new, span)
                self.note("wrap", path, value, before, value.span)

    def _no_original(self, path: Path, value: Scalar) -> None:
        message, span, hint = f"nothing of the old text is left in {spelt(path)}", value.span, None
        for word in words_of(value.text.text):
            if word.text != ORIGINAL and one_slip_from(word.text, [ORIGINAL]) is not None:
                span, hint = value.text.at(word.start, word.end), f"did you mean `{ORIGINAL}`?"
                break
        self.wrong(message, span, f"the word `{ORIGINAL}` where the old text goes, or `set`", hint)

    def _is_effect(self, scalar: Scalar) -> bool:
        place = (scalar.span.file, scalar.span.start)
        return any((text.span.file, text.span.start) == place for text in effects_in(self.found))

    def _replace(self, target: Path, branch: Branch, at: Span) -> None:
        before = get(self.found, target)
        if before is None:
            self.missing(target, at, self.found, "replace", branch)
            return
        put(self.found, target, branch, at)
        self.note("replace", target, branch, before, at)

    def _add(self, path: Path, branch: Branch, at: Span) -> None:
        below = path and len(path) >= head_length(path)
        there = get(self.found, path) if below else None
        if isinstance(branch, Mapping) and (not below or isinstance(there, Mapping)):
            for key, item in branch.items.items():
                if below and len(path) == head_length(path) and key in SIDES and self.has_order(path[:-1]):
                    message = f"`add` puts nothing {key} what is there"
                    self.wrong(message, branch.key_spans[key], f"`insert: {{{key}: …}}` in its place")
                    continue
                self._add_key((*path, key), item, branch.key_spans[key])
        elif isinstance(branch, Sequence) and isinstance(there, Sequence):
            self._add_items(path, branch)
        elif isinstance(branch, Mapping) and isinstance(there, Sequence) and self.strategy(path) == "keyed":
            self._add_rows(path, there, branch)
        else:
            self._exists(path, there, at)

    def _add_key(self, path: Path, branch: Branch, at: Span) -> None:
        if len(path) < head_length(path) or isinstance(get(self.found, path), Mapping | Sequence):
            self._add(path, branch, at)
        elif (there := get(self.found, path)) is not None and not self.is_added_too(path):
            self._exists(path, there, at)
        else:
            if there is None:
                put(self.found, path, branch, at, self.place_in_set(path))
            self.check_end(path, at)
            self.note("add", path, branch, None, at)

    def _add_items(self, path: Path, more: Sequence) -> None:
        how = self.strategy(path)
        for item in more.items:
            if how == "atomic":
                self.wrong(f"{spelt(path)} is one value", item.span, "`set` with the whole list")
            elif how == "keyed":
                self.wrong(f"{spelt(path)} has numbered items", item.span, "each under its number")
            else:
                self._add_key((*path, _text(item)), item, item.span)

    def _add_rows(self, path: Path, there: Sequence, more: Mapping) -> None:
        for n, (key, item) in enumerate(more.items.items(), len(there.items)):
            if key != str(n) and get(self.found, (*path, key)) is None:
                self.wrong(f"'{key}' is not the next number", more.key_spans[key], str(n))
                return
            self._add_key((*path, key), item, more.key_spans[key])

    def _exists(self, path: Path, there: Branch | None, at: Span) -> None:
        if there is None:
            self.missing(path, at, self.found)
            return
        place = key_span(self.found, path)
        self.problems.error(
            "P613",
            f"{spelt(path)} is there already",
            at,
            expected="something new; what is there is changed by `set` or `replace`",
            related=(("declared here", place),) if place is not None else (),
        )

    def _insert(self, target: Path, branch: Branch, at: Span) -> None:
        assert isinstance(branch, Mapping)
        above = target[:-1]
        if not self.has_order(above):
            self.wrong(f"the order of what stands in {spelt(above)} means nothing", at, "`add`")
            return
        for word, new in branch.items.items():
            span = branch.key_spans[word]
            self.note("anchor", target, written(word, span), None, span)
            if isinstance(new, Mapping):
                items = [(key, item, new.key_spans[key]) for key, item in new.items.items()]
            else:
                assert isinstance(new, Sequence)
                items = [(_text(item), item, item.span) for item in new.items]
            if not items:
                self.wrong(f"nothing is inserted {word} it", span, "what is to be inserted, by id")
            for key, item, key_at in reversed(items) if word == "after" else items:
                path = (*above, key)
                if (there := get(self.found, path)) is not None and not self.is_added_too(path):
                    self._exists(path, there, key_at)
                    continue
                if there is None:
                    put(self.found, path, item, key_at, (word, target[-1]))
                self.note("add", path, item, None, key_at, (word, target[-1]))

    def _remove(self, target: Path, branch: Branch, at: Span) -> None:
        for path, span, said in _removed(branch, target, at):
            before = get(self.found, path)
            if said is not None and said.value is not True:
                self.wrong(f"{shown(said)} for what is removed", said.span, "true, or a list of what goes")
            elif path[0] in OF_MANIFEST and len(path) == 1:
                self.wrong(f"no game is without {spelt(path)}", span, "`set` or `replace`")
            elif before is None:
                self.missing(path, span, self.found, "remove", None)
            elif isinstance(get(self.found, path[:-1]), Sequence) and self.strategy(path[:-1]) == "keyed":
                self.wrong("the numbers of the items after it would change", span, "`replace` for the list")
            else:
                drop(self.found, path)
                self.note("remove", path, None, before, span)


def _removed(branch: Branch, path: Path, at: Span) -> list[tuple[Path, Span, Scalar | None]]:
    """What `remove` takes away, with its place: items of lists, and what stands under a scalar, `true`."""
    if isinstance(branch, Mapping):
        return [
            each
            for key, item in branch.items.items()
            for each in _removed(item, (*path, key), branch.key_spans[key])
        ]
    if isinstance(branch, Sequence):
        return [((*path, _text(item)), item.span, None) for item in branch.items]
    return [(path, at, branch)]


def _text(branch: Branch) -> str:
    return branch.text.text.strip() if isinstance(branch, Scalar) else shown(branch)


def _now(found: Branch, wanted: Branch) -> str:
    if isinstance(wanted, Scalar) and wanted.text.text.startswith("hash "):
        return f"hash {hash_of(found)}"
    return shown(found)


def _is_whole(scalar: Scalar) -> bool:
    return isinstance(scalar.value, int) and not isinstance(scalar.value, bool)
