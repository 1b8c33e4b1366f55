"""Numbers of things in words."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rulewright.source.counted import counted

ROOT = Path(__file__).parents[2]
# A number in a text for people with a noun behind it that is always in the plural, or "(s)".
_ALWAYS_MANY = re.compile(
    r"\{[^{}]*(?:len\([^{}]*|\[['\"]\w+['\"]\]|draws|decisions|left)\} "
    r"(?:draws|decisions|options|files|rows|scenarios|entries|problems)\b"
)


@pytest.mark.parametrize(
    ("number", "words", "said"),
    [
        (1, ("draw",), "1 draw"),
        (0, ("draw",), "0 draws"),
        (2000, ("draw",), "2,000 draws"),
        (1, ("entry", "entries"), "1 entry"),
        (3, ("entry", "entries"), "3 entries"),
    ],
)
def test_one_is_not_many(number: int, words: tuple[str, ...], said: str) -> None:
    assert counted(number, *words) == said


def test_nothing_is_counted_by_hand() -> None:
    """What was told as "1 draws" or "(1 options)" goes through the one way to say it."""
    found = [
        f"{path.relative_to(ROOT)}: {match[0]}"
        for folder in ("framework", "tools")
        for path in (ROOT / folder).rglob("*.py")
        if "report" not in path.parts
        for match in _ALWAYS_MANY.finditer(path.read_text("utf-8"))
    ]
    assert found == []
