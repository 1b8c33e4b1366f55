"""Values, derived fields and formulas that need each other: never in circles, nor in long chains."""

from __future__ import annotations

from rulewright.dsl.calls import circles_and_lengths
from rulewright.dsl.known import Uses
from rulewright.model.game import Game
from rulewright.source.diagnostics import MOST_PLACES, Problems
from rulewright.source.text import Span

MOST_IN_A_CHAIN = 32
"""Values that need each other, one the next: each may be put in place of its name in the others."""
_SORTS = ("value", "derived", "formula", "requires")


def check_chains(game: Game, uses: Uses, problems: Problems) -> None:
    calls = {
        key: [callee for callee in callees if callee.split("/")[0] in _SORTS]
        for key, callees in uses.calls.items()
        if key.split("/")[0] in _SORTS
    }
    circles, lengths = circles_and_lengths(calls)
    for key, *others in sorted(circles):
        by_way = tuple((f"by way of '{_name(other)}'", _place(game, other)) for other in others[:MOST_PLACES])
        problems.error("T512", f"'{_name(key)}' needs itself", _place(game, key), related=by_way)
    for key in sorted(key for key, length in lengths.items() if length == MOST_IN_A_CHAIN + 1):
        message = f"'{_name(key)}' needs a chain of {MOST_IN_A_CHAIN} others"
        expected = f"at most {MOST_IN_A_CHAIN} that need one another"
        problems.error("T519", message, _place(game, key), expected=expected)


def _name(key: str) -> str:
    return key.split("/", 1)[1]


def _place(game: Game, key: str) -> Span:
    what, _, rest = key.partition("/")
    if what == "value":
        return game.values[rest].is_.span
    if what == "requires":
        return game.verbs[rest].span
    kind, _, name = rest.partition("/")
    if what == "derived":
        owners = {"seat": game.seat_derived, "game": game.game_derived}
        texts = owners.get(kind) or game.kinds[kind].derived
        return texts[name].span
    return game.kinds[kind].formulas[name].span
