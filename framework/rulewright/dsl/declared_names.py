"""Declared names that effect text could never use: words of the language, and what is built in."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from rulewright.dsl.builtins import BUILT_INS, PRIMITIVES
from rulewright.dsl.keywords import RESERVED
from rulewright.model.game import Game, Step
from rulewright.source.diagnostics import Problems
from rulewright.source.text import EffectText, Span

_BUILT_IN_ALONE = ("seats", "players", "first_seat")
_OF_ABILITIES = {"target": "what an ability is used on", "so_far": "the value that `change_to` changes"}


def check_names(game: Game, problems: Problems) -> None:
    """Names that effect text could never use: words of the language, and built-ins."""
    taken = {*BUILT_INS, *PRIMITIVES}
    for section in (game.values, game.verbs, game.tables, game.prompts):
        for name, decl in section.items():
            if name in taken or (section is game.values and name in _BUILT_IN_ALONE):
                _built_in(problems, name, decl.span)
            _words(problems, [name], decl.span)
    for what, called in (("values", game.values), ("verbs", game.verbs), ("prompts", game.prompts)):
        for name, decl in called.items():
            _params(game, f"{what}/{name}", decl.params, decl.span, problems)
    for _, name, span in read_alone(game):
        if name in _BUILT_IN_ALONE and name not in game.values:
            _built_in(problems, name, span)
        elif name in _OF_ABILITIES:
            message = f"'{name}' is {_OF_ABILITIES[name]}, and hides this there"
            problems.error("T517", message, span, hint="choose another name")
    for kind in game.kinds.values():
        for name, formula in kind.formulas.items():
            if name in taken:
                _built_in(problems, name, formula.span)
            _words(problems, [name], formula.span)
            _params(game, f"formulas/{kind.name}/{name}", formula.params, formula.span, problems)
        _words(problems, [kind.name], kind.span)
        for field in (*kind.fields.values(), *kind.state.values()):
            _words(problems, [field.name], field.span)
        _derived(game, kind.name, kind.derived, problems)
    for state in (game.seat_state, game.game_state, game.turn_state):
        for name, field in state.items():
            _words(problems, [name], field.span)
    _derived(game, "seat", game.seat_derived, problems)
    _derived(game, "game", game.game_derived, problems)
    for setting in game.settings.values():
        _words(problems, [setting.name], setting.span)
    for zone in game.zones.values():
        _words(problems, [zone.name], zone.span)
    for step in _all_steps(game.flow):
        names = list(step.at_once.choose) if step.at_once is not None else []
        repeated = step.times is not None or step.until is not None
        _words(problems, [*names, step.id] if repeated else names, step.span)


def _params(game: Game, owner: str, params: Iterable[str], span: Span, problems: Problems) -> None:
    for name in params:
        _words(problems, [name], game.places.get(f"{owner}/{name}", span))


def _derived(game: Game, owner: str, derived: Mapping[str, EffectText], problems: Problems) -> None:
    for name, text in derived.items():
        _words(problems, [name], game.places.get(f"derived/{owner}/{name}", text.span))


def read_alone(game: Game) -> Iterator[tuple[str, str, Span]]:
    """What text reads by its name alone, as it does what is built in without parentheses: what it is, its
    name and its place."""
    for value in game.values.values():
        if not value.params:
            yield "a value", value.name, value.span
    for setting in game.settings.values():
        yield "a setting", setting.name, setting.span
    for name, field in game.game_state.items():
        yield "state of the game", name, field.span
    for name, text in game.game_derived.items():
        yield "a derived value of the game", name, game.places.get(f"derived/game/{name}", text.span)
    for zone in game.zones.values():
        if not zone.per_seat:
            yield "a zone", zone.name, zone.span
    for step in _all_steps(game.flow):
        if step.times is not None or step.until is not None:
            yield "a repeated step", step.id, step.span


def _built_in(problems: Problems, name: str, span: Span) -> None:
    problems.error("T517", f"'{name}' is built in", span, hint="choose another name")


def _words(problems: Problems, names: list[str], span: Span) -> None:
    for name in names:
        if name in RESERVED:
            hint = "choose another name"
            problems.error("T517", f"'{name}' is a word of the effect language", span, hint=hint)


def _all_steps(flow: Mapping[str, Step]) -> Iterator[Step]:
    for step in flow.values():
        yield step
        yield from _all_steps(step.steps)
