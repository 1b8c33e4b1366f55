"""What texts read and write, through all that they call; loops that nothing ends."""

from __future__ import annotations

from collections.abc import Iterable

from rulewright.dsl import typed as t
from rulewright.dsl.analysis.texts import Texts, step_texts
from rulewright.dsl.facts import constant, never_negative
from rulewright.dsl.visit import all_steps, walk
from rulewright.model.types import ComponentType, ListType, PlacementType, Type, ZoneType
from rulewright.source.diagnostics import Problems

Things = frozenset[str]
"""State by name: `kind.field`, `seat.field`, `game.field`, `turn.field`, `round step`; `in kind` is where
things of a kind lie, `in *` where any do."""

_BOARD = frozenset(
    "parts neighbours around diagonal distance row_of column_of row column opposite covered placements "
    "cell_of between steps free".split()
)
_NOTHING: Things = frozenset()
_PLACES = "in *"  # where things lie
_WINDOW = ""  # stands for all abilities that may be used at a question
_Written = tuple[Things, frozenset[str]]


class Flows:
    """Judges the loops of one game."""

    def __init__(self, texts: Texts, problems: Problems) -> None:
        self.texts = texts
        self.rules = texts.rules
        self.problems = problems
        self.read_by: dict[str, Things] = {}
        self.written_by: dict[str, _Written] = {}
        self.hooks: dict[str, list[t.Clause]] = {}
        for clause in self.rules.clauses:
            if clause.event is not None:
                self.hooks.setdefault(clause.event.verb, []).append(clause)
        self.modifiers: dict[str, list[t.Clause]] = {}
        for clause in self.rules.clauses:
            if clause.ability.sort == "modify" and isinstance(clause.ability.subject, str):
                self.modifiers.setdefault(clause.ability.subject, []).append(clause)

    def check(self) -> None:
        constant = {d.span for d in self.problems.found if d.code == "W902"}  # told already
        for text, nodes in self.texts.each():
            for node in nodes:
                if isinstance(node, t.RepeatWhile) and text.at(node.test) in constant:
                    continue
                if isinstance(node, t.RepeatWhile) and self._for_ever(node):
                    hint = "change in it what the test reads, or `stop`"
                    message = "nothing in this loop can make its test false"
                    self.problems.warning("W904", message, text.at(node.test), hint=hint)
        ends = _NOTHING if self.rules.ends is None else self.reads(_roots(self.rules.ends))
        for step in all_steps(self.rules.flow):
            if step.until is not None and step.guard is None:
                written = self._written_in(step)
                span = step.until.text.at(step.until.value.start, step.until.value.end)
                if span not in constant and not _meet(self.reads(_roots(step.until)) | ends, written):
                    hint = "change in it what `until` reads, or give it a `guard`"
                    message = f"nothing in step '{step.path}' can end it"
                    self.problems.warning("W904", message, span, hint=hint)

    def _for_ever(self, loop: t.RepeatWhile) -> bool:
        if any(isinstance(node, t.Stop) for each in loop.body for node in walk(each)):
            return False
        read, written = self.reads([loop.test]), self.writes(loop.body)
        return not _meet(read, written) or self._runs_away(loop)

    def _runs_away(self, loop: t.RepeatWhile) -> bool:
        """Whether a test asks if a number is great enough, and the body only makes it greater; or small."""
        match loop.test:
            case t.Compare(op=op, left=t.StateField() | t.SeatField() | t.GameField() as place, right=right):
                number = constant(right)
            case _:
                return False
        if number is None or op not in ("<", "<=", ">", ">="):
            return False
        field = frozenset(self._read(place))
        changes = []
        for node in (node for each in loop.body for node in walk(each)):
            match node:
                case t.Choose() | t.Menu():
                    return False
                case t.VerbCall() if self.writes([node]) & field:
                    return False
                case t.Set(place=other) if not field.isdisjoint(self._read(other)):
                    changes.append(node)
        return bool(changes) and all(_goes(change) == (1 if op in (">", ">=") else -1) for change in changes)

    def _written_in(self, step: t.FlowStep) -> Things:
        found = {f"round {step.step.id}"}
        for each in all_steps((step,)):
            found.add(f"round {each.step.id}")
            if each.turns is not None:
                found.add("turn.seat")
                found |= {f"turn.{name}" for name in self.rules.game.turn_state}
            for text in step_texts(each):
                found |= self.writes(text.roots)
        return frozenset(found)

    # --- what is read --------------------------------------------------------------------------

    def reads(self, roots: Iterable[object]) -> Things:
        """The state that values read, through all that they call."""
        found: set[str] = set()
        for root in roots:
            for node in walk(root):
                found.update(self._read(node))
        return frozenset(found)

    def _read(self, node: object) -> Iterable[str]:
        match node:
            case t.StateField(kind=kind, field=field):
                return (f"{kind}.{field}",)
            case t.SeatField(field=field):
                return (f"seat.{field}",)
            case t.GameField(field=field):
                return (f"game.{field}",)
            case t.TurnField(field=field):
                return (f"turn.{field}",)
            case t.Counter(step=step):
                return (f"round {step}",)
            case t.Zone(name=name):
                return (f"in {self.rules.game.zones[name].kind}",)
            case t.OwnerOf():
                return (_PLACES, *self._owners(node.kind))
            case t.BuiltIn(name=name) if name in _BOARD:
                return (_PLACES,)
            case t.Derived() | t.ValueCall() | t.FormulaCall() | t.CanCall():
                return self._called(node)
        return ()

    def _owners(self, kind: str) -> Iterable[str]:
        owner = self.rules.game.kinds[kind].owner
        return () if owner is None else (f"{kind}.{owner}",)

    def _called(self, node: object) -> Things:
        rules = self.rules
        formulas: list[t.Formula | None] = []
        match node:
            case t.Derived(kind=kind, field=field):
                key = f"derived/{kind}/{field}"
                formulas = [rules.derived[kind, field]]
            case t.ValueCall(name=name):
                key, value = f"value/{name}", rules.values[name]
                formulas = [value.is_, value.at_least, value.at_most]
                for clause in self.modifiers.get(name, ()):
                    formulas += [clause.when, clause.amount]
            case t.FormulaCall(kind=kind, formula=name):
                key = f"formula/{kind}/{name}"
                formulas = [f for (k, _, n), f in rules.formulas.items() if (k, n) == (kind, name)]
            case t.CanCall(verb=verb):
                key, formulas = f"requires/{verb}", [rules.verbs[verb].requires]
            case _:
                return _NOTHING
        if key not in self.read_by:
            self.read_by[key] = _NOTHING
            more = {_PLACES} if key.startswith("value/") and len(formulas) > 3 else set()
            found = self.reads(root for formula in formulas if formula for root in _roots(formula))
            self.read_by[key] = found | more  # whether a modifier works goes by where its component lies
        return self.read_by[key]

    # --- what is written -----------------------------------------------------------------------

    def writes(self, roots: Iterable[object]) -> Things:
        """The state that statements write, through the verbs they call and what hears those."""
        found: set[str] = set()
        seen: set[str] = set()
        todo = [self._written(roots)]
        while todo:
            written, called = todo.pop()
            found |= written
            for name in called - seen:
                seen.add(name)
                todo.append(self._callable(name))
        return frozenset(found)

    def asks(self, roots: Iterable[object]) -> bool:
        """Whether statements ask anybody anything, through the verbs they call and what hears those."""
        seen: set[str] = set()
        todo = list(self._written(roots)[1])
        while todo:
            name = todo.pop()
            if name == _WINDOW or any(clause.ability.may for clause in self.hooks.get(name, ())):
                return True
            if name not in seen:
                seen.add(name)
                todo += self._callable(name)[1]
        return False

    def _written(self, roots: Iterable[object]) -> _Written:
        """What statements write themselves, and what they call: verbs, and `` for abilities of a window."""
        found: set[str] = set()
        called: set[str] = set()
        for root in roots:
            for node in walk(root):
                match node:
                    case t.Set(place=place):
                        found.update(self._read(place))
                    case t.VerbCall(verb=verb):
                        called.add(verb)
                    case t.Primitive():
                        found.update(self._changed(node))
                    case t.Choose() | t.Menu() | t.Pick():
                        called.add(_WINDOW)
        return frozenset(found), frozenset(called)

    def _callable(self, name: str) -> _Written:
        if name not in self.written_by:
            bodies: list[t.Body | None] = []
            if name == _WINDOW:
                clauses = [c for c in self.rules.clauses if c.ability.sort == "window"]
                bodies += self.rules.window_thens.values()
            else:
                clauses = self.hooks.get(name, [])
                bodies.append(self.rules.verbs[name].do)
            for clause in clauses:
                bodies += (clause.cost, clause.body)
            self.written_by[name] = self._written(s for body in bodies if body for s in body.body)
        return self.written_by[name]

    def _changed(self, node: t.Primitive) -> Iterable[str]:
        """What a built-in change writes: the values of dice, or where things of a kind lie."""
        kinds = {kind for arg in node.args if (kind := self._kind(arg.type))}
        if node.name == "roll":
            state = [(kind, f) for kind in kinds for f in self.rules.game.kinds[kind].state.values()]
            return [f"{kind}.{field.name}" for kind, field in state if field.rolled]
        return [f"in {kind}" for kind in kinds]

    def _kind(self, type_: Type) -> str | None:
        match type_:
            case ZoneType(kind=kind) | ComponentType(kind):
                return kind
            case ListType(item):
                return self._kind(item)
            case PlacementType(zone):
                return self.rules.game.zones[zone].kind
        return None


def _goes(change: t.Set) -> int:
    """1 where a number is only made greater, -1 where it is only made less, 0 where neither is sure."""
    if change.op == "=" or not never_negative(change.value):
        return 0
    return 1 if change.op == "+=" else -1


def _roots(formula: t.Formula) -> tuple[object, ...]:
    return (*formula.lets, formula.value)


def _meet(read: Things, written: Things) -> bool:
    """Whether something that is read may be what was written."""
    if read & written:
        return True
    moved = any(name.startswith("in ") for name in written)
    return _PLACES in read and moved
