"""The wording under `texts`: what it is about must be there, and so must the parameters that it names."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping

from rulewright.dsl.english.patterns import Malformed, read_patterns
from rulewright.model.game import Game
from rulewright.packs.access import word
from rulewright.packs.gather import Gathered
from rulewright.packs.linking.fields import Linker
from rulewright.source.text import Span
from rulewright.source.tree import Scalar

_There = Mapping[str, Collection[str]]
SECTIONS = {
    "kinds": "one of them and several, as in `die|dice`",
    "names": "the name, as in `Old Bell`",
    "fields": "a noun as in `coin|coins`, or what is said of the thing, as in `is in the {value}`",
    "zones": "a noun, with a preposition if it is not `in`, as in `on the table`",
    "values": "a noun as in `price of {card}`, or a clause for a test, as in `{card} is for sale`",
    "tables": "a noun, as in `prize for {key}`",
    "verbs": "what is told to do, as in `hit {space}`",
    "windows": "when its abilities can be used, as in `in your turn`",
    "prompts": "when abilities can be used at the question, as in `when you choose {n card}`",
}
"""The sections of `texts`, and in which form each says things."""
_BETWEEN_NOUNS = re.compile(r"[,/;]")


def read_texts(found: Gathered, game: Game, link: Linker) -> dict[str, dict[str, str]]:
    """Every wording by section and key; those with mistakes are told and left out."""
    texts: dict[str, dict[str, str]] = {}
    for section in SECTIONS:
        worded = found.section(f"texts.{section}")
        there = _declared(section, game) if worded else {}
        for key, (branch, span) in sorted(worded.items()):
            params = _params(section, key, span, there, link)
            assert isinstance(branch, Scalar)
            if params is not None and _fits(branch, section, params, link):
                texts.setdefault(section, {})[key] = word(branch).strip()
    return texts


def _fits(branch: Scalar, section: str, params: Collection[str], link: Linker) -> bool:
    """Whether a wording can be read, and names only what is there."""
    text = branch.text
    try:
        patterns = read_patterns(text.text.strip())
        if section == "kinds" and (between := _BETWEEN_NOUNS.search(text.text.strip())) is not None:
            raise Malformed("more than one noun", between.start())
    except Malformed as wrong:
        lead = len(text.text) - len(text.text.lstrip())
        span = text.at(wrong.at + lead, wrong.at + lead + 1)
        link.problems.error("R314", f"this wording cannot be read: {wrong}", span, expected=SECTIONS[section])
        return False
    lead = len(text.text) - len(text.text.lstrip())
    unknown = [place for pattern in patterns for place in pattern.places if place.name not in params]
    for place in unknown:
        at = place.at + lead
        link.names.unknown("parameter", place.name, text.at(at, at + len(place.name)), params)
    return not unknown


def _params(section: str, key: str, span: Span, there: _There, link: Linker) -> Collection[str] | None:
    """What the wording of something may name; None (told) if there is no such thing."""
    owner, dot, name = key.partition(".")
    if key in there:
        return there[key]
    if not dot:
        if not link.names.has(section, key):
            link.names.unknown(section.removesuffix("s"), key, span, there)
    elif section == "fields":
        _unknown_field(owner, name, span, there, link)
    else:
        _unknown_name(owner, name, span, there, link)
    return None


def _unknown_field(owner: str, name: str, span: Span, there: _There, link: Linker) -> None:
    owned = _ids(there, owner)
    if owned:
        link.names.unknown("field", name, span, owned)
    elif not link.names.has("kinds", owner):
        link.names.unknown("kind", owner, span, {each.partition(".")[0] for each in there})


def _unknown_name(owner: str, name: str, span: Span, there: _There, link: Linker) -> None:
    """Complain, unless it is an entry that is declared, and not read for another mistake."""
    names, owned = link.names, _ids(there, owner)
    if names.has(f"entries.{owner}", name):
        return
    if owned:
        names.unknown("entry or symbol", name, span, owned)
    elif not (names.has("kinds", owner) or names.has("enums", owner)):
        owners = {each.partition(".")[0] for each in there}
        names.unknown("kind or enum", owner, span, {*owners, *names.declared.get("kinds", ())})
    elif "entries" not in names.blind:
        entries = {
            entry for each, ids in names.declared.items() if each.startswith("entries.") for entry in ids
        }
        if name not in entries:
            names.unknown("entry or symbol", name, span, names.declared.get(f"entries.{owner}", ()))


def _ids(there: _There, owner: str) -> list[str]:
    return [each.partition(".")[2] for each in there if each.startswith(f"{owner}.")]


def _declared(section: str, game: Game) -> _There:
    """What can be worded in a section, each with what its wording may name."""
    match section:
        case "names":
            return dict.fromkeys(_named(game), ())
        case "fields":
            return _fields(game)
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


def _fields(game: Game) -> _There:
    """Fields, state, derived values and formulas by what has them; their wording may name `value`."""
    found: dict[str, Collection[str]] = {}
    for owner, names in (
        ("seat", (*game.seat_state, *game.seat_derived)),
        ("game", (*game.game_state, *game.game_derived)),
        ("turn", (*game.turn_state,)),
        *((kind.name, (*kind.fields, *kind.state, *kind.derived)) for kind in game.kinds.values()),
    ):
        found |= {f"{owner}.{name}": ("value",) for name in names}
    for kind in game.kinds.values():
        for name, decl in kind.formulas.items():
            found[f"{kind.name}.{name}"] = ("value", *decl.params, *kind.fields)
    return found


def _named(game: Game) -> Iterator[str]:
    for enum, symbols in game.enums.items():
        yield from (f"{enum}.{symbol}" for symbol in symbols)
    for kind, entries in game.entries.items():
        yield from (f"{kind}.{entry}" for entry in entries)
