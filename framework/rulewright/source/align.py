"""From a character of a YAML scalar's value back to its place in the file.

Nothing is computed until a place is asked for: without errors this costs one small object a scalar.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

_ESCAPES = {
    "0": "\0", "a": "\a", "b": "\b", "t": "\t", "\t": "\t", "n": "\n", "v": "\v", "f": "\f", "r": "\r",
    "e": "\x1b", " ": " ", '"': '"', "/": "/", "\\": "\\", "N": "\x85", "_": "\xa0", "L": "\u2028",
    "P": "\u2029",
}  # fmt: skip
_HEX_LENGTH = {"x": 2, "u": 4, "U": 8}

_BREAK = r"(?:\r\n|\r|\n)"
_FOLD = re.compile(rf"[ \t]*({_BREAK})[ \t]*((?:{_BREAK}[ \t]*)*)")
_ESCAPED_BREAK = re.compile(rf"\\{_BREAK}[ \t]*((?:{_BREAK}[ \t]*)*)")
_LINE_BREAK = re.compile(_BREAK)
_WHITE = " \t\r\n"

Place = tuple[str, int]  # a character of the value, where it stands in the file


class Aligner:
    """The `locate` of an `EffectText`: offset in the value to offset in the file.

    Args:
        source: the whole file.
        start, end: the scalar with its quotes or block header.
    """

    __slots__ = ("end", "places", "source", "start", "style", "text")

    def __init__(self, source: str, start: int, end: int, style: str, text: str) -> None:
        self.source = source
        self.start = start
        self.end = end
        self.style = style
        self.text = text
        self.places: list[int] | None = None

    def __call__(self, offset: int) -> int:
        if self.places is None:
            self.places = self._align()
        return self.places[min(max(offset, 0), len(self.text))]

    def _align(self) -> list[int]:
        """Places of all characters and of the end; all at the start if the two texts disagree."""
        found = list(_READERS[self.style](self.source, self.start, self.end, self.text))
        if [character for character, _ in found] != list(self.text):
            return [self.start] * (len(self.text) + 1)
        places = [place for _, place in found]
        return [*places, places[-1] + 1 if places else self.start]


def _plain(source: str, start: int, end: int, _text: str) -> Iterator[Place]:
    return _flow(source, start, end, "")


def _single(source: str, start: int, end: int, _text: str) -> Iterator[Place]:
    return _flow(source, start + 1, end - 1, "'")


def _double(source: str, start: int, end: int, _text: str) -> Iterator[Place]:
    return _flow(source, start + 1, end - 1, '"')


def _flow(source: str, start: int, end: int, quote: str) -> Iterator[Place]:
    """Reads a flow scalar: one line break is a space, more are one less, quotes are decoded."""
    index = start
    while index < end:
        character = source[index]
        if character in _WHITE and (fold := _FOLD.match(source, index, end)):
            breaks = list(_LINE_BREAK.finditer(source, fold.start(2), fold.end(2)))
            yield from [("\n", found.start()) for found in breaks] or [(" ", index)]
            index = fold.end()
        elif quote == '"' and character == "\\":
            if skipped := _ESCAPED_BREAK.match(source, index, end):
                for found in _LINE_BREAK.finditer(source, skipped.start(1), skipped.end(1)):
                    yield "\n", found.start()
                index = skipped.end()
            else:
                decoded, length = _escape(source, index + 1)
                yield decoded, index
                index += length + 1
        else:
            yield character, index
            index += 2 if quote == "'" and character == "'" else 1


def _escape(source: str, index: int) -> tuple[str, int]:
    """The character an escape stands for and how many characters follow the backslash."""
    letter = source[index]
    if letter in _HEX_LENGTH:
        length = _HEX_LENGTH[letter]
        return chr(int(source[index + 1 : index + 1 + length], 16)), length + 1
    return _ESCAPES.get(letter, letter), 1


def _literal(source: str, start: int, end: int, text: str) -> Iterator[Place]:
    """Each line of the value is the tail of a line of the file, whatever the indentation."""
    lines = _lines_below(source, start)
    cooked = text.split("\n")
    for number, line in enumerate(cooked):
        line_start, line_end = next(lines, (end, end))
        first = line_end - len(line)
        if first >= line_start:
            yield from zip(line, range(first, line_end), strict=True)
        if number < len(cooked) - 1:
            yield "\n", line_end


def _lines_below(source: str, start: int) -> Iterator[tuple[int, int]]:
    """Start and end, without line breaks, of the lines after the one with `start`."""
    header = _LINE_BREAK.search(source, start)
    while header is not None:
        line_start = header.end()
        header = _LINE_BREAK.search(source, line_start)
        yield line_start, header.start() if header else len(source)


def _folded(source: str, start: int, _end: int, text: str) -> Iterator[Place]:
    """Folding changes white space only: the other characters stand there in the same order."""
    header = _LINE_BREAK.search(source, start)
    index = header.end() if header else len(source)
    for character in text:
        if character not in _WHITE:
            while index < len(source) and source[index] in _WHITE:
                index += 1
        if index >= len(source):
            yield character if character in _WHITE else "", len(source)
            continue
        raw = source[index]
        if character in _WHITE and raw not in _WHITE:
            yield character, index - 1  # more white space in the value than in the file
            continue
        yield character if raw in _WHITE else raw, index
        index += 2 if source.startswith("\r\n", index) else 1


_READERS: dict[str, Callable[[str, int, int, str], Iterator[Place]]] = {
    "plain": _plain,
    "single": _single,
    "double": _double,
    "literal": _literal,
    "folded": _folded,
}
