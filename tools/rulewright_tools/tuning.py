"""A search over numbers: values are proposed, played, and judged by how far they miss their targets."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field, replace
from math import inf
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic
from typing import TYPE_CHECKING, Literal

from rulewright.packs.overlays.numbers import Number
from rulewright.play.deals import Job, Match, all_matches, play_jobs
from rulewright.play.playout import Outcome, Plan
from rulewright.play.processes import Runner
from rulewright_tools.aims import Target, Touched, Values
from rulewright_tools.interrupts import whole
from rulewright_tools.lab.figures import figures_of
from rulewright_tools.lab.words import unit_of
from rulewright_tools.prepare import Setup
from rulewright_tools.progress import progress
from rulewright_tools.records import Records
from rulewright_tools.variants import Refused, Variant, Variants, keep_fault, word

if TYPE_CHECKING:
    from rulewright_tools.lab.search import Search

USUAL_PAIRS = 50
USUAL_TRIALS = 40
TOGETHER = 4  # trials proposed at a time: a set number, so that nothing hangs on how many workers there are
MOST_PROPOSALS = 5
FRESH = "_fresh"  # in the names of replays from other deals
DIGITS = 9  # of how far off figures are: what differs less is the rounding of sums

Concluded = Literal["all targets", "nearest", "no better on other deals", "no better"]
"""What is proposed: values that meet all targets, or the nearest. Otherwise nothing, as the game as it is
does no worse, on other deals or already on those of the search."""

Column = list[float | None]
"""Of a target its figure in each deal, in the unit of tables; None where a match broke off."""


@dataclass(frozen=True, slots=True)
class Trial:
    """What came of values: the mean of each target's figure in its unit, and how far off all are together."""

    values: Values
    edits: int
    figures: tuple[float, ...]
    off: float


@dataclass(slots=True)
class Tuned:
    """What a search came to. `fresh` are the figures of proposals on deals that the search did not see."""

    touched: list[Touched]
    targets: list[Target]
    trials: list[Trial] = field(default_factory=list)
    refused: list[tuple[Values, Refused]] = field(default_factory=list)
    broken: int = 0  # trials that are refused, as more deals break off than of the game as it is
    played: int = 0  # matches of the search, those of the game as it is among them
    untouched: int = 0
    confirmed: int = 0  # matches on other deals
    base: list[Column] = field(default_factory=list)  # of the game as it is, on the deals of the search
    fresh: dict[Values, list[Column]] = field(default_factory=dict)
    records: Records = field(default_factory=Records)
    faults: int = 0
    interrupted: bool = False

    @property
    def tried(self) -> int:
        return len(self.trials) + len(self.refused) + self.broken

    @property
    def start(self) -> Values:
        return tuple(touched.number.value for touched in self.touched)

    def front(self) -> list[Trial]:
        """The best of each number of edits, as long as more edits come nearer; fewest edits first."""
        found: list[Trial] = []
        for trial in sorted(self.trials, key=lambda t: (t.edits, t.off, t.values)):
            if not found or trial.off < found[-1].off:
                if found and found[-1].edits == trial.edits:
                    continue
                found.append(trial)
        return found

    def best(self) -> Trial | None:
        """The one with the fewest edits that meets all targets, otherwise the nearest."""
        front = self.front()
        return next((trial for trial in front if trial.off == 0), front[-1] if front else None)

    def concluded(self) -> Concluded | None:
        """None if nothing was tried. Where no other deals were played, it goes by those of the search."""
        best = self.best()
        if best is None:
            return None
        if not best.edits:
            return "no better"
        if self.fresh and not self.missed_fresh(best.values) < self.missed_fresh(self.start):
            return "no better on other deals"
        return "nearest" if best.off else "all targets"

    def proposed(self) -> Trial | None:
        """The best, if it is better than the game as it is."""
        return self.best() if self.concluded() in ("all targets", "nearest") else None

    def missed_fresh(self, values: Values) -> tuple[int, float]:
        """How many targets are missed on other deals, and how far off all are together."""
        columns = [told(column) for column in self.fresh[values]]
        if not all(columns):
            return len(self.targets), inf
        both = zip(self.targets, columns, strict=True)
        off = [round(target.off(sum(column) / len(column)), DIGITS) for target, column in both]
        return sum(each > 0 for each in off), sum(off)

    def shown(self) -> list[Trial]:
        """The proposals, fewest edits first; the best is among them."""
        front, best = self.front(), self.best()
        few = front[:MOST_PROPOSALS]
        return few if best is None or best in few else [*few[:-1], best]

    def changes(self, trial: Trial) -> list[tuple[Number, int]]:
        """What a trial has otherwise."""
        both = zip(self.touched, trial.values, strict=True)
        return [(touched.number, value) for touched, value in both if value != touched.number.value]


