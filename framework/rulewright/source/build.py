"""From YAML's nodes to our tree: places, the small subset of YAML, and what it refuses."""

from __future__ import annotations

import re
from typing import Any

import yaml

from rulewright.source import syntax
from rulewright.source.align import Aligner
from rulewright.source.diagnostics import Problems
from rulewright.source.edits import Edit
from rulewright.source.quotes import CURLY_QUOTES, PROSE
from rulewright.source.scalars import Refused, is_trap, read_plain
from rulewright.source.text import EffectText, SourceFile, Span
from rulewright.source.tree import Branch, Mapping, Scalar, Sequence

MOST_LEVELS = 32
MOST_NODES = 200_000
LONGEST_TEXT = 64 * 1024
LONGEST_KEY = 128
MOST_PARTS = 20  # looked at behind a text with an open parenthesis

FORBIDDEN = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff\ufffe\uffff\ud800-\udfff]"
)

_KEY = re.compile(r"[\w-]{1,128}")  # what nearly all keys are
_NUMBER = re.compile(r"-?[0-9]+", re.ASCII)
_MARKS = frozenset("&!")
_STYLES = {"'": "single", '"': "double", "|": "literal", ">": "folded"}
_CUT = re.compile(r" +#(?=[^\s#])")
_SHARE = "entries share by `like` and `templates`"


class TooMuch(Exception):
    """A limit of the whole file is passed; reported already."""


