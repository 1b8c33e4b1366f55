"""Functions that can be left at any stop and taken up right there.

Where a decision or a draw is answered inside the process nothing is paid. Otherwise the function
pushes one frame (the stop's name and its live locals) and returns 1; every caller on the way out does
the same. Each stop has a generated continuation that starts right there: it is written by emitting
what follows the stop in its own block, then what follows in each block around it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rulewright.dsl import typed as t
from rulewright.dsl.generate.sites import Site, function_of
from rulewright.dsl.generate.values import Env
from rulewright.model.types import SEAT, Type
from rulewright.source.text import EffectText

if TYPE_CHECKING:
    from rulewright.dsl.generate.writer import Writer

Emit = Callable[[], None]

EMITTERS: dict[type[t.Stmt], Callable[..., None]] = {}
"""What writes each statement, given a procedure: filled by `statements`, `choices` and `flow`."""


@dataclass(slots=True)
class After:
    """What follows in one enclosing block or loop; `empty` if that is nothing at all.

    `scope` are the locals that it may read.
    """

    emit: Emit
    empty: bool
    scope: list[str]


class Module:
    """The lines of a module, each with the place in effect text it came from."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.places: list[tuple[EffectText, int, int] | None] = []
        self.sites: dict[str, Site] = {}
        self.frames: dict[str, tuple[Type, ...]] = {}  # stop -> types of what its frame holds

    def add(self, line: str, place: tuple[EffectText, int, int] | None = None) -> None:
        self.lines.append(line)
        self.places.append(place)


