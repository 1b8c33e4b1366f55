"""A game and what it is made of, as text."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import is_dataclass
from shlex import quote
from typing import Any

import click

from rulewright.engine.program import Program
from rulewright.model.game import Ability, Entry, Game, PartValue
from rulewright.model.types import Type
from rulewright.packs.load import load
from rulewright.packs.spec import resolve
from rulewright.play.link import link
from rulewright.source.counted import counted
from rulewright.source.diagnostics import ContentError, Problems
from rulewright.source.suggest import did_you_mean
from rulewright.source.text import EffectText, SourceFile, Span
from rulewright_tools.as_declared import as_declared
from rulewright_tools.failures import using
from rulewright_tools.reading import Reading

SECTIONS = (
    "enums kinds zones game_state game_derived seat_state seat_derived turn_state tables values verbs "
    "prompts windows budgets rules flow scoring outcomes invariants policies measures refusals settings "
    "rulebook"
).split()
NO_TEXT = "Nothing but what is printed in its fields."


def program(spec: str) -> str:
    """The generated module for the usual number of players and the default settings."""
    with using(spec):
        return Program(link(spec)).source.text


def summary(spec: str) -> str:
    """What a game has: players, settings, entries by kind, declarations by section."""
    with using(spec):
        game = load(spec)
    base, *overlays = resolve(spec, Problems())
    players = game.players
    lines = [
        f"{game.name}: {game.title}",
        f"folder: {base.path}",
        *(f"overlay: {place.path}" for place in overlays),
        f"players: {players.least} to {players.most}, usually {players.usual}",
        *_listed("settings", _settings(game)),
        *_listed("entries", _entries(game)),
        *_listed("declarations", _declarations(game)),
        f"rulebook: {counted(len(game.rulebook), 'rule')}",
    ]
    return "\n".join(lines)


def _listed(heading: str, lines: Iterator[str]) -> list[str]:
    """The lines below their heading; nothing if there are none."""
    found = [f"  {line}" for line in lines]
    return [f"{heading}:", *found] if found else []


def _settings(game: Game) -> Iterator[str]:
    for setting in game.settings.values():
        choices = " | ".join(setting.symbols) if setting.symbols else str(setting.type)
        usual = "none" if setting.optional and setting.default is None else _value(setting.default)
        if setting.by is not None:
            usual = f"by {setting.by}"
        yield f"{setting.name}: {usual}  ({choices}) {setting.says}"


def _entries(game: Game) -> Iterator[str]:
    for kind, entries in game.entries.items():
        copies = sum(entry.copies for entry in entries.values())
        pieces = f", {counted(copies, 'component')}" if game.kinds[kind].starts_in else ""
        if entries:
            yield f"{kind}: {len(entries)}{pieces}"


def _declarations(game: Game) -> Iterator[str]:
    for section in SECTIONS:
        names = list(getattr(game, section))
        if names and section not in ("settings", "rulebook"):
            yield f"{section}: {', '.join(names)}"


def things(spec: str, wanted: str) -> str:
    """Everything of that id, each effect with what it says.

    Raises:
        ContentError: R301 if nothing has it.
    """
    game, found = _found(spec, wanted)
    reading = Reading(game)
    return "\n\n".join("\n".join(_thing(game, name, item, reading)) for name, item in found)


def data(spec: str, wanted: str) -> dict[str, Any]:
    """The same as data; raises as `things` does."""
    game, found = _found(spec, wanted)
    return Reading(game).data(spec, found)


def texts(spec: str, wanted: str | None) -> str:
    """The rules texts of the cards of that id, or of every card that has one; raises as `things` does."""
    if wanted is None:
        with using(spec):
            game = load(spec)
        return "\n\n".join("\n".join(card) for card in Reading(game).cards())
    game, found = _found(spec, wanted)
    reading = Reading(game)
    entries = [item for _, item in found if isinstance(item, Entry)]
    if not entries:
        raise click.UsageError(f"--text is of cards, and '{wanted}' is no card")
    cards = [reading.card(entry) or [reading.name(entry), NO_TEXT] for entry in entries]
    return "\n\n".join("\n".join(card) for card in cards)


def _found(spec: str, wanted: str) -> tuple[Game, list[tuple[str, Any]]]:
    """The game, and everything in it of that id by name."""
    with using(spec):
        game = load(spec)
    for pack in game.packs:
        wanted = wanted.removeprefix(f"{pack.id}:")
    known = dict(_named(game))
    found = [name for name in known if wanted in (name, name.partition("/")[2])]
    if not found:
        problems = Problems()
        span = Span(SourceFile.of("<id>", wanted), 0, len(wanted))
        words = [*known, *(name.partition("/")[2] for name in known)]
        now = {old: new for names in game.former.values() for old, new in names.items()}
        renamed = f"it was renamed to '{now[last]}'" if (last := wanted.split("/")[-1]) in now else None
        hint = (
            renamed or did_you_mean(wanted, words) or f"'rulewright show {quote(spec)}' lists what there is"
        )
        problems.error("R301", f"'{wanted}' is no id of {game.id}", span, hint=hint)
        raise ContentError(problems.found)
    return game, [(name, known[name]) for name in found]


def _named(game: Game) -> Iterator[tuple[str, Any]]:
    """Everything that has an id: entries by kind, declarations by section."""
    for kind, entries in game.entries.items():
        for id_, entry in entries.items():
            yield f"{kind}/{id_}", entry
    for section in SECTIONS:
        for id_, item in getattr(game, section).items():
            yield f"{section}/{id_}", item


def _thing(game: Game, name: str, item: Any, reading: Reading) -> Iterator[str]:
    span = item.span if hasattr(item, "span") else None
    yield f"{name}  ({game.name}{'' if span is None else f', {span}'})"
    if isinstance(item, Entry):
        yield from _entry(game, item, reading)
        return
    whole = isinstance(item, Ability)
    yield from _lines(item, 1, None if whole else reading)
    yield from _read(reading.rule(item) if isinstance(item, Ability) else [], 1)


def _entry(game: Game, entry: Entry, reading: Reading) -> Iterator[str]:
    """Fields resolved, with what is not printed; parts; formulas and abilities with their texts, and what
    these say."""
    for field, value in entry.values.items():
        yield f"  {field}: {_value(value)}{_origin(entry, field)}"
    if game.kinds[entry.kind].starts_in is not None:
        yield f"  copies: {entry.copies}"
    for part, printed in entry.parts.items():
        yield f"  {part}: {_part(entry, part, printed)}"
    for formula in game.kinds[entry.kind].formulas.values():
        text = entry.formulas.get(formula.name, formula.default)
        if text is not None:
            default = "" if formula.name in entry.formulas else "  (default)"
            yield f"  {formula.name}: {text.text}{default or _origin(entry, formula.name)}"
            yield from _read(reading.part(entry, formula.name), 2)
    if entry.abilities:
        yield f"  abilities:{_origin(entry, 'abilities')}"
        for ability in entry.abilities.values():
            yield f"    {ability.id}:"
            yield from _lines(ability, 3)
            yield from _read(reading.part(entry, ability.id), 3)


def _read(sentences: list[str], depth: int) -> Iterator[str]:
    """What a text says, set off from it."""
    yield from (f"{'  ' * depth}= {each}" for each in sentences)


def _part(entry: Entry, part: str, printed: PartValue) -> str:
    words = [] if printed.bears is None else [f"bears {printed.bears}{_origin(entry, f'{part}.bears')}"]
    for field, value in printed.values.items():
        words.append(f"{field} {_value(value)}{_origin(entry, f'{part}.{field}')}")
    return ", ".join(words)


def _origin(entry: Entry, field: str) -> str:
    """Only what is not printed needs saying."""
    origin = entry.provenance.get(field, "printed")
    return "" if origin == "printed" else f"  ({origin})"


def _lines(value: Any, depth: int, reading: Reading | None = None) -> Iterator[str]:
    """A declaration by field, effect texts with what they say; what is absent, empty or false is left out."""
    lead = "  " * depth
    if isinstance(value, EffectText):
        yield from (lead + line for line in value.text.rstrip().splitlines())
        if reading is not None:
            yield from _read(reading.effect(value), depth)
    elif is_dataclass(value) and not isinstance(value, type):
        for name, item in as_declared(value).items():
            if not (item is None or item is False or item in ((), {}, "")):
                yield from _field(name, item, depth, reading)
    elif isinstance(value, Mapping):
        for name, item in value.items():
            yield from _field(str(name), item, depth, reading)
    else:
        yield lead + _value(value)


def _field(name: str, item: Any, depth: int, reading: Reading | None) -> Iterator[str]:
    lead = "  " * depth
    plain = isinstance(item, Type) or not (is_dataclass(item) or isinstance(item, Mapping))
    if isinstance(item, EffectText) and "\n" not in item.text.strip():
        yield f"{lead}{name}: {item.text.strip()}"
        if reading is not None:
            yield from _read(reading.effect(item), depth + 1)
    elif plain:
        yield f"{lead}{name}: {_value(item)}"
    else:
        yield f"{lead}{name}:"
        yield from _lines(item, depth + 1, reading)


def _value(value: Any) -> str:
    if value is None:
        return "absent"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, tuple):
        return f"[{', '.join(_value(item) for item in value)}]"
    if is_dataclass(value) and hasattr(value, "name"):
        return str(value.name)
    return str(value)
