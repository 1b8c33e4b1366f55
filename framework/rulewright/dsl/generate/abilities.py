"""Abilities to Python: modifiers, what hears an event, and what is activated in a window."""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.dsl import typed as t
from rulewright.dsl.generate import steps as g
from rulewright.dsl.generate.procedure import Procedure
from rulewright.dsl.generate.writer import Writer, has_stop
from rulewright.model.types import BOOL, INT, ComponentType, Type


class AbilityWriter(Writer):
    """Writes the functions of each clause, by its number."""

    def clauses(self) -> None:
        for index, clause in enumerate(self.rules.clauses):
            if clause.ability.sort == "modify":
                self._static(index, clause)
            elif clause.ability.sort == "window":
                self._activated(index, clause)
            else:
                self._triggered(index, clause)

    def _static(self, index: int, clause: t.Clause) -> None:
        params = ["me", "this", *clause.params]
        if clause.when is not None:
            self.formula_function(f"when_{index}", params, clause.when, clause.id)
        assert clause.amount is not None
        self.formula_function(f"amount_{index}", [*params, "so_far_0"], clause.amount, clause.id)

    def _applies(
        self, procedure: Procedure, clause: t.Clause, args: tuple[t.Expr | None, ...], given: Sequence[str]
    ) -> list[str]:
        """The tests that an event or prompt and a clause fit together (but for `when`)."""
        tests = []
        for expr, name in zip(args, given, strict=True):
            if expr is not None and not (
                isinstance(expr, t.Local) and expr.name == "this" and name != "this"
            ):
                tests.append(f"{name} == {self.values.tight(expr, procedure.env)}")
            elif expr is not None:
                tests.append(f"{name} == this")
        if clause.ability.uses is not None:
            tests.append(self.budget_test(clause.ability.uses, procedure))
        return tests

    def budget_test(self, budget: str, procedure: Procedure) -> str:
        formula = self.rules.budget_limits[budget]
        apart = self.values.apart(formula)
        limit = f"limit_{budget}(m)" if apart else self.values.tight(formula.value, procedure.env)
        return f"s.budget_{budget}[{self.holder(budget)}] < {limit}"

    def holder(self, budget: str) -> str:
        return "me" if self.game.budgets[budget].of == "seat" else "this"

    def _triggered(self, index: int, clause: t.Clause) -> None:
        assert clause.event is not None and clause.body is not None
        params = ["me", "this", *clause.params]
        test = Procedure(self, clause.id, f"applies_{index}", clause.when.text if clause.when else None)
        self.module.add("")
        self.module.add(f"def applies_{index}({', '.join(['m', *params])}):")
        test.line("s = m.s")
        for text in self._applies(test, clause, clause.event.args, clause.params):
            test.line(f"if not ({text}): return False")
        if clause.when is not None:
            with self.reading(test, clause.when) as when:
                test.line(f"return {when}")
        else:
            test.line("return True")
        body: tuple[t.Stmt, ...] = clause.body.body
        start, end = 0, len(clause.body.text.text)
        if clause.ability.uses is not None:
            body = (g.Spend(start, end, clause.ability.uses, self.holder(clause.ability.uses)), *body)
        body = (g.Log(start, end, ("'ability'", repr(clause.id), "me", "this")), *body)
        replaces = clause.ability.sort == "instead_of"  # its result says whether it was done
        if replaces:
            body = (t.SetResult(start, end, t.Const(BOOL, start, end, True)), *body)
        if clause.ability.may:
            body = (t.Menu(start, end, True, None, None, (t.MenuBranch(clause.ability.id, None, body),)),)
        types = dict(zip(clause.params, self.rules.verbs[clause.event.verb].types, strict=True))
        types |= self._this_type(clause)
        gives = BOOL if replaces else None
        self.procedure(f"hook/{clause.id}", f"hook_{index}", clause.body.text, params, body, types, gives)

    def _this_type(self, clause: t.Clause) -> dict[str, Type]:
        return {"this": INT if clause.host is None else ComponentType(clause.host)}  # -1: the game's own

    def _activated(self, index: int, clause: t.Clause) -> None:
        assert clause.body is not None
        self._available(index, clause)
        window = self.game.windows[str(clause.ability.subject)]
        start, end = 0, len(clause.body.text.text)
        body: list[t.Stmt] = [g.Log(start, end, ("'ability'", repr(clause.id), "me", "this"))]
        for budget in (window.uses, clause.ability.uses):
            if budget is not None:
                body.append(g.Spend(start, end, budget, self.holder(budget)))
        params = ["me", "this"]
        types = self._this_type(clause)
        if clause.cost is not None and has_stop(clause.cost.body):  # `stop` ends the cost, not the ability
            self.procedure(
                f"cost/{clause.id}", f"cost_{index}", clause.cost.text, params, clause.cost.body, types
            )
            body.append(g.CallBody(start, end, f"cost_{index}", ("me", "this"), self.stops(clause.cost.body)))
        elif clause.cost is not None:
            body.append(g.InText(start, end, clause.cost.text, clause.cost.body))
        then = self.rules.window_thens.get(window.name)
        effect = clause.body.body
        if then is not None and has_stop(effect):
            args = [*params, *clause.body.params]
            types = self._this_type(clause)
            if clause.target is not None:
                types[clause.target.var] = clause.target.item
            self.procedure(f"effect/{clause.id}", f"effect_{index}", clause.body.text, args, effect, types)
            effect = (g.CallBody(start, end, f"effect_{index}", tuple(args), self.stops(effect)),)
        if clause.target is not None and clause.target_text is not None:
            target_end = len(clause.target_text.text)
            inner = (g.InText(start, end, clause.body.text, effect),)
            choose = t.Choose(0, target_end, False, clause.target, inner, ())
            body.append(g.InText(0, target_end, clause.target_text, (choose,)))
        else:
            body += effect
        if then is not None:
            body.append(g.InText(0, len(then.text.text), then.text, then.body))
        types = self._this_type(clause)
        self.procedure(f"use/{clause.id}", f"use_{index}", clause.body.text, params, tuple(body), types)

    def _available(self, index: int, clause: t.Clause) -> None:
        """Whether an activated ability may be used at this prompt."""
        test = Procedure(
            self, clause.id, f"available_{index}", clause.when.text if clause.when else clause.target_text
        )
        self.module.add("")
        self.module.add(f"def available_{index}(m, me, this, prompt, args):")
        test.line("s = m.s")
        if clause.prompt is not None:
            names = list(self.game.prompts)
            test.line(f"if prompt != {names.index(clause.prompt.prompt)}: return False")
            given = [f"args[{i}]" for i in range(len(clause.prompt.args))]
            for text in self._applies(test, clause, clause.prompt.args, given):
                test.line(f"if not ({text}): return False")
        elif clause.ability.uses is not None:
            test.line(f"if not ({self.budget_test(clause.ability.uses, test)}): return False")
        if clause.when is not None:
            with self.reading(test, clause.when) as when:
                test.line(f"if not ({when}): return False")
        for paid in clause.cost.body if clause.cost is not None else ():
            if isinstance(paid, t.VerbCall) and self.rules.verbs[paid.verb].requires is not None:
                args = ", ".join(["m", "me", *(test.value(a) for a in paid.args)])
                test.line(f"if not can_{paid.verb}({args}): return False")
        if clause.target is not None:
            pick = clause.target
            least = 1 if pick.least is None else pick.least
            need = str(least) if isinstance(least, int) else test.value(least)
            if need == "1":
                found = self.values.comprehension(pick.set, test.env, "True", bare=True)
                test.line(f"return any({found})")
            else:
                test.line(f"return len({self.values.comprehension(pick.set, test.env)}) >= {need}")
        else:
            test.line("return True")
