"""Numbers on the command line: what is none is told with what was expected."""

from __future__ import annotations

from typing import Any

import click


class Whole(click.IntRange):
    """A whole number, not below `min` if that is given."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        try:
            number = int(value)
        except ValueError:
            self.fail(f"'{value}' is no whole number; expected: {self._expected()}", param, ctx)
        if self.min is not None and number < self.min:
            self.fail(f"{number} is too small; expected: {self._expected()}", param, ctx)
        return number

    def _expected(self) -> str:
        return "a whole number" if self.min is None else f"a whole number, {self.min:g} or more"


class Above(click.FloatRange):
    """A number above nought, with a point if it is not whole."""

    def __init__(self) -> None:
        super().__init__(min=0, min_open=True)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        try:
            number = float(value)
        except ValueError:
            self.fail(f"'{value}' is no number; expected: a number above 0, as in 0.5", param, ctx)
        if number <= 0:
            self.fail(f"{value} is too small; expected: a number above 0, as in 0.5", param, ctx)
        return number
