"""Tests that are always the same, statements that are never done, choices that never have an option."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.dsl import typed as t
from rulewright.dsl.alike import alike
from rulewright.dsl.analysis.constant import Constants
from rulewright.dsl.analysis.givens import known_at
from rulewright.dsl.analysis.inside import Inside
from rulewright.dsl.analysis.own import Own
from rulewright.dsl.analysis.texts import Text, Texts, sides
from rulewright.dsl.facts import is_optional
from rulewright.dsl.visit import all_steps, walk
from rulewright.model.types import INT, BoolType
from rulewright.source.diagnostics import Problems
from rulewright.source.suggest import nearest
from rulewright.source.text import Span

MOST_ROUNDS = 20_000
"""A match may take so many decisions, and hardly more rounds of a step."""
Block = tuple[t.Stmt, ...]


class Reach:
    """Looks at the texts of one game."""

    def __init__(self, texts: Texts, constants: Constants, problems: Problems) -> None:
        self.texts = texts
        self.constants = constants
        self.problems = problems
        self.told: set[int] = set()  # tests, by identity: each is told once
        self.meant: set[str] = set()  # settings that were probably to be read
        self.given = known_at(constants.rules)
        self.own = Own(constants.game)
        self.inside = Inside(texts)

    def check(self) -> None:
        for text, nodes in self.texts.each():
            if text.key.startswith("invariant/"):
                continue  # it is there to be always true
            self.constants.look_at(nodes, self.own.entry(text), self.inside.of(text))
            self._blocks(text, text.roots)
            if text.test and isinstance(text.roots[-1], t.Expr) and not _for_ever(text, self.constants.rules):
                self._test(text, text.roots[-1], "")
            for node in nodes:
                self._node(text, node)
        self.constants.look_at(())
        self._outcomes()
        for step in all_steps(self.constants.rules.flow):
            self._rounds(step)
            self._too_late(step)
        for name, limit in self.constants.rules.budget_limits.items():
            if self.constants.bounds(limit.value)[1] <= 0:
                place = limit.text.at(limit.value.start, limit.value.end)
                message = f"this is never above nought, so what uses '{name}' is never done"
                self.problems.warning("W901", message, place)

    def _outcomes(self) -> None:
        """Outcomes of which the first whose `when` holds counts: those before leave one nothing."""
        before: list[t.Formula] = []
        for outcome in self.constants.rules.outcomes:
            when = outcome.when
            if when is None or when.lets:
                continue
            said = [(when.value, True), *((each.value, False) for each in before)]
            if self.constants.truth(when.value) is None and self.constants.cannot_be(said):
                place = when.text.at(when.value.start, when.value.end)
                related = tuple(("`when` of one before", each.text.span) for each in before[:3])
                message = f"'{outcome.id}' never applies: outcomes before it take all that it would"
                self.problems.warning("W901", message, place, related=related)
            before.append(when)

    def _rounds(self, step: t.FlowStep) -> None:
        """A step that is said to be done so many times, which is never more than none."""
        if step.times is None:
            return
        self.constants.not_begun = step.step.id
        times, place = step.times.value, step.times.text.at(step.times.value.start, step.times.value.end)
        if self.constants.bounds(times)[1] <= 0:
            own = any(isinstance(node, t.Counter) and node.step == step.step.id for node in walk(times))
            why = f"'{step.step.id}' counts its own rounds, of which there are none yet" if own else None
            if why is not None and (meant := nearest(step.step.id, self.constants.game.settings)):
                why += f"; did you mean '{meant[0]}'?"
                self.meant.add(meant[0])
            self.problems.warning(
                "W901", "this is never above nought, so the step is never done", place, hint=why
            )
        self.constants.not_begun = None

    def _too_late(self, step: t.FlowStep) -> None:
        """An end that does not come in as many rounds as a match may take decisions."""
        until, name = step.until, step.step.id
        if until is None or step.guard is not None or self.constants.truth(until.value) is not None:
            return
        if not any(isinstance(node, t.Counter) and node.step == name for node in walk(until.value)):
            return
        with self.constants.within_rounds(name, MOST_ROUNDS):
            late = self.constants.cannot_be([(until.value, True)])
        if late:
            message = f"this is not true in {MOST_ROUNDS:,} rounds, and no match goes on for so long"
            hint = "say a number of rounds that can be played"
            place = until.text.at(until.value.start, until.value.end)
            self.problems.warning("W904", message, place, hint=hint)

    def _node(self, text: Text, node: object) -> None:
        match node:
            case t.If(test=test, then=then, other=other):
                self._blocks(text, then)
                self._blocks(text, other)
                self._chain(text, node)
            case t.Conditional():
                self._chain(text, node)
            case t.Compare(left=left) if is_optional(left) and alike(left, node.right):
                message = "a thing is compared with itself, so this only asks whether it is there"
                hint = f"compare it with another one, or write `has {text.words(left)}`"
                self._constant(message, text.at(node), hint)
            case t.Compare() | t.Logic() | t.Not():
                self._test(text, node, "")
            case t.Filter(test=test):
                self._test(text, test, "")
            case t.Map(value=value) if isinstance(value.type, BoolType):
                self._test(text, value, "")
            case t.RepeatWhile(test=test, body=body):
                self._blocks(text, body)
                self._first_round(text, node)
                if not (isinstance(test, t.Const) and test.value):
                    self._test(text, test, "nothing is ever repeated")
            case t.For(set=of, body=body):
                self._blocks(text, body)
                if self.constants.empty(of) and not self._told_inside(of, {False}):
                    self._never(text, node, of, "this list never holds anything, so nothing is done for it")
            case t.RepeatTimes(times=times, body=body):
                self._blocks(text, body)
                self._first_round(text, node)
                if self.constants.bounds(times)[1] <= 0:
                    self._never(text, node, times, "this is never above nought, so nothing is ever repeated")
            case t.Choose(body=body, other=other):
                self._blocks(text, body)
                self._blocks(text, other)
            case t.Pick(set=of) if self._told_inside(of, {False}):
                pass
            case t.Pick(set=of) if self.constants.empty(of):
                hint = "see what the list is made of: its `where`, its range, what is ever put there"
                self.problems.warning("W903", "there is never anything to choose", text.at(of), hint=hint)
            case t.Pick():
                self._enough(text, node)
            case t.Menu(branches=branches):
                for branch in branches:
                    self._blocks(text, branch.body)
                    if branch.test is not None:
                        self._test(text, branch.test, f"'{branch.id}' is never offered")

    def _first_round(self, text: Text, loop: t.RepeatTimes | t.RepeatWhile) -> None:
        if self._ends(loop.body[-1]):
            message = "nothing is ever repeated: the text ends in the first round"
            self._never(text, loop.body[-1], loop.body[-1], message)

    def _enough(self, text: Text, pick: t.Pick) -> None:
        """Whether there can be as many things as are to be chosen."""
        if pick.most is not None and self.constants.bounds(pick.most)[1] <= 0:
            message = "this is never above nought, so nothing is ever chosen"
            hint = "say a number that can be more than nought, or leave out the choice"
            self.problems.warning("W903", message, text.at(pick.most), hint=hint)
            return
        wanted, most = pick.least or pick.most, self.constants.most(pick.set)
        if wanted is not None and self.constants.bounds(wanted)[0] > most:
            hint = "with fewer than that, all are chosen: say fewer, or see what the list is made of"
            message = f"there are never so many to choose from, at most {most:.0f}"
            self.problems.warning("W903", message, text.at(wanted), hint=hint)

    # --- tests ---------------------------------------------------------------------------------

    def _chain(self, text: Text, node: t.If | t.Conditional) -> None:
        """A test, and those after its `else`, which are only asked where it is false."""
        if id(node) in self.told:
            return
        given, last = self.given.get(id(node), ((), None))
        asked = list(given)
        tests = [last] if last is not None else []
        found: object = node
        while isinstance(found, t.If | t.Conditional):
            self.told.add(id(found))
            if self._test(text, found.test, "what stands behind it is never done"):
                pass
            elif self.constants.truth(found.test, asked) is not None:
                holds = self.constants.truth(found.test, asked)
                message = f"where this is asked it is always {'true' if holds else 'false'}"
                related = tuple(("after this one", text.at(test)) for test in tests[-3:])
                hint = "the tests before leave nothing else" if holds else "the tests before take it all"
                self._constant(message, text.at(found.test), hint, related)
            asked.append((found.test, False))
            tests.append(found.test)
            other = found.other
            found = (other[0] if len(other) == 1 else None) if isinstance(other, tuple) else other

    def _test(self, text: Text, test: t.Expr, so: str) -> bool:
        """Tell, once, of the innermost parts of a test that are always the same or say nothing more."""
        if id(test) in self.told:
            return False
        self.told.add(id(test))
        match test:
            case t.Logic(op=op):
                joined = [*sides(test, op)]
                told = [self._test(text, side, "") for side in joined]
                if any(told):
                    return True
                if self.constants.truth(test) is None:
                    return self._said_already(text, joined, op == "and")
            case t.Not(of=t.Not(of=of)):
                self._changes_nothing(text, test, "`not not` says what it says without", "leave both out")
                self._test(text, of, "")
                return True
            case t.Not(of=of):
                return self._test(text, of, "")
            case t.BuiltIn(name="any" | "all" | "none", args=(t.Map(value=value),)):
                if isinstance(value.type, BoolType) and self.constants.truth(value) is not None:
                    return True  # told of what is asked of each
        truth = self.constants.truth(test)
        if truth is None:
            return False
        if self._told_inside(test, {False, True}):
            return True
        message = f"this is always {'true' if truth else 'false'}"
        if so and not truth:
            message += f": {so}"
        self._constant(message, text.at(test), "leave it out, or test what was meant")
        return True

    def _told_inside(self, expr: t.Expr, always: set[bool]) -> bool:
        """Whether what is asked of the things in a list is always the same, which is told there."""
        filters = (node for node in walk(expr) if isinstance(node, t.Filter))
        return any(self.constants.truth(each.test) in always for each in filters)

    def _said_already(self, text: Text, sides: list[t.Expr], both: bool) -> bool:
        """Tell of sides of `and` or `or` that say nothing that the others do not say."""
        if not _related(sides):
            return False
        told = False
        for index in reversed(range(len(sides))):
            side, others = sides[index], [*sides[:index], *sides[index + 1 :]]
            if isinstance(side, t.BuiltIn | t.Has) and not any(alike(side, other) for other in others):
                continue  # it may be there so that the rest can be asked at all
            given = [(other, both) for other in others]
            if self.constants.truth(side, given) is not both:
                continue
            because = [other for other in others if self.constants.truth(side, [(other, both)]) is both]
            related = tuple(("because of this", text.at(other)) for other in because[:1])
            word = "and" if both else "or"
            message = f"beside the other sides of `{word}` this says nothing"
            self._constant(message, text.at(side), "leave it out, or test what was meant", related)
            sides.pop(index)
            told = True
        return told

    def _changes_nothing(self, text: Text, node: t.Expr, message: str, hint: str) -> None:
        self.problems.warning("W914", message, text.at(node), hint=hint)

    def _constant(
        self, message: str, span: Span, hint: str, related: tuple[tuple[str, Span], ...] = ()
    ) -> None:
        self.problems.warning("W902", message, span, hint=hint, related=related)

    # --- statements ----------------------------------------------------------------------------

    def _blocks(self, text: Text, block: tuple[object, ...]) -> None:
        """What stands behind a statement that always ends the text; `stop` itself is told as an error."""
        for index, statement in enumerate(block[:-1]):
            if not isinstance(statement, t.Stop) and self._ends(statement):
                after = block[index + 1]
                assert isinstance(after, t.Stmt)
                self._never(text, after, statement, "this is never done: the text always ends before")
                return

    def _never(self, text: Text, node: t.Stmt, because: t.Expr | object, message: str) -> None:
        place = because if isinstance(because, t.Expr) else node
        related = (("here", text.at(because)),) if isinstance(because, t.Stmt) else ()
        self.problems.warning("W901", message, text.at(place), related=related)

    def _ends(self, statement: object) -> bool:
        """Whether nothing behind a statement is ever done."""
        match statement:
            case t.Stop():
                return True
            case t.If(then=then, other=other):
                return _last(then, self) and _last(other, self)
            case t.RepeatWhile(test=t.Const(value=True), body=body):
                # only `stop` leads out of it; one that has none is told to be without end
                return any(isinstance(node, t.Stop) for each in body for node in walk(each))
            case t.Menu(may=False, branches=branches):
                always = any(branch.test is None for branch in branches)
                return always and all(_last(branch.body, self) for branch in branches)
        return False


def _related(sides: list[t.Expr]) -> bool:
    """Whether any two tests are about the same value."""
    seen: list[t.Expr] = []
    for side in sides:
        mine = [each for atom in _atoms(side) for each in _subjects(atom)]
        if any(alike(each, other) for each in mine for other in seen):
            return True
        seen += mine
    return False


def _atoms(test: t.Expr) -> Iterator[t.Expr]:
    match test:
        case t.Logic(left=left, right=right):
            yield from _atoms(left)
            yield from _atoms(right)
        case t.Not(of=of):
            yield from _atoms(of)
        case _:
            yield test


def _subjects(test: t.Expr) -> Iterator[t.Expr]:
    """What a test is about: the values that it compares, a list that it counts, or itself."""
    match test:
        case t.Compare(left=left, right=right):
            yield from (side for side in (left, right) if not isinstance(side, t.Const))
        case t.BuiltIn(name="any" | "none", args=(of,)):
            yield t.BuiltIn(INT, test.start, test.end, "count", (of,))
        case _:
            yield test


def _last(block: Block, reach: Reach) -> bool:
    return bool(block) and reach._ends(block[-1])


def _for_ever(text: Text, rules: t.Rules) -> bool:
    """`until: false` is a step that goes on until `ends`."""
    root = text.roots[-1]
    of_step = text.key.startswith("step/") and rules.ends is not None
    return of_step and isinstance(root, t.Const) and not root.value
