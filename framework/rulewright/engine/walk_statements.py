"""Statements and choices to the reference walker."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from rulewright.dsl import typed as t
from rulewright.dsl.generate.draws import draw_owners
from rulewright.dsl.generate.sites import Site
from rulewright.dsl.visit import statements
from rulewright.engine import lists
from rulewright.engine.changes import CHANGES
from rulewright.engine.walk_values import Here, Values
from rulewright.model.types import CellType, ComponentType, IntType, PairType, PlacementType, Type, bounds
from rulewright.source.text import EffectText

if TYPE_CHECKING:
    from rulewright.engine.machine import Machine
    from rulewright.engine.program import Program

Body = tuple[t.Stmt, ...]


class _Stopped(Exception):
    """`stop`: the text that says so ends here."""


class Statements(Values):
    """What statements do, and what is asked in them."""

    def __init__(self, program: Program) -> None:
        super().__init__(program)
        self.sites: dict[str, Site] = {}
        self.site_of: dict[tuple[str, int], Site] = {}
        self.numbers = Counter[str]()  # of sites, by procedure
        self.draw_owners = draw_owners(self.rules)

    def verb(self, m: Machine, me: int, verb: t.Verb, args: tuple[Any, ...]) -> Any:
        """Do a verb; see walk_events.py."""
        raise AssertionError

    # --- stops ---------------------------------------------------------------------------------

    def procedure(self, name: str, text: EffectText, body: Iterable[t.Stmt]) -> None:
        """Name every decision of a body."""
        for statement in body:
            for node in statements(statement):
                if isinstance(node, t.Choose):
                    pick = node.pick
                    self.site(name, node, "choose", pick.item, is_many(pick), pick.prompt, (), text)
                elif isinstance(node, t.Menu):
                    branches = tuple(branch.id for branch in node.branches)
                    self.site(name, node, "menu", None, False, node.prompt, branches, text)

    def site(
        self,
        procedure: str,
        node: t.Stmt,
        kind: str,
        item: Type | None,
        many: bool,
        prompt: t.Prompt | None,
        branches: tuple[str, ...],
        text: EffectText | None,
    ) -> None:
        number = self.numbers[procedure]
        self.numbers[procedure] += 1
        asked = prompt.name if prompt else None
        site = Site(f"{procedure}:{number}", kind, item, many, asked, branches, text, node.start, node.end)
        self.sites[site.name] = self.site_of[procedure, id(node)] = site

    def offered(self, here: Here, seat: int, prompt: int, args: tuple[Any, ...]) -> Sequence[tuple[int, int]]:
        window = here.m.s.window
        return () if window < 0 else tuple(self.table("WINDOWS")[window](here.m, seat, prompt, args))

    def ask(
        self,
        here: Here,
        node: t.Stmt,
        seat: t.Expr | None,
        prompt: t.Prompt | None,
        options: Callable[[], Sequence[Any]],
        may: Callable[[], bool],
        otherwise: bool = False,
    ) -> Any:
        """What is chosen, or None. Abilities may be used first; then the options are read again.

        With `otherwise` there is an `else` to go on with: no options are then reason enough to decline,
        but while a window is open it is still asked.
        """
        m = here.m
        while True:
            found = options()
            who = here.me if seat is None else self.value(seat, here)
            args = self.prompt_args(here, prompt)
            uses = self.offered(here, who, self.prompt_index(prompt), args)
            if not found and not (otherwise and m.s.window >= 0):
                return None
            declinable = may() or not found
            assert m.policies[who] is not None, f"the walker needs a policy for seat {who}"
            index = m.ask(self.site_of[here.procedure, id(node)], who, found, uses, declinable, args)
            if index < len(found):
                return found[index]
            if declinable and index == len(found):
                return None
            clause, this = uses[index - len(found) - declinable]
            self.table("USE")[clause](m, this)

    def prompt_args(self, here: Here, prompt: t.Prompt | None) -> tuple[Any, ...]:
        return () if prompt is None else tuple(self.value(a, here) for a in prompt.args)

    def prompt_index(self, prompt: t.Prompt | None) -> int:
        return -1 if prompt is None else list(self.game.prompts).index(prompt.name)

    def must(self, here: Here, prompt: t.Prompt | None) -> bool:
        """Whether the prompt forbids to decline now."""
        must = None if prompt is None else self.rules.musts.get(prompt.name)
        return must is not None and bool(self.formula(here.m, must, {}))

    # --- statements ----------------------------------------------------------------------------

    def text(self, here: Here, body: Body) -> None:
        """A whole text: `stop` ends it, and nothing else."""
        with suppress(_Stopped):
            self.block(here, body)

    def block(self, here: Here, body: Body) -> None:
        for statement in body:
            self.statement(here, statement)

    def statement(self, here: Here, node: t.Stmt) -> None:
        match node:
            case t.Let():
                here.names[node.var] = self.value(node.value, here)
            case t.Set():
                self.set(here, node)
            case t.SetResult():
                here.names["result"] = self.value(node.value, here)
            case t.VerbCall():
                args = tuple(self.value(a, here) for a in node.args)
                result = self.verb(here.m, here.me, self.rules.verbs[node.verb], args)
                if node.var is not None:
                    here.names[node.var] = result
            case t.Primitive():
                assert not self.change(here, node), "the walker needs chance"
            case t.If():
                self.block(here, node.then if self.value(node.test, here) else node.other)
            case t.For():
                self.each_round(here, node.var, list(self.value(node.set, here)), node.body)
            case t.RepeatTimes():
                for _ in range(here.m.none_or_more(self.value(node.times, here))):
                    here.m.spend()
                    self.block(here, node.body)
            case t.RepeatWhile():
                while self.value(node.test, here):
                    here.m.spend()
                    self.block(here, node.body)
            case t.Choose():
                self.choose(here, node)
            case t.Menu():
                self.menu(here, node)
            case t.Stop():
                raise _Stopped
            case _:
                raise AssertionError(f"no statement: {node}")

    def each_round(self, here: Here, var: str, items: Iterable[Any], body: Body) -> None:
        for item in items:
            here.m.spend()
            self.with_one(here, var, item, body)

    def with_one(self, here: Here, var: str, item: Any, body: Body) -> None:
        here.names[var] = item
        self.block(here, body)

    def set(self, here: Here, node: t.Set) -> None:
        old = 0 if node.op == "=" else self.value(node.place, here)
        new = self.value(node.value, here)
        if node.op != "=":
            new = old + new if node.op == "+=" else old - new
        if isinstance(node.place.type, IntType):
            low, high = bounds(node.place.type)
            if not low <= new <= high:
                here.m.out_of_range(new, low, high)
        s = here.m.s
        match node.place:
            case t.StateField(of=of, kind=kind, field=field):
                getattr(s, f"{kind}_{field}")[self.value(of, here)] = new
            case t.SeatField(of=of, field=field):
                getattr(s, f"seat_{field}")[self.value(of, here)] = new
            case t.GameField(field=field):
                setattr(s, f"game_{field}", new)
            case t.TurnField(field=field):
                setattr(s, f"turn_{field}", new)

    def change(self, here: Here, node: t.Primitive) -> int:
        m, args = here.m, node.args
        to = [self.instance(args[-1], here)] if isinstance(args[-1], t.Zone) else []
        what = self.value(args[0], here)
        kind = getattr(getattr(args[0].type, "item", args[0].type), "kind", "")
        single = isinstance(args[0].type, ComponentType)
        match node.name:
            case "move":
                return CHANGES["move" if single else "move_all"](m, kind, what, *to)
            case "draw":
                return CHANGES["draw"](m, self.instance(args[0], here), self.value(args[1], here), *to)
            case "roll":
                return CHANGES["roll"](m, kind, (what,) if single else what)
            case "place" if isinstance(args[0].type, PlacementType):
                return CHANGES["place"](m, what)
            case "place":
                assert isinstance(args[1].type, CellType)
                z = self.program.zone_base[args[1].type.zone]
                return CHANGES["place_on"](m, kind, what, z, self.value(args[1], here))
            case "replace":
                return CHANGES["replace"](m, kind, what, self.value(args[1], here), *to)
        return CHANGES[node.name](m, *to)  # shuffle, refill, replace_all

    # --- choices -------------------------------------------------------------------------------

    def alike(self, type_: Type) -> lists.Key | None:
        """What tells which options are the same; None if all differ."""
        match type_:
            case ComponentType(kind) if self.game.kinds[kind].alike is not None:
                return lambda s, x: self.looks(s, kind, x)
            case PlacementType(zone) if (
                piece := self.alike(ComponentType(self.game.zones[zone].kind))
            ) is not None:
                return lambda s, placement: (piece(s, placement[0]), *placement[1:])
            case PairType(a, b) if self.alike(a) or self.alike(b):
                return lists.alike_pair(self.alike(a) or lists.itself, self.alike(b) or lists.itself)
        return None

    def looks(self, s: Any, kind: str, x: int) -> tuple[Any, ...]:
        decl, info = self.game.kinds[kind], self.program.kinds[kind]
        found = [self.lying(s, kind, x)]
        if any(zone.grid is not None and zone.kind == info.whole for zone in self.game.zones.values()):
            found.append(
                getattr(s, f"{'spot' if kind == info.whole else 'cell'}_{kind}")[x]
            )  # none are alike there
        for field in decl.alike or ():
            if field == "entry":
                found.append(info.entry[x])
            else:
                state = field in decl.state
                found.append((getattr(s, f"{kind}_{field}") if state else self.table(f"T_{kind}_{field}"))[x])
        return tuple(found)

    def options(
        self, here: Here, pick: t.Pick, without: Sequence[Any] = (), may: bool = False
    ) -> Sequence[Any]:
        s, key = here.m.s, self.alike(pick.item)
        things = [x for x in self.value(pick.set, here) if x not in without]
        if not is_many(pick):
            return things if key is None else lists.unlike(s, things, key)
        least = 0 if pick.least is None else self.value(pick.least, here)
        most = None if pick.most is None else self.value(pick.most, here)
        must = self.must(here, pick.prompt)
        sets = lists.subsets(here.m, s, things, least, most, key, may, must)
        return [x for x in sets if pick.having is None or self.with_(here, pick.var, x, pick.having)]

    def choose(self, here: Here, node: t.Choose) -> None:
        pick = node.pick
        if pick.mode == "random":
            self.draw_lots(here, node)
        elif pick.mode == "stepwise":
            self.one_at_a_time(here, node)
        else:
            # a function of its own would not be shorter
            may = lambda: node.may and not self.must(here, pick.prompt)  # noqa: E731
            # a function of its own would not be shorter
            options = lambda: self.options(here, pick, may=node.may)  # noqa: E731
            picked = self.ask(here, node, pick.seat, pick.prompt, options, may, bool(node.other))
            if picked is None or (is_many(pick) and not picked):
                self.block(here, node.other)
            elif pick.mode == "each":
                self.each_round(here, pick.var, picked, node.body)
            else:
                self.with_one(here, pick.var, picked, node.body)

    def one_at_a_time(self, here: Here, node: t.Choose) -> None:
        pick = node.pick
        seen: list[Any] = []
        most = None if pick.most is None else here.m.none_or_more(self.value(pick.most, here))
        least = 0 if pick.least is None else here.m.none_or_more(self.value(pick.least, here))

        def may() -> bool:
            return (len(seen) >= least or (node.may and not seen)) and not self.must(here, pick.prompt)

        while most is None or len(seen) < most:
            # a function of its own would not be shorter
            options = lambda: self.options(here, pick, seen)  # noqa: E731
            otherwise = bool(node.other) and not seen
            picked = self.ask(here, node, pick.seat, pick.prompt, options, may, otherwise)
            if picked is None:
                break
            seen.append(picked)
            self.with_one(here, pick.var, picked, node.body)
        if not seen:
            self.block(here, node.other)

    def draw_lots(self, here: Here, node: t.Choose) -> None:
        m, pick = here.m, node.pick
        things = self.value(pick.set, here)
        most = None if pick.most is None else self.value(pick.most, here)
        assert m.chance is not None, "the walker needs chance"
        picked = (m.pick(self.draw_owners[id(pick)], str(pick.item), things, most) or ()) if things else ()
        self.each_round(here, pick.var, picked, node.body)  # nobody was asked, so that `else` means nothing

    def menu(self, here: Here, node: t.Menu) -> None:
        def options() -> list[int]:
            return [i for i, b in enumerate(node.branches) if b.test is None or self.value(b.test, here)]

        # a function of its own would not be shorter
        may = lambda: node.may and not self.must(here, node.prompt)  # noqa: E731
        picked = self.ask(here, node, node.seat, node.prompt, options, may)
        if picked is not None:
            self.block(here, node.branches[picked].body)


def is_many(pick: t.Pick) -> bool:
    return pick.mode in ("each", "together")
