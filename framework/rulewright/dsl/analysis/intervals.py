"""Numbers between two bounds, both included, and what comes of two of them."""

from __future__ import annotations

from math import floor, isinf

Bounds = tuple[float, float]

ANY: Bounds = (float("-inf"), float("inf"))


def arithmetic(op: str, a: Bounds, b: Bounds) -> Bounds:
    match op:
        case "+":
            return a[0] + b[0], a[1] + b[1]
        case "-":
            return a[0] - b[1], a[1] - b[0]
        case "*":
            each = [times(x, y) for x in a for y in b]
            return min(each), max(each)
    if b[0] != b[1] or b[0] <= 0 or isinf(b[0]):
        return ANY
    low, high = (_divided(each, b[0], op) for each in a)
    return low, high


def _divided(number: float, by: float, op: str) -> float:
    if isinf(number):
        return number
    return -floor(-number / by) if op == "//up" else floor(number / by)


def times(a: float, b: float) -> float:
    """A product; nought times whatever is nought."""
    return 0 if 0 in (a, b) else a * b


def hull(a: Bounds, b: Bounds) -> Bounds:
    return min(a[0], b[0]), max(a[1], b[1])


def within(a: Bounds, b: Bounds) -> Bounds:
    """What both allow; the second one where they contradict each other, which is told elsewhere."""
    low, high = max(a[0], b[0]), min(a[1], b[1])
    return (low, high) if low <= high else b
