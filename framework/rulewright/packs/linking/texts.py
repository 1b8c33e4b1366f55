"""The wording under `texts`: what it is about must be there, and so must the parameters that it names."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from rulewright.dsl.english.patterns import Malformed, read_patterns
from rulewright.model.game import Game
from rulewright.packs.access import word
from rulewright.packs.gather import Gathered
from rulewright.packs.linking.fields import Linker
from rulewright.source.text import Span
from rulewright.source.tree import Scalar

SECTIONS = ("kinds", "names", "fields", "zones", "values", "tables", "verbs", "windows", "prompts")


def read_texts(found: Gathered, game: Game, link: Linker) -> dict[str, dict[str, str]]:
    """Every wording by section and key; those with mistakes are told and left out."""
    texts: dict[str, dict[str, str]] = {}
    for section in SECTIONS:
        for key, (branch, span) in sorted(found.section(f"texts.{section}").items()):
            params = _params(section, key, span, game, link)
            assert isinstance(branch, Scalar)
            if params is not None and _fits(branch, params, link):
                texts.setdefault(section, {})[key] = word(branch).strip()
    return texts


def _fits(branch: Scalar, params: Collection[str], link: Linker) -> bool:
    """Whether a wording can be read, and names only what is there."""
    text = branch.text
    try:
        patterns = read_patterns(text.text.strip())
    except Malformed as wrong:
        lead = len(text.text) - len(text.text.lstrip())
        span = text.at(wrong.at + lead, wrong.at + lead + 1)
        link.problems.error(
            "R314", f"this wording cannot be read: {wrong}", span, expected="as `hit {space}`"
        )
        return False
    lead = len(text.text) - len(text.text.lstrip())
    unknown = [place for pattern in patterns for place in pattern.places if place.name not in params]
    for place in unknown:
        at = place.at + lead
        link.names.unknown("parameter", place.name, text.at(at, at + len(place.name)), params)
    return not unknown


def _params(section: str, key: str, span: Span, game: Game, link: Linker) -> Collection[str] | None:
    """What the wording of something may name; None (told) if there is no such thing."""
    if section in ("names", "fields"):
        return _of_dotted(section, key, span, game, link)
    there = _declared(section, game)
    if key not in there:
        link.names.unknown(section.removesuffix("s"), key, span, there)
        return None
    return there[key]


def _declared(section: str, game: Game) -> Mapping[str, Collection[str]]:
    match section:
        case "kinds":
            return dict.fromkeys([*game.kinds, "seat"], ())
        case "zones":
            return {zone.name: ("seat",) if zone.per_seat else () for zone in game.zones.values()}
        case "values":
            return {value.name: (*value.params, "value") for value in game.values.values()}
        case "tables":
            return dict.fromkeys(game.tables, ("key",))
        case "verbs":
            return {verb.name: verb.params for verb in game.verbs.values()}
        case "prompts":
            return {prompt.name: prompt.params for prompt in game.prompts.values()}
    return dict.fromkeys(game.windows, ())


def _of_dotted(section: str, key: str, span: Span, game: Game, link: Linker) -> Collection[str] | None:
    owner, _, name = key.partition(".")
    owners = _owners(game) if section == "fields" else _named(game)
    if owner not in owners:
        what = "kind" if section == "fields" else "kind or enum"
        link.names.unknown(what, owner, span, owners)
    elif name not in owners[owner]:
        what = "field" if section == "fields" else "entry or symbol"
        link.names.unknown(what, name, span, owners[owner])
    else:
        return owners[owner][name]
    return None


def _owners(game: Game) -> Mapping[str, Mapping[str, Collection[str]]]:
    """Fields, state, derived values and formulas by what has them; their wording may name `value`."""
    found: dict[str, dict[str, Collection[str]]] = {
        "seat": dict.fromkeys([*game.seat_state, *game.seat_derived], ("value",)),
        "game": dict.fromkeys([*game.game_state, *game.game_derived], ("value",)),
        "turn": dict.fromkeys(game.turn_state, ("value",)),
    }
    for kind in game.kinds.values():
        names = (*kind.fields, *kind.state, *kind.derived)
        formulas = {name: ("value", *decl.params, *kind.fields) for name, decl in kind.formulas.items()}
        found[kind.name] = {**dict.fromkeys(names, ("value",)), **formulas}
    return found


def _named(game: Game) -> Mapping[str, Mapping[str, Collection[str]]]:
    enums = {name: dict.fromkeys(symbols, ()) for name, symbols in game.enums.items()}
    return {**enums, **{kind: dict.fromkeys(entries, ()) for kind, entries in game.entries.items()}}
