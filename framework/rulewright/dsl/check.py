"""Checks every effect text of a game against its declarations: a `Game` becomes `Rules`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import TypeVar

from rulewright.dsl import nodes as n
from rulewright.dsl import typed as t
from rulewright.dsl.chains import MOST_IN_A_CHAIN, check_chains
from rulewright.dsl.clauses import ClauseChecker
from rulewright.dsl.declared_names import check_names
from rulewright.dsl.depth import allow_depth
from rulewright.dsl.describe import describe_type
from rulewright.dsl.facts import constant
from rulewright.dsl.flow import FlowChecker, counters
from rulewright.dsl.known import NOTHING, Known, Missing, Uses
from rulewright.dsl.parse import Start, parse, read_on
from rulewright.dsl.policies import PolicyChecker
from rulewright.dsl.results import gives_result
from rulewright.dsl.scope import UNKNOWN, Names, Scope, UnknownType, Variable
from rulewright.dsl.scoring import ScoreChecker
from rulewright.dsl.statements import StatementChecker
from rulewright.dsl.text_checker import GIVE_TURNS, NOBODY_ACTS
from rulewright.model.game import Entry, Game
from rulewright.model.types import (
    BOOL,
    INT,
    SEAT,
    ComponentType,
    EntryType,
    IntType,
    Type,
)
from rulewright.source.diagnostics import Problems
from rulewright.source.text import EffectText

K = TypeVar("K")

_DEEPEST = MOST_IN_A_CHAIN + 8

_SURE = frozenset({"T501", "T503", "T504", "T505", "T508", "T510"})
"""Problems of a statement that do not hang on the statements before it."""


class Lazily(Mapping[K, Type]):
    """Result types, found when first asked for, so that the order of declarations never matters."""

    def __init__(self, keys: list[K], find: Callable[[K], Type]) -> None:
        self._keys = dict.fromkeys(keys)
        self._find = find
        self._found: dict[K, Type] = {}
        self._depth = 0

    def __getitem__(self, key: K) -> Type:
        if key not in self._found:
            if self._depth > _DEEPEST:
                return UNKNOWN  # a chain that long is reported by itself
            self._found[key] = UNKNOWN  # a recursive text is reported by itself
            self._depth += 1
            self._found[key] = self._find(key)
            self._depth -= 1
        return self._found[key]

    def __contains__(self, key: object) -> bool:
        return key in self._keys

    def __iter__(self) -> Iterator[K]:
        return iter(self._keys)

    def __len__(self) -> int:
        return len(self._keys)


class GameChecker:
    """Checks one game; `problems` collects everything found."""

    def __init__(self, game: Game, problems: Problems, missing: Missing = NOTHING) -> None:
        allow_depth()
        self.game = game
        self.problems = problems
        derived = [(k.name, name) for k in game.kinds.values() for name in k.derived]
        derived += [("seat", name) for name in game.seat_derived] + [
            ("game", name) for name in game.game_derived
        ]
        self.values: dict[str, t.Value] = {}
        self.derived: dict[tuple[str, str], t.Formula] = {}
        self._trees: dict[tuple[Start, str], n.Node] = {}
        self.known = Known(
            game,
            problems,
            Uses(),
            Lazily(list(game.values), self._check_value),
            Lazily(derived, self._check_derived),
            frozenset(counters(game.flow)),
            {part.kind: kind.name for kind in game.kinds.values() for part in kind.parts},
            missing,
        )

    @staticmethod
    def of(rules: t.Rules, problems: Problems, game: Game | None = None) -> GameChecker:
        """For more texts about a game that is checked already, or about one with more entries."""
        checker = GameChecker(game or rules.game, problems)
        gives = {name: value.gives for name, value in rules.values.items()}
        derived = {key: formula.value.type for key, formula in rules.derived.items()}
        checker.known = replace(checker.known, gives=gives, derived_types=derived)
        return checker

    # --- pieces --------------------------------------------------------------------------------

    def checker(self, text: EffectText, key: str) -> StatementChecker:
        return StatementChecker(self.known, text, key)

    def parse(self, text: EffectText, start: Start) -> n.Node | None:
        """The tree of a text; None if it has mistakes, or stands for one that was refused as YAML.

        A tree knows offsets only, so that texts that are written alike, as patterns often are, share one.
        """
        if not text.text:
            return None
        tree = self._trees.get((start, text.text))
        if tree is None:
            tree = parse(text, start, self.problems)
            if tree is not None:
                self._trees[start, text.text] = tree
        return tree

    def formula(
        self, text: EffectText, key: str, scope: Scope, params: tuple[str, ...], expected: Type | None
    ) -> t.Formula | None:
        """A checked pure text; None (with problems) if it cannot be parsed."""
        tree = self.parse(text, "formula")
        if not isinstance(tree, n.Formula):
            return None
        checker = self.checker(text, key)
        lets: list[t.Let] = []
        for node in tree.lets:
            let, scope = checker.let(node, scope)
            if isinstance(let, t.VerbCall):
                checker.bad(
                    "T507", "a formula changes nothing", node, hint="do that in an effect, as under `do`"
                )
            elif isinstance(let, t.Let):
                lets.append(let)
        value = (
            checker.test(tree.value, scope)
            if expected == BOOL
            else checker.value(tree.value, scope, expected)
        )
        return t.Formula(text, params, tuple(lets), checker.present(value, tree.value, scope))

    def body(
        self, text: EffectText, key: str, scope: Scope, params: tuple[str, ...], result: Type | None = None
    ) -> t.Body | None:
        tree = self.parse(text, "effect")
        if not isinstance(tree, n.Effect):
            self._read_on(text, key, scope, result)
            return None
        checker = self.checker(text, key)
        checker.result, checker.does_step = result, key.startswith("step/")
        return t.Body(text, params, checker.block(tree.body, scope))

    def _read_on(self, text: EffectText, key: str, scope: Scope, result: Type | None) -> None:
        """Find what is surely wrong in the statements that do parse of a text that does not."""
        mended = read_on(text) if text.text else None
        if mended is None:
            return
        found = Problems()
        names = self.known.missing.names | mended.names | {"it"}
        missing = replace(self.known.missing, names=names)
        checker = StatementChecker(replace(self.known, problems=found, missing=missing), mended.text, key)
        checker.result = result
        checker.block(mended.tree.body, scope)
        self.problems.found += [d for d in found.found if d.code in _SURE]

    def parameters(self, params: Mapping[str, Type], scope: Scope) -> tuple[Scope, tuple[str, ...]]:
        names = []
        for name, type_ in params.items():
            scope, local = scope.bind(name, type_)
            names.append(local)
        return scope, tuple(names)

    # --- values and derived fields -------------------------------------------------------------

    def _check_value(self, name: str) -> Type:
        decl = self.game.values[name]
        scope, params = self.parameters(decl.params, Scope(Names(), {}, me=True))
        is_ = self.formula(decl.is_, f"value/{name}", scope, params, None)
        if is_ is None:
            return UNKNOWN
        bounds: list[t.Formula | None] = []
        for text in (decl.at_least, decl.at_most):
            bounds.append(None if text is None else self.formula(text, f"value/{name}", scope, params, INT))
            if text is not None and not isinstance(is_.value.type, IntType | UnknownType):
                message = f"'{name}' is {describe_type(is_.value.type)}"
                hint = "only numbers have more or less"
                self.problems.error("T503", message, text.span, expected="a number", hint=hint)
        gives = is_.value.type
        self.values[name] = t.Value(
            name, params, tuple(decl.params.values()), gives, is_, bounds[0], bounds[1]
        )
        return gives

    def _check_derived(self, key: tuple[str, str]) -> Type:
        owner, name = key
        scope = Scope(Names(), {})
        params: tuple[str, ...] = ()
        if owner == "game":
            text = self.game.game_derived[name]
        else:
            text = self.game.seat_derived[name] if owner == "seat" else self.game.kinds[owner].derived[name]
            type_ = SEAT if owner == "seat" else self._self_type(owner)
            variable = Variable("this", type_)
            scope = replace(scope, this=variable, candidate=variable)
            params = ("this",)
        formula = self.formula(text, f"derived/{owner}/{name}", scope, params, None)
        if formula is None:
            return UNKNOWN
        self.derived[key] = formula
        return formula.value.type

    def _self_type(self, kind: str) -> Type:
        """What `this` is in a text of an entry of that kind."""
        decl = self.game.kinds[kind]
        if decl.starts_in is not None or kind in self.known.part_kinds:
            return ComponentType(kind)
        bearers = [k.name for k in self.game.kinds.values() if k.bears == kind]
        return ComponentType(bearers[0]) if bearers else EntryType(kind)

    # --- the whole -----------------------------------------------------------------------------

    def check(self) -> t.Rules | None:
        """The checked rules; None if any text has a problem."""
        game = self.game
        check_names(game, self.problems)
        for name in game.values:
            _ = self.known.gives[name]
        for key in self.known.derived_types:
            _ = self.known.derived_types[key]
        verbs = self._verbs()
        formulas = self._defaults() | self._formulas(game.entries)
        clauses = ClauseChecker(self).of_entries(game.entries) + ClauseChecker(self).of_game()
        musts = self._named({p.name: p.must for p in game.prompts.values()}, "prompt", BOOL)
        window_seats = self._named({w.name: w.seat for w in game.windows.values()}, "window", SEAT)
        sizes = self._named({z.name: z.size for z in game.zones.values()}, "zone", INT, least=1)
        limits = self._named({b.name: b.limit for b in game.budgets.values()}, "budget", INT, least=0)
        flow = FlowChecker(self).all()
        ends = self.optional(game.ends, "ends", Scope(Names(), {}), BOOL)
        scores = ScoreChecker(self)
        scoring, measures = scores.scoring(), scores.measures()
        outlook = self.optional(game.outlook, "outlook", Scope(Names(), {}, me=True), INT)
        outcomes = scores.outcomes()
        invariants = self._named({i.id: i.is_ for i in game.invariants.values()}, "invariant", BOOL)
        refusals = self._named({r.id: r.when for r in game.refusals.values()}, "refusal", BOOL)
        thens = ClauseChecker(self).window_thens()
        policies = PolicyChecker(self).all()
        check_chains(game, self.known.uses, clauses, self.problems)
        uses_me = self._check_me()
        if self.problems.errors:
            return None
        return t.Rules(
            game,
            self.values,
            verbs,
            self.derived,
            formulas,
            clauses,
            musts,
            window_seats,
            thens,
            sizes,
            limits,
            flow,
            ends,
            scoring,
            outlook,
            outcomes,
            invariants,
            self._static(invariants),
            refusals,
            uses_me,
            self.known.uses,
            policies,
            measures,
        )

    def check_more(self, rules: t.Rules, more: Mapping[str, Mapping[str, Entry]]) -> t.Rules | None:
        """The rules with more entries; None if a text of those has a problem."""
        self.known = replace(self.known, uses=rules.uses.copy())
        formulas = self._formulas(more)
        clauses = (*rules.clauses, *ClauseChecker(self).of_entries(more))
        thens = ClauseChecker(self).window_thens()
        check_chains(self.game, self.known.uses, clauses, self.problems)
        uses_me = self._check_me()
        if self.problems.errors:
            return None
        return replace(
            rules,
            game=self.game,
            formulas={**rules.formulas, **formulas},
            clauses=tuple(sorted(clauses, key=lambda clause: clause.entry is None)),
            window_thens={**thens, **rules.window_thens},
            invariant_static=self._static(rules.invariants),
            uses_me=uses_me,
            uses=self.known.uses,
        )

    def _static(self, invariants: Iterable[str]) -> dict[str, bool]:
        """Which invariants read no state."""
        reads = self.known.uses.closure(self.known.uses.reads_state)
        return {id_: f"invariant/{id_}" not in reads for id_ in invariants}

    def optional(self, text: EffectText | None, key: str, scope: Scope, expected: Type) -> t.Formula | None:
        return None if text is None else self.formula(text, key, scope, (), expected)

    def _named(
        self, texts: Mapping[str, EffectText | None], what: str, expected: Type, *, least: int | None = None
    ) -> dict[str, t.Formula]:
        """Args:
        least: a number that is written out and below it has no meaning.
        """
        found = {}
        for name, text in texts.items():
            formula = self.optional(text, f"{what}/{name}", Scope(Names(), {}), expected)
            if formula is None:
                continue
            found[name] = formula
            if least is not None:
                self.check_least(formula, least)
        return found

    def check_least(self, formula: t.Formula, least: int) -> None:
        number = constant(formula.value)
        if number is not None and number < least:
            span = formula.text.at(formula.value.start, formula.value.end)
            self.problems.error("T518", f"{number} is never any", span, expected=f"{least} or more")

    def _verbs(self) -> dict[str, t.Verb]:
        found = {}
        for name, decl in self.game.verbs.items():
            scope, params = self.parameters(decl.params, Scope(Names(), {}, me=True))
            requires = None
            if decl.requires is not None:
                requires = self.formula(decl.requires, f"requires/{name}", scope, params, BOOL)
            body = self.body(decl.do, f"verb/{name}", scope, params, decl.gives)
            if body is not None:
                if decl.gives is not None and not gives_result(body.body):
                    hint = "set `result` on every way through"
                    self.problems.error("T516", f"'{name}' may end without a result", decl.do.span, hint=hint)
                types = tuple(decl.params.values())
                found[name] = t.Verb(name, params, types, decl.gives, requires, body)
        return found

    def _defaults(self) -> dict[tuple[str, str, str], t.Formula]:
        """What formulas of entries are that do not say it themselves."""
        return self._formulas_in(
            (kind.name, "", name, decl.default)
            for kind in self.game.kinds.values()
            for name, decl in kind.formulas.items()
            if decl.default is not None
        )

    def _formulas(self, entries: Mapping[str, Mapping[str, Entry]]) -> dict[tuple[str, str, str], t.Formula]:
        """The formulas of entries, by kind and id."""
        return self._formulas_in(
            (kind, entry.id, name, text)
            for kind, of_kind in entries.items()
            for entry in of_kind.values()
            for name, text in entry.formulas.items()
        )

    def _formulas_in(
        self, texts: Iterable[tuple[str, str, str, EffectText]]
    ) -> dict[tuple[str, str, str], t.Formula]:
        found: dict[tuple[str, str, str], t.Formula] = {}
        for kind, entry, name, text in texts:
            decl = self.game.kinds[kind].formulas[name]
            this = Variable("this", self._self_type(kind))
            scope, params = self.parameters(decl.params, replace(Scope(Names(), {}, me=True), this=this))
            formula = self.formula(text, f"formula/{kind}/{name}", scope, ("this", *params), decl.gives)
            if formula is not None:
                found[kind, entry, name] = formula
        return found

    def _check_me(self) -> frozenset[str]:
        """Who needs a seat; a problem wherever such a thing is called and no seat is there."""
        needs = self.known.uses.closure(set(self.known.uses.direct))
        for callee, text, node, does_step in self.known.uses.without_me:
            if callee in needs:
                name, before = callee.split("/")[-1], len(self.problems.found)
                message = f"'{name}' needs a seat (`me`), and there is none here"
                hint = GIVE_TURNS if does_step else None
                message = NOBODY_ACTS if does_step else message
                self.problems.error("T507", message, text.at(node.start, node.end), hint=hint)
                if does_step:
                    self.problems.once(("me", text.span), before)
        return needs


def check_game(game: Game, problems: Problems, missing: Missing = NOTHING) -> t.Rules | None:
    """Check every effect text of a game; None (and problems) if something is wrong.

    `missing` is what the game may lack because files of it have mistakes, which `problems` then knows.
    """
    return GameChecker(game, problems, missing).check()


def check_more(rules: t.Rules, game: Game, problems: Problems) -> t.Rules | None:
    """The rules of a game that has more entries than that of `rules`, after those; None (and problems)
    if a text of theirs is wrong. The texts of `rules` stay as they are."""
    more = {
        kind: {id_: entry for id_, entry in entries.items() if id_ not in rules.game.entries[kind]}
        for kind, entries in game.entries.items()
    }
    return GameChecker.of(rules, problems, game).check_more(rules, more)
