"""What a sweep came to, in figures: how much each number moves each figure, and how sure that is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from rulewright.play.playout import Plan
from rulewright_tools.lab.compare import WORDS, band_of, primary
from rulewright_tools.lab.elimination import rounds
from rulewright_tools.lab.figures import SCORE, Figure, Pairs, figures_of, most_of
from rulewright_tools.lab.header import header
from rulewright_tools.lab.inference import (
    ALPHA,
    FEWEST_PAIRS,
    Difference,
    Verdict,
    benjamini_hochberg,
    paired,
    verdict,
)
from rulewright_tools.prepare import Setup
from rulewright_tools.sweeping import SIGNS, Moved, Swept

DIGITS = 6
NEVER = "never read"
WAYS = ("up", "down")


def data(swept: Swept, setup: Setup, plan: Plan, figure: Figure | None) -> dict[str, Any]:
    """The JSON twin: `docs/json.md`. Without a figure the sweep is about the primary one."""
    base = figures_of(swept.base, plan)
    told = [pair for pair in base if pair is not None]
    means = _means(told)
    if figure is None and told:
        first = next(n for n, pair in enumerate(base) if pair is not None)
        figure = primary(tuple(swept.base[first, turn] for turn in range(plan.seats)))
    rows = [_number(swept, index, base, means, plan) for index in range(len(swept.numbers))]
    _judge(rows, means)
    return {
        **header("sweep", setup, plan.seed, plan.first_seat),
        "pairs": plan.games,
        "step": swept.step,
        "figure": None if figure is None else figure.family,
        "counted": len(told),
        "base": {f.family: round(mean, DIGITS) for f, mean in means.items()},
        "rounds": rounds(plan.games),
        "matches": {
            "base": len(swept.base),
            "variants": swept.played,
            "untouched": _untouched(swept, plan.seats),
            "saved": swept.saved,
        },
        "numbers": rows,
        "faults": [
            {
                "of": what,
                "match": outcome.number,
                "first_seat": outcome.first_seat,
                "code": outcome.fault.code,
                "message": outcome.fault.message,
                "place": str(outcome.fault.span),
                "replay": replay,
            }
            for what, outcome, replay in swept.faults
            if outcome.fault is not None
        ],
    }


def _means(pairs: list[dict[Figure, float]]) -> dict[Figure, float]:
    names = {figure: None for pair in pairs for figure in pair if figure.entry == ""}
    values = {figure: [pair[figure] for pair in pairs if figure in pair] for figure in names}
    return {figure: sum(found) / len(found) for figure, found in values.items()}


def _untouched(swept: Swept, seats: int) -> int:
    """Matches of finished variants that did not have to be played."""
    return sum(
        moved.deals * seats - sum(deal < moved.deals for deal, _ in moved.outcomes)
        for moved in swept.moved.values()
    )


def _number(
    swept: Swept, index: int, base: Pairs, means: Mapping[Figure, float], plan: Plan
) -> dict[str, Any]:
    number = swept.numbers[index]
    ways = {sign: swept.moved.get((index, sign)) for sign in SIGNS}
    sides = {sign: _side(swept, moved, plan) for sign, moved in ways.items()}
    read = swept.read.get(index) != 0
    return {
        "address": number.address,
        "value": number.value,
        "matches_reading": swept.read.get(index),
        "done_with_after": swept.done_with.get(index),
        "up": _state(ways[1], sides[1]),
        "down": _state(ways[-1], sides[-1]),
        "figures": {
            figure.family: row
            for figure, mean in means.items()
            if (row := _row(figure, mean, base, sides, number.value, swept.step, read)) is not None
        },
    }


def _side(swept: Swept, moved: Moved | None, plan: Plan) -> Pairs | None:
    """By deal the figures of a variant, of which untouched matches are those of the game itself."""
    if moved is None or not moved.deals:
        return None
    known = figures_of({**swept.base, **moved.outcomes}, plan)[: moved.deals]
    return [*known, *[None] * (plan.games - moved.deals)]


def _state(moved: Moved | None, side: Pairs | None) -> dict[str, Any]:
    if moved is not None and moved.refused is not None:
        return {"state": "refused", "code": moved.refused.code, "message": moved.refused.message}
    if moved is None or side is None:
        return {"state": "not played"}
    return {"state": "played", "matches": len(moved.outcomes), "pairs": moved.deals}


def _row(
    figure: Figure,
    mean: float,
    base: Pairs,
    sides: Mapping[int, Pairs | None],
    value: int,
    step: int,
    read: bool,
) -> dict[str, Any] | None:
    """How a figure moves with a number; None if no variant tells.

    Args:
        read: whether any match may have looked at the number.
    """
    deltas: dict[int, list[float | None]] = {
        sign: [
            None if a is None or b is None or figure not in a or figure not in b else b[figure] - a[figure]
            for a, b in zip(base, pairs, strict=True)
        ]
        for sign, pairs in sides.items()
        if pairs is not None
    }
    both = [row for row in zip(*deltas.values(), strict=True) if None not in row]
    if len(both) < 2:
        return None
    signs = list(deltas)
    columns = np.array(both, dtype=float).T
    slopes = sum(sign * column for sign, column in zip(signs, columns, strict=True)) / (step * len(signs))
    slope = paired(slopes, alike=not read, most=most_of(figure))
    found: dict[str, Any] = {"up": None, "down": None}
    for sign, column in zip(signs, columns, strict=True):
        way = paired(column, alike=not read, most=most_of(figure))
        if way.low is None:
            way = _unchanged(way, float(np.abs(columns).max()))
        found["up" if sign > 0 else "down"] = {
            "delta": round(way.mean, DIGITS),
            **way.ends(),
            "p": float(f"{way.p:.4g}"),
            "q": None,
            "_found": way,
        }
    return found | {
        "line": True,
        "slope": round(slope.mean, DIGITS),
        **slope.ends(),
        "pairs": slope.n,
        "elasticity": round(slope.mean * value / mean, DIGITS) if mean and slope.told else None,
        "_slope": slope,
        "_bend": paired(columns.sum(axis=0), alike=not read) if len(signs) == len(WAYS) else None,
    }


def _unchanged(way: Difference, farthest: float) -> Difference:
    """With an interval, if no pair came out otherwise although it does the other way: as many as may do so
    unseen (the rule of three), each by as much as the farthest pair of that other way."""
    if way.mean != 0 or way.n < FEWEST_PAIRS or not farthest:
        return way
    far = (1 - ALPHA ** (1 / way.n)) * farthest
    return replace(way, low=-far, high=far)


def _judge(rows: list[dict[str, Any]], means: Mapping[Figure, float]) -> None:
    """A verdict on each number. Both ways of all numbers that were read are one family of tests for each
    figure."""
    score = means.get(SCORE, 0.0)
    for figure, mean in means.items():
        told = [row for row in rows if figure.family in row["figures"]]
        band = band_of(figure, mean, score)
        read = [row["figures"][figure.family] for row in told if row["matches_reading"] != 0]
        ways = [found[way] for found in read for way in WAYS if found[way] is not None]
        for way, q in zip(ways, benjamini_hochberg([way["_found"].p for way in ways]), strict=True):
            way["q"] = float(f"{q:.4g}")
        _straighten(read)
        for row in told:
            _judge_one(row["figures"][figure.family], band, row["matches_reading"] == 0)


def _straighten(read: list[dict[str, Any]]) -> None:
    """No slope for a number whose ways are surely not those of a line: both go the same way, or one goes more
    than twice as far. The numbers are one family of tests."""
    bent = [found for found in read if found["_bend"] is not None]
    for found, q in zip(bent, benjamini_hochberg([found["_bend"].p for found in bent]), strict=True):
        bend: Difference = found["_bend"]
        most = max(abs(found[way]["delta"]) for way in WAYS)
        if bend.found_among_many(q) and bend.n >= FEWEST_PAIRS and abs(bend.mean) > most / 2:
            found.update(line=False, slope=None, low=None, high=None, elasticity=None)


def _judge_one(found: dict[str, Any], band: float, never: bool) -> None:
    slope: Difference = found.pop("_slope")
    del found["_bend"]
    found["band"] = round(band, DIGITS)
    told = slope.told and found["line"]
    found["moves_by_band"] = round(band / abs(slope.mean), DIGITS) if told else None
    ways = [found[way] for way in WAYS if found[way] is not None]
    differences: list[Difference] = [way.pop("_found") for way in ways]
    if never:
        found["verdict"] = NEVER
        return
    says = [
        verdict(difference, band, difference.found_among_many(way["q"]))
        for difference, way in zip(differences, ways, strict=True)
    ]
    found["verdict"] = WORDS[_together(says)]


def _together(says: list[Verdict]) -> Verdict:
    """A number moves a figure if one of its ways does, and does not matter if neither way does."""
    if "moved" in says:
        return "moved"
    return "nothing" if set(says) == {"nothing"} else "open"
