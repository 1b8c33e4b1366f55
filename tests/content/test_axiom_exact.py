"""Axiom against arithmetic: the odds of single attacks exactly, whole duels by simulation.

Single attacks: the match stops at the roll of a pool, and every way in which the dice can fall is answered
from a copy of the state, weighted by how many ways it stands for. The sums must be the binomial ones to
the last digit. Duels: the win chances were worked out as Markov chains; five seeds each must lie within
the 99.9 % interval.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement
from math import comb, factorial, prod, sqrt
from pathlib import Path
from typing import Any

import pytest

from rulewright.dsl.typed import Rules
from rulewright.engine.machine import Machine
from rulewright.engine.program import Program
from rulewright.model.game import Value
from rulewright.packs.load import load, with_entries
from rulewright.play.link import link, link_game
from rulewright.play.playout import Plan, play_one
from rulewright.source.diagnostics import Problems
from rulewright.source.reader import read_yaml

POOLS, DEFENSES = range(1, 9), range(1, 5)
WAYS = {1: 1, 2: 2, 4: 1, 5: 1, 6: 1}
"""Faces that can make a difference, and how many of a die's faces each stands for."""


def cards() -> str:
    """Somebody with each pool and somebody with each Defense, in a duel without a map."""
    bare = "tier: standard, wit: 1, weapons: [rend], set_health: 99"
    heroes = [f"  pool_{n}: {{{bare}, body: 1, strike: {n - 1}, speed: 3}}" for n in POOLS]
    foes = [f"  defense_{d}: {{{bare}, body: 1, speed: {3 * (d - 1)}}}" for d in DEFENSES]
    party = f"[{', '.join(f'pool_{n}' for n in POOLS)}]"
    sides = f"party: {party}, gm: [{', '.join(f'defense_{d}' for d in DEFENSES)}], gridless: true"
    rows = [
        f"  {name}: {{{sides}, fixed_slots: true, party_eased: {eased}}}"
        for name, eased in (("range_plain", "false"), ("range_eased", "true"))
    ]
    return "\n".join(["combatant:", *heroes, *foes, "encounter:", *rows]) + "\n"


@cache
def rules(folder: Path) -> Rules:
    path = folder / "cards.yaml"
    path.write_text(cards(), "utf-8")
    problems = Problems()
    branch = read_yaml(path, "cards.yaml", problems)
    assert branch is not None
    game = with_entries(load("axiom"), branch, problems)
    problems.check()
    return link_game(game)


def chances(n: int, at: int, wild: bool) -> dict[int, Fraction]:
    """Successes of a pool: with how many dice at `at` or more, by the binomial formula."""
    plain, p = (n - 1 if wild else n), Fraction(7 - at, 6)
    base = {k: comb(plain, k) * p**k * (1 - p) ** (plain - k) for k in range(plain + 1)}
    if not wild:
        return base
    found: dict[int, Fraction] = {}
    for face in range(1, 7):
        worth = 2 if face == 6 else -1 if face == 1 else int(face >= at)
        for k, q in base.items():
            found[max(0, k + worth)] = found.get(max(0, k + worth), Fraction(0)) + q / 6
    return found


def falls(n: int, wild: bool) -> Iterator[tuple[tuple[int, ...], int]]:
    """Every way in which n dice can fall, up to what makes no difference, and how many of 6**n it is."""
    for first in [(face,) for face in WAYS] if wild and n else [()]:
        for rest in combinations_with_replacement(WAYS, n - len(first)):
            orders = factorial(len(rest)) // prod(factorial(rest.count(face)) for face in WAYS)
            yield (*first, *rest), orders * prod(WAYS[face] for face in (*first, *rest))


def choose(m: Machine, wanted: str) -> None:
    """Answer the open menu with a branch, or a choice of one thing with the only one."""
    _, name, _, options, *_ = m.s.open[0]
    site = m.program.sites[name]
    index = [site.branches[option] for option in options].index(wanted) if site.kind == "menu" else 0
    m.choose(index)


