"""Matches played by policies: one, or many with the same result whatever plays them."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from dataclasses import field, replace
from time import perf_counter
from typing import Any, Literal, NamedTuple

from rulewright.dsl.generate import Switches
from rulewright.dsl.typed import Rules
from rulewright.engine import machine
from rulewright.engine.conserve import check_components
from rulewright.engine.decision import Decision
from rulewright.engine.machine import Fault, Machine
from rulewright.engine.observe import observe
from rulewright.engine.program import Program
from rulewright.model.game import Value
from rulewright.play.chance import KeyedChance, keyed
from rulewright.play.gated import GatedProgram, anything
from rulewright.play.invariants import check_dynamic
from rulewright.play.match import Measured, Result, entry_of, measured, result, score
from rulewright.play.notebook import Notebook, Notes
from rulewright.play.processes import Runner, stopped
from rulewright.play.record import Record, Recorder
from rulewright.policies import Policy, policy_named
from rulewright.policies.about import About
from rulewright.policies.noise import note, occasion
from rulewright.policies.without import Without
from rulewright.source.codes import CODES
from rulewright.source.diagnostics import Diagnostic
from rulewright.source.records import record
from rulewright.source.text import NOWHERE

MOST_DECISIONS = 20_000
"""More decisions than any match has: one that goes on longer never ends."""
WORTH_PROCESSES = 1.5  # seconds of work left from which starting processes pays


@record(frozen=True, slots=True)
class Playout:
    """One finished match; after a `fault` there is no result.

    `scores` are points per seat: final ones, after a fault as things stood, or none if not even these
    could be added up.
    """

    seed: int
    first_seat: int
    decisions: int
    result: Result | None
    scores: tuple[int, ...]
    fault: Fault | None
    record: Record | None
    measures: tuple[Measured, ...] = ()


class FoundAhead(Fault):
    """A fault that a policy met as it looked ahead; the match itself stands at the decision."""


def play_out(
    program: Program,
    policies: Sequence[Policy],
    seed: int,
    first_seat: int | None = None,
    *,
    policy_seed: int = 0,
    log: list[tuple[Any, ...]] | None = None,
    record: str | None = None,
    checked: Callable[[Machine], None] | None = None,
    notebook: Notebook | None = None,
) -> Playout:
    """Play one match to its end. Settings and seats go together (`match.check_seats`).

    Args:
        policies: one per seat, in seat order.
        seed: of the match: chance, and the first seat if none is given.
        policy_seed: of the policies' own keys, so that another match seed leaves their noise alone.
        log: collects events; the program must be compiled for it.
        record: the game spec, to keep every draw and decision for a replay.
        checked: called at every decision before it is answered, and at the end.
        notebook: notes every decision.
    """
    first = keyed(seed, "first_seat") % program.seats if first_seat is None else first_seat
    inline = [p.inline(policy_key(policy_seed, seat)) for seat, p in enumerate(policies)]
    chance: machine.Chance = KeyedChance(seed)
    recorder = None
    if record is not None:
        recorder = Recorder(program, record, first, seed, [p.name for p in policies])
        inline = [p if p is None else recorder.policy(p) for p in inline]
        chance = recorder.chance(chance)
    if notebook is not None:
        inline = [p if p is None else notebook.policy(p) for p in inline]
    state = program.new_state(first)
    m = Machine(program, state, inline, chance, log, most_decisions=MOST_DECISIONS, watch=checked)
    final: Result | None = None
    noted: tuple[Measured, ...] = ()
    fault: Fault | None = None
    try:
        m.start()
        while not m.s.done:
            decide(m, policies, policy_seed, recorder, notebook)
        if checked is not None:
            checked(m)
        final = result(m)
        noted = measured(m)
        if notebook is not None:
            notebook.end(m)
    except Fault as found:
        fault = _placed(found, m)
    kept = None if recorder is None else recorder.finish(final, _of_the_match(fault))
    scores = _standing(m) if final is None else final.scores
    return Playout(seed, first, m.decisions, final, scores, fault, kept, noted)


def _standing(m: Machine) -> tuple[int, ...]:
    """The scores where a match broke off."""
    try:
        return score(m)
    except Fault:
        return ()


def _of_the_match(fault: Fault | None) -> Fault | None:
    """What broke the match off for its record: played again, nobody looks ahead."""
    return None if isinstance(fault, FoundAhead) else fault


def _placed(fault: Fault, m: Machine) -> Fault:
    """A fault in no effect text says at least in which step it was."""
    if fault.places:
        return fault
    return type(fault)(fault.code, f"{fault.message} (in {' '.join(str(part) for part in m.s.place)})")


def check_everything(m: Machine) -> None:
    """For `checked`: components are conserved and what the pack declares to be always true is true.

    Raises:
        Fault: G708, or I801 at the invariant.
    """
    check_components(m)
    for broken in check_dynamic(m):
        raise Fault(broken.code, broken.message, [broken.span])


def policy_key(policy_seed: int, seat: int) -> int:
    """What a seat's policy goes by in a match."""
    return keyed(policy_seed, "inline", seat)


