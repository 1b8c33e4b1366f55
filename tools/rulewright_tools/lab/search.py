"""Which values of numbers to try next: as near the targets as can be, with as few edits as can be.

Needs the extra `tune`; nothing else imports optuna.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from math import prod
from random import Random
from typing import Any

Values = tuple[int, ...]
REPEATS = 20  # proposals that were tried already before others are drawn
SEEDS = 2**32  # that optuna can tell apart
FEW = 5_000  # values to draw from, at most, where proposals repeat


class Search:
    """Proposes values and hears what came of them; the same seed and answers, the same proposals.

    Args:
        ranges: least and greatest value of each number.
        start: the values as they are, which are proposed first; then each number alone at its bounds.
    """

    def __init__(self, ranges: Sequence[tuple[int, int]], start: Values, seed: int) -> None:
        import optuna

        optuna.logging.set_verbosity(optuna.logging.ERROR)
        self._optuna = optuna
        sampler = optuna.samplers.TPESampler(seed=seed % SEEDS, n_startup_trials=2 * len(ranges) + 5)
        self._study = optuna.create_study(directions=["minimize", "minimize"], sampler=sampler)
        self._ranges = list(ranges)
        self._start = start
        self._random = Random(seed)
        self._asked: dict[Values, Any] = {}
        self._told: dict[Values, tuple[float, float]] = {}
        self._first = iter(dict.fromkeys(self._starting()))

    @property
    def size(self) -> int:
        """How many values lie within the bounds."""
        return prod(high - low + 1 for low, high in self._ranges)

    def _starting(self) -> Iterator[Values]:
        yield self._start
        for place, bounds in enumerate(self._ranges):
            for bound in bounds:
                yield (*self._start[:place], bound, *self._start[place + 1 :])

    def ask(self) -> Values | None:
        """Values that were not proposed before; None if there are no others."""
        for values in self._first:
            return self._propose(values)
        if sum(map(self._is_inside, self._asked)) >= self.size:
            return None
        for _ in range(REPEATS):
            trial = self._study.ask(self._distributions())
            values = tuple(trial.params[name] for name in self._names())
            if values not in self._asked:
                self._asked[values] = trial
                return values
            known = self._told.get(values)
            state = None if known else self._optuna.trial.TrialState.FAIL
            self._study.tell(trial, known, state=state)
        return self._propose(self._other())

    def tell(self, values: Values, off: float, edits: int) -> None:
        """How far from the targets these values are."""
        self._told[values] = off, edits
        if (trial := self._asked[values]) is not None:
            self._study.tell(trial, (off, edits))

    def refuse(self, values: Values) -> None:
        """These values make no game."""
        if (trial := self._asked[values]) is not None:
            self._study.tell(trial, state=self._optuna.trial.TrialState.FAIL)

    def _is_inside(self, values: Values) -> bool:
        return all(low <= value <= high for value, (low, high) in zip(values, self._ranges, strict=True))

    def _names(self) -> list[str]:
        return [str(place) for place in range(len(self._ranges))]

    def _distributions(self) -> dict[str, Any]:
        made = self._optuna.distributions.IntDistribution
        return {name: made(*bounds) for name, bounds in zip(self._names(), self._ranges, strict=True)}

    def _propose(self, values: Values) -> Values:
        """Values that optuna did not think of; it is not told of those outside the bounds."""
        if not self._is_inside(values):
            self._asked[values] = None
            return values
        self._study.enqueue_trial(dict(zip(self._names(), values, strict=True)))
        self._asked[values] = self._study.ask(self._distributions())
        return values

    def _other(self) -> Values:
        """Values that were not tried yet, drawn where proposals repeat."""
        spans = [range(low, high + 1) for low, high in self._ranges]
        if self.size <= FEW:
            left = [values for values in product(*spans) if values not in self._asked]
            return self._random.choice(left)
        while (values := tuple(self._random.choice(span) for span in spans)) in self._asked:
            pass
        return values
