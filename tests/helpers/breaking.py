"""Packs broken at random, as a slip of the hand or a damaged file would, and what `check` makes of it."""

from __future__ import annotations

import random
import re
import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from time import process_time

from rulewright.dsl.builtins import BUILT_INS, PRIMITIVES
from rulewright.dsl.keywords import RESERVED
from rulewright.dsl.typed import Rules
from rulewright.packs.bundled import schema_path
from rulewright.play.invariants import check_static, static_program
from rulewright.play.link import link
from rulewright.play.lint import lint
from rulewright.play.scenario import read_scenario, run_scenario
from rulewright.source.codes import CODES
from rulewright.source.diagnostics import ContentError, Diagnostic, Problems
from rulewright.source.reader import parse_yaml
from rulewright.source.render import render
from rulewright.source.text import SourceFile
from rulewright.source.tree import Branch, Mapping, Scalar, Sequence

_TOKEN = re.compile(r"[a-z_][a-z0-9_]*|[0-9]+|==|!=|<=|>=|[^\sa-z0-9_]", re.IGNORECASE)
_WORD = re.compile(r"[a-z][a-z0-9_]*")
_NAME = re.compile(r"(?<![\w#.])[a-z][a-z0-9_]*")
_DECLARES = re.compile(r"\b(?:let|as|for|option)\s+$")
SLOWEST = 5.0  # seconds of work that a check may take


@dataclass(frozen=True, slots=True)
class Broken:
    """What was done to which file, and what it holds now."""

    what: str
    path: Path
    data: bytes


# --- damage ------------------------------------------------------------------------------------


def _lines(text: str) -> list[str]:
    return text.splitlines(keepends=True)


def _deleted_line(text: str, chance: random.Random) -> str:
    lines = _lines(text)
    del lines[chance.randrange(len(lines))]
    return "".join(lines)


def _doubled_line(text: str, chance: random.Random) -> str:
    lines = _lines(text)
    at = chance.randrange(len(lines))
    lines.insert(at, lines[at])
    return "".join(lines)


def _wrong_indent(text: str, chance: random.Random) -> str:
    lines = _lines(text)
    at = chance.randrange(len(lines))
    more = chance.choice((-2, -1, 1, 2, 4))
    lines[at] = " " * more + lines[at] if more > 0 else lines[at][-more:]
    return "".join(lines)


def _swapped_tokens(text: str, chance: random.Random) -> str:
    tokens = list(_TOKEN.finditer(text))
    if len(tokens) < 2:
        return text
    at = chance.randrange(len(tokens) - 1)
    a, b = tokens[at], tokens[at + 1]
    return f"{text[: a.start()]}{b[0]}{text[a.end() : b.start()]}{a[0]}{text[b.end() :]}"


def _renamed_id(text: str, chance: random.Random) -> str:
    words = sorted(set(_WORD.findall(text)))
    old = chance.choice(words or [""])
    new = chance.choice([*words, "renamed", "x", "it", "count"])
    return re.sub(rf"\b{re.escape(old)}\b", new, text, count=chance.choice((0, 1))) if old else text


def _truncated(text: str, chance: random.Random) -> str:
    return text[: chance.randrange(len(text) + 1)]


def _other_token(text: str, chance: random.Random) -> str:
    """A token in place of another one, from anywhere in the file."""
    tokens = list(_TOKEN.finditer(text))
    if not tokens:
        return text
    at, other = chance.choice(tokens), chance.choice(tokens)
    return text[: at.start()] + other[0] + text[at.end() :]


def _without_token(text: str, chance: random.Random) -> str:
    tokens = list(_TOKEN.finditer(text))
    if not tokens:
        return text
    at = chance.choice(tokens)
    return text[: at.start()] + text[at.end() :]


def _typo(text: str, chance: random.Random) -> str:
    words = list(_WORD.finditer(text))
    if not words:
        return text
    at = chance.choice(words)
    return text[: at.start()] + misspelt(at[0], chance) + text[at.end() :]


def _other_number(text: str, chance: random.Random) -> str:
    found = list(re.finditer(r"[0-9]+", text))
    if not found:
        return text
    at = chance.choice(found)
    number = chance.choice(("0", "-1", "007", "99999999999999999999", "1.5", "9007199254740993", "2..1"))
    return text[: at.start()] + number + text[at.end() :]


