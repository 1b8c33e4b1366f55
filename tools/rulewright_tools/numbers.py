"""Numbers on the command line: what is none is told with what was expected."""

from __future__ import annotations

from typing import Any

import click


class Whole(click.types.IntParamType):
    """A whole number, whatever it is."""

    name = "number"
    expected = "a whole number"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        try:
            return int(value)
        except ValueError:
            self.fail(f"'{value}' is no whole number; expected: {self.expected}", param, ctx)


class AtLeast(click.IntRange):
    """A whole number that is not below another one."""

    def __init__(self, least: int) -> None:
        super().__init__(min=least)
        self.whole = Whole()
        self.whole.expected = f"a whole number, {least} or more"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        number = self.whole.convert(value, param, ctx)
        if self.min is not None and number < self.min:
            self.fail(f"{number} is too small; expected: {self.whole.expected}", param, ctx)
        return number


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
