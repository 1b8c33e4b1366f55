"""The first match of a comparison that differs, in words: where two games part."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from typing import Any

from rulewright.play.pairs import rotations
from rulewright.play.playout import Plan, play_one
from rulewright_tools.replaying import move_lines

BEFORE = 3  # moves that both still have


def parting(first: Plan, second: Plan, number: int, turn: int) -> dict[str, Any]:
    """Plays a deal of both games once more and finds the first move that they do not share.

    Args:
        turn: the rotation, from 0.
    """
    (a, first_seat), (b, _) = (_recorded(plan, number, turn) for plan in (first, second))
    shared = 0
    for one, other in zip(a[1:-1], b[1:-1], strict=False):
        if one != other:
            break
        shared += 1
    return {
        "pair": number,
        "rotation": turn,
        "first_seat": first_seat,
        "shared_moves": shared,
        "before": list(_words(a[1:-1], shared))[-BEFORE:],
        "a": _next(a, shared),
        "b": _next(b, shared),
        "scores": [a[-1].get("scores"), b[-1].get("scores")],
    }


def _recorded(plan: Plan, number: int, turn: int) -> tuple[list[Any], int]:
    played = next(islice(rotations(replace(plan, record=True), number), turn, None))
    outcome = play_one(played, played.program(), number)
    assert outcome.replay is not None
    return [json.loads(line) for line in outcome.replay.splitlines()], outcome.first_seat


def _words(moves: list[Any], count: int) -> Iterator[str]:
    yield from islice(move_lines(moves), count)


def _next(lines: list[Any], shared: int) -> str | None:
    """The first move that is not shared; None at the end of the match."""
    return next(islice(move_lines(lines[1:-1]), shared, None), None)
