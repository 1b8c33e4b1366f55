"""How deep those may recurse who walk effect text, and programs made of it."""

from __future__ import annotations

import sys

MOST_FRAMES = 20_000


def allow_depth() -> None:
    """Let Python itself nest calls as deep as the limits on effect text let them be."""
    if sys.getrecursionlimit() < MOST_FRAMES:
        sys.setrecursionlimit(MOST_FRAMES)
