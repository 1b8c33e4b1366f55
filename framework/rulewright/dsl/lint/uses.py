"""Declarations that nothing uses: verbs, events, values, state, zones, names made in texts."""

from __future__ import annotations

from collections.abc import Mapping

from rulewright.dsl import typed as t
from rulewright.dsl.analysis.texts import Text, Texts, place_of
from rulewright.dsl.visit import walk
from rulewright.model.game import FieldDecl, Kind
from rulewright.model.types import (
    CellType,
    ComponentType,
    EnumType,
    ListType,
    PlacementType,
    SeatType,
    TextType,
    ZoneType,
)
from rulewright.source.diagnostics import Problems
from rulewright.source.text import EffectText, Span

_LINES = ("scoring/", "measure/")
"""Texts whose names are read in another one."""
_ON_A_GRID = (CellType, PlacementType)


_ONLY_PRINTED = (
    "; what is only printed has the type `text`, or a comment: "
    "`# rulewright: allow W907 because it is only printed`"
)


class Uses:
    """What the texts of a game use, by names such as `value/x`, `KIND/field`, `seat/x`."""

    def __init__(self, texts: Texts, problems: Problems, elsewhere: frozenset[str]) -> None:
        self.texts = texts
        self.rules = texts.rules
        self.game = texts.rules.game
        self.problems = problems
        self.elsewhere = elsewhere  # names that texts outside of the game use
        self.called: dict[str, set[str]] = {}  # verb -> keys of the texts that call it
        self.read: dict[str, set[str]] = {}  # what is read -> keys of the texts that read it
        self.written: set[str] = set()  # state that a text changes
        self.named: set[str] = set()  # zones that stand in texts
        self.moved_to: set[str] = set()  # zones that texts put things into
        for text, nodes in texts.each():
            self._look(text, nodes)

    @property
    def never_filled(self) -> frozenset[str]:
        """Zones in which nothing ever lies."""
        return frozenset(self.game.zones) - self.moved_to - self._filled_by_declarations()

    @property
    def only_refilled(self) -> frozenset[str]:
        """Zones with a `size` that are filled by `refill` alone."""
        sized = {zone.name for zone in self.game.zones.values() if zone.size is not None}
        return frozenset(sized) - self.moved_to - self._filled_by_declarations(refilled=False)

    def is_read(self, name: str, besides: str = "") -> bool:
        """Whether a text reads it, besides those of a key."""
        return bool(self.read.get(name, set()) - {besides})

    # --- looking -------------------------------------------------------------------------------

    def _look(self, text: Text, nodes: list[object]) -> None:
        sets = [node for node in nodes if isinstance(node, t.Set)]
        written = {id(node.place) for node in sets}
        restored = {id(node.place) for node in sets if self._is_start(node)}
        lets: dict[str, t.Stmt] = {}
        locals_: set[str] = set()
        for node in nodes:
            match node:
                case t.VerbCall(verb=verb, var=var):
                    self.called.setdefault(verb, set()).add(text.key)
                    if var is not None:
                        lets[var] = node
                case t.Let(var=var):
                    lets[var] = node
                case t.Local(name=name):
                    locals_.add(name)
                case t.Zone(name=name):
                    self.named.add(name)
                case t.Primitive(name="move" | "draw" | "replace"):
                    last = node.args[-1]
                    self.moved_to |= {last.name} if isinstance(last, t.Zone) else set()
                case t.Primitive(name="place"):
                    places = {arg.type.zone for arg in node.args if isinstance(arg.type, _ON_A_GRID)}
                    self.moved_to |= places
                case t.Primitive(name="roll"):
                    self.written |= self._rolled(node)
            read = self._table(node) or self._borne_field(node) or _name(node)
            if read is None:
                continue
            if id(node) in written:
                if id(node) not in restored:
                    self.written.add(read)
            else:
                self.read.setdefault(read, set()).add(text.key)
        for var, node in lets.items():
            if var not in locals_:
                hint = "leave out `let …` and the name" if isinstance(node, t.VerbCall) else "leave it out"
                self._unused("this name is never read", text.at(node), hint)
        for node in nodes:
            if isinstance(node, t.For):
                self._seats(text, node, locals_)
        if not text.key.startswith(_LINES):
            self._candidates(text, nodes, {name.rpartition("_")[0] for name in locals_})

    def _candidates(self, text: Text, nodes: list[object], read: set[str]) -> None:
        """Names that `as` gives and nothing reads; told once where a list has a `where` and an `each`."""
        told = set()
        for node in nodes:
            pick = node.pick if isinstance(node, t.Choose) else node
            if isinstance(pick, t.Filter | t.Map | t.Pick) and isinstance(node, t.Expr | t.Choose):
                name = pick.var.rpartition("_")[0]
                made = None if name in read or name == "it" else place_of(name, text, pick.set.start)
                if made is not None and made not in told:
                    told.add(made)
                    self._unused("this name is never read", made, "leave out `as` and the name")

    def _seats(self, text: Text, loop: t.For, read: set[str]) -> None:
        """A loop over seats that speaks of `my` things in each round, and never of those of the seat."""
        if loop.var in read or not isinstance(loop.set.type, ListType):
            return
        mine = any(self._is_mine(node) for each in loop.body for node in walk(each))
        name = loop.var.rpartition("_")[0]
        place = place_of(name, text, loop.start)
        if isinstance(loop.set.type.item, SeatType) and mine and place is not None:
            hint = f"speak of `{name}` where `me` or `my` is meant, or write `repeat (count(…)) times`"
            self._unused("this name is never read: each round is about `me`", place, hint)

    def _is_mine(self, node: object) -> bool:
        """Whether a node is about `me`, by itself or in what it calls."""
        if isinstance(node, t.VerbCall):
            return f"verb/{node.verb}" in self.rules.uses_me
        return isinstance(node, t.Local) and node.name == "me"

    def _is_start(self, node: t.Set) -> bool:
        """Whether state is set to what it starts with."""
        if node.op != "=" or not isinstance(node.value, t.Const):
            return False
        match node.place:
            case t.StateField(kind=kind, field=name):
                decl = self.game.kinds[kind].state[name]
            case t.SeatField(field=name):
                decl = self.game.seat_state[name]
            case t.GameField(field=name):
                decl = self.game.game_state[name]
            case t.TurnField(field=name):
                decl = self.game.turn_state[name]
            case _:
                return False
        start, value = decl.start, node.value.value
        if isinstance(decl.type, EnumType) and isinstance(start, str):
            start = self.game.enums[decl.type.name].index(start)
        return not decl.optional and not decl.rolled and type(start) is type(value) and start == value

    def _table(self, node: object) -> str | None:
        """The table that is handed to a built-in value."""
        match node:
            case t.BuiltIn(name="best_sets", args=(_, t.Const(value=index))):
                return f"table/{list(self.game.tables)[index]}"
        return None

    def _borne_field(self, node: object) -> str | None:
        """The field of an entry that is read from what bears it."""
        match node:
            case t.FixedField(kind=kind, field=field) if field not in self.game.kinds[kind].fields:
                return f"{self.game.kinds[kind].bears}/{field}"
        return None

    def _rolled(self, node: t.Primitive) -> set[str]:
        """The state that a roll changes."""
        type_ = node.args[0].type
        of = type_.item if isinstance(type_, ListType) else type_
        kind = of.kind if isinstance(of, ComponentType | ZoneType) else None
        state = self.game.kinds[kind].state if kind is not None else {}
        return {f"{kind}/{decl.name}" for decl in state.values() if decl.rolled}

    def _filled_by_declarations(self, refilled: bool = True) -> set[str]:
        found: list[str | None] = [kind.starts_in for kind in self.game.kinds.values()]
        for zone in self.game.zones.values():
            found += [zone.discard, zone.name if zone.reshuffle or (zone.source and refilled) else None]
        return {name for name in found if name is not None}

    # --- telling -------------------------------------------------------------------------------

    def check(self) -> None:
        self._verbs()
        game = self.game
        for name, value in game.values.items():
            self._named("value", name, value.span, f"value/{name}")
        for name, table in game.tables.items():
            self._named("table", name, table.span)
        by = {setting.by for setting in game.settings.values()}
        for name, setting in game.settings.items():
            if name not in by:
                self._named("setting", name, setting.span)
        for name, prompt in game.prompts.items():
            if not self.is_read(f"prompt/{name}") and name not in self.elsewhere:
                self._unused(
                    f"nothing is asked by prompt '{name}'", prompt.span, "say `asking` it, or remove it"
                )
        for owner, state, derived in (
            ("game", game.game_state, game.game_derived),
            ("seat", game.seat_state, game.seat_derived),
            ("turn", game.turn_state, {}),
        ):
            self._state(owner, state)
            for name, text in derived.items():
                self._derived(owner, name, text)
        for kind in game.kinds.values():
            self._kind(kind)
        self._windows_and_budgets()

    def _verbs(self) -> None:
        """Verbs that nothing but themselves calls, and the abilities that wait for them."""
        never = {
            name
            for name in self.game.verbs
            if not self.called.get(name, set()) - {f"verb/{name}"} and name not in self.elsewhere
        }
        for name in sorted(never):
            hint = "call it, or remove it"
            self.problems.warning(
                "W905", f"verb '{name}' is never called", self.game.verbs[name].span, hint=hint
            )
        for clause in self.rules.clauses:
            if clause.event is not None and clause.event.verb in never:
                message = f"'{clause.event.verb}' never happens, so this is never done"
                self.problems.warning(
                    "W906", message, clause.ability.span, hint="see who should call the verb"
                )
            elif clause.prompt is not None and not self.is_read(f"prompt/{clause.prompt.prompt}"):
                message = f"'{clause.prompt.prompt}' is never asked, so this is never offered"
                self.problems.warning("W906", message, clause.ability.span, hint="see what should ask it")

    def _windows_and_budgets(self) -> None:
        used = {clause.ability.subject for clause in self.rules.clauses if clause.ability.sort == "window"}
        budgets = {clause.ability.uses for clause in self.rules.clauses}
        for window in self.game.windows.values():
            budgets.add(window.uses)
            if window.name not in used | self.elsewhere:
                message = f"no ability is used in window '{window.name}'"
                self._unused(message, window.span, "give an ability `window:` with its name, or remove it")
        for name, budget in self.game.budgets.items():
            if name not in budgets | self.elsewhere:
                self._unused(f"nothing uses budget '{name}'", budget.span, "name it in `uses`, or remove it")

    def _kind(self, kind: Kind) -> None:
        self._state(kind.name, kind.state)
        for name, text in kind.derived.items():
            self._derived(kind.name, name, text)
        by_engine = {kind.owner, kind.shape_field, *(kind.alike or ())}
        for name, decl in kind.fields.items():
            if name not in by_engine and not isinstance(decl.type, TextType):
                self._named("field", name, decl.span, "", f"{kind.name}/{name}", _ONLY_PRINTED)
        for name, formula in kind.formulas.items():
            key = f"formula/{kind.name}/{name}"
            self._named("formula", name, formula.span, key, f"{kind.name}/{name}")

    def _derived(self, owner: str, name: str, text: EffectText) -> None:
        key = f"derived/{owner}/{name}"
        self._named("derived value", name, self.game.places.get(key, text.span), key, f"{owner}/{name}")

    def _state(self, owner: str, state: Mapping[str, FieldDecl]) -> None:
        kind = self.game.kinds.get(owner)
        by_engine = {kind.owner, *(kind.alike or ())} if kind is not None else set()
        for name, decl in state.items():
            if name not in by_engine and not self.is_read(f"{owner}/{name}"):
                self._named("state", name, decl.span, "", f"{owner}/{name}")
            elif f"{owner}/{name}" not in self.written and name not in self.elsewhere:
                hint = "change it, or make it a field, a value or a setting"
                self._unused(f"nothing changes state '{name}', so it stays as it starts", decl.span, hint)

    def _named(
        self, what: str, name: str, span: Span, key: str = "", read_as: str = "", more: str = ""
    ) -> None:
        if not self.is_read(read_as or f"{what}/{name}", key) and name not in self.elsewhere:
            self._unused(f"{what} '{name}' is never read", span, f"read it, or remove it{more}")

    def _unused(self, message: str, span: Span, hint: str) -> None:
        self.problems.warning("W907", message, span, hint=hint)


def _name(node: object) -> str | None:
    """What a node reads, by name."""
    match node:
        case t.ValueCall(name=name):
            return f"value/{name}"
        case t.TableCall(name=name):
            return f"table/{name}"
        case t.SettingValue(name=name):
            return f"setting/{name}"
        case t.Prompt(name=name):
            return f"prompt/{name}"
        case t.FixedField(kind=kind, field=field) | t.StateField(kind=kind, field=field):
            return f"{kind}/{field}"
        case t.Derived(kind=kind, field=field) | t.FormulaCall(kind=kind, formula=field):
            return f"{kind}/{field}"
        case t.SeatField(field=field):
            return f"seat/{field}"
        case t.GameField(field=field):
            return f"game/{field}"
        case t.TurnField(field=field):
            return f"turn/{field}"
    return None
