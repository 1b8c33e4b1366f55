"""What the writers of all parts of the module share: what may stop, functions of formulas, procedures."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager

from rulewright.dsl import typed as t
from rulewright.dsl.generate import steps as g
from rulewright.dsl.generate.draws import draw_owners
from rulewright.dsl.generate.procedure import Module, Procedure
from rulewright.dsl.generate.statements import let
from rulewright.dsl.generate.values import Env, ValueWriter
from rulewright.dsl.visit import walk
from rulewright.model.types import ComponentType, PairType, PlacementType, SeatType, Type
from rulewright.source.records import record
from rulewright.source.text import EffectText


@record(frozen=True, slots=True)
class Switches:
    """What a run needs; what it does not need is compiled away."""

    log: bool = False


class Writer:
    """The module being written, and what is known of the whole of it."""

    def __init__(self, rules: t.Rules, settings: dict[str, object], seats: int, switches: Switches) -> None:
        self._loops: dict[int, tuple[t.Choose, t.For]] = {}  # by id: the node is kept alive beside it
        self.draw_owners = draw_owners(rules)
        self.rules = rules
        self.game = rules.game
        self.values = ValueWriter(rules, settings, seats)
        self.module = Module()
        self.continuations: dict[str, str] = {}
        self.round_names: dict[str, tuple[str, ...]] = {}
        self.logging = switches.log
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
            kind = component_kind(args[0].type)
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
            return f"roll(m, {component_kind(args[0].type)!r}, {f'({of},)' if single else of})", stops
        if node.name == "place" and isinstance(args[0].type, PlacementType):
            return f"place(m, {write.value(args[0], env)})", stops
        if node.name == "place":
            cell = args[1].type
            instance = write.zone_base(cell.zone)  # type: ignore[attr-defined]  # a cell of a grid
            kind = component_kind(args[0].type)
            piece, spot = write.value(args[0], env), write.value(args[1], env)
            return f"place_on(m, {kind!r}, {piece}, {instance}, {spot})", stops
        of, by = write.value(args[0], env), write.value(args[1], env)
        return f"replace(m, {component_kind(args[0].type)!r}, {of}, {by}, {target})", stops

    # --- functions of formulas -----------------------------------------------------------------

    def formula_function(self, name: str, params: Sequence[str], formula: t.Formula, key: str) -> None:
        """A pure function `name(m, params…)`."""
        procedure = Procedure(self, key, name, formula.text)
        self.module.add("")
        self.module.add(f"def {name}({', '.join(['m', *params])}):")
        procedure.scope = list(params)
        procedure.line("s = m.s")
        with self.reading(procedure, formula) as value:
            procedure.line(f"return {value}")

    @contextmanager
    def reading(self, procedure: Procedure, formula: t.Formula) -> Iterator[str]:
        """The value of a formula inside a procedure; its `let` lines are written first.

        Lines written meanwhile, which read the value, are placed at its text.
        """
        scope = list(procedure.scope)
        for line in formula.lets:
            with procedure.placed(formula.text, line.start, line.end):
                let(procedure, line)
        with procedure.placed(formula.text, formula.value.start, formula.value.end):
            yield procedure.value(formula.value)
        procedure.scope = scope

    def procedure(
        self,
        name: str,
        function: str,
        text: EffectText | None,
        params: list[str],
        body: tuple[t.Stmt, ...],
        types: Mapping[str, Type],
        gives: Type | None = None,
    ) -> None:
        """A function and its continuations; `types` are those of all its parameters but `me`."""
        procedure = Procedure(self, name, function, text)
        procedure.types.update(types)
        procedure.gives = gives
        procedure.write(params, body)

    def loop_of(self, node: t.Choose) -> t.For:
        """One loop node per choice, so that its stops keep their numbers."""
        if id(node) not in self._loops:
            loop = t.For(node.start, node.end, node.pick.var, node.pick.set, node.body)
            self._loops[id(node)] = (node, loop)
        return self._loops[id(node)][1]

    def me(self, key: str) -> list[str]:
        return ["me"] if key in self.rules.uses_me else []


def _hearing(rules: t.Rules) -> dict[tuple[str, str], list[int]]:
    """(stage, verb) -> the clauses that hear it, by index."""
    found: dict[tuple[str, str], list[int]] = {}
    for index, clause in enumerate(rules.clauses):
        if clause.event is not None:
            found.setdefault((clause.ability.sort, clause.event.verb), []).append(index)
    return found


def has_stop(body: tuple[t.Stmt, ...]) -> bool:
    return any(isinstance(node, t.Stop) for statement in body for node in walk(statement))


def component_kind(type_: Type) -> str:
    item = getattr(type_, "item", type_)
    kind = getattr(item, "kind", None)
    assert isinstance(kind, str) and not isinstance(type_, SeatType)
    return kind
