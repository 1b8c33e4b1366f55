"""Statements to Python: plain functions that can be left at any stop and taken up right there.

Where a decision or a draw is answered inside the process nothing is paid. Otherwise the function
pushes one frame (the stop's name and its live locals) and returns 1; every caller on the way out does
the same. Each stop has a generated continuation that starts right there: it is written by emitting
what follows the stop in its own block, then what follows in each block around it.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from rulewright.dsl import typed as t
from rulewright.dsl.generate import steps as g
from rulewright.dsl.generate.values import Env, ValueWriter
from rulewright.model.game import Game
from rulewright.model.types import ComponentType, ListType, Type, ZoneType
from rulewright.source.text import EffectText

Emit = Callable[[], None]


@dataclass(frozen=True, slots=True)
class Site:
    """A stop: what a decision there is about. `name` is stable: procedure and number of the stop."""

    name: str
    kind: str  # choose, menu, window
    item: Type | None
    many: bool  # the pick is a tuple of items
    prompt: str | None
    branches: tuple[str, ...]
    text: EffectText | None
    start: int
    end: int


@dataclass(slots=True)
class After:
    """What follows in one enclosing block or loop; `empty` if that is nothing at all.

    `scope` are the locals that it may read.
    """

    emit: Emit
    empty: bool
    scope: list[str]


class Module:
    """The lines of a module, each with the place in effect text it came from."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.places: list[tuple[EffectText, int, int] | None] = []
        self.sites: dict[str, Site] = {}
        self.frames: dict[str, tuple[Type | None, ...]] = {}  # stop -> types of what its frame holds

    def add(self, line: str, place: tuple[EffectText, int, int] | None = None) -> None:
        self.lines.append(line)
        self.places.append(place)


