"""The part that all checkers of a text share: complaints, calls that are noted, and values as expected."""

from __future__ import annotations

from collections.abc import Container, Iterable
from dataclasses import replace

from rulewright.dsl import nodes as n
from rulewright.dsl import typed as t
from rulewright.dsl.describe import describe_type
from rulewright.dsl.facts import ANYTHING, constant, fact, is_optional, source_of
from rulewright.dsl.known import Known
from rulewright.dsl.scope import UNKNOWN, Scope, UnknownType, fits
from rulewright.model.types import IntType, ListType, Type
from rulewright.source.counted import one_of
from rulewright.source.text import EffectText

NOBODY_ACTS = "nobody acts in this step, so there is no `me`"
GIVE_TURNS = "give it turns, as in `turns: seats`, or name the seat, as in `for who in seats`"


class TextChecker:
    """Where problems of one text are placed, and what a value has to be where it stands."""

    does_step = False  # whether this text says what is done in a step

    def __init__(self, known: Known, text: EffectText, key: str) -> None:
        self.text = text
        self.key = key  # the callable whose text this is, as in `value/can_reach`
        self.game = known.game
        self.problems = known.problems
        self.uses = known.uses
        self.gives = known.gives
        self.derived_types = known.derived_types
        self.counters = known.counters
        self.part_kinds = known.part_kinds
        self.missing = known.missing
        self.known = known

    # --- complaints ----------------------------------------------------------------------------

    def bad(
        self,
        code: str,
        message: str,
        node: n.Node | t.Expr,
        *,
        expected: str | None = None,
        hint: str | None = None,
        unknown: str | None = None,
    ) -> t.Expr:
        place = self.text.at(node.start, node.end)
        self.problems.error(code, message, place, expected=expected, hint=hint, unknown=unknown)
        return self.nothing(node)

    def rehint(self, before: int, hint: str | None) -> None:
        """Say what to do about the only problem that was found since there were `before`."""
        if hint is not None and len(self.problems.found) == before + 1:
            self.problems.found[-1] = replace(self.problems.found[-1], hint=hint)

    def nobody_acts(self, message: str, node: n.Node | t.Expr, hint: str) -> t.Expr:
        """Complain that there is no `me`; of a step that has no turns once, whatever asks for it."""
        if not self.does_step:
            return self.bad("T507", message, node, hint=hint)
        before = len(self.problems.found)
        self.bad("T507", NOBODY_ACTS, node, hint=GIVE_TURNS)
        self.problems.once(("me", self.text.span), before)
        return self.nothing(node)

    def spelling(self, node: n.Node) -> str:
        """As it is written, in one line."""
        return " ".join(self.text.text[node.start : node.end].split())

    def nothing(self, node: n.Node | t.Expr) -> t.Expr:
        """Stands where a problem is already known, or cannot be judged, and fits everywhere."""
        return t.Const(UNKNOWN, node.start, node.end, 0)

    def wrong_type(self, node: n.Node, found: Type, expected: str, hint: str | None = None) -> t.Expr:
        if isinstance(found, UnknownType):
            return self.nothing(node)
        return self.bad("T503", f"this is {describe_type(found)}", node, expected=expected, hint=hint)

    def unknown(
        self, node: n.Node, name: str, legal: Iterable[str], what: str, hint: str | None = None
    ) -> t.Expr:
        """Complain about a name where one of `legal` is due."""
        if self.missing.may_have(name):
            return self.nothing(node)
        legal = list(legal)
        hint = hint or self.problems.suggest(name, legal)
        message = f"unknown {what} '{name}'"
        return self.bad("T501", message, node, expected=one_of(legal), hint=hint, unknown=name)

    # --- what is called ------------------------------------------------------------------------

    def use(self, callee: str, scope: Scope, node: n.Node) -> None:
        """Note a call, and where it stands if there is no `me` there (checked when all is known)."""
        self.uses.call(self.key, callee)
        if not scope.me:
            self.uses.without_me.append((callee, self.text, node, self.does_step))

    def check_count(self, count: t.Expr, least: int) -> None:
        """A count that is written out is not below the least that has a meaning."""
        number = constant(count)
        if number is not None and number < least:
            self.bad("T518", f"{number} is never any", count, expected=f"{least} or more")

    def check_number(self, what: str, type_: Type | None, value: t.Expr) -> None:
        """A number that is written out lies in the range that is declared."""
        number = constant(value)
        if number is None or not isinstance(type_, IntType) or type_.low is None or type_.high is None:
            return
        if not type_.low <= number <= type_.high:
            expected = f"{type_.low} to {type_.high}"
            self.bad("T518", f"{what} is never {number}", value, expected=expected)

    # --- entry points --------------------------------------------------------------------------

    def value(self, node: n.Node, scope: Scope, expected: Type | None = None) -> t.Expr:
        """The checked value; a problem if it does not fit what is expected."""
        found = self._check(node, scope, expected)
        if not fits(found.type, expected):
            if isinstance(source_of(found).type, UnknownType):
                return self.nothing(node)  # a problem is known of what it is made of
            hint = self.hidden(node, scope) or self._as_list(node, expected)
            return self.wrong_type(node, found.type, describe_type(expected), hint)
        return found

    def _as_list(self, node: n.Node, expected: Type | None) -> str | None:
        """The list that a number probably stands for where a list is due."""
        if not isinstance(expected, ListType):
            return None
        if isinstance(node, n.Name) and node.id == "players":
            return "that is how many there are; the players themselves are `seats`"
        if not isinstance(node, n.Call) or node.id != "count" or len(node.args) != 1:
            return None
        of = node.args[0].value
        return f"the list is what is counted: `{self.text.text[of.start : of.end]}`"

    def hidden(self, node: n.Node, scope: Scope) -> str | None:
        """What a local name hides that may have been meant."""
        if not isinstance(node, n.Name) or node.id not in scope.variables:
            return None
        if node.id in self.game.seat_state or node.id in self.game.seat_derived:
            return f"'{node.id}' is a local name here; what a seat has is read as `my {node.id}`"
        sections: tuple[tuple[str, Container[str]], ...] = (
            ("state", self.game.game_state),
            ("derived value", self.game.game_derived),
            ("zone", self.game.zones),
            ("setting", self.game.settings),
            ("value", self.game.values),
            ("kind", self.game.kinds),
            ("enum", self.game.enums),
        )
        what = next((what for what, names in sections if node.id in names), None)
        return what and f"'{node.id}' is a local name here and hides the {what}: call it otherwise"

    def present(self, expr: t.Expr, node: n.Node, scope: Scope) -> t.Expr:
        """The value where an absent one cannot stand."""
        if is_optional(expr) and scope.facts.isdisjoint((fact(expr), ANYTHING)):
            spelling = self.text.text[node.start : node.end]
            return self.bad("T506", f"'{spelling}' may be absent", node, hint=f"test `has {spelling}` first")
        return expr

    def _check(self, node: n.Node, scope: Scope, expected: Type | None) -> t.Expr:
        """What is written here, of whatever type; see values.py."""
        raise AssertionError

    def _need(self, node: n.Node, scope: Scope, expected: Type | None = None) -> t.Expr:
        return self.present(self.value(node, scope, expected), node, scope)
