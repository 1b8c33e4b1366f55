"""Verbs, and the abilities that hear them or are used at prompts, to the reference walker."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from rulewright.dsl import typed as t
from rulewright.dsl.visit import statements
from rulewright.engine.events import hear, replacement, run_hook
from rulewright.engine.walk_statements import Body, Statements
from rulewright.engine.walk_values import Here

if TYPE_CHECKING:
    from rulewright.engine.machine import Machine
    from rulewright.engine.program import Program


class Events(Statements):
    """What happens around and in place of verbs."""

    def __init__(self, program: Program) -> None:
        super().__init__(program)
        self.space: dict[str, Callable[..., Any]] = {}  # functions that the engine asks for by name

    def pure(self, formula: t.Formula, names: tuple[str, ...] = ()) -> Callable[..., Any]:
        return lambda m, *args: self.formula(m, formula, dict(zip(names, args, strict=True)))

    def procedure_of(self, verb: t.Verb) -> str:
        events = [c.event for c in self.rules.clauses if c.ability.sort == "after"]
        heard = any(event is not None and event.verb == verb.name for event in events)
        return f"{'body' if heard and has_stop(verb.do.body) else 'verb'}/{verb.name}"

    def verb(self, m: Machine, me: int, verb: t.Verb, args: tuple[Any, ...]) -> Any:
        """Before-hooks; then a replacement, or the verb itself and its after-hooks. Gives the result."""
        m.spend()
        if verb.requires is not None:
            given = {"me": me, **dict(zip(verb.params, args, strict=True))}
            if not self.formula(m, verb.requires, given):
                m.not_now(verb.name)
        self.hooks(m, me, "before", verb, args)
        hearing = self.program.functions.get(f"HEAR_instead_of_{verb.name}")
        found = None if hearing is None else replacement(m, hearing, me, args)
        if found is not None:
            m.s.replacing = (*m.s.replacing, found)
            run_hook(m, me, found, args)
            m.s.replacing = m.s.replacing[:-1]
            if m.ret:  # otherwise it was declined
                return None
        if m.log is not None:
            m.log.append(("event", verb.name, me, *args))
        here = Here(m, {"me": me, **dict(zip(verb.params, args, strict=True))}, self.procedure_of(verb))
        self.text(here, verb.do.body)
        self.hooks(m, me, "after", verb, args)
        return here.names.get("result")

    def hooks(self, m: Machine, me: int, stage: str, verb: t.Verb, args: tuple[Any, ...]) -> None:
        hearing = self.program.functions.get(f"HEAR_{stage}_{verb.name}")
        for heard in () if hearing is None else tuple(hear(m, hearing, me, args)):
            assert not run_hook(m, me, heard, args)

    def spend(self, s: Any, budget: str | None, me: int, this: int) -> None:
        if budget is not None:
            getattr(s, f"budget_{budget}")[me if self.game.budgets[budget].of == "seat" else this] += 1

    def fits(
        self, here: Here, clause: t.Clause, pattern: tuple[t.Expr | None, ...], given: Sequence[Any]
    ) -> bool:
        """Whether a clause waits for this event or prompt, its budget lasts and its `when` is true."""
        if any(e is not None and x != self.value(e, here) for e, x in zip(pattern, given, strict=True)):
            return False
        budget = clause.ability.uses
        if budget is not None:
            holder = here.me if self.game.budgets[budget].of == "seat" else here.names["this"]
            if not self.program.budget_left(here.m, budget, holder):
                return False
        return clause.when is None or bool(self.formula(here.m, clause.when, here.names))

    def clause_functions(self, i: int, clause: t.Clause) -> None:
        space, sort = self.space, clause.ability.sort
        names = ("me", "this", *clause.params)
        if sort == "modify":
            assert clause.amount is not None
            if clause.when is not None:
                space[f"when_{i}"] = self.pure(clause.when, names)
            space[f"amount_{i}"] = self.pure(clause.amount, (*names, "so_far_0"))
            return
        assert clause.body is not None
        text = clause.body.text
        if sort == "window":
            then = self.rules.window_thens.get(str(clause.ability.subject))
            target = None
            if clause.target is not None and clause.target_text is not None:
                target = t.Choose(0, len(clause.target_text.text), False, clause.target, clause.body.body, ())
                self.procedure(f"use/{clause.id}", clause.target_text, (target,))
            for part in (clause.cost, None if target else clause.body, then):
                if part is not None:
                    self.procedure(f"use/{clause.id}", part.text, part.body)
            space[f"available_{i}"] = lambda m, *given: self.available(clause, m, *given)
            space[f"use_{i}"] = lambda m, me, this: self.use(clause, target, m, me, this)
            space[f"use_{i}"].__name__ = f"use_{i}"
            return
        event = clause.event
        assert event is not None
        branch = t.MenuBranch(clause.ability.id, None, clause.body.body)
        asked = t.Menu(0, len(text.text), True, None, None, (branch,))
        self.procedure(f"hook/{clause.id}", text, (asked,) if clause.ability.may else clause.body.body)

        def here(m: Machine, args: tuple[Any, ...]) -> Here:
            return Here(m, dict(zip(names, args, strict=True)), f"hook/{clause.id}")

        space[f"applies_{i}"] = lambda m, *args: self.fits(here(m, args), clause, event.args, args[2:])
        space[f"hook_{i}"] = lambda m, *args: self.hook(clause, asked, here(m, args))

    def hook(self, clause: t.Clause, asked: t.Menu, here: Here) -> int:
        assert clause.body is not None
        here.m.spend()
        if clause.ability.may and self.ask(here, asked, None, None, lambda: (0,), lambda: True) is None:
            here.m.ret = False
            return 0
        me, this = here.me, here.names["this"]
        if here.m.log is not None:
            here.m.log.append(("ability", clause.id, me, this))
        self.spend(here.m.s, clause.ability.uses, me, this)
        self.text(here, clause.body.body)
        here.m.ret = True
        return 0

    def available(
        self, clause: t.Clause, m: Machine, me: int, this: int, prompt: int, args: tuple[Any, ...]
    ) -> bool:
        here = Here(m, {"me": me, "this": this})
        asked = clause.prompt
        if asked is not None and prompt != list(self.game.prompts).index(asked.prompt):
            return False
        if not self.fits(here, clause, asked.args if asked else (), args if asked else ()):
            return False
        for paid in clause.cost.body if clause.cost is not None else ():
            if isinstance(paid, t.VerbCall):
                verb, given = self.rules.verbs[paid.verb], [self.value(a, here) for a in paid.args]
                names = {"me": me, **dict(zip(verb.params, given, strict=True))}
                if verb.requires is not None and not self.formula(m, verb.requires, names):
                    return False
        if clause.target is None:
            return True
        least = 1 if clause.target.least is None else self.value(clause.target.least, here)
        return len(self.value(clause.target.set, here)) >= least

    def use(self, clause: t.Clause, target: t.Choose | None, m: Machine, me: int, this: int) -> int:
        assert clause.body is not None
        window = self.game.windows[str(clause.ability.subject)]
        here = Here(m, {"me": me, "this": this}, f"use/{clause.id}")
        m.spend()
        if m.log is not None:
            m.log.append(("ability", clause.id, me, this))
        self.spend(m.s, window.uses, me, this)
        self.spend(m.s, clause.ability.uses, me, this)
        self.text(here, () if clause.cost is None else clause.cost.body)
        self.text(here, clause.body.body if target is None else (target,))
        then = self.rules.window_thens.get(window.name)
        if then is not None:
            self.text(Here(m, {"me": me, "this": this}, here.procedure), then.body)
        return 0


def has_stop(body: Body) -> bool:
    return any(isinstance(node, t.Stop) for statement in body for node in statements(statement))
