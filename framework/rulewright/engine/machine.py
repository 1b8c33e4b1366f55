"""Steps a program through one match, to the next decision or draw that nothing in the process answers."""

from __future__ import annotations

import sys
from collections import deque
from collections.abc import Callable, Sequence
from itertools import groupby, islice
from sys import maxsize
from traceback import walk_stack, walk_tb
from types import TracebackType
from typing import TYPE_CHECKING, Any, NoReturn, Protocol

from rulewright.dsl.depth import allow_depth
from rulewright.dsl.generate.sites import Site
from rulewright.engine.decision import Decision, made
from rulewright.engine.missing import Missing
from rulewright.model.types import WHOLE
from rulewright.source.text import Span

if TYPE_CHECKING:
    from rulewright.engine.program import Program

FUEL = 100_000
"""Calls and loop rounds that may pass between two decisions."""
DEPTH = 250
"""How deep abilities may set off abilities."""

Policy = Callable[["Machine", Decision], int]
"""Answers a decision in the process: the number of the answer."""

FORMULA_FILE = "<formula>"
"""The file name under which formulas from outside a pack are compiled."""
HOOK = "hook"
"""The name of the frame that a running ability leaves behind when it stops."""

MOST_PLACES = 50
_WRITTEN = (IndexError, KeyError, ZeroDivisionError)
"""What effect text can do wrong by itself, once it is checked; elsewhere these are errors of ours."""
_CONTENT = (Missing, RecursionError, *_WRITTEN)


class Chance(Protocol):
    """Answers draws in the process; a pure function of its key and the structural place."""

    def shuffle(self, m: Machine, z: int, pile: Sequence[int]) -> Sequence[int]: ...

    def roll(self, m: Machine, kind: str, dice: Sequence[int]) -> Sequence[int]: ...

    def pick(self, m: Machine, owner: str, item: str, options: Sequence[Any], n: int) -> Sequence[Any]: ...


class Fault(Exception):
    """The content did something that no match can go on from.

    `places` are where it was, innermost first.
    """

    def __init__(self, code: str, message: str, places: Sequence[Span] = ()) -> None:
        self.code = code
        self.message = message
        self.places = tuple(places)
        where = f"{self.places[0]}: " if self.places else ""
        super().__init__(f"{where}{message}")


class IllegalChoice(ValueError):
    """An answer is not among the options, or cannot be what was drawn."""