_TEXT_DAMAGE: dict[str, Callable[[str, random.Random], str]] = {
    "a line deleted": _deleted_line,
    "a line doubled": _doubled_line,
    "a wrong indentation": _wrong_indent,
    "tokens swapped": _swapped_tokens,
    "an id renamed": _renamed_id,
    "truncated": _truncated,
    "another token": _other_token,
    "a token missing": _without_token,
    "a typo": _typo,
    "another number": _other_number,
}


def _random_bytes(data: bytes, chance: random.Random) -> bytes:
    at = chance.randrange(len(data) + 1)
    return data[:at] + chance.randbytes(chance.randint(1, 4)) + data[at + chance.randint(0, 4) :]


def misspelt(word: str, chance: random.Random) -> str:
    """The word with one letter wrong, missing, too many or swapped with the next."""
    at = chance.randrange(len(word))
    letter = chance.choice("abcdefghijklmnopqrstuvwxyz")
    forms = [
        word[:at] + letter + word[at + 1 :],
        word[:at] + word[at + 1 :],
        word[:at] + letter + word[at:],
        word[:at] + word[at + 1 : at + 2] + word[at : at + 1] + word[at + 2 :],
    ]
    found = chance.choice(forms)
    return found if found != word and _WORD.fullmatch(found) else f"{word}{letter}"


def damage(folder: Path, chance: random.Random) -> Broken:
    """One file of a pack, broken in one way."""
    files = sorted(folder.rglob("*.yaml"))
    own = [path for path in files if path.parent.name != "scenarios"]
    path = chance.choice(own if chance.random() < 0.5 else files)
    data = path.read_bytes()
    what = chance.choice([*_TEXT_DAMAGE, "random bytes"])
    if what == "random bytes":
        return Broken(what, path, _random_bytes(data, chance))
    return Broken(what, path, _TEXT_DAMAGE[what](data.decode("utf-8"), chance).encode("utf-8"))


# --- judging -----------------------------------------------------------------------------------


class Unfit(AssertionError):
    """A check of broken content ended in another way than it may."""


def check_broken(folder: Path, broken: Broken) -> list[Diagnostic]:
    """The problems of the pack with the broken file in place; the file is put back.

    Raises:
        Unfit: a problem without a place, one that cannot be shown, or a check that takes too long.
    """
    original = broken.path.read_bytes()
    broken.path.write_bytes(broken.data)
    start = process_time()
    try:
        found = _problems(folder, broken.path)
    finally:
        broken.path.write_bytes(original)
    took = process_time() - start
    if took > SLOWEST:
        raise Unfit(f"{took:.1f} s")
    for problem in found:
        if problem.code not in CODES or not problem.span.file.name.endswith(".yaml"):
            raise Unfit(f"no place: {problem}")
        if not 0 <= problem.span.start <= len(problem.span.file.text):
            raise Unfit(f"a place outside of the file: {problem}")
        if not render(problem).isprintable() and "\n" not in render(problem):
            raise Unfit(f"cannot be shown: {problem}")
    return found


def _problems(folder: Path, path: Path) -> list[Diagnostic]:
    """What `check` finds in the pack itself; of a scenario what reading and running it finds."""
    problems = Problems()
    try:
        if path.parent.name == "scenarios":
            rules = _linked(folder)
            scenario = read_scenario(path, problems)
            if scenario is not None:
                problems.found += run_scenario(rules, scenario).differences
            return problems.found
        rules = link(str(folder), problems)
        problems.found += check_static(static_program(rules))
        lint(rules, [], [], problems)
    except ContentError as error:
        return list(error.diagnostics)
    return problems.found


_RULES: dict[Path, Rules] = {}


def _linked(folder: Path) -> Rules:
    """The rules of the pack as it is, linked once."""
    if folder not in _RULES:
        _RULES[folder] = link(str(folder))
    return _RULES[folder]


def copied(pack: Path, into: Path) -> Path:
    """A copy of a pack to break."""
    return Path(shutil.copytree(pack, into / pack.name))


