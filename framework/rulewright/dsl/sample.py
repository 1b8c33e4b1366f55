"""A small correct example of what somebody was about to write."""

from __future__ import annotations

SAMPLES = {
    "choose": "choose 1 card in hand then take(it)",
    "may": "may choose 1 card in hand then take(it)",
    "for": "for card in hand then take(card)",
    "if": "if count(hand) > 3 then stop",
    "let": "let n = count(hand)",
    "repeat": "repeat 3 times then take(1)",
    "option": "option rest then stop",
    "(": "draw(deck, 2, to=hand)",
    "=": "n = count(hand) + 1",
}
"""By the word a statement begins with, or the sign behind its name."""
VALUES = {
    "if": "if n > 3 then 1 else 0",
    "let": "let n = count(hand)",
    "": "count(hand where cost > 2) + 1",
}
"""The same of values."""
MENU = "`choose one:` and below it `option rest then stop`"
TARGET = "1 card in hand where cost > 2"
PATTERN = "take(card)"


def sample_for(words: list[str], start: str) -> str:
    """A hint with an example like a line of an effect text, or like another text.

    Args:
        words: those of the line, signs among them.
        start: what the text is: `effect`, `formula`, `pattern` or `target`.
    """
    first, second = [*words, "", ""][:2]
    if start == "target" or start == "pattern":
        return f"as in `{TARGET if start == 'target' else PATTERN}`"
    if start == "formula":
        return f"as in `{VALUES.get(first, VALUES[''])}`"
    if "choose one" in " ".join(words[:3]):
        return f"as in {MENU}"
    return f"as in `{SAMPLES.get(first) or SAMPLES['(' if second == '(' else '=']}`"
