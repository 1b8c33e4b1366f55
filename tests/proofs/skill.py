"""Whether the bots stand in order: each rung beats the one below it and chance, intervals apart.

    python tests/proofs/skill.py axia --deals 24
    python tests/proofs/skill.py katana --deals 24
    python tests/proofs/skill.py axiom --rungs uniform,controllers --set encounter=a1_roadside_ambush

Two players, each deal with the rung on either seat. Needs the extra `lab`; a duel of search takes half a
minute of processor time a deal. The last figures stand in docs/proofs.md.
"""

from __future__ import annotations

import argparse
import sys

from rulewright.play.link import link
from rulewright.policies import usual_policy
from rulewright_tools.cli import cli


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("spec")
    parser.add_argument("--deals", type=int, default=24)
    parser.add_argument("--rungs", help="from the weakest up; usually four")
    parser.add_argument("--set", help="a setting of the game")
    parser.add_argument("--seed", type=int, default=7)
    arguments = parser.parse_args()
    rungs = arguments.rungs or f"uniform,{usual_policy(link(arguments.spec))},greedy,search:40"
    words = ["ladder", arguments.spec, "--players", "2", "-n", str(arguments.deals)]
    words += ["--policy", rungs, "--seed", str(arguments.seed)]
    words += ["--set", arguments.set] if arguments.set else []
    sys.exit(cli.main(words, prog_name="rulewright", standalone_mode=False))


if __name__ == "__main__":
    main()