class Machine:
    """One match being played: a state and the means to answer its stops in the process.

    `policies` has a policy or None per seat; `chance` may be None: the machine then stops at every
    draw. `log` collects events as plain tuples: one that is given, or a new one of its own; a program that
    was not compiled to log has none. `most_steps` is how many calls and rounds may pass without a decision,
    `most_decisions` how many decisions a match may take; `most_rounds`, which can be set, how many long
    rounds values may take between decisions. `watch` is called at each decision before it is answered.

    Raises:
        ValueError: a log is given, and the program does not log.
    """

    __slots__ = (
        "answer",
        "chance",
        "decisions",
        "depth",
        "fuel",
        "log",
        "most_decisions",
        "most_rounds",
        "most_steps",
        "policies",
        "program",
        "ret",
        "s",
        "watch",
        "work",
    )

    def __init__(
        self,
        program: Program,
        state: Any,
        policies: Sequence[Policy | None],
        chance: Chance | None,
        log: list[tuple[Any, ...]] | None = None,
        most_steps: int = FUEL,
        most_decisions: int = maxsize,
        watch: Callable[[Machine], None] | None = None,
    ) -> None:
        if program.source.switches.log:
            log = [] if log is None else log
        elif log is not None:
            raise ValueError("the program was not compiled to log")
        self.program = program
        self.s = state
        self.policies = policies
        self.chance = chance
        self.log = log
        self.most_steps = self.fuel = most_steps
        self.most_rounds = self.work = program.rounds
        self.depth = 0
        self.decisions = 0
        self.ret: Any = None
        self.answer: Any = None
        self.most_decisions = most_decisions
        self.watch = watch
        allow_depth()

    # --- running -------------------------------------------------------------------------------

    def start(self, function: str = "match", me: int = -1, this: int = -1) -> None:
        """Run from the beginning (or from a step's function) to the first stop."""
        self._go(lambda: self.program.functions[function](self, me, this))

    def _go(self, run: Callable[[], int]) -> None:
        s = self.s
        stack = s.frames
        s.open = ()
        s.frames = []
        self.fuel = self.most_steps
        self.work = self.most_rounds
        depth = self.depth = sum(frame[0] == HOOK for frame in stack)
        try:
            stopped = run()
            while not stopped and stack:
                frame = stack.pop()
                if frame[0] == HOOK:
                    depth -= 1
                s.frames = []
                self.depth = depth
                stopped = self.program.continuations[frame[0]](self, *frame[1:])
        except _CONTENT as error:
            fault = self._fault_of(error)
            if fault is None:
                raise
            raise fault from error
        stack.extend(reversed(s.frames))
        s.frames = stack
        s.done = not stopped

    def fact(self, name: str, *args: Any) -> Any:
        """What a function of the program says that only reads the state, such as `score` or `outlook`.

        Raises:
            Fault: as while a match runs.
        """
        return self.judged(self.program.functions[name], *args)

    def judged(self, function: Callable[..., Any], *args: Any) -> Any:
        """`fact` for a function at hand."""
        self.work = self.most_rounds
        try:
            return function(self, *args)
        except _CONTENT as error:
            fault = self._fault_of(error)
            if fault is None:
                raise
            raise fault from error

    def _fault_of(self, error: Exception) -> Fault | None:
        """What an error is if effect text is to blame; None for one of the engine or of a policy."""
        traceback = error.__traceback__
        code = None
        while traceback is not None:
            if code in _ANSWERED:  # by now in a policy
                return None
            code = traceback.tb_frame.f_code
            traceback = traceback.tb_next
        if isinstance(error, RecursionError):
            return Fault("G702", "effects are nested too deeply", self.places(error.__traceback__))
        assert code is not None
        if not isinstance(error, Missing) and code.co_filename not in (self.program.filename, FORMULA_FILE):
            return None
        places = self.places(error.__traceback__)
        if isinstance(error, ZeroDivisionError):
            return Fault("G704", "division by zero", places)
        return Fault("G713", f"a value was asked for that does not exist{_asked_for(error)}", places)

    def resume(self, answer: Any) -> None:
        """Go on from a draw with what came out: an order, values, or what is picked (a decision: `choose`).

        Raises:
            IllegalChoice: no draw is open, or it cannot have come out so.
        """
        if not self.s.open or not self.s.frames:
            raise IllegalChoice("nothing is open")
        if isinstance(self.s.open[0], Decision):
            raise IllegalChoice("a decision is open: `choose` answers it")
        self._check_drawn(self.s.open[0], answer)
        self._resume(answer)

    def _check_drawn(self, stop: tuple[Any, ...], answer: Any) -> None:
        """Whether a draw can have come out so."""
        try:
            given = list(answer)
        except TypeError:
            raise IllegalChoice(f"{answer!r} is not what a {stop[0]} gives") from None
        if stop[0] == "roll":
            info = self.program.kinds[stop[1]]
            good = len(given) == len(stop[2]) and all(
                type(value) is int and info.low <= value <= info.high for value in given
            )
        else:
            rest = list(stop[2] if stop[0] == "shuffle" else stop[3])
            good = len(given) == (len(rest) if stop[0] == "shuffle" else stop[4])
            for thing in given if good else ():
                if thing not in rest:
                    good = False
                    break
                rest.remove(thing)
        if not good:
            raise IllegalChoice(f"{given!r} is not what a {stop[0]} gives here")

    def _resume(self, answer: Any) -> None:
        frame = self.s.frames.pop()
        self.answer = answer
        self._go(lambda: self.program.continuations[frame[0]](self, *frame[1:]))

    def choose(self, index: int, seat: int | None = None) -> None:
        """Answer the open decision (of `seat`, where several are open) by index."""
        opened = self.s.open
        found = [d for d in opened if isinstance(d, Decision) and seat in (None, d.seat)]
        if not found:
            raise IllegalChoice(f"no decision of seat {seat} is open")
        decision = found[0]
        _check_index(index, decision.answers)
        if self.decisions >= self.most_decisions:
            self.too_many_decisions()
        self.decisions += 1
        who = decision.seat
        if self.program.sites[decision.stop].kind == "secret":
            self.s.secret[who] = (*self.s.secret.get(who, ()), decision.options[index])
        elif self.log is not None:
            self.log.append(("choose", who, *self.program.chosen(decision, index)))
        self._resume(index)

    # --- what generated code calls -------------------------------------------------------------

    def ask(
        self,
        site: Site,
        seat: int,
        options: Sequence[Any],
        uses: Sequence[Any],
        decline: bool,
        args: tuple[Any, ...],
    ) -> int:
        """The index of what is chosen; -1 if the question goes outside."""
        if seat < 0:
            self.fault("G709", "nobody owns what has to choose here")
        policy = self.policies[seat]
        if policy is None:
            self.s.open = (Decision("choose", site.name, seat, options, uses, decline, args).standing(),)
            return -1
        if self.decisions >= self.most_decisions:  # as `answered`, without calls: nothing is done more often
            self.too_many_decisions()
        if self.watch is not None:
            self.watch(self)
        self.fuel = self.most_steps
        self.work = self.most_rounds
        self.decisions += 1
        decision = made(("choose", site.name, seat, options, uses, decline, args))
        index = policy(self, decision)
        if not 0 <= index < len(options):
            _check_index(index, decision.answers)
        if self.log is not None:
            self.log.append(("choose", seat, *self.program.chosen(decision, index)))
        return index

    def answered(self, policy: Policy, decision: Decision) -> int:
        """What a policy answers. Its own errors are not the content's and pass as they are."""
        if self.decisions >= self.most_decisions:
            self.too_many_decisions()
        if self.watch is not None:
            self.watch(self)
        self.fuel = self.most_steps
        self.work = self.most_rounds
        self.decisions += 1
        index = policy(self, decision)
        if not 0 <= index < len(decision.options):
            _check_index(index, decision.answers)
        return index

    def pick(self, owner: str, item: str, options: Sequence[Any], n: int | None) -> Sequence[Any] | None:
        """Chance picks n of the options (all for None); None if the draw goes outside."""
        n = len(options) if n is None else self.counted(n, len(options))
        if self.chance is None:
            self.s.open = (("pick", owner, item, tuple(options), n),)
            return None
        return self.picked(item, self.chance.pick(self, owner, item, options, n))

    def picked(self, item: str, picked: Sequence[Any]) -> Sequence[Any]:
        """Note what chance picked."""
        if self.log is not None:
            self.log.append(("pick", item, tuple(picked)))
        return picked

    def none_or_more(self, n: int) -> int:
        """A number of things or rounds."""
        if n < 0:
            self.fault("G714", f"a negative count ({n})")
        return n

    def counted(self, n: int, most: int) -> int:
        """How many there can be of `n`."""
        return min(self.none_or_more(n), most)

    def spend(self) -> None:
        """What generated code does at each call and round: one of those that may pass."""
        self.fuel -= 1
        if self.fuel < 0:
            self.run_out()

    def run_out(self) -> NoReturn:
        raise Fault("G701", f"more than {self.most_steps:,} steps without a decision", self.places())

    def rounds(self, things: Sequence[Any]) -> Sequence[Any]:
        """Things to go through with loops inside; counted, so that no value takes for ever."""
        self.work -= len(things)
        if self.work < 0:
            self.work += len(things)  # as `_work` counts them
            self._work(len(things))
        return things

    def rounds_of_pairs(self, first: Sequence[Any], second: Sequence[Any] | None = None) -> Sequence[Any]:
        self._work(len(first) * len(first if second is None else second))
        return first

    def span(self, low: int, high: int) -> range:
        """The numbers from `low` to `high`, which nothing but this count bounds."""
        self._work(high - low + 1)
        return range(low, high + 1)

    def _work(self, rounds: int) -> None:
        self.work -= max(0, rounds)
        if self.work < 0:
            gone = self.most_rounds - self.work
            at_once = f", {rounds:,} of them here at once" if rounds > 1 else ""
            self.fault("G701", f"values went through {gone:,} things without a decision{at_once}")

    def seat_of_turn(self) -> int:
        """Whose turn it is, where that may be nobody's."""
        seat: int = self.s.turn_seat
        if seat < 0:
            self.fault("G709", "it is the turn of a thing that no seat owns")
        return seat

    def product(self, a: int, b: int) -> int:
        """Of two numbers that may both have grown: repeated, nothing else grows so fast."""
        result = a * b
        if not -WHOLE <= result <= WHOLE:
            self.fault("G715", "a product beyond 2^53")
        return result

    def not_now(self, verb: str) -> NoReturn:
        self.fault("G712", f"'{verb}' was done although its `requires` does not hold")

    def out_of_range(self, value: int, low: int, high: int) -> NoReturn:
        number = f"{value}" if abs(value) <= WHOLE else "a number beyond all bounds"
        self.fault("G715", f"{number} was written where {low} to {high} may stand")

    def too_many_decisions(self) -> NoReturn:
        self.fault("G720", f"the match has not ended after {self.most_decisions:,} decisions")

    def too_many_rounds(self, path: str, rounds: int) -> NoReturn:
        self.fault("G716", f"step '{path}' has not ended after {rounds:,} rounds")

    def fault(self, code: str, message: str) -> NoReturn:
        raise Fault(code, message, self.places())

    def places(self, traceback: TracebackType | None = None) -> list[Span]:
        """Where in effect text the running functions are (or those of a traceback), innermost first."""
        lines: deque[int] = deque(maxlen=MOST_PLACES)
        if traceback is not None:
            lines.extendleft(
                line
                for frame, line in walk_tb(traceback)
                if frame.f_code.co_filename == self.program.filename
            )
        else:
            running = walk_stack(sys._getframe(1))
            own = (line for frame, line in running if frame.f_code.co_filename == self.program.filename)
            lines.extend(islice(own, MOST_PLACES))
        found = [span for line in lines if (span := self.program.source.place(line)) is not None]
        return [span for span, _ in groupby(found)]


_ANSWERED = (Machine.ask.__code__, Machine.answered.__code__)


def _check_index(index: Any, count: int) -> None:
    if not isinstance(index, int) or not 0 <= index < count:
        raise IllegalChoice(f"there is no option {index}")


def _asked_for(error: Exception) -> str:
    """What was asked for, in our words: those of Python say nothing to who wrote the text."""
    what = error.args[0] if isinstance(error, Missing | KeyError) and error.args else ""
    return f" ({what})" if isinstance(error, Missing) or type(what) is int else ""