def tune(
    setup: Setup,
    plan: Plan,
    touched: list[Touched],
    targets: list[Target],
    search: Search,
    trials: int,
    runner: Runner | None,
    budget: float | None,
    warn: Callable[[Tuned], None],
) -> Tuned:
    """Search, then play the proposals on other deals. Ctrl-C ends it after the trials that are finished.

    Args:
        budget: seconds after which no trial is begun.
        warn: is called when the game as it is has been played, before anything is tried.
    """
    tuned = Tuned(touched, targets)
    with TemporaryDirectory() as folder:
        run = _Run(tuned, Variants(setup, plan, Path(folder)), runner, warn)
        try:
            run.search(search, trials, budget)
            run.confirm()
        except KeyboardInterrupt:
            tuned.interrupted = True
    return tuned


class _Run:
    def __init__(
        self, tuned: Tuned, variants: Variants, runner: Runner | None, warn: Callable[[Tuned], None]
    ) -> None:
        self.tuned = tuned
        self.warn = warn
        self.variants = variants
        self.plan = variants.plan
        self.runner = runner
        self.title = variants.setup.rules.game.id
        self.every = all_matches(self.plan)
        self.made: dict[Values, Variant | Refused] = {}
        self.base: dict[Match, Outcome] = {}
        self.reads: list[set[Match] | None] = []  # by number, the matches that read it, if it can be told

    def search(self, search: Search, trials: int, budget: float | None) -> None:
        began = monotonic()
        self._play_base()
        with _counting(trials, f"{self.title}, search", "trials") as step:
            while self.tuned.tried < trials and not (budget and monotonic() - began > budget):
                asked = [search.ask() for _ in range(min(TOGETHER, trials - self.tuned.tried))]
                batch = [values for values in asked if values is not None]
                if not batch:
                    return
                self._play_batch(search, batch, step)

    def _play_base(self) -> None:
        """The game as it is, which tells what reads each number: the number alone at its bounds is built."""
        alone = [self._alone(place) for place in range(len(self.tuned.touched))]
        jobs = [Job(0, self.plan, self.every, tuple(v.differs if v else None for v in alone))]
        read: list[set[Match]] = [set() for _ in alone]
        with (
            closing(play_jobs(jobs, self.runner)) as played,
            progress(played, len(self.every), f"{self.title}, as it is", "matches") as watched,
        ):
            for dealt in watched:
                self.base[dealt.match] = dealt.outcome
                self._note_fault(dealt.outcome, dealt.match, None)
                for n in dealt.read:
                    read[n].add(dealt.match)
        told = [variant is not None and variant.differs is not None for variant in alone]
        self.reads = [matches if known else None for matches, known in zip(read, told, strict=True)]
        self.tuned.played += len(self.every)
        self.tuned.base = self._columns(self.base, self.plan)
        self.warn(self.tuned)

    def _alone(self, place: int) -> Variant | None:
        """The game with one number otherwise and nothing else, if there is such a game."""
        touched = self.tuned.touched[place]
        for value in (touched.high, touched.low):
            if value != touched.number.value:
                made = self._make((*self.tuned.start[:place], value, *self.tuned.start[place + 1 :]))
                if isinstance(made, Variant):
                    return made
        return None

    def _make(self, values: Values) -> Variant | Refused:
        number = "_".join(str(value).replace("-", "m") for value in values)
        changes = self.tuned.changes(Trial(values, 0, (), 0.0))
        return self.variants.make(f"tune_{word(number)}", changes)

    def _play_batch(self, search: Search, batch: list[Values], step: Callable[[], None]) -> None:
        found: dict[int, dict[Match, Outcome]] = {game: {} for game in range(len(batch))}
        missing: dict[int, int] = {}

        def jobs() -> Iterator[Job]:
            for game, values in enumerate(batch):
                wanted = self._wanted(values)
                missing[game] = len(wanted)
                if values != self.tuned.start:
                    made = self.made[values] = self._make(values)
                    if isinstance(made, Variant) and wanted:
                        yield Job(game, made.plan, wanted)

        with closing(play_jobs(jobs(), self.runner)) as played:
            for dealt in played:
                found[dealt.game][dealt.match] = dealt.outcome
                made = self.made[batch[dealt.game]]
                assert isinstance(made, Variant)
                self._note_fault(dealt.outcome, dealt.match, made)
        with whole():
            for game, values in enumerate(batch):
                self._tell(search, values, found[game])
                step()

    def _wanted(self, values: Values) -> list[Match]:
        """The matches that may come out otherwise with these values."""
        wanted: set[Match] = set()
        for place, (value, before) in enumerate(zip(values, self.tuned.start, strict=True)):
            if value != before:
                known = self.reads[place]
                if known is None:
                    return self.every
                wanted |= known
        return [match for match in self.every if match in wanted]

    def _tell(self, search: Search, values: Values, played: dict[Match, Outcome]) -> None:
        made = self.made.get(values)  # the game as it is has none
        if isinstance(made, Refused):
            self.tuned.refused.append((values, made))
            search.refuse(values)
            return
        self.tuned.played += len(played)
        if values != self.tuned.start:
            self.tuned.untouched += len(self.every) - len(played)
        outcomes = {**self.base, **played}
        columns = [told(column) for column in self._columns(outcomes, self.plan)]
        # deals that break off are in no figure: leaving them out must not be a way to come nearer
        if not all(columns) or _broken(outcomes) > _broken(self.base):
            self.tuned.broken += 1
            search.refuse(values)
            return
        figures = tuple(sum(column) / len(column) for column in columns)
        off = sum(target.off(value) for target, value in zip(self.tuned.targets, figures, strict=True))
        edits = sum(value != before for value, before in zip(values, self.tuned.start, strict=True))
        self.tuned.trials.append(Trial(values, edits, figures, off))
        search.tell(values, off, edits)

    def _columns(self, outcomes: dict[Match, Outcome], plan: Plan) -> list[Column]:
        """By target."""
        pairs = figures_of(outcomes, plan)
        names = [target.figure for target in self.tuned.targets]
        return [
            [None if pair is None or f not in pair else pair[f] * unit_of(f.family) for pair in pairs]
            for f in names
        ]

    def confirm(self) -> None:
        """Play the proposals on other deals: those that were searched flatter what was found on them."""
        proposals = self.tuned.shown()
        if not proposals:
            return
        fresh = replace(self.plan, seed=self.plan.seed + 1)
        shown = [self.tuned.start, *(trial.values for trial in proposals if trial.edits)]
        jobs = []
        for game, values in enumerate(shown):
            made = self.made.get(values)
            plan = replace(made.plan, seed=fresh.seed) if isinstance(made, Variant) else fresh
            jobs.append(Job(game, plan, self.every))
        found: dict[int, dict[Match, Outcome]] = {game: {} for game in range(len(shown))}
        with (
            closing(play_jobs(jobs, self.runner)) as played,
            progress(
                played, len(shown) * len(self.every), f"{self.title}, other deals", "matches"
            ) as watched,
        ):
            for dealt in watched:
                found[dealt.game][dealt.match] = dealt.outcome
                made = self.made.get(shown[dealt.game])
                variant = made if isinstance(made, Variant) else None
                self.tuned.confirmed += 1
                self._note_fault(dealt.outcome, dealt.match, variant, FRESH)
        for game, values in enumerate(shown):
            self.tuned.fresh[values] = self._columns(found[game], fresh)

    def _note_fault(self, outcome: Outcome, match: Match, variant: Variant | None, mark: str = "") -> None:
        if outcome.fault is not None:
            self.tuned.faults += 1
            keep_fault(self.tuned.records, outcome, match[1], variant, f"{self.title}_{self.plan.seed}", mark)


def told(column: Column) -> list[float]:
    """The deals that say something."""
    return [value for value in column if value is not None]


def _broken(outcomes: dict[Match, Outcome]) -> int:
    """Deals in which a match broke off."""
    return len({deal for (deal, _), outcome in outcomes.items() if outcome.fault is not None})


@contextmanager
def _counting(total: int, title: str, unit: str) -> Iterator[Callable[[], None]]:
    """As `progress`, for steps that are told one by one."""
    steps: Iterator[int]
    with progress(iter(range(total + 1)), total, title, unit) as steps:
        next(steps)

        def step() -> None:
            next(steps, None)

        yield step
