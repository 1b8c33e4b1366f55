"""Things that are offered as one option although they differ in what is read of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rulewright.dsl import typed as t
from rulewright.dsl.analysis.texts import Texts, sides
from rulewright.dsl.visit import all_steps, walk
from rulewright.model.game import Entry, Kind
from rulewright.model.types import ComponentType, TextType
from rulewright.source.diagnostics import Problems
from rulewright.source.text import Span

CODE = "W922"
_Names = frozenset[str]
_THIS = "this"
_WHERE = frozenset({"distinct", "ordered", "top"})


@dataclass(slots=True)
class _Offered:
    """Things of a kind that are options: what is done with the chosen one, under which names.

    `fixed` is the state that all of them have in common; `entry` the only entry, if there is one.
    """

    kind: str
    roots: Sequence[object]
    names: _Names
    fixed: set[str]
    entry: str | None = None


class Options:
    """Looks at `alike` of the kinds of one game."""

    def __init__(self, texts: Texts, problems: Problems) -> None:
        self.texts = texts
        self.rules = texts.rules
        self.game = texts.rules.game
        self.problems = problems
        self.seen: set[tuple[str, str, int]] = set()  # what was gone through for one choice
        self.formulas: dict[tuple[str, str], list[t.Formula]] = {}
        for (kind, _, name), formula in self.rules.formulas.items():
            self.formulas.setdefault((kind, name), []).append(formula)

    def check(self) -> None:
        merged = {kind.name: kind for kind in self.game.kinds.values() if kind.alike is not None}
        told: set[str] = set()
        for kind in merged.values():
            if "entry" not in (kind.alike or ()) and (pair := self._differing(kind)) is not None:
                told.add(kind.name)
                first, second = pair
                message = f"'{first.id}' and '{second.id}' differ, and `alike` makes them one option"
                self._tell(kind, message, "add `entry` to `alike`", (("this one", second.span),))
        for offered in self._offered():
            chosen = merged.get(offered.kind)
            if chosen is None or chosen.name in told or self._single(chosen, offered.entry):
                continue
            self.seen = set()
            known = {*(chosen.alike or ()), *offered.fixed}
            read = self._read(offered.roots, offered.names, chosen)
            field = next((each for each in read if each not in known), None)
            if field is not None:
                told.add(chosen.name)
                message = f"things with another '{field}' are one option, as `alike` leaves it out"
                self._tell(chosen, message, f"add `{field}` to `alike`")

    def _tell(self, kind: Kind, message: str, hint: str, related: tuple[tuple[str, Span], ...] = ()) -> None:
        span = self.game.places.get(f"kinds/{kind.name}/alike", kind.span)
        self.problems.warning(CODE, message, span, hint=hint, related=related)

    # --- entries -------------------------------------------------------------------------------

    def _differing(self, kind: Kind) -> tuple[Entry, Entry] | None:
        """Two entries with components that differ in more than `alike` names, and not only for people."""
        seen: dict[object, Entry] = {}
        for entry in self.game.entries[kind.name].values():
            if entry.copies:
                same_named = tuple(str(entry.values.get(name)) for name in kind.alike or ())
                first = seen.setdefault(same_named, entry)
                if first is not entry and self._words(kind, first) != self._words(kind, entry):
                    return first, entry
        return None

    def _words(self, kind: Kind, entry: Entry) -> object:
        fields = [decl.name for decl in kind.fields.values() if not isinstance(decl.type, TextType)]
        formulas = {name: text.text for name, text in entry.formulas.items()}
        parts = {name: (part.bears, dict(part.values)) for name, part in entry.parts.items()}
        return [entry.values.get(name) for name in fields], formulas, parts, sorted(entry.abilities)

    def _single(self, kind: Kind, id_: str | None) -> bool:
        """Whether no two components are of one entry, which `alike` looks at."""
        entries = self.game.entries[kind.name].values()
        copies = [entry.copies for entry in entries if id_ in (None, entry.id)]
        return "entry" in (kind.alike or ()) and max(copies, default=0) <= 1

    # --- choices -------------------------------------------------------------------------------

    def _offered(self) -> Iterator[_Offered]:
        for _, node in self.texts.all_of(t.Choose):
            having = () if node.pick.having is None else (node.pick.having,)
            yield from self._picked(node.pick, (*node.body, *having), node.pick.var)
        for clause in self.rules.clauses:
            if clause.target is not None and clause.body is not None:
                yield from self._picked(clause.target, clause.body.body, clause.body.params[-1])
            if clause.ability.sort == "window" and clause.host is not None:
                bodies = (body.body for body in (clause.cost, clause.body) if body is not None)
                roots = tuple(statement for body in bodies for statement in body)
                fixed = _fixed_by(clause.when.value, _THIS) if clause.when is not None else set()
                entry = clause.entry if clause.kind == clause.host else None
                yield _Offered(clause.host, roots, frozenset({_THIS}), fixed, entry)
        for step in all_steps(self.rules.flow):
            for pick in step.picks:
                yield from self._picked(pick, step.do.body if step.do is not None else (), pick.var)

    def _picked(self, pick: t.Pick, roots: Sequence[object], name: str) -> Iterator[_Offered]:
        if isinstance(pick.item, ComponentType) and not self._on_a_grid(pick.set):
            fixed, of = set[str](), pick.set
            while isinstance(of, t.Filter):
                fixed |= _fixed_by(of.test, of.var)
                of = of.set
            yield _Offered(pick.item.kind, roots, frozenset({pick.var, name}), fixed)

    def _on_a_grid(self, of: t.Expr) -> bool:
        """Whether they lie on a grid, where no two are alike."""
        match of:
            case t.Zone(name=name):
                return self.game.zones[name].grid is not None
            case t.Filter(set=inner):
                return self._on_a_grid(inner)
            case t.BuiltIn(name=name, args=(inner, *_)) if name in _WHERE:
                return self._on_a_grid(inner)
        return False

    # --- what is read --------------------------------------------------------------------------

    def _read(self, roots: Sequence[object], names: _Names, kind: Kind) -> Iterator[str]:
        """The state of a thing that texts read by one of its names, through what they hand it to."""
        nodes = [node for root in roots for node in walk(root)]
        written = {id(node.place) for node in nodes if isinstance(node, t.Set) and node.op == "="}
        known = set(names)
        for node in nodes:
            match node:
                case t.Let(var=var, value=t.Local(name=name)) if name in known:
                    known.add(var)
                case t.For(var=var, set=of) | t.Map(var=var, set=of) | t.Filter(var=var, set=of):
                    if isinstance(of, t.Local) and of.name in known:
                        known.add(var)
        for node in nodes:
            match node:
                case t.StateField(of=t.Local(name=name), kind=of_kind, field=field):
                    if name in known and of_kind == kind.name and id(node) not in written:
                        yield field
                case _:
                    yield from self._through(node, known, kind)

    def _through(self, node: object, known: set[str], kind: Kind) -> Iterator[str]:
        """What is read where a thing is handed on to."""
        for key, number, params, roots in self._handed(node, known):
            if (key, kind.name, number) not in self.seen:
                self.seen.add((key, kind.name, number))
                yield from self._read(roots, frozenset({params[number]}), kind)

    def _handed(
        self, node: object, known: set[str]
    ) -> Iterator[tuple[str, int, Sequence[str], Sequence[object]]]:
        args: Sequence[t.Expr] = ()
        found: list[tuple[str, Sequence[str], Sequence[object]]] = []
        match node:
            case t.VerbCall(verb=name, args=args):
                verb = self.rules.verbs[name]
                found = [(f"verb/{name}", verb.do.params, verb.do.body)]
            case t.ValueCall(name=name, args=args):
                value = self.rules.values[name]
                found = [(f"value/{name}", value.is_.params, _roots(value.is_))]
            case t.Derived(of=t.Expr() as of, kind=kind, field=name):
                formula, args = self.rules.derived[kind, name], (of,)
                found = [(f"derived/{kind}/{name}", formula.params, _roots(formula))]
            case t.FormulaCall(of=of, kind=kind, formula=name, args=more):
                args = (of, *more)
                found = [
                    (f"formula/{kind}/{name}/{index}", formula.params, _roots(formula))
                    for index, formula in enumerate(self.formulas.get((kind, name), ()))
                ]
        for number, arg in enumerate(args):
            if isinstance(arg, t.Local) and arg.name in known:
                yield from (
                    (key, number, params, roots) for key, params, roots in found if number < len(params)
                )


def _roots(formula: t.Formula) -> tuple[object, ...]:
    return (*formula.lets, formula.value)


def _fixed_by(test: t.Expr, name: str) -> set[str]:
    """State that is the same for all things for which a test is true."""
    found: set[str] = set()
    for side in sides(test):
        if isinstance(side, t.Not):
            side = side.of if isinstance(side.of, t.StateField) else side
        elif isinstance(side, t.Compare) and side.op == "==":
            side = side.right if isinstance(side.right, t.StateField) else side.left
        if isinstance(side, t.StateField) and isinstance(side.of, t.Local) and side.of.name == name:
            found.add(side.field)
    return found
