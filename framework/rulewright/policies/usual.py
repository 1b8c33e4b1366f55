"""Who plays a game where nobody is named."""

from __future__ import annotations

from rulewright.dsl.typed import Rules


def usual_policy(rules: Rules) -> str:
    """The one policy of the pack that stands for itself, which no other one follows or hands over to;
    `uniform` if there are several or none."""
    declared = rules.game.policies
    parts = {name for each in declared.values() for of in each.by.values() for name in of.values()}
    parts |= {rule.follow for each in declared.values() for rule in each.rules.values() if rule.follow}
    whole = [name for name in declared if name not in parts]
    return whole[0] if len(whole) == 1 else "uniform"
