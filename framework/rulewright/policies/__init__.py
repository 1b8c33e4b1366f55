"""Who decides: policies that are given a name on the command line."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from rulewright.dsl.typed import Rules
from rulewright.policies.base import Policy
from rulewright.policies.data import DataPolicy
from rulewright.policies.greedy import Greedy
from rulewright.policies.uniform import Uniform

POLICIES: dict[str, Callable[[], Policy]] = {"uniform": Uniform, "greedy": Greedy}
"""Those that every game has."""


def policy_named(
    rules: Rules, name: str, entries: Mapping[tuple[str, str], str] | None = None, paired: bool = False
) -> Policy:
    """A policy of that name, of every game or declared by the pack.

    Args:
        entries: (kind, entry) -> declared policy, for questions about components of that entry.
        paired: for matches that are compared: a little difference leaves all other choices as they are.
    """
    if name in rules.policies:
        return DataPolicy(rules, name, entries)
    policy = Uniform(paired) if name == "uniform" else POLICIES[name]()
    return DataPolicy(rules, None, entries, policy) if entries else policy


def usual_policy(rules: Rules) -> str:
    """Who plays a game where nobody is named: the one policy of the pack that stands for itself, which no
    other one follows or hands over to; `uniform` if there are several or none."""
    declared = rules.game.policies
    parts = {name for each in declared.values() for of in each.by.values() for name in of.values()}
    parts |= {rule.follow for each in declared.values() for rule in each.rules.values() if rule.follow}
    whole = [name for name in declared if name not in parts]
    return whole[0] if len(whole) == 1 else "uniform"


__all__ = ["POLICIES", "DataPolicy", "Greedy", "Policy", "Uniform", "policy_named", "usual_policy"]
