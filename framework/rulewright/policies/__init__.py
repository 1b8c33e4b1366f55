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


__all__ = ["POLICIES", "DataPolicy", "Greedy", "Policy", "Uniform", "policy_named"]
