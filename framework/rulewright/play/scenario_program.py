"""The programs that scenarios run on, made once for all that share them."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from rulewright.dsl import typed as t
from rulewright.dsl.check import check_more
from rulewright.dsl.generate import Switches
from rulewright.dsl.generate.module import Source
from rulewright.engine.program import Program
from rulewright.model.game import Game, Value
from rulewright.source.diagnostics import Problems

MOST_KEPT = 32
GROWING = ("clauses", "formulas", "window_thens")
"""Of rules: to what the texts of more entries are added."""


class Kept(OrderedDict[tuple[Any, ...], Any]):
    """The newest few of what was made."""

    def keep(self, key: tuple[Any, ...], value: Any) -> None:
        self[key] = value
        self.move_to_end(key)
        while len(self) > MOST_KEPT:
            self.popitem(last=False)


_programs = Kept()
_sources = Kept()


def program_for(
    rules: t.Rules,
    base: t.Rules,
    settings: Mapping[str, Value],
    seats: int,
    switches: Switches,
    reference: bool,
) -> Program:
    """A program of `rules`, which are those of the pack, `base`, or came out of them by more entries.

    Where the entries brought no text, the source is that of the pack.
    """
    key = (id(base), tuple(sorted(settings.items())), seats, switches, reference)
    if rules is base and key in _programs:
        program: Program = _programs[key][1]
        return program
    source: Source | None = None
    if not reference and same_texts(rules, base):
        source = _sources[key][1] if key in _sources else None
    program = Program(rules, settings, seats, switches, reference, source)
    if rules is base:
        _programs.keep(key, (base, program))  # the rules are kept too, so that their identity stays theirs
    if not reference and same_texts(rules, base):
        _sources.keep(key, (base, program.source))
    return program


def same_texts(rules: t.Rules, base: t.Rules) -> bool:
    """Whether the rules are the checked tree of `base`, perhaps with more entries."""
    return all(getattr(rules, name) is getattr(base, name) for name in GROWING)


def grown(rules: t.Rules, game: Game, problems: Problems) -> t.Rules | None:
    """The rules of a game that has more entries than that of `rules`; None, with problems, if a text of
    theirs is wrong."""
    texts = any(
        entry.abilities or entry.formulas
        for kind, entries in game.entries.items()
        for id_, entry in entries.items()
        if id_ not in rules.game.entries[kind]
    )
    return check_more(rules, game, problems) if texts else replace(rules, game=game)