class Procedure:
    """Writes one function and the continuations of its stops."""

    def __init__(self, writer: Writer, name: str, function: str, text: EffectText | None) -> None:
        self.writer = writer
        self.name = name
        self.function = function
        self.text = text
        self.env: Env = {}
        self.scope: list[str] = []
        self.after: list[After] = []
        self.indent = 1
        self.numbers: dict[tuple[int, str], tuple[int, object]] = {}  # by id: the node is kept alive
        self.queue: list[tuple[str, list[str], Emit]] = []
        self.queued: set[str] = set()
        self.node: t.Stmt | None = None
        self.types: dict[str, Type] = {"me": SEAT}  # of locals: whatever a frame holds has one
        self.gives: Type | None = None  # of a result, kept in the local `result_` until the end

    # --- lines ---------------------------------------------------------------------------------

    def line(self, text: str) -> None:
        place = None
        if self.text is not None and self.node is not None:
            place = (self.text, self.node.start, self.node.end)
        self.writer.module.add("    " * self.indent + text, place)

    @contextmanager
    def placed(self, text: EffectText, start: int, end: int) -> Iterator[None]:
        """Lines written meanwhile stand for these characters of a text."""
        before = self.text, self.node
        self.text, self.node = text, t.Stop(start, end)
        yield
        self.text, self.node = before

    def spend(self) -> None:
        """One of the calls and rounds that may pass between two decisions."""
        self.line("m.fuel -= 1")
        self.line("if m.fuel < 0: m.run_out()")

    def value(self, expr: t.Expr) -> str:
        return self.writer.values.value(expr, self.env)

    def count(self, expr: t.Expr) -> str:
        return self.writer.values.count(expr, self.env)

    def kept_value(self, expr: t.Expr) -> str:
        """A value that is kept under a name: a list as it is now, whatever then happens to its zone."""
        return self.writer.values.kept(expr, self.env)

    def number(self, node: object, role: str) -> int:
        """A number of its own for each stop and loop of the procedure, in order of appearance."""
        return self.numbers.setdefault((id(node), role), (len(self.numbers), node))[0]

    # --- functions -----------------------------------------------------------------------------

    def write(self, params: list[str], body: tuple[t.Stmt, ...]) -> None:
        """The function itself, then a continuation for each stop in it."""
        module = self.writer.module
        module.add("")
        module.add(f"def {self.function}({', '.join(['m', *params])}):")
        self.scope = list(params)
        self.line("s = m.s")
        if self.writer.counted(self.name):
            self.spend()
        if self.gives is not None:
            self.line("result_ = None")
            self.types["result_"] = self.gives
            self.scope.append("result_")
        self.block(body)
        self.finish()
        while self.queue:
            name, live, emit = self.queue.pop(0)
            module.add("")
            function = "k_" + function_of(name)
            module.add(f"def {function}({', '.join(['m', *live])}):")
            self.indent = 1
            self.line("s = m.s")
            emit()
            self.finish()
            self.writer.continuations[name] = function

    def block(self, body: tuple[t.Stmt, ...], start: int = 0) -> None:
        """The statements from `start` on; names made in them end with the block."""
        kept = list(self.scope)
        env = dict(self.env)
        for index in range(start, len(body)):
            self.after.append(self._rest(body, index))
            self.node = body[index]
            handler = EMITTERS[type(body[index])]
            handler(self, body[index])
            self.after.pop()
        self.scope = list(kept)
        self.env = env

    def _rest(self, body: tuple[t.Stmt, ...], index: int) -> After:
        """What follows a statement in its block; a call may have named its result."""
        statement = body[index]
        named = [statement.var] if isinstance(statement, t.VerbCall) and statement.var is not None else []
        return After(lambda: self.block(body, index + 1), index + 1 >= len(body), [*self.scope, *named])

    def inner(self, body: tuple[t.Stmt, ...], empty: str = "pass") -> None:
        self.indent += 1
        if body:
            self.block(body)
        else:
            self.line(empty)
        self.indent -= 1

    @property
    def tail(self) -> bool:
        return self.gives is None and all(after.empty for after in self.after)

    def finish(self) -> None:
        """Leave the function for good."""
        if self.gives is not None:
            self.line("m.ret = result_")
        self.line("return 0")

    # --- stops ---------------------------------------------------------------------------------

    def stop(self, node: object, role: str, extra: list[str], resume: Emit) -> str:
        """Register the continuation of a stop; gives its name.

        `extra` are names that the continuation needs besides the locals in scope; `resume` writes what
        comes right after the stop, up to the end of its statement.
        """
        name = f"{self.name}:{self.number(node, role)}"
        if name in self.queued:
            return name
        self.queued.add(name)
        scope, env, chain, text = list(self.scope), dict(self.env), list(self.after), self.text
        live = [*extra, *dict.fromkeys(scope)]
        self.writer.module.frames[name] = tuple(self.types[local] for local in live)

        def emit() -> None:
            self.scope, self.env, self.text = list(scope), dict(env), text
            self.after = list(chain)
            self.node = node if isinstance(node, t.Stmt) else None
            resume()
            for depth in range(len(chain) - 1, -1, -1):
                self.after = list(chain[:depth])
                self.scope = list(chain[depth].scope)
                chain[depth].emit()
            self.after = []

        self.queue.append((name, live, emit))
        return name

    def push(self, name: str, extra: list[str]) -> None:
        """Leave the function at a stop (already indented under its test)."""
        live = ", ".join([repr(name), *extra, *dict.fromkeys(self.scope)])
        self.line(f"s.frames.append(({live},))")
        self.line("return 1")

    def called(self, node: object, role: str, call: str, stops: bool, resume: Emit | None = None) -> None:
        """Call something that may stop; `resume` writes what its continuation does first."""
        if not stops:
            self.line(call)
            return
        if resume is None and self.tail:
            self.line(f"return {call}")
            return
        name = self.stop(node, role, [], resume or (lambda: None))
        self.line(f"if {call}:")
        self.indent += 1
        self.push(name, [])
        self.indent -= 1

    def site(
        self,
        node: object,
        role: str,
        kind: str,
        item: Type | None,
        many: bool,
        prompt: t.Prompt | None,
        branches: tuple[str, ...] = (),
    ) -> tuple[str, str]:
        """The name of a stop, and of the module's variable that describes it."""
        name = f"{self.name}:{self.number(node, role)}"
        start, end = (self.node.start, self.node.end) if self.node is not None else (0, 0)
        site = Site(name, kind, item, many, prompt.name if prompt else None, branches, self.text, start, end)
        self.writer.module.sites.setdefault(name, site)
        return name, "SITE_" + function_of(name)
