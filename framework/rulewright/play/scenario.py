"""Scenarios: tests of the rules written in YAML. The page on scenarios describes the format."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from pathlib import Path

from rulewright.dsl import typed as t
from rulewright.dsl.generate import Switches
from rulewright.dsl.generate.sites import function_of
from rulewright.dsl.visit import all_steps
from rulewright.engine.conserve import check_components
from rulewright.engine.machine import Fault
from rulewright.engine.program import Program
from rulewright.model.game import Game, Value
from rulewright.model.types import ComponentType, ListType, Type
from rulewright.packs.bundled import schema_path
from rulewright.packs.gather import shown_name
from rulewright.packs.load import with_entries
from rulewright.play.journal import Entry as LogEntry
from rulewright.play.journal import Journal
from rulewright.play.match import RefusedMatch, check_seats
from rulewright.play.names import Names
from rulewright.play.scenario_expect import Comparison
from rulewright.play.scenario_given import Plan, Planner, Setter, with_made_up
from rulewright.play.scenario_play import Answers, Ended
from rulewright.play.scenario_program import grown, program_for
from rulewright.play.scenario_words import Words, items, text
from rulewright.play.script import Draw, ScriptedChance, ScriptedMachine
from rulewright.source.codes import CODES
from rulewright.source.diagnostics import Diagnostic, Problems
from rulewright.source.reader import read_yaml
from rulewright.source.schema import load_schema, validate
from rulewright.source.text import Span
from rulewright.source.tree import Branch, Mapping, Scalar
from rulewright.source.tree import Sequence as Listed


@dataclass(frozen=True, slots=True)
class Scenario:
    """A scenario as read: its tree is valid by the schema; `rules` are the ids it cites."""

    path: Path
    title: str
    rules: tuple[tuple[str, Span], ...]
    tree: Mapping

    @property
    def id(self) -> str:
        return self.path.stem

    def matches(self, word: str) -> bool:
        """Whether its name (id or title) contains the word, or it cites just that rule; case counts not."""
        wanted = word.casefold()
        if wanted in self.id.casefold() or wanted in self.title.casefold():
            return True
        return any(wanted == rule.casefold() for rule, _ in self.rules)

    @property
    def span(self) -> Span:
        """The place of its title, for what concerns the whole of it."""
        return self.tree.items["scenario"].span


@dataclass(slots=True)
class Outcome:
    """What a scenario came to. It passes if there is no difference.

    `lines` are the log in words, as things were called when it was written; `machine` stands where the
    run ended, or is None if it never began.
    """

    scenario: Scenario
    differences: list[Diagnostic] = field(default_factory=list)
    log: list[LogEntry] = field(default_factory=list)
    lines: list[str] = field(default_factory=list)
    machine: ScriptedMachine | None = None
    names: Names | None = None

    @property
    def passed(self) -> bool:
        return not self.differences


def read_scenario(path: Path, problems: Problems) -> Scenario | None:
    """Read one file; None, with its problems noted, if it is no valid scenario."""
    tree = read_yaml(path, shown_name(path.parent.parent, path), problems)
    if tree is None or not validate(tree, load_schema(schema_path("scenario")), problems, what="a scenario"):
        return None
    cited = tuple((text(item), item.span) for item in items(tree.items.get("rules")))
    return Scenario(path, text(tree.items["scenario"]), cited, tree)


def scenario_files(folder: Path) -> list[Path]:
    """The scenario files of a pack's folder, by name."""
    return sorted((folder / "scenarios").glob("*.yaml"))


def run_scenario(
    rules: t.Rules, scenario: Scenario, *, reference: bool = False, switches: Switches | None = None
) -> Outcome:
    """Play a scenario and compare.

    Args:
        reference: by the walker over the checked tree instead of the generated program.
        switches: what to compile in besides the log.
    """
    problems = Problems()
    run = _Run(rules, scenario, problems, reference, replace(switches or Switches(), log=True))
    run.whole()
    run.outcome.differences = sorted(problems.found, key=lambda d: (d.span.file.name, d.span.start, d.code))
    return run.outcome


