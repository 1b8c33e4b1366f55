"""Steps, turns, rounds, secret choices and hooks to Python: each step is a function of its own."""

from __future__ import annotations

from rulewright.dsl import typed as t
from rulewright.dsl.facts import never_negative
from rulewright.dsl.generate import steps as g
from rulewright.dsl.generate.choices import options_of, prompt_args
from rulewright.dsl.generate.procedure import EMITTERS, After, Procedure
from rulewright.dsl.generate.sites import HeardType, function_of
from rulewright.dsl.generate.writer import Writer, has_stop
from rulewright.model.game import turns_with_windows, windows_in
from rulewright.model.types import INT, SEAT, ComponentType, ListType, SeatType, Type


class FlowWriter(Writer):
    """Writes the flow; see module.py for the rest of the module."""

    def flow(self) -> None:
        if self.rules.ends is not None and self.values.apart(self.rules.ends):
            self.formula_function("ends", ("me", "this"), self.rules.ends, "ends")
        for step in self.rules.flow:
            self._step(step, (), INT)
        body = tuple(g.RunStep(0, 0, step) for step in self.rules.flow)
        self.procedure("match", "match", None, ["me", "this"], body, {"this": INT})

    def _step(self, step: t.FlowStep, rounds: tuple[str, ...], this: Type) -> None:
        """The functions of a step: `step_…` runs the whole, `turn_…` one turn, `secret_…` one reveal.

        `this` is what the turn around it is of; a number (-1) if that is a seat's or there is none.
        """
        repeated = step.times is not None or step.until is not None
        if repeated:
            rounds = (*rounds, f"count_{step.step.id}")
        self.round_names[step.path] = rounds
        for child in step.steps:
            nth = () if step.turns is None else (f"nth_{function_of(step.path)}",)
            self._step(child, (*rounds, *nth), self._this(step, this))
        name = function_of(step.path)
        if step.until is not None and self.values.apart(step.until):
            self.formula_function(f"until_{name}", ("me", "this"), step.until, f"step/{step.path}")
        if step.guard is not None and step.guard.lets:
            self.formula_function(f"guard_{name}", ("me", "this"), step.guard, f"step/{step.path}")
        body: tuple[t.Stmt, ...]
        if step.turns is not None:
            types = {"this": self._this(step, this)}
            self.procedure(
                f"turn/{step.path}", f"turn_{name}", None, ["me", "this"], self._turn_body(step, this), types
            )
            body = (g.Turns(0, 0, step),)
        elif step.picks:
            self._secret(step)
            body = (g.AtOnce(0, 0, step),)
        else:
            body = self._plain_body(step, this)
        if repeated:
            body = (g.Rounds(0, 0, step, body),)
        body = (g.Log(0, 0, ("'step'", repr(step.path))), *body)
        if step.if_ is not None:
            test = step.if_.value
            run = t.If(test.start, test.end, test, body, ())
            body = (g.InText(0, 0, step.if_.text, (*step.if_.lets, run)),)
        self.procedure(f"step/{step.path}", f"step_{name}", None, ["me", "this"], body, {"this": this})

    def _this(self, step: t.FlowStep, around: Type) -> Type:
        """What `this` is in the turns of a step, or in the step itself if it has none."""
        if step.turns is None:
            return around
        return step.turn_of if isinstance(step.turn_of, ComponentType) else INT

    def _plain_body(self, step: t.FlowStep, around: Type) -> tuple[t.Stmt, ...]:
        if step.do is not None:
            if not has_stop(step.do.body):
                return (g.InText(0, 0, step.do.text, step.do.body),)
            name = function_of(step.path)  # `stop` ends the text, not the rounds or the turn around it
            types = {"this": self._this(step, around)}
            self.procedure(f"do/{step.path}", f"do_{name}", step.do.text, ["me", "this"], step.do.body, types)
            return (g.CallBody(0, 0, f"do_{name}", ("me", "this"), self.stops(step.do.body)),)
        return tuple(g.RunStep(0, 0, child) for child in step.steps)

    def _turn_body(self, step: t.FlowStep, around: Type) -> tuple[t.Stmt, ...]:
        body = self._plain_body(step, around)
        if any(w.at_end for w in windows_in(self.game, step.path)):
            body = (*body, g.EndWindow(0, 0, step))
        return body

    def _secret(self, step: t.FlowStep) -> None:
        """A function per pick that gives its options and prompt arguments; one that does what was chosen."""
        name = function_of(step.path)
        earlier: list[str] = []
        for index, (pick, text) in enumerate(zip(step.picks, step.pick_texts, strict=True)):
            procedure = Procedure(self, f"secret/{step.path}/{index}", f"options_{name}_{index}", text)
            procedure.node = t.Stop(0, len(text.text))
            self.module.add("")
            self.module.add(f"def options_{name}_{index}({', '.join(['m', 'me', *earlier])}):")
            procedure.scope = ["me", *earlier]
            procedure.line("s = m.s")
            procedure.line(f"return {options_of(procedure, pick)}, {prompt_args(procedure, pick.prompt)}")
            many = pick.mode in ("each", "together")
            procedure.site(step, f"pick{index}", "secret", pick.item, many, pick.prompt)
            earlier.append(pick.var)
        if step.do is not None:
            params = ["me", *step.do.params]
            types = {
                pick.var: ListType(pick.item) if pick.mode == "together" else pick.item for pick in step.picks
            }
            self.procedure(f"do/{step.path}", f"do_{name}", step.do.text, params, step.do.body, types)

    def looked_at(self, p: Procedure, formula: t.Formula, function: str) -> str:
        """A formula that is read only after a turn or round."""
        return f"{function}(m, me, this)" if self.values.apart(formula) else p.value(formula.value)

    def window_of(self, path: str) -> int:
        """The number of the group of windows open in the turns of a step; -1 for none."""
        steps = turns_with_windows(self.game)
        return steps.index(path) if path in steps else -1

    def place(self, step: t.FlowStep, who: str | None) -> str:
        """The structural place of a draw: the step, the rounds around it, whose turn or answer it is."""
        parts = [repr(step.path), *(f"s.{column}" for column in self.round_names[step.path])]
        if who is not None:
            parts.append(who)
        return f"({', '.join(parts)}{',' if len(parts) == 1 else ''})"

    def reset_budgets(self, procedure: Procedure, per: str) -> None:
        for budget in self.game.budgets.values():
            if budget.per == per:
                size = self.values.seats if budget.of == "seat" else f"len(N_{budget.of})"
                procedure.line(f"s.budget_{budget.name} = [0] * {size}")


