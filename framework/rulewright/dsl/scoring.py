"""Checks what a game counts: the lines of its score, its measures, and who wins."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from rulewright.dsl import nodes as n
from rulewright.dsl import typed as t
from rulewright.dsl.describe import describe_type
from rulewright.dsl.scope import Names, Scope, UnknownType
from rulewright.model.types import BOOL, INT, EnumType
from rulewright.source.text import EffectText

if TYPE_CHECKING:
    from rulewright.dsl.check import GameChecker


class ScoreChecker:
    def __init__(self, whole: GameChecker) -> None:
        self.whole = whole

    def scoring(self) -> tuple[t.Line, ...]:
        scope = Scope(Names(), {}, me=True)
        lines = [
            self._line(id_, decl.each, decl.points, f"scoring/{id_}", scope)
            for id_, decl in self.whole.game.scoring.items()
        ]
        return tuple(line for line in lines if line is not None)

    def measures(self) -> tuple[t.Line, ...]:
        lines = [
            self._line(id_, decl.each, decl.is_, f"measure/{id_}", Scope(Names(), {}))
            for id_, decl in self.whole.game.measures.items()
        ]
        return tuple(line for line in lines if line is not None)

    def _line(
        self, id_: str, each: EffectText | None, text: EffectText, key: str, scope: Scope
    ) -> t.Line | None:
        if each is None:
            points = self.whole.formula(text, key, scope, (), INT)
            return None if points is None else t.Line(id_, None, None, points)
        tree = self.whole.parse(each, "formula")
        if not isinstance(tree, n.Formula):
            self.whole.parse(text, "formula")
            return None
        checker = self.whole.checker(each, key)
        of, item = checker.set_of(tree.value, scope)
        name = tree.value.name if isinstance(tree.value, n.Where) else None
        if name is None and isinstance(item, UnknownType):  # so nothing is known of what is read
            self.whole.parse(text, "formula")
            return None
        inner, var = scope.bind(name, item) if name else scope.bind_it(item, candidate=False)
        inner = inner.knowing(checker.facts_of_filter(of, var))
        points = self.whole.formula(text, key, inner, (var,), INT)
        return None if points is None else t.Line(id_, t.Formula(each, (), (), of), var, points)

    def outcomes(self) -> tuple[t.Result, ...]:
        found = []
        scope = replace(Scope(Names(), {}, me=True), total=True)
        for id_, decl in self.whole.game.outcomes.items():
            when = self.whole.optional(decl.when, f"outcome/{id_}", Scope(Names(), {}), BOOL)
            most = {}
            for name, text in decl.most.items():
                formula = self.whole.formula(text, f"outcome/{id_}", scope, ("total",), INT)
                if formula is not None:
                    most[name] = formula
            rank = None
            if decl.rank is not None:
                rank = self.whole.formula(decl.rank, f"outcome/{id_}", scope, ("total",), None)
                if rank is not None and not isinstance(rank.value.type, EnumType | UnknownType):
                    self.whole.problems.error(
                        "T503", f"this is {describe_type(rank.value.type)}", decl.rank.span, expected="a rank"
                    )
            found.append(t.Result(id_, when, most, rank))
        return tuple(found)
