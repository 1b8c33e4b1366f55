"""The typed tree with what is known put in place: settings, and what is printed on one card."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass, replace
from typing import Any

from rulewright.dsl import typed as t
from rulewright.dsl.visit import walk
from rulewright.model.game import Entry, Game, Value
from rulewright.model.types import BOOL, EntryType, EnumType, IntType, Type

_TESTS: dict[str, Callable[[int, int], bool]] = {
    "==": lambda a, b: a == b,
    "!=": lambda a, b: a != b,
    "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b,
    ">": lambda a, b: a > b,
    ">=": lambda a, b: a >= b,
}


class Folder:
    """Puts in place what is known.

    Args:
        settings: their values as data; none are known without it.
        entry: the card whose text is read: its fields are known of `this`.
        spelt: values that are read as their formulas, by name.
    """

    def __init__(
        self,
        game: Game,
        settings: Mapping[str, Value],
        entry: Entry | None = None,
        spelt: Mapping[str, t.Value] | None = None,
    ) -> None:
        self.game = game
        self.settings = settings
        self.entry = entry
        self.spelt = spelt or {}
        self.there: frozenset[str] = frozenset()  # fields of the turn that are known not to be absent

    def fold(self, node: Any, known: Mapping[str, t.Expr] | None = None) -> Any:
        """A node, or a tuple of nodes, folded; `known` are values of locals."""
        known = known or {}
        if isinstance(node, tuple):
            return (
                self._block(node, known)
                if node and isinstance(node[0], t.Stmt)
                else tuple(self.fold(item, known) for item in node)
            )
        if not (isinstance(node, t.Expr | t.Stmt | t.Pick | t.Prompt | t.MenuBranch) and is_dataclass(node)):
            return node
        if isinstance(node, t.Local):
            return known.get(node.name, node)
        parts = {
            f.name: getattr(node, f.name) for f in fields(node) if f.name not in ("type", "start", "end")
        }
        made = {name: self.fold(part, known) for name, part in parts.items()}
        changed = {name: part for name, part in made.items() if part is not parts[name]}
        return self._known(replace(node, **changed) if changed else node)

    def _block(self, body: tuple[t.Stmt, ...], known: Mapping[str, t.Expr]) -> tuple[t.Stmt, ...]:
        """Statements, of an `if` only the side that is taken if that is known."""
        found: list[t.Stmt] = []
        for statement in body:
            made = self.fold(statement, known)
            if isinstance(made, t.If) and isinstance(made.test, t.Const):
                found += made.then if made.test.value else made.other
            else:
                found.append(made)
        return tuple(found)

    def formula(self, formula: t.Formula, known: Mapping[str, t.Expr] | None = None) -> t.Expr:
        """A formula as one value, its `let` put in place."""
        inner = dict(known or {})
        for let in formula.lets:
            inner[let.var] = self.fold(let.value, inner)
        found: t.Expr = self.fold(formula.value, inner)
        return found

    # --- what is known -------------------------------------------------------------------------

    def _known(self, node: Any) -> Any:
        match node:
            case t.SettingValue(name=name) if name in self.settings and not node.optional:
                return self._const(node, self.settings[name])
            case t.FixedField() if self._is_printed(node):
                return self._const(node, self._printed(node.field))
            case t.FixedField(of=t.Const(type=EntryType(kind), value=index), field=name):
                entry = list(self.game.entries[kind].values())[int(index)]
                return self._const(node, entry.values.get(name))
            case t.EntryOf(of=of) if self._is_this(of) and self.entry is not None:
                return self._const(node, self.entry.id)
            case t.Has(of=t.FixedField() as field) if self._is_printed(field):
                return _truth(node, self._printed(field.field) is not None)  # lists become no constant
            case t.Has(of=t.TurnField(field=field)) if field in self.there:
                return _truth(node, True)
            case t.Has(of=t.Const()):
                return _truth(node, True)
            case t.Has(of=t.SettingValue(name=name)) if name in self.settings:
                return _truth(node, self.settings[name] is not None)
            case t.Not(of=t.Const(value=value)):
                return _truth(node, not value)
            case t.Logic():
                return self._logic(node)
            case t.Compare(left=t.Const(value=a), right=t.Const(value=b)) if node.op in _TESTS:
                return _truth(node, _TESTS[node.op](a, b))
            case t.Compare(op=("==" | "!=") as op, left=t.FixedField() as field) if self._is_printed(field):
                absent = self._printed(field.field) is None
                return _truth(node, op == "!=") if absent else node  # an absent field equals nothing
            case t.Conditional(test=t.Const(value=value)):
                return node.then if value else node.other
            case t.ValueCall(name=name) if name in self.spelt:
                value_ = self.spelt[name]
                made = self.formula(value_.is_, dict(zip(value_.params, node.args, strict=True)))
                return node if any(isinstance(each, t.Conditional) for each in walk(made)) else made
        return node

    def _is_this(self, of: t.Expr) -> bool:
        """Whether a field is of the card itself."""
        if self.entry is None or not (isinstance(of, t.Local) and of.name == "this"):
            return isinstance(of, t.EntryOf) and self._is_this(of.of)
        return True

    def _is_printed(self, node: t.FixedField) -> bool:
        """Whether a field is one of the card itself, and not of what bears it."""
        if self.entry is None or not self._is_this(node.of):
            return False
        kinds = self.game.kinds
        own = node.kind == self.entry.kind or node.field not in kinds[node.kind].fields
        return own and node.field in kinds[self.entry.kind].fields

    def _printed(self, name: str) -> Value:
        assert self.entry is not None
        return self.entry.values.get(name)

    def _const(self, node: t.Expr, value: Value) -> t.Expr:
        number = _number(self.game, node.type, value)
        return node if number is None else t.Const(node.type, node.start, node.end, number)

    def _logic(self, node: t.Logic) -> t.Expr:
        for side, other in ((node.left, node.right), (node.right, node.left)):
            if isinstance(side, t.Const):
                return other if side.value == (node.op == "and") else side
        return node


def _number(game: Game, type_: Type, value: Value) -> int | bool | None:
    """A value as the tree has it; None for what it has no constant for."""
    match type_, value:
        case EnumType(name), str():
            return game.enums[name].index(value)
        case EntryType(kind), str():
            return list(game.entries[kind]).index(value)
        case IntType(), int():
            return value
        case _, bool():
            return value
    return None


def _truth(node: t.Expr, value: bool) -> t.Const:
    return t.Const(BOOL, node.start, node.end, value)
