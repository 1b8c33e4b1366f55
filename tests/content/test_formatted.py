"""The packs that ship are written in the one way to write them, and mangled texts come back to it."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

from rulewright.packs.bundled import content_root
from rulewright.packs.effect_places import effect_places
from rulewright.source.diagnostics import Problems
from rulewright.source.reader import read_yaml
from rulewright_tools.forming import form, formed_effect, formed_text, yaml_files

FILES = [*yaml_files([content_root()])]
PACKS = sorted({path.relative_to(content_root()).parts[0] for path in FILES})


@pytest.mark.parametrize("pack", PACKS)
def test_what_ships_is_formed(pack: str) -> None:
    """`rulewright fmt content` mends this."""
    found = [form(path, Problems()) for path in FILES if path.relative_to(content_root()).parts[0] == pack]
    assert "".join(one.diff() for one in found if one is not None and one.changed) == ""


def texts(path: Path) -> list[str]:
    tree = read_yaml(path, path.name, Problems())
    assert tree is not None
    return [scalar.text.text.rstrip() for scalar in effect_places(path, tree)]


def mangled(text: str, chance: random.Random) -> str:
    """The same words with other blanks between them, deeper blocks, and empty lines."""
    lines = []
    for line in text.split("\n"):
        lead = len(line) - len(line.lstrip())
        code, sign, comment = line.strip().partition("#")
        code = re.sub(r" (?=\S)", lambda _: " " * chance.choice((1, 1, 2, 3)), code)
        code = re.sub(r"(?<=[(,+*])|(?=[),+*])", lambda _: chance.choice(("", " ")), code)
        code = re.sub(r"\bmy (?=\w)", chance.choice(("my ", "me . ")), code.replace("+ =", "+="))
        lines.append(" " * (lead * 3) + code + sign + comment)
        lines += [""] * (lines[-1].endswith(":") and chance.random() < 0.2)
    return "\n".join(lines) + chance.choice(("", "\n", "  \n\n"))


def test_mangled_texts_come_back() -> None:
    chance = random.Random(7)
    seen = 0
    for path in FILES:
        for text in texts(path):
            if "#" in text or "\n\n" in text:
                continue  # comments keep their columns, and empty lines stay
            bent = mangled(text, chance)
            found = formed_effect(bent)
            assert re.sub(r"\n\n+", "\n", found) == formed_effect(text) == text, bent
            seen += 1
    assert seen > 1000


def broken(text: str, chance: random.Random) -> str:
    """A file after a few slips: signs that came or went, lines that moved or went."""
    for _ in range(chance.randint(1, 4)):
        lines = text.split("\n")
        row = chance.randrange(len(lines))
        at = chance.randrange(len(text) or 1)
        match chance.randrange(5):
            case 0:
                text = text[:at] + text[at + 1 :]
            case 1:
                text = text[:at] + chance.choice(" \n'\"#:-{}[](),|>&*!%@`abc01=<.\t") + text[at:]
            case 2:
                lines[row] = " " * chance.randint(0, 3) + lines[row][chance.randint(0, 3) :]
                text = "\n".join(lines)
            case 3:
                del lines[row]
                text = "\n".join(lines)
            case _:
                lines.insert(row, chance.choice(["", "# a comment", "   # another"]))
                text = "\n".join(lines)
    return text


def test_files_with_slips_are_formed_once_or_told_of() -> None:
    """Whatever a file says it goes on saying: `formed_text` compares that itself."""
    chance = random.Random(11)
    formed = 0
    for _ in range(250):
        path = chance.choice(FILES)
        problems = Problems()
        found = formed_text(path, broken(path.read_text(encoding="utf-8"), chance), problems)
        if found is None:
            assert problems.errors
        else:
            formed += 1
            assert formed_text(path, found, Problems()) == found
    assert formed > 50
