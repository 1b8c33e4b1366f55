"""The engine knows no game: with every id replaced by nonsense, it is the same log up to names."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from renaming import Renamer

import rulewright.dsl.statements as statements
from rulewright.dsl.check import check_game
from rulewright.dsl.generate import Switches
from rulewright.engine.chance import KeyedChance, keyed
from rulewright.engine.machine import Machine
from rulewright.engine.program import Program
from rulewright.model.game import Game
from rulewright.packs.load import load
from rulewright.source.diagnostics import Problems


class Recorder(KeyedChance):
    """Keyed chance that writes down what it answered."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.answers: list[list[Any]] = []

    def _kept(self, answer: Sequence[Any]) -> Sequence[Any]:
        self.answers.append(list(answer))
        return answer

    def shuffle(self, m: Machine, z: int, pile: Sequence[int]) -> Sequence[int]:
        return self._kept(super().shuffle(m, z, pile))

    def roll(self, m: Machine, kind: str, dice: Sequence[int]) -> Sequence[int]:
        return self._kept(super().roll(m, kind, dice))

    def pick(self, m: Machine, owner: str, item: str, options: Sequence[Any], n: int) -> Sequence[Any]:
        return self._kept(super().pick(m, owner, item, options, n))


def play(
    program: Program, seed: int, chance: Recorder | None, draws: list[list[Any]]
) -> tuple[list[Any], list[int]]:
    """A whole match with choices by key; draws come from `chance`, or from outside in their order."""
    machine = Machine(program, program.new_state(), [None] * program.seats, chance, [])
    machine.start()
    answered = 0
    draws = list(draws)
    while not machine.s.done:
        opened = machine.s.open[0]
        if opened[0] != "choose":
            machine.resume(draws.pop(0))
            continue
        machine.choose(keyed(seed, answered) % opened.answers, opened.seat)
        answered += 1
    assert draws == []
    assert machine.log is not None
    return machine.log, [program.functions["score"](machine, seat) for seat in range(program.seats)]


def made(game: Game, settings: dict[str, Any], seats: int) -> Program:
    problems = Problems()
    rules = check_game(game, problems)
    problems.check()
    assert rules is not None
    return Program(rules, settings, seats, Switches(log=True))


@pytest.mark.parametrize(
    ("seats", "settings"),
    [(2, {}), (3, {"setup": "prioritize", "explore_regions": True}), (4, {"setup": "first_game"}), (1, {})],
)
def test_nonsense_names_give_the_same_log(seats: int, settings: dict[str, Any], monkeypatch: Any) -> None:
    game = load("axia")
    renamer = Renamer(game, 11)
    assert len(renamer.names) > 250
    original = made(game, settings, seats)
    any_noun = lambda checker, head, item: item  # noqa: E731  # short nouns are gone
    monkeypatch.setattr(statements.StatementChecker, "_check_noun", any_noun)
    renamed = made(
        renamer.game_renamed(), {renamer.word(k): renamer.any(v) for k, v in settings.items()}, seats
    )
    for seed in range(3):
        chance = Recorder(seed)
        log, scores = play(original, seed, chance, [])
        other, same = play(renamed, seed, None, chance.answers)
        assert same == scores
        expected = [(entry[0], renamer.line(repr(entry[1:]))) for entry in log]
        assert [(entry[0], repr(entry[1:])) for entry in other] == expected