def decide(
    m: Machine,
    policies: Sequence[Policy],
    policy_seed: int,
    recorder: Recorder | None,
    notebook: Notebook | None = None,
) -> None:
    """Let the policy of the first open decision answer it from outside, by what its seat can see."""
    decision = m.s.open[0]
    assert isinstance(decision, Decision), decision
    seat = decision.seat
    if m.watch is not None:
        m.watch(m)
    policy = policies[seat]
    seen = observe(m.program, m.s, seat)
    key = occasion(policy_key(policy_seed, seat), seen.state, decision.stop, seat)
    note(m.s, decision.stop, seat)
    try:
        index = policy.decide(seen, seen.state.open[0], key)
    except Fault as found:
        raise FoundAhead(
            found.code, f"{found.message} (as {policy.name} looked ahead)", found.places
        ) from found
    if notebook is not None:
        notebook.decision(m, decision, index)
    if recorder is not None:
        recorder.decision(decision, index)
    m.choose(index, seat)


# --- many --------------------------------------------------------------------------------------


@record(frozen=True, slots=True)
class Plan:
    """A run of many matches, as every process is told it."""

    spec: str
    rules: Rules
    settings: Mapping[str, Value]
    seats: int
    policies: tuple[str, ...]  # one per seat
    games: int
    seed: int = 0
    first_seat: int | None = None
    record: bool = False
    reference: bool = False
    checked: bool = False  # look at components and invariants at every decision
    entries: Mapping[tuple[str, str], str] = field(default_factory=dict)  # (kind, entry) -> its policy
    noise: int = 0  # other policies' noise in the same matches
    paired: bool = False  # matches are compared with those of another plan
    sources: bool = False  # outcomes say which entries brought points
    noted: Literal["", "choices", "all"] = ""  # what outcomes say of how a match went; all: who was ahead too
    gated: bool = False  # what components do by themselves is noted too, and can be withheld

    def program(self) -> Program:
        more: dict[str, Any] = {"reference": True} if self.reference else {}
        if self.noted == "all":  # what is triggered is read from the log
            more["switches"] = Switches(log=True)
        kind = GatedProgram if self.gated else Program
        return kind(self.rules, self.settings, self.seats, **more)

    def seeds(self, number: int) -> tuple[int, int]:
        """The seeds of match `number` (from 0): its own and that of its policies."""
        noise = (number, self.noise) if self.noise else (number,)
        return keyed(self.seed, "match", number), keyed(self.seed, "policies", *noise)


class Scored(NamedTuple):
    """Points that a seat has by a scoring line for the copies of an entry, together."""

    seat: int
    line: str
    entry: str
    points: int


@record(frozen=True, slots=True)
class Outcome:
    """What statistics need of one match. `lines` are points per seat and scoring line.

    `scores` after a fault are as things stood; they belong to no statistics.
    `replay` is the recorded match as text: of every match if the plan says so, always after a fault.
    """

    number: int
    seed: int
    first_seat: int
    decisions: int
    scores: tuple[int, ...]
    lines: tuple[tuple[int, ...], ...]
    winners: tuple[int, ...]
    rank: str | None
    fault: Diagnostic | None
    replay: str | None
    measures: tuple[Measured, ...] = ()
    sources: tuple[Scored, ...] = ()
    notes: Notes | None = None

    def win_share(self, seat: int) -> float:
        """1/k of a victory that k seats share; 0 for all others, and where nobody wins."""
        return 1 / len(self.winners) if seat in self.winners else 0.0


