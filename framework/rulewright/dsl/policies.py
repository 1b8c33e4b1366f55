"""Checks policies that a pack declares as data: each rule against the question it speaks at."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from rulewright.dsl import nodes as n
from rulewright.dsl import typed as t
from rulewright.dsl.clauses import ClauseChecker
from rulewright.dsl.describe import describe_type
from rulewright.dsl.keywords import DECLINE
from rulewright.dsl.known import NOTHING
from rulewright.dsl.parse import parse
from rulewright.dsl.scope import UNKNOWN, Names, Scope
from rulewright.model.game import PolicyDecl, PolicyRule
from rulewright.model.types import BOOL, INT, EntryType, Type
from rulewright.source.suggest import did_you_mean
from rulewright.source.text import EffectText

if TYPE_CHECKING:
    from rulewright.dsl.check import GameChecker


class PolicyChecker:
    """After everything else was checked: only then it is known what is offered at which question."""

    def __init__(self, whole: GameChecker) -> None:
        self.whole = whole
        self.game = whole.game
        self.problems = whole.problems
        # what is offered at a question stands in texts: those that could not be read may offer anything
        self.all_read = whole.known.missing == NOTHING and not any(
            d.code.startswith("D4") for d in self.problems.errors
        )
        self.abilities = {a.id for a in self.game.rules.values()} | {
            a.id
            for entries in self.game.entries.values()
            for e in entries.values()
            for a in e.abilities.values()
        }

    def all(self) -> dict[str, t.Policy]:
        told: set[str] = set()
        for decl in self.game.policies.values():
            if decl.name not in told:
                told |= self._check_circle(decl)
        return {name: self._policy(decl) for name, decl in self.game.policies.items()}

    def _check_circle(self, decl: PolicyDecl) -> set[str]:
        """The policies that a policy in a circle follows, of which it is told once."""
        seen: set[str] = set()
        todo = [decl.name]
        while todo:
            policy = self.game.policies.get(todo.pop())
            for rule in policy.rules.values() if policy is not None else ():
                if rule.follow == decl.name:
                    message, hint = (
                        f"policy '{decl.name}' follows itself",
                        "let one of the circle follow none",
                    )
                    self.problems.error("T512", message, rule.span, hint=hint)
                    return seen
                if rule.follow is not None and rule.follow not in seen:
                    seen.add(rule.follow)
                    todo.append(rule.follow)
        return set()

    def _policy(self, decl: PolicyDecl) -> t.Policy:
        return t.Policy(decl.name, decl.by, tuple(self._rule(decl.name, r) for r in decl.rules.values()))

    def _rule(self, policy: str, rule: PolicyRule) -> t.PolicyRule:
        key = f"policy/{policy}/{rule.id}"
        scope = Scope(Names(), {}, me=True)
        params: tuple[str, ...] = ()
        prompt, fits = None, None
        if rule.at is not None:
            tree = parse(rule.at, "pattern", self.problems)
            if isinstance(tree, n.Call) and tree.id in self.game.prompts:
                prompt = tree.id
                scope, params = self.whole.parameters(self.game.prompts[prompt].params, scope)
                pattern = ClauseChecker(self.whole).prompt_pattern(tree, rule.at, key, scope)
                fits = _equal(pattern, params, rule.at)
            elif isinstance(tree, n.Call) and not self.whole.known.missing.may_have(tree.id):
                hint = did_you_mean(tree.id, self.game.prompts)
                span = rule.at.at(tree.start, tree.name_end)
                self.problems.error("T501", f"unknown prompt '{tree.id}'", span, hint=hint, unknown=tree.id)
        self._check_picks(rule, prompt)
        when = None
        if rule.when is not None:
            when = self.whole.formula(rule.when, key, scope, params, BOOL)
        item = self._item(rule, prompt)
        where = prefer = None
        if item is not None:
            inner, it = scope.bind_it(item, candidate=True)
            if rule.where is not None:
                where = self.whole.formula(rule.where, key, inner, (it, *params), BOOL)
            if rule.prefer is not None:
                prefer = self.whole.formula(rule.prefer, key, inner, (it, *params), INT)
        texts = (_both(fits, when), where, prefer)
        return t.PolicyRule(rule.id, prompt, item, rule.pick, *texts, rule.follow, when)

    def _check_picks(self, rule: PolicyRule, prompt: str | None) -> None:
        offered = self.whole.known.branches
        branches = offered.get(prompt, set()) if prompt is not None else set().union(*offered.values())
        known = {*branches, *self.abilities, DECLINE}
        for id_, span in zip(rule.pick, rule.pick_spans, strict=True):
            if id_ not in known and self.all_read:
                hint = did_you_mean(id_, sorted(known)) or self._picked_thing(id_, prompt)
                self.problems.error("T501", f"'{id_}' is never offered there", span, hint=hint, unknown=id_)

    def _picked_thing(self, id_: str, prompt: str | None) -> str | None:
        """How a thing is picked, which has no id, by its entry."""
        if not any(id_ in entries for entries in self.game.entries.values()):
            return None
        offered = self.whole.known.offers.get(prompt, []) if prompt is not None else []
        is_entry = any(isinstance(type_, EntryType) for type_ in offered)
        return f"things are told by `where`: `where: {'it' if is_entry else 'it.entry'} == {id_}`"

    def _item(self, rule: PolicyRule, prompt: str | None) -> Type | None:
        """What `it` is in the texts of a rule: what is offered at its question."""
        text: EffectText | None = rule.where or rule.prefer
        if text is None or rule.pick:  # both do not go together, which is told where they are read
            return None
        found = [] if prompt is None else self.whole.known.offers.get(prompt, [])
        if rule.at is not None and len(found) != 1 and (prompt is None or not self.all_read):
            return UNKNOWN
        if prompt is None or len(found) != 1:
            message, hint = "it is not said what `it` is here", "say `at` which question"
            if found:
                sorts = " or ".join(describe_type(type_) for type_ in found)
                message = f"at '{prompt}' what is offered is {sorts}, so `it` is of no one sort"
                hint = "let all who ask this offer one sort: `up to 2 …, one at a time` offers single things"
            elif prompt is not None:
                message = f"no text offers anything at '{prompt}'"
                hint = "`asking` says that a text does"
            self.problems.error("T507", message, text.span, hint=hint)
            return None
        return found[0]


def _equal(pattern: t.PromptPattern | None, params: tuple[str, ...], text: EffectText) -> t.Formula | None:
    """That the arguments of a question are those that a pattern names."""
    value: t.Expr | None = None
    for param, expr in zip(params, pattern.args if pattern is not None else (), strict=False):
        if expr is not None:
            same = t.Compare(
                BOOL, expr.start, expr.end, "==", t.Local(expr.type, expr.start, expr.end, param), expr, False
            )
            value = same if value is None else t.Logic(BOOL, expr.start, expr.end, "and", value, same)
    return None if value is None else t.Formula(text, params, (), value)


def _both(fits: t.Formula | None, when: t.Formula | None) -> t.Formula | None:
    if fits is None or when is None:
        return fits or when
    both = t.Logic(BOOL, when.value.start, when.value.end, "and", fits.value, when.value)
    return replace(when, value=both)
