"""Findings in the words of tables and reports alike."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

NOT_COVERED = "not covered: whether it is fun, how it feels, what people at a table make of it"


def said(row: dict[str, Any]) -> str:
    """The verdict on a figure, in one of three ways."""
    if row["more_matches"] is None:
        return str(row["verdict"])
    return f"need about {about(row['more_matches']):,} more matches"


def about(number: int) -> int:
    """Two digits are enough."""
    step: int = 10 ** max(0, len(str(number)) - 2)
    return -(-number // step) * step


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
    return 100 if figure.startswith("wins") or figure == "taken" else 1


def farthest(found: Mapping[str, Any]) -> float:
    """How far a number of a sweep moves a figure, whichever way that is."""
    return max(abs(float(found[way]["delta"])) for way in ("up", "down") if found[way] is not None)


def verdict_after(row: Mapping[str, Any], found: Mapping[str, Any]) -> str:
    """The verdict on a number of a sweep, and after how many pairs it was done with, if that was early."""
    after = row["done_with_after"]
    return str(found["verdict"]) if after is None else f"{found['verdict']} ({after:,} pairs)"


def weight(row: dict[str, Any]) -> tuple[Any, ...]:
    """What moved first, and of that the most against its band."""
    band = row["band"] or 1
    return row["verdict"] != "moved", -abs(row["delta"]) / band, row["figure"], row["entry"]
