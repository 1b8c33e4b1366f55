"""Checks abilities: triggered, activated and static clauses of entries and of the game itself."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from rulewright.dsl import nodes as n
from rulewright.dsl import typed as t
from rulewright.dsl.builtins import ANY_LIST, PRIMITIVES, Param
from rulewright.dsl.describe import describe_type
from rulewright.dsl.scope import UNKNOWN, Names, Scope, UnknownType, Variable, entry_kind
from rulewright.model.game import Ability, Entry
from rulewright.model.types import BOOL, ComponentType, IntType, Type
from rulewright.source.text import EffectText

if TYPE_CHECKING:
    from rulewright.dsl.check import GameChecker


class ClauseChecker:
    def __init__(self, whole: GameChecker) -> None:
        self.whole = whole
        self.game = whole.game
        self.problems = whole.problems

    def of_entries(self, entries: Mapping[str, Mapping[str, Entry]]) -> tuple[t.Clause, ...]:
        """Every ability of the entries, in their order."""
        found: list[t.Clause] = []
        for kind, of_kind in entries.items():
            for entry in of_kind.values():
                for ability in entry.abilities.values():
                    found += self._clause(ability, kind, entry.id)
        return tuple(found)

    def of_game(self) -> tuple[t.Clause, ...]:
        """The game's own rules, in their order."""
        return tuple(
            clause for ability in self.game.rules.values() for clause in self._clause(ability, None, None)
        )

    def _clause(self, ability: Ability, kind: str | None, entry: str | None) -> list[t.Clause]:
        key = f"{kind}/{entry}/{ability.id}" if kind else f"rules/{ability.id}"
        scope = Scope(Names(), {})
        host = None
        if kind is not None:
            this = self.whole._self_type(kind)
            if not isinstance(this, ComponentType):
                self.problems.error(
                    "T507",
                    f"'{kind}' has no components, so its abilities never work",
                    ability.span,
                    hint=f"give '{kind}' a 'starts_in', or make it a part or what one bears",
                )
                return []
            host = this.kind
            scope = replace(scope, this=Variable("this", this), me=True)
        if ability.sort == "modify":
            return self._static(ability, key, kind, entry, host, scope)
        if ability.sort == "window":
            return self._activated(ability, key, kind, entry, host, scope)
        return self._triggered(ability, key, kind, entry, host, scope)

    # --- static --------------------------------------------------------------------------------

    def _static(
        self, ability: Ability, key: str, kind: str | None, entry: str | None, host: str | None, scope: Scope
    ) -> list[t.Clause]:
        assert isinstance(ability.subject, str)
        value = self.game.values.get(ability.subject)
        if value is None:
            return self._only_syntax(ability)  # complained about when it was linked
        gives = self.whole.known.gives[value.name]
        scope, params = self.whole.parameters(value.params, scope)
        when = self._test(ability.when, key, scope, params)
        amount_scope = scope
        if ability.stage == "change_to":
            amount_scope, _ = scope.bind("so_far", gives)
        assert ability.amount is not None
        if ability.stage not in ("set_to", "change_to") and not isinstance(gives, IntType | UnknownType):
            message = f"'{value.name}' is {describe_type(gives)}"
            hint = "only numbers have more or less: use `set_to` or `change_to`"
            self.problems.error("T503", message, ability.amount.span, expected="a number", hint=hint)
            return []
        amount = self.whole.formula(ability.amount, key, amount_scope, params, gives)
        self._connect(f"value/{value.name}", key, host is None or not self._owned(host, all))
        return [
            t.Clause(
                key, ability, kind, entry, host, params, None, None, when, None, None, None, None, amount
            )
        ]

    def _only_syntax(self, ability: Ability) -> list[t.Clause]:
        """Find what is wrong in the texts of a clause of which it is not known what it is about."""
        for text in (ability.when, ability.amount):
            if text is not None:
                self.whole.parse(text, "formula")
        if ability.do is not None:
            self.whole.parse(ability.do, "effect")
        return []

    def _connect(self, heard: str, key: str, callers: bool) -> None:
        """Args:
        callers: whether the clause has the caller's `me`, as those of the game and of what nobody owns.
        """
        if callers:
            self.whole.known.uses.call(heard, key)
        self.whole.known.uses.reads_state.add(heard)

    def _owned(self, host: str, where: Callable[[Iterable[bool]], bool]) -> bool:
        """Whether a seat owns such a thing in all zones (or in any) where its abilities work."""
        whole = self.game.kinds[self.whole.known.part_kinds.get(host, host)]
        live = self.game.kinds[host].live_in
        zones = [zone for zone in self.game.zones.values() if zone.kind == whole.name]
        return whole.owner is not None or where(z.per_seat for z in zones if not live or z.name in live)

    def _no_event(self, name: str, sort: str) -> str | None:
        """What there is of a name that is waited for and is no verb."""
        if name in PRIMITIVES:
            return f"built-in changes are no events: put `{name}(…)` into a verb, and say `{sort}:` that"
        if name in self.game.values:
            return f"'{name}' is a value: it is changed by `modify: {name}`"
        return None

    # --- triggered -----------------------------------------------------------------------------

    def _triggered(
        self, ability: Ability, key: str, kind: str | None, entry: str | None, host: str | None, scope: Scope
    ) -> list[t.Clause]:
        assert isinstance(ability.subject, EffectText)
        tree = self.whole.parse(ability.subject, "pattern")
        verb = self.game.verbs.get(tree.id) if isinstance(tree, n.Call) else None
        if not isinstance(tree, n.Call) or verb is None:
            if isinstance(tree, n.Call):
                where = n.Node(tree.start, tree.name_end)
                hint = self._no_event(tree.id, ability.sort)
                checker = self.whole.checker(ability.subject, key)
                checker.unknown(where, tree.id, self.game.verbs, "verb", hint)
            return self._only_syntax(ability)
        if ability.sort == "instead_of" and verb.gives is not None:
            span = ability.subject.at(tree.start, tree.name_end)
            hint = "put what may change into a value that abilities modify"
            self.problems.error(
                "T507", f"'{verb.name}' gives a result, so nothing can replace it", span, hint=hint
            )
        scope, params = self.whole.parameters(verb.params, scope)
        args = self._pattern(tree, ability.subject, key, dict(verb.params), scope)
        when = self._test(ability.when, key, scope, params)
        assert ability.do is not None
        body = self.whole.body(ability.do, key, replace(scope, me=True), params)
        self._connect(f"verb/{verb.name}", key, host is None or not self._owned(host, any))
        event = t.EventPattern(verb.name, args)
        return [
            t.Clause(key, ability, kind, entry, host, params, event, None, when, None, None, None, body, None)
        ]

    def _pattern(
        self, tree: n.Call, text: EffectText, key: str, params: dict[str, Type], scope: Scope
    ) -> tuple[t.Expr | None, ...]:
        """Per parameter: None where anything matches, otherwise the value it must equal.

        An argument that is the parameter's own name matches anything, and so does one left out.
        """
        checker = self.whole.checker(text, key)
        given = checker.match_arguments(tree, [Param(name, ANY_LIST) for name in params])
        args: list[t.Expr | None] = []
        for name, type_ in params.items():
            node = given.get(name)
            if node is None or (isinstance(node, n.Name) and node.id == name):
                args.append(None)
            elif isinstance(node, n.Name):
                args.append(checker.named(node, scope, type_, self._for_any(tree.id, name, node.id, params)))
            else:
                args.append(checker.value(node, scope, type_))
            if args[-1] is not None:
                checker.check_number(f"'{name}' of '{tree.id}'", type_, args[-1])
        return tuple(args)

    def _for_any(self, called: str, param: str, name: str, params: Mapping[str, Type]) -> str:
        """What to write for an argument of a pattern that is no value."""
        kind = entry_kind(params[param])
        if kind is not None and name in self.game.entries.get(kind, {}):
            return f"for one entry say `when: {param}.entry == {name}`"
        return f"anything is meant by the parameter's own name: `{called}({', '.join(params)})`"

    # --- activated -----------------------------------------------------------------------------

    def _activated(
        self, ability: Ability, key: str, kind: str | None, entry: str | None, host: str | None, scope: Scope
    ) -> list[t.Clause]:
        prompt = None
        if ability.prompt is not None:
            tree = self.whole.parse(ability.prompt, "pattern")
            if isinstance(tree, n.Call):
                prompt = self.prompt_pattern(tree, ability.prompt, key, scope)
        when = self._test(ability.when, key, scope, ())
        cost = None if ability.cost is None else self.whole.body(ability.cost, key, scope, ())
        for paid in cost.body if cost is not None else ():
            if isinstance(paid, t.Let) or (isinstance(paid, t.VerbCall) and paid.var is not None):
                self.problems.error(
                    "T507",
                    "a cost names nothing: it must be known beforehand whether it can be paid",
                    cost.text.at(paid.start, paid.end) if cost is not None else ability.span,
                    hint="put it into a verb with `requires`",
                )
        target = None
        if ability.target is not None:
            head = self.whole.parse(ability.target, "target")
            if isinstance(head, n.Head):
                target, scope = self.whole.checker(ability.target, key).pick(head, scope, "target")
            else:
                scope, _ = scope.bind("target", UNKNOWN)
        assert ability.do is not None
        params = (target.var,) if target is not None else ()
        body = self.whole.body(ability.do, key, scope, params)
        return [
            t.Clause(
                key,
                ability,
                kind,
                entry,
                host,
                (),
                None,
                prompt,
                when,
                cost,
                target,
                ability.target,
                body,
                None,
            )
        ]

    def prompt_pattern(
        self, tree: n.Call, text: EffectText, key: str, scope: Scope
    ) -> t.PromptPattern | None:
        prompt = self.game.prompts.get(tree.id)
        if prompt is None:
            where = n.Node(tree.start, tree.name_end)
            self.whole.checker(text, key).unknown(where, tree.id, self.game.prompts, "prompt")
            return None
        return t.PromptPattern(tree.id, self._pattern(tree, text, key, dict(prompt.params), scope))

    def _test(
        self, text: EffectText | None, key: str, scope: Scope, params: tuple[str, ...]
    ) -> t.Formula | None:
        return None if text is None else self.whole.formula(text, key, scope, params, BOOL)

    # --- windows -------------------------------------------------------------------------------

    def window_thens(self) -> dict[str, t.Body]:
        """What each window does after an ability was used; `this` is the component it belongs to."""
        found = {}
        for window in self.game.windows.values():
            if window.then is None:
                continue
            hosts = {
                this.kind
                for kind, entries in self.game.entries.items()
                for entry in entries.values()
                for ability in entry.abilities.values()
                if ability.sort == "window" and ability.subject == window.name
                if isinstance(this := self.whole._self_type(kind), ComponentType)
            }
            if len(hosts) != 1:
                if hosts:
                    self.problems.error(
                        "T507",
                        f"the abilities of '{window.name}' belong to several kinds",
                        window.span,
                        hint="give each kind a window of its own, or leave out `then`",
                    )
                continue
            scope = replace(Scope(Names(), {}, me=True), this=Variable("this", ComponentType(hosts.pop())))
            body = self.whole.body(window.then, f"window/{window.name}", scope, ())
            if body is not None:
                found[window.name] = body
        return found
