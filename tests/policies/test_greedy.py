"""Greedy play is the same whether the match is logged or not, and hides no fault of the content."""

from __future__ import annotations

from pathlib import Path

import pytest
from tiny import doing, made

from rulewright.dsl.generate import Switches
from rulewright.engine.chance import KeyedChance
from rulewright.engine.machine import Machine
from rulewright.engine.program import Program
from rulewright.play.link import link
from rulewright.play.playout import play_out
from rulewright.play.replay import reenact
from rulewright.play.replay_read import parse_replays
from rulewright.policies import Greedy, Uniform
from rulewright.source.text import SourceFile

END = "scoring: {p: {points: my points}}\noutcomes: {o: {most: {t: total}}}\n"
CHOICE = "choose one:\n  option bad:\n    level += clock + 9\n  option good:\n    my points += 1"


def test_a_match_that_is_logged_is_played_as_one_that_is_not() -> None:
    rules = link("axia")
    scores = []
    for log in (None, list[tuple[object, ...]]()):
        program = Program(rules, {}, 2, Switches(log=log is not None))
        played = play_out(program, [Greedy(20), Uniform()], 5, log=log)
        assert played.result is not None
        scores.append(played.result.scores)
    assert scores[0] == scores[1]


def test_a_program_that_logs_has_a_log_though_nobody_asks_for_it(tmp_path: Path) -> None:
    rules = made(tmp_path / "tiny", doing("draw(deck, 1, to=my hand)"))
    program = Program(rules, {}, 2, Switches(log=True))
    machine = Machine(program, program.new_state(), [None] * 2, KeyedChance(1))
    machine.start()
    assert machine.s.done
    assert machine.log


def test_no_log_can_be_asked_of_a_program_that_does_not_log(tmp_path: Path) -> None:
    rules = made(tmp_path / "tiny", doing("draw(deck, 1, to=my hand)"))
    program = Program(rules, {}, 2)
    with pytest.raises(ValueError, match="log"):
        Machine(program, program.new_state(), [None] * 2, KeyedChance(1), [])


def test_a_fault_that_greedy_meets_as_it_looks_ahead_is_reported(tmp_path: Path) -> None:
    rules = made(tmp_path / "tiny", doing(CHOICE) + END)
    played = play_out(Program(rules, {}, 2), [Greedy(), Greedy()], 1, 0, record="tiny")
    assert played.fault is not None
    assert played.fault.code == "G715"
    assert "as greedy looked ahead" in played.fault.message
    assert played.fault.places
    assert played.result is None


def test_the_record_of_such_a_match_is_open_at_the_decision(tmp_path: Path) -> None:
    rules = made(tmp_path / "tiny", doing(CHOICE) + END)
    played = play_out(Program(rules, {}, 2), [Greedy(), Greedy()], 1, 0, record="tiny")
    assert played.record is not None
    (replay,) = parse_replays(SourceFile.of("match.jsonl", played.record.text()))
    done = reenact(replay, rules)
    assert done.fault is None
    assert done.machine.s.open


def test_a_fault_of_the_outlook_is_reported(tmp_path: Path) -> None:
    good = "choose one:\n  option one:\n    clock += 1\n  option two:\n    clock += 2"
    rules = made(tmp_path / "tiny", doing(good) + END + "outlook: 1 / (clock - 2) rounded down\n")
    played = play_out(Program(rules, {}, 2), [Greedy(), Greedy()], 1, 0)
    assert played.fault is not None
    assert played.fault.code == "G704"
    assert all(play_out(Program(rules, {}, 2), [Uniform()] * 2, s, 0).fault is None for s in range(4))
