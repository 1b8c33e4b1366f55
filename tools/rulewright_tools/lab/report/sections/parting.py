"""The first match of a comparison that differs, side by side."""

from __future__ import annotations

from rulewright_tools.lab.report.document import Document, Section
from rulewright_tools.lab.report.markup import Html, joined, tag
from rulewright_tools.lab.report.parts import paragraph


def _body(document: Document) -> Html | None:
    shown = document.get("first_difference")
    if shown is None:
        return None
    where = f"Pair {shown['pair']}, seat {shown['first_seat']} begins."
    a, b = (" : ".join(map(str, scores or ["no end"])) for scores in shown["scores"])
    ends = paragraph(f"It ends {a} in a, {b} in b.")
    if shown["a"] is None and shown["b"] is None:
        return joined((paragraph(f"{where} All {shown['shared_moves']} moves are the same."), ends))
    before = [f"  {move}" for move in shown["before"]]
    lines = [*before, *(f"{side} {shown[side] or '      the match has ended'}" for side in "ab")]
    same = paragraph(f"{where} The first {shown['shared_moves']} moves are the same, then:")
    return joined((same, tag("pre", tag("code", "\n".join(lines)), tabindex="0"), ends))


PARTING = Section("parting", "The first match that differs", _body)
