"""Numbers of a game by their addresses, and what is said of an address that does not name all it seems to."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from fnmatch import fnmatchcase

import click

from rulewright.packs.gather import Gathered
from rulewright.packs.load import lay
from rulewright.packs.overlays.addresses import declarations, is_card
from rulewright.packs.overlays.expecting import inherited
from rulewright.packs.overlays.numbers import Number, numbers_in, selects
from rulewright.source.counted import counted
from rulewright.source.suggest import did_you_mean

MOST_NAMES = 20
MOST_ADDRESSES = 3


def select(spec: str, patterns: Iterable[str], option: str | None = None) -> list[Number]:
    """The numbers of a game that any of the addresses names, in the order of the game. Of an address with `*`
    it is noted which entries have no number of their own there.

    Args:
        option: whose value the addresses are; arguments if left out.

    Raises:
        click.ClickException: an address names none.
    """
    laid = lay(spec)
    there = list(numbers_in(laid))
    chosen: dict[Number, None] = {}
    for pattern in patterns:
        named = [number for number in there if selects(pattern, number)]
        above = _above(pattern, laid.found, there)
        if not named:
            message = f"'{pattern}' names no number{_instead(above) or _guess(pattern, there)}"
            raise click.BadParameter(message, param_hint=option) if option else click.ClickException(message)
        if "*" in pattern and above.own < above.entries:
            click.echo(f"note: '{pattern}' {_note(above)}", err=True)
        chosen.update(dict.fromkeys(named))
    return [number for number in there if number in chosen]


@dataclass(slots=True)
class _Above:
    """Of the entries that an address names: how many have a number there themselves, and for the others the
    address of a template or kind that they have it from, and how many do."""

    entries: int = 0
    own: int = 0
    numbers: dict[str, int] = field(default_factory=dict)
    others: dict[str, int] = field(default_factory=dict)  # where no number stands, but something else


def _above(pattern: str, found: Gathered, there: list[Number]) -> _Above:
    words = (pattern.partition(":")[2] or pattern).split("/")
    above = _Above()
    if len(words) < 3 or not is_card(tuple(words)) or words[0] == "templates":
        return above
    rest = words[2:] if not words[-1].isdecimal() else words[2:-1]  # the last may count numbers of a text
    if "*" in "".join(rest):
        return above
    for head in declarations(found):
        if len(head) != 2 or not is_card(head) or not all(map(fnmatchcase, head, words)):
            continue
        above.entries += 1
        if any(number.path[:2] == head and selects(pattern, number) for number in there):
            above.own += 1
        elif (known := inherited(found, (*head, *rest))) is not None:
            path = known[1]
            numbers = any(number.path[: len(path)] == path for number in there)
            where = above.numbers if numbers else above.others
            where["/".join(path)] = where.get("/".join(path), 0) + 1
    return above


def _note(above: _Above) -> str:
    text = f"names numbers of {above.own} of {counted(above.entries, 'entry', 'entries')}"
    left = above.entries - above.own - sum(above.numbers.values())
    if above.numbers:
        text += f"; {sum(above.numbers.values())} have theirs from {_listed(above.numbers)}"
    return f"{text}; the others have no number there" if left else text


def _instead(above: _Above) -> str:
    """What to name for numbers that stand in templates."""
    if above.numbers:
        return f"; what stands there is had from {_listed(above.numbers)}: name that"
    if above.others:
        return f"; what stands there is had from {_listed(above.others)}, which has no number either"
    return ""


def _listed(addresses: Iterable[str]) -> str:
    names = list(addresses)
    more = len(names) - MOST_ADDRESSES
    return ", ".join(names[:MOST_ADDRESSES]) + (f" and {more} more" if more > 0 else "")


def _guess(pattern: str, there: list[Number]) -> str:
    """A guess at the first word that names nothing."""
    parts = (pattern.partition(":")[2] or pattern).split("/")
    for length in range(1, len(parts) + 1):
        if not any(selects("/".join(parts[:length]), number) for number in there):
            above = "/".join(parts[: length - 1])
            known = {
                number.path[length - 1]
                for number in there
                if len(number.path) >= length and (not above or selects(above, number))
            }
            guess = did_you_mean(parts[length - 1], sorted(known))
            if guess:
                return f"; {guess}"
            return f"; there are: {', '.join(sorted(known))}" if len(known) <= MOST_NAMES else ""
    return ""
