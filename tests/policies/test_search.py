"""Search plays well, by what its seat can see, and the same whatever else goes on."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tiny import doing, made

from rulewright.dsl.generate import Switches
from rulewright.engine.chance import KeyedChance
from rulewright.engine.machine import Machine
from rulewright.engine.observe import observe
from rulewright.engine.program import Program
from rulewright.play.link import link
from rulewright.play.playout import play_out
from rulewright.policies import Greedy, Search, Uniform

END = "scoring: {p: {points: my points}}\noutcomes: {o: {most: {t: total}}}\n"
CHOICE = "choose one:\n  option bad:\n    level += clock + 9\n  option good:\n    my points += 1"
GAIN = "choose one:\n  option wait:\n    my points += 0\n  option take:\n    my points += 1\n"


def test_a_match_that_is_logged_is_played_as_one_that_is_not() -> None:
    rules = link("katana")
    scores = []
    for log in (None, list[tuple[object, ...]]()):
        program = Program(rules, {}, 2, Switches(log=log is not None))
        played = play_out(program, [Search(2), Uniform()], 5, log=log)
        assert played.result is not None
        scores.append(played.result.scores)
    assert scores[0] == scores[1]


def test_it_takes_what_brings_most(tmp_path: Path) -> None:
    program = Program(made(tmp_path / "tiny", doing(GAIN) + END), {}, 2)
    played = play_out(program, [Search(8), Search(8)], 1, 0)
    assert played.scores == (1, 0)


def test_a_budget_of_one_is_greedy() -> None:
    program = Program(link("katana"), {}, 2)
    scores = {play_out(program, [policy, Uniform()], 3).scores for policy in (Search(1), Greedy())}
    assert len(scores) == 1


class Counted(Search):
    """Counts its playouts, decision by decision."""

    def __init__(self, playouts: int) -> None:
        super().__init__(playouts)
        self.counts: list[int] = []

    def decide(self, observation: Any, decision: Any, key: int) -> int:
        self.counts.append(0)
        return super().decide(observation, decision, key)

    def _played_out(self, observation: Any, options: Any, key: int) -> Any:
        self.counts[-1] += len(options)
        return super()._played_out(observation, options, key)


@pytest.mark.parametrize("budget", [1, 3, 10])
def test_it_plays_out_no_more_than_it_may(budget: int) -> None:
    search = Counted(budget)
    assert play_out(Program(link("katana"), {}, 2), [search, Uniform()], 2).result is not None
    assert budget / 2 < max(search.counts, default=0) <= budget or budget == 1


def test_a_fault_that_it_meets_as_it_plays_out_is_reported(tmp_path: Path) -> None:
    rules = made(tmp_path / "tiny", doing(CHOICE) + END)
    played = play_out(Program(rules, {}, 2), [Search(), Search()], 1, 0, record="tiny")
    assert played.fault is not None
    assert played.fault.code == "G715"
    assert "as search looked ahead" in played.fault.message


def test_a_playout_ends_where_a_match_does_not(tmp_path: Path) -> None:
    text = "repeat while my points < 1000:\n  " + GAIN.replace("+= 1", "+= 0").replace("\n", "\n  ").rstrip()
    program = Program(made(tmp_path / "tiny", doing(text) + END), {}, 2)
    m = Machine(program, program.new_state(), [None] * 2, KeyedChance(1))
    m.start()
    seen = observe(program, m.s, 0)
    assert Search(2).decide(seen, seen.state.open[0], 5) in (0, 1)
