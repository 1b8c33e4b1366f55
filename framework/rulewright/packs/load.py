"""From a game spec or a folder to a linked game, with every problem of the run."""

from __future__ import annotations

from collections.abc import Mapping as Lookup
from dataclasses import replace
from pathlib import Path

from rulewright.dsl.known import Missing
from rulewright.model.game import Entry, Game, Pack
from rulewright.packs.cards import Cards, entry_names, link_cards
from rulewright.packs.declare import link_game, with_hashes
from rulewright.packs.fields import Linker
from rulewright.packs.gather import duplicate, file_span
from rulewright.packs.literals import Literals
from rulewright.packs.names import Names
from rulewright.packs.overlays import Laid, gather
from rulewright.packs.spec import Place, resolve
from rulewright.packs.spelling import Spelling
from rulewright.packs.stack import Stack, read_stack
from rulewright.source.diagnostics import Problems
from rulewright.source.text import Span
from rulewright.source.tree import Mapping


def load(spec: str) -> Game:
    """Link the game that a spec names.

    Raises:
        ContentError: with all problems of its files; effect text is not looked into here.
    """
    problems = Problems()
    game, _ = read(spec, problems)
    problems.check()
    return game


def lay(spec: str) -> Laid:
    """The declarations of the game that a spec names, before they are linked, with what overlays did.

    Raises:
        ContentError: as `load` does.
    """
    load(spec)
    problems = Problems()
    return gather(read_stack(resolve(spec, problems), problems), problems)


def load_folder(path: Path) -> Game:
    """Link the base pack in a folder; raises `ContentError` as `load` does."""
    problems = Problems()
    game, _ = read_folder(path, problems)
    problems.check()
    return game


def read(spec: str, problems: Problems) -> tuple[Game, Missing]:
    """The game that a spec names as far as it can be linked, and what it lacks if there are problems.

    Raises:
        ContentError: the spec names no pack.
    """
    places = resolve(spec, problems)
    problems.check()
    return read_layers(read_stack(places, problems), problems)


def read_folder(path: Path, problems: Problems) -> tuple[Game, Missing]:
    """As `read`, for the base pack in a folder."""
    return read_layers(read_stack([Place(path, file_span(str(path)))], problems), problems)


def read_layers(stack: Stack, problems: Problems) -> tuple[Game, Missing]:
    """As `read`, for packs in their order."""
    laid = gather(stack, problems)
    game, missing = link_game(laid.found, problems)
    problems.keep_one_of_each()
    overlays = tuple(Pack(layer.manifest.id, layer.manifest.version) for layer in laid.stack.layers[1:])
    return replace(game, overlays=overlays), missing


def with_entries(game: Game, branch: Mapping, problems: Problems, *, hashed: bool = True) -> Game:
    """The game with more entries, written as in a card file; itself if there is a problem with them.

    Its hashes are told anew unless nobody is to see them. Templates must stand in `branch` too: a linked
    game has none left.
    """
    found = Problems()
    link = _linker(game, branch, found)
    more = link_cards(Cards([branch]), game.kinds, link)
    for kind, entries in more.items():
        for name, entry in entries.items():
            if name in game.entries[kind]:
                duplicate(name, entry.span, game.entries[kind][name].span, found)
    found.keep_one_of_each()
    problems.found += found.found
    if found.errors:
        return game
    grown = replace(game, entries=_joined(game.entries, more))
    return with_hashes(grown) if hashed else grown


def _joined(
    old: Lookup[str, Lookup[str, Entry]], more: Lookup[str, Lookup[str, Entry]]
) -> dict[str, dict[str, Entry]]:
    return {kind: dict(sorted({**entries, **more.get(kind, {})}.items())) for kind, entries in old.items()}


def _linker(game: Game, branch: Mapping, problems: Problems) -> Linker:
    """Knows the names of a linked game and of the entries that come to it."""
    declared: dict[str, dict[str, Span]] = {
        "kinds": {name: kind.span for name, kind in game.kinds.items()},
        "zones": {name: zone.span for name, zone in game.zones.items()},
        "windows": {name: window.span for name, window in game.windows.items()},
        "budgets": {name: budget.span for name, budget in game.budgets.items()},
        "values": {name: value.span for name, value in game.values.items()},
    }
    for kind, entries in game.entries.items():
        declared[f"entries.{kind}"] = {name: entry.span for name, entry in entries.items()}
    for section, spans in entry_names([branch]).items():
        declared[section] = {**declared.get(section, {}), **spans}
    names = Names(problems, declared)
    return Linker(problems, names, Spelling(names, ()), Literals(names, game.enums))
