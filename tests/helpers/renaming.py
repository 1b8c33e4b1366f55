"""Replaces every id of a linked game by nonsense that sorts in the same order."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import fields, is_dataclass, replace
from random import Random
from typing import Any

from rulewright.dsl import nodes as n
from rulewright.dsl.builtins import BUILT_INS, PRIMITIVES
from rulewright.dsl.parse import parse
from rulewright.model.game import Ability, Game, Kind, Step, WindowDecl, ZoneDecl
from rulewright.source.diagnostics import Problems
from rulewright.source.text import EffectText, Span, plain_text

KEPT = {
    *BUILT_INS, *PRIMITIVES, *(p.name for d in (*BUILT_INS.values(), *PRIMITIVES.values()) for p in d.params),
    "seat", "seats", "game", "turn", "players", "first_seat", "entry", "owner", "whole", "piece", "first",
    "second", "it", "this", "me", "total", "result", "target", "so_far", "all", "none",
}  # fmt: skip
"""Words of the language itself; an id of the pack that is one of them keeps its name in effect text."""


def ids_of(game: Game) -> set[str]:
    """Every id that the packs of a game declare."""
    found: set[str] = set()
    sections = (
        game.enums, game.kinds, game.entries, game.zones, game.game_state, game.game_derived, game.seat_state,
        game.seat_derived, game.turn_state, game.tables, game.values, game.verbs, game.prompts, game.windows,
        game.budgets, game.rules, game.settings, game.scoring, game.outcomes, game.invariants, game.refusals,
    )  # fmt: skip
    for section in sections:
        found |= set(section)
    for symbols in game.enums.values():
        found |= set(symbols)
    for kind in game.kinds.values():
        found |= {*kind.fields, *kind.state, *kind.derived, *kind.formulas, kind.plural}
        found |= {part.name for part in kind.parts}
        found |= {p for formula in kind.formulas.values() for p in formula.params}
    for entries in game.entries.values():
        for entry in entries.values():
            found |= {entry.id, *entry.abilities}
    for decl in (*game.values.values(), *game.verbs.values(), *game.prompts.values()):
        found |= set(decl.params)

    def steps(flow: Mapping[str, Step]) -> None:
        for id_, step in flow.items():
            found.add(id_)
            if step.at_once is not None:
                found.update(step.at_once.choose)
            steps(step.steps)

    steps(game.flow)
    return found


def nonsense(ids: set[str], seed: int) -> dict[str, str]:
    """A new name for each id; the new names sort as the old ones do."""
    random = Random(seed)
    made: set[str] = set()
    while len(made) < len(ids):
        made.add("".join(random.choice("bcdfghjklmnpqrstvwxz") for _ in range(9)))
    return dict(zip(sorted(ids), sorted(made), strict=True))


class Renamer:
    def __init__(self, game: Game, seed: int) -> None:
        self.game = game
        self.names = {old: new for old, new in nonsense(ids_of(game), seed).items() if old not in KEPT}
        self.problems = Problems()

    def word(self, text: str) -> str:
        return self.names.get(text, text)

    def line(self, text: str) -> str:
        """A line of a log with every id replaced."""
        return re.sub(r"[a-z][a-z0-9_]*", lambda match: self.word(match[0]), text)

    def game_renamed(self) -> Game:
        return self.any(self.game)

    def any(self, value: Any) -> Any:
        if isinstance(value, EffectText):
            return self.text(value)
        if isinstance(value, Span):
            return value
        if isinstance(value, str):
            return self.word(value)
        if isinstance(value, Mapping):
            return {self.any(key): self.any(item) for key, item in value.items()}
        if isinstance(value, tuple):
            return tuple(self.any(item) for item in value)
        if is_dataclass(value) and not isinstance(value, type):
            changes = {f.name: self.any(getattr(value, f.name)) for f in fields(value)}
            if isinstance(value, Ability):
                changes |= {"sort": value.sort, "stage": value.stage}
            if isinstance(value, ZoneDecl):
                changes["visible"] = value.visible
            if isinstance(value, WindowDecl):
                changes["during"] = "/".join(self.word(part) for part in value.during.split("/"))
            if isinstance(value, Kind):
                changes["plural"] = self.word(value.plural)
            return replace(value, **changes)
        return value

    # --- effect text ---------------------------------------------------------------------------

    def text(self, text: EffectText) -> EffectText:
        """The same text with the pack's names replaced where the syntax tree has a name."""
        mute = Problems()
        for start in ("formula", "effect", "target", "pattern"):
            tree = parse(text, start, mute)  # type: ignore[arg-type]  # one of the starts
            if tree is not None:
                break
        assert tree is not None, text.text
        edits: list[tuple[int, int, str]] = []
        self._edits(tree, text.text, edits)
        result, at = [], 0
        for start_, end, new in sorted(set(edits)):
            result.append(text.text[at:start_])
            result.append(new)
            at = end
        result.append(text.text[at:])
        return plain_text("".join(result), text.span.file.name)

    def _edits(self, node: Any, text: str, edits: list[tuple[int, int, str]]) -> None:
        def put(start: int, old: str, new: str | None = None) -> None:
            assert text[start : start + len(old)] == old, (text, old)
            renamed = self.word(old) if new is None else new
            if renamed != old:
                edits.append((start, start + len(old), renamed))

        def after(word: str, name: str, start: int) -> None:
            match = re.compile(rf"\b{word}\s+({name})\b").search(text, start)
            assert match is not None
            put(match.start(1), name)

        match node:
            case n.Name(start=start, id=id_) if id_ not in KEPT:
                put(start, id_)
            case n.Dot(end=end, id=id_, of=of):
                if not (isinstance(of, n.Name) and of.id == "turn" and id_ == "seat"):
                    put(end - len(id_), id_)
            case n.Call(start=start, id=id_):
                put(start, id_)
            case n.Argument(start=start, name=str(name)):
                put(start, name)
            case n.Where(name=str(name), of=of):
                after("as", name, of.end)
            case n.Let(start=start, name=name):
                after("let", name, start)
            case n.For(start=start, name=name):
                after("for", name, start)
            case n.MenuOption(start=start, id=id_):
                after("option", id_, start)
            case n.Head(noun=noun, noun_start=start):
                put(start, noun, self._noun(noun))
        for spec in fields(node):
            child = getattr(node, spec.name)
            for item in child if isinstance(child, tuple) else (child,):
                if is_dataclass(item):
                    self._edits(item, text, edits)

    def _noun(self, noun: str) -> str:
        for kind in self.game.kinds.values():
            if noun in (kind.name, kind.plural):
                return self.word(noun)
        for enum in self.game.enums:
            if noun in (enum, f"{enum}s"):
                return self.word(enum)
        return noun
