"""Speed in CPU seconds: medians of several runs, so that a busy machine matters less."""

from __future__ import annotations

from collections.abc import Callable
from statistics import median
from time import process_time
from typing import Any

from rulewright.engine.machine import Machine
from rulewright.play.chance import KeyedChance
from rulewright.play.playout import Plan, play_one
from rulewright_tools.prepare import Setup

FORMAT = "rulewright.bench"
RUNS = 5
RUN_S = 0.4  # at least, per run


def bench(setup: Setup) -> dict[str, Any]:
    """Measure; keys as in `docs/json.md`."""
    plan = Plan(
        setup.spec, setup.rules, setup.settings, setup.seats, setup.policies, 0, entries=setup.entries
    )
    play_one(plan, setup.program, 0)
    games, decisions = zip(*(_games(plan, setup, run) for run in range(RUNS)), strict=True)
    copy = _state(setup).copy
    copies = [_rate(copy) for _ in range(RUNS)]
    game = setup.rules.game
    return {
        "format": FORMAT,
        "version": 1,
        "pack": {"id": game.id, "version": game.version, "content": game.content_hash},
        "settings": dict(setup.program.settings),
        "players": setup.seats,
        "policies": list(setup.policies),
        "runs": RUNS,
        "games_per_s": round(median(games), 1),
        "decisions_per_s": round(median(decisions), 1),
        "copies_per_s": round(median(copies), 1),
    }


def _games(plan: Plan, setup: Setup, run: int) -> tuple[float, float]:
    """Games and decisions per second of one run."""
    games = decisions = 0
    start = process_time()
    while (spent := process_time() - start) < RUN_S or not games:
        outcome = play_one(plan, setup.program, 1 + run * 1_000_000 + games)
        games += 1
        decisions += outcome.decisions
    return games / spent, decisions / spent


def _rate(action: Callable[[], Any]) -> float:
    count = 0
    start = process_time()
    while (spent := process_time() - start) < RUN_S / 4:
        for _ in range(1000):
            action()
        count += 1000
    return count / spent


def _state(setup: Setup) -> Any:
    """A state in the middle of a match, stopped at a decision."""
    program = setup.program

    def after(decisions: int) -> Machine:
        m = Machine(program, program.new_state(), [None] * program.seats, KeyedChance(0))
        m.start()
        while not m.s.done and m.decisions < decisions:
            m.choose(0)
        return m

    whole = after(1_000).decisions
    return after(whole // 2).s
