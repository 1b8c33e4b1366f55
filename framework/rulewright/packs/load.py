"""From a game spec or a folder to a linked game, with every problem of the run."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from rulewright.dsl.known import Missing
from rulewright.model.game import Game, Invariant, Pack
from rulewright.packs.gather import duplicate, file_span
from rulewright.packs.linking.cards import Cards, entry_names, link_cards
from rulewright.packs.linking.declare import link_game
from rulewright.packs.linking.fields import Linker
from rulewright.packs.linking.literals import Literals
from rulewright.packs.linking.names import Names
from rulewright.packs.linking.spelling import Spelling
from rulewright.packs.overlays.laying import Laid, gather
from rulewright.packs.spec import Place, resolve
from rulewright.packs.stack import Stack, read_stack
from rulewright.source.diagnostics import Problems
from rulewright.source.text import Span
from rulewright.source.tree import Mapping

MOST_ENTRIES = 20_000
MOST_COMPONENTS = 50_000


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
    _check_size(game, problems)
    problems.keep_one_of_each()
    overlays = tuple(Pack(layer.manifest.id, layer.manifest.version) for layer in laid.stack.layers[1:])
    former = {
        str(layer.part.path.resolve()): words.names
        for layer in laid.stack.layers
        if (words := laid.words_of(layer))
    }
    game = replace(game, overlays=overlays, former=former, invariants=_waived(game, laid))
    return game, missing


def _waived(game: Game, laid: Laid) -> dict[str, Invariant]:
    """The invariants; those that say what is printed are waived where something is laid over their pack."""
    last = laid.stack.layers[-1].manifest.id if laid.stack.layers else ""
    return {
        id_: replace(i, waived=i.printed and laid.found.files.get(i.span.file) != last)
        for id_, i in game.invariants.items()
    }


def _check_size(game: Game, problems: Problems) -> None:
    """A game is no larger than can be handled; the entry that is one too many is named."""
    entries = components = 0
    for of_kind in game.entries.values():
        for entry in of_kind.values():
            kind = game.kinds[entry.kind]
            entries += 1
            if kind.starts_in is not None:
                components += entry.copies * (1 + len(kind.parts))
            if entries > MOST_ENTRIES or components > MOST_COMPONENTS:
                found = "entries" if entries > MOST_ENTRIES else "components and parts of them"
                most = MOST_ENTRIES if entries > MOST_ENTRIES else MOST_COMPONENTS
                message = f"with '{entry.id}' there are too many {found}"
                problems.error("P622", message, entry.span, expected=f"at most {most:,} in a game")
                return


def with_entries(game: Game, branch: Mapping, problems: Problems) -> Game:
    """The game with more entries, written as in a card file; itself if there is a problem with them.

    Templates must stand in `branch` too: a linked game has none left.
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
    return game.with_more(more)


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
    return Linker(problems, names, Spelling(names, ()), Literals(names, game.enums, game.players))