# --- typos of one letter -----------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Word:
    """A word of a file that means something declared elsewhere: a structural key, or a name in use."""

    path: Path
    start: int
    word: str
    line: int


def words_in_use(folder: Path) -> list[Word]:
    """Structural keys, and names where they are used: in effect texts, and as values that refer."""
    known = _declared(folder)
    found: list[Word] = []
    for path in sorted(folder.glob("*/*.yaml")):
        if path.parent.name in ("rules", "cards"):
            text = path.read_text(encoding="utf-8")
            tree = parse_yaml(SourceFile.of(path.name, text), Problems())
            assert tree is not None
            found += _words(path, tree, known)
    return found


def _declared(folder: Path) -> set[str]:
    """The words that stand as keys somewhere in the pack."""
    found: set[str] = set()
    for path in folder.rglob("*.yaml"):
        found |= set(re.findall(r"(?:^|[\s{,])([a-z][a-z0-9_]*):", path.read_text(encoding="utf-8")))
    return found


def _structural() -> set[str]:
    import json

    found: set[str] = set()

    def look(part: object) -> None:
        if isinstance(part, dict):
            properties = part.get("properties")
            found.update(properties if isinstance(properties, dict) else ())
            for each in part.values():
                look(each)
        elif isinstance(part, list):
            for each in part:
                look(each)

    look(json.loads(schema_path("rules").read_text(encoding="utf-8")))
    return found


IDS = frozenset(
    "params fields state derived formulas parts rules steps choose abilities most by settings values".split()
)
"""Keys under which ids of the pack's own stand."""
EFFECTS = frozenset(
    "do cost then is when if requires must times until turns seats seat points each size limit ends outlook "
    "rank add set_to multiply change_to at_least at_most after before instead_of prompt target guard".split()
)
"""Keys under which effect text stands, whatever they are under."""


def _words(path: Path, branch: Branch, known: set[str]) -> Iterator[Word]:
    structural = _structural() - {"says", "title"}
    text = branch.span.file.text

    def at(start: int, word: str) -> Word:
        return Word(path, start, word, text.count("\n", 0, start) + 1)

    def go(branch: Branch, section: str, depth: int, declares: bool) -> Iterator[Word]:
        if isinstance(branch, Sequence):
            for item in branch.items:
                yield from go(item, section, depth + 1, declares)
        elif isinstance(branch, Mapping):
            for key, value in branch.items.items():
                span = branch.key_spans[key]
                inner = key if depth == 0 else section
                if depth >= 2 and not declares and key in structural and key not in _ids(branch, section):
                    yield at(span.start, key)
                if key in EFFECTS and isinstance(value, Scalar):
                    yield from names(value)
                elif key not in ("says", "provenance", "values", "params", "title"):
                    yield from go(value, inner, depth + 1, key in IDS)

    def names(value: Scalar) -> Iterator[Word]:
        written = text[value.span.start : value.span.end]
        for found in _NAME.finditer(re.sub(r"#[^\n]*", lambda c: " " * len(c[0]), written)):
            if found[0] in RESERVED or _DECLARES.search(written[: found.start()]):
                continue
            if found[0] in known:
                yield at(value.span.start + found.start(), found[0])

    yield from go(branch, "", 0, False)


def _ids(branch: Mapping, section: str) -> set[str]:
    """Sections whose keys are ids of the pack's own, where a word of the schema may be one too."""
    return set(branch.items) if section in ("enums", "tables", "templates") else set()


def known_words(folder: Path) -> set[str]:
    """Every word that means something in a pack: what it declares, and the language's own."""
    found = set(RESERVED) | _structural()
    for path in folder.rglob("*.yaml"):
        found |= set(_WORD.findall(path.read_text(encoding="utf-8")))
    return found | {*BUILT_INS, *PRIMITIVES}


def misspell(word: Word, chance: random.Random) -> tuple[Broken, str]:
    """The file with one letter of a word wrong, and the word as it stands there now."""
    text = word.path.read_text(encoding="utf-8")
    new = misspelt(word.word, chance)
    end = word.start + len(word.word)
    assert text[word.start : end] == word.word
    return Broken("a typo", word.path, (text[: word.start] + new + text[end:]).encode("utf-8")), new
