"""Scenarios: tests of the rules written in YAML. The page on scenarios describes the format."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from rulewright.dsl import typed as t
from rulewright.dsl.generate import Switches
from rulewright.dsl.generate.sites import function_of
from rulewright.dsl.visit import all_steps
from rulewright.engine.conserve import check_components
from rulewright.engine.machine import FUEL, Fault, Machine
from rulewright.engine.program import Program
from rulewright.model.types import ComponentType
from rulewright.play.callers import running
from rulewright.play.journal import Entry as LogEntry
from rulewright.play.journal import Journal
from rulewright.play.match import RefusedMatch, check_seats
from rulewright.play.names import Names
from rulewright.play.scenario_expect import Comparison
from rulewright.play.scenario_given import Setter
from rulewright.play.scenario_play import Answers, Ended
from rulewright.play.scenario_program import program_for
from rulewright.play.scenario_read import (
    Reading,
    Scenario,
    in_present_words,
    read_content,
    read_scenario,
    scenario_files,
    turn_around,
)
from rulewright.play.scenario_words import items, text
from rulewright.play.script import ScriptedChance
from rulewright.source.codes import CODES
from rulewright.source.diagnostics import Diagnostic, Problems
from rulewright.source.text import Span
from rulewright.source.tree import Branch, Mapping
from rulewright.source.tree import Sequence as Listed

__all__ = ["Outcome", "Scenario", "read_scenario", "run_scenario", "scenario_files"]


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
    machine: Machine | None = None
    names: Names | None = None

    @property
    def passed(self) -> bool:
        return not self.differences


def run_scenario(
    rules: t.Rules, scenario: Scenario, *, reference: bool = False, switches: Switches | None = None
) -> Outcome:
    """Play a scenario and compare.

    Args:
        reference: by the walker over the checked tree instead of the generated program.
        switches: what to compile in besides the log.
    """
    problems = Problems()
    scenario = in_present_words(rules, scenario)
    run = _Run(rules, scenario, problems, reference, replace(switches or Switches(), log=True))
    reading = read_content(rules, scenario, problems)
    if reading is not None:
        run.whole(reading)
    return run.finished()


def run_changed(rules: t.Rules, scenario: Scenario, reading: Reading, *, most_steps: int = FUEL) -> Outcome:
    """Play a scenario that was read before, by the walker, under rules in which something was changed.

    Args:
        reading: of this scenario, with the rules that `rules` came out of.
        most_steps: as of a `Machine`.
    """
    run = _Run(rules, scenario, Problems(), True, Switches(log=True))
    run.most_steps = most_steps
    run.whole(replace(reading, rules=rules))
    return run.finished()


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
        self.most_steps = FUEL
        self.outcome = Outcome(scenario)
        expect = scenario.tree.items["expect"]
        assert isinstance(expect, Mapping)
        self.expect = expect

    def _expected(self, key: str) -> str | None:
        return text(self.expect.items[key]) if key in self.expect.items else None

    def finished(self) -> Outcome:
        found = self.problems.found
        self.outcome.differences = sorted(found, key=lambda d: (d.span.file.name, d.span.start, d.code))
        return self.outcome

    def whole(self, reading: Reading) -> None:
        """Set up, play, compare; each stage only if the one before went well."""
        program = self._bound(reading)
        if program is not None:
            self._match(program, reading)

    def _bound(self, reading: Reading) -> Program | None:
        """The program, if the match is not refused; a refusal that is expected ends the scenario well."""
        refused = self._expected("refused")
        try:
            program = program_for(
                reading.rules, self.rules, reading.settings, reading.seats, self.switches, self.reference
            )
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

    def _match(self, program: Program, reading: Reading) -> None:
        names = Names(program)
        journal = Journal(names)
        chance = ScriptedChance(names, reading.draws, self._draws_span())
        policies = [None] * program.seats
        state = program.new_state(self.scenario.number("first", 0))
        machine = Machine(program, state, policies, chance, None, self.most_steps)
        setter = Setter(machine, names, reading.words, self.problems)
        setter.apply(self.scenario.section("given"), reading.plan)
        if self.problems.errors:
            return
        machine.log = journal
        journal.machine = machine
        self.outcome.log, self.outcome.lines = journal, journal.lines
        self.outcome.machine, self.outcome.names = machine, names
        if self._play(machine, names, setter):
            if chance.left and chance.left[0].sort != "seed":
                self.problems.error("I806", f"this {chance.left[0].sort} was not made", chance.left[0].span)
            words = reading.words
            Comparison(machine, names, words, journal, setter, self.problems).compare(self.expect)

    def _draws_span(self) -> Span:
        for key in ("draws", "run"):
            if key in self.tree.items:
                branch = self.tree.items[key]
                return branch.items[-1].span if isinstance(branch, Listed) and branch.items else branch.span
        return self.scenario.span

    def _play(self, machine: Machine, names: Names, setter: Setter) -> bool:
        """Run to the end of the answers; whether there is anything to compare."""
        listed, then = items(self.tree.items.get("play")), self.scenario.section("then")
        answers = Answers(names, setter.words, listed, then, self._run_span(), self.problems)
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
            answers.unused(machine, fault)
            return answers.good
        if fails is not None and answers.good:
            self.problems.error("I802", "nothing failed", fails.span, expected=text(fails))
        return answers.good

    def _failed(self, fault: Fault, at: Span, fails: Branch | None) -> None:
        listed = fault.code in ("G710", "G711")
        related = running(self.rules, fault.places[1 if listed else 0 :])
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

    def _begin(self, machine: Machine, names: Names, setter: Setter) -> bool:
        given = self.scenario.section("given")
        if "run" not in self.tree.items:
            setter.turn(given)
            machine.start()
            return True
        path = text(self.tree.items["run"])
        steps = {step.path: step for step in all_steps(machine.program.rules.flow)}
        seat = self.scenario.number("seat", -1)
        turn = turn_around(steps, path)
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
        assert turn is not None and isinstance(turn.turn_of, ComponentType)
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