class Builder:
    """Builds one file's tree. A value that is refused is reported and left out."""

    def __init__(self, file: SourceFile, problems: Problems) -> None:
        self.file = file
        self.text = file.text
        self.problems = problems
        self.values = 0
        self.mended = 0  # mistakes for which the tree holds what must have been meant
        self.aliases = "&" in file.text  # otherwise no value can stand in two places
        self.seen: set[int] = set()
        self.marked: set[int] = set()

    def build(self, node: yaml.Node, level: int = 1) -> Branch | None:
        if self.aliases:
            if id(node) in self.seen:
                return None  # an alias; its anchor is reported
            self.seen.add(id(node))
        self.values += 1
        if self.values > MOST_NODES:
            self.problems.error(
                "Y122", "too many values in one file", self._span(node), expected=f"at most {MOST_NODES}"
            )
            raise TooMuch
        if self._has_mark(node):
            self._refuse_mark(node)
            return None
        if isinstance(node, yaml.ScalarNode):
            return self._scalar(node)
        if level > MOST_LEVELS:
            self.problems.error(
                "Y114",
                "values are nested too deeply",
                self._first(node),
                expected=f"at most {MOST_LEVELS} levels",
            )
            return None
        if isinstance(node, yaml.SequenceNode):
            return self._sequence(node, level)
        assert isinstance(node, yaml.MappingNode)
        return self._mapping(node, level)

    def _scalar(self, node: yaml.ScalarNode) -> Scalar | None:
        style = _STYLES.get(node.style or "", "plain")
        span = self._span(node)
        cooked: str = node.value
        text = EffectText(cooked, span, Aligner(self.file.text, span.start, span.end, style, cooked))
        if len(cooked) > LONGEST_TEXT:
            self.problems.error(
                "Y122", "this text is too long", span, expected=f"at most {LONGEST_TEXT} characters"
            )
            return None
        if style == "double" and (bad := FORBIDDEN.search(cooked)):
            self.problems.error(
                "Y104",
                f"escape for the forbidden character U+{ord(bad[0]):04X}",
                text.at(bad.start(), bad.end()),
            )
            return None
        if style != "plain":
            return Scalar(cooked, text, span, style)
        value = read_plain(cooked)
        if isinstance(value, Refused):
            fix = Edit(span, value.instead) if value.instead is not None else None
            self.problems.error(value.code, value.message, span, hint=value.hint, fix=fix)
            if value.instead is None:
                return None
            self.mended += 1
            meant = read_plain(value.instead)
            return None if isinstance(meant, Refused) else Scalar(meant, text, span, style)
        if isinstance(value, str) and is_trap(value):
            self._trap(value, span)
        elif isinstance(value, str) and (cut := _CUT.match(self.text, span.end)):
            self._comment(Span(self.file, cut.end() - 1, cut.end()))
        return Scalar(value, text, span, style)

    def _comment(self, sign: Span) -> None:
        message = "a comment starts here, and the text ends before it"
        hint = "put the whole text in single quotes; for a comment write a blank behind '#'"
        self.problems.warning("Y126", message, sign, hint=hint)

    def _trap(self, word: str, span: Span) -> None:
        message = f"'{word}' is a text here, and something else to other programs"
        fix = Edit(span, f"'{word}'")
        self.problems.warning("Y123", message, span, hint=f"write '{word}' in single quotes", fix=fix)

    def _sequence(self, node: yaml.SequenceNode, level: int) -> Sequence:
        items: list[Branch] = []
        nodes: list[yaml.Node] = node.value
        swallowed = 0
        for index, child in enumerate(nodes):
            if swallowed:
                swallowed -= 1
                continue
            if node.flow_style:
                swallowed, whole = self._comma_trap(child, nodes, index)
                if swallowed:
                    items += [whole] if whole is not None else []
                    continue
            if _is_empty(child) and not self._has_mark(child):
                self.problems.error("Y115", "nothing written in this item", self._character_before(child))
                continue
            item = self.build(child, level + 1)
            if item is not None:
                items.append(item)
        return Sequence(tuple(items), self._span(node))

    def _mapping(self, node: yaml.MappingNode, level: int) -> Mapping:
        items: dict[str, Branch] = {}
        key_spans: dict[str, Span] = {}
        pairs: list[tuple[yaml.Node, yaml.Node]] = node.value
        if node.flow_style and len(pairs) > 1 and all(self._is_bare(*pair) for pair in pairs):
            self._list_in_braces([key.value for key, _ in pairs], self._span(node))
            return Mapping(items, key_spans, self._span(node))
        swallowed = 0
        for index, (key_node, child) in enumerate(pairs):
            if swallowed:
                swallowed -= 1
                continue
            key = self._key(key_node)
            if key is None:
                continue
            span = self._span(key_node)
            if key in key_spans and self._is_cut_cell(node, pairs, index):
                continue
            if key in key_spans:
                related = (("first written here", key_spans[key]),)
                self.problems.error("Y110", f"key '{key}' is written twice", span, related=related)
                continue
            key_spans[key] = span
            if node.flow_style and self._tight_colon(span.end):
                continue
            if node.flow_style:
                swallowed, whole = self._comma_trap(child, pairs, index, key)
                if swallowed:
                    items |= {key: whole} if whole is not None else {}
                    continue
            if _is_empty(child) and not self._has_mark(child):
                follows = pairs[index + 1] if index + 1 < len(pairs) and node.flow_style else None
                is_value = follows is not None and _is_empty(follows[1]) and not self._has_mark(follows[1])
                swallowed = int(is_value)
                value = follows[0] if is_value and follows is not None else None
                alone = node.flow_style and len(pairs) == 1
                listed = self._cut_list(pairs, index) if node.flow_style and index else []
                swallowed = max(swallowed, len(listed) - 2)
                self._nothing_written(key, span, value, in_braces=alone, listed=listed)
                continue
            item = self.build(child, level + 1)
            if item is not None:
                items[key] = item
        return Mapping(items, {key: key_spans[key] for key in items}, self._span(node))

    def _key(self, node: yaml.Node) -> str | None:
        """A key is text as it is written: `0` and `true` are the keys '0' and 'true'."""
        if self._has_mark(node):
            self._refuse_mark(node)
            return None
        if not isinstance(node, yaml.ScalarNode):
            span = self._first(node)
            hint = "text that starts with { or [ needs single quotes"
            self.problems.error("Y109", "a list or mapping as a key", span, expected="a word", hint=hint)
            return None
        if id(node) in self.seen:
            return None
        key: str = node.value
        if not node.style and is_trap(key):
            self._trap(key, self._span(node))
        if _KEY.fullmatch(key):
            return key
        span = self._first(node)
        if key == "<<" and not node.style:
            self.problems.error("Y113", "'<<' would merge a mapping", span, hint=_SHARE)
        elif not key:
            self.problems.error("Y109", "nothing before ':'", span, expected="a key")
        elif "\n" in key or FORBIDDEN.search(key):
            self.problems.error("Y109", "a key of more than a line", span, expected="a word")
        elif len(key) > LONGEST_KEY:
            self.problems.error(
                "Y122", "this key is too long", span, expected=f"at most {LONGEST_KEY} characters"
            )
        else:
            return key
        return None

    def _tight_colon(self, end: int) -> bool:
        """Whether a bracket or comma follows the colon of a key at once; only libyaml refuses that itself."""
        tight = self.file.text[end : end + 1] == ":" and self.file.text[end + 1 : end + 2] in tuple(",[]{}")
        if tight and self.file.text[end - 1] not in "'\"":
            syntax.tight_colon(self.file, end, end, self.problems)
            return True
        return False

    def _is_cut_cell(self, node: yaml.MappingNode, pairs: list[Any], index: int) -> bool:
        """Whether a key is the second number of a cell without quotes, `{0,0: x}`; told at the first."""
        (before, value), (key, _) = pairs[index - 1], pairs[index]
        numbers = all(isinstance(k, yaml.ScalarNode) and _NUMBER.fullmatch(k.value) for k in (before, key))
        return bool(node.flow_style) and index > 0 and numbers and _is_empty(value)

    def _is_bare(self, key: yaml.Node, value: yaml.Node) -> bool:
        """Whether a key is a word without a value."""
        return (
            isinstance(key, yaml.ScalarNode)
            and _KEY.fullmatch(key.value) is not None
            and _is_empty(value)
            and not self._has_mark(value)
        )

    def _list_in_braces(self, words: list[str], span: Span) -> None:
        listed = ", ".join(words) if len(words) <= MOST_PARTS else f"{', '.join(words[:MOST_PARTS])}, …"
        hint = f"a list stands in square brackets: [{listed}]"
        if len(words) == 2:
            hint = f"between a key and its value stands ':', as in '{words[0]}: {words[1]}'; {hint}"
        quoted = ", ".join(f"'{word}'" for word in words[:MOST_PARTS])
        self.problems.error("Y115", f"nothing written after the keys {quoted}", span, hint=hint)

    def _cut_list(self, pairs: list[tuple[yaml.Node, yaml.Node]], index: int) -> list[str]:
        """The value before a key without one, and the keys from there on, if they look like one list.

        They do if all are numbers, or so many words that no key and its value can be meant.
        """
        before = pairs[index - 1][1]
        if not isinstance(before, yaml.ScalarNode) or before.style or not before.value:
            return []
        found = [before.value]
        for key, value in pairs[index:]:
            if not isinstance(key, yaml.ScalarNode) or not _is_empty(value) or self._has_mark(value):
                break
            found.append(key.value)
        numbers = all(_NUMBER.fullmatch(each) for each in found)
        words = all(_KEY.fullmatch(each) for each in found) and len(found) != 3
        return found if numbers or words else []

    def _nothing_written(
        self, key: str, span: Span, value: yaml.Node | None, *, in_braces: bool, listed: list[str]
    ) -> None:
        """Args:
        value: what follows behind a comma, and looks like the value.
        in_braces: it is all that stands in braces.
        listed: items of a list that it may be one of.
        """
        name, colon, _ = key.partition(":")
        hint = "write its value or remove the key"
        if in_braces and _KEY.fullmatch(key):
            hint += (
                f"; a list stands in square brackets, [{key}], and text with braces in quotes, '{{{key}}}'"
            )
        if _NUMBER.fullmatch(key) and not in_braces and not listed:
            after = self.file.text[span.end : span.end + 8]
            if (cell := re.match(r", ?([0-9]+)", after)) is not None:
                hint = f"a cell is a key in quotes: '{key},{cell[1]}'"
        if colon and name and "\u00a0" in key:
            hint = "what looks like a space after the colon is a no-break space (U+00A0): write a space"
        elif colon and name:
            hint = f"write a space after the colon: '{name}: …'"
        elif (words := key.partition(" "))[1] and _KEY.fullmatch(words[0]):
            hint = f"write ': ' behind a key: '{words[0]}: {words[2][:20]}'; a text with a comma needs quotes"
        elif listed:
            hint += f"; a list stands in square brackets: [{', '.join(listed)}]"
        elif isinstance(value, yaml.ScalarNode):
            hint = f"if what follows is its value, write ':' for ',': '{key}: {value.value[:20]}…'"
        self.problems.error("Y115", f"nothing written after the key '{key}'", span, hint=hint)

    def _comma_trap(
        self, node: yaml.Node, siblings: list[Any], index: int, key: str | None = None
    ) -> tuple[int, Scalar | None]:
        """How many siblings after `index` belong to a text that a comma has cut inside its parentheses, its
        curly quotes or its words for people, and the whole text if its end is known.

        Args:
            key: that of the text: siblings are keys and values, and only keys without a value can belong.
        """
        alone = key is not None
        if not isinstance(node, yaml.ScalarNode) or node.style:
            return 0, None
        closing = CURLY_QUOTES.get(node.value[:1], "")
        still_open = _open(node.value, closing)
        is_prose = key in PROSE and still_open == 0
        if still_open <= 0 and not is_prose:
            return 0, None
        parts = 0
        last: yaml.Node = node
        for sibling in siblings[index + 1 : index + 1 + MOST_PARTS]:
            part = sibling[0] if alone else sibling
            if not isinstance(part, yaml.ScalarNode) or (alone and not _is_empty(sibling[1])):
                break
            if is_prose and " " not in part.value:
                break
            parts += 1
            last = part
            still_open += _open(part.value, "") - (closing != "" and part.value.endswith(closing))
            if still_open <= 0 and not is_prose:
                break
        if not parts or (still_open > 0 and not alone):
            return 0, None
        span = Span(self.file, node.start_mark.index, self._span(last).end)
        inner = Span(self.file, span.start + 1, span.end - 1) if closing and still_open == 0 else span
        meant = " ".join(self.file.text[inner.start : inner.end].split())
        whole = meant.replace("'", "''")
        hint = (
            "curly quotes do not hold it together; write straight ones"
            if closing
            else "put it in single quotes"
        )
        self.problems.error(
            "Y121",
            "a comma cuts this text",
            span,
            hint=f"{hint}: '{whole}'" if len(whole) <= 100 else hint,
            fix=Edit(span, f"'{whole}'") if still_open == 0 else None,
        )
        if still_open != 0 or meant.count("'") % 2:  # a quote that was opened or closed further on
            return parts, None
        self.mended += 1
        text = EffectText(meant, span, Aligner(self.text, inner.start, inner.end, "plain", meant))
        return parts, Scalar(meant, text, span, "plain")

    def _has_mark(self, node: yaml.Node) -> bool:
        start = node.start_mark.index
        return self.text[start : start + 1] in _MARKS

    def _refuse_mark(self, node: yaml.Node) -> None:
        span = self._first(node)
        if span.start in self.marked:
            return
        self.marked.add(span.start)
        if self.file.text[span.start] == "&":
            self.problems.error(
                "Y111",
                "'&' would mark a value to repeat it",
                span,
                hint=f"text with '&' in front needs quotes; {_SHARE}",
            )
        else:
            self.problems.error(
                "Y112", "'!' would name a type", span, hint="text that starts with '!' needs quotes"
            )

    def _first(self, node: yaml.Node) -> Span:
        start = node.start_mark.index
        return Span(self.file, start, min(start + 1, len(self.file.text)))

    def _character_before(self, node: yaml.Node) -> Span:
        """The last visible character before an empty value."""
        at = min(node.start_mark.index, len(self.file.text))
        while at > 0 and self.file.text[at - 1].isspace():
            at -= 1
        return Span(self.file, max(at - 1, 0), at)

    def _span(self, node: yaml.Node) -> Span:
        """The node without what follows it: YAML's own end of a block is the start of the next."""
        start, end = node.start_mark.index, node.end_mark.index
        text = self.text
        if isinstance(node, yaml.CollectionNode) and not node.flow_style:
            last: yaml.Node = node
            for _ in range(MOST_LEVELS):
                if not isinstance(last, yaml.CollectionNode) or last.flow_style or not last.value:
                    break
                last = last.value[-1][1] if isinstance(last, yaml.MappingNode) else last.value[-1]
            end = last.end_mark.index
        while end > start and text[end - 1] in " \t\r\n":
            end -= 1
        return Span(self.file, start, end)


def _is_empty(node: yaml.Node) -> bool:
    return isinstance(node, yaml.ScalarNode) and not node.style and node.value == ""


def _open(text: str, closing: str) -> int:
    """How many parentheses are open behind a text, and one if the quotes that `closing` ends are."""
    quotes = closing != "" and not (len(text) > 1 and text.endswith(closing))
    return text.count("(") - text.count(")") + quotes
