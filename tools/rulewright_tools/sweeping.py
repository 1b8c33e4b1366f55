"""A sweep from the words of a command line: every number a step up and a step down, on the same deals."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic

from rulewright.packs.overlays.numbers import Number
from rulewright.play.deals import Dealt, Job, Match, all_matches, play_jobs
from rulewright.play.playout import Outcome, Plan
from rulewright.play.processes import Runner
from rulewright_tools.interrupts import whole
from rulewright_tools.lab.elimination import Elimination, rounds
from rulewright_tools.lab.figures import Figure
from rulewright_tools.prepare import Setup
from rulewright_tools.progress import progress
from rulewright_tools.records import Records
from rulewright_tools.variants import Refused, Variant, Variants, keep_fault, word

USUAL_PAIRS = 100
SIGNS = (1, -1)
LOOKING = 0.25  # share of the time for making the games, before anything is played
BASE = -1


@dataclass(slots=True)
class Moved:
    """A number moved one way: why it may not be, or the matches that were played of it.

    The first `deals` are finished; `missing` counts matches that are still to be played of the round.
    """

    refused: Refused | None = None
    outcomes: dict[Match, Outcome] = field(default_factory=dict)
    deals: int = 0
    missing: int = 0


@dataclass(slots=True)
class Swept:
    """What a sweep came to; `moved` by the index of a number and a sign."""

    numbers: list[Number]
    step: int
    base: dict[Match, Outcome] = field(default_factory=dict)
    moved: dict[tuple[int, int], Moved] = field(default_factory=dict)
    read: dict[int, int] = field(default_factory=dict)  # matches that read a number, where it can be told
    done_with: dict[int, int] = field(default_factory=dict)  # pairs after which a number is done with
    saved: int = 0  # matches that were not played as their number does not matter
    faults: list[tuple[str, Outcome, str | None]] = field(default_factory=list)
    records: Records = field(default_factory=Records)
    interrupted: bool = False

    @property
    def played(self) -> int:
        """How many matches were played of all variants."""
        return sum(len(moved.outcomes) for moved in self.moved.values())


def sweep(
    setup: Setup,
    plan: Plan,
    numbers: list[Number],
    step: int,
    runner: Runner | None,
    budget: float | None,
    figure: Figure | None,
) -> Swept:
    """Play the game once, and each variant where a match read what it has otherwise.

    Ctrl-C and the end of the budget leave out variants that are not finished.

    Args:
        budget: seconds.
        figure: what a number has to move to be played to the end; the primary one if left out.
    """
    swept = Swept(numbers, step)
    with TemporaryDirectory() as folder:
        run = _Run(swept, Variants(setup, plan, Path(folder)), runner, budget)
        try:
            run.make_first()
            run.play_base()
            run.play_variants(figure)
        except KeyboardInterrupt:
            swept.interrupted = True
    return swept


class _Run:
    def __init__(self, swept: Swept, variants: Variants, runner: Runner | None, budget: float | None) -> None:
        self.swept = swept
        self.variants = variants
        self.plan = variants.plan
        self.runner = runner
        self.began = monotonic()
        self.budget = budget
        self.title = variants.setup.rules.game.id
        self.made: dict[tuple[int, int], Variant] = {}
        self.first: dict[int, Variant] = {}
        self.matches: dict[tuple[int, int], list[Match]] = {}
        self.reads: dict[int, list[Match]] = {}

    def _late(self, share: float = 1.0) -> bool:
        return self.budget is not None and monotonic() - self.began > self.budget * share

    def _make(self, index: int, sign: int) -> Variant | None:
        """The variant, or None for one that may not be, which is noted."""
        number = self.swept.numbers[index]
        by = sign * self.swept.step
        name = f"sweep_{word(number.address)}_{'plus' if sign > 0 else 'minus'}_{self.swept.step}"
        made = self.variants.make(name, [(number, number.value + by)])
        moved = self.swept.moved[index, sign] = Moved()
        if isinstance(made, Refused):
            moved.refused = made
            return None
        self.made[index, sign] = made
        return made

    def make_first(self) -> None:
        """One variant of each number, which tells what reads it: either direction has the same otherwise."""
        indices = range(len(self.swept.numbers))
        with progress(indices, len(indices), f"{self.title}, numbers", "numbers") as watched:
            for index in watched:
                if self._late(LOOKING):
                    return
                for sign in SIGNS:
                    if (made := self._make(index, sign)) is not None:
                        self.first[index] = made
                        break

    def play_base(self) -> None:
        every = all_matches(self.plan)
        order = list(self.first)
        jobs = [Job(BASE, self.plan, every, tuple(self.first[index].differs for index in order))]
        self.reads = {index: [] for index in order}
        with (
            closing(play_jobs(jobs, self.runner)) as played,
            progress(played, len(every), f"{self.title}, as it is", "matches") as watched,
        ):
            for dealt in watched:
                with whole():
                    self.swept.base[dealt.match] = dealt.outcome
                    self._note_fault(dealt, None, "base")
                    for n in dealt.read:
                        self.reads[order[n]].append(dealt.match)
        for index, variant in self.first.items():
            if variant.differs is None:
                self.reads[index] = every
            else:
                self.swept.read[index] = len(self.reads[index])

    def play_variants(self, figure: Figure | None) -> None:
        """In rounds of more and more pairs; a number that surely does not matter is in no further one."""
        judge = Elimination(self.swept.base, self.plan, figure, len(self.first) * len(SIGNS))
        done = 0
        for deals in rounds(self.plan.games):
            keys = [(i, sign) for i in self.first if i not in self.swept.done_with for sign in SIGNS]
            self._play_round(keys, done, deals)
            if deals < self.plan.games:
                self._eliminate(judge, deals)
            done = deals

    def _play_round(self, keys: list[tuple[int, int]], done: int, deals: int) -> None:
        title = f"{self.title}, variants, pairs to {deals:,}"
        with (
            closing(play_jobs(self._jobs(keys, done, deals), self.runner)) as played,
            progress(self._whole(played, keys, deals), len(keys), title, "variants") as watched,
        ):
            for _ in watched:
                pass

    def _jobs(self, keys: list[tuple[int, int]], done: int, deals: int) -> Iterator[Job]:
        for game, key in enumerate(keys):
            if self._late():
                return
            if key not in self.swept.moved:
                self._make(*key)
            moved = self.swept.moved[key]
            if key not in self.made or moved.deals != done:
                continue
            wanted = [match for match in self.reads[key[0]] if done <= match[0] < deals]
            moved.missing = len(wanted)
            if wanted:
                yield Job(game, self.made[key].plan, wanted)
            else:
                moved.deals = deals

    def _whole(self, played: Iterator[Dealt], keys: list[tuple[int, int]], deals: int) -> Iterator[int]:
        """The variants as their last match of a round comes in."""
        for dealt in played:
            key = keys[dealt.game]
            moved = self.swept.moved[key]
            with whole():
                moved.outcomes[dealt.match] = dealt.outcome
                moved.missing -= 1
                if moved.missing == 0:
                    moved.deals = deals
                self._note_fault(dealt, self.made[key], self.swept.numbers[key[0]].address)
            if moved.missing == 0:
                yield dealt.game

    def _eliminate(self, judge: Elimination, deals: int) -> None:
        """Note the numbers of which both ways surely do not matter."""
        for index in self.first:
            ways = [self.swept.moved[index, sign] for sign in SIGNS if (index, sign) in self.made]
            left = [match for match in self.reads[index] if match[0] >= deals]
            if index in self.swept.done_with or not left or any(moved.deals != deals for moved in ways):
                continue
            if all(judge.is_done_with(moved.outcomes, deals) for moved in ways):
                self.swept.done_with[index] = deals
                self.swept.saved += len(ways) * len(left)

    def _note_fault(self, dealt: Dealt, variant: Variant | None, what: str) -> None:
        if dealt.outcome.fault is not None:
            run = f"{self.title}_{self.plan.seed}"
            kept = keep_fault(self.swept.records, dealt.outcome, dealt.match[1], variant, run)
            self.swept.faults.append((what, dealt.outcome, kept))