# --- statements --------------------------------------------------------------------------------


def _writer(p: Procedure) -> FlowWriter:
    assert isinstance(p.writer, FlowWriter)
    return p.writer


def _run_step(p: Procedure, node: g.RunStep) -> None:
    writer = _writer(p)
    path = node.step.path
    if node.step.turns is None:
        p.line(f"s.place = {writer.place(node.step, None)}")
        p.line("s.drawn = {}; s.asked = {}")
    over = writer.rules.ends is not None

    def resume() -> None:
        if over:
            p.line("if s.over: return 0")

    p.called(node, "run", f"step_{function_of(path)}(m, me, this)", True, resume if over else None)
    resume()


def _rounds(p: Procedure, node: g.Rounds) -> None:
    p.line(f"s.count_{node.step.step.id} = 0")
    _more_rounds(p, node)


def _more_rounds(p: Procedure, node: g.Rounds) -> None:
    writer = _writer(p)
    step = node.step
    count = f"s.count_{step.step.id}"
    p.line("while True:")
    p.indent += 1
    if writer.rules.ends is not None:
        over = writer.looked_at(p, writer.rules.ends, "ends")
        p.line(f"if {count} > 0 and ({over}):")
        p.line("    s.over = True")
        p.line("    return 0")
    if step.times is not None:
        with writer.reading(p, step.times) as times:
            most = times if never_negative(step.times.value) else f"m.none_or_more({times})"
            p.line(f"if {count} >= {most}: break")
    if step.until is not None:
        done = writer.looked_at(p, step.until, f"until_{function_of(step.path)}")
        p.line(f"if {count} > 0 and ({done}): break")
    if step.guard is not None:
        most = writer.looked_at(p, step.guard, f"guard_{function_of(step.path)}")
        with p.placed(step.guard.text, 0, len(step.guard.text.text)):
            p.line(f"if {count} >= {most}: m.too_many_rounds({step.path!r}, {count})")
    p.line(f"{count} += 1")
    again = step.times or step.until
    assert again is not None
    with p.placed(again.text, again.value.start, again.value.end):
        p.spend()
    if writer.logging:
        p.line(f"m.log.append(('round', {step.path!r}, {count}))")
    writer.reset_budgets(p, step.step.id)
    p.line(f"s.place = {writer.place(step, None)}")
    p.line("s.drawn = {}; s.asked = {}")
    p.after.append(After(lambda: _more_rounds(p, node), False, list(p.scope)))
    p.block(node.body)
    p.after.pop()
    p.indent -= 1