# --- running -----------------------------------------------------------------------------------


class _Run:
    """One scenario on its way from the tree to the differences."""

    def __init__(
        self, rules: t.Rules, scenario: Scenario, problems: Problems, reference: bool, switches: Switches
    ) -> None:
        self.rules = rules
        self.scenario = scenario
        self.tree = scenario.tree
        self.problems = problems
        self.reference = reference
        self.switches = switches
        self.outcome = Outcome(scenario)
        self.words = Words(rules.game, problems)
        expect = scenario.tree.items["expect"]
        assert isinstance(expect, Mapping)
        self.expect = expect

    def _section(self, key: str) -> Mapping | None:
        branch = self.tree.items.get(key)
        return branch if isinstance(branch, Mapping) else None

    def _number(self, key: str, otherwise: int) -> int:
        branch = self.tree.items.get(key)
        return branch.value if isinstance(branch, Scalar) and isinstance(branch.value, int) else otherwise

    def _expected(self, key: str) -> str | None:
        return text(self.expect.items[key]) if key in self.expect.items else None

    def whole(self) -> None:
        """Set up, play, compare; each stage only if the one before went well."""
        for rule, span in self.scenario.rules:
            if rule not in self.rules.game.rulebook:
                self.words.unknown("rule", rule, span, self.rules.game.rulebook)
        rules = self._with()
        if rules is None:
            return
        plan = Planner(rules.game, self.words, self.problems).read(self._section("given"))
        settings = self._settings(rules.game)
        if self.problems.errors:
            return
        if plan.entries:
            rules = replace(rules, game=with_made_up(rules.game, plan))
        self.words.game = rules.game
        seats = self._number("players", rules.game.players.usual)
        program = self._bound(rules, settings, seats)
        if program is not None:
            self._match(program, plan)

    # --- content -------------------------------------------------------------------------------

    def _with(self) -> t.Rules | None:
        """The rules with the entries that come to them; None if those have mistakes, expected or not."""
        branch = self._section("with")
        found = Problems()
        rules: t.Rules | None = self.rules
        if branch is not None:
            game = with_entries(self.rules.game, branch, found)
            if not found.errors:
                rules = grown(self.rules, game, found)
        expected = self.expect.items.get("errors")
        if expected is None:
            self.problems.found += found.found
            return None if found.errors else self._worded(rules)
        codes = [d.code for d in found.errors]
        wanted = [text(item) for item in items(expected)]
        if sorted(codes) != sorted(wanted):
            related = tuple((f"{d.code} {d.message}", d.span) for d in found.errors)
            listed = ", ".join(codes) or "none"
            message, due = f"mistakes are {listed}", ", ".join(wanted)
            self.problems.error("I802", message, expected.span, expected=due, related=related)
        return None if found.errors else self._worded(rules)

    def _worded(self, rules: t.Rules | None) -> t.Rules | None:
        if rules is not None:
            self.words.game = rules.game
        return rules

    def _settings(self, game: Game) -> dict[str, Value]:
        found: dict[str, Value] = {}
        branch = self._section("settings")
        for name, item in branch.items.items() if branch is not None else ():
            assert branch is not None
            if name not in game.settings:
                self.words.unknown("setting", name, branch.key_spans[name], game.settings)
                continue
            type_ = game.settings[name].type
            read = self._setting(type_, item)
            if read is None:
                self.problems.error("I803", "this does not fit the setting", item.span, expected=str(type_))
            else:
                found[name] = read[0]
        return found

    def _setting(self, type_: Type, item: Branch) -> tuple[Value] | None:
        if isinstance(type_, ListType):
            read = [self._setting(type_.item, each) for each in items(item)]
            return None if None in read else (tuple(each[0] for each in read if each is not None),)
        return self.words.value(type_, text(item)) if isinstance(item, Scalar) else None

    def _bound(self, rules: t.Rules, settings: dict[str, Value], seats: int) -> Program | None:
        """The program, if the match is not refused; a refusal that is expected ends the scenario well."""
        refused = self._expected("refused")
        try:
            program = program_for(rules, self.rules, settings, seats, self.switches, self.reference)
            check_seats(program)
        except RefusedMatch as refusal:
            found = refusal.id or "players"
            if refused is None:
                self.problems.error("I807", f"the match is refused: {refusal}", self._setup_span())
            elif refused != found:
                span = self.expect.items["refused"].span
                self.problems.error("I802", f"the match is refused by {found}", span, expected=refused)
            return None
        if refused is not None:
            span = self.expect.items["refused"].span
            self.problems.error("I802", "the match is not refused", span, expected=refused)
            return None
        return program

    def _setup_span(self) -> Span:
        for key in ("players", "settings"):
            if key in self.tree.items:
                return self.tree.items[key].span
        return self.scenario.span

    # --- the match -----------------------------------------------------------------------------

    def _match(self, program: Program, plan: Plan) -> None:
        names = Names(program)
        journal = Journal(names)
        first = self._number("first", 0)
        if first >= program.seats:
            self.problems.error("I803", f"there is no seat {first}", self.tree.items["first"].span)
            return
        draws = self._draws()
        chance = ScriptedChance(names, draws, self._draws_span())
        policies = [None] * program.seats
        machine = ScriptedMachine(program, program.new_state(first), policies, chance, None)
        setter = Setter(machine, names, self.words, self.problems)
        given = self._section("given")
        if given is not None:
            self._check_seats(given, program.seats)
        if self.problems.errors:
            return
        setter.apply(given, plan)
        if self.problems.errors:
            return
        machine.log = journal
        journal.machine = machine
        self.outcome.log, self.outcome.lines = journal, journal.lines
        self.outcome.machine, self.outcome.names = machine, names
        if self._play(machine, names, setter):
            if chance.left and chance.left[0].sort != "seed":
                self.problems.error("I806", f"this {chance.left[0].sort} was not made", chance.left[0].span)
            Comparison(machine, names, self.words, journal, setter, self.problems).compare(self.expect)

    def _check_seats(self, section: Mapping, seats: int) -> None:
        for key, span in section.key_spans.items():
            if key.startswith("seat ") and int(key[5:]) >= seats:
                self.problems.error("I803", f"there is no {key}", span, expected=f"seat 0 to {seats - 1}")

    def _draws(self) -> list[Draw]:
        branch = self.tree.items.get("draws")
        listed = branch.items if isinstance(branch, Listed) else () if branch is None else (branch,)
        found = []
        for item in listed:
            assert isinstance(item, Mapping)
            sort = next(key for key in ("roll", "shuffle", "pick", "seed") if key in item.items)
            zone, things = "", items(item.items.get("order"))
            values: tuple[int, ...] = ()
            if sort == "shuffle":
                zone = text(item.items[sort])
                if zone not in self.words.game.zones:
                    self.words.unknown("zone", zone, item.items[sort].span, self.words.game.zones)
            elif sort == "pick":
                things = items(item.items[sort])
            else:
                values = tuple(int(text(value)) for value in items(item.items[sort]))
            seat = int(text(item.items["seat"])) if "seat" in item.items else -1
            written = tuple(self.words.plain(thing) for thing in things)
            found.append(Draw(sort, values, zone, seat, written, item.span))
        return found

    def _draws_span(self) -> Span:
        for key in ("draws", "run"):
            if key in self.tree.items:
                branch = self.tree.items[key]
                return branch.items[-1].span if isinstance(branch, Listed) and branch.items else branch.span
        return self.scenario.span

    def _play(self, machine: ScriptedMachine, names: Names, setter: Setter) -> bool:
        """Run to the end of the answers; whether there is anything to compare."""
        listed, then = items(self.tree.items.get("play")), self._section("then")
        answers = Answers(names, self.words, listed, then, self._run_span(), self.problems)
        fails = self.expect.items.get("fails")
        try:
            if self.reference:
                machine.policies = [answers.within] * machine.program.seats
            try:
                if not self._begin(machine, names, setter):
                    return False
            except Ended:
                pass
            if self.reference:
                check_components(machine)
                answers.unused(machine)
            else:
                answers.give(machine)
        except Fault as fault:
            if fails is None or text(fails) != fault.code:
                self._failed(fault, answers.at, fails)
                return False
            return True
        if fails is not None and answers.good:
            self.problems.error("I802", "nothing failed", fails.span, expected=text(fails))
        return answers.good

    def _failed(self, fault: Fault, at: Span, fails: Branch | None) -> None:
        listed = fault.code in ("G710", "G711")
        related = tuple(("there", place) for place in fault.places[1 if listed else 0 :][:3])
        hint = CODES[fault.code].hint
        if listed:
            self.problems.error(fault.code, fault.message, fault.places[0], hint=hint, related=related)
        elif fails is not None:
            message = f"it fails with {fault.code}: {fault.message}"
            self.problems.error("I802", message, fails.span, expected=text(fails), related=related)
        else:
            self.problems.error("I807", f"{fault.code} {fault.message}", at, hint=hint, related=related)

    def _run_span(self) -> Span:
        return self.tree.items["run"].span if "run" in self.tree.items else self.scenario.span

    # --- beginning -----------------------------------------------------------------------------

    def _begin(self, machine: ScriptedMachine, names: Names, setter: Setter) -> bool:
        given = self._section("given")
        if "run" not in self.tree.items:
            for key in ("seat", "this"):
                if key in self.tree.items:
                    message = f"'{key}' without 'run': the whole match is nobody's turn"
                    self.problems.error("I803", message, self.tree.key_spans[key])
                    return False
            setter.turn(given)
            machine.start()
            return True
        path = text(self.tree.items["run"])
        steps = {step.path: step for step in all_steps(machine.program.rules.flow)}
        if path not in steps:
            self.words.unknown("step", path, self.tree.items["run"].span, steps)
            return False
        seat = self._number("seat", -1)
        if seat >= machine.program.seats:
            self.problems.error("I803", f"there is no seat {seat}", self.tree.items["seat"].span)
            return False
        turn = next((steps[p] for p in _upward(path) if steps[p].turns is not None), None)
        this = self._this(names, turn)
        if this is None:
            return False
        name = function_of(path)
        if turn is None or (seat < 0 and this < 0):
            machine.s.turn_seat = seat if seat >= 0 else machine.s.turn_seat
            setter.turn(given)
            machine.start(f"step_{name}", seat, this)
            return True
        if this >= 0 and seat < 0 and isinstance(turn.turn_of, ComponentType):
            seat = machine.program.owner_of(machine.s, turn.turn_of.kind, this)
        machine.fact(f"start_turn_{function_of(turn.path)}", seat, this)
        setter.turn(given)
        machine.start(f"turn_{name}" if turn.path == path else f"step_{name}", seat, this)
        return not self.problems.errors

    def _this(self, names: Names, turn: t.FlowStep | None) -> int | None:
        """The component whose turn it is, -1 for none; None with a problem if it cannot be found."""
        if "this" not in self.tree.items:
            return -1
        branch = self.tree.items["this"]
        if turn is None or not isinstance(turn.turn_of, ComponentType):
            self.problems.error("I803", "this step has no turns of components", branch.span)
            return None
        kind = turn.turn_of.kind
        machine = self.outcome.machine
        assert machine is not None
        count = len(names.program.kinds[kind].uids)
        found = [x for x in range(count) if names.fits(turn.turn_of, x, machine.s, text(branch))]
        if len(found) != 1:
            which = ", ".join(names.component(kind, x) for x in found)
            message = f"'{text(branch)}' may be {which}" if found else f"there is no {kind} '{text(branch)}'"
            self.problems.error("I803", message, branch.span)
            return None
        return found[0]


def _upward(path: str) -> list[str]:
    """A path and those of the steps around it, innermost first."""
    parts = path.split("/")
    return ["/".join(parts[:n]) for n in range(len(parts), 0, -1)]
