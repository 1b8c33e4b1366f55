"""A linked game to the source of one Python module."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rulewright.dsl import typed as t
from rulewright.dsl.generate import steps as g
from rulewright.dsl.generate.flow import FlowWriter
from rulewright.dsl.generate.statements import Module, Procedure, Site
from rulewright.dsl.generate.values import Env, ValueWriter, walk
from rulewright.model.types import BOOL, ComponentType, PairType, PlacementType, SeatType, Type
from rulewright.source.text import EffectText, Span


@dataclass(frozen=True, slots=True)
class Switches:
    """What a run needs; what it does not need is compiled away."""

    log: bool = False
    coverage: bool = False


@dataclass(frozen=True, slots=True)
class Source:
    """A generated module: its text, its stops, and which line came from which effect text."""

    text: str
    sites: Mapping[str, Site]
    continuations: Mapping[str, str]  # stop -> function
    frames: Mapping[str, tuple[Type | None, ...]]  # stop -> types of what its frame holds
    places: Sequence[tuple[EffectText, int, int] | None]
    switches: Switches

    def place(self, line: int) -> Span | None:
        """Where the effect text of a generated line (from 1) stands."""
        found = self.places[line - 1] if 0 < line <= len(self.places) else None
        return None if found is None else found[0].at(found[1], found[2])


class ModuleWriter(FlowWriter):
    """Writes the whole module."""

    def __init__(self, rules: t.Rules, settings: dict[str, object], seats: int, switches: Switches) -> None:
        super().__init__()
        self.rules = rules
        self.game = rules.game
        self.values = ValueWriter(rules, settings, seats)
        self.module = Module()
        self.continuations = {}
        self.round_names: dict[str, tuple[str, ...]] = {}
        self.logging = switches.log
        self.coverage = switches.coverage
        self.switches = switches
        self.has_windows = bool(self.game.windows)
        self.hearing = _hearing(rules)
        self._stopping: set[str] = self._find_stopping()

    # --- what may stop -------------------------------------------------------------------------

    def _find_stopping(self) -> set[str]:
        """The verbs that may ask or draw, themselves or by what they call or by who hears them."""
        stopping: set[str] = set()
        bodies: dict[str, list[tuple[t.Stmt, ...]]] = {}
        for name, verb in self.rules.verbs.items():
            bodies[name] = [verb.do.body]
            for stage in ("before", "after", "instead_of"):
                for index in self.hearing.get((stage, name), ()):
                    clause = self.rules.clauses[index]
                    if clause.ability.may:
                        stopping.add(name)
                    if clause.body is not None:
                        bodies[name].append(clause.body.body)
        grew = True
        while grew:
            grew = False
            for name, texts in bodies.items():
                if name not in stopping and any(self._asks(body, stopping) for body in texts):
                    stopping.add(name)
                    grew = True
        return stopping

    def _asks(self, body: tuple[t.Stmt, ...], stopping: set[str]) -> bool:
        for statement in body:
            for node in walk(statement):
                if isinstance(
                    node,
                    t.Choose | t.Menu | g.AtOnce | g.EndWindow | g.RunStep | g.Turns | g.Hooks | g.Instead,
                ):
                    return True
                if isinstance(node, t.VerbCall) and node.verb in stopping:
                    return True
                if isinstance(node, t.Primitive) and self.primitive_stops(node):
                    return True
                if isinstance(node, g.CallBody) and node.stops:
                    return True
        return False

    def stops(self, body: tuple[t.Stmt, ...]) -> bool:
        return self._asks(body, self._stopping)

    def verb_stops(self, verb: str) -> bool:
        return verb in self._stopping

    def primitive_stops(self, node: t.Primitive) -> bool:
        if node.name == "draw":
            zone = node.args[0]
            return isinstance(zone, t.Zone) and self.game.zones[zone.name].reshuffle is not None
        return node.name in ("shuffle", "refill", "replace_all", "roll")

    def counted(self, name: str) -> bool:
        return name.startswith(("verb/", "use/", "hook/"))

    # --- small things --------------------------------------------------------------------------

    def prompt_index(self, prompt: t.Prompt | None) -> int:
        return -1 if prompt is None else list(self.game.prompts).index(prompt.name)

    def alike(self, item: Type) -> str | None:
        """The name of the function that tells which options are the same; None if all differ."""
        match item:
            case ComponentType(kind) if kind in self.game.kinds and self.game.kinds[kind].alike is not None:
                return f"alike_{kind}"
            case PlacementType(zone):
                inner = self.alike(ComponentType(self.game.zones[zone].kind))
                return None if inner is None else f"alike_placement_{self.game.zones[zone].kind}"
            case PairType(first, second):
                names = [self.alike(first) or "itself", self.alike(second) or "itself"]
                return None if names == ["itself", "itself"] else f"alike_pair({', '.join(names)})"
        return None

    def primitive(self, node: t.Primitive, env: Env) -> tuple[str, bool]:
        write = self.values
        args = node.args
        stops = self.primitive_stops(node)
        zone = args[-1] if isinstance(args[-1], t.Zone) else None
        target = write.zone_id(zone, env) if zone is not None else ""
        if node.name == "move":
            of = write.value(args[0], env)
            kind = _component_kind(args[0].type)
            name = "move" if isinstance(args[0].type, ComponentType) else "move_all"
            return f"{name}(m, {kind!r}, {of}, {target})", stops
        if node.name == "draw":
            assert isinstance(args[0], t.Zone)
            source = write.zone_id(args[0], env)
            return f"draw(m, {source}, {write.value(args[1], env)}, {target})", stops
        if node.name in ("shuffle", "refill", "replace_all"):
            return f"{node.name}(m, {target})", stops
        if node.name == "roll":
            of = write.value(args[0], env)
            single = isinstance(args[0].type, ComponentType)
            return f"roll(m, {_component_kind(args[0].type)!r}, {f'({of},)' if single else of})", stops
        if node.name == "place" and isinstance(args[0].type, PlacementType):
            return f"place(m, {write.value(args[0], env)})", stops
        if node.name == "place":
            cell = args[1].type
            instance = write.zone_base(cell.zone)  # type: ignore[attr-defined]
            kind = _component_kind(args[0].type)
            return (
                f"place_on(m, {kind!r}, {write.value(args[0], env)}, {instance}, {write.value(args[1], env)})",
                stops,
            )
        of, by = write.value(args[0], env), write.value(args[1], env)
        return f"replace(m, {_component_kind(args[0].type)!r}, {of}, {by}, {target})", stops

    # --- functions of formulas -----------------------------------------------------------------

    def formula_function(
        self, name: str, params: Sequence[str], formula: t.Formula, key: str, tail: str = ""
    ) -> None:
        """A pure function `name(m, params…)`; `tail` wraps the value it returns."""
        procedure = Procedure(self, key, name, formula.text)
        procedure.node = t.Stop(formula.value.start, formula.value.end)
        self.module.add("")
        self.module.add(f"def {name}({', '.join(['m', *params])}):")
        procedure.scope = list(params)
        procedure.line("s = m.s")
        for let in formula.lets:
            procedure.let(let)
        text = procedure.value(formula.value)
        procedure.line(f"return {tail.format(text) if tail else text}")

    def formula_value(self, procedure: Procedure, formula: t.Formula) -> str:
        """The value of a formula inside a procedure; its `let` lines are written first."""
        text, procedure.text = procedure.text, formula.text
        scope = list(procedure.scope)
        for let in formula.lets:
            procedure.let(let)
        value = procedure.value(formula.value)
        procedure.text, procedure.scope = text, scope
        return value

    # --- sections ------------------------------------------------------------------------------

    def write(self) -> Source:
        self._alike_functions()
        self._values()
        self._formulas()
        self._verbs()
        self._clauses()
        self._flow()
        self._scoring()
        self._facts()
        text = "\n".join(self.module.lines) + "\n"
        module = self.module
        return Source(text, module.sites, self.continuations, module.frames, module.places, self.switches)

    def _alike_functions(self) -> None:
        for kind in self.game.kinds.values():
            if kind.alike is None:
                continue
            parts = [self.values.at(kind.name, "x")]
            whole = self.values.part_kinds.get(kind.name)
            if any(zone.grid and zone.kind == (whole or kind.name) for zone in self.game.zones.values()):
                parts.append(f"s.{'cell' if whole else 'spot'}_{kind.name}[x]")  # on a grid no two are alike
            for field in kind.alike:
                if field == "entry":
                    parts.append(f"N_{kind.name}[x]")
                elif field in kind.state:
                    parts.append(f"s.{kind.name}_{field}[x]")
                elif field in kind.fields:
                    parts.append(f"T_{kind.name}_{field}[x]")
            self.module.add("")
            self.module.add(f"def alike_{kind.name}(s, x):")
            self.module.add(f"    return ({', '.join(parts)},)")
            self.module.add("")
            self.module.add(f"def alike_placement_{kind.name}(s, x):")
            self.module.add(f"    return (alike_{kind.name}(s, x[0]), x[1], x[2])")

    def _me(self, key: str) -> list[str]:
        return ["me"] if key in self.rules.uses_me else []

    def _values(self) -> None:
        for (kind, name), formula in self.rules.derived.items():
            self.formula_function(f"d_{kind}_{name}", formula.params, formula, f"derived/{kind}/{name}")
        for name, value in self.rules.values.items():
            key = f"value/{name}"
            params = [*self._me(key), *value.params]
            if name not in self.values.modified and value.at_least is None and value.at_most is None:
                self.formula_function(f"v_{name}", params, value.is_, key)
                continue
            self.formula_function(f"base_{name}", params, value.is_, key)
            self._modified(name, value, params)
        for verb in self.rules.verbs.values():
            if verb.requires is not None:
                self.formula_function(
                    f"can_{verb.name}", ["me", *verb.params], verb.requires, f"requires/{verb.name}"
                )

    def _modified(self, name: str, value: t.Value, params: list[str]) -> None:
        """The value with what modifies it, and its own bounds last."""
        procedure = Procedure(self, f"value/{name}", f"v_{name}", value.is_.text)
        self.module.add("")
        self.module.add(f"def v_{name}({', '.join(['m', *params])}):")
        procedure.line("s = m.s")
        args = ", ".join(value.params)
        comma = "," if len(value.params) == 1 else ""
        me = "me" if "me" in params else "-1"
        procedure.line(f"r = base_{name}({', '.join(['m', *params])})")
        if name in self.values.modified:
            procedure.line(f"r = modified(m, {name!r}, {me}, r, ({args}{comma}))")
        if value.at_least is not None:
            procedure.line(f"r = max(r, {self.formula_value(procedure, value.at_least)})")
        if value.at_most is not None:
            procedure.line(f"r = min(r, {self.formula_value(procedure, value.at_most)})")
        procedure.line("return r")

    def _formulas(self) -> None:
        for (kind, entry, name), formula in self.rules.formulas.items():
            key = f"formula/{kind}/{name}"
            function = f"f_{kind}_{name}_{entry or 'default_'}"
            self.formula_function(function, [*self._me(key), *formula.params], formula, key)

    def _verbs(self) -> None:
        for verb in self.rules.verbs.values():
            stages = {s for s in ("before", "after", "instead_of") if (s, verb.name) in self.hearing}
            types = dict(zip(verb.params, verb.types, strict=True))
            body: list[t.Stmt] = []
            start, end = 0, len(verb.do.text.text)
            gives = verb.gives is not None
            if verb.requires is not None:
                body.append(g.Require(start, end, verb))
            if "before" in stages:
                body.append(g.Hooks(start, end, "before", verb))
            if "instead_of" in stages:
                body.append(g.Instead(start, end, verb))
            body.append(g.Log(start, end, ("'event'", repr(verb.name), "me", *verb.params)))
            if stages & {"after"} and _has_stop(verb.do.body):
                params = ["me", *verb.params]
                name = f"body_{verb.name}"
                self.procedure(f"body/{verb.name}", name, verb.do.text, params, verb.do.body, types, gives)
                stops = self.stops(verb.do.body)
                body.append(g.CallBody(start, end, f"body_{verb.name}", ("me", *verb.params), stops))
            else:
                body += verb.do.body
            if "after" in stages:
                body.append(g.Hooks(start, end, "after", verb))
            params = ["me", *verb.params]
            name = f"verb_{verb.name}"
            self.procedure(f"verb/{verb.name}", name, verb.do.text, params, tuple(body), types, gives)

    def procedure(
        self,
        name: str,
        function: str,
        text: EffectText | None,
        params: list[str],
        body: tuple[t.Stmt, ...],
        types: Mapping[str, Type] | None = None,
        gives: bool = False,
    ) -> None:
        procedure = Procedure(self, name, function, text)
        procedure.types.update(types or {})
        procedure.gives = gives
        procedure.write(params, body)

    # --- abilities -----------------------------------------------------------------------------

    def _clauses(self) -> None:
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
        limit = f"limit_{budget}(m)" if formula.lets else self.values.tight(formula.value, procedure.env)
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
            test.line(f"return {self.formula_value(test, clause.when)}")
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
        self.procedure(f"hook/{clause.id}", f"hook_{index}", clause.body.text, params, body, types, replaces)

    def _this_type(self, clause: t.Clause) -> dict[str, Type]:
        return {} if clause.host is None else {"this": ComponentType(clause.host)}

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
        if clause.cost is not None and _has_stop(clause.cost.body):  # `stop` ends the cost, not the ability
            self.procedure(
                f"cost/{clause.id}", f"cost_{index}", clause.cost.text, params, clause.cost.body, types
            )
            body.append(g.CallBody(start, end, f"cost_{index}", ("me", "this"), self.stops(clause.cost.body)))
        elif clause.cost is not None:
            body.append(g.InText(start, end, clause.cost.text, clause.cost.body))
        then = self.rules.window_thens.get(window.name)
        effect = clause.body.body
        if then is not None and _has_stop(effect):
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
            test.line(f"if not ({self.formula_value(test, clause.when)}): return False")
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

    # --- scoring and facts ---------------------------------------------------------------------

    def _scoring(self) -> None:
        self.module.add("")
        self.module.add("def score(m, me, out=None):")
        self.module.add("    s = m.s")
        self.module.add("    total = 0")
        for number, line in enumerate(self.rules.scoring):
            procedure = Procedure(self, f"scoring/{line.id}", "score", line.points.text)
            procedure.node = t.Stop(line.points.value.start, line.points.value.end)
            source = "-1"
            if line.set is not None and line.var is not None:
                v, of, tests, element = self.values.parts(line.set.value, {})
                if element != v:
                    of, tests = self.values.comprehension(line.set.value, {}), []
                procedure.line(f"for {v} in {of}:")
                procedure.indent += 1
                if tests:
                    procedure.line(f"if not ({' and '.join(tests)}): continue")
                procedure.line(f"{line.var} = {v}")
                source = line.var
            points = self.formula_value(procedure, line.points)
            procedure.line(f"points = {points}")
            procedure.line("total += points")
            procedure.line(f"if out is not None: out.append(({number}, {source}, points))")
        self.module.add("    return total")

    def _facts(self) -> None:
        rules = self.rules
        for name, formula in rules.zone_sizes.items():
            self.formula_function(f"size_{name}", (), formula, f"zone/{name}")
        for name, formula in rules.window_seats.items():
            self.formula_function(f"window_seat_{name}", (), formula, f"window/{name}")
        for name, formula in rules.budget_limits.items():
            self.formula_function(f"limit_{name}", (), formula, f"budget/{name}")
        for name, formula in rules.musts.items():
            if formula.lets:
                self.formula_function(f"must_{name}", (), formula, f"prompt/{name}")
        for name, formula in rules.invariants.items():
            self.formula_function(f"invariant_{name}", (), formula, f"invariant/{name}")
        for name, formula in rules.refusals.items():
            self.formula_function(f"refusal_{name}", (), formula, f"refusal/{name}")
        if rules.outlook is not None:
            self.formula_function("outlook", ("me",), rules.outlook, "outlook")
        for result in rules.outcomes:
            if result.when is not None:
                self.formula_function(f"outcome_{result.id}", (), result.when, f"outcome/{result.id}")
            for name, formula in result.most.items():
                self.formula_function(
                    f"most_{result.id}_{name}", ("me", "total"), formula, f"outcome/{result.id}"
                )
            if result.rank is not None:
                self.formula_function(
                    f"rank_{result.id}", ("me", "total"), result.rank, f"outcome/{result.id}"
                )


def _hearing(rules: t.Rules) -> dict[tuple[str, str], list[int]]:
    """(stage, verb) -> the clauses that hear it, by index."""
    found: dict[tuple[str, str], list[int]] = {}
    for index, clause in enumerate(rules.clauses):
        if clause.event is not None:
            found.setdefault((clause.ability.sort, clause.event.verb), []).append(index)
    return found


def _has_stop(body: tuple[t.Stmt, ...]) -> bool:
    return any(isinstance(node, t.Stop) for statement in body for node in walk(statement))


def _component_kind(type_: Type) -> str:
    item = getattr(type_, "item", type_)
    kind = getattr(item, "kind", None)
    assert isinstance(kind, str) and not isinstance(type_, SeatType)
    return kind


def generate(
    rules: t.Rules, settings: dict[str, object], seats: int, switches: Switches | None = None
) -> Source:
    """The module of a game for given settings (symbols as indices) and number of seats."""
    return ModuleWriter(rules, settings, seats, switches or Switches()).write()
