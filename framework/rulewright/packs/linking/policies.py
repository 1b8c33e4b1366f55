"""Policies as data: who they are about, and their rules in order."""

from __future__ import annotations

from rulewright.model.game import PolicyDecl, PolicyRule
from rulewright.packs.access import mapping, maybe_effect, maybe_word, pairs, word, words
from rulewright.packs.gather import Section
from rulewright.packs.linking.fields import Linker
from rulewright.source.text import Span
from rulewright.source.tree import Mapping

BUILT_IN = frozenset({"uniform", "greedy"})
"""Names that every pack has already."""


def read_policies(section: Section, link: Linker) -> dict[str, PolicyDecl]:
    """The declared policies; what they refer to is looked up, their texts are not read."""
    found = {}
    for name, (branch, span) in section.items():
        under = mapping(branch)
        if name in BUILT_IN:
            link.problems.error("R304", f"policy '{name}' is there already", span, expected="another name")
        rules = {id_: _rule(id_, mapping(inner), at, link) for id_, inner, at in pairs(under, "rules")}
        found[name] = PolicyDecl(name, maybe_word(under, "says") or "", _by(under, link), rules, span)
    return found


def _by(under: Mapping, link: Linker) -> dict[str, dict[str, str]]:
    found: dict[str, dict[str, str]] = {}
    for kind, branch, span in pairs(under, "by"):
        if not link.names.known("kinds", "kind", kind, span):
            continue
        inner = mapping(branch)
        found[kind] = {entry: word(policy) for entry, policy in inner.items.items()}
        for entry, policy in inner.items.items():
            link.names.known(f"entries.{kind}", kind, entry, inner.key_spans[entry])
            link.names.known("policies", "policy", word(policy), policy.span, _built_in(word(policy)))
    return found


def _built_in(name: str) -> str | None:
    """What is said of a policy that every pack has where only declared ones can stand."""
    if name not in BUILT_IN:
        return None
    return f"'{name}' plays whole matches, as in `--policy {name}`; here stands a policy that a pack declares"


def _rule(name: str, under: Mapping, span: Span, link: Linker) -> PolicyRule:
    if "follow" in under.items:
        follow = under.items["follow"]
        if len(under.items) > 1:
            expected = "'follow' alone"
            hint = (
                "it puts the rules of another policy here; of several things `prefer: …` takes the greatest"
            )
            at = under.key_spans["follow"]
            link.problems.error(
                "R310", f"rule '{name}' follows and decides", at, expected=expected, hint=hint
            )
        else:
            link.names.known("policies", "policy", word(follow), follow.span, _built_in(word(follow)))
    judged = [key for key in ("where", "prefer") if key in under.items]
    if "pick" in under.items and judged:
        message = f"rule '{name}' picks by name and judges what is offered"
        hint = "branches, abilities and `decline` are picked, things are judged: make two rules"
        expected = f"'pick' or '{judged[0]}'"
        link.problems.error("R310", message, under.key_spans[judged[0]], expected=expected, hint=hint)
    picks = words(under, "pick")
    return PolicyRule(
        name,
        maybe_effect(under, "at", link.problems),
        tuple(text for text, _ in picks),
        tuple(at for _, at in picks),
        maybe_effect(under, "when", link.problems),
        maybe_effect(under, "where", link.problems),
        maybe_effect(under, "prefer", link.problems),
        maybe_word(under, "follow"),
        span,
    )
