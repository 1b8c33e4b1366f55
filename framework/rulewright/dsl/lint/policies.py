"""Rules of policies that never answer, and what is said in them in vain."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.dsl import typed as t
from rulewright.dsl.alike import alike
from rulewright.dsl.analysis.constant import Constants
from rulewright.dsl.analysis.texts import Texts
from rulewright.dsl.keywords import DECLINE
from rulewright.dsl.visit import all_steps, walk
from rulewright.model.game import PolicyDecl
from rulewright.model.types import ComponentType
from rulewright.source.diagnostics import Problems

CODE = "W915"
_CHANGES_NOTHING = "W914"
_TRIGGERS = ("before", "after", "instead_of")


class Policies:
    """Looks at the policies of one game."""

    def __init__(self, texts: Texts, constants: Constants, problems: Problems) -> None:
        self.constants = constants
        self.rules = texts.rules
        self.game = texts.rules.game
        self.problems = problems
        self.menus: dict[str | None, set[str]] = {}  # ids of branches by question
        self.declined: set[str] = set()  # questions that can be declined
        for _, node in texts.all_of(t.Menu, t.Choose):
            self._ask(node)
        judged = (clause.target for clause in self.rules.clauses if clause.target is not None)
        at_once = (pick for step in all_steps(self.rules.flow) for pick in step.picks)
        self.declined |= {pick.prompt.name for pick in (*judged, *at_once) if pick.prompt is not None}

    def _ask(self, node: object) -> None:
        """Note what is offered at a question."""
        match node:
            case t.Menu(may=may, prompt=prompt, branches=branches):
                name = None if prompt is None else prompt.name
                self.menus.setdefault(name, set()).update(branch.id for branch in branches)
                if name is not None and may:
                    self._may_be_declined(name)
            case t.Choose(may=may, pick=t.Pick(prompt=t.Prompt(name=name), mode=mode), other=other):
                if may or mode == "stepwise":
                    self._may_be_declined(name)
                if other and self.game.windows:
                    self.declined.add(name)  # an open window asks, although there is nothing to choose

    def _may_be_declined(self, prompt: str) -> None:
        must = self.rules.musts.get(prompt)
        if must is None or self.constants.truth(must.value) is not True:
            self.declined.add(prompt)

    # --- telling -------------------------------------------------------------------------------

    def check(self) -> None:
        for policy in self.rules.policies.values():
            decl = self.game.policies[policy.name]
            self._by(decl)
            before: list[tuple[str, t.PolicyRule]] = []
            for rule in policy.rules:
                mine = list(self._all(policy.name, rule))
                self._reached(decl, rule, mine, before)
                self._picks(decl, rule)
                self._prefer(rule)
                before += mine

    def _all(self, policy: str, rule: t.PolicyRule) -> Iterator[tuple[str, t.PolicyRule]]:
        """A rule, or those of the policy that it follows, each with the policy that says it."""
        if rule.follow is None:
            yield policy, rule
            return
        for inner in self.rules.policies[rule.follow].rules:
            yield from self._all(rule.follow, inner)

    def _by(self, decl: PolicyDecl) -> None:
        """Components that no question is about: a question is about the first one that it names."""
        asked = set()
        for prompt in self.game.prompts.values():
            kinds = (type_.kind for type_ in prompt.params.values() if isinstance(type_, ComponentType))
            asked.add(next(kinds, None))
        for kind in decl.by:
            if kind not in asked:
                message = f"no question is about a {kind}, so `by` hands nothing over in policy '{decl.name}'"
                hint = f"let a prompt have a parameter of type {kind}, before those of other kinds"
                self.problems.warning(CODE, message, decl.span, hint=hint)

    def _picks(self, decl: PolicyDecl, rule: t.PolicyRule) -> None:
        """What is known, and yet never offered at this question."""
        written = decl.rules[rule.id]
        for id_, span in zip(written.pick, written.pick_spans, strict=True):
            if not self._offered(id_, rule.prompt):
                where = "" if rule.prompt is None else f" at '{rule.prompt}'"
                message, hint = f"'{id_}' is never offered{where}", "see what the question offers"
                if id_ == DECLINE:
                    message = f"'{rule.prompt}' can never be declined"
                    hint = "say `may choose` where it is asked, or see its `must`"
                self.problems.warning(CODE, message, span, hint=hint)

    def _offered(self, id_: str, prompt: str | None) -> bool:
        if id_ == DECLINE:
            return prompt is None or prompt in self.declined
        if any(id_ in ids for at, ids in self.menus.items() if prompt in (None, at)):
            return True
        for clause in self.rules.clauses:
            if clause.ability.id != id_:
                continue
            if clause.ability.sort == "window":
                if prompt is None or clause.prompt is None or clause.prompt.prompt == prompt:
                    return True
            elif clause.ability.may and clause.ability.sort in _TRIGGERS and prompt is None:
                return True
        return False

    def _prefer(self, rule: t.PolicyRule) -> None:
        """What is preferred must differ between the things that are offered."""
        prefer = rule.prefer
        if prefer is None:
            return
        item = prefer.params[0]
        nodes = (node for root in (*prefer.lets, prefer.value) for node in walk(root))
        looks = any(isinstance(node, t.Local) and node.name == item for node in nodes)
        if not looks:
            span = prefer.text.at(prefer.value.start, prefer.value.end)
            hint = "say what of `it` counts, or leave it out: the first one is taken then"
            message = "this is the same for all that is offered, so it prefers none"
            self.problems.warning(_CHANGES_NOTHING, message, span, hint=hint)

    # --- reached -------------------------------------------------------------------------------

    def _reached(
        self,
        decl: PolicyDecl,
        rule: t.PolicyRule,
        mine: list[tuple[str, t.PolicyRule]],
        before: list[tuple[str, t.PolicyRule]],
    ) -> None:
        """Whether rules before a rule leave nothing to it."""
        taken = []
        for _, later in mine:
            first = next((each for each in before if self._takes_all_of(each[1], later)), None)
            if first is None:
                return
            taken.append(first)
        if not taken:
            return
        message = f"'{rule.id}' never answers: rules before it take whatever it would"
        places = {self.game.policies[policy].rules[each.id].span: each.id for policy, each in taken}
        related = tuple((f"'{id_}' does", span) for span, id_ in places.items())
        hint = "put it before them, or let them say `when` they speak"
        self.problems.warning(CODE, message, decl.rules[rule.id].span, hint=hint, related=related[:3])

    def _takes_all_of(self, first: t.PolicyRule, later: t.PolicyRule) -> bool:
        """Whether a rule answers wherever a later one would."""
        if first.prompt not in (None, later.prompt) or not self._picks_all_of(first, later):
            return False
        if first.item is not None and later.item is None and self.menus.get(later.prompt):
            return False  # it judges things and is silent where branches are offered
        return self._follows(first.when, later.when) and self._follows(first.where, later.where)

    def _picks_all_of(self, first: t.PolicyRule, later: t.PolicyRule) -> bool:
        if first.pick:
            return bool(later.pick) and set(later.pick) <= set(first.pick)
        abilities = {DECLINE, *(clause.ability.id for clause in self.rules.clauses)}
        return abilities.isdisjoint(later.pick)

    def _follows(self, wanted: t.Formula | None, given: t.Formula | None) -> bool:
        """Whether one test holds wherever another one does."""
        if wanted is None or given is None:
            return wanted is None
        if wanted.lets or given.lets:
            return alike(wanted.lets, given.lets) and alike(wanted.value, given.value)
        return self.constants.cannot_be([(given.value, True), (wanted.value, False)])
