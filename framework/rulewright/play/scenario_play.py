"""Gives the answers of a scenario to the match that asks, from outside or, for the walker, from within."""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.dsl.visit import all_steps
from rulewright.engine.chance import keyed
from rulewright.engine.conserve import check_components
from rulewright.engine.decision import Decision
from rulewright.engine.machine import Fault, Machine
from rulewright.engine.observe import observe
from rulewright.engine.secret import at_once
from rulewright.play.names import Names, Written, spelt
from rulewright.play.scenario_words import Words, text
from rulewright.policies import DataPolicy
from rulewright.source.diagnostics import Problems
from rulewright.source.text import Span
from rulewright.source.tree import Branch, Mapping

MOST_ANSWERS = 100_000
"""Decisions that a policy may answer after the list, before the run counts as endless."""
_MOST_SHOWN = 40


class Ended(Exception):
    """The answers are used up, or one cannot be given: a walked match is left where it asked."""


class Answers:
    """The answers in order; `at` is the place of the one that was given last."""

    def __init__(
        self,
        names: Names,
        words: Words,
        listed: Sequence[Branch],
        then: Mapping | None,
        at: Span,
        problems: Problems,
    ) -> None:
        self.names = names
        self.words = words
        self.left = list(listed)
        self.then = then
        self.at = at
        self.problems = problems
        self.good = True
        self.after = 0  # answers that the policy gave
        self.policy: DataPolicy | None = None

    # --- from outside --------------------------------------------------------------------------

    def give(self, machine: Machine) -> None:
        """Answer what is open until nothing is, or the answers are used up, or one is wrong."""
        check_components(machine)
        while self.left and self.good:
            opened = [d for d in machine.s.open if isinstance(d, Decision)]
            if not opened:
                self.unused(machine)
                return
            found = self._locate(machine, opened, self.left.pop(0))
            if found is not None:
                machine.choose(found[1], found[0].seat)
                check_components(machine)
        while self.good and self.goes_on and machine.s.open:
            decision = machine.s.open[0]
            machine.choose(self._policy(machine, decision), decision.seat)
            check_components(machine)

    def unused(self, machine: Machine, fault: Fault | None = None) -> None:
        """Complain about an answer that nobody asked for before the run ended, perhaps by a fault."""
        if not self.left or not self.good:
            return
        whole = machine.s.done and machine.s.over
        end = "the match is over" if whole else "the run is over"
        if fault is not None:
            end = f"the match broke off with {fault.code}"
        self.wrong("I805", f"nobody is asked any more: {end}", self.left[0].span)

    # --- from within ---------------------------------------------------------------------------

    def within(self, machine: Machine, decision: Decision) -> int:
        """A policy that gives the answers.

        Raises:
            Ended: there is none for this decision, which is open then.
        """
        check_components(machine)
        secret = machine.program.sites[decision.stop].kind == "secret"
        number = self._next_for(decision.seat) if secret else 0
        if number < len(self.left):
            found = self._locate(machine, [decision], self.left.pop(number))
            if found is not None:
                return found[1]
        elif self.goes_on:
            return self._policy(machine, decision)
        machine.s.open = (decision.standing(),)
        if secret and self.good:
            self._others(machine, decision.stop.split("/", 1)[1].rsplit("/", 1)[0])
        raise Ended

    def _others(self, machine: Machine, path: str) -> None:
        """One seat has no answer: those that are left are of other seats, as from outside."""
        program = machine.program
        step = next(step for step in all_steps(program.rules.flow) if step.path == path)
        assert program.walker is not None and step.seats is not None
        seats = tuple(program.walker.formula(machine, step.seats, {}))
        machine.policies = [None] * program.seats
        while at_once(machine, path, seats) and self.left and self.good:
            found = self._locate(machine, machine.s.open, self.left.pop(0))
            if found is not None:
                who, options = found[0].seat, found[0].options
                machine.s.secret[who] = (*machine.s.secret.get(who, ()), options[found[1]])

    def _next_for(self, seat: int) -> int:
        """In secret, answers of other seats may come before that of this one."""
        for number, branch in enumerate(self.left):
            if not isinstance(branch, Mapping) or text(branch.items["seat"]) == str(seat):
                return number
        return len(self.left)

    # --- one answer ----------------------------------------------------------------------------

    @property
    def goes_on(self) -> bool:
        """Whether a policy answers now that the list is used up."""
        if self.then is None:
            return False
        times = self.then.items.get("times")
        return times is None or self.after < int(text(times))

    def _policy(self, machine: Machine, decision: Decision) -> int:
        assert self.then is not None
        self.at = self.then.span
        self.after += 1
        if self.after > MOST_ANSWERS:
            raise Fault("G701", f"more than {MOST_ANSWERS:,} decisions")
        key = keyed(int(text(self.then.items["seed"])), "scenario", self.after)
        name = text(self.then.items["policy"])
        if name not in machine.program.rules.policies:
            return key * decision.answers >> 64
        if self.policy is None:
            self.policy = DataPolicy(machine.program.rules, name)
        return self.policy.decide(observe(machine.program, machine.s, decision.seat), decision, key)

    def _locate(
        self, machine: Machine, opened: Sequence[Decision], branch: Branch
    ) -> tuple[Decision, int] | None:
        """Which open decision an answer is for, and its index; None, with the difference noted."""
        self.at = branch.span
        fitting, inner = list(opened), branch
        if isinstance(branch, Mapping):
            seat, inner = text(branch.items["seat"]), branch.items["choose"]
            fitting = [d for d in opened if str(d.seat) == seat]
            if not fitting:
                asked = ", ".join(f"seat {d.seat}" for d in opened)
                self.wrong("I805", f"{asked} is asked", branch.span, expected=f"seat {seat}")
                return None
        written = self.words.plain(inner)
        found = self.names.find(fitting[0], machine.s, written)
        if len(found) == 1:
            return fitting[0], found[0]
        self._no_option(machine, fitting[0], written, found, inner.span)
        return None

    def _no_option(
        self, machine: Machine, decision: Decision, written: Written, found: list[int], at: Span
    ) -> None:
        labels = self.names.answers(decision, machine.s)
        prompt = self.names.program.sites[decision.stop].prompt
        who = f"seat {decision.seat}{f' at {prompt}' if prompt else ''}"
        if found:
            which = " or ".join(labels[index] for index in found[:_MOST_SHOWN])
            self.wrong("I804", f"'{spelt(written)}' may be {which} for {who}", at)
        else:
            shown = ", ".join(labels[:_MOST_SHOWN]) + (", …" if len(labels) > _MOST_SHOWN else "")
            hint = f"options: {shown}"
            if at.file.text[at.end : at.end + 1] == "," and at.file.text[at.end + 1 : at.end + 2].isalnum():
                hint = "inside [ ] and { } text with a comma needs single quotes"
            self.wrong("I804", f"'{spelt(written)}' is no option of {who}", at, hint=hint)

    def wrong(
        self, code: str, message: str, at: Span, expected: str | None = None, hint: str | None = None
    ) -> None:
        self.good = False
        self.problems.error(code, message, at, expected=expected, hint=hint)
