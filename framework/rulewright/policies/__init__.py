"""Who decides: policies that are given a name on the command line."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from rulewright.dsl.typed import Rules
from rulewright.policies.base import Policy
from rulewright.policies.data import DataPolicy
from rulewright.policies.greedy import Greedy
from rulewright.policies.search import Search
from rulewright.policies.uniform import Uniform
from rulewright.policies.usual import usual_policy

POLICIES: dict[str, Callable[[], Policy]] = {"uniform": Uniform, "greedy": Greedy, "search": Search}
"""Those that every game has."""
BUDGETED: dict[str, Callable[[int], Policy]] = {"greedy": Greedy, "search": Search}
"""Those of them that can be told how much to look at for a decision: `greedy:60`, `search:200`."""


def policy_named(
    rules: Rules, name: str, entries: Mapping[tuple[str, str], str] | None = None, paired: bool = False
) -> Policy:
    """A policy of that name, of every game or declared by the pack; `NAME:N` with a budget.

    Args:
        entries: (kind, entry) -> declared policy, for questions about components of that entry.
        paired: for matches that are compared: a little difference leaves all other choices as they are.
    """
    if name in rules.policies:
        return DataPolicy(rules, name, entries)
    base, budgeted, budget = name.partition(":")
    policy: Policy
    if budgeted:
        policy = BUDGETED[base](int(budget))
    else:
        policy = Uniform(paired) if name == "uniform" else POLICIES[name]()
    return DataPolicy(rules, None, entries, policy) if entries else policy


__all__ = [
    "BUDGETED",
    "POLICIES",
    "DataPolicy",
    "Greedy",
    "Policy",
    "Search",
    "Uniform",
    "policy_named",
    "usual_policy",
]
