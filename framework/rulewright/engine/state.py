"""The state of a match: columns of plain data, nothing else.

One list per field over the components of a kind; zones as lists of components; the half-resolved
effect as frames. No generator, closure, clock or seed: a copy plays on alike, in any process.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from rulewright.engine.decision import Decision

PLAIN = ("open", "place", "over", "done", "window", "replacing", "first_seat", "turn_seat")
LISTS = ("frames",)
NESTED = ("zones", "grids")
DICTS = ("asked", "drawn", "secret")


class StateType:
    """The state class of one program: its columns as slots, and a copy written out field by field."""

    def __init__(self, name: str, scalars: list[str], columns: list[str]) -> None:
        self.scalars = [*PLAIN, *scalars]
        self.columns = [*LISTS, "masks", *columns]
        self.slots = [*self.scalars, *self.columns, *NESTED, *DICTS]
        lines = ["def copy(s):", "    t = new(cls)"]
        lines += [f"    t.{field} = s.{field}" for field in self.scalars]
        lines += [f"    t.{field} = s.{field}[:]" for field in self.columns]
        lines += ["    t.zones = [z[:] for z in s.zones]", "    t.grids = [g and g[:] for g in s.grids]"]
        lines += [f"    t.{field} = {{**s.{field}}}" for field in DICTS] + ["    return t"]
        self.cls = type(name, (), {"__slots__": tuple(self.slots)})
        space: dict[str, Any] = {"cls": self.cls, "new": object.__new__}
        exec("\n".join(lines), space)  # our own text, from declared names
        self.cls.copy = space["copy"]  # type: ignore[attr-defined]  # made by exec

    def new(self) -> Any:
        return object.__new__(self.cls)

    def to_json(self, state: Any) -> str:
        """The whole state as JSON; what `from_json` reads."""
        return json.dumps({field: _out(getattr(state, field)) for field in self.slots})

    def from_json(self, text: str) -> Any:
        data: Mapping[str, Any] = json.loads(text)
        state = self.new()
        for field in self.slots:
            value = data[field]
            if field in DICTS:
                value = {_in(key): _in(item) for key, item in value}
            elif field in NESTED:
                value = [None if item is None else list(item) for item in value]
            elif field == "frames":
                value = [_in(frame) for frame in value]
            elif field in self.columns:
                value = list(value)
            else:
                value = _in(value)
            setattr(state, field, value)
        state.open = tuple(Decision(*what) if what[0] == "choose" else what for what in state.open)
        return state

    def equal(self, a: Any, b: Any) -> bool:
        return all(_in(_out(getattr(a, f))) == _in(_out(getattr(b, f))) for f in self.slots)


def _out(value: Any) -> Any:
    if isinstance(value, dict):  # in the order of the keys: when something came in says nothing
        return [[_out(key), _out(value[key])] for key in sorted(value)]
    if isinstance(value, list | tuple | range):
        return [_out(item) for item in value]
    return value


def _in(value: Any) -> Any:
    """Lists of JSON as tuples: frames and open decisions hold no lists that anyone changes."""
    if isinstance(value, list | tuple):
        return tuple(_in(item) for item in value)
    return value
