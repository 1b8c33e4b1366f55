"""Warnings about policies that ask what hidden things are, which is not what their seat sees."""

from __future__ import annotations

from pathlib import Path

import pytest
from shells import doing, places, told

RULES = "prompts: {which: {}}\n" + doing(
    "draw(bag, 1, to=my fist)\nmove(my fist, to=bag)\n"
    "may choose 1 shell in my hand, asking which then earn(1)"
)
BAG = "zones:\n  bag: {of: shell, order: stack, visible: none}\n"
FIST = "  fist: {of: shell, per: seat, visible: owner}\n"
OPEN = "  fist: {of: shell, per: seat, visible: all}\n"
VALUE = "values: {best: {is: 'max(bag each size, empty=0)'}}\n"


@pytest.mark.parametrize(
    ("when", "fist", "guessed"),
    [
        ("any(bag where size > 3)", FIST, True),
        ("any(bag where size > 3)", OPEN, False),  # what is nowhere else is there
        ("any(top(bag, 1) where size > 3)", OPEN, True),
        ("any(bag) and first(bag).size > 3", OPEN, True),
        ("any(bag where turned)", OPEN, True),
        ("any(rivals(me) as r where any(r.fist where tone == red))", FIST, True),
        ("any(rivals(me) as r where count(r.fist) > 1)", FIST, False),
        ("any(rivals(me) as r where any(r.fist where tone == red))", OPEN, False),
        ("any(my fist where tone == red) and count(bag) > 1", FIST, False),
        ("best > 3", FIST, True),
    ],
)
def test_what_is_hidden_is_not_asked_for(tmp_path: Path, when: str, fist: str, guessed: bool) -> None:
    value = VALUE if "best" in when else ""
    policy = f"policies: {{p: {{rules: {{a: {{at: which, when: '{when}'}}}}}}}}\n"
    found = told(tmp_path, {"rules/more.yaml": f"{RULES}{BAG}{fist}{value}{policy}"})
    line = len(f"{RULES}{BAG}{fist}{value}".splitlines()) + 1
    assert places(found) == ([("W915", "rules/more.yaml", line)] if guessed else [])
