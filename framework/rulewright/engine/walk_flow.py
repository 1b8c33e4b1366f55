"""Steps, rounds and turns to the reference walker."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from rulewright.dsl import typed as t
from rulewright.dsl.generate.sites import function_of
from rulewright.engine.secret import at_once
from rulewright.engine.walk_events import Events, has_stop
from rulewright.engine.walk_statements import is_many
from rulewright.engine.walk_values import Here
from rulewright.model.game import windows_in
from rulewright.model.types import ComponentType, SeatType

if TYPE_CHECKING:
    from rulewright.engine.machine import Machine
    from rulewright.engine.program import Program


class Flow(Events):
    """What comes after what."""

    def __init__(self, program: Program) -> None:
        super().__init__(program)
        self.made: list[t.Stmt] = []  # keeps nodes made here alive, as sites go by their ids
        self.end_window: dict[str, t.Stmt] = {}  # step -> the decision at the end of its turns
        self.rounds: dict[str, tuple[str, ...]] = {}  # step -> the repeated steps around it, itself included

    def flow_step(self, step: t.FlowStep, rounds: tuple[str, ...]) -> None:
        """The functions of a step and of those in it."""
        if step.times is not None or step.until is not None:
            rounds = (*rounds, f"count_{step.step.id}")
        self.rounds[step.path] = rounds
        for child in step.steps:
            self.flow_step(
                child, rounds if step.turns is None else (*rounds, f"nth_{function_of(step.path)}")
            )
        name = function_of(step.path)
        if step.do is not None:
            self.procedure(self.procedure_of_step(step), step.do.text, step.do.body)
        if step.turns is not None:
            self.made.append(t.Stop(0, 0))
            self.end_window[step.path] = self.made[-1]
            self.site(f"turn/{step.path}", self.made[-1], "window", None, False, None, (), None)
            self.space[f"turn_{name}"] = lambda m, me, this: self.turn(m, step, me, this)
        earlier: list[str] = ["me"]
        for i, (pick, text) in enumerate(zip(step.picks, step.pick_texts, strict=True)):
            self.made.append(t.Stop(0, len(text.text)))
            secret = (f"secret/{step.path}/{i}", self.made[-1], "secret")
            self.site(*secret, pick.item, is_many(pick), pick.prompt, (), text)
            self.space[f"options_{name}_{i}"] = self.secret_options(pick, tuple(earlier))
            earlier.append(pick.var)
        self.space[f"do_{name}"] = lambda m, me, *answers: self.do(m, step, me, -1, answers)
        self.space[f"step_{name}"] = lambda m, me, this: self.whole_step(m, step, me, this)

    def procedure_of_step(self, step: t.FlowStep) -> str:
        own = step.picks or (step.do is not None and has_stop(step.do.body))
        return f"{'do' if own else 'turn' if step.turns else 'step'}/{step.path}"

    def secret_options(self, pick: t.Pick, names: tuple[str, ...]) -> Callable[..., tuple[Any, ...]]:
        def asked(m: Machine, *given: Any) -> tuple[Any, ...]:
            here = Here(m, dict(zip(names, given, strict=True)))
            return self.options(here, pick), self.prompt_args(here, pick.prompt)

        return asked

    def place(self, m: Machine, step: t.FlowStep, *who: int | str) -> None:
        m.s.place = (step.path, *(getattr(m.s, column) for column in self.rounds[step.path]), *who)
        m.s.drawn, m.s.asked = {}, {}

    def run_steps(self, m: Machine, steps: Sequence[t.FlowStep], me: int, this: int) -> int:
        for step in steps:
            if step.turns is None:
                self.place(m, step)
            self.whole_step(m, step, me, this)
            if m.s.over:
                break
        return 0

    def whole_step(self, m: Machine, step: t.FlowStep, me: int, this: int) -> int:
        if step.if_ is not None and not self.flow_value(m, step.if_, me, this):
            return 0
        if m.log is not None:
            m.log.append(("step", step.path))
        if step.times is None and step.until is None:
            self.once(m, step, me, this)
            return 0
        s, count = m.s, f"count_{step.step.id}"
        setattr(s, count, 0)
        while not s.over:
            done = getattr(s, count)
            if step.times is not None and done >= m.none_or_more(self.flow_value(m, step.times, me, this)):
                break
            if step.until is not None and done and self.flow_value(m, step.until, me, this):
                break
            if step.guard is not None and done >= self.flow_value(m, step.guard, me, this):
                m.too_many_rounds(step.path, done)
            setattr(s, count, done + 1)
            m.spend()
            if m.log is not None:
                m.log.append(("round", step.path, done + 1))
            for budget in self.game.budgets.values():
                if budget.per == step.step.id:
                    column = getattr(s, f"budget_{budget.name}")
                    setattr(s, f"budget_{budget.name}", [0] * len(column))
            self.place(m, step)
            self.once(m, step, me, this)
            self.look_for_the_end(m)
        return 0

    def look_for_the_end(self, m: Machine) -> bool:
        """After each turn and each round."""
        if self.rules.ends is not None and not m.s.over:
            m.s.over = bool(self.formula(m, self.rules.ends, {}))
        return bool(m.s.over)

    def flow_value(self, m: Machine, formula: t.Formula, me: int, this: int) -> Any:
        return self.formula(m, formula, {"me": me, "this": this})

    def once(self, m: Machine, step: t.FlowStep, me: int, this: int) -> None:
        if step.turns is not None:
            self.turns(m, step, me, this)
        elif step.picks:
            self.together(m, step, me, this)
        else:
            self.do(m, step, me, this, ())

    def do(self, m: Machine, step: t.FlowStep, me: int, this: int, answers: tuple[Any, ...]) -> int:
        if step.do is None:
            return self.run_steps(m, step.steps, me, this)
        names = {"me": me, "this": this, **dict(zip(step.do.params, answers, strict=True))}
        self.text(Here(m, names, self.procedure_of_step(step)), step.do.body)
        return 0

    def turns(self, m: Machine, step: t.FlowStep, me: int, this: int) -> None:
        assert step.turns is not None
        listed = tuple(self.flow_value(m, step.turns, me, this))
        for number, who in enumerate(listed):
            m.spend()
            of = step.turn_of
            uid = self.program.kinds[of.kind].uids[who] if isinstance(of, ComponentType) else who
            turn = f"{uid}/{listed[: number + 1].count(who)}"
            self.place(m, step, turn)
            if step.steps:
                setattr(m.s, f"nth_{function_of(step.path)}", turn)
            seat, one = who, -1
            if not isinstance(step.turn_of, SeatType):
                assert isinstance(step.turn_of, ComponentType)
                seat, one = self.program.owner_of(m.s, step.turn_of.kind, who), who
            self.table(f"start_turn_{function_of(step.path)}")(m, seat, one)
            self.turn(m, step, seat, one)
            if self.look_for_the_end(m):
                return
        if windows_in(self.game, step.path):
            m.s.window = -1

    def turn(self, m: Machine, step: t.FlowStep, me: int, this: int) -> int:
        """One turn; at its end the abilities of its window once more, until that is declined."""
        self.do(m, step, me, this, ())
        if m.s.over or not any(w.at_end for w in windows_in(self.game, step.path)):
            return 0
        here = Here(m, {"me": me}, f"turn/{step.path}")
        while uses := self.offered(here, me, -1, ()):
            assert m.policies[me] is not None, f"the walker needs a policy for seat {me}"
            site = self.site_of[here.procedure, id(self.end_window[step.path])]
            index = m.ask(site, me, (), uses, True, ())
            if index == 0:
                break
            clause, bearer = uses[index - 1]
            self.table("USE")[clause](m, bearer)
        return 0

    def together(self, m: Machine, step: t.FlowStep, me: int, this: int) -> None:
        assert step.seats is not None
        seats = tuple(self.flow_value(m, step.seats, me, this))
        m.s.secret = {}
        assert not at_once(m, step.path, seats), "the walker needs a policy for each seat"
        for seat in seats if step.do is not None else ():
            answers = m.s.secret.get(seat, ())
            if len(answers) == len(step.picks):
                self.place(m, step, seat)
                self.do(m, step, seat, -1, answers)
        m.s.secret = {}
