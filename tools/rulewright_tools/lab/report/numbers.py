"""Numbers in words, with a true minus sign."""

from __future__ import annotations

import math

MINUS = "\u2212"
BLANK = "\u00a0"  # between a number and its unit: no line ends there
NONE = "–"  # what cannot be said


def number(x: float | None, digits: int = 2) -> str:
    """A number, `–` if there is none."""
    if x is None or not math.isfinite(x):
        return NONE
    text = f"{x:,.{digits}f}"
    return _true_minus("0" + text[2:] if set(text) <= set("-0.,") and text[0] == "-" else text)


def signed(x: float | None, digits: int = 2) -> str:
    """A difference: with its sign, unless it is nothing."""
    text = number(x, digits)
    return f"+{text}" if text[0].isdigit() and text.strip("0.,") else text


def scaled(x: float | None, times: float) -> float | None:
    """In another unit."""
    return None if x is None else x * times


def percent(share: float | None, digits: int = 1) -> str:
    """A share of 0 to 1 in percent."""
    return NONE if share is None else f"{number(100 * share, digits)}{BLANK}%"


def compact(x: float) -> str:
    """As short as it can be, for axes."""
    return _true_minus(f"{x:,.10g}" if abs(x) < 1e6 else f"{x:.3g}")


def between(low: float | None, high: float | None, digits: int = 2, plus: bool = False) -> str:
    """An interval; `–` if it cannot be told."""
    if low is None and high is None:
        return NONE
    show = signed if plus else number
    return f"{show(low, digits)} to {show(high, digits)}"


def listed(words: list[str], most: int = 4) -> str:
    """`a, b and c`; of many the first, and how many more there are."""
    shown, left = words[:most], len(words) - most
    if left > 0:
        return f"{', '.join(shown)} and {left} more"
    if len(shown) < 2:
        return "".join(shown)
    return f"{', '.join(shown[:-1])} and {shown[-1]}"


def _true_minus(text: str) -> str:
    return text.replace("-", MINUS)
