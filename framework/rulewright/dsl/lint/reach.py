"""Tests that are always the same, statements that are never done, choices that never have an option."""

from __future__ import annotations

from rulewright.dsl import typed as t
from rulewright.dsl.lint.constant import Constants, Said
from rulewright.dsl.lint.texts import Text, Texts, under
from rulewright.dsl.visit import all_steps
from rulewright.source.diagnostics import Problems
from rulewright.source.text import Span

Block = tuple[t.Stmt, ...]


class Reach:
    """Looks at the texts of one game."""

    def __init__(self, texts: Texts, constants: Constants, problems: Problems) -> None:
        self.texts = texts
        self.constants = constants
        self.problems = problems
        self.told: set[int] = set()  # tests, by identity: each is told once

    def check(self) -> None:
        for text, nodes in self.texts.each():
            if text.key.startswith("invariant/"):
                continue  # it is there to be always true
            self._blocks(text, text.roots)
            for node in nodes:
                self._node(text, node)
            if text.test and isinstance(text.roots[-1], t.Expr) and not _for_ever(text, self.constants.rules):
                self._test(text, text.roots[-1], "")
        for step in all_steps(self.constants.rules.flow):
            self._rounds(step)
        for name, limit in self.constants.rules.budget_limits.items():
            if self.constants.bounds(limit.value)[1] <= 0:
                place = limit.text.at(limit.value.start, limit.value.end)
                message = f"this is never above nought, so what uses '{name}' is never done"
                self.problems.warning("W901", message, place)

    def _rounds(self, step: t.FlowStep) -> None:
        """A step that is said to be done so many times, which is never more than none."""
        if step.times is None:
            return
        self.constants.not_begun = step.step.id
        times, place = step.times.value, step.times.text.at(step.times.value.start, step.times.value.end)
        if self.constants.bounds(times)[1] <= 0:
            own = any(isinstance(node, t.Counter) and node.step == step.step.id for node in under(times))
            why = f"'{step.step.id}' counts its own rounds, of which there are none yet" if own else None
            self.problems.warning(
                "W901", "this is never above nought, so the step is never done", place, hint=why
            )
        self.constants.not_begun = None

    def _node(self, text: Text, node: object) -> None:
        match node:
            case t.If(test=test, then=then, other=other):
                self._blocks(text, then)
                self._blocks(text, other)
                self._chain(text, node)
            case t.Conditional():
                self._chain(text, node)
            case t.Filter(test=test):
                self._test(text, test, "")
            case t.RepeatWhile(test=test, body=body):
                self._blocks(text, body)
                if not (isinstance(test, t.Const) and test.value):
                    self._test(text, test, "nothing is ever repeated")
            case t.For(set=of, body=body):
                self._blocks(text, body)
                if self.constants.empty(of):
                    self._never(text, node, of, "this list never holds anything, so nothing is done for it")
            case t.RepeatTimes(times=times, body=body):
                self._blocks(text, body)
                if self.constants.bounds(times)[1] <= 0:
                    self._never(text, node, times, "this is never above nought, so nothing is ever repeated")
            case t.Choose(body=body, other=other):
                self._blocks(text, body)
                self._blocks(text, other)
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

    def _enough(self, text: Text, pick: t.Pick) -> None:
        """Whether there can be as many things as are to be chosen."""
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
        asked: list[Said] = []
        found: object = node
        while isinstance(found, t.If | t.Conditional):
            self.told.add(id(found))
            known = self.constants.truth(found.test)
            if known is not None:
                self._test(text, found.test, "what stands behind it is never done")
            elif self.constants.truth(found.test, asked) is not None:
                holds = self.constants.truth(found.test, asked)
                message = f"where this is asked it is always {'true' if holds else 'false'}"
                related = tuple(("after this one", text.at(test)) for test, _ in asked[:3])
                hint = "the tests before leave nothing else" if holds else "the tests before take it all"
                self._constant(message, text.at(found.test), hint, related)
            asked.append((found.test, False))
            other = found.other
            found = (other[0] if len(other) == 1 else None) if isinstance(other, tuple) else other

    def _test(self, text: Text, test: t.Expr, so: str) -> bool:
        """Tell of the innermost parts of a test that are always the same."""
        match test:
            case t.Logic(left=left, right=right):
                inner = [self._test(text, left, ""), self._test(text, right, "")]
                if any(inner):
                    return True
            case t.Not(of=of):
                return self._test(text, of, "")
        truth = self.constants.truth(test)
        if truth is None:
            return False
        message = f"this is always {'true' if truth else 'false'}"
        if so and not truth:
            message += f": {so}"
        self._constant(message, text.at(test), "leave it out, or test what was meant")
        return True

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
                return any(isinstance(node, t.Stop) for each in body for node in under(each))
            case t.Menu(may=False, branches=branches):
                always = any(branch.test is None for branch in branches)
                return always and all(_last(branch.body, self) for branch in branches)
        return False


def _last(block: Block, reach: Reach) -> bool:
    return bool(block) and reach._ends(block[-1])


def _for_ever(text: Text, rules: t.Rules) -> bool:
    """`until: false` is a step that goes on until `ends`."""
    root = text.roots[-1]
    of_step = text.key.startswith("step/") and rules.ends is not None
    return of_step and isinstance(root, t.Const) and not root.value