def play_one(plan: Plan, program: Program, number: int, without: tuple[int, str] | None = None) -> Outcome:
    """Match `number` of a run.

    Args:
        program: of the plan.
        without: a seat, and the entry that is knocked out for it; the plan is `gated`.
    """
    seed, policy_seed = plan.seeds(number)
    policies = [policy_named(plan.rules, name, plan.entries, plan.paired) for name in plan.policies]
    record = plan.spec if plan.record else None
    checked = check_everything if plan.checked else None
    notebook = Notebook(program, plan.noted == "all") if plan.noted else None
    if without is not None:
        seat, entry = without
        policies[seat] = Without(policies[seat], About(program), entry)
    if isinstance(program, GatedProgram):
        if without is not None:
            program.may = lambda *deed: deed != without
        else:
            program.may = notebook.deed if notebook is not None else anything
    played = play_out(
        program,
        policies,
        seed,
        plan.first_seat,
        policy_seed=policy_seed,
        record=record,
        checked=checked,
        notebook=notebook,
    )
    fault = None if played.fault is None else fault_diagnostic(played.fault)
    if fault is not None and not plan.record:
        again = play_out(
            program,
            policies,
            seed,
            plan.first_seat,
            policy_seed=policy_seed,
            record=plan.spec,
            checked=checked,
        )
        if again.fault is None or (again.fault.code, again.decisions) != (fault.code, played.decisions):
            fault = replace(fault, message=f"{fault.message} (but not when played again to record it)")
        played = replace(played, record=again.record)
    final = played.result
    names = list(program.game.scoring)
    lines = () if final is None else tuple(_by_line(names, seat) for seat in final.items)
    return Outcome(
        number,
        seed,
        played.first_seat,
        played.decisions,
        played.scores,
        lines,
        () if final is None else final.winners,
        None if final is None else final.rank,
        fault,
        None if played.record is None else played.record.text(),
        played.measures,
        _sources(program, final) if plan.sources and final is not None else (),
        None if notebook is None or final is None else notebook.notes,
    )


def _sources(program: Program, final: Result) -> tuple[Scored, ...]:
    """What each entry brought each seat, line by line."""
    points: dict[tuple[int, str, str], int] = {}
    lines = {line.id: line for line in program.rules.scoring}
    for seat, items in enumerate(final.items):
        for item in items:
            entry = entry_of(program, lines[item.line], item.source)
            if entry is not None and item.points:
                key = seat, item.line, entry
                points[key] = points.get(key, 0) + item.points
    return tuple(Scored(*key, total) for key, total in sorted(points.items()))


def _by_line(names: list[str], items: Sequence[Any]) -> tuple[int, ...]:
    points = dict.fromkeys(names, 0)
    for item in items:
        points[item.line] += item.points
    return tuple(points.values())


def fault_diagnostic(fault: Fault) -> Diagnostic:
    """A fault as a problem at the innermost place, with the callers behind it."""
    span = fault.places[0] if fault.places else NOWHERE
    callers = tuple(("called from here", place) for place in fault.places[1:6])
    code = CODES[fault.code]
    return Diagnostic(fault.code, fault.message, span, code.expected, code.hint, related=callers)


class Batch:
    """The matches of a plan, in order.

    Without a runner they are played in this process. What comes out never depends on it: each match is a
    pure function of the plan and its number. Closing the iteration early ends the work after the matches
    that are being played.
    """

    def __init__(self, plan: Plan, runner: Runner | None = None, program: Program | None = None) -> None:
        self.plan = plan
        self.runner = runner
        self.program = program  # of the plan, if it is at hand

    def __iter__(self) -> Generator[Outcome, None, None]:
        done = 0
        if self.runner is None or not self.runner.eager:
            began = perf_counter()
            for outcome in self._here(0):
                yield outcome
                done += 1
                spent = perf_counter() - began
                if (
                    self.runner is not None
                    and spent > 0.3
                    and spent / done * (self.plan.games - done) > WORTH_PROCESSES
                ):
                    break
            else:
                return
        if self.runner is not None and done < self.plan.games:
            yield from self._shared_out(done, self.runner)

    def _here(self, start: int) -> Iterator[Outcome]:
        program = self.plan.program() if self.program is None else self.program
        for number in range(start, self.plan.games):
            yield play_one(self.plan, program, number)

    def _shared_out(self, start: int, runner: Runner) -> Iterator[Outcome]:
        left, workers = self.plan.games - start, runner.workers
        size = max(1 if left < 10 * workers else 10, min(100, left // (8 * workers)))
        tasks = [range(n, min(n + size, self.plan.games)) for n in range(start, self.plan.games, size)]
        return runner.run(_play, tasks, _prepare, (pickle.dumps(self.plan),))


_prepared: tuple[Plan, Program] | None = None


def _prepare(pickled: bytes) -> None:
    """What a process does once: the rules travel linked, so that no file changed meanwhile can matter."""
    global _prepared
    plan: Plan = pickle.loads(pickled)
    _prepared = plan, plan.program()


def _play(numbers: range) -> list[Outcome]:
    assert _prepared is not None
    plan, program = _prepared
    return [play_one(plan, program, number) for number in numbers if not stopped()]