class Procedure:
    """Writes one function and the continuations of its stops."""

    def __init__(self, writer: ProcedureWriter, name: str, function: str, text: EffectText | None) -> None:
        self.writer = writer
        self.name = name
        self.function = function
        self.text = text
        self.env: Env = {}
        self.scope: list[str] = []
        self.after: list[After] = []
        self.indent = 1
        self.numbers: dict[tuple[int, str], int] = {}
        self.queue: list[tuple[str, list[str], Emit]] = []
        self.queued: set[str] = set()
        self.node: t.Stmt | None = None
        self.types: dict[str, Type] = {}  # of locals that hold anything but plain numbers
        self.gives = False  # a result, kept in the local `result_` until the end

    # --- lines ---------------------------------------------------------------------------------

    def line(self, text: str) -> None:
        place = None
        if self.text is not None and self.node is not None:
            place = (self.text, self.node.start, self.node.end)
        self.writer.module.add("    " * self.indent + text, place)

    def value(self, expr: t.Expr) -> str:
        return self.writer.values.value(expr, self.env)

    def kept_value(self, expr: t.Expr) -> str:
        """A value that is kept under a name: a list as it is now, whatever then happens to its zone."""
        text = self.value(expr)
        made = text.startswith(("[", "range(", "tuple(")) or not isinstance(expr.type, ListType | ZoneType)
        return text if made else f"tuple({text})"

    def number(self, node: object, role: str) -> int:
        """A number of its own for each stop and loop of the procedure, in order of appearance."""
        return self.numbers.setdefault((id(node), role), len(self.numbers))

    # --- functions -----------------------------------------------------------------------------

    def write(self, params: list[str], body: tuple[t.Stmt, ...]) -> None:
        """The function itself, then a continuation for each stop in it."""
        module = self.writer.module
        module.add("")
        module.add(f"def {self.function}({', '.join(['m', *params])}):")
        self.scope = list(params)
        self.line("s = m.s")
        if self.writer.counted(self.name):
            self.line("m.fuel -= 1")
            self.line("if m.fuel < 0: m.run_out()")
        if self.gives:
            self.line("result_ = None")
            self.scope.append("result_")
        self.block(body)
        self.finish()
        while self.queue:
            name, live, emit = self.queue.pop(0)
            module.add("")
            function = "k_" + re.sub(r"\W", "_", name)
            module.add(f"def {function}({', '.join(['m', *live])}):")
            self.indent = 1
            self.line("s = m.s")
            emit()
            self.finish()
            self.writer.continuations[name] = function

    def block(self, body: tuple[t.Stmt, ...], start: int = 0) -> None:
        """The statements from `start` on; names made in them end with the block."""
        kept = list(self.scope)
        env = dict(self.env)
        for index in range(start, len(body)):
            self.after.append(self._rest(body, index))
            self.node = body[index]
            handler = _EMITTERS[type(body[index])]
            handler(self, body[index])
            self.after.pop()
        self.scope = list(kept)
        self.env = env

    def _rest(self, body: tuple[t.Stmt, ...], index: int) -> After:
        """What follows a statement in its block; a call may have named its result."""
        statement = body[index]
        named = [statement.var] if isinstance(statement, t.VerbCall) and statement.var is not None else []
        return After(lambda: self.block(body, index + 1), index + 1 >= len(body), [*self.scope, *named])

    def inner(self, body: tuple[t.Stmt, ...], empty: str = "pass") -> None:
        self.indent += 1
        if body:
            self.block(body)
        else:
            self.line(empty)
        self.indent -= 1

    @property
    def tail(self) -> bool:
        return not self.gives and all(after.empty for after in self.after)

    # --- stops ---------------------------------------------------------------------------------

    def stop(self, node: object, role: str, extra: list[str], resume: Emit) -> str:
        """Register the continuation of a stop; gives its name.

        `extra` are names that the continuation needs besides the locals in scope; `resume` writes what
        comes right after the stop, up to the end of its statement.
        """
        name = f"{self.name}:{self.number(node, role)}"
        if name in self.queued:
            return name
        self.queued.add(name)
        scope, env, chain, text = list(self.scope), dict(self.env), list(self.after), self.text
        live = [*extra, *scope]
        self.writer.module.frames[name] = tuple(self.types.get(local) for local in live)

        def emit() -> None:
            self.scope, self.env, self.text = list(scope), dict(env), text
            self.after = list(chain)
            self.node = node if isinstance(node, t.Stmt) else None
            resume()
            for depth in range(len(chain) - 1, -1, -1):
                self.after = list(chain[:depth])
                self.scope = list(chain[depth].scope)
                chain[depth].emit()
            self.after = []

        self.queue.append((name, live, emit))
        return name

    def push(self, name: str, extra: list[str]) -> None:
        """Leave the function at a stop (already indented under its test)."""
        live = ", ".join([repr(name), *extra, *self.scope])
        self.line(f"s.frames.append(({live},))")
        self.line("return 1")

    def called(self, node: object, role: str, call: str, stops: bool, resume: Emit | None = None) -> None:
        """Call something that may stop; `resume` writes what its continuation does first."""
        if not stops:
            self.line(call)
            return
        if resume is None and self.tail:
            self.line(f"return {call}")
            return
        name = self.stop(node, role, [], resume or (lambda: None))
        self.line(f"if {call}:")
        self.indent += 1
        self.push(name, [])
        self.indent -= 1

    # --- simple statements ---------------------------------------------------------------------

    def let(self, node: t.Let) -> None:
        self.line(f"{node.var} = {self.kept_value(node.value)}")
        self.types[node.var] = node.value.type
        self.scope.append(node.var)

    def set(self, node: t.Set) -> None:
        self.line(f"{self.value(node.place)} {node.op} {self.value(node.value)}")

    def set_result(self, node: t.SetResult) -> None:
        self.line(f"result_ = {self.kept_value(node.value)}")

    def stop_statement(self, node: t.Stop) -> None:
        self.finish()

    def finish(self) -> None:
        """Leave the function for good."""
        if self.gives:
            self.line("m.ret = result_")
        self.line("return 0")

    def verb_call(self, node: t.VerbCall) -> None:
        args = ["m", self.env.get("me", "me"), *(self.kept_value(a) for a in node.args)]
        call = f"verb_{node.verb}({', '.join(args)})"
        stops = self.writer.verb_stops(node.verb)
        if node.var is None:
            self.called(node, "call", call, stops)
            return
        var = node.var
        gives = self.writer.rules.verbs[node.verb].gives
        if gives is not None:
            self.types[var] = gives
        self.called(node, "call", call, stops, lambda: self._take_result(var))
        self._take_result(var)

    def _take_result(self, var: str) -> None:
        self.line(f"{var} = m.ret")
        self.scope.append(var)

    def primitive(self, node: t.Primitive) -> None:
        call, stops = self.writer.primitive(node, self.env)
        self.called(node, "call", call, stops)

    def call_body(self, node: g.CallBody) -> None:
        call = f"{node.function}({', '.join(['m', *node.args])})"
        if not self.gives:
            self.called(node, "call", call, node.stops)
            return
        take = lambda: self.line("result_ = m.ret")  # noqa: E731
        self.called(node, "call", call, node.stops, take)
        take()

    def in_text(self, node: g.InText) -> None:
        text, self.text = self.text, node.text
        self.block(node.body)
        self.text = text

    def log(self, node: g.Log) -> None:
        if self.writer.logging:
            self.line(f"m.log.append(({', '.join(node.what)},))")

    def spend(self, node: g.Spend) -> None:
        self.line(f"s.budget_{node.budget}[{node.holder}] += 1")

    # --- branches and loops --------------------------------------------------------------------

    def if_(self, node: t.If) -> None:
        self.line(f"if {self.value(node.test)}:")
        self.inner(node.then)
        if node.other:
            self.line("else:")
            self.inner(node.other)

    def for_(self, node: t.For) -> None:
        if not self.writer.stops(node.body):
            self.line(f"for {node.var} in list({self.value(node.set)}):")
            self._plain_loop(node.var, node.body)
            return
        number = self.number(node, "loop")
        items, index = f"items{number}", f"i{number}"
        self.types[items] = node.set.type
        self.types[node.var] = _item(node.set.type)
        self.line(f"{items} = tuple({self.value(node.set)})")
        self.line(f"{index} = 0")
        self._for_rounds(node, items, index)

    def _plain_loop(self, var: str | None, body: tuple[t.Stmt, ...]) -> None:
        self.indent += 1
        self.line("m.fuel -= 1")
        self.line("if m.fuel < 0: m.run_out()")
        self.indent -= 1
        self._body_with(var, body)

    def _body_with(self, var: str | None, body: tuple[t.Stmt, ...]) -> None:
        kept = list(self.scope)
        if var is not None:
            self.scope.append(var)
        self.inner(body)
        self.scope = list(kept)

    def _for_rounds(self, node: t.For, items: str, index: str) -> None:
        kept = list(self.scope)
        for name in (items, index):
            if name not in self.scope:
                self.scope.append(name)
        self.line(f"while {index} < len({items}):")
        self.indent += 1
        self.line(f"{node.var} = {items}[{index}]")
        self.line(f"{index} += 1")
        self.line("m.fuel -= 1")
        self.line("if m.fuel < 0: m.run_out()")
        self.indent -= 1
        again = After(lambda: self._for_rounds(node, items, index), False, kept)
        self.after.append(again)
        self._body_with(node.var, node.body)
        self.after.pop()
        self.scope = list(kept)

    def repeat_times(self, node: t.RepeatTimes) -> None:
        number = self.number(node, "loop")
        left = f"left{number}"
        self.line(f"{left} = {self.value(node.times)}")
        self._rounds(node, f"{left} > 0", [f"{left} -= 1"], node.body, (left,))

    def repeat_while(self, node: t.RepeatWhile) -> None:
        self._rounds(node, self.value(node.test), [], node.body, ())

    def _rounds(
        self, node: t.Stmt, test: str, first: list[str], body: tuple[t.Stmt, ...], names: tuple[str, ...]
    ) -> None:
        kept = list(self.scope)
        self.scope += [n for n in names if n not in self.scope]
        self.node = node
        self.line(f"while {test}:")
        self.indent += 1
        for text in first:
            self.line(text)
        self.line("m.fuel -= 1")
        self.line("if m.fuel < 0: m.run_out()")
        self.indent -= 1
        again = After(lambda: self._rounds(node, test, first, body, names), False, kept)
        self.after.append(again)
        self._body_with(None, body)
        self.after.pop()
        self.scope = list(kept)

    # --- choices -------------------------------------------------------------------------------

    def site(
        self,
        node: object,
        role: str,
        kind: str,
        item: Type | None,
        many: bool,
        prompt: t.Prompt | None,
        branches: tuple[str, ...] = (),
    ) -> tuple[str, str]:
        """The name of a stop, and of the module's variable that describes it."""
        name = f"{self.name}:{self.number(node, role)}"
        start, end = (self.node.start, self.node.end) if self.node is not None else (0, 0)
        site = Site(name, kind, item, many, prompt.name if prompt else None, branches, self.text, start, end)
        self.writer.module.sites.setdefault(name, site)
        return name, "SITE_" + re.sub(r"\W", "_", name)

    def _prompt_args(self, prompt: t.Prompt | None) -> str:
        if prompt is None or not prompt.args:
            return "()"
        args = [self.value(a) for a in prompt.args]
        return f"({', '.join(args)}{',' if len(args) == 1 else ''})"

    def _seat(self, seat: t.Expr | None) -> str:
        return self.env.get("me", "me") if seat is None else self.value(seat)

    def _decline(self, may: bool, prompt: t.Prompt | None) -> str:
        """Python for whether a choice may be declined: True, False or a test."""
        if not may:
            return "False"
        text = f"(not {self._must(prompt)})"
        return _FOLD.get(text, text)

    def _must(self, prompt: t.Prompt | None) -> str:
        """Python for whether a choice cannot be declined."""
        must = self.writer.rules.musts.get(prompt.name) if prompt is not None else None
        if must is None or prompt is None:
            return "False"
        return f"must_{prompt.name}(m)" if must.lets else self.writer.values.tight(must.value, {})

    def choose(self, node: t.Choose) -> None:
        handler = {"stepwise": self._stepwise, "random": self._random}.get(node.pick.mode, self._single)
        handler(node)

    def _options(self, pick: t.Pick, without: str | None = None, may: bool = False) -> str:
        """Python for the list of options of a pick."""
        text = self.writer.values.comprehension(pick.set, self.env)
        if without is not None:
            v = self.writer.values.fresh("c")
            text = f"[{v} for {v} in {text} if {v} not in {without}]"
        key = self.writer.alike(pick.item)
        if key is not None:
            text = f"unlike(s, {text}, {key})"
        if pick.mode in ("each", "together"):
            least = "0" if pick.least is None else self.value(pick.least)
            most = "None" if pick.most is None else self.value(pick.most)
            plain = self.writer.values.comprehension(pick.set, self.env)
            more = f", {may}, {self._must(pick.prompt)}" if may or self._must(pick.prompt) != "False" else ""
            text = f"subsets(m, s, {plain}, {least}, {most}, {key}{more})"
            if pick.having is not None:
                text = f"[{pick.var} for {pick.var} in {text} if {self.value(pick.having)}]"
        return text

    def _single(self, node: t.Choose) -> None:
        """One decision, then the body."""
        pick = node.pick
        number = self.number(node, "options")
        o, i, x = f"o{number}", f"i{number}", f"x{number}"
        decline = self._decline(node.may, pick.prompt)
        many = pick.mode in ("each", "together")

        fallback = f"d{number}" if node.other else None
        test = "" if fallback else decline

        def answered() -> None:
            self._answer(o, i, test, lambda: self._picked(node, f"{o}[{i}]"), node.other, many)

        options = lambda: self._options(pick, may=node.may)  # noqa: E731
        names = (o, i, x)
        self._ask(
            node,
            self._seat(pick.seat),
            options,
            pick.item,
            many,
            pick.prompt,
            decline,
            names,
            answered,
            fallback=fallback,
        )

    def _ask(
        self,
        node: t.Stmt,
        seat: str,
        options: Callable[[], str],
        item: Type | None,
        many: bool,
        prompt: t.Prompt | None,
        decline: str,
        names: tuple[str, str, str],
        answered: Emit,
        branches: tuple[str, ...] = (),
        fallback: str | None = None,
        first: str | None = None,
    ) -> None:
        """Read the options, ask, and go on with the answer in `i` (-1: there was nothing to ask).

        `fallback` is a name for whether it may be declined, where a choice without options still has an
        `else` to go on with: while a window is open it is asked all the same.
        """
        o, i, x = names
        if item is not None:
            self.types[o] = ListType(ListType(item) if many else item)
        kind = "menu" if branches else "choose"
        _, described = self.site(node, "ask", kind, item, many, prompt, branches)
        args = self._prompt_args(prompt)
        window = self.writer.has_windows
        live = [o, x] if window else [o]
        may = decline
        if window and fallback is not None:
            decline = fallback
            live.append(fallback)

        def resumed() -> None:
            self.line(f"{i} = m.answer")
            if window:
                loop("answered")
            answered()

        def used() -> None:
            loop("fresh")
            answered()

        def ask() -> None:
            name = self.stop(node, "ask", live, resumed)
            self.line(f"{i} = m.ask({described}, {seat}, {o}, {x if window else '()'}, {decline}, {args})")
            self.line(f"if {i} < 0:")
            self.indent += 1
            self.push(name, [f"tuple({o})", *live[1:]])
            self.indent -= 1

        def loop(entry: str) -> None:
            if entry == "fresh":
                self.line(f"{i} = None")
            self.line("while True:")
            self.indent += 1
            self.line(f"if {i} is None:")
            self.indent += 1
            self.line(f"{o} = {options()}")
            if first is not None:
                self.line(first)  # read anew after an ability, as the options are
            offered = f"WINDOWS[s.window](m, {seat}, {self.writer.prompt_index(prompt)}, {args}) if s.window >= 0 else ()"
            if decline == fallback:
                self.line(f"{x} = {offered}")
                self.line(f"{fallback} = {f'not {o}' if may == 'False' else f'{may} or not {o}'}")
            self.line(f"if not {o}:" if decline != fallback else f"if not {o} and s.window < 0:")
            self.line(f"    {i} = -1")
            self.line("    break")
            if decline != fallback:
                self.line(f"{x} = {offered}")
            ask()
            self.indent -= 1
            count = f"len({o})" if decline == "False" else f"len({o}) + {decline}"
            self.line(f"if {i} < {count}: break")
            self.line(f"{x} = {x}[{i} - ({count})]")
            use = self.stop(node, "use", [], used)
            self.line(f"if USE[{x}[0]](m, {x}[1]):")
            self.indent += 1
            self.push(use, [])
            self.indent -= 1
            self.line(f"{i} = None")
            self.indent -= 1

        if window:
            loop("fresh")
            answered()
            return
        self.line(f"{o} = {options()}")
        if first is not None:
            self.line(first)
        self.line(f"{i} = -1")
        self.line(f"if {o}:")
        self.indent += 1
        ask()
        self.indent -= 1
        answered()

    def _answer(
        self, o: str, i: str, decline: str, picked: Emit, other: tuple[t.Stmt, ...], many: bool = False
    ) -> None:
        test = f"{i} >= 0" if decline == "False" else f"-1 < {i} < len({o})"
        if many:
            test += f" and {o}[{i}]"
        self.line(f"if {test}:")
        self.indent += 1
        picked()
        self.indent -= 1
        if other:
            self.line("else:")
            self.inner(other)

    def _picked(self, node: t.Choose, picked: str) -> None:
        """The body, with what was picked bound."""
        if node.pick.mode == "each":
            self._for_each(node, picked)
            return
        kept = list(self.scope)
        pick = node.pick
        self.types[pick.var] = ListType(pick.item) if pick.mode == "together" else pick.item
        self.line(f"{node.pick.var} = {picked}")
        self.scope.append(node.pick.var)
        self.block(node.body)
        self.scope = list(kept)

    def _for_each(self, node: t.Choose, picked: str) -> None:
        """The body once for each of several things picked together."""
        number = self.number(node, "loop")
        items, index = f"items{number}", f"n{number}"
        self.types[items], self.types[node.pick.var] = ListType(node.pick.item), node.pick.item
        loop = self.writer.kept(node, t.For(node.start, node.end, node.pick.var, node.pick.set, node.body))
        self.line(f"{items} = tuple({picked})")
        self.line(f"{index} = 0")
        self._for_rounds(loop, items, index)

    def _stepwise(self, node: t.Choose) -> None:
        """One at a time: options are read again after each body, earlier picks left out."""
        number = self.number(node, "options")
        pick = node.pick
        names = (f"seen{number}", f"most{number}", f"least{number}")
        self.line(f"{names[0]} = ()")
        self.line(f"{names[1]} = {'None' if pick.most is None else self.value(pick.most)}")
        self.line(f"{names[2]} = {'0' if pick.least is None else self.value(pick.least)}")
        self._step_rounds(node, number, list(self.scope), names)

    def _step_rounds(self, node: t.Choose, number: int, kept: list[str], names: tuple[str, str, str]) -> None:
        """The rounds of `one at a time`; a pick that is not made sets the most to 0, which ends them."""
        pick = node.pick
        seen, most, least = names
        o, i, x, d = f"o{number}", f"i{number}", f"x{number}", f"d{number}"
        may = f"(not {seen} or len({seen}) >= {least})" if node.may else f"len({seen}) >= {least}"
        must = self._decline(True, pick.prompt)
        self.scope = [*kept, *names]
        self.types[seen], self.types[pick.var] = ListType(pick.item), pick.item
        self.line(
            f"while {most} is None or len({seen}) < {most}:"
            if pick.most is None
            else f"while len({seen}) < {most}:"
        )
        self.indent += 1
        first = (
            f"{d} = {may}"
            if must == "True"
            else f"{d} = {must} and {may}"
            if must != "False"
            else f"{d} = False"
        )
        self.scope.append(d)

        def answered() -> None:
            self.line(f"if -1 < {i} < len({o}):")
            self.indent += 1
            self.line(f"{pick.var} = {o}[{i}]")
            self.line(f"{seen} += ({pick.var},)")
            self.indent -= 1
            self._body_with(pick.var, node.body)
            self.line("else:")
            self.line(f"    {most} = 0")

        again = lambda: self._step_rounds(node, number, kept, names)  # noqa: E731 (a name for the loop)
        self.after.append(After(again, False, kept))
        options = lambda: self._options(pick, seen)  # noqa: E731
        self._ask(
            node,
            self._seat(pick.seat),
            options,
            pick.item,
            False,
            pick.prompt,
            d,
            (o, i, x),
            answered,
            first=first,
        )
        self.after.pop()
        self.indent -= 1
        if node.other:
            self.line(f"if not {seen}:")
            self.inner(node.other)
        self.scope = list(kept)

    def _random(self, node: t.Choose) -> None:
        """Chance picks; then the body for each."""
        pick = node.pick
        o = f"o{self.number(node, 'options')}"
        many = "None" if pick.most is None else self.value(pick.most)

        def resumed() -> None:
            self.line(f"{o} = m.picked({str(pick.item)!r}, m.answer)")
            self._for_each(node, o)

        name = self.stop(node, "draw", [], resumed)
        self.line(f"{o} = {self.writer.values.comprehension(pick.set, self.env)}")
        self.line(f"{o} = m.pick({self.name!r}, {str(pick.item)!r}, {o}, {many}) if {o} else ()")
        self.line(f"if {o} is None:")
        self.indent += 1
        self.push(name, [])
        self.indent -= 1
        self._for_each(node, o)

    def menu(self, node: t.Menu) -> None:
        number = self.number(node, "options")
        o, i, x = f"o{number}", f"i{number}", f"x{number}"
        decline = self._decline(node.may, node.prompt)

        def options() -> str:
            if all(b.test is None for b in node.branches):
                return repr(tuple(range(len(node.branches))))
            parts = [
                f"({k},)" if b.test is None else f"(({k},) if {self.value(b.test)} else ())"
                for k, b in enumerate(node.branches)
            ]
            return " + ".join(parts)

        def picked() -> None:
            self.line(f"{i} = {o}[{i}]")
            for k, branch in enumerate(node.branches):
                self.line(f"{'if' if k == 0 else 'elif'} {i} == {k}:")
                self.inner(branch.body)

        branches = tuple(b.id for b in node.branches)
        self._ask(
            node,
            self._seat(node.seat),
            options,
            None,
            False,
            node.prompt,
            decline,
            (o, i, x),
            lambda: self._answer(o, i, decline, picked, ()),
            branches,
        )


