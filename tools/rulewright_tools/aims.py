"""What a search is to reach and what it may change, from the words of a command line and back to them."""

from __future__ import annotations

import importlib.util
import re
import shlex
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from math import inf, isfinite
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import click

from rulewright.packs.overlays.numbers import Number
from rulewright_tools.lab.header import number_word, run_words
from rulewright_tools.selecting import select

if TYPE_CHECKING:
    from rulewright_tools.lab.figures import Figure

_TOUCH = re.compile(r"(?P<address>[^=]+)=(?P<low>-?\d+)\.\.(?P<high>-?\d+)")
_NUMBER = r"-?\d+(?:\.\d+)?"
_PERCENT = r"(?P<percent>\s*%)?"
_RANGE = re.compile(rf"(?P<name>[^=<>]+)=\s*(?P<low>{_NUMBER})\s*%?\s*\.\.\s*(?P<high>{_NUMBER}){_PERCENT}")
_BOUND = re.compile(rf"(?P<name>[^=<>]+)(?P<sign><=|>=)\s*(?P<bound>{_NUMBER}){_PERCENT}")

MORE = 4  # times as many deals tell a figure twice as closely

Told = Literal["met", "missed", "open"]
Values = tuple[int, ...]
"""One for each number that may change, in their order."""


@dataclass(frozen=True, slots=True)
class Target:
    """A figure and where it is to lie, in the unit of tables."""

    figure: Figure
    low: float
    high: float

    def off(self, value: float) -> float:
        """How far outside a value lies, as a share of the bound that it misses."""
        bound = self.low if value < self.low else self.high
        missed = max(self.low - value, value - self.high, 0.0)
        return missed / (abs(bound) or 1.0) if missed else 0.0

    def says(self) -> str:
        if self.low == -inf:
            return f"<={self.high:g}"
        return f">={self.low:g}" if self.high == inf else f"{self.low:g}..{self.high:g}"

    def told(self, low: float | None, high: float | None) -> Told:
        """What an interval says: it lies in the target, outside, or across an end of it."""
        if low is None or high is None:
            return "open"
        if self.low <= low and high <= self.high:
            return "met"
        return "missed" if high < self.low or self.high < low else "open"


@dataclass(frozen=True, slots=True)
class Touched:
    """A number that may change, and its bounds."""

    number: Number
    low: int
    high: int


def check_optuna() -> None:
    """Refuse a search without what proposes.

    Raises:
        click.ClickException: says what to install.
    """
    if importlib.util.find_spec("optuna") is None:
        raise click.ClickException("this needs optuna: pip install 'rulewright[tune]'")


def read_touched(spec: str, words: Sequence[str]) -> list[Touched]:
    """`ADDRESS=LOW..HIGH`, where the address may name several numbers.

    Raises:
        click.BadParameter: it is none, or names a number twice.
    """
    found: dict[Number, Touched] = {}
    for text in words:
        match = _TOUCH.fullmatch(text.strip())
        if match is None:
            raise click.BadParameter(f"'{text}' is not ADDRESS=LOW..HIGH", param_hint="--touch")
        low, high = int(match["low"]), int(match["high"])
        if low >= high:
            raise click.BadParameter(f"'{text}' leaves nothing to choose from", param_hint="--touch")
        for number in select(spec, [match["address"].strip()], "--touch"):
            if number in found:
                raise click.BadParameter(f"'{number.address}' is named twice", param_hint="--touch")
            found[number] = Touched(number, low, high)
    return list(found.values())


def read_targets(words: Sequence[str], known: Sequence[Figure]) -> list[Target]:
    """`FIGURE=LOW..HIGH`, `FIGURE<=HIGH` or `FIGURE>=LOW`, with the names and units of tables.

    Shares are in per cent, with `%` or without.

    Raises:
        click.BadParameter: it is none, or there is no such figure.
    """
    from rulewright_tools.lab.figures import read_figure

    found = []
    for text in words:
        match = _RANGE.fullmatch(text.strip()) or _BOUND.fullmatch(text.strip())
        if match is None:
            expected = "FIGURE=LOW..HIGH, FIGURE<=HIGH or FIGURE>=LOW"
            raise click.BadParameter(f"'{text}' is not {expected}", param_hint="--target")
        parts = match.groupdict()
        figure = read_figure(parts["name"], known, "--target")
        if "bound" in parts:
            bound = float(parts["bound"])
            low, high = (-inf, bound) if parts["sign"] == "<=" else (bound, inf)
        else:
            low, high = float(parts["low"]), float(parts["high"])
        _check_unit(text, figure, (low, high), parts["percent"] is not None)
        if low > high:
            raise click.BadParameter(
                f"in '{text}' the first number is the greater one", param_hint="--target"
            )
        found.append(Target(figure, low, high))
    return found


def _check_unit(text: str, figure: Figure, bounds: tuple[float, float], percent: bool) -> None:
    """Refuse per cent of what is no share, and a share that is told as a part of 1."""
    from rulewright_tools.lab.figures import is_share

    if not is_share(figure.family):
        if percent:
            message = f"'{text}': '{figure.family}' is not told in per cent"
            raise click.BadParameter(message, param_hint="--target")
        return
    greatest = max(abs(bound) for bound in bounds if isfinite(bound))
    if not percent and 0 < greatest <= 1:
        message = f"'{text}': '{figure.family}' is told in per cent, such as 48..52%"
        hint = f"{100 * greatest:g}% or {greatest:g}%?"
        raise click.BadParameter(f"{message}; is it {hint}", param_hint="--target")


def check_overlay_name(out: str | None, playing: Collection[str]) -> None:
    """Refuse a file whose name is no pack's id, as an overlay's is, or that of a pack it is to be laid over,
    and one that is there.

    Args:
        playing: ids of the packs that are played.

    Raises:
        click.BadParameter: it is such a file.
    """
    if out is None:
        return
    path = Path(out)
    if path.suffix != ".yaml" or not re.fullmatch(r"[a-z][a-z0-9_]*", path.stem):
        message = f"'{out}' is no overlay's file: lower-case letters, digits and _, then .yaml"
        raise click.BadParameter(message, param_hint="--out")
    if path.exists():
        message = f"'{out}' is there already, and is not written over; remove it or name another file"
        raise click.BadParameter(message, param_hint="--out")
    if path.stem in playing:
        message = f"'{out}' would have the id of the pack '{path.stem}' that is played; name another file"
        raise click.BadParameter(message, param_hint="--out")


def command_line(
    found: Mapping[str, Any], touch: Sequence[str], aims: Sequence[str], trials: int, budget: float | None
) -> str:
    """The command that finds the same again.

    Args:
        found: the JSON of the search.
    """
    words = ["rulewright", "tune", found["spec"]]
    for option, given in (("--touch", touch), ("--target", aims)):
        words += [word for text in given for word in (option, text)]
    words += ["-n", str(found["pairs"]), "--trials", str(trials), *run_words(found)]
    if budget is not None:
        words += ["--budget", number_word(budget)]
    return shlex.join(words)


def checking_line(found: Mapping[str, Any], touch: Sequence[str], aims: Sequence[str], out: str) -> str:
    """The command that tells of an overlay, on other deals and more of them, whether it meets the targets:
    the only trial is the game as it is then."""
    again = {
        **found,
        "spec": over(found["spec"], out),
        "pairs": MORE * found["pairs"],
        "seed": found["seed"] + 2,
    }
    return command_line(again, touch, aims, 1, None)


def over(spec: str, file: str) -> str:
    """A game with an overlay in a file over it."""
    return f"{spec}+{file}" if "/" in file else f"{spec}+./{file}"
