"""In which repeated steps a text is read, so that their rounds have begun there."""

from __future__ import annotations

from rulewright.dsl import typed as t
from rulewright.dsl.analysis.texts import Text, Texts
from rulewright.dsl.visit import all_steps

Steps = frozenset[str]
_NONE: Steps = frozenset()


class Inside:
    """Finds for each text of one game the ids of steps in which it is always read."""

    def __init__(self, texts: Texts) -> None:
        self.rules = texts.rules
        self.steps = {step.path: step for step in all_steps(self.rules.flow)}
        self.clauses = {f"clause/{clause.id}": clause for clause in self.rules.clauses}
        self.calls = [(text, node.verb) for text, node in texts.all_of(t.VerbCall)]
        self.verbs: dict[str, Steps | None] = {}  # None: not known yet, as no caller is
        changed = True
        while changed:
            changed = False
            for text, verb in self.calls:
                here = self._of(text)
                if here is not None:
                    known = self.verbs.get(verb)
                    new = here if known is None else known & here
                    changed |= new != known
                    self.verbs[verb] = new

    def of(self, text: Text) -> Steps:
        return self._of(text) or _NONE

    def _of(self, text: Text) -> Steps | None:
        sort, _, name = text.key.partition("/")
        match sort:
            case "step":
                return self._of_step(text, name)
            case "verb":
                return self.verbs.get(name)
            case "window":
                return self._of_window(name)
            case "clause":
                clause = self.clauses[text.key]
                if clause.event is not None:
                    return self.verbs.get(clause.event.verb)
                if clause.ability.sort == "window" and isinstance(clause.ability.subject, str):
                    return self._of_window(clause.ability.subject)
        return _NONE

    def _of_step(self, text: Text, path: str) -> Steps:
        """The steps around a text of a step; those that are read before its own rounds are not in it."""
        step, around = self.steps[path], path.split("/")
        before = (step.if_, step.times, step.guard)
        if any(formula is not None and formula.text is text.text for formula in before):
            around = around[:-1]
        return frozenset(around)

    def _of_window(self, name: str) -> Steps:
        return frozenset(self.rules.game.windows[name].during.split("/"))
