"""What a scenario expects, compared with what is so: each difference at the line that says otherwise."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Set
from collections.abc import Mapping as Lookup
from collections.abc import Sequence as Listing
from contextlib import contextmanager
from typing import Any

from rulewright.dsl.visit import all_steps
from rulewright.engine.decision import Decision
from rulewright.engine.machine import Fault, Machine
from rulewright.model.game import TOTAL, FieldDecl
from rulewright.model.types import ComponentType, EnumType, IntType
from rulewright.play.callers import running
from rulewright.play.formulas import Formulas
from rulewright.play.journal import Journal
from rulewright.play.match import result, score
from rulewright.play.names import Names, Written, is_number, pair_off, spelt, tokens
from rulewright.play.scenario_given import Setter
from rulewright.play.scenario_names import OF_A_SEAT, under
from rulewright.play.scenario_plan import cells_of, grids, sections
from rulewright.play.scenario_words import NONE, Words, items, text
from rulewright.source.codes import CODES
from rulewright.source.counted import counted
from rulewright.source.diagnostics import Problems
from rulewright.source.text import Span
from rulewright.source.tree import Branch, Mapping, Scalar


class Comparison:
    """Compares the end of a run with `expect`; differences go to `problems`."""

    def __init__(
        self,
        machine: Machine,
        names: Names,
        words: Words,
        journal: Journal,
        setter: Setter,
        problems: Problems,
    ) -> None:
        self.m = machine
        self.names = names
        self.words = words
        self.journal = journal
        self.setter = setter
        self.problems = problems
        self.kept_formulas: Formulas | None = None

    def differ(self, message: str, span: Span, expected: str | None = None, hint: str | None = None) -> None:
        self.problems.error("I802", message, span, expected=expected, hint=hint)

    def compare(self, expect: Mapping) -> None:
        for key, branch in expect.items.items():
            check = _CHECKS.get(key)
            if check is not None:
                with self._told(expect.key_spans[key]):
                    check(self, branch)
        for seat, section in sections(expect):
            with self._told(section.span if seat < 0 else expect.key_spans[f"seat {seat}"]):
                self._section(seat, section)

    @contextmanager
    def _told(self, span: Span) -> Iterator[None]:
        """A fault of the content while something is compared is a difference there, not the end of all."""
        try:
            yield
        except Fault as fault:
            related = running(self.m.program.rules, fault.places)
            message = f"{fault.code} {fault.message}"
            self.problems.error("I807", message, span, hint=CODES[fault.code].hint, related=related)

    def _section(self, seat: int, section: Mapping) -> None:
        self._zones(seat, section)
        for name, branch, _ in grids(seat, section, OF_A_SEAT):
            self._grid(seat, name, branch)
        if seat >= 0:
            self._seat(seat, section)

    def _seat(self, seat: int, section: Mapping) -> None:
        game, s = self.words.game, self.m.s
        self._state(section, "state", game.seat_state, lambda name: getattr(s, f"seat_{name}")[seat])
        if "holds" in section.items:
            self._holds(section.items["holds"], seat)
        if isinstance(points := section.items.get("score"), Mapping):
            with self._told(section.key_spans["score"]):
                self._score(seat, points)

    # --- zones ---------------------------------------------------------------------------------

    def _zones(self, seat: int, section: Mapping) -> None:
        inner = section.items.get("zones")
        if not isinstance(inner, Mapping):
            return
        for name, branch in inner.items.items():
            z = self.names.program.zone_base[name] + max(seat, 0)
            self._contents(z, branch, inner.key_spans[name])

    def _contents(self, z: int, branch: Branch, span: Span) -> None:
        zone = self.names.program.zones[z]
        there = self.m.s.zones[z]
        if not isinstance(branch, Mapping):
            self._listed(z, there, items(branch), span, zone.ordered)
            return
        count = branch.items.get("count")
        if isinstance(count, Scalar) and count.value != len(there):
            self.differ(f"{len(there)} in {self.names.zone_name(z)}", count.span, str(count.value))
        if "top" in branch.items:
            top = items(branch.items["top"])
            self._listed(z, there[: len(top)], top, branch.key_spans["top"], True)
        for item in items(branch.items.get("includes")):
            if not any(self._is(zone.kind, x, item) for x in there):
                message = f"{self.names.zone_name(z)} holds {self._all(z, there, [item])}"
                self.differ(message, item.span, text(item))
        for item in items(branch.items.get("excludes")):
            if any(self._is(zone.kind, x, item) for x in there):
                self.differ(f"'{text(item)}' is in {self.names.zone_name(z)}", item.span, "no such component")

    def _listed(
        self, z: int, there: Listing[int], wanted: Listing[Branch], span: Span, ordered: bool
    ) -> None:
        kind = self.names.program.zones[z].kind
        rows = [[self._is(kind, x, item) for x in there] for item in wanted]
        if ordered:
            wrong = next((i for i, row in enumerate(rows) if i >= len(there) or not row[i]), None)
        else:
            wrong = pair_off(rows)
        if wrong is None and len(there) == len(wanted):
            return
        at = span if wrong is None else wanted[wrong].span
        expected = ", ".join(text(item) for item in wanted) or "nothing"
        self.differ(f"{self.names.zone_name(z)} holds {self._all(z, there, wanted)}", at, expected)

    def _all(self, z: int, there: Listing[int], wanted: Listing[Branch]) -> str:
        """What lies in a zone, each thing with the values of the fields that are spoken of."""
        kind = self.names.program.zones[z].kind
        said = {word.partition("=")[0] for item in wanted for word in tokens(text(item))}
        return ", ".join(" ".join(self._shown(kind, x, said)) for x in there) or "nothing"

    def _shown(self, kind: str, x: int, said: Set[str]) -> Iterator[str]:
        short = self.names.short(ComponentType(kind), x, self.m.s)
        yield short
        numbers = any(map(is_number, said))
        for field, value in self.names.values(kind, x, self.m.s):
            symbols = self.words.game.enums[field.type.name] if isinstance(field.type, EnumType) else ()
            alike = numbers and isinstance(field.type, IntType)
            shown = self.names.value(field.type, value)
            spoken_of = field.name in said or alike or not said.isdisjoint(symbols)
            if spoken_of and shown not in short.split():
                yield f"{field.name}={shown}"

    def _is(self, kind: str, x: int, item: Branch) -> bool:
        return self.names.words(kind, x, self.m.s, derived=True).issuperset(tokens(text(item)))

    # --- grids ---------------------------------------------------------------------------------

    def _grid(self, seat: int, name: str, branch: Mapping) -> None:
        z = self.names.program.zone_base[name] + max(seat, 0)
        grid = self.names.program.board.grids[z]
        for key, item in branch.items.items():
            for row, column in cells_of(key, grid.rows, grid.columns):
                if not self._lies(z, row * grid.columns + column, item):
                    break

    def _lies(self, z: int, cell: int, item: Branch) -> bool:
        """Whether all words hold of what lies on a cell; the difference is noted."""
        x = self.m.s.grids[z][cell]
        wanted = text(item)
        where = self.names.cell(z, cell)
        if x < 0 or wanted == "empty":
            if (x < 0) != (wanted == "empty"):
                self.differ(f"{'nothing' if x < 0 else 'something'} lies on {where}", item.span, wanted)
                return False
            return True
        info = self.names.program.kinds[self.names.program.zones[z].kind]
        kind = info.part_kind or info.name
        held = self.names.words(kind, x, self.m.s, derived=True)
        missing = [word for word in tokens(wanted) if word not in held]
        if missing:
            message = f"on {where} lies {self.names.portrait(kind, x, self.m.s)}"
            self.differ(message, item.span, " ".join(missing))
        return not missing

    # --- state ---------------------------------------------------------------------------------

    def _state(
        self, section: Mapping, key: str, decls: Lookup[str, FieldDecl], read: Callable[[str], Any]
    ) -> None:
        inner = section.items.get(key)
        for decl, raw in self.setter.read_all(section, key, decls):
            found = read(decl.name)
            if found != raw:
                assert isinstance(inner, Mapping)
                shown, due = (self.names.value(decl.type, each, self.m.s) for each in (found, raw))
                self.differ(f"{decl.name} is {shown}", inner.items[decl.name].span, due)

    def _game(self, branch: Branch) -> None:
        section = under("game", branch)
        decls = self.words.game.game_state
        self._state(section, "game", decls, lambda name: getattr(self.m.s, f"game_{name}"))

    def _turn(self, branch: Branch) -> None:
        section = under("turn", branch)
        decls = self.words.game.turn_state
        self._state(section, "turn", decls, lambda name: getattr(self.m.s, f"turn_{name}"))

    def _counters(self, branch: Branch) -> None:
        assert isinstance(branch, Mapping)
        for name, item in branch.items.items():
            self._equal(name, getattr(self.m.s, f"count_{name}"), item)

    def _equal(self, name: str, found: Any, item: Branch) -> None:
        assert isinstance(item, Scalar)
        if found != item.value:
            self.differ(f"{name} is {found}", item.span, text(item))

    def _holds(self, branch: Branch, seat: int = -1) -> None:
        if self.kept_formulas is None:
            self.kept_formulas = Formulas(self.m, self.names, self.problems)
        for item in items(branch):
            assert isinstance(item, Scalar)
            with self._told(item.span):
                if self.kept_formulas.test(item.text, seat) is False:
                    self.differ("this does not hold", item.span, hint=self._sides(item, seat))

    def _sides(self, item: Scalar, seat: int) -> str | None:
        return self.kept_formulas.sides(item.text, seat) if self.kept_formulas is not None else None

    # --- score and result ----------------------------------------------------------------------

    def _score(self, seat: int, points: Mapping) -> None:
        lines: Counter[str] = Counter()
        for item in result(self.m).items[seat]:
            lines[item.line] += item.points
        for name, branch in points.items.items():
            if name == TOTAL:
                self._equal("the total", score(self.m)[seat], branch)
            else:
                self._equal(name, lines[name], branch)

    def _result(self, branch: Branch) -> None:
        assert isinstance(branch, Mapping)
        found = result(self.m)
        for key, seats in (("winners", found.winners), ("scores", found.scores)):
            if key in branch.items:
                wanted = [item.value for item in items(branch.items[key]) if isinstance(item, Scalar)]
                if list(seats) != wanted:
                    self.differ(f"{key} are {list(seats)}", branch.items[key].span, str(wanted))
        rank = branch.items.get("rank")
        if rank is not None and (found.rank or NONE) != text(rank):
            self.differ(f"the rank is {found.rank or NONE}", rank.span, text(rank))

    # --- what happened -------------------------------------------------------------------------

    def _events(self, branch: Branch) -> None:
        wanted, found = items(branch), self.journal.events
        for index, item in enumerate(wanted):
            if index >= len(found):
                self.differ("nothing more happened", item.span, text(item), self._happened())
                return
            if not found[index].matches(text(item)):
                self.differ(f"'{found[index]}' happened here", item.span, text(item), self._happened())
                return
        if len(found) > len(wanted):
            at = wanted[-1].span if wanted else branch.span
            self.differ(f"'{found[len(wanted)]}' happened after that", at, "nothing more", self._happened())

    def _happened(self) -> str:
        shown = [str(event) for event in self.journal.events[:20]]
        more = ", …" if len(self.journal.events) > 20 else ""
        return f"events: {', '.join(shown) or 'none'}{more}"

    def _turns(self, branch: Branch) -> None:
        assert isinstance(branch, Mapping)
        for path, listed in branch.items.items():
            of = self.journal.renderer.turns[path]
            found = [(e[2], e[3]) for e in self.journal if e[0] == "turn" and e[1] == path]
            shown = [
                self.names.component(of.kind, this) if isinstance(of, ComponentType) else str(seat)
                for seat, this in found
            ]
            wanted = [text(item) for item in items(listed)]
            good = len(shown) == len(wanted) and all(
                self.names.words(of.kind, this, self.m.s).issuperset(tokens(want))
                if isinstance(of, ComponentType)
                else want.removeprefix("seat ") == str(seat)
                for (seat, this), want in zip(found, wanted, strict=True)
            )
            if not good:
                due = ", ".join(wanted) or NONE
                self.differ(f"turns were {', '.join(shown) or NONE}", listed.span, due)

    def _rounds(self, branch: Branch) -> None:
        assert isinstance(branch, Mapping)
        for name, item in branch.items.items():
            found = [e for e in self.journal if e[0] == "round" and name in (e[1], e[1].split("/")[-1])]
            self._equal(f"the number of rounds of {name}", len(found), item)

    def _steps(self, branch: Branch) -> None:
        """Steps that hold steps count only where they are listed themselves."""
        wanted = [text(item) for item in items(branch)]
        leaves = {step.path for step in all_steps(self.names.program.rules.flow) if not step.steps}
        found = [e[1] for e in self.journal if e[0] == "step" and (e[1] in leaves or e[1] in wanted)]
        if found != wanted:
            wrong = next((i for i, (a, b) in enumerate(zip(found, wanted, strict=False)) if a != b), None)
            at = branch.span if wrong is None else items(branch)[wrong].span
            self.differ(f"steps were {', '.join(found) or 'none'}", at, ", ".join(wanted) or "none")

    # --- the open decision ---------------------------------------------------------------------

    def _decision(self, branch: Branch) -> None:
        opened = [d for d in self.m.s.open if isinstance(d, Decision)]
        if not isinstance(branch, Mapping):
            if opened:
                self.differ(f"{self._question(opened[0])} is asked", branch.span, NONE)
            return
        seat = branch.items.get("seat")
        fitting = [d for d in opened if d.seat == seat.value] if isinstance(seat, Scalar) else opened
        if not fitting:
            asked = ", ".join(self._question(d) for d in opened) or "nothing"
            self.differ(f"{asked} is asked", seat.span if seat is not None else branch.span)
            return
        self._options(fitting[0], branch)

    def _question(self, decision: Decision) -> str:
        prompt = self.names.program.sites[decision.stop].prompt
        return f"seat {decision.seat}{f' {prompt}' if prompt else ''}"

    def _options(self, decision: Decision, branch: Mapping) -> None:
        s = self.m.s
        site = self.names.program.sites[decision.stop]
        labels = self.names.answers(decision, s)
        shown = ", ".join(labels)
        if "prompt" in branch.items and text(branch.items["prompt"]) != site.prompt:
            prompt = branch.items["prompt"]
            self.differ(f"the prompt is {site.prompt or NONE}", prompt.span, text(prompt))
        if "options" in branch.items:
            wanted = items(branch.items["options"])
            rows = [self._row(decision, self.words.plain(item), len(labels)) for item in wanted]
            wrong = pair_off(rows)
            if wrong is not None:
                message = f"there is no option '{spelt(self.words.plain(wanted[wrong]))}'"
                self.differ(message, wanted[wrong].span, None, f"options: {shown}")
            elif len(wanted) < len(labels):
                message = f"{counted(len(labels), 'option is', 'options are')} offered: {shown}"
                self.differ(message, branch.items["options"].span, str(len(wanted)))
        for item in items(branch.items.get("includes")):
            if not self.names.find(decision, s, self.words.plain(item)):
                message = f"there is no option '{spelt(self.words.plain(item))}'"
                self.differ(message, item.span, hint=f"options: {shown}")
        for item in items(branch.items.get("excludes")):
            if self.names.find(decision, s, self.words.plain(item)):
                self.differ(f"'{spelt(self.words.plain(item))}' is an option", item.span, "no such option")

    def _row(self, decision: Decision, written: Written, count: int) -> list[bool]:
        found = set(self.names.find(decision, self.m.s, written))
        return [index in found for index in range(count)]


_CHECKS: dict[str, Callable[[Comparison, Branch], None]] = {
    "game": Comparison._game,
    "turn": Comparison._turn,
    "counters": Comparison._counters,
    "holds": Comparison._holds,
    "result": Comparison._result,
    "events": Comparison._events,
    "turns": Comparison._turns,
    "rounds": Comparison._rounds,
    "steps": Comparison._steps,
    "decision": Comparison._decision,
}
