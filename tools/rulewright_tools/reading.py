"""Effects and cards read back in English: sentences beside texts, the texts of cards, both as data."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from typing import Any

from rulewright.dsl.english.read import English
from rulewright.dsl.english.statements import Line
from rulewright.dsl.english.texts import Texts
from rulewright.dsl.english.wording import Wording
from rulewright.model.game import Ability, Entry, Game
from rulewright.play.link import link_game
from rulewright.source.diagnostics import ContentError
from rulewright.source.text import EffectText

FORMAT = "rulewright.show"
VERSION = 1


class Reading:
    """What the effects of a game say; nothing if any of them has a mistake, which is for `check` to tell."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.english: English | None = None
        try:
            self.english = English(link_game(game))
        except ContentError:
            return
        self.texts = Texts(self.english)
        self.rules = {
            clause.ability.id: clause for clause in self.english.rules.clauses if clause.kind is None
        }

    def effect(self, text: EffectText) -> list[str]:
        """The sentences of an effect text, indented."""
        return [] if self.english is None else _shown(self.texts.lines(text))

    def part(self, entry: Entry, name: str) -> list[str]:
        """The sentences of an ability or formula of a card."""
        return [] if self.english is None else _shown(self.english.paragraphs(entry).get(name, []))

    def rule(self, ability: Ability) -> list[str]:
        """The sentences of one of the game's own rules."""
        clause = self.rules.get(ability.id) if self.english is not None else None
        return [] if clause is None or self.english is None else _shown(self.english.clause(clause))

    def name(self, entry: Entry) -> str:
        return Wording(self.game).title(entry)

    def card(self, entry: Entry) -> list[str]:
        """The name and the text of a card; nothing if it has no text."""
        text = "" if self.english is None else self.english.card(entry)
        return [self.name(entry), *text.split("\n")] if text else []

    def cards(self) -> Iterator[list[str]]:
        """Every card that has a text."""
        for entries in self.game.entries.values():
            yield from filter(None, map(self.card, entries.values()))

    # --- as data -------------------------------------------------------------------------------

    def data(self, spec: str, found: list[tuple[str, Any]]) -> dict[str, Any]:
        """What `show --json` writes."""
        return {
            "format": FORMAT,
            "version": VERSION,
            "spec": spec,
            "things": [self._thing(name, item) for name, item in found],
        }

    def _thing(self, name: str, item: Any) -> dict[str, Any]:
        card = self.card(item) if isinstance(item, Entry) else []
        return {
            "id": name,
            "place": str(item.span) if hasattr(item, "span") else None,
            "name": self.name(item) if isinstance(item, Entry) else None,
            "text": "\n".join(card[1:]) or None,
            "effects": [
                {"key": "/".join(path), "text": text.text.strip(), "reads": reads}
                for path, text, reads in self._effects(item)
            ],
        }

    def _effects(self, item: Any) -> Iterator[tuple[tuple[str, ...], EffectText, list[str]]]:
        if isinstance(item, Entry):
            for name, text in item.formulas.items():
                yield (name,), text, self.part(item, name)
            for ability in item.abilities.values():
                for path, text in _effects_in(ability):
                    reads = self.part(item, ability.id) if path == ("do",) or ability.do is None else []
                    yield ("abilities", ability.id, *path), text, reads
            return
        for path, text in _effects_in(item):
            whole = isinstance(item, Ability) and path in (("do",), ("amount",))
            yield path, text, self.rule(item) if whole else self.effect(text)


def _effects_in(item: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], EffectText]]:
    """The effect texts of a declaration with the keys that lead to them."""
    if isinstance(item, EffectText):
        yield path, item
    elif is_dataclass(item) and not isinstance(item, type):
        for field in fields(item):
            yield from _effects_in(getattr(item, field.name), (*path, field.name.rstrip("_")))
    elif isinstance(item, Mapping):
        for name, inner in item.items():
            yield from _effects_in(inner, (*path, str(name)))


def _shown(lines: list[Line]) -> list[str]:
    return ["  " * line.depth + line.text for line in lines]