def _item(type_: Type) -> Type:
    if isinstance(type_, ZoneType):
        return ComponentType(type_.kind)
    assert isinstance(type_, ListType)
    return type_.item


_FOLD = {"(not False)": "True", "(not True)": "False"}


class ProcedureWriter:
    """What procedures need to know of the module around them; see module.py."""

    rules: t.Rules
    game: Game
    values: ValueWriter
    module: Module
    continuations: dict[str, str]
    has_windows: bool
    logging: bool

    def __init__(self) -> None:
        self._loops: dict[int, t.For] = {}

    def kept(self, node: object, loop: t.For) -> t.For:
        """One loop node per choice, so that its stops keep their numbers."""
        return self._loops.setdefault(id(node), loop)

    def counted(self, name: str) -> bool:
        raise AssertionError

    def stops(self, body: tuple[t.Stmt, ...]) -> bool:
        raise AssertionError

    def verb_stops(self, verb: str) -> bool:
        raise AssertionError

    def primitive(self, node: t.Primitive, env: Env) -> tuple[str, bool]:
        raise AssertionError

    def prompt_index(self, prompt: t.Prompt | None) -> int:
        raise AssertionError

    def alike(self, item: Type) -> str | None:
        raise AssertionError


_EMITTERS: dict[type[t.Stmt], Callable[..., None]] = {
    t.Let: Procedure.let,
    t.Set: Procedure.set,
    t.SetResult: Procedure.set_result,
    t.Stop: Procedure.stop_statement,
    t.VerbCall: Procedure.verb_call,
    t.Primitive: Procedure.primitive,
    t.If: Procedure.if_,
    t.For: Procedure.for_,
    t.RepeatTimes: Procedure.repeat_times,
    t.RepeatWhile: Procedure.repeat_while,
    t.Choose: Procedure.choose,
    t.Menu: Procedure.menu,
    g.CallBody: Procedure.call_body,
    g.Spend: Procedure.spend,
    g.InText: Procedure.in_text,
    g.Log: Procedure.log,
}
EMITTERS = _EMITTERS
