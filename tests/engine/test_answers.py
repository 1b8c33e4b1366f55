"""There is one way to answer a decision, and the order of secret answers leaves no trace."""

from __future__ import annotations

from itertools import permutations
from pathlib import Path

import pytest
import tiny
from tiny import MANIFEST, made

from rulewright.engine.chance import KeyedChance
from rulewright.engine.machine import IllegalChoice, Machine
from rulewright.engine.program import Program

BIDS = """
flow:
  bid:
    at_once: {seats: seats, choose: {one: 1 seat in seats, two: 1 seat in seats}}
    do: my points += 1
"""


def begun(rules: str, folder: Path, seats: int) -> Machine:
    program = Program(made(folder, rules), {}, seats)
    m = Machine(program, program.new_state(), [None] * seats, KeyedChance(1))
    m.start()
    return m


def test_a_decision_is_answered_by_choose_alone(tmp_path: Path) -> None:
    m = begun(BIDS, tmp_path, 2)
    before = m.program.state_type.to_json(m.s)
    with pytest.raises(IllegalChoice, match="choose"):
        m.resume(0)
    assert m.program.state_type.to_json(m.s) == before
    m.choose(0, 0)
    assert m.decisions == 1
    assert m.s.secret == {0: (0,)}


def test_a_position_is_equal_in_whatever_order_secrets_were_given(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tiny, "MANIFEST", MANIFEST.replace("most: 2", "most: 4"))
    found = []
    for order in permutations(range(3)):
        m = begun(BIDS, tmp_path, 4)
        for seat in order:
            m.choose(seat, seat)
        found.append(m)
    states = found[0].program.state_type
    for m in found[1:]:
        assert states.equal(m.s, found[0].s)
        assert states.to_json(m.s) == states.to_json(found[0].s)


def test_counts_of_draws_compare_without_their_order(tmp_path: Path) -> None:
    m = begun(BIDS, tmp_path, 2)
    one, other = m.s.copy(), m.s.copy()
    one.drawn = {("shuffle", "deck/-1"): 1, ("roll", "die", 1): 2, ("roll", "die", 0): 1}
    other.drawn = dict(reversed(one.drawn.items()))
    states = m.program.state_type
    assert states.equal(one, other)
    assert states.to_json(one) == states.to_json(other)
    assert states.from_json(states.to_json(one)).drawn == one.drawn
