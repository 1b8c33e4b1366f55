"""Options that several commands share, and words of the command line read into values."""

from __future__ import annotations

import functools
import math
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, TypeVar

import click

from rulewright.source.counted import counted
from rulewright_tools.numbers import Above, AtLeast, Whole

MOST_DIGITS = 6
"""Of a budget on the command line."""

MOST_NAMES = 12
"""Known names that are all told."""
FEW_NAMES = 5
ALIKE = 3  # first letters

F = TypeVar("F", bound=Callable[..., Any])


def spec_argument(function: F) -> F:
    return click.argument("spec")(function)


def match_options(function: F) -> F:
    """--players, --set and --policy."""
    for option in (
        click.option(
            "--policy",
            metavar="NAME[:N]|A,B,…|ENTRY=NAME",
            help="Who decides: for all, seat by seat, or for an entry; the pack's own bot if left out.",
        ),
        click.option(
            "--set",
            "assignments",
            multiple=True,
            metavar="K=V",
            help="A setting of the game; may be repeated.",
        ),
        click.option(
            "--players",
            type=Whole(),
            metavar="P",
            help="Number of seats; the pack's usual number if left out.",
        ),
    ):
        function = option(function)
    return function


def report_option(function: F) -> F:
    """--report."""
    return click.option(
        "--report", metavar="FILE.html", help="Write a page to show around, with the JSON beside it."
    )(function)


@dataclass(frozen=True, slots=True)
class Asked:
    """What every command that plays many matches can be told."""

    players: int | None
    assignments: tuple[str, ...]
    policy: str | None
    first: str
    seed: int
    jobs: int | None
    on: str | None
    json_file: str | None


def run_options(function: F) -> F:
    """The options of commands that play many matches; the command gets them together, as `asked`."""

    @functools.wraps(function)
    def command(*args: Any, **words: Any) -> Any:
        asked = Asked(**{name: words.pop(name) for name in Asked.__dataclass_fields__})
        return function(*args, asked=asked, **words)

    made: Any = command
    for option in (
        click.option(
            "--json", "json_file", metavar="FILE|-", help="Write JSON; - prints it instead of the table."
        ),
        click.option(
            "--on",
            metavar="ray|ray://…",
            help="Play on a cluster: start a local one, or join one.",
        ),
        click.option(
            "--jobs",
            type=AtLeast(1),
            metavar="J",
            help="Processes; the result is the same for any number.",
        ),
        click.option(
            "--seed", type=Whole(), default=0, metavar="S", show_default=True, help="Same seed, same result."
        ),
        click.option(
            "--first",
            default="random",
            metavar="SEAT|random",
            help="Who begins (in the first rotation of a pair); random by the seed.",
            show_default=True,
        ),
        match_options,
    ):
        made = option(made)
    return made  # type: ignore[no-any-return]  # click tells no types


def finite(_ctx: click.Context, _param: click.Parameter, number: float | None) -> float | None:
    """Refuse `nan` and `inf`, which a range lets through."""
    if number is not None and not math.isfinite(number):
        raise click.BadParameter(f"{number} is no number to count with")
    return number


def budget_option(function: F) -> F:
    return click.option(
        "--budget",
        type=Above(),
        callback=finite,
        metavar="SECONDS",
        help="Begin nothing new after so long; what is left out is said.",
    )(function)


def unknown(what: str, name: str, known: Iterable[str], option: str) -> click.BadParameter:
    """A name that does not exist, with a guess at what was meant."""
    from rulewright.source.suggest import did_you_mean

    names = list(known)
    text = did_you_mean(name, names) or _there_are(name, names)
    return click.BadParameter(f"unknown {what} '{name}'; {text}", param_hint=option)


def _there_are(name: str, names: list[str]) -> str:
    """All names if they are few; otherwise a few, and first those that begin alike."""
    if not names:
        return "there are none"
    if len(names) <= MOST_NAMES:
        return f"there are: {', '.join(names)}"
    like = sorted(names, key=lambda each: each[:ALIKE].casefold() != name[:ALIKE].casefold())
    return f"there are {len(names):,}, such as {', '.join(like[:FEW_NAMES])}"


def read_settings(game: Any, assignments: Iterable[str]) -> dict[str, Any]:
    """`k=v` words into settings by their types.

    Raises:
        click.BadParameter: for a setting that does not exist, is given twice or does not fit its type.
    """
    found: dict[str, Any] = {}
    for word in assignments:
        name, equals, text = word.partition("=")
        if not equals:
            raise click.BadParameter(f"'{word}' is not NAME=VALUE", param_hint="--set")
        if name not in game.settings:
            raise unknown("setting", name, game.settings, "--set")
        if name in found:
            raise click.BadParameter(f"'{name}' is given twice", param_hint="--set")
        setting = game.settings[name]
        absent = setting.optional and text == "none"
        found[name] = None if absent else _value(game, setting.type, name, text)
    return found


