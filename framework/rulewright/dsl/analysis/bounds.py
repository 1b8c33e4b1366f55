"""Between what numbers a value lies whatever happens, and how many things a list holds."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from functools import cached_property

from rulewright.dsl import typed as t
from rulewright.dsl.analysis.intervals import ANY, Bounds, arithmetic, hull, times, within
from rulewright.dsl.analysis.own import most_printed, printed
from rulewright.dsl.visit import all_steps, walk
from rulewright.model.game import Entry
from rulewright.model.types import EnumType, IntType

_SAME_THINGS = frozenset({"distinct", "ordered", "top", "first"})
_STEPS = frozenset({"distance", "steps"})


class Sizes:
    """Measures values of one game.

    Args:
        never_filled: zones in which nothing ever lies.
        only_refilled: those with a `size` that nothing else fills.
    """

    def __init__(
        self,
        rules: t.Rules,
        never_filled: frozenset[str] = frozenset(),
        only_refilled: frozenset[str] = frozenset(),
    ) -> None:
        self.rules = rules
        self.game = rules.game
        self.never_filled = never_filled
        self.only_refilled = only_refilled
        self.not_begun: str | None = None  # a repeated step that is not, so that its rounds count 0
        self.found_empty: set[str] = set()  # zones of which it was said that nothing ever lies there
        self.empty_derived: dict[tuple[str, str], bool] = {}
        self.copies: dict[str, float] = {}
        self.locals = _Locals(())
        self.entry: Entry | None = None
        self.inside: Collection[str] = ()
        self.given: Mapping[str, Bounds] = {}  # bounds of parameters that are known from the calls
        self.called: dict[str, Bounds] = {}
        self.modified = {str(c.ability.subject) for c in rules.clauses if c.ability.sort == "modify"}
        self.rounds: dict[str, float] = {}

    def truth(self, test: t.Expr) -> bool | None:
        """What a test always is; None if it may be either. See `Constants`."""
        raise AssertionError

    def look_at(
        self, nodes: Iterable[object], entry: Entry | None = None, inside: Collection[str] = ()
    ) -> None:
        """Say which text's values are measured next.

        Args:
            nodes: all nodes of the text, which say what its local names are.
            entry: in whose own words it stands.
            inside: repeated steps in whose rounds it is read.
        """
        self.locals = _Locals(nodes)
        self.entry = entry
        self.inside = inside

    # --- numbers -------------------------------------------------------------------------------

    def bounds(self, value: t.Expr) -> Bounds:
        """Between what numbers it lies; of a symbol its place in the order of its enum."""
        if self.entry is not None and isinstance(value, t.FixedField | t.EntryOf):
            known = printed(self.game, self.entry, value)
            if known is not None:
                return known
        match value:
            case t.Const(value=number):
                return number, number
            case t.Local(name=name):
                return within(self._local(name), self._typed(value))
            case t.BuiltIn():
                return within(self._built_in(value), self._typed(value))
            case t.Counter(step=step):
                least = int(step in self.inside)
                return least, 0 if step == self.not_begun else max(self._rounds(step), least)
            case t.Negate(of=of):
                low, high = self.bounds(of)
                return -high, -low
            case t.Arithmetic(op=op, left=left, right=right):
                return arithmetic(op, self.bounds(left), self.bounds(right))
            case t.Conditional(then=then, other=other):
                return hull(self.bounds(then), self.bounds(other))
            case t.TableCall(name=name):
                return self._table(name) if isinstance(value.type, IntType) else self._typed(value)
            case t.ValueCall(name=name) if isinstance(value.type, IntType):
                return self._value(name)
            case t.Derived(kind=kind, field=name) if isinstance(value.type, IntType):
                return self.of_formula(f"{kind}.{name}", self.rules.derived[kind, name])
        return self._typed(value)

    def _typed(self, value: t.Expr) -> Bounds:
        match value.type:
            case IntType(int(low), int(high)):
                return low, high
            case EnumType(name):
                return 0, len(self.game.enums[name]) - 1
        return ANY

    def _local(self, name: str) -> Bounds:
        if name in self.given:
            return self.given[name]
        if name in self.locals.made:
            return self.bounds(self.locals.made[name])
        return self.of_items(self.locals.among[name]) if name in self.locals.among else ANY

    def _built_in(self, value: t.BuiltIn) -> Bounds:
        match value.name, value.args:
            case "count", (of,):
                return self.least(of), self.most(of)
            case "players", _:
                return self.game.players.least, self.game.players.most
            case "sum", (of,):
                least, most = self.of_items(of)
                number = self.most(of)
                return min(times(least, number), 0), max(times(most, number), 0)
            case (("max" | "min" as name), (t.ListOf(items=items), _)) if items:
                found, chosen = [self.bounds(item) for item in items], max if name == "max" else min
                return chosen(low for low, _ in found), chosen(high for _, high in found)
            case "max" | "min", (of, empty):
                some = self.of_items(of)
                return some if empty.start == empty.end else hull(some, self.bounds(empty))
            case "first", (of,):
                return self.of_items(of)
            case "covered", (t.Zone(name=name),):
                return 0, self._cells(name)
            case (("cell_row" | "cell_column"), (of,)):
                grid = self.game.zones[getattr(of.type, "zone", "")].grid
                return (0, grid[value.name == "cell_column"] - 1) if grid is not None else ANY
            case name, _ if name in _STEPS:
                return 0, ANY[1]
        return ANY

    def _cells(self, zone: str) -> float:
        grid = self.game.zones[zone].grid
        return grid[0] * grid[1] if grid is not None else ANY[1]

    def _rounds(self, name: str) -> float:
        """The number of the last round of a repeated step."""
        if not self.rounds:
            self.rounds = dict.fromkeys(self.game.flow, ANY[1])
            for step in all_steps(self.rules.flow):
                last = step.times or step.guard
                self.rounds[step.step.id] = ANY[1] if last is None else max(self._outside(last)[1], 0)
        return self.rounds.get(name, ANY[1])

    def times_of(self, name: str) -> t.Expr | None:
        """How often a step is repeated, if it says so."""
        found = (step.times for step in all_steps(self.rules.flow) if step.step.id == name)
        times = next(found, None)
        return None if times is None else times.value

    def _table(self, name: str) -> Bounds:
        rows = [row for row in self.game.tables[name].rows.values() if isinstance(row, int)]
        return (min(rows), max(rows)) if rows else ANY

    def _value(self, name: str) -> Bounds:
        """Bounds of a declared value; one that is a plain number is there to be changed, and may be any."""
        value = self.rules.values[name]
        low, high = ANY
        if name not in self.modified and not isinstance(value.is_.value, t.Const):
            low, high = self.of_formula(f"value {name}", value.is_)
        if value.at_least is not None:
            least = self._outside(value.at_least)[0]
            low, high = max(low, least), max(high, least)
        if value.at_most is not None:
            most = self._outside(value.at_most)[1]
            low, high = min(low, most), min(high, most)
        return low, high

    def of_formula(self, key: str, formula: t.Formula) -> Bounds:
        if key not in self.called:
            self.called[key] = ANY  # until it is known
            self.called[key] = self._outside(formula)
        return self.called[key]

    def _outside(self, formula: t.Formula) -> Bounds:
        """Bounds of another text than the one that is looked at."""
        kept = self.locals, self.given, self.entry, self.inside
        self.given = {}
        self.look_at(node for root in (*formula.lets, formula.value) for node in walk(root))
        found = self.bounds(formula.value)
        self.locals, self.given, self.entry, self.inside = kept
        return found

    # --- lists ---------------------------------------------------------------------------------

    def of_items(self, value: t.Expr) -> Bounds:
        """Between what numbers the items of a list lie."""
        match value:
            case t.RangeOf(low=low, high=high):
                first, last = self.bounds(low)[0], self.bounds(high)[1]
                return (first, last) if first <= last else ANY
            case t.ListOf(items=items) if items:
                found = [self.bounds(item) for item in items]
                return min(low for low, _ in found), max(high for _, high in found)
            case t.Filter(set=of):
                return self.of_items(of)
            case t.Map(value=each):
                return self.bounds(each)
            case t.Members(what="enum", name=name):
                return 0, len(self.game.enums[name]) - 1
            case t.Conditional(then=then, other=other):
                return hull(self.of_items(then), self.of_items(other))
            case t.BuiltIn(name=name, args=(of, *_)) if name in _SAME_THINGS:
                return self.of_items(of)
            case t.Local(name=name) if name in self.locals.made:
                return self.of_items(self.locals.made[name])
        return ANY

    def most(self, value: t.Expr) -> float:
        """As many things as a list can ever hold."""
        if self.empty(value):
            return 0
        match value:
            case t.RangeOf(low=low, high=high):
                return self.bounds(high)[1] - self.bounds(low)[0] + 1
            case t.Filter(set=of, var=var, test=test):
                return min(self.most(of), most_printed(self.game, of, var, test))
            case t.Map(set=of):
                return self.most(of)
            case t.ListOf(items=items):
                return len(items)
            case t.Zone(name=name) if name in self.only_refilled:
                size = max(self.bounds(self.rules.zone_sizes[name].value)[1], 0)
                return min(size, self._copies(self.game.zones[name].kind))
            case t.Zone(name=name):
                return self._copies(self.game.zones[name].kind)
            case t.Members(what="components", name=name):
                return self._copies(name)
            case t.Members(what="enum", name=name):
                return len(self.game.enums[name])
            case t.Members(what="entries", name=name):
                return len(self.game.entries[name])
            case t.Members(what="seats"):
                return self.game.players.most
            case t.Conditional(then=then, other=other):
                return max(self.most(then), self.most(other))
            case t.Local(name=name) if name in self.locals.made:
                return self.most(self.locals.made[name])
            case t.Local(name=name) if name in self.locals.gathered:
                of, limit = self.locals.gathered[name]
                return self.most(of) if limit is None else min(self.most(of), self.bounds(limit)[1])
            case t.BuiltIn(name="top", args=(of, most)):
                return min(self.most(of), self.bounds(most)[1])
            case t.BuiltIn(name="distinct" | "ordered", args=(of, *_)):
                return self.most(of)
            case t.BuiltIn(name="union", args=(t.ListOf(items=items),)):
                return sum(map(self.most, items))
            case t.BuiltIn(name="clockwise"):
                return self.game.players.most
            case t.BuiltIn(name="snake"):
                return 2 * self.game.players.most
            case t.BuiltIn(name="rivals"):
                return self.game.players.most - 1
            case t.BuiltIn(name="neighbours"):
                return 4
            case t.BuiltIn(name="around"):
                return 8
            case t.BuiltIn(name="cells", args=(t.Zone(name=name), *_)):
                return self._cells(name)
        return ANY[1]

    def _copies(self, kind: str) -> float:
        """How many components of a kind there are; not known of parts, and before there are cards."""
        if kind not in self.copies:
            self.copies[kind] = sum(entry.copies for entry in self.game.entries[kind].values()) or ANY[1]
        return self.copies[kind]

    def least(self, value: t.Expr) -> float:
        """As few things as a list can ever hold."""
        match value:
            case t.Map(set=of):
                return self.least(of)
            case t.ListOf(items=items):
                return len(items)
            case t.Members(what="enum", name=name):
                return len(self.game.enums[name])
            case t.Members(what="seats") | t.BuiltIn(name="clockwise"):
                return self.game.players.least
            case t.BuiltIn(name="snake"):
                return 2 * self.game.players.least
            case t.BuiltIn(name="rivals"):
                return self.game.players.least - 1
        return 1 if self.filled(value) else 0

    def filled(self, value: t.Expr) -> bool:
        """Whether a list always holds something."""
        match value:
            case t.RangeOf(low=low, high=high):
                return self.bounds(low)[1] <= self.bounds(high)[0]
            case t.ListOf(items=items):
                return bool(items)
            case t.Members(what="enum" | "seats"):
                return True
            case t.Map(set=of):
                return self.filled(of)
            case t.Local(name=name) if name in self.locals.made:
                return self.filled(self.locals.made[name])
            case t.Local(name=name) if name in self.locals.gathered:
                return True
            case t.BuiltIn(name="clockwise" | "snake"):
                return True
            case t.BuiltIn(name="rivals"):
                return self.game.players.least > 1
            case t.BuiltIn(name="cells", args=(_, at)):
                return at.start == at.end
            case t.BuiltIn(name="distinct" | "ordered", args=(of, *_)):
                return self.filled(of)
            case t.BuiltIn(name="top", args=(of, most)):
                return self.filled(of) and self.bounds(most)[0] > 0
        return False

    def empty(self, value: t.Expr) -> bool:
        """Whether a list never holds anything."""
        match value:
            case t.RangeOf(low=low, high=high):
                return self.bounds(low)[0] > self.bounds(high)[1]
            case t.Filter(set=of, test=test):
                return self.empty(of) or self.truth(test) is False
            case t.Map(set=of):
                return self.empty(of)
            case t.Zone(name=name):
                if name in self.never_filled:
                    self.found_empty.add(name)
                return name in self.never_filled
            case t.Members(what="entries", name=name):
                return not self.game.entries[name]
            case t.Conditional(then=then, other=other):
                return self.empty(then) and self.empty(other)
            case t.Local(name=name) if name in self.locals.made:
                return self.empty(self.locals.made[name])
            case t.BuiltIn(name="top", args=(of, most)):
                return self.empty(of) or self.bounds(most)[1] <= 0
            case t.BuiltIn(name="distinct" | "ordered" | "parts" | "placements", args=(of, *_)):
                return self.empty(of)
            case t.BuiltIn(name="union", args=(t.ListOf(items=items),)):
                return all(map(self.empty, items))
            case t.BuiltIn(name="pairs", args=(of, other)):
                return self.empty(of) or (other.start != other.end and self.empty(other))
            case t.Derived(kind=kind, field=name):
                if (kind, name) not in self.empty_derived:
                    self.empty_derived[kind, name] = self.empty(self.rules.derived[kind, name].value)
                return self.empty_derived[kind, name]
        return False


class _Locals:
    """What the local names of a text are, found when first asked for.

    `made` are those of `let`, with what each is; `among` those that are one of a list, with the list;
    `gathered` those that are some of a list, never none, with the list and how many at most.
    """

    def __init__(self, nodes: Iterable[object]) -> None:
        self._nodes = nodes

    @cached_property
    def _found(self) -> _Found:
        made: dict[str, t.Expr] = {}
        among: dict[str, t.Expr] = {}
        gathered: dict[str, tuple[t.Expr, t.Expr | None]] = {}
        for node in self._nodes:
            match node:
                case t.Let(var=var, value=value):
                    made[var] = value
                case t.Filter(var=var, set=of) | t.Map(var=var, set=of) | t.For(var=var, set=of):
                    among[var] = of
                case t.Pick(var=var, set=of, mode="together", most=most):
                    gathered[var] = of, most
                case t.Pick(var=var, set=of):
                    among[var] = of
        return made, among, gathered

    @property
    def made(self) -> Mapping[str, t.Expr]:
        return self._found[0]

    @property
    def gathered(self) -> Mapping[str, tuple[t.Expr, t.Expr | None]]:
        return self._found[2]

    @property
    def among(self) -> Mapping[str, t.Expr]:
        return self._found[1]


_Found = tuple[dict[str, t.Expr], dict[str, t.Expr], dict[str, tuple[t.Expr, t.Expr | None]]]
