"""A linked game to the source of one Python module."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rulewright.dsl import typed as t
from rulewright.dsl.generate import steps as g
from rulewright.dsl.generate.abilities import AbilityWriter
from rulewright.dsl.generate.flow import FlowWriter
from rulewright.dsl.generate.procedure import Procedure
from rulewright.dsl.generate.sites import Site
from rulewright.dsl.generate.writer import Switches, has_stop
from rulewright.model.types import Type
from rulewright.source.records import record
from rulewright.source.text import EffectText, Span


@record(frozen=True, slots=True)
class Source:
    """A generated module: its text, its stops, and which line came from which effect text."""

    text: str
    sites: Mapping[str, Site]
    continuations: Mapping[str, str]  # stop -> function
    frames: Mapping[str, tuple[Type, ...]]  # stop -> types of what its frame holds
    places: Sequence[tuple[EffectText, int, int] | None]
    switches: Switches

    def place(self, line: int) -> Span | None:
        """Where the effect text of a generated line (from 1) stands."""
        found = self.places[line - 1] if 0 < line <= len(self.places) else None
        return None if found is None else found[0].at(found[1], found[2])


class ModuleWriter(FlowWriter, AbilityWriter):
    """Writes the whole module."""

    # --- sections ------------------------------------------------------------------------------

    def write(self) -> Source:
        self._alike_functions()
        self._values()
        self._formulas()
        self._verbs()
        self.clauses()
        self.flow()
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

    def _values(self) -> None:
        for (kind, name), formula in self.rules.derived.items():
            self.formula_function(f"d_{kind}_{name}", formula.params, formula, f"derived/{kind}/{name}")
        for name, value in self.rules.values.items():
            key = f"value/{name}"
            params = [*self.me(key), *value.params]
            if name not in self.values.modified and value.at_least is None and value.at_most is None:
                self.formula_function(f"v_{name}", params, value.is_, key)
                continue
            base = f"base_{name}({', '.join(['m', *params])})"
            if self.values.apart(value.is_):
                self.formula_function(f"base_{name}", params, value.is_, key)
            else:
                base = self.values.value(value.is_.value, {})
            self._modified(name, value, params, base)
        for verb in self.rules.verbs.values():
            if verb.requires is not None:
                self.formula_function(
                    f"can_{verb.name}", ["me", *verb.params], verb.requires, f"requires/{verb.name}"
                )

    def _modified(self, name: str, value: t.Value, params: list[str], base: str) -> None:
        """The value with what modifies it, and its own bounds last."""
        procedure = Procedure(self, f"value/{name}", f"v_{name}", value.is_.text)
        self.module.add("")
        self.module.add(f"def v_{name}({', '.join(['m', *params])}):")
        procedure.line("s = m.s")
        args = ", ".join(value.params)
        comma = "," if len(value.params) == 1 else ""
        me = "me" if "me" in params else "-1"
        procedure.line(f"r = {base}")
        if name in self.values.modified:
            procedure.line(f"r = modified(m, {name!r}, {me}, r, ({args}{comma}))")
        if value.at_least is not None:
            with self.reading(procedure, value.at_least) as least:
                procedure.line(f"r = max(r, {least})")
        if value.at_most is not None:
            with self.reading(procedure, value.at_most) as most:
                procedure.line(f"r = min(r, {most})")
        procedure.line("return r")

    def _formulas(self) -> None:
        for (kind, entry, name), formula in self.rules.formulas.items():
            key = f"formula/{kind}/{name}"
            function = f"f_{kind}_{name}_{entry or 'default_'}"
            self.formula_function(function, [*self.me(key), *formula.params], formula, key)

    def _verbs(self) -> None:
        for verb in self.rules.verbs.values():
            stages = {s for s in ("before", "after", "instead_of") if (s, verb.name) in self.hearing}
            types = dict(zip(verb.params, verb.types, strict=True))
            body: list[t.Stmt] = []
            start, end = 0, len(verb.do.text.text)
            if verb.requires is not None:
                body.append(g.Require(start, end, verb))
            if "before" in stages:
                body.append(g.Hooks(start, end, "before", verb))
            if "instead_of" in stages:
                body.append(g.Instead(start, end, verb))
            body.append(g.Log(start, end, ("'event'", repr(verb.name), "me", *verb.params)))
            if stages & {"after"} and has_stop(verb.do.body):
                params = ["me", *verb.params]
                name = f"body_{verb.name}"
                self.procedure(
                    f"body/{verb.name}", name, verb.do.text, params, verb.do.body, types, verb.gives
                )
                stops = self.stops(verb.do.body)
                body.append(g.CallBody(start, end, f"body_{verb.name}", ("me", *verb.params), stops))
            else:
                body += verb.do.body
            if "after" in stages:
                body.append(g.Hooks(start, end, "after", verb))
            params = ["me", *verb.params]
            name = f"verb_{verb.name}"
            self.procedure(f"verb/{verb.name}", name, verb.do.text, params, tuple(body), types, verb.gives)

    # --- scoring and facts ---------------------------------------------------------------------

    def _scoring(self) -> None:
        self._lines("score(m, me, out=None)", "scoring", self.rules.scoring)
        self._lines("measures(m, out)", "measure", self.rules.measures)

    def _lines(self, head: str, section: str, lines: Sequence[t.Line]) -> None:
        """A function that adds up lines and notes each: (its number, its item or -1, its points)."""
        self.module.add("")
        self.module.add(f"def {head}:")
        self.module.add("    s = m.s")
        self.module.add("    total = 0")
        for number, line in enumerate(lines):
            procedure = Procedure(self, f"{section}/{line.id}", section, line.points.text)
            procedure.node = t.Stop(line.points.value.start, line.points.value.end)
            source = "-1"
            if line.set is not None and line.var is not None:
                set_ = line.set.value
                procedure.text, procedure.node = line.set.text, t.Stop(set_.start, set_.end)
                v, of, tests, element = self.values.parts(set_, {})
                if element != v:
                    of, tests = self.values.comprehension(set_, {}), []
                procedure.line(f"for {v} in {of}:")
                procedure.indent += 1
                if tests:
                    procedure.line(f"if not ({' and '.join(tests)}): continue")
                procedure.line(f"{line.var} = {v}")
                source = line.var
            with self.reading(procedure, line.points) as points:
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
            if self.values.apart(formula):
                self.formula_function(f"must_{name}", (), formula, f"prompt/{name}")
        for name, formula in rules.invariants.items():
            self.formula_function(f"invariant_{name}", (), formula, f"invariant/{name}")
        for name, formula in rules.refusals.items():
            self.formula_function(f"refusal_{name}", (), formula, f"refusal/{name}")
        for policy in rules.policies.values():
            for rule in policy.rules:
                for what, each in (("when", rule.when), ("where", rule.where), ("prefer", rule.prefer)):
                    if each is not None:
                        name = f"policy_{policy.name}_{rule.id}_{what}"
                        params = ("me", *each.params)
                        self.formula_function(name, params, each, f"policy/{policy.name}")
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


def generate(
    rules: t.Rules, settings: dict[str, object], seats: int, switches: Switches | None = None
) -> Source:
    """The module of a game for given settings (symbols as indices) and number of seats."""
    return ModuleWriter(rules, settings, seats, switches or Switches()).write()