@pytest.mark.parametrize("wild", [False, True], ids=["plain dice", "wild die"])
@pytest.mark.parametrize("eased", [False, True], ids=["without advantage", "with advantage"])
def test_attacks_have_the_exact_odds(eased: bool, wild: bool, tmp_path_factory: Any) -> None:
    settings: dict[str, Value] = {"encounter": "range_eased" if eased else "range_plain", "wild_die": wild}
    program = Program(rules(tmp_path_factory.getbasetemp()), settings, 2)
    m = Machine(program, program.new_state(0), [None, None], None)
    m.start()
    for n in POOLS:
        choose(m, "act")
        attack = Machine(program, m.s.copy(), [None, None], None)
        choose(attack, "attack")
        choose(attack, "")
        for number, d in enumerate(DEFENSES):
            target = attack.s.open[0][3][number]
            hits, damage, ways = 0, 0, 0
            aimed = Machine(program, attack.s.copy(), [None, None], None)
            aimed.choose(number)
            assert aimed.s.open[0][0] == "roll" and len(aimed.s.open[0][2]) == n
            for faces, weight in falls(n, wild):
                one = Machine(program, aimed.s.copy(), [None, None], None)
                one.resume(faces)
                ways += weight
                damage += weight * one.s.combatant_lost[target]
                hits += weight * (one.s.combatant_lost[target] > 0)
            odds = chances(n, 4 if eased else 5, wild)
            assert ways == 6**n
            assert Fraction(hits, ways) == sum(q for k, q in odds.items() if k >= d)
            assert Fraction(damage, ways) == sum(k * q for k, q in odds.items() if k >= d)
        choose(m, "finish")


# --- duels -------------------------------------------------------------------------------------

GAMES = 150
Z999 = 3.2905
DUELS: dict[str, tuple[float, float]] = {  # the chance that the party wins, and how many cycles it takes
    "c1": (59 / 129, 729 / 473),
    "c1_first": (27 / 43, 729 / 473),
    "c1_second": (16 / 43, 729 / 473),
    "c2": (0.6711476935, 4.4040623079),
    "c3": (0.9029538896, 2.9356384277),
    "c4": (0.8166253627, 3.8918289228),
    "c5": (0.5712011748, 4.9689853541),
    "c6": (0.9478254693, 10.7534965507),
    "c7": (0.62669557, 5.56693156),
    "c8": (0.74418690, 4.68507079),
}
VARIANTS: dict[str, tuple[str, dict[str, Value], float, float]] = {
    "c6 by the chart": ("c6", {"defense_mode": "per_term_floor"}, 0.7181765466, 10.2730421669),
    "c2 with a wild die": ("c2", {"wild_die": True}, 0.6231926460, 4.0725294665),
}
CASES = [
    *(pytest.param(name, {}, *values, id=name) for name, values in DUELS.items()),
    *(pytest.param(*values, id=name) for name, values in VARIANTS.items()),
]


@pytest.mark.parametrize(("encounter", "settings", "wins", "cycles"), CASES)
def test_duels_end_as_worked_out(
    encounter: str, settings: dict[str, Value], wins: float, cycles: float
) -> None:
    chosen: dict[str, Value] = {"encounter": encounter, **settings}
    program: Program | None = None
    for seed in range(1, 6):
        plan = Plan("axiom", link("axiom"), chosen, 2, ("controllers",) * 2, GAMES, seed, 0)
        program = program or plan.program()
        played = [play_one(plan, program, number) for number in range(GAMES)]
        assert all(outcome.fault is None for outcome in played)
        share = sum(outcome.winners == (0,) for outcome in played) / GAMES
        assert abs(share - wins) <= Z999 * sqrt(wins * (1 - wins) / GAMES)
        lengths = [next(m.value for m in outcome.measures if m.name == "cycles") for outcome in played]
        mean = sum(lengths) / GAMES
        spread = sqrt(sum((x - mean) ** 2 for x in lengths) / (GAMES - 1))
        assert abs(mean - cycles) <= Z999 * spread / sqrt(GAMES)
