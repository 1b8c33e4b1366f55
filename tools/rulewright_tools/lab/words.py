"""Findings in the words of tables and reports alike."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from rulewright_tools.lab.figures import is_share
from rulewright_tools.lab.inference import FALSE_DISCOVERIES, FEWEST_PAIRS

MANY = 100  # pairs from which on a deviation is known to a tenth or so
MOST_TOLD = 100_000  # matches that are said to be needed
NOT_COVERED = "not covered: whether it is fun, how it feels, what people at a table make of it"


def said(row: dict[str, Any]) -> str:
    """The verdict on a figure, in one of three ways; of one that no pair tells otherwise, that."""
    if row["more_matches"] is None:
        return str(row["verdict"])
    if is_the_same(row):
        return f"the same in all {row['pairs']:,} pairs"
    return f"need {about(row['more_matches'], row['pairs'])} more matches"


def is_the_same(row: Mapping[str, Any]) -> bool:
    """Whether all pairs say that nothing differs, and are too few to believe it of others."""
    return row["low"] is None and not row["delta"] and row["more_matches"] is not None


def is_told(row: Mapping[str, Any]) -> bool:
    """Whether a figure is known to differ, also as one of many, however little that may be."""
    if row["low"] is None or row["low"] <= 0 <= row["high"] or row["pairs"] < FEWEST_PAIRS:
        return False
    return row["q"] is None or bool(row["q"] <= FALSE_DISCOVERIES)


def verdicts(rows: Iterable[Mapping[str, Any]]) -> str:
    """How many figures have which verdict."""
    words = Counter("the same in all pairs" if is_the_same(row) else row["verdict"] for row in rows)
    return ", ".join(f"{count} {word}" for word, count in sorted(words.items()))


def bots_say(data: Mapping[str, Any]) -> list[str]:
    """That the bots of two games differ, which is a part of what is compared."""
    usual, changed = data["bots"]["usual"], data["bots"]["changed"]
    lines = []
    if usual["a"] != usual["b"] and set(data["policies"]) == {usual["a"]}:
        lines.append(
            f"the usual bot of a is {usual['a']}, that of b {usual['b']}: here {data['policies'][0]} plays "
            "both; --policy names another"
        )
    if changed:
        lines.append(
            f"{', '.join(changed)} of a and of b decide otherwise, and that is part of what is compared; "
            "--policy names other bots"
        )
    return lines


def duel_says(duel: Mapping[str, Any]) -> str:
    """The verdict on a duel of a ladder."""
    if duel["more_deals"] is None:
        return str(duel["verdict"])
    return f"need {about(duel['more_deals'], duel['deals'])} more deals"


def about(number: int, pairs: int = MANY) -> str:
    """How many are needed, rounded up to two digits; the second is 0 or 5 if few pairs tell it, as it is no
    better known then."""
    if number > MOST_TOLD:
        return f"more than {MOST_TOLD:,}"
    step: int = 10 ** max(0, len(str(number)) - 2)
    if pairs < MANY and number >= 10:
        step *= 5
    return f"about {-(-number // step) * step:,}"


def signed(x: float) -> str:
    """With two digits behind the point and a sign, but for nothing at all."""
    text = f"{x:+.2f}"
    return "0.00" if text in ("+0.00", "-0.00") else text


def with_interval(
    mean: float, ends: Mapping[str, Any], say: Callable[[float], str] = signed, unit: float = 1
) -> str:
    """A number and its interval, `–` if that cannot be told.

    Args:
        ends: has `low` and `high`, which may be None.
    """
    low, high = ends["low"], ends["high"]
    told = "–" if low is None or high is None else f"{say(low * unit)} to {say(high * unit)}"
    return f"{say(mean * unit)} ({told})"


def name_of(figure: str) -> str:
    """What tables call a figure, with its unit if that is per cent."""
    return figure.removeprefix("measure ") + (", %" if unit_of(figure) == 100 else "")


def unit_of(figure: str) -> int:
    """What a figure is multiplied by in tables: shares are told in per cent."""
    return 100 if is_share(figure) else 1


def farthest(found: Mapping[str, Any]) -> float:
    """How far a number of a sweep moves a figure, whichever way that is."""
    return max(abs(float(found[way]["delta"])) for way in ("up", "down") if found[way] is not None)


def in_unit(figure: str, number: str) -> str:
    """A number of a figure in a sentence, with what it counts; what a pack measures has no unit."""
    if figure == "taken":
        return f"{number} of 100 offers"
    if is_share(figure):
        return f"{number} of 100 matches"
    if figure == "used":
        return f"{number} times a match"
    if figure == "decisions":
        return f"{number} decisions"
    return f"{number} points" if figure in ("score", "margin") or figure.startswith("points") else number


def verdict_after(row: Mapping[str, Any], found: Mapping[str, Any]) -> str:
    """The verdict on a number of a sweep, and after how many pairs it was done with, if that was early."""
    after = row["done_with_after"]
    return str(found["verdict"]) if after is None else f"{found['verdict']} ({after:,} pairs)"


def bend_says(found: Mapping[str, Any]) -> str:
    """How the ways of a number that is no line differ."""
    up, down = (found[way]["delta"] for way in ("up", "down"))
    if up * down <= 0:
        return "not a line: unequal ways"
    return f"not a line: both ways {'more' if up > 0 else 'less'}"


def weight(row: dict[str, Any]) -> tuple[Any, ...]:
    """What moved first, and of that the most against its band; then what is the least likely by chance."""
    moved, much = row["verdict"] == "moved", abs(row["delta"]) / (row["band"] or 1)
    return not moved, 0 if moved else row["p"], -much, row["figure"], row["entry"]
