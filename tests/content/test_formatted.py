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
from rulewright_tools.forming import form, formed_effect, yaml_files

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