def _turns(p: Procedure, node: g.Turns) -> None:
    writer = _writer(p)
    number = p.number(node, "turns")
    items, index = f"turns{number}", f"turn{number}"
    assert node.step.turns is not None and node.step.turn_of is not None
    p.types[items], p.types[index] = ListType(node.step.turn_of), INT
    with writer.reading(p, node.step.turns) as turns:
        p.line(f"{items} = tuple({turns})")
    p.line(f"{index} = 0")
    p.scope += [items, index]
    _more_turns(p, node, items, index)
    p.scope.remove(items)
    p.scope.remove(index)


def _more_turns(p: Procedure, node: g.Turns, items: str, index: str) -> None:
    writer = _writer(p)
    step = node.step
    name = function_of(step.path)
    kept = list(p.scope)
    for var in (items, index):
        if var not in p.scope:
            p.scope.append(var)
    p.line(f"while {index} < len({items}):")
    p.indent += 1
    p.line(f"{index} += 1")
    assert step.turns is not None
    with p.placed(step.turns.text, step.turns.value.start, step.turns.value.end):
        p.spend()
    seat, this = f"{items}[{index} - 1]", "-1"
    uid = seat
    if isinstance(step.turn_of, ComponentType):
        uid = f"m.program.kinds[{step.turn_of.kind!r}].uids[{seat}]"
    nth = "1" if g.each_once(step) else f"{{{items}[:{index}].count({seat})}}"  # that of others plays no part
    who = f'f"{{{uid}}}/{nth}"'
    if step.steps:
        p.line(f"s.nth_{name} = {who}")
        who = f"s.nth_{name}"
    p.line(f"s.place = {writer.place(step, who)}")
    p.line("s.drawn = {}; s.asked = {}")
    if not isinstance(step.turn_of, SeatType):
        kind = step.turn_of.kind  # type: ignore[union-attr]  # a step of components
        this = seat
        seat = writer.values.owner(kind, this)
    p.line(f"start_turn_{name}(m, {seat}, {this})")
    over = writer.rules.ends

    def resume() -> None:
        if over is not None:
            p.line(f"if s.over or ({writer.looked_at(p, over, 'ends')}):")
            p.line("    s.over = True")
            p.line("    return 0")

    again = After(lambda: _more_turns(p, node, items, index), False, kept)
    p.after.append(again)
    p.called(node, "turn", f"turn_{name}(m, {seat}, {this})", True, resume)
    resume()
    p.after.pop()
    p.indent -= 1
    if writer.window_of(step.path) >= 0:
        p.line("s.window = -1")
    p.scope = list(kept)


def _at_once(p: Procedure, node: g.AtOnce) -> None:
    writer = _writer(p)
    step = node.step
    number = p.number(node, "seats")
    seats = f"seats{number}"
    p.types[seats] = ListType(SEAT)
    assert step.seats is not None
    with writer.reading(p, step.seats) as listed:
        p.line(f"{seats} = tuple({listed})")
    p.line("s.secret = {}")
    p.scope.append(seats)
    _gather(p, node, seats)
    p.scope.remove(seats)


def _gather(p: Procedure, node: g.AtOnce, seats: str) -> None:
    """Ask until all answers are in; then do what was chosen, seat by seat."""
    step = node.step
    name = p.stop(node, "gather", [], lambda: _gather(p, node, seats))
    p.line(f"if at_once(m, {step.path!r}, {seats}):")
    p.indent += 1
    p.push(name, [])
    p.indent -= 1
    index = f"i{p.number(node, 'reveal')}"
    p.types[index] = INT
    p.line(f"{index} = 0")
    _reveal(p, node, seats, index)


def _reveal(p: Procedure, node: g.AtOnce, seats: str, index: str) -> None:
    writer = _writer(p)
    step = node.step
    kept = list(p.scope)
    for var in (seats, index):
        if var not in p.scope:
            p.scope.append(var)
    if step.do is not None:
        picks = len(step.picks)
        p.line(f"while {index} < len({seats}):")
        p.indent += 1
        p.line(f"{index} += 1")
        p.line(f"answers = s.secret.get({seats}[{index} - 1], ())")
        p.line(f"if len(answers) < {picks}: continue")
        p.line(f"s.place = {writer.place(step, f'{seats}[{index} - 1]')}")
        p.line("s.drawn = {}; s.asked = {}")
        p.after.append(After(lambda: _reveal(p, node, seats, index), False, kept))
        call = f"do_{function_of(step.path)}(m, {seats}[{index} - 1], *answers)"
        p.called(node, "do", call, writer.stops(step.do.body))
        p.after.pop()
        p.indent -= 1
    p.line("s.secret = {}")
    p.scope = list(kept)


