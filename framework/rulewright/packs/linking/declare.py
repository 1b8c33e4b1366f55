"""Everything a pack declares, from the sections of its files to the model."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from rulewright.dsl.known import NOTHING, Missing
from rulewright.model.game import Game, Kind, Players, ZoneDecl
from rulewright.packs.access import effect, mapping, pairs, whole, word
from rulewright.packs.gather import Gathered, Section
from rulewright.packs.linking.abilities import read_abilities
from rulewright.packs.linking.cards import Cards, empty_entries, entry_names, link_cards
from rulewright.packs.linking.fields import Linker, check_word, state_fields
from rulewright.packs.linking.flow import read_flow
from rulewright.packs.linking.kinds import check_held, check_kind, check_zone, read_kinds, read_zones
from rulewright.packs.linking.literals import Literals
from rulewright.packs.linking.missing import what_is_missing, with_stand_ins
from rulewright.packs.linking.names import Names
from rulewright.packs.linking.policies import read_policies
from rulewright.packs.linking.rules import (
    read_budgets,
    read_invariants,
    read_measures,
    read_outcomes,
    read_prompts,
    read_refusals,
    read_rulebook,
    read_scoring,
    read_settings,
    read_values,
    read_verbs,
    read_windows,
    setting_symbols,
)
from rulewright.packs.linking.spelling import TYPE_WORDS, Spelling
from rulewright.packs.linking.tables import read_tables
from rulewright.packs.linking.texts import read_texts
from rulewright.source.diagnostics import Problems
from rulewright.source.records import record
from rulewright.source.text import EffectText, Span
from rulewright.source.tree import Mapping, Sequence


@record(frozen=True, slots=True)
class _Manifest:
    id: str
    version: str
    title: str
    players: Players


def link_game(found: Gathered, problems: Problems) -> tuple[Game, Missing]:
    """The linked game, and what it lacks if anything was noted in `problems`."""
    manifest = _manifest(found.manifest, problems)
    link = _linker(found, manifest.players if found.manifest is not None else None, problems)
    before = len(problems.errors)
    kinds, zones = _things(found, link)
    cards_can_be_checked = len(problems.errors) == before and not found.kinds_are_lost
    flow = read_flow(found.section("flow"), problems)
    states = {name: state_fields(_sorted(found, f"{name}.state"), link) for name in ("game", "seat", "turn")}
    derived = {name: _derived(found, name, link) for name in ("game", "seat")}
    budgets = read_budgets(_sorted(found, "budgets"), flow, link)
    cards = Cards(found.cards, found.files, found.lost)
    entries = link_cards(cards, kinds, link) if cards_can_be_checked else empty_entries(kinds)
    game = Game(
        id=manifest.id,
        version=manifest.version,
        title=manifest.title,
        players=manifest.players,
        enums=dict(sorted(link.literals.enums.items())),
        kinds=kinds,
        entries=entries,
        zones=zones,
        game_state=states["game"],
        game_derived=derived["game"],
        seat_state=states["seat"],
        seat_derived=derived["seat"],
        turn_state=states["turn"],
        tables=read_tables(_sorted(found, "tables"), link),
        values=read_values(_sorted(found, "values"), link),
        verbs=read_verbs(_sorted(found, "verbs"), link),
        prompts=read_prompts(_sorted(found, "prompts"), link),
        windows=read_windows(_sorted(found, "windows"), flow, budgets, link),
        budgets=budgets,
        rules=read_abilities(found.section("rules"), link),
        settings=read_settings(_sorted(found, "settings"), link),
        flow=flow,
        ends=_single(found, "ends", problems),
        scoring=read_scoring(found.section("scoring"), link),
        outlook=_single(found, "outlook", problems),
        outcomes=read_outcomes(found.section("outcomes"), link),
        invariants=read_invariants(_sorted(found, "invariants"), link),
        refusals=read_refusals(_sorted(found, "refuse"), link),
        rulebook=read_rulebook(_sorted(found, "rulebook")),
        measures=read_measures(_sorted(found, "measures"), link),
        policies=read_policies(_sorted(found, "policies"), link),
        places={**dict(_places(found)), **cards.places},
    )
    game = replace(game, texts=read_texts(found, game, link))
    if not problems.errors:
        return game, NOTHING
    cards_are_known = cards_can_be_checked and not cards.failed and "entries" not in found.blind
    game = with_stand_ins(game)
    return game, what_is_missing(found, game, link.names.declared, cards_are_known)


def _sorted(found: Gathered, name: str) -> Section:
    return dict(sorted(found.section(name).items()))


def _single(found: Gathered, name: str, problems: Problems) -> EffectText | None:
    return effect(found.singles[name], problems) if name in found.singles else None


def _linker(found: Gathered, players: Players | None, problems: Problems) -> Linker:
    """Knows every declared name, before any declaration is read."""
    enums = _enums(found, problems)
    declared = {
        name: {each: span for each, (_, span) in section.items()} for name, section in found.sections.items()
    }
    for name, (_, span) in setting_symbols(found.section("settings")).items():
        declared.setdefault("enums", {})[name] = span
    declared |= entry_names(found.cards)
    owners: dict[str, str] = {}
    names = Names(problems, declared, found.lost, found.blind, found.things_are_lost, owners)
    with_components: set[str] = set()
    for name, (branch, _) in found.section("kinds").items():
        under = mapping(branch)
        for members in (under.items.get(key) for key in ("fields", "state", "derived", "formulas")):
            owners |= dict.fromkeys(members.items, name) if isinstance(members, Mapping) else {}
        if "starts_in" in under.items:
            with_components.add(name)
        if "parts" in under.items:
            parts = mapping(under.items["parts"]).items.values()
            with_components |= {word(mapping(part).items["of"]) for part in parts}
    _check_shared_names(found, problems)
    zones = found.section("zones")
    grids = {name for name, (branch, _) in zones.items() if "grid" in mapping(branch).items}
    return Linker(problems, names, Spelling(names, with_components, grids), Literals(names, enums, players))


def _enums(found: Gathered, problems: Problems) -> dict[str, tuple[str, ...]]:
    enums = {}
    for name, (branch, span) in found.section("enums").items():
        assert isinstance(branch, Sequence)
        enums[name] = tuple(word(item) for item in branch.items)
        for each, at in ((name, span), *((word(item), item.span) for item in branch.items)):
            check_word(each, at, problems)
    for name, (symbols, span) in setting_symbols(found.section("settings")).items():
        if name in enums:
            other = found.section("enums")[name][1]
            message = f"this setting's values are the enum '{name}', which is declared too"
            problems.error("R304", message, span, related=(("the other", other),))
        enums[name] = symbols
    return enums


def _check_shared_names(found: Gathered, problems: Problems) -> None:
    """Enums and kinds share one set of names with the words of types, values one with tables."""
    for section in ("enums", "kinds"):
        for name, (_, span) in found.section(section).items():
            if name in TYPE_WORDS:
                message = f"'{name}' is a word of types"
                problems.error("R304", message, span, expected="another name")
            elif name in ("game", "turn"):  # their state and derived values are looked up under this name
                message = f"'{name}' has state of its own"
                problems.error("R304", message, span, expected="another name")
    for name, (_, span) in found.section("kinds").items():
        if name in found.section("enums"):
            related = (("the enum", found.section("enums")[name][1]),)
            problems.error("R304", f"'{name}' is an enum and a kind", span, related=related)
    for name, (_, span) in found.section("tables").items():
        if name in found.section("values"):  # both are called in the same way
            related = (("the value", found.section("values")[name][1]),)
            problems.error("R304", f"'{name}' is a value and a table", span, related=related)


def _things(found: Gathered, link: Linker) -> tuple[dict[str, Kind], dict[str, ZoneDecl]]:
    kinds = read_kinds(_sorted(found, "kinds"), link)
    zones = read_zones(_sorted(found, "zones"), link)
    for kind in kinds.values():
        check_kind(kind, mapping(found.section("kinds")[kind.name][0]), kinds, zones, link)
    for zone in zones.values():
        check_zone(zone, mapping(found.section("zones")[zone.name][0]), zones, link)
    check_held(kinds, zones, found.section("zones"), link)
    return kinds, zones


def _derived(found: Gathered, name: str, link: Linker) -> dict[str, EffectText]:
    section, state = _sorted(found, f"{name}.derived"), found.section(f"{name}.state")
    if name == "seat":
        _check_seat_names(found, {**state, **section}, link)
    for each, (_, span) in section.items():
        if each in state:
            related = (("the other", state[each][1]),)
            link.problems.error("R304", f"'{each}' is declared twice in '{name}'", span, related=related)
    return {each: effect(branch, link.problems) for each, (branch, _) in section.items()}


def _check_seat_names(found: Gathered, members: Section, link: Linker) -> None:
    """State and derived values of a seat are read like its zones."""
    for each, (branch, span) in found.section("zones").items():
        if "per" in mapping(branch).items and each in members:
            related = (("the zone", span),)
            message = f"'{each}' is a zone of each seat too"
            link.problems.error("R304", message, members[each][1], related=related)


def _places(found: Gathered) -> Iterator[tuple[str, Span]]:
    """Where things stand that are only names in the model: see `Game.places`."""
    for name, (branch, span) in found.section("enums").items():
        assert isinstance(branch, Sequence)
        yield f"enums/{name}", span
        yield from ((f"enums/{name}/{word(item)}", item.span) for item in branch.items)
    for section in ("values", "verbs", "prompts"):
        for name, (branch, _) in found.section(section).items():
            yield from (
                (f"{section}/{name}/{param}", at) for param, _, at in pairs(mapping(branch), "params")
            )
    for section in ("values", "verbs"):
        for name, (branch, _) in found.section(f"texts.{section}").items():
            yield f"texts/{section}/{name}", branch.span
    for section in ("scoring", "measures", "refuse", "invariants"):
        for name, (branch, _) in found.section(section).items():
            if "says" in (said := mapping(branch).items):
                yield f"{section}/{name}/says", said["says"].span
    for name, (branch, _) in found.section("tables").items():
        for key in ("values", "steps"):
            if isinstance(mapping(branch).items.get(key), Mapping):
                yield from ((f"tables/{name}/{row}", at) for row, _, at in pairs(mapping(branch), key))
    for name, (branch, _) in found.section("texts.tables").items():
        yield f"texts/tables/{name}", branch.span
    for owner in ("game", "seat"):
        yield from (
            (f"derived/{owner}/{name}", at) for name, (_, at) in found.section(f"{owner}.derived").items()
        )
    for kind, (branch, _) in found.section("kinds").items():
        yield from ((f"derived/{kind}/{name}", at) for name, _, at in pairs(mapping(branch), "derived"))
        said = mapping(branch).items
        yield from ((f"kinds/{kind}/{key}", said[key].span) for key in ("alike", "starts_in") if key in said)
        for name, formula, _ in pairs(mapping(branch), "formulas"):
            params = pairs(formula, "params") if isinstance(formula, Mapping) else ()
            yield from ((f"formulas/{kind}/{name}/{param}", at) for param, _, at in params)


def _manifest(under: Mapping | None, problems: Problems) -> _Manifest:
    if under is None:
        return _Manifest("", "", "", Players(1, 1, 1))
    players = mapping(under.items["players"])
    least, most, usual = (whole(players.items[key]) for key in ("least", "most", "usual"))
    if not least <= usual <= most:
        expected = "least <= usual <= most"
        problems.error("P606", f"{usual} players of {least} to {most}", players.span, expected=expected)
    return _Manifest(
        word(under.items["id"]),
        word(under.items["version"]),
        word(under.items["title"]),
        Players(least, most, usual),
    )
