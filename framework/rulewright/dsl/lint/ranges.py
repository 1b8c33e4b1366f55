"""Numbers that, whatever happens, are never in the range that is declared for them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from rulewright.dsl import typed as t
from rulewright.dsl.alike import alike
from rulewright.dsl.analysis.constant import Constants
from rulewright.dsl.analysis.intervals import Bounds
from rulewright.dsl.analysis.texts import Text, Texts
from rulewright.dsl.facts import constant
from rulewright.model.game import Entry
from rulewright.model.types import IntType, Type
from rulewright.source.diagnostics import Problems
from rulewright.source.text import Span

CODE = "T518"
_Wanted = tuple[str, t.Expr, float, float]
"""What is set, the number, and between what it has to lie."""


class Ranges:
    """Looks at what is given, set and asked for in one game. What is written out is told before."""

    def __init__(self, texts: Texts, constants: Constants, problems: Problems) -> None:
        self.texts = texts
        self.constants = constants
        self.rules = texts.rules
        self.game = texts.rules.game
        self.problems = problems

    def check(self) -> None:
        cans = [(text, can) for text, can in self.texts.all_of(t.CanCall)]

        def asked(text: Text, call: t.VerbCall) -> bool:
            """Whether `can` asks for it in the same text, which is told of."""
            here = (can for other, can in cans if other is text and can.verb == call.verb)
            return any(alike(can.args, call.args) for can in here)

        self._shapes()
        sorts = (t.VerbCall, t.ValueCall, t.FormulaCall, t.Prompt, t.Set, t.TableCall, t.BuiltIn)
        by_text: dict[int, tuple[Text, list[_Wanted]]] = {}
        for text, node in self.texts.all_of(*sorts):
            wanted = [each for each in self._wanted(node) if constant(each[1]) is None]
            if wanted:
                by_text.setdefault(id(text), (text, []))[1].extend(wanted)
        nodes = {id(text): found for text, found in self.texts.each()} if by_text else {}
        for key, (text, found) in by_text.items():
            self.constants.look_at(nodes[key])
            for what, value, least, most in found:
                low, high = self.constants.bounds(value)
                if low > most or high < least:
                    self._tell(text, what, value, (low, high), (least, most))
        self.constants.look_at(())
        for text, node in self.texts.all_of(t.VerbCall):
            written = any(isinstance(arg, t.Const) for arg in node.args)
            if written and self.constants.can(node.verb, node.args) is False and not asked(text, node):
                message = f"'{node.verb}' can never be done with this"
                hint = "see what it `requires`"
                self.problems.error(CODE, message, text.at(node), hint=hint)

    def _shapes(self) -> None:
        """Cells that entries name, on the grids where they are looked up: each fits on one of them."""
        grids: dict[tuple[str, str], dict[str, Span]] = {}
        for text, node in self.texts.all_of(t.BuiltIn):
            match node:
                case t.BuiltIn(name="cells", args=(t.Zone(name=zone), t.FixedField(kind=kind, field=field))):
                    grids.setdefault((kind, field), {}).setdefault(zone, text.at(node))
        for (kind, field), zones in grids.items():
            sizes = [grid for zone in zones if (grid := self.game.zones[zone].grid) is not None]
            for entry in self.game.entries[kind].values():
                outside = [cell for size in sizes for cell in _outside(entry, field, *size)[:1]]
                if len(outside) < len(sizes):
                    continue
                (row, column), (rows, columns) = outside[0], sizes[0]
                zone, place = next(iter(zones.items()))
                message = f"'{field}' of '{entry.id}' names the cell {row}, {column} that '{zone}' has not"
                expected = f"a row of 0 to {rows - 1} and a column of 0 to {columns - 1}"
                related = (("where it is asked for", place),)
                self.problems.error(CODE, message, entry.span, expected=expected, related=related)

    def _tell(self, text: Text, what: str, value: t.Expr, found: Bounds, wanted: Bounds) -> None:
        message = f"this is {_range(found)}, which {what} never is"
        self.problems.error(CODE, message, text.at(value), expected=_range(wanted))

    def _wanted(self, node: object) -> Iterator[_Wanted]:
        match node:
            case t.VerbCall(verb=name, args=args):
                yield from _given(name, self.game.verbs[name].params, args)
            case t.ValueCall(name=name, args=args):
                yield from _given(name, self.game.values[name].params, args)
            case t.Prompt(name=name, args=args):
                yield from _given(name, self.game.prompts[name].params, args)
            case t.FormulaCall(kind=kind, formula=name, args=args):
                yield from _given(name, self.game.kinds[kind].formulas[name].params, args)
            case t.Set(op="=", place=t.Expr(type=IntType(int(low), int(high))), value=value):
                yield "the state", value, low, high
            case t.Set(place=t.Expr(type=IntType(int(low), int(high))), value=value):
                yield "a change of the state", value, low - high, high - low
            case t.BuiltIn(name="row" | "column" as name, args=(t.Zone(name=zone), number)):
                grid = self.game.zones[zone].grid
                if grid is not None:
                    yield f"a {name} of '{zone}'", number, 0, grid[name == "column"] - 1
            case t.TableCall(name=name, key=key) if isinstance(key.type, IntType):
                table = self.game.tables[name]
                rows = [int(row) for row in table.rows] if not table.optional else []
                if rows:
                    yield f"a row of '{name}'", key, min(rows), float("inf") if table.steps else max(rows)


def _outside(entry: Entry, field: str, rows: int, columns: int) -> list[tuple[int, int]]:
    """The cells of a shape that a grid of this size does not have."""
    shape = entry.values.get(field)
    cells = [cell for cell in shape if isinstance(cell, tuple)] if isinstance(shape, tuple) else []
    numbers = [(int(str(row)), int(str(column))) for row, column in cells]
    return [(r, c) for r, c in numbers if not (0 <= r < rows and 0 <= c < columns)]


def _given(name: str, params: Mapping[str, Type], args: Sequence[t.Expr]) -> Iterator[_Wanted]:
    for (param, type_), arg in zip(params.items(), args, strict=True):
        if isinstance(type_, IntType) and type_.low is not None and type_.high is not None:
            yield f"'{param}' of '{name}'", arg, type_.low, type_.high


def _range(found: Bounds) -> str:
    low, high = found
    if low == high:
        return f"{low:.0f}"
    if low == float("-inf"):
        return f"{high:.0f} or less"
    return f"{low:.0f} or more" if high == float("inf") else f"{low:.0f} to {high:.0f}"
