"""What a game lacks when files of its pack have mistakes: effect texts can be checked all the same."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from rulewright.dsl.known import Missing
from rulewright.dsl.scope import UNKNOWN
from rulewright.model.game import Game, Kind
from rulewright.model.types import SeatType
from rulewright.packs.gather import Gathered
from rulewright.packs.linking.kinds import bears_no_entries
from rulewright.source.text import Span

_OWNERS = ("game", "seat")
_MAY_BE_LEFT_OUT = ("tables", "settings")  # sections whose declarations are left out for some mistakes


def with_stand_ins(game: Game) -> Game:
    """The game with a bare kind for every one that is referred to and not declared, or named like what has
    derived values of its own."""
    named = {name: game.kinds[name].span for name in _OWNERS if name in game.kinds}
    named |= {zone.kind: zone.span for zone in game.zones.values()}
    for kind in game.kinds.values():
        named |= {part.kind: kind.span for part in kind.parts}
        named |= {kind.bears: kind.span} if kind.bears is not None else {}
    game = replace(game, kinds={name: _with_any_owner(kind) for name, kind in game.kinds.items()})
    bare = {
        name: _bare(name, span) for name, span in named.items() if name not in game.kinds or name in _OWNERS
    }
    if not bare:
        return game
    return replace(
        game, kinds={**game.kinds, **bare}, entries={**game.entries, **{name: {} for name in bare}}
    )


def _with_any_owner(kind: Kind) -> Kind:
    """The kind; with an owner of any type if that is wrong, which is told where it is declared."""
    if kind.owner is None:
        return kind
    decl = kind.state.get(kind.owner) or kind.fields.get(kind.owner)
    if decl is None or isinstance(decl.type, SeatType):
        return kind
    unknown = {kind.owner: replace(decl, type=UNKNOWN)}
    if kind.owner in kind.state:
        return replace(kind, state={**kind.state, **unknown})
    return replace(kind, fields={**kind.fields, **unknown})


def _bare(name: str, span: Span) -> Kind:
    return Kind(
        name, f"{name}s", {}, {}, {}, {}, None, (), None, None, 1, False, False, None, (), None, None, span
    )


def what_is_missing(
    found: Gathered,
    game: Game,
    declared: Mapping[str, Iterable[str]],
    cards_are_known: bool,
) -> Missing:
    """What the game with stand-ins may lack.

    Args:
        declared: the declared names by section, those of entries under `entries.KIND`.
        cards_are_known: whether the card files could be checked, and were in order.
    """
    names = set(found.lost)
    for section in _MAY_BE_LEFT_OUT:
        names |= set(declared.get(section, ())) - set(getattr(game, section))
    for section, entries in declared.items():
        if section.startswith("entries."):
            known = game.entries.get(section.removeprefix("entries."), {}) if cards_are_known else {}
            names |= set(entries) - set(known)
    return Missing(
        frozenset(names),
        "*" in found.blind,
        _doubtful(found, game, set(declared.get("kinds", ()))),
        not cards_are_known,
    )


def _doubtful(found: Gathered, game: Game, declared: set[str]) -> frozenset[str]:
    """Kinds that are not declared, those that bear one, those that lie in zones without having components,
    and any that may be a part in a file that is lost."""
    doubtful = (set(game.kinds) - declared) | (set(game.kinds) & set(_OWNERS))
    in_zones = {zone.kind for zone in game.zones.values()}
    doubtful |= {name for name in in_zones if name in game.kinds and game.kinds[name].starts_in is None}
    for kind in game.kinds.values():
        borne_wrongly = kind.bears is not None and bears_no_entries(kind, game.kinds)
        if borne_wrongly or kind.bears in doubtful or (found.kinds_are_lost and kind.starts_in is None):
            doubtful.add(kind.name)
    return frozenset(doubtful)
