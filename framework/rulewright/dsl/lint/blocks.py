"""Statements that what stands behind them undoes, and ends of texts where they end anyway."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rulewright.dsl import typed as t
from rulewright.dsl.alike import alike
from rulewright.dsl.analysis.texts import Text, Texts, sides
from rulewright.dsl.facts import constant, is_optional
from rulewright.dsl.lint.flows import Flows
from rulewright.dsl.visit import walk
from rulewright.model.types import ComponentType
from rulewright.source.diagnostics import Problems

CODE = "W914"
Block = Sequence[t.Stmt]


class Blocks:
    """Looks at the statements of one game, block by block."""

    def __init__(self, texts: Texts, flows: Flows, problems: Problems) -> None:
        self.texts = texts
        self.flows = flows
        self.rules = texts.rules
        self.problems = problems

    def check(self) -> None:
        for text in self.texts.all:
            block = tuple(root for root in text.roots if isinstance(root, t.Stmt))
            if block and len(block) == len(text.roots):  # otherwise the `let` lines of a value
                self._block(text, block)
                self._ends(text, block)
        for text, node in self.texts.all_of(t.If, t.Choose, t.For, t.RepeatTimes, t.RepeatWhile, t.Menu):
            for inner in _blocks_of(node):
                self._block(text, inner)
            if isinstance(node, t.If):
                self._known(text, node)
        for text, node in self.texts.all_of(t.VerbCall):
            self._for_nought(text, node)

    def _tell(self, text: Text, node: t.Stmt, message: str, hint: str, because: t.Stmt | None = None) -> None:
        related = (("by this", text.at(because)),) if because is not None else ()
        self.problems.warning(CODE, message, text.at(node), hint=hint, related=related)

    # --- overwritten ---------------------------------------------------------------------------

    def _block(self, text: Text, block: Block) -> None:
        for index, statement in enumerate(block[:-1]):
            match statement:
                case t.Set():
                    later = self._overwriting(statement, block[index + 1 :])
                case t.SetResult():
                    later = _new_result(block[index + 1 :])
                case t.Primitive(name="move"):
                    later = _moved_again(statement, block[index + 1])
                case _:
                    continue
            if later is not None:
                hint = "leave one out, or see what should stand between them"
                self._tell(text, statement, "this is undone before anything sees it", hint, later)

    def _overwriting(self, first: t.Set, rest: Block) -> t.Stmt | None:
        """The statement that sets the same state, with only writes in between that do not read it."""
        between: list[t.Let | t.Set] = []
        for later in rest:
            if not isinstance(later, t.Let | t.Set):
                return None
            if isinstance(later, t.Set) and alike(first.place, later.place):
                seen = later.op != "=" or self._seen(first, [*between, later])
                return None if seen else later
            between.append(later)
        return None

    def _seen(self, first: t.Set, later: Sequence[t.Let | t.Set]) -> bool:
        """Whether any of these reads what was written, or changes whose it is."""
        whose = self.flows.reads(_of(first.place))
        written = self.flows.reads([first.place]) - whose
        for each in later:
            owner = _of(each.place) if isinstance(each, t.Set) else ()
            if self.flows.reads([each.value, *owner]) & written:
                return True
            if isinstance(each, t.Set) and self.flows.reads([each.place]) & whose:
                return True
        return False

    # --- in vain -------------------------------------------------------------------------------

    def _known(self, text: Text, node: t.If) -> None:
        """`if x == 3 then x = 3`"""
        first = node.then[0] if node.then else None
        if not isinstance(first, t.Set) or first.op != "=" or is_optional(first.value):
            return
        for test in sides(node.test):
            if isinstance(test, t.Compare) and test.op == "==":
                both = ((test.left, test.right), (test.right, test.left))
                if any(alike(first.place, a) and alike(first.value, b) for a, b in both):
                    message = "this sets it to what it is, as the test says"
                    self._tell(text, first, message, "say what it should become, or leave it out")
                    return

    def _ends(self, text: Text, block: Block) -> None:
        """A `stop` where the text ends anyway. One that is all there is says that nothing is done."""
        match block[-1]:
            case t.Stop() if len(block) > 1:
                self._tell(text, block[-1], "the text ends here anyway", "leave it out")
            case t.If(then=(t.Stop(),), other=() | (t.Stop(),)):
                message = "the text ends here anyway, so this makes no difference"
                self._tell(text, block[-1], message, "leave it out, or put it before what it should prevent")
            case t.If(then=then, other=other):
                self._ends(text, then)
                if len(other) == 1 and isinstance(other[0], t.Stop):
                    self._tell(text, other[0], "the text ends here anyway", "leave out `else`")
                elif other:
                    self._ends(text, other)

    def _for_nought(self, text: Text, call: t.VerbCall) -> None:
        """`gain(0)`, if nothing is done for nought."""
        noughts = frozenset(index for index, arg in enumerate(call.args) if constant(arg) == 0)
        if noughts and call.var is None and self._idle_verb(call.verb, noughts, frozenset()):
            nought = min(noughts)
            hint = "say how many, or leave it out"
            span = text.at(call.args[nought])
            self.problems.warning(CODE, f"'{call.verb}' does nothing with nought", span, hint=hint)

    def _idle_verb(self, name: str, noughts: frozenset[int], running: frozenset[str]) -> bool:
        verb = self.rules.verbs[name]
        if verb.requires is not None or name in self.flows.hooks or name in running:
            return False
        params = frozenset(verb.do.params[index] for index in noughts)
        return all(self._idle(each, params, running | {name}) for each in verb.do.body)

    def _idle(self, statement: t.Stmt, noughts: frozenset[str], running: frozenset[str]) -> bool:
        """Whether a statement does nothing where the parameters named are nought."""
        match statement:
            case t.Set(op="+=" | "-=", value=value):
                return _is_nought(value, noughts)
            case t.Primitive(name="draw", args=(_, number, _)):
                return _is_nought(number, noughts)
            case t.RepeatTimes(times=times):
                return _is_nought(times, noughts)
            case t.If(then=then, other=other):
                return all(self._idle(each, noughts, running) for each in (*then, *other))
            case t.VerbCall(verb=verb, args=args, var=None):
                given = frozenset(n for n, arg in enumerate(args) if _is_nought(arg, noughts))
                return bool(given) and self._idle_verb(verb, given, running)
        return isinstance(statement, t.Let)


def _of(place: t.Expr) -> tuple[t.Expr, ...]:
    """What it is that has the state which is written; the game and the turn are nothing of the kind."""
    return (place.of,) if isinstance(place, t.StateField | t.SeatField) else ()


def _blocks_of(node: object) -> Iterator[Block]:
    match node:
        case t.If(then=body, other=other) | t.Choose(body=body, other=other):
            yield from (body, other)
        case t.For(body=body) | t.RepeatTimes(body=body) | t.RepeatWhile(body=body):
            yield body
        case t.Menu(branches=branches):
            yield from (branch.body for branch in branches)


def _new_result(rest: Block) -> t.Stmt | None:
    for later in rest:
        if isinstance(later, t.SetResult):
            return later
        if any(isinstance(node, t.Stop) for node in walk(later)):
            return None
    return None


def _moved_again(first: t.Primitive, later: t.Stmt) -> t.Stmt | None:
    """The next statement, if it moves the same single thing on."""
    what = first.args[0]
    if not isinstance(what, t.Local) or not isinstance(what.type, ComponentType):
        return None
    if not isinstance(later, t.Primitive) or later.name != "move" or not alike(what, later.args[0]):
        return None
    return later if isinstance(later.args[1], t.Zone) and not _asks(later.args[1]) else None


def _asks(zone: t.Zone) -> bool:
    """Whether a zone is that of a seat that is found by where things lie."""
    return any(isinstance(node, t.OwnerOf) for node in walk(zone))


def _is_nought(value: t.Expr, noughts: frozenset[str]) -> bool:
    match value:
        case t.Local(name=name):
            return name in noughts
        case t.Negate(of=of):
            return _is_nought(of, noughts)
        case t.Arithmetic(op="*", left=left, right=right):
            return _is_nought(left, noughts) or _is_nought(right, noughts)
    return constant(value) == 0
