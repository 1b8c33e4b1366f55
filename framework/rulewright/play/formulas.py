"""Formulas of the effect language that stand outside a pack, evaluated in a running match."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from rulewright.dsl import typed as t
from rulewright.dsl.check import GameChecker
from rulewright.dsl.generate.values import ValueWriter
from rulewright.dsl.scope import Names, Scope
from rulewright.engine.machine import FORMULA_FILE, Machine
from rulewright.model.types import BOOL, Type
from rulewright.play.names import Names as Words
from rulewright.source.diagnostics import Problems
from rulewright.source.text import EffectText


class Formulas:
    """Checks and evaluates texts against one match."""

    def __init__(self, machine: Machine, words: Words, problems: Problems) -> None:
        self.machine = machine
        self.names = words
        self.problems = problems
        program = machine.program
        self.checker = GameChecker.of(program.rules, problems)
        raw = {n: program.raw(program.game.settings[n].type, v) for n, v in program.settings.items()}
        self.writer = ValueWriter(program.rules, raw, program.seats)

    def test(self, text: EffectText, seat: int) -> bool | None:
        """Whether a text is true, for `me` if a seat is given; None if it has mistakes, which are noted."""
        found = self.evaluate(text, seat, BOOL)
        return None if found is None else bool(found[0])

    def evaluate(self, text: EffectText, seat: int, expected: Type | None) -> tuple[Any] | None:
        before = len(self.problems.errors)
        formula = self.checker.formula(text, "scenario", Scope(Names(), {}, me=seat >= 0), (), expected)
        if formula is None or len(self.problems.errors) > before:
            return None
        return (self._run(formula, seat),)

    def sides(self, text: EffectText, seat: int) -> str | None:
        """What the sides of the comparison come to that makes a text untrue: `count(pool) is 3`; nothing
        where no comparison alone does."""
        formula = self.checker.formula(text, "scenario", Scope(Names(), {}, me=seat >= 0), (), BOOL)
        if formula is None:
            return None
        test = formula.value
        while isinstance(test, t.Logic) and test.op == "and":
            test = test.right if self._run(replace(formula, value=test.left), seat) else test.left
        if not isinstance(test, t.Compare):
            return None
        shown = []
        for side in (test.left, test.right):
            if not isinstance(side, t.Const):
                raw = self._run(replace(formula, value=side), seat)
                words = " ".join(text.text[side.start : side.end].split())
                shown.append(f"{words} is {self.names.value(side.type, raw)}")
        return ", ".join(shown) or None

    def _run(self, formula: t.Formula, seat: int) -> Any:
        walker = self.machine.program.walker
        if walker is not None:
            return self.machine.judged(walker.formula, formula, {"me": seat})
        lines = ["def formula(m, me):", "    s = m.s"]
        lines += [f"    {let.var} = {self.writer.value(let.value, {})}" for let in formula.lets]
        lines.append(f"    return {self.writer.value(formula.value, {})}")
        space = dict(self.machine.program.functions)
        exec(compile("\n".join(lines), FORMULA_FILE, "exec"), space)  # our own text, from a checked tree
        return self.machine.judged(space["formula"], seat)