def _value(game: Any, type_: Any, name: str, text: str) -> Any:
    from rulewright.model.types import BoolType, EntryType, EnumType, IntType, ListType

    match type_:
        case EnumType(enum):
            if text not in game.enums[enum]:
                raise unknown(f"value of {name}", text, game.enums[enum], "--set")
            return text
        case EntryType(kind):
            if text not in game.entries[kind]:
                raise unknown(f"value of {name}", text, game.entries[kind], "--set")
            return text
        case BoolType():
            if text not in ("true", "false"):
                raise unknown(f"value of {name}", text, ("true", "false"), "--set")
            return text == "true"
        case ListType(item):
            words = text.strip("[]").split(",")
            return tuple(_value(game, item, name, word.strip()) for word in words if word.strip())
        case IntType():
            return _number(type_, name, text)
    raise click.BadParameter(f"{name} cannot be set here", param_hint="--set")


def _number(type_: Any, name: str, text: str) -> int:
    from rulewright.model.types import bounds

    if not re.fullmatch(r"[-+]?[0-9]+", text, re.ASCII):
        raise click.BadParameter(f"{name} is a whole number, not '{text}'", param_hint="--set")
    least, most = bounds(type_)
    number = int(text) if len(text) <= 20 else None
    if number is None or not least <= number <= most:
        due = f"{least} to {most}" if type_.low is not None else f"at most {most} on both sides of 0"
        shown = text if len(text) <= 20 else f"{text[:20]}…"
        raise click.BadParameter(f"{name} is {due}, not {shown}", param_hint="--set")
    return number


def read_policies(
    text: str, seats: int, game: Any, known: Iterable[str], usual: str = "uniform"
) -> tuple[tuple[str, ...], dict[tuple[str, str], str]]:
    """One policy per seat, from one name for all or one each; and those of entries, from `entry=NAME`."""
    names: list[str] = []
    entries: dict[tuple[str, str], str] = {}
    for word in (word.strip() for word in text.split(",")):
        entry, equals, name = word.partition("=")
        if not equals:
            name = entry
            names.append(name)
        else:
            entries[_entry(game, entry)] = name
        declared = game.policies if equals else [*known, *game.policies]
        if not equals and ":" in name:
            _check_budget(name, declared)
        elif name not in declared and equals and name in known:
            message = f"'{name}' decides for seats; behind '=' stands a policy that the pack declares"
            listed = f": {', '.join(declared)}" if declared else ", and it declares none"
            raise click.BadParameter(message + listed, param_hint="--policy")
        elif name not in declared:
            raise unknown("policy", name, declared, "--policy")
    if not names:
        names = [usual]
    if len(names) not in (1, seats):
        raise click.BadParameter(f"{len(names)} policies for {counted(seats, 'seat')}", param_hint="--policy")
    return tuple(names * seats if len(names) == 1 else names), entries


def _check_budget(word: str, declared: Iterable[str]) -> None:
    """Refuse a `NAME:N` that says nothing."""
    from rulewright.policies import BUDGETED

    name, _, number = word.partition(":")
    if name not in declared:
        raise unknown("policy", name, declared, "--policy")
    if name not in BUDGETED:
        known = " and ".join(BUDGETED)
        raise click.BadParameter(f"'{name}' takes no budget; {known} do", param_hint="--policy")
    if not number.isdecimal() or not int(number[:MOST_DIGITS]) > 0 or len(number) > MOST_DIGITS:
        message = f"'{number}' is no budget of {name}: a whole number from 1 to {10**MOST_DIGITS - 1:,}"
        raise click.BadParameter(message, param_hint="--policy")


def _entry(game: Any, name: str) -> tuple[str, str]:
    """Kind and id of an entry of which there are components."""
    kinds = [kind for kind, entries in game.entries.items() if name in entries and game.kinds[kind].starts_in]
    if len(kinds) != 1:
        names = sorted({e for k, entries in game.entries.items() if game.kinds[k].starts_in for e in entries})
        wrong = unknown("entry", name, names, "--policy")
        hint = "before '=' stands an entry that has components; seats have theirs in order, as in A,B,…"
        raise click.BadParameter(f"{wrong.message}; {hint}", param_hint="--policy")
    return kinds[0], name


def read_lift(text: str | None, game: Any) -> frozenset[str] | None:
    """The entries that are to be withheld; none at all for `all`, and None if nothing is.

    Raises:
        click.BadParameter: an entry that does not exist.
    """
    if text is None:
        return None
    names = frozenset(name.strip() for name in text.split(",")) - {"all"}
    known = sorted({entry for entries in game.entries.values() for entry in entries})
    for name in sorted(names):
        if name not in known:
            raise unknown("entry", name, known, "--lift")
    return names


def read_first(text: str, seats: int) -> int | None:
    """The seat that begins; None for one that the seed gives."""
    if text == "random":
        return None
    if not text.isdecimal() or len(text) > 3 or int(text) >= seats:
        message = f"'{text}' is neither a seat (0 to {seats - 1}) nor random"
        raise click.BadParameter(message, param_hint="--first")
    return int(text)
