"""What a pack declares to be always true: once where no state is read, otherwise as a match goes on."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from rulewright.dsl.typed import Rules
from rulewright.engine.machine import Fault, Machine
from rulewright.engine.program import Program
from rulewright.play.formulas import Formulas
from rulewright.play.names import Names
from rulewright.source.diagnostics import Diagnostic, Problems

STATIC_SHARE = 5
"""Invariants that read no state may all together take this part of the rounds of loops before a decision."""


def static_program(rules: Rules) -> Program:
    """A program that can do nothing but judge what is checked once: without what only a match needs."""
    verbs = {
        name: replace(verb, do=replace(verb.do, body=()), gives=None) for name, verb in rules.verbs.items()
    }
    return Program(
        replace(
            rules,
            verbs=verbs,
            clauses=tuple(clause for clause in rules.clauses if clause.ability.sort == "modify"),
            window_seats={},
            window_thens={},
            flow=(),
            ends=None,
            scoring=(),
            measures=(),
            policies={},
            outlook=None,
            outcomes=(),
            invariants={id_: is_ for id_, is_ in rules.invariants.items() if rules.invariant_static[id_]},
            refusals={},
        )
    )


def check_static(program: Program) -> list[Diagnostic]:
    """The declared invariants that read no state and are not true of this game."""
    machine = Machine(program, program.new_state(), [None] * program.seats, None)
    static, declared = program.rules.invariant_static, program.game.invariants
    machine.most_rounds //= STATIC_SHARE
    ids = [id_ for id_ in program.rules.invariants if static[id_] and not declared[id_].waived]
    return _broken(machine, ids, together=True)


def check_dynamic(machine: Machine) -> list[Diagnostic]:
    """The declared invariants that read the state and are not true of it now."""
    rules = machine.program.rules
    return _broken(machine, (id_ for id_ in rules.invariants if not rules.invariant_static[id_]))


def _broken(machine: Machine, ids: Iterable[str], *, together: bool = False) -> list[Diagnostic]:
    """Those that are not true; with `together` the rounds of one are no longer there for the next."""
    program, most = machine.program, machine.most_rounds
    found = []
    for id_ in ids:
        declared = program.game.invariants[id_]
        hint = None
        try:
            holds = machine.fact(f"invariant_{id_}")
            if together:
                machine.most_rounds = max(0, machine.work)
            if holds:
                continue
            sides = Formulas(machine, Names(program), Problems()).sides(declared.is_, -1)
            message = f"invariant '{id_}' is not true{f': {sides}' if sides else ''}"
        except Fault as fault:
            if together:
                machine.most_rounds = max(0, machine.work)
                hint = f"all invariants that read no state together may go through {most:,} things in loops"
            message = f"invariant '{id_}' cannot be judged: {fault.message}"
        expected = f"{declared.is_.text}{f' ({declared.says})' if declared.says else ''}"
        found.append(Diagnostic("I801", message, declared.is_.span, expected, hint))
    return found
