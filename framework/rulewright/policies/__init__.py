"""Who decides: policies that are given a name on the command line."""

from __future__ import annotations

from collections.abc import Callable

from rulewright.policies.base import Policy
from rulewright.policies.greedy import Greedy
from rulewright.policies.uniform import Uniform

POLICIES: dict[str, Callable[[], Policy]] = {"uniform": Uniform, "greedy": Greedy}

__all__ = ["POLICIES", "Greedy", "Policy", "Uniform"]
