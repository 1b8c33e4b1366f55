"""Fights of `axiom` against chances worked out otherwise: the duels, and A1 to A5 without a map.

    python tests/proofs/combats.py --duels 2000 --encounters 1000

The duels were solved as Markov chains, and the encounters played by a program of its own (400,000
fights each). A share may lie four standard errors off. The last figures stand in docs/proofs.md.
"""

from __future__ import annotations

import argparse
import os
from math import sqrt
from pathlib import Path
from tempfile import TemporaryDirectory

from rulewright.dsl.typed import Rules
from rulewright.model.game import Value
from rulewright.play.link import link
from rulewright.play.playout import Batch, Plan
from rulewright.play.processes import Processes

DUELS = {
    "c1": 59 / 129,
    "c1_first": 27 / 43,
    "c1_second": 16 / 43,
    "c2": 0.6711476935,
    "c2_first": 0.7423662265,
    "c2_second": 0.6355384269,
    "c3": 0.9029538896,
    "c3_first": 498549 / 524288,
    "c3_second": 86407 / 98304,
    "c4": 0.8166253627,
    "c5": 0.5712011748,
    "c5_first": 0.6355384269 * 8 / 9 + 0.7423662265 / 9,
    "c5_second": 0.5202925765 * 8 / 9 + 0.6355384269 / 9,
    "c6": 0.9478254693,
    "c6_first": 0.9609646499,
    "c6_second": 0.9412558790,
    "c7": 0.62669557,
    "c7_top_top": 0.73556479,
    "c7_top_bottom": 0.65648601,
    "c7_bottom_top": 0.65648601,
    "c7_bottom_bottom": 0.56968783,
    "c8": 0.74418690,
    "c8_top_top": 0.84991074,
    "c8_top_bottom": 0.77608461,
    "c8_bottom_top": 0.77608461,
    "c8_bottom_bottom": 0.68585822,
}
ENCOUNTERS = {  # share of wins and cycles; Defense by the formula, and by the chart
    "a1_roadside_ambush": ((1.0000, 9.16), (0.9894, 10.69)),
    "a2_gate_shieldwall": ((1.0000, 15.32), (0.9983, 22.14)),
    "a3_brute_pit": ((0.8865, 14.74), (0.6276, 16.33)),
    "a4_dread_hall": ((0.3821, 29.61), (0.1243, 24.16)),
    "a5_raider_band": ((0.9672, 17.92), (0.2670, 19.17)),
}
BARE = "bare_"
PLAIN = """
requires: {axiom: any}
patches:
  - {patch: 'axiom:combatant/brute', remove: {abilities: [knockdown]}}
  - {patch: 'axiom:combatant/web_lurker', remove: {abilities: [entangle]}}
cards:
  encounter:
"""


def plain_overlay(rules: Rules) -> str:
    """The encounters without a map, reactions and abilities, as an overlay."""
    lines = [PLAIN.strip()]
    for name in ENCOUNTERS:
        values = rules.game.entries["encounter"][name].values
        # a list of ids
        sides = ", ".join(f"{side}: [{', '.join(values[side])}]" for side in ("party", "gm"))  # type: ignore[arg-type]
        lines.append(f"    {BARE}{name}: {{gridless: true, reactions: false, {sides}}}")
    return "\n".join(lines) + "\n"


def fights(
    spec: str, rules: Rules, settings: dict[str, Value], policy: str, n: int, seed: int
) -> tuple[float, float]:
    """How often the party won, and the mean number of cycles; ends with exit code 1 at a fault."""
    plan = Plan(spec, rules, settings, 2, (policy, policy), n, seed)
    wins = cycles = 0
    for outcome in Batch(plan, Processes(os.cpu_count() or 1) if n > 1000 else None):
        if outcome.fault is not None:
            raise SystemExit(f"{settings}: {outcome.fault.code} {outcome.fault.message}")
        wins += outcome.winners == (0,)
        cycles += next(measure.value for measure in outcome.measures if measure.name == "cycles")
    return wins / n, cycles / n


def compare(what: str, found: tuple[float, float], due: float, n: int, error: float, note: str = "") -> bool:
    """Print a line; whether the share is within four standard errors of what is due."""
    allowed = 4 * sqrt(due * (1 - due) / n + error**2) + 0.5 / n
    fits = abs(found[0] - due) <= allowed
    verdict = "" if fits else "   OFF"
    print(
        f"{what:44} {found[0]:.4f} (due {due:.4f} ± {allowed:.4f}), {found[1]:6.2f} cycles{note}{verdict}",
        flush=True,
    )
    return fits


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--duels", type=int, default=2000)
    parser.add_argument("--encounters", type=int, default=1000)
    arguments = parser.parse_args()
    rules = link("axiom")
    good = True
    for name, due in DUELS.items():
        for seed in range(1, 6):
            found = fights("axiom", rules, {"encounter": name}, "controllers", arguments.duels, seed)
            good &= compare(f"{name}, seed {seed}", found, due, arguments.duels, 0)
    with TemporaryDirectory() as folder:
        path = Path(folder) / "plain.yaml"
        path.write_text(plain_overlay(rules), encoding="utf-8")
        spec = f"axiom+{path.as_posix()}"
        plain = link(spec)
        for name, modes in ENCOUNTERS.items():
            for mode, (due, length) in zip(("sum_floor", "per_term_floor"), modes, strict=True):
                settings: dict[str, Value] = {"encounter": BARE + name, "defense_mode": mode}
                found = fights(spec, plain, settings, "attack_only", arguments.encounters, 1)
                good &= compare(
                    f"{name}, {mode}", found, due, arguments.encounters, 0.0008, f" (due {length})"
                )
    raise SystemExit(0 if good else 1)


if __name__ == "__main__":
    main()
