"""A wrong and a right example for each code: what `explain` shows, and what the tests execute.

They stand in `examples/*.txt`, an example after each line `=== CODE bad` or `=== CODE good`, and are laid
over a made-up game. An example is effect text, or files after lines `--- PATH`; the wrong one says `# error:
CODE` on the lines where just these problems are told. Behind a colon stands the spec, if it is not the game
alone. Signs that cannot be seen are written as <U+2067>. A few things that no text can hold are only told in
words, `=== CODE bad, told`.
"""

from __future__ import annotations

import re
from dataclasses import field
from functools import cache
from pathlib import Path

from rulewright.source.codes import CODES
from rulewright.source.records import record

GAME = "moss"
"""The folder of the game that examples are laid over, and their spec where they give none."""

_FOLDER = Path(__file__).with_name("examples")
_HEAD = re.compile(r"^=== ([A-Z]\d{3}) (bad|good)(, told)?(?:: (.+))?\n", re.MULTILINE)
_SIGN = re.compile(r"<U\+([0-9A-F]{4})>")
_FILE = re.compile(r"^--- (\S+)\n", re.MULTILINE)


@record(frozen=True, slots=True)
class Example:
    """`text` is what is shown.

    `files` by path below the game's folder, or from `./` on; none if it is effect text, a spec, or only told.
    """

    text: str
    spec: str = GAME
    told: bool = False
    files: dict[str, str] = field(default_factory=dict)

    @property
    def is_effect(self) -> bool:
        return bool(self.text) and not self.files and not self.told

    @property
    def shown(self) -> str:
        """What a person is shown: the spec where it matters, then the text."""
        return "\n".join([*([f"SPEC {self.spec}"] if self.spec != GAME else []), *self.text.splitlines()])


@record(frozen=True, slots=True)
class Pair:
    bad: Example
    good: Example


@cache
def examples() -> dict[str, Pair]:
    """The two examples of each code, in the order of the codes."""
    found: dict[tuple[str, str], Example] = {}
    for path in sorted(_FOLDER.glob("*.txt")):
        pieces = _HEAD.split(path.read_text(encoding="utf-8"))
        assert not pieces[0].strip(), path.name
        for code, sort, told, spec, text in zip(*(pieces[n::5] for n in range(1, 6)), strict=True):
            assert (code, sort) not in found, f"{code} {sort} stands twice"
            found[code, sort] = _example(text.rstrip("\n"), spec or GAME, bool(told))
    gone = sorted({code for code, _ in found} - {*CODES})
    assert not gone, gone
    return {code: Pair(found[code, "bad"], found[code, "good"]) for code in CODES if (code, "bad") in found}


def _with_signs(text: str) -> str:
    return _SIGN.sub(lambda sign: chr(int(sign[1], 16)), text)


def _example(text: str, spec: str, told: bool) -> Example:
    parts = _FILE.split(text + "\n")
    files = dict(zip(parts[1::2], map(_with_signs, parts[2::2]), strict=True))
    assert told or not files or not parts[0].strip(), text
    return Example(text, spec, told, files)