def _end_window(p: Procedure, node: g.EndWindow) -> None:
    """Offer what the window still allows, until it is declined or nothing is left."""
    number = p.number(node, "options")
    i, x = f"i{number}", f"x{number}"
    p.types[x] = HeardType()
    _, described = p.site(node, "ask", "window", None, False, None)

    def again() -> None:
        _end_window(p, node)

    p.line("while True:")
    p.indent += 1
    p.line(f"{x} = tuple(WINDOWS[s.window](m, me, -1, ())) if s.window >= 0 else ()")
    p.line(f"if not {x}: break")

    def answered() -> None:
        p.line(f"if {i} > 0:")
        p.indent += 1
        p.line(f"{x} = {x}[{i} - 1]")
        used = p.stop(node, "use", [], again)
        p.line(f"if USE[{x}[0]](m, {x}[1]):")
        p.indent += 1
        p.push(used, [])
        p.indent -= 2

    def resumed() -> None:
        p.line(f"{i} = m.answer")
        answered()
        p.line(f"if {i} > 0:")
        p.indent += 1
        again()
        p.indent -= 1

    name = p.stop(node, "ask", [x], resumed)
    p.line(f"{i} = m.ask({described}, me, (), {x}, True, ())")
    p.line(f"if {i} < 0:")
    p.indent += 1
    p.push(name, [x])
    p.indent -= 1
    answered()
    p.line(f"if {i} == 0: break")
    p.indent -= 1


def _hooks(p: Procedure, node: g.Hooks) -> None:
    number = p.number(node, "heard")
    heard, index = f"heard{number}", f"h{number}"
    p.types[heard], p.types[index] = HeardType(), INT
    params = node.verb.params
    args = f"({', '.join(params)}{',' if len(params) == 1 else ''})"
    p.line(f"{heard} = hear(m, HEAR_{node.stage}_{node.verb.name}, me, {args})")
    p.line(f"{index} = 0")
    _more_hooks(p, node, heard, index)


def _more_hooks(p: Procedure, node: g.Hooks, heard: str, index: str) -> None:
    kept = list(p.scope)
    for var in (heard, index):
        if var not in p.scope:
            p.scope.append(var)
    p.line(f"while {index} < len({heard}):")
    p.indent += 1
    p.line(f"{index} += 1")
    comma = "," if node.verb.params else ""
    params = ", ".join(["m", "me", f"{heard}[{index} - 1]", f"({', '.join(node.verb.params)}{comma})"])
    p.after.append(After(lambda: _more_hooks(p, node, heard, index), False, kept))
    p.called(node, "hook", f"run_hook({params})", True)
    p.after.pop()
    p.indent -= 1
    p.scope = list(kept)


def _require(p: Procedure, node: g.Require) -> None:
    requires = node.verb.requires
    assert requires is not None
    args = ", ".join(["m", "me", *node.verb.params])
    values = _writer(p).values
    test = f"can_{node.verb.name}({args})" if values.apart(requires) else values.tight(requires.value, p.env)
    p.line(f"if not {test}: m.not_now({node.verb.name!r})")


def _instead(p: Procedure, node: g.Instead) -> None:
    params = node.verb.params
    args = f"({', '.join(params)}{',' if len(params) == 1 else ''})"
    number = p.number(node, "heard")
    found = f"instead{number}"
    p.line(f"{found} = replacement(m, HEAR_instead_of_{node.verb.name}, me, {args})")
    p.line(f"if {found} is not None:")
    p.indent += 1

    def resume() -> None:  # a replacement that was declined leaves the event as it is
        p.line("s.replacing = s.replacing[:-1]")
        p.line("if m.ret: return 0")

    p.line(f"s.replacing = (*s.replacing, {found})")
    p.called(node, "hook", f"run_hook(m, me, {found}, {args})", True, resume)
    resume()
    p.indent -= 1


EMITTERS.update(
    {
        g.RunStep: _run_step,
        g.Rounds: _rounds,
        g.Turns: _turns,
        g.AtOnce: _at_once,
        g.EndWindow: _end_window,
        g.Hooks: _hooks,
        g.Instead: _instead,
        g.Require: _require,
    }
)
