"""A new overlay of kind expansion: a manifest, a patch that shows how one is written, a scenario."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from rulewright.packs.versions import version
from rulewright.play.link import link
from rulewright.source.tree import Scalar
from rulewright.source.yaml_text import inline
from rulewright_tools.failures import using
from rulewright_tools.spreadsheet.pack_files import CardFiles, card_files
from rulewright_tools.starting.places import with_schema
from rulewright_tools.starting.scenario import scenario_text


def expansion_files(base: str, folder: Path, id_: str) -> dict[Path, str]:
    """The files of an expansion that changes nothing yet, by their paths.

    Args:
        base: the spec of what it is laid over.

    Raises:
        ContentError: that is not in order.
    """
    cards = card_files(base)
    with using(base):
        rules = link(base)
    title = f"the first question of a match with {id_}"
    texts = {
        folder / "pack.yaml": _manifest(cards, id_),
        folder / "patches" / f"{id_}.yaml": _patch(cards),
        folder / "scenarios" / f"{id_}_starts.yaml": scenario_text(rules, None, title),
    }
    return {path: with_schema(folder, path, text) for path, text in texts.items()}


def _manifest(cards: CardFiles, id_: str) -> str:
    needs = ", ".join(f"{pack.id}: '{_range(pack.version)}'" for pack in cards.game.packs)
    title = f"{cards.game.title.partition(':')[0]}: {id_.replace('_', ' ')}"
    return f"""\
# What the expansion is called, and what it is laid over: `rulewright check GAME+{id_}`.
id: {id_}
version: 0.1.0
format: 1
kind: expansion                   # or bridge, balance, variant, locale
title: {inline(title, in_flow=False, is_text=True)}
requires: {{{needs}}}
# settings:                       # switches of its own, as a game has them
# conflicts:                      # packs that it cannot be played with, and why
# replaces_scenarios:             # scenarios of other packs that are no longer true, and why
"""


def _range(text: str) -> str:
    """From this version up to the next one that may be quite another."""
    major, minor, _ = version(text)
    return f">={text} <{major + 1}" if major else f">={text} <0.{minor + 1}"


def _patch(cards: CardFiles) -> str:
    owner = cards.game.packs[-1].id
    verbs = "set, adjust, add, remove, insert, replace, wrap, rename"
    head = f"# What the expansion changes: a patch each ({verbs}).\n"
    found = next(_numbers(cards), None)
    if found is None:
        return f"""\
{head}# This one changes nothing yet: it only says what it counts on.
patch: {cards.game.id}:title
expect: {inline(cards.game.title, in_flow=False, is_text=True)}
# replace: …                      # what is to stand there; take the # away
"""
    kind, id_, key, value = found
    return f"""\
{head}# This one changes nothing yet: it only says what it counts on. New entries go into cards/,
# new rules into rules/.
patches:
  - patch: {owner}:{kind}/{id_}
    {f"expect: {{{key}: {value}}}".ljust(30)}# the patch is refused when something else is there
    {f"# adjust: {{{key}: +1}}".ljust(30)}# what is added to it; take the # at the start away
"""


def _numbers(cards: CardFiles) -> Iterator[tuple[str, str, str, int]]:
    """Numbers that entries say themselves: kind, entry, key, value; first those by which cards are better or
    worse, which can be changed by themselves, and how many copies there are last."""
    found = [
        (kind, id_, key, branch.value)
        for kind in cards.game.kinds
        for id_, (_, entry, _) in cards.entries(kind).items()
        for key, branch in entry.items.items()
        if isinstance(branch, Scalar) and isinstance(branch.value, int) and not isinstance(branch.value, bool)
    ]

    def order(number: tuple[str, str, str, int]) -> tuple[bool, bool]:
        field = cards.game.kinds[number[0]].fields.get(number[2])
        return field is None or field.better is None, number[2] == "copies"

    return iter(sorted(found, key=order))
